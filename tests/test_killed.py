"""The bot's process is killed after the moves of a round and started again: nothing is lost, nothing doubled."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path

import discord
import pytest

from bot.computer import choose
from bot.data.tables import Table
from bot.store import Database
from bot.store.messages import MessageStore
from bot.store.opening import open_database
from bot.tables import Look, Tables
from bot.ui.words import text_only
from renderer import render_hand
from tests.killed import LONG
from tests.players import by_button, by_command, calls, sit_down
from tests.secrecy import cards_in
from tests.standin import ProcessWorld
from tests.world import Person, Shown

pytestmark = pytest.mark.slow

SHORT_ROUND = 13
"""A seed whose first round is over after two dozen moves."""


EVERY = 1 if LONG else 5
"""It is killed each time after this many moves."""


class HastyWorld(ProcessWorld):
    """A world in which every draw is shown after a moment, not only with the rest of the turn."""

    turn_patience = 0.1


class Ledger:
    """The bot's database, read beside it."""

    def __init__(self, database: Database, channel_id: int) -> None:
        self._database = database
        self._channel_id = channel_id

    async def table(self) -> Table:
        """Return the table's row, of the last version stored."""
        table = await Tables(self._database, clock=lambda: 0).games.last_in_channel(self._channel_id)
        assert table is not None
        return table

    async def look(self, person: Person) -> Look:
        """Return the table as this person may see it, while the bot plays nothing: what it plays meanwhile may be missing."""
        return await Tables(self._database, clock=lambda: 0).look((await self.table()).id, person.id)

    async def told(self) -> bool:
        """Return whether the bot thinks that everybody knows how the table stands."""
        return not await MessageStore(self._database).lagging()


async def wait(happened: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(300):
        while not await happened():  # noqa: ASYNC110 - it happens in another process
            await asyncio.sleep(0.01)


def version(message: Shown) -> int:
    """Return the version that the buttons under a message are for."""
    (one,) = {int(button.custom_id.split(":")[3], 36) for button in message.buttons}
    return one


def rung(world: ProcessWorld) -> int:
    """Return how many direct messages with a sound people have got so far, deleted ones too."""
    silent = discord.MessageFlags.suppress_notifications.flag
    return sum(
        kind == "GATEWAY"
        and name == "MESSAGE_CREATE"
        and payload["channel_id"] != str(world.channel.id)
        and not payload.get("flags", 0) & silent
        for kind, name, payload in world.env.backend.transcript
    )


def check_messages(world: ProcessWorld, people: list[Person], looks: list[Look]) -> None:
    """Check that every message is there once and shows how the table stands."""
    table = looks[0].table
    tables = [message for message in world.messages() if message.pictures and message.button("My hand")]
    assert [version(message) for message in tables] == [table.version]
    assert table.to_move is not None
    assert calls(world, people, table) == [table.to_move.user_id]
    for person, seen in zip(people, looks, strict=True):
        (message,) = (one for one in person.messages() if one.pictures and one.button("⋯"))
        assert seen.mine is not None
        assert render_hand(seen.mine).alt in message.alt_texts or text_only.hand_in_a_line(seen.mine) in message.text
        if person.id == table.to_move.user_id:
            assert version(message) == table.version


async def test_killed_after_moves(tmp_path: Path) -> None:
    async with HastyWorld(tmp_path / "canasta.sqlite3", seed=SHORT_ROUND) as world:
        people = await sit_down(world, "Anna", "Bruno", "Carla", "Dario", players="4")
        database = await open_database(world.file)
        try:
            await _kill_and_play(world, people, Ledger(database, world.channel.id))
        finally:
            await database.close()
        assert not [line for line in world.log if line.startswith("Traceback") or cards_in(line)]


async def _kill_and_play(world: ProcessWorld, people: list[Person], ledger: Ledger) -> None:
    async def dealt() -> bool:
        return (await ledger.table()).round == 1 and await ledger.told()

    await wait(dealt)
    looks = [await ledger.look(person) for person in people]
    first, chance, lines = looks[0].table.version, random.Random(7), list[str]()
    counts, called = Counter[int](), 0
    turn, turns, untold = looks[0].table.turn, 0, 0
    while looks[0].table.round == 1:
        check_messages(world, people, looks)
        counts[turns] += rung(world) - called
        called = rung(world)

        person, view = next((person, one.mine) for person, one in zip(people, looks, strict=True) if _to_move(one))
        assert view is not None
        move = choose(view, "normal", chance)
        lines.append(str(move))
        await (by_command if move.verb in {"meld", "take"} else by_button)(person, move, view)

        async def stored(versions: int = first + len(lines)) -> bool:
            return (await ledger.table()).version == versions

        await wait(stored)
        if len(lines) % EVERY == 0:
            await world.kill()
            untold += not await ledger.told()
            await world.start()
        await wait(ledger.told)
        looks = [await ledger.look(person) for person in people]
        if looks[0].table.turn != turn:
            turn, turns = looks[0].table.turn, turns + 1

    check_messages(world, people, looks)
    assert [happening.line for happening in looks[0].recent] == lines
    assert untold, "some kills must have come before everybody was told"
    assert all(1 <= count <= 2 for count in counts.values()), f"notifications of each turn: {counts}"


def _to_move(seen: Look) -> bool:
    return seen.mine is not None and seen.mine.my_turn
