"""Help: what to do now, all commands, and the words of the game explained where they stand."""

from __future__ import annotations

from contextlib import suppress

import discord
from discord import app_commands
from discord.ext import commands

from bot.client.client import CanastaBot
from bot.data.errors import StoreTrouble
from bot.messages.discord_api import nonce_of
from bot.tables.errors import WrongStatus
from bot.ui import i18n
from bot.ui.actions import Interaction, Press, Unreadable, number
from bot.ui.i18n import N_, _
from bot.ui.page import Page
from bot.ui.pages import games_page, help_page, table_page
from bot.ui.words.ways import WAYS
from cogs.frame import Cog, How, answered, pressed


class HelpCog(Cog):
    """The page of help with the lists it leads to, and the meanings of words."""

    @app_commands.command(name="help", description=N_("What to do now, the rules, and all commands"))
    @answered
    async def help(self, interaction: discord.Interaction[CanastaBot]) -> Page:
        """Show what to do now."""
        return await self._page(interaction.user.id, interaction.guild_id is not None)

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Answer the word “help” typed in a direct message; nothing else that people type is answered or kept.

        After anything that a person types there, the bot can write to them again.
        """
        if message.guild is not None or message.author.bot:
            return
        with suppress(StoreTrouble):
            person = await self._services.people.get(message.author.id)
            if not help_page.asked_for(message.content):
                if person.dm_tried_at is not None:
                    await self._services.teller.reached(person, message.channel.id)
                return
            await self._services.teller.reached(person, message.channel.id)
            i18n.speak(person.language or person.locale or "en")
            page = await self._page(message.author.id, in_server=False)
            await self._services.discord_api.messages.post(message.channel.id, page, nonce=nonce_of("help", message.id))

    @pressed(help_page.OpenHelp)
    async def _back_pressed(self, interaction: Interaction, press: Press[help_page.OpenHelp]) -> Page:
        return await self._page(interaction.user.id, interaction.guild_id is not None)

    @pressed(help_page.Topic)
    async def _topic_chosen(self, interaction: Interaction, press: Press[help_page.Topic]) -> Page:
        chosen = number(press.value)
        if chosen >= len(help_page.TOPICS):
            raise Unreadable
        topic, cogs = [*help_page.TOPICS.items()][chosen]
        return help_page.commands(topic, [one for cog in cogs for one in self._commands_of(cog)])

    @pressed(table_page.Meanings, how=How.APART)
    async def _meanings_wanted(self, interaction: Interaction, press: Press[table_page.Meanings]) -> Page:
        """Explain the words of a message that shows a table, or a hand."""
        look = await self._services.tables.look(press.action.table, interaction.user.id)
        if look.public is None:
            raise WrongStatus(look.table)
        mine = look.mine if press.action.shown is table_page.Shown.HAND else None
        return table_page.meanings(look, look.public, mine)

    def _commands_of(self, cog: str) -> list[help_page.Command]:
        """Return the commands of a cog, as they are typed and with what they do."""
        return [
            (command.qualified_name, _(command.description))
            for command in self._bot.tree.walk_commands()
            if isinstance(command, app_commands.Command) and type(command.binding).__name__ == cog
        ] + [
            (f"{command} {name}", _(what))
            for command, does in WAYS.items()
            for name, what in does.items()
            if type(self._bot.ways[f"{command} {name}"].cog).__name__ == cog
        ]

    async def _page(self, user_id: int, in_server: bool) -> Page:
        tables = games_page.in_order(await self._services.tables.games.of_person(user_id), user_id)
        return help_page.page(tables, user_id, self._services.teller.pages.place, in_server=in_server)


async def setup(bot: CanastaBot) -> None:
    """Load the cog."""
    await bot.add_cog(HelpCog(bot))
