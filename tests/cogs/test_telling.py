"""News where people leave, are called alike, have their data deleted, or play twice: odd cases."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.data.tables import Table
from tests.cogs import test_seats
from tests.cogs.players import in_world, now, on_turn, seat_four
from tests.cogs.test_admin import moderator
from tests.cogs.test_events import notices
from tests.cogs.test_who import rename
from tests.players import bot_of, sit_down
from tests.world import Person, Shown, World

pytestmark = pytest.mark.slow


def told(people: list[Person]) -> list[int]:
    """Return how many notices each has got since the deal."""
    return [len(since_the_deal(one)) for one in people]


def since_the_deal(person: Person) -> list[Shown]:
    return [one for one in notices(person) if "Everybody is here" not in one.text]


def all_texts(world: World, people: list[Person]) -> str:
    shown: list[Shown] = [*world.messages(), *(one for person in people for one in person.messages())]
    return "\n".join(one.text for one in shown)


@in_world
async def test_a_name_with_markup_pings_nobody_and_stays_one_name(world: World) -> None:
    people = world.people("@everyone", "**Bo** `x`", "<@1> [a](http://b.c)", "Dino")
    await people[0].slash("play")
    for person in people[1:]:
        await person.press("Join")
    await people[0].press("Start")
    mona = moderator(world)
    await mona.slash("canasta-admin computer", seat=2)
    asked = await people[2].slash("canasta resign")
    await people[2].press("Give up my seat", on=asked.message)
    await world.env.settle()
    assert told(people) == [1, 1, 0, 0]
    for one in [*world.messages(), *(one for person in people for one in person.messages())]:
        assert set(one.pinged) <= {person.id for person in people}
    text = all_texts(world, people)
    assert "[a](http://b.c)" not in text
    assert "**Bo**" not in text
    assert "@everyone" not in re.sub(r"\\@everyone", "", text)


@in_world
async def test_two_people_who_come_to_be_called_alike_are_told_apart(world: World) -> None:
    table, people = await seat_four(world)
    for person in people[1:3]:
        rename(world, person, "Kim")
        await person.slash("hand")
        await world.env.settle()
    names = [seat.name for seat in (await now(world, table)).seats]
    assert len(set(names)) == 4, names
    assert all("Kim" in name for name in names[1:3])
    assert told(people) == [0, 0, 0, 0]


@in_world
async def test_somebody_who_leaves_when_it_is_not_their_turn_is_no_news(world: World) -> None:
    table, people = await seat_four(world, clock=0)
    waiting = next(one for one in people if one is not on_turn(table, people))
    world.guild.remove_member(waiting.member)
    for _hour in range(26):
        await world.env.advance_time(3601)
    assert told(people) == [0, 0, 0, 0]


@in_world
async def test_who_comes_back_is_waited_for_no_more_and_everybody_was_told_once(world: World) -> None:
    table, people = await seat_four(world, clock=0)
    slow = on_turn(table, people)
    world.guild.remove_member(slow.member)
    for _hour in range(26):
        await world.env.advance_time(3601)
    others = [one for one in people if one is not slow]
    assert told(others) == [1, 1, 1]
    slow.member = world.guild.add_member(slow.member.user)
    await slow.slash("hand")
    for _hour in range(26):
        await world.env.advance_time(3601)
    table = await now(world, table)
    assert not any(seat.gone for seat in table.seats)
    assert told(others) == [1, 1, 1]
    assert not since_the_deal(slow)


@in_world
async def test_who_left_with_a_clock_misses_a_turn_and_only_they_are_told(world: World) -> None:
    table, people = await seat_four(world, clock=600)
    slow = on_turn(table, people)
    world.guild.remove_member(slow.member)
    await world.env.advance_time(1201)
    await world.env.settle()
    others = [one for one in people if one is not slow]
    assert told(others) == [0, 0, 0]
    assert (await now(world, table)).turn != table.turn


@in_world
async def test_a_moderator_who_plays_is_not_told_of_their_own_act(world: World) -> None:
    people = await sit_down(world, "Anna", "Bruno", players="2")
    mona = moderator(world)
    await mona.slash("canasta-admin skip")
    await world.env.settle()
    assert sum(told(people)) == 1
    assert not notices(mona)


@in_world
async def test_a_host_who_resigns_hands_on_and_partner_is_told_once(world: World) -> None:
    _table, people = await seat_four(world)
    asked = await people[0].slash("canasta resign")
    await people[0].press("Give up my seat", on=asked.message)
    await world.env.settle()
    # Bruno is the host now, Carla has lost her partner.
    assert told(people) == [0, 1, 1, 0]
    assert "You are the host of this table now." in since_the_deal(people[1])[0].text
    assert "has given up the seat" in since_the_deal(people[2])[0].text


@in_world
async def test_two_acts_on_one_person_are_two_notices_and_none_for_others(world: World) -> None:
    table, people = await seat_four(world, clock=600)
    mona, slow = moderator(world), on_turn(table, people)
    await mona.slash("canasta-admin extend", time=3600)
    await mona.slash("canasta-admin skip")
    await world.env.settle()
    assert len(since_the_deal(slow)) == 2
    assert sum(told([one for one in people if one is not slow])) == 0


@in_world
async def test_whose_messages_are_closed_is_named_once_for_a_move_and_a_host(world: World) -> None:
    _table, people = await seat_four(world)
    world.close_messages(people[2])
    other = world.guild.create_text_channel("elsewhere")
    await people[0].slash("canasta move", where=other)
    await world.env.settle()
    assert told(people) == [0, 1, 0, 1]
    said = [one for one in world.messages(other) if "The game has moved" in one.text and one.pinged]
    assert [one.pinged for one in said] == [(people[2].id,)]


@in_world
async def test_who_deleted_their_data_is_named_nowhere_at_once(world: World) -> None:
    table, people = await seat_four(world)
    slow = on_turn(table, people)
    await slow.press("Draw", dm=True)
    await bot_of(world).services.privacy.delete(slow.id)
    await world.env.settle()
    await test_seats.told(world)
    others = [one for one in people if one is not slow]
    log = (await others[0].slash("canasta log")).text
    # Messages to the partner from before that are theirs.
    hands = "\n".join(one.text for person in others for one in person.hands())
    for text in (log, hands, *(one.text for one in world.messages())):
        assert slow.name not in text, text
        assert "<@-" not in text
    assert "former player" in log


@in_world
async def test_a_computer_is_not_called_like_somebody_who_joins(world: World) -> None:
    people = world.people("Anna", "Ada", "Bruno")
    await people[0].slash("play")
    await people[0].press("Add computer")
    await people[1].press("Join")
    await people[2].press("Join")
    table = await bot_of(world).services.tables.games.in_channel(world.channel.id)
    assert table is not None
    names = [seat.name for seat in table.seats]
    assert len(set(names)) == len(names), names


async def two_games(world: World) -> tuple[Person, list[Table]]:
    anna = world.person("Anna")
    tables = []
    for channel in (world.channel, world.guild.create_text_channel("other")):
        world.channel = channel
        await world.env.settle()
        await sit_down(world, "Anna", "Bruno", players="2")
        table = await bot_of(world).services.tables.games.in_channel(channel.id)
        assert table is not None
        tables.append(table)
    return anna, tables


@in_world
async def test_each_command_in_direct_messages_tells_two_games_apart(world: World) -> None:
    anna, _tables = await two_games(world)
    for command in (
        "canasta resign",
        "canasta abandon",
        "canasta orders",
        "hand",
        "canasta list",
        "canasta substitute",
    ):
        options: dict[str, Any] = {"player": world.person("Carla")} if "substitute" in command else {}
        answer = await anna.slash(command, dm=True, **options)
        shown = [
            answer.text,
            *(label for one in (answer.message,) if one for menu in one.menus for label in menu.options),
        ]
        text = "\n".join(shown)
        assert "#canasta" in text, (command, text)
        assert "#other" in text, (command, text)
        assert "Bruno" in text, (command, text)
