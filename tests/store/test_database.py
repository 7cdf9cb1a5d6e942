"""Opening a database: from nothing, from each earlier schema, and when it must be refused."""

from __future__ import annotations

import asyncio
import errno
import fcntl
import json
import logging
import sqlite3
import threading
import time
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from bot.data.errors import DatabaseError
from bot.store import sqlite as module
from bot.store.opening import open_database
from bot.store.sqlite import APPLICATION_ID, SQLite, _statements, migrations
from bot.tables import Tables
from tests import killed
from tests.stored import VERSIONS, rows, script_of, stored

pytestmark = pytest.mark.sqlite


def test_each_migration_has_a_number_of_its_own_the_same_in_both_dialects() -> None:
    """The schema's number is how many there are: of two with one number, who opens a database first has only one of them."""
    folder = Path(module.__file__).parent / "migrations"
    numbers = sorted(int(path.name[:4]) for path in folder.glob("*.sql"))
    assert numbers == list(range(1, len(numbers) + 1))
    names = {path.name for path in folder.glob("*.sql")}
    theirs = sorted(path.name for path in (folder / "postgresql").glob("*.sql"))
    assert [int(name[:4]) for name in theirs] == numbers[-len(theirs) :]
    assert {name for name in theirs if "_" in name} <= names


def schema(path: Path) -> list[tuple[object, ...]]:
    return rows(path, "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name")


async def make(path: Path) -> Path:
    await (await open_database(path)).close()
    return path


async def test_a_new_file_gets_the_whole_schema(tmp_path: Path) -> None:
    path = await make(tmp_path / "deep" / "down" / "canasta.sqlite3")
    assert rows(path, "PRAGMA user_version") == [(len(migrations()),)]
    assert rows(path, "PRAGMA application_id") == [(APPLICATION_ID,)]
    assert rows(path, "PRAGMA journal_mode") == [("wal",)]
    tables = rows(path, "SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND name NOT LIKE 'sqlite%'")
    assert {name for name, _ in tables} >= {"games", "seats", "rounds", "moves", "messages", "people"}
    assert all(strict for _, strict in tables)


async def test_writes_are_durable_and_references_hold(tmp_path: Path) -> None:
    database = await SQLite.in_file(tmp_path / "canasta.sqlite3")
    writer = database._writer
    assert [tuple(row) for row in await writer.execute_fetchall("PRAGMA synchronous")] == [(2,)]
    with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
        await database.write("INSERT INTO rounds VALUES (99, 1, 0, '', '', '', 0)")
    await database.close()


def content(path: Path, tables: dict[str, list[str]]) -> dict[str, list[tuple[object, ...]]]:
    """Return all rows of some columns of each table; whom an entry of the log is about stood in its facts once."""
    found = {
        table: sorted(rows(path, f"SELECT {', '.join(columns)} FROM {table}"), key=repr)
        for table, columns in tables.items()
    }
    if "facts" in tables.get("log", []):
        place = tables["log"].index("facts")
        for number, row in enumerate(found["log"]):
            facts = json.loads(str(row[place]))
            facts.pop("newcomer_id", None)
            found["log"][number] = (*row[:place], json.dumps(facts), *row[place + 1 :])
        found["log"].sort(key=repr)
    return found


def columns(path: Path) -> dict[str, list[str]]:
    """Return the columns of each table."""
    sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
    return {
        table: [str(name) for (name,) in rows(path, f"SELECT name FROM pragma_table_info('{table}')")]
        for (table,) in rows(path, sql)
        if isinstance(table, str)
    }


def kept(path: Path) -> dict[str, list[str]]:
    """Return the columns of each table that later schemas have as they are."""
    found = {table: names for table, names in columns(path).items() if table != "messages"}
    if "tournament_requests" in found:
        # The seat at a match's table has become the place of an entry.
        found["tournament_requests"] = [name for name in found["tournament_requests"] if name != "seat"]
    return found


