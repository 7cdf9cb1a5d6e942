"""Statements that people wait for, or that keep others from writing, don't go over a table that grows: shown by
SQLite's plans."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from unittest import mock

import pytest

from bot.store.games import GameStore
from bot.store.members import MemberStore
from bot.store.messages import MessageStore
from bot.store.people import PersonStore
from bot.store.play import PlayStore
from bot.store.privacy import PrivacyStore
from bot.store.sqlite import SQLite
from bot.store.standing_orders import StandingOrderStore
from bot.store.timers import TimerStore
from tests.stored import VERSIONS, gathered, stored

pytestmark = pytest.mark.sqlite

#: Tables that may be gone over: agreements and orders are void when a game ends, and these indexes hold what is under
#: way alone.
SMALL = (
    "agreements",
    "standing_orders",
    "games USING INDEX games_lagging",
    "tournaments USING INDEX tournaments_going_on",
)
#: Parts of a statement that are no tables, and the schema, which forms are read of as `m`.
_PARTS = re.compile(r"SCAN (\(subquery|\w+ VIRTUAL TABLE|CONSTANT ROW|\d+ CONSTANT ROWS|m$)")


def scans(path: Path, statements: list[str]) -> list[tuple[str, str]]:
    """Return the statements that go over a whole table or index that grows, each with the step that does."""
    found = []
    with closing(sqlite3.connect(path)) as connection:
        for sql in statements:
            if sql.startswith(("SELECT", "UPDATE", "DELETE", "INSERT", "WITH")):
                steps = [str(row[3]) for row in connection.execute(f"EXPLAIN QUERY PLAN {sql}")]
                whole = [step for step in steps if step.startswith("SCAN") and not _PARTS.match(step)]
                found += [(sql, step) for step in whole if not step.removeprefix("SCAN ").startswith(SMALL)]
    return found


class Asked:
    """A database as an earlier version left it, with all that has been asked of it."""

    def __init__(self, path: Path, database: SQLite) -> None:
        self.path = path
        self.database = database
        self.statements: list[str] = []

    def scans(self) -> list[tuple[str, str]]:
        """Return what went over a whole table."""
        return scans(self.path, self.statements)


@pytest.fixture
async def asked(tmp_path: Path) -> AsyncIterator[Asked]:
    path = stored(tmp_path / "canasta.sqlite3", VERSIONS[-1])
    asked = Asked(path, await SQLite.in_file(path))
    for connection in (asked.database._reader, asked.database._writer):
        await connection.set_trace_callback(lambda sql: asked.statements.append(sql.strip()))
    yield asked
    await asked.database.close()


def test_a_scan_is_noticed(tmp_path: Path) -> None:
    path = stored(tmp_path / "canasta.sqlite3", VERSIONS[-1])
    assert scans(path, ["SELECT * FROM games WHERE size = 4"])
    assert not scans(path, ["SELECT * FROM games WHERE id = 4"])


async def test_what_is_asked_for_presses_and_when_servers_come_and_go(asked: Asked) -> None:
    games, messages, timers = GameStore(asked.database), MessageStore(asked.database), TimerStore(asked.database)
    orders = StandingOrderStore(asked.database)
    assert len(await games.active()) > len(await games.active(1)) == 0
    assert len(await games.places()) == len(await games.active())
    await games.computers_to_move()
    for read in (games.of_person, games.waiting_for, games.get, games.in_channel, games.last_in_channel):
        await read(101)
    await games.ended(1, 101, 5)
    assert await games.plays_in_series(1, 101, 3)
    await games.former_seats(1, 101)
    await messages.of(1)
    await messages.in_channel(1)
    await messages.lagging()
    await messages.lagging(1)
    await timers.due(0)
    await timers.soonest(0)
    await games.waited_for_elsewhere(1, [101, 102])
    await games.seated_otherwise(1, 101, "Ana")
    await orders.any(1, 0)
    await orders.due(0)
    await orders.soonest(0)
    await orders.of(1, 101)
    await PlayStore(asked.database).by_interaction(1, 5)
    await MemberStore(asked.database).stale(1, [101], 0)
    await PersonStore(asked.database).long_closed(0)
    assert len(asked.statements) == 30
    assert asked.scans() == []


async def test_tables_are_counted_without_reading_them(asked: Asked) -> None:
    counts = await GameStore(asked.database).counted()
    assert counts["lobby"] == 1
    assert [step for _sql, step in asked.scans()] == ["SCAN games USING COVERING INDEX games_by_status"]


@pytest.mark.parametrize("ended", [False, True])
async def test_what_is_asked_to_tell_people_of_themselves_or_to_delete_that(asked: Asked, ended: bool) -> None:
    if ended:
        await asked.database.write("UPDATE games SET status = 'finished', turn = NULL WHERE status <> 'cancelled'")
        asked.statements.clear()
    privacy = PrivacyStore(asked.database)
    assert await privacy.counted(101) > 10
    side = asked.database.beside()
    assert isinstance(side, sqlite3.Connection)
    side.set_trace_callback(lambda sql: asked.statements.append(sql.strip()))
    with mock.patch.object(asked.database, "beside", return_value=side):
        assert {"games", "moves", "seats"} < (await gathered(asked.database, 101)).keys()
    assert (await privacy.forget(101, 0) is not None) == ended
    assert len(asked.statements) > 15
    # Of the notices only those are stored that have not been sent.
    assert [step for _sql, step in asked.scans() if step != "SCAN notices"] == []
