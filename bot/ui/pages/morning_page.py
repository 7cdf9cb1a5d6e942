"""A server's morning post for those who manage the server: where, and at which hour."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.data.daily import MorningPost
from bot.ui.actions import Action
from bot.ui.components import button, menus
from bot.ui.i18n import _, language
from bot.ui.page import Page, notice
from bot.ui.pages.house_rules_page import OpenSettings
from bot.ui.words import time_zones


class OpenMorning(Action, name="morning"):
    """The way to the settings of the morning post."""


class SetMorningChannel(Action, name="morning-channel"):
    """The choice of its channel, which switches it on."""


class SetMorningHour(Action, name="morning-hour"):
    """The choice of its hour."""


class SetMorningRegion(Action, name="morning-region"):
    """The choice of the region whose time zones are offered."""


class SetMorningZone(Action, name="morning-zone"):
    """The choice of its time zone."""


class EndMorning(Action, name="morning-off"):
    """The wish to have no such post any more."""


def settings(post: MorningPost | None, zone: str, now: int, area: str | None = None, remark: str | None = None) -> Page:
    """Return the panel of a server's post, None if it has never had one: by the clocks of `zone`, at `now` (seconds UTC).

    Zones of the `area`, a name in `time_zones.COMMON`, are offered; without one those of the area that `zone` is in.
    """
    about = _(
        "Every day I can post the best of yesterday's deal of the day, with a button to play today's; on Mondays also the best of last week's game, and the new one. The post pings nobody."
    )
    lines = ["### " + _("Morning post"), about]
    place = time_zones.described(zone, now, language())
    if post is None or post.due_at is None:
        lines.append(_("**Now:** off. Choose a channel to switch it on."))
    else:
        text = _("**Now:** in <#{channel}> at {hour}. The clocks there: {place}.")
        lines.append(text.format(channel=post.channel_id, hour=_clock(post.hour), place=place))
        if remark is None and post.refused:
            text = _(
                "I couldn't post in <#{channel}> last time. Let me send messages and files there, or choose another channel."
            )
            remark = text.format(channel=post.channel_id)
    if remark:
        lines.append(f"⚠️ **{remark}**")
    channel: ui.ChannelSelect[Any] = ui.ChannelSelect(
        placeholder=_("Channel for the morning post"),
        custom_id=SetMorningChannel().pack(),
        channel_types=[discord.ChannelType.text, discord.ChannelType.news],
    )
    row: ui.ActionRow[Any] = ui.ActionRow()
    items: list[ui.Item[Any]] = [ui.ActionRow(channel)]
    if post is not None and post.due_at is not None:
        items += [*menus(_("Hour of the post"), SetMorningHour(), _hours(post.hour)), *_zones(zone, now, area)]
        row.add_item(button(_("No morning post"), EndMorning()))
    row.add_item(button(_("Back"), OpenSettings()))
    return notice("\n".join(lines), *items, row)


def _hours(chosen: int) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(
            label=_("Post at {time}").format(time=_clock(hour)), value=str(hour), default=hour == chosen
        )
        for hour in range(24)
    ]


def _zones(chosen: str, now: int, area: str | None) -> list[ui.ActionRow[Any]]:
    """Return the menus of regions, and of the places of one with the time on their clocks."""
    own = next((name for name, zones in time_zones.COMMON.items() if chosen in zones), None)
    shown = area or own
    regions = [discord.SelectOption(label=_(name), value=name, default=name == shown) for name in time_zones.COMMON]
    places = time_zones.COMMON[shown] if shown else (chosen,)
    options = [
        discord.SelectOption(label=time_zones.described(zone, now, language()), value=zone, default=zone == chosen)
        for zone in places
    ]
    return [
        *menus(_("Region of the time zone"), SetMorningRegion(), regions),
        *menus(_("A place whose clocks count"), SetMorningZone(), options),
    ]


def _clock(hour: int) -> str:
    return f"{hour:02}:00"
