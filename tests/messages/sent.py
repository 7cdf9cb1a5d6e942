"""Messages of every kind in every state, as an earlier release had sent and stored them: its database, and what Discord holds.

`python -m tests.messages.sent` writes the file by the release that it is run with. The one here was written by 6cea006, the
last one in which what a message is for was a string: this module was copied into a checkout of it and run there.
"""

from __future__ import annotations

import asyncio
import json
import lzma
import random
import re
import sqlite3
import sys
import tempfile
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import discord
from simcord import ChannelHandle
from simcord.backend.models import Message, Overwrite
from simcord.enums import OverwriteType

from bot.computer import choose
from bot.data.tables import Table
from bot.store.opening import open_database
from tests.cogs import clubs
from tests.cogs.players import play_on, seat_four
from tests.players import bot_of, by_command
from tests.world import Person, World

FILE = Path(__file__).parent / "sent.json.xz"
#: The channels, by what is played there.
CHANNELS = (
    "playing",
    "asking",
    "waiting",
    "finished",
    "corrected",
    "retired",
    "barred",
    "barred-lobby",
    "gone",
    "still",
    "cancelled",
    "ended",
    "contests",
)
NAMES = ("Anna", "Bruno", "Carla", "Dino", "Eva")
DAY = 24 * 3600
#: The kept part of a message.
_KEPT = ("id", "channel_id", "author_id", "content", "timestamp", "flags", "components", "attachments")
_MENTIONED = ("mention_user_ids", "ping_user_ids")


@dataclass(frozen=True)
class Stored:
    """The messages that the release left: the statements that make its database, ids by names, and Discord's
    messages."""

    database: str
    ids: Mapping[str, int]
    games: Mapping[str, int]
    messages: list[dict[str, Any]]
    seconds: float


def read() -> str:
    """Return the file's text."""
    return lzma.decompress(FILE.read_bytes()).decode()


async def restored(world: World) -> Stored:
    """Have everything as it was then, in a world without any game so far, and the bot started on it."""
    then = json.loads(read())
    people = world.people(*NAMES)
    places = opened(world)
    # All at once: an id of this world may be another one's there.
    ids = {str(then["ids"][name]): str(identity) for name, identity in _ids(world, people, places).items()}
    text = re.sub("|".join(ids), lambda found: ids[found[0]], read())
    # Questions to newcomers had the last six digits of their ids.
    last = {old[-6:].lstrip("0"): new[-6:].lstrip("0") for old, new in ids.items()}
    text = re.sub(r"(?<=ask:\d:)\d+", lambda found: last.get(found[0], found[0]), text)
    stored = Stored(**json.loads(text))
    await world.stop()
    await world.env.advance_time(stored.seconds - world.env.backend.clock.elapsed)
    for name in ("barred", "barred-lobby"):
        bar(world, places[name])
    world.close_messages(people[1])
    for fields in stored.messages:
        message = Message(**fields)
        world.env.backend.reserve_id(message.id)
        world.env.backend.messages.setdefault(message.channel_id, {})[message.id] = message
    world.env.backend.delete_channel(places["gone"].id)
    world.file.unlink()
    with closing(sqlite3.connect(world.file)) as connection:
        connection.executescript(stored.database)
    await world.env.restart_bot(await world.make_client())
    await world.env.settle()
    return stored


def opened(world: World) -> dict[str, ChannelHandle]:
    """Return a channel for each game."""
    return {name: world.guild.create_text_channel(name) for name in CHANNELS}


def bar(world: World, place: ChannelHandle) -> None:
    """Have the bot not see a channel any more."""
    deny = discord.Permissions(view_channel=True).value
    me = world.env.backend.bot_user.id
    world.env.backend.set_overwrite(place.id, Overwrite(target_id=me, type=OverwriteType.MEMBER, deny=deny))


def _ids(world: World, people: list[Person], places: Mapping[str, ChannelHandle]) -> dict[str, int]:
    """Return all ids that may be others in another world."""
    own = {"bot": world.env.backend.bot_user.id, "guild": world.guild.id, "home": world.channel.id}
    channels = {name: place.id for name, place in places.items()}
    direct = {f"to {one.name}": one.member.user.dm_channel.id for one in people}
    return own | channels | {one.name: one.id for one in people} | direct


async def _happen(world: World) -> Stored:
    people = world.people(*NAMES)
    places = opened(world)
    ids = _ids(world, people, places)
    await world.env.settle()
    games: dict[str, int] = {}
    for name in CHANNELS:
        await world.env.advance_time(60)
        world.channel = places[name]
        table = await _FILLED[name](world, people)
        if table is not None:
            games[name] = table.id
    await _interrupted(world, games, places["corrected"])
    await world.stop()
    await _retire(world.file, games["retired"])
    with closing(sqlite3.connect(world.file)) as connection:
        pragmas = [f"PRAGMA {name} = {_pragma(connection, name)};" for name in ("application_id", "user_version")]
        database = "\n".join([*pragmas, *connection.iterdump()])
    return Stored(database, ids, games, _messages(world), world.env.backend.clock.elapsed)


async def _playing(world: World, people: list[Person]) -> Table:
    """Return a game with a clock, in which one can't be written to, one proposal was withdrawn and others stand."""
    anna, bruno, carla, _dino, eva = people
    world.close_messages(bruno)
    table, players = await seat_four(world, clock=3 * DAY)
    await play_on(world, table, players, by_command, moves=6)
    asked = await carla.slash("canasta abandon")
    await carla.press("Propose to end it", on=asked.message)
    await carla.press("Agree")
    await anna.slash("canasta substitute", player=eva, seat=4)
    return table


