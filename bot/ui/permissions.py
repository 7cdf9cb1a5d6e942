"""Permissions in a channel: what the bot needs to run a table there, and who may act as a moderator."""

from __future__ import annotations

import discord

from bot.ui.i18n import _


def lacking(granted: discord.Permissions, *, thread: bool) -> list[str]:
    """Return the names of the bot's missing permissions, as Discord's settings call them.

    `thread` says that the channel is a thread.
    """
    needed = (
        (granted.view_channel, _("View Channel")),
        (granted.send_messages_in_threads, _("Send Messages in Threads"))
        if thread
        else (granted.send_messages, _("Send Messages")),
        (granted.attach_files, _("Attach Files")),
    )
    return [name for there, name in needed if not there]


def lacking_for_tournaments(granted: discord.Permissions) -> list[str]:
    """Return the names of the bot's missing permissions in a channel where it opens threads for tables."""
    needed = (
        (granted.create_public_threads, _("Create Public Threads")),
        (granted.send_messages_in_threads, _("Send Messages in Threads")),
    )
    return lacking(granted, thread=False) + [name for there, name in needed if not there]


def shut_out(channel: object, granted: discord.Permissions) -> bool:
    """Return whether a channel is a private thread that the bot isn't in, where it can't write whatever it is allowed.

    `granted` is what the bot may do there.
    """
    return (
        isinstance(channel, discord.Thread)
        and channel.is_private()
        and channel.me is None
        and not (granted.manage_threads or granted.administrator)
    )


def locked_out(channel: object, granted: discord.Permissions) -> bool:
    """Return whether a channel is a thread that is locked, and the bot, with what it is `granted`, can't write in those."""
    return (
        isinstance(channel, discord.Thread) and channel.locked and not (granted.manage_threads or granted.administrator)
    )


def moderates(granted: discord.Permissions) -> bool:
    """Return whether somebody with these permissions may act as a moderator of the games in a channel."""
    return granted.manage_guild or granted.manage_channels or granted.manage_messages
