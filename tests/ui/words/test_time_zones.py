"""Time zones by the names and clocks that people know."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import UTC, datetime
from importlib import resources
from pathlib import Path
from unittest import mock

import pytest
from babel.core import get_global
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.tables.rules import zones
from bot.tables.rules.clock import HOUR, QuietHours
from bot.tables.rules.zones import ZoneInfo
from bot.ui.words import time_zones

ROOT = Path(__file__).parents[3]
NOW = int(datetime(2026, 7, 15, 12, 0, tzinfo=UTC).timestamp())
OFFERED = [zone for region in time_zones.COMMON.values() for zone in region]
MOMENTS = st.integers(NOW, NOW + 2 * 365 * 24 * 3600)


def test_every_zone_offered_exists_once_and_a_menu_holds_its_region() -> None:
    assert set(OFFERED) <= zones.zones()
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
    assert set(time_zones.found(text, NOW, language)) <= zones.zones()


@pytest.mark.parametrize(
    ("zone", "clock", "quiet_from"),
    [
        ("America/Vancouver", "08:00", 6),
        ("America/Edmonton", "09:00", 5),
        ("America/Winnipeg", "10:00", 4),
        ("Africa/Casablanca", "15:00", 23),
        ("America/Havana", "11:00", 3),
    ],
)
def test_zones_whose_rules_have_changed_lately_follow_the_new_ones(zone: str, clock: str, quiet_from: int) -> None:
    now = int(datetime(2026, 11, 27, 15, tzinfo=UTC).timestamp())
    assert time_zones.described(zone, now, "en").endswith(f", {clock}")
    assert zone in time_zones.found(clock, now, "en")
    start, _ = next(QuietHours(23 * 60, 7 * 60, zone).windows(now))
    assert start % (24 * HOUR) == quiet_from * HOUR


@pytest.mark.parametrize(
    "entry",
    ["bot.client.client", "bot.commands.sandbox", "bot.tables.thinkers", "bot.commands.database", "bot.ui.i18n"],
)
def test_the_systems_rules_never_count(entry: str, tmp_path: Path) -> None:
    """Whatever is imported first: here the system's clocks in Rome show the time of Tokyo, and have been read already."""
    (tmp_path / "Europe").mkdir()
    tokyo = resources.files("tzdata.zoneinfo").joinpath("Asia", "Tokyo").read_bytes()
    (tmp_path / "Europe" / "Rome").write_bytes(tokyo)
    code = f"""if True:
        import zoneinfo
        assert zoneinfo.ZoneInfo("Europe/Rome").utcoffset(__import__("datetime").datetime.now()).seconds == 9 * 3600
        import {entry}
        from bot.ui.words import time_zones
        print(time_zones.described("Europe/Rome", {NOW}, "en"))
    """
    said = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"PYTHONTZPATH": str(tmp_path), "PYTHONPATH": str(ROOT)},
        check=True,
        capture_output=True,
        text=True,
    )
    assert said.stdout == "Rome (Italy), 14:00\n"


def test_every_zone_there_is_can_be_chosen_by_its_name() -> None:
    """As itself, or as the zone that bears its old name."""
    for zone in zones.zones():
        found = time_zones.found(zone, NOW, "en")
        assert zone in found or get_global("zone_aliases")[zone] in found, zone
        assert time_zones.described(found[0], NOW, "de")


def test_a_zone_that_babel_does_not_know_yet_is_found_by_city_and_country() -> None:
    assert time_zones.found("Coyhaique", NOW, "en") == ["America/Coyhaique"]
    assert "America/Coyhaique" in time_zones.found("Chile", NOW, "it")
    assert time_zones.described("America/Coyhaique", NOW, "en") == "Coyhaique (Chile), 09:00"


def test_a_zone_of_no_place_is_meant_by_its_own_name_alone() -> None:
    assert time_zones.found("utc", NOW, "en") == ["UTC"]
    assert time_zones.found("etc/gmt+3", NOW, "en") == ["Etc/GMT+3"]
    assert time_zones.found("GMT+3", NOW, "en") == []
    assert time_zones.described("Etc/GMT+3", NOW, "en") == "Etc/GMT+3, 09:00"


@pytest.mark.parametrize(
    ("file", "text", "version"),
    [("tzdata.zi", "# version 2025b\n# This", "2025b"), ("+VERSION", "2027aa\n", "2027aa"), ("tzdata.zi", "", None)],
)
def test_the_systems_version_is_read_where_it_stands(file: str, text: str, version: str | None, tmp_path: Path) -> None:
    (tmp_path / file).write_text(text)
    with mock.patch.object(zones, "_SYSTEM", ("/nowhere", str(tmp_path))):
        assert zones.of_system() == version


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
