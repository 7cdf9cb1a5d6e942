"""What is stored about somebody: the archive of it, and the question before it is deleted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from discord import ui

from bot.ui.actions import Action
from bot.ui.components import STOP, button
from bot.ui.i18n import _, ngettext
from bot.ui.page import Attachment, Page, notice

_FILE = "canasta-data.zip"


@dataclass(frozen=True)
class Delete(Action, name="privacy-delete"):
    """The step to delete all that is stored about somebody; they were asked at a moment (seconds UTC)."""

    asked_at: int


def sent(content: bytes) -> Page:
    """Return the direct message with the archive."""
    text = _(
        "### What is stored about you\nThe archive holds it twice: for programs (`data.json`) and as tables (CSV)."
    )
    return _with_file(text, content)


def shown(content: bytes) -> Page:
    """Return the answer with the archive, for somebody who takes no direct messages."""
    text = _("Your direct messages are closed to me, so here is all that is stored about you; only you see it.")
    return _with_file(text, content)


def _with_file(text: str, content: bytes) -> Page:
    return Page(ui.TextDisplay(text), ui.File(f"attachment://{_FILE}"), attachments=[Attachment(_FILE, content)])


def before_deletion(active: int, now: int) -> Page:
    """Return the page that says what a deletion does; `active` is the number of tables where the person sits."""
    lines = [
        _("### Delete all that is stored about you?"),
        _("Your preferences, vacations, ratings and your name go. This can't be taken back."),
        _("Games you played stay for those you played them with: your seat keeps no name and no number of yours."),
    ]
    if active:
        lines.append(
            ngettext(
                "You are at {count} table: your seat goes to a computer.",
                "You are at {count} tables: your seats go to computers.",
                active,
            ).format(count=active)
        )
    lines.append(_("Messages already sent in Discord stay there. `/privacy export` gives you a copy of all first."))
    row: ui.ActionRow[Any] = ui.ActionRow(button(_("Delete everything"), Delete(now), STOP))
    return notice("\n".join(lines), row)
