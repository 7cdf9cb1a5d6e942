"""The data stored about somebody: the archive of it, and the question before it is deleted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from discord import ui

from bot.ui.actions import Action
from bot.ui.components import STOP, button
from bot.ui.i18n import _, ngettext
from bot.ui.page import Attachment, Page, notice


@dataclass(frozen=True)
class DeleteData(Action, name="privacy-delete"):
    """The step to delete all that is stored about somebody; they were asked at a moment (seconds UTC)."""

    asked_at: int


def waiting(before: int) -> Page:
    """Return the answer while the data of others is put together."""
    return notice(
        ngettext(
            "{count} person asked for their data before you. Yours comes in a direct message when it's your turn.",
            "{count} people asked for their data before you. Yours comes in a direct message when it's your turn.",
            before,
        ).format(count=before)
    )


def begun() -> Page:
    """Return the direct message before many files."""
    return notice(_("There is a lot of data about you. It comes here in several files, which takes some minutes."))


def sent(content: bytes, number: int) -> Page:
    """Return the direct message with an archive, the first (1) or a further one."""
    text = _(
        "### What is stored about you\nThe archive holds it twice: for programs (`data.json`) and as tables (CSV)."
    )
    if number > 1:
        text = _("More of what is stored about you: file {number}.").format(number=number)
    return _with_file(text, content, number)


def all_sent(count: int) -> Page:
    """Return the answer after the last archive."""
    return notice(
        ngettext(
            "I have sent you everything stored about you in a direct message.",
            "I have sent you everything stored about you in {count} direct messages.",
            count,
        ).format(count=count)
    )


def shown(content: bytes) -> Page:
    """Return the answer with the archive, for somebody who can't get a direct message, now or at all."""
    text = _("I can't send you a direct message now, so here is everything stored about you; only you see it.")
    return _with_file(text, content, 1)


def _with_file(text: str, content: bytes, number: int) -> Page:
    name = "canasta-data.zip" if number == 1 else f"canasta-data-{number}.zip"
    return Page(ui.TextDisplay(text), ui.File(f"attachment://{name}"), attachments=[Attachment(name, content)])


def before_deletion(active: int, now: int) -> Page:
    """Return the page that says what a deletion does; `active` is the number of tables where the person sits."""
    lines = [
        _("### Delete everything stored about you?"),
        _(
            "Your name, preferences, vacations, standing orders, lessons, ratings, streaks and badges will be deleted. This can't be undone."
        ),
        _("The games stay for the people you played them with, without your name or your Discord ID."),
        _("Your points in deals of the day stay too, without your name and your moves: others keep their places."),
        _(
            "Until a deal that you have begun is over for everybody, I keep a number for it, without your name or your Discord ID: you can't begin that deal again."
        ),
    ]
    if active:
        lines.append(
            ngettext(
                "You are at {count} table: a computer takes over your seat.",
                "You are at {count} tables: computers take over your seats.",
                active,
            ).format(count=active)
        )
    lines.append(
        _("Messages already sent in Discord stay there. `/preferences export` first gives you a copy of everything.")
    )
    row: ui.ActionRow[Any] = ui.ActionRow(button(_("Delete everything"), DeleteData(now), STOP))
    return notice("\n".join(lines), row)
