"""The arithmetic of turn clocks, in every time zone and across every change of the clocks."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from bot.tables.rules.clock import (
    CALL,
    DAY,
    EXPIRY,
    HALF,
    HOUR,
    LAST,
    LIMITS,
    LONGEST_QUIET_MINUTES,
    MINUTE,
    SHORTEST_VACATION,
    TENTH,
    VACATION,
    QuietHours,
    Rest,
    bank_left,
    falls_due,
    longest_vacation,
    reserve,
    vacation_left,
    vacation_renewed,
)
from bot.tables.rules.zones import ZoneInfo, zones

#: However slow the machine is.
at_leisure = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

TURNING = ("Europe/Rome", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca", "America/Santiago")
"""Zones whose clocks change: by an hour, by half an hour, backwards in summer, south of the equator."""

instants = st.integers(
    int(datetime(2020, 1, 1, tzinfo=UTC).timestamp()), int(datetime(2037, 12, 31, tzinfo=UTC).timestamp())
)
lengths = st.integers(0, 20 * DAY)
zone_names = st.one_of(st.sampled_from(TURNING), st.sampled_from(sorted(zones())))


@st.composite
def quiets(draw: st.DrawFn) -> QuietHours:
    start = draw(st.integers(0, 1439))
    return QuietHours(start, (start + draw(st.integers(1, LONGEST_QUIET_MINUTES))) % 1440, draw(zone_names))


@st.composite
def rests(draw: st.DrawFn, near: int) -> Rest:
    vacations = []
    at = near + draw(st.integers(-10 * DAY, 5 * DAY))
    for _ in range(draw(st.integers(0, 3))):
        end = at + draw(st.integers(0, 14 * DAY))
        vacations.append((at, end))
        at = end + draw(st.integers(0, 5 * DAY))
    return Rest(draw(st.none() | quiets()), tuple(vacations))


@pytest.mark.slow
@at_leisure
@given(st.data(), instants, lengths, lengths)
def test_counted_time_adds_up(data: st.DataObject, start: int, one: int, other: int) -> None:
    rest = data.draw(rests(start))
    middle, end = start + one, start + one + other
    assert rest.counted(start, end) == rest.counted(start, middle) + rest.counted(middle, end)
    assert 0 <= rest.counted(start, end) <= end - start


@at_leisure
@given(st.data(), instants, st.integers(0, 9 * DAY))
def test_a_turn_is_due_at_the_first_instant_at_which_its_time_has_counted(
    data: st.DataObject, start: int, seconds: int
) -> None:
    rest = data.draw(rests(start))
    due = rest.due(start, seconds)
    assert rest.counted(start, due) == seconds
    assert due == start or rest.counted(start, due - 1) == seconds - 1


@pytest.mark.slow
@at_leisure
@given(st.data(), instants, st.integers(1, 9 * DAY), st.integers(0, 9 * DAY))
def test_what_counted_before_need_not_count_again(data: st.DataObject, start: int, limit: int, passed: int) -> None:
    rest = data.draw(rests(start))
    now = start + passed
    spent = rest.counted(start, now)
    assume(spent < limit)
    assert rest.due(now, limit - spent) == rest.due(start, limit)


@pytest.mark.slow
@at_leisure
@given(st.data(), instants)
def test_time_resumes_where_it_counts_again(data: st.DataObject, at: int) -> None:
    rest = data.draw(rests(at))
    resumed = rest.resumes(at)
    assert rest.counted(at, resumed) == 0
    assert rest.counted(resumed, resumed + 1) == 1


@at_leisure
@given(quiets(), instants)
def test_hours_are_quiet_by_the_clocks_of_the_place(quiet: QuietHours, at: int) -> None:
    zone = ZoneInfo(quiet.zone)
    around = {datetime.fromtimestamp(at + hours * HOUR, zone).utcoffset() for hours in range(-26, 27)}
    assume(len(around) == 1)
    local = datetime.fromtimestamp(at, zone)
    since = (local.hour * 60 + local.minute - quiet.start) % 1440
    assert (Rest(quiet).resumes(at) > at) == (since < (quiet.end - quiet.start) % 1440)


@at_leisure
@given(quiets(), instants)
def test_quiet_hours_come_each_day_and_leave_half_of_it(quiet: QuietHours, at: int) -> None:
    assert 0 < at + 7 * DAY - at - Rest(quiet).counted(at, at + 7 * DAY) <= 7 * DAY // 2 + 2 * HOUR


def rome(day: str, clock: str, fold: int = 0) -> int:
    return int(datetime.fromisoformat(f"{day}T{clock}").replace(tzinfo=ZoneInfo("Europe/Rome"), fold=fold).timestamp())


def test_quiet_hours_across_midnight() -> None:
    rest = Rest(QuietHours(22 * 60, 8 * 60, "Europe/Rome"))
    assert rest.resumes(rome("2026-06-10", "21:59")) == rome("2026-06-10", "21:59")
    for clock in ("22:00", "23:59"):
        assert rest.resumes(rome("2026-06-10", clock)) == rome("2026-06-11", "08:00")
    assert rest.resumes(rome("2026-06-11", "07:59")) == rome("2026-06-11", "08:00")
    assert rest.due(rome("2026-06-10", "21:00"), HOUR) == rome("2026-06-10", "22:00")
    assert rest.due(rome("2026-06-10", "21:00"), HOUR + 1) == rome("2026-06-11", "08:00") + 1
    assert rest.due(rome("2026-06-10", "23:00"), 2 * HOUR) == rome("2026-06-11", "10:00")


@pytest.mark.parametrize(
    ("evening", "morning", "night"),
    [
        pytest.param("2026-03-28", "2026-03-29", 9 * HOUR, id="an hour is skipped in spring"),
        pytest.param("2026-10-24", "2026-10-25", 11 * HOUR, id="an hour comes twice in autumn"),
    ],
)
def test_the_night_in_which_clocks_change(evening: str, morning: str, night: int) -> None:
    rest = Rest(QuietHours(22 * 60, 8 * 60, "Europe/Rome"))
    start, end = rome(evening, "22:00"), rome(morning, "08:00")
    assert end - start == night
    assert rest.counted(start - HOUR, end + HOUR) == 2 * HOUR
    assert rest.due(start - HOUR, HOUR + 1) == end + 1


def test_quiet_hours_that_begin_or_end_in_the_hour_that_is_skipped() -> None:
    before = rome("2026-03-28", "23:00")
    begins = Rest(QuietHours(2 * 60 + 30, 6 * 60, "Europe/Rome"))
    assert begins.due(before, DAY // 6 + 1) == rome("2026-03-29", "06:00") + HOUR // 2 + 1
    ends = Rest(QuietHours(60, 2 * 60 + 30, "Europe/Rome"))
    assert ends.resumes(rome("2026-03-29", "01:00")) == rome("2026-03-29", "01:00") + 90 * MINUTE
    within = Rest(QuietHours(2 * 60 + 15, 2 * 60 + 45, "Europe/Rome"))
    assert within.counted(before, before + DAY) == DAY - 30 * MINUTE
    vanishes = Rest(QuietHours(2 * 60 + 30, 3 * 60, "Europe/Rome"))
    assert vanishes.counted(before, before + DAY // 2) == DAY // 2


def test_quiet_hours_that_begin_or_end_in_the_hour_that_comes_twice() -> None:
    rest = Rest(QuietHours(2 * 60 + 15, 2 * 60 + 45, "Europe/Rome"))
    assert rest.resumes(rome("2026-10-25", "02:15", fold=0)) == rome("2026-10-25", "02:45", fold=1)


@pytest.mark.parametrize(
    ("start", "end", "zone"),
    [(0, 0, "UTC"), (600, 600, "UTC"), (0, LONGEST_QUIET_MINUTES + 1, "UTC"), (-1, 60, "UTC"), (0, 1440, "UTC")]
    + [(0, 60, zone) for zone in ("", "Mars/Olympus", "../../etc/passwd", "Europe", "right/UTC")],
)
def test_quiet_hours_that_cannot_be(start: int, end: int, zone: str) -> None:
    with pytest.raises(ValueError, match=r"quiet hours|time zone"):
        QuietHours(start, end, zone)


def test_every_zone_has_quiet_hours() -> None:
    at = int(datetime(2026, 7, 1, tzinfo=UTC).timestamp())
    for zone in zones():
        assert Rest(QuietHours(0, 720, zone)).counted(at, at + 10 * DAY) == 5 * DAY, zone


@at_leisure
@given(st.data(), instants, st.sampled_from([limit for limit in LIMITS if limit]), lengths)
def test_what_falls_due_in_a_turn_comes_in_order(data: st.DataObject, at: int, limit: int, bank: int) -> None:
    rest = data.draw(rests(at))
    due = falls_due(limit, bank, 0, at, rest)
    assert rest.counted(at, due[EXPIRY]) == limit + bank
    assert rest.counted(at, due[TENTH]) == limit - limit // 10
    assert (HALF in due) == (limit >= DAY)
    assert at < due.get(HALF, due[TENTH]) <= due[TENTH] < due[EXPIRY]
    assert due.get(CALL, at) == rest.resumes(at)


def test_a_turn_without_a_limit_only_waits_for_the_end_of_rest() -> None:
    assert falls_due(None, 0, 0, 1_000, Rest()) == {}
    assert falls_due(None, 0, 0, 1_000, Rest(vacations=((500, 2_000),))) == {CALL: 2_000}


def test_reminders_that_have_been_due_do_not_come_again() -> None:
    assert falls_due(DAY, DAY, 12 * HOUR, 0, Rest()) == {
        TENTH: DAY - DAY // 10 - 12 * HOUR,
        LAST: 2 * DAY - DAY // 5 - 12 * HOUR,
        EXPIRY: 36 * HOUR,
    }
    assert falls_due(DAY, DAY, DAY + 1, 0, Rest()) == {LAST: DAY - DAY // 5 - 1, EXPIRY: DAY - 1}
    assert falls_due(DAY, 0, 2 * DAY, 5, Rest()) == {EXPIRY: 5}


@pytest.mark.slow
@at_leisure
@given(instants, st.data(), st.integers(0, 3 * DAY), st.integers(1, 3 * DAY), st.integers(0, 5 * DAY))
def test_changed_hours_leave_the_time_that_is_left(
    at: int, data: st.DataObject, passed: int, limit: int, bank: int
) -> None:
    """However often quiet hours change in a turn, all that has counted until its end is the limit and the bank."""
    old, new = data.draw(rests(at)), data.draw(rests(at))
    spent = old.counted(at, at + passed)
    assume(spent < limit + bank)
    due = falls_due(limit, bank, spent, at + passed, new)[EXPIRY]
    assert spent + new.counted(at + passed, due) == limit + bank


@at_leisure
@given(st.integers(1, 7 * DAY), st.integers(0, 3 * DAY), st.lists(st.integers(0, 9 * DAY), max_size=6))
def test_a_bank_only_pays_for_what_exceeds_the_limit(limit: int, bank: int, turns: list[int]) -> None:
    left = bank
    for spent in turns:
        left = bank_left(limit, left, spent)
    assert left == max(0, bank - sum(max(0, spent - limit) for spent in turns))


def test_limits_and_reserves() -> None:
    days = [days * DAY for days in (1, 2, 3, 5, 7)]
    assert list(LIMITS) == [0, 10 * MINUTE, HOUR, 4 * HOUR, 12 * HOUR, *days]
    assert [reserve(limit) for limit in LIMITS[-4:]] == [2 * DAY, 3 * DAY, 3 * DAY, 3 * DAY]
    assert all(reserve(limit) == limit for limit in LIMITS if limit <= 3 * DAY)


def day(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())


def test_vacation_is_an_allowance_of_each_quarter() -> None:
    spring = day("2026-05-10")
    assert vacation_left((), spring) == VACATION
    taken = ((day("2026-03-30"), day("2026-04-03")), (day("2026-04-20"), day("2026-04-25")))
    assert vacation_left(taken, spring) == VACATION - 2 * DAY - 5 * DAY
    assert vacation_left(taken, day("2026-02-01")) == VACATION - 2 * DAY
    assert vacation_left(taken, day("2026-07-01")) == VACATION
    assert vacation_renewed(spring) == day("2026-07-01")
    assert vacation_renewed(day("2026-12-31T23:59:59")) == day("2027-01-01")


def test_a_vacation_costs_a_day_at_least() -> None:
    begun = day("2026-05-10")
    assert vacation_left(((begun, begun + HOUR),), begun + HOUR) == VACATION - SHORTEST_VACATION


def test_a_vacation_may_last_into_the_next_quarter() -> None:
    assert longest_vacation((), day("2026-05-10")) == VACATION
    assert longest_vacation((), day("2026-06-21")) == 10 * DAY + VACATION
    used = ((day("2026-04-01"), day("2026-04-15")),)
    assert longest_vacation(used, day("2026-06-30T12:00")) == 0
    assert longest_vacation(used, day("2026-07-01")) == VACATION


@at_leisure
@given(instants, st.lists(st.tuples(st.integers(0, 40 * DAY), st.integers(0, 30 * DAY), st.floats(0, 1)), max_size=12))
def test_nobody_has_more_vacation_than_their_allowance(start: int, wishes: list[tuple[int, int, float]]) -> None:
    vacations: list[tuple[int, int]] = []
    at = start
    for pause, wanted, kept in wishes:
        at += pause
        length = min(max(wanted, SHORTEST_VACATION), longest_vacation(vacations, at))
        if length >= SHORTEST_VACATION:
            end = at + int(length * kept)
            vacations.append((at, end))
            at = end
    first = datetime.fromtimestamp(start, UTC).date().replace(day=1) - timedelta(days=100)
    for months in range(0, 60):
        quarter = day(
            f"{first.year + (first.month - 1 + months) // 12}-{(first.month - 1 + months) % 12 // 3 * 3 + 1:02}-01"
        )
        away = sum(max(0, min(end, vacation_renewed(quarter)) - max(begin, quarter)) for begin, end in vacations)
        assert away <= VACATION
