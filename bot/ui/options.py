"""Options that several pages offer: variants, layouts, times for a turn, languages."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.canasta.rules import list_variants
from bot.tables.rules.clock import LIMITS
from bot.ui.actions import Action
from bot.ui.components import menus
from bot.ui.i18n import LANGUAGES, _, ngettext, translated
from bot.ui.words import clock_text


def limit_options(chosen: int) -> list[discord.SelectOption]:
    """Return the time limits that a turn may have, as options of a menu."""
    return [
        discord.SelectOption(label=clock_text.limit(limit), value=str(limit), default=limit == chosen)
        for limit in LIMITS
    ]


def variant_menus(placeholder: str, action: Action, chosen: str) -> list[ui.ActionRow[Any]]:
    """Return menus of all variants; `action` gets the chosen id as its value."""
    options = [
        discord.SelectOption(label=_(one.name), value=one.id, default=one.id == chosen) for one in list_variants()
    ]
    return menus(placeholder, action, options)


def language_options(chosen: str | None) -> list[discord.SelectOption]:
    """Return the languages that can be chosen, as options of a menu."""
    return [
        discord.SelectOption(
            label=name,
            value=language,
            default=language == chosen,
            description=None if translated(language) else _("Not translated yet: texts are in English"),
        )
        for language, name in LANGUAGES.items()
    ]


def layout_name(name: str, seats: int) -> str:
    """Return the name of a table's layout, as people choose it."""
    kind = name.partition("-")[2]
    count = ngettext("{count} player", "{count} players", seats).format(count=seats)
    how = {
        "solo": _("each alone"),
        "lone": _("one against two"),
        "alliance": _("one against two, each with their own score"),
        "sitout": _("one sits out each round"),
        "rotating": _("changing partners"),
        "pairs": _("in pairs"),
        "trios": _("two sides of three"),
    }.get(kind)
    return f"{count}, {how}" if how else count
