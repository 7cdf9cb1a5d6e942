"""Deals of past days, played for fun: the choice of a day, and how the round ended."""

from __future__ import annotations

from dataclasses import dataclass

import discord
from discord import ui

from bot.tables.rules.daily_times import date_of
from bot.tables.views import Look, PastDealList, PastDealLook
from bot.ui.actions import Action, Pressable, TableAction
from bot.ui.components import PRIMARY, button, in_rows, menus
from bot.ui.i18n import _
from bot.ui.page import Page, notice
from bot.ui.pages.table_page import Ended, todays_deal
from bot.ui.words import daily_text


class ShowPastDeals(Action, name="past-deals"):
    """The wish to choose a past day."""


@dataclass(frozen=True)
class TurnPastDeals(Action, name="past-deals-to"):
    """The wish to see the days up to a `last` one."""

    last: int


class PlayPastDeal(Action, name="past-deal"):
    """The choice of the past day whose deal is to be played for fun."""


@dataclass(frozen=True)
class PastDealHere(Action, name="past-deal-here"):
    """The wish to play the deal of a `day` in this message."""

    day: int


class PastDealAgain(TableAction, name="past-deal-again"):
    """The wish to play a past deal that is over once more."""


def way() -> Pressable:
    """Return the button that leads to the choice of a past day."""
    return button(_("Past deals"), ShowPastDeals())


def choice(found: PastDealList) -> Page:
    """Return the choice of a day, with ways to earlier and later ones."""
    title = "### " + _("Past deals")
    if not found.deals:
        empty = _("There is no past deal yet: the first one can be played for fun once its day is over for everybody.")
        return notice(f"{title}\n{empty}", ui.ActionRow(todays_deal()))
    about = _("Play the deal of any past day for fun: the same cards against the same computers. It counts nowhere.")
    options = [
        discord.SelectOption(
            label=daily_text.dated(date_of(one.number)), value=str(one.number), description=daily_text.played(one)
        )
        for one in found.deals
    ]
    turning = []
    if found.earlier is not None:
        turning.append(button(_("Earlier"), TurnPastDeals(found.earlier)))
    if found.later is not None:
        turning.append(button(_("Later"), TurnPastDeals(found.later)))
    return Page(
        ui.TextDisplay(f"{title}\n{about}"),
        *menus(_("Choose a day"), PlayPastDeal(), options),
        *in_rows([*turning, todays_deal()]),
    )


def over(look: Look, deal: PastDealLook, ended: Ended) -> Page:
    """Return how a round for fun ended, beside the results of its day."""
    table = look.table
    buttons = [button(_("Play again"), PastDealAgain(table.id, table.version), PRIMARY), way(), todays_deal()]
    return Page(
        ui.TextDisplay("\n".join([daily_text.heading_for_fun(deal), *daily_text.compared(deal)])),
        *ended.items(table),
        *in_rows(buttons),
        attachments=ended.files,
    )


def sent(deal: PastDealLook) -> Page:
    """Return the page that says where the deal is."""
    text = _("The deal of {date} is in your direct messages. It counts nowhere, and waits as long as you like.")
    return notice(text.format(date=daily_text.dated(deal.day)))


def closed(day: int) -> Page:
    """Return the page for somebody who can't get a direct message: they can play right here."""
    text = _("I can't send you a direct message now. Play the deal right here, where only you see it.")
    return notice(text, ui.ActionRow(button(_("Play here"), PastDealHere(day), PRIMARY)))
