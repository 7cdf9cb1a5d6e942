"""Deals of past days, played for fun in direct messages, with the buttons of every hand."""

from __future__ import annotations

import re
from datetime import date

from bot.client.client import CanastaBot
from bot.messages.discord_api import nonce_of
from bot.messages.discord_refusals import Refusal
from bot.tables import Look
from bot.tables.errors import NoSuchTable
from bot.tables.rules.daily_times import PAST, date_of, is_past
from bot.ui.actions import Interaction, Press, number
from bot.ui.i18n import _
from bot.ui.page import Page
from bot.ui.pages import hand_page, past_deal_page
from bot.ui.typed_names import Offer
from bot.ui.words import daily_text
from bot.ui.words.refusals import Refused
from cogs.frame import Cog, How, pressed

#: How many past days a command's option offers; any other can be typed.
_OFFERED = 120
_DATE = re.compile(r"\d{4}-\d{1,2}-\d{1,2}", re.ASCII)


class PastDealsCog(Cog):
    """The choice of a past day, and its deal. Presses in it are answered as in any game."""

    @pressed(past_deal_page.ShowPastDeals, how=How.APART)
    async def _past_days_wanted(self, interaction: Interaction, press: Press[past_deal_page.ShowPastDeals]) -> Page:
        return past_deal_page.choice(await self._services.tables.past_deals.latest(interaction.user.id))

    @pressed(past_deal_page.TurnPastDeals)
    async def _past_days_turned(self, interaction: Interaction, press: Press[past_deal_page.TurnPastDeals]) -> Page:
        return past_deal_page.choice(
            await self._services.tables.past_deals.latest(interaction.user.id, press.action.last)
        )

    @pressed(past_deal_page.PlayPastDeal, how=How.APART)
    async def _past_deal_wanted(self, interaction: Interaction, press: Press[past_deal_page.PlayPastDeal]) -> Page:
        return await self.open_past(interaction, number(press.value))

    @pressed(past_deal_page.PastDealHere)
    async def _past_deal_here(self, interaction: Interaction, press: Press[past_deal_page.PastDealHere]) -> Page:
        return await self._past_page(interaction, await self._past_begun(interaction, press.action.day))

    @pressed(past_deal_page.PastDealAgain)
    async def _past_deal_again(self, interaction: Interaction, press: Press[past_deal_page.PastDealAgain]) -> Page:
        action, deals = press.action, self._services.tables.past_deals
        if not is_past(action.table):
            raise NoSuchTable
        look = await deals.again(action.table - PAST, interaction.user.id, action.version)
        return await self._past_page(interaction, look)

    async def open_past(self, interaction: Interaction, day: int) -> Page:
        """Send a past day's deal, as it stands, in a direct message; the result, once it is over, stands here."""
        look = await self._past_begun(interaction, day)
        page = await self._past_page(interaction, look)
        assert look.past_deal is not None
        if look.past_deal.points is not None:
            return page
        person, nonce = await self._services.people.get(interaction.user.id), nonce_of("past", interaction.id)
        sent = await self._services.direct_messages.reach(
            person, lambda channel: self._services.discord_api.messages.post(channel, page, nonce=nonce)
        )
        return past_deal_page.closed(day) if isinstance(sent, Refusal) else past_deal_page.sent(look.past_deal)

    async def _past_begun(self, interaction: Interaction, day: int) -> Look:
        user = interaction.user
        look = await self._services.tables.past_deals.open(day, user.id, user.display_name)
        self.about(look.table)
        return look

    async def _past_page(self, interaction: Interaction, look: Look) -> Page:
        assert look.mine is not None
        person = await self._services.people.get(interaction.user.id)
        return hand_page.hand(await self._services.teller.pages.own(look, look.mine, person, with_table=True))


async def past_days(bot: CanastaBot, user_id: int, typed: str) -> list[Offer]:
    """Return the past days whose deals a person may play, by their dates."""
    found = (await bot.services.tables.past_deals.latest(user_id, most=_OFFERED)).deals
    day = _day(typed)
    if day is not None and all(one.number != day for one in found):
        found += tuple(
            one for one in (await bot.services.tables.past_deals.latest(user_id, day, 1)).deals if one.number == day
        )
    return [
        Offer(daily_text.offered(one), date_of(one.number).isoformat(), also=date_of(one.number).isoformat())
        for one in found
    ]


def typed_day(text: str) -> int:
    """Return the day that somebody types, counted from 1 January 1970. Raises `Refused` if it is none."""
    day = _day(text)
    if day is None:
        raise Refused(_("Choose a day of the list, or write it like 2026-11-20: year, month, day."))
    return day


def _day(text: str) -> int | None:
    if not _DATE.fullmatch(text.strip()):
        return None
    try:
        return (date(*map(int, text.strip().split("-"))) - date_of(0)).days
    except ValueError:
        return None
