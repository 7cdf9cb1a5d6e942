"""SQLite: opens a file, checks it, brings its schema up to date, and remembers what was read of it."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import shutil
import sqlite3
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, suppress
from importlib.resources import files
from pathlib import Path
from typing import IO

import aiosqlite

from bot.data.errors import DatabaseError, StoreTrouble
from bot.store.database import BUSY_SECONDS, Database, Form, Row, Side, Transaction, storable
from bot.store.reads import Reads, changed_by
from bot.watching import metrics

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

# Its debug lines show what is written: packs and moves, which nobody may read while a game is played.
logging.getLogger("aiosqlite").setLevel(logging.INFO)

#: Written into every database file, so that the SQLite file of another program is never migrated.
APPLICATION_ID = 0x43414E41

#: The first bytes of every SQLite file.
_MAGIC = b"SQLite format 3\0"

#: Goes over a whole file, and tells three things at most that are wrong with it.
_INTEGRITY = "PRAGMA integrity_check(3)"
#: The same, but that it doesn't compare indexes with their tables, which takes four times as long.
_SOUNDNESS = "PRAGMA quick_check(3)"

#: Seconds to wait for another process that is known to hold the database: fewer, so that no queue of people builds up.
_HELD_SECONDS = 0.25

#: Bytes of a file that is checked as a whole before it is used, which takes a second at most. A larger one is checked
#: while it is used, when this many seconds have passed: otherwise people would wait for minutes after a start.
_CHECKED_FIRST, _CHECKED_AFTER = 1 << 26, 60.0

#: Bytes that must be free before a full disk counts as cleared.
_ROOM = 1 << 20

log = logging.getLogger(__name__)


def migrations() -> list[str]:
    """Return the migration scripts in order; the schema's version is how many have run."""
    folder = files("bot.store") / "migrations"
    scripts = [entry for entry in folder.iterdir() if entry.name.endswith(".sql")]
    return [script.read_text("utf-8") for script in sorted(scripts, key=lambda script: script.name)]


