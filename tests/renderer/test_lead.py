"""The course of a round: a line that every change moves, in few bytes, with words for those who don't see it."""

from __future__ import annotations

import dataclasses

import pytest

from renderer import LeadView, Style, lead, render_lead
from renderer.canvas import WIDTH
from renderer.charts import round_numbers
from renderer.theme import THEMES

VIEW = LeadView(
    title="{names}: the lead after each turn",
    names=("Ana", "Bartholomew the Third of Somewhere Far Away"),
    leads=(100, 180, -160, -50, 90, 5, -1175, -1195, -720),
    marks=(6, 2, 3),
    words="turn 1: +100, turn 9: -720.",
)


def test_alt_is_its_words() -> None:
    assert render_lead(VIEW).alt == VIEW.words


@pytest.mark.parametrize(
    "changed",
    [
        dataclasses.replace(VIEW, leads=(*VIEW.leads[:-1], 0)),
        dataclasses.replace(VIEW, marks=()),
        dataclasses.replace(VIEW, names=("Bo",)),
        dataclasses.replace(VIEW, title="{names}"),
    ],
)
def test_what_changes_shows(changed: LeadView) -> None:
    assert render_lead(changed).png != render_lead(VIEW).png


@pytest.mark.parametrize("leads", [(0,), (-5,), (5, 5, 5), (10_000, -10_000), tuple(range(-60, 0)), (-30_000,) * 120])
def test_every_course_has_a_picture(leads: tuple[int, ...]) -> None:
    view = dataclasses.replace(VIEW, leads=leads, marks=(0, len(leads) - 1))
    for theme in THEMES:
        assert len(render_lead(view, style=Style(theme)).png) < 40 * 1024


@pytest.mark.parametrize(("low", "high"), [(0, 0), (-160, 180), (0, 49), (-1200, 200), (-30_000, 100_000)])
def test_there_are_a_few_lines_at_round_numbers(low: int, high: int) -> None:
    ticks = round_numbers(low, high, least=50)
    assert 0 in ticks
    assert 1 <= len(ticks) <= 4
    assert all(low <= tick <= high and tick % 50 == 0 for tick in ticks)


def test_every_text_can_be_read_on_a_phone() -> None:
    assert min(lead._SIZE, lead._TITLE) * 350 / WIDTH >= 11


def test_drawn_twice_is_the_same() -> None:
    assert lead.render.__wrapped__(VIEW, Style()) == render_lead(VIEW)
