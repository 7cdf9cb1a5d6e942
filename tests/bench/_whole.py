"""A turn counted whole: four people play classic by presses in direct messages, with a bot that is a process of its own.

Every request that reaches Discord counts, with all its bytes: answers, edits, new and deleted messages, looks.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import discord
from aiohttp import web

from bot.canasta.views import SeatView
from bot.computer import choose
from bot.data.tables import Status
from bot.store.opening import open_database
from bot.tables import Tables
from tests.players import by_button, sit_down
from tests.standin import ProcessWorld, Standin
from tests.world import Person

#: All is done that follows from a press if the bot has asked Discord for nothing for this many seconds.
_QUIET: Final = 0.5
#: Answers to interactions by the type of the first one.
_FIRST: Final = {4: "first answers in a new message", 7: "first answers in the pressed message", 8: "completions"}
_DONE: Final = {"POST": "posted", "PATCH": "edited", "DELETE": "deleted"}


def purpose(method: str, path: str, body: Any, direct: frozenset[int]) -> str:
    """Return what a request to Discord is for, in the plural; `direct` are the channels of direct messages."""
    parts = path.strip("/").split("/")
    if parts[0] == "interactions":
        return _FIRST.get(body["type"], "announcements of an answer")
    if parts[0] == "webhooks":
        return {"DELETE": "answers deleted", "PATCH": "answers edited"}.get(method, "further answers")
    if parts[0] != "channels" or "messages" not in parts:
        return "other requests"
    where = "direct messages" if int(parts[1]) in direct else "messages in the channel"
    return f"{where} {_DONE.get(method, 'looked up')}"


class _CountingStandin(Standin):
    """A stand-in that counts the bytes which the bot sends."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.bytes = 0

    async def _request(self, request: web.Request) -> web.Response:
        self.bytes += request.content_length or 0
        return await super()._request(request)


class _CountingWorld(ProcessWorld):
    """A world whose requests are counted by what they are for."""

    program = "tests.seeded_bot"
    standin: _CountingStandin

    def make_standin(self) -> Standin:
        """Return the server that the bot takes for Discord."""
        self.counts, self._last = Counter[str](), time.monotonic()
        return _CountingStandin(self.env)

    def environment(self) -> dict[str, str]:
        """Return the settings by which the bot lives."""
        return super().environment() | {"CANASTA_LOG_LEVEL": "WARNING"}

    def begin(self) -> None:
        """Count from now on."""
        self.counts.clear()
        self.standin.bytes = 0

    async def quiet(self) -> None:
        """Wait until the bot has nothing more to do."""
        while (left := self._last + _QUIET - time.monotonic()) > 0:  # noqa: ASYNC110 - in another process
            await asyncio.sleep(left)

    def _note(self, method: str, path: str, body: Any, files: Sequence[discord.File]) -> None:
        super()._note(method, path, body, files)
        # Before the bot starts, the world itself asks for a few things.
        if hasattr(self, "counts"):
            self._last = time.monotonic()
            self.counts[purpose(method, path, body, frozenset(self.env.backend.dm_channels.values()))] += 1
            self.counts["uploads"] += len(files)


async def measure(turns: int) -> dict[str, float]:
    """Return what a turn costs on average, of this many at the beginning of a game: requests by what they are for, presses,
    uploads, and bytes."""
    with tempfile.TemporaryDirectory() as folder:
        async with _CountingWorld(Path(folder) / "canasta.sqlite3", seed=1) as world:
            await world.until(lambda: world.env.backend.find_command("play", None), "the commands")
            people = await sit_down(world, "Anna", "Bruno", "Carla", "Dino", players="4")
            await world.quiet()
            database = await open_database(world.file)
            try:
                tables = Tables(database, clock=lambda: 0)
                # Data about somebody is read when they first play.
                await _play(world, tables, people, len(people))
                world.begin()
                presses = await _play(world, tables, people, turns)
            finally:
                await database.close()
            uploads = world.counts.pop("uploads")
            requests = {what: count / turns for what, count in sorted(world.counts.items())}
            sums = {"requests": world.counts.total() / turns, "uploads": uploads / turns}
            return {"presses": presses / turns, **sums, "bytes": world.standin.bytes / turns, **requests}


async def _play(world: _CountingWorld, tables: Tables, people: Sequence[Person], turns: int) -> int:
    """Have people play this many turns as a computer would, and return how many times they pressed something."""
    chance, before, presses = random.Random(7), None, -sum(len(one.answers) for one in people)
    while True:
        person, view = await _to_move(world, tables, people)
        if person is not before:
            if turns == 0:
                return presses + sum(len(one.answers) for one in people)
            before, turns = person, turns - 1
        await by_button(person, choose(view, "normal", chance), view)
        await world.quiet()


async def _to_move(world: _CountingWorld, tables: Tables, people: Sequence[Person]) -> tuple[Person, SeatView]:
    table = await tables.games.last_in_channel(world.channel.id)
    assert table is not None
    assert table.status is Status.PLAYING, "the game is over"
    for person in people:
        look = await tables.look(table.id, person.id)
        if look.mine is not None and look.mine.my_turn:
            return person, look.mine
    raise AssertionError("nobody is to move")
