"""What people achieve alone against computers, shown to themselves."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.client import CanastaBot
from bot.ui.actions import Interaction, Press
from bot.ui.i18n import N_
from bot.ui.page import Page
from bot.ui.pages import alone_page
from cogs.frame import Cog, How, answered, pressed


class Alone(Cog):
    """A person's own record against computers."""

    @app_commands.command(name="alone", description=N_("Show your streaks, records and badges against computers"))
    @answered
    async def alone(self, interaction: discord.Interaction[CanastaBot]) -> Page:
        """Show a person's own record of all servers."""
        return alone_page.page(await self._bot.league.alone.of(interaction.user.id))

    @pressed(alone_page.ShowAlone, how=How.APART)
    async def _wanted(self, interaction: Interaction, press: Press[alone_page.ShowAlone]) -> Page:
        return alone_page.page(await self._bot.league.alone.of(interaction.user.id))


async def setup(bot: CanastaBot) -> None:
    """Load the cog."""
    bot.add_to_canasta(Alone(bot))
