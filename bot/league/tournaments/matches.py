"""The parts of a tournament: entries, matches between two of them or a bye for one, and the outcomes.

A round here is one of the tournament's, in which everybody plays one match; the rounds of a match are called deals.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass

from bot.data.tournaments import Forfeit


@dataclass(frozen=True, slots=True)
class Entry:
    """One player or one pair; the people in it may change.

    `seed` orders the entries from 1, the best or the first drawn. The entry takes part in the rounds from `joined` to
    `left`, both included; for the rounds before, it gets nothing. An entry that `left` before it `joined` takes part in
    none.
    """

    id: int
    seed: int
    joined: int = 1
    left: int | None = None

    def takes_part(self, number: int) -> bool:
        """Return whether this entry plays in round `number`."""
        return self.joined <= number and (self.left is None or number <= self.left)


@dataclass(frozen=True, slots=True)
class Fixture:
    """Two entries that meet in a round, by their ids, or a bye of `first` if there is no `second`."""

    round: int
    first: int
    second: int | None

    @property
    def sides(self) -> tuple[int, ...]:
        """The entries in it: two, or the one that has a bye."""
        return (self.first,) if self.second is None else (self.first, self.second)


@dataclass(frozen=True, slots=True)
class MatchOutcome:
    """How a match ended: the points that first and second made in the `deals` that were scored, or who forfeited it.

    A match broken off at its deadline counts as it stands: its outcome has the deals scored by then. With no deal
    scored it is a draw, unless a side is to blame and forfeits. The outcome of a bye has the match and nothing else.
    Raises `ValueError` for points without a deal, for a forfeit together with points or deals, and for a bye with any
    of these.
    """

    fixture: Fixture
    points: tuple[int, int] = (0, 0)
    deals: int = 0
    forfeit: Forfeit | None = None

    def __post_init__(self) -> None:
        played = self.deals != 0 or self.points != (0, 0)
        if self.deals < 0 or (self.deals == 0 and played):
            raise ValueError("points are made in deals")
        if played and self.forfeit is not None:
            raise ValueError("a match that was forfeited has no points")
        if self.fixture.second is None and (played or self.forfeit is not None):
            raise ValueError("nobody plays in a bye")


def entered(ids: Iterable[int], chance: random.Random | None = None) -> list[Entry]:
    """Return entries for a tournament's start, seeded in the order of `ids`, or drawn by `chance` in any order."""
    order = list(ids)
    if chance is not None:
        order.sort()
        chance.shuffle(order)
    return [Entry(one, seed) for seed, one in enumerate(order, 1)]
