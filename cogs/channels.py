"""Where games are: channels and servers that the bot loses or gets back, and games that are given another channel."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import CanastaBot
from bot.messages.discord_api import Refusal
from bot.store.games import Lost
from bot.tables import NoSuchTable, Table
from bot.tables.channels import may_move
from bot.ui import permissions, words
from bot.ui.actions import Interaction, Press, custom_id, number
from bot.ui.components import menus
from bot.ui.i18n import N_, _
from bot.ui.page import Page, notice
from bot.ui.words.refusals import REFUSED, sentence


class Channels(commands.Cog):
    """Channels and servers, as far as games are in them."""

    def __init__(self, bot: CanastaBot) -> None:
        self._bot = bot
        bot.answer_presses(move=self._chosen)

    # -- a game is given another channel

    @app_commands.command(name="move", description=N_("Bring a game of this server into this channel"))
    async def move(self, interaction: discord.Interaction[CanastaBot]) -> None:
        """Move the game that this can mean, or ask which."""
        await self._bot.discord_api.defer(interaction)
        tables = [
            table
            for table in await self._bot.tables.active()
            if table.guild_id == interaction.guild_id
            and table.channel_id != interaction.channel_id
            and may_move(table, interaction.user.id, moderator=permissions.moderates(interaction.permissions))
        ]
        tables = [table for table in tables if table.lost is not None] or tables
        if interaction.guild_id is None:
            page = notice(_("Type that in the channel of a server into which the game shall come."))
        elif not tables:
            page = notice(_("There is no game elsewhere in this server that you could bring here."))
        elif len(tables) == 1:
            page = await self._move(interaction, tables[0])
        else:
            page = notice(
                _("Which game shall come into this channel?"),
                *menus(_("Which game?"), custom_id("move", 0, 0), [self._option(table) for table in tables]),
            )
        await self._bot.discord_api.answer(interaction, page)

    async def _chosen(self, interaction: Interaction, press: Press) -> None:
        await self._bot.discord_api.acknowledge(interaction)
        try:
            table = await self._bot.tables.get(number(press.value))
            if table.guild_id != interaction.guild_id:
                raise NoSuchTable
            page = await self._move(interaction, table)
        except REFUSED as error:
            page = notice(sentence(error))
        await self._bot.discord_api.answer(interaction, page)

    async def _move(self, interaction: Interaction, table: Table) -> Page:
        """Bring a table into the channel of the interaction; what to say of it."""
        missing = permissions.lacking(
            interaction.app_permissions, thread=isinstance(interaction.channel, discord.Thread)
        )
        if missing or interaction.channel_id is None:
            text = _("The game can't come here: in this channel I lack the permission {names}.")
            return notice(text.format(names=", ".join(missing)))
        try:
            await self._bot.tables.move(
                table.id,
                interaction.user.id,
                interaction.channel_id,
                moderator=permissions.moderates(interaction.permissions),
            )
        except REFUSED as error:
            return notice(sentence(error))
        return notice(_("The game goes on in this channel."))

    def _option(self, table: Table) -> discord.SelectOption:
        guild = self._bot.get_guild(table.guild_id)
        channel = guild.get_channel_or_thread(table.channel_id) if guild else None
        label = f"{words.game_of(table)}, #{channel.name}" if channel else words.game_of(table)
        names = ", ".join(words.label_of(seat) for seat in table.seats)
        return discord.SelectOption(label=label, value=str(table.id), description=names)

    # -- channels and servers come and go

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Notice what became of servers and channels while the bot was away."""
        for table in await self._bot.tables.active():
            guild = self._bot.get_guild(table.guild_id)
            if guild is None:
                await self._bot.tables.lose(table.id, Lost.LEFT)
            elif table.lost is Lost.LEFT:
                await self._return(table)
            elif table.lost is None and await self._deleted(guild, table.channel_id):
                await self._bot.tables.lose(table.id, Lost.GONE)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was removed from a server: its games wait."""
        for table in await self._of(guild):
            await self._bot.tables.lose(table.id, Lost.LEFT)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot was invited, perhaps again: games that waited go on."""
        for table in await self._of(guild):
            await self._return(table)
        await self._try_again(guild)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel is gone."""
        await self._gone(channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """A thread is gone."""
        await self._gone(payload.thread_id)

    @commands.Cog.listener()
    async def on_guild_channel_update(self, _before: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        """Perhaps the bot may write there again."""
        await self._try_again(after.guild)

    @commands.Cog.listener()
    async def on_guild_role_update(self, _before: discord.Role, after: discord.Role) -> None:
        """Perhaps the bot may write again."""
        await self._try_again(after.guild)

    @commands.Cog.listener()
    async def on_thread_update(self, _before: discord.Thread, after: discord.Thread) -> None:
        """Perhaps the thread was unlocked."""
        await self._try_again(after.guild)

    async def _of(self, guild: discord.Guild) -> list[Table]:
        return [table for table in await self._bot.tables.active() if table.guild_id == guild.id]

    async def _deleted(self, guild: discord.Guild, channel_id: int) -> bool:
        # Archived threads aren't among the channels that are known either.
        return (
            guild.get_channel_or_thread(channel_id) is None
            and await self._bot.discord_api.there(channel_id) is Refusal.NOWHERE
        )

    async def _gone(self, channel_id: int) -> None:
        table = await self._bot.tables.in_channel(channel_id)
        if table is not None:
            await self._bot.tables.lose(table.id, Lost.GONE)

    async def _return(self, table: Table) -> None:
        """Show a game again in a server that has the bot back, where nobody could be written to meanwhile."""
        for seat in table.seats:
            if seat.user_id is not None:
                await self._bot.teller.write_again(seat.user_id)
        self._bot.teller.wake(table.id)

    async def _try_again(self, guild: discord.Guild) -> None:
        """Tell what could not be told in a server: of games that wait, and what became of those that are over."""
        await self._bot.teller.catch_up(guild.id)


async def setup(bot: CanastaBot) -> None:
    """Load the cog."""
    cog = Channels(bot)
    bot.add_to_canasta(cog)
    for event, listener in cog.get_listeners():
        bot.add_listener(listener, event)
