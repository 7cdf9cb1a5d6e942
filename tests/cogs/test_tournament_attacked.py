"""Tournaments in which people do what nobody expects: each ends, names the right side, and asks before it acts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.data.tables import Status
from bot.data.tournaments import Forfeit, TournamentStage
from bot.tables.rules import rights
from tests.cogs.players import in_world
from tests.cogs.test_settings import manager
from tests.cogs.test_tournament_people import agreed, kept, left, paired, pairs
from tests.cogs.test_tournament_requests import abandon, asked, match_table
from tests.cogs.test_tournaments import DAY, begun, opened, play_round, post, shown, started, state
from tests.players import bot_of
from tests.world import Person, Shown, World


async def corrected(mona: Person, which: str, **options: Any) -> None:
    """Have the organiser correct the result of a match."""
    before = await mona.slash("tournament-admin correct", match=which, reason="the sheet was wrong", **options)
    answer = await mona.press("Change the result", on=shown(before))
    assert "Result now" in answer.text


@pytest.mark.slow
@in_world
async def test_a_match_that_moves_takes_its_notices_along(world: World) -> None:
    mona = await begun(world, *world.people("Anna", "Bruno"), deadline=2 * DAY)
    (old,) = world.channel.threads
    other = world.guild.create_text_channel("elsewhere")
    assert "continues in this channel" in (await mona.slash("canasta move", where=other)).text
    await world.env.settle()
    assert f"<#{other.id}>" in post(world, "### Spring Cup: tournament round 1").text
    before = len(world.messages(old))
    await mona.slash("tournament-admin extend", time=DAY)
    assert [one for one in world.messages(other) if "now lasts until" in one.text]
    assert len(world.messages(old)) <= before
    await play_round(world)
    assert [one for one in world.messages(other) if " VP" in one.text]
    assert not [one for one in world.messages(old) if " VP" in one.text]


@pytest.mark.slow
@in_world
async def test_there_is_no_advice_in_a_match(world: World) -> None:
    await begun(world, *world.people("Anna", "Bruno"))
    table = await match_table(world)
    server = await bot_of(world).services.servers.get(world.guild.id)
    assert table.series is None
    assert not rights.may_advise(table, replace(server, advice=True))
    assert not rights.may_advise(replace(table, friendly=True), server)


@pytest.mark.slow
@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1), (1, 2, 0)])
async def test_it_ends_once_all_have_left_in_any_order(tmp_path: Path, order: tuple[int, ...]) -> None:
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        people = world.people("Anna", "Bruno", "Carla")
        mona = manager(world)
        await opened(world, mona, kind="swiss", rounds=4, deadline=DAY)
        for person in people:
            await person.press("Join")
        await mona.slash("tournament-admin add", computers=2)
        await started(world, mona)
        for which in order:
            await left(people[which])
        await world.env.advance_time(DAY + 120)
        now = await state(world)
        assert (now.tournament.status, now.tournament.round) == (TournamentStage.FINISHED, 1)


@pytest.mark.slow
@in_world
async def test_a_request_is_decided_once_and_by_who_may(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    mona = await begun(world, anna, bruno)
    await abandon(world, anna)
    request = asked(mona)
    again, button = kept(request), request.button("Approve")
    assert button
    await play_round(world)
    assert (await match_table(world)).status is Status.FINISHED
    result = (await state(world)).matches[0].played
    assert not asked_still(mona), "its reason is gone"
    assert (await state(world)).matches[0].played == result
    await mona._act(mona._actor(request), mona._actor(request).click(again().handle, custom_id=button.custom_id))
    assert (await state(world)).matches[0].played == result


def asked_still(mona: Person) -> list[Shown]:
    return [message for message in mona.messages() if message.button("Approve")]


@pytest.mark.slow
@in_world
async def test_an_organiser_who_has_left_decides_nothing(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    mona = await begun(world, anna, bruno)
    await abandon(world, anna)
    world.guild.remove_member(mona.member)
    answer = await mona.press("Approve", dm=True)
    assert "Only people who can manage this server" in answer.text
    assert (await match_table(world)).status is Status.PLAYING


@pytest.mark.slow
@in_world
async def test_a_partner_who_says_no_after_others_were_paired_takes_nobody_along(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    mona, people = await pairs(world, deadline=DAY)
    await started(world, mona)
    await mona.slash("tournament-admin add", player=anna, partner=bruno)
    await agreed(world, anna)
    (invited,) = [one for one in world.messages() if f"<@{bruno.id}>" in one.text and one.button("No")]
    assert "You said no" in (await bruno.press("No", on=invited)).text
    assert "Bruno said no" in anna.messages()[-1].text
    await world.env.advance_time(DAY + 60)
    assert await paired(world, 2) == {person.id for person in people}


@pytest.mark.slow
@pytest.mark.parametrize("side", ["first", "second"])
async def test_a_pair_that_forfeits_has_the_right_name_everywhere(tmp_path: Path, side: str) -> None:
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        mona, people = await pairs(world, deadline=DAY, rounds=1)
        await started(world, mona)
        now = await state(world)
        (match,) = now.matches
        entry = match.first if side == "first" else match.second or 0
        team = now.tournament.team(entry)
        assert team is not None
        (thread,) = world.channel.threads
        for person in people:
            if person.id in team.people:
                page = shown(await person.slash("canasta resign", where=thread))
                await person.press("Give up my seat", on=page)
        await world.env.advance_time(DAY + 120)
        over = await state(world)
        (match,) = over.matches
        assert match.played is not None
        assert match.played.forfeit == Forfeit(side)
        names = " & ".join(player.name for player in team.players)
        for text in (
            post(world, "### Spring Cup: tournament round 1").text,
            post(world, "## Spring Cup: The tournament is over.").text,
            "".join(one.text for one in world.messages(thread)),
        ):
            assert f"forfeited by {names}" in text
            assert "It's a draw" not in text
        other = {"first": "second", "second": "first"}[side]
        winner = post(world, "## Spring Cup: The tournament is over.").text.partition("won!")[0]
        assert names not in winner
        await corrected(mona, "1.1", forfeit=other)
        loser = (await state(world)).tournament.team(match.second or 0 if side == "first" else match.first)
        assert loser is not None
        final = post(world, "## Spring Cup: The tournament is over.").text
        assert names in final.partition("won!")[0], "who wins is another one now"
        await corrected(mona, "1.1", first=100, second=300)
        log = await mona.slash("tournament-admin log")
        assert log.text.count("the sheet was wrong") == 2


@pytest.mark.slow
@in_world
async def test_no_extension_brings_a_finished_match_back(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    mona = await begun(world, anna, bruno, deadline=DAY)
    await world.env.advance_time(DAY + 120)
    assert (await state(world)).tournament.status is TournamentStage.FINISHED
    assert "lasts until" not in (await mona.slash("tournament-admin extend", time=DAY)).text
    assert (await state(world)).tournament.status is TournamentStage.FINISHED


@pytest.mark.slow
@in_world
async def test_a_computer_plays_for_a_partner_who_deleted_their_data(world: World) -> None:
    mona, (eva, franco, _gina, _hugo) = await pairs(world, deadline=DAY)
    page = shown(await franco.slash("preferences delete"))
    await franco.press("Delete everything", on=page)
    await world.env.settle()
    await started(world, mona)
    await world.env.settle()
    (table,) = [await bot_of(world).services.tables.get(one.game_id or 0) for one in (await state(world)).matches]
    assert franco.id not in {seat.user_id for seat in table.seats}
    assert sum(seat.user_id is None for seat in table.seats) == 1, "a computer plays for them"
    assert table.seat_of(eva.id) is not None
