"""The picture of a person's last weeks with the deal of the day: points above par, day by day, with gaps."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from gettext import NullTranslations
from typing import Final

from PIL import Image, ImageDraw

from renderer.canvas import WIDTH, Canvas, Picture, Style
from renderer.charts import places, round_numbers, stroke
from renderer.text import clean_text, text_width
from renderer.theme import INDEX, ramp
from renderer.words import number


@dataclass(frozen=True, slots=True)
class CurveView:
    """The contents of the picture, translated.

    `above` are points above par, a day each, the last one today; None is a day without a result. `first` and `last` name the
    first day and the last. `words` tell the curve to those who don't see it.
    """

    title: str
    above: tuple[int | None, ...]
    first: str
    last: str
    words: str = ""


_MARGIN: Final = 22
_HEAD: Final = 64
_CHART: Final = 300
_FOOT: Final = 48
_HEIGHT: Final = _HEAD + _CHART + _FOOT
#: The size of the smallest text: shown 350 pixels wide, it is 11 high.
_SIZE: Final = 30
_TITLE: Final = 35
_DOT: Final = 9


@lru_cache(maxsize=64)
def render(view: CurveView, style: Style) -> Picture:
    """Draw a curve. Raises `KeyError` for an unknown theme."""
    canvas = Canvas(WIDTH, _HEIGHT, "panel", "league")
    canvas.text(_MARGIN, 43, clean_text(view.title), _TITLE, "bold", "text", "panel")
    _draw_curve(canvas, view, style.translation)
    return canvas.finish(style, view.words)


def _draw_curve(canvas: Canvas, view: CurveView, t: NullTranslations) -> None:
    left, top, right = _MARGIN, _HEAD, WIDTH - _MARGIN
    canvas.panel(left, top, right, top + _CHART, 17, "felt", "panel")
    known = [0, *(above for above in view.above if above is not None)]
    low, high = min(known), max(known)
    ticks = round_numbers(low, high, least=50)
    labels = [("+" if tick > 0 else "") + number(tick, t) for tick in ticks]
    start = left + 13 + max(text_width(label, _SIZE, "regular") for label in labels) + 12
    width, height = right - start - 12, _CHART - 13
    box = (_DOT + 1.0, _DOT + 16.0, width - _DOT - 2.0, height - _DOT - 12.0)
    part = Image.new("L", (width, height), INDEX["felt"])
    for tick, label in zip(ticks, labels, strict=True):
        y = round(_height_of(tick, box, low, high))
        part.paste(INDEX["line"], (0, y - 2 if tick == 0 else y, width, y + 2))
        canvas.text_to(start - 10, top + 7 + y + 11, label, _SIZE, "regular", "muted", "felt")
    spots = places([None if one is None else float(one) for one in view.above], len(view.above), box, low, high)
    mask = stroke(spots, width, height, 4, _DOT)
    _dots(mask, spots)
    part.paste(mask.point(ramp("accent", "felt")), (0, 0), mask.point([0] * 32 + [255] * 224))
    canvas.paste(part, start, top + 7)
    baseline = top + _CHART + 36
    canvas.text(start, baseline, clean_text(view.first), _SIZE, "regular", "muted", "panel")
    canvas.text_to(right - 12, baseline, clean_text(view.last), _SIZE, "regular", "muted", "panel")


def _height_of(value: int, box: tuple[float, float, float, float], low: int, high: int) -> float:
    [spot] = places([float(value)], 2, box, low, high)
    assert spot is not None
    return spot[1]


def _dots(mask: Image.Image, spots: list[tuple[float, float] | None]) -> None:
    """Mark each day that has a result, so that one between two gaps is seen."""
    draw = ImageDraw.Draw(mask)
    for spot in spots:
        if spot is not None:
            x, y = spot
            draw.ellipse((x - 5, y - 5, x + 5, y + 5), fill=255)
