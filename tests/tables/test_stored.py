"""Games that an earlier version stored go on in this one."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.data.tables import Status
from bot.store.opening import open_database
from bot.tables import Tables
from tests.stored import VERSIONS, stored
from tests.tables.club import Clock, mover

pytestmark = pytest.mark.sqlite


@pytest.fixture(params=VERSIONS)
def path(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """Return a database as an earlier version left it."""
    return stored(tmp_path / "canasta.sqlite3", request.param)


async def test_a_stored_game_goes_on(path: Path, clock: Clock) -> None:
    database = await open_database(path)
    tables = Tables(database, clock=clock)
    playing = [table for table in await tables.games.active() if table.status is Status.PLAYING]
    assert playing
    for table in playing:
        look = await tables.look(table.id, mover(table))
        assert look.public is not None
        assert look.mine is not None
        assert (look.public.turn, look.public.round_number, look.public.scores) == (
            table.turn,
            table.round,
            table.scores,
        )
        outcome = await tables.turns.play(table.id, mover(table), look.mine.legal[0], version=table.version)
        assert outcome.table.version == table.version + 1
    await tables.computers.close()
    await database.close()
