"""Taking back the last meld, before anything else has happened."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..events import Event
from ..melds import unlay
from ..moves import IllegalMove, Move
from ..rules.model import Rules
from ..state import Phase, State

#: The one refusal, kept as it is given at almost every move.
_REFUSED: Final = IllegalMove("nothing-to-undo")


def phases(rules: Rules) -> tuple[Phase, ...]:
    """Return no phase: taking back is never listed, as it leads nowhere."""
    del rules
    return ()


def candidates(state: State) -> Iterator[Move]:
    """Yield `undo`."""
    yield Move(state.turn, "undo")


def problem(state: State, move: Move) -> IllegalMove | None:
    """Return why the last thing done this turn can't be taken back."""
    del move
    if state.phase in ("draw", "play") and state.laid and state.so_far[-1:] == ["meld"]:
        return None
    return _REFUSED


def apply(state: State, move: Move) -> list[Event]:
    """Take the last stroke of melds back into the hand. Return the events."""
    seat = move.seat
    laid = state.laid.pop()
    state.so_far.pop()
    for one in reversed(laid):
        unlay(state.side(seat), one)
    if any(one.from_foot for one in laid):
        state.foot_played.discard(seat)
    cards = tuple(card for one in laid for card in one.cards)
    state.hands[seat].gain(cards)
    return [Event("undo", seat, cards)]
