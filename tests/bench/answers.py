"""How fast the bot answers commands while fifty games are being played at once, as a process of its own.

Every answer counts, completions too. All games move as fast as the simulated Discord lets them: people are slower.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from simcord import ChannelHandle

from bot.canasta.cards import card_text
from bot.store import Database
from bot.tables import Table, Tables
from tests.standin import ProcessWorld
from tests.world import Person

_SEATS = 4


@dataclass
class _Game:
    channel: ChannelHandle
    people: list[Person]
    turn: int


def main(arguments: list[str]) -> int:
    """Print the answers' delays in milliseconds: median, 99th percentile, longest. Fails above 100 at the 99th percentile."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench answers")
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--turns", type=int, default=6, help="turns played in each game")
    options = parser.parse_args(arguments)
    delays = sorted(asyncio.run(_measure(options.games, options.turns)))
    middle, late, last = (1000 * delays[int(share * (len(delays) - 1))] for share in (0.5, 0.99, 1))
    print(f"{len(delays)} answers: median {middle:.1f} ms, 99th percentile {late:.1f} ms, longest {last:.1f} ms")
    return late > 100


async def _measure(games: int, turns: int) -> list[float]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "canasta.sqlite3"
        async with ProcessWorld(path, seed=1) as world:
            database = await Database.open(path)
            tables = Tables(database, clock=lambda: 0)
            try:
                playing = [await _open(world, tables, number) for number in range(games)]
                world.delays.clear()
                for _ in range(turns):
                    for game in playing:
                        await game.people[game.turn].slash("draw", where=game.channel)
                    for game in playing:
                        await _discard(database, game)
            finally:
                await database.close()
            return [delay for _, delay in world.delays]


async def _open(world: ProcessWorld, tables: Tables, number: int) -> _Game:
    """A game of four in a channel of its own. Commands are answered before they are carried out: each is waited for."""
    channel = world.guild.create_text_channel(f"canasta-{number}")
    people = world.people(*(f"Player {number}-{seat}" for seat in range(_SEATS)))
    await people[0].slash("canasta new", where=channel)
    for seated, person in enumerate(people[1:], 1):
        await _until(tables, channel, partial(_seated, seated))
        await person.slash("canasta join", where=channel)
    await _until(tables, channel, partial(_seated, _SEATS))
    await people[0].slash("canasta start", where=channel)
    table = await _until(tables, channel, lambda table: table.turn is not None)
    assert table.turn is not None
    return _Game(channel, people, table.turn)


def _seated(number: int, table: Table) -> bool:
    return len(table.seats) == number


async def _until(tables: Tables, channel: ChannelHandle, ready: Callable[[Table], bool]) -> Table:
    async with asyncio.timeout(20):
        while True:
            table = await tables.in_channel(channel.id)
            if table is not None and ready(table):
                return table
            await asyncio.sleep(0.01)


async def _discard(database: Database, game: _Game) -> None:
    """Once the draw is stored, look through the completions and discard a card that the hand holds."""
    person = game.people[game.turn]
    async with asyncio.timeout(20):
        while True:
            tables = Tables(database, clock=lambda: 0)
            table = await tables.in_channel(game.channel.id)
            assert table is not None
            view = (await tables.look(table.id, person.id)).mine
            if view is not None and view.public.phase == "play":
                break
            await asyncio.sleep(0.01)
    cards = [move.card for move in view.legal if move.card is not None]
    await person.member.autocomplete(game.channel, "discard", "card", "")
    await person.slash("discard", where=game.channel, card=card_text(cards[0]))
    game.turn = (game.turn + 1) % _SEATS
