"""Every picture is drawn whatever people have typed: no character of a name or text can keep it away."""

from __future__ import annotations

import dataclasses
import sys
import unicodedata
from collections.abc import Callable
from typing import Any

import pytest

from renderer import (
    CurveView,
    LeadView,
    clean_name,
    render_animation,
    render_celebration,
    render_closing,
    render_curve,
    render_hand,
    render_large_hand,
    render_lead,
    render_lobby,
    render_profile,
    render_scores,
    render_standings,
    render_table,
    render_tables,
)
from renderer.arena import ArenaView
from renderer.arena import render as render_arena
from renderer.canvas import Style
from renderer.text import clean_text, strip
from tests.renderer import samples
from tests.renderer.league import BOARDS, CLOSINGS, PROFILES
from tests.renderer.samples import CELEBRATIONS, LOBBIES, SCORES, TABLES

#: Separators, controls, marks of direction and their ends, a flood of marks, half a character, no character, and a text backwards.
HOSTILE = (
    "A\u2029B", "\u2029", "A\u2028B", "\u202eA\u2066B", "\u2069\u202c", "A" + "\u0301" * 500, "\ud800A", "A\udfffB", "A\x00B",
    "\x1c\x1d\x1e\x85", "\u00a0\u3000\u1680", "\uffffA\U0010ffff", "\ufeff\u200d\u200f", "ש\u2029ב", "\U000e0041A", "{", "{0}",
)  # fmt: skip
#: The fields of views that hold what people type, or what a file of rules says.
TYPED = frozenset(
    {
        "empty", "figure", "figures", "heading", "label", "line", "lines", "name", "names", "note", "result", "subtitle", "title",
        "value", "words",
    }
)  # fmt: skip


def retyped(view: Any, text: str) -> Any:
    """Return a view with a text before whatever in it was typed."""
    if isinstance(view, tuple):
        ours = [retyped(one, text) for one in view]
        return type(view)(*ours) if hasattr(view, "_fields") else tuple(ours)
    if not dataclasses.is_dataclass(view) or isinstance(view, type):
        return view
    found = {field.name: getattr(view, field.name) for field in dataclasses.fields(view)}
    return dataclasses.replace(view, **{name: _typed(name, value, text) for name, value in found.items()})


def _typed(name: str, value: Any, text: str) -> Any:
    if isinstance(value, str):
        # In titles a brace is ours: it stands for the names.
        return ("" if name == "title" and "{" in text else text) + value if name in TYPED else value
    if isinstance(value, tuple) and name in TYPED:
        return tuple(text + one if isinstance(one, str) else retyped(one, text) for one in value)
    return retyped(value, text)


_LEAD = LeadView("{names} ahead", ("Ana", "Bo"), (0, 100, -200), (1,), "Words")
_CURVE = CurveView("Above par", (10, None, -20), "Nov 1", "Nov 3", "Words")
_ARENA = ArenaView("A title", "Under it", "A result", ((0.1, None), (0.2, 0.1)), ("one", "two"), (("A", "1", "2"),))
PICTURES: dict[str, tuple[Callable[[Any], object], Any]] = {
    "table": (render_table, next(iter(TABLES.values()))),
    "tables": (lambda view: render_tables(view, large=True, own=True), samples.EIGHT_PLAYERS),
    "scores": (lambda view: render_scores(SCORES["four players"][0], view), samples.FOUR_PLAYERS),
    "hand": (render_hand, samples.dealt(12)),
    "large hand": (render_large_hand, samples.dealt(12)),
    "board": (render_standings, next(iter(BOARDS.values()))),
    "profile": (render_profile, next(iter(PROFILES.values()))),
    "closing": (render_closing, next(iter(CLOSINGS.values()))),
    "lobby": (render_lobby, next(iter(LOBBIES.values()))),
    "lead": (render_lead, _LEAD),
    "curve": (render_curve, _CURVE),
    "celebration": (render_celebration, CELEBRATIONS["canasta"]),
    "animation": (render_animation, CELEBRATIONS["out"]),
    "arena": (lambda view: render_arena(view, Style()), _ARENA),
}


@pytest.mark.slow
@pytest.mark.parametrize("picture", PICTURES)
def test_each_picture_is_drawn_whatever_was_typed(picture: str) -> None:
    draw, view = PICTURES[picture]
    for text in HOSTILE:
        assert draw(retyped(view, text))


@pytest.mark.slow
def test_no_separator_control_or_code_without_a_character_stops_a_name_or_a_text() -> None:
    """Each of them is drawn as nothing or as a space, as one name with many of its kind."""
    odd = [chr(code) for code in range(sys.maxunicode + 1) if unicodedata.category(chr(code))[0] in "CZ"]
    assert len(odd) > 900_000
    # Separators and controls one by one, as each may mean something; of the others, a thousand at once.
    telling = [one for one in odd if unicodedata.category(one) in ("Zs", "Zl", "Zp", "Cc", "Cf")]
    rest = sorted(set(odd) - set(telling))
    for some in (*telling, *("".join(rest[at : at + 1000]) for at in range(0, len(rest), 1000))):
        for written in (clean_name(f"A{some}B", "nobody"), clean_text(f"A{some}B")):
            assert written in ("AB", "A B")
            strip(written, 29, "regular", "text", "panel")
        assert clean_name(some, "nobody") == "nobody"
        assert clean_text(some) == ""


def test_a_paragraph_separator_in_a_name_is_left_out_as_a_line_separator_is() -> None:
    assert clean_name("A\u2029B", "x") == clean_name("A\u2028B", "x") == "AB"
