"""A server's defaults for new tables: the panel of those who manage the server."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot.canasta.rules import variant_info
from bot.data.servers import Server
from bot.tables.rules import defaults
from bot.ui.actions import Action
from bot.ui.components import button, menus
from bot.ui.i18n import N_, _, labelled, languages
from bot.ui.options import back_options, language_options, limit_options, theme_options, variant_menus
from bot.ui.page import Page
from bot.ui.pages import house_rules_page, line_post_page, lobby_page, morning_page
from bot.ui.words import clock_text, person_names, variant_names
from bot.ui.words.refusals import sentence

#: The value in menus that leaves the choice to the bot.
OWN = "-"
#: How a server can have canastas, going out and the like celebrated, the bot's own choice first.
CELEBRATIONS = {
    "moving": N_("Celebrate: moving pictures"),
    "still": N_("Celebrate: still pictures"),
    "none": N_("Celebrate: no pictures"),
}


@dataclass(frozen=True)
class SetServer(Action, name="set-server"):
    """The choice of a setting's value: of the language, the layout, the limit of a turn, or how pictures look that all see."""

    setting: str


class SetLeagueAdvice(Action, name="server-advice"):
    """The choice if games that count in the league may have advice."""


class SetVariant(Action, name="set-variant"):
    """The choice of the usual variant."""


def panel(server: Server, name: str, remark: str | None) -> Page:
    """Return the panel of a server called `name`; `remark` is the last line of its text."""
    rules, left_out = defaults.chosen(server, None, None, None, None)
    variant = variant_info(rules.id)
    limit = defaults.turn_limit(server)
    others = [variant_names.named(one) for one in server.house if one != variant.id]
    own = lobby_page.own_rules(rules)
    lines = [
        _("### How Canasta is played in {server}").format(server=person_names.plain(name)),
        _("`/play` uses these settings unless something else is chosen."),
        _("**Language of the tables:** {language}").format(
            language=languages().get(server.language, server.language) if server.language else _("same as Discord")
        ),
        _("**Game:** {variant}, {layout}").format(
            variant=variant_names.name(variant.name), layout=variant_names.layout(rules.layout, rules.seats)
        ),
        _("**House rules:** none") if own is None else labelled("**" + _("House rules") + "**", own),
        _("**Time per turn:** {limit}").format(limit=clock_text.limit(limit)),
        _("**Hints:** in all games but tournaments, if the host of a table wants them")
        if server.advice
        else _("**Hints:** only in games that don't count in the league, if the host of a table wants them"),
    ]
    if others:
        lines.insert(5, _("There are also house rules for {variants}.").format(variants=", ".join(map(_, others))))
    if remark is None and left_out is not None:
        remark = sentence(left_out)
    if remark:
        lines.append(f"⚠️ **{remark}**")
    layouts = [
        discord.SelectOption(
            label=variant_names.layout(one.name, one.seats), value=one.name, default=one.name == rules.layout
        )
        for one in variant.layouts
    ]
    items: list[ui.Item[Any]] = [
        ui.TextDisplay("\n".join(lines)),
        *menus(_("Language of the tables"), SetServer("language"), _languages(server.language)),
        *variant_menus(_("Which Canasta?"), SetVariant(), variant.id),
        *menus(_("How many play, and how?"), SetServer("layout"), layouts),
        *menus(_("Time per turn"), SetServer("turn_limit"), limit_options(limit)),
        *menus(_("Which games can have hints?"), SetLeagueAdvice(), _advice(server)),
        *menus(_("Pictures to celebrate"), SetServer("celebrations"), _celebrations(server)),
        *menus(_("Colours of the table"), SetServer("theme"), theme_options(server.theme)),
        *menus(_("Backs of the cards"), SetServer("back"), back_options(server.back)),
        ui.ActionRow(
            button(_("House rules…"), house_rules_page.ShowRule(0, 0, variant.id)),
            button(_("Morning post…"), morning_page.OpenMorning()),
            button(_("Players wanted…"), line_post_page.OpenLinePost()),
        ),
    ]
    return Page(*items)


def _advice(server: Server) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(label=_("Hints outside the league"), value="0", default=not server.advice),
        discord.SelectOption(label=_("Hints except in tournaments"), value="1", default=bool(server.advice)),
    ]


def _celebrations(server: Server) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(label=_(label), value=value, default=value == (server.celebrations or "moving"))
        for value, label in CELEBRATIONS.items()
    ]


def _languages(chosen: str | None) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(label=_("Language: the server's own"), value=OWN, default=chosen is None),
        *language_options(chosen),
    ]
