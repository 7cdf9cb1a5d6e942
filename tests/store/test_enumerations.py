"""A value of an enumeration is its member when it comes from the database, not a text that equals it.

`is` never holds for such a text, while `==` and `match` do, so that one line says the opposite of the next.
"""

from __future__ import annotations

import ast
import importlib
import pkgutil
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

import bot.data
from bot.data.line import InLine, LineLetter, LinePost, LineStage, LineTrouble, Wish
from bot.store import Database
from bot.store.games import GameStore
from bot.store.line import LineStore
from bot.store.line_posts import LinePostStore
from bot.store.log import LogStore
from bot.store.messages import MessageStore
from bot.store.opening import open_database
from bot.store.results import OUTCOME, ResultStore, outcome_of
from bot.store.seasons import SeasonStore
from bot.store.servers import ServerStore
from bot.store.standing_orders import StandingOrderStore
from bot.store.tournaments import TournamentStore
from tests.stored import VERSIONS, stored

ROOT = Path(__file__).parents[2]

#: Values of enumerations that the stored database lacks.
_MORE = """
UPDATE games SET lost = 'gone' WHERE id = (SELECT max(id) FROM games);
UPDATE standing_orders SET stopped = 'pile';
UPDATE results SET unrated = 'computers' WHERE id = (SELECT min(id) FROM results);
UPDATE tournament_matches SET over = 1, points_first = 0, points_second = 0, deals = 0, forfeit = 'first' WHERE second > 0;
UPDATE tournament_requests SET answer = 'approved';
UPDATE tournament_corrections SET after = '[0, 0, 0, "both"]';
"""


def kinds() -> list[type[Any]]:
    """Return all dataclasses of the data."""
    modules = [importlib.import_module(one.name) for one in pkgutil.walk_packages(bot.data.__path__, "bot.data.")]
    every = {one for module in modules for one in vars(module).values() if isinstance(one, type) and is_dataclass(one)}
    return [one for one in every if one.__module__.startswith("bot.data")]


def enumerations(kind: type[Any]) -> dict[str, type[Enum]]:
    """Return the enumerations of a dataclass's fields, by their names."""
    found = {}
    for name, hint in get_type_hints(kind).items():
        for one in (hint, *get_args(hint)):
            if isinstance(one, type) and issubclass(one, Enum):
                found[name] = one
    return found


def inside(member: object) -> Iterator[Any]:
    """Yield all dataclasses that a value holds."""
    if is_dataclass(member):
        yield member
        for field in fields(member):
            yield from inside(getattr(member, field.name))
    elif isinstance(member, Mapping):
        for value in member.values():
            yield from inside(value)
    elif isinstance(member, list | tuple | set):
        for value in member:
            yield from inside(value)


async def everything(database: Database) -> list[object]:
    """Return what a database holds, as the bot reads it."""
    games, log, messages, orders = (
        GameStore(database),
        LogStore(database),
        MessageStore(database),
        StandingOrderStore(database),
    )
    results, seasons, tournaments = ResultStore(database), SeasonStore(database), TournamentStore(database)
    tables = [await games.get(row[0]) for row in await database.rows("SELECT id FROM games", ())]
    guilds = {table.guild_id for table in tables if table and table.guild_id is not None}
    found: list[object] = [*tables, *await games.places(), *await orders.untold()]
    found += await LineStore(database).unwritten()
    found.append(await LinePostStore(database).of(1))
    found += map(outcome_of, await database.rows(OUTCOME, ()))
    for table in filter(None, tables):
        found += [*await log.of(table.id, 100), *await messages.of(table.id)]
    for guild_id in guilds:
        found += [await ServerStore(database).get(guild_id), *await seasons.of_guild(guild_id)]
        found += [*await results.of_guild(guild_id, None, 100)]
        for one in await tournaments.of_guild(guild_id):
            found += [one, *await tournaments.matches(one.id), *await tournaments.amended(one.id)]
            found += await tournaments.requests(one.id)
    return found


@pytest.mark.sqlite
async def test_what_is_one_of_an_enumeration_is_read_as_its_member(tmp_path: Path) -> None:
    path = stored(tmp_path / "canasta.sqlite3", VERSIONS[-1])
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(_MORE)
    database = await open_database(path)
    line = LineStore(database)
    await line.enter(InLine(101, "Ana", None, Wish(), 1, 2, 1))
    for place in await line.at(LineStage.WAITING):
        await line.move(place, LineStage.OVER, LineLetter.OVER, 2)
    posts = LinePostStore(database)
    await posts.set(1, 2)
    await posts.give_up(LinePost(1, 2), LineTrouble.CLOSED)
    try:
        seen = set()
        for one in inside(await everything(database)):
            for name, enumeration in enumerations(type(one)).items():
                value = getattr(one, name)
                assert value is None or isinstance(value, enumeration), (type(one), name, value)
                if value is not None:
                    seen.add((type(one), name))
    finally:
        await database.close()
    assert seen == {(kind, name) for kind in kinds() for name in enumerations(kind)}


def compared() -> set[str]:
    """Return the names of attributes that the bot compares with members of enumerations by `is` or `match`."""
    found = set()
    for folder in ("bot", "cogs"):
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                match node:
                    case ast.Compare(ast.Attribute(attr=name), [ast.Is() | ast.IsNot()], [ast.Attribute(attr=member)]):
                        found |= {name} if member.isupper() else set()
                    case ast.Match(ast.Attribute(attr=name), cases):
                        values = [one for case in cases for one in ast.walk(case.pattern)]
                        members = [one for one in values if isinstance(one, ast.MatchValue)]
                        found |= {name} if any(isinstance(one.value, ast.Attribute) for one in members) else set()
    return found


def test_no_text_from_the_database_is_compared_as_one_of_an_enumeration() -> None:
    names = compared()
    assert {"forfeit", "status", "role"} <= names
    texts = {
        (kind.__name__, name)
        for kind in kinds()
        for name, hint in get_type_hints(kind).items()
        if name in names and (hint is str or str in get_args(hint))
    }
    # The kinds of agreements and requests are compared by `==` with the words of `bot.tables.rules.agreements`.
    assert texts == {("Agreement", "kind"), ("Request", "kind")}
