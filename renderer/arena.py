"""The picture of a contest between two computer players: how the mean settled, and the figures of both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image

from renderer.canvas import WIDTH, Canvas, Picture, Style
from renderer.charts import places, polygon, round_numbers, stroke
from renderer.parts import written
from renderer.text import shortened, text_width
from renderer.theme import INDEX, ramp
from renderer.words import labelled


@dataclass(frozen=True, slots=True)
class ArenaView:
    """The contents of the picture. `course` has the mean and the half width of its interval after each pair.

    `figures` are a label and the values of both players, as text; up to 14 are drawn.
    """

    title: str
    subtitle: str
    result: str
    course: tuple[tuple[float, float | None], ...]
    names: tuple[str, str]
    figures: tuple[tuple[str, str, str], ...]


_MARGIN: Final = 28
_HEAD: Final = 95
_CHART: Final = 217
_ROW: Final = 30
_MOST: Final = 14
_SMALL: Final = 18
#: The part of the pairs at the beginning that may reach beyond the chart: their means swing too far.
_WILD: Final = 0.1


def render(view: ArenaView, style: Style) -> Picture:
    """Draw a contest. Raises `KeyError` for an unknown theme."""
    view = written(view)
    rows = -(-min(len(view.figures), _MOST) // 2)
    canvas = Canvas(WIDTH, _HEAD + _CHART + 47 + rows * _ROW + 8, "panel", "league")
    left = canvas.text_to(WIDTH - _MARGIN, 52, view.result, 38, "bold", "text", "panel")
    canvas.text(_MARGIN, 49, shortened(view.title, 33, "bold", left - 50), 33, "bold", "text", "panel")
    canvas.text(_MARGIN, 82, shortened(view.subtitle, 22, "regular", WIDTH - 57), 22, "regular", "muted", "panel")
    _draw_course(canvas, view.course)
    _draw_figures(canvas, view)
    return canvas.finish(style, labelled(view.title, f"{view.result}. {view.subtitle}.", style.translation))


def _draw_course(canvas: Canvas, course: Sequence[tuple[float, float | None]]) -> None:
    """Draw the mean as a line over the band of its interval."""
    left, top, width = _MARGIN, _HEAD, WIDTH - 2 * _MARGIN
    canvas.panel(left, top, left + width, top + _CHART, 17, "felt", "panel")
    means = [mean for mean, _ in course]
    lows = [mean - half if half is not None else mean for mean, half in course]
    highs = [mean + half if half is not None else mean for mean, half in course]
    settled = int(len(course) * _WILD)
    low, high = min(0.0, *lows[settled:]), max(0.0, *highs[settled:])
    ticks = round_numbers(low, high, least=10)
    labels = [f"{tick:+d}".replace("-", "−") if tick else "0" for tick in ticks]
    start = 18 + max(text_width(label, _SMALL, "regular") for label in labels) + 12
    room, height = width - start - 12, _CHART - 23
    box = (4.0, 8.0, room - 10.0, height - 8.0)

    def line(values: Sequence[float]) -> list[tuple[float, float]]:
        bounded = [min(max(value, low), high) for value in values]
        return [place for place in places(bounded, len(bounded), box, low, high) if place is not None]

    band = Image.new("L", (room, height))
    if len(course) > 1:
        band = polygon([*line(highs), *reversed(line(lows))], room, height)
    part = Image.new("L", (room, height), INDEX["felt"])
    part.paste(INDEX["area"], (0, 0), band)
    for tick, label in zip(ticks, labels, strict=True):
        y = round(line([tick])[0][1])
        part.paste(INDEX["line"], (0, y, room, y + (3 if tick == 0 else 2)))
        canvas.text_to(left + start - 12, top + 12 + y + 7, label, _SMALL, "regular", "muted", "felt")
    mask = stroke(line(means), room, height, 4.5, 8)
    inked = Image.composite(mask.point(ramp("accent", "area")), mask.point(ramp("accent", "felt")), band)
    part.paste(inked, (0, 0), mask.point([0] * 32 + [255] * 224))
    canvas.paste(part, left + start, top + 12)


def _draw_figures(canvas: Canvas, view: ArenaView) -> None:
    """Write the figures in two columns, the values of the first and the second player at their right."""
    top, room = _HEAD + _CHART + 13, (WIDTH - 2 * _MARGIN - 33) // 2
    for column in range(2):
        left = _MARGIN + column * (room + 33)
        for place, name in enumerate(view.names):
            right = left + room - (1 - place) * 105
            label = shortened(name, 15, "strong", 101)
            canvas.text_to(right, top + 20, label, 15, "strong", "muted", "panel")
    for at, (label, *values) in enumerate(view.figures[:_MOST]):
        left, baseline = _MARGIN + at % 2 * (room + 33), top + 50 + at // 2 * _ROW
        canvas.text(
            left, baseline, shortened(label, _SMALL, "regular", room - 197), _SMALL, "regular", "muted", "panel"
        )
        for place, value in enumerate(values):
            right = left + room - (1 - place) * 105
            canvas.text_to(right, baseline, value, _SMALL, "strong", "text", "panel")
