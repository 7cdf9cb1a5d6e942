"""A database on disk and the tables in it."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store import Database
from bot.store.opening import open_database
from bot.tables import Tables
from tests.stored import make_empty, place
from tests.tables.club import Clock


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    path = place(tmp_path / "canasta.sqlite3")
    await make_empty(path)
    database = await open_database(path)
    yield database
    await database.close()


@pytest.fixture
async def tables(database: Database, clock: Clock) -> AsyncIterator[Tables]:
    tables = Tables(database, clock=clock, chance=random.Random(8))
    yield tables
    await tables.computers.close()
