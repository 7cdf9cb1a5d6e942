"""Processes that are killed again and again play the deals of some days and weeks: each has one deal, and no result is lost.

They also make the morning post of a server: one a day, of which the first of a week has its game.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import SimpleNamespace
from typing import cast
from unittest import mock

import pytest

from bot.canasta.moves import IllegalMove
from bot.computer import choose
from bot.data.daily import Every
from bot.data.errors import StoreTrouble
from bot.data.tables import Status
from bot.messages.discord_api import DiscordApi
from bot.messages.morning_posts import MorningPoster
from bot.store import soundness
from bot.store.copying import copy
from bot.store.daily import DailyStore
from bot.store.morning_posts import MorningPostStore
from bot.store.opening import open_database
from bot.tables import Tables
from bot.tables.errors import DailyClosed, NoSuchTable, Stale, WrongStatus
from bot.tables.rules.daily_times import DAILY, deal_at, first_day
from bot.tables.thinkers import Thinkers
from bot.tables.tools import check
from bot.ui.page import Page
from bot.ui.pictures import Pictures
from tests import forks, killed
from tests.stored import make_empty, place, rows

pytestmark = pytest.mark.slow

#: The first of the days, a Friday, and the nights that are lived through: after the last of them a new week begins.
FIRST, NIGHTS = 20_000, 3
PEOPLE = tuple(range(101, 107))
#: The hours of each night at which people play: before midnight, about it, in the two hours to finish yesterday's deal, and after.
HOURS = (-1.0, -0.001, 0.0, 0.001, 1.99, 2.0, 3.0)


#: The server with a morning post, its channel, and the post's hour: the last one of each night.
GUILD, CHANNEL, HOUR = 1, 2, 3


class Said:
    """A file in which processes write what people have seen, a line at once: it stands when the process has been killed."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def say(self, *words: object) -> None:
        with os.fdopen(os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT), "ab", buffering=0) as file:
            file.write((" ".join(map(str, words)) + "\n").encode())

    def lines(self) -> list[list[str]]:
        return [line.split() for line in self._path.read_text().splitlines()] if self._path.exists() else []


class Posts:
    """A Discord of one channel, whose posts stand in a file. Here and there a process ends before a post, or right after it."""

    def __init__(self, said: Said, clock: Path, chance: random.Random) -> None:
        self._said = said
        self._clock = clock
        self._chance = chance

    async def posted(self, channel_id: int, since: int, identity: str) -> int | None:
        await asyncio.sleep(0.001)
        for word, at, *more in self._said.lines():
            if word == "post" and int(at) >= since and more[:2] == [str(channel_id), identity]:
                return int(at)
        return None

    async def post(self, channel_id: int, page: Page, **_options: object) -> int:
        self._end_here_and_there(0.2)
        [button] = [one for one in page.shown().buttons if one.startswith("c:daily-morning")]
        weekly = any(one.startswith("c:weekly") for one in page.shown().buttons)
        self._said.say("post", self._clock.read_text().split()[0], channel_id, button, weekly)
        self._end_here_and_there(0.5)
        return 1

    def _end_here_and_there(self, probability: float) -> None:
        """Kill the process: from outside, the moment between a post and its note would hardly ever be met."""
        if self._chance.random() < probability:
            os.kill(os.getpid(), signal.SIGKILL)


def _live(where: Path | str, clock: Path, said: Path, seed: int) -> None:
    asyncio.run(_play(where, clock, Said(said), random.Random(seed)))


async def _play(where: Path | str, clock: Path, said: Said, chance: random.Random) -> None:
    """Play at random for one person or another, by the time in a file, until that says that it is the end."""
    with mock.patch.object(Thinkers, "par", mock.AsyncMock(return_value=400)):
        database = await open_database(where, shared=not isinstance(where, Path))
        try:
            tables = Tables(database, clock=lambda: int(clock.read_text().split()[0]))
            poster = MorningPoster(
                database,
                tables,
                cast(DiscordApi, SimpleNamespace(messages=Posts(said, clock, chance))),
                Pictures(),
                _english,
                _in_every_server,
                sleep=asyncio.sleep,
            )
            while not _ends(clock):
                with suppress(StoreTrouble):
                    if database.shared:
                        await database.lead()
                    await poster._turn()
                await asyncio.gather(*(_turn(tables, person, said, chance) for person in chance.sample(PEOPLE, 3)))
        finally:
            await database.close()


async def _english(_guild_id: int) -> str:
    return "en"


async def _in_every_server(_guild_id: int) -> bool:
    return True


async def _turn(tables: Tables, person: int, said: Said, chance: random.Random) -> None:
    """Open the deal, make some moves, and say what was seen."""
    try:
        look = await tables.daily.open(person, f"Person {person}", chance.choice([*Every]))
        for _ in range(chance.randrange(1, 30)):
            assert look.daily is not None
            said.say("sealed", look.table.id - DAILY, look.daily.seal)
            if look.table.status is not Status.PLAYING:
                assert look.daily.result is not None
                said.say("result", look.table.id - DAILY, person, look.daily.result.points)
                return
            assert look.mine is not None
            move = choose(look.mine, "easy", chance)
            await tables.turns.play(look.table.id, person, move, version=look.table.version)
            said.say("version", look.table.id - DAILY, person, look.table.version + 1)
            look = await tables.look(look.table.id, person)
    except (Stale, WrongStatus, DailyClosed, NoSuchTable, StoreTrouble, IllegalMove):
        return


