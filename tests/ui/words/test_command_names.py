"""Commands and their options have names in every language, and Discord takes them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from typing import Any

import discord
from discord import app_commands

from bot.ui.i18n import languages
from bot.ui.words.command_names import COMMANDS, OPTIONS, CommandTranslator
from bot.ui.words.ways import WAYS
from tests.cogs.players import in_world
from tests.world import World

#: A command, group, option or choice, as Discord gets it.
Node = dict[str, Any]
_COMMAND_TYPES = {1, 2}
_TYPED, _OF_PERSON = 1, 2
_NAME, _DESCRIPTION, _DEFINITION = 32, 100, 8_000


def registered(world: World) -> list[Node]:
    """Return the commands that Discord got when the bot started."""
    [body] = [sent.body for sent in world.sent if sent.path.endswith("/commands")]
    assert isinstance(body, list)
    return body


def typed(world: World) -> list[Node]:
    """Return those that people type; the others stand in the menu of a person."""
    return [command for command in registered(world) if command.get("type", 1) == _TYPED]


def walk(nodes: list[Node]) -> Iterator[Node]:
    """Yield commands, groups and options, those inside of others too."""
    for node in nodes:
        yield node
        yield from walk(node.get("options") or [])


def siblings(nodes: list[Node]) -> Iterator[list[Node]]:
    """Yield what is offered side by side: the commands, what is in each group, the options of each command."""
    yield nodes
    yield from ([*node["options"]] for node in walk(nodes) if node.get("options"))


def locales_of(language: str) -> list[str]:
    """Return Discord's names for a language: it has several for some."""
    general = re.split("[-_]", language)[0]
    return [locale.value for locale in discord.Locale if locale.value.partition("-")[0] == general]


def length(node: Node) -> int:
    """Return the characters of a definition if each name and description were as long as Discord takes them.

    Choices, which are short, are counted as twice as long as in English.
    """
    own = _NAME + _DESCRIPTION if "description" in node else 2 * len(node["name"])
    value = node.get("value")
    own += len(value) if isinstance(value, str) else 0
    return own + sum(map(length, [*(node.get("options") or []), *(node.get("choices") or [])]))


@in_world
async def test_the_lists_hold_the_names_of_all_commands_and_options_and_nothing_else(world: World) -> None:
    commands = {command["name"] for command in typed(world)}
    options: set[str] = set()
    for node in walk(typed(world)):
        for inner in node.get("options") or []:
            (commands if inner["type"] in _COMMAND_TYPES else options).add(inner["name"])
    commands |= {name for does in WAYS.values() for name in does}
    assert sorted(commands) == list(COMMANDS)
    assert sorted(options) == list(OPTIONS)


@in_world
async def test_discord_is_told_every_name_in_every_language(world: World) -> None:
    play = next(node for node in walk(registered(world)) if node["name"] == "play")
    [players] = [option for option in play["options"] if option["name"] == "players"]
    assert play["name_localizations"].items() >= {"it": "gioca", "ro": "joacă"}.items()
    assert players["name_localizations"].items() >= {"it": "giocatori", "ro": "jucători"}.items()
    for language in set(languages()) - {"en"}:
        locales = locales_of(language)
        told = [node for node in walk(registered(world)) if set(locales) <= node["name_localizations"].keys()]
        # Names without a translation are as in English: few things are.
        assert locales, f"Discord can't be used in this language, so that it takes no names of commands: {language}"
        assert len(told) > 100, f"{language}: only {len(told)} names"
    assert not {"en-US", "en-GB"} & play["name_localizations"].keys()


@in_world
async def test_the_round_of_a_game_and_that_of_a_tournament_have_names_of_their_own(world: World) -> None:
    """Other languages have two words for what English calls a round."""
    canasta, tournament = (
        next(option for option in node["options"] if option["name"] == "round")["name_localizations"]
        for node in walk(registered(world))
        if node["name"] in ("canasta", "tournament") and node.get("options")
    )
    assert canasta.items() >= {"es-ES": "ronda", "pt-BR": "rodada", "ro": "rundă", "it": "smazzata"}.items()
    assert tournament.items() >= {"es-ES": "jornada", "pt-BR": "etapa", "ro": "etapă", "it": "turno"}.items()


@in_world
async def test_no_two_names_side_by_side_are_the_same_in_a_language(world: World) -> None:
    for locale in (locale.value for locale in discord.Locale):
        for beside in siblings(registered(world)):
            names = [node["name_localizations"].get(locale, node["name"]) for node in beside]
            assert len(set(names)) == len(names), f"{locale}: {sorted(names)}"


@in_world
async def test_a_name_is_one_that_discord_takes(world: World) -> None:
    wrong = [
        f"{locale}: {name}"
        for node in walk(typed(world))
        for locale, name in node["name_localizations"].items()
        if not re.fullmatch(r"[-_\w]{1,32}", name) or name != name.lower()
    ]
    assert wrong == []


@in_world
async def test_what_stands_in_the_menu_of_a_person_has_a_name_in_every_language(world: World) -> None:
    """Discord takes spaces and capitals there."""
    in_menu = [command for command in registered(world) if command.get("type", 1) == _OF_PERSON]
    assert [command["name"] for command in in_menu] == ["Challenge to Canasta", "Head to head"]
    locales = {locale for language in set(languages()) - {"en"} for locale in locales_of(language)}
    for command in in_menu:
        names = command["name_localizations"]
        assert locales <= names.keys()
        assert [name for name in (command["name"], *names.values()) if not 1 <= len(name) <= _NAME] == []


@in_world
async def test_no_language_can_make_a_command_too_long(world: World) -> None:
    """Discord counts the longest translation of each text."""
    assert {node["name"]: length(node) for node in registered(world) if length(node) > _DEFINITION} == {}


async def test_the_event_loop_goes_on_while_all_commands_are_translated() -> None:
    turns = 0

    async def others() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    translator, other = CommandTranslator(), asyncio.create_task(others())
    command: Any = None  # the translator asks only what kind of text it is
    place: Any = app_commands.TranslationContext(app_commands.TranslationContextLocation.command_name, command)
    for _ in range(10):
        for name in COMMANDS:
            await translator.translate(app_commands.locale_str(name), discord.Locale.german, place)
    other.cancel()
    assert turns > len(COMMANDS) // 20