def purposes(path: Path) -> dict[int, tuple[object, ...]]:
    """Of each message its channel, what it is for as schemas 1 to 4 had it, and the version that it shows, by its id."""
    if "purpose" in columns(path)["messages"]:
        found = rows(path, "SELECT message_id, channel_id, purpose, shows_version FROM messages")
        return {int(str(one[0])): one[1:] for one in found}
    known: dict[int, tuple[object, ...]] = {}
    for message_id, channel_id, kind, number, user_id, state, version in rows(
        path, "SELECT message_id, channel_id, kind, number, user_id, state, shows_version FROM messages"
    ):
        assert isinstance(user_id, int)
        purpose = {
            "call": "ping",
            "hand": f"seat:{number}",
            "scores": f"score:{number}",
            "closed": f"closed:{user_id}",
            "proposal": f"ask:{number}:{user_id % 1_000_000}",
        }.get(str(kind), str(kind))
        if kind in ("gone", "barred", "locked", "left"):
            purpose = f"{kind}:{'lobby' if number == -1 else number}"
        if state == "replaced":
            purpose = f"old:{message_id}"
        shows = -int(str(version)) if state == "deleted" else version
        known[int(str(message_id))] = (channel_id, purpose, shows)
    return known


def expected(held: dict[int, tuple[object, ...]]) -> dict[int, tuple[object, ...]]:
    """Return what such messages are in the present schema.

    A deleted call isn't remembered. A call, which is no message of its own any more, what was asked about nobody knows whom, and what
    was for a purpose that there is no more, is to be deleted.
    """
    left = {number: one for number, one in held.items() if one[1:] != ("ping", 0)}
    unknown = [number for number, one in left.items() if one[1] in ("ping", "ask:2:345678", "ask:3:999", "own:102")]
    return left | {number: (left[number][0], f"old:{number}", abs(int(str(left[number][2])))) for number in unknown}


def test_every_earlier_schema_is_stored_with_something_in_each_table(tmp_path: Path) -> None:
    assert list(range(1, len(migrations()))) == VERSIONS, "python -m tests.stored writes the one that is missing"
    for version in VERSIONS:
        path = stored(tmp_path / f"{version}.sqlite3", version)
        assert rows(path, "PRAGMA user_version") == [(version,)]
        empty = [table for table, held in content(path, columns(path)).items() if not held]
        assert empty == []


def test_the_script_of_a_stored_database_is_made_from_the_one_before(tmp_path: Path) -> None:
    made = tmp_path / "made.sqlite3"
    with closing(sqlite3.connect(made)) as connection:
        connection.executescript(script_of(VERSIONS[-1]))
    kept_one = stored(tmp_path / "stored.sqlite3", VERSIONS[-1])
    assert schema(made) == schema(kept_one)
    for pragma in ("application_id", "user_version"):
        assert rows(made, f"PRAGMA {pragma}") == rows(kept_one, f"PRAGMA {pragma}")
    before = kept(stored(tmp_path / "before.sqlite3", VERSIONS[-2]))
    assert content(made, before) == content(kept_one, before)


@pytest.mark.parametrize("version", VERSIONS)
async def test_each_earlier_schema_comes_up_to_date_with_all_that_it_held(tmp_path: Path, version: int) -> None:
    path = stored(tmp_path / "canasta.sqlite3", version)
    then, told = kept(path), purposes(path)
    held = content(path, then)
    await make(path)
    assert rows(path, "PRAGMA user_version") == [(len(migrations()),)]
    assert rows(path, "PRAGMA foreign_key_check") == []
    assert rows(path, "PRAGMA integrity_check") == [("ok",)]
    assert schema(path) == schema(await make(tmp_path / "fresh.sqlite3"))
    assert content(path, then) == held
    assert purposes(path) == expected(told)


@pytest.mark.slow
@pytest.mark.parametrize("version", [VERSIONS[0], VERSIONS[-1]], ids=["all", "the last"])
async def test_a_migration_killed_between_any_two_writes_is_done_again(tmp_path: Path, version: int) -> None:
    """The held rows are whole before each try, and after the one that comes to its end."""
    path = stored(tmp_path / "canasta.sqlite3", version)
    then, told = kept(path), purposes(path)
    held = content(path, then)
    kill_at = 0
    while not killed.run(path, does_nothing, kill_at := kill_at + 3, opening=True):
        assert content(path, then) == held
        assert purposes(path) in (told, expected(told))
    assert kill_at > 3
    assert content(path, then) == held
    assert purposes(path) == expected(told)
    assert schema(path) == schema(await make(tmp_path / "fresh.sqlite3"))


