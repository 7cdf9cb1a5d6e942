"""Melds of black threes, which are laid in the turn in which a player goes out."""

from __future__ import annotations

from collections.abc import Sequence

from ..cards import BLACK_THREES, RANKS, THREE, Card
from ..hand import Hand
from ..moves import Group, IllegalMove
from ..rules.model import Rules
from .base import LayConditions, Meld, MeldPlace


class BlackThrees(Meld):
    """Three or more black threes; never a canasta (docs/rules.md, Threes)."""

    __slots__ = ()
    kind = "black-threes"

    def __init__(self, rank: int = THREE, suit: int = 0) -> None:
        super().__init__(rank, suit)

    @property
    def canasta(self) -> str | None:
        """None: black threes are never a canasta."""
        return None

    @property
    def label(self) -> str:
        """The rank."""
        return RANKS[THREE]

    @classmethod
    def place(cls, conditions: LayConditions, cards: tuple[Card, ...]) -> MeldPlace:
        """Return the new meld that these threes make. Raises `IllegalMove` if they may not be melded."""
        problem = black_threes_problem(conditions, cards)
        if problem is not None:
            raise problem
        return MeldPlace(cls(), cards, new=True)


def black_threes_problem(conditions: LayConditions, cards: Sequence[Card]) -> IllegalMove | None:
    """Return why these threes may not be melded, None if they may."""
    needed = black_threes_needed(conditions.rules)
    if needed is None or any(card not in BLACK_THREES for card in cards):
        return IllegalMove("threes-not-melded")
    if any(isinstance(one, BlackThrees) for one in conditions.melds):
        return IllegalMove("one-meld-a-rank", rank=THREE)
    return IllegalMove("black-threes-few", needed=needed) if len(cards) < needed else None


def black_threes_needed(rules: Rules) -> int | None:
    """Return how many black threes a meld of them needs at least; None where they are never melded."""
    if rules.threes.black_meld == "never" or rules.plain_threes:
        return None
    return 2 * rules.pack.decks if rules.threes.black_meld == "all" else 3


def black_three_groups(rules: Rules, hand: Hand) -> Sequence[Group]:
    """Return the black threes of a hand as melds of three and more, the most first."""
    if rules.plain_threes or hand.counts[THREE] < 3:
        return ()
    blacks = tuple(hand.blacks)
    return [Group(blacks[:count]) for count in range(len(blacks), 2, -1)]
