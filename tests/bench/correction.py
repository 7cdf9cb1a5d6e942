"""The cost of a moderator's correction in a large league: processor time, and how long everybody else waits meanwhile.

`python -m tests.bench correction [--results N] [--people N] [--which N,N] [--every SECONDS] [--folder DIR]`

The league is that of `tests.bench league`, made by the first run; with `--folder` it is kept. `--which` are the results
that are
corrected, each twice, and with `--every` a result comes in that time while the second correction is worked out.
`--results 1000000` makes its league in about an hour.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from bot.league import League
from bot.process import keep_sweeps_short
from bot.store.database import Database
from bot.store.opening import open_database
from tests.bench.league import SEASONS, Club, build
from tests.league.games import BEGIN, DAY, GUILD, Clock
from tests.waiting import Waiting

QUARTER = 91 * DAY


async def _come(league: League, database: Database, club: Club, seconds: float) -> None:
    """Have a game end now and then."""
    while True:
        await asyncio.sleep(seconds)
        async with database.transaction() as tx:
            game_id = await tx.insert(
                "INSERT INTO games (guild_id, channel_id, status, version, variant, layout, size, house, host_id,"
                " created_at, updated_at) VALUES (?, 1, 'finished', 1, 'classic', '4', 4, '{}', 1, 0, 0)",
                (GUILD,),
            )
            await league.record(tx, replace(club.game(), game_id=game_id, ended_at=BEGIN + SEASONS * QUARTER - DAY))


async def _correct(league: League, number: int) -> None:
    """Make the last side of a result the first one: then all ratings since are others."""
    result = await league.result(GUILD, number)
    assert result is not None
    points = [side.rank * 100 for side in result.standing_sides]
    await league.corrections.correct(GUILD, number, by=1, reason="bench", points=points)


async def _measure(path: Path, club: Club, which: list[int], every: float) -> None:
    database = await open_database(path)
    try:
        league = League(database, clock=Clock(BEGIN + SEASONS * QUARTER - DAY))
        for number in which:
            # Once alone, as those who watch take processor time too, and once watched.
            began, cpu = time.perf_counter(), time.process_time()
            await _correct(league, number)
            cpu, seconds = time.process_time() - cpu, time.perf_counter() - began
            coming = asyncio.create_task(_come(league, database, club, every)) if every else None
            async with Waiting(database) as waiting:
                await _correct(league, number)
            if coming is not None:
                coming.cancel()
                with suppress(asyncio.CancelledError):
                    await coming
            print(f"result {number:,}: {cpu:.1f} s of processor time, {seconds:.1f} s; watched, {waiting}", flush=True)
    finally:
        await database.close()


def main(arguments: list[str]) -> int:
    """Print a line for each correction."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench correction")
    parser.add_argument("--results", type=int, default=10_000)
    parser.add_argument("--people", type=int, default=0, help="0 for as many as play so much")
    parser.add_argument(
        "--which", help="results to correct, separated by commas: one in the middle and one of the last"
    )
    parser.add_argument("--every", type=float, default=0.0, help="seconds after which another result comes, 0 for none")
    parser.add_argument("--folder", type=Path, help="keep the database here, and use the one that is there")
    options = parser.parse_args(arguments)
    which = [int(one) for one in (options.which or f"{options.results * 6 // 10},{options.results - 10}").split(",")]
    keep_sweeps_short()
    sys.setswitchinterval(0.0005)
    club = Club(options.results, options.people)
    with tempfile.TemporaryDirectory() as folder:
        path = build(options.folder or Path(folder), club)
        asyncio.run(_measure(path, club, which, options.every))
    return 0
