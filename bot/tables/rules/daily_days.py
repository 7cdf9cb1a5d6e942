"""A person's days with the deal of the day: streaks and badges, which follow from their results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

#: The numbers that earn a badge: of days in a row, of deals, and of deals above par.
_IN_A_ROW: Final = (7, 30, 100, 365)
_DEALS: Final = (1, 30, 100, 365)
_ABOVE: Final = (1, 10, 50, 200)


@dataclass(frozen=True, slots=True)
class DailyBadge:
    """A badge: for a number of `deals`, of days in a `row`, of deals `above` par, or for the `best` of a server's day."""

    kind: Literal["deals", "row", "above", "best"]
    number: int = 0


@dataclass(frozen=True, slots=True)
class DailyDays:
    """The deals that a person has finished, as pairs of a day and the points above par (None: par isn't known), oldest first.

    The days are counted from 1 January 1970. `last_closed` is the last one whose deal nobody can finish any more, and `won`
    says that they were the best of a server's members on a day.
    """

    results: tuple[tuple[int, int | None], ...]
    last_closed: int
    won: bool = False

    @property
    def longest(self) -> int:
        """The longest streak: days in a row."""
        return max(_runs([day for day, _above in self.results]), default=0)

    @property
    def streak(self) -> int:
        """The streak that goes on: it ends once a day is closed whose deal they haven't finished."""
        if not self.results or self.results[-1][0] < self.last_closed:
            return 0
        return _runs([day for day, _above in self.results])[-1]

    @property
    def above_par(self) -> int:
        """How many deals they have finished above par."""
        return sum(above is not None and above > 0 for _day, above in self.results)

    @property
    def best(self) -> tuple[int, int] | None:
        """The day with the most points above par, and these; the first of equal ones."""
        known = [(day, above) for day, above in self.results if above is not None]
        return max(known, key=lambda one: one[1], default=None)

    def badges(self) -> list[DailyBadge]:
        """Return the badges; of each kind but the first deal, the one with the highest number."""
        found = [DailyBadge("deals", 1)] if self.results else []
        reached: list[tuple[Literal["deals", "row", "above"], int, tuple[int, ...]]] = [
            ("deals", len(self.results), _DEALS[1:]),
            ("row", self.longest, _IN_A_ROW),
            ("above", self.above_par, _ABOVE),
        ]
        for kind, count, numbers in reached:
            found += [DailyBadge(kind, number) for number in numbers if number <= count][-1:]
        return [*found, *([DailyBadge("best")] if self.won else [])]

    def last(self, count: int, until: int) -> tuple[int | None, ...]:
        """Return the points above par of the last `count` days until one, None for days without a result."""
        known = dict(self.results)
        return tuple(known.get(day) for day in range(until - count + 1, until + 1))


def _runs(days: Sequence[int]) -> list[int]:
    """Return the lengths of all runs of days, oldest first."""
    runs: list[int] = []
    for place, day in enumerate(days):
        if place and day == days[place - 1] + 1:
            runs[-1] += 1
        else:
            runs.append(1)
    return runs
