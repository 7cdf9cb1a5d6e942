"""Several processes on one database: locks that are free when their holder is gone, one who leads, and one winner of each race."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest

from bot.data.errors import DatabaseError, StoreTrouble, VersionMoved
from bot.data.tables import InChannel
from bot.store import Database, postgresql
from bot.store.database import Lock
from bot.store.games import GameStore
from bot.store.opening import open_database
from bot.store.servers import ServerStore
from bot.tables import Order, Tables
from tests import postgresql_server
from tests.stored import rows

Opens = Callable[[], Awaitable[Database]]

#: The locks of this database that somebody has.
LOCKS = (
    "FROM pg_locks WHERE locktype = 'advisory' AND granted"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)


@pytest.fixture
async def address(tmp_path: Path) -> AsyncIterator[str]:
    """Yield a database with all tables."""
    one = postgresql_server.database_for(tmp_path / "shared")
    yield one
    postgresql_server.drop([one])


@pytest.fixture
async def process(address: str) -> AsyncIterator[Opens]:
    """Yield what opens the database as one more process does."""
    async with AsyncExitStack() as stack:

        async def opens() -> Database:
            database = await open_database(address, shared=True)
            stack.push_async_callback(database.close)
            return database

        yield opens


_HOLDS = f"{LOCKS} AND (classid::bigint << 32 | objid::bigint) = ? AND objsubid = 1"


def holds(address: str, lock: Lock, number: int = 0) -> bool:
    """Return whether somebody has a lock."""
    return bool(rows(address, f"SELECT 1 {_HOLDS}", (postgresql._number_of(lock, number),)))


def cut_off(address: str, lock: Lock, number: int = 0) -> None:
    """End the connection that holds a lock, as when its process is killed."""
    sql, number_of = f"SELECT pg_terminate_backend(pid, 60000) {_HOLDS}", (postgresql._number_of(lock, number),)
    # Another process that waits for the lock may have it by now.
    assert rows(address, sql, number_of) == [(True,)]


# Opening it


async def test_several_share_a_database_and_nobody_has_it_alone_meanwhile(address: str) -> None:
    one, other = [await open_database(address, shared=True) for _ in range(2)]
    assert one.shared
    assert other.shared
    with postgresql_server.refusing_at_once(), pytest.raises(DatabaseError, match="in use by another bot process"):
        await open_database(address, alone=True)
    await one.close()
    await other.close()
    alone = await open_database(address, alone=True)
    assert not alone.shared
    with postgresql_server.refusing_at_once(), pytest.raises(DatabaseError, match="CANASTA_WORKERS=several"):
        await open_database(address, shared=True)
    await alone.close()


async def test_a_file_is_for_one_process(tmp_path: Path) -> None:
    with pytest.raises(DatabaseError, match="a file is for one process"):
        await open_database(tmp_path / "canasta.sqlite3", shared=True)
    assert not [*os.scandir(tmp_path)]


# Locks


async def test_a_lock_is_for_one_process_at_a_time_and_for_one_task_in_it(process: Opens) -> None:
    databases, inside, most = [await process() for _ in range(3)], 0, 0

    async def works(database: Database) -> None:
        nonlocal inside, most
        async with database.locked(Lock.TABLE, 7):
            inside += 1
            most = max(most, inside)
            await asyncio.sleep(0.001)
            inside -= 1

    await asyncio.gather(*(works(database) for database in databases * 5))
    assert most == 1


async def test_locks_of_other_numbers_and_kinds_are_others(process: Opens) -> None:
    one, other = await process(), await process()
    async with (
        one.locked(Lock.TABLE, 7),
        one.locked(Lock.TABLE, 8),
        other.locked(Lock.TABLE, 9),
        other.locked(Lock.TELLING, 7),
    ):
        pass


async def test_what_is_claimed_is_claimed_by_one(process: Opens) -> None:
    one, other = await process(), await process()
    async with one.claimed(Lock.TIMERS, 7) as mine, other.claimed(Lock.TIMERS, 7) as theirs:
        assert (mine is None, theirs is None) == (False, True)
        async with one.claimed(Lock.TIMERS, 7) as again:
            assert again is None
    async with other.claimed(Lock.TIMERS, 7) as free:
        assert free is not None


async def test_a_lock_is_free_when_its_holder_is_cut_off_or_given_up(process: Opens, address: str) -> None:
    one, other = await process(), await process()
    async with one.locked(Lock.TELLING, 7) as cut:
        cut_off(address, Lock.TELLING, 7)
        async with other.locked(Lock.TELLING, 7) as kept:
            pass
    assert (cut.lost, kept.lost) == (True, False)

    async def holds() -> None:
        async with one.locked(Lock.TELLING, 8):
            await asyncio.Event().wait()

    holding = asyncio.create_task(holds())
    while not rows(address, f"SELECT 1 {LOCKS} AND mode = 'ExclusiveLock'"):  # noqa: ASYNC110 - it happens on the server
        await asyncio.sleep(0.005)
    holding.cancel()
    async with other.locked(Lock.TELLING, 8):
        assert (await asyncio.gather(holding, return_exceptions=True))[0] is not None


async def test_nobody_holds_a_lock_that_came_when_it_was_not_waited_for_any_more(process: Opens) -> None:
    one, other = await process(), await process()

    async def holds() -> None:
        async with one.locked(Lock.TELLING, 7):
            raise AssertionError("it was cancelled before")

    for _ in range(20):
        holding = asyncio.create_task(holds())
        await asyncio.sleep(0)
        holding.cancel()
        await asyncio.gather(holding, return_exceptions=True)
    async with asyncio.timeout(300), other.locked(Lock.TELLING, 7):
        pass


async def test_without_the_server_there_are_no_locks(process: Opens, monkeypatch: pytest.MonkeyPatch) -> None:
    one = await process()
    async with one.locked(Lock.TABLE, 1):
        pass

    def lost(*_: object) -> None:
        raise psycopg.OperationalError("server closed the connection unexpectedly")

    with monkeypatch.context() as patch:
        patch.setattr(postgresql, "_try_lock", lost)
        with pytest.raises(StoreTrouble):
            async with one.locked(Lock.TABLE, 1):
                pass
    async with one.locked(Lock.TABLE, 1):
        pass


# The leader


async def test_one_leads_and_another_takes_over(process: Opens, address: str) -> None:
    one, other = await process(), await process()
    assert not one.leads
    assert await one.lead()
    assert not await other.lead()
    assert await one.lead()
    cut_off(address, Lock.LEAD)
    assert await other.lead()
    assert other.leads
    # It notices at its next look that it doesn't any more.
    assert one.leads
    assert not await one.lead()
    assert not one.leads
    cut_off(address, Lock.LEAD)
    assert await one.lead()


async def test_alone_a_process_leads_and_waits_for_nobody(address: str) -> None:
    one = await open_database(address, alone=True)
    assert one.leads
    assert await one.lead()
    async with one.locked(Lock.TABLE, 1), one.claimed(Lock.TABLE, 1) as mine:
        assert mine is not None
    assert rows(address, f"SELECT count(*) {LOCKS}") == [(1,)]
    await one.close()


# Races


@pytest.mark.slow
async def test_of_eight_that_race_for_a_version_exactly_one_is_accepted(process: Opens) -> None:
    databases = [await process() for _ in range(8)]
    order = Order(home=InChannel(1, 2), host_id=3)
    table = await Tables(databases[0], clock=lambda: 1_800_000_000).lobbies.open(order, "Ana")

    async def tries(database: Database) -> bool:
        games = GameStore(database)
        before = await games.get(table.id)
        assert before is not None
        await everybody_has_read.wait()
        try:
            async with database.transaction() as tx:
                await games.save(tx, before, replace(before, version=before.version + 1))
        except VersionMoved:
            return False
        return True

    accepted = 0
    for _ in range(200):
        everybody_has_read = asyncio.Barrier(8)
        accepted += sum(await asyncio.gather(*(tries(database) for database in databases)))
    assert accepted == 200
    now = await GameStore(databases[0]).get(table.id)
    assert now is not None
    assert now.version == table.version + 200


async def test_what_is_read_before_it_is_written_is_not_lost(process: Opens) -> None:
    """The house rules of a server are one text, of which each change is a part."""
    databases = [await process() for _ in range(4)]
    variants = [f"variant{number}" for number in range(12)]
    await asyncio.gather(
        *(
            ServerStore(databases[number % 4]).set_house(1, variant, {"target": 1000 + number})
            for number, variant in enumerate(variants)
        )
    )
    assert {*(await ServerStore(databases[0]).get(1)).house} == {*variants}
