"""The settings of a table before its game: seats, clock, computers, advice."""

from __future__ import annotations

from bot.client.client import CanastaBot
from bot.data.tables import Table
from bot.tables.errors import NotSeated
from bot.tables.rules import rights
from bot.tables.rules.clock import LIMITS
from bot.ui.actions import Interaction, Press, Unreadable, number
from bot.ui.page import Page
from bot.ui.pages import lobby_page, lobby_settings_page
from bot.ui.permissions import moderates
from cogs.frame import Cog, How, pressed


class LobbySettingsCog(Cog):
    """The buttons and menus by which people set up a table before its game."""

    @pressed(lobby_page.AskSeats, how=How.APART)
    async def _seats_pressed(self, interaction: Interaction, press: Press[lobby_page.AskSeats]) -> Page:
        table = await self._services.tables.get(press.action.table)
        if table.seat_of(interaction.user.id) is None:
            raise NotSeated
        return lobby_settings_page.seating(table, interaction.user.id)

    @pressed(lobby_settings_page.Sit)
    async def _sit_chosen(self, interaction: Interaction, press: Press[lobby_settings_page.Sit]) -> Page:
        table_id, user, wanted = press.action.table, interaction.user.id, number(press.value)
        table = await self._services.tables.get(table_id)
        seat, own = table.seat(wanted), table.seat_of(user)
        if own is not None and seat is not None and seat.user_id is not None and table.host_id == user:
            table = await self._services.tables.lobbies.swap(table_id, user, own.number, wanted)
        else:
            table = await self._services.tables.lobbies.change_seat(table_id, user, wanted)
        return lobby_settings_page.seating(table, user)

    @pressed(lobby_settings_page.Away)
    async def _away_chosen(self, interaction: Interaction, press: Press[lobby_settings_page.Away]) -> Page:
        table = await self._services.tables.lobbies.remove(
            press.action.table, interaction.user.id, number(press.value), moderator=moderates(interaction.permissions)
        )
        return lobby_settings_page.seating(table, interaction.user.id)

    @pressed(lobby_page.Clock, how=How.APART)
    async def _clock_pressed(self, interaction: Interaction, press: Press[lobby_page.Clock]) -> Page:
        return await self._settings(interaction, await self._services.tables.get(press.action.table))

    @pressed(lobby_settings_page.SetClock)
    async def _clock_chosen(self, interaction: Interaction, press: Press[lobby_settings_page.SetClock]) -> Page:
        limit = number(press.value)
        if limit not in LIMITS:
            raise Unreadable
        bank = (await self._services.servers.get(interaction.guild_id or 0)).bank
        table = await self._services.tables.lobbies.limit(
            press.action.table,
            interaction.user.id,
            limit or None,
            bank=bank,
            moderator=moderates(interaction.permissions),
        )
        return await self._settings(interaction, table)

    @pressed(lobby_settings_page.SetLevel)
    async def _level_chosen(self, interaction: Interaction, press: Press[lobby_settings_page.SetLevel]) -> Page:
        table = await self._services.tables.lobbies.set_level(press.action.table, interaction.user.id, press.value)
        return await self._settings(interaction, table)

    @pressed(lobby_settings_page.SetTableAdvice)
    async def _advice_chosen(self, interaction: Interaction, press: Press[lobby_settings_page.SetTableAdvice]) -> Page:
        table = await self._services.tables.lobbies.advise(
            press.action.table,
            interaction.user.id,
            advice=press.value == "1",
            moderator=moderates(interaction.permissions),
        )
        return await self._settings(interaction, table)

    @pressed(lobby_settings_page.SetSeatLevel)
    async def _seat_level_chosen(
        self, interaction: Interaction, press: Press[lobby_settings_page.SetSeatLevel]
    ) -> Page:
        seat, _space, level = press.value.partition(" ")
        table = await self._services.tables.lobbies.set_level(
            press.action.table, interaction.user.id, level, seat=number(seat)
        )
        return lobby_settings_page.seating(table, interaction.user.id)

    async def _settings(self, interaction: Interaction, table: Table) -> Page:
        """Return the page of a lobby's clock, computers and advice."""
        server = await self._services.servers.get(table.guild_id)
        return lobby_settings_page.settings(
            table,
            interaction.user.id,
            advisable=rights.may_advise(table, server),
            moderator=moderates(interaction.permissions),
        )


async def setup(bot: CanastaBot) -> None:
    """Load the cog."""
    await bot.add_cog(LobbySettingsCog(bot))