class SQLite(Database):
    """One open file."""

    def __init__(
        self, path: Path, writer: aiosqlite.Connection, reader: aiosqlite.Connection, lock: IO[bytes] | None
    ) -> None:
        """Hold the open connections. Called by `in_file` alone."""
        super().__init__(str(path))
        self.path = path
        self._lock = lock
        self._file = _identity(path)
        self._writer = writer
        self._reader = reader
        # Where other processes write all the time, what was read may be out of date at once.
        self._reads = Reads(path, remembers=lock is not None)
        self._damaged = False
        self._checker: sqlite3.Connection | None = None
        self._checking: asyncio.Task[None] | None = None

    @staticmethod
    async def in_file(path: Path, *, witness: Path | None = None, alone: bool = False) -> SQLite:
        """Open a file as `open_database` says."""
        scripts = await asyncio.to_thread(migrations)
        await asyncio.to_thread(_prepare_place, path, witness)
        lock = _locked(path) if alone else None
        found = _identity(path)
        opened: list[aiosqlite.Connection] = []
        try:
            for _ in ("writer", "reader"):
                opened.append(await _connected(path))
                if len(opened) == 1:
                    await _check(opened[0], path, found, len(scripts))
                    await _migrate(opened[0], scripts)
            await opened[1].execute_fetchall("PRAGMA query_only = ON")
        except BaseException as error:
            for connection in opened:
                await connection.close()
            if lock is not None:
                lock.close()
            if isinstance(error, sqlite3.Error):
                raise DatabaseError(explain(error, path)) from error
            raise
        writer, reader = opened
        writer.row_factory = reader.row_factory = sqlite3.Row
        database = SQLite(path, writer, reader, lock)
        if not _is_checked_first(path):
            database._checking = asyncio.create_task(database._check())
        return database

    async def _check(self) -> None:
        """Go over the whole file once the start is over, and take no move any more if it is damaged."""
        await asyncio.sleep(_CHECKED_AFTER)
        address = f"{self.path.absolute().as_uri()}?mode=ro"
        try:
            with closing(sqlite3.connect(address, uri=True, check_same_thread=False)) as checker:
                self._checker = checker
                found = await asyncio.to_thread(lambda: checker.execute(_SOUNDNESS).fetchall())
        except sqlite3.Error as error:
            # Unless the bot was closed meanwhile, it is trouble like any other.
            with suppress(StoreTrouble):
                await self._judge(error)
            return
        finally:
            self._checker = None
        complaint = _damage(self.path, found)
        if complaint is not None:
            self._damaged = True
            self._troubled(complaint)

    async def close(self) -> None:
        """Wait for the transaction that is running, then close both connections."""
        while self._checking is not None and not self._checking.done():
            if self._checker is None:
                self._checking.cancel()
            else:
                self._checker.interrupt()
            await asyncio.wait({self._checking}, timeout=0.05)
        async with self._one_at_a_time:
            await self._reader.close()
            await self._writer.close()
            if self._lock is not None:
                self._lock.close()

    async def rows(self, sql: str, parameters: Sequence[object] = ()) -> list[Row]:
        """Return the rows that a query reads, as `Database.rows` says."""
        stamp = self._reads.stamp(sql)
        known = self._reads.find(sql, parameters, stamp)
        if known is not None:
            return known
        try:
            with metrics.timed(metrics.DATABASE, "read"):
                read: list[Row] = list(await self._reader.execute_fetchall(sql, parameters))
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorname", "") != "SQLITE_READONLY":
                # The reader may never write; that is no fault of the file.
                await self._judge(error)
            raise
        self._reads.keep(sql, parameters, stamp, read)
        return read

    async def size(self) -> int:
        """Return how many bytes the file takes, without its log."""
        return (await asyncio.to_thread(self.path.stat)).st_size

    async def room(self) -> int:
        """Return the bytes that are left on the disk of the file, none if its folder is gone."""
        try:
            return (await asyncio.to_thread(shutil.disk_usage, self.path.absolute().parent)).free
        except OSError:
            return 0

    async def forms(self) -> dict[str, Form]:
        """Return what the tables of the bot are like."""
        columns: dict[str, list[tuple[str, int]]] = {}
        for table, name, place in await self.rows(
            "SELECT m.name, c.name, c.pk FROM sqlite_schema AS m JOIN pragma_table_info(m.name) AS c"
            " WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY m.name, c.cid"
        ):
            columns.setdefault(table, []).append((name, place))
        references = {
            (table, other)
            for table, other in await self.rows(
                'SELECT m.name, f."table" FROM sqlite_schema AS m JOIN pragma_foreign_key_list(m.name) AS f'
            )
        }
        return {
            table: Form(
                tuple(name for name, _ in found),
                tuple(name for name, place in sorted(found, key=lambda one: one[1]) if place),
                frozenset(other for one, other in references if one == table),
            )
            for table, found in columns.items()
        }

    async def last_numbers(self) -> dict[str, int]:
        """Return the last id that each table gave."""
        return {row[0]: row[1] for row in await self.rows("SELECT name, seq FROM sqlite_sequence WHERE seq > 0")}

    def beside(self) -> Side:
        """Return a connection of its own."""
        connection = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
        connection.row_factory = sqlite3.Row
        return connection

    def streamed(self, side: Side, sql: str) -> Iterator[Row]:
        """Yield the rows that a query reads."""
        yield from side.execute(sql)

    async def _begin(self, alone: bool) -> Transaction:
        # No other one is begun while this one writes, whether it is to be alone or not.
        await self._look()
        if self._writer.in_transaction:
            # It could not be rolled back, and would be committed with what comes now.
            await self._writer.rollback()
        await self._writer.execute_fetchall("BEGIN IMMEDIATE")
        self._reads.begin()
        return SQLiteTransaction(self._writer)

    async def _commit(self, tx: Transaction) -> None:
        assert isinstance(tx, SQLiteTransaction)
        await self._writer.execute_fetchall("COMMIT")
        self._reads.written(tx.tables)

    async def _roll_back(self) -> None:
        self._reads.failed()
        with suppress(sqlite3.Error):
            await self._writer.rollback()

    async def _judge(self, error: BaseException) -> None:
        name = getattr(error, "sqlite_errorname", "")
        if not isinstance(error, sqlite3.Error) or not name.startswith(_TROUBLES):
            return
        self._damaged = self._damaged or name.startswith(DAMAGES)
        if name.startswith(HELD):
            await self._wait_for_others(_HELD_SECONDS)
        raise self._troubled(explain(error, self.path)) from error

    async def _look(self) -> None:
        if self._damaged:
            raise StoreTrouble(self._trouble)
        if _identity(self.path) != self._file:
            raise self._troubled(
                f"{self.path} is no longer the file that was opened: it was deleted or replaced while the bot ran."
                " Put it back (its log too) and start the bot again."
            )

    async def _try_to_write(self) -> None:
        if await self.room() > _ROOM:
            try:
                (version,) = await _pragma(self._writer, "user_version")
            except sqlite3.Error as error:
                await self._judge(error)
                raise
            await self.write(f"PRAGMA user_version = {version}")

    async def _recovered(self) -> None:
        await self._wait_for_others(BUSY_SECONDS)

    async def _wait_for_others(self, seconds: float) -> None:
        await self._writer.execute_fetchall(f"PRAGMA busy_timeout = {int(seconds * 1000)}")


