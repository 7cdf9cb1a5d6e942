"""A server's settings: who may change them, and how a new table takes and shows them."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.canasta.rules import load_rules
from bot.data.servers import Server
from bot.tables.rules import house_rules
from renderer import Style, render_table
from tests.cogs.players import in_world, seat_four
from tests.discord_limits import walk
from tests.players import bot_of
from tests.world import Answer, Person, Shown, World

LANGUAGE, VARIANT, LAYOUT, LIMIT = (
    "Language of the tables",
    "Which Canasta?",
    "How many play, and how?",
    "Time per turn",
)


def manager(world: World) -> Person:
    """Return a person who may manage the server."""
    role = world.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    return Person(world, world.guild.add_member(world.env.create_user("Mona"), roles=[role]))


async def forged(person: Person, panel: Shown | None, identity: str, value: str) -> Answer:
    """Choose from a menu that a changed client has put in the place of the panel's own."""
    assert panel
    message = panel.handle._message
    row = next(one for one in walk(message.components) if one["type"] == 1)
    row["components"] = [{"type": 3, "id": 1, "custom_id": identity, "options": [{"label": "?", "value": value}]}]
    message.components = [row]
    return await person._act(person.member, person.member.select(panel.handle, [value], custom_id=identity))


async def choose(person: Person, panel: Shown | None, name: str, value: str) -> Answer:
    assert panel
    assert panel
    # Choices that don't fit into one menu have a second one.
    menu = next(
        one
        for one in panel.menus
        if one.placeholder in (name, f"{name} (2)") and value in (*one.options, *one.options.values())
    )
    return await person.choose(menu.custom_id, value, on=panel)


async def opened(person: Person) -> Shown:
    answer = await person.slash("settings")
    assert answer.ephemeral
    assert answer.message
    return answer.message


def lobby(world: World) -> Shown:
    return next(message for message in reversed(world.messages()) if message.button("Join"))


@pytest.mark.slow
@in_world
async def test_what_the_channel_sees_looks_as_the_server_has_set(world: World) -> None:
    mona = manager(world)
    shown = await choose(mona, await opened(mona), "Colours of the table", "Light table")
    await choose(mona, shown.message, "Backs of the cards", "Blue backs with waves")
    table, people = await seat_four(world)
    public = (await bot_of(world).services.tables.look(table.id)).public
    assert public
    seen = next(message for message in world.messages() if message.button("Watch"))
    assert seen.pictures == (render_table(public, style=Style("light", back="ocean")).png,)
    own = people[table.turn or 0].messages()[-1]
    assert own.pictures[0] == render_table(public, own=True).png, "one person's looks are their own"


@in_world
async def test_a_new_table_is_played_as_the_server_has_set(world: World) -> None:
    mona = manager(world)
    panel = await opened(mona)
    assert "Classic" in panel.text
    shown = await choose(mona, panel, VARIANT, "Samba")
    shown = await choose(mona, shown.message, LAYOUT, "6-trios")
    shown = await choose(mona, shown.message, LIMIT, "Time per turn: 3 days")
    assert "Samba, 6 players" in shown.text
    assert "3 days" in shown.text
    await world.person("Anna").slash("play")
    table = await bot_of(world).services.tables.games.in_channel(world.channel.id)
    assert table
    assert (table.variant, table.layout) == ("samba", "6-trios")


@in_world
async def test_what_is_said_when_a_table_is_opened_goes_before_the_servers_settings(world: World) -> None:
    mona = manager(world)
    shown = await choose(mona, await opened(mona), VARIANT, "Samba")
    await choose(mona, shown.message, LAYOUT, "6-trios")
    await world.person("Anna").slash("play", variant="classic")
    table = await bot_of(world).services.tables.games.in_channel(world.channel.id)
    assert table
    assert (table.variant, table.layout) == ("classic", "4")


@pytest.mark.slow
@in_world
async def test_house_rules_are_set_for_each_variant_and_can_be_done_without(world: World) -> None:
    mona, anna = manager(world), world.person("Anna")
    panel = await mona.press("House rules…", on=await opened(mona))
    shown = await choose(mona, panel.message, "Often changed", "target=3000")
    shown = await choose(mona, shown.message, "Of which variant?", "Samba")
    shown = await choose(mona, shown.message, "Often changed", "target=7500")
    back = await mona.press("Back", on=shown.message)
    assert "There are also house rules for Samba" in back.text
    here, elsewhere = "this server's usual rules", "usual house rules don't apply here"
    orders: list[tuple[dict[str, Any], dict[str, object], str]] = [
        ({}, {"target": 3000}, here),
        ({"variant": "samba"}, {"target": 7500}, here),
        ({"variant": "samba", "target": 500}, {"target": 500}, elsewhere),
        ({"variant": "samba", "house": "turn.draw=1"}, {"turn.draw": 1}, elsewhere),
        ({"house": "none"}, {}, elsewhere),
        ({"variant": "bolivia"}, {}, ""),
    ]
    for options, own, said in orders:
        await anna.slash("play", **options)
        table = await bot_of(world).services.tables.games.in_channel(world.channel.id)
        assert table
        assert table.house == own
        assert [text for text in (here, elsewhere) if text in lobby(world).text] == ([said] if said else [])
        await anna.slash("canasta cancel")


