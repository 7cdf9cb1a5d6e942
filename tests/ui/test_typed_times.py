"""Times as people type them."""

from __future__ import annotations

from datetime import datetime

import pytest

from bot.tables.rules.zones import ZoneInfo
from bot.ui.typed_times import offers, read, written

ROME = "Europe/Rome"
NOW = int(datetime(2026, 11, 27, 21, 30, tzinfo=ZoneInfo(ROME)).timestamp())


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("2026-12-01 18:30", "2026-12-01 18:30"),
        ("2026-12-01T18:30", "2026-12-01 18:30"),
        (" 2026-12-1 ", "2026-12-01 20:00"),
        ("1.12.2026 18:30", "2026-12-01 18:30"),
        ("1. 12. 18.30", "2026-12-01 18:30"),
        ("31.1.", "2027-01-31 20:00"),
        ("３", "2026-11-30 20:00"),
        ("in 3 days", "2026-11-30 20:00"),
        ("3 Tage", "2026-11-30 20:00"),
        ("2026-07-01 20:00", "2026-07-01 20:00"),
        ("2027-07-01 20:00", "2027-07-01 20:00"),
    ],
)
def test_a_time_is_read_by_the_clocks_of_the_person(typed: str, meant: str) -> None:
    at = read(typed, NOW, ROME)
    assert at is not None
    assert written(at, ROME) == meant


def test_a_time_as_discord_writes_it_is_the_same_in_every_zone() -> None:
    assert read("<t:1790000000:F>", NOW, ROME) == read("<t:1790000000>", NOW, None) == 1_790_000_000


@pytest.mark.parametrize(
    "typed", ["", "soon", "2026-02-30", "31.2.", "12/01/2026", "-3", "2026-12-01 25:00", "3.5", "99999 days", "29.2."]
)
def test_what_names_no_time_is_none(typed: str) -> None:
    assert read(typed, NOW, ROME) is None


def test_without_a_zone_clocks_show_utc() -> None:
    assert read("2026-12-01 18:30", NOW, None) == int(datetime(2026, 12, 1, 18, 30, tzinfo=ZoneInfo("UTC")).timestamp())


def test_what_is_offered_can_be_typed_and_lies_ahead() -> None:
    for offer in offers("", NOW, ROME):
        at = read(str(offer.value), NOW, ROME)
        assert at is not None
        assert at > NOW
    assert offers("24.12. 18:00", NOW, ROME)[0].name == "2026-12-24 18:00"
    assert [offer.value for offer in offers("", NOW, ROME)] == [
        offer.value for offer in offers("2026-01-01", NOW, ROME)
    ]
