"""How a server plays where nobody says otherwise: one panel for those who may manage it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands, ui
from discord.ext import commands

from bot.canasta.rules import variant_info
from bot.client import CanastaBot
from bot.messages.discord_api import Page
from bot.store.servers import Server
from bot.tables import rules_for
from bot.tables.rules import clock, defaults
from bot.ui import words
from bot.ui.components import Interaction, Press, Unreadable, button, custom_id, menus
from bot.ui.i18n import LANGUAGES, N_, _
from bot.ui.pages import table_page
from bot.ui.words.refusals import REFUSED, NotManager, sentence

#: Values of menus that stand for the bot's own choice.
_OWN = "-"


class Settings(commands.Cog):
    """A server's settings."""

    def __init__(self, bot: CanastaBot) -> None:
        self._bot = bot
        bot.answer_presses(settings=self._opened, set_server=self._chosen, set_variant=self._variant_chosen)

    @app_commands.command(name="settings", description=N_("Set how Canasta is played in this server"))
    @app_commands.guild_only()
    @app_commands.default_permissions(manage_guild=True)
    async def settings(self, interaction: discord.Interaction[CanastaBot]) -> None:
        """Show the panel."""
        await self._bot.outbound.defer(interaction)
        await self._show(interaction)

    async def _opened(self, interaction: Interaction, press: Press) -> None:
        await self._bot.outbound.acknowledge(interaction)
        await self._show(interaction)

    async def _variant_chosen(self, interaction: Interaction, press: Press) -> None:
        await self._bot.outbound.acknowledge(interaction)
        await self._set(interaction, variant=press.value, layout=None)

    async def _chosen(self, interaction: Interaction, press: Press) -> None:
        """A language, a layout or a limit was chosen; which of them is in the custom id."""
        await self._bot.outbound.acknowledge(interaction)
        await self._set(interaction, **{press.rest: None if press.value == _OWN else press.value})

    async def _set(self, interaction: Interaction, **changes: str | None) -> None:
        remark = None
        try:
            guild_id = _managed(interaction)
            checked = _checked(await self._bot.tables.servers.get(guild_id), changes)
            await self._bot.tables.servers.set(guild_id, **checked)
        except REFUSED as error:
            remark = sentence(error)
        await self._show(interaction, remark)

    async def _show(self, interaction: Interaction, remark: str | None = None) -> None:
        try:
            server = await self._bot.tables.servers.get(_managed(interaction))
            name = self._bot.teller.place(server.guild_id, 0).server
            page = _panel(server, name, remark)
        except REFUSED as error:
            page = table_page.notice(sentence(error))
        await self._bot.outbound.answer(interaction, page)


def _managed(interaction: Interaction) -> int:
    """The server that the person may manage. Raises `NotManager`."""
    if interaction.guild_id is None or not interaction.permissions.manage_guild:
        raise NotManager
    return interaction.guild_id


def _checked(server: Server, changes: Mapping[str, str | None]) -> dict[str, str | int | None]:
    """Settings as they can be stored. Raises `Unreadable`, and `RulesError` if with them no table could be opened."""
    variant = changes.get("variant", server.variant)
    match changes:
        case {"language": language} if language is None or language in LANGUAGES:
            return {"language": language}
        case {"turn_limit": limit} if limit is None or limit in map(str, clock.LIMITS):
            return {"turn_limit": None if limit is None else int(limit)}
        case {"layout": layout}:
            rules_for(variant or defaults.VARIANT, layout, defaults.house_of(server, variant or defaults.VARIANT))
            return {"variant": variant, "layout": layout}
    raise Unreadable


def _panel(server: Server, name: str, remark: str | None) -> Page:
    rules, left_out = defaults.chosen(server, None, None, None, None)
    variant = variant_info(rules.id)
    limit = defaults.turn_limit(server)
    others = [_(variant_info(one).name) for one in server.house if one != variant.id]
    lines = [
        _("### How Canasta is played in {server}").format(server=words.plain(name)),
        _("`/canasta new` takes what is set here where nobody says otherwise."),
        _("**Language of the tables:** {language}").format(
            language=LANGUAGES[server.language] if server.language else _("as Discord says")
        ),
        _("**Game:** {variant}, {layout}").format(
            variant=_(variant.name), layout=table_page.layout_name(rules.layout, rules.seats)
        ),
        table_page.own_rules(rules) or _("**House rules:** none"),
        _("**Time for a turn:** {limit}").format(limit=words.limit(limit)),
    ]
    if others:
        lines.insert(5, _("House rules are set for {variants} too.").format(variants=", ".join(map(_, others))))
    if remark is None and left_out is not None:
        remark = sentence(left_out)
    if remark:
        lines.append(f"⚠️ **{remark}**")
    layouts = [
        discord.SelectOption(
            label=table_page.layout_name(one.name, one.seats), value=one.name, default=one.name == rules.layout
        )
        for one in variant.layouts
    ]
    items: list[ui.Item[Any]] = [
        ui.TextDisplay("\n".join(lines)),
        *menus(_("Language of the tables"), custom_id("set-server", 0, 0, "language"), _languages(server.language)),
        *table_page.variant_menus(_("Which Canasta?"), "set-variant", variant.id),
        *menus(_("How many play, and how?"), custom_id("set-server", 0, 0, "layout"), layouts),
        *menus(_("Time for a turn"), custom_id("set-server", 0, 0, "turn_limit"), table_page.limit_options(limit)),
        ui.ActionRow(button(_("House rules…"), custom_id("house-at", 0, 0, f"{variant.id}/"))),
    ]
    return Page(*items)


def _languages(chosen: str | None) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(label=_("Language: as Discord says of this server"), value=_OWN, default=chosen is None),
        *table_page.language_options(chosen),
    ]


async def setup(bot: CanastaBot) -> None:
    """Load the cog."""
    await bot.add_cog(Settings(bot))
