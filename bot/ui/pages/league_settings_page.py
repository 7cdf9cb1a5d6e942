"""The league's settings for those who manage a server: seasons, and which games are rated."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot.data.seasons import Calendar, Season
from bot.data.servers import Server
from bot.league.seasons import calendar_of
from bot.ui.actions import Action
from bot.ui.components import button, menus
from bot.ui.i18n import _
from bot.ui.page import Page, notice
from bot.ui.words import league_text
from bot.ui.words.person_names import plain


@dataclass(frozen=True)
class SetChannel(Action, name="league-channel"):
    """The choice of the channel in which a season's end is posted; `which` is none for no channel."""

    which: str = ""


@dataclass(frozen=True)
class SetLeague(Action, name="league-set"):
    """The choice of a setting's value: of the calendar, or which games are rated."""

    setting: str


def called(season: Season) -> str:
    """Return a season's name as a text may hold it."""
    return plain(league_text.season(season))


def until(season: Season) -> str:
    """Return a sentence that says when a season ends."""
    if season.ends_at is None:
        return _("The season ends when a moderator closes it (`/league close`).")
    return _("The season ends automatically on <t:{at}:f>.").format(at=season.ends_at)


def settings(server: Server, season: Season | None) -> Page:
    """Return the panel; `season` is the latest, None before the first."""
    calendar = calendar_of(server.calendar)
    when = {
        Calendar.NONE: _("Seasons without a fixed end"),
        Calendar.MONTHLY: _("Seasons end with the month"),
        Calendar.QUARTERLY: _("Seasons end with the quarter"),
    }
    computers = {False: _("No ratings with computers"), True: _("Ratings with computers too")}
    rated = bool(server.rate_computers)
    if season is not None and season.open:
        now = _("**{season}** has been open since <t:{at}:D>.").format(season=called(season), at=season.opened_at)
        now += " " + until(season)
    else:
        now = _("No season is open now: the next finished game won't count.") if season else ""
    where = _("The results of a season are posted in <#{channel}>.").format(channel=server.league_channel)
    if server.league_channel is None:
        where = _(
            "Season results are posted where a moderator closes the season. If it ends by itself: where "
            "the last game was played."
        )
    lines = [_("### The league of this server"), now, f"{when[calendar]}. {computers[rated]}.", where]
    channel: ui.ChannelSelect[Any] = ui.ChannelSelect(
        placeholder=_("Channel for season results"),
        custom_id=SetChannel().pack(),
        channel_types=[discord.ChannelType.text, discord.ChannelType.news],
    )
    rows: list[ui.Item[Any]] = [ui.ActionRow(channel)]
    if server.league_channel is not None:
        rows.append(ui.ActionRow(button(_("No fixed channel"), SetChannel("none"))))
    return notice(
        "\n".join(filter(None, lines)),
        *menus(
            _("When seasons end"),
            SetLeague("calendar"),
            [discord.SelectOption(label=text, value=one.value, default=one is calendar) for one, text in when.items()],
        ),
        *menus(
            _("Games with computers"),
            SetLeague("rate_computers"),
            [
                discord.SelectOption(label=text, value=str(int(one)), default=one is rated)
                for one, text in computers.items()
            ],
        ),
        *rows,
    )
