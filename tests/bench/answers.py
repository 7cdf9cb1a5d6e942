"""How soon the bot answers (or defers) while many games are played at once, in a process of its own against a stand-in.

Also how long its callbacks hold the event loop meanwhile, and what a turn costs (`tests/bench/turn.py`).

`python -m tests.bench answers [--games N] [--turns N] [--computers LEVEL]`; with a level, four computers sit at every table too.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import tempfile
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import ClassVar, TypeVar

from simcord import SetupError

from tests import loop_times
from tests.bench import turn
from tests.loop_times import LoopTimes
from tests.players import card_buttons, newest_call
from tests.standin import ProcessWorld
from tests.world import Answer, Person, Shown

Found = TypeVar("Found")

#: This many of the callbacks that held the event loop longest are shown.
_LONGEST_SHOWN = 5
#: This many turns are counted for what one costs.
_COUNTED_TURNS = 12
#: How many computers sit at a table, if any do.
_COMPUTERS = 4
#: The most seconds until something is seen, or somebody's turn comes: computers of other tables may think first.
_PATIENCE = 900


class Game:
    """A table of two people in a channel of its own; whoever is called draws and discards. Computers may sit there too."""

    def __init__(self, world: ProcessWorld, number: int, level: str | None) -> None:
        self._world = world
        self._level = level
        self._channel = world.guild.create_text_channel(f"table-{number}")
        self._people = {person.id: person for person in world.people(f"Anna {number}", f"Bruno {number}")}

    async def play(self, turns: int) -> None:
        """Sit down, deal, and play this many turns by commands, menus and buttons in the channel."""
        anna, bruno = self._people.values()
        computers = 0 if self._level is None else _COMPUTERS
        opened = await anna.slash("play", players=str(2 + computers), computers=computers, where=self._channel)
        await _until(lambda: opened.text or None)
        if self._level is not None:
            await self._have_computers_play(anna, self._level)
        joined = await bruno.slash("canasta join", where=self._channel)
        await _until(lambda: joined.text or None)
        await anna.slash("canasta start", where=self._channel)
        for _ in range(turns):
            call = await _until(self._call)
            await self._turn(call[1])
            await _until(partial(self._called_next, call))

    async def _have_computers_play(self, host: Person, level: str) -> None:
        menu = "How well do computers play?"
        settings = await self._settings(host)
        shown = await _until(lambda: settings.message if settings.message and settings.message.menu(menu) else None)
        await host.choose(menu, level, on=shown)
        await _until(lambda: f"at level **{level}**" in settings.text or None)

    async def _settings(self, host: Person) -> Answer:
        while True:
            lobby = await _until(self._lobby)
            try:
                return await host.press("Settings", on=lobby)
            except SetupError:
                # The lobby has been drawn again meanwhile.
                await asyncio.sleep(0.05)

    def _lobby(self) -> Shown | None:
        """Return the message of the lobby, None while it has not been sent: the answer to its command comes first."""
        return next((shown for shown in self._world.messages(self._channel) if shown.button("Settings")), None)

    async def _turn(self, user_id: int) -> None:
        person = self._people[user_id]
        drawn = await person.slash("draw", where=self._channel)
        card = await _until(lambda: next(iter(card_buttons(drawn.message).values()), None) if drawn.message else None)
        await person.press(card, on=drawn.message)

    def _called_next(self, before: tuple[int, int]) -> bool | None:
        return self._call() not in (None, before) or None

    def _call(self) -> tuple[int, int] | None:
        return newest_call(self._people.values())


async def _until(found: Callable[[], Found | None]) -> Found:
    async with asyncio.timeout(_PATIENCE):
        while (one := found()) is None:  # noqa: ASYNC110 - it happens in another process
            await asyncio.sleep(0.05)
        return one


class MeasuredWorld(ProcessWorld):
    """A world whose bot writes down how long its callbacks hold the event loop."""

    program: ClassVar[str] = "tests.seeded_bot"

    @property
    def written(self) -> Path:
        """Where it does so."""
        return self.file.with_name("loop-times.json")

    def environment(self) -> dict[str, str]:
        """Return the settings by which the bot lives."""
        return super().environment() | {"CANASTA_TEST_LOOP_TIMES": str(self.written)}


async def measure(games: int, turns: int, level: str | None) -> tuple[list[tuple[str, float]], LoopTimes]:
    """Return each interaction's kind and the seconds until its first answer, and how the event loop was held."""
    with tempfile.TemporaryDirectory() as folder:
        async with MeasuredWorld(Path(folder) / "canasta.sqlite3") as world, asyncio.TaskGroup() as group:
            for number in range(games):
                group.create_task(Game(world, number, level).play(turns))
        return world.delays, loop_times.read(world.written)


def main(arguments: list[str]) -> int:
    """Print the delays of each kind of interaction; the status is 0 if the 99th percentile is under 100 ms."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench answers")
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--turns", type=int, default=6)
    parser.add_argument("--computers", metavar="LEVEL", help="have four computers of this level at every table, too")
    options = parser.parse_args(arguments)
    delays, held = asyncio.run(measure(options.games, options.turns, options.computers))
    kinds = defaultdict[str, list[float]](list)
    for kind, delay in delays:
        kinds[kind].append(delay)
        kinds["all"].append(delay)
    for kind, found in sorted(kinds.items()):
        print(f"{kind:12} {len(found):5} answers, median {_ms(found, 50)}, 99th percentile {_ms(found, 99)} ms")
    print(f"the event loop: {held.too_long} of {held.callbacks} callbacks over {loop_times.LONGEST:.0f} ms")
    for milliseconds, what in held.longest[:_LONGEST_SHOWN]:
        print(f"the event loop: {milliseconds} ms by {what}")
    print(
        f"the bot: {held.processor_seconds * 1000 / (options.games * options.turns):.1f} ms of processor time a turn, start and opening included"
    )
    print("\n".join(turn.lines(asyncio.run(turn.measure(_COUNTED_TURNS)))))
    return 0 if _ms(kinds["all"], 99) < 100 else 1


def _ms(seconds: list[float], percentile: int) -> float:
    parts = statistics.quantiles(seconds, n=100, method="inclusive") if len(seconds) > 1 else seconds * 99
    return round(parts[percentile - 1] * 1000, 1)
