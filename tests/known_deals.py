"""Packs laid so that a test knows who holds what."""

from __future__ import annotations

import random
from collections.abc import MutableSequence
from typing import Any

from bot.canasta.cards import Card, read_cards

#: Seat 1 moves first; the first dealer is seat 0.
FIRST = 1
#: The cards of classic.
WHOLE = [card for _pack in range(2) for card in [*range(48), *range(52, 56)]] + [48] * 4


class Stacked(random.Random):
    """Chance that lays the pack in a given order."""

    def __init__(self, pack: list[Card]) -> None:
        super().__init__(1)
        self._pack = pack

    def shuffle(self, x: MutableSequence[Any]) -> None:
        x[:] = self._pack


def stacked(hand: str, upcard: str, drawn: str) -> Stacked:
    """Return a pack that gives the first player this hand, turns up this card, and has this one drawn first."""
    left = sorted(WHOLE)
    own, top, next_card = read_cards(hand), read_cards(upcard), read_cards(drawn)
    for card in [*own, *top, *next_card]:
        left.remove(card)
    # Low cards first: nothing wild, and no three, is dealt to the others or turned up.
    others = iter(left)
    pack: list[Card] = []
    for _place in range(11):
        for seat in (1, 2, 3, 0):
            pack.append(own.pop() if seat == FIRST else next(others))
    return Stacked([*pack, *top, *next_card, *others])
