"""Taking the pile's top card alone, for a run of one's own side."""

from __future__ import annotations

from collections.abc import Iterator

from ..cards import JOKER, is_wild
from ..events import Event
from ..melds.runs import runs_of
from ..moves import Group, IllegalMove, Move
from ..opening import is_open
from ..rules.model import Rules
from ..state import Phase, State
from .laying import lay_stroke, stroke_problem
from .passing import after_laying


def phases(rules: Rules) -> tuple[Phase, ...]:
    """Return the phases in which games of these rules have this move."""
    return ("draw",) if rules.pile.sequences == "top-card" else ()


def candidates(state: State) -> Iterator[Move]:
    """Yield the top card for each run of the side."""
    if state.pile:
        for run in runs_of(state.side(state.turn)):
            yield Move(state.turn, "pick", (Group((), run.name),))


def problem(state: State, move: Move) -> IllegalMove | None:
    """Return why the top card can't be taken alone (docs/rules.md, The top card for a run)."""
    if state.phase != "draw":
        return IllegalMove("already-drawn")
    if state.rules.pile.sequences != "top-card":
        return IllegalMove("not-in-this-game", verb="pick")
    if not state.pile:
        return IllegalMove("pile-empty")
    if state.closed_by not in (None, move.seat):
        return IllegalMove("pile-closed")
    top = state.pile[-1]
    if is_wild(top) or (top > JOKER and not state.rules.plain_threes):
        return IllegalMove("pile-blocked", top=top)
    if not is_open(state):
        return IllegalMove("pile-open-first")
    name = move.groups[0].name
    if name is None or name.kind != "sequence" or name.new:
        return IllegalMove("pick-names-run")
    return stroke_problem(state, move.seat, move.groups, top, alone=True)


def apply(state: State, move: Move) -> list[Event]:
    """Lay the top card on the run; the rest of the pile stays. Return the events."""
    seat, top = move.seat, state.pile[-1]
    laid = lay_stroke(state, seat, move.groups, top)
    state.pile.pop()
    state.face_down = min(state.face_down, len(state.pile))
    state.frozen = state.frozen and bool(state.pile)
    state.phase = "play"
    state.top_was_turned = False
    return [Event("pick", seat, (top,)), *after_laying(state, seat, laid, "pick")]
