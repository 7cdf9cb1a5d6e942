"""The way from Discord into a browser: a link for whoever presses, and the list of browsers in the preferences."""

from __future__ import annotations

import re
from pathlib import Path
from unittest import mock

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.client.client import CanastaBot
from bot.data.browsers import Entered
from bot.tables import LESSON
from bot.tables.rules.daily_times import is_daily
from bot.tables.thinkers import Thinkers
from tests.cogs.players import seat_four
from tests.cogs.test_threads import private_thread
from tests.cogs.test_watch import press_forged
from tests.world import Answer, World

_URL = "https://table.example.org"


def world_with_a_page(folder: Path) -> World:
    """Return a world whose bot serves tables to browsers."""
    world = World(folder / "canasta.sqlite3")
    world.settings = world.settings.model_copy(update={"page_port": 1, "page_url": _URL})
    return world


def bot_of(world: World) -> CanastaBot:
    bot = world.env.bot
    assert isinstance(bot, CanastaBot)
    return bot


def link_in(answer: Answer) -> str:
    """Return the address of the only link button of an answer."""
    message = answer.result.response
    assert message is not None
    parts = message._message.components
    [url] = re.findall(r"'url': '([^']+)'", str(parts))
    return str(url)


@pytest.mark.slow
async def test_a_player_gets_a_link_of_their_own(tmp_path: Path) -> None:
    async with world_with_a_page(tmp_path) as world:
        table, people = await seat_four(world)
        doors = bot_of(world).services.doors
        answers = [await people[0].press("Open the table"), await people[1].press("Open the table", dm=True)]
        links = [link_in(answer) for answer in answers]
        for person, answer, link in zip(people, answers, links, strict=False):
            assert "This link is for you alone." in answer.text
            assert link.startswith(f"{_URL}/enter#")
            new = await doors.enter(link.partition("#")[2])
            assert new is not None
            assert (new.entered.user_id, new.entered.game_id) == (person.id, table.id)
        assert answers[0].ephemeral
        assert links[0] != links[1]
        assert not [sent for sent in world.sent if sent.readers is None and _URL in str(sent.body)]


@pytest.mark.slow
async def test_whoever_sees_the_channel_gets_a_link_to_watch(tmp_path: Path) -> None:
    async with world_with_a_page(tmp_path) as world:
        table, people = await seat_four(world)
        doors, zoe = bot_of(world).services.doors, world.person("Zoe")
        assert await doors.watching(table.id, [zoe.id]) == set()
        watched = await zoe.press("Watch")
        assert await doors.watching(table.id, [zoe.id]) == set()
        for answer in (await zoe.press("Open the table"), await zoe.press("Open the table", on=watched.message)):
            assert answer.ephemeral
            assert "This link is for you alone." in answer.text
            assert "You watch there: you see all open cards, and nobody's hand." in answer.text
            new = await doors.enter(link_in(answer).partition("#")[2])
            assert new is not None
            assert (new.entered.user_id, new.entered.game_id) == (zoe.id, table.id)
        assert await doors.watching(table.id, [zoe.id, world.person("Yann").id]) == {zoe.id}
        assert await doors.watching(table.id + 1, [zoe.id]) == set()
        # A player gets the link of a player from the same page.
        own = await people[0].slash("table")
        assert "it shows your cards" in (await people[0].press("Open the table", on=own.message)).text
        assert await doors.watching(table.id, [people[0].id]) == set()
        assert not [sent for sent in world.sent if sent.readers is None and _URL in str(sent.body)]


@pytest.mark.slow
async def test_nobody_watches_a_table_whose_channel_they_do_not_see(tmp_path: Path) -> None:
    async with world_with_a_page(tmp_path) as world:
        table, _people = await seat_four(world)
        doors, yann = bot_of(world).services.doors, world.person("Yann")
        world.channel = world.guild.create_text_channel("elsewhere")
        await world.person("Xenia").slash("play", players="2")
        hidden = Overwrite(target_id=yann.id, type=OverwriteType.MEMBER, deny=discord.Permissions.view_channel.flag)
        assert table.channel_id is not None
        world.env.backend.set_overwrite(table.channel_id, hidden)
        for forged in (f"c:browser:{table.id}:0:", f"c:play-here:{table.id}:0:"):
            assert "at those of channels that you see" in await press_forged(world, "Yann", forged)
        assert await doors.watching(table.id, [yann.id]) == set()


