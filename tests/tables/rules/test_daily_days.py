"""Streaks and badges of the deal of the day follow from the days on which somebody has finished it."""

from __future__ import annotations

import pytest

from bot.tables.rules.daily_days import DailyBadge, DailyDays

TODAY = 20_000


def days(*numbers: int, above: int = 5, last_closed: int = TODAY - 1) -> DailyDays:
    return DailyDays(tuple((number, above) for number in numbers), last_closed)


@pytest.mark.parametrize(
    ("found", "streak", "longest"),
    [
        (days(), 0, 0),
        (days(TODAY), 1, 1),
        (days(TODAY - 1), 1, 1),
        (days(TODAY - 2), 0, 1),
        (days(TODAY - 2, last_closed=TODAY - 2), 1, 1),
        (days(*range(TODAY - 9, TODAY - 2), TODAY - 1, TODAY), 2, 7),
    ],
)
def test_a_streak_goes_on_until_a_day_without_a_result_is_closed(found: DailyDays, streak: int, longest: int) -> None:
    assert (found.streak, found.longest) == (streak, longest)


def test_badges_are_the_highest_of_each_kind() -> None:
    assert days().badges() == []
    assert days(TODAY, above=0).badges() == [DailyBadge("deals", 1)]
    month = days(*range(TODAY - 29, TODAY + 1))
    assert month.badges() == [
        DailyBadge("deals", 1),
        DailyBadge("deals", 30),
        DailyBadge("row", 30),
        DailyBadge("above", 10),
    ]
    best = DailyDays(((TODAY, -5),), TODAY - 1, won=True)
    assert best.badges() == [DailyBadge("deals", 1), DailyBadge("best")]


def test_missing_days_are_gaps() -> None:
    found = DailyDays(((TODAY - 3, 10), (TODAY - 2, None), (TODAY, -5)), TODAY - 1)
    assert found.last(5, TODAY) == (None, 10, None, None, -5)
    assert found.best == (TODAY - 3, 10)
    assert found.above_par == 1
