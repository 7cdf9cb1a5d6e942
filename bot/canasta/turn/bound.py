"""The debt of a player who took the pile into the hand: a meld in the same turn."""

from __future__ import annotations

import copy

from ..hand import Hand
from ..pile import split_pile, to_hand
from ..state import State
from . import lay


def owes_meld(state: State) -> bool:
    """Return whether the player to move took the pile and must still meld a card; they must only if they can."""
    if state.rules.pile.needs != "meld" or "take" not in state.so_far or any(state.laid):
        return False
    return state.once(_may_meld)


def could_meld(state: State) -> bool:
    """Return whether the player to move could meld something after taking the pile, by the cards of it that lie open."""
    return state.once(_could_meld)


def _could_meld(state: State) -> bool:
    seat = state.turn
    opened = [None] * state.face_down + state.pile[state.face_down :]
    stays = len(split_pile(state)[1])
    taken = to_hand(state, opened[stays:])
    after = copy.copy(state)
    after.forget()
    after.hands = state.hands.copy()
    after.hands[seat] = Hand(state.hands[seat])
    after.hands[seat].gain(taken)
    after.phase, after.drawn = "play", taken
    after.so_far, after.laid = [*state.so_far, "take"], [*state.laid, []]
    return _may_meld(after)


def _may_meld(state: State) -> bool:
    return bool(lay.candidates(state))
