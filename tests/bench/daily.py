"""The deal of the day with a million results in a month: `python -m tests.bench daily [--results N] [--address ADDRESS]`.

Prints how long a place among all, a server's board, a streak and the writing of a result take, and the processor time of
a round that a person plays, and of par. Without an address of PostgreSQL, the database is a new file of SQLite.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from datetime import date
from pathlib import Path

import psycopg

from bot.canasta import seat_view
from bot.computer import choose
from bot.data.daily import BegunDeal
from bot.store import Database
from bot.store.daily import DailyStore
from bot.store.members import MemberStore
from bot.store.opening import open_database
from bot.tables.daily_round import SEAT, DailyDeal

DAYS = 30
#: The last of the days, and the server whose members have played.
LAST, GUILD = 20_000, 1
#: How many members the server has, and how often each thing is measured.
MEMBERS, TIMES = 500, 50
#: About as many moves as a round has, as they are stored.
MOVES = "0 discard KS\n1 draw\n1 discard 4H\n2 draw\n2 discard 7C\n3 draw\n3 discard QD\n0 draw\n" * 9


async def fill(database: Database, results: int, address: Path | str) -> None:
    """Store this many results, as many on each day, and the server's members.

    PostgreSQL has swept and counted all but the last day, as it does by itself within minutes.
    """
    chance, store = random.Random(1), DailyStore(database)
    people = range(1, results // DAYS + 1)
    columns = ("day", "user_id", "name", "moves", "played", "began_at", "ended_at", "points")
    # Members lie anywhere among all people, so that each is looked for.
    members = random.Random(2).sample(people, min(MEMBERS, len(people)))
    async with database.transaction() as tx:
        await MemberStore(database).played(tx, GUILD, {number: f"Member {number}" for number in members}, 0)
    for day in range(LAST - DAYS + 1, LAST + 1):
        if day == LAST and isinstance(address, str):
            async with await psycopg.AsyncConnection.connect(address, autocommit=True) as connection:
                await connection.execute("VACUUM (ANALYZE)")
        await store.begin_deal(BegunDeal(day, "0" * 32, "0" * 64, None), 0)
        await store.set_par(day, 500)
        rows = [(day, user_id, "Somebody", MOVES, 72, 0, 0, chance.randint(-100, 400) * 5) for user_id in people]
        scores = [(day, points, count) for points, count in Counter(row[-1] for row in rows).items()]
        async with database.transaction() as tx:
            await tx.fill("daily_rounds", columns, rows)
            await tx.fill("daily_scores", ("day", "points", "results"), scores)


async def measured(name: str, work: Callable[[int], Awaitable[object]]) -> None:
    """Print how long some work takes, which is given a number that is another one each time."""
    taken = []
    for number in range(TIMES):
        began = time.perf_counter()
        await work(number)
        taken.append(1000 * (time.perf_counter() - began))
    print(f"{name:24} {statistics.median(taken):7.2f} ms median, {max(taken):7.2f} ms at most")


async def measure(address: Path | str, results: int) -> None:
    """Fill a new database, and print the figures."""
    database = await open_database(address)
    try:
        store = DailyStore(database)
        await fill(database, results, address)
        print(f"{results:,} results on {DAYS} days")

        begun = []
        for user_id in range(results, results + TIMES):
            await store.begin(LAST, user_id, "Somebody", ["1 draw"], 0)
            begun.append(await store.of(LAST, user_id))

        async def write(number: int) -> None:
            before = begun[number]
            assert before is not None
            assert await store.add(before, ["0 draw"], 5 * number, 1)

        await measured("place among all", lambda number: store.place(LAST, 5 * number))
        await measured("the board of all", lambda number: store.best_of_all(LAST, 500, 10 + number % 5))
        for name, first in (("day", LAST), ("week", LAST - 6), ("month", LAST - DAYS + 1)):

            async def board(number: int, first: int = first) -> object:
                return await store.board(GUILD, first, LAST, 10 + number, 1)

            await measured(f"a server's board, {name}", board)
        await measured("a person's days", lambda number: store.days_of(number + 1, LAST))
        await measured("best of a server's day", lambda number: store.has_won(number + 1, LAST - DAYS + 1, LAST))
        await measured("streak", lambda number: store.streak(number + 1, LAST))
        await measured("a result written", write)
    finally:
        await database.close()


def played() -> None:
    """Print the processor time of a round, and of par."""
    deal, chance = DailyDeal(date(2026, 12, 1), "0" * 32), random.Random(1)
    began = time.process_time()
    game = deal.begun()
    while game.turn is not None:
        game.apply(deal.answer(game) or choose(seat_view(game, SEAT), "normal", chance))
    print(f"{'a round':24} {time.process_time() - began:7.2f} s of processor time")
    began = time.process_time()
    deal.play_for_par()
    print(f"{'par':24} {time.process_time() - began:7.2f} s of processor time")


def main(arguments: Sequence[str]) -> int:
    """Run the measurement and return its exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench daily")
    parser.add_argument("--results", type=int, default=1_000_000, metavar="N")
    parser.add_argument("--address", help="an empty PostgreSQL database")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(options.address or Path(folder) / "canasta.sqlite3", options.results))
    played()
    return 0