def _ends(clock: Path) -> bool:
    return "end" in clock.read_text()


def _tell(clock: Path, day: int, hour: float, word: str = "") -> None:
    """Set the time."""
    new = clock.with_suffix(".new")
    new.write_text(f"{int(day * 86_400 + hour * 3_600)} {word}")
    new.replace(clock)


@pytest.mark.parametrize("seed", range(20 if killed.LONG else 2))
async def test_midnights_with_kills(tmp_path: Path, seed: int) -> None:
    where = place(tmp_path / "canasta.sqlite3")
    await make_empty(where)
    processes = 1 if isinstance(where, Path) else 2
    await _switch_posts_on(where)
    clock, said, chance = tmp_path / "clock", tmp_path / "said", random.Random(seed)
    alive: list[BaseProcess] = []

    def keep_alive() -> None:
        alive[:] = [one for one in alive if one.is_alive()]
        while len(alive) < processes:
            arguments = (where, clock, said, chance.getrandbits(32))
            alive.append(forks.CONTEXT.Process(target=_live, args=arguments, daemon=True))
            alive[-1].start()

    async def until(happened: Callable[[], bool]) -> None:
        def with_all_alive() -> bool:
            keep_alive()
            return happened()

        await _until(with_all_alive)

    kills = 0
    try:
        for night in range(1, NIGHTS + 1):
            for hour in HOURS:
                _tell(clock, FIRST + night, hour)
                await until(partial(_longer, said, _size(said) + chance.randrange(3_000)))
                if hour == HOUR:
                    await until(lambda: len(_posted(said)) >= night)  # noqa: B023
                if chance.random() < 0.7:
                    victim = chance.choice(alive)
                    victim.kill()
                    victim.join()
                    kills += victim.exitcode == -signal.SIGKILL
        # Those who live to the end play the last deal to its end.
        last_week = deal_at((FIRST + NIGHTS) * 86_400, Every.WEEK)
        assert first_day(last_week) == FIRST + NIGHTS
        for deal in (FIRST + NIGHTS, last_week):
            await until(partial(_all_finished, said, deal))
        await until(lambda: _posted(said)[-1:] == [FIRST + NIGHTS - 1])
    finally:
        _tell(clock, FIRST + NIGHTS, HOURS[-1], "end")
        for one in alive:
            await asyncio.to_thread(one.join, 60)
            one.kill()
    assert kills >= NIGHTS
    assert _posted(said) == [*range(FIRST, FIRST + NIGHTS)], "one post of each day"
    assert [line[4] for line in Said(said).lines() if line[0] == "post"] == ["True", "False", "True"], (
        "and one of each week"
    )
    await _judge(where, tmp_path, said)


async def _until(happened: Callable[[], bool]) -> None:
    """Wait until the processes have done something; they take their time on a busy machine."""
    end = time.monotonic() + 300
    while not happened():
        assert time.monotonic() < end
        await asyncio.sleep(0.002)


def _longer(said: Path, size: int) -> bool:
    return _size(said) > size


def _size(said: Path) -> int:
    return said.stat().st_size if said.exists() else 0


async def _switch_posts_on(where: Path | str) -> None:
    database = await open_database(where)
    try:
        first = (FIRST + 1) * 86_400 + HOUR * 3_600
        await MorningPostStore(database).set(GUILD, CHANNEL, HOUR, "UTC", first)
    finally:
        await database.close()


def _posted(said: Path) -> list[int]:
    """Return the days of which the board was posted, in the order of the posts."""
    return [int(line[3].rpartition(":")[2]) for line in Said(said).lines() if line[0] == "post"]


def _all_finished(said: Path, deal: int) -> bool:
    return len(_results(said, deal)) == len(PEOPLE)


def _results(said: Path, day: int) -> dict[str, str]:
    """Return the points of a deal that people have seen, by person."""
    return {line[2]: line[3] for line in Said(said).lines() if line[0] == "result" and line[1] == str(day)}


async def _judge(where: Path | str, folder: Path, said: Path) -> None:
    """Compare what people saw with what is stored, and that with itself."""
    if not isinstance(where, Path):
        await copy(where, folder / "copy.sqlite3")
        where = folder / "copy.sqlite3"
    assert [one async for one in check.failures(where)] + list(soundness.contradictions(where)) == []
    seals = {int(str(day)): seal for day, seal in rows(where, "SELECT day, seal FROM days")}
    assert len(seals) >= NIGHTS + 2
    stored = {
        (day, person): (played, points)
        for day, person, played, points in rows(where, "SELECT day, user_id, played, points FROM daily_rounds")
    }
    for word, of_day, *more in Said(said).lines():
        if word == "sealed":
            assert [seals[int(of_day)]] == more, "there is one deal of each day and week"
            continue
        if word == "post":
            continue
        played, points = stored[int(of_day), int(more[0])]
        if word == "result":
            assert points == int(more[1]), "no result is lost or becomes another"
        else:
            assert int(str(played)) >= int(more[1]), "no move is lost that somebody saw"
    database = await open_database(where)
    try:
        for day in seals:
            finished = [
                points for (of, _person), (_played, points) in stored.items() if of == day and points is not None
            ]
            assert (await DailyStore(database).place(day, 0)).total == len(finished)
    finally:
        await database.close()