@pytest.mark.slow
async def test_nobody_watches_a_table_in_a_private_thread_from_elsewhere(tmp_path: Path) -> None:
    async with world_with_a_page(tmp_path) as world:
        elsewhere, backend, zoe = world.channel, world.env.backend, world.person("Zoe")
        world.channel = secret = private_thread(world, zoe)
        backend.announce_thread_create(backend.channels[secret.id])
        for one in (backend.bot_user.id, *(person.id for person in world.people("Anna", "Bruno", "Carla", "Dino"))):
            backend.add_thread_member(secret.id, one)
        await world.env.settle()
        table, _people = await seat_four(world)
        assert table.channel_id == secret.id
        world.channel, yann = elsewhere, world.person("Yann")
        await world.person("Xenia").slash("play", players="2")
        assert "at those of channels that you see" in await press_forged(world, "Yann", f"c:browser:{table.id}:0:")
        assert await bot_of(world).services.doors.watching(table.id, [yann.id]) == set()


@pytest.mark.slow
async def test_discord_says_who_sees_a_channel_no_more(tmp_path: Path) -> None:
    async with world_with_a_page(tmp_path) as world:
        table, _people = await seat_four(world)
        yann, zoe, sees = world.person("Yann"), world.person("Zoe"), bot_of(world).services.places.sees
        assert table.guild_id is not None
        assert table.channel_id is not None
        place = (table.guild_id, table.channel_id)
        assert [await sees(*place, one.id) for one in (yann, zoe)] == [True, True]
        hidden = Overwrite(target_id=yann.id, type=OverwriteType.MEMBER, deny=discord.Permissions.view_channel.flag)
        world.env.backend.set_overwrite(table.channel_id, hidden)
        world.guild.remove_member(zoe.member)
        await world.env.settle()
        assert [await sees(*place, one.id) for one in (yann, zoe)] == [False, False]
        assert await sees(table.guild_id, 5, yann.id) is None


@pytest.mark.slow
async def test_nobody_watches_a_table_in_direct_messages(tmp_path: Path) -> None:
    async with world_with_a_page(tmp_path) as world:
        direct = await world.person("Anna").slash("play", computers=1, dm=True)
        assert direct.message is not None
        [table] = await bot_of(world).services.tables.games.of_person(world.person("Anna").id)
        assert table.channel_id is None
        await world.person("Xenia").slash("play", players="2")
        refused = await press_forged(world, "Zoe", f"c:browser:{table.id}:0:")
        assert "a game you aren't in" in refused
        assert await bot_of(world).services.doors.watching(table.id, [world.person("Zoe").id]) == set()


@pytest.mark.slow
async def test_the_deal_of_the_day_opens_from_its_hand(tmp_path: Path) -> None:
    with mock.patch.object(Thinkers, "par", mock.AsyncMock(return_value=400)):
        async with world_with_a_page(tmp_path) as world:
            anna, services = world.person("Anna"), bot_of(world).services
            await anna.slash("canasta", what="daily")
            answer = await anna.press("Open the table", dm=True)
            new = await services.doors.enter(link_in(answer).partition("#")[2])
            assert new is not None
            assert new.entered.user_id == anna.id
            assert is_daily(new.entered.game_id)
            look = await services.tables.look(new.entered.game_id, anna.id)
            assert look.daily is not None


@pytest.mark.slow
async def test_the_preferences_sign_out(tmp_path: Path) -> None:
    async with world_with_a_page(tmp_path) as world:
        table, people = await seat_four(world)
        anna, doors = people[0], bot_of(world).services.doors
        for _ in range(3):
            assert await doors.enter((await doors.link(anna.id, table.id)).partition("#")[2])
        panel = await anna.slash("preferences")
        panel = await anna.press("Times and data", on=panel.message)
        shown = await anna.press("My browsers…", on=panel.message)
        assert "You are signed in to the page of your tables in 3 browsers." in shown.text
        shown = await anna.choose("Sign out in one of them", "Browser 2", on=shown.message)
        assert "in 2 browsers" in shown.text
        shown = await anna.press("Sign out everywhere", on=shown.message)
        assert "You are signed in to the page of your tables in no browser." in shown.text
        assert await doors.of(anna.id) == []


@pytest.mark.slow
async def test_without_a_page_nothing_offers_it(tmp_path: Path) -> None:
    async with World(tmp_path / "canasta.sqlite3") as world:
        _table, people = await seat_four(world)
        anna = people[0]
        panel = await anna.slash("preferences")
        await anna.press("Times and data", on=panel.message)
        texts = [text for sent in world.sent for text in sent.texts()]
        assert not [text for text in texts if "Open the table" in text or "My browsers" in text]


@pytest.mark.slow
async def test_a_lesson_opens_from_its_hand(tmp_path: Path) -> None:
    async with world_with_a_page(tmp_path) as world:
        anna, services = world.person("Anna"), bot_of(world).services
        await anna.slash("canasta learn", course="classic")
        answer = await anna.press("Open the table", dm=True)
        new = await services.doors.enter(link_in(answer).partition("#")[2])
        assert new is not None
        assert new.entered == Entered(anna.id, LESSON)
