"""How soon the league answers, and what recording a result costs, in a server with a short and a very long history.

`python -m tests.bench league [--sizes N,N] [--people N] [--repeats N] [--folder DIR] [--exact]`

The servers are clubs of five years: of 300 people, whatever they have played, or, with `--people 0`, of 3 · √(results), which
is 95 with 1,000 results and 3,000 with a million. Some play much more
often than others, mostly in a circle of some thirty, in pairs, alone, in three sides and six at a table; some leave, are
replaced, or have the computer play. Results are written as rows; standings are then made from them as `database rerate` does.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import random
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import closing
from dataclasses import replace
from itertools import accumulate
from pathlib import Path

from bot.data.results import Result, Unrated
from bot.league import ALL_TIME, By, League
from bot.store.opening import open_database
from bot.store.results import stored, stored_person
from tests.league import recount
from tests.league.games import BEGIN, DAY, GUILD, Clock, game

YEARS, QUARTER = 5, 91 * DAY
SEASONS = YEARS * 4

#: Sides and how often they are played, of a hundred.
SHAPES = {(2, 2): 70, (1, 1): 15, (1, 1, 1): 8, (2, 2, 2): 5, (1, 2): 2}
FAMILIES = {"classic": 60, "samba": 20, "hand-and-foot": 12, "american": 8}

#: How far from each other those mostly sit who play together.
CIRCLE = 15

Reading = Callable[[], Awaitable[object]]


class Club:
    """The players of a club with this many results, and the ends of its games."""

    def __init__(self, results: int, people: int) -> None:
        self.results = results
        self.people = people or round(3 * math.sqrt(results))
        self._chance = random.Random(results)
        # The player at place n of the most busy plays as often as 1 / (n + 10): a tenth of the people play half of the
        # games.
        order = self._chance.sample(range(1, self.people + 1), self.people)
        self._busy = order
        self._weights = list(accumulate(1 / (place + 10) for place in range(self.people)))
        self._skill = {user: self._chance.gauss(0, 1) for user in order}

    def player(self) -> int:
        """Return somebody, more likely one who plays much."""
        return self._chance.choices(self._busy, cum_weights=self._weights)[0]

    def partners(self, user: int) -> list[int]:
        """Return a table of six around somebody, with themselves first."""
        found = [user]
        while len(found) < 6:
            near = self._chance.random() < 0.95
            other = user + round(self._chance.gauss(0, CIRCLE / 2)) if near else self._chance.randint(1, self.people)
            if 1 <= other <= self.people and other not in found:
                found.append(other)
        return found

    def game(self) -> Result:
        """Return a game that has ended."""
        chance = self._chance
        shape = chance.choices(list(SHAPES), list(SHAPES.values()))[0]
        around = self.partners(self.player())
        playing, others = around[: sum(shape)], around[sum(shape) :]
        chance.shuffle(playing)
        teams: list[list[int | None]] = []
        for size in shape:
            teams.append([playing.pop() for _ in range(size)])
        points = [
            5 * round(600 + 100 * chance.gauss(statistics.fmean(self._skill[user] for user in team if user), 1.5))
            for team in teams
        ]
        leaver = teams[0][0] if chance.random() < 0.03 else None
        if chance.random() < 0.04 and len(teams[-1]) > 1:
            teams[-1][-1] = None
        return game(
            *teams,
            points=points,
            left={} if leaver is None else {leaver: others[0] if others and chance.random() < 0.5 else None},
            missed={user: chance.randint(1, 20) for team in teams for user in team if user and chance.random() < 0.05},
            turns=chance.randint(20, 90),
            family=chance.choices(list(FAMILIES), list(FAMILIES.values()))[0],
            canastas=[{"natural": chance.randint(0, 6), "mixed": chance.randint(1, 12)} for _ in teams],
            best_round=[max(0, own // 2) for own in points],
        )

    def history(self) -> Iterator[Result]:
        """Yield all its games, by their ids."""
        for number in range(1, self.results + 1):
            at = BEGIN + SEASONS * QUARTER * (number - 1) // self.results
            one = self.game()
            unrated = Unrated.COMPUTERS if one.computers else None
            season = 1 + (number - 1) * SEASONS // self.results
            yield replace(one, id=number, game_id=number, season_id=season, unrated=unrated, began_at=at, ended_at=at)


def write(path: Path, club: Club) -> None:
    """Write a club's seasons, people, games and results into an empty database."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN")
        connection.executemany(
            "INSERT INTO seasons (id, guild_id, number, name, opened_at, ends_at, closed_at) VALUES (?, ?, ?, '', ?, ?, ?)",
            [
                (
                    one,
                    GUILD,
                    one,
                    BEGIN + (one - 1) * QUARTER,
                    BEGIN + one * QUARTER,
                    None if one == SEASONS else BEGIN + one * QUARTER,
                )
                for one in range(1, SEASONS + 1)
            ],
        )
        connection.executemany(
            "INSERT INTO members VALUES (?, ?, ?, ?, ?)",
            [(GUILD, user, f"P{user}", user % 20 == 0, BEGIN) for user in range(1, club.people + 1)],
        )
        for one in club.history():
            connection.execute(
                "INSERT INTO games (guild_id, channel_id, status, version, variant, layout, size, house, host_id,"
                " created_at, updated_at) VALUES (?, 1, 'finished', 1, 'classic', '4', 4, '{}', 1, 0, 0)",
                (GUILD,),
            )
            connection.execute(
                "INSERT INTO results (game_id, guild_id, season_id, variant, layout, family, house, abandoned, unrated,"
                " rounds, moves, began_at, ended_at, sides) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                stored(one),
            )
            connection.executemany(
                f"INSERT INTO result_people VALUES ({', '.join('?' * 13)})",
                [stored_person(one.id, GUILD, person) for person in one.people],
            )
        connection.execute("COMMIT")


