"""Settings of servers for the tables opened there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from bot.data.seasons import Calendar

#: In place of a server's id, that of the open league, whose games are played in direct messages. No server has this id.
OPEN_LEAGUE: Final = 1


@dataclass(frozen=True, slots=True)
class Server:
    """One server's settings; None: the bot's own choice.

    `language` is that of its channels' messages. `house` are the usual house rules of a variant, by its id.
    `celebrations` are `moving`, `still` or `none`; `theme` and `back` are names of the renderer's, for pictures that all see.
    `advice` (1 or 0) says if players may get advice in rated games too. `turn_limit` is in seconds, 0 for no clock; `bank` too. Of the league: `calendar` says when seasons end by
    themselves, `rate_computers` (1 or 0) if games with computers from the start are rated, `league_channel` where a
    season's end is posted.
    """

    guild_id: int
    house: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    language: str | None = None
    variant: str | None = None
    layout: str | None = None
    turn_limit: int | None = None
    bank: int | None = None
    advice: int | None = None
    celebrations: str | None = None
    theme: str | None = None
    back: str | None = None
    calendar: Calendar | None = None
    rate_computers: int | None = None
    league_channel: int | None = None
