"""A bot that takes over the messages of an earlier release goes on with them: none is posted again, and each is still followed."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest
from simcord import ResponseMessage

from bot.data.messages import Message, MessageKind, MessageState
from tests.messages.sent import Stored, restored
from tests.players import bot_of
from tests.world import Shown, World


def taken_over(test: Callable[[World, Stored], Awaitable[None]]) -> Callable[[Path], Awaitable[None]]:
    """Make a test of a world in which the messages are there that the earlier release had sent."""

    async def run(tmp_path: Path) -> None:
        async with World(tmp_path / "canasta.sqlite3", seed=2) as world:
            await test(world, await restored(world))

    return run


def before(stored: Stored) -> dict[int, tuple[int, str, int]]:
    """Of each message its game, what it was for, and the version that it showed."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(stored.database)
        found = connection.execute("SELECT message_id, game_id, purpose, shows_version FROM messages")
        return {message: (game, purpose, version) for message, game, purpose, version in found}


def there(world: World) -> dict[int, Shown]:
    """Return all messages that people see, by their ids."""
    env = world.env
    found = [one for place in env.backend.messages.values() for one in place.values() if not one.is_ephemeral]
    return {one.id: world.show(ResponseMessage(env, one)) for one in found}


def posted(world: World) -> list[str]:
    """Return where messages were posted."""
    return [one.path for one in world.sent if one.method == "POST" and one.path.startswith("/channels/")]


async def of(world: World, game: int) -> dict[MessageKind, list[Message]]:
    found: dict[MessageKind, list[Message]] = {}
    for one in await bot_of(world).services.teller.messages.of(game):
        found.setdefault(one.purpose.kind, []).append(one)
    return found


@pytest.mark.slow
@taken_over
async def test_what_was_told_is_not_told_again_and_what_was_not_is(world: World, stored: Stored) -> None:
    was = before(stored)
    old = {one["id"] for one in stored.messages}
    places = Counter(path.split("/")[2] for path in posted(world))
    current = {name: await of(world, game) for name, game in stored.games.items()}
    ids = {name: {one.message_id for ones in kinds.values() for one in ones} for name, kinds in current.items()}
    for name in ("asking", "waiting", "finished", "corrected", "cancelled", "ended", "gone", "still"):
        told = {number for number, (game, purpose, _) in was.items() if game == stored.games[name]}
        # A call is no message of its own any more: it goes with the next move.
        gone = {number for number in told if was[number][1] == "ping"}
        ids[name] -= gone
        assert ids[name] == told - gone, name
        assert not places[str(stored.ids[name])], name
    assert not places[str(stored.ids["contests"])], "a season and a tournament are not told again"
    retired = [number for number, (game, _, _) in was.items() if game == stored.games["retired"]]
    assert not set(retired) & there(world).keys()
    assert not ids["retired"] & old
    assert {MessageKind.TABLE, MessageKind.HAND} < current["retired"].keys()


@pytest.mark.slow
@taken_over
async def test_a_game_in_play_goes_on_in_the_messages_that_are_there(world: World, stored: Stored) -> None:
    was = before(stored)
    own = {purpose: number for number, (game, purpose, _) in was.items() if game == stored.games["playing"]}
    replaced = next(number for purpose, number in own.items() if purpose.startswith("old:"))
    now = await of(world, stored.games["playing"])
    assert [one.message_id for one in now[MessageKind.CLOSED]] == [own[f"closed:{stored.ids['Bruno']}"]]
    assert own["ping"] not in there(world), "the turn had passed on"
    assert replaced not in there(world), "what could not be deleted then is"
    proposals = {one.purpose.user_id: one for one in now[MessageKind.PROPOSAL]}
    eva = proposals[stored.ids["Eva"]]
    assert eva.message_id == next(number for purpose, number in own.items() if purpose.startswith("ask:3"))
    assert eva.state is MessageState.SHOWN
    text = there(world)[eva.message_id].text
    posts = len(posted(world))
    tables = bot_of(world).services.tables
    table = await tables.get(stored.games["playing"])
    answered = await tables.proposals.substitute(table.id, stored.ids["Carla"], 3, stored.ids["Eva"])
    await bot_of(world).services.teller.finish()
    assert there(world)[eva.message_id].text != text, "it is edited in its place"
    assert [one.message_id for one in (await of(world, table.id))[MessageKind.PROPOSAL] if one.purpose.user_id] == [
        eva.message_id
    ]
    assert answered.version > table.version
    assert f"/channels/{stored.ids['playing']}/messages" not in posted(world)[posts:]


@pytest.mark.slow
@taken_over
async def test_a_game_that_had_lost_its_channel_takes_its_notices_back(world: World, stored: Stored) -> None:
    notices = [one for one in before(stored).items() if one[1][1].startswith(("barred:", "gone:"))]
    assert {purpose for _, (_, purpose, _) in notices} >= {"barred:lobby", "barred:0", "gone:2"}
    assert {number for number, _ in notices} <= there(world).keys()
    for name in ("barred", "barred-lobby"):
        world.env.backend.delete_overwrite(stored.ids[name], world.env.backend.bot_user.id)
    await world.env.settle()
    await world.env.advance_time(3600)
    left = {number for number, (game, _, _) in notices if game == stored.games["gone"]}
    assert {number for number, _ in notices} & there(world).keys() == left
    edited = (await of(world, stored.games["barred"]))[MessageKind.TABLE]
    table = next(number for number, one in before(stored).items() if one[:2] == (stored.games["barred"], "table"))
    assert [one.message_id for one in edited] == [table]
