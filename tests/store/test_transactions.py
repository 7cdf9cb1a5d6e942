"""Transactions and reads, on either store: whole or not at all, one after the other, and one winner where processes race."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest

from bot.data.errors import DatabaseError, VersionMoved
from bot.data.tables import InChannel
from bot.store import Database
from bot.store.games import GameStore
from bot.store.opening import open_database
from bot.tables import Order, Tables
from tests import postgresql_server
from tests.stored import place


async def test_a_transaction_is_seen_whole_or_not_at_all(tmp_path: Path) -> None:
    database = await open_database(place(tmp_path / "canasta.sqlite3"))
    insert = "INSERT INTO people (user_id) VALUES (?)"

    async def half_way() -> None:
        async with database.transaction() as tx:
            await tx.run(insert, (1,))
            assert await database.rows("SELECT user_id FROM people") == []
            raise RuntimeError("half way")

    with pytest.raises(RuntimeError, match="half way"):
        await half_way()
    async with database.transaction() as tx:
        await tx.run(insert, (2,))
        await tx.run(insert, (3,))
    assert [row["user_id"] for row in await database.rows("SELECT user_id FROM people")] == [2, 3]
    await database.close()


async def test_transactions_wait_for_each_other(tmp_path: Path) -> None:
    database = await open_database(place(tmp_path / "canasta.sqlite3"))

    async def add_one_more() -> None:
        async with database.transaction() as tx:
            (count,) = (await database.rows("SELECT count(*) FROM people"))[0]
            await asyncio.sleep(0)
            await tx.run("INSERT INTO people (user_id) VALUES (?)", (count,))

    await asyncio.gather(*(add_one_more() for _ in range(20)))
    assert [row[0] for row in await database.rows("SELECT user_id FROM people")] == list(range(20))
    await database.close()


async def test_a_cancelled_transaction_leaves_the_database_usable(tmp_path: Path) -> None:
    database = await open_database(place(tmp_path / "canasta.sqlite3"))

    async def never_ends() -> None:
        async with database.transaction() as tx:
            await tx.run("INSERT INTO people (user_id) VALUES (1)")
            started.set()
            await asyncio.Event().wait()

    started = asyncio.Event()
    task = asyncio.create_task(never_ends())
    await started.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await database.write("INSERT INTO people (user_id) VALUES (2)")
    assert [row[0] for row in await database.rows("SELECT user_id FROM people")] == [2]
    await database.close()


async def test_what_is_written_stays_out_of_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        database = await open_database(place(tmp_path / "canasta.sqlite3"))
        await database.write("INSERT INTO people (user_id) VALUES (?)", (424242,))
        await database.close()
    assert "424242" not in caplog.text


async def test_readers_cannot_write(tmp_path: Path) -> None:
    database = await open_database(place(tmp_path / "canasta.sqlite3"))
    with pytest.raises((sqlite3.OperationalError, psycopg.errors.ReadOnlySqlTransaction), match=r"read-?only"):
        await database.rows("DELETE FROM people")
    await database.close()


async def test_one_bot_alone_uses_a_database_until_it_closes_it(tmp_path: Path) -> None:
    where = place(tmp_path / "canasta.sqlite3")
    bot = await open_database(where, alone=True)
    with (
        postgresql_server.refusing_at_once(),
        pytest.raises(DatabaseError, match=r"is in use by another bot process\. Stop that one"),
    ):
        await open_database(where, alone=True)
    await bot.write("INSERT INTO people (user_id) VALUES (1)")
    await (await open_database(where)).close()
    await bot.close()
    await (await open_database(where, alone=True)).close()


@pytest.mark.slow
async def test_of_two_connections_that_race_for_a_version_one_wins(tmp_path: Path) -> None:
    """As two processes would: neither knows what the other has in memory."""
    where = place(tmp_path / "canasta.sqlite3")
    both = [await open_database(where) for _ in range(2)]
    table = await Tables(both[0], clock=lambda: 1_800_000_000).lobbies.open(
        Order(home=InChannel(1, 2), host_id=3), "Ana"
    )

    async def change(database: Database, version: int) -> bool:
        games = GameStore(database)
        before = await games.get(table.id)
        assert before is not None
        after = replace(before, version=version + 1)
        await together.wait()
        try:
            async with database.transaction() as tx:
                await games.save(tx, before, after)
        except VersionMoved:
            return False
        return True

    rounds = 50
    for version in range(table.version, table.version + rounds):
        together = asyncio.Barrier(2)
        assert sorted(await asyncio.gather(*(change(one, version) for one in both))) == [False, True]
    last = await GameStore(both[0]).get(table.id)
    assert last is not None
    assert last.version == table.version + rounds
    for database in both:
        await database.close()
