"""A hand, whose cards are counted by rank."""

from __future__ import annotations

import functools
from bisect import bisect_left
from collections.abc import Iterable, Sequence

from .cards import BLACK_THREES, JOKER, JOKER_RANK, THREE, TWO, Card, rank_counts

#: For each number of cards, every mix of that many wild cards.
WildMixes = tuple[tuple[tuple[Card, ...], ...], ...]


class Hand(list[Card]):
    """The cards of a hand in canonical order, and how many there are of each rank (`counts`).

    Cards come by `gain` and go by `remove`, which keep count. Packets that are still passed on are in the order dealt.
    """

    __slots__ = ("counts",)

    def __init__(self, cards: Iterable[Card] = (), counts: Sequence[int] = ()) -> None:
        """Take cards in their order. Give their `counts` where these are known."""
        super().__init__(cards)
        self.counts = [*counts] or rank_counts(self)

    def gain(self, cards: Iterable[Card]) -> None:
        """Sort cards in."""
        self += cards
        self.sort()
        counts = self.counts
        for card in cards:
            counts[card >> 2] += 1

    def remove(self, card: Card, /) -> None:
        """Take a card out. Raises `ValueError` if it isn't there."""
        list.remove(self, card)
        self.counts[card >> 2] -= 1

    def of_rank(self, rank: int) -> tuple[Card, ...]:
        """Return the cards of a rank."""
        start = bisect_left(self, rank << 2)
        return tuple(self[start : start + self.counts[rank]])

    @property
    def largest(self) -> int:
        """The number of cards of a rank that is held most often, with all wild cards: no meld of a rank takes more."""
        counts = self.counts
        return max(counts) + counts[TWO] + counts[JOKER_RANK]

    @property
    def twos(self) -> tuple[Card, ...]:
        """The twos."""
        return self.of_rank(TWO) if self.counts[TWO] else ()

    @property
    def blacks(self) -> list[Card]:
        """The black threes."""
        return [card for card in self.of_rank(THREE) if card in BLACK_THREES] if self.counts[THREE] else []

    @property
    def wilds(self) -> WildMixes:
        """All ways to take a number of the wild cards (copies once)."""
        return wild_mixes(self.twos, self.counts[JOKER_RANK])


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