def build(folder: Path, club: Club) -> Path:
    """Return the club's database. Existing parts, its results or all, are not made again."""
    whole, written, part = (
        folder / f"league-{club.results}-{club.people}.{suffix}" for suffix in ("sqlite3", "written", "part")
    )
    if not whole.exists():
        if not written.exists():
            part.unlink(missing_ok=True)
            print(f"{club.results:,} results written in {_seconds(_written(part, club)):.0f} s", flush=True)
            part.rename(written)
        print(f"{club.results:,} results made into standings in {_seconds(_rerated(written)):.0f} s", flush=True)
        written.rename(whole)
    return whole


def _seconds(work: Coroutine[None, None, None]) -> float:
    began = time.perf_counter()
    asyncio.run(work)
    return time.perf_counter() - began


async def _written(path: Path, club: Club) -> None:
    await (await open_database(path)).close()
    write(path, club)


async def _rerated(path: Path) -> None:
    database = await open_database(path)
    try:
        await League(database, clock=Clock()).corrections.rerate(GUILD)
    finally:
        await database.close()


async def measure(path: Path, club: Club, repeats: int) -> dict[str, float]:
    """Return the median milliseconds of everything that is asked of a league."""
    database = await open_database(path)
    try:
        clock = Clock(BEGIN + SEASONS * QUARTER - DAY)
        league = League(database, clock=clock)
        found = {}
        for name, read in readings(league, club).items():
            found[name] = await _median(read, repeats)

        async def record() -> None:
            async with database.transaction() as tx:
                game_id = await tx.insert(
                    "INSERT INTO games (guild_id, channel_id, status, version, variant, layout, size, house, host_id,"
                    " created_at, updated_at) VALUES (?, 1, 'finished', 1, 'classic', '4', 4, '{}', 1, 0, 0)",
                    (GUILD,),
                )
                await league.record(tx, replace(club.game(), game_id=game_id, ended_at=clock.now))

        found["record a result"] = await _median(record, repeats)
        return found
    finally:
        await database.close()


def readings(league: League, club: Club) -> dict[str, Reading]:
    """Return what is asked, each time of somebody else."""

    def board(season: int | None, by: By, *, middle: bool) -> Reading:
        async def read() -> None:
            page = 1
            if middle:
                page = pages[season, by]
            found = await league.boards.board(GUILD, season=season, by=by, page=page, me=club.player())
            pages[season, by] = 1 + found.pages // 2
            assert found.rows

        return read

    async def profile(season: int | None) -> None:
        await league.boards.profile(GUILD, club.player(), season=season)

    async def head_to_head() -> None:
        one, other, *_ = club.partners(club.player())
        await league.boards.head_to_head(GUILD, one, other)

    async def history() -> None:
        assert (await league.history(GUILD, club.player())).results

    async def whole_history() -> None:
        assert (await league.history(GUILD)).results

    pages: dict[tuple[int | None, By], int] = {}
    found: dict[str, Reading] = {}
    for season, which in ((None, "season"), (ALL_TIME, "all time")):
        for by in By:
            found[f"board, {which}, {by}, page 1"] = board(season, by, middle=False)
            found[f"board, {which}, {by}, middle page"] = board(season, by, middle=True)
    return {
        **found,
        "profile, season": lambda: profile(None),
        "profile, all time": lambda: profile(ALL_TIME),
        "head-to-head": head_to_head,
        "history of a person": history,
        "history of the server": whole_history,
    }


async def _median(act: Callable[[], Awaitable[object]], repeats: int) -> float:
    taken = []
    for _ in range(repeats):
        began = time.perf_counter()
        await act()
        taken.append(time.perf_counter() - began)
    return statistics.median(taken) * 1000


def run(sizes: list[int], people: int, repeats: int, folder: Path, exact: bool) -> bool:
    """Print the table. Return True if all is exact, soon enough, and flat."""
    columns = []
    right = True
    for size in sizes:
        club = Club(size, people)
        path = build(folder, club)
        if exact:
            found = recount.differences(path)
            right = right and not found["standings"] and not found["meetings"]
            print(
                f"{size:,} results of {club.people:,} people: of {found['all standings']:,} standings and"
                f" {found['all meetings']:,} meetings {found['standings'] + found['meetings']} differ from a recount",
                flush=True,
            )
        columns.append(asyncio.run(measure(path, Club(size, people), repeats)))
    print(f"{'median ms with … results':38}" + "".join(f"{size:>12,}" for size in sizes) + "   last/first")
    for name in columns[0]:
        times = [column[name] for column in columns]
        ratio = times[-1] / times[0]
        right = right and max(times) < 20 and ratio <= 2
        print(f"{name:38}" + "".join(f"{one:12.2f}" for one in times) + f"{ratio:13.2f}")
    return right


def main(arguments: list[str]) -> int:
    """Return 0 if each median is under 20 ms, the last no more than twice the first, and all is exact."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench league")
    parser.add_argument("--sizes", default="1000,100000,1000000", help="results of each server, separated by commas")
    parser.add_argument(
        "--people", type=int, default=300, help="people of each server, 0 for more where more was played"
    )
    parser.add_argument("--repeats", type=int, default=200)
    parser.add_argument("--folder", type=Path, help="keep the databases here, and use those that are there")
    parser.add_argument("--exact", action="store_true", help="compare all standings with a recount in SQL too")
    options = parser.parse_args(arguments)
    sizes = [int(size) for size in options.sizes.split(",")]
    sys.setswitchinterval(0.0005)
    with tempfile.TemporaryDirectory() as folder:
        right = run(sizes, options.people, options.repeats, options.folder or Path(folder), options.exact)
    return 0 if right else 1
