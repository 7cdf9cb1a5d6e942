"""The curve of somebody's deals of the day: gaps stay gaps, every text is large enough, and its words are its alt text."""

from __future__ import annotations

import dataclasses

import pytest

from renderer import CurveView, Style, curve, render_curve
from renderer.canvas import WIDTH
from renderer.theme import THEMES

VIEW = CurveView("Points above par, day by day", (10, None, -300, 840, None), "Nov 1", "Nov 5", "Points: Nov 1: 10.")


def test_its_words_are_its_alt_text() -> None:
    assert render_curve(VIEW).alt == VIEW.words


@pytest.mark.parametrize("above", [(10, None, -300, 840, 0), (10, None, -300, None, None), (10, 5, -300, 840, None)])
def test_each_day_shows(above: tuple[int | None, ...]) -> None:
    assert render_curve(dataclasses.replace(VIEW, above=above)).png != render_curve(VIEW).png


@pytest.mark.parametrize(
    "above", [(None,), (0,), (None, None, 5), (-5, -5), (9_000, -9_000), (None,) * 41 + (20,), (-3_000,) * 42]
)
def test_every_curve_has_a_picture(above: tuple[int | None, ...]) -> None:
    for theme in THEMES:
        assert len(render_curve(dataclasses.replace(VIEW, above=above), style=Style(theme)).png) < 40 * 1024


def test_its_texts_are_large_enough_on_a_phone() -> None:
    assert min(curve._SIZE, curve._TITLE) * 350 / WIDTH >= 11
