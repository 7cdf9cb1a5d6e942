"""The cost of one person's `/preferences export`: processor time and memory, and how long everybody else waits
meanwhile.

`python -m tests.bench export [--results N] [--at-once N] [--store sqlite|postgresql]`

The person has played eight games to their end (`tests/bulk.py`), which are copied until there are as many results of
theirs.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from bot.process import keep_sweeps_short
from bot.store.copying import copy
from bot.store.opening import open_database
from bot.store.privacy import PrivacyStore
from tests import bulk, postgresql_server
from tests.waiting import Waiting

#: Tables of a game, with the columns that are counted on with each copy.
_COPIED = {
    "games": ("id",),
    "rounds": ("game_id",),
    "seats": ("game_id",),
    "moves": ("game_id",),
    "results": ("id", "game_id"),
    "result_people": ("result_id",),
}


def copied(path: Path, results: int) -> int:
    """Copy all games until the person with most results has this many; return their id."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        sql = "SELECT user_id, count(*) FROM result_people WHERE user_id > 0 GROUP BY 1 ORDER BY 2 DESC LIMIT 1"
        user_id, own = connection.execute(sql).fetchone()
        step = max(connection.execute(f"SELECT max(id) FROM {table}").fetchone()[0] for table in ("games", "results"))
        connection.execute("BEGIN")
        for number in range(1, -(-results // own)):
            for table, counted in _COPIED.items():
                columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
                values = [
                    f'"{name}" + {number * step}'
                    if name in counted
                    else "NULL"
                    if name == "interaction_id"
                    else f'"{name}"'
                    for name in columns
                ]
                first = counted[0]
                connection.execute(
                    f"INSERT INTO {table} SELECT {', '.join(values)} FROM {table} WHERE {first} <= {step}"
                )
        connection.execute("COMMIT")
        return int(user_id)


@contextmanager
def _stored(path: Path, kind: str) -> Iterator[Path | str]:
    """Give the place of a database with the rows of a file: the file itself, or one of a PostgreSQL server meanwhile."""
    if kind == "sqlite":
        yield path
        return
    postgresql_server.prepare(safe=True)
    try:
        address = postgresql_server.database_for(path.with_suffix(""), tables=False)
        asyncio.run(copy(path, address))
        yield address
    finally:
        postgresql_server.stop()


async def _measure(where: Path | str, user_id: int, at_once: int) -> None:
    from bot.tables.privacy import Privacy

    database = await open_database(where)
    try:
        rows = await PrivacyStore(database).counted(user_id)
        privacies = [Privacy(database, None) for _ in range(at_once)]  # type: ignore[arg-type]
        for privacy in privacies:
            # One bot makes one at a time.
            privacy._one_at_a_time = privacies[0]._one_at_a_time

        async def export(privacy: Privacy) -> list[int]:
            return [len(archive) async for archive in privacy.export(user_id)]

        async with Waiting(database) as waiting:
            began, cpu = time.perf_counter(), time.process_time()
            sizes = (await asyncio.gather(*map(export, privacies)))[0]
            cpu, seconds = time.process_time() - cpu, time.perf_counter() - began
        files = ", ".join(f"{size / 1_000_000:.1f} MB" for size in sizes)
        print(f"{rows:,} rows, {at_once} at once: {files}; {cpu:.1f} s of processor time, {seconds:.1f} s; {waiting}")
    finally:
        await database.close()


def main(arguments: list[str]) -> int:
    """Print what an export took."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench export")
    parser.add_argument("--results", type=int, default=1_000)
    parser.add_argument("--at-once", type=int, default=1)
    parser.add_argument("--store", choices=("sqlite", "postgresql"), default="sqlite", help="where the rows are")
    options = parser.parse_args(arguments)
    keep_sweeps_short()
    sys.setswitchinterval(0.0005)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "export.sqlite3"
        bulk.main([str(path), "--servers", "1", "--finished", "8", "--running", "0"])
        user_id = copied(path, options.results)
        with _stored(path, options.store) as where:
            asyncio.run(_measure(where, user_id, options.at_once))
    return 0
