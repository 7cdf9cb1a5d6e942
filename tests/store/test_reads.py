"""Rows that were read are remembered until they may have changed: by this connection, another process, or while it was
being read."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import closing
from pathlib import Path
from unittest import mock

import pytest

from bot.store.database import Row, Transaction
from bot.store.people import PersonStore
from bot.store.reads import changed_by, tables_of
from bot.store.servers import ServerStore
from bot.store.sqlite import SQLite
from tests.cogs.players import now as by_now
from tests.cogs.players import on_turn, seat_four
from tests.world import World

pytestmark = pytest.mark.sqlite


class Statements:
    """The statements that a database's reader has run."""

    def __init__(self) -> None:
        self.run: list[str] = []

    @classmethod
    async def of(cls, database: SQLite) -> Statements:
        """Count from now on."""
        found = cls()
        await database._reader.set_trace_callback(found.run.append)
        return found


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[SQLite]:
    opened = await SQLite.in_file(tmp_path / "canasta.sqlite3", alone=True)
    yield opened
    await opened.close()


async def test_what_was_read_is_not_read_again_until_its_table_is_written_to(database: SQLite) -> None:
    people, servers = PersonStore(database), ServerStore(database)
    await people.dm_opened(1, 100)
    run = (await Statements.of(database)).run
    for _ in range(3):
        assert (await people.get(1)).dm_channel_id == 100
        assert (await people.get(2)).dm_channel_id is None
        assert (await servers.get(1)).language is None
    assert len(run) == 3
    await servers.set(1, language="it")
    assert (await servers.get(1)).language == "it"
    assert (await people.get(1)).dm_channel_id == 100
    assert len(run) == 4, "people are still known"
    await people.dm_opened(2, 200)
    assert (await people.get(2)).dm_channel_id == 200
    assert len(run) == 5


async def test_a_change_that_only_looks_into_a_table_leaves_it_known(database: SQLite) -> None:
    people = PersonStore(database)
    await people.dm_opened(1, 100)
    run = (await Statements.of(database)).run
    assert (await people.get(1)).dm_channel_id == 100
    async with database.transaction() as tx:
        await tx.run("DELETE FROM messages WHERE channel_id IN (SELECT dm_channel_id FROM people)")
    run.clear()
    assert (await people.get(1)).dm_channel_id == 100
    assert run == []


async def test_what_is_not_committed_is_not_read(database: SQLite) -> None:
    people = PersonStore(database)
    assert (await people.get(1)).theme == "green"

    async def dyed() -> None:
        async with database.transaction() as tx:
            await people.set(tx, 1, theme="blue")
            assert (await people.get(1)).theme == "green"
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await dyed()
    assert (await people.get(1)).theme == "green"
    async with database.transaction() as tx:
        await people.set(tx, 1, theme="blue")
        assert (await people.get(1)).theme == "green"
    assert (await people.get(1)).theme == "blue"


async def test_a_change_whose_commit_was_cut_short_is_read(database: SQLite) -> None:
    people = PersonStore(database)
    assert (await people.get(1)).theme == "green"
    execute = database._writer.execute_fetchall

    async def cut_short(sql: str, parameters: Iterable[object] = ()) -> Iterable[sqlite3.Row]:
        rows = await execute(sql, parameters)
        if sql == "COMMIT":
            raise asyncio.CancelledError
        return rows

    with mock.patch.object(database._writer, "execute_fetchall", cut_short), pytest.raises(asyncio.CancelledError):
        async with database.transaction() as tx:
            await people.set(tx, 1, theme="blue")
    assert (await people.get(1)).theme == "blue"


async def test_what_another_process_writes_is_read(database: SQLite) -> None:
    people, servers = PersonStore(database), ServerStore(database)
    assert (await people.get(1)).theme == "green"
    assert (await people.get(2)).theme == "green"
    with closing(sqlite3.connect(database.path)) as other:
        other.execute("INSERT INTO people (user_id, theme) VALUES (1, 'blue')")
        other.commit()
        assert (await people.get(1)).theme == "blue"
        assert (await people.get(2)).theme == "green"
        other.execute("INSERT INTO people (user_id, theme) VALUES (2, 'red')")
        other.commit()
        await servers.set(1, language="it")
        assert (await people.get(2)).theme == "red", "a change of its own, of another table, doesn't hide it"


