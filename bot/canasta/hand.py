"""A hand sorted for laying cards from it: counted by rank, with its wild cards apart."""

from __future__ import annotations

import functools
from bisect import bisect_left
from collections.abc import Sequence

from .cards import BLACK_THREES, JOKER, JOKER_RANK, RANKS, THREE, TWO, Card

#: For each number of cards, every mix of that many wild cards.
WildMixes = tuple[tuple[tuple[Card, ...], ...], ...]


class Hand:
    """Cards in canonical order, and how many there are of each rank (`counts`).

    `free_twos` and `free_jokers` are the wild cards that melds of one rank may get now: none where `locked`, no twos
    where `twos_locked`.
    """

    __slots__ = ("_cards", "counts", "free_jokers", "free_twos", "jokers", "twos")

    def __init__(self, cards: Sequence[Card], *, locked: bool = False, twos_locked: bool = False) -> None:
        self._cards = tuple(cards)
        counts = [0] * len(RANKS)
        for card in cards:
            counts[card >> 2] += 1
        self.counts, self.jokers = counts, counts[JOKER_RANK]
        self.twos = twos = self.of_rank(TWO) if counts[TWO] else ()
        self.free_twos = () if locked or twos_locked else twos
        self.free_jokers = 0 if locked else counts[JOKER_RANK]

    def of_rank(self, rank: int) -> tuple[Card, ...]:
        """Return the cards of a rank."""
        start = bisect_left(self._cards, rank << 2)
        return self._cards[start : start + self.counts[rank]]

    @property
    def blacks(self) -> list[Card]:
        """The black threes."""
        return [card for card in self.of_rank(THREE) if card in BLACK_THREES] if self.counts[THREE] else []

    @property
    def wilds(self) -> WildMixes:
        """All ways to take a number of the wild cards (copies once)."""
        return wild_mixes(self.twos, self.jokers)

    @property
    def spare(self) -> WildMixes:
        """Those of these ways that melds of one rank may get now."""
        return wild_mixes(self.free_twos, self.free_jokers)


@functools.lru_cache(maxsize=4096)
def wild_mixes(twos: tuple[Card, ...], jokers: int) -> WildMixes:
    """Return all mixes of twos and jokers (which twos does not matter)."""
    return tuple(
        tuple(twos[: count - mixed] + (JOKER,) * mixed for mixed in mixes_of(count, len(twos), jokers))
        for count in range(len(twos) + jokers + 1)
    )


def mixes_of(count: int, twos: int, jokers: int) -> range:
    """Return how many jokers may be among `count` wild cards, taken from these twos and jokers."""
    return range(max(0, count - twos), min(jokers, count) + 1)
