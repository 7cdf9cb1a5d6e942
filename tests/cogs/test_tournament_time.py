"""The time of a tournament's matches: it runs while they can be played, and the organiser hears once why one can't."""

from __future__ import annotations

import pytest

from bot.data.tables import Lost
from bot.data.tournaments import Forfeit, TournamentStage
from tests.cogs.players import in_world
from tests.cogs.test_tournaments import DAY, begun, play_round, post, state, threads
from tests.players import bot_of
from tests.world import World


@pytest.mark.slow
@in_world
async def test_no_time_runs_while_no_thread_can_be_opened(world: World) -> None:
    people = world.people("Anna", "Bruno", "Carla", "Dino")
    mona = await begun(world, *people, kind="swiss", rounds=3, deadline=DAY)
    world.env.inject_error(
        "POST",
        f"/channels/{world.channel.id}/threads",
        status=403,
        code=50013,
        message="Missing Permissions",
        times=None,
    )
    await play_round(world)
    await world.env.advance_time(DAY + 600)
    now = await state(world)
    assert (now.tournament.status, now.tournament.round) == (TournamentStage.RUNNING, 2)
    assert all(match.played is None for match in now.of_round(2))
    assert "I'm not allowed to open threads here" in post(world, "## Spring Cup\n").text
    (letter,) = mona.messages()
    assert "I'm not allowed to open threads here" in letter.text
    world.env.backend.faults.clear()
    await world.env.advance_time(120)
    assert len(threads(world)) == 4
    now = await state(world)
    assert now.until is not None
    assert now.until > int(world.now().timestamp()) + DAY - 300
    await world.env.advance_time(DAY + 60)
    assert (await state(world)).tournament.round == 3


@pytest.mark.slow
@in_world
async def test_no_time_runs_while_a_match_has_lost_its_thread(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    mona = await begun(world, anna, bruno, deadline=DAY)
    (match,) = (await state(world)).matches
    bot = bot_of(world)
    assert match.game_id is not None
    await world.env.advance_time(DAY // 2)
    await bot.services.tables.channels.lose(match.game_id, Lost.GONE)
    await world.env.settle()
    (match,) = (await state(world)).matches
    assert match.stopped_at is not None
    await world.env.advance_time(3 * DAY)
    assert (await state(world)).tournament.status is TournamentStage.RUNNING
    assert sum("its thread is gone" in letter.text for letter in mona.messages()) == 1
    assert "its thread is gone" in post(world, "## Spring Cup\n").text
    assert match.game_id is not None
    await bot.services.tables.channels.find(match.game_id)
    await world.env.settle()
    (match,) = (await state(world)).matches
    assert match.stopped_at is None
    assert match.late in range(3 * DAY - 60, 3 * DAY + 60)
    await world.env.advance_time(DAY // 2 - 600)
    assert (await state(world)).tournament.status is TournamentStage.RUNNING
    await world.env.advance_time(1200)
    assert (await state(world)).tournament.status is TournamentStage.FINISHED


@pytest.mark.slow
@in_world
async def test_the_organiser_is_written_to_in_the_channel_if_they_take_no_direct_messages(world: World) -> None:
    mona = await begun(world, *world.people("Anna", "Bruno"), deadline=DAY)
    world.close_messages(mona)
    (match,) = (await state(world)).matches
    assert match.game_id is not None
    await bot_of(world).services.tables.channels.lose(match.game_id, Lost.BARRED)
    await world.env.settle()
    assert mona.messages() == []
    assert post(world, f"### <@{mona.id}>: Spring Cup").pinged == (mona.id,)


@pytest.mark.slow
@in_world
async def test_a_match_ends_once_all_its_people_have_left_the_server(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    mona = await begun(world, anna, bruno, deadline=7 * DAY)
    for person in (anna, bruno):
        world.guild.remove_member(person.member)
    await world.env.advance_time(4 * DAY)
    await world.env.settle()
    (match,) = (await state(world)).matches
    assert match.played is not None
    assert match.played.forfeit is Forfeit.BOTH
    assert (await state(world)).tournament.status is TournamentStage.FINISHED
    (thread,) = threads(world).values()
    assert any("both forfeited" in message.text for message in world.messages(thread))
    assert len(mona.messages()) <= 4, "one letter a day at most"


@pytest.mark.slow
@in_world
async def test_who_leaves_the_server_in_a_match_does_not_win_it(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    mona = await begun(world, anna, bruno, deadline=7 * DAY)
    (match,) = (await state(world)).matches
    assert match.game_id is not None
    bot = bot_of(world)
    to_move = (await bot.services.tables.get(match.game_id)).to_move
    assert to_move is not None
    first = anna if to_move.user_id == anna.id else bruno
    world.guild.remove_member(first.member)
    # Discord is asked for somebody once a day.
    await world.env.advance_time(DAY + 2 * 3600)
    await world.env.settle()
    table = await bot.services.tables.get(match.game_id)
    own = table.seat_of(first.id)
    assert own is not None
    assert own.gone
    await world.env.advance_time(DAY)
    assert f"{first.name} has left the server" in mona.messages()[-1].text
    await world.env.advance_time(7 * DAY)
    assert sum(f"{first.name} has left the server" in one.text for one in mona.messages()) <= 2
    (match,) = (await state(world)).matches
    assert match.played is not None
    assert match.played.forfeit in (Forfeit.FIRST, Forfeit.SECOND, Forfeit.BOTH)
    at = 0 if own.number % 2 == 0 else 1
    assert match.played.forfeit is not (Forfeit.SECOND, Forfeit.FIRST)[at], "the other side doesn't forfeit alone"
