"""How the bot is doing, for whoever runs it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.data.tables import Status
from bot.ui.i18n import _, amount, ngettext
from bot.ui.page import Page, notice


@dataclass(frozen=True)
class Doing:
    """The figures shown: since when the bot runs (seconds UTC), and what it holds and has done since then.

    `tables` counts by state; `heard` and `first_answer` are in seconds, `database` in bytes.
    """

    since: int
    servers: int
    tables: Mapping[str, int]
    held: int
    late_timers: int
    heard: float
    answers: int
    first_answer: float
    errors: int
    database: int


def status(doing: Doing) -> Page:
    """Return the page."""
    playing, lobbies = doing.tables.get(Status.PLAYING, 0), doing.tables.get(Status.LOBBY, 0)
    lines = [
        _("### How the bot is doing"),
        _("Running since {when}.").format(when=f"<t:{doing.since}:f>"),
        ngettext("In {count} server.", "In {count} servers.", doing.servers).format(count=amount(doing.servers)),
        _("Games running: {playing} (in memory: {memory}). Open tables: {lobbies}.").format(
            playing=amount(playing), memory=amount(doing.held), lobbies=amount(lobbies)
        ),
        _("Late timers: {late}.").format(late=amount(doing.late_timers)),
        _("Last sign from Discord: {seconds} s ago.").format(seconds=amount(round(doing.heard))),
        _("Commands and presses answered: {answers}, the first answer after {time} ms on average.").format(
            answers=amount(doing.answers), time=amount(round(doing.first_answer * 1000))
        ),
        _("Unexpected errors, each in the log: {errors}.").format(errors=amount(doing.errors)),
        _("Database: {size} MB.").format(size=amount(round(doing.database / 1_000_000))),
    ]
    return notice("\n".join(lines))
