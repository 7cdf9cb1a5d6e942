"""A server's defaults for new tables: one panel for those who may manage the server."""

from __future__ import annotations

from collections.abc import Mapping

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import CanastaBot
from bot.store.servers import Server
from bot.tables import rules_for
from bot.tables.rules import clock, defaults
from bot.ui.actions import Interaction, Press, Unreadable
from bot.ui.i18n import LANGUAGES, N_
from bot.ui.page import notice
from bot.ui.pages import settings_page
from bot.ui.words.refusals import REFUSED, NotManager, sentence


class Settings(commands.Cog):
    """The panel of a server's settings."""

    def __init__(self, bot: CanastaBot) -> None:
        self._bot = bot
        bot.answer_presses(settings=self._opened, set_server=self._chosen, set_variant=self._variant_chosen)

    @app_commands.command(name="settings", description=N_("Set how Canasta is played in this server"))
    @app_commands.guild_only()
    @app_commands.default_permissions(manage_guild=True)
    async def settings(self, interaction: discord.Interaction[CanastaBot]) -> None:
        """Show the panel."""
        await self._bot.discord_api.defer(interaction)
        await self._show(interaction)

    async def _opened(self, interaction: Interaction, press: Press) -> None:
        await self._bot.discord_api.acknowledge(interaction)
        await self._show(interaction)

    async def _variant_chosen(self, interaction: Interaction, press: Press) -> None:
        await self._bot.discord_api.acknowledge(interaction)
        await self._set(interaction, variant=press.value, layout=None)

    async def _chosen(self, interaction: Interaction, press: Press) -> None:
        """Change the language, the layout or the limit; the custom id says which."""
        await self._bot.discord_api.acknowledge(interaction)
        await self._set(interaction, **{press.rest: None if press.value == settings_page.OWN else press.value})

    async def _set(self, interaction: Interaction, **changes: str | None) -> None:
        remark = None
        try:
            guild_id = _managed(interaction)
            checked = _checked(await self._bot.servers.get(guild_id), changes)
            await self._bot.servers.set(guild_id, **checked)
        except REFUSED as error:
            remark = sentence(error)
        await self._show(interaction, remark)

    async def _show(self, interaction: Interaction, remark: str | None = None) -> None:
        try:
            server = await self._bot.servers.get(_managed(interaction))
            name = self._bot.teller.place(server.guild_id, 0).server
            page = settings_page.panel(server, name, remark)
        except REFUSED as error:
            page = notice(sentence(error))
        await self._bot.discord_api.answer(interaction, page)


def _managed(interaction: Interaction) -> int:
    """Return the server's id for a person who may manage it. Raises `NotManager` for anybody else."""
    if interaction.guild_id is None or not interaction.permissions.manage_guild:
        raise NotManager
    return interaction.guild_id


def _checked(server: Server, changes: Mapping[str, str | None]) -> dict[str, str | int | None]:
    """Return settings as they can be stored.

    Raises `Unreadable` for values that aren't offered, `RulesError` if no table could be opened with them.
    """
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


async def setup(bot: CanastaBot) -> None:
    """Load the cog."""
    await bot.add_cog(Settings(bot))
