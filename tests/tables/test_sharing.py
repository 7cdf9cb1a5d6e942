"""Several processes at the same tables: each sees and does what one alone would, and what falls due is done by one of them."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from unittest import mock

import pytest

from bot.canasta.cards import Card, card_text
from bot.data.tables import InChannel, Table
from bot.store import Database
from bot.store.daily import DailyStore
from bot.store.database import Lock
from bot.store.opening import open_database
from bot.store.play import PlayStore
from bot.store.privacy import PrivacyStore
from bot.store.timers import TimerStore
from bot.tables import Order, Tables
from bot.tables.errors import ChannelBusy, DailyClosed, TableError
from bot.tables.games_in_memory import GameInMemory
from bot.tables.pauses import Pauses
from bot.tables.rules.daily_times import DAILY, closes_at
from bot.tables.thinkers import Thinkers
from bot.tables.timers import TurnTimers
from bot.tables.views import Look
from bot.worker import LEFT_AFTER
from tests import postgresql_server
from tests.killed import LONG
from tests.store.test_sharing import cut_off
from tests.tables.club import ANA, BO, CHANNEL, CY, DI, Clock, choice, mover, play_on, started

HOUR = 3600


@pytest.fixture
def address(tmp_path: Path) -> object:
    """Yield a database with all tables."""
    one = postgresql_server.database_for(tmp_path / "shared")
    yield one
    postgresql_server.drop([one])


@pytest.fixture
async def process(address: str, clock: Clock) -> AsyncIterator[Callable[[], Awaitable[Tables]]]:
    """Yield what returns the tables as one more process has them."""
    async with AsyncExitStack() as stack:

        async def begins() -> Tables:
            database = await open_database(address, shared=True)
            stack.push_async_callback(database.close)
            tables = Tables(database, clock=clock, chance=random.Random(8), waits=random.Random(8))
            stack.push_async_callback(tables.computers.close)
            return tables

        yield begins


Begins = Callable[[], Awaitable[Tables]]


def database_of(tables: Tables) -> Database:
    return tables.changes.database


async def never(_: float) -> None:
    """Sleep until the end of the test."""
    await asyncio.Event().wait()


# Moves


async def test_a_table_played_by_two_in_turn_is_as_one_alone_sees_it(
    process: Begins, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = await process(), await process()
    table = await started(one, ANA, BO, layout="2", house={"target": 100_000})
    rebuilt = Counter[int]()
    rebuild = GameInMemory.rebuild
    monkeypatch.setattr(
        GameInMemory,
        "rebuild",
        lambda table, *others, **options: rebuilt.update([table.id]) or rebuild(table, *others, **options),
    )
    chance, number = random.Random(4), 0
    while table.round < 3:
        tables = (one, other)[number % 2]
        table = (await tables.turns.play(table.id, mover(table), await choice(tables, table, chance))).table
        number += 1
        if number % 10 == 0:
            seen = [await tables.looks(table.id, (ANA, BO)) for tables in (one, other)]
            assert seen[0] == seen[1]
    # The other process's moves are played after it: only a process that hasn't known the game builds it.
    assert sum(rebuilt.values()) == 1
    fresh = await process()
    assert await fresh.looks(table.id, (ANA, BO)) == await one.looks(table.id, (ANA, BO))
    played = await PlayStore(database_of(one)).moves(table.id)
    assert [move.number for move in played] == list(range(1, number + 1))


async def test_who_sits_there_is_seen_by_all(process: Begins) -> None:
    one, other = await process(), await process()
    table = await started(one, ANA, BO, CY, DI)
    for tables in (one, other):
        await tables.look(table.id, ANA)
    await one.seating.resign(table.id, CY)
    assert await one.looks(table.id, (ANA, BO)) == await other.looks(table.id, (ANA, BO))


async def test_an_erased_name_is_seen_by_nobody(process: Begins) -> None:
    one, other = await process(), await process()
    table = await started(one, ANA, BO, layout="2")
    for tables in (one, other):
        await tables.look(table.id, ANA)
    await database_of(one).write("UPDATE seats SET name = '' WHERE user_id = ?", (BO,))
    for tables in (one, other):
        await tables.look(table.id)
        assert tables.changes.in_memory._games[table.id].game.names == ("Ana", "")


async def test_the_erased_name_of_somebody_who_left_is_seen_by_nobody(process: Begins) -> None:
    one, other = await process(), await process()
    table = await started(one, ANA, BO, CY, layout="3")
    await play_on(one, table, random.Random(4), moves=12)
    await one.seating.resign(table.id, BO)
    for tables in (one, other):
        assert BO in movers(await tables.look(table.id))
    assert await PrivacyStore(database_of(one)).forget(BO, 1) is not None
    one.changes.forget_names([table.id])
    for tables in (one, other):
        left = movers(await tables.look(table.id))
        assert BO not in left
        assert "Bo" not in left.values()
        assert "Ana" in left.values()


def movers(look: Look) -> dict[int | None, str]:
    """Return the names of those who made the last moves, by their ids."""
    return {one.mover.user_id: one.mover.name for one in look.recent if one.mover is not None}


async def test_of_eight_that_play_at_the_same_moment_one_has_played(process: Begins) -> None:
    eight = [await process() for _ in range(8)]
    table = await started(eight[0], ANA, BO, layout="2")
    chance = random.Random(4)
    for number in range(10):
        move, version = await choice(eight[0], table, chance), table.version
        done = await asyncio.gather(
            *(
                tables.turns.play(table.id, mover(table), move, version=version, interaction_id=100 * number + place)
                for place, tables in enumerate(eight)
            ),
            return_exceptions=True,
        )
        assert sum(not isinstance(one, BaseException) for one in done) == 1
        assert all(isinstance(one, TableError) for one in done if isinstance(one, BaseException)), done
        table = await eight[0].get(table.id)
        assert table.version == version + 1


async def test_a_press_that_comes_to_two_is_answered_by_both_and_played_once(process: Begins) -> None:
    one, other = await process(), await process()
    table = await started(one, ANA, BO, layout="2")
    move = await choice(one, table, random.Random(4))
    first, second = await asyncio.gather(
        *(
            tables.turns.play(table.id, mover(table), move, version=table.version, interaction_id=7)
            for tables in (one, other)
        )
    )
    assert sorted([first.repeated, second.repeated]) == [False, True]
    assert (await one.get(table.id)).version == table.version + 1


async def test_everybody_who_joins_at_the_same_moment_gets_a_seat(process: Begins) -> None:
    four = [await process() for _ in range(4)]
    table = await four[0].lobbies.open(Order(home=InChannel(1, CHANNEL), host_id=ANA, layout="4"), "Ana")
    await asyncio.gather(*(four[place].lobbies.join(table.id, 200 + place, f"P{place}") for place in range(1, 4)))
    assert {seat.user_id for seat in (await four[0].get(table.id)).seats} == {ANA, 201, 202, 203}


async def test_a_channel_gets_one_table(process: Begins) -> None:
    four = [await process() for _ in range(4)]
    done = await asyncio.gather(
        *(tables.lobbies.open(Order(home=InChannel(1, CHANNEL), host_id=ANA), "Ana") for tables in four),
        return_exceptions=True,
    )
    assert [type(one) for one in done if not isinstance(one, Table)] == [ChannelBusy] * 3


# Timers


async def test_what_falls_due_is_done_once(process: Begins, clock: Clock) -> None:
    """Eight processes see to the turns whose time is up, of which each has changed some."""
    eight = [await process() for _ in range(8)]
    tables = [await started_with_clock(eight[number % 8], CHANNEL + number) for number in range(2000 if LONG else 16)]
    timers = [TurnTimers(database_of(one), one, lambda _: None, sleep=never) for one in eight]
    for one in timers:
        one.start()
    await database_of(eight[3]).lead()
    for number, table in enumerate(tables):
        tables[number] = (await eight[number % 8].turns.play(table.id, mover(table), "draw")).table
    clock.now += HOUR + LEFT_AFTER
    for one in timers:
        one.wake()
    await nothing_due(eight[0], clock)
    for one in timers:
        await one.close()
    for table in tables:
        assert [seat.missed for seat in (await eight[0].get(table.id)).seats].count(1) == 1
        assert [entry.deed for entry in await eight[0].history(table.id)] == ["missed"]


async def test_what_falls_due_where_nobody_is_left_to_do_it_is_done_by_the_process_that_leads(
    process: Begins, clock: Clock
) -> None:
    gone, standby, leads = [await process() for _ in range(3)]
    table = await started_with_clock(gone, CHANNEL)
    await database_of(leads).lead()
    reminded: list[int] = []
    timers = [TurnTimers(database_of(one), one, reminded.append, sleep=never) for one in (standby, leads)]
    for one in timers:
        one.start()
    clock.now = min(table.timers.values())
    for _ in range(2):
        for one in timers:
            one.wake()
        await at_rest(timers)
        assert reminded == []
    clock.now += LEFT_AFTER
    for _ in range(3):
        for one in timers:
            one.wake()
        await at_rest(timers)
    assert reminded == [table.id]
    clock.now += HOUR
    for one in timers:
        one.wake()
    await nothing_due(standby, clock)
    for one in timers:
        await one.close()
    assert [entry.deed for entry in await leads.history(table.id)] == ["missed"]


async def started_with_clock(tables: Tables, channel: int) -> Table:
    """Return a game in which a turn may take an hour."""
    order = Order(home=InChannel(1, channel), host_id=ANA, layout="2", turn_limit=HOUR, bank=0)
    return await tables.lobbies.begin(order, [(ANA, "Ana"), (BO, "Bo")])


async def nothing_due(tables: Tables, clock: Clock) -> None:
    async with asyncio.timeout(1200 if LONG else 300):
        while await TimerStore(database_of(tables)).due(clock.now):  # noqa: ASYNC110 - other processes do it
            await asyncio.sleep(0.005)


async def at_rest(timers: list[TurnTimers]) -> None:
    async with asyncio.timeout(300):
        while not all(one.idle for one in timers):  # noqa: ASYNC110 - nothing tells of it
            await asyncio.sleep(0.002)


# Discards that wait


async def test_a_discard_is_taken_back_or_played_but_not_both(process: Begins, clock: Clock) -> None:
    one, other = await process(), await process()
    table = await started(one, ANA, BO, layout="2")

    async def played(_: int) -> None:
        pass

    plays, takes = [Pauses(database_of(each), each, 5, played, sleep=never) for each in (one, other)]
    plays.start()
    chance, outcomes = random.Random(3), Counter[bool]()
    for number in range(12):
        table = (await one.turns.play(table.id, mover(table), "draw")).table
        while table.to_move is not None and not (cards := await discards(one, table)):
            table = (await one.turns.play(table.id, mover(table), await choice(one, table, chance))).table
        person, turn = mover(table), (table.round, table.turn)
        await plays.begin(table.id, person, cards[0], version=table.version, interaction_id=number + 1)
        clock.now += 5
        plays.wake()
        await asyncio.sleep(chance.random() * 0.02)
        taken = await takes.withdraw(table.id, person)
        async with asyncio.timeout(300):
            while not plays.idle or await plays._stored.of(table.id):  # noqa: ASYNC110 - nothing tells of it
                await asyncio.sleep(0.002)
        now = await one.get(table.id)
        assert ((now.round, now.turn) == turn) is taken
        outcomes[taken] += 1
        again = f"discard {card_text(cards[0])}"
        table = (await one.turns.play(table.id, person, again)).table if taken else now
    await plays.close()


async def discards(tables: Tables, table: Table) -> list[Card]:
    look = await tables.look(table.id, mover(table))
    assert look.mine is not None
    return [move.card for move in look.mine.legal if move.verb == "discard" and move.card is not None]


# Computers


async def test_a_row_of_computers_is_played_by_one_and_by_another_when_that_is_gone(
    process: Begins, address: str
) -> None:
    one, other = await process(), await process()
    paused, going = asyncio.Event(), asyncio.Event()

    async def hangs(_: float) -> None:
        paused.set()
        await going.wait()

    one.computers._pace, one.computers._sleep = 1.0, hangs
    table = await started(one, ANA, fill="random", house={"target": 100_000})
    if table.turn == 0:
        table = (await play_on(one, table, random.Random(5), moves=1))[-1].table
        while table.turn == 0:
            table = (await play_on(one, table, random.Random(5), moves=1))[-1].table
    await paused.wait()
    before = await one.get(table.id)
    other.computers.see_to(before)
    await asyncio.sleep(0.05)
    assert (await other.get(table.id)).version == before.version
    cut_off(address, Lock.COMPUTERS, table.id)
    async with asyncio.timeout(300):
        while (await other.get(table.id)).turn != 0:  # noqa: ASYNC110 - other processes do it
            await asyncio.sleep(0.005)
    going.set()
    played = await PlayStore(database_of(one)).moves(table.id)
    assert [move.number for move in played] == list(range(1, len(played) + 1))


async def test_par_is_played_for_once_by_one_of_several_processes(process: Begins) -> None:
    several, played = [await process() for _ in range(3)], list[int]()

    async def plays(*_deal: object) -> int:
        played.append(1)
        # Long enough for the others to ask.
        await asyncio.sleep(0.2)
        return 400

    number = (await several[0].daily.open(ANA, "Ana")).table.id - DAILY
    begun = await DailyStore(several[0].changes.database).deal(number)
    assert begun is not None
    with mock.patch.object(Thinkers, "par", plays):
        assert await asyncio.gather(*(one.daily.par(begun) for one in [*several, *several])) == [400] * 6
    assert len(played) == 1


async def test_a_deal_that_one_process_has_closed_is_closed_for_those_whose_clocks_are_late(
    process: Begins, clock: Clock
) -> None:
    early, late = await process(), await process()
    before = await early.daily.open(ANA, "Ana")
    number = before.table.id
    assert before.mine is not None
    now, clock.now = clock.now, closes_at(number - DAILY)
    assert (await early.daily.dealt(number)).salt
    clock.now = now
    with pytest.raises(DailyClosed):
        await late.turns.play(number, ANA, before.mine.legal[0])
    with pytest.raises(DailyClosed):
        await late.daily.open(BO, "Bo")