async def test_nothing_is_remembered_while_another_process_may_be_writing(database: SQLite) -> None:
    """The log shows another process's write before what it wrote can be read."""
    people = PersonStore(database)
    log = database.path.with_name(database.path.name + "-wal")
    await people.dm_opened(1, 100)
    with closing(sqlite3.connect(database.path)) as other:
        other.execute("BEGIN IMMEDIATE")
        os.utime(log, ns=(1, 1))
        assert (await people.get(1)).dm_channel_id == 100
        other.execute("UPDATE people SET dm_channel_id = 200")
        other.execute("COMMIT")
        os.utime(log, ns=(1, 1))
    assert (await people.get(1)).dm_channel_id == 200


async def test_where_others_write_all_the_time_nothing_is_remembered(tmp_path: Path) -> None:
    opened = await SQLite.in_file(tmp_path / "canasta.sqlite3")
    run = (await Statements.of(opened)).run
    for _ in range(3):
        await PersonStore(opened).get(1)
    assert len(run) == 3
    await opened.close()


async def test_what_changes_while_it_is_read_is_read_again(database: SQLite) -> None:
    people = PersonStore(database)
    execute = database._reader.execute_fetchall
    going_on, go_on = asyncio.Event(), asyncio.Event()

    async def slow(sql: str, parameters: Sequence[object] = ()) -> Iterable[sqlite3.Row]:
        rows = await execute(sql, parameters)
        going_on.set()
        await go_on.wait()
        return rows

    with mock.patch.object(database._reader, "execute_fetchall", slow):
        reading = asyncio.create_task(people.get(1))
        await going_on.wait()
        await people.dm_opened(1, 100)
        go_on.set()
        assert (await reading).dm_channel_id is None, "it was asked before"
    assert (await people.get(1)).dm_channel_id == 100


async def test_a_list_that_was_given_out_may_be_changed(database: SQLite) -> None:
    sql = "SELECT name FROM sqlite_schema WHERE name = 'people'"
    for _ in range(2):
        (await database.rows(sql)).clear()
    assert [row["name"] for row in await database.rows(sql)] == ["people"]


@pytest.mark.slow
async def test_every_table_of_a_statement_is_known(tmp_path: Path) -> None:
    said: dict[str, Sequence[object]] = {}
    rows, run, insert, many = SQLite.rows, Transaction.run, Transaction.insert, Transaction.many

    def heard(sql: str, parameters: Sequence[object]) -> None:
        said[sql] = parameters

    async def rows_heard(self: SQLite, sql: str, parameters: Sequence[object] = ()) -> list[Row]:
        heard(sql, parameters)
        return await rows(self, sql, parameters)

    async def run_heard(self: Transaction, sql: str, parameters: Sequence[object] = ()) -> int:
        heard(sql, parameters)
        return await run(self, sql, parameters)

    async def insert_heard(self: Transaction, sql: str, parameters: Sequence[object] = ()) -> int:
        heard(sql, parameters)
        return await insert(self, sql, parameters)

    async def many_heard(self: Transaction, sql: str, held: Iterable[Sequence[object]]) -> None:
        listed = list(held)
        if listed:
            heard(sql, listed[0])
        await many(self, sql, listed)

    with (
        mock.patch.object(SQLite, "rows", rows_heard),
        mock.patch.object(Transaction, "run", run_heard),
        mock.patch.object(Transaction, "insert", insert_heard),
        mock.patch.object(Transaction, "many", many_heard),
    ):
        async with World(tmp_path / "canasta.sqlite3") as world:
            table, people = await seat_four(world)
            person = on_turn(await by_now(world, table), people)
            await person.slash("draw")
            await person.slash("canasta resign")
            await person.slash("preferences export")
    assert len(said) > 40
    with closing(sqlite3.connect(tmp_path / "canasta.sqlite3")) as connection:
        touched, changed = set[str](), set[str]()
        changes = sqlite3.SQLITE_INSERT, sqlite3.SQLITE_UPDATE, sqlite3.SQLITE_DELETE

        def asked(act: int, name: str | None, *_: object) -> int:
            if name is not None and (act == sqlite3.SQLITE_READ or act in changes):
                touched.add(name.lower())
                if act in changes:
                    changed.add(name.lower())
            return sqlite3.SQLITE_OK

        connection.set_authorizer(asked)
        for sql, parameters in said.items():
            touched.clear()
            changed.clear()
            connection.execute(f"EXPLAIN {sql}", tuple(parameters)).fetchall()
            assert {one for one in touched if one != "sqlite_sequence"} <= tables_of(sql) | {
                "json_each",
                "sqlite_master",
            }, sql
            assert changed - {"sqlite_sequence", "sqlite_master"} <= changed_by(sql), sql
