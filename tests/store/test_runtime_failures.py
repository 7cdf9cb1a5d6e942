"""Failures of the database while the bot runs: a full disk, another process that holds it, damage, the file taken
away."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path

import pytest

from bot.computer import choose
from bot.data.errors import DatabaseError, StoreTrouble
from bot.data.tables import Table
from bot.store import Database
from bot.store import sqlite as module
from bot.store.sqlite import SQLite
from bot.watching import heartbeat
from tests.cogs.players import in_world, now, on_turn, play_on, seat_four
from tests.players import bot_of, by_command, calls
from tests.world import Person, World

pytestmark = pytest.mark.sqlite

INSERT = "INSERT INTO people (user_id) VALUES (?)"

_HOLD = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.readline()
connection.execute("ROLLBACK")
"""


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Let another process hold the lock for writing."""
    with subprocess.Popen(
        [sys.executable, "-c", _HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdin is not None
        assert other.stdout is not None
        try:
            assert other.stdout.readline() == b"held\n"
            yield
        finally:
            other.stdin.close()


@asynccontextmanager
async def full(database: SQLite) -> AsyncIterator[None]:
    """Keep the file from growing. Anybody can set this limit, in contrast to a disk's."""
    [[pages]] = await database._writer.execute_fetchall("PRAGMA page_count")
    await database._writer.execute_fetchall(f"PRAGMA max_page_count = {pages}")
    yield
    await database._writer.execute_fetchall(f"PRAGMA max_page_count = {1 << 30}")


def damage(path: Path) -> None:
    """Overwrite everything behind the first page, in the file and in its log."""
    for file in (path, path.with_name(path.name + "-wal")):
        with file.open("r+b") as content:
            size = file.stat().st_size
            content.seek(4096)
            content.write(b"\xa5" * max(0, size - 4096))


def database_of(world: World) -> SQLite:
    database = bot_of(world).services.database
    assert isinstance(database, SQLite)
    return database


def logged(world: World) -> list[str]:
    return [line for line in world.log if line.startswith("ERROR")]


async def play_until_refused(world: World, table: Table, people: list[Person]) -> str:
    """Play sensible moves until one isn't taken; what was said to it. The table is then as it was before."""
    chance = random.Random(7)
    for _ in range(400):
        before = await now(world, table)
        person = on_turn(before, people)
        seen = (await bot_of(world).services.tables.look(table.id, person.id)).mine
        assert seen is not None
        text = (await by_command(person, choose(seen, "normal", chance), seen)).text
        if (await now(world, table)).version == before.version:
            return text
    raise AssertionError("every move was taken")


async def goes_on(world: World, table: Table, people: list[Person]) -> None:
    """Check that moves are taken again, and that everything shows them once."""
    await world.env.advance_time(200)
    await play_on(world, table, people, by_command, moves=5)
    await world.env.advance_time(200)
    assert len([message for message in world.messages() if message.button("My hand") and message.pictures]) == 1
    table = await now(world, table)
    assert calls(world, people, table) == [on_turn(table, people).id]


async def fill(database: Database) -> None:
    for number in range(10_000):
        await database.write(INSERT, (number,))


async def test_a_full_disk_changes_nothing_and_is_said_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    database = await SQLite.in_file(tmp_path / "canasta.sqlite3")
    try:
        async with full(database):
            with pytest.raises(StoreTrouble, match="the disk is full"):
                await fill(database)
            [[taken]] = await database.rows("SELECT count(*) FROM people")
            for number in range(20_000, 20_005):
                with pytest.raises(StoreTrouble):
                    await database.write(INSERT, (number,))
            assert [row[0] for row in await database.rows("SELECT count(*) FROM people")] == [taken]
            assert not database._writer.in_transaction
        assert [record.levelname for record in caplog.records if "disk is full" in record.message] == ["ERROR"]
        assert await database.works()
        await database.write(INSERT, (30_000,))
    finally:
        await database.close()


async def test_a_disk_without_room_is_not_taken_for_cleared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = await SQLite.in_file(tmp_path / "canasta.sqlite3")
    try:
        async with full(database):
            with pytest.raises(StoreTrouble):
                await fill(database)
        with monkeypatch.context() as patch:
            patch.setattr(module, "_ROOM", 1 << 62)
            assert not await database.works()
        assert await database.works()
    finally:
        await database.close()


@pytest.mark.slow
@in_world
async def test_a_move_that_cannot_be_stored_is_refused_in_a_sentence(world: World) -> None:
    table, people = await seat_four(world)
    async with full(database_of(world)):
        text = await play_until_refused(world, table, people)
        assert "can't be stored" in text
        assert "nothing was changed" in text
    await goes_on(world, table, people)
    assert len(logged(world)) == 1
    assert "the disk is full" in logged(world)[0]


@pytest.mark.slow
@in_world
async def test_while_another_process_holds_the_database_nothing_is_lost(world: World) -> None:
    table, people = await seat_four(world)
    database = database_of(world)
    await database._wait_for_others(0.05)
    with held(world.file):
        text = await play_until_refused(world, table, people)
        assert "can't be stored" in text
        assert not await database.works()
        shown = await people[0].slash("hand")
        assert shown.message is not None
        assert shown.message.pictures, "what is committed can be read meanwhile"
    await goes_on(world, table, people)
    assert len(logged(world)) == 1
    assert "held by another process" in logged(world)[0]


