"""A hand sorted for who lays cards from it."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING

from bot.canasta.cards import ACE, BLACK_THREES, JOKER, JOKER_RANK, NATURAL_RANKS, RANKS, SEVEN, THREE, TWO, Card
from bot.canasta.melds import Meld, locked, takes_wilds, twos_locked

if TYPE_CHECKING:
    from bot.canasta.round import Round


class Hand:
    """A hand by rank, with its wild cards apart and all ways to take so many of them (copies once)."""

    __slots__ = ("blacks", "jokers", "naturals", "size", "spare", "twos", "wilds")

    def __init__(self, now: Round, hand: Sequence[Card]) -> None:
        by_rank: list[list[Card]] = [[] for _ in RANKS]
        for card in hand:
            by_rank[card >> 2].append(card)
        self.size = len(hand)
        self.naturals = by_rank[:NATURAL_RANKS]
        self.twos = by_rank[TWO]
        self.jokers = len(by_rank[JOKER_RANK])
        self.blacks = [card for card in by_rank[THREE] if card in BLACK_THREES]
        self.wilds = _wild_picks(tuple(self.twos), self.jokers)
        #: Those of them that melds of one rank may get now.
        self.spare = self.wilds
        if len(self.wilds) > 1:
            rules, melds = now.rules, now.melds[now.side_of[now.turn]]
            if locked(rules, melds):
                self.spare = self.wilds[:1]
            elif twos_locked(rules, melds):
                self.spare = _wild_picks((), self.jokers)


#: By number of cards, every mix of so many wild cards.
_Picks = tuple[tuple[tuple[Card, ...], ...], ...]


@functools.lru_cache(maxsize=4096)
def _wild_picks(twos: tuple[Card, ...], jokers: int) -> _Picks:
    """All mixes of twos and jokers (which twos does not matter)."""
    return tuple(
        tuple(
            twos[: count - mixed] + (JOKER,) * mixed
            for mixed in range(max(0, count - len(twos)), min(jokers, count) + 1)
        )
        for count in range(len(twos) + jokers + 1)
    )


def picks_for(now: Round, hand: Hand, rank: int, onto: Meld | None) -> _Picks:
    """The wild cards that may go to a meld of a rank, or to a new one."""
    picks = hand.spare
    if len(picks) > 1 and rank in (SEVEN, ACE):
        opening = not now.melds[now.side_of[now.turn]]
        if not takes_wilds(now.rules, rank, onto, opening=opening):
            return picks[:1]
    return picks
