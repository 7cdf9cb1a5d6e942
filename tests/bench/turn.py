"""The cost of one turn at a table of four people: statements, transactions, pictures, requests, bytes and processor
time.

`python -m tests.bench turn [--turns N] [--spectators N]`: by commands in the channel, by the buttons of direct
messages, and by commands while spectators look on, who press *Refresh* after each turn. These turns draw and discard.
Then people play as computers would, by the buttons of direct messages, and all that reaches Discord is counted. Requests
are printed by what they are for, too.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sqlite3
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

from bot.data.tables import Table
from renderer import png
from tests.bench import _whole
from tests.cogs.players import now, on_turn, seat_four
from tests.players import card_buttons
from tests.world import Person, World

_SPECTATORS = ("Emil", "Frida", "Gino", "Hanna")


class Costs:
    """Counts what the bot does while `counting`."""

    def __init__(self) -> None:
        self.of = Counter[str]()
        self.counting = False

    def add(self, what: str, many: float = 1) -> None:
        """Count something, if it is time to."""
        if self.counting:
            self.of[what] += many  # type: ignore[assignment]

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Have every statement, picture and request counted that is made by what begins inside."""
        connect, encode, note = sqlite3.connect, png.encode, World._note

        def traced(*arguments: Any, **options: Any) -> sqlite3.Connection:
            connection: sqlite3.Connection = connect(*arguments, **options)
            connection.set_trace_callback(self._statement)
            return connection

        drawn = set[bytes]()

        def counted(*arguments: Any, **options: Any) -> bytes:
            picture = encode(*arguments, **options)
            self.add("pictures")
            self.add("pictures drawn before", picture in drawn)
            drawn.add(picture)
            return picture

        def noted(world: World, method: str, path: str, body: Any, files: Sequence[Any]) -> None:
            self.add("requests")
            self.add(_whole.purpose(method, path, body, frozenset(world.env.backend.dm_channels.values())))
            before = len(world.sent)
            note(world, method, path, body, files)
            for sent in world.sent[before:]:
                self.add("uploads", len(sent.uploads))
                self.add("bytes", sum(len(upload.data) for upload in sent.uploads) + len(repr(sent.body)))

        with (
            mock.patch.object(sqlite3, "connect", traced),
            mock.patch.object(png, "encode", counted),
            mock.patch.object(World, "_note", noted),
        ):
            yield

    def _statement(self, sql: str) -> None:
        if sql.startswith("BEGIN"):
            self.add("transactions")
        elif not sql.startswith(("COMMIT", "ROLLBACK", "--")):
            self.add("statements")


async def measure(turns: int, *, by_buttons: bool = False, spectators: int = 0) -> dict[str, float]:
    """Return what a turn costs on average: four people draw and discard by commands or by buttons, one after another.

    After each turn every spectator looks at the table again.
    """
    costs = Costs()
    with tempfile.TemporaryDirectory() as folder, costs.watched():
        async with World(Path(folder) / "canasta.sqlite3", seed=1) as world:
            table, people = await seat_four(world)
            chance = random.Random(1)
            for _ in people:
                # Data about somebody is read when they first play.
                await _turn(world, table, people, chance, by_buttons=by_buttons)
            watching = [(one, await one.slash("table")) for one in world.people(*_SPECTATORS[:spectators])]
            costs.counting, began = True, time.process_time()
            for _ in range(turns):
                await _turn(world, table, people, chance, costs, by_buttons=by_buttons)
                for spectator, answer in watching:
                    await spectator.press("Refresh", on=answer.message)
            costs.of["ms of processor time, Discord's and the people's included"] = round(
                (time.process_time() - began) * 1000
            )
            costs.counting = False
    return {what: count / turns for what, count in costs.of.items()}


async def _turn(
    world: World,
    table: Table,
    people: Sequence[Person],
    chance: random.Random,
    costs: Costs | None = None,
    *,
    by_buttons: bool,
) -> None:
    """Have the player to move draw, and discard a card of their choice."""
    person = on_turn(await now(world, table), people)
    if by_buttons:
        await person.press("Draw", dm=True)
        [shown] = [one for one in person.messages() if one.pictures]
        cards = sorted(card_buttons(shown).values())
    else:
        await person.slash("draw")
        cards = sorted((await person.complete("discard", "card")).values())
    before = Counter() if costs is None else costs.of.copy()
    if by_buttons:
        await person.press(chance.choice(cards), on=shown)
    else:
        await person.slash("discard", card=chance.choice(cards))
    await world.env.settle()
    if costs is not None:
        for what in ("statements", "transactions"):
            costs.add(f"{what} of the discard", costs.of[what] - before[what])


def lines(costs: dict[str, float], turn: str = "a turn") -> list[str]:
    """Return what is printed of the costs of a turn."""
    return [f"{turn}: {count:.1f} {what}" for what, count in costs.items()]


def main(arguments: list[str]) -> int:
    """Print what a turn costs."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench turn")
    parser.add_argument("--turns", type=int, default=12)
    parser.add_argument("--spectators", type=int, default=2, choices=range(1, 1 + len(_SPECTATORS)))
    options = parser.parse_args(arguments)
    print("\n".join(lines(asyncio.run(measure(options.turns)))))
    print("\n".join(lines(asyncio.run(measure(options.turns, by_buttons=True)), "a turn by buttons")))
    watched = asyncio.run(measure(options.turns, spectators=options.spectators))
    print("\n".join(lines(watched, f"a turn with {options.spectators} spectators")))
    print("\n".join(lines(asyncio.run(_whole.measure(options.turns)), "a turn counted whole")))
    return 0
