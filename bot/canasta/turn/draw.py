"""Drawing from the stock."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..events import Event
from ..moves import IllegalMove, Move
from ..rules.model import Rules
from ..state import Phase, State
from ..stock import draw, renewals, renewed
from .passing import end_round
from .take import must_take

_DRAW: Final = tuple((Move(seat, "draw"),) for seat in range(8))


def phases(rules: Rules) -> tuple[Phase, ...]:
    """Return the phases in which games of these rules have this move."""
    del rules
    return ("draw",)


def candidates(state: State) -> Sequence[Move]:
    """Return `draw`."""
    return _DRAW[state.turn]


def problem(state: State, move: Move) -> IllegalMove | None:
    """Return why nothing can be drawn now."""
    del move
    if state.phase != "draw":
        return IllegalMove("already-drawn")
    if must_take(state):
        return IllegalMove("must-take")
    return IllegalMove("must-go-out") if state.answer == "yes" else None


def apply(state: State, move: Move) -> list[Event]:
    """Draw; the round ends where the stock has nothing left. Return the events."""
    seat, before = move.seat, renewals(state)
    gained, laid = draw(state, seat, state.rules.turn.draw)
    events = renewed(state, before)
    events.append(Event("draw", seat, count=len(gained)))
    if laid:
        events.append(Event("three", seat, tuple(laid)))
    state.so_far.append("draw")
    short = "short-draw" in state.rules.stock.ends_on and len(gained) < state.rules.turn.draw
    state.gain(seat, gained)
    state.drawn = gained
    if short or not gained:
        return events + end_round(state, None, "stock")
    state.phase = "play"
    return events
