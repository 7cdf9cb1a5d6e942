"""Standing orders: one private panel to choose, give and withdraw them."""

from __future__ import annotations

from dataclasses import replace

from bot.client.client import CanastaBot
from bot.data.tables import Status
from bot.tables.errors import NotSeated, WrongStatus
from bot.ui.actions import Interaction, Press, number
from bot.ui.page import Page
from bot.ui.pages import hand_page, orders_page
from bot.ui.pages.orders_page import Drafted
from bot.ui.words.refusals import REFUSED, sentence
from cogs.frame import Cog, How, does, pressed


class OrdersCog(Cog):
    """The panel, and the ways to it. It is shown to its owner alone."""

    @does("canasta orders")
    async def orders(self, interaction: Interaction) -> Page:
        """Show the orders for this channel's game or, in direct messages, for the game that is chosen."""
        if interaction.guild_id is not None:
            return orders_page.page(await self._now(interaction, (await self.here(interaction)).id))
        found = await self.playing(interaction)
        if len(found) == 1:
            return orders_page.page(await self._now(interaction, found[0].id))
        places = [self._services.teller.pages.place(table) for table in found]
        return orders_page.which(found, interaction.user.id, places)

    @pressed(orders_page.WhichOrders)
    async def _which(self, interaction: Interaction, press: Press[orders_page.WhichOrders]) -> Page:
        return orders_page.page(await self._now(interaction, number(press.value)))

    @pressed(hand_page.OpenOrders, how=How.APART)
    async def _opened(self, interaction: Interaction, press: Press[hand_page.OpenOrders]) -> Page:
        return orders_page.page(await self._now(interaction, press.action.table))

    @pressed(orders_page.OrdersOf, how=How.APART)
    async def _opened_by_call(self, interaction: Interaction, press: Press[orders_page.OrdersOf]) -> Page:
        return orders_page.page(await self._now(interaction, press.action.game))

    @pressed(orders_page.Redraft)
    async def _changed(self, interaction: Interaction, press: Press[orders_page.Redraft]) -> Page:
        now, action = await self._now(interaction, press.action.table), press.action
        orders, lasting = orders_page.changed(action.orders, bool(action.lasting), action.part, press.values)
        return orders_page.page(replace(now, orders=orders, lasting=lasting))

    @pressed(orders_page.Give)
    async def _given(self, interaction: Interaction, press: Press[orders_page.Give]) -> Page:
        action, orders = press.action, press.action.orders
        try:
            await self._services.tables.standing_orders.give(
                action.table, interaction.user.id, orders, lasting=bool(action.lasting)
            )
        except REFUSED as error:
            return orders_page.page(await self._now(interaction, action.table), sentence(error))
        await self._bot.redraw_answers(interaction.user.id)
        return orders_page.page(await self._now(interaction, action.table))

    @pressed(orders_page.DropOrders)
    async def _withdrawn(self, interaction: Interaction, press: Press[orders_page.DropOrders]) -> Page:
        await self._services.tables.standing_orders.withdraw(press.action.table, interaction.user.id)
        await self._bot.redraw_answers(interaction.user.id)
        return orders_page.page(await self._now(interaction, press.action.table))

    async def _now(self, interaction: Interaction, table_id: int) -> Drafted:
        """Return what the panel shows first. Raises `NotSeated`, `WrongStatus`."""
        look = await self.look(table_id, interaction.user.id)
        if look.table.seat_of(interaction.user.id) is None:
            raise NotSeated
        if look.mine is None or look.table.status is not Status.PLAYING:
            raise WrongStatus(look.table)
        given = await self._services.tables.standing_orders.of(table_id, interaction.user.id)
        emojis = self._services.emoji_uploads.seen_by(await self._services.people.get(interaction.user.id))
        return orders_page.begun(look.table, look.mine.hand, given, emojis)


async def setup(bot: CanastaBot) -> None:
    """Add the cog."""
    await bot.add_cog(OrdersCog(bot))
