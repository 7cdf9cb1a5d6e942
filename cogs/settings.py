"""A server's defaults for new tables: one panel for those who may manage the server."""

from __future__ import annotations

from collections.abc import Mapping

import discord
from discord import app_commands

from bot.client.client import CanastaBot
from bot.data.daily import MorningPost
from bot.data.servers import Server
from bot.tables import rules_for
from bot.tables.rules import clock, daily_times, defaults, zones
from bot.ui import permissions
from bot.ui.actions import Interaction, Press, Unreadable, number
from bot.ui.i18n import N_, _, languages
from bot.ui.page import Page
from bot.ui.pages import house_rules_page, line_post_page, morning_page, settings_page
from bot.ui.words import time_zones
from bot.ui.words.refusals import REFUSED, sentence
from cogs.frame import Cog, answered, pressed, sets_rules
from renderer import BACKS, THEMES

#: The hour of a morning post whose hour nobody has chosen.
_MORNING = 8


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

    # -- the morning post

    @pressed(morning_page.OpenMorning)
    async def _morning_opened(self, interaction: Interaction, press: Press[morning_page.OpenMorning]) -> Page:
        return await self._morning(interaction)

    @pressed(morning_page.SetMorningRegion)
    async def _region_chosen(self, interaction: Interaction, press: Press[morning_page.SetMorningRegion]) -> Page:
        if press.value not in time_zones.COMMON:
            raise Unreadable
        return await self._morning(interaction, press.value)

    @pressed(morning_page.SetMorningChannel)
    async def _morning_channel_chosen(
        self, interaction: Interaction, press: Press[morning_page.SetMorningChannel]
    ) -> Page:
        """Switch the post on in a channel where the bot may post."""
        guild_id, channel_id = sets_rules(interaction), number(press.value)
        remark = await self._closed(guild_id, channel_id)
        if remark is not None:
            return await self._morning(interaction, remark=remark)
        return await self._set_morning(interaction, channel_id=channel_id)

    async def _closed(self, guild_id: int, channel_id: int) -> str | None:
        """Return why the bot can't post in a channel of a server, None if it can. Raises `Unreadable` for no such channel."""
        granted = await self._services.places.permissions(guild_id, channel_id)
        if not isinstance(self._services.places.channel(guild_id, channel_id), discord.abc.GuildChannel):
            raise Unreadable
        missing = [] if granted is None else permissions.lacking(granted, thread=False)
        if not missing:
            return None
        text = _("I can't post in <#{channel}>: there I need the permission {names}.")
        return text.format(channel=channel_id, names=", ".join(missing))

    @pressed(morning_page.SetMorningHour)
    async def _hour_chosen(self, interaction: Interaction, press: Press[morning_page.SetMorningHour]) -> Page:
        if number(press.value) > 23:
            raise Unreadable
        return await self._set_morning(interaction, hour=number(press.value))

    @pressed(morning_page.SetMorningZone)
    async def _zone_chosen(self, interaction: Interaction, press: Press[morning_page.SetMorningZone]) -> Page:
        if press.value not in zones.zones():
            raise Unreadable
        return await self._set_morning(interaction, zone=press.value)

    @pressed(morning_page.EndMorning)
    async def _morning_ended(self, interaction: Interaction, press: Press[morning_page.EndMorning]) -> Page:
        await self._services.morning_posts.switch_off(sets_rules(interaction))
        return await self._morning(interaction)

    async def _set_morning(
        self,
        interaction: Interaction,
        *,
        channel_id: int | None = None,
        hour: int | None = None,
        zone: str | None = None,
    ) -> Page:
        """Change the post, or switch it on."""
        guild_id = sets_rules(interaction)
        before = await self._services.morning_posts.of(guild_id)
        if channel_id is None:
            if before is None or before.due_at is None:
                # Somebody has switched it off meanwhile.
                return await self._morning(interaction)
            channel_id = before.channel_id
        if hour is None:
            hour = _MORNING if before is None else before.hour
        zone = zone or await self._zone(interaction, before)
        # No second post on a day that has had one.
        due_at = daily_times.hour_after(self._bot.seconds(), hour, zone, 0 if before is None else before.told_at)
        await self._services.morning_posts.set(guild_id, channel_id, hour, zone, due_at)
        self._services.morning_poster.wake()
        return await self._morning(interaction)

    async def _morning(self, interaction: Interaction, region: str | None = None, remark: str | None = None) -> Page:
        post = await self._services.morning_posts.of(sets_rules(interaction))
        zone = await self._zone(interaction, post)
        return morning_page.settings(post, zone, self._bot.seconds(), region, remark)

    async def _zone(self, interaction: Interaction, post: MorningPost | None) -> str:
        """Return the zone of a server's post; before it has one that of the person who asks, if known, or a guess."""
        if post is not None:
            return post.zone
        person = await self._services.people.get(interaction.user.id)
        return person.time_zone or time_zones.usual(str(interaction.guild_locale or interaction.locale))[0]

    # -- the message of the line

    @pressed(line_post_page.OpenLinePost)
    async def _line_opened(self, interaction: Interaction, press: Press[line_post_page.OpenLinePost]) -> Page:
        return await self._line_post(interaction)

    @pressed(line_post_page.SetLineChannel)
    async def _line_channel_chosen(self, interaction: Interaction, press: Press[line_post_page.SetLineChannel]) -> Page:
        """Have the message stand in a channel where the bot may post."""
        guild_id, channel_id = sets_rules(interaction), number(press.value)
        remark = await self._closed(guild_id, channel_id)
        if remark is None:
            await self._services.line_posts.set(guild_id, channel_id)
            self._services.line_poster.wake()
        return await self._line_post(interaction, remark)

    @pressed(line_post_page.EndLinePost)
    async def _line_ended(self, interaction: Interaction, press: Press[line_post_page.EndLinePost]) -> Page:
        await self._services.line_posts.switch_off(sets_rules(interaction))
        self._services.line_poster.wake()
        return await self._line_post(interaction)

    async def _line_post(self, interaction: Interaction, remark: str | None = None) -> Page:
        return line_post_page.settings(await self._services.line_posts.of(sets_rules(interaction)), remark)

    # -- the panel

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
