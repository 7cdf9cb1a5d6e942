"""At the table of a match the organiser decides what people agree on elsewhere."""

from __future__ import annotations

import pytest

from bot.data.tables import Status, Table
from bot.data.tournaments import TournamentStage
from tests.cogs.players import in_world
from tests.cogs.test_settings import manager
from tests.cogs.test_tournaments import begun, opened, play_round, shown, started, state
from tests.players import bot_of
from tests.world import Person, Shown, World


async def match_table(world: World) -> Table:
    """Return the table of the first match."""
    match = (await state(world)).matches[0]
    assert match.game_id is not None
    return await bot_of(world).services.tables.get(match.game_id)


def asked(mona: Person) -> Shown:
    """Return the newest request to the organiser that can still be decided."""
    return [message for message in mona.messages() if message.button("Approve")][-1]


def called(newcomer: Person) -> Shown:
    """Return the newest question to somebody who is to play in another's place."""
    return [message for message in newcomer.messages() if message.button("Yes, I'll play")][-1]


async def abandon(world: World, person: Person) -> str:
    table = await match_table(world)
    (thread,) = [one for one in world.channel.threads if one.id == table.channel_id]
    page = shown(await person.slash("canasta abandon", where=thread))
    assert "the organiser decides" in page.text
    return (await person.press("Ask the organiser", on=page)).text


