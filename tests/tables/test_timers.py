"""Timers in the games: written with each move, waited for in one place, done once."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from bot.data.errors import StoreTrouble
from bot.data.people import Person
from bot.data.tables import Lost, Status, Table
from bot.store import Database
from bot.store.opening import open_database
from bot.store.people import PersonStore
from bot.store.timers import TimerStore
from bot.tables import Tables
from bot.tables.errors import NoClock, NotAllowed, NoVacation, Stale, Unplayable, WrongStatus
from bot.tables.rules.clock import CALL, DAY, EXPIRY, HALF, HOUR, LAST, TENTH, VACATION, QuietHours, falls_due
from bot.tables.timers import TurnTimers
from tests.stored import place
from tests.tables.club import ANA, BO, CHANNEL, CY, DI, EVA, Clock, lobby, mover, play_on, started

FOUR = (ANA, BO, CY, DI)


class Nights:
    """Sleep in virtual time: it lasts until the clock is moved on that far."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._sleeping: list[tuple[float, asyncio.Event]] = []
        self._begun: list[TurnTimers] = []
        self.longest = 0.0

    async def __call__(self, seconds: float) -> None:
        self.longest = max(self.longest, seconds)
        entry = (self._clock.now + seconds, asyncio.Event())
        self._sleeping.append(entry)
        try:
            await entry[1].wait()
        finally:
            if entry in self._sleeping:
                self._sleeping.remove(entry)

    @property
    def naps(self) -> int:
        return len(self._sleeping)

    def begin(self, tables: Tables, reminded: list[int]) -> TurnTimers:
        """Timers that have started."""
        turn_timers = TurnTimers(tables.changes.database, tables, reminded.append, sleep=self)
        turn_timers.start()
        self._begun.append(turn_timers)
        return turn_timers

    async def calm(self) -> None:
        """Wait until all timers that have not been closed sleep, with all done that is due."""
        while not all(self._is_calm(turn_timers) for turn_timers in self._begun):  # noqa: ASYNC110 - nothing tells of it
            await asyncio.sleep(0.001)

    def _is_calm(self, turn_timers: TurnTimers) -> bool:
        ended = turn_timers._task is None or turn_timers._task.done()
        return ended or (turn_timers.idle and bool(self._sleeping))

    async def pass_until(self, then: int) -> None:
        """Let time pass, from one awakening to the next."""
        await self.calm()
        while self._clock.now < then:
            soonest = min((until for until, _ in self._sleeping), default=float("inf"))
            self._clock.now = max(self._clock.now, round(min(then, soonest)))
            for entry in [entry for entry in self._sleeping if entry[0] <= self._clock.now]:
                self._sleeping.remove(entry)
                entry[1].set()
            await self.calm()


@pytest.fixture
def nights(clock: Clock) -> Nights:
    return Nights(clock)


@pytest.fixture
def reminded() -> list[int]:
    return []


@pytest.fixture
async def turn_timers(tables: Tables, nights: Nights, reminded: list[int]) -> AsyncIterator[TurnTimers]:
    turn_timers = nights.begin(tables, reminded)
    yield turn_timers
    await turn_timers.close()


async def computers_rest(tables: Tables) -> None:
    """Wait until no computer is to move."""
    while tables.computers._tasks:  # noqa: ASYNC110 - nothing tells of it
        await asyncio.sleep(0.001)


async def timed(tables: Tables, *people: int, limit: int | None = DAY, channel: int = CHANNEL) -> Table:
    """Return a game with a clock."""
    table = await lobby(tables, *people, channel=channel)
    await tables.lobbies.limit(table.id, people[0], limit)
    return await tables.lobbies.start(table.id, people[0], fill="normal")


async def test_a_turn_with_time_left_is_not_ended(tables: Tables, clock: Clock) -> None:
    table = await timed(tables, *FOUR)
    clock.now += DAY
    assert await tables.turns.expire(table.id, table.version) == table, "there is the reserve"
    longer = await tables.moderation.extend(table.id, EVA, HOUR)
    clock.now += DAY
    assert await tables.turns.expire(table.id, longer.version) == longer, "there is what was given"
    clock.now += HOUR
    ended = await tables.turns.expire(table.id, longer.version)
    assert ended.turn != table.turn


