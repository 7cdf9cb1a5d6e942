"""Exports everything that a database holds and that is no secret any more, as files that other programs read."""

from __future__ import annotations

import csv
import io
import json
import random
import shutil
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final, TextIO

from bot.data.errors import DatabaseError
from bot.store import Database
from bot.store.dump import SECRETS, rows, tables
from bot.store.opening import open_database
from bot.store.soundness import begun
from bot.store.sqlite import migrations
from bot.tables.changes import Changes
from bot.tables.daily import Daily
from bot.tables.errors import NotOver, Unplayable
from bot.tables.replays import Replays
from bot.tables.rules.seals import seals_document
from bot.tables.thinkers import Thinkers

FORMAT: Final = "canasta-export/1"

#: Opens one file of the export for writing, by its name in there; one at a time.
Open = Callable[[str], AbstractContextManager[TextIO]]


@dataclass(frozen=True, slots=True)
class Export:
    """The outcome of an export: the number of rows and games, and the games of which no record can be made."""

    rows: int
    games: int
    without_record: tuple[int, ...]


async def export(copy: Path, target: Path, at: datetime) -> Export:
    """Write all tables and the records of all games that are over into a new folder, or into a `.zip` file.

    `copy` must belong to the caller alone: it is brought up to the newest schema. The target appears when it is whole;
    only its owner can read it. Raises `DatabaseError`.
    """
    try:
        with _archive(target) if target.suffix == ".zip" else _folder(target) as opened:
            database = await open_database(copy)
            try:
                games, without = await _records(database, copy, opened)
            finally:
                await database.close()
            counts = _tables(copy, opened)
            with opened("manifest.json") as file:
                json.dump(_manifest(counts, games, without, at), file, indent=1)
    except OSError as error:
        raise DatabaseError(f"{target} can't be written ({error.strerror}). Nothing was exported.") from error
    return Export(sum(counts.values()), games, tuple(without))


async def _records(database: Database, copy: Path, opened: Open) -> tuple[int, list[int]]:
    """Write the record and the seals of each game that is over.

    Return the number of records, and the games of which none can be made.
    """
    changes = Changes(database, clock=lambda: 0, chance=random.Random(0), waits=random.Random(0))
    replays, games, without = Replays(changes, Daily(changes, Thinkers())), 0, []
    for number in begun(copy):
        try:
            proof = await replays.proof(number)
        except NotOver:
            continue
        except (Unplayable, ValueError, LookupError):
            without.append(number)
            continue
        games += 1
        for name, document in (
            (f"canasta-{number}", proof.record),
            (f"canasta-{number}-seals", seals_document(proof.seals)),
        ):
            with opened(f"records/{name}.json") as file:
                json.dump(document, file, ensure_ascii=False, indent=1)
    return games, without


def _tables(copy: Path, opened: Open) -> dict[str, int]:
    """Write the rows of all tables, each table as CSV and all together as JSON lines.

    Return each table's number of rows.
    """
    counts = {}
    for table, columns in tables(copy).items():
        with opened(f"tables/{table}.csv") as file:
            counts[table] = 0
            writer = csv.writer(file)
            writer.writerow(columns)
            for row in rows(copy, table, columns):
                writer.writerow(row)
                counts[table] += 1
    with opened("rows.jsonl") as file:
        for table, columns in tables(copy).items():
            for row in rows(copy, table, columns):
                line = {"table": table, "row": dict(zip(columns, row, strict=True))}
                file.write(json.dumps(line, ensure_ascii=False) + "\n")
    return counts


def _manifest(counts: Mapping[str, int], games: int, without: list[int], at: datetime) -> dict[str, object]:
    return {
        "format": FORMAT,
        "made_at": at.isoformat(timespec="seconds"),
        "schema": len(migrations()),
        "rows": "rows.jsonl",
        "tables": {table: {"file": f"tables/{table}.csv", "rows": count} for table, count in counts.items()},
        "records": {"folder": "records", "games": games, "games_without_record": without},
        "left_out_while_secret": [f"{table}.{name}" for table, (names, _) in SECRETS.items() for name in names],
    }


@contextmanager
def _folder(target: Path) -> Iterator[Open]:
    """Yield a way to open files in a folder, which appears when all is written. An empty one may be there already."""
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise DatabaseError(f"{target} exists already. Choose another name, or an empty folder.")
    unfinished = Path(tempfile.mkdtemp(prefix=f"{target.name}.", suffix=".part", dir=target.absolute().parent))

    def opened(name: str) -> TextIO:
        path = unfinished / name
        path.parent.mkdir(exist_ok=True)
        return path.open("w", encoding="utf-8", newline="")

    try:
        yield opened
        unfinished.replace(target)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)


@contextmanager
def _archive(target: Path) -> Iterator[Open]:
    """Yield a way to open files in a zip file, which appears when all is written."""
    if target.exists():
        raise DatabaseError(f"{target} exists already. Choose another name.")
    with tempfile.NamedTemporaryFile(prefix=f"{target.name}.", suffix=".part", dir=target.parent, delete=False) as file:
        unfinished = Path(file.name)
        try:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:

                def opened(name: str) -> TextIO:
                    return io.TextIOWrapper(archive.open(name, "w", force_zip64=True), encoding="utf-8", newline="")

                yield opened
            target.open("xb").close()
            unfinished.replace(target)
        finally:
            with suppress(FileNotFoundError):
                unfinished.unlink()
