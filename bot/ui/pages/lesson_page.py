"""Lessons: the way into one, and on from its end."""

from __future__ import annotations

from dataclasses import dataclass

from discord import ui

from bot.tables.views import Look
from bot.ui.actions import Action
from bot.ui.components import PRIMARY, button
from bot.ui.i18n import N_, _
from bot.ui.page import Page, notice
from bot.ui.pages.table_page import Ended
from bot.ui.words import lesson_text

#: The courses by their names in people's languages.
COURSES = {"classic": N_("Classic"), "hand-and-foot": N_("Hand & Foot")}


@dataclass(frozen=True)
class Learn(Action, name="learn"):
    """The wish to have a course in this message."""

    course: str


def over(look: Look, ended: Ended) -> Page:
    """Return the end of a lesson: what the round brought, what was learned, and what can be learned next."""
    assert look.lesson is not None
    learned = look.lesson.course
    others = [
        button(_("Learn {game}").format(game=_(name)), Learn(course), PRIMARY)
        for course, name in COURSES.items()
        if course != learned
    ]
    return Page(
        ui.TextDisplay(lesson_text.heading(look)),
        *ended.items(look.table),
        ui.TextDisplay("\n".join(lesson_text.lines(look))),
        ui.ActionRow(*others, button(_("Start again"), Learn(learned))),
    )


def sent() -> Page:
    """Return the page that says where the lesson is."""
    return notice(
        _("Your lesson is in your direct messages. Stop whenever you like: `/canasta learn` picks it up again.")
    )


def closed(course: str) -> Page:
    """Return the page for somebody who can't get a direct message, now or at all: what works."""
    text = _(
        "I can't send you a direct message now. Take the lesson right here, where only you see it. Or see if this server's privacy settings allow direct messages, then use `/canasta learn` again."
    )
    return notice(text, ui.ActionRow(button(_("Learn here"), Learn(course), PRIMARY)))
