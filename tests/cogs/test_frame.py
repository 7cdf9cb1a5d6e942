"""The frame around commands and presses: everything goes through it, and it speaks the person's own language."""

from __future__ import annotations

import ast
from pathlib import Path

from bot.league.errors import NoSuchResult
from bot.ui import i18n
from bot.ui.words import league_text
from cogs.frame import Cog
from tests.cogs.players import in_world
from tests.cogs.test_settings import manager
from tests.players import bot_of
from tests.world import World

COGS = Path(__file__).parents[2] / "cogs"
#: Calls that accept an interaction, or open a form in answer to it.
ACCEPTS = {"expect", "accept", "open_form"}


def test_only_the_frame_accepts_interactions() -> None:
    accepting = {
        path.name
        for path in COGS.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ACCEPTS
    }
    assert accepting == {"frame.py"}


@in_world
async def test_every_cog_and_every_command_goes_through_the_frame(world: World) -> None:
    bot = bot_of(world)
    assert [name for name, cog in bot.cogs.items() if not isinstance(cog, Cog)] == []
    commands = [one for one in bot.tree.walk_commands() if hasattr(one, "callback")]
    assert commands
    assert [one.qualified_name for one in commands if not hasattr(one.callback, "__wrapped__")] == []


@in_world
async def test_what_comes_in_place_of_a_form_is_in_the_persons_own_language(world: World) -> None:
    mona = manager(world)
    await bot_of(world).services.tables.preferences.set(mona.id, language="it")
    answer = await mona.slash("league correct", game="1")
    i18n.speak("it")
    assert answer.text == league_text.refusal(NoSuchResult())
    assert answer.ephemeral
