"""Databases as the bot left them: earlier versions of it, and this one when it was started for the first time.

A new migration wants a database of the schema before it: `python -m tests.stored` writes one, of which tables that are new
are still empty.
"""

from __future__ import annotations

import os
import sqlite3
import sys
import tempfile
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import psycopg

from bot.store import Database
from bot.store.opening import open_database
from bot.store.postgresql import in_its_words
from bot.store.privacy import NamedValues, PrivacyStore
from bot.store.sqlite import migrations

SCHEMAS = Path(__file__).parent / "store" / "schemas"
#: The schemas of which there is such a database.
VERSIONS = sorted(int(script.stem) for script in SCHEMAS.glob("*.sql"))

#: The variable that says on which store the tests run.
STORE = "CANASTA_TEST_STORE"

#: The errors of the stores' libraries for rows that can't be.
REFUSED = (sqlite3.IntegrityError, psycopg.IntegrityError)

_empty: list[bytes] = []
_made: set[str] = set()


def stored(path: Path, version: int) -> Path:
    """Return a database as the version of that schema left it."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((SCHEMAS / f"{version}.sql").read_text(encoding="utf-8"))
    return path


def script_of(version: int) -> str:
    """Return a database of a schema as a script: the stored one of the schema before, brought up to date by its migration."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript((SCHEMAS / f"{version - 1}.sql").read_text(encoding="utf-8"))
        connection.executescript(migrations()[version - 1])
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        lines = [f"PRAGMA application_id = {application};", f"PRAGMA user_version = {version};", *connection.iterdump()]
    return "\n".join(lines) + "\n"


def place(path: Path) -> Path | str:
    """Return what a test gives the bot for its database: a file.

    If tests run on PostgreSQL, it is an address that stands for that file.
    """
    if os.environ.get(STORE) != "postgresql":
        return path
    from tests import postgresql_server

    address = postgresql_server.database_for(path)
    _made.add(address)
    return address


def clear() -> None:
    """Delete the databases for which `place` has given addresses."""
    if _made:
        from tests import postgresql_server

        postgresql_server.drop([*_made])
        _made.clear()


async def make_empty(path: Path | str) -> None:
    """Make the database that the bot makes where there is none, unless there is one: a copy of the first that was made so."""
    if isinstance(path, str):
        return
    if not _empty:
        with tempfile.TemporaryDirectory() as folder:
            first = Path(folder) / "canasta.sqlite3"
            await (await open_database(first)).close()
            _empty.append(_content(first))
    _write_unless_there(path, _empty[0])


def _content(path: Path) -> bytes:
    return path.read_bytes()


def _write_unless_there(path: Path, content: bytes) -> None:
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def rows(path: Path | str, sql: str, values: Sequence[object] = ()) -> list[tuple[object, ...]]:
    """Return what a statement gives, which is committed if it writes."""
    if isinstance(path, str):
        with psycopg.connect(path, autocommit=True, cursor_factory=psycopg.RawCursor) as server:
            cursor = server.execute(in_its_words(sql).encode(), values or None)
            return cursor.fetchall() if cursor.description else []
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        return connection.execute(sql, values).fetchall()


async def gathered(database: Database, user_id: int) -> dict[str, list[NamedValues]]:
    """Return the rows about a person by table; tables without any are left out."""
    privacy = PrivacyStore(database)
    found: dict[str, list[NamedValues]] = {}
    with closing(await privacy.gather(user_id)) as reading:
        for table, row in reading:
            found.setdefault(table, []).append(row)
    # Some are counted twice.
    assert await privacy.counted(user_id) >= sum(map(len, found.values()))
    return found


def main() -> int:
    """Write the newest database of an earlier schema that isn't there yet; return the exit status."""
    version = VERSIONS[-1] + 1
    if version == len(migrations()):
        print("All are there. First add the migration that leads away from the present schema.")
        return 1
    path = SCHEMAS / f"{version}.sql"
    path.write_text(script_of(version), encoding="utf-8")
    print(f"{path}: add a row to each table that is new, and say on top what the database is.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
