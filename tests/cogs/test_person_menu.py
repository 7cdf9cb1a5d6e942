"""The menu of a person: a challenge to play, and what two have done together and against each other."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from bot.data.people import NamedPerson
from tests import faults
from tests.cogs.players import in_world
from tests.cogs.test_direct_tables import code_of, table_of
from tests.faults import Fault, FaultyWorld, failing, site
from tests.players import bot_of
from tests.world import Answer, Person, World


async def choose(world: World, person: Person, title: str, target: Person) -> Answer:
    """Choose from the menu of a person in the server."""
    actor: Any = person.member
    return await person._act(actor, actor.context_menu(world.channel, title, target.member))


async def challenge(world: World, person: Person, target: Person) -> Answer:
    return await choose(world, person, "Challenge to Canasta", target)


@in_world
async def test_a_challenge_reaches_who_knows_the_bot_and_leads_to_a_table(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    await bruno.slash("help")
    answer = await challenge(world, anna, bruno)
    assert answer.ephemeral
    assert "Your table is open in direct messages. I write to Bruno" in answer.text
    letter = await bruno.sees(lambda message: message.button("Play"), "a challenge", dm=True)
    assert "Anna challenges you to Canasta" in letter.text
    assert "Classic · Time per turn: 1 day" in letter.text
    await bruno.press("Play", on=letter)
    table = await table_of(world, anna)
    assert [seat.user_id for seat in table.seats] == [anna.id, bruno.id]
    assert table.size == 2
    assert world.messages() == []


@pytest.mark.slow
@in_world
async def test_nobody_learns_from_a_challenge_who_avoids_whom(world: World) -> None:
    """The answer is the same to all, also where the other one hasn't met the bot or takes no messages."""
    anna, bruno, carla, dino, eva = world.people("Anna", "Bruno", "Carla", "Dino", "Eva")
    for person in (bruno, carla, dino):
        await person.slash("help")
    avoid = bot_of(world).services.avoid
    await avoid.add(bruno.id, NamedPerson(anna.id, "Anna"))
    await avoid.add(anna.id, NamedPerson(carla.id, "Carla"))
    world.close_messages(dino)
    texts = set()
    for person in (bruno, carla, dino, eva):
        texts.add((await challenge(world, anna, person)).text.replace(person.name, "…"))
        assert not any(one.button("Play") for one in person.messages()), person.name
        assert code_of(anna)
        await bot_of(world).services.tables.lobbies.leave((await table_of(world, anna)).id, anna.id)
    assert len(texts) == 1


@in_world
async def test_who_cannot_be_challenged(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    assert "Somebody else has to play with you" in (await challenge(world, anna, anna)).text
    await challenge(world, anna, bruno)
    assert "still waiting for players" in (await challenge(world, anna, bruno)).text
    assert len(await bot_of(world).services.tables.games.of_person(anna.id)) == 1


@pytest.mark.slow
@pytest.mark.parametrize("fault", faults.PASSING, ids=str)
async def test_a_challenge_reaches_its_person_after_whatever_passes(fault: Fault, tmp_path: Path) -> None:
    async with FaultyWorld(tmp_path / "canasta.sqlite3", seed=1) as world:
        anna, bruno = world.people("Anna", "Bruno")
        await bruno.slash("help")
        left = Counter({"POST /users/@me/channels": 2, "POST /channels/*/messages": 2})

        def choose(method: str, path: str) -> Fault | None:
            here = site(method, path)
            left[here] -= 1
            return fault if left[here] >= 0 else None

        with failing(choose):
            await challenge(world, anna, bruno)
            for _hour in range(8):
                await world.env.advance_time(3700)
        assert left["POST /channels/*/messages"] <= 0
        letters = [one for one in bruno.messages() if one.button("Play")]
        assert len(letters) == 1
        await bruno.press("Play", on=letters[0])
        assert (await table_of(world, anna)).seat_of(bruno.id) is not None


@pytest.mark.slow
@pytest.mark.parametrize("begun", [False, True])
async def test_a_challenge_that_leads_nowhere_any_more_is_not_sent(begun: bool, tmp_path: Path) -> None:
    async with FaultyWorld(tmp_path / "canasta.sqlite3", seed=1) as world:
        anna, bruno = world.people("Anna", "Bruno")
        await bruno.slash("help")
        with failing(lambda _method, path: faults.PASSING[0] if path.startswith("/users/@me") else None):
            await challenge(world, anna, bruno)
        table, lobbies = await table_of(world, anna), bot_of(world).services.tables.lobbies
        await (lobbies.start(table.id, anna.id, fill="normal") if begun else lobbies.leave(table.id, anna.id))
        for _hour in range(4):
            await world.env.advance_time(3700)
        assert bruno.messages() == []
        assert await bot_of(world).services.tables.changes.notices.all() == []


@in_world
async def test_who_has_their_data_deleted_meanwhile_is_not_challenged(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    await bruno.slash("help")
    services = bot_of(world).services
    await anna.slash("play", dm=True, players="2")
    await services.privacy.delete(bruno.id)
    await services.tables.lobbies.challenge((await table_of(world, anna)).id, anna.id, bruno.id)
    assert await services.tables.changes.notices.all() == []


@pytest.mark.slow
@in_world
async def test_two_are_compared_from_the_menu(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    shown = await choose(world, anna, "Head to head", bruno)
    assert shown.ephemeral
    assert shown.text == (await anna.slash("profile", player=anna, against=bruno)).text
    assert (await choose(world, anna, "Head to head", anna)).text == (await anna.slash("profile")).text


@in_world
async def test_who_is_not_in_the_server_is_not_challenged(world: World) -> None:
    """They may have left because of somebody there, and old messages still offer their menu."""
    anna, bruno = world.people("Anna", "Bruno")
    await bruno.slash("help")
    actor: Any = anna.member
    dispatch = actor._dispatch_interaction

    async def of_a_user(kind: Any, channel: Any, data: Any) -> Any:
        data["resolved"].pop("members")
        return await dispatch(kind, channel, data)

    actor._dispatch_interaction = of_a_user
    assert "Bruno isn't in this server" in (await challenge(world, anna, bruno)).text
    assert not any(one.button("Play") for one in bruno.messages())
    assert await bot_of(world).services.tables.games.of_person(anna.id) == []