@in_world
async def test_a_damaged_database_is_never_written_to_again(world: World) -> None:
    table, people = await seat_four(world)
    database, path = database_of(world), world.file
    damage(path)
    for connection in (database._reader, database._writer):
        await connection.execute_fetchall("PRAGMA shrink_memory")
    text = (await on_turn(table, people).slash("draw")).text
    assert "can't be stored" in text
    assert not await database.works()
    with pytest.raises(StoreTrouble, match="Restore a backup"):
        await database.write(INSERT, (1,))
    assert len(logged(world)) == 1
    assert "damaged" in logged(world)[0]


@pytest.mark.slow
@in_world
async def test_a_file_that_was_taken_away_is_missed_at_once(world: World) -> None:
    table, people = await seat_four(world)
    database, path = database_of(world), world.file
    away = path.rename(path.with_name("elsewhere.sqlite3"))
    text = await play_until_refused(world, table, people)
    assert "can't be stored" in text
    assert not await database.works()
    assert not path.exists()
    away.rename(path)
    await goes_on(world, table, people)
    assert len(logged(world)) == 1
    assert "deleted or replaced" in logged(world)[0]


async def test_what_only_a_mistake_of_ours_brings_is_no_trouble_of_the_file(tmp_path: Path) -> None:
    database = await SQLite.in_file(tmp_path / "canasta.sqlite3")
    try:
        await database.write(INSERT, (1,))
        with pytest.raises(sqlite3.IntegrityError):
            await database.write(INSERT, (1,))
        with pytest.raises(sqlite3.OperationalError, match="no such table"):
            await database.rows("SELECT * FROM nowhere")
        assert await database.works()
    finally:
        await database.close()


@pytest.mark.parametrize("left", ["nothing", "an empty file"])
async def test_no_new_file_is_begun_where_there_were_games(tmp_path: Path, left: str) -> None:
    path = tmp_path / "canasta.sqlite3"
    if left == "an empty file":
        path.touch()
    witness = heartbeat.beat_file(path)
    witness.touch()
    with pytest.raises(DatabaseError, match=r"missing or empty.*delete canasta.sqlite3.alive too"):
        await SQLite.in_file(path, witness=witness)
    assert path.exists() == (left == "an empty file")
    assert not path.exists() or path.stat().st_size == 0
    witness.unlink()
    await (await SQLite.in_file(path, witness=witness)).close()


@in_world
async def test_the_bot_does_not_start_without_the_file_that_it_had(world: World) -> None:
    await world.stop()
    heartbeat.beat_file(world.file).touch()
    for file in world.file.parent.glob("canasta.sqlite3*"):
        if file != heartbeat.beat_file(world.file):
            file.unlink()
    with pytest.raises(DatabaseError, match="Restore a backup"):
        await world.make_client()


async def with_an_index_that_belies_its_table(path: Path) -> Path:
    """Return a sound file, but that an index says another channel of a game than its table."""
    database = await SQLite.in_file(path)
    for number in range(5):
        await database.write("INSERT INTO people (user_id) VALUES (?)", (number,))
        await database.write("INSERT INTO servers (guild_id) VALUES (?)", (number,))
    await database.write(
        "INSERT INTO games (guild_id, channel_id, status, version, variant, layout, size, house, host_id,"
        " created_at, updated_at) VALUES (1, 77777, 'lobby', 1, '', '', 4, '{}', 1, 0, 0)"
    )
    await database.close()
    return belie(path)


def belie(path: Path) -> Path:
    """Have an index say another channel of that game than its table."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (page,) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'games_in_channel'").fetchone()
    content = bytearray(path.read_bytes())
    place = content.index((77777).to_bytes(3, "big"), (page - 1) * 4096)
    content[place : place + 3] = (77778).to_bytes(3, "big")
    path.write_bytes(content)
    return path


async def test_an_index_that_belies_its_table_is_found_at_the_start(tmp_path: Path) -> None:
    path = await with_an_index_that_belies_its_table(tmp_path / "canasta.sqlite3")
    content = path.read_bytes()
    with pytest.raises(DatabaseError, match=r"damaged.*games_in_channel.*Restore a backup"):
        await SQLite.in_file(path)
    assert path.read_bytes() == content


async def test_that_a_large_file_is_damaged_is_found_while_the_bot_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "canasta.sqlite3"
    await (await SQLite.in_file(path)).close()
    lose_page(path)
    monkeypatch.setattr(module, "_CHECKED_FIRST", 0)
    monkeypatch.setattr(module, "_CHECKED_AFTER", 0.0)
    database = await SQLite.in_file(path)
    assert database._checking is not None
    await database._checking
    assert not await database.works()
    with pytest.raises(StoreTrouble, match=r"damaged.*Restore a backup"):
        await database.write(INSERT, (7,))
    assert caplog.text.count("is damaged") == 1
    await database.close()


def lose_page(path: Path) -> None:
    """Fill the page of an index with zeros, as a disk may that lost it."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (page,) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'games_in_channel'").fetchone()
    content = bytearray(path.read_bytes())
    content[(page - 1) * 4096 : page * 4096] = bytes(4096)
    path.write_bytes(content)


@pytest.mark.parametrize("after", [0.0, 60.0])
async def test_a_large_file_can_be_closed_before_it_is_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, after: float
) -> None:
    monkeypatch.setattr(module, "_CHECKED_FIRST", 0)
    monkeypatch.setattr(module, "_CHECKED_AFTER", after)
    database = await SQLite.in_file(tmp_path / "canasta.sqlite3")
    await asyncio.sleep(0)
    await database.close()
    assert database._checking is not None
    assert database._checking.done()
    assert caplog.records == []
