"""Commands that texts name can be pressed; where nothing can be pressed, they have their names in the reader's language."""

from __future__ import annotations

import itertools
import re
from typing import Any

from discord import app_commands, ui

from bot.ui.i18n import speaking
from bot.ui.limits import TEXT_LENGTH
from bot.ui.page import notice
from bot.ui.words.command_names import mentioned
from bot.ui.words.ways import WAYS
from tests.cogs.players import in_world
from tests.cogs.test_settings import manager
from tests.players import bot_of
from tests.stored import rows
from tests.ui.test_plain_english import texts
from tests.world import Person, World

IDS = {"canasta": 71, "hand": 72, "play": 73}


def refuse_commands(world: World) -> None:
    """Have Discord take no commands from now on."""
    path = next(sent.path for sent in world.sent if sent.path.endswith("/commands"))
    world.env.inject_error("PUT", path, status=503, times=None)


@in_world
async def test_a_command_in_a_message_can_be_pressed(world: World) -> None:
    anna = world.person("Anna")
    answer = await anna.slash("canasta join")
    assert answer.text == f"There is no game in this channel. {world.mention('play')} starts one."


@in_world
async def test_a_command_in_direct_messages_is_called_by_its_name_in_the_readers_language(world: World) -> None:
    """There, a press on a mention types nothing, and some clients show it raw."""
    anna = world.person("Anna")
    assert "`/play`" in (await anna.slash("draw", dm=True)).text
    await bot_of(world).services.tables.preferences.set(anna.id, language="it")
    assert "`/gioca`" in (await anna.slash("draw", dm=True)).text


@in_world
async def test_after_a_start_at_which_discord_took_no_commands_the_known_ones_can_be_pressed(world: World) -> None:
    refuse_commands(world)
    await world.restart()
    answer = await world.person("Anna").slash("canasta join")
    assert any("could not be registered" in line for line in world.log)
    assert world.mention("play") in answer.text


@in_world
async def test_where_no_command_is_known_it_is_called_as_the_reader_calls_it(world: World) -> None:
    refuse_commands(world)
    rows(world.file, "DELETE FROM commands")
    await world.restart()
    anna, bruno = world.people("Anna", "Bruno")
    await bot_of(world).services.tables.preferences.set(bruno.id, language="it")
    assert "`/play`" in (await anna.slash("canasta join")).text
    assert "`/gioca`" in (await bruno.slash("canasta join")).text


@in_world
async def test_a_picture_calls_a_command_by_its_name(world: World) -> None:
    anna = world.person("Anna")
    await manager(world).slash("league open", name="Spring")
    await bot_of(world).services.tables.preferences.set(anna.id, language="it")
    board = (await anna.slash("leaderboard")).message
    assert board is not None
    assert "il comando gioca apre" in board.alt_texts[0]
    await bot_of(world).services.tables.preferences.set(anna.id, pictures=False)
    assert f"{world.mention('play')} apre" in (await anna.slash("leaderboard")).text


@in_world
async def test_a_name_is_never_a_command(world: World) -> None:
    """Not of a person, a server or a tournament, nor the reason that a moderator gives."""
    trick = "`/canasta-admin end`"
    user = world.env.create_user("mallory", global_name=trick)
    mallory = Person(world, world.guild.add_member(user))
    await bot_of(world).services.tables.preferences.set(mallory.id, pictures=False)
    await mallory.slash("play", computers=3)
    await mallory.press("Start")
    for command in ("table", "hand", "canasta list", "canasta log", "profile"):
        await mallory.slash(command)
    mona = manager(world)
    options: dict[str, Any] = {"variant": "classic", "kind": "swiss", "players": "4", "rounds-per-match": 1}
    await mona.slash("tournament-admin new", name=trick, **options)
    await mona.slash("league open", name=trick)
    await mona.slash("leaderboard")
    said = [text for sent in world.sent for text in sent.texts()]
    assert sum(r"\`/canasta-admin end\`" in text for text in said) > 3
    assert not [text for text in said if "</canasta-admin end" in text]


def test_only_commands_become_mentions() -> None:
    assert mentioned("`/hand` or `/play`", IDS, "en") == "</hand:72> or </play:73>"
    assert mentioned("`/hand` or `/draw`", {}, "it") == "`/mano` or `/pesca`"
    assert mentioned("`/canasta log`", IDS, "en") == "</canasta:71> › *log*"
    assert mentioned("`/canasta undo`", {}, "it") == "`/canasta` › *riprendi*"
    for text in (r"\`/hand\`", "`target=3000`", "/hand", "` /hand`", r"\\\`/hand\\\`", "`/Hand`"):
        assert mentioned(text, IDS, "en") == text


def test_mentions_never_make_a_message_too_long() -> None:
    for room, said in ((3, "</draw:73>"), (2, "`/pesca`"), (1, "`/pesca`"), (0, "`/pesca`")):
        with speaking("it"):
            page = notice("`/draw`".ljust(TEXT_LENGTH - room, "x"))
        page.mention_commands({"draw": 73})
        [text] = [item.content for item in page.walk_children() if isinstance(item, ui.TextDisplay)]
        assert text.startswith(said)
        assert len(text) <= TEXT_LENGTH


def test_a_message_is_recognised_whether_its_commands_were_mentioned_or_not() -> None:
    for ids, text in itertools.product((IDS, {}), ("Try `/hand`.", "Try `/canasta log`.")):
        with speaking("it"):
            page, same = notice(text), notice(text)
        page.mention_commands(ids)
        assert page.shown() == same.shown()


@in_world
async def test_every_command_that_a_text_names_exists(world: World) -> None:
    """Groups can't be pressed."""
    tree = bot_of(world).tree
    there = {one.qualified_name for one in tree.walk_commands() if isinstance(one, app_commands.Command)}
    there |= {f"{command} {name}" for command, does in WAYS.items() for name in does}
    named = {command for text in texts() for command in re.findall(r"`/([^`]+)`", text)}
    assert len(named) > 10
    assert named <= there
