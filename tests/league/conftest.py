"""A league over a database of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store.opening import open_database
from tests.league.games import Club
from tests.stored import make_empty, place


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    path = place(tmp_path / "canasta.sqlite3")
    await make_empty(path)
    database = await open_database(path)
    yield Club(database, path)
    await database.close()
