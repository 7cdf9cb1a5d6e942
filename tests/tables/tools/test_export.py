"""The export has all that the database holds, except anything that is still secret."""

from __future__ import annotations

import csv
import json
import sqlite3
import stat
import time
import tracemalloc
import zipfile
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from bot.canasta.record import replay
from bot.data.daily import Every
from bot.data.errors import DatabaseError
from bot.store import dump, tools
from bot.store.opening import open_database
from bot.tables.rules.daily_times import deal_at
from bot.tables.rules.seals import read_seals
from bot.tables.tools.export import Export, export
from bot.tables.tools.verify import verify
from tests.stored import rows, stored

pytestmark = pytest.mark.sqlite

AT = datetime(2026, 11, 22, 3, 15, tzinfo=UTC)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return games in all states: 1 and 2 are finished, 4 was abandoned; 5, 6 and 8 are in play, 5 in its second round."""
    return stored(tmp_path / "canasta.sqlite3", 2)


async def exported(path: Path, target: Path) -> Export:
    with tools.snapshot(path) as copy:
        return await export(copy, target, AT)


def unpacked(target: Path) -> Path:
    """Return the folder that was exported, or what was in the file."""
    if target.suffix != ".zip":
        return target
    with zipfile.ZipFile(target) as archive:
        assert archive.testzip() is None
        archive.extractall(target.with_suffix(""))
    return target.with_suffix("")


def document(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def names(folder: Path) -> set[str]:
    return {one.name for one in folder.iterdir()}


def files(folder: Path) -> set[str]:
    return {str(one.relative_to(folder)) for one in folder.rglob("*") if one.is_file()}


@pytest.mark.parametrize("name", ["out", "out.zip"])
async def test_everything_is_there_as_csv_and_as_json(tmp_path: Path, path: Path, name: str) -> None:
    before = rows(path, "SELECT * FROM moves")
    done = await exported(path, tmp_path / name)
    folder = unpacked(tmp_path / name)
    manifest = document(folder / "manifest.json")
    assert (manifest["format"], manifest["made_at"]) == ("canasta-export/1", "2026-11-22T03:15:00+00:00")
    assert done == Export(sum(one["rows"] for one in manifest["tables"].values()), 3, ())
    assert manifest["records"] == {"folder": "records", "games": 3, "games_without_record": []}
    of_games = {f"records/canasta-{number}{ending}.json" for number in (1, 2, 4) for ending in ("", "-seals")}
    of_tables = {one["file"] for one in manifest["tables"].values()}
    assert files(folder) == {"manifest.json", "rows.jsonl"} | of_games | of_tables

    by_table: dict[str, list[dict[str, Any]]] = {name: [] for name in manifest["tables"]}
    for line in (folder / "rows.jsonl").read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        by_table[entry["table"]].append(entry["row"])
    for table, about in manifest["tables"].items():
        with (folder / about["file"]).open(encoding="utf-8", newline="") as file:
            as_csv = list(csv.DictReader(file))
        as_text = [
            {name: "" if value is None else str(value) for name, value in row.items()} for row in by_table[table]
        ]
        assert as_csv == as_text
        assert len(as_csv) == about["rows"]
    assert [tuple(row.values()) for row in by_table["moves"]] == before
    assert [row["name"] for row in by_table["seats"] if row["game_id"] == 8] == ["Cy 🂡", "Di"]


async def test_the_records_of_games_that_are_over_can_be_verified(tmp_path: Path, path: Path) -> None:
    await exported(path, tmp_path / "out")
    scores = {number: str(scores) for number, scores in rows(path, "SELECT id, scores FROM games")}
    for number in (1, 2, 4):
        record = document(tmp_path / "out" / "records" / f"canasta-{number}.json")
        seals = read_seals(document(tmp_path / "out" / "records" / f"canasta-{number}-seals.json"))
        assert all(finding.good for finding in verify(record, seals))
        status, answer = replay(record)
        assert status == 0
        assert number == 4 or answer["result"]["scores"] == json.loads(scores[number])


async def test_nothing_that_is_secret_is_exported(tmp_path: Path, path: Path) -> None:
    """The packs of rounds in play, and of all rounds of a series at some of whose tables they are still to be played."""
    await (await open_database(path)).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("INSERT INTO series (id, secret, open) VALUES (1, 'of-one', 0), (2, 'of-two', 1)")
        connection.execute("UPDATE games SET series = 1 WHERE id = 4")
        connection.execute("UPDATE games SET series = 2 WHERE id = 1")
    secret = {(4, 1), (5, 2), (6, 1), (8, 1)}
    told = {(1, 1), (2, 1), (5, 1)}
    assert (await exported(path, tmp_path / "out")).games == 2
    everything = "".join((tmp_path / "out" / name).read_text(encoding="utf-8") for name in files(tmp_path / "out"))
    for game, number, pack, salt, commitment in rows(
        path, "SELECT game_id, number, pack, salt, commitment FROM rounds"
    ):
        assert str(commitment) in everything
        if (game, number) in secret:
            assert str(salt) not in everything
            assert str(pack) not in everything
        with (tmp_path / "out" / "tables" / "rounds.csv").open(encoding="utf-8", newline="") as file:
            [row] = [one for one in csv.DictReader(file) if (one["game_id"], one["number"]) == (str(game), str(number))]
        assert (row["pack"], row["salt"]) == (("", "") if (game, number) in secret else (pack, salt))
    assert secret | told == set(rows(path, "SELECT game_id, number FROM rounds"))
    assert "of-one" not in everything
    assert "of-two" in everything


async def test_whatever_sounds_secret_in_the_schema_is_known_to_be(tmp_path: Path) -> None:
    path = tmp_path / "canasta.sqlite3"
    await (await open_database(path)).close()
    suspicious = ("pack", "salt", "secret", "token", "hand", "cards", "stock")
    harmless = {("tournaments", "same_packs"), ("result_people", "handed_back")}
    sounding = {
        (table, name)
        for table, names in dump.tables(path).items()
        for name in names
        if any(one in name for one in suspicious)
    }
    # In the deal of the day everybody gets the same cards, which the moves name.
    known = {(table, name) for table, (names, _) in dump.SECRETS.items() for name in names}
    assert sounding - harmless == known - {("daily_rounds", "moves")}


async def test_nothing_of_an_open_deal_of_a_day_or_a_week_is_exported(tmp_path: Path, path: Path) -> None:
    await (await open_database(path)).close()
    now = time.time_ns() // 10**9
    still_open = [deal_at(now, every) for every in Every]
    closed = [20_000, deal_at(20_000 * 86_400, Every.WEEK)]
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for day, secret in [(deal, "of-now") for deal in still_open] + [(deal, "of-then") for deal in closed]:
            connection.execute(
                "INSERT INTO days (day, secret, seal, opened_at, variant) VALUES (?, ?, 'sealed', 0, 'classic')",
                (day, secret),
            )
            connection.execute(
                "INSERT INTO daily_rounds (day, user_id, name, moves, played, began_at) VALUES (?, 7, 'Ana', ?, 1, 0)",
                (day, f"0 draw {secret}\n"),
            )
    await exported(path, tmp_path / "out")
    everything = "".join((tmp_path / "out" / name).read_text(encoding="utf-8") for name in files(tmp_path / "out"))
    assert "of-now" not in everything
    assert everything.count("of-then") == 8, "secret and moves of day and week, as tables and as rows"


async def test_the_order_of_ones_own_in_which_a_hand_is_kept_names_its_cards(tmp_path: Path, path: Path) -> None:
    await (await open_database(path)).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for user_id, order in ((7, "suit"), (8, "own 5 40.2 3.1"), (9, None)):
            connection.execute("INSERT INTO people (user_id, hand_order) VALUES (?, ?)", (user_id, order))
    await exported(path, tmp_path / "out")
    with (tmp_path / "out" / "tables" / "people.csv").open(encoding="utf-8", newline="") as file:
        kept = {row["user_id"]: row["hand_order"] for row in csv.DictReader(file)}
    assert (kept["7"], kept["8"], kept["9"]) == ("suit", "", "")
    assert "40.2" not in "".join(
        (tmp_path / "out" / name).read_text(encoding="utf-8") for name in files(tmp_path / "out")
    )


async def test_a_game_that_cannot_be_played_again_is_named_and_the_others_are_there(tmp_path: Path, path: Path) -> None:
    rows(path, "UPDATE games SET rules = '{}' WHERE id = 2")
    done = await exported(path, tmp_path / "out")
    assert (done.games, done.without_record) == (2, (2,))
    assert document(tmp_path / "out" / "manifest.json")["records"]["games_without_record"] == [2]
    assert not (tmp_path / "out" / "records" / "canasta-2.json").exists()


@pytest.mark.slow
async def test_an_export_is_for_its_owner_alone_and_overwrites_nothing(tmp_path: Path, path: Path) -> None:
    for name in ("out", "out.zip"):
        await exported(path, tmp_path / name)
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) & 0o077 == 0
        with pytest.raises(DatabaseError, match="exists already"):
            await exported(path, tmp_path / name)
        with pytest.raises(
            DatabaseError, match=r"can't be written \(No such file or directory\)\. Nothing was exported"
        ):
            await exported(path, tmp_path / "nowhere" / name)
    (tmp_path / "empty").mkdir()
    await exported(path, tmp_path / "empty")
    assert (tmp_path / "empty" / "manifest.json").exists()
    assert names(tmp_path) == {"canasta.sqlite3", "out", "out.zip", "empty"}


@pytest.mark.parametrize("name", ["out", "out.zip"])
async def test_an_export_that_fails_leaves_nothing(
    tmp_path: Path, path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(csv, "writer", full)
    with pytest.raises(DatabaseError, match="No space left on device"):
        await exported(path, tmp_path / name)
    assert names(tmp_path) == {"canasta.sqlite3"}


@pytest.mark.slow
async def test_many_rows_take_no_more_memory_than_few(tmp_path: Path) -> None:
    path, peaks = tmp_path / "canasta.sqlite3", []
    await (await open_database(path)).close()
    # The first one loads what every export needs, the second fills its buffers.
    for number, count in enumerate((100, 5_000, 30_000)):
        with closing(sqlite3.connect(path)) as connection:
            people = ((number * 100_000 + one, "en-GB") for one in range(count))
            connection.executemany("INSERT INTO people (user_id, locale) VALUES (?, ?)", people)
            connection.commit()
        with tools.snapshot(path) as copy:
            tracemalloc.start()
            try:
                await export(copy, tmp_path / f"{number}.zip", AT)
                peaks.append(tracemalloc.get_traced_memory()[1])
            finally:
                tracemalloc.stop()
    # The 25,000 rows more would take some 9 MB; what other threads of this process do in that time takes far less.
    assert peaks[2] < peaks[1] + 1_000_000
