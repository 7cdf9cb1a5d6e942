"""Deals of past days and weeks, played for fun: the choice of one, and how the round ended."""

from __future__ import annotations

from dataclasses import dataclass

import discord
from discord import ui

from bot.data.daily import Every
from bot.tables.rules.game_rules import rules_of
from bot.tables.views import Look, PastDealList, PastDealLook
from bot.ui.actions import Action, TableAction
from bot.ui.components import PRIMARY, LabelledButton, button, in_rows, menus
from bot.ui.i18n import _
from bot.ui.page import Page, notice
from bot.ui.pages import rules_page
from bot.ui.pages.table_page import Ended, todays_deal
from bot.ui.words import daily_text, variant_names


class ShowPastDeals(Action, name="past-deals"):
    """The wish to choose a past day."""


class ShowPastWeeks(Action, name="past-weeks"):
    """The wish to choose the game of a past week."""


@dataclass(frozen=True)
class SwitchPastDeals(Action, name="past-deals-of"):
    """The wish to choose among all past days, or all past weeks, in place of the others."""

    every: Every


@dataclass(frozen=True)
class TurnPastDeals(Action, name="past-deals-to"):
    """The wish to see the deals up to a `last` one."""

    last: int


class PlayPastDeal(Action, name="past-deal"):
    """The choice of the past deal that is to be played for fun."""


@dataclass(frozen=True)
class PastDealHere(Action, name="past-deal-here"):
    """The wish to play a `deal` in this message."""

    deal: int


class PastDealAgain(TableAction, name="past-deal-again"):
    """The wish to play a past deal that is over once more."""


def way(every: Every = Every.DAY) -> LabelledButton:
    """Return the button that leads to the choice of a past day, or of the game of a past week."""
    return button(titles(every)[0], ShowPastDeals() if every is Every.DAY else ShowPastWeeks())


def titles(every: Every) -> tuple[str, str]:
    """Return the title of the list of past days or weeks, and the words in its place while there are none."""
    if every is Every.DAY:
        none = _("There is no past deal yet: the first one can be played for fun once its day is over for everybody.")
        return _("Past deals"), none
    none = _("There is no past game yet: the first one can be played for fun once its week is over for everybody.")
    return _("Past games of the week"), none


def choice(found: PastDealList) -> Page:
    """Return the choice of a day or of a week, with ways to earlier and later ones, and to those of the other kind."""
    title, empty = titles(found.every)
    if found.every is Every.DAY:
        menu = _("Choose a day")
        about = _(
            "Play the deal of any past day for fun: the same cards against the same computers. It counts nowhere."
        )
        other = button(titles(Every.WEEK)[0], SwitchPastDeals(Every.WEEK))
    else:
        menu = _("Choose a game")
        about = _(
            "Play the game of any past week for fun: the same cards against the same computers. It counts nowhere."
        )
        other = button(titles(Every.DAY)[0], SwitchPastDeals(Every.DAY))
    if not found.deals:
        return notice(f"### {title}\n{empty}", *in_rows([other, todays_deal()]))
    options = [
        discord.SelectOption(label=daily_text.past(one), value=str(one.number), description=daily_text.about_past(one))
        for one in found.deals
    ]
    turning = []
    if found.earlier is not None:
        turning.append(button(_("Earlier"), TurnPastDeals(found.earlier)))
    if found.later is not None:
        turning.append(button(_("Later"), TurnPastDeals(found.later)))
    return Page(
        ui.TextDisplay(f"### {title}\n{about}"),
        *menus(menu, PlayPastDeal(), options),
        *in_rows([*turning, other, todays_deal()]),
    )


def over(look: Look, deal: PastDealLook, ended: Ended) -> Page:
    """Return how a round for fun ended, beside the results that counted."""
    assert deal.result is not None
    table = look.table
    again = button(_("Play again"), PastDealAgain(table.id, table.version), PRIMARY)
    return Page(
        ui.TextDisplay("\n".join([daily_text.heading_for_fun(deal), *daily_text.compared(deal.result)])),
        *ended.items(table),
        *in_rows([again, way(deal.every), todays_deal()]),
    )


def sent(look: Look, deal: PastDealLook) -> Page:
    """Return the page that says where the deal is."""
    if deal.every is Every.DAY:
        text = _("The deal of {date} is in your direct messages. It counts nowhere, and waits as long as you like.")
        return notice(text.format(date=daily_text.dated(deal.first)))
    text = _("{game} is in your direct messages. It counts nowhere, and waits as long as you like.")
    said = text.format(game=variant_names.named(deal.variant))
    return notice(said, ui.ActionRow(rules_page.rules_button(rules_of(look.table))))


def closed(deal: int) -> Page:
    """Return the page for somebody who can't get a direct message: they can play right here."""
    text = _("I can't send you a direct message now. Play the deal right here, where only you see it.")
    return notice(text, ui.ActionRow(button(_("Play here"), PastDealHere(deal), PRIMARY)))
