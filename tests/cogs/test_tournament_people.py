"""The people of a tournament: nobody who hasn't said yes, nobody who isn't there, and who has left can come back."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from bot.data.tournaments import TournamentStage
from tests.cogs.players import in_world
from tests.cogs.test_settings import manager
from tests.cogs.test_tournaments import DAY, begun, opened, play_round, post, shown, started, state, threads
from tests.players import bot_of
from tests.world import Answer, Person, Shown, World


async def ask(world: World, asker: Person, *partners: Person) -> Answer:
    """Have somebody choose their partners; return the answer."""
    asked = shown(await asker.press("Join with a partner…"))
    (menu,) = asked.menus
    chosen = [partner.member for partner in partners]
    return await asker._act(asker.member, asker.member.select(asked.handle, chosen, custom_id=menu.custom_id))


def kept(message: Shown) -> Callable[[], Shown]:
    """Return what shows a message again as it is now, as a client does that hasn't heard of its change."""
    parts = copy.deepcopy(message.handle._message.components)

    def again() -> Shown:
        message.handle._message.components = copy.deepcopy(parts)
        return message

    return again


def question(world: World, partner: Person) -> Shown:
    """Return the newest message that asks somebody to play along."""
    return [one for one in world.messages() if f"<@{partner.id}>: " in one.text][-1]


async def agreed(world: World, *people: Person) -> None:
    """Have people who were invited by the organiser say yes."""
    for person in people:
        (invited,) = [one for one in world.messages() if f"<@{person.id}>" in one.text and one.button("Yes, I'll play")]
        assert "You are signed up" in (await person.press("Yes, I'll play", on=invited)).text


async def left(person: Person, **options: Any) -> Answer:
    """Have somebody leave a tournament, and return the last answer."""
    return await person.press("Leave the tournament", on=shown(await person.slash("tournament withdraw", **options)))


async def pairs(world: World, **options: Any) -> tuple[Person, list[Person]]:
    """Return a tournament for pairs that two complete pairs have entered: who runs it, and four people."""
    mona, people = manager(world), world.people("Eva", "Franco", "Gina", "Hugo")
    await opened(world, mona, players="4", **{"kind": "swiss", "rounds": 3, **options})
    for one, other in (people[:2], people[2:]):
        await mona.slash("tournament-admin add", player=one, partner=other)
        await agreed(world, one, other)
    return mona, people


async def paired(world: World, number: int) -> set[int | None]:
    """Return the people who are paired in a round, those who sit out among them."""
    now = await state(world)
    entries = {entry for match in now.of_round(number) for entry in (match.first, match.second)}
    return {player.user_id for team in now.tournament.teams if team.entry in entries for player in team.players}


