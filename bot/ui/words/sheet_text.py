"""A round's score sheet as rows of texts, for a page that sets them in a table of its own."""

from __future__ import annotations

from typing import NamedTuple

from bot.canasta.events import RoundSheet
from bot.canasta.views import PublicView
from bot.ui import i18n
from bot.ui.i18n import _, amount, signed
from renderer.scores import how_it_ended, own_scores, sheet_columns, sheet_rows
from renderer.words import joined


class SheetLine(NamedTuple):
    """A line of a sheet: its label, and the points of each column."""

    label: str
    points: tuple[str, ...]


class SheetText(NamedTuple):
    """A sheet: how the round ended, the `names` above its columns, and its lines.

    `score` is the last line where each column has a score in the game; where players have scores of their own, it is None
    and `scores` says them.
    """

    ending: str
    names: tuple[str, ...]
    lines: tuple[SheetLine, ...]
    total: SheetLine
    score: SheetLine | None
    scores: tuple[str, ...]


def sheet_text(sheet: RoundSheet, public: PublicView) -> SheetText:
    """Return the sheet of a round that was scored."""
    t = i18n.current()
    sentence, name = how_it_ended(sheet, public, t)
    by_side = len(sheet.scores) == len(sheet.sides)
    return SheetText(
        ending=sentence.format(name=name),
        names=tuple(joined(names, t) for names in sheet_columns(sheet, public, t)),
        lines=tuple(
            SheetLine(line.label, tuple(signed(points) if points else "–" for points in line.points))
            for line in sheet_rows(sheet, public.rules, t)
        ),
        total=SheetLine(_("This round"), tuple(signed(side.total) for side in sheet.sides)),
        score=SheetLine(_("Score"), tuple(map(amount, sheet.scores))) if by_side else None,
        scores=() if by_side else tuple(own_scores(sheet, public, t)),
    )
