"""The deals of the day and of the week, in direct messages, with the buttons of every hand."""

from __future__ import annotations

from bot.client.client import CanastaBot
from bot.data.daily import Every, Span
from bot.messages.discord_api import nonce_of
from bot.messages.discord_refusals import Refusal
from bot.tables import Look
from bot.tables.errors import NoSuchTable
from bot.tables.rules import daily_times
from bot.tables.views import DailyLook
from bot.ui import i18n
from bot.ui.actions import Interaction, Press, Unreadable
from bot.ui.i18n import _
from bot.ui.page import Page, notice
from bot.ui.pages import daily_page, hand_page, table_page
from bot.ui.words import daily_text
from bot.ui.words.refusals import Refused
from cogs.frame import How, does, not_now, pressed
from cogs.past_deals import PastDealsCog, typed_deal

#: How many days the curve of a person shows.
_CURVE_DAYS = 42


class DailyCog(PastDealsCog):
    """The ways into the deals of the day and of the week, their results, and past deals.

    Presses in them are answered as in any game.
    """

    @does("canasta daily")
    async def daily(self, interaction: Interaction, game: str | None = None) -> Page:
        """Send today's deal, or a past one for fun, in a direct message; the result, once it is over, stands here."""
        if game is None:
            return await self._opened(interaction, Every.DAY)
        return await self.open_past(interaction, typed_deal(game))

    @pressed(table_page.OpenDaily, how=How.APART)
    async def _wanted(self, interaction: Interaction, press: Press[table_page.OpenDaily]) -> Page:
        return await self._opened(interaction, Every.DAY)

    @pressed(daily_page.MorningDeal, how=How.APART)
    async def _wanted_in_the_morning(self, interaction: Interaction, press: Press[daily_page.MorningDeal]) -> Page:
        return await self._opened(interaction, Every.DAY)

    @pressed(daily_page.OpenWeekly, how=How.APART)
    async def _week_wanted(self, interaction: Interaction, press: Press[daily_page.OpenWeekly]) -> Page:
        return await self._opened(interaction, Every.WEEK)

    @pressed(daily_page.Here)
    async def _wanted_here(self, interaction: Interaction, press: Press[daily_page.Here]) -> Page:
        look, daily = await self._begun(interaction, press.action.every)
        return await self._page(interaction, look, daily)

    @pressed(daily_page.DealBefore, how=How.APART)
    async def _before_wanted(self, interaction: Interaction, press: Press[daily_page.DealBefore]) -> Page:
        if not daily_times.is_daily(press.action.table):
            raise Unreadable
        deal = daily_times.before(daily_times.deal_of_table(press.action.table))
        of_day = daily_times.every_of(deal) is Every.DAY
        try:
            look, daily = await self._seen(interaction, daily_times.DAILY + deal)
        except NoSuchTable:
            text = _("You didn't play yesterday's deal.") if of_day else _("You didn't play last week's game.")
            raise Refused(text) from None
        if daily.result is None and daily.closed:
            text = _("You didn't finish yesterday's deal.") if of_day else _("You didn't finish last week's game.")
            raise Refused(text)
        return await self._page(interaction, look, daily)

    @pressed(daily_page.OpenDailyBoard, how=How.APART)
    async def _board_wanted(self, interaction: Interaction, press: Press[daily_page.OpenDailyBoard]) -> Page:
        return await self._board(interaction, press.action.span)

    @pressed(daily_page.ShowDailyBoard)
    async def _other_board_wanted(self, interaction: Interaction, press: Press[daily_page.ShowDailyBoard]) -> Page:
        return await self._board(interaction, press.action.span)

    @pressed(daily_page.ShowDailyDays, how=How.APART)
    async def _days_wanted(self, interaction: Interaction, press: Press[daily_page.ShowDailyDays]) -> Page:
        user_id, tables = interaction.user.id, self._services.tables
        found, person = await tables.daily.days_of(user_id), await self._services.people.get(user_id)
        picture = None
        if person.pictures and found.results:
            view = daily_text.curve(found, daily_times.day_at(tables.now()), _CURVE_DAYS)
            picture = await self._services.pictures.curve(view, person)
        return daily_page.own_days(found, picture)

    @pressed(daily_page.OpenWorldBoard, how=How.APART)
    async def _world_wanted(self, interaction: Interaction, press: Press[daily_page.OpenWorldBoard]) -> Page:
        return await self._world(interaction)

    @pressed(daily_page.ShowWorldBoard)
    async def _world_shown(self, interaction: Interaction, press: Press[daily_page.ShowWorldBoard]) -> Page:
        return await self._world(interaction)

    async def _world(self, interaction: Interaction) -> Page:
        user_id, in_server = interaction.user.id, interaction.guild_id is not None
        board, person = await self._services.tables.daily.world(user_id), await self._services.people.get(user_id)
        view = daily_page.world_board(board, user_id)
        picture = await self._services.pictures.standings(view, person) if person.pictures else None
        return daily_page.world_board_shown(board, view, picture, named=person.named, in_server=in_server)

    async def _board(self, interaction: Interaction, span: Span) -> Page:
        if interaction.guild_id is None:
            raise Unreadable
        guild_id, user_id = interaction.guild_id, interaction.user.id
        await self._note_player(interaction)
        board = await self._services.tables.daily.board(guild_id, user_id, span)
        if await self._asked_for(guild_id, {row.user_id for row in board.rows}):
            board = await self._services.tables.daily.board(guild_id, user_id, span)
        view = daily_page.server_board(board, user_id)
        person = await self._services.people.get(interaction.user.id)
        picture = await self._services.pictures.standings(view, person) if person.pictures else None
        return daily_page.board_shown(board, view, picture)

    @pressed(daily_page.ShareDaily, how=How.APART)
    async def _shared(self, interaction: Interaction, press: Press[daily_page.ShareDaily]) -> Page:
        """Show a result in this channel."""
        user_id, channel_id = interaction.user.id, interaction.channel_id
        _look, daily = await self._seen(interaction, press.action.table)
        if daily.result is None or interaction.guild_id is None or channel_id is None:
            raise Unreadable
        with i18n.speaking(await self._services.teller.pages.language_of(interaction.guild_id)):
            page = daily_page.shared(user_id, daily)
        nonce = nonce_of("daily", press.action.table, user_id, channel_id)
        posted = await self._services.discord_api.messages.post(channel_id, page, nonce=nonce, silent=True)
        if isinstance(posted, Refusal):
            barred = _("I can't write in this channel. Use `/canasta daily` in another one.")
            raise Refused(not_now() if posted.passing else barred)
        return notice(_("Everybody can see it now in <#{channel}>.").format(channel=channel_id))

    # -- what is shown

    async def _opened(self, interaction: Interaction, every: Every) -> Page:
        look, daily = await self._begun(interaction, every)
        if daily.result is not None:
            return await self._page(interaction, look, daily)
        page, person = await self._page(interaction, look, daily), await self._services.people.get(interaction.user.id)
        nonce = nonce_of("daily", interaction.id)
        sent = await self._services.direct_messages.send(person, page, nonce=nonce)
        return daily_page.closed(every) if isinstance(sent, Refusal) else daily_page.sent(look, daily)

    async def _begun(self, interaction: Interaction, every: Every) -> tuple[Look, DailyLook]:
        user = interaction.user
        look = await self._services.tables.daily.open(user.id, user.display_name, every)
        await self._note_player(interaction)
        return self._of_deal(look)

    async def _note_player(self, interaction: Interaction) -> None:
        """Have somebody who plays stand on the boards of the server from where they ask."""
        guild_id, user = interaction.guild_id, interaction.user
        if guild_id is not None:
            await self._services.league.members.note_player(guild_id, user.id, user.display_name)

    async def _seen(self, interaction: Interaction, table_id: int) -> tuple[Look, DailyLook]:
        """Return a deal as a person sees it. Raises `NoSuchTable` if they haven't begun it, or it is none."""
        return self._of_deal(await self._services.tables.look(table_id, interaction.user.id))

    def _of_deal(self, look: Look) -> tuple[Look, DailyLook]:
        if look.daily is None:
            raise NoSuchTable
        self.about(look.table)
        return look, look.daily

    async def _page(self, interaction: Interaction, look: Look, daily: DailyLook) -> Page:
        """Return a person's deal: their hand, or the result with the board of the server in which they look."""
        assert look.mine is not None
        person = await self._services.people.get(interaction.user.id)
        parts = await self._services.teller.pages.parts(look, look.mine, person, with_table=True)
        if daily.result is None or parts.ended is None or interaction.guild_id is None:
            return hand_page.hand(parts)
        if not daily.current:
            return daily_page.over(look, daily, parts.ended, in_server=True)
        span = Span.DAY if daily.every is Every.DAY else Span.GAME
        board = await self._services.tables.daily.board(interaction.guild_id, interaction.user.id, span)
        return daily_page.over(look, daily, parts.ended, board.rows, in_server=True)


async def setup(bot: CanastaBot) -> None:
    """Load the cog."""
    await bot.add_cog(DailyCog(bot))
