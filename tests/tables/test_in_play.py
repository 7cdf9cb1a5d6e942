"""Games that were in play when the engine was rebuilt stand and go on as they did."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import pytest

from bot.canasta.moves import read_move
from bot.canasta.rules import list_variants
from tests.perft.walk import shape_of, summary
from tests.tables.club import mover
from tests.tables.in_play import FILE, InPlay, look_again, opened, read, restore

pytestmark = pytest.mark.sqlite


@pytest.fixture(scope="module")
def before() -> list[InPlay]:
    return read()[1]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the database as the earlier release left it."""
    path = tmp_path / "canasta.sqlite3"
    restore(path, read()[0])
    return path


def shapes(moves: Iterable[str]) -> list[str]:
    """Return moves up to equivalence; where there are very many, that there are."""
    return summary({shape: [] for shape in sorted({shape_of(read_move(move)) for move in moves})})


def test_a_game_is_there_for_every_table_of_that_release(before: list[InPlay], path: Path) -> None:
    assert len(before) == 67
    assert {(one.variant, one.layout) for one in before} <= {
        (info.id, layout.name) for info in list_variants(own=False) for layout in info.layouts
    }
    with closing(sqlite3.connect(path)) as connection:
        [(version,)] = connection.execute("PRAGMA user_version").fetchall()
        stored = connection.execute("SELECT count(*), sum(rules IS NOT NULL) FROM games WHERE status = 'playing'")
        assert (version, *stored.fetchone()) == (4, 67, 67)
    assert sum(any(one.scores) for one in before) >= 30
    assert {one.phase for one in before} >= {"draw", "play"}
    assert FILE.stat().st_size < 300_000


@pytest.mark.slow
def test_everybody_sees_the_game_that_they_left(before: list[InPlay], path: Path) -> None:
    now = asyncio.run(look_again(path))
    assert [(one.id, one.variant, one.layout) for one in now] == [(one.id, one.variant, one.layout) for one in before]
    for was, one in zip(before, now, strict=True):
        table = f"{one.variant} {one.layout}"
        assert (one.round, one.scores, one.turn, one.phase) == (was.round, was.scores, was.turn, was.phase), table
        assert one.hands == was.hands, table
        assert shapes(one.legal) == shapes(was.legal), table


@pytest.mark.slow
async def test_a_move_is_played_at_every_table(path: Path) -> None:
    async with opened(path) as tables:
        playing = await tables.games.active()
        assert len(playing) == 67
        for table in playing:
            look = await tables.look(table.id, mover(table))
            assert look.mine is not None
            outcome = await tables.turns.play(table.id, mover(table), look.mine.legal[0], version=table.version)
            assert outcome.table.version == table.version + 1
