"""`database` on the command line, as an operator meets it: sentences, exit statuses, and files."""

from __future__ import annotations

import hashlib
import re
import subprocess
from pathlib import Path

import pytest

from bot.store.sqlite import migrations
from tests.stored import rows, stored
from tests.test_main import bot, bot_here
from tests.test_sandbox import sandbox


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Return a folder with a database of schema 2, in which there are eight games, where the bot expects it."""
    (tmp_path / "data").mkdir()
    stored(tmp_path / "data" / "canasta.sqlite3", 2)
    return tmp_path


def database(place: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return bot_here(place, "database", *arguments)


def hashes(place: Path) -> dict[str, str]:
    return {one.name: hashlib.sha256(one.read_bytes()).hexdigest() for one in (place / "data").iterdir()}


def refused(ended: subprocess.CompletedProcess[str], status: int) -> str:
    """Return the one sentence (or two) that says why nothing was done."""
    assert ended.returncode == status, ended.stderr
    assert ended.stdout == ""
    assert ended.stderr.count("\n") == 1, ended.stderr
    return ended.stderr


@pytest.mark.slow
def test_a_backup_is_made_and_restored(place: Path) -> None:
    made = bot(place, "database", "backup")
    assert (made.returncode, made.stderr) == (0, "")
    match = re.fullmatch(
        r"(data/canasta-\d{8}-\d{6}\.sqlite3) is a sound copy of data/canasta\.sqlite3 \(games: 8, schema: 2, 0\.2 MB\)\."
        r" Keep it private: it holds hidden cards\.\n",
        made.stdout,
    )
    assert match
    rows(place / "data" / "canasta.sqlite3", "UPDATE games SET host_id = 999")
    restored = bot(place, "database", "restore", match[1])
    assert (restored.returncode, restored.stderr) == (0, "")
    said = re.fullmatch(
        r"data/canasta\.sqlite3 is now what \S+ holds \(games: 8, schema: 2, 0\.2 MB\)\. Start the bot\.\n"
        r"What was there before is kept as (data/canasta-before-restore-\d{8}-\d{6}\.sqlite3)\.\n",
        restored.stdout,
    )
    assert said
    assert (999,) not in rows(place / "data" / "canasta.sqlite3", "SELECT host_id FROM games")
    assert (999,) in rows(place / said[1], "SELECT host_id FROM games")


def test_as_many_backups_are_kept_as_are_wanted(place: Path) -> None:
    (place / "backups").mkdir()
    for day in (1, 2, 3):
        (place / "backups" / f"canasta-2020010{day}-000000.sqlite3").touch()
    made = database(place, "backup", "backups", "--keep", "2")
    assert made.returncode == 0
    assert [line for line in made.stdout.splitlines() if line.endswith("was deleted.")] == [
        f"backups/canasta-2020010{day}-000000.sqlite3 was deleted." for day in (1, 2)
    ]
    assert len(list((place / "backups").iterdir())) == 2
    assert "name a folder" in refused(database(place, "backup", "my.sqlite3", "--keep", "2"), 1)
    assert database(place, "backup", "--keep", "0").returncode == 2


def test_a_backup_that_is_there_is_overwritten_only_by_force(place: Path) -> None:
    (place / "my.sqlite3").touch()
    assert "--force" in refused(database(place, "backup", "my.sqlite3"), 1)
    assert database(place, "backup", "my.sqlite3", "--force").returncode == 0
    assert rows(place / "my.sqlite3", "SELECT count(*) FROM games") == [(8,)]


def test_a_sound_database_is_called_sound_and_is_not_changed(place: Path) -> None:
    before = hashes(place)
    for arguments in ((), ("data/canasta.sqlite3",)):
        checked = database(place, "check", *arguments)
        assert (checked.returncode, checked.stderr) == (0, "")
        assert checked.stdout == "data/canasta.sqlite3 is sound (games: 8, schema: 2, 0.2 MB).\n"
    assert hashes(place) == before


def test_what_is_wrong_is_said_and_is_not_changed_either(place: Path) -> None:
    path = place / "data" / "canasta.sqlite3"
    rows(path, "DELETE FROM moves WHERE game_id = 1 AND number = 91")
    rows(path, "INSERT INTO timers VALUES (2, 'expiry', 1)")
    before = hashes(place)
    checked = database(place, "check")
    assert (checked.returncode, checked.stderr) == (1, "")
    assert set(checked.stdout.splitlines()) >= {
        "Table 1: it is finished, and played again it isn't over.",
        "Table 2: it is not in play, and something falls due in it.",
    }
    rows(path, "DROP INDEX log_of_game")
    before = hashes(place)
    checked = database(place, "check")
    assert checked.returncode == 1
    assert checked.stdout.splitlines() == [
        "The schema lacks the index log_of_game.",
        "The games and tournaments were not looked at for that reason.",
    ]
    assert hashes(place) == before


@pytest.mark.slow
def test_everything_is_exported(place: Path) -> None:
    before = hashes(place)
    for target in ("out", "out.zip"):
        exported = database(place, "export", target)
        assert (exported.returncode, exported.stderr) == (0, "")
        assert re.fullmatch(rf"{target} holds \d+ rows and the records of 3 games that are over\.\n", exported.stdout)
        assert "exists already" in refused(database(place, "export", target), 1)
    assert hashes(place) == before
    assert bot_here(place, "verify", "out/records/canasta-2.json").returncode == 0


@pytest.mark.parametrize("work", ["backup", "check", "export"])
def test_a_database_that_is_not_there_is_missed_and_not_made(tmp_path: Path, work: str) -> None:
    said = refused(database(tmp_path, work, *(["out"] if work == "export" else [])), 2 if work == "check" else 1)
    assert said == f"database {work}: There is no file data/canasta.sqlite3. Check its name, and CANASTA_DATABASE.\n"
    assert list(tmp_path.iterdir()) == []


def test_what_is_no_database_of_ours_is_refused_by_all(place: Path) -> None:
    before = hashes(place)
    (place / "letter.txt").write_text("Dear Ana, " * 1000, encoding="utf-8")
    assert "damaged or no database" in refused(database(place, "restore", "letter.txt"), 1)
    assert "damaged or no database" in refused(database(place, "check", "letter.txt"), 2)
    assert hashes(place) == before
    rows(place / "data" / "canasta.sqlite3", f"PRAGMA user_version = {len(migrations()) + 1}")
    assert "newer version" in refused(database(place, "check"), 2)
    assert "newer version" in refused(database(place, "backup"), 1)
    assert "newer version" in refused(database(place, "export", "out"), 1)


def test_a_work_must_be_named(place: Path) -> None:
    assert database(place).returncode == 2
    assert "backup" in database(place).stderr
    assert "restore" in database(place, "--help").stdout


@pytest.mark.slow
def test_with_the_sandbox_running_backups_are_made_and_nothing_is_restored(tmp_path: Path) -> None:
    with sandbox("--seed", "3", "--database", str(tmp_path / "data" / "canasta.sqlite3")):
        assert database(tmp_path, "backup", "copy.sqlite3").returncode == 0
        assert database(tmp_path, "check").returncode == 0
        assert "is in use. Stop the bot" in refused(database(tmp_path, "restore", "copy.sqlite3"), 1)
    assert database(tmp_path, "check", "copy.sqlite3").returncode == 0
    assert database(tmp_path, "restore", "copy.sqlite3").returncode == 0