class SQLiteTransaction(Transaction):
    """A transaction on a file."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        """Write through `connection`. Called by `SQLite` alone."""
        super().__init__()
        self._connection = connection
        self.tables: set[str] = set()
        """The tables that were written to, and those that were read for it."""

    async def rows(self, sql: str, parameters: Sequence[object] = ()) -> list[Row]:
        """Return the rows that a query reads, as `Transaction.rows` says."""
        return list(await self._connection.execute_fetchall(sql, parameters))

    async def hold(self, number: int) -> None:
        """Do nothing: while a transaction writes to a file, no other one does."""

    async def number_after(self, table: str, last: int) -> None:
        """Have a table give ids above `last`."""
        if not await self.run("UPDATE sqlite_sequence SET seq = ? WHERE name = ?", (last, table)):
            await self.run("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (table, last))

    async def _run(self, sql: str, parameters: Sequence[object]) -> int:
        self.tables |= changed_by(sql)
        # A cursor that has no rows to give holds nothing: closing it would be one more way to the connection's thread and back.
        return (await self._connection.execute(sql, _storable(parameters))).rowcount

    async def _insert(self, sql: str, parameters: Sequence[object]) -> list[Row]:
        self.tables |= changed_by(sql)
        return await self.rows(sql, _storable(parameters))

    async def _many(self, sql: str, rows: Iterable[Sequence[object]]) -> int:
        self.tables |= changed_by(sql)
        return (await self._connection.executemany(sql, map(_storable, rows))).rowcount


def _storable(parameters: Sequence[object]) -> Sequence[object]:
    if any(isinstance(one, str) and "\0" in one for one in parameters):
        return [storable(one) if isinstance(one, str) else one for one in parameters]
    return parameters


def _prepare_place(path: Path, witness: Path | None) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        there = path.exists() and path.stat().st_size > 0
    except OSError as error:
        raise DatabaseError(f"{path} can't be opened ({error}). Check the folder and its permissions.") from error
    if there:
        if not begins_as_database(path):
            # SQLite would fold a log into the file before it finds that out.
            raise DatabaseError(f"{path} is damaged or no database. Restore a backup; the file was left as it is.")
        return
    write_ahead = path.with_name(path.name + "-wal")
    if write_ahead.exists() and write_ahead.stat().st_size:
        # SQLite would start a new file here and throw the log away, and with it the only moves left.
        raise DatabaseError(
            f"{path} is missing, but its log {write_ahead.name} is there."
            " Put the database back beside it, or move the log away."
        )
    if witness is not None and witness.exists():
        raise DatabaseError(
            f"{path} is missing or empty, though a bot has run with it, as {witness.name} tells."
            f" Restore a backup, or delete {witness.name} too to begin with an empty one."
        )
    log.info("%s is new", path)


async def _connected(path: Path) -> aiosqlite.Connection:
    """Return a connection to a file.

    aiosqlite gets it when it is open: if it failed to open it, its thread would answer once more when all may be over.
    """
    connection = await asyncio.to_thread(
        sqlite3.connect, path, isolation_level=None, timeout=BUSY_SECONDS, check_same_thread=False
    )
    return await aiosqlite.Connection(lambda: connection, iter_chunk_size=64)


def _locked(path: Path) -> IO[bytes] | None:
    """Open and lock the file that says that a bot uses a database; None where files can't be locked.

    Closing the file, or the end of the process, unlocks it. Raises `DatabaseError` if another process has locked it.
    """
    # SQLite locks the database by some of its bytes. Some systems would take a lock on the whole file for one of those.
    beside = path.resolve()
    beside = beside.with_name(beside.name + ".lock")
    try:
        file = beside.open("ab")
    except OSError as error:
        raise DatabaseError(f"{beside} can't be opened ({error}). Check the folder and its permissions.") from error
    try:
        if sys.platform == "win32":
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        file.close()
        if error.errno in (errno.EAGAIN, errno.EACCES):
            raise DatabaseError(
                f"{path} is in use by another bot process. Stop that one, or name another file by CANASTA_DATABASE."
            ) from error
        log.warning(
            "%s can't be locked (%s): see to it yourself that no second bot uses %s", beside, error.strerror, path
        )
        return None
    return file


def begins_as_database(path: Path) -> bool:
    """Return whether a file begins as SQLite files do. Raises `DatabaseError` where it can't be read."""
    try:
        with path.open("rb") as file:
            return file.read(len(_MAGIC)) == _MAGIC
    except OSError as error:
        raise DatabaseError(f"{path} can't be opened ({error}). Check the folder and its permissions.") from error


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


