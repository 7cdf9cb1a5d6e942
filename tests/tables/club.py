"""The common part of the tables' tests: a clock that stands still, four friends, and playing on by itself."""

from __future__ import annotations

import random
from collections.abc import Mapping

from bot.canasta.moves import Move
from bot.data.tables import InChannel, Status, Table
from bot.tables import MoveOutcome, Order, Tables

ANA, BO, CY, DI, EVA = 101, 102, 103, 104, 105
NAMES = {ANA: "Ana", BO: "Bo", CY: "Cy", DI: "Di", EVA: "Eva"}
GUILD, CHANNEL = 7, 70


class Clock:
    """Seconds that pass only when a test says so."""

    def __init__(self) -> None:
        self.now = 1_800_000_000

    def __call__(self) -> int:
        return self.now


async def lobby(
    tables: Tables,
    *people: int,
    channel: int = CHANNEL,
    variant: str = "classic",
    layout: str | None = None,
    house: Mapping[str, object] | None = None,
) -> Table:
    """Return a lobby that the first person opened and the others joined in order. Those unknown here are called by number."""
    host, *guests = people
    table = await tables.lobbies.open(
        Order(home=InChannel(GUILD, channel), host_id=host, variant=variant, layout=layout, house=house or {}),
        _name(host),
    )
    for guest in guests:
        table = await tables.lobbies.join(table.id, guest, _name(guest))
    return table


def _name(person: int) -> str:
    return NAMES.get(person, f"Guest {person}")


async def started(
    tables: Tables,
    *people: int,
    fill: str | None = None,
    channel: int = CHANNEL,
    variant: str = "classic",
    layout: str | None = None,
    house: Mapping[str, object] | None = None,
) -> Table:
    """Return a game in which these people sit from seat 0 on; `fill` is the level of computers in the other seats."""
    table = await lobby(tables, *people, channel=channel, variant=variant, layout=layout, house=house or {})
    return await tables.lobbies.start(table.id, people[0], fill=fill)


def mover(table: Table) -> int:
    """Return the person to move."""
    seat = table.to_move
    assert seat is not None
    assert seat.user_id is not None
    return seat.user_id


async def choice(tables: Tables, table: Table, chance: random.Random) -> Move:
    """Return a move that the person to move may make."""
    look = await tables.look(table.id, mover(table))
    assert look.mine is not None
    return chance.choice(look.mine.legal)


async def play_on(
    tables: Tables, table: Table, chance: random.Random, *, moves: int = 10_000, rounds: int = 10_000
) -> list[MoveOutcome]:
    """Play legal moves for the people until this many are made, this many rounds are over, or the game has ended."""
    outcomes: list[MoveOutcome] = []
    first = table.round
    while table.status is Status.PLAYING and len(outcomes) < moves and table.round < first + rounds:
        outcomes.append(await tables.turns.play(table.id, mover(table), await choice(tables, table, chance)))
        table = outcomes[-1].table
    return outcomes
