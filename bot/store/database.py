"""Opens the database: checks it, brings its schema up to date, and gives out transactions and reads."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import Path

import aiosqlite

# Its debug lines show what is written: packs and moves, which nobody may read while a game is played.
logging.getLogger("aiosqlite").setLevel(logging.INFO)

#: Written into every database file, so that a foreign SQLite file is never migrated.
APPLICATION_ID = 0x43414E41

#: Seconds to wait for another process that holds the database.
BUSY_SECONDS = 5.0


class DatabaseError(Exception):
    """The database can't be used; the text tells the operator which file and what to do."""


def migrations() -> list[str]:
    """The migration scripts in order; the schema's version is how many have run."""
    folder = files("bot.store") / "migrations"
    scripts = [entry for entry in folder.iterdir() if entry.name.endswith(".sql")]
    return [script.read_text("utf-8") for script in sorted(scripts, key=lambda script: script.name)]


class Database:
    """One open file: a connection that writes, one transaction at a time, and one that reads what is committed."""

    def __init__(self, writer: aiosqlite.Connection, reader: aiosqlite.Connection) -> None:
        """For `open` alone."""
        self._writer = writer
        self._reader = reader
        self._one_at_a_time = asyncio.Lock()

    @classmethod
    async def open(cls, path: Path) -> Database:
        """Open the file, or make it where there is none.

        Raises `DatabaseError` for a file that is damaged, foreign, newer or held, which is left untouched.
        """
        scripts = await asyncio.to_thread(migrations)
        await asyncio.to_thread(_prepare_place, path)
        opened: list[aiosqlite.Connection] = []
        try:
            for _ in ("writer", "reader"):
                opened.append(await aiosqlite.connect(path, isolation_level=None, timeout=BUSY_SECONDS))
                if len(opened) == 1:
                    await _check(opened[0], path, len(scripts))
                    await _migrate(opened[0], scripts)
            await opened[1].execute_fetchall("PRAGMA query_only = ON")
        except BaseException as error:
            for connection in opened:
                await connection.close()
            if isinstance(error, sqlite3.Error):
                raise DatabaseError(_explain(error, path)) from error
            raise
        writer, reader = opened
        reader.row_factory = sqlite3.Row
        return cls(writer, reader)

    async def close(self) -> None:
        """Wait for the transaction under way, then close both connections."""
        async with self._one_at_a_time:
            await self._reader.close()
            await self._writer.close()

    async def rows(self, sql: str, parameters: Sequence[object] = ()) -> list[sqlite3.Row]:
        """Read what is committed. Never sees half a transaction."""
        return list(await self._reader.execute_fetchall(sql, parameters))

    async def write(self, sql: str, parameters: Sequence[object] = ()) -> None:
        """Run one statement as a transaction of its own."""
        async with self.transaction() as tx:
            await tx.run(sql, parameters)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Transaction]:
        """Everything written inside is committed together at the end, or, after any exception, not at all."""
        async with self._one_at_a_time:
            try:
                await self._writer.execute_fetchall("BEGIN IMMEDIATE")
                yield Transaction(self._writer)
                await self._writer.execute_fetchall("COMMIT")
            except BaseException:
                await self._writer.rollback()
                raise


class Transaction:
    """The writes of one transaction."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        """For `Database.transaction` alone."""
        self._connection = connection

    async def run(self, sql: str, parameters: Sequence[object] = ()) -> int:
        """Run one statement; how many rows it changed."""
        async with self._connection.execute(sql, parameters) as cursor:
            return cursor.rowcount

    async def insert(self, sql: str, parameters: Sequence[object] = ()) -> int:
        """Insert one row; its id."""
        async with self._connection.execute(sql, parameters) as cursor:
            if cursor.lastrowid is None:
                raise sqlite3.ProgrammingError("that statement inserted nothing")
            return cursor.lastrowid

    async def many(self, sql: str, rows: Iterable[Sequence[object]]) -> None:
        """Run one statement for each row of parameters."""
        async with self._connection.executemany(sql, rows):
            pass


def _prepare_place(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    log = path.with_name(path.name + "-wal")
    if log.exists() and log.stat().st_size and not (path.exists() and path.stat().st_size):
        # SQLite would start a new file here and throw the log away, and with it the only moves left.
        raise DatabaseError(
            f"{path} is missing, but its log {log.name} is there."
            " Put the database back beside it, or move the log away."
        )


async def _check(connection: aiosqlite.Connection, path: Path, known: int) -> None:
    (version,) = await _pragma(connection, "user_version")
    (application,) = await _pragma(connection, "application_id")
    (things,) = next(iter(await connection.execute_fetchall("SELECT count(*) FROM sqlite_schema")))
    if things and application != APPLICATION_ID:
        raise DatabaseError(f"{path} is a database of another program. Choose another file in the settings.")
    if version > known:
        raise DatabaseError(
            f"{path} was written by a newer version of this program (schema {version}, this one knows {known})."
            " Update the program."
        )
    findings = " ".join(row[0] for row in await connection.execute_fetchall("PRAGMA quick_check(3)")).split()
    if findings != ["ok"]:
        raise DatabaseError(f"{path} is damaged ({' '.join(findings)}). Restore a backup; the file was left as it is.")
    await connection.execute_fetchall("PRAGMA journal_mode = WAL")
    await connection.execute_fetchall("PRAGMA synchronous = FULL")
    await connection.execute_fetchall("PRAGMA foreign_keys = ON")


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


def _explain(error: sqlite3.Error, path: Path) -> str:
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return f"{path} is held by another process. Stop that one first."
    if name.startswith(("SQLITE_NOTADB", "SQLITE_CORRUPT")):
        return f"{path} is damaged or no database ({error}). Restore a backup; the file was left as it is."
    if name.startswith(("SQLITE_CANTOPEN", "SQLITE_READONLY", "SQLITE_PERM")):
        return f"{path} can't be opened for writing ({error}). Check the folder and its permissions."
    return f"{path} can't be used: {error}."