async def _check(connection: aiosqlite.Connection, path: Path, found: tuple[int, int] | None, known: int) -> None:
    (version,) = await _pragma(connection, "user_version")
    if found is not None and _identity(path) != found:
        # A restore holds the file while it runs. A log written now would be taken for that of the new file.
        raise DatabaseError(f"{path} was replaced by another file a moment ago. Start the bot again.")
    (application,) = await _pragma(connection, "application_id")
    (things,) = next(iter(await connection.execute_fetchall("SELECT count(*) FROM sqlite_schema")))
    if things and application != APPLICATION_ID:
        raise DatabaseError(f"{path} is a database of another program. Choose another file in the settings.")
    if version > known:
        raise DatabaseError(
            f"{path} was written by a newer version of this program (schema {version}, this one knows {known})."
            " Update the program."
        )
    if _is_checked_first(path):
        complaint = _damage(path, await connection.execute_fetchall(_INTEGRITY))
        if complaint is not None:
            raise DatabaseError(f"{complaint} The file was left as it is.")
    await connection.execute_fetchall("PRAGMA journal_mode = WAL")
    await connection.execute_fetchall("PRAGMA synchronous = FULL")
    await connection.execute_fetchall("PRAGMA foreign_keys = ON")


def _is_checked_first(path: Path) -> bool:
    return path.stat().st_size <= _CHECKED_FIRST


def _damage(path: Path, found: Iterable[sqlite3.Row]) -> str | None:
    """Return what a check of a file has found, None if it is sound."""
    findings = " ".join(" ".join(row[0] for row in found).split())
    return None if findings == "ok" else f"{path} is damaged ({findings}). Restore a backup."


async def _pragma(connection: aiosqlite.Connection, name: str) -> sqlite3.Row:
    return next(iter(await connection.execute_fetchall(f"PRAGMA {name}")))


async def _migrate(connection: aiosqlite.Connection, scripts: Sequence[str]) -> None:
    (version,) = await _pragma(connection, "user_version")
    for number, script in enumerate(scripts[version:], start=version + 1):
        try:
            await connection.execute_fetchall("BEGIN IMMEDIATE")
            for statement in _statements(script):
                await connection.execute_fetchall(statement)
            await connection.execute_fetchall(f"PRAGMA application_id = {APPLICATION_ID}")
            await connection.execute_fetchall(f"PRAGMA user_version = {number}")
            await connection.execute_fetchall("COMMIT")
        except BaseException:
            await connection.rollback()
            raise


def _statements(script: str) -> list[str]:
    """Split a script (each statement begins on a new line): `executescript` would commit before it starts."""
    statements = []
    pending = ""
    for line in script.splitlines(keepends=True):
        pending += line
        if sqlite3.complete_statement(pending):
            statements.append(pending)
            pending = ""
    if any(line.strip() and not line.lstrip().startswith("--") for line in pending.splitlines()):
        statements.append(pending)
    return statements


#: SQLite's names for the errors of a file that another process holds, and of one that can't be read as a database.
HELD = ("SQLITE_BUSY", "SQLITE_LOCKED")
DAMAGES = ("SQLITE_NOTADB", "SQLITE_CORRUPT")
_CLOSED = ("SQLITE_CANTOPEN", "SQLITE_READONLY", "SQLITE_PERM")
_FULL = ("SQLITE_FULL",)
#: Errors that can happen to a database in use; any other comes from a mistake in this program.
_TROUBLES = (*HELD, *DAMAGES, *_CLOSED, *_FULL, "SQLITE_IOERR", "SQLITE_NOMEM", "SQLITE_PROTOCOL")


def explain(error: sqlite3.Error, path: Path) -> str:
    """Return what an SQLite error means for a file, and what to do, for the operator."""
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith(HELD):
        return f"{path} is held by another process. Stop that one first."
    if name.startswith(DAMAGES):
        return f"{path} is damaged or no database ({error}). Restore a backup; the file was left as it is."
    if name.startswith(_CLOSED):
        return f"{path} can't be opened for writing ({error}). Check the folder and its permissions."
    if name.startswith(_FULL):
        return f"{path} can't grow: the disk is full. Make room."
    return f"{path} can't be used: {error}."
