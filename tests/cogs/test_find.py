"""Others to play with: the line behind `/canasta find`, its calls in direct messages, and the private list of `/canasta avoid`."""

from __future__ import annotations

from typing import Any
from unittest import mock

import pytest

from bot.data.line import LineStage, RatedWish, Wish
from bot.messages.direct import DirectMessages
from bot.tables.line import ANSWER_WITHIN
from bot.ui.pages.find_page import ChangeWish, GetInLine, WishPart
from tests.cogs.players import in_world
from tests.cogs.test_direct_tables import strangers, table_of
from tests.players import bot_of
from tests.world import Answer, Person, Shown, World

DAY = 86_400


def shown(answer: Answer) -> Shown:
    assert answer.message is not None
    return answer.message


async def wishing(person: Person, *, dm: bool = False) -> Shown:
    """Open the line, and choose a game for two."""
    page = shown(await person.slash("canasta find", dm=dm))
    page = shown(await person.choose("Kind of game", "classic", on=page))
    return shown(await person.choose("Players", "2 players", on=page))


async def enter(person: Person, *, dm: bool = False) -> Answer:
    return await person.press("Get in line", on=await wishing(person, dm=dm))


async def forged(world: World, person: Person, message: Shown, custom_id: str) -> Answer:
    """Press a button whose custom id was made up."""
    row = [part for part in message.handle._message.components if part["type"] == 1][-1]
    row["components"][0]["custom_id"] = custom_id
    return await person.press(custom_id, on=world.show(message.handle))


async def stage(world: World, person: Person) -> LineStage | None:
    place = await bot_of(world).services.tables.line.of(person.id)
    return None if place is None else place.stage


async def called(world: World, person: Person) -> Shown:
    return await person.sees(lambda message: message.button("I'm in"), "a call", dm=True)


@pytest.mark.slow
@in_world
async def test_two_strangers_find_each_other_and_play(world: World) -> None:
    anna, bruno = strangers(world)
    page = shown(await anna.slash("canasta find"))
    assert page.ephemeral
    assert "Nobody who suits you is waiting now." in page.text
    entered = shown(await enter(anna))
    assert "You are in line" in entered.text
    assert "Classic · 2 players · any pace" in entered.text
    assert "1 person: Classic · 2 players · any pace" in shown(await bruno.slash("canasta find", dm=True)).text
    await enter(bruno, dm=True)
    for person in (anna, bruno):
        call = await called(world, person)
        assert "Classic · 2 players · Time per turn: 1 day" in call.text
        assert "Anna" not in call.text + "Bruno"
        assert call.button("Rather wait for people") is None
        await person.press("I'm in", on=call)
    await world.until(lambda: any("round 1" in one.text for one in bruno.messages()), "a hand")
    table = await table_of(world, anna)
    assert {seat.user_id for seat in table.seats} == {anna.id, bruno.id}
    assert table.turn_limit == DAY
    assert world.messages() == [], "no channel says anything of it"
    late = await anna.press("Leave the line", on=next(one for one in anna.messages() if one.button("Leave the line")))
    assert "You have left the line." in late.text


@in_world
async def test_a_place_is_changed_and_left(world: World) -> None:
    anna = world.person("Anna")
    line = shown(await enter(anna))
    choosing = shown(await anna.press("Change", on=line))
    choosing = shown(await anna.choose("With whom", "1", on=choosing))
    choosing = shown(await anna.choose("Time per turn", "3600", on=choosing))
    choosing = shown(await anna.choose("For how long", "21600", on=choosing))
    changed = shown(await anna.press("Get in line", on=choosing))
    assert "Classic · 2 players · Time per turn: 1 hour · this server only" in changed.text
    assert "You have left the line." in (await anna.press("Leave the line", on=changed)).text
    assert await stage(world, anna) is None


