"""Somebody's data is deleted by one process while another, which has their game in memory, does something with it."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from functools import partial
from itertools import chain, count
from pathlib import Path
from typing import Any

import pytest

from bot.canasta.moves import IllegalMove
from bot.data.line import Wish
from bot.data.tables import InChannel, Status, Table
from bot.league import League
from bot.league.errors import LeagueError
from bot.store.database import Database
from bot.store.opening import open_database
from bot.store.people import PersonStore
from bot.tables import Order, Tables
from bot.tables.errors import TableError
from bot.tables.pauses import Pauses
from bot.tables.privacy import Privacy
from bot.tables.rules.standing_orders import DrawChoice, Orders
from tests.killed import LONG
from tests.stored import place
from tests.tables.club import ANA, CY, DI, EVA, Clock, choice, mover

pytestmark = pytest.mark.slow

_numbers = count(1)
#: Seconds until the process goes on, although the deletion still waits for it.
_PATIENCE = 0.4


@dataclass
class Process:
    """One process: its connections to the database, and its services."""

    database: Database
    tables: Tables
    league: League
    pauses: Pauses
    people: PersonStore


@dataclass
class Scene:
    """A table of the person `bo` and others, as a process has it in memory."""

    one: Process
    bo: int
    name: str
    table: Table
    over: Table


Action = Callable[[Scene], Awaitable[object]]


@pytest.fixture
async def both(tmp_path: Path, clock: Clock) -> AsyncIterator[tuple[Process, Process]]:
    """Yield two processes at one database; at a file there is one."""
    where = place(tmp_path / "canasta.sqlite3")
    async with AsyncExitStack() as stack:

        async def begins() -> Process:
            database = await open_database(where, shared=isinstance(where, str))
            stack.push_async_callback(database.close)
            tables = Tables(database, clock=clock, chance=random.Random(8), waits=random.Random(8))
            stack.push_async_callback(tables.computers.close)
            league = League(database, clock=clock)
            tables.changes.on_end(league.record)

            async def played(_: int) -> None:
                pass

            pauses = Pauses(database, tables, 5, played, sleep=lambda _: asyncio.Event().wait())  # type: ignore[arg-type,return-value]
            return Process(database, tables, league, pauses, PersonStore(database))

        one = await begins()
        yield one, await begins() if one.database.shared else one


async def scene(process: Process) -> Scene:
    """Return somebody's game, after some moves, and one that they have finished."""
    number = next(_numbers)
    bo, name = 1_900_000_000_000_000_000 + number, f"Bonifacio<{number}>"
    await process.people.heard(bo, "en")
    await process.people.dm_opened(bo, bo - 10**18)
    people = [(ANA, "Ana"), (bo, name), (CY, "Cy"), (DI, "Di")]

    async def game(moves: int, *, friendly: bool = False) -> Table:
        order = Order(
            home=InChannel(7, next(_numbers) + 1000),
            host_id=bo,
            layout="4",
            turn_limit=3600,
            bank=60,
            friendly=friendly,
        )
        table = await process.tables.lobbies.begin(order, people)
        chance = random.Random(number)
        for _ in range(moves):
            table = (
                await process.tables.turns.play(table.id, mover(table), await choice(process.tables, table, chance))
            ).table
        return table

    over = await process.tables.endings.end_as_it_stands((await game(1)).id, None)
    table = await game(2, friendly=True)
    while mover(table) != bo:
        move = await choice(process.tables, table, random.Random(1))
        table = (await process.tables.turns.play(table.id, mover(table), move)).table
    await process.tables.look(table.id, bo)
    return Scene(process, bo, name, table, over)


async def found(database: Database, of: Scene) -> set[str]:
    """Return where an id or the name of somebody can be found in the database."""
    signs = (str(of.bo), str(of.bo - 10**18), of.name, f"Renamed{of.bo}")
    return {
        f"{table}.{column}"
        for table in await database.forms()
        for row in await database.rows(f"SELECT * FROM {table}")
        for column, value in zip(row.keys(), row, strict=True)
        if any(sign in str(value) for sign in signs)
    }


class Interrupted:
    """The database of a process in which something happens before the read or the transaction of that number (from 0)."""

    def __init__(self, database: Database, at: int, happens: Callable[[], Awaitable[object]]) -> None:
        self._database, self._left, self._happens = database, at, happens
        self._rows, self._transaction = database.rows, database.transaction
        self._inside = False
        self.task: asyncio.Task[Any] | None = None

    async def _next(self) -> None:
        if self._left == 0 and self.task is None:
            self.task = asyncio.ensure_future(self._happens())
            self._stop()
            await asyncio.wait({self.task}, timeout=_PATIENCE)
        self._left -= 1

    async def __aenter__(self) -> Interrupted:
        async def rows(*args: Any) -> Any:
            await self._next()
            return await self._rows(*args)

        def transaction(**options: Any) -> Any:
            return _Later(self._next, self._transaction(**options))

        setattr(self._database, "rows", rows)  # noqa: B010
        setattr(self._database, "transaction", transaction)  # noqa: B010
        return self

    def _stop(self) -> None:
        for name in ("rows", "transaction"):
            self._database.__dict__.pop(name, None)

    async def __aexit__(self, *_: object) -> None:
        self._stop()
        if self.task is not None:
            await self.task


class _Later:
    """A transaction that begins after something else."""

    def __init__(self, before: Callable[[], Awaitable[None]], transaction: Any) -> None:
        self._before, self._transaction = before, transaction

    async def __aenter__(self) -> Any:
        await self._before()
        return await self._transaction.__aenter__()

    async def __aexit__(self, *error: Any) -> Any:
        return await self._transaction.__aexit__(*error)


