"""Messages in the threads of a tournament's matches, and the actions of its organiser."""

from __future__ import annotations

from typing import Any

import pytest

from bot.data.tables import Status
from bot.data.tournaments import TournamentStage
from bot.league.tournaments import length
from bot.tables.rules.clock import DAY, HOUR
from tests.cogs.players import in_world
from tests.cogs.test_settings import manager
from tests.cogs.test_tournaments import begun, play, post, shown, state
from tests.players import bot_of
from tests.world import Shown, World


def in_thread(world: World, number: int = 1) -> list[Shown]:
    """Return the messages in the thread of a match of the first round."""
    (thread,) = [one for one in world.channel.threads if f" 1.{number}: " in (one.name or "")]
    return world.messages(thread)


@pytest.mark.slow
@in_world
async def test_a_result_says_its_victory_points_places_and_what_the_next_round_waits_for(world: World) -> None:
    await begun(world, *world.people("Anna", "Bruno", "Carla", "Dino"), kind="swiss", rounds=2)
    now = await state(world)
    assert [match.number for match in now.matches] == [1, 2]
    table = await play(world, now.matches[0])
    await world.env.settle()
    (result,) = [one for one in in_thread(world) if " VP" in one.text and "place" in one.text]
    line = result.text.splitlines()[0]
    assert "→" in line
    assert line in post(world, "### Spring Cup: tournament round 1 of 2").text
    waits = "Tournament round 2 begins when 1 more match is over."
    assert waits in result.text
    assert waits in post(world, "### Spring Cup: tournament round 1 of 2").text
    assert "is in place 1 of 4 now" in result.text
    assert "house rule" not in "".join(one.text for one in in_thread(world)), table.house


@pytest.mark.slow
@in_world
async def test_an_extension_and_the_reminder_reach_those_who_play(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    mona = await begun(world, anna, bruno, deadline=2 * DAY)
    (match,) = (await state(world)).matches
    (greeting,) = [one for one in in_thread(world) if "against" in one.text]
    old = (await state(world)).until
    assert f"<t:{old}:f>" in greeting.text
    await mona.slash("tournament-admin extend", time=DAY)
    new = (await state(world)).until
    assert new == (old or 0) + DAY
    (greeting,) = [one for one in in_thread(world) if "against" in one.text]
    assert f"<t:{new}:f>" in greeting.text
    (told,) = [one for one in in_thread(world) if "now lasts until" in one.text]
    assert set(told.pinged) == {anna.id, bruno.id}
    await world.env.advance_time(2 * DAY + 60)
    (reminder,) = [one for one in in_thread(world) if "then counts as it stands" in one.text]
    assert set(reminder.pinged) == {anna.id, bruno.id}
    letters = [one for one in mona.messages() if "nobody has played yet" in one.text]
    assert letters
    assert len(mona.messages()) <= 3, "one letter a day at most"
    called = await mona.press("Call them", dm=True)
    assert "Called in 1 match" in called.text
    assert "asks you to play" in in_thread(world)[-1].text
    asked = await mona.press("Extend…", dm=True)
    answer = await mona.press("2 days", on=[*asked.followups, *([asked.message] if asked.message else [])][0])
    assert "lasts until" in answer.text
    assert match.game_id is not None


@pytest.mark.slow
@in_world
async def test_a_cancelled_tournament_is_said_in_its_round_and_threads(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    mona = await begun(world, anna, bruno, deadline=2 * DAY)
    await mona.press("Cancel the tournament", on=shown(await mona.slash("tournament-admin cancel")))
    assert "The tournament was cancelled" in post(world, "### Spring Cup: tournament round 1").text
    assert "Until" not in post(world, "### Spring Cup: tournament round 1").text
    assert "The tournament was cancelled" in next(one for one in in_thread(world) if "against" in one.text).text
    (told,) = [one for one in in_thread(world) if "doesn't count for it any more" in one.text]
    assert set(told.pinged) == {anna.id, bruno.id}


@pytest.mark.slow
@in_world
async def test_a_match_that_nobody_played_is_called_the_same_everywhere(world: World) -> None:
    anna, bruno, carla = world.people("Anna", "Bruno", "Carla")
    await begun(world, anna, bruno, deadline=DAY, rounds=1, kind="swiss")
    (match,) = (await state(world)).matches
    await world.env.advance_time(DAY + 120)
    over = await state(world)
    assert over.tournament.status is TournamentStage.FINISHED
    table = await bot_of(world).services.tables.get(match.game_id or 0)
    assert table.status is Status.FINISHED
    text = "\n".join(one.text for one in in_thread(world))
    assert "draw" not in text
    assert "forfeited" in text
    assert carla.messages() == []


@pytest.mark.slow
@in_world
async def test_a_new_tournament_says_how_long_its_matches_take(world: World) -> None:
    mona = manager(world)
    usual = await mona.slash(
        "tournament-admin new", name="One", kind="swiss", variant="classic", players="4", clock=DAY
    )
    one = (await bot_of(world).services.organiser.state(1)).tournament
    assert one.seconds is not None
    assert length.seconds(length.turns("classic", "4", one.deals), DAY) <= one.seconds
    assert "turns" in usual.text
    assert "hardly fits" not in usual.text
    rounds: dict[str, Any] = {"rounds-per-match": 4}
    long = await mona.slash(
        "tournament-admin new",
        name="Two",
        kind="swiss",
        variant="classic",
        players="4",
        clock=DAY,
        deadline=7 * DAY,
        **rounds,
    )
    assert "hardly fits into 7 days" in long.text
    assert "1 deal, 30 days, a shorter clock" in long.text
    quick = await mona.slash(
        "tournament-admin new", name="Three", kind="swiss", variant="classic", players="4", clock=4 * HOUR
    )
    assert (await bot_of(world).services.organiser.state(3)).tournament.deals == 4, quick.text
