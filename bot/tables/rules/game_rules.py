"""The rules of Canasta that a table plays by."""

from __future__ import annotations

from collections.abc import Mapping

from bot.canasta.rules import Rules, load_rules, variant_info
from bot.canasta.rules.stored import read as read_rules
from bot.data.tables import Table


def rules_for(variant: str, layout: str | None, house: Mapping[str, object]) -> Rules:
    """Return the rules of a table; without a layout, the one for four, else the variant's first.

    Raises `RulesError`.
    """
    if layout is None and any(one.name == "4" for one in variant_info(variant).layouts):
        layout = "4"
    return load_rules(variant, layout, house=house)


def rules_of(table: Table) -> Rules:
    """Return the rules that a table was begun with, whatever variant files say now. Raises `RulesError`."""
    return read_rules(table.rules) if table.rules else rules_for(table.variant, table.layout, table.house)
