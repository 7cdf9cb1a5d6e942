"""Deals of past days and weeks, played for fun in direct messages, with the buttons of every hand."""

from __future__ import annotations

import re
from datetime import date

from bot.client.client import CanastaBot
from bot.data.daily import Every
from bot.messages.discord_api import nonce_of
from bot.messages.discord_refusals import Refusal
from bot.tables import Look
from bot.tables.errors import NoSuchTable
from bot.tables.rules.daily_times import PAST, date_of, every_of, first_day, first_number, is_past
from bot.ui.actions import Interaction, Press, number
from bot.ui.i18n import _
from bot.ui.page import Page
from bot.ui.pages import past_deal_page
from bot.ui.typed_names import Offer, folded
from bot.ui.words import daily_text
from bot.ui.words.refusals import Refused
from cogs.frame import Cog, How, pressed

#: How many past days and weeks a command's option offers; any other can be typed.
_OFFERED = 120
#: A date from the year to the day, by whatever stands between them, or as most of Europe writes it; and a week.
_DATES = (
    re.compile(r"(?P<year>[0-9]{4})(?P<sign>[-/.]) ?(?P<month>[0-9]{1,2})(?P=sign) ?(?P<day>[0-9]{1,2})\.?"),
    re.compile(r"(?P<day>[0-9]{1,2})\. ?(?P<month>[0-9]{1,2})\. ?(?P<year>[0-9]{4})"),
)
_WEEK = re.compile(r"(?P<year>[0-9]{4})-?w(?P<week>[0-9]{1,2})")
#: The dashes that phones and copied texts have in place of a hyphen.
_DASHES = str.maketrans(dict.fromkeys("‐–—−", "-"))


class PastDealsCog(Cog):
    """The choice of a past day or week, and its deal. Presses in it are answered as in any game."""

    @pressed(past_deal_page.ShowPastDeals, how=How.APART)
    async def _past_days_wanted(self, interaction: Interaction, press: Press[past_deal_page.ShowPastDeals]) -> Page:
        return past_deal_page.choice(await self._services.tables.past_deals.latest(interaction.user.id))

    @pressed(past_deal_page.ShowPastWeeks, how=How.APART)
    async def _past_weeks_wanted(self, interaction: Interaction, press: Press[past_deal_page.ShowPastWeeks]) -> Page:
        return past_deal_page.choice(await self._services.tables.past_deals.latest(interaction.user.id, Every.WEEK))

    @pressed(past_deal_page.SwitchPastDeals)
    async def _past_deals_switched(
        self, interaction: Interaction, press: Press[past_deal_page.SwitchPastDeals]
    ) -> Page:
        found = await self._services.tables.past_deals.latest(interaction.user.id, press.action.every)
        return past_deal_page.choice(found)

    @pressed(past_deal_page.TurnPastDeals)
    async def _past_deals_turned(self, interaction: Interaction, press: Press[past_deal_page.TurnPastDeals]) -> Page:
        last = press.action.last
        found = await self._services.tables.past_deals.latest(interaction.user.id, every_of(last), last)
        return past_deal_page.choice(found)

    @pressed(past_deal_page.PlayPastDeal, how=How.APART)
    async def _past_deal_wanted(self, interaction: Interaction, press: Press[past_deal_page.PlayPastDeal]) -> Page:
        return await self.open_past(interaction, number(press.value))

    @pressed(past_deal_page.PastDealHere)
    async def _past_deal_here(self, interaction: Interaction, press: Press[past_deal_page.PastDealHere]) -> Page:
        return await self._past_page(interaction, await self._past_begun(interaction, press.action.deal))

    @pressed(past_deal_page.PastDealAgain)
    async def _past_deal_again(self, interaction: Interaction, press: Press[past_deal_page.PastDealAgain]) -> Page:
        action, deals = press.action, self._services.tables.past_deals
        if not is_past(action.table):
            raise NoSuchTable
        look = await deals.again(action.table - PAST, interaction.user.id, action.version)
        return await self._past_page(interaction, look)

    async def open_past(self, interaction: Interaction, deal: int) -> Page:
        """Send a past deal, as it stands, in a direct message; the result, once it is over, stands here."""
        look = await self._past_begun(interaction, deal)
        page = await self._past_page(interaction, look)
        assert look.past_deal is not None
        if look.past_deal.result is not None:
            return page
        person, nonce = await self._services.people.get(interaction.user.id), nonce_of("past", interaction.id)
        sent = await self._services.direct_messages.send(person, page, nonce=nonce)
        return past_deal_page.closed(deal) if isinstance(sent, Refusal) else past_deal_page.sent(look, look.past_deal)

    async def _past_begun(self, interaction: Interaction, deal: int) -> Look:
        user = interaction.user
        look = await self._services.tables.past_deals.open(deal, user.id, user.display_name)
        self.about(look.table)
        return look

    async def _past_page(self, interaction: Interaction, look: Look) -> Page:
        person = await self._services.people.get(interaction.user.id)
        return await self._services.teller.pages.hand(look, person)


async def past_offers(bot: CanastaBot, user_id: int, typed: str) -> list[Offer]:
    """Return the past deals that a person may play: days by their dates, weeks by their games too."""
    latest = bot.services.tables.past_deals.latest
    found = (await latest(user_id, most=_OFFERED)).deals
    deal = _deal(typed)
    if deal is not None and every_of(deal) is Every.DAY and all(one.number != deal for one in found):
        found += tuple(one for one in (await latest(user_id, Every.DAY, deal, 1)).deals if one.number == deal)
    found += (await latest(user_id, Every.WEEK, most=_OFFERED)).deals
    return [Offer(daily_text.offered(one), _written(one.number), also=_written(one.number)) for one in found]


def typed_deal(text: str) -> int:
    """Return the number of the deal of the day or the week that somebody types. Raises `Refused` if it is none."""
    deal = _deal(text)
    if deal is None:
        raise Refused(_("Choose a day of the list, or write it like 2026-11-20: year, month, day."))
    return deal


def _written(deal: int) -> str:
    """Return a day or a week as ISO 8601 writes it."""
    first = date_of(first_day(deal))
    return first.isoformat() if every_of(deal) is Every.DAY else first.strftime("%G-W%V")


def _deal(text: str) -> int | None:
    typed = folded(text).translate(_DASHES)
    try:
        for pattern in _DATES:
            if (day := pattern.fullmatch(typed)) is not None:
                return (date(int(day["year"]), int(day["month"]), int(day["day"])) - date_of(0)).days
        if (week := _WEEK.fullmatch(typed)) is not None:
            monday = date.fromisocalendar(int(week["year"]), int(week["week"]), 1)
            return first_number(Every.WEEK) + (monday - date_of(0)).days
    except ValueError:
        pass
    return None