async def _asking(world: World, people: list[Person]) -> Table:
    """Return a game in which one player has asked their partner for permission to go out."""
    table, _players = await seat_four(world)
    tables, chance = bot_of(world).services.tables, random.Random(5)
    while True:
        table = await tables.get(table.id)
        assert table.to_move is not None
        user_id = table.to_move.user_id
        assert user_id is not None
        view = (await tables.look(table.id, user_id)).mine
        assert view is not None
        move = "ask" if "ask" in view.verbs else choose(view, "normal", chance)
        await tables.turns.play(table.id, user_id, move)
        if move == "ask":
            await bot_of(world).services.teller.finish()
            return table


async def _waiting(world: World, people: list[Person]) -> Table:
    await people[0].slash("play")
    await people[2].press("Join")
    return await _here(world)


async def _finished(world: World, people: list[Person]) -> Table:
    return await clubs.play(world, [people[0], people[2]], target=2000, where=world.channel)


async def _retired(world: World, people: list[Person]) -> Table:
    table, players = await seat_four(world)
    await play_on(world, table, players, by_command, moves=3)
    return table


async def _barred(world: World, people: list[Person]) -> Table:
    table = await _retired(world, people)
    bar(world, world.channel)
    tables = bot_of(world).services.tables
    await tables.turns.play(table.id, (await _mover(world, table)), "draw")
    await bot_of(world).services.teller.finish()
    return table


async def _barred_lobby(world: World, people: list[Person]) -> Table:
    table = await _waiting(world, people)
    bar(world, world.channel)
    await bot_of(world).services.tables.lobbies.join(table.id, people[3].id, "Dino")
    await bot_of(world).services.teller.finish()
    return table


async def _gone(world: World, people: list[Person]) -> Table:
    table = await _retired(world, people)
    world.env.backend.delete_channel(world.channel.id)
    await world.env.settle()
    return table


async def _still(world: World, people: list[Person]) -> Table:
    table = await _retired(world, people)
    await world.stop()
    with closing(sqlite3.connect(world.file, isolation_level=None)) as connection:
        connection.execute("UPDATE games SET rules = '{}', told_version = 0 WHERE id = ?", (table.id,))
    await world.env.restart_bot(await world.make_client())
    await world.env.settle()
    return table


async def _cancelled(world: World, people: list[Person]) -> Table:
    table = await _waiting(world, people)
    return await bot_of(world).services.tables.endings.cancel(table.id, people[0].id)


async def _ended(world: World, people: list[Person]) -> Table:
    table = await _retired(world, people)
    return await bot_of(world).services.tables.endings.cancel(table.id, people[0].id, moderator=True)


async def _contests(world: World, people: list[Person]) -> None:
    """Close a season, and open a tournament for which people sign up."""
    role = world.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    mona = Person(world, world.guild.add_member(world.env.create_user("Mona"), roles=[role]))
    asked = await mona.slash("league close")
    await mona.press("Close it", on=asked.message)
    await mona.slash("tournament-admin new", name="Spring Cup", kind="swiss", variant="classic", players="2")
    await people[0].press("Join")


async def _interrupted(world: World, games: Mapping[str, int], corrected: ChannelHandle) -> None:
    """Discord fails while a result is corrected, and when turns pass on: messages are left to be deleted."""
    for method, place in (("PATCH", corrected.id), ("DELETE", "*")):
        world.env.inject_error(method, f"/channels/{place}/messages/*", status=503, times=None)
    bot = bot_of(world)
    await bot.services.teller.result_changed(games["corrected"])
    table = await bot.services.tables.get(games["playing"])
    seats = {table.turn}
    while len(seats) < 3:
        mover = await _mover(world, table)
        view = (await bot.services.tables.look(table.id, mover)).mine
        assert view is not None
        outcome = await bot.services.tables.turns.play(table.id, mover, choose(view, "normal", random.Random(7)))
        seats.add(outcome.table.turn)
        await world.env.settle()
    await bot.services.teller.finish()


async def _mover(world: World, table: Table) -> int:
    to_move = (await bot_of(world).services.tables.get(table.id)).to_move
    assert to_move is not None
    assert to_move.user_id is not None
    return to_move.user_id


async def _here(world: World) -> Table:
    table = await bot_of(world).services.tables.games.last_in_channel(world.channel.id)
    assert table is not None
    return table


async def _retire(path: Path, table_id: int) -> None:
    """Have a game's messages be replaced, as they are after a backup was restored."""
    from bot.store.messages import MessageStore

    database = await open_database(path)
    await MessageStore(database).retire(table_id)
    await database.close()


def _messages(world: World) -> list[dict[str, Any]]:
    found = []
    for _place, messages in sorted(world.env.backend.messages.items()):
        for message in messages.values():
            if not message.is_ephemeral:
                found.append({name: getattr(message, name) for name in (*_KEPT, *_MENTIONED)})
    return found


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    [(value,)] = connection.execute(f"PRAGMA {name}")
    return int(value)


_FILLED = {
    "playing": _playing,
    "asking": _asking,
    "waiting": _waiting,
    "finished": _finished,
    "corrected": _finished,
    "retired": _retired,
    "barred": _barred,
    "barred-lobby": _barred_lobby,
    "gone": _gone,
    "still": _still,
    "cancelled": _cancelled,
    "ended": _ended,
    "contests": _contests,
}


async def _write() -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with World(Path(folder) / "canasta.sqlite3", seed=1) as world:
            stored = await _happen(world)
    document = json.dumps(vars(stored), ensure_ascii=False)
    FILE.write_bytes(lzma.compress(document.encode(), preset=9 | lzma.PRESET_EXTREME))
    print(f"{len(stored.messages)} messages, {FILE.stat().st_size} bytes")


if __name__ == "__main__":
    sys.exit(asyncio.run(_write()))
