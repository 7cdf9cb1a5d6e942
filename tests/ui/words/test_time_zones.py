"""Time zones by the names and clocks that people know."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.tables.rules import clock
from bot.ui.words import time_zones

NOW = int(datetime(2026, 7, 15, 12, 0, tzinfo=UTC).timestamp())
OFFERED = [zone for region in time_zones.COMMON.values() for zone in region]
MOMENTS = st.integers(NOW, NOW + 2 * 365 * 24 * 3600)


def test_every_zone_offered_exists_once_and_a_menu_holds_its_region() -> None:
    assert set(OFFERED) <= clock.zones()
    assert len(OFFERED) == len(set(OFFERED))
    assert all(len(region) <= 25 for region in time_zones.COMMON.values())


@pytest.mark.parametrize(
    ("text", "zone"),
    [
        ("Rome", "Europe/Rome"),
        ("roma", "Europe/Rome"),
        ("ITALIA", "Europe/Rome"),
        ("București", "Europe/Bucharest"),
        ("bucuresti", "Europe/Bucharest"),
        ("Bucarest", "Europe/Bucharest"),
        ("Romania", "Europe/Bucharest"),
        ("Kiev", "Europe/Kyiv"),
        ("Calcutta", "Asia/Kolkata"),
        ("europe/rome", "Europe/Rome"),
        ("buenos aires", "America/Argentina/Buenos_Aires"),
        ("new york", "America/New_York"),
        ("uk", "Europe/London"),
    ],
)
def test_a_place_is_found_by_the_names_people_have_for_it(text: str, zone: str) -> None:
    assert time_zones.found(text, NOW, "en") == [zone]


def test_a_country_of_many_zones_offers_the_usual_ones_first() -> None:
    found = time_zones.found("United States", NOW, "en")
    assert found[:3] == ["America/New_York", "America/Chicago", "America/Denver"]
    assert len(found) > 10


@pytest.mark.parametrize("text", ["Atlantis", "", "   ", "25:00", "12:60", "!!!", "🎴", "x" * 4000])
def test_what_is_no_place_and_no_time_finds_nothing(text: str) -> None:
    assert time_zones.found(text, NOW, "en") == []


@pytest.mark.slow
@settings(deadline=None)
@given(
    st.sampled_from(OFFERED),
    MOMENTS,
    st.integers(-7, 7),
    st.sampled_from(["{:%H:%M}", "{:%H.%M}", "{:%I:%M %p}", "{:%H h %M}"]),
)
def test_the_time_of_ones_clock_finds_ones_zone(zone: str, now: int, wrong: int, form: str) -> None:
    shown = datetime.fromtimestamp(now + 60 * wrong, ZoneInfo(zone))
    found = time_zones.found(form.format(shown), now, "en")
    assert zone in found
    for other in found:
        local = datetime.fromtimestamp(now, ZoneInfo(other))
        apart = (local.hour * 60 + local.minute - shown.hour * 60 - shown.minute) % 1440
        assert min(apart, 1440 - apart) <= 7


@pytest.mark.slow
@settings(deadline=None)
@given(st.text(max_size=60), st.sampled_from(["en", "it", "ro", "zh-TW", "xx", ""]))
def test_any_text_is_answered_with_zones_there_are(text: str, language: str) -> None:
    assert set(time_zones.found(text, NOW, language)) <= clock.zones()


@pytest.mark.parametrize(
    ("locale", "first"),
    [("it", "Europe/Rome"), ("ro", "Europe/Bucharest"), ("en-GB", "Europe/London"), ("xx", "Europe/London")],
)
def test_somebody_who_has_typed_nothing_is_offered_where_their_language_is_spoken(locale: str, first: str) -> None:
    assert time_zones.usual(locale)[0] == first
    assert sorted(time_zones.usual(locale)) == sorted(OFFERED)


def test_a_zone_is_described_by_place_and_clock_in_the_readers_language() -> None:
    assert time_zones.described("Europe/Rome", NOW, "en") == "Rome (Italy), 14:00"
    assert time_zones.described("Europe/Rome", NOW, "it") == "Roma (Italia), 14:00"
    assert time_zones.described("America/Argentina/Buenos_Aires", NOW, "en-US") == "Buenos Aires (Argentina), 09:00"
    assert time_zones.described("Asia/Singapore", NOW, "xx") == "Singapore, 20:00"
