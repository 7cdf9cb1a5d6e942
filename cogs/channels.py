"""Channels of games: those that the bot loses or gets back, and games that move to another channel."""

from __future__ import annotations

import asyncio

import discord
from discord.ext import commands

from bot.client.client import CanastaBot
from bot.data.tables import InChannel, Lost, Table, TablePlace
from bot.messages.discord_refusals import Refusal
from bot.tables.errors import NoSuchTable
from bot.tables.rules import rights
from bot.ui import permissions
from bot.ui.actions import Interaction, Press, number
from bot.ui.i18n import _
from bot.ui.page import Page, notice
from bot.ui.pages import games_page
from bot.ui.words.refusals import Refused
from cogs.frame import Cog, does, pressed

#: How many channels Discord is asked about at a time.
_AT_ONCE = 10


class ChannelsCog(Cog):
    """The command to move games, and what happens to games when channels and servers come and go."""

    # -- games move to another channel

    @does("canasta move")
    async def move(self, interaction: Interaction) -> Page:
        """Move the only game that can be meant, or ask which one to move."""
        if interaction.guild_id is None:
            raise Refused(_("Use this command in the server channel to which you want to move the game."))
        tables = [
            table
            for table in await self._services.tables.games.active(interaction.guild_id)
            if table.channel_id != interaction.channel_id
            and rights.may_move(table, interaction.user.id, moderator=permissions.moderates(interaction.permissions))
        ]
        tables = [table for table in tables if table.lost is not None] or tables
        if not tables:
            raise Refused(_("There is no game elsewhere in this server that you could move here."))
        if len(tables) == 1:
            return await self._move(interaction, tables[0])
        for table in tables:
            if isinstance(table.home, InChannel):
                await self._services.places.learn(table.home.guild_id, table.home.channel_id)
        return games_page.which_to_move(tables, self._channel_of)

    @pressed(games_page.MoveHere)
    async def _chosen(self, interaction: Interaction, press: Press[games_page.MoveHere]) -> Page:
        table = await self._services.tables.get(number(press.value))
        if interaction.guild_id is None or table.guild_id != interaction.guild_id:
            raise NoSuchTable
        return await self._move(interaction, table)

    async def _move(self, interaction: Interaction, table: Table) -> Page:
        """Move a table into the interaction's channel and return the page that says so."""
        await self.check_open(interaction)
        missing = permissions.lacking(
            interaction.app_permissions, thread=isinstance(interaction.channel, discord.Thread)
        )
        if missing or interaction.channel_id is None:
            text = _("The game can't move here: in this channel I need the permission {names}.")
            raise Refused(text.format(names=", ".join(missing)))
        await self._services.tables.channels.move(
            table.id,
            interaction.user.id,
            interaction.channel_id,
            moderator=permissions.moderates(interaction.permissions),
        )
        return notice(_("The game continues in this channel."))

    def _channel_of(self, table: Table) -> str | None:
        """Return the name of a table's channel, None if the channel isn't known."""
        if not isinstance(table.home, InChannel):
            return None
        channel = self._services.places.channel(table.home.guild_id, table.home.channel_id)
        return channel.name if channel else None

    # -- channels and servers come and go

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Find out which servers and channels were lost or came back while the bot was away."""
        if self._bot.leads:
            await self._bot.insist(self._find_out_all)

    @commands.Cog.listener()
    async def on_lead(self) -> None:
        """Find out the same: the process that led before may not have come to it."""
        if self._bot.is_ready():
            await self._bot.insist(self._find_out_all)

    async def _find_out_all(self) -> None:
        at_once = asyncio.Semaphore(_AT_ONCE)
        doubtful = [place for place in await self._services.tables.games.places() if not self._is_as_known(place)]
        await asyncio.gather(*(self._find_out(place, at_once) for place in doubtful))

    def _is_as_known(self, place: TablePlace) -> bool:
        """Return whether nothing is new about a table's channel: it is there, or is known to be lost."""
        guild = self._bot.get_guild(place.guild_id)
        if guild is None:
            return place.lost is Lost.LEFT
        if place.lost is not None:
            return place.lost is not Lost.LEFT
        return guild.get_channel_or_thread(place.channel_id) is not None

    async def _find_out(self, place: TablePlace, at_once: asyncio.Semaphore) -> None:
        """Find out if a table's server or channel was lost or came back."""
        async with at_once:
            if self._bot.get_guild(place.guild_id) is None:
                await self._services.tables.channels.lose(place.table_id, Lost.LEFT)
            elif place.lost is not None:
                await self._return(await self._services.tables.get(place.table_id))
            # Archived threads are not in the list of known channels either, so Discord is asked.
            elif await self._services.discord_api.places.there(place.channel_id) is Refusal.NOWHERE:
                await self._services.tables.channels.lose(place.table_id, Lost.GONE)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Have a server's games wait, as the bot was removed from it."""
        for table in await self._of(guild):
            await self._services.tables.channels.lose(table.id, Lost.LEFT)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Continue a server's games that waited, as the bot was invited (again)."""
        for table in await self._of(guild):
            await self._return(table)
        await self._try_again(guild)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Have a channel's game wait, as the channel was deleted."""
        await self._gone(channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Have a thread's game wait, as the thread was deleted."""
        await self._gone(payload.thread_id)

    @commands.Cog.listener()
    async def on_guild_channel_update(self, _before: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        """Try again to show games, as the bot may be allowed to write in the channel now."""
        await self._try_again(after.guild)

    @commands.Cog.listener()
    async def on_guild_role_update(self, _before: discord.Role, after: discord.Role) -> None:
        """Try again to show games, as a role may allow the bot to write now."""
        await self._try_again(after.guild)

    @commands.Cog.listener()
    async def on_thread_update(self, _before: discord.Thread, after: discord.Thread) -> None:
        """Try again to show games, as the thread may be unlocked now."""
        await self._try_again(after.guild)

    @commands.Cog.listener()
    async def on_thread_join(self, thread: discord.Thread) -> None:
        """Try again to show games, as the bot is now in a private thread."""
        await self._try_again(thread.guild)

    @commands.Cog.listener()
    async def on_thread_remove(self, thread: discord.Thread) -> None:
        """Note that the bot isn't in a thread any more, which the library leaves out."""
        thread.me = None

    async def _of(self, guild: discord.Guild) -> list[Table]:
        return await self._services.tables.games.active(guild.id)

    async def _gone(self, channel_id: int) -> None:
        table = await self._services.tables.games.in_channel(channel_id)
        if table is not None:
            await self._services.tables.channels.lose(table.id, Lost.GONE)

    async def _return(self, table: Table) -> None:
        """Show a game again in a server that has invited the bot again.

        Meanwhile the bot could write to no player of it.
        """
        for seat in table.seats:
            if seat.user_id is not None:
                await self._services.teller.write_again(seat.user_id)
        self._services.teller.wake(table.id)

    async def _try_again(self, guild: discord.Guild) -> None:
        """Show what could not be shown in a server: games that wait, and results of finished games."""
        await self._services.teller.catch_up(guild.id)


async def setup(bot: CanastaBot) -> None:
    """Load the cog."""
    await bot.add_cog(ChannelsCog(bot))
