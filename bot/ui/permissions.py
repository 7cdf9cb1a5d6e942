"""Who is allowed what in a channel: the bot, to run a table there, and people, to act as moderators."""

from __future__ import annotations

import discord

from bot.ui.i18n import _


def lacking(granted: discord.Permissions, *, thread: bool) -> list[str]:
    """The names of the permissions that are missing, as Discord's settings call them. `thread`: whether it is one."""
    needed = (
        (granted.view_channel, _("View Channel")),
        (granted.send_messages_in_threads, _("Send Messages in Threads"))
        if thread
        else (granted.send_messages, _("Send Messages")),
        (granted.attach_files, _("Attach Files")),
    )
    return [name for there, name in needed if not there]


def lacking_for_tournaments(granted: discord.Permissions) -> list[str]:
    """The names of the permissions that are missing in a channel to open threads for tables beneath it."""
    needed = (
        (granted.create_public_threads, _("Create Public Threads")),
        (granted.send_messages_in_threads, _("Send Messages in Threads")),
    )
    return lacking(granted, thread=False) + [name for there, name in needed if not there]


def moderates(granted: discord.Permissions) -> bool:
    """Whether somebody may act as a moderator of the games in a channel."""
    return granted.manage_guild or granted.manage_channels or granted.manage_messages
