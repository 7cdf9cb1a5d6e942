"""A hand sorted for laying cards from it: by rank, with its wild cards apart."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from .cards import BLACK_THREES, JOKER, JOKER_RANK, RANKS, THREE, TWO, Card

#: For each number of cards, every mix of that many wild cards.
WildMixes = tuple[tuple[tuple[Card, ...], ...], ...]


class Hand:
    """Cards `by_rank`, and all ways to take a number of the wild ones (copies once).

    `spare` are those of these ways that melds of one rank may get now: none where `locked`, jokers only where
    `twos_locked`.
    """

    __slots__ = ("blacks", "by_rank", "jokers", "size", "spare", "twos", "wilds")

    def __init__(self, cards: Sequence[Card], *, locked: bool = False, twos_locked: bool = False) -> None:
        by_rank: list[tuple[Card, ...]] = [()] * len(RANKS)
        for card in cards:
            by_rank[card >> 2] += (card,)
        self.size = len(cards)
        self.by_rank = by_rank
        self.twos = by_rank[TWO]
        self.jokers = len(by_rank[JOKER_RANK])
        threes = by_rank[THREE]
        self.blacks = [card for card in threes if card in BLACK_THREES] if threes else []
        self.wilds = wild_mixes(self.twos, self.jokers)
        self.spare = self.wilds[:1] if locked else wild_mixes((), self.jokers) if twos_locked else self.wilds


@functools.lru_cache(maxsize=4096)
def wild_mixes(twos: tuple[Card, ...], jokers: int) -> WildMixes:
    """Return all mixes of twos and jokers (which twos does not matter)."""
    return tuple(
        tuple(
            twos[: count - mixed] + (JOKER,) * mixed
            for mixed in range(max(0, count - len(twos)), min(jokers, count) + 1)
        )
        for count in range(len(twos) + jokers + 1)
    )
