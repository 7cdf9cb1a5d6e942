"""The matching of people in line: everybody at one table at most, never those who are kept apart, and nobody waits for nothing."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.data.line import Wish
from bot.tables.rules import matching
from bot.tables.rules.clock import DAY, HOUR, QuietHours
from bot.tables.rules.matching import PACES, FoundTable, Seeker, awake, tables

NOW = 1_800_000_000
ALL = (1 << 48) - 1
GAMES = {"classic": (2, 3, 4), "samba": (4, 6), "duo": (2,)}


def seeker(user_id: int, wish: Wish = Wish(), waited: int = 0, **others: object) -> Seeker:  # noqa: B008 - it is frozen
    since = NOW - waited
    found = Seeker(user_id, wish, None, since, since, ALL, None)
    return replace(found, **others)  # type: ignore[arg-type]


wishes = st.builds(
    Wish, st.sampled_from(["", *GAMES]), st.sampled_from([0, 2, 3, 4, 6]), st.sampled_from([0, *PACES]), st.booleans()
)
seekers = st.lists(
    st.builds(
        Seeker,
        user_id=st.integers(1, 50),
        wish=wishes,
        guild_id=st.sampled_from([None, 7, 8]),
        since=st.integers(NOW - 2 * DAY, NOW),
        patient_since=st.integers(NOW - 2 * DAY, NOW),
        awake=st.sampled_from([ALL, ALL >> 24, ALL << 24 & ALL, ALL >> 32, 0]),
        rating=st.sampled_from([None, 1000, 1150, 1500, 2100]),
    ),
    max_size=9,
    unique_by=lambda one: one.user_id,
)
pairs = st.sets(st.frozensets(st.integers(1, 50), min_size=2, max_size=2), max_size=40)


def may_meet(one: Seeker, other: Seeker, apart: set[frozenset[int]]) -> bool:
    """Return whether two may sit at one table, however long they have waited."""
    if frozenset((one.user_id, other.user_id)) in apart:
        return False
    if (one.wish.here or other.wish.here) and (one.guild_id is None or one.guild_id != other.guild_id):
        return False
    return (one.awake & other.awake).bit_count() >= 4


@pytest.mark.slow
@settings(max_examples=300)
@given(seekers, pairs)
def test_every_table_is_one_that_its_people_wished_for(line: list[Seeker], apart: set[frozenset[int]]) -> None:
    found = tables(line, apart, GAMES, NOW)
    by_id = {one.user_id: one for one in line}
    seated = [user_id for table in found for user_id in table.people]
    assert len(seated) == len(set(seated)), "somebody is at two tables"
    for table in found:
        assert len(table.people) + table.computers == table.size
        assert len(table.people) >= 2
        assert table.size in GAMES[table.variant]
        assert table.pace in PACES
        people = [by_id[user_id] for user_id in table.people]
        for one in people:
            assert one.wish.variant in ("", table.variant)
            assert one.wish.players in (0, table.size)
            assert one.wish.pace in (0, table.pace)
            assert not table.computers or NOW - one.patient_since >= 6 * HOUR
        assert all(may_meet(*pair, apart) for pair in combinations(people, 2))


@pytest.mark.slow
@settings(max_examples=300)
@given(seekers, pairs)
def test_nobody_waits_beside_enough_others_with_whom_they_fit(line: list[Seeker], apart: set[frozenset[int]]) -> None:
    """Of those who are left none could be dealt a table after all, by whatever search."""
    found = tables(line, apart, GAMES, NOW)
    seated = {user_id for table in found for user_id in table.people}
    # They have waited long, so that only what always counts is left.
    left = [one for one in line if one.user_id not in seated and NOW - one.since >= 12 * HOUR]
    for variant, sizes in GAMES.items():
        for size in sizes:
            for people in combinations(left, size):
                wanted = [one.wish for one in people]
                if any(wish.variant not in ("", variant) or wish.players not in (0, size) for wish in wanted):
                    continue
                if not any(wish.variant for wish in wanted) and variant != "classic":
                    continue
                if len({wish.pace for wish in wanted} - {0}) > 1:
                    continue
                assert not all(may_meet(*pair, apart) for pair in combinations(people, 2)), (variant, size, people)


@given(seekers, pairs, st.randoms())
def test_the_order_in_which_they_are_read_changes_nothing(
    line: list[Seeker], apart: set[frozenset[int]], chance: random.Random
) -> None:
    mixed = line[:]
    chance.shuffle(mixed)
    assert tables(line, apart, GAMES, NOW) == tables(mixed, apart, GAMES, NOW)


def test_four_play_rather_than_two_and_the_usual_game_where_nobody_wishes_for_one() -> None:
    assert tables([seeker(number) for number in range(1, 6)], [], GAMES, NOW) == [
        FoundTable((1, 2, 3, 4), "classic", 4, DAY, 0, rated=True)
    ]
    assert tables([seeker(1), seeker(2)], [], GAMES, NOW) == [FoundTable((1, 2), "classic", 2, DAY, 0, rated=True)]
    wish = Wish("samba", 4, HOUR)
    assert tables([seeker(1, wish), seeker(2, wish)], [], GAMES, NOW) == []


def test_who_has_waited_longest_comes_first() -> None:
    wish = Wish("duo", 2, HOUR)
    line = [seeker(1, wish), seeker(2, wish, waited=50), seeker(3, wish, waited=100)]
    assert [table.people for table in tables(line, [], GAMES, NOW)] == [(3, 2)]
    assert [table.people for table in tables(line, [frozenset((3, 2))], GAMES, NOW)] == [(3, 1)]


@pytest.mark.parametrize(
    ("waited", "hours", "points", "together"),
    [
        (0, 8, 200, True),
        (0, 7, 0, False),
        (0, 24, 201, False),
        (2 * HOUR, 5, 400, True),
        (2 * HOUR, 4, 0, False),
        (12 * HOUR, 2, 5000, True),
        (30 * DAY, 1, 0, False),
    ],
)
def test_what_counts_gets_looser(waited: int, hours: int, points: int, together: bool) -> None:
    wish = Wish("duo", 2, HOUR)
    line = [
        seeker(1, wish, waited=waited, rating=1500),
        seeker(2, wish, awake=(1 << 2 * hours) - 1, rating=1500 + points),
    ]
    assert bool(tables(line, [], GAMES, NOW)) is together


@pytest.mark.parametrize(
    ("people", "size", "waited", "computers"),
    [
        (3, 4, 6 * HOUR - 1, None),
        (3, 4, 6 * HOUR, 1),
        (2, 4, 6 * HOUR, None),
        (2, 4, DAY, 2),
        (4, 6, 6 * HOUR, 2),
        (1, 2, DAY, None),
    ],
)
def test_after_a_while_computers_take_free_seats(people: int, size: int, waited: int, computers: int | None) -> None:
    wish = Wish("", size, DAY) if size < 6 else Wish("samba", 6, DAY)
    line = [seeker(number, wish, waited=waited) for number in range(1, people + 1)]
    assert [table.computers for table in tables(line, [], GAMES, NOW)] == ([] if computers is None else [computers])
    # One who would rather wait for people keeps the others waiting, too.
    assert (
        tables([replace(line[0], patient_since=NOW), *line[1:]], [], {**GAMES, "duo": ()}, NOW) == []
        or people > size - 1
    )


def test_the_hours_in_which_somebody_is_awake() -> None:
    assert awake(None, NOW) == ALL
    # At 08:00 UTC, somebody who sleeps from 22:00 to 06:00 there.
    sleeps = awake(QuietHours(22 * 60, 6 * 60, "UTC"), NOW - NOW % DAY + 8 * HOUR)
    assert sleeps == ALL & ~(((1 << 16) - 1) << 28)
    asleep = awake(QuietHours(22 * 60, 6 * 60, "UTC"), NOW - NOW % DAY + HOUR)
    assert asleep.bit_count() == 48 - 16
    assert asleep & 1 == 0


def test_thousands_who_fit_nobody_are_looked_through(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search gives up after some steps, and no step is lost on those who are at a table."""
    steps = 0
    real = matching._together

    def counted(*arguments: object) -> object:
        nonlocal steps
        steps += 1
        return real(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(matching, "_together", counted)
    line = [seeker(number, Wish("samba", 6, HOUR)) for number in range(1, 31)]
    apart = {frozenset(pair) for pair in combinations(range(1, 31), 2)}
    assert tables(line, apart, GAMES, NOW) == []
    assert steps <= 60
