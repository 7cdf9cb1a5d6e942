"""The end of a round as a page in a browser shows it: its sheet, and what it brought its reader."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from bot.browser.scene import Values, said
from bot.data.tables import Table
from bot.tables.views import Look, RoundStory
from bot.ui import celebrations
from bot.ui.celebrations import Celebrated
from bot.ui.i18n import _
from bot.ui.pages import round_page
from bot.ui.words import round_text, sheet_text

#: The effects of a finished game on ratings and records, in lines for one of its people; None for nothing.
Remark: TypeAlias = Callable[[Table, int], Awaitable[str | None]]


async def no_remark(_table: Table, _user_id: int) -> str | None:
    """Remark nothing."""
    return None


def rounds_of(look: Look) -> list[int]:
    """Return the numbers of the rounds that were scored."""
    return [] if look.public is None else [sheet.number for sheet in look.public.finished]


def round_end(look: Look, number: int, story: RoundStory | None, user_id: int) -> Values:
    """Return the end of a scored round for a person; the task speaks their language. `story` is None where it stays secret."""
    table, public = look.table, look.public
    assert public is not None
    sheet = next(one for one in public.finished if one.number == number)
    text, seat = sheet_text.sheet_text(sheet, public), table.seat_of(user_id)
    own = -1 if seat is None else celebrations.account_of(seat.number, public)
    found = celebrations.of_round(sheet, public)
    lines, won = list[str](), seat is not None and celebrations.gained_most(sheet) == own
    # A lesson has words of its own for its end.
    if seat is not None and look.lesson is None:
        told = Celebrated(found, said=celebrations.said_to(seat.number, found, public)) if found and won else None
        word = round_page.felt(sheet, public, seat.number, told, table.id + number)
        lines.append(f"{round_page.brought(sheet, public, table, seat.number)} {word}".strip())
    elif found is not None and look.lesson is None:
        lines.append(Celebrated(found).words)
    reader = -1 if seat is None else seat.number
    return {
        "number": number,
        "title": said(_("## Round {number} is over").format(number=number)),
        "ending": text.ending,
        "said": [said(line, table) for line in lines],
        "won": won,
        "own": -1 if text.score is None else own,
        "names": text.names,
        "rows": [line._asdict() for line in text.lines],
        "total": text.total._asdict(),
        "score": None if text.score is None else text.score._asdict(),
        "scores": text.scores,
        "story": [] if story is None else [said(line, table) for line in round_text.story(story, table, reader)],
        "next": _("Next round"),
        # Of a game that goes on, those who watch see no round again, as in Discord.
        "replay": "" if story is None or (seat is None and table.active) else _("Replay"),
    }