async def test_only_a_clock_that_runs_can_be_given_more_time(tables: Tables) -> None:
    table = await timed(tables, *FOUR, limit=None)
    with pytest.raises(NoClock):
        await tables.moderation.extend(table.id, EVA, HOUR)
    assert await tables.get(table.id) == table


async def test_quiet_hours_that_cannot_be_count_for_none(tables: Tables) -> None:
    rest = await tables.rests.of_person(Person(ANA, quiet_from=60, quiet_until=60, time_zone="Europe/Rome"))
    assert (rest.quiet, rest.resumes(0)) == (None, 0)


async def next_turn(tables: Tables, table: Table) -> Table:
    chance, turn = random.Random(3), table.turn
    while table.turn == turn:
        [outcome] = await play_on(tables, table, chance, moves=1)
        table = outcome.table
    return table


def of(table: Table, user_id: int) -> int:
    seat = table.seat_of(user_id)
    assert seat is not None
    return seat.bank


async def test_the_host_chooses_the_clock_of_a_lobby(tables: Tables) -> None:
    table = await lobby(tables, *FOUR)
    assert (table.turn_limit, table.bank) == (None, 0)
    table = await tables.lobbies.limit(table.id, ANA, 5 * DAY)
    assert (table.turn_limit, table.bank) == (5 * DAY, 3 * DAY)
    table = await tables.lobbies.limit(table.id, ANA, HOUR, bank=0)
    assert (table.turn_limit, table.bank) == (HOUR, 0)
    with pytest.raises(NotAllowed):
        await tables.lobbies.limit(table.id, BO, None)
    table = await tables.lobbies.start(table.id, ANA)
    with pytest.raises(WrongStatus):
        await tables.lobbies.limit(table.id, ANA, None)


async def test_each_turn_has_its_timers_and_each_player_a_reserve_that_is_not_renewed(
    tables: Tables, clock: Clock
) -> None:
    table = await timed(tables, *FOUR)
    first, begun = mover(table), clock.now
    assert table.timers == {
        HALF: begun + DAY // 2,
        TENTH: begun + DAY - DAY // 10,
        LAST: begun + 2 * DAY - DAY // 5,
        EXPIRY: begun + 2 * DAY,
    }
    assert table.deadline == begun + 2 * DAY
    assert {of(table, person) for person in FOUR} == {DAY}
    clock.now += DAY + HOUR
    table = await next_turn(tables, table)
    assert of(table, first) == DAY - HOUR
    assert table.timers[EXPIRY] == clock.now + 2 * DAY
    for _ in range(3):
        table = await next_turn(tables, table)
    assert mover(table) == first
    assert table.timers[EXPIRY] == clock.now + DAY + DAY - HOUR
    clock.now += HOUR
    table = await next_turn(tables, table)
    assert of(table, first) == DAY - HOUR


async def test_moves_within_a_turn_leave_its_time_and_settle_its_calls(tables: Tables, clock: Clock) -> None:
    table = await timed(tables, *FOUR)
    clock.now += HOUR
    after = (await tables.turns.play(table.id, mover(table), "draw")).table
    assert (after.timers, after.clock_at) == (table.timers, table.clock_at)
    clock.now += 12 * HOUR
    [outcome] = await play_on(tables, after, random.Random(1), moves=1)
    if outcome.table.turn == table.turn:
        assert outcome.table.timers == {kind: table.timers[kind] for kind in (TENTH, LAST, EXPIRY)}


async def test_computers_have_no_clock_and_nobody_whom_only_computers_wait_for(tables: Tables) -> None:
    table = await timed(tables, ANA)
    await computers_rest(tables)
    table = await tables.get(table.id)
    assert mover(table) == ANA
    assert (table.timers, table.clock_at) == ({}, None)
    table = await timed(tables, BO, CY, channel=71)
    await computers_rest(tables)
    table = await tables.get(table.id)
    assert set(table.timers) == {HALF, TENTH, LAST, EXPIRY}
    table = await tables.seating.resign(table.id, CY if mover(table) == BO else BO)
    assert (table.timers, table.clock_at) == ({}, None)


