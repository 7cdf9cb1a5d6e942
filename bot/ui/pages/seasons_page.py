"""Pages of those who manage a league, to confirm, type and look up: a season's end, a game's points, the log of
corrections."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from discord import ui

from bot.data.corrections import Correction
from bot.data.results import Result
from bot.data.seasons import Season
from bot.ui.actions import Action
from bot.ui.components import STOP, button, field, form
from bot.ui.i18n import _, pgettext
from bot.ui.page import Page, notice
from bot.ui.pages.league_settings_page import called, until
from bot.ui.words import league_text

#: The most characters of moderators' texts: the points of a game's sides, a reason.
_POINTS, _REASON = 1_000, 300
#: The most characters of the log of corrections in a message.
_TEXT = 3_600


class OpenSeason(Action, name="league-open"):
    """The step to open a season."""


@dataclass(frozen=True)
class CloseSeason(Action, name="league-close"):
    """The step to close a season, by its id."""

    season: int


@dataclass(frozen=True)
class SetPoints(Action, name="league-points"):
    """The points of a result, by its id, and a reason, as they were typed."""

    result: int


@dataclass(frozen=True)
class TurnLog(Action, name="league-log"):
    """The wish to see the corrections before one, by its id; 0 is the latest."""

    before: int


def opened(season: Season) -> Page:
    """Return the answer to whoever opened a season."""
    text = _("**{season}** is open: games that end from now on count for it.").format(season=called(season))
    return notice("\n".join([text, until(season)]))


def before_closing(season: Season) -> Page:
    """Return the page that asks if a season should really be closed."""
    text = _(
        "Close **{season}**? Its final standings are posted and kept. Until another season is opened, games don't count."
    )
    close = button(_("Close it"), CloseSeason(season.id), STOP)
    return notice(text.format(season=called(season)), ui.ActionRow(close))


def closed(season: Season, told_in: int | None) -> Page:
    """Return the answer to whoever closed a season; its end was posted in a channel, or could not be (None)."""
    text = _("**{season}** is closed.").format(season=called(season))
    if told_in is None:
        told = _(
            "The results couldn't be posted yet: choose a channel I'm allowed to write in with `/league settings`."
        )
    else:
        told = _("The results are in <#{channel}>.").format(channel=told_in)
    again = button(_("Open the next season"), OpenSeason())
    return notice(f"{text} {told}", ui.ActionRow(again))


def points_form(result: Result) -> ui.Modal:
    """Return a form that holds a game's points as they are."""
    points = field(
        _("Points"), _("One line per side, with its points at the end"), league_text.sides_typed(result),
        longest=_POINTS, required=True,
    )  # fmt: skip
    reason = field(_("Reason"), _("Shown in the log"), longest=_REASON, required=True)
    return form(_("Game {number}").format(number=result.game_id), SetPoints(result.id), points, reason)


def fitting(corrections: Sequence[Correction]) -> tuple[list[Correction], list[str]]:
    """Return the first corrections that fit into a message, and its lines."""
    lines = [_("### Results corrected by moderators")]
    shown: list[Correction] = []
    for one in corrections:
        told = league_text.correction(one)
        if sum(map(len, lines)) + len(lines) + len(told) > _TEXT:
            break
        lines.append(told)
        shown.append(one)
    return shown, lines


def log(lines: Sequence[str], older_than: int | None) -> Page:
    """Return the log of corrections, with a button to those before one (by its id) if there are older ones."""
    row: ui.ActionRow[Any] = ui.ActionRow(button(pgettext("corrections", "Latest"), TurnLog(0)))
    if older_than is not None:
        row.add_item(button(pgettext("corrections", "Older"), TurnLog(older_than)))
    return notice("\n".join(lines), row)
