"""The leave to look at tables of others: Discord says which channels somebody sees."""

from __future__ import annotations

import discord

from bot.data.tables import Table
from bot.messages.places import Places
from bot.ui.actions import Interaction
from bot.ui.i18n import _
from bot.ui.words.refusals import Refused


async def check_seen(places: Places, interaction: Interaction, table: Table) -> None:
    """Raise `Refused` unless a person may look at a table of several people: their own, or one in a channel that they see."""
    mine, channel_id = table.seat_of(interaction.user.id) is not None, table.channel_id
    if not mine and (channel_id is None or not await _sees(places, interaction, channel_id)):
        raise Refused(_("You can look at your own games, and at those of channels that you see."))


async def _sees(places: Places, interaction: Interaction, channel_id: int) -> bool:
    """Return whether a person sees a channel of the server that they are in now.

    Of private threads only the one that they are in counts.
    """
    if interaction.channel_id == channel_id:
        return True
    if interaction.guild_id is None or not isinstance(interaction.user, discord.Member):
        return False
    await places.learn(interaction.guild_id, channel_id)
    channel = places.channel(interaction.guild_id, channel_id)
    hidden = isinstance(channel, discord.Thread) and channel.is_private()
    return channel is not None and not hidden and channel.permissions_for(interaction.user).view_channel
