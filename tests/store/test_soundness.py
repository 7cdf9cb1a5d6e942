"""The check finds the faults of a database, and nothing in a sound one."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from bot.store import soundness
from bot.store.opening import open_database
from bot.store.sqlite import migrations
from tests.secrecy import cards_in
from tests.stored import VERSIONS, rows, stored

pytestmark = pytest.mark.sqlite

NEWEST = len(migrations())


@pytest.fixture
async def path(tmp_path: Path) -> Path:
    """Return games in all states, of the newest schema."""
    path = stored(tmp_path / "canasta.sqlite3", 2)
    await (await open_database(path)).close()
    return path


@contextmanager
def careless(path: Path) -> Iterator[sqlite3.Connection]:
    """Yield a connection for which no rule of the database holds."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        yield connection


def found(path: Path) -> list[str]:
    sentences = list(soundness.contradictions(path))
    assert not cards_in(" ".join(sentences))
    return sentences


@pytest.mark.parametrize("version", VERSIONS)
async def test_nothing_is_wrong_with_what_earlier_versions_stored(tmp_path: Path, version: int) -> None:
    path = stored(tmp_path / "canasta.sqlite3", version)
    assert list(soundness.faults(path, version)) == []
    await (await open_database(path)).close()
    assert list(soundness.faults(path, NEWEST)) == []
    assert found(path) == []


#: Something done to a database behind the bot's back, and the games with which something is wrong then.
HARM = {
    "the numbers of its moves have gaps": ("DELETE FROM moves WHERE game_id = 2 AND number = 17", {2}),
    "its moves are not in the order of its versions and rounds": (
        "UPDATE moves SET version = 1 WHERE game_id = 5 AND number = 40",
        {5},
    ),
    "it has a move that is newer than the game": ("UPDATE games SET version = 60, told_version = 0 WHERE id = 1", {1}),
    "its deals are not those of its rounds": ("UPDATE games SET round = 3 WHERE id = 5", {5}),
    "it was begun with seats that nobody has": ("DELETE FROM seats WHERE game_id = 8 AND seat = 1", {8}),
    "a seat passed from one to another at a version when it didn't": (
        "UPDATE seats SET until_version = 900 WHERE game_id = 2 AND until_version IS NOT NULL",
        {2},
    ),
    "it is in play, and nobody is to move": ("UPDATE games SET turn = NULL WHERE id IN (5, 8)", {5, 8}),
    "it was not begun, and has been dealt": ("UPDATE games SET status = 'cancelled', ended_at = 1 WHERE id = 4", {4}),
    "it is over without a time at which it ended, or has one and is not over": (
        "UPDATE games SET ended_at = NULL WHERE id = 3",
        {3},
    ),
    "it is not in play, and something falls due in it": ("INSERT INTO timers VALUES (1, 'expiry', 1)", {1}),
    "it is not in play, and people agree on something there": (
        "INSERT INTO agreements (game_id, kind, user_id, version) VALUES (7, 'abandon', 101, 1)",
        {7},
    ),
    "more of it was told than happened": ("UPDATE games SET told_version = version + 1 WHERE id = 6", {6}),
    "a message shows more of it than happened": (
        "UPDATE messages SET shows_version = 900 WHERE game_id = 7 AND kind = 'table'",
        {7},
    ),
    "it has a result and is not over": (
        "INSERT INTO results (game_id, guild_id, variant, layout, family, house, abandoned, rounds, moves, began_at, ended_at,"
        " sides) VALUES (6, 9, '', '', '', '{}', 0, 1, 1, 1, 1, '[]')",
        {6},
    ),
}


@pytest.mark.parametrize("wrong", HARM)
def test_each_contradiction_is_found_where_it_is(path: Path, wrong: str) -> None:
    sql, games = HARM[wrong]
    with careless(path) as connection:
        assert connection.execute(sql).rowcount >= len(games)
    assert [one for one in found(path) if one.endswith(f": {wrong}.")] == [
        f"Table {number}: {wrong}." for number in sorted(games)
    ]


def test_all_contradictions_are_tried() -> None:
    assert [wrong for wrong, _ in soundness._CONTRADICTIONS] == list(HARM)


def test_what_refers_to_nothing_is_found(path: Path) -> None:
    with careless(path) as connection:
        connection.execute("DELETE FROM rounds WHERE game_id = 4")
        connection.execute("DELETE FROM games WHERE id = 7")
    assert {one for one in found(path) if "refers" in one} == {
        "In moves there is something (of table 4) that refers to something in rounds which isn't there.",
        "In seats there is something (of table 7) that refers to something in games which isn't there.",
        "In messages there is something (of table 7) that refers to something in games which isn't there.",
    }


def test_a_schema_that_is_not_as_the_migrations_make_it_is_described(path: Path) -> None:
    rows(path, "DROP INDEX log_of_game")
    rows(path, "DROP TRIGGER moves_stay")
    rows(path, "CREATE INDEX mine ON moves (seat)")
    rows(path, "ALTER TABLE people ADD COLUMN shoe_size INTEGER")
    rows(path, "ANALYZE")
    assert list(soundness.faults(path, NEWEST)) == [
        "The schema lacks the index log_of_game.",
        "The schema lacks the trigger moves_stay.",
        "The schema has the index mine, which this program didn't make.",
        "The table people is not as this program makes it.",
    ]


def test_a_file_that_litestream_copies_is_sound(path: Path) -> None:
    # Version 0.3.13 makes these two.
    rows(path, "CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)")
    rows(path, "CREATE TABLE _litestream_lock (id INTEGER)")
    assert list(soundness.faults(path, NEWEST)) == []


def test_a_damaged_file_is_described_and_not_looked_at_any_further(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (page,) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'games_in_channel'").fetchone()
    rows(path, "DROP TRIGGER moves_stay")
    content = bytearray(path.read_bytes())
    content[(page - 1) * 4096 : page * 4096] = bytes(4096)
    path.write_bytes(content)
    sentences = list(soundness.faults(path, NEWEST))
    assert sentences
    assert all(one.startswith("The file is damaged: ") for one in sentences)


def test_looking_changes_nothing(path: Path) -> None:
    before = path.read_bytes()
    assert list(soundness.faults(path, NEWEST)) == found(path) == []
    assert list(soundness.begun(path)) == [1, 2, 4, 5, 6, 8]
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]
