"""The picture of a board: rows of prepared texts by rank, always with the reader's own row."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from gettext import NullTranslations
from typing import Final, Literal, NamedTuple

from renderer import speech
from renderer.canvas import MAX_HEIGHT, WIDTH, Canvas, Picture, Style
from renderer.charts import rises, sparkline
from renderer.parts import draw_notice, written
from renderer.text import CAP_HEIGHT, LEAST_SIZE, shares, shortened, text_width
from renderer.words import fitted, labelled, league_names, number


@dataclass(frozen=True, slots=True)
class Column:
    """One column to the right of the names; all columns but a trend are right-aligned.

    `heading` is above it, translated, and may be empty. `kind` says what the column's cells are: `main` is the number
    that the board is sorted by, in large digits; `plain` is any other text; `change` is a text that begins with `+` or
    `−` (U+2212), which decides its colour; `trend` is a small line chart. The widest text decides how wide a column is.
    With up to five columns the names have enough room. `spoken` has a word for each number of a cell, where the heading
    is a sign or an abbreviation: "won" and "lost" for `W–L`.
    """

    heading: str
    kind: Literal["main", "plain", "change", "trend"] = "plain"
    spoken: tuple[str, ...] = ()


#: A text, or for a trend up to 12 values, the latest last; None is a missing value. Both may be empty.
Cell = str | tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """One row: a player, a pair or a side.

    `rank` counts from 1, several rows may have the same rank, and None is written as a dash. `names` are those of one
    player or of team-mates, exactly as people write them: the renderer leaves out what its font lacks, joins and
    shortens them. There are as many `cells` as columns. `unsure` makes the main number pale and adds a `?`.
    """

    rank: int | None
    names: tuple[str, ...]
    cells: tuple[Cell, ...]
    unsure: bool = False


@dataclass(frozen=True, slots=True)
class StandingsView:
    """Everything that a board's picture says, translated and formatted.

    There are up to 10 `rows`. `own` is the index in `rows` of the reader's own row, or that row itself if it is not
    among them (it is added below a gap), or None. `notes` are remarks at the top right, such as the page; one that begins
    with `?` says what that sign means. `empty` is shown in place of the rows if there are none. All texts except `title` may be empty.
    """

    title: str
    subtitle: str
    columns: tuple[Column, ...]
    rows: tuple[StandingsRow, ...]
    own: int | StandingsRow | None = None
    notes: tuple[str, ...] = ()
    empty: str = ""


_MARGIN: Final = 28
_HEAD: Final = 109
#: The height of a line of its own for the subtitle.
_SUBTITLE: Final = 38
_FOOT: Final = 12
#: The gap above the reader's row if it is apart from the others.
_BREAK: Final = 13
_ROW: Final = 54
_EMPTY: Final = 192
#: The distances between two columns, and between the rank and the name.
_GAP: Final = 28
_RANK_GAP: Final = 18
_TITLE: Final = 37
#: The most pixels by which a heading alone can make its column wide.
_HEADING_ROOM: Final = 201
_NAME_ROOM: Final = 226
_SLOTS: Final = 12
_BAR: Final = 8


class _Sizes(NamedTuple):
    """Font sizes and the width of a trend, in pixels."""

    name: int
    main: int
    change: int
    plain: int
    trend: int

    def of(self, column: Column) -> tuple[int, str]:
        """Return the size and weight of a column's texts."""
        return {"main": (self.main, "bold"), "change": (self.change, "strong")}.get(
            column.kind, (self.plain, "regular")
        )


class _Plan(NamedTuple):
    """The layout: heights of the head, of a row and of all, sizes, the left and right ends of the names and of each column, and room for `?`."""

    head: int
    row: int
    height: int
    sizes: _Sizes
    name_left: int
    name_right: int
    columns: tuple[tuple[int, int], ...]
    doubt: int


def _shown(view: StandingsView) -> list[StandingsRow]:
    """Return the rows from top to bottom, the reader's own among them."""
    return [*view.rows, view.own] if isinstance(view.own, StandingsRow) else list(view.rows)


def _is_own(view: StandingsView, place: int) -> bool:
    return place == (len(view.rows) if isinstance(view.own, StandingsRow) else view.own)


def _text(cell: Cell) -> str:
    return cell if isinstance(cell, str) else ""


def _rank(row: StandingsRow, t: NullTranslations) -> str:
    return "–" if row.rank is None else number(row.rank, t)


def _plan_for(view: StandingsView, t: NullTranslations) -> _Plan:
    """Return the layout with the largest rows that fit; the subtitle has its own line if it needs one."""
    plan = _plan_below(_HEAD, view, t)
    if text_width(view.subtitle, LEAST_SIZE, "regular") <= _subtitle_room(view, plan):
        return plan
    return _plan_below(_HEAD + _SUBTITLE, view, t)


