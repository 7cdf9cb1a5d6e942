"""Tournaments that start by themselves, or ask their organiser if too few have joined; people who look for a partner."""

from __future__ import annotations

import asyncio
from typing import Any
from unittest import mock

import pytest

from bot.data.tournaments import Tournament, TournamentStage
from bot.messages.organiser_letters import OrganiserLetters
from tests.cogs.players import in_world
from tests.cogs.test_settings import manager
from tests.cogs.test_tournament_people import agreed, ask, paired, question
from tests.cogs.test_tournaments import DAY, opened, post, shown, started, state, threads
from tests.players import bot_of
from tests.world import Person, World

#: Discord's flag of a message that makes no sound.
SILENT = 1 << 12


async def overview(world: World) -> str:
    return post(world, "## Spring Cup\n").text


async def tournament(world: World) -> Tournament:
    return (await state(world)).tournament


async def planned(world: World, *names: str, **options: Any) -> tuple[Person, list[Person]]:
    """Return a tournament that starts within two days, which people have joined: who runs it, and they."""
    mona, people = manager(world), world.people(*names)
    await opened(world, mona, starts="1", **options)
    for person in people:
        await person.press("Join")
    return mona, people


async def due(world: World) -> None:
    """Let it be the time at which the tournament starts."""
    at = (await tournament(world)).starts_at
    assert at is not None
    await world.env.advance_time(at - bot_of(world).seconds() + 2)
    await world.env.settle()


@in_world
async def test_the_start_is_read_by_the_clocks_of_the_person_and_offered(world: World) -> None:
    mona = manager(world)
    await bot_of(world).services.tables.preferences.set(mona.id, time_zone="Asia/Tokyo")
    offered = await mona.complete("tournament-admin new", "starts")
    name, value = next(iter(offered.items()))
    assert name.startswith("1 day: ")
    assert str(value).endswith(" 20:00")
    await opened(world, mona, starts=name, minimum=4)
    at = (await tournament(world)).starts_at
    assert at is not None
    assert at % DAY == 11 * 3600, "20:00 in Tokyo"
    text = await overview(world)
    assert f"Starts on <t:{at}:F> (<t:{at}:R>) if at least 4 teams have joined. 4 more teams are wanted." in text


@in_world
async def test_what_is_no_time_to_start_at_opens_nothing(world: World) -> None:
    mona = manager(world)
    for typed in ("soon", "2020-01-01", "400", "31.2."):
        answer = await mona.slash("tournament-admin new", name="Cup", kind="swiss", starts=typed)
        assert "That isn't a time to start at" in answer.text
    assert await bot_of(world).services.organiser.active() == []


@pytest.mark.slow
@in_world
async def test_a_tournament_with_enough_teams_starts_by_itself_once(world: World) -> None:
    mona, people = await planned(world, "Anna", "Bruno", "Carla", minimum=3)
    assert "wanted" not in await overview(world)
    assert (await tournament(world)).status is TournamentStage.OPEN
    await due(world)
    assert (await tournament(world)).status is TournamentStage.RUNNING
    assert await paired(world, 1) == {person.id for person in people}
    assert mona.messages() == []
    assert len(threads(world)) == 1
    assert "already begun" in (await mona.slash("tournament-admin start")).text


@pytest.mark.slow
@in_world
async def test_a_start_that_came_while_the_bot_was_away_is_made_up_for_once(world: World) -> None:
    await planned(world, "Anna", "Bruno")
    with mock.patch("bot.league.tournaments.rounds.TournamentRounds.start_on_time", side_effect=asyncio.CancelledError):
        await due(world)
        assert (await tournament(world)).status is TournamentStage.OPEN
    await world.restart()
    await world.env.settle()
    assert (await tournament(world)).round == 1
    assert len(threads(world)) == 1


@in_world
async def test_too_few_teams_leave_it_to_the_organiser_who_alone_is_asked_once(world: World) -> None:
    mona, (anna, bruno) = await planned(world, "Anna", "Bruno", minimum=4)
    assert "2 more teams are wanted" in await overview(world)
    before = len(world.messages())
    await due(world)
    assert (await tournament(world)).status is TournamentStage.OPEN
    (letter,) = mona.messages()
    assert "fewer than 4 teams can play" in letter.text
    assert [button.label for button in letter.buttons] == ["Start anyway", "Wait a week", "Cancel the tournament"]
    assert "the organiser decides" in await overview(world)
    assert (len(world.messages()), anna.messages(), bruno.messages()) == (before, [], [])
    await world.env.advance_time(3 * DAY)
    assert len(mona.messages()) == 1
    await world.person("Carla").press("Join")
    await world.person("Dino").press("Join")
    assert (await tournament(world)).status is TournamentStage.OPEN, "the organiser was asked"
    assert "has started" in (await mona.press("Start anyway", dm=True)).text
    assert (await tournament(world)).round == 1


@in_world
async def test_waiting_a_week_asks_again_then(world: World) -> None:
    mona, _people = await planned(world, "Anna", minimum=2)
    first = (await tournament(world)).starts_at
    assert first is not None
    await due(world)
    (letter,) = mona.messages()
    handle = letter.handle
    assert "now starts on" in (await mona.press("Wait a week", on=letter)).text
    assert (await tournament(world)).starts_at == first + 7 * DAY
    await due(world)
    assert len([one for one in mona.messages() if "fewer than 2 teams can play" in one.text]) == 1
    last = mona.messages()[-1]
    assert last.id != handle.id
    assert "has two" not in last.text
    assert "at least two teams" in (await mona.press("Start anyway", on=last)).text
    assert (await tournament(world)).status is TournamentStage.OPEN