async def _moves(it: Scene) -> None:
    await it.one.tables.turns.play(it.table.id, it.bo, await choice(it.one.tables, it.table, random.Random(2)))


async def _discards(it: Scene) -> None:
    look = await it.one.tables.look(it.table.id, it.bo)
    assert look.mine is not None
    await it.one.pauses.begin(
        it.table.id, it.bo, look.mine.hand[0], version=it.table.version, interaction_id=next(_numbers)
    )


async def _asks_first(it: Scene) -> None:
    await it.one.pauses.asks_first(it.bo, it.table)


async def _plays_again(it: Scene) -> None:
    lobby = await it.one.tables.lobbies.again(it.over.id, ANA)
    await it.one.tables.lobbies.leave(lobby.id, ANA)


async def _proposes(it: Scene) -> None:
    with suppress(TableError):
        await it.one.tables.proposals.substitute(it.table.id, it.bo, 0, EVA, "Eva")
    await it.one.tables.proposals.substitute(it.table.id, ANA, 0, EVA, "Eva")


async def _computers_go_on(it: Scene) -> None:
    """Have somebody else move once a computer has the seat."""
    await it.one.tables.moderation.skip(it.table.id, EVA)
    now = await it.one.tables.get(it.table.id)
    await it.one.tables.turns.play(now.id, mover(now), await choice(it.one.tables, now, random.Random(2)))


async def _met(it: Scene) -> None:
    """Do what is done as a person presses something."""
    person = await it.one.people.get(it.bo)
    if person.locale is None:
        # A press after the deletion is a new beginning.
        return
    await it.one.people.heard(it.bo, "de", if_known=person.locale is not None)
    await it.one.people.dm_opened(it.bo, it.bo - 10**18, if_known=True)
    if await it.one.league.members.to_check(7, [it.bo], older_than=-1):
        await it.one.league.members.note_present(7, it.bo, f"Renamed{it.bo}")
    for table_id in await it.one.tables.games.seated_otherwise(7, it.bo, f"Renamed{it.bo}"):
        with suppress(TableError):
            await it.one.tables.seating.note_there(table_id, it.bo, f"Renamed{it.bo}")


async def _void(it: Scene) -> None:
    result = await it.one.league.result_of_game(7, it.over.id)
    assert result is not None
    await it.one.league.corrections.void(7, result.id, by=ANA, reason="a trial")


async def _enters(it: Scene) -> None:
    await it.one.tables.line.enter(it.bo, it.name, Wish(), None, 3600)


ACTIONS: dict[str, Action] = {
    "a move": _moves,
    "a discard that waits": _discards,
    "a question once": _asks_first,
    "a hint": lambda it: it.one.tables.hints.ask(it.table.id, it.bo),
    "orders": lambda it: it.one.tables.standing_orders.give(
        it.table.id, it.bo, Orders(draw=DrawChoice.ALWAYS), lasting=True
    ),
    "an end": lambda it: it.one.tables.endings.end_as_it_stands(it.table.id, None),
    "a closing": lambda it: it.one.tables.endings.cancel(it.table.id, EVA, moderator=True),
    "another game": _plays_again,
    "a proposal": _proposes,
    "a computer": _computers_go_on,
    "a computer sits in": lambda it: it.one.tables.moderation.sit_in(it.table.id, EVA, 1),
    "another player": lambda it: it.one.tables.moderation.replace_player(it.table.id, EVA, 1, EVA, "Eva"),
    "they have left": lambda it: it.one.tables.seating.note_gone(it.table.id, it.bo),
    "they give up": lambda it: it.one.tables.seating.resign(it.table.id, it.bo),
    "they are met": _met,
    "a lesson": lambda it: it.one.tables.lessons.open(it.bo, it.name),
    "a place in line": _enters,
    "a preference": lambda it: it.one.tables.preferences.set(it.bo, pictures=0),
    "quiet hours": lambda it: it.one.tables.preferences.set(it.bo, quiet_from=0, quiet_until=420),
    "a vacation": lambda it: it.one.tables.vacations.begin(it.bo),
    "a deed of theirs": lambda it: it.one.tables.moderation.unstick(it.over.id, it.bo),
    "a void result": _void,
}
#: Presses that are a new beginning if they come after the deletion, before their first read.
BEGINNINGS = {"a lesson", "a place in line", "a preference", "quiet hours"}


@pytest.mark.parametrize("what", ACTIONS)
async def test_a_process_brings_nobody_back_whom_another_deletes(
    both: tuple[Process, Process], what: str, clock: Clock
) -> None:
    other, one = both
    bad = []
    first = what in BEGINNINGS
    for at in count(first) if LONG else chain(range(first, 6), count(6, 5)):
        it = await scene(one)
        privacy = Privacy(other.database, other.tables)
        async with Interrupted(one.database, at, partial(privacy.delete, it.bo)) as interrupted:
            with suppress(TableError, LeagueError, IllegalMove):
                await ACTIONS[what](it)
        if interrupted.task is None:
            break
        # They go on, and what waits is done.
        clock.now += 60
        await one.pauses._work()
        left = await found(one.database, it)
        now = await one.tables.get(it.table.id)
        if now.status is Status.PLAYING and now.to_move is not None and now.to_move.user_id is not None:
            move = await choice(one.tables, now, random.Random(3))
            await one.tables.turns.play(now.id, mover(now), move)
        if now.status is Status.PLAYING:
            await one.tables.endings.end_as_it_stands(now.id, None)
        left |= await found(one.database, it)
        if left:
            bad.append((at, sorted(left)))
    assert at
    assert not bad, bad
