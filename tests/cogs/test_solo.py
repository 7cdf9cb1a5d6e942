"""Games against computers alone: shown at their end, on the profile, and by `/canasta solo`."""

from __future__ import annotations

import random
import re

import pytest

from bot.computer import choose
from bot.data.tables import Status
from tests.cogs.clubs import play
from tests.cogs.players import in_world
from tests.players import bot_of, sit_down
from tests.world import Answer, Person, Shown, World


async def won_alone(world: World, person: Person) -> None:
    """Have a person play short games against a computer until one is won."""
    tables, chance = bot_of(world).services.tables, random.Random(3)
    won = False
    while not won:
        await sit_down(world, person.name, players="2", target=100, computers=1)
        table = await tables.games.in_channel(world.channel.id)
        assert table is not None
        while table.status is Status.PLAYING:
            await world.env.settle()  # the computer plays
            view = (await tables.look(table.id, person.id)).mine
            assert view is not None
            if view.my_turn:
                await tables.turns.play(table.id, person.id, choose(view, "normal", chance))
            table = await tables.get(table.id)
        await bot_of(world).services.teller.finish()
        won = table.winner == 0


def shown(answer: Answer) -> Shown:
    assert answer.message
    return answer.message


@pytest.mark.slow
@in_world
async def test_a_game_against_computers_counts_for_something_of_its_own(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    assert "haven't finished a game alone" in (await anna.slash("canasta solo")).text
    assert "Against computers" not in (await anna.slash("profile")).text
    await won_alone(world, anna)
    ended = next(message.text for message in reversed(world.messages()) if "won the game" in message.text)
    assert "Not rated: " in ended
    assert "Not rated: only computers played against you." in ended
    assert re.search(r"🏅 New badges?: first win", ended)
    assert re.search(r"🤖 Solo: \+2, \d+ points? in all", ended)
    assert re.search(r"🎯 Next: .*“|🎯 Next: first", ended)
    told = next(message.text for message in reversed(anna.messages()) if "You win!" in message.text)
    assert re.search(r"🏅 New badges?: first win", told)
    assert "🎯 Next: " in told
    assert "Not rated" not in told, "what the league says can change later, and this message stays as it is"
    own = await anna.slash("canasta solo")
    assert own.ephemeral
    assert "first win" in own.text
    assert "Classic: " in own.text
    assert own.text.splitlines()[-1].startswith("- "), "after a list a line would be shown as a part of its last point"
    profile = await anna.slash("profile")
    assert "🏅 Against computers: first win" in profile.text
    assert "Badges" in (await anna.press("Solo", on=profile.message)).text
    theirs = await bruno.slash("profile", player=anna)
    assert "🏅 Against computers: first win" in theirs.text
    assert theirs.message is not None
    assert theirs.message.button("Solo") is None


@pytest.mark.slow
@in_world
async def test_the_first_day_is_not_empty(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    assert "Nobody is listed here" in shown(await anna.slash("leaderboard")).alt_texts[0]
    assert "You haven't finished a game here" in (await anna.slash("profile")).text
    assert "You haven't finished a game in this server" in (await anna.slash("canasta history")).text
    assert f"<@{anna.id}> hasn't finished" in (await bruno.slash("profile", player=anna)).text
    await won_alone(world, anna)
    board = shown(await anna.slash("leaderboard"))
    assert re.search(r"\. Place 1, Anna, you: Games \d+, Games won 1, Points 2\.", board.alt_texts[0])
    assert "A win brings 1 point" in board.text
    assert re.search(r"\. Place 1, Anna: ", shown(await bruno.slash("leaderboard")).alt_texts[0])
    await bot_of(world).services.tables.preferences.set(bruno.id, pictures=False)
    in_words = shown(await bruno.slash("leaderboard"))
    assert not in_words.alt_texts
    assert "1. **Anna**: Points **2** (Games " in in_words.text
    league = shown(await anna.press("League", on=board))
    assert league.button("Solo"), "the league is still to be seen"
    assert "Anna" in shown(await anna.press("Solo", on=league)).alt_texts[0]
    history = await anna.slash("canasta history")
    assert "### Your games" in history.text
    assert re.search(r"\*\*Anna [\d,]+\*\* : \w+ 🤖 ", history.text)
    assert "Computer" not in history.text
    assert "### Games of" in (await bruno.slash("canasta history", player=anna)).text


@pytest.mark.slow
@in_world
async def test_a_result_is_shared_in_a_picture_that_names_nobody_else(world: World) -> None:
    anna, bruno, zoe = world.people("Anna", "Bruno", "Zoe")
    await won_alone(world, anna)
    ended = next(message for message in reversed(world.messages()) if "won the game" in message.text)
    refused = await zoe.press("Share", on=ended)
    assert "Zoe" not in refused.text
    assert not [one for one in world.messages() if "has won a game" in one.text]
    posts = f"/channels/{world.channel.id}/messages"
    world.env.inject_error("POST", posts, status=500, message="refused by the test", times=None)
    assert "Discord can't do that right now." in (await anna.press("Share", on=ended)).text
    world.env.backend.faults.clear()
    said = await anna.press("Share", on=ended)
    assert "Everybody can see it now" in said.text
    posted = world.messages()[-1]
    assert posted.text == f"<@{anna.id}> has won a game of Classic Canasta!"
    assert posted.pinged == ()
    assert re.search(r"Classic Canasta\. .*Place 1, Anna: Points [\d,]+\. Place 2, \w+: ", posted.alt_texts[0])
    await play(world, [anna, bruno])
    told = next(one for one in reversed(bruno.messages()) if one.button("Share"))
    await bruno.press("Share", on=told, dm=True)
    alt = world.messages()[-1].alt_texts[0]
    assert "Bruno: " in alt
    assert "another player: " in alt
    assert "Anna" not in alt


@in_world
async def test_whoever_played_with_others_is_told_their_next_goal_too(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    await play(world, [anna, bruno])
    boards = bot_of(world).services.league.boards
    ends = {
        person.id: next(one.text for one in reversed(person.messages()) if one.button("Share"))
        for person in (anna, bruno)
    }
    board = await boards.board(world.guild.id)
    first, last = (row.user_ids[0] for row in board.rows)
    missing = board.rows[0].value - board.rows[1].value
    assert "🎯" not in ends[first]
    assert f"🎯 Next: {missing} more rating points to place 1" in ends[last]
    assert "🎯" not in next(one.text for one in reversed(world.messages()) if "won the game" in one.text)
