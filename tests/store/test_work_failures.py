"""Whatever fails in a start or in an operator's command: one sentence says so, nothing is half done, a second try succeeds."""

from __future__ import annotations

import argparse
import asyncio
import gc
import itertools
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest

from bot.commands import database as commands
from bot.data.errors import DatabaseError
from bot.store import postgresql as module
from bot.store.opening import open_database
from bot.store.sqlite import migrations
from tests import postgresql_server
from tests.killed import LONG
from tests.store.test_failures import ON_FILES, ON_SERVERS, Storm
from tests.stored import VERSIONS, rows, stored

pytestmark = [pytest.mark.slow, pytest.mark.sqlite]

#: The short form fails each of the first statements of a work, and about this many of the others.
FIRST, OTHERS = 4, 5

#: Faults of writing are tried where only writing is done.
_KINDS_OF_FILES = [kind for kind in ON_FILES if "READONLY" not in str(kind())]
_KINDS_OF_SERVERS = [(kind, gone) for kind, gone in ON_SERVERS if kind is not psycopg.errors.ReadOnlySqlTransaction]


class _Cursor(sqlite3.Cursor):
    def fetchone(self) -> Any:
        self._read()
        return super().fetchone()

    def fetchall(self) -> Any:
        self._read()
        return super().fetchall()

    def _read(self) -> None:
        # A statement without rows, COMMIT among them, is over once it is carried out: reading its rows reads no file.
        if self.description is not None:
            _struck(self.connection)


class _File(sqlite3.Connection):
    storm: Storm

    def cursor(self, *_: Any) -> Any:
        return super().cursor(_Cursor)

    def execute(self, sql: str, *args: Any) -> Any:
        _struck(self, rolls_back=sql == "ROLLBACK")
        # No power fails here.
        return self.cursor().execute("PRAGMA synchronous = OFF" if sql.startswith("PRAGMA synchronous") else sql, *args)

    def executemany(self, *args: Any) -> Any:
        _struck(self)
        return self.cursor().executemany(*args)

    def backup(self, *args: Any, **options: Any) -> None:
        _struck(self)
        super().backup(*args, **options)

    def rollback(self) -> None:
        _struck(self, rolls_back=True)
        super().rollback()


def _struck(connection: sqlite3.Connection, *, rolls_back: bool = False) -> None:
    assert isinstance(connection, _File)
    connection.storm.strikes(connection, rolls_back=rolls_back)


@pytest.fixture
def storm(monkeypatch: pytest.MonkeyPatch) -> Iterator[Storm]:
    """Return what fails statements, reads and connections of both kinds of database, of the bot and of those beside it."""
    one, connect, reach, wait = Storm(), sqlite3.connect, module._connect, psycopg.Connection.wait
    files, servers = itertools.cycle(_KINDS_OF_FILES), itertools.cycle(_KINDS_OF_SERVERS)
    monkeypatch.setattr(_File, "storm", one, raising=False)

    def opened(*args: Any, **options: Any) -> sqlite3.Connection:
        one.strikes(None)
        return connect(*args, **options, factory=_File)

    def reached(address: str) -> Any:
        one.strikes(address)
        return reach(address)

    def waits(self: Any, *args: Any, **options: Any) -> Any:
        one.strikes(self, rolls_back=False)
        return wait(self, *args, **options)

    def fail(struck: Any) -> None:
        if isinstance(struck, str):
            raise psycopg.OperationalError("the server refused it")
        if not isinstance(struck, psycopg.Connection):
            raise next(files)()
        kind: Any
        kind, gone = next(servers)
        if gone:
            struck.close()
        elif struck.info.transaction_status != psycopg.pq.TransactionStatus.IDLE:
            # As a server does with what has failed.
            struck.pgconn.exec_(b"SELECT 1 / 0")
        raise kind("the server said so")

    one.fail = fail
    monkeypatch.setattr("sqlite3.connect", opened)
    monkeypatch.setattr(module, "_connect", reached)
    monkeypatch.setattr(module._Connection, "wait", waits)
    yield one
    one.left = None


@dataclass
class Work:
    """Work in a folder, and its proof."""

    name: str
    do: Callable[[Path], object]
    done: Callable[[Path], object]
    again: bool = True
    """Whether it can be done once more after it was done."""


def opens(where: Callable[[Path], Path | str]) -> Callable[[Path], None]:
    async def both(place: Path | str) -> None:
        await (await open_database(place, alone=True)).close()

    return lambda folder: asyncio.run(both(where(folder)))


def runs(
    work: str, database: Callable[[Path], Path | str], **options: Callable[[Path], object]
) -> Callable[[Path], None]:
    """Return what runs a command. It raises `DatabaseError` with what that says if it fails."""

    def run(folder: Path) -> None:
        said: list[str] = []
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("builtins.print", lambda *text, **_: said.append(" ".join(map(str, text))))
            chosen = {name: of(folder) for name, of in options.items()}
            chosen |= {name: str(chosen[name]) for name in ("source", "target") if work == "copy"}
            patch.setenv("CANASTA_DATABASE", str(database(folder)))
            status = commands.run(argparse.Namespace(work=work, **chosen))
        if status:
            assert status == (2 if work == "check" else 1), said
            [line] = [one for one in said if not one.startswith("Server ")]
            assert line.startswith(f"database {work}: ")
            raise DatabaseError(line)

    return run


