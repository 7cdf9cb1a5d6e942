"""Games against computers alone: told of at their end, on the profile, and by `/canasta solo`."""

from __future__ import annotations

import random
import re

import pytest

from bot.computer import choose
from bot.tables import Status
from tests.cogs.players import in_world
from tests.players import bot_of, sit_down
from tests.world import Person, World


async def won_alone(world: World, person: Person) -> None:
    """Have a person play short games against a computer until one is won."""
    tables, chance = bot_of(world).tables, random.Random(3)
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
        await bot_of(world).teller.finish()
        won = table.winner == 0


@pytest.mark.slow
@in_world
async def test_a_game_against_computers_counts_for_something_of_its_own(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    assert "haven't finished a game alone" in (await anna.slash("canasta solo")).text
    assert "Against computers" not in (await anna.slash("profile")).text
    await won_alone(world, anna)
    ended = next(message.text for message in reversed(world.messages()) if "won the game" in message.text)
    assert "Not rated: " in ended
    assert re.search(r"🏅 Against computers: first win.* \(new\)", ended)
    told = next(message.text for message in reversed(anna.messages()) if "You win!" in message.text)
    assert re.search(r"🏅 Against computers: first win.* \(new\)", told)
    assert "Not rated" not in told, "what the league says can change later, and this message stays as it is"
    own = await anna.slash("canasta solo")
    assert own.ephemeral
    assert "first win" in own.text
    assert "Classic: " in own.text
    assert own.text.splitlines()[-1].startswith("- "), "after a list a line would be shown as a part of its last point"
    profile = await anna.slash("profile")
    assert "🏅 Against computers: first win" in profile.text
    assert "Badges" in (await anna.press("Alone", on=profile.message)).text
    theirs = await bruno.slash("profile", player=anna)
    assert "🏅 Against computers: first win" in theirs.text
    assert theirs.message is not None
    assert theirs.message.button("Alone") is None