@in_world
async def test_a_wish_for_a_server_is_changed_in_direct_messages(world: World) -> None:
    anna = world.person("Anna")
    choosing = shown(await anna.choose("With whom", "1", on=await wishing(anna)))
    await anna.press("Get in line", on=choosing)
    line = shown(await anna.slash("canasta find", dm=True))
    changed = shown(await anna.press("Get in line", on=shown(await anna.press("Change", on=line))))
    assert "Classic · 2 players · any pace" in changed.text
    assert "this server only" not in changed.text


@in_world
async def test_a_wish_for_a_game_that_is_gone_is_changed(world: World) -> None:
    anna = world.person("Anna")
    line = bot_of(world).services.tables.line
    await line.enter(anna.id, "Anna", Wish("no-such-game", 2, 0), world.guild.id, DAY)
    standing = shown(await anna.slash("canasta find"))
    choosing = shown(await anna.press("Change", on=standing))
    changed = shown(await anna.press("Get in line", on=choosing))
    assert "any game" in changed.text


@in_world
async def test_who_leaves_before_the_call_is_sent_gets_none(world: World) -> None:
    anna, bruno = strangers(world)
    write_once, line = DirectMessages.write_once, bot_of(world).services.tables.line

    async def slow(self: DirectMessages, person: Any, *arguments: Any, **options: Any) -> Any:
        other = bruno if person.user_id == anna.id else anna
        await line.leave(other.id)
        return await write_once(self, person, *arguments, **options)

    with mock.patch.object(DirectMessages, "write_once", slow):
        await enter(anna)
        await enter(bruno, dm=True)
        await world.until(lambda: any("keep your place" in one.text for one in anna.messages()), "a letter")
    assert not any(one.button("I'm in") for one in bruno.messages())


@in_world
async def test_a_number_of_players_that_a_game_does_not_have_is_any(world: World) -> None:
    anna = world.person("Anna")
    page = shown(await anna.slash("canasta find"))
    page = shown(await anna.choose("Players", "2 players", on=page))
    page = shown(await anna.choose("Kind of game (2)", "pennies", on=page))
    assert "Pennies from Heaven · any number of players" in shown(await anna.press("Get in line", on=page)).text


@in_world
async def test_who_does_not_answer_is_told_and_gets_in_again_at_once(world: World) -> None:
    anna, bruno = strangers(world)
    await enter(anna)
    await enter(bruno, dm=True)
    call = await called(world, anna)
    await called(world, bruno)
    await bruno.press("I'm in", dm=True)
    await world.env.advance_time(ANSWER_WITHIN + 1)
    await world.until(lambda: "didn't answer in time" in anna.messages()[-1].text, "a letter")
    assert "You keep your place in line" in bruno.messages()[-1].text
    assert [await stage(world, one) for one in (anna, bruno)] == [LineStage.MISSED, LineStage.WAITING]
    late = await anna.press("I'm in", on=call)
    assert "doesn't call you any more" in late.text
    again = shown(await anna.press("Find players", on=anna.messages()[-1]))
    assert "your place in line is gone" in again.text
    await anna.press("Get in line", on=again)
    await called(world, anna)


@in_world
async def test_who_closes_their_direct_messages_is_not_waited_for(world: World) -> None:
    anna, bruno = strangers(world)
    await enter(anna)
    world.close_messages(anna)
    await enter(bruno, dm=True)
    await world.until(lambda: bruno.messages()[-1:] and "keep your place" in bruno.messages()[-1].text, "a letter")
    assert await stage(world, anna) is LineStage.UNREACHED
    world.open_messages(anna)
    page = shown(await anna.slash("canasta find"))
    assert "I couldn't send you a direct message" in page.text


@in_world
async def test_who_wants_no_direct_messages_is_not_let_into_the_line(world: World) -> None:
    anna = world.person("Anna")
    panel = shown(await anna.slash("preferences"))
    await anna.press("Direct messages: on", on=panel)
    assert "switch them on" in (await enter(anna)).text
    assert await stage(world, anna) is None


