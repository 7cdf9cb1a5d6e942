"""The bot soon tries again when Discord refuses for a while: when the rest ends that it asks for, else after seconds,
then ever more rarely."""

from __future__ import annotations

import random
from pathlib import Path

import discord
import pytest

from bot.messages import tables
from bot.messages.tables import Teller
from bot.messages.telling import Telling
from tests import faults
from tests.cogs.test_settings import manager
from tests.cogs.test_tournaments import opened, post
from tests.faults import Fault, FaultyWorld, failing
from tests.players import bot_of, call_here, sit_down
from tests.test_faults import check, complaints, make_move, table_of
from tests.world import Person, World

pytestmark = pytest.mark.slow


async def next_turn(world: World, people: list[Person], chance: random.Random) -> None:
    start = (await table_of(world)).turn
    while (await table_of(world)).turn == start:
        await make_move(world, people, chance)


def called(world: World) -> list[tuple[int, ...]]:
    return [message.pinged for message in world.messages() if message.pinged]


async def test_who_is_to_move_is_called_when_the_rest_ends_that_discord_asked_for(tmp_path: Path) -> None:
    left = [Fault("a rest of 90 s", lambda: discord.RateLimited(90.0))]
    async with FaultyWorld(tmp_path / "canasta.sqlite3", seed=1) as world:
        posts = f"/channels/{world.channel.id}/messages"
        people = await sit_down(world, "Anna", "Bruno", players="2")
        await call_here(world, people)
        with failing(lambda method, path: left.pop() if left and (method, path) == ("POST", posts) else None):
            await next_turn(world, people, random.Random(7))
            assert left == []
            assert called(world) == []
            before = len(world.env.http_requests)
            await world.env.advance_time(85)
            assert called(world) == []
            assert not [one for one in world.env.http_requests[before:] if one.path == posts], "it is left alone"
            await world.env.advance_time(8)
        check(world, people, await table_of(world))
        assert complaints(world) == []


class EagerWorld(FaultyWorld):
    """A world in which a retry after seconds is waited for."""

    again_after = 5.0


async def test_what_fails_once_is_told_seconds_later(tmp_path: Path) -> None:
    fault = faults.PASSING[0]
    left = [fault, fault]
    async with EagerWorld(tmp_path / "canasta.sqlite3", seed=1) as world:
        posts = f"/channels/{world.channel.id}/messages"
        people = await sit_down(world, "Anna", "Bruno", players="2")
        await call_here(world, people)
        with failing(lambda method, path: left.pop() if left and (method, path) == ("POST", posts) else None):
            await next_turn(world, people, random.Random(7))
        assert left == []
        check(world, people, await table_of(world))


async def test_what_fails_for_long_is_tried_ever_more_rarely(tmp_path: Path) -> None:
    fault = faults.PASSING[0]
    tried: list[str] = []
    async with FaultyWorld(tmp_path / "canasta.sqlite3", seed=1) as world:
        posts = f"/channels/{world.channel.id}/messages"
        people = await sit_down(world, "Anna", "Bruno", players="2")
        await call_here(world, people)

        def choose(method: str, path: str) -> Fault | None:
            if (method, path) != ("POST", posts):
                return None
            tried.append(path)
            return fault

        with failing(choose):
            await next_turn(world, people, random.Random(7))
            tried.clear()
            await world.env.advance_time(24 * 3600)
        # Each time twice; seven times or so until an hour lies between them.
        assert 2 * 20 <= len(tried) <= 2 * 40
        await world.env.advance_time(3700)
        check(world, people, await table_of(world))


@pytest.mark.parametrize("again", [False, True])
async def test_after_an_outage_the_first_answer_to_anybody_wakes_what_waits_a_few_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, again: bool
) -> None:
    """Also if there is another outage before all are shown, and that ends too."""
    monkeypatch.setattr(tables, "_AT_ONCE", 1)
    at_work = most = passes = 0
    real = Teller._pass

    async def counted(self: Teller, table_id: int, telling: Telling) -> bool:
        nonlocal at_work, most, passes
        at_work += 1
        most = max(most, at_work)
        passes += 1
        if once_more := again and passes == 2:
            on.append(faults.PASSING[0])
        try:
            return await real(self, table_id, telling)
        finally:
            at_work -= 1
            if once_more:
                on.clear()
                self.try_again()

    on: list[Fault] = []
    async with FaultyWorld(tmp_path / "canasta.sqlite3", seed=1) as world:
        with failing(lambda _method, _path: on[0] if on else None):
            clubs = []
            for names in (("Anna", "Bruno"), ("Carla", "Dino"), ("Elsa", "Franco")):
                clubs.append((world.channel, await sit_down(world, *names, players="2")))
                world.channel = world.guild.create_text_channel("another")
                await world.env.settle()
            on.append(faults.PASSING[0])
            for world.channel, people in clubs:
                await make_move(world, people, random.Random(7))
            await world.env.advance_time(2 * 3600)
            teller = bot_of(world).services.teller
            assert len(await teller.messages.lagging()) == len(clubs)
            monkeypatch.setattr(Teller, "_pass", counted)
            on.clear()
            await world.person("Gino").slash("canasta list")
            # The tables are tried again at once; a draw is shown by itself when the turn doesn't go on.
            await world.env.advance_time(5 + tables.PATIENCE)
        assert await teller.messages.lagging() == []
        assert most == 1
        for world.channel, people in clubs:
            check(world, people, await table_of(world))


async def test_after_an_outage_a_tournament_goes_on_at_once(tmp_path: Path) -> None:
    on: list[Fault] = []
    async with FaultyWorld(tmp_path / "canasta.sqlite3", seed=1) as world:
        with failing(lambda _method, path: on[0] if on and not path.startswith("/interactions") else None):
            mona = manager(world)
            await opened(world, mona)
            on.append(faults.PASSING[0])
            await world.person("Anna").press("Join")
            await world.env.advance_time(3600)
            assert "Anna" not in post(world, "## Spring Cup\n").text
            on.clear()
            await world.person("Gino").slash("canasta list")
            await world.env.advance_time(5)
            assert "Anna" in post(world, "## Spring Cup\n").text
