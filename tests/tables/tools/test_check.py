"""Games that can't be played again, or lead elsewhere than is stored, are found, and no card is named."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bot.data.errors import DatabaseError
from bot.store.opening import open_database
from bot.tables.tools import check
from tests.secrecy import cards_in
from tests.stored import VERSIONS, stored

pytestmark = pytest.mark.sqlite


@pytest.fixture
async def path(tmp_path: Path) -> Path:
    """Return games in all states: 1 and 2 are finished, 4 was abandoned, 5, 6 and 8 are in play."""
    path = stored(tmp_path / "canasta.sqlite3", 2)
    await (await open_database(path)).close()
    return path


def killed(*part: object) -> list[str]:
    """End the process, as the system does where memory runs out."""
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError(part)


async def found(path: Path) -> list[str]:
    sentences = [one async for one in check.failures(path)]
    assert not cards_in(" ".join(sentences))
    return sentences


def harm(path: Path, *statements: str) -> None:
    """Change something that the bot never changes."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("DROP TRIGGER moves_stay")
        for sql in statements:
            assert connection.execute(sql).rowcount == 1


@pytest.mark.parametrize("version", VERSIONS)
async def test_all_games_that_earlier_versions_stored_can_be_played_again(tmp_path: Path, version: int) -> None:
    assert await found(stored(tmp_path / "canasta.sqlite3", version)) == []


@pytest.mark.parametrize(
    ("game", "sql", "failures"),
    [
        (1, "UPDATE games SET scores = '[1405, 1480]' WHERE id = 1", ["played again it leads to another scores"]),
        (1, "UPDATE games SET winner = 0 WHERE id = 1", ["played again it leads to another winner"]),
        (5, "UPDATE games SET turn = 3 WHERE id = 5", ["played again it leads to another turn"]),
        (
            1,
            "DELETE FROM moves WHERE game_id = 1 AND number = 91",
            [
                "played again it leads to another scores",
                "played again it leads to another winner",
                "it is finished, and played again it isn't over",
            ],
        ),
        (
            8,
            "UPDATE rounds SET pack = substr(pack, 4, 3) || substr(pack, 1, 3) || substr(pack, 7) WHERE game_id = 8",
            [
                "the deal of round 1 is not the one that was sealed",
                "it can't be played again: a move is refused (card-not-in-hand)",
            ],
        ),
        (
            8,
            "UPDATE rounds SET pack = 'KS KS KS' WHERE game_id = 8",
            [
                "the deal of round 1 is not the one that was sealed",
                "it can't be played again: a deal or a move can't be read (ValueError)",
            ],
        ),
        (
            8,
            "UPDATE rounds SET salt = 'nothing' WHERE game_id = 8",
            ["the deal of round 1 is not the one that was sealed"],
        ),
        (
            4,
            "DELETE FROM rounds WHERE game_id = 4",
            ["it can't be played again: a deal or a move can't be read (IndexError)"],
        ),
        (
            2,
            "UPDATE moves SET line = '0 discard KS KS KS' WHERE game_id = 2 AND number = 5",
            ["it can't be played again: a move can't be read"],
        ),
        (
            6,
            "UPDATE games SET rules = '{}' WHERE id = 6",
            ["it can't be played again: its rules can't be read"],
        ),
        (
            6,
            "DELETE FROM seats WHERE game_id = 6 AND seat = 2",
            ["it can't be played again: a deal or a move can't be read (ValueError)"],
        ),
    ],
)
async def test_what_was_changed_behind_the_bots_back_is_found(
    path: Path, game: int, sql: str, failures: list[str]
) -> None:
    harm(path, sql)
    assert await found(path) == [f"Table {game}: {failure}." for failure in failures]


async def test_a_move_that_the_rules_refuse_is_told_by_its_code(path: Path) -> None:
    harm(path, "UPDATE moves SET line = '1 discard KS' WHERE game_id = 1 AND number = 1 AND seat = 1")
    [sentence] = await found(path)
    assert sentence == "Table 1: it can't be played again: a move is refused (draw-first)."


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="has no such signal")
async def test_a_process_that_is_ended_from_outside_is_told_of_in_a_sentence(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(check, "_PART", 1)
    monkeypatch.setattr(check, "_in_process", killed)
    with pytest.raises(DatabaseError, match="was ended from outside"):
        await found(path)
    # A future whose failure nobody has read says so when it is freed.
    gc.collect()
    await asyncio.sleep(0)
    assert not caplog.records
