"""Tables whose home is direct messages: each player's hand and table there are all that there is."""

from __future__ import annotations

import asyncio
import random
import re
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from bot.computer import choose
from bot.data.servers import OPEN_LEAGUE
from bot.data.tables import InDirectMessages, Status, Table
from bot.tables.errors import NoSuchTable
from bot.tables.rules.invitations import HOLDS
from bot.ui.pages.boards_page import ShowHistory
from tests.cogs.players import in_world, now
from tests.cogs.test_replay import forged
from tests.players import bot_of, by_button
from tests.world import Person, Shown, World

_CODE = re.compile(r"\*\*([A-Z2-9]{4}-[A-Z2-9]{4})\*\*")


def strangers(world: World) -> tuple[Person, Person]:
    """Return two people who have no server in common."""
    elsewhere = world.env.create_guild("Elsewhere")
    return world.person("Anna"), Person(world, elsewhere.add_member(world.env.create_user("Bruno")))


def lobby_of(person: Person) -> Shown:
    """Return the newest message in which a person sees a table before its game."""
    return next(one for one in reversed(person.messages()) if one.button("Cancel table"))


def code_of(person: Person) -> str:
    found = _CODE.search(lobby_of(person).text)
    assert found
    return found[1]


async def table_of(world: World, person: Person) -> Table:
    """Return the newest active table of a person."""
    return max(await bot_of(world).services.tables.games.of_person(person.id), key=lambda table: table.id)


async def sit_down(world: World, **options: Any) -> tuple[Person, Person]:
    """Open a table of two in direct messages, and have another person join it by its code."""
    anna, bruno = strangers(world)
    await anna.slash("play", dm=True, players="2", **options)
    await bruno.slash("canasta join", dm=True, code=code_of(anna))
    return anna, bruno


async def play(world: World, people: tuple[Person, Person], moves: int | None = None) -> Table:
    """Play this many moves by buttons, or to the end."""
    chance, played, table = random.Random(7), 0, await table_of(world, people[0])
    by_id = {person.id: person for person in people}
    while table.status is Status.PLAYING and played != moves:
        assert table.to_move is not None
        person = by_id[table.to_move.user_id or 0]
        look = await bot_of(world).services.tables.look(table.id, person.id)
        assert look.mine is not None
        await by_button(person, choose(look.mine, "normal", chance), look.mine)
        after = await now(world, table)
        assert after.version > table.version
        table, played = after, played + 1
    return table


@in_world
async def test_a_table_is_opened_in_direct_messages_and_joined_by_its_code(world: World) -> None:
    anna, bruno = await sit_down(world)
    table = await table_of(world, anna)
    assert isinstance(table.home, InDirectMessages)
    assert [seat.user_id for seat in table.seats] == [anna.id, bruno.id]
    for person in (anna, bruno):
        shown = lobby_of(person)
        assert "Bruno" in shown.text
        assert shown.button("Start")
        assert shown.button("Join") is None
    assert world.messages() == [], "the channel of the server says nothing of it"
    await bruno.press("Start", on=lobby_of(bruno))
    assert (await now(world, table)).home == InDirectMessages(), "the code holds no longer"
    for person in (anna, bruno):
        assert not any(one.button("Cancel table") for one in person.messages()), "the cards take the table's place"
        assert "in direct messages, round 1" in person.messages()[-1].text
    assert world.messages() == []