@in_world
async def test_the_organiser_can_cancel_from_the_letter(world: World) -> None:
    mona, _people = await planned(world, "Anna")
    await due(world)
    asked = await mona.press("Cancel the tournament", on=mona.messages()[-1])
    assert "It will have no winner" in asked.text
    assert "has been cancelled" in (await mona.press("Cancel the tournament", on=shown(asked))).text
    assert (await tournament(world)).status is TournamentStage.CANCELLED


@in_world
async def test_a_kill_before_the_organiser_is_asked_loses_no_question(world: World) -> None:
    mona, _people = await planned(world, "Anna")
    with mock.patch.object(OrganiserLetters, "write", side_effect=asyncio.CancelledError):
        await due(world)
    assert mona.messages() == []
    assert (await tournament(world)).missed_at is not None
    await world.restart()
    await world.env.settle()
    assert len(mona.messages()) == 1


@in_world
async def test_those_who_have_left_the_server_or_not_agreed_do_not_count(world: World) -> None:
    mona, (_anna, bruno) = await planned(world, "Anna", "Bruno")
    world.guild.remove_member(bruno.member)
    await due(world)
    assert (await tournament(world)).status is TournamentStage.OPEN
    (letter,) = mona.messages()
    assert "fewer than 2 teams can play" in letter.text
    assert "all its people in the server" in letter.text


@in_world
async def test_computers_alone_start_nothing(world: World) -> None:
    mona, _people = await planned(world)
    await mona.slash("tournament-admin add", computers=2)
    await due(world)
    assert (await tournament(world)).status is TournamentStage.OPEN
    (letter,) = mona.messages()
    assert "no person has joined" in letter.text


@in_world
async def test_a_tournament_can_be_started_by_hand_before(world: World) -> None:
    mona, _people = await planned(world, "Anna", "Bruno", minimum=4)
    await started(world, mona)
    await world.env.advance_time(3 * DAY)
    assert (await tournament(world)).round == 1


# Looking for a partner


@in_world
async def test_the_next_who_looks_is_matched_with_the_one_who_has_waited_longest(world: World) -> None:
    mona, (anna, bruno, carla) = manager(world), world.people("Anna", "Bruno", "Carla")
    await opened(world, mona, players="4", kind="swiss")
    assert "You are now looking for a partner" in (await anna.press("Looking for a partner")).text
    assert "Looking for a partner: Anna" in await overview(world)
    assert (await tournament(world)).teams == ()
    assert "any more" in (await anna.press("Looking for a partner")).text
    assert "Looking for a partner: " not in await overview(world)
    await anna.press("Looking for a partner")
    answer = await bruno.press("Looking for a partner")
    assert "with Anna, who still has to say yes" in answer.text
    asked = question(world, anna)
    assert "Bruno would like to play with you" in asked.text
    assert asked.pinged == (anna.id,)
    assert "Looking for a partner: " not in await overview(world)
    assert "already in the tournament" in (await anna.press("Looking for a partner")).text
    await carla.press("Looking for a partner")
    assert "You are signed up" in (await anna.press("Yes, I'll play", on=asked)).text
    (team,) = (await tournament(world)).teams
    assert team.agreed
    assert team.people == (bruno.id, anna.id)
    assert "any more" in (await carla.slash("tournament withdraw")).text
    assert (await tournament(world)).seekers == ()


@in_world
async def test_who_is_chosen_or_has_left_or_deleted_data_is_off_the_list(world: World) -> None:
    mona, (anna, bruno, carla, dino) = manager(world), world.people("Anna", "Bruno", "Carla", "Dino")
    await opened(world, mona, players="4", kind="swiss")
    await anna.press("Looking for a partner")
    await ask(world, bruno, anna)
    assert (await tournament(world)).seekers == ()
    await carla.press("Looking for a partner")
    world.guild.remove_member(carla.member)
    await dino.press("Looking for a partner")
    assert [one.user_id for one in (await tournament(world)).seekers] == [dino.id]
    await bot_of(world).services.privacy.delete(dino.id)
    await world.env.settle()
    assert (await tournament(world)).seekers == ()
    bot_of(world).services.director.wake()
    await world.env.settle()
    assert "Dino" not in await overview(world)


@pytest.mark.slow
@in_world
async def test_who_is_left_at_the_start_hears_it_once_without_a_sound(world: World) -> None:
    mona, people = manager(world), world.people("Eva", "Franco", "Gina", "Hugo")
    (anna,) = world.people("Anna")
    await opened(world, mona, players="4", kind="swiss", rounds=2)
    for one, other in (people[:2], people[2:]):
        await mona.slash("tournament-admin add", player=one, partner=other)
        await agreed(world, one, other)
    await anna.press("Looking for a partner")
    await started(world, mona)
    await world.env.settle()
    (told,) = anna.messages()
    assert "Nobody was left to be your partner" in told.text
    assert told.handle._message.flags & SILENT
    now = await tournament(world)
    assert now.seekers == ()
    assert len(now.teams) == 2
    await world.restart()
    await world.env.settle()
    assert len(anna.messages()) == 1
    assert "Looking for a partner" not in await overview(world)


@in_world
async def test_people_who_play_alone_look_for_nobody(world: World) -> None:
    mona = manager(world)
    message = await opened(world, mona)
    assert "Looking for a partner" not in [button.label for button in message.buttons]
    assert shown(await world.person("Anna").press("Join")).text
