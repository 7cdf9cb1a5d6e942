"""The hours of morning posts by the clocks of a place, and the deals that are closed by then."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.tables.rules.daily_times import closes_at, day_at, hour_after, last_closed


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
