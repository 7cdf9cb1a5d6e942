"""The picture of a board: who stands where, in rows of ready texts, with the reader's own row always on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Column:
    """One column to the right of the names; all but the trend are right-aligned.

    `heading` stands above it, translated, and may be empty. What `kind` says of the column's cells:
    `main` is the number that the board is sorted by, large; `plain` is any other text; `change` is a text that begins
    with `+` or `−` (U+2212) and is coloured by that; `trend` is a small line chart. The widest texts decide how wide a
    column is; up to five columns leave the names enough room.
    """

    heading: str
    kind: Literal["main", "plain", "change", "trend"] = "plain"


#: A text, or for a trend up to 12 values, the latest last; None where there is none. Both may be empty.
Cell = str | tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """One row: a player, a pair or a side.

    `rank` counts from 1, equal ranks may follow each other, None is written as a dash. `names` are those of one
    player or of team-mates, just as people call themselves: the renderer leaves out what its font lacks, joins and
    shortens them. `cells` are as many as there are columns. `unsure` pales the main number and puts a `?` behind it.
    """

    rank: int | None
    names: tuple[str, ...]
    cells: tuple[Cell, ...]
    unsure: bool = False


@dataclass(frozen=True, slots=True)
class StandingsView:
    """All that a board's picture says, translated and formatted.

    Up to 10 `rows`. `own` is the index in `rows` of the reader's own row, or that row itself if it is not among them
    (it is added below a gap), or None. `note` is a line at the foot, such as what `?` means or the page; `empty` is
    said in place of the rows if there are none. Texts but for `title` may be empty.
    """

    title: str
    subtitle: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    own: int | Row | None = None
    note: str = ""
    empty: str = ""
