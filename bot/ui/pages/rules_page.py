"""The rules of a game, page by page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from discord import ui

from bot.canasta.rules import Rules
from bot.data.tables import Table
from bot.tables.rules import house_rules
from bot.tables.rules.game_rules import rules_for, rules_of
from bot.ui.actions import Action, TableAction
from bot.ui.components import button
from bot.ui.page import Page, notice
from bot.ui.words import rules_text


@dataclass(frozen=True)
class TurnTo(TableAction, name="rules-page"):
    """The step to another page of a table's rules."""

    number: int


@dataclass(frozen=True)
class TurnRulesTo(Action, name="rules-of", between=" "):
    """The step to another page of the rules of a game that nobody needs to play; `-` as `house` is no house rules."""

    number: int
    variant: str
    layout: str
    house: str

    def rules(self) -> Rules:
        """Return the rules that are shown. Raises `RulesError` if there are none such (any more)."""
        return rules_for(self.variant, self.layout, {} if self.house == "-" else house_rules.read(self.house))


def of_table(table: Table, number: int = 0) -> Page:
    """Return a page, from 0, of the rules of a table."""
    return _page(rules_of(table), number, lambda place: TurnTo(table.id, table.version, place))


def of_rules(rules: Rules, number: int = 0) -> Page:
    """Return a page, from 0, of the rules of a game.

    House rules may be too long for the buttons; then everything is in one page, as much of it as a message can hold.
    """
    house = house_rules.code(dict(rules.house)) if rules.house else "-"
    try:
        return _page(rules, number, lambda place: TurnRulesTo(place, rules.id, rules.layout, house))
    except ValueError:
        return notice("\n".join(one.text for one in rules_text.pages(rules))[: rules_text.LONGEST])


def _page(rules: Rules, number: int, turn_to: Callable[[int], Action]) -> Page:
    pages = rules_text.pages(rules)
    shown = min(number, len(pages) - 1)
    buttons = [button(one.name, turn_to(place), disabled=place == shown) for place, one in enumerate(pages)]
    return notice(pages[shown].text, ui.ActionRow(*buttons))
