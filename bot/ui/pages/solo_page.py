"""Somebody's achievements alone against computers."""

from __future__ import annotations

from bot.league.solo import Solo
from bot.ui.actions import Action
from bot.ui.i18n import _
from bot.ui.page import Page, notice
from bot.ui.words import solo_text


class ShowSolo(Action, name="alone"):
    """The wish to see what one has achieved alone."""


def page(solo: Solo) -> Page:
    """Return somebody's own record."""
    heading = "## " + _("Solo: against computers")
    if not solo.games:
        text = _(
            "You haven't finished a game alone against computers yet. Open a table with `/play` and press **{fill}**."
        )
        return notice(f"{heading}\n{text.format(fill=_('Fill with computers and start'))}")
    about = _("-# Your games against computers in all servers, whether or not they count in a league.")
    # Lists are last: Discord shows a line after a list as a part of its last point.
    return notice("\n".join([heading, about, *solo_text.lines(solo)]))