async def test_a_migration_that_fails_leaves_the_schema_before_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = await make(tmp_path / "canasta.sqlite3")
    before = schema(path)
    broken = [*migrations(), "CREATE TABLE extra (id INTEGER) STRICT;\nINSERT INTO nowhere VALUES (1);\n"]
    with monkeypatch.context() as patch:
        patch.setattr(module, "migrations", lambda: broken)
        with pytest.raises(DatabaseError, match="nowhere"):
            await open_database(path)
    assert schema(path) == before
    assert rows(path, "PRAGMA user_version") == [(len(migrations()),)]
    await make(path)


async def does_nothing(_: Tables) -> None:
    pass


@pytest.mark.slow
async def test_a_new_file_killed_between_any_two_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = schema(await make(tmp_path / "fresh.sqlite3"))
    stages: list[list[tuple[object, ...]]] = [[], whole]
    scripts = migrations()
    for number in range(1, len(scripts)):
        with monkeypatch.context() as patch:
            patch.setattr(module, "migrations", partial(scripts.__getitem__, slice(number)))
            stages.append(schema(await make(tmp_path / f"stage-{number}.sqlite3")))
    for kill_at in killed.moments():
        path = tmp_path / f"killed-{kill_at}.sqlite3"
        finished = killed.run(path, does_nothing, kill_at, opening=True)
        assert schema(path) in stages
        assert schema(await make(path)) == whole
        assert rows(path, "PRAGMA user_version") == [(len(migrations()),)]
        if finished:
            break
    assert kill_at > sum(len(_statements(script)) for script in migrations())


async def test_a_file_that_is_no_database_is_refused_and_left(tmp_path: Path) -> None:
    path = tmp_path / "canasta.sqlite3"
    path.write_bytes(b"What people wrote down by hand, over some pages. " * 100)
    before = path.read_bytes()
    with pytest.raises(DatabaseError, match=r"damaged or no database.*Restore a backup"):
        await open_database(path)
    assert path.read_bytes() == before


async def test_a_damaged_database_is_refused_and_left(tmp_path: Path) -> None:
    path = await make(tmp_path / "canasta.sqlite3")
    content = bytearray(path.read_bytes())
    content[4096:] = bytes(len(content) - 4096)
    path.write_bytes(content)
    with pytest.raises(DatabaseError, match=r"damaged.*Restore a backup"):
        await open_database(path)
    assert path.read_bytes() == content


async def test_another_programs_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "canasta.sqlite3"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
        connection.commit()
    with pytest.raises(DatabaseError, match="another program"):
        await open_database(path)
    assert [name for _, name, _, _ in schema(path)] == ["recipes"]


async def test_a_newer_schema_is_refused(tmp_path: Path) -> None:
    path = await make(tmp_path / "canasta.sqlite3")
    rows(path, f"PRAGMA user_version = {len(migrations()) + 1}")
    with pytest.raises(DatabaseError, match="newer version"):
        await open_database(path)


async def test_a_log_without_its_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "canasta.sqlite3"
    log = tmp_path / "canasta.sqlite3-wal"
    log.write_bytes(b"moves not yet in the file")
    with pytest.raises(DatabaseError, match="Put the database back"):
        await open_database(path)
    assert log.read_bytes() == b"moves not yet in the file"
    assert not path.exists()


def test_a_file_that_cannot_be_opened_leaves_no_thread_to_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Slow(logging.Handler):
        """Has the thread of a connection take longer than the rest of the work, at each step that it logs."""

        def emit(self, _: logging.LogRecord) -> None:
            if threading.current_thread() is not threading.main_thread():
                time.sleep(0.2)

    def refuse(*_: object, **__: object) -> None:
        raise sqlite3.OperationalError("unable to open database file")

    failed: list[object] = []
    monkeypatch.setattr("threading.excepthook", failed.append)
    monkeypatch.setattr("sqlite3.connect", refuse)
    logger, slow = logging.getLogger("aiosqlite"), Slow()
    monkeypatch.setattr(logger, "level", logging.DEBUG)
    logger.addHandler(slow)
    before = {*threading.enumerate()}
    try:
        with pytest.raises(DatabaseError):
            asyncio.run(open_database(tmp_path / "canasta.sqlite3"))
        for thread in {*threading.enumerate()} - before:
            thread.join()
    finally:
        logger.removeHandler(slow)
    assert not failed


async def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    path = tmp_path / "canasta.sqlite3"
    path.mkdir()
    with pytest.raises(DatabaseError, match="can't be opened"):
        await open_database(path)


