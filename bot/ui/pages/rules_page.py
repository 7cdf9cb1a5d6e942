"""The rules of a game, page by page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from discord import ui

from bot.canasta.example_round import ExampleRound, example_round, has_example
from bot.canasta.rules import Rules
from bot.data.tables import Table
from bot.tables.rules import house_rules
from bot.tables.rules.game_rules import rules_for, rules_of
from bot.ui.actions import Action, TableAction
from bot.ui.components import LabelledButton, button
from bot.ui.i18n import _
from bot.ui.page import Page, gallery, notice
from bot.ui.words import example_text, rules_text
from renderer import Picture


@dataclass(frozen=True)
class TurnToRules(TableAction, name="rules-page"):
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


class OpenRulesOf(TurnRulesTo, name="rules-open", between=" "):
    """The wish for a page of them beside the message with the button."""


def rules_button(rules: Rules) -> LabelledButton:
    """Return the button that opens the rules of a game as it is usually played."""
    return button(_("Rules"), OpenRulesOf(0, rules.id, rules.layout, "-"))


def example_on(rules: Rules, number: int) -> ExampleRound | None:
    """Return the example that the page of this number shows, None if that page says rules."""
    return example_round(rules) if number >= rules_text.PAGES and has_example(rules) else None


def of_table(table: Table, number: int = 0, sheet: Picture | None = None) -> Page:
    """Return a page, from 0, of the rules of a table.

    `sheet` are the points of the page's example; they stand in words without it.
    """
    return _page(rules_of(table), number, lambda place: TurnToRules(table.id, table.version, place), sheet)


def of_rules(rules: Rules, number: int = 0, sheet: Picture | None = None) -> Page:
    """Return a page, from 0, of the rules of a game, as `of_table` does.

    House rules may be too long for the buttons; then everything is in one page, as much of it as a message can hold.
    """
    house = house_rules.code(dict(rules.house)) if rules.house else "-"
    try:
        return _page(rules, number, lambda place: TurnRulesTo(place, rules.id, rules.layout, house), sheet)
    except ValueError:
        return notice("\n".join(one.text for one in rules_text.pages(rules))[: rules_text.LONGEST])


def _page(rules: Rules, number: int, turn_to: Callable[[int], Action], sheet: Picture | None) -> Page:
    pages = rules_text.pages(rules)
    names = [one.name for one in pages]
    if has_example(rules):
        names.append(example_text.name())
    shown = min(number, len(names) - 1)
    row = ui.ActionRow[Any](
        *(button(name, turn_to(place), disabled=place == shown) for place, name in enumerate(names))
    )
    if shown < len(pages):
        return notice(pages[shown].text, row)
    text = ui.TextDisplay[Any](rules_text.example(rules, with_points=sheet is None).text)
    if sheet is None:
        return Page(text, row)
    return Page(text, gallery("scores.png", sheet), row)
