"""Threads: of the type that their channel has, open as long as Discord lets them be, and refused by a sentence that helps."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord import ChannelHandle
from simcord.enums import ChannelType

from bot.data.tables import Lost
from tests import faults
from tests.cogs.players import in_world, now, on_turn, play_on, seat_four
from tests.cogs.test_settings import manager
from tests.cogs.test_tournaments import begun, opened, play_round, post, started, state
from tests.faults import Fault, FaultyWorld, failing
from tests.players import bot_of, by_button, calls
from tests.world import Person, World

FULL: dict[str, Any] = {"status": 400, "code": 160006, "message": "Maximum number of active threads reached"}


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
    await bot_of(world).services.organiser.note_letter(1, 0, [])
    await world.env.advance_time(120)
    assert "channel was deleted" in mona.messages()[-1].text
    assert len(mona.messages()) == 2
    assert traces(world) == []


@in_world
async def test_a_thread_beside_a_busy_channel_stays_for_a_week_or_is_refused_by_a_sentence(world: World) -> None:
    zoe = world.person("Zoe")
    await seat_four(world)

    async def wanted() -> str:
        busy = (await zoe.slash("play")).message
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
    for person, command in ((zoe, "play"), (anna, "canasta move")):
        answer = await person.slash(command, where=secret)
        assert "Mention me here, then try again" in answer.text, command
    assert await bot_of(world).services.tables.games.in_channel(secret.id) is None


@in_world
async def test_in_a_locked_thread_no_table_is_opened(world: World) -> None:
    _table, (anna, *_others) = await seat_four(world)
    zoe = world.person("Zoe")
    world.channel = world.guild.create_text_channel(
        "small", overwrites={world.guild.default_role: discord.PermissionOverwrite(manage_threads=False)}
    )
    await world.env.settle()
    locked = world.env.backend.create_thread(world.channel.id, "closed", zoe.id, broadcast=False)
    assert locked.thread_metadata is not None
    locked.thread_metadata.locked = True
    world.env.backend.announce_thread_create(locked)
    await world.env.settle()
    for person, command in ((zoe, "play"), (anna, "canasta move")):
        answer = await person.slash(command, where=ChannelHandle(world.env, world.guild, locked))
        assert "Ask a moderator to unlock it" in answer.text, command
    assert await bot_of(world).services.tables.games.in_channel(locked.id) is None


@pytest.mark.slow
@in_world
async def test_who_puts_the_bot_out_of_a_private_thread_learns_how_it_comes_back(world: World) -> None:
    zoe, backend = world.person("Zoe"), world.env.backend
    world.channel = world.guild.create_text_channel(
        "small", overwrites={world.guild.default_role: discord.PermissionOverwrite(manage_threads=False)}
    )
    await world.env.settle()
    secret = private_thread(world, zoe)
    backend.announce_thread_create(backend.channels[secret.id])
    for one in (backend.bot_user.id, *(person.id for person in world.people("Anna", "Bruno", "Carla", "Dino"))):
        backend.add_thread_member(secret.id, one)
    await world.env.settle()
    world.channel = secret
    table, people = await seat_four(world)
    backend.remove_thread_member(secret.id, backend.bot_user.id)
    await world.env.settle()
    world.env.inject_error("*", f"/channels/{secret.id}*", status=403, code=50001, times=None)
    assert "Mention me here" in (await zoe.slash("play")).text
    await play_on(world, table, people, by_button, moves=4)
    assert (await now(world, table)).lost is Lost.BARRED
    assert all(any("mention me there" in one.text for one in person.messages()) for person in people)
    backend.faults.clear()
    backend.add_thread_member(secret.id, backend.bot_user.id)
    await world.env.settle()
    assert (await now(world, table)).lost is None
    assert not any("mention me there" in one.text for person in people for one in person.messages())
    assert traces(world) == []


@pytest.mark.slow
@pytest.mark.parametrize("archived", [False, True])
async def test_a_game_in_a_thread_of_a_full_server_is_told_to_its_host_and_goes_on(
    tmp_path: Any, archived: bool
) -> None:
    """The bot may open the thread again itself, or Discord would as the bot writes: neither is possible."""
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        backend = world.env.backend
        thread = backend.create_thread(world.channel.id, "Canasta", backend.bot_user.id)
        world.channel = ChannelHandle(world.env, world.guild, thread)
        table, people = await seat_four(world)
        path = f"/channels/{thread.id}"
        if archived:
            world.env.inject_error("*", f"{path}/messages*", status=400, code=50083, times=None)
            world.env.inject_error("PATCH", path, **FULL, times=None)
        else:
            world.env.inject_error("*", f"{path}/messages*", **FULL, times=None)
        await play_on(world, table, people, by_button, moves=4)
        await world.env.advance_time(3 * 3600)
        assert (await now(world, table)).lost is None
        said = [[one for one in person.messages() if "too many open ones" in one.text] for person in people]
        assert [len(those) for those in said] == [1, 0, 0, 0]
        backend.faults.clear()
        await world.env.advance_time(3700)
        assert sum(1 for one in world.messages() if one.pictures and one.button("My hand")) == 1
        table = await now(world, table)
        assert calls(world, people, table) == [on_turn(table, people).id]
        assert traces(world) == []


@pytest.mark.slow
@in_world
async def test_a_thread_that_only_for_now_cannot_be_opened_again_is_not_called_locked(world: World) -> None:
    backend = world.env.backend
    thread = backend.create_thread(world.channel.id, "Canasta", backend.bot_user.id)
    world.channel = ChannelHandle(world.env, world.guild, thread)
    table, people = await seat_four(world)
    world.env.inject_error("*", f"/channels/{thread.id}/messages*", status=400, code=50083, times=None)
    world.env.inject_error("PATCH", f"/channels/{thread.id}", status=403, code=40333, times=None)
    await play_on(world, table, people, by_button, moves=4)
    assert (await now(world, table)).lost is None
    backend.faults.clear()
    await world.env.advance_time(3700)
    assert sum(1 for one in world.messages() if one.pictures and one.button("My hand")) == 1
    assert not any("is locked" in one.text for person in people for one in person.messages())
    assert traces(world) == []


@pytest.mark.slow
@in_world
async def test_a_match_thread_that_is_locked_is_said_and_goes_on_once_it_is_open(world: World) -> None:
    backend = world.env.backend
    mona = await begun(world, *world.people("Anna", "Bruno"), clock=0)
    (match,) = (await state(world)).matches
    assert match.game_id is not None
    assert match.thread_id is not None
    thread = backend.channels[match.thread_id]
    assert thread.thread_metadata is not None
    thread.thread_metadata.archived = thread.thread_metadata.locked = True
    world.env.inject_error("*", f"/channels/{thread.id}/messages*", status=403, code=160005, times=None)
    world.env.inject_error("PATCH", f"/channels/{thread.id}", status=403, code=50013, times=None)
    table = await bot_of(world).services.tables.get(match.game_id)
    people = sorted(world.people("Anna", "Bruno"), key=lambda one: [seat.user_id for seat in table.seats].index(one.id))
    await play_on(world, table, people, by_button, moves=4)
    await world.env.advance_time(120)
    assert "this match waits" in post(world, "## Spring Cup\n").text
    assert [("this match waits" in one.text) for one in mona.messages()] == [True]
    backend.faults.clear()
    thread.thread_metadata.archived = thread.thread_metadata.locked = False
    backend.announce_channel_update(thread.id)
    await world.env.advance_time(120)
    assert (await now(world, table)).lost is None
    assert "this match waits" not in post(world, "## Spring Cup\n").text
    assert traces(world) == []


@pytest.mark.slow
@in_world
async def test_a_tournament_channel_that_is_gone_before_the_gateway_says_so(world: World) -> None:
    refuse_threads(world, status=404, code=10003, message="Unknown Channel", times=None)
    mona = await begun(world, *world.people("Anna", "Bruno"))
    await world.env.advance_time(600)
    assert [("channel was deleted" in one.text) for one in mona.messages()] == [True]
    assert traces(world) == []


@in_world
async def test_a_second_table_beside_any_kind_of_channel_gets_a_thread_or_a_sentence(world: World) -> None:
    """Announcement channels have threads of their own type; voice channels have none."""
    zoe, anna = world.person("Zoe"), world.person("Anna")
    for make, answer in (
        (world.guild.create_news_channel, "Your table is open in"),
        (world.guild.create_voice_channel, "There are no threads in this kind of channel"),
    ):
        world.channel = make("another")
        await world.env.settle()
        assert "Your table is open." in (await anna.slash("play")).text
        busy = (await zoe.slash("play")).message
        assert answer in (await zoe.press("Open a thread", on=busy)).text
    (asked,) = asked_for(world)
    assert (asked["type"], asked["auto_archive_duration"]) == (10, 10_080)
    assert traces(world) == []


@pytest.mark.slow
async def test_a_thread_that_takes_no_message_for_an_unknown_reason_is_said_and_holds_up_no_other(
    tmp_path: Any,
) -> None:
    on: list[Fault] = [Fault("400 of an unknown kind", faults.refused(400, 4711))]
    async with FaultyWorld(tmp_path / "canasta.sqlite3", seed=1) as world:

        def choose(method: str, path: str) -> Fault | None:
            first = min((thread.id for thread in world.channel.threads), default=0)
            return on[0] if on and method == "POST" and path == f"/channels/{first}/messages" else None

        with failing(choose):
            mona = await begun(world, *world.people("Anna", "Bruno", "Carla", "Dino"))
            await world.env.advance_time(1200)
            said = "Discord doesn't let me begin the matches"
            assert said in post(world, "## Spring Cup\n").text
            assert [said in one.text for one in mona.messages()] == [True]
            assert [match.game_id is None for match in (await state(world)).matches].count(True) == 1
            on.clear()
            await world.env.advance_time(120)
        assert said not in post(world, "## Spring Cup\n").text
        assert all(match.game_id is not None for match in (await state(world)).matches)
        assert len(world.channel.threads) == 2
        assert traces(world) == []


@pytest.mark.slow
async def test_a_channel_that_takes_no_message_for_an_unknown_reason_holds_up_no_round(tmp_path: Any) -> None:
    on: list[Fault] = []
    async with FaultyWorld(tmp_path / "canasta.sqlite3", seed=1) as world:
        place = f"/channels/{world.channel.id}/messages"
        with failing(lambda method, path: on[0] if on and method == "POST" and path == place else None):
            await begun(world, *world.people("Anna", "Bruno", "Carla", "Dino"), kind="swiss", rounds=2)
            on.append(Fault("403 of an unknown kind", faults.refused(403, 4711)))
            await play_round(world)
            await world.env.advance_time(600)
            now = await state(world)
            assert now.tournament.round == 2
            assert all(match.game_id is not None for match in now.of_round(2))
            on.clear()
            await world.env.advance_time(120)
            for title in ("### Spring Cup: standings after round 1", "### Spring Cup: tournament round 2"):
                assert [one.text.startswith(title) for one in world.messages()].count(True) == 1, title
        assert traces(world) == []