async def test_a_database_held_by_another_process_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "canasta.sqlite3"
    monkeypatch.setattr(module, "BUSY_SECONDS", 0.0)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(DatabaseError, match="held by another process"):
            await open_database(path)
        other.execute("ROLLBACK")
    await make(path)


async def test_one_bot_alone_uses_a_database(tmp_path: Path) -> None:
    path = tmp_path / "canasta.sqlite3"
    link = tmp_path / "link.sqlite3"
    link.symlink_to(path)
    bot = await open_database(path, alone=True)
    for name in (path, link):
        with pytest.raises(DatabaseError, match=rf"{name} is in use by another bot process\. Stop that one"):
            await open_database(name, alone=True)
    await bot.write("INSERT INTO people (user_id) VALUES (1)")
    await make(path)
    await bot.close()
    for _ in range(2):
        await (await open_database(link, alone=True)).close()


async def test_a_bot_that_is_refused_its_database_does_not_keep_others_from_it(tmp_path: Path) -> None:
    path = await make(tmp_path / "canasta.sqlite3")
    rows(path, f"PRAGMA user_version = {len(migrations()) + 1}")
    with pytest.raises(DatabaseError, match="newer version"):
        await open_database(path, alone=True)
    rows(path, f"PRAGMA user_version = {len(migrations())}")
    await (await open_database(path, alone=True)).close()


async def test_a_place_where_nothing_can_be_locked_is_used_with_a_warning(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unable(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", unable)
    await (await open_database(tmp_path / "canasta.sqlite3", alone=True)).close()
    assert "canasta.sqlite3.lock can't be locked (No locks available)" in caplog.text


async def test_games_played_before_count_on_the_board_of_games_against_computers(tmp_path: Path) -> None:
    """Each as the league would count it now: by the easiest computer, wins alone, and games of one person only."""
    path = stored(tmp_path / "canasta.sqlite3", 29)
    before = {
        # level of the computers, ranks of the two sides, role, abandoned, the people's seats
        101: (("hard",), (1, 2), "played", 0, {0: 501}),
        102: (("hard", "easy", "normal"), (1, 2), "played", 0, {0: 501}),
        103: (("normal",), (2, 1), "played", 0, {0: 501}),
        104: (("normal",), (1, 1), "played", 0, {0: 501}),
        105: (("normal",), (1, 2), "left", 1, {0: 501}),
        106: (("normal",), (1, 2), "played", 1, {0: 501}),
        107: (("normal", "normal"), (1, 2), "played", 0, {0: 501, 1: 502}),
        108: ((), (1, 2), "played", 0, {0: 501, 1: 502}),
        109: (("normal",), (1, 2), "played", 0, {0: -9}),
    }
    with closing(sqlite3.connect(path)) as connection, connection:
        for number, (levels, ranks, role, abandoned, people) in before.items():
            size = len(levels) + len(people)
            sides = [{"seats": [*range(side, size, 2)], "rank": rank, "points": 0} for side, rank in enumerate(ranks)]
            connection.execute(
                "INSERT INTO games (id, guild_id, channel_id, status, version, variant, layout, size, house, host_id, created_at,"
                " updated_at) VALUES (?, 70, 1, 'finished', 1, 'classic', '4', 4, '{}', 1, 0, 0)",
                (number,),
            )
            connection.executemany(
                "INSERT INTO seats (game_id, seat, from_version, level, name) VALUES (?, ?, 0, ?, 'Ada')",
                [(number, seat, level) for seat, level in enumerate(levels, len(people))],
            )
            connection.execute(
                "INSERT INTO results (id, game_id, guild_id, variant, layout, family, house, abandoned, rounds, moves, began_at,"
                " ended_at, sides) VALUES (?, ?, 70, 'classic', '4', 'classic', '{}', ?, 1, 9, 0, 1, ?)",
                (number, number, abandoned, json.dumps(sides)),
            )
            connection.executemany(
                "INSERT INTO result_people VALUES (?, ?, ?, 70, 'P', ?, ?, 1, 0, 1, NULL, 0)",
                [(number, seat, user, seat % 2, role) for seat, user in people.items()],
            )
    await make(path)
    found = rows(path, "SELECT result_id, solo FROM result_people WHERE guild_id = 70 AND seat = 0")
    points = {101: 3, 102: 1, 103: 0, 104: 0, 105: 0, 106: None, 107: None, 108: None, 109: None}
    assert sorted(found, key=str) == sorted(points.items(), key=str)
