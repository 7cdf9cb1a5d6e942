"""Databases as earlier versions of the bot left them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

SCHEMAS = Path(__file__).parent / "store" / "schemas"
#: The schemas of which there is such a database.
VERSIONS = sorted(int(script.stem) for script in SCHEMAS.glob("*.sql"))


def stored(path: Path, version: int) -> Path:
    """A database as the version of that schema left it."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((SCHEMAS / f"{version}.sql").read_text(encoding="utf-8"))
    return path


def rows(path: Path, sql: str) -> list[tuple[object, ...]]:
    """What a statement gives, which is committed if it writes."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        return connection.execute(sql).fetchall()
