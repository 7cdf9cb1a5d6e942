"""Tables in a browser: the link that opens one, and where a person is signed in."""

from __future__ import annotations

from bot.client.client import CanastaBot
from bot.data.tables import Table
from bot.tables import is_own
from bot.tables.errors import NotSeated
from bot.ui.actions import Interaction, Press, number
from bot.ui.i18n import _
from bot.ui.page import Page
from bot.ui.pages import browser_page, table_page
from bot.ui.words.refusals import Refused
from cogs.frame import Answer, Cog, How, pressed
from cogs.seen import check_seen


class BrowserCog(Cog):
    """The buttons that lead to a browser, and out of one."""

    @pressed(table_page.OpenInBrowser, how=How.APART)
    async def _table_wanted(self, interaction: Interaction, press: Press[table_page.OpenInBrowser]) -> Page:
        """Give somebody a link of their own to a table: to play where they sit, else to watch."""
        doors, user = self._services.doors, interaction.user.id
        if not doors.there:
            raise Refused(_("Tables can no longer be opened in a browser here. Your game goes on as it is: `/hand`."))
        tables, table_id = self._services.tables, press.action.table
        if is_own(table_id):
            look = await tables.look(table_id, user)
            self.about(look.table)
            if look.what_if is not None:
                raise NotSeated
            return browser_page.link(await doors.link(user, table_id), None)
        table = self.about(await tables.get(table_id))
        here = table if doors.activity else None
        if await self._lets_watch(interaction, table):
            return browser_page.watch_link(await doors.link(user, table.id), here)
        return browser_page.link(await doors.link(user, table.id), here)

    @pressed(browser_page.PlayHere, how=How.FORM)
    async def _activity_wanted(self, interaction: Interaction, press: Press[browser_page.PlayHere]) -> Answer:
        """Open Discord's own window for somebody, with the table where they sit or may watch."""
        doors, user = self._services.doors, interaction.user.id
        table = self.about(await self._services.tables.get(press.action.table))
        watches = await self._lets_watch(interaction, table)
        # Discord starts it by a first answer alone.
        if doors.activity:
            await doors.wish(user, table.id)
            if await self._services.discord_api.answers.launch(interaction):
                return None
        raise Refused(browser_page.no_activity(watches=watches))

    async def _lets_watch(self, interaction: Interaction, table: Table) -> bool:
        """Return whether a person doesn't sit at a table, and let them watch it. Raises an error of `REFUSED` if they may not."""
        if is_own(table.id):
            raise NotSeated
        if table.seat_of(interaction.user.id) is not None:
            return False
        await check_seen(self._services.places, interaction, table)
        await self._services.doors.let_watch(interaction.user.id, table)
        return True

    @pressed(browser_page.ShowBrowsers, how=How.APART)
    async def _browsers_wanted(self, interaction: Interaction, press: Press[browser_page.ShowBrowsers]) -> Page:
        return await self._browsers(interaction)

    @pressed(browser_page.SignOut)
    async def _signed_out(self, interaction: Interaction, press: Press[browser_page.SignOut]) -> Page:
        await self._services.doors.close(interaction.user.id, number(press.value))
        return await self._browsers(interaction, _("You are signed out there."))

    @pressed(browser_page.SignOutEverywhere)
    async def _signed_out_everywhere(
        self, interaction: Interaction, press: Press[browser_page.SignOutEverywhere]
    ) -> Page:
        await self._services.doors.close(interaction.user.id)
        return await self._browsers(interaction, _("You are signed out in all browsers."))

    async def _browsers(self, interaction: Interaction, remark: str | None = None) -> Page:
        return browser_page.browsers(await self._services.doors.of(interaction.user.id), remark)


async def setup(bot: CanastaBot) -> None:
    """Load the cog."""
    await bot.add_cog(BrowserCog(bot))
