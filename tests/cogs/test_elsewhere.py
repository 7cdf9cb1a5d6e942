"""A person has the app and takes it along: into private channels, and into servers where the bot isn't. There it only answers them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bot.client import command_places
from tests.cogs.players import in_world
from tests.cogs.test_direct_tables import code_of, table_of
from tests.players import bot_of
from tests.world import World

DOCUMENT = Path(__file__).parents[2] / "docs" / "commands.md"
#: Discord's numbers of installations and contexts.
SERVER, PERSON = 0, 1
IN_SERVER, DIRECT, PRIVATE = 0, 1, 2


@contextmanager
def elsewhere(world: World, kind: str) -> Iterator[None]:
    """Have all interactions come from a private channel, or from a server that doesn't have the app."""
    parsers = bot_of(world)._connection.parsers
    real = parsers["INTERACTION_CREATE"]

    def told(payload: dict[str, Any]) -> None:
        user = (payload.get("member") or payload)["user"]
        changed = payload | {"authorizing_integration_owners": {str(PERSON): user["id"]}}
        if kind == "private channel":
            changed |= {"context": PRIVATE, "user": user, "channel": payload["channel"] | {"type": 3, "recipients": []}}
            for key in ("guild_id", "member", "guild"):
                changed.pop(key, None)
        real(changed)

    parsers["INTERACTION_CREATE"] = told
    try:
        yield
    finally:
        parsers["INTERACTION_CREATE"] = real


@in_world
async def test_a_table_opened_in_a_private_channel_lives_in_direct_messages(world: World) -> None:
    await open_and_play(world, "private channel")


@in_world
async def test_a_table_opened_in_a_server_without_the_app_lives_in_direct_messages(world: World) -> None:
    await open_and_play(world, "server")


async def open_and_play(world: World, kind: str) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    await anna.slash("help", dm=True)
    before = (await bot_of(world).services.people.get(anna.id)).dm_channel_id
    with elsewhere(world, kind):
        opened = await anna.slash("play", players="2")
        assert opened.ephemeral
        joined = await bruno.slash("canasta join", code=code_of(anna))
        assert joined.ephemeral
        started = await anna.slash("canasta start")
        assert started.ephemeral
        table = await table_of(world, anna)
        assert table.guild_id is None
        for person in (anna, bruno):
            hand = await person.slash("hand")
            assert hand.ephemeral
        mover = next(person for person in (anna, bruno) if table.to_move == table.seat_of(person.id))
        drawn = await mover.press("Draw", on=(await mover.slash("hand")).message)
        assert drawn.ephemeral
    assert (await table_of(world, anna)).version > table.version
    assert world.messages() == [], "the bot writes nothing there"
    after = (await bot_of(world).services.people.get(anna.id)).dm_channel_id
    assert after == before != world.channel.id, "that channel isn't taken for their direct messages"


@in_world
async def test_what_is_offered_anywhere_answers_its_person_alone_in_a_private_channel(world: World) -> None:
    await ask_for_everything(world, "private channel")


@in_world
async def test_what_is_offered_anywhere_answers_its_person_alone_in_a_server_without_the_app(world: World) -> None:
    await ask_for_everything(world, "server")


async def ask_for_everything(world: World, kind: str) -> None:
    anna = world.person("Anna")
    with elsewhere(world, kind):
        for command in (
            "help",
            "rules",
            "canasta",
            "preferences",
            "hand",
            "canasta find",
            "canasta avoid",
            "canasta list",
        ):
            answer = await anna.slash(command)
            assert answer.ephemeral, command
            assert answer.text, command
    assert world.messages() == []


@in_world
async def test_a_person_who_has_the_app_plays_as_before_in_a_server_that_has_it_too(world: World) -> None:
    anna = world.person("Anna")
    parsers = bot_of(world)._connection.parsers
    real = parsers["INTERACTION_CREATE"]
    both = {str(SERVER): str(world.guild.id), str(PERSON): str(anna.id)}
    parsers["INTERACTION_CREATE"] = lambda payload: real(payload | {"authorizing_integration_owners": both})
    await anna.slash("play", players="2")
    assert (await table_of(world, anna)).guild_id == world.guild.id


@in_world
async def test_each_command_is_offered_where_the_document_says(world: World) -> None:
    rows = re.findall(
        r"^\| (`/.*|\*.*) \| (.*) \| (.*) \|$",
        DOCUMENT.read_text("utf-8").split("## Where commands are offered")[1],
        re.M,
    )
    listed = {
        name: (who, where)
        for names, who, where in rows
        for name in re.findall(r"`/([a-z-]+)`|\*([^*]+)\*", names)
        for name in name
        if name
    }
    registered = {}
    for command in world.env.backend.commands[None].values():
        who = {(0,): "servers", (0, 1): "servers, people"}[tuple(sorted(command["integration_types"]))]
        where = {
            (0,): "servers",
            (0, 1): "servers, direct messages",
            (0, 1, 2): "servers, direct messages, private channels",
        }[tuple(sorted(command["contexts"]))]
        registered[command["name"]] = (who, where)
    assert registered == listed


def test_what_is_offered_in_private_channels_is_no_more_than_what_only_answers() -> None:
    assert not command_places.ANYWHERE & (command_places.IN_GAMES | command_places.ABOUT_SERVERS)
