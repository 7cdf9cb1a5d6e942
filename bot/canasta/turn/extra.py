"""The extra hand that an initial meld earns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..events import Event
from ..going_out.ending import is_stranded, must_go_out
from ..melds import Laid
from ..moves import IllegalMove, Move
from ..rules.model import Rules
from ..state import Phase, State
from ..stock import draw
from .passing import end_round


def extra_waits(state: State, seat: int, stroke: Sequence[Laid] = ()) -> bool:
    """Return whether a player who opened this turn may take an extra hand (docs/rules.md, An extra hand).

    `stroke` are groups that are being laid now.
    """
    if not state.rules.extra.hand or not state.stock or state.side_of[seat] in state.extra_taken:
        return False
    return state.opened_now(seat, stroke)


def phases(rules: Rules) -> tuple[Phase, ...]:
    """Return the phases in which games of these rules have this move."""
    return ("play",) if rules.extra.hand else ()


def candidates(state: State) -> Iterator[Move]:
    """Yield `extra`."""
    yield Move(state.turn, "extra")


def problem(state: State, move: Move) -> IllegalMove | None:
    """Return why the extra hand can't be taken now."""
    seat = move.seat
    if state.phase == "play" and not must_go_out(state, seat) and extra_waits(state, seat):
        return None
    return IllegalMove("no-extra-hand" if state.rules.extra.hand else "not-in-this-game", verb="extra")


def apply(state: State, move: Move) -> list[Event]:
    """Take the extra hand. Return the events."""
    seat = move.seat
    gained, laid, _ = draw(state, seat, state.rules.extra.hand, reshuffle=False)
    state.hands[seat].gain(gained)
    state.extra_taken.add(state.side_of[seat])
    state.so_far.append("extra")
    state.drawn = gained
    events = [Event("extra", seat, count=len(gained))]
    if laid:
        events.append(Event("three", seat, tuple(laid)))
    return events + end_round(state, None, "stock") if is_stranded(state, seat) else events
