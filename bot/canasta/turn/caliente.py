"""Playing a caliente, which refills the hand."""

from __future__ import annotations

from collections.abc import Iterator

from ..cards import CALIENTE
from ..events import Event
from ..going_out.ending import is_stranded, must_go_out
from ..moves import IllegalMove, Move
from ..refill import may_refill, refill_size
from ..rules.model import Rules
from ..state import Phase, State
from ..stock import draw, stock_is_out
from .passing import end_round


def phases(rules: Rules) -> tuple[Phase, ...]:
    """Return the phases in which games of these rules have this move."""
    return ("play",) if rules.pack.calientes else ()


def candidates(state: State) -> Iterator[Move]:
    """Yield `caliente` where one is held."""
    if CALIENTE in state.hands[state.turn]:
        yield Move(state.turn, "caliente")


def problem(state: State, move: Move) -> IllegalMove | None:
    """Return why no caliente can be played now (docs/rules.md, Calientes)."""
    seat = move.seat
    hand = state.hands[seat]
    if state.phase == "play" and CALIENTE in hand and not must_go_out(state, seat):
        size = len(hand)
        goes_on = size > 2 or not stock_is_out(state) or (size == 2 and not _strands(state, seat))
        if goes_on and may_refill(state, state.side_of[seat]):
            return None
    return IllegalMove("no-caliente" if state.rules.pack.calientes else "not-in-this-game", verb="caliente")


def _strands(state: State, seat: int) -> bool:
    """Return whether the turn could not be ended with what a caliente leaves in the hand."""
    hand = state.hands[seat]
    hand.remove(CALIENTE)
    try:
        return is_stranded(state, seat)
    finally:
        hand.gain([CALIENTE])


def apply(state: State, move: Move) -> list[Event]:
    """Play a caliente and refill the hand. Return the events."""
    seat = move.seat
    size = refill_size(state, seat)
    state.hands[seat].remove(CALIENTE)
    state.lay_threes(seat, [CALIENTE])
    gained, laid, renewed = draw(state, seat, max(0, size - len(state.hands[seat])))
    state.hands[seat].gain(gained)
    state.so_far.append("caliente")
    state.drawn = [*state.drawn, *gained]
    events = [Event("caliente", seat, (CALIENTE,), count=len(gained)), *renewed]
    if laid:
        events.append(Event("three", seat, tuple(laid)))
    return events + end_round(state, None, "stock") if is_stranded(state, seat) else events
