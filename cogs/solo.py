"""Achievements of people alone against computers, shown to themselves."""

from __future__ import annotations

from bot.client.client import CanastaBot
from bot.ui.actions import Interaction, Press
from bot.ui.page import Page
from bot.ui.pages import solo_page
from cogs.frame import Cog, How, does, pressed


class SoloCog(Cog):
    """A person's own record against computers."""

    @does("canasta solo")
    async def solo(self, interaction: Interaction) -> Page:
        """Show a person's own record of all servers."""
        return solo_page.page(await self._services.league.solo.of(interaction.user.id))

    @pressed(solo_page.ShowSolo, how=How.APART)
    async def _wanted(self, interaction: Interaction, press: Press[solo_page.ShowSolo]) -> Page:
        return solo_page.page(await self._services.league.solo.of(interaction.user.id))


async def setup(bot: CanastaBot) -> None:
    """Load the cog."""
    await bot.add_cog(SoloCog(bot))
