"""Threads: of the type that their channel has, open as long as Discord lets them be, and refused by a sentence that helps."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord import ChannelHandle
from simcord.enums import ChannelType

from tests.cogs.players import in_world, seat_four
from tests.cogs.test_settings import manager
from tests.cogs.test_tournaments import begun, opened, post, started, state
from tests.players import bot_of
from tests.world import Person, World

FULL = {"status": 400, "code": 160006, "message": "Maximum number of active threads reached"}


def asked_for(world: World) -> list[Any]:
    """Return what the bot has said of each thread that it wanted."""
    paths = [one for one in world.env.http_requests if one.method == "POST" and one.path.endswith("/threads")]
    return [one.json for one in paths]


def refuse_threads(world: World, **refusal: Any) -> None:
    world.env.inject_error("POST", f"/channels/{world.channel.id}/threads", **refusal)


def traces(world: World) -> list[str]:
    return [line for line in world.log if "Traceback" in line or line.startswith("ERROR")]


@pytest.mark.slow
@pytest.mark.parametrize("news", [False, True])
async def test_matches_get_threads_of_their_channels_kind_for_a_week(tmp_path: Any, news: bool) -> None:
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        if news:
            world.channel = world.guild.create_news_channel("news")
            await world.env.settle()
        await begun(world, *world.people("Anna", "Bruno"))
        (asked,) = asked_for(world)
        assert asked["type"] == (10 if news else 11)
        assert asked["auto_archive_duration"] == 10_080
        (match,) = (await state(world)).matches
        assert match.game_id is not None
        assert traces(world) == []


@pytest.mark.slow
@in_world
async def test_a_server_full_of_threads_is_said_and_its_host_is_told_once(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    refuse_threads(world, **FULL, times=None)
    mona = await begun(world, anna, bruno)
    said = "this server has too many open ones"
    assert said in post(world, "## Spring Cup\n").text
    assert [said in one.text for one in mona.messages()] == [True]
    await world.env.advance_time(3600)
    assert len(mona.messages()) == 1
    await world.restart()
    await world.env.advance_time(3600)
    assert len(mona.messages()) == 1, "nor by another process"
    assert traces(world) == []
    world.env.backend.faults.clear()
    await world.env.advance_time(120)
    assert said not in post(world, "## Spring Cup\n").text
    assert len(world.channel.threads) == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("refusal", "said"),
    [
        ({"status": 403, "code": 50013}, "I'm not allowed to open threads here"),
        ({"status": 400, "code": 50024}, "I'm not allowed to open threads here"),
        ({"status": 400, "code": 160007}, "too many open ones"),
        ({"status": 400, "code": 200001}, "Discord doesn't let me begin the matches"),
        ({"status": 400, "code": 4711}, "Discord doesn't let me begin the matches"),
        ({"status": 403, "code": 0}, "Discord doesn't let me begin the matches"),
        ({"status": 500, "code": 0}, "Discord doesn't let me begin the matches"),
    ],
)
async def test_whatever_keeps_threads_from_being_opened_is_said(
    tmp_path: Any, refusal: dict[str, Any], said: str
) -> None:
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        refuse_threads(world, **refusal, message="refused", times=None)
        mona = await begun(world, *world.people("Anna", "Bruno"))
        await world.env.advance_time(1200)
        assert said in post(world, "## Spring Cup\n").text
        assert [said in one.text for one in mona.messages()] == [True]
        assert traces(world) == []


@pytest.mark.slow
@in_world
async def test_a_tournament_whose_channel_is_deleted_tells_its_host(world: World) -> None:
    mona, (anna, bruno) = manager(world), world.people("Anna", "Bruno")
    await opened(world, mona)
    for person in (anna, bruno):
        await person.press("Join")
    refuse_threads(world, **FULL, times=None)
    await started(world, mona)
    world.env.backend.delete_channel(world.channel.id)
    await world.env.advance_time(600)
    assert len(mona.messages()) == 1, "one letter a day at most"
    await bot_of(world).organiser.note_letter(1, 0, [])
    await world.env.advance_time(120)
    assert "channel was deleted" in mona.messages()[-1].text
    assert len(mona.messages()) == 2
    assert traces(world) == []


@in_world
async def test_a_thread_beside_a_busy_channel_stays_for_a_week_or_is_refused_by_a_sentence(world: World) -> None:
    zoe = world.person("Zoe")
    await seat_four(world)

    async def wanted() -> str:
        busy = (await zoe.slash("canasta new")).message
        return (await zoe.press("Open a thread", on=busy)).text

    refuse_threads(world, **FULL, times=1)
    assert "this server has too many open ones" in await wanted()
    refuse_threads(world, status=400, code=4711, message="refused", times=1)
    assert "try again in a few minutes" in await wanted()
    assert traces(world) == []
    assert "Your table is open in" in await wanted()
    assert asked_for(world)[-1]["auto_archive_duration"] == 10_080


def private_thread(world: World, owner: Person) -> ChannelHandle:
    thread = world.env.backend.create_thread(
        world.channel.id, "secret", owner.id, type=ChannelType.PRIVATE_THREAD, broadcast=False
    )
    return ChannelHandle(world.env, world.guild, thread)


@in_world
async def test_in_a_private_thread_that_the_bot_is_not_in_no_table_is_opened(world: World) -> None:
    _table, (anna, *_others) = await seat_four(world)
    zoe = world.person("Zoe")
    world.channel = world.guild.create_text_channel(
        "small", overwrites={world.guild.default_role: discord.PermissionOverwrite(manage_threads=False)}
    )
    await world.env.settle()
    secret = private_thread(world, zoe)
    world.env.backend.channels[secret.id].thread_members[anna.id] = "2026-01-01T00:00:00+00:00"
    for person, command in ((zoe, "canasta new"), (anna, "canasta move")):
        answer = await person.slash(command, where=secret)
        assert "Mention me here, then try again" in answer.text, command
    assert await bot_of(world).tables.games.in_channel(secret.id) is None