async def test_the_end_of_a_game_ends_its_timers(tables: Tables, database: Database) -> None:
    table = await timed(tables, *FOUR)
    table = await tables.endings.cancel(table.id, ANA, moderator=True)
    assert (table.status, table.timers) == (Status.ABANDONED, {})
    assert await TimerStore(database).soonest(0) is None


async def test_a_lost_game_stands_still_and_goes_on_where_it_stood(tables: Tables, clock: Clock) -> None:
    table = await timed(tables, *FOUR)
    clock.now += 6 * HOUR
    lost = await tables.channels.lose(table.id, Lost.BARRED)
    assert (lost.timers, lost.turn_spent) == ({}, 6 * HOUR)
    clock.now += 10 * DAY
    found = await tables.channels.find(table.id)
    assert found.timers[EXPIRY] == clock.now + 42 * HOUR
    assert found.timers[HALF] == clock.now + 6 * HOUR


@pytest.mark.sqlite
async def test_timers_are_stored_with_the_move_or_not_at_all(tables: Tables, database: Database, clock: Clock) -> None:
    table = await timed(tables, *FOUR)
    await tables.turns.play(table.id, mover(table), "draw")
    before = await tables.get(table.id)
    clock.now += 60
    await database.write("CREATE TRIGGER no BEFORE INSERT ON timers BEGIN SELECT RAISE(ABORT, 'no'); END")
    with pytest.raises(Exception, match="no"):
        await next_turn(tables, before)
    after = await tables.get(table.id)
    assert after.turn == before.turn
    assert after.timers == before.timers
    await database.write("DROP TRIGGER no")
    assert (await next_turn(tables, after)).turn != before.turn


async def test_changed_quiet_hours_count_from_now_on(tables: Tables, clock: Clock) -> None:
    table = await timed(tables, *FOUR)
    person, begun = mover(table), clock.now
    clock.now += 3 * HOUR
    minute = clock.now % DAY // 60
    quiet: dict[str, str | int | None] = {
        "quiet_from": (minute + 60) % 1440,
        "quiet_until": (minute + 60 + 600) % 1440,
        "time_zone": "UTC",
    }
    await tables.preferences.set(person, **quiet)
    changed = await tables.get(table.id)
    assert changed.version == table.version + 1
    assert changed.turn_spent == 3 * HOUR
    assert changed.timers[HALF] == begun + 12 * HOUR + 10 * HOUR
    clock.now += 2 * HOUR
    await tables.preferences.set(person, quiet_from=None, quiet_until=None)
    again = await tables.get(table.id)
    # One hour of these two counted, the other was quiet.
    assert again.turn_spent == 4 * HOUR
    assert again.timers == {
        HALF: begun + 13 * HOUR,
        TENTH: begun + DAY - DAY // 10 + HOUR,
        LAST: begun + 2 * DAY - DAY // 5 + HOUR,
        EXPIRY: begun + 49 * HOUR,
    }


async def test_other_preferences_leave_the_games_alone(tables: Tables) -> None:
    table = await timed(tables, *FOUR)
    await tables.preferences.set(mover(table), theme="light", reminders=0)
    assert await tables.get(table.id) == table


async def test_changes_at_one_time_all_count(tables: Tables, clock: Clock) -> None:
    table = await timed(tables, *FOUR)
    people = [mover(table), mover(await next_turn(tables, await timed(tables, *FOUR, channel=71)))]
    quiet: dict[str, str | int | None] = {"quiet_from": 60, "quiet_until": 120, "time_zone": "Asia/Tokyo"}
    changes = [tables.preferences.set(person, **{name: value}) for person in people for name, value in quiet.items()]
    await asyncio.gather(next_turn(tables, table), *changes, tables.vacations.begin(people[0], DAY))
    for person in people:
        rest = await tables.rests.of(person)
        assert rest.quiet == QuietHours(60, 120, "Asia/Tokyo")
        for waiting in await tables.games.waiting_for(person):
            assert waiting.timers == falls_due(DAY, DAY, 0, clock.now, rest)


