"""Discord finds a nonce by its author, whichever channel it is in, and doesn't make a message again that was deleted.

So no two messages share one, and a message that is gone says nothing about its channel.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from simcord.http import FakeHTTPClient

from bot.data.tables import Table
from tests.cogs.players import in_world, now, on_turn, play_on, seat_four
from tests.cogs.test_admin import moderator
from tests.cogs.test_settings import manager
from tests.cogs.test_tournaments import begun, opened, shown, state, threads
from tests.faults import Fault, FaultyWorld, failing
from tests.players import bot_of, by_command, call_here, calls, sit_down
from tests.world import Person, Shown, World

pytestmark = pytest.mark.slow


async def prefer(person: Person, *buttons: str) -> None:
    """Press buttons of the person's preferences, one after the other."""
    for button in buttons:
        await person.press(button, on=(await person.slash("preferences")).message)


def hands(person: Person) -> list[Shown]:
    return [one for one in person.messages() if one.pictures or one.button("My hand")]


def said_closed(world: World) -> list[str]:
    return [one.text for one in world.messages() if "can't send you direct messages" in one.text]


def delete(world: World, message: Shown) -> None:
    """Have somebody else delete a message, as a moderation bot does."""
    del world.env.backend.messages[message.channel_id][message.id]


@pytest.mark.parametrize("moves", [0, 5])
@pytest.mark.parametrize("whose", [0, 1])
async def test_direct_messages_switched_off_and_on_again_come(tmp_path: Path, moves: int, whose: int) -> None:
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        table, people = await seat_four(world)
        await play_on(world, table, people, by_command, moves=moves)
        mover = on_turn(await now(world, table), people)
        person = people[(people.index(mover) + whose) % 4]
        for _ in range(3):
            await prefer(person, "Direct messages: on", "Direct messages: off")
            assert len(hands(person)) == 1
        await play_on(world, table, people, by_command, moves=12)
        assert len(hands(person)) == 1
        assert said_closed(world) == []
        assert not (await bot_of(world).services.people.get(person.id)).dm_closed


@in_world
async def test_a_heads_up_switched_off_and_on_again_comes_each_time(world: World) -> None:
    table, people = await seat_four(world)
    mover = on_turn(table, people)
    person = people[(people.index(mover) + 1) % 4]

    def told() -> int:
        return sum("You are next" in one.text for one in person.messages())

    assert told() == 0
    for _ in range(12):
        await prefer(person, "Heads-up: off")
        assert told() == 1
        await prefer(person, "Heads-up: on")
        assert told() == 0
    await prefer(person, "Heads-up: off", "Direct messages: on")
    assert told() == 0
    await prefer(person, "Direct messages: off")
    assert told() == 1
    assert on_turn(await now(world, table), people) is mover


@pytest.mark.parametrize("times", [1, 3])
async def test_a_message_that_is_deleted_before_it_is_known_says_nothing_of_its_channel(
    tmp_path: Path, times: int
) -> None:
    """It was posted, the answer was lost, and a moderation bot was quicker than the second attempt."""
    left = times
    async with FaultyWorld(tmp_path / "canasta.sqlite3", seed=1) as world:
        table, people = await started(world)
        await call_here(world, people)
        posts = f"/channels/{world.channel.id}/messages"
        lost = Fault("500 though done", aiohttp.ServerDisconnectedError, done=True)

        def choose(method: str, path: str) -> Fault | None:
            nonlocal left
            if not left or (method, path) != ("POST", posts):
                return None
            left -= 1
            return lost

        with failing(choose), deleting(world, posts, lambda: left):
            start = (await now(world, table)).turn
            while (await now(world, table)).turn == start:
                await play_on(world, table, people, by_command, moves=1)
            await world.env.advance_time(4 * 3600)
        assert left == 0
        table = await now(world, table)
        assert table.lost is None
        assert calls(world, people, table) == [on_turn(table, people).id]
        assert not any("was deleted" in one.text for person in people for one in person.messages())