def file(folder: Path) -> Path:
    return folder / "canasta.sqlite3"


def server(folder: Path) -> str:
    return postgresql_server.database_for(folder / "server", tables=False)


def held(place: Path | str) -> dict[str, int]:
    """Return the schema of a database and how many games and moves it has."""
    schema = "SELECT version FROM canasta_schema" if isinstance(place, str) else "PRAGMA user_version"
    counted = {table: f"SELECT count(*) FROM {table}" for table in ("games", "moves")}
    return {name: int(str(rows(place, sql)[0][0])) for name, sql in {"schema": schema, **counted}.items()}


def _other(name: str) -> Callable[[Path], Path]:
    return lambda folder: folder / name


WORKS = [
    Work("start anew", opens(file), lambda folder: held(file(folder))),
    Work("start with an old schema", opens(file), lambda folder: held(file(folder))),
    Work("start anew on a server", opens(server), lambda folder: held(server(folder))),
    Work("start with an old schema on a server", opens(server), lambda folder: held(server(folder))),
    Work(
        "backup",
        runs("backup", file, file=_other("copy.sqlite3"), force=lambda _: False, keep=lambda _: None),
        lambda folder: held(folder / "copy.sqlite3"),
        again=False,
    ),
    Work("restore", runs("restore", file, file=_other("backup.sqlite3")), lambda folder: held(file(folder))),
    Work("check", runs("check", file, file=lambda _: None), lambda folder: held(file(folder))),
    Work(
        "export",
        runs("export", file, target=_other("out")),
        lambda folder: len([*(folder / "out").rglob("*")]),
        again=False,
    ),
    Work("rerate", runs("rerate", file, server=lambda _: None), lambda folder: held(file(folder))),
    Work("rerate on a server", runs("rerate", server, server=lambda _: None), lambda folder: held(server(folder))),
    Work(
        "copy to a server",
        runs("copy", file, source=file, target=server),
        lambda folder: held(server(folder)),
        again=False,
    ),
    Work(
        "copy from a server",
        runs("copy", file, source=server, target=_other("copy.sqlite3")),
        lambda folder: held(folder / "copy.sqlite3"),
        again=False,
    ),
]


def prepare(name: str, folder: Path, models: dict[int, Path]) -> None:
    """Put into a new folder what there is before a work."""
    folder.mkdir()
    newest = len(migrations())
    if name in ("start with an old schema", "backup", "restore", "check", "export"):
        shutil.copy(models[2], file(folder))
    if name == "restore":
        shutil.copy(models[2], folder / "backup.sqlite3")
    if name in ("copy to a server", "rerate"):
        shutil.copy(models[newest], file(folder))
    if name in ("copy from a server", "rerate on a server"):
        shutil.copy(models[newest], folder / "model.sqlite3")
        runs("copy", file, source=_other("model.sqlite3"), target=server)(folder)
    if name == "start with an old schema on a server":
        first, script = next(iter(module.migrations().items()))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(module, "migrations", lambda: {first: script})
            opens(server)(folder)


@pytest.fixture
def models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[int, Path]:
    """Return databases with the same games, of an early schema and of the newest, by their schemas."""
    old, new = stored(tmp_path / "old.sqlite3", 2), stored(tmp_path / "new.sqlite3", VERSIONS[-1])
    opens(lambda _: new)(tmp_path)
    with closing(sqlite3.connect(new)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    with closing(sqlite3.connect(old, isolation_level=None)) as connection:
        # Two are enough to be played again so often.
        for table in ("moves", "rounds", "seats", "log", "messages", "timers", "agreements"):
            connection.execute(f"DELETE FROM {table} WHERE game_id > 2")
        connection.execute("DELETE FROM games WHERE id > 2")
    return {2: old, len(migrations()): new}


@pytest.mark.parametrize("work", WORKS, ids=lambda work: work.name)
def test_each_statement_of_a_work_may_fail(tmp_path: Path, models: dict[int, Path], storm: Storm, work: Work) -> None:
    prepare(work.name, tmp_path / "0", models)
    storm.seen = 0
    work.do(tmp_path / "0")
    statements, whole = storm.seen, work.done(tmp_path / "0")
    assert statements > 15
    said = set[str]()
    # Objects of before hold no connection of a trial, and need no look each time.
    gc.collect()
    gc.freeze()
    step = 1 if LONG else max(1, statements // OTHERS)
    for nth in sorted({*range(1, FIRST), *range(FIRST, statements + 1, step), statements - 2}):
        folder = tmp_path / str(nth)
        prepare(work.name, folder, models)
        storm.keeps = nth % 3 == 0
        for _ in range(1 + nth % 2):
            storm.left = nth
            try:
                work.do(folder)
            except DatabaseError as error:
                said.add(str(error))
                failed = True
            else:
                # Work begun on a lost connection is begun again; and work that only looks may give up.
                failed = False
            storm.left = None
            # An error's traceback may hold a connection.
            gc.collect()
            if not failed and not work.again:
                break
        if failed or work.again:
            work.do(folder)
        assert work.done(folder) == whole, nth
        shutil.rmtree(folder)
    assert said
    for one in said:
        assert one.endswith("."), one
        assert "estore a backup" not in one
        assert "\n" not in one