async def test_a_vacation_stops_all_clocks_of_a_person_and_their_move_ends_it(tables: Tables, clock: Clock) -> None:
    games = [await timed(tables, *FOUR, channel=channel) for channel in (71, 72, 73, 74, 75, 76)]
    person = mover(games[0])
    theirs = [table for table in games if mover(table) == person]
    clock.now += HOUR
    vacation = await tables.vacations.begin(person, 3 * DAY)
    assert vacation.until == clock.now + 3 * DAY
    assert vacation.left == VACATION - 3 * DAY
    for table in games:
        resting = await tables.get(table.id)
        pause = 3 * DAY if table in theirs else 0
        assert resting.timers[EXPIRY] == table.timers[EXPIRY] + pause
        assert (CALL in resting.timers) == (table in theirs)
    clock.now += 2 * DAY
    await tables.turns.play(theirs[0].id, person, "draw")
    assert (await tables.vacations.of(person)).until is None
    for table in theirs:
        back = await tables.get(table.id)
        assert back.timers[EXPIRY] == table.timers[EXPIRY] + 2 * DAY
        assert CALL not in back.timers
    assert (await tables.vacations.of(person)).left == VACATION - 2 * DAY


async def test_vacation_is_refused_when_less_than_a_day_is_left(tables: Tables, clock: Clock) -> None:
    await PersonStore(tables.changes.database).heard(ANA, "en")
    until = (await tables.vacations.begin(ANA)).until
    assert until is not None
    clock.now += DAY
    assert (await tables.vacations.begin(ANA, DAY)).until == until, "one that lasts goes on"
    clock.now = until
    with pytest.raises(NoVacation) as refused:
        await tables.vacations.begin(ANA, DAY)
    assert refused.value.left == 0
    assert refused.value.renewed > clock.now
    clock.now = refused.value.renewed
    assert (await tables.vacations.begin(ANA, DAY)).until == clock.now + DAY


async def test_a_press_is_stale_after_a_move_and_not_after_a_change_of_the_clock(tables: Tables) -> None:
    table = await timed(tables, *FOUR)
    table = (await tables.turns.play(table.id, mover(table), "draw")).table
    await tables.vacations.begin(mover(table), DAY)
    changed = await tables.get(table.id)
    assert changed.version > table.version
    chance = random.Random(2)
    look = await tables.look(table.id, mover(table))
    assert look.mine is not None
    outcome = await tables.turns.play(table.id, mover(table), chance.choice(look.mine.legal), version=table.version)
    with pytest.raises(Stale):
        await tables.turns.play(table.id, mover(table), "draw", version=table.version)
    assert outcome.table.version > changed.version


async def test_timers_end_turns_when_their_time_is_up(
    tables: Tables, clock: Clock, nights: Nights, turn_timers: TurnTimers, reminded: list[int]
) -> None:
    games = [await timed(tables, *FOUR, limit=limit, channel=limit) for limit in (600, HOUR, DAY)]
    begun = clock.now
    await nights.pass_until(begun + 1199)
    assert [(await tables.get(table.id)).turn for table in games] == [table.turn for table in games]
    assert set(reminded) == {games[0].id}
    await nights.pass_until(begun + 1200)
    now = [await tables.get(table.id) for table in games]
    assert [after.turn == before.turn for before, after in zip(games, now, strict=True)] == [False, True, True]
    assert now[0].timers[EXPIRY] == begun + 2400
    assert nights.naps == 1
    assert nights.longest <= HOUR


