"""A database with as many games as wanted: a server in which games were really played, copied over and over.

`python -m tests.bulk FILE [--servers N] [--finished N] [--running N]`
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import random
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Final

from bot.canasta.moves import Move
from bot.computer import choose
from bot.data.tables import InChannel, Status, Table
from bot.league import League
from bot.store.sqlite import SQLite
from bot.tables import Order, Tables

#: The first digits of the ids of the first server and all that belongs to it, and by how much those of the next one are
#: higher.
FIRST_ID: Final = 1 << 40
STEP: Final = 1 << 20
#: The ids of people within a server, those of the channels in which the bot writes to them, those of other channels, and those
#: of presses.
_PEOPLE, _DIRECT, _CHANNELS, _PRESSES = 100, 500, 1_000, 10_000

#: How many people play at each table, in turn, and to how many points unless it is said: some games are meant for an evening.
_PLAYERS: Final = (2, 4)
_POINTS: Final = (5000, 3000, 5000, 1500)
#: Of each unfinished game this many moves were made at most unless it ended before, and no finished one had more.
_BEGUN, _LONGEST = 150, 3_000
#: Seconds between two moves, and for a turn.
_PACE, _TURN_LIMIT = 600, 5 * 24 * 3600

#: The columns with ids of Discord's, which are higher in the copies by `STEP` a server.
_DISCORD_IDS: Final = {"guild_id", "channel_id", "user_id", "host_id", "other_id", "interaction_id", "dm_channel_id"}
#: The columns with numbers that the database gives, by the tables that they are numbers in.
_NUMBERS: Final = {"game_id": "games", "result_id": "results", "season_id": "seasons"}
#: Turns don't all end at the same time: each server's a few seconds later than the one before.
_LATER = 7


class _Clock:
    """A clock that goes on with each move."""

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds

    def __call__(self) -> int:
        return self.seconds


async def play(path: Path, *, finished: int, running: int, points: int | None = None) -> None:
    """Play a server's games and store them in a new file: this many to their end, this many as far as they have come by
    now.

    The former are played to this many `points`, if that is said.
    """
    clock, chance = _Clock(int(time.time())), random.Random(1)
    database = await SQLite.in_file(path)
    # Nothing is lost if this process is killed: it begins again.
    await database._writer.execute_fetchall("PRAGMA synchronous = OFF")
    try:
        tables, league = Tables(database, clock=clock, chance=chance), League(database, clock=clock)
        tables.changes.on_end(league.record)
        presses = itertools.count(FIRST_ID + _PRESSES)
        for number in range(finished + running):
            clock.seconds = int(time.time()) - (_LONGEST if number < finished else _BEGUN) * _PACE
            table = await _begin(tables, number, points if number < finished else None)
            moves = None if number < finished else chance.randrange(_BEGUN // 2, _BEGUN)
            await _play_on(tables, table, clock, chance, presses, moves)
        # As it is when everybody has seen everything, in messages that have been deleted since.
        await database.write("UPDATE games SET told_version = version")
        await database.write(
            f"INSERT INTO people (user_id, dm_channel_id) SELECT DISTINCT user_id, user_id + {_DIRECT - _PEOPLE} FROM seats"
        )
    finally:
        await database.close()


async def _begin(tables: Tables, number: int, points: int | None) -> Table:
    seats = _PLAYERS[number % len(_PLAYERS)]
    people = [FIRST_ID + _PEOPLE + 10 * seats + seat for seat in range(seats)]
    order = Order(
        home=InChannel(FIRST_ID, FIRST_ID + _CHANNELS + number),
        host_id=people[0],
        layout=str(seats),
        house={"target": points or _POINTS[number // len(_PLAYERS) % len(_POINTS)]},
        turn_limit=_TURN_LIMIT,
    )
    return await tables.lobbies.begin(order, [(person, f"Player {person - FIRST_ID - _PEOPLE}") for person in people])


async def _play_on(
    tables: Tables, table: Table, clock: _Clock, chance: random.Random, presses: Iterable[int], moves: int | None
) -> None:
    """Play on by the level `normal`, until the end or for this many moves and then until somebody is to draw."""
    for made, press in enumerate(presses):
        if table.status is not Status.PLAYING or table.to_move is None or table.to_move.user_id is None:
            return
        look = await tables.look(table.id, table.to_move.user_id)
        assert look.mine is not None
        if moves is not None and made >= moves and look.mine.public.phase == "draw":
            return
        move: Move = await asyncio.to_thread(choose, look.mine, "normal", chance)
        clock.seconds += _PACE
        table = (await tables.turns.play(table.id, table.to_move.user_id, move, interaction_id=press)).table


def copy(path: Path, servers: int) -> None:
    """Copy the only server of a file that no bot uses so often that there are this many of it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        # A file that isn't whole is of no use: nothing of it need be kept.
        connection.execute("PRAGMA journal_mode = OFF")
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("PRAGMA cache_size = -200000")
        connection.execute("BEGIN")
        connection.execute("CREATE TEMP TABLE copies AS SELECT value AS copy FROM json_each(?)", [_numbers(servers)])
        last = dict(connection.execute("SELECT name, seq FROM sqlite_sequence"))
        tables = [
            name
            for (name,) in connection.execute(
                "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
            )
        ]
        for table in tables:
            columns = [name for _, name, *_ in connection.execute(f"PRAGMA table_info({table})")]
            values = ", ".join(_value(table, column, last) for column in columns)
            names = ", ".join(f'"{column}"' for column in columns)
            # All rows of a server stand together, as if they had been stored one after another.
            connection.execute(
                f"INSERT INTO {table} ({names}) SELECT {values} FROM copies CROSS JOIN {table} AS one ORDER BY copy"
            )
        connection.execute("COMMIT")


def _numbers(servers: int) -> str:
    return f"[{', '.join(map(str, range(1, servers)))}]"


def _value(table: str, column: str, last: dict[str, int]) -> str:
    """Return what a column of a copy holds."""
    held = f'one."{column}"'
    if column in _DISCORD_IDS:
        return f"{held} + copy * {STEP}"
    numbered = table if column == "id" else _NUMBERS.get(column)
    if numbered is not None:
        # There is a season 0: all seasons.
        return f"CASE WHEN {held} > 0 THEN {held} + copy * {last.get(numbered, 0)} ELSE {held} END"
    if (table, column) == ("timers", "at"):
        return f"{held} + copy * {_LATER}"
    return held


def fill(path: Path, *, servers: int, finished: int, running: int, points: int | None = None) -> None:
    """Make a file with this many servers, in each of which this many games were finished and this many are being
    played."""
    asyncio.run(play(path, finished=finished, running=running, points=points))
    copy(path, servers)


def main(arguments: list[str]) -> int:
    """Make the file that the arguments tell."""
    parser = argparse.ArgumentParser(prog="python -m tests.bulk", description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--servers", type=int, default=5_000)
    parser.add_argument("--finished", type=int, default=20, help="finished games of each server")
    parser.add_argument("--running", type=int, default=2, help="games of each server that are being played")
    parser.add_argument("--points", type=int, help="to how many points the finished ones were played (as people do)")
    options = parser.parse_args(arguments)
    began = time.monotonic()
    with tempfile.TemporaryDirectory(dir=options.file.parent) as folder:
        made = Path(folder) / options.file.name
        fill(
            made,
            servers=options.servers,
            finished=options.finished,
            running=options.running,
            points=options.points,
        )
        made.replace(options.file)
    size = options.file.stat().st_size
    print(f"{options.servers * options.finished} finished games and {options.servers * options.running} others:")
    print(f"{size / 1e6:.0f} MB in {time.monotonic() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
