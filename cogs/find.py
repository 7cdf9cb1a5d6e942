"""The line of people who look for others to play with: who gets in, leaves it, and answers a table that calls."""

from __future__ import annotations

from bot.canasta.rules import VariantInfo
from bot.client.client import CanastaBot
from bot.data.line import InLine, RatedWish, Wish
from bot.tables.rules.matching import HOLDS, PACES
from bot.ui.actions import Interaction, Press, Unreadable, number
from bot.ui.i18n import _
from bot.ui.page import Page
from bot.ui.pages import find_page
from bot.ui.words.refusals import Refused
from cogs.frame import Cog, How, does, pressed

#: For how many seconds somebody waits who chooses nothing else.
_USUAL_HOLD = HOLDS[1]


class FindCog(Cog):
    """The way into the line, and the answers to its calls."""

    @does("canasta find")
    async def find(self, interaction: Interaction) -> Page:
        """Show one's place in line or, without one, what can be wished for."""
        return await self._page(interaction)

    @pressed(find_page.OpenFind, how=How.APART)
    async def _opened(self, interaction: Interaction, press: Press[find_page.OpenFind]) -> Page:
        return await self._page(interaction)

    @pressed(find_page.FindHere, how=How.APART)
    async def _opened_here(self, interaction: Interaction, press: Press[find_page.FindHere]) -> Page:
        return await self._page(interaction)

    @pressed(find_page.PlayToo, how=How.APART)
    async def _too_pressed(self, interaction: Interaction, press: Press[find_page.PlayToo]) -> Page:
        """Get in line with the wish of somebody who waits; whoever has a place is asked before it gets another wish."""
        shown = press.action
        wanted = find_page.GetInLine(shown.players, shown.pace, shown.here, shown.rated, _USUAL_HOLD, shown.variant)
        wish = self._wish(interaction, wanted, await self._games(interaction))
        place = await self._services.tables.line.of(interaction.user.id)
        if place is None or not place.stage.in_line:
            return await self._enter(interaction, wish, _USUAL_HOLD)
        if place.gathering_id is not None or place.wish == wish:
            return await self._page(interaction)
        return await self._choosing(interaction, wish, _USUAL_HOLD)

    @pressed(find_page.WishAnew)
    async def _anew_wanted(self, interaction: Interaction, press: Press[find_page.WishAnew]) -> Page:
        place = await self._services.tables.line.of(interaction.user.id)
        if place is None or place.gathering_id is not None:
            return await self._page(interaction)
        return await self._choosing(interaction, await self._possible(interaction, place.wish), _USUAL_HOLD)

    @pressed(find_page.ChangeWish)
    async def _part_chosen(self, interaction: Interaction, press: Press[find_page.ChangeWish]) -> Page:
        games, value = await self._games(interaction), press.value
        if press.action.part is find_page.WishPart.RATED:
            if value not in set(RatedWish):
                raise Unreadable
        elif press.action.part is not find_page.WishPart.GAME:
            number(value)
        wanted = find_page.changed(press.action, value, games)
        wish = self._wish(interaction, wanted, games)
        return await self._choosing(interaction, wish, wanted.hold)

    @pressed(find_page.GetInLine)
    async def _entered(self, interaction: Interaction, press: Press[find_page.GetInLine]) -> Page:
        wish = self._wish(interaction, press.action, await self._games(interaction))
        return await self._enter(interaction, wish, press.action.hold)

    async def _enter(self, interaction: Interaction, wish: Wish, hold: int) -> Page:
        user = interaction.user
        if not (await self._services.people.get(user.id)).direct:
            raise Refused(_("Tables call by direct message, and you get none: switch them on in `/preferences`."))
        await self._services.teller.write_again(user.id)
        await self._services.tables.line.enter(user.id, user.display_name, wish, interaction.guild_id, hold)
        return await self._page(interaction)

    @pressed(find_page.LeaveLine)
    async def _left(self, interaction: Interaction, press: Press[find_page.LeaveLine]) -> Page:
        await self._services.tables.line.leave(interaction.user.id)
        return find_page.left()

    @pressed(find_page.AnswerCall)
    async def _answered(self, interaction: Interaction, press: Press[find_page.AnswerCall]) -> Page:
        line, user_id, gathering_id = self._services.tables.line, interaction.user.id, press.action.gathering
        table = await line.gathering(gathering_id)
        if press.action.answer is find_page.CallAnswer.WAIT:
            if table is None or not await line.rather_wait(user_id, gathering_id):
                return find_page.pointless()
            return await self._page(interaction)
        if table is None or not await line.agree(user_id, gathering_id):
            return find_page.pointless()
        return find_page.agreed(table)

    # -- what is shown

    async def _page(self, interaction: Interaction) -> Page:
        """Return one's place in line or, without one, what can be wished for."""
        line, place = self._services.tables.line, await self._services.tables.line.of(interaction.user.id)
        if place is None or not place.stage.in_line:
            wish = Wish() if place is None else await self._possible(interaction, place.wish)
            return await self._choosing(interaction, wish, _USUAL_HOLD, place)
        table = None if place.gathering_id is None else await line.gathering(place.gathering_id)
        waiting = await line.waiting(interaction.user.id, place.guild_id)
        return find_page.standing(place, table, waiting)

    async def _choosing(self, interaction: Interaction, wish: Wish, hold: int, lost: InLine | None = None) -> Page:
        guild_id = interaction.guild_id
        return find_page.choosing(
            wish,
            hold,
            HOLDS,
            await self._games(interaction),
            await self._services.tables.line.waiting(interaction.user.id, guild_id),
            in_server=guild_id is not None,
            lost=None if lost is None else lost.stage,
        )

    async def _games(self, interaction: Interaction) -> list[VariantInfo]:
        """Return the games in the order in which they are offered."""
        return await self._services.tables.lobbies.offered(interaction.guild_id or 0)

    async def _possible(self, interaction: Interaction, wish: Wish) -> Wish:
        """Return a stored wish without what isn't offered here, or not any more."""
        games = [one for one in await self._games(interaction) if wish.variant in ("", one.id)]
        sizes = {layout.seats for one in games for layout in one.layouts}
        return Wish(
            wish.variant if games else "",
            wish.players if wish.players in sizes else 0,
            wish.pace if wish.pace in PACES else 0,
            wish.here and interaction.guild_id is not None,
            wish.rated,
        )

    def _wish(
        self,
        interaction: Interaction,
        wanted: find_page.ChangeWish | find_page.GetInLine,
        games: list[VariantInfo],
    ) -> Wish:
        """Return a wish as a button holds it. Raises `Unreadable` for one that isn't offered."""
        sizes = {layout.seats for one in games if wanted.variant in ("", one.id) for layout in one.layouts}
        possible = (
            sizes
            and wanted.players in (0, *sizes)
            and wanted.pace in (0, *PACES)
            and wanted.hold in HOLDS
            and wanted.here in (0, 1)
        )
        if not possible or (wanted.here and interaction.guild_id is None):
            raise Unreadable
        return Wish(wanted.variant, wanted.players, wanted.pace, bool(wanted.here), wanted.rated)


async def setup(bot: CanastaBot) -> None:
    """Load the cog."""
    await bot.add_cog(FindCog(bot))
