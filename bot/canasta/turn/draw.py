"""Drawing from the stock."""

from __future__ import annotations

from typing import Final

from ..events import Event
from ..moves import IllegalMove, Move, VerbMoves
from ..pile import put_on_pile
from ..rules.model import Rules
from ..state import Phase, State
from ..stock import draw
from .passing import end_round
from .take import must_take

_DRAWS: Final = tuple((Move(seat, "draw"),) for seat in range(8))


def phases(rules: Rules) -> tuple[Phase, ...]:
    """Return the phases in which games of these rules have this move."""
    return ("draw", "play") if rules.turn.exchange else ("draw",)


def candidates(state: State) -> VerbMoves:
    """Return `draw` where something can be drawn."""
    draws = _DRAWS[state.turn]
    return () if problem(state, draws[0]) is not None else draws


def problem(state: State, move: Move) -> IllegalMove | None:
    """Return why nothing can be drawn now."""
    del move
    if state.phase == "play" and _may_exchange(state):
        return None
    if state.phase != "draw":
        return IllegalMove("already-drawn")
    if not state.stock and must_take(state):
        return IllegalMove("must-take")
    return IllegalMove("must-go-out") if state.answer == "yes" else None


def _may_exchange(state: State) -> bool:
    """Return whether the card drawn may be thrown for another (docs/rules.md, Draws and the end of the stock)."""
    first = state.so_far == ["draw"] and len(state.no_turn_yet) == len(state.order)
    return state.rules.turn.exchange and first and len(state.drawn) == 1


def apply(state: State, move: Move) -> list[Event]:
    """Draw, or throw the card drawn and draw another; the round ends where the stock has nothing left.

    Return the events.
    """
    seat = move.seat
    events: list[Event] = []
    if state.phase == "play":
        thrown = state.drawn[0]
        state.hands[seat].remove(thrown)
        events += [Event("discard", seat, (thrown,), count=1), *put_on_pile(state, seat, thrown)]
    gained, laid, renewed = draw(state, seat, state.rules.turn.draw)
    events += renewed
    events.append(Event("draw", seat, count=len(gained)))
    if laid:
        events.append(Event("three", seat, tuple(laid)))
    state.so_far.append("draw")
    short = "short-draw" in state.rules.stock.ends_on and len(gained) < state.rules.turn.draw
    state.hands[seat].gain(gained)
    state.drawn = gained
    if short or not gained:
        return events + end_round(state, None, "stock")
    state.phase = "play"
    return events
