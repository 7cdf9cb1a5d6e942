"""Choosing between the two packets dealt: one is kept as foot, the other passed to the left."""

from __future__ import annotations

from collections.abc import Iterator

from ..events import Event
from ..hand import Hand
from ..moves import IllegalMove, Move
from ..rules.model import Rules
from ..state import Phase, State
from .passing import begin_turn


def phases(rules: Rules) -> tuple[Phase, ...]:
    """Return the phases in which games of these rules have this move."""
    del rules
    return ("pass",)


def candidates(state: State) -> Iterator[Move]:
    """Yield both choices."""
    for word in ("hand", "foot"):
        yield Move(state.turn, "keep", word=word)


def problem(state: State, move: Move) -> IllegalMove | None:
    """Return why there is no packet to choose now."""
    del move
    if state.phase == "pass":
        return None
    return IllegalMove("nothing-to-keep" if state.rules.deal.foot else "not-in-this-game", verb="keep")


def apply(state: State, move: Move) -> list[Event]:
    """Keep one packet as foot, and pass the other to the left once all have chosen (docs/rules.md, Hand and foot).

    Return the events.
    """
    seat = move.seat
    if move.word == "hand":
        state.hands[seat], state.feet[seat] = Hand(state.feet[seat]), sorted(state.hands[seat])
    state.so_far.append("keep")
    state.turn = state.next_seat()
    if len(state.so_far) < len(state.order):
        return [Event("keep", seat)]
    passed = [state.hands[one] for one in state.order]
    for receiver, hand in zip(state.order[1:] + state.order[:1], passed, strict=True):
        state.hands[receiver] = Hand(sorted(hand))
    state.so_far = []
    begin_turn(state)
    return [Event("keep", seat)]
