"""Where commands are offered: to servers that have the app and to people who have it, and in which places."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands

#: Commands for a person who has the app anywhere, also in private channels and in servers where the bot isn't: there it answers to
#: them alone, and writes nothing.
ANYWHERE: Final = frozenset({"help", "rules", "play", "canasta", "preferences", "hand"})
#: Commands of a game that is played in direct messages, beside servers.
IN_GAMES: Final = frozenset({"table", "draw", "take-pile", "meld", "discard", "ask-to-go-out"})
#: Commands about a server, shown in direct messages too.
ABOUT_SERVERS: Final = frozenset({"leaderboard", "profile"})

#: The key under which an interaction keeps that the bot only answers where it comes from.
_ELSEWHERE = "elsewhere"

_SERVERS: Final = app_commands.AppInstallationType(guild=True, user=False)
_BOTH: Final = app_commands.AppInstallationType(guild=True, user=True)


def settle(tree: app_commands.CommandTree[Any]) -> None:
    """Say of each command to whom it is offered, and where; all others than those named above belong to servers alone."""
    for command in tree.get_commands():
        anywhere, in_games = command.name in ANYWHERE, command.name in IN_GAMES
        command.allowed_installs = _BOTH if anywhere or in_games else _SERVERS
        command.allowed_contexts = app_commands.AppCommandContext(
            guild=True,
            dm_channel=anywhere or in_games or command.name in ABOUT_SERVERS,
            private_channel=anywhere,
        )


def note_place(interaction: discord.Interaction[Any]) -> None:
    """Have an interaction from where the bot only answers count as one in direct messages.

    That is a private channel, or a server that doesn't have the app, but the person does: the bot can neither read nor write there.
    """
    guild_id = interaction.guild_id
    foreign = guild_id is not None and interaction.is_user_integration() and not interaction.is_guild_integration()
    if foreign or (guild_id is None and interaction.context.private_channel):
        interaction.guild_id = None
        interaction.extras[_ELSEWHERE] = True


def only_answers(interaction: discord.Interaction[Any]) -> bool:
    """Return whether an interaction comes from where the bot only answers, and not from its direct messages."""
    return _ELSEWHERE in interaction.extras