@in_world
async def test_completions_go_by_the_servers_game(world: World) -> None:
    anna, servers = world.person("Anna"), bot_of(world).services.servers
    assert "none" not in (await anna.complete("play", "house")).values()
    await servers.set(world.guild.id, variant="hand-and-foot", layout="6-pairs")
    await servers.set_house(world.guild.id, "hand-and-foot", {"target": 7500})
    assert "8-pairs" in (await anna.complete("play", "players")).values()
    assert "8-pairs" not in (await anna.complete("play", "players", variant="classic")).values()
    assert next(iter((await anna.complete("play", "house")).values())) == "none"
    assert "none" not in (await anna.complete("play", "house", variant="classic")).values()
    for text in (await anna.complete("play", "house", "target")).values():
        load_rules("hand-and-foot", "6-pairs", house=house_rules.read(text))


@pytest.mark.slow
@in_world
async def test_house_rules_of_the_server_that_a_game_cannot_be_played_with_are_left_out_and_that_is_said(
    world: World,
) -> None:
    mona, anna = manager(world), world.person("Anna")
    await bot_of(world).services.servers.set_house(world.guild.id, "classic", {"deal.hand": 18, "pack.decks": 2})
    answer = await anna.slash("play", players="6-pairs")
    assert "left out" in answer.text
    assert "cards are dealt" in answer.text
    table = await bot_of(world).services.tables.games.in_channel(world.channel.id)
    assert table
    assert table.house == {}
    shown = await choose(mona, await opened(mona), LAYOUT, "6-pairs")
    assert "cards are dealt" in shown.text
    assert (await bot_of(world).services.servers.get(world.guild.id)).layout is None


@pytest.mark.slow
@in_world
async def test_what_cannot_be_played_any_more_gives_way_to_what_can_and_may_be_set_again(world: World) -> None:
    mona, servers = manager(world), bot_of(world).services.servers
    await servers.set(world.guild.id, variant="club-game", layout="9")
    await servers.set_house(world.guild.id, "classic", {"melds.max_size": 5})
    await world.person("Anna").slash("play")
    table = await bot_of(world).services.tables.games.in_channel(world.channel.id)
    assert table
    assert (table.variant, table.layout, table.house) == ("classic", "4", {})
    panel = await opened(mona)
    assert "max_size" in panel.text
    menus = await mona.press("House rules…", on=panel)
    assert "by the standard rules" in menus.text
    await choose(mona, menus.message, "Often changed", "target=3000")
    assert (await servers.get(world.guild.id)).house == {"classic": {"target": 3000}}
    shown = await choose(mona, await opened(mona), VARIANT, "Samba")
    assert "Samba, 4 players" in shown.text


@pytest.mark.slow
@in_world
async def test_only_those_who_may_manage_the_server_change_it(world: World) -> None:
    anna = world.person("Anna")
    servers = bot_of(world).services.servers
    await servers.set(world.guild.id, turn_limit=3600)
    await anna.slash("play")
    for identity, value in (
        ("c:set-server:0:0:language", "it"),
        ("c:set-variant:0:0:0", "samba"),
        ("c:house-set:0:0:samba/", "target=3000"),
    ):
        panel = await anna.press("House rules")
        assert "can manage this server" in (await forged(anna, panel.message, identity, value)).text
    assert await servers.get(world.guild.id) == Server(world.guild.id, turn_limit=3600)


@in_world
async def test_the_language_of_the_server_is_that_of_its_channels(world: World) -> None:
    mona = manager(world)
    shown = await choose(mona, await opened(mona), LANGUAGE, "Italiano")
    assert "Italiano" in shown.text
    shown = await choose(mona, shown.message, LANGUAGE, "Language: the server's own")
    assert "same as Discord" in shown.text
    assert (await bot_of(world).services.servers.get(world.guild.id)).language is None


@pytest.mark.slow
@in_world
async def test_what_is_not_there_to_be_chosen_changes_nothing(world: World) -> None:
    mona, bot = manager(world), bot_of(world)
    before = await bot.services.servers.get(world.guild.id)
    for identity, value in (
        ("c:set-server:0:0:language", "xx"),
        ("c:set-server:0:0:turn_limit", "12345"),
        ("c:set-server:0:0:guild_id", "1"),
        ("c:set-server:0:0:layout", "no such table"),
        ("c:set-variant:0:0:0", "no longer exists"),
        ("c:house-of:0:0:0", "no longer exists"),
        ("c:house-of:0:0:0", "x" * 100),
        ("c:house-set:0:0:classic/", "no such rule=1"),
        ("c:house-at:0:0:classic/no.such", "no.such"),
    ):
        answer = await forged(mona, await opened(mona), identity, value)
        assert answer.text
        assert "this code:" not in answer.text, identity
    assert await bot.services.servers.get(world.guild.id) == before
