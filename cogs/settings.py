"""A server's defaults for new tables: one panel for those who may manage the server."""

from __future__ import annotations

from collections.abc import Mapping

import discord
from discord import app_commands

from bot.client.client import CanastaBot
from bot.data.servers import Server
from bot.tables import rules_for
from bot.tables.rules import clock, defaults
from bot.ui.actions import Interaction, Press, Unreadable
from bot.ui.i18n import N_, languages
from bot.ui.page import Page
from bot.ui.pages import house_rules_page, settings_page
from bot.ui.words.refusals import REFUSED, sentence
from cogs.frame import Cog, answered, pressed, sets_rules
from renderer import BACKS, THEMES


class SettingsCog(Cog):
    """The panel of a server's settings."""

    @app_commands.command(name="settings", description=N_("Set how Canasta is played in this server"))
    @app_commands.guild_only()
    @app_commands.default_permissions(manage_guild=True)
    @answered
    async def settings(self, interaction: discord.Interaction[CanastaBot]) -> Page:
        """Show the panel."""
        return await self._panel(interaction)

    @pressed(house_rules_page.OpenSettings)
    async def _opened(self, interaction: Interaction, press: Press[house_rules_page.OpenSettings]) -> Page:
        return await self._panel(interaction)

    @pressed(settings_page.SetVariant)
    async def _variant_chosen(self, interaction: Interaction, press: Press[settings_page.SetVariant]) -> Page:
        return await self._set(interaction, variant=press.value, layout=None)

    @pressed(settings_page.SetServer)
    async def _chosen(self, interaction: Interaction, press: Press[settings_page.SetServer]) -> Page:
        """Change the language, the layout, the limit or how pictures look."""
        value = None if press.value == settings_page.OWN else press.value
        return await self._set(interaction, **{press.action.setting: value})

    @pressed(settings_page.SetLeagueAdvice)
    async def _advice_chosen(self, interaction: Interaction, press: Press[settings_page.SetLeagueAdvice]) -> Page:
        return await self._set(interaction, advice=press.value)

    async def _set(self, interaction: Interaction, **changes: str | None) -> Page:
        remark = None
        try:
            guild_id = sets_rules(interaction)
            checked = _checked(await self._services.servers.get(guild_id), changes)
            await self._services.servers.set(guild_id, **checked)
        except REFUSED as error:
            remark = sentence(error)
        return await self._panel(interaction, remark)

    async def _panel(self, interaction: Interaction, remark: str | None = None) -> Page:
        server = await self._services.servers.get(sets_rules(interaction))
        guild = self._services.places.guild(server.guild_id)
        return settings_page.panel(server, guild.name if guild else "?", remark)


def _checked(server: Server, changes: Mapping[str, str | None]) -> dict[str, str | int | None]:
    """Return settings as they can be stored.

    Raises `Unreadable` for values that aren't offered, `RulesError` if no table could be opened with them.
    """
    variant = changes.get("variant", server.variant)
    match changes:
        case {"language": language} if language is None or language in languages():
            return {"language": language}
        case {"turn_limit": limit} if limit is None or limit in map(str, clock.LIMITS):
            return {"turn_limit": None if limit is None else int(limit)}
        case {"celebrations": str(celebrations)} if celebrations in settings_page.CELEBRATIONS:
            return {"celebrations": celebrations}
        case {"theme": str(theme)} if theme in THEMES:
            return {"theme": theme}
        case {"back": str(back)} if back in BACKS:
            return {"back": back}
        case {"advice": "0" | "1" as advice}:
            return {"advice": int(advice)}
        case {"layout": layout}:
            rules_for(variant or defaults.VARIANT, layout, defaults.house_of(server, variant or defaults.VARIANT))
            return {"variant": variant, "layout": layout}
    raise Unreadable


async def setup(bot: CanastaBot) -> None:
    """Load the cog."""
    await bot.add_cog(SettingsCog(bot))
