"""Databases as the bot left them: earlier versions of it, and this one when it was started for the first time."""

from __future__ import annotations

import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from bot.store import Database

SCHEMAS = Path(__file__).parent / "store" / "schemas"
#: The schemas of which there is such a database.
VERSIONS = sorted(int(script.stem) for script in SCHEMAS.glob("*.sql"))

_empty: list[bytes] = []


def stored(path: Path, version: int) -> Path:
    """A database as the version of that schema left it."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((SCHEMAS / f"{version}.sql").read_text(encoding="utf-8"))
    return path


async def make_empty(path: Path) -> None:
    """Make the database that the bot makes where there is none, unless there is one: a copy of the first that was made so."""
    if not _empty:
        with tempfile.TemporaryDirectory() as folder:
            first = Path(folder) / "canasta.sqlite3"
            await (await Database.open(first)).close()
            _empty.append(_content(first))
    _write_unless_there(path, _empty[0])


def _content(path: Path) -> bytes:
    return path.read_bytes()


def _write_unless_there(path: Path, content: bytes) -> None:
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def rows(path: Path, sql: str) -> list[tuple[object, ...]]:
    """What a statement gives, which is committed if it writes."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        return connection.execute(sql).fetchall()
