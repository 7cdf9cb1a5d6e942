"""A week of the line, over a change of clocks: two hundred people in four time zones get in, are called, answer or don't, and play."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from datetime import UTC, datetime
from itertools import combinations
from zoneinfo import ZoneInfo

import pytest

from bot.data.line import LineLetter, LineStage, RatedWish, Wish
from bot.data.people import NamedPerson
from bot.store import Database
from bot.store.avoid import AvoidStore
from bot.store.line import LineStore
from bot.tables import Tables
from bot.tables.errors import CalledNow
from bot.tables.rules.clock import DAY, HOUR
from bot.tables.rules.matching import PACES
from tests.tables.club import Clock

#: Clocks go back in Europe on 25 October 2026, and not in the other places.
BEGIN = int(datetime(2026, 10, 22, tzinfo=UTC).timestamp())
ZONES = ("Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Auckland")
PEOPLE = range(1, 201)
#: The seconds between two looks at the line.
STEP = HOUR
QUIET = (22 * 60, 7 * 60)


@pytest.mark.slow
async def test_a_week_over_a_change_of_clocks(tables: Tables, clock: Clock, database: Database) -> None:
    chance, line = random.Random(36), tables.line
    clock.now = BEGIN
    avoids, stored = AvoidStore(database), LineStore(database)
    apart = set()
    for user_id in PEOPLE:
        await tables.preferences.set(
            user_id, quiet_from=QUIET[0], quiet_until=QUIET[1], time_zone=ZONES[user_id % len(ZONES)]
        )
        if user_id % 10 == 0:
            await avoids.add(user_id, NamedPerson(user_id - 4, "X"))
            apart.add(frozenset((user_id, user_id - 4)))
    wishes: dict[int, Wish] = {}
    letters: Counter[LineLetter] = Counter()
    together: dict[frozenset[int], list[int]] = defaultdict(list)
    seated: Counter[int] = Counter()
    seen: set[int] = set()
    while clock.now < BEGIN + 7 * DAY:
        for user_id in chance.sample(PEOPLE, 12):
            wish = Wish(
                "classic", chance.choice((0, 2, 4)), chance.choice((0, *PACES[2:])), False, chance.choice([*RatedWish])
            )
            try:
                await line.enter(user_id, f"P{user_id}", wish, None, DAY)
            except CalledNow:
                continue
            wishes[user_id] = wish
        await line.settle()
        await line.put_together()
        for place in await line.unwritten():
            assert place.letter is not None
            letters[place.letter] += 1
            if place.letter is LineLetter.CALL:
                assert not asleep(place.user_id, clock.now), "nobody is called in their quiet hours"
            await line.written(place, reached=True)
        called = [place for stage in (LineStage.CALLED, LineStage.READY) for place in await stored.at(stage)]
        assert len({place.user_id for place in called}) == len(called)
        for place in called:
            if place.stage is LineStage.CALLED and place.gathering_id is not None:
                if chance.random() < 0.9:
                    await line.agree(place.user_id, place.gathering_id)
                elif chance.random() < 0.2:
                    await line.leave(place.user_id)
        await line.settle()
        for table in await tables.games.active():
            if table.id in seen:
                continue
            seen.add(table.id)
            people = [seat.user_id for seat in table.seats if seat.user_id is not None]
            assert len(people) == len(set(people)) == sum(seat.level is None for seat in table.seats)
            seated.update(people)
            for user_id in people:
                wish = wishes[user_id]
                assert wish.players in (0, table.size)
                assert wish.pace in (0, table.turn_limit)
                assert wish.rated is not (RatedWish.NO if table.in_open_league else RatedWish.YES)
                assert await line.of(user_id) is None, "who sits at a table waits no more"
            for pair in map(frozenset, combinations(people, 2)):
                assert pair not in apart
                if table.in_open_league:
                    together[pair].append(table.created_at)
            if table.in_open_league:
                assert all(seat.level is None for seat in table.seats)
        clock.now += STEP
    assert max(map(len, together.values())) <= 3
    # The week was no empty one: most people have played, and people of all zones.
    assert len(seen) > 100
    assert len(seated) > 150
    assert {user_id % len(ZONES) for user_id in seated} == set(range(len(ZONES)))
    assert letters[LineLetter.CALL] > 300
    assert letters[LineLetter.MISSED] > 0
    assert letters[LineLetter.AGAIN] > 0


def asleep(user_id: int, now: int) -> bool:
    """Return whether a person's quiet hours hold by the clock on their wall."""
    local = datetime.fromtimestamp(now, ZoneInfo(ZONES[user_id % len(ZONES)]))
    minute = 60 * local.hour + local.minute
    return minute >= QUIET[0] or minute < QUIET[1]
