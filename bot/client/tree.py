"""The tree of commands: each runs in the language of its person, who hears of errors."""

from __future__ import annotations

from typing import Any, cast

import discord
from discord import app_commands

from bot.client.services import Services
from bot.client.throttle import TooOften
from bot.messages.discord_api import ENTRY_POINT
from bot.ui.actions import Interaction, Unreadable
from bot.ui.page import notice
from bot.ui.pages import browser_page
from bot.ui.words import ways

#: The library's errors for commands other than the registered ones: people's Discords keep old ones for a while.
_OUTDATED = (
    app_commands.CommandNotFound,
    app_commands.CommandSignatureMismatch,
    app_commands.TransformerError,
    Unreadable,
)


async def lets_run(services: Services, interaction: Interaction) -> bool:
    """Return whether a command or completion runs, whose answer begins here; if not, its person has heard why."""
    interactions = services.interactions
    if cast("dict[str, Any]", interaction.data or {}).get("type") == ENTRY_POINT:
        await _start_activity(services, interaction)
        return False
    completes = interaction.type is discord.InteractionType.autocomplete
    command = interaction.command
    kind = "completion" if completes else f"/{'old' if command is None else _asked_for(interaction, command)}"
    interactions.begin(interaction, kind)
    if completes:
        if not interactions.lets_complete(interaction):
            await services.discord_api.answers.suggest(interaction, [])
            return False
        # Offers are in the person's language, and in the first answer.
        await services.greeter.greet(interaction)
    else:
        try:
            interactions.restrain(interaction, kind)
        except TooOften as error:
            await interactions.failed(interaction, error)
            return False
    if not _within_bounds(interaction):
        await interactions.outdated(interaction)
        return False
    return True


async def _start_activity(services: Services, interaction: Interaction) -> None:
    """Answer the command that starts the application's Activity, where Discord leaves it to the bot. The library can't run it."""
    interactions, kind = services.interactions, "entry-point"
    interactions.begin(interaction, kind)
    try:
        interactions.restrain(interaction, kind)
        if not await services.discord_api.answers.launch(interaction):
            await services.discord_api.answers.whisper(interaction, notice(browser_page.no_activity()))
    except Exception as error:
        await interactions.failed(interaction, error)


async def failed(services: Services, interaction: Interaction, error: app_commands.AppCommandError) -> None:
    """Tell a person why their command failed."""
    cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
    if isinstance(cause, _OUTDATED):
        await services.interactions.outdated(interaction)
    else:
        await services.interactions.failed(interaction, cause)


def _asked_for(
    interaction: Interaction, command: app_commands.Command[Any, ..., Any] | app_commands.ContextMenu
) -> str:
    """Return the name of a command, with what it is asked to do by its option `what`."""
    path = f"{command.qualified_name} {getattr(interaction.namespace, 'what', None)}"
    return path if ways.split(path)[1] is not None else command.qualified_name


def _within_bounds(interaction: Interaction) -> bool:
    """Return whether each option's number, or text length, is in the command's range.

    The library leaves that check to Discord.
    """
    command = interaction.command
    if interaction.type is discord.InteractionType.autocomplete or not isinstance(command, app_commands.Command):
        return True
    given = dict(iter(interaction.namespace))
    for option in command.parameters:
        value = given.get(option.display_name)
        if isinstance(value, str) and option.type is not discord.AppCommandOptionType.string and option.autocomplete:
            # The name of what the option offers, whose value has been looked up by then.
            continue
        size = len(value) if isinstance(value, str) else value
        if not isinstance(size, int):
            continue
        if (option.min_value is not None and size < option.min_value) or (
            option.max_value is not None and size > option.max_value
        ):
            return False
    return True
