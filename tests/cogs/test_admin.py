"""Actions of moderators, and of nobody else, for a game that is stuck."""

from __future__ import annotations

import itertools
from typing import Any

import discord
import pytest

from bot.data.log import Deed, LogEntry
from bot.data.tables import Status
from bot.ui.pages import log_page
from tests.cases import in_one_test
from tests.cogs.players import in_world, now, on_turn, play_on, seat_four
from tests.cogs.test_seats import told, under_the_table
from tests.players import bot_of, by_command
from tests.world import Person, World


def moderator(world: World, **permissions: bool) -> Person:
    role = world.guild.create_role(
        "moderators", permissions=discord.Permissions(**(permissions or {"manage_messages": True}))
    )
    return Person(world, world.guild.add_member(world.env.create_user("Mona"), roles=[role]))


@pytest.mark.slow
@in_world
async def test_only_moderators(world: World) -> None:
    table, people = await seat_four(world)
    eva = world.person("Eva")
    commands: list[tuple[str, dict[str, Any]]] = [
        ("skip", {}),
        ("computer", {"seat": 1}),
        ("give-back", {"seat": 1}),
        ("substitute", {"player": eva, "seat": 1}),
        ("extend", {"time": 3600}),
        ("end", {}),
        ("unstick", {}),
    ]
    await people[0].is_shown("canasta-admin")
    for command, options in commands:
        answer = await people[0].slash(f"canasta-admin {command}", **options)
        assert "Only moderators" in answer.text
        assert answer.ephemeral
    assert (await now(world, table)) == table
    assert await bot_of(world).services.tables.history(table.id) == []


@pytest.mark.slow
@in_world
async def test_who_moderates(world: World) -> None:
    table, people = await seat_four(world)
    for permission in ("manage_guild", "manage_channels", "manage_messages"):
        version = (await now(world, table)).version
        role = world.guild.create_role(permission, permissions=discord.Permissions(**{permission: True}))
        person = Person(world, world.guild.add_member(world.env.create_user(permission), roles=[role]))
        await person.is_shown("canasta-admin")
        await person.slash("canasta-admin skip")
        assert (await now(world, table)).version > version
    assert people


@in_world
async def test_skipping_plays_the_turn_and_says_who_did_it(world: World) -> None:
    table, people = await seat_four(world)
    mona, gone = moderator(world), on_turn(table, people)
    answer = await mona.slash("canasta-admin skip")
    assert "played" in answer.text
    assert answer.ephemeral
    after = await now(world, table)
    assert on_turn(after, people) is not gone
    assert (
        f"<@{mona.id}>, a moderator, let a computer play one turn for **{gone.name}**." in under_the_table(world).text
    )
    own = after.seat_of(gone.id)
    assert own is not None
    assert own.missed == 0


@in_world
async def test_a_computer_for_somebody_and_the_seat_given_back(world: World) -> None:
    table, people = await seat_four(world)
    mona = moderator(world)
    await mona.slash("canasta-admin computer", seat=2)
    await told(world)
    assert f"<@{mona.id}>, a moderator, had a computer play until **Bruno** is back." in under_the_table(world).text
    own = (await now(world, table)).seat(1)
    assert own is not None
    assert own.sitting_in == "normal"
    assert people[1].messages()[-1].button("I'm back")
    assert "already playing there" in (await mona.slash("canasta-admin computer", seat=2)).text
    assert "has the seat back" in (await mona.slash("canasta-admin give-back", seat=2)).text
    assert not people[1].messages()[-1].button("I'm back")
    assert "no computer is playing for them" in (await mona.slash("canasta-admin give-back", seat=2)).text
    assert "numbered from 1 to 4" in (await mona.slash("canasta-admin computer", seat=8)).text


