"""The list of a person's own games in all servers; those that wait for them come first."""

from __future__ import annotations

from bot.client.client import CanastaBot
from bot.data.tables import Status, Table
from bot.tables.errors import Unplayable
from bot.ui.actions import Interaction, Press
from bot.ui.page import Page
from bot.ui.pages import games_page
from bot.ui.words import refusals
from cogs.frame import Cog, does, pressed


class MineCog(Cog):
    """The list of a person's own games."""

    @does("canasta list")
    async def list(self, interaction: Interaction) -> Page:
        """Show the first page of the list."""
        return await self._page(interaction, 0)

    @pressed(games_page.TurnGames)
    async def _turned(self, interaction: Interaction, press: Press[games_page.TurnGames]) -> Page:
        return await self._page(interaction, press.action.page)

    async def _page(self, interaction: Interaction, page: int) -> Page:
        user = interaction.user.id
        tables = games_page.in_order(await self._services.tables.games.of_person(user), user)
        if not tables:
            return games_page.none()
        page, shown = games_page.on_page(tables, page)
        standings = [await self._standing(table, user) for table in shown]
        return games_page.listed(tables, page, standings, user, self._services.teller.pages.place)

    async def _standing(self, table: Table, user: int) -> str:
        """Return how a game stands, or why it can't go on; nothing before it."""
        if table.status is Status.LOBBY:
            return ""
        try:
            return games_page.standing(table, (await self._services.tables.look(table.id)).public, user)
        except Unplayable as error:
            return refusals.stands_still(error.reason)


async def setup(bot: CanastaBot) -> None:
    """Load the cog."""
    await bot.add_cog(MineCog(bot))