@pytest.mark.slow
@in_world
async def test_a_late_pair_is_not_paired_before_the_partner_has_said_yes(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    mona, people = await pairs(world, deadline=DAY, rounds=4)
    asked = shown(await anna.press("Join with a partner…"))
    await started(world, mona)
    (menu,) = asked.menus
    await anna._act(anna.member, anna.member.select(asked.handle, [bruno.member], custom_id=menu.custom_id))
    await world.env.advance_time(DAY + 60)
    now = await state(world)
    assert now.tournament.round == 2
    assert await paired(world, 2) == {person.id for person in people}
    assert bruno.messages() == []
    assert len(now.standings) == 2
    assert "You are signed up" in (await bruno.press("Yes, I'll play", on=question(world, bruno))).text
    await world.env.advance_time(DAY + 60)
    assert await paired(world, 3) == {person.id for person in (*people, anna, bruno)}


@pytest.mark.slow
@in_world
async def test_whom_the_organiser_adds_is_asked_and_plays_only_after_a_yes(world: World) -> None:
    anna, bruno, carla = world.people("Anna", "Bruno", "Carla")
    mona = manager(world)
    await opened(world, mona)
    answer = await mona.slash("tournament-admin add", player=mona)
    assert "No answer yet" not in answer.text, "the organiser needn't ask themselves"
    for person in (anna, bruno, carla):
        answer = await mona.slash("tournament-admin add", player=person)
        assert f"No answer yet from {person.name}" in answer.text
    asked = [one for one in world.messages() if "Mona invites you to play in **Spring Cup**" in one.text]
    assert [one.pinged for one in asked] == [(anna.id,), (bruno.id,), (carla.id,)]
    assert "isn't open any more" in (await bruno.press("Yes, I'll play", on=asked[0])).text
    await agreed(world, anna)
    assert "You said no" in (await bruno.press("No", on=question(world, bruno))).text
    await started(world, mona)
    assert await paired(world, 1) == {mona.id, anna.id}
    assert carla.messages() == []
    assert "Carla hasn't said yes yet" in post(world, "## Spring Cup\n").text


@pytest.mark.slow
@in_world
async def test_a_tournament_starts_without_those_who_have_not_answered(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    mona, people = await pairs(world)
    await ask(world, anna, bruno)
    asked = shown(await mona.slash("tournament-admin start"))
    assert "No answer yet from Bruno" in asked.text
    assert "2 teams" in asked.text
    assert "has started" in (await mona.press("Start, by drawing lots", on=asked)).text
    assert await paired(world, 1) == {person.id for person in people}
    assert "Anna & Bruno (Bruno hasn't said yes yet)" in post(world, "## Spring Cup\n").text


@pytest.mark.slow
@in_world
async def test_no_on_an_old_question_takes_only_a_pair_out_that_still_waits(world: World) -> None:
    anna, bruno, carla = world.people("Anna", "Bruno", "Carla")
    mona, _people = await pairs(world)
    await ask(world, anna, bruno)
    first = question(world, bruno)
    old = kept(first)
    assert "You said no" in (await bruno.press("No", on=first)).text
    assert "Bruno said no" in anna.messages()[-1].text
    assert not any(message.buttons for message in world.messages() if message.id == first.id)
    assert "Carla, who still has to say yes" in (await ask(world, anna, carla)).text
    second = question(world, carla)
    again = kept(second)
    assert second.pinged == (carla.id,)
    assert "isn't in this tournament" in (await bruno.press("Yes, I'll play", on=old())).text
    assert "You are signed up" in (await carla.press("Yes, I'll play", on=second)).text
    (closed,) = [message for message in world.messages() if message.id == second.id]
    assert closed.buttons == ()
    assert "Signed up for **Spring Cup**: Anna & Carla" in closed.text
    await started(world, mona)
    refused = await carla.press("No", on=again())
    assert "isn't open any more" in refused.text
    assert await paired(world, 1) >= {anna.id, carla.id}
    assert all(team.left is None for team in (await state(world)).tournament.teams)


@in_world
async def test_whoever_was_asked_by_two_answers_the_one_whose_question_they_press(world: World) -> None:
    anna, bruno, carla = world.people("Anna", "Bruno", "Carla")
    await pairs(world)
    await ask(world, anna, bruno)
    from_anna = kept(question(world, bruno))
    await left(anna)
    await ask(world, carla, bruno)
    assert "isn't open any more" in (await bruno.press("Yes, I'll play", on=from_anna())).text
    assert "isn't open any more" in (await bruno.press("No", on=from_anna())).text
    assert "You are signed up" in (await bruno.press("Yes, I'll play", on=question(world, bruno))).text


@pytest.mark.slow
@in_world
async def test_leaving_is_asked_first_told_to_the_partner_and_can_be_taken_back(world: World) -> None:
    mona, (eva, franco, gina, _hugo) = await pairs(world)
    await started(world, mona)
    asked = shown(await eva.slash("tournament withdraw"))
    assert "Your whole team leaves: Eva & Franco" in asked.text
    assert all(team.left is None for team in (await state(world)).tournament.teams)
    done = await eva.press("Leave the tournament", on=asked)
    assert "You have left **Spring Cup**" in done.text
    assert "Eva has withdrawn your team from **Spring Cup**: Eva & Franco" in franco.messages()[-1].text
    again = shown(await franco.slash("tournament withdraw"))
    assert "You have already left" in again.text
    assert "You are back in **Spring Cup**" in (await franco.press("Stay in the tournament", on=again)).text
    assert "Franco has brought your team back" in eva.messages()[-1].text
    assert "hasn't left" in (await eva.press("Stay in the tournament", on=shown(done))).text
    await left(eva)
    answer = await mona.slash("tournament-admin add", player=eva)
    assert "2 teams" in answer.text
    assert "Mona has brought your team back" in eva.messages()[-1].text
    assert all(team.left is None for team in (await state(world)).tournament.teams)
    named = await mona.complete("tournament-admin withdraw", "team")
    out = await mona.press(
        "Withdraw them", on=shown(await mona.slash("tournament-admin withdraw", team=named["Gina & Hugo"]))
    )
    assert "Mona has withdrawn your team" in gina.messages()[-1].text
    assert "2 teams" in (await mona.press("Bring them back", on=shown(out))).text


@pytest.mark.slow
@in_world
async def test_who_has_left_is_gone_once_the_next_round_is_paired_and_can_substitute(world: World) -> None:
    anna, bruno, carla, dino = world.people("Anna", "Bruno", "Carla", "Dino")
    mona = await begun(world, anna, bruno, carla, dino, kind="swiss", rounds=4)
    done = shown(await left(anna))
    refused = await mona.slash("tournament-admin substitute", player="Bruno", newcomer=anna)
    assert "Anna is already in the tournament" in refused.text, "her last match is still played"
    assert "Anna" not in await mona.complete("tournament-admin substitute", "player")
    await play_round(world)
    assert "the next round was paired without it" in (await anna.press("Stay in the tournament", on=done)).text
    once_more = shown(await anna.slash("tournament withdraw"))
    assert "already left" in once_more.text
    assert once_more.buttons == ()
    assert "paired without it" in (await mona.slash("tournament-admin add", player=anna)).text
    assert "is asked" in (await mona.slash("tournament-admin substitute", player="Bruno", newcomer=anna)).text
    await anna.press("Yes, I'll play", dm=True)
    now = (await state(world)).tournament
    own = now.team_of(anna.id)
    assert own is not None
    assert own.left is None


@pytest.mark.slow
@in_world
async def test_who_has_left_the_server_is_not_paired_and_the_organiser_is_told(world: World) -> None:
    anna, bruno, carla, dino = world.people("Anna", "Bruno", "Carla", "Dino")
    mona = manager(world)
    await opened(world, mona, kind="swiss", rounds=2)
    for person in (anna, bruno, carla, dino):
        await person.press("Join")
    world.guild.remove_member(dino.member)
    await started(world, mona)
    assert await paired(world, 1) == {anna.id, bruno.id, carla.id}
    assert "Dino (not in this server)" in post(world, "## Spring Cup\n").text
    (letter,) = mona.messages()
    assert "Dino: not paired" in letter.text
    assert len(threads(world)) == 1
    await play_round(world)
    assert await paired(world, 2) == {anna.id, bruno.id, carla.id}
    assert len(mona.messages()) == 1, "one letter a day at most"


@pytest.mark.slow
@in_world
async def test_too_few_who_are_there_cannot_begin(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    mona = manager(world)
    await opened(world, mona)
    for person in (anna, bruno):
        await person.press("Join")
    world.guild.remove_member(bruno.member)
    asked = shown(await mona.slash("tournament-admin start"))
    assert "at least two teams" in (await mona.press("Start, by drawing lots", on=asked)).text
    assert (await state(world)).tournament.status is TournamentStage.OPEN
    assert bot_of(world).services.organiser is not None
