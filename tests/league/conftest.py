"""A league over a database of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store.database import Database
from tests.league.games import Club


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    database = await Database.open(tmp_path / "canasta.sqlite3")
    yield Club(database)
    await database.close()