@pytest.mark.slow
@in_world
async def test_ending_a_match_is_asked_of_the_organiser_who_can_decline_and_approve(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    mona = await begun(world, anna, bruno)
    assert "The organiser is asked" in await abandon(world, anna)
    assert "The organiser is asked" in await abandon(world, bruno), "the other's yes ends nothing either"
    assert (await match_table(world)).status is Status.PLAYING
    assert len(mona.messages()) == 1, "the same is asked once"
    assert "Anna asks to end this match" in asked(mona).text
    await world.restart()
    declined = await mona.press("Decline", dm=True)
    assert "The organiser declined this" in declined.text
    assert "The organiser declined this" in anna.messages()[-1].text
    assert mona.messages()[-1].buttons == ()
    await abandon(world, bruno)
    assert "approved" in (await mona.press("Approve", dm=True)).text
    over = await state(world)
    assert over.tournament.status is TournamentStage.FINISHED
    assert (await match_table(world)).status is Status.ABANDONED
    assert "The organiser approved this" in bruno.messages()[-1].text


@pytest.mark.slow
@in_world
async def test_somebody_else_plays_for_a_contestant_only_if_the_organiser_says_so(world: World) -> None:
    anna, bruno, xenia = world.people("Anna", "Bruno", "Xenia")
    mona = await begun(world, anna, bruno)
    table = await match_table(world)
    (thread,) = world.channel.threads
    seat = next(one.number for one in table.seats if one.user_id == anna.id)
    answer = await bruno.slash("canasta substitute", where=thread, player=xenia, seat=seat + 1)
    assert "The organiser is asked" in answer.text
    assert (await match_table(world)).seat_of(xenia.id) is None
    assert "Bruno asks that Xenia plays from now on for Anna" in asked(mona).text
    approved = await mona.press("Approve", dm=True)
    assert "Xenia is asked now, and plays as soon as they say yes. Until then nothing changes." in approved.text
    assert (await match_table(world)).seat_of(xenia.id) is None
    assert not [one for one in bruno.messages() if "asks that" in one.text]
    assert "Bruno asks you to play from now on for Anna" in called(xenia).text
    await xenia.press("Yes, I'll play", dm=True)
    assert (await match_table(world)).seat_of(xenia.id) is not None
    now = (await state(world)).tournament
    assert now.team_of(anna.id) is None
    assert now.team_of(xenia.id) is not None
    for told in (bruno, mona):
        (message,) = [one for one in told.messages() if "Xenia has said yes and plays from now on" in one.text]
        assert "for Anna" in message.text


@pytest.mark.slow
@in_world
async def test_a_rival_never_takes_a_computers_seat(world: World) -> None:
    anna, bruno, xenia = world.people("Anna", "Bruno", "Xenia")
    mona = manager(world)
    await opened(world, mona)
    for person in (anna, bruno):
        await person.press("Join")
    await mona.slash("tournament-admin add", computers=1)
    await started(world, mona)
    now = await state(world)
    bot = bot_of(world)
    (match,) = [one for one in now.of_round(now.tournament.round) if one.second is not None]
    table = await bot.services.tables.get(match.game_id or 0)
    while all(seat.user_id is not None for seat in table.seats):
        await play_round(world)
        now = await state(world)
        (match,) = [one for one in now.of_round(now.tournament.round) if one.second is not None]
        table = await bot.services.tables.get(match.game_id or 0)
    (thread,) = [one for one in world.channel.threads if one.id == table.channel_id]
    (message,) = [one for one in world.messages(thread) if one.button("Take a seat")]
    rival = bruno if table.seat_of(anna.id) else anna
    assert "already in the tournament" in (await rival.press("Take a seat", on=message)).text
    assert "The organiser is asked" in (await xenia.press("Take a seat", on=message)).text
    assert (await bot.services.tables.get(table.id)).seat_of(xenia.id) is None
    await mona.press("Approve", dm=True)
    assert (await bot.services.tables.get(table.id)).seat_of(xenia.id) is not None


@pytest.mark.slow
@in_world
async def test_a_request_ends_with_its_reason(world: World) -> None:
    anna, bruno, xenia = world.people("Anna", "Bruno", "Xenia")
    mona = await begun(world, anna, bruno)
    bot, table = bot_of(world), await match_table(world)
    (thread,) = world.channel.threads
    own = table.seat_of(anna.id)
    assert own is not None
    await bot.services.tables.moderation.sit_in(table.id, mona.id, own.number)
    answer = await xenia.slash("canasta substitute", where=thread, player=xenia, seat=own.number + 1)
    assert "The organiser is asked" in answer.text
    request = asked(mona)
    await anna.slash("canasta back", where=thread)
    bot.services.director.wake()
    await world.env.settle()
    (old,) = [one for one in mona.messages() if one.id == request.id]
    assert old.buttons == ()
    assert "request is no longer needed" in old.text
    assert "request is no longer needed" in xenia.messages()[-1].text
    assert (await match_table(world)).seat_of(anna.id) is not None


# Whom the organiser puts in somebody's place


@pytest.mark.slow
@in_world
async def test_whom_the_organiser_names_plays_only_after_a_yes(world: World) -> None:
    anna, bruno, xenia, yves = world.people("Anna", "Bruno", "Xenia", "Yves")
    mona = await begun(world, anna, bruno)
    answer = await mona.slash("tournament-admin substitute", player="Anna", newcomer=xenia)
    assert answer.text == f"<@{xenia.id}> is asked and plays as soon as they say yes. Until then Anna keeps the place."
    again = await mona.slash("tournament-admin substitute", player="Anna", newcomer=xenia)
    assert "is asked" in again.text
    assert len(xenia.messages()) == 1, "the same is asked once"
    await mona.slash("tournament-admin substitute", player="Anna", newcomer=yves)
    assert (await match_table(world)).seat_of(anna.id) is not None
    assert "Mona asks you to play from now on for Anna" in called(xenia).text
    no = await xenia.press("No", dm=True)
    assert "You said no" in no.text
    assert no.text == xenia.messages()[-1].text
    assert "**Xenia has said no.**" in mona.messages()[-1].text
    assert (await match_table(world)).seat_of(anna.id) is not None
    await world.restart()
    await yves.press("Yes, I'll play", dm=True)
    table = await match_table(world)
    assert {seat.user_id for seat in table.seats} == {bruno.id, yves.id}
    assert "**Yves has said yes and plays from now on.**" in mona.messages()[-1].text
    assert (await state(world)).tournament.team_of(anna.id) is None


@in_world
async def test_whom_no_direct_message_reaches_is_asked_in_the_channel_where_nobody_else_can_answer(
    world: World,
) -> None:
    mona, (anna, bruno, xenia) = manager(world), world.people("Anna", "Bruno", "Xenia")
    await opened(world, mona)
    await anna.press("Join")
    world.close_messages(xenia)
    await mona.slash("tournament-admin substitute", player="Anna", newcomer=xenia)
    (question,) = [one for one in world.messages() if one.button("Yes, I'll play")]
    assert question.pinged == (xenia.id,)
    assert "isn't open any more" in (await bruno.press("Yes, I'll play", on=question)).text
    assert (await state(world)).tournament.teams[0].people == (anna.id,)
    await xenia.press("Yes, I'll play", on=question)
    assert (await state(world)).tournament.teams[0].people == (xenia.id,)
    assert "Xenia plays in your place" in anna.messages()[-1].text
    (now,) = [one for one in world.messages() if one.id == question.id]
    assert now.buttons == ()
    assert "Xenia has said yes" in now.text


@in_world
async def test_a_question_to_play_for_somebody_ends_with_its_reason(world: World) -> None:
    mona, (anna, xenia) = manager(world), world.people("Anna", "Xenia")
    await opened(world, mona)
    await anna.press("Join")
    await mona.slash("tournament-admin substitute", player="Anna", newcomer=xenia)
    asked_before = called(xenia)
    await anna.press("Leave the tournament", on=shown(await anna.slash("tournament withdraw")))
    assert (await state(world)).tournament.teams == ()
    (now,) = [one for one in xenia.messages() if one.id == asked_before.id]
    assert now.buttons == ()
    assert "isn't open any more" in now.text
    assert "request is no longer needed" in mona.messages()[-1].text


@in_world
async def test_who_is_asked_and_leaves_the_server_does_not_play(world: World) -> None:
    mona, (anna, xenia) = manager(world), world.people("Anna", "Xenia")
    await opened(world, mona)
    await anna.press("Join")
    await mona.slash("tournament-admin substitute", player="Anna", newcomer=xenia)
    world.guild.remove_member(xenia.member)
    await xenia.press("Yes, I'll play", dm=True)
    assert (await state(world)).tournament.teams[0].people == (anna.id,)


@in_world
async def test_an_organiser_who_plays_themselves_is_not_asked(world: World) -> None:
    mona, anna = manager(world), world.person("Anna")
    await opened(world, mona)
    await anna.press("Join")
    assert "plays from now on" in (await mona.slash("tournament-admin substitute", player="Anna", newcomer=mona)).text
    assert (await state(world)).tournament.teams[0].people == (mona.id,)
    assert "Mona plays in your place" in anna.messages()[-1].text