@pytest.mark.slow
@in_world
async def test_a_player_is_replaced(world: World) -> None:
    table, people = await seat_four(world)
    mona, eva = moderator(world), world.person("Eva")
    answer = await mona.slash("canasta-admin substitute", player=eva, seat=2)
    assert "plays from now on" in answer.text
    assert not any(one.pictures for one in people[1].messages())
    assert eva.messages()[-1].alt_texts[-1].startswith("Your hand, 1")
    assert "already in this game" in (await mona.slash("canasta-admin substitute", player=people[0], seat=2)).text
    again = await mona.slash("canasta-admin substitute", player=people[1], seat=3)
    assert "had another seat" in again.text
    people[1] = eva
    await play_on(world, table, people, by_command, moves=8)


@pytest.mark.slow
@in_world
async def test_more_time(world: World) -> None:
    table, _people = await seat_four(world)
    mona = moderator(world)
    before = (await now(world, table)).deadline
    assert before is not None
    await mona.slash("canasta-admin extend", time=3 * 24 * 3600)
    assert (await now(world, table)).deadline == before + 3 * 24 * 3600


@in_world
async def test_without_a_clock_there_is_no_more_time_to_give(world: World) -> None:
    await seat_four(world, clock=0)
    assert "No clock is running" in (await moderator(world).slash("canasta-admin extend", time=3600)).text


@pytest.mark.slow
@in_world
async def test_ending_a_game_takes_a_second_press(world: World) -> None:
    table, people = await seat_four(world)
    mona = moderator(world)
    asked = await mona.slash("canasta-admin end")
    assert (await now(world, table)).status is Status.PLAYING
    await mona.press("End the game", on=asked.message)
    assert (await now(world, table)).status is Status.ABANDONED
    assert f"<@{mona.id}> ended the game" in (await people[0].slash("canasta log")).text


@pytest.mark.slow
@in_world
async def test_unsticking_sends_everything_again(world: World) -> None:
    table, people = await seat_four(world)
    mona = moderator(world)
    await play_on(world, table, people, by_command, moves=4)
    before = {message.id for message in [*world.messages(), *(one for person in people for one in person.hands())]}
    answer = await mona.slash("canasta-admin unstick")
    assert "The table was rebuilt" in answer.text
    await told(world)
    after = [message.id for message in [*world.messages(), *(one for person in people for one in person.hands())]]
    assert before.isdisjoint(after)
    assert under_the_table(world)
    assert all(len(person.hands()) == 1 for person in people)
    await play_on(world, table, people, by_command, moves=4)


@in_world
async def test_where_there_is_no_game(world: World) -> None:
    mona = moderator(world)
    assert "no game in this channel" in (await mona.slash("canasta-admin skip")).text


@in_one_test(itertools.product(Deed, (None, 1)))
def test_every_deed_has_a_sentence(deed: Deed, seat: int | None) -> None:
    entry = LogEntry(deed, 7, seat, {"name": "Ana*", "newcomer": "@everyone"}, 1, 2)
    told = log_page.sentence(entry)
    assert "{" not in told
    assert told.endswith((".", "!"))


@in_world
async def test_moderators_commands_come_last_and_are_hidden_from_others(world: World) -> None:
    """Discord hides whole commands: none that everybody sees has anything beneath it that is for moderators."""
    commands = [one for one in world.env.backend.commands[None].values() if one.get("type", 1) == 1]
    shown = [not command["default_member_permissions"] for command in commands]
    assert shown == sorted(shown, reverse=True)
    assert [command["name"] for command in commands[sum(shown) :]] == [
        "canasta-admin",
        "tournament-admin",
        "settings",
        "league",
    ]
    assert all(not command["dm_permission"] for command in commands[sum(shown) :])
    assert "moderators" not in repr(commands[: sum(shown)])


@in_world
async def test_how_the_bot_is_doing_is_told_to_those_who_run_it_alone(world: World) -> None:
    anna = world.person("Anna")
    await anna.slash("play")
    await anna.is_shown("canasta-admin")
    assert "Only the people who run this bot" in (await anna.slash("canasta-admin status")).text
    bot_of(world).owner_id = anna.id
    told = await anna.slash("canasta-admin status")
    assert told.ephemeral
    assert "In 1 server." in told.text
    assert "Open tables: 1." in told.text
    assert "Anna" not in told.text
