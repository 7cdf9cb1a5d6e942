"""Whatever fails in a transaction: it is refused by one sentence, nothing of it is stored, and the next one goes through."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import psycopg
import pytest

from bot.data.errors import DatabaseError, StoreTrouble
from bot.store import Database
from bot.store import postgresql as module
from bot.store.opening import open_database
from bot.store.postgresql import PostgreSQL
from bot.store.sqlite import SQLite
from tests import postgresql_server
from tests.stored import place, rows

INSERT = "INSERT INTO people (user_id) VALUES (?)"


def of_sqlite(name: str) -> Callable[[], Exception]:
    """Return what makes an error of a file."""

    def made() -> Exception:
        error = sqlite3.OperationalError(name)
        error.sqlite_errorname = name
        return error

    return made


#: Errors that befall a file, and a server; after some of these the connection is gone.
ON_FILES = [of_sqlite(name) for name in ("SQLITE_FULL", "SQLITE_IOERR_WRITE", "SQLITE_READONLY", "SQLITE_BUSY")]
ON_SERVERS: list[tuple[Callable[[], Exception], bool]] = [
    (psycopg.errors.QueryCanceled, False),
    (psycopg.errors.ReadOnlySqlTransaction, False),
    (psycopg.errors.DiskFull, False),
    (psycopg.errors.DeadlockDetected, False),
    (psycopg.errors.AdminShutdown, True),
    (psycopg.errors.IdleInTransactionSessionTimeout, True),
    (psycopg.errors.TransactionTimeout, True),
    (psycopg.OperationalError, True),
]


class Storm:
    """The fault that fails statements: the one to which it counts down, and then each that rolls back if it `keeps`
    them from that."""

    def __init__(self) -> None:
        self.left: int | None = None
        self.keeps = False
        self.seen = 0
        self.fail: Callable[[Any], None] = lambda connection: None

    def strikes(self, connection: Any, *, rolls_back: bool = False) -> None:
        """Count one more statement on a connection. Raises what befalls it."""
        self.seen += 1
        if self.left is None:
            return
        self.left -= 1
        if self.left == 0 or (self.left < 0 and self.keeps and rolls_back):
            self.fail(connection)


@pytest.fixture
async def struck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[Database, Storm]]:
    """Yield a database whose writing statements a storm fails."""
    database = await open_database(place(tmp_path / "canasta.sqlite3"), alone=True)
    storm = Storm()
    if isinstance(database, SQLite):
        await database._writer.execute_fetchall("PRAGMA synchronous = OFF")
        for name in ("execute", "execute_fetchall", "executemany", "rollback"):
            monkeypatch.setattr(database._writer, name, _struck_file(storm, getattr(database._writer, name), name))
    else:
        for name in ("execute", "executemany", "copy_in"):
            monkeypatch.setattr(module._Connection, name, _struck_server(storm, getattr(module._Connection, name)))
    yield database, storm
    storm.left = None
    await database.close()


def _struck_file(storm: Storm, run: Any, name: str) -> Any:
    async def strikes(*args: Any) -> Any:
        storm.strikes(None, rolls_back=name == "rollback")
        return await run(*args)

    return strikes


def _struck_server(storm: Storm, run: Any) -> Any:
    def strikes(self: module._Connection, *args: Any, **options: Any) -> Any:
        storm.strikes(self, rolls_back=args[0] == "ROLLBACK")
        return run(self, *args, **options)

    return strikes


def _fails(kind: Callable[[], Exception], gone: bool) -> Callable[[Any], None]:
    def fail(connection: Any) -> None:
        if gone:
            connection.close()
        elif connection is not None and connection.info.transaction_status != psycopg.pq.TransactionStatus.IDLE:
            # As a server does with what has failed.
            with pytest.raises(psycopg.DataError):
                psycopg.Connection.execute(connection, "SELECT 1 / 0")
        raise kind()

    return fail


async def work(database: Database, number: int) -> None:
    """Write in all ways there are."""
    async with database.transaction() as tx:
        await tx.run(INSERT, (number,))
        await tx.rows("SELECT * FROM people WHERE user_id = ?", (number,))
        await tx.insert("INSERT INTO ghosts (made_at) VALUES (?)", (number,))
        await tx.many("INSERT INTO emojis (emoji_id, digest) VALUES (?, ?)", [(number, "")])
        await tx.fill("commands", ["name", "id"], [(str(number), number)])


@pytest.mark.slow
@pytest.mark.parametrize("fresh", [False, True], ids=["", "on a new connection"])
@pytest.mark.parametrize("keeps", [False, True], ids=["", "nor rolled back"])
@pytest.mark.parametrize("times", [1, 2])
async def test_each_statement_may_fail(struck: tuple[Database, Storm], times: int, keeps: bool, fresh: bool) -> None:
    database, storm = struck
    await work(database, 1)
    stored, number, storm.keeps = 1, 1, keeps
    said = set[str]()
    kinds = [(kind, False) for kind in ON_FILES] if isinstance(database, SQLite) else ON_SERVERS
    for kind, gone in kinds:
        storm.fail = _fails(kind, gone)
        for nth in range(1, 12):
            for _ in range(times):
                if fresh and isinstance(database, PostgreSQL):
                    database._writer.look_elsewhere()
                number += 1
                storm.left = nth
                try:
                    await work(database, number)
                except StoreTrouble as trouble:
                    said.add(str(trouble))
                else:
                    # Behind the last statement there is nothing to fail; what was begun on a lost connection begins again.
                    stored += 1
                storm.left = None
            assert await database.works() or nth % 2
            number += 1
            await work(database, number)
            stored += 1
            assert await database.works()
    assert len(said) > 2
    assert all(one.endswith(".") and "Restore" not in one for one in said)
    for table in ("people", "ghosts", "emojis", "commands"):
        assert [row[0] for row in await database.rows(f"SELECT count(*) FROM {table}")] == [stored]


async def test_whether_it_works_is_answered_whatever_happens(struck: tuple[Database, Storm]) -> None:
    database, storm = struck

    def fail(_connection: Any) -> None:
        raise LookupError("nobody has thought of this")

    storm.fail = fail
    for nth in range(1, 4):
        database._sure_until = float("-inf")
        storm.left = nth
        assert await database.works() in (True, False)
        storm.left = None
        assert await database.works()
    await work(database, 1)


async def test_that_nothing_can_be_written_is_found_without_a_move(struck: tuple[Database, Storm]) -> None:
    database, storm = struck
    storm.fail = _fails(*((ON_FILES[2], False) if isinstance(database, SQLite) else ON_SERVERS[1]))
    database._sure_until = float("-inf")
    storm.left = 2
    assert not await database.works()
    storm.left = None
    assert await database.works()


async def test_a_transaction_that_is_given_up_at_any_statement_leaves_nothing(struck: tuple[Database, Storm]) -> None:
    database, storm = struck
    loop = asyncio.get_running_loop()
    for nth in range(1, 8):
        reached, released = asyncio.Event(), threading.Event()

        def hold(connection: Any, reached: asyncio.Event = reached, released: threading.Event = released) -> None:
            loop.call_soon_threadsafe(reached.set)
            if connection is not None:
                released.wait()

        storm.fail, storm.left = hold, nth
        task = asyncio.create_task(work(database, nth))
        await reached.wait()
        storm.left = None
        task.cancel()
        await asyncio.sleep(0)
        released.set()
        assert isinstance((await asyncio.gather(task, return_exceptions=True))[0], asyncio.CancelledError)
        if isinstance(database, PostgreSQL):
            idle = await database._writer.do(lambda one: one.info.transaction_status)
            assert idle == psycopg.pq.TransactionStatus.IDLE
        else:
            assert isinstance(database, SQLite)
            assert not database._writer.in_transaction
    await work(database, 100)


# Servers' behaviour


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """Yield a database with all tables."""
    one = postgresql_server.database_for(tmp_path / "whole")
    yield one
    postgresql_server.drop([one])


def set_for_all(address: str, setting: str) -> None:
    """Change a setting of a database, and end all connections to it, so that it counts for the next ones."""
    [name] = re.findall(r"test_\w+", address)
    rows(postgresql_server.address(), f"ALTER DATABASE {name} {setting}")
    sql = "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = ?"
    rows(postgresql_server.address(), sql, (name,))


async def test_a_server_that_is_read_only_for_a_while_is_waited_for(
    address: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    database = await open_database(address, alone=True)
    await work(database, 1)
    set_for_all(address, "SET default_transaction_read_only = on")
    assert not await database.works()
    for number in (2, 3, 4):
        with pytest.raises(StoreTrouble, match="can be read but not written to"):
            await work(database, number)
    assert [row[0] for row in await database.rows("SELECT user_id FROM people")] == [1]
    assert [record.levelname for record in caplog.records if "Until then no move" in record.message] == ["ERROR"]
    caplog.clear()
    another = await open_database(address)
    assert "can be read but not written to" in caplog.text
    assert not await another.works()
    set_for_all(address, "RESET default_transaction_read_only")
    assert await database.works()
    await work(database, 5)
    await work(another, 6)
    await another.close()
    await database.close()
    blank = postgresql_server.database_for(tmp_path / "blank", tables=False)
    set_for_all(blank, "SET default_transaction_read_only = on")
    with pytest.raises(DatabaseError, match="can be read but not written to") as refused:
        await open_database(blank)
    assert "backup" not in str(refused.value)
    postgresql_server.drop([blank])


@pytest.mark.parametrize("limit", ["idle_in_transaction_session_timeout", "transaction_timeout"])
async def test_a_session_that_its_server_has_ended_is_trouble_that_passes(address: str, limit: str) -> None:
    database = await open_database(address)
    set_for_all(address, f"SET {limit} = '150ms'")
    [name] = re.findall(r"test_\w+", address)
    begun = "SELECT count(*) FROM pg_stat_activity WHERE datname = ? AND xact_start IS NOT NULL"

    async def slowly() -> None:
        async with database.transaction() as tx:
            with suppress(StoreTrouble):
                await tx.run(INSERT, (1,))
            while rows(postgresql_server.address(), begun, (name,)) != [(0,)]:  # noqa: ASYNC110 - it happens on the server
                await asyncio.sleep(0.05)
            await tx.run(INSERT, (2,))

    with pytest.raises(StoreTrouble, match="can't be used just now"):
        await slowly()
    set_for_all(address, f"RESET {limit}")
    assert await database.works()
    await work(database, 3)
    assert [row[0] for row in await database.rows("SELECT user_id FROM people")] == [3]
    await database.close()


@pytest.mark.slow
async def test_the_bot_goes_on_after_a_standby_has_taken_over(caplog: pytest.LogCaptureFixture) -> None:
    with postgresql_server.pair() as both:
        database = await open_database(both.address, shared=True)
        await work(database, 1)
        both.wait_for_standby()
        both.end_primary()
        with pytest.raises(StoreTrouble):
            await work(database, 2)
        assert not await database.works()
        both.lead_to_standby()
        for number in (3, 4):
            with pytest.raises(StoreTrouble, match="can be read but not written to"):
                await work(database, number)
            assert not await database.works()
        assert [row[0] for row in await database.rows("SELECT user_id FROM people")] == [1]
        another = await open_database(both.address, shared=True)
        assert not await another.works()
        both.promote()
        assert await database.works()
        await work(database, 5)
        await work(another, 6)
        found = await database.rows("SELECT user_id FROM people ORDER BY user_id")
        assert [row[0] for row in found] == [1, 5, 6]
        assert "backup" not in caplog.text
        await another.close()
        await database.close()
