"""The hours of morning posts by the clocks of a place, and the deals that are closed by then."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.data.daily import DAY_SECONDS, WEEKS, Every
from bot.tables.rules.daily_times import (
    before,
    closes_at,
    day_at,
    deal_at,
    every_of,
    first_day,
    hour_after,
    is_open,
    last_closed,
    last_day,
)


def at(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())


@pytest.mark.parametrize(
    ("after", "hour", "zone", "due"),
    [
        ("2026-12-01T06:59", 8, "Europe/Rome", "2026-12-01T07:00"),
        ("2026-12-01T07:00", 8, "Europe/Rome", "2026-12-02T07:00"),
        ("2026-12-01T22:00", 8, "Asia/Tokyo", "2026-12-01T23:00"),
        ("2026-12-01T05:00", 23, "Pacific/Honolulu", "2026-12-01T09:00"),
        # The clocks are put on at 2 o'clock, and back at 3.
        ("2027-03-27T12:00", 2, "Europe/Rome", "2027-03-28T01:00"),
        ("2027-03-27T12:00", 8, "Europe/Rome", "2027-03-28T06:00"),
        ("2027-10-30T12:00", 2, "Europe/Rome", "2027-10-31T00:00"),
        ("2027-10-31T00:00", 2, "Europe/Rome", "2027-11-01T01:00"),
    ],
)
def test_an_hour_comes_once_a_day_by_the_clocks_of_its_place(after: str, hour: int, zone: str, due: str) -> None:
    assert hour_after(at(after), hour, zone) == at(due)


def test_the_last_closed_day_is_that_of_which_nothing_is_secret_any_more() -> None:
    for day in (20_000, 20_001):
        assert last_closed(closes_at(day)) == day
        assert last_closed(closes_at(day) - 1) == day - 1
    assert day_at(closes_at(20_000)) == 20_001


def test_a_week_is_open_from_monday_to_sunday_and_closes_with_its_sunday() -> None:
    monday = at("2026-11-30T00:00")
    week = deal_at(monday, Every.WEEK)
    assert week == WEEKS + day_at(monday)
    assert deal_at(monday + 7 * DAY_SECONDS - 1, Every.WEEK) == week
    assert deal_at(monday - 1, Every.WEEK) == before(week) == week - 7
    assert deal_at(monday + 7 * DAY_SECONDS, Every.WEEK) == week + 7
    assert (first_day(week), last_day(week)) == (day_at(monday), day_at(monday) + 6)
    assert [is_open(week, monday + seconds) for seconds in (-1, 0, 7 * DAY_SECONDS - 1, 7 * DAY_SECONDS)] == [
        False, True, True, False,
    ]  # fmt: skip
    assert closes_at(week) == at("2026-12-07T02:00") == closes_at(day_at(monday) + 6)
    assert last_closed(closes_at(week), Every.WEEK) == week
    assert last_closed(closes_at(week) - 1, Every.WEEK) == before(week)
    assert (every_of(week), every_of(day_at(monday))) == (Every.WEEK, Every.DAY)