@contextmanager
def deleting(world: World, posts: str, left: Callable[[], int]) -> Iterator[None]:
    """Have everything that is posted at a path deleted before its answer is lost, as long as some are `left`."""
    real = FakeHTTPClient.request

    async def request(self: Any, route: Any, *arguments: Any, **options: Any) -> Any:
        expected = left()
        try:
            return await real(self, route, *arguments, **options)
        finally:
            if expected != left():
                delete(world, world.messages()[-1])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(FakeHTTPClient, "request", request)
        yield


async def started(world: World) -> tuple[Table, list[Person]]:
    people = await sit_down(world, "Anna", "Bruno", players="2")
    table = await bot_of(world).services.tables.games.in_channel(world.channel.id)
    assert table is not None
    return table, people


@in_world
async def test_what_a_moderator_renews_at_once_stands_there(world: World) -> None:
    """The table, the hands and the question are posted again within the minutes in which Discord knows the old ones."""
    table, people = await seat_four(world)
    mover = on_turn(table, people)
    await people[0].press("Propose to end it", on=(await people[0].slash("canasta abandon")).message)
    await moderator(world).slash("canasta-admin unstick")
    texts = [one.text for one in world.messages()]
    assert sum("End this game without a result?" in text for text in texts) == 1
    assert calls(world, people, await now(world, table)) == [mover.id]
    assert all(len(hands(person)) == 1 for person in people)


@in_world
async def test_every_partner_who_is_chosen_is_asked(world: World) -> None:
    mona, (anna, bruno, carla) = manager(world), world.people("Anna", "Bruno", "Carla")
    await opened(world, mona, players="4")
    for number, partner in enumerate((bruno, carla, bruno), 1):
        menu_in = shown(await anna.press("Join with a partner…"))
        answer = await anna._act(
            anna.member, anna.member.select(menu_in.handle, [partner.member], custom_id=menu_in.menus[0].custom_id)
        )
        assert f"with {partner.name}, who still has to say yes" in answer.text
        questions = [one for one in world.messages() if one.button("No")]
        assert [one.pinged for one in questions] == [(partner.id,)]
        if number == 1:
            await anna.press("Leave the tournament", on=shown(await anna.slash("tournament withdraw")))
        elif number == 2:
            await partner.press("No", on=questions[-1])
    world.env.inject_error(
        "POST", f"/channels/{world.channel.id}/messages", status=403, code=50013, message="Missing Permissions"
    )
    await bruno.press("No", on=questions[-1])
    menu_in = shown(await anna.press("Join with a partner…"))
    answer = await anna._act(
        anna.member, anna.member.select(menu_in.handle, [carla.member], custom_id=menu_in.menus[0].custom_id)
    )
    assert "Discord didn't let me ask" in answer.text


@in_world
async def test_a_match_whose_thread_is_deleted_is_greeted_in_another(world: World) -> None:
    """After the greeting was posted, and before the table is opened, a step fails once."""
    anna, bruno = world.people("Anna", "Bruno")
    organiser = bot_of(world).services.organiser
    failed: list[object] = []
    seat = organiser.match_tables.seat

    async def fail_once(*arguments: Any) -> Any:
        if not failed:
            failed.append(arguments)
            (thread,) = threads(world).values()
            world.env.backend.delete_channel(thread.id)
            raise RuntimeError("killed")
        return await seat(*arguments)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(organiser.match_tables, "seat", fail_once)
        await begun(world, anna, bruno)
        await world.env.advance_time(120)
    (match,) = (await state(world)).matches
    assert match.game_id is not None
    (thread,) = [one for one in world.channel.threads if one.id == match.thread_id]
    pinged = [one.pinged for one in world.messages(thread) if one.pinged]
    assert set(pinged[0]) == {anna.id, bruno.id}
    world.log[:] = [line for line in world.log if "killed" not in line]
