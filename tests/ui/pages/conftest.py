"""Tables in a database on disk, for pages that are made from games."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store.opening import open_database
from bot.tables import Tables
from tests.tables.club import Clock


@pytest.fixture
async def tables(tmp_path: Path) -> AsyncIterator[Tables]:
    database = await open_database(tmp_path / "canasta.sqlite3")
    tables = Tables(database, clock=Clock(), chance=random.Random(8))
    yield tables
    await tables.computers.close()
    await database.close()
