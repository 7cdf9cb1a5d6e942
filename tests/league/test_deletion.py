"""Somebody's data is deleted between any two steps of what a tournament does with them, by this process or by another."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from bot.data.tournaments import Player
from bot.league.tournaments import Organiser
from bot.league.tournaments.errors import NoSuchRequest, TournamentError
from bot.store.database import Database
from bot.store.opening import open_database
from bot.store.people import PersonStore
from bot.tables import Tables
from bot.tables.errors import TableError
from bot.tables.privacy import Privacy
from tests.league.test_tournament import begun, organiser_of
from tests.stored import place
from tests.tables.club import ANA, BO, Clock
from tests.tables.test_deletion import Interrupted

pytestmark = pytest.mark.slow

_numbers = count(1)


@dataclass
class Scene:
    """A tournament of Ana and Bo with the table of their match, and somebody else, who may come to play there."""

    one: Organiser
    newcomer: Player
    id: int
    number: int
    game: int

    async def traces(self, database: Database) -> set[str]:
        """Return where the newcomer's id or name can be found in the database."""
        return {
            f"{table}.{column}"
            for table in await database.forms()
            for row in await database.rows(f"SELECT * FROM {table}")
            for column, value in zip(row.keys(), row, strict=True)
            if str(self.id) in str(value) or self.newcomer.name in str(value)
        }


@dataclass
class Process:
    """One process: its connections to the database, its tables and its tournaments."""

    database: Database
    tables: Tables
    organiser: Organiser


@pytest.fixture
async def both(tmp_path: Path) -> AsyncIterator[tuple[Process, Process]]:
    """Yield two processes at one database; at a file there is one."""
    where = place(tmp_path / "canasta.sqlite3")
    async with AsyncExitStack() as stack:

        async def begins() -> Process:
            database = await open_database(where, shared=isinstance(where, str))
            stack.push_async_callback(database.close)
            tables = Tables(database, clock=Clock(), chance=random.Random(8), waits=random.Random(8))
            stack.push_async_callback(tables.computers.close)
            return Process(database, tables, organiser_of(tables))

        one = await begins()
        yield one, await begins() if one.database.shared else one


async def scene(process: Process, *, at_table: bool) -> Scene:
    """Return a new tournament; `at_table`: its match is being played."""
    number = next(_numbers)
    user_id, one = 1_900_000_000_000_000_000 + number, process.organiser
    await PersonStore(process.database).heard(user_id, "en")
    await PersonStore(process.database).heard(ANA, "en")
    cup = await begun(one, ANA, BO, guild_id=1000 + number, same_packs=True)
    game = 0
    if at_table:
        [match] = (await one.state(cup)).matches
        game = await one.match_tables.seat(cup, match, 10_000 + number)
    return Scene(one, Player(f"Bonifacio<{number}>", user_id), user_id, cup, game)


async def _request(it: Scene) -> int:
    found = await it.one.requests.open(it.number)
    if not found:
        raise NoSuchRequest
    return found[0].id


async def _invited(it: Scene) -> None:
    await it.one.requests.invite(it.number, ANA, "Ana", 2, 0, it.newcomer)


async def _asked(it: Scene) -> None:
    await it.one.requests.to_substitute(it.game, it.id, it.newcomer.name, 1, it.id, it.newcomer.name)


async def _nothing(_: Scene) -> None:
    pass


async def _says_yes(it: Scene) -> None:
    await it.one.requests.respond(await _request(it), it.id, yes=True)


async def _approved(it: Scene) -> None:
    await it.one.requests.decide(await _request(it), ANA, approve=True)


async def _puts_themselves_in(it: Scene) -> None:
    await it.one.match_tables.substitute(it.number, 2, 0, it.newcomer, it.id)


@dataclass(frozen=True)
class Action:
    """Something that concerns the newcomer, after another thing."""

    before: Callable[[Scene], Awaitable[object]]
    act: Callable[[Scene], Awaitable[object]]
    at_table: bool


ACTIONS = {
    "an invitation": Action(_nothing, _invited, at_table=False),
    "a request": Action(_nothing, _asked, at_table=True),
    "a yes to an invitation": Action(_invited, _says_yes, at_table=False),
    "a yes at a table": Action(_invited, _says_yes, at_table=True),
    "a yes of the organiser": Action(_asked, _approved, at_table=True),
    "the organiser themselves": Action(_nothing, _puts_themselves_in, at_table=False),
    "the organiser at a table": Action(_nothing, _puts_themselves_in, at_table=True),
}


@pytest.mark.parametrize("what", ACTIONS)
async def test_a_newcomer_whose_data_is_deleted_is_put_into_no_place(both: tuple[Process, Process], what: str) -> None:
    other, process = both
    action = ACTIONS[what]
    bad = []
    # Before the first read it is as if they had come after their data was deleted.
    for at in count(1):
        it = await scene(process, at_table=action.at_table)
        await action.before(it)
        privacy = Privacy(other.database, other.tables)
        async with Interrupted(process.database, at, partial(privacy.delete, it.id)) as interrupted:
            with suppress(TournamentError, TableError):
                await action.act(it)
        if interrupted.task is None:
            break
        if left := await it.traces(process.database):
            bad.append((at, sorted(left)))
    assert at > 1
    assert not bad, bad
