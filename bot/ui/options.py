"""Options that several pages offer: variants, layouts, times for a turn, languages, looks of pictures."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.canasta.rules import list_variants
from bot.tables.rules.clock import LIMITS
from bot.ui.actions import Action
from bot.ui.components import menus
from bot.ui.i18n import N_, _, labelled, languages
from bot.ui.words import clock_text, variant_names
from renderer import BACKS, THEMES, Style

_THEMES = {"green": N_("Green table"), "night": N_("Dark table"), "light": N_("Light table")}
_BACKS = {
    "ruby": N_("Red backs with a lattice"),
    "ocean": N_("Blue backs with waves"),
    "sun": N_("Orange backs with a sun"),
    "stars": N_("Violet backs with stars"),
}


def limit_options(chosen: int) -> list[discord.SelectOption]:
    """Return the time limits that a turn may have, as options of a menu."""
    return [
        discord.SelectOption(
            label=labelled(_("Time per turn"), clock_text.limit(limit)), value=str(limit), default=limit == chosen
        )
        for limit in LIMITS
    ]


def variant_menus(placeholder: str, action: Action, chosen: str) -> list[ui.ActionRow[Any]]:
    """Return menus of all variants; `action` gets the chosen id as its value."""
    options = [
        discord.SelectOption(label=variant_names.name(one.name), value=one.id, default=one.id == chosen)
        for one in list_variants()
    ]
    return menus(placeholder, action, options)


def language_options(chosen: str | None) -> list[discord.SelectOption]:
    """Return the languages that can be chosen, as options of a menu."""
    return [
        discord.SelectOption(label=name, value=language, default=language == chosen)
        for language, name in languages().items()
    ]


def theme_name(theme: str) -> str:
    """Return the name of a theme of pictures."""
    return _(_THEMES.get(theme, theme))


def theme_options(chosen: str | None) -> list[discord.SelectOption]:
    """Return the themes of pictures; None is the bot's own choice."""
    return [
        discord.SelectOption(label=theme_name(theme), value=theme, default=theme == (chosen or Style.theme))
        for theme in THEMES
    ]


def back_options(chosen: str | None) -> list[discord.SelectOption]:
    """Return the backs of cards; None is the bot's own choice."""
    return [
        discord.SelectOption(label=_(_BACKS.get(back, back)), value=back, default=back == (chosen or Style.back))
        for back in BACKS
    ]