async def test_a_reminder_is_handed_on_once(
    tables: Tables, clock: Clock, nights: Nights, turn_timers: TurnTimers, reminded: list[int]
) -> None:
    table = await timed(tables, *FOUR)
    await nights.pass_until(clock.now + DAY // 2)
    assert reminded == [table.id]
    await timed(tables, *FOUR, channel=71)
    await nights.pass_until(clock.now + HOUR)
    assert reminded == [table.id]


async def test_with_nothing_due_timers_sleep_for_an_hour_at_a_time(
    tables: Tables, clock: Clock, nights: Nights, turn_timers: TurnTimers, reminded: list[int]
) -> None:
    table = await started(tables, *FOUR)
    await nights.pass_until(clock.now + DAY)
    assert nights.naps == 1
    assert nights.longest == HOUR
    assert reminded == []
    assert await tables.get(table.id) == table


async def test_what_fell_due_before_the_start_is_seen_to_once(
    tables: Tables, clock: Clock, nights: Nights, reminded: list[int]
) -> None:
    short = await timed(tables, *FOUR, limit=600, channel=71)
    long = await timed(tables, *FOUR, channel=72)
    clock.now += 23 * HOUR
    turn_timers = nights.begin(tables, reminded)
    await nights.calm()
    assert reminded == [long.id]
    after = await tables.get(short.id)
    seat = short.to_move
    assert seat is not None
    assert [one.missed for one in after.seats] == [int(one.number == seat.number) for one in short.seats]
    assert after.timers[EXPIRY] == clock.now + 1200
    await turn_timers.close()


async def test_reminders_of_those_who_rest_are_put_off(
    tables: Tables, clock: Clock, nights: Nights, reminded: list[int]
) -> None:
    table = await timed(tables, *FOUR)
    minute = clock.now % DAY // 60
    hours: dict[str, str | int | None] = {
        "quiet_from": (minute + 780) % 1440,
        "quiet_until": (minute + 900) % 1440,
        "time_zone": "UTC",
    }
    await tables.preferences.set(mover(table), **hours)
    clock.now += 14 * HOUR
    turn_timers = nights.begin(tables, reminded)
    await nights.calm()
    assert reminded == []
    await nights.pass_until(clock.now + HOUR + 60)
    assert reminded == [table.id]
    await turn_timers.close()


async def test_a_turn_that_cannot_be_ended_is_tried_again(
    tables: Tables,
    clock: Clock,
    nights: Nights,
    turn_timers: TurnTimers,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    broken = await timed(tables, *FOUR, limit=600, channel=71)
    sound = await timed(tables, *FOUR, limit=600, channel=72)
    expire: Callable[..., object] = tables.turns.expire
    troubles = [StoreTrouble("the disk is full"), RuntimeError("odd")]

    async def failing(table_id: int, version: int) -> Table:
        if table_id == broken.id and troubles:
            raise troubles.pop(0)
        return await expire(table_id, version)  # type: ignore[misc,no-any-return]

    monkeypatch.setattr(tables.turns, "expire", failing)
    await nights.pass_until(clock.now + 1200)
    assert (await tables.get(broken.id)).turn == broken.turn
    assert (await tables.get(sound.id)).turn != sound.turn
    await nights.pass_until(clock.now + 130)
    assert (await tables.get(broken.id)).turn != broken.turn
    assert not troubles
    assert "odd" in caplog.text
    assert "the disk is full" not in caplog.text


async def test_a_game_outlives_the_process_with_its_clock(tmp_path: Path, clock: Clock) -> None:
    for kept in (True, False):
        database = await open_database(place(tmp_path / "other.sqlite3"))
        tables = Tables(database, clock=clock, chance=random.Random(8))
        if kept:
            table = await timed(tables, *FOUR)
        assert await tables.get(table.id) == table
        await tables.computers.close()
        await database.close()


async def test_a_table_that_can_be_played_again_has_its_turns_ended_again(
    tables: Tables, clock: Clock, nights: Nights, turn_timers: TurnTimers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is tried again soon after somebody has changed it, and once an hour."""
    broken = [await timed(tables, *FOUR, limit=600, channel=channel) for channel in (71, 72)]
    expire: Callable[..., object] = tables.turns.expire
    tried: list[int] = []
    unplayable = True

    async def failing(table_id: int, version: int) -> Table:
        tried.append(table_id)
        if unplayable:
            raise Unplayable("a rule is unknown")
        return await expire(table_id, version)  # type: ignore[misc,no-any-return]

    monkeypatch.setattr(tables.turns, "expire", failing)
    await nights.pass_until(clock.now + 1250)
    assert sorted(tried) == [one.id for one in broken], "not again and again"
    unplayable = False
    await tables.moderation.extend(broken[0].id, EVA, 60)
    await nights.pass_until(clock.now + 1250)
    assert (await tables.get(broken[0].id)).turn != broken[0].turn
    assert (await tables.get(broken[1].id)).turn == broken[1].turn
    await nights.pass_until(clock.now + 2 * HOUR)
    assert (await tables.get(broken[1].id)).turn != broken[1].turn