def _subtitle_room(view: StandingsView, plan: _Plan) -> int:
    """Return the width that the columns' headings leave to a subtitle on their line, or all if it has its own line."""
    end = WIDTH - _MARGIN
    if not _shown(view) or plan.head > _HEAD:
        return end - _MARGIN - _GAP
    lefts = [
        right - min(text_width(column.heading, LEAST_SIZE, "regular"), right - left)
        for column, (left, right) in zip(view.columns, plan.columns, strict=True)
    ]
    return min([end, *lefts]) - _MARGIN - _GAP


def _plan_below(head: int, view: StandingsView, t: NullTranslations) -> _Plan:
    """Return the layout with the largest rows that fit below a head, and columns as wide as their texts.

    If the names get too little room, the columns are closer together, and at last their texts are made narrower.
    """
    rows = _shown(view)
    apart = _BREAK if isinstance(view.own, StandingsRow) and view.rows else 0
    row = min(_ROW, (MAX_HEIGHT - head - _FOOT - apart) // max(len(rows), 1))
    height = head + (row * len(rows) + apart or _EMPTY) + _FOOT
    name = LEAST_SIZE
    left = _MARGIN + max([text_width(_rank(one, t), name, "bold") for one in rows], default=0) + _RANK_GAP
    for percent in (100, 85, 70, 55):
        main = LEAST_SIZE + 3 * (percent == 100)
        sizes = _Sizes(name, main, LEAST_SIZE, LEAST_SIZE, min(row, 49) * 9 // 4 * percent // 100)
        doubt = text_width("?", sizes.main, "regular") + 2 if any(one.unsure for one in rows) else 0
        widths = [
            _column_width(column, [_text(one.cells[at]) for one in rows], sizes)
            for at, column in enumerate(view.columns)
        ]
        after = [doubt if column.kind == "main" else 0 for column in view.columns]
        gap = _GAP * percent // 100
        taken = sum(widths) + sum(after) + gap * len(widths)
        if WIDTH - _MARGIN - left - taken >= _NAME_ROOM:
            break
    else:
        widths = shares(widths, WIDTH - _MARGIN - left - _NAME_ROOM - (taken - sum(widths)))
    right, columns = WIDTH - _MARGIN, []
    for width, behind in zip(reversed(widths), reversed(after), strict=True):
        right -= behind
        columns.append((right - width, right))
        right -= width + gap
    return _Plan(head, row, height, sizes, left, right, tuple(reversed(columns)), doubt)


def _column_width(column: Column, texts: list[str], sizes: _Sizes) -> int:
    heading = min(text_width(column.heading, LEAST_SIZE, "regular"), _HEADING_ROOM)
    if column.kind == "trend":
        return max(heading, sizes.trend)
    size, weight = sizes.of(column)
    return max(heading, *(text_width(text, size, weight) for text in texts), 1)


@lru_cache(maxsize=256)
def render(view: StandingsView, style: Style) -> Picture:
    """Draw a board. Raises `KeyError` for an unknown theme."""
    view = written(view)
    t = style.translation
    plan = _plan_for(view, t)
    canvas = Canvas(WIDTH, plan.height, "panel", "league")
    _draw_head(canvas, view, plan)
    y = plan.head
    for place, row in enumerate(_shown(view)):
        own = _is_own(view, place)
        if place == len(view.rows) and view.rows:
            y += _BREAK
        ground = "own" if own else "panel" if place % 2 else "felt"
        canvas.fill(0, y, WIDTH, y + plan.row, ground)
        if own:
            canvas.fill(0, y, _BAR, y + plan.row, "accent")
        _draw_row(canvas, view, row, plan, y, ground, t)
        y += plan.row
    if not _shown(view):
        draw_notice(canvas, view.empty, _MARGIN, plan.head, WIDTH - _MARGIN, plan.head + _EMPTY)
    return canvas.finish(style, describe(view, style))


def _draw_head(canvas: Canvas, view: StandingsView, plan: _Plan) -> None:
    """Draw the title and the subtitle at the left, the note at the right, and the headings below it."""
    end = WIDTH - _MARGIN
    title_width = min(text_width(view.title, _TITLE, "bold"), WIDTH // 2)
    note = shortened(", ".join(view.notes), LEAST_SIZE, "regular", end - _MARGIN - title_width - _GAP)
    note_left = canvas.text_to(end, 47, note, LEAST_SIZE, "regular", "muted", "panel")
    title = shortened(view.title, _TITLE, "bold", note_left - _MARGIN - (_GAP if note else 0))
    canvas.text(_MARGIN, 47, title, _TITLE, "bold", "text", "panel")
    line = plan.head - 17
    if _shown(view):
        for column, (left, right) in zip(view.columns, plan.columns, strict=True):
            heading = shortened(column.heading, LEAST_SIZE, "regular", right - left)
            canvas.text_to(right, line, heading, LEAST_SIZE, "regular", "muted", "panel")
    subtitle = shortened(view.subtitle, LEAST_SIZE, "regular", _subtitle_room(view, plan))
    canvas.text(_MARGIN, 92, subtitle, LEAST_SIZE, "regular", "muted", "panel")


def _draw_row(
    canvas: Canvas, view: StandingsView, row: StandingsRow, plan: _Plan, y: int, ground: str, t: NullTranslations
) -> None:
    """Draw one row's rank, names and cells, all on one baseline."""
    sizes = plan.sizes
    baseline = y + (plan.row + round(sizes.name * CAP_HEIGHT)) // 2
    ink = "accent" if row.rank is not None and row.rank <= 3 else "muted"
    canvas.text_to(plan.name_left - _RANK_GAP, baseline, _rank(row, t), sizes.name, "bold", ink, ground)
    name = fitted(league_names(row.names, t), sizes.name, "strong", plan.name_right - plan.name_left, t)
    canvas.text(plan.name_left, baseline, name, sizes.name, "strong", "text", ground)
    for column, cell, (left, right) in zip(view.columns, row.cells, plan.columns, strict=True):
        if column.kind == "trend":
            _draw_trend(canvas, cell, plan, right, y, ground)
            continue
        size, weight = sizes.of(column)
        text = _text(cell)
        canvas.narrowed_to(right, baseline, text, size, weight, _ink(column, text, row), ground, right - left)
        if column.kind == "main" and row.unsure and text:
            canvas.text(right + 2, baseline, "?", size, "regular", "muted", ground)


def _ink(column: Column, text: str, row: StandingsRow) -> str:
    if column.kind == "change":
        return {"+": "good", "−": "bad"}.get(text[:1], "muted")
    return "text" if column.kind == "main" and not row.unsure else "muted"


def _draw_trend(canvas: Canvas, cell: Cell, plan: _Plan, right: int, y: int, ground: str) -> None:
    values = () if isinstance(cell, str) else cell[-_SLOTS:]
    if any(value is not None for value in values):
        height = plan.row - 13
        ink = "good" if rises(values) else "bad"
        canvas.paste(sparkline(values, _SLOTS, plan.sizes.trend, height, ink, ground), right - plan.sizes.trend, y + 7)


def describe(view: StandingsView, style: Style) -> str:
    """Return the alt text: every row, a trend by its direction. The more there is to say, the shorter are the names."""
    return speech.short_enough(lambda cut: _in_words(view, *_CUTS[cut], style.translation), range(len(_CUTS)))


#: The longest names, and whether only the main column is read aloud.
_CUTS: Final = ((60, False), (24, False), (16, False), (12, False), (24, True), (12, True), (8, True))


def _in_words(view: StandingsView, longest: int, main: bool, t: NullTranslations) -> str:
    """Return the board in words, each name at most `longest` characters long, with all columns or the `main` one."""
    sentences = [speech.said(view.title, t), speech.said(view.subtitle, t)]
    rows, you = _shown(view), t.pgettext("the reader’s own row", "you")
    if not rows:
        sentences.append(speech.said(view.empty, t))
    for place, row in enumerate(rows):
        parts = [] if row.rank is None else [t.gettext("Place {rank}").format(rank=number(row.rank, t))]
        parts.append(speech.together([speech.brief(name, longest) for name in league_names(row.names, t)], t))
        if _is_own(view, place):
            parts.append(you)
        cells = [
            _cell_words(column, cell, row, t)
            for column, cell in zip(view.columns, row.cells, strict=True)
            if column.kind == "main" or not main
        ]
        said = ", ".join(filter(None, cells))
        sentences.append(labelled(", ".join(parts), said, t) if said else ", ".join(parts))
    notes = [speech.said(note, t) for note in view.notes if not note.startswith("?")]
    return speech.sentences((*sentences, ", ".join(notes)))


def _cell_words(column: Column, cell: Cell, row: StandingsRow, t: NullTranslations) -> str:
    if not isinstance(cell, str):
        known = [value for value in cell[-_SLOTS:] if value is not None]
        if len(known) < 2 or known[-1] == known[0]:
            return ""
        return t.pgettext("a rating", "rising") if known[-1] > known[0] else t.pgettext("a rating", "falling")
    said = speech.figure(column.spoken[0] if len(column.spoken) == 1 else column.heading, cell, column.spoken, t)
    unsure = said and column.kind == "main" and row.unsure
    return f"{said}, {t.gettext('only a few games so far')}" if unsure else said