@pytest.mark.slow
@in_world
async def test_a_whole_game_in_direct_messages(world: World) -> None:
    people = await sit_down(world, rounds=1, house="deal.hand=20")
    anna, bruno = people
    await anna.press("Start", on=lobby_of(anna))
    await play(world, people, moves=4)
    await world.restart()
    table = await play(world, people)
    assert table.status is Status.FINISHED
    assert world.messages() == []
    for person in people:
        end = person.messages()[-1]
        assert end.button("Play again")
        assert end.button("Share") is None
    thinkers = bot_of(world).services.tables.thinkers
    with mock.patch.object(thinkers, "better", _nothing_better):
        review = await anna.press("Review", on=anna.messages()[-1])
    assert "Your review" in review.text
    assert review.message is not None
    assert review.message.button("Show this to everybody") is None
    assert "Canasta" in (await bruno.press("Replay", dm=True)).text
    assert "it was played in direct messages" in (await anna.slash("canasta history", dm=True)).text
    carla = world.person("Carla")
    foreign = await carla.slash("canasta history", dm=True, player=anna)
    assert f"No. {table.id}" not in foreign.text + (await carla.slash("canasta history", player=anna)).text
    asked = await carla.slash("canasta", dm=True)
    assert asked.message
    pressed = await forged(world, carla, asked.message, ShowHistory(OPEN_LEAGUE, anna.id, 0).pack())
    assert f"No. {table.id}" not in pressed.text
    await bruno.press("Play again", dm=True)
    again = await table_of(world, bruno)
    assert again.home == InDirectMessages(again.home.invitation, follows=table.id)  # type: ignore[union-attr]
    await anna.press("Play again", dm=True)
    begun = await now(world, again)
    assert begun.status is Status.PLAYING
    assert {seat.user_id for seat in begun.seats} == {anna.id, bruno.id}


@in_world
async def test_a_refused_call_is_not_tried_again_and_again_where_edits_work(world: World) -> None:
    people = await sit_down(world, clock=0)
    await people[0].press("Start", on=lobby_of(people[0]))
    table = await table_of(world, people[0])
    slow = next(one for one in people if table.to_move is not None and one.id != table.to_move.user_id)
    world.close_messages(slow)
    first, path, before = table.turn, f"/channels/{slow.member.user.dm_channel.id}/messages", len(world.sent)
    while table.turn == first:
        async with asyncio.timeout(20):
            table = await play(world, people, moves=1)
    posts = [sent for sent in world.sent[before:] if sent.method == "POST" and sent.path == path]
    assert len(posts) == 1
    assert (await bot_of(world).services.people.get(slow.id)).dm_closed


@in_world
async def test_a_wrong_code_gets_one_sentence_and_says_nothing(world: World) -> None:
    anna, bruno = strangers(world)
    await anna.slash("play", dm=True, players="2")
    table, code = await table_of(world, anna), code_of(anna)
    wrong = [await bruno.slash("canasta join", dm=True, code=text) for text in ("ABCD-2345", "?", str(table.id))]
    await world.env.advance_time(HOLDS)
    wrong.append(await bruno.slash("canasta join", dm=True, code=code))
    await anna.press("New code", on=lobby_of(anna))
    wrong.append(await bruno.slash("canasta join", dm=True, code=code))
    assert {answer.text for answer in wrong} == {
        "No table is waiting for players under this code: ask the person who invited you for a new one."
    }
    assert len((await now(world, table)).seats) == 1
    form = await bruno.press("Enter a code", on=(await bruno.slash("canasta join", dm=True)).message)
    assert (
        "at the table" in (await bruno.fill(form, **{_field(form.form): code_of(anna).lower().replace("-", " ")})).text
    )
    assert len((await now(world, table)).seats) == 2


async def _nothing_better(*_asked: object) -> None:
    """Find no better move: a search takes minutes."""


def _field(form: dict[str, Any] | None) -> str:
    assert form is not None
    return str(form["components"][0]["component"]["custom_id"])


@in_world
async def test_nobody_else_gets_to_a_table_in_direct_messages(world: World) -> None:
    anna, bruno = strangers(world)
    await anna.slash("play", dm=True, players="2")
    table = await table_of(world, anna)
    lobby = lobby_of(anna)
    carla = world.person("Carla")
    await carla.slash("play")
    theirs = world.messages()[-1]
    join = next(button.custom_id for button in theirs.buttons if button.label == "Join")
    mine = next(button.custom_id for button in lobby.buttons if button.label == "Add computer")
    assert join != mine
    services = bot_of(world).services
    with pytest.raises(NoSuchTable):
        await services.tables.lobbies.join(table.id, bruno.id, "Bruno")
    refused = await anna.slash("play", dm=True, players="2")
    assert "still waiting for players" in refused.text
    assert (await now(world, table)).version == table.version


async def test_places_with_channels_are_looked_for_and_others_are_not(tmp_path: Path) -> None:
    async with World(tmp_path / "canasta.sqlite3") as world:
        anna, _bruno = await sit_down(world)
        assert await bot_of(world).services.tables.games.places() == []
        await world.restart()
        table = await table_of(world, anna)
        assert table.lost is None
        assert table.active