@in_world
async def test_the_bot_is_restarted_while_a_table_calls(world: World) -> None:
    anna, bruno = strangers(world)
    await enter(anna)
    await enter(bruno, dm=True)
    await called(world, anna)
    await called(world, bruno)
    await world.restart()
    before = len(anna.messages())
    for person in (anna, bruno):
        await person.press("I'm in", dm=True)
    await world.until(lambda: any("round 1" in one.text for one in bruno.messages()), "a hand")
    assert len(anna.messages()) == before + 1, "one hand, and no second call"


@in_world
async def test_forged_wishes_and_answers_do_nothing(world: World) -> None:
    anna, bruno = strangers(world)
    page = shown(await anna.slash("canasta find"))
    for action in (
        GetInLine(2, 7, 0, RatedWish.ANY, DAY, "classic"),
        GetInLine(2, 0, 0, RatedWish.ANY, 9 * DAY, "classic"),
        GetInLine(7, 0, 0, RatedWish.ANY, DAY, "classic"),
        GetInLine(0, 0, 2, RatedWish.ANY, DAY, ""),
        GetInLine(0, 0, 0, RatedWish.ANY, DAY, "no-such-game"),
        ChangeWish(WishPart.PACE, 0, 7, 0, RatedWish.ANY, DAY, ""),
    ):
        await forged(world, anna, page, action.pack())
        assert await stage(world, anna) is None, action
    direct = shown(await bruno.slash("canasta find", dm=True))
    await forged(world, bruno, direct, GetInLine(0, 0, 1, RatedWish.ANY, DAY, "").pack())
    assert await stage(world, bruno) is None
    await enter(anna)
    await enter(bruno, dm=True)
    call = await called(world, anna)
    carla = world.person("Carla")
    mine = shown(await carla.slash("canasta find"))
    custom_id = call.button("I'm in")
    assert custom_id is not None
    assert "doesn't call you" in (await forged(world, carla, mine, custom_id.custom_id)).text
    assert await stage(world, anna) is LineStage.CALLED


# The private list


@in_world
async def test_people_are_put_on_the_private_list_and_taken_off(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    page = shown(await anna.slash("canasta avoid"))
    assert page.ephemeral
    assert "You avoid nobody." in page.text
    assert "They can't take over a seat in a game that you play" in page.text
    page = shown(await anna.slash("canasta avoid", player=bruno))
    assert "- **Bruno**" in page.text
    assert "You can't avoid yourself" in shown(await anna.slash("canasta avoid", player=anna)).text
    page = shown(await anna.choose("Avoid no longer", "Bruno", on=page))
    assert "You avoid nobody." in page.text
    member: Any = bruno.member
    page = shown(await anna.choose("Avoid somebody here", member, on=page))
    assert "- **Bruno**" in page.text
    assert bruno.messages() == []
    assert "You avoid nobody." in shown(await bruno.slash("canasta avoid")).text


@pytest.mark.slow
@in_world
async def test_neither_of_two_learns_that_the_other_avoids_them(world: World) -> None:
    """Both see, byte by byte, the same as if the other weren't there."""
    anna, bruno = strangers(world)
    alone = shown(await bruno.slash("canasta find", dm=True)).text
    await enter(anna)
    assert shown(await bruno.slash("canasta find", dm=True)).text != alone
    await anna.slash("canasta avoid", player=bruno.member.user)
    assert shown(await bruno.slash("canasta find", dm=True)).text == alone
    await enter(bruno, dm=True)
    await world.env.advance_time(7 * 3600)
    assert [await stage(world, one) for one in (anna, bruno)] == [LineStage.WAITING, LineStage.WAITING]
    assert not any(one.button("I'm in") for one in (*anna.messages(), *bruno.messages()))
    assert "Nobody who suits you is waiting now." in shown(await anna.slash("canasta find")).text


@in_world
async def test_somebody_who_was_thrown_out_is_put_together_with_nobody_there(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    await enter(bruno)
    world.guild.remove_member(bruno.member)
    choosing = shown(await anna.choose("With whom", "1", on=await wishing(anna)))
    await anna.press("Get in line", on=choosing)
    await world.env.settle()
    assert await stage(world, anna) is LineStage.WAITING
    assert anna.messages() == bruno.messages() == []
