"""The picture of a round's course: by how much one side was ahead of the others after each turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from gettext import NullTranslations
from typing import Final

from PIL import Image

from renderer.canvas import WIDTH, Canvas, Picture, Style
from renderer.charts import places, polygon, round_numbers, stroke
from renderer.text import clean_text, text_width
from renderer.theme import INDEX, ramp
from renderer.words import fitted, league_names, number


@dataclass(frozen=True, slots=True)
class LeadView:
    """The contents of the picture, translated; `title` holds `{names}`, and the names are exactly as people write them.

    `leads` are points after each turn, below 0 for a side that is behind.

    `marks` are turns, from 0, that are marked with numbers from 1 in this order. `words` tell the course to those who
    don't see it.
    """

    title: str
    names: tuple[str, ...]
    leads: tuple[int, ...]
    marks: tuple[int, ...] = ()
    words: str = ""


_MARGIN: Final = 22
_HEAD: Final = 64
_CHART: Final = 276
_HEIGHT: Final = _HEAD + _CHART + 20
#: The size of the smallest text: shown 350 pixels wide, it is 11 high.
_SIZE: Final = 30
_TITLE: Final = 35
#: The height above the curve in which the marks' numbers stand.
_NUMBERS: Final = 37
_DOT: Final = 8


@lru_cache(maxsize=64)
def render(view: LeadView, style: Style) -> Picture:
    """Draw a course. Raises `KeyError` for an unknown theme."""
    canvas = Canvas(WIDTH, _HEIGHT, "panel", "league")
    t, title = style.translation, clean_text(view.title)
    room = WIDTH - 2 * _MARGIN - text_width(title.format(names=""), _TITLE, "bold")
    names = fitted(league_names(view.names, t), _TITLE, "bold", room, t)
    canvas.text(_MARGIN, 43, title.format(names=names), _TITLE, "bold", "text", "panel")
    _draw_course(canvas, view, t)
    return canvas.finish(style, view.words)


def _draw_course(canvas: Canvas, view: LeadView, t: NullTranslations) -> None:
    left, top, right = _MARGIN, _HEAD, WIDTH - _MARGIN
    canvas.panel(left, top, right, top + _CHART, 17, "felt", "panel")
    low, high = min(0, *view.leads), max(0, *view.leads)
    ticks = round_numbers(low, high, least=50)
    labels = [("+" if tick > 0 else "") + number(tick, t) for tick in ticks]
    start = left + 13 + max(text_width(label, _SIZE, "regular") for label in labels) + 12
    width, height = right - start - 12, _CHART - 13
    box = (_DOT + 1.0, float(_DOT + _NUMBERS), width - _DOT - 2.0, height - _DOT - 12.0)

    def spots(values: Sequence[float]) -> list[tuple[float, float]]:
        return [spot for spot in places(values, len(view.leads) + 1, box, low, high) if spot is not None]

    # The course begins with nothing on the table.
    line = spots((0, *view.leads))
    part = Image.new("L", (width, height), INDEX["felt"])
    zero = spots((0,))[0][1]
    area = polygon([(line[0][0], zero), *line, (line[-1][0], zero)], width, height)
    part.paste(INDEX["area"], (0, 0), area)
    for tick, label in zip(ticks, labels, strict=True):
        y = round(spots((tick,))[0][1])
        part.paste(INDEX["line"], (0, y - 2 if tick == 0 else y, width, y + 2))
        canvas.text_to(start - 10, top + 7 + y + 11, label, _SIZE, "regular", "muted", "felt")
    for turn in view.marks:
        x = round(line[turn + 1][0])
        part.paste(INDEX["muted"], (x - 1, _NUMBERS, x + 1, height))
    mask = stroke(line, width, height, 4, _DOT)
    inked = Image.composite(mask.point(ramp("accent", "area")), mask.point(ramp("accent", "felt")), area)
    part.paste(inked, (0, 0), mask.point([0] * 32 + [255] * 224))
    canvas.paste(part, start, top + 7)
    _number_marks(canvas, [start + line[turn + 1][0] for turn in view.marks], top + _SIZE + 3)


def _number_marks(canvas: Canvas, middles: Sequence[float], baseline: int) -> None:
    """Write the number of each mark above it; marks that are close together have theirs side by side."""
    free = 0.0
    for middle, number_ in sorted(zip(middles, range(1, len(middles) + 1), strict=True)):
        width = text_width(str(number_), _SIZE, "bold")
        left = max(middle - width / 2, free)
        canvas.text(round(left), baseline, str(number_), _SIZE, "bold", "text", "felt")
        free = left + width + 7
