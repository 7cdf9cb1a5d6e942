"""The database goes away in the middle of a game: presses get one sentence, `/healthz` says so, and the game goes on by itself."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from unittest import mock

import psycopg
import pytest

from bot.data.tables import Table
from tests import postgresql_server
from tests.cogs.players import in_world, now, on_turn, play_on, seat_four
from tests.players import bot_of, by_command
from tests.store.test_runtime_failures import database_of, goes_on, held, logged
from tests.stored import rows
from tests.world import Answer, Person, World

pytestmark = [pytest.mark.slow, pytest.mark.sqlite]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    """Yield a database of a server of its own, which loses nothing; worlds keep their games there."""
    with postgresql_server.another(safe=True):
        address = postgresql_server.database_for(tmp_path)
        with mock.patch("tests.world.place", return_value=address):
            yield address


async def refused(world: World, table: Table, people: list[Person]) -> None:
    """Check what the player to move and the others hear while nothing can be stored, whatever they press."""
    mover, anna = on_turn(table, people), people[0]
    zone: dict[str, Any] = {"time-zone": "Europe/Rome"}
    presses: list[Callable[[], Awaitable[Answer]]] = [
        lambda: mover.slash("draw"),
        lambda: mover.press("⋯", dm=True),
        lambda: anna.slash("hand"),
        lambda: anna.slash("preferences", **zone),
    ]
    for press in presses:
        answer = await press()
        assert "Games can't be stored right now, so nothing was changed." in answer.text
        assert "reference" not in answer.text
    health = await bot_of(world).condition.health()
    assert not health.well
    assert not health.stores


async def in_a_turn(world: World) -> tuple[Table, list[Person]]:
    """Return a game some moves old, in which somebody is about to draw."""
    table, people = await seat_four(world)
    await play_on(world, table, people, by_command, moves=4)
    return await now(world, table), people


async def test_a_server_that_is_killed_and_comes_back_is_used_again(tmp_path: Path, server: str) -> None:
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        table, people = await in_a_turn(world)
        for _ in range(2):
            postgresql_server.end()
            await refused(world, table, people)
            postgresql_server.begin()
            assert (await bot_of(world).condition.health()).well
            assert (await now(world, table)).version == table.version
            await goes_on(world, table, people)
            table = await now(world, table)
        assert len(logged(world)) == 2
        assert "backup" not in "".join(logged(world))


async def test_a_server_that_comes_back_between_two_presses_is_not_missed(tmp_path: Path, server: str) -> None:
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        table, people = await in_a_turn(world)
        postgresql_server.end()
        postgresql_server.begin()
        await play_on(world, table, people, by_command, moves=4)
        assert (await bot_of(world).condition.health()).well
        assert logged(world) == []


async def test_a_server_whose_connections_others_have_is_waited_for(tmp_path: Path, server: str) -> None:
    postgresql_server.end()
    postgresql_server.begin(max_connections="8", superuser_reserved_connections="0", max_wal_senders="0")
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        table, people = await in_a_turn(world)
        with ExitStack() as others:
            sql = "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE application_name = 'canasta'"
            first = others.enter_context(psycopg.connect(server, autocommit=True))
            first.execute(sql.encode())
            while True:
                try:
                    others.enter_context(psycopg.connect(server, autocommit=True))
                except psycopg.OperationalError:
                    break
            await refused(world, table, people)
        while rows(server, "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'") != [(1,)]:
            pass
        assert (await bot_of(world).condition.health()).well
        await goes_on(world, table, people)
        assert len(logged(world)) == 1
        assert "too many clients" in logged(world)[0]


@in_world
async def test_a_file_that_another_process_keeps_to_itself_is_waited_for(world: World) -> None:
    table, people = await in_a_turn(world)
    database, anna = database_of(world), people[0]
    with held(world.file):
        playing = asyncio.create_task(on_turn(table, people).slash("draw"))
        await asyncio.sleep(0.1)
        assert not playing.done()
    assert "can't be" not in (await playing).text
    assert (await now(world, table)).version == table.version + 1
    await database._wait_for_others(0.05)
    asked = await anna.slash("preferences delete")
    with held(world.file):
        assert "can't be" in (await anna.press("Delete everything", on=asked.message)).text
        assert not (await bot_of(world).condition.health()).well
    assert (await bot_of(world).condition.health()).well
    assert (await now(world, table)).seat_of(anna.id) is not None
    await goes_on(world, await now(world, table), people)
    asked = await anna.slash("preferences delete")
    assert "deleted" in (await anna.press("Delete everything", on=asked.message)).text
    assert (await now(world, table)).seat_of(anna.id) is None
    assert len(logged(world)) == 1
