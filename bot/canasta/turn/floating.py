"""Ending a turn without a discard, which players in their foot may do in some games."""

from __future__ import annotations

from collections.abc import Iterator

from ..events import Event
from ..going_out.ending import must_go_out
from ..moves import IllegalMove, Move
from ..rules.model import Rules
from ..state import Phase, State
from .bound import owes_meld
from .passing import next_turn


def phases(rules: Rules) -> tuple[Phase, ...]:
    """Return the phases in which games of these rules have this move."""
    return ("play",) if rules.turn.float else ()


def candidates(state: State) -> Iterator[Move]:
    """Yield `float`."""
    yield Move(state.turn, "float")


def problem(state: State, move: Move) -> IllegalMove | None:
    """Return why the turn can't be ended without a discard (docs/rules.md, Hand and foot)."""
    seat = move.seat
    ready = state.rules.turn.float and state.phase == "play" and seat in state.in_foot
    if ready and state.hands[seat] and not must_go_out(state, seat):
        return IllegalMove("meld-before-discard") if owes_meld(state) else None
    return IllegalMove("no-float" if state.rules.turn.float else "not-in-this-game", verb="float")


def apply(state: State, move: Move) -> list[Event]:
    """End the turn without a discard. Return the events."""
    state.so_far.append("float")
    return [Event("float", move.seat), *next_turn(state)]
