"""The picture of what `tests.bench.curves` found: a chart for each kind of work, with the cost beside each point."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from renderer.canvas import WIDTH, Canvas, Picture, Style
from renderer.charts import places, stroke
from renderer.theme import ramp

_MARGIN: Final = 28
_HEAD: Final = 66
_CHART: Final = 206
#: The room in a chart above its line, below it, and at its sides.
_ABOVE, _BELOW, _BESIDE = 92, 56, 60
#: The size of the smallest text: shown 390 pixels wide, it is 11 high.
_SIZE: Final = 26


@dataclass(frozen=True, slots=True)
class Curve:
    """Milliseconds of processor time by the size of something, in rising order."""

    title: str
    points: tuple[tuple[int, float], ...]

    def line(self) -> str:
        """Return the title with all points."""
        return f"{self.title}: " + ", ".join(f"{size:,} {_said(cost)}" for size, cost in self.points)


def render(curves: Sequence[Curve]) -> Picture:
    """Draw a chart for each curve, from zero up; its sizes stand at equal distances."""
    canvas = Canvas(WIDTH, _HEAD + len(curves) * (_CHART + 16) + 12, "panel", "league")
    canvas.text(_MARGIN, 46, "How cost grows: processor time", 34, "bold", "text", "panel")
    for number, curve in enumerate(curves):
        _draw(canvas, curve, _HEAD + number * (_CHART + 16))
    return canvas.finish(Style(), " ".join(f"{curve.line()}." for curve in curves))


def _draw(canvas: Canvas, curve: Curve, top: int) -> None:
    width, height = WIDTH - 2 * _MARGIN, _CHART
    canvas.panel(_MARGIN, top, _MARGIN + width, top + height, 17, "felt", "panel")
    canvas.text(_MARGIN + 18, top + 38, curve.title, _SIZE, "bold", "text", "felt")
    costs = [cost for _, cost in curve.points]
    box = (_BESIDE, _ABOVE, width - _BESIDE, height - _BELOW)
    points = places(costs, len(costs), box, 0.0, max(costs))
    mask = stroke(points, width, height, 4.5, 8)
    canvas.paste(mask.point(ramp("accent", "felt")), _MARGIN, top, mask.point([0] * 32 + [255] * 224))
    for point, (size, cost) in zip(points, curve.points, strict=True):
        assert point is not None
        x, y = (round(one) for one in point)
        canvas.text_about(_MARGIN + x, top + y - 14, _said(cost), _SIZE, "strong", "text", "felt")
        canvas.text_about(_MARGIN + x, top + height - 16, f"{size:,}", _SIZE, "regular", "muted", "felt")


def _said(milliseconds: float) -> str:
    """Return a cost with two digits that count, in the unit that suits it."""
    for least, factor, unit in ((1000.0, 0.001, "s"), (1.0, 1.0, "ms")):
        if milliseconds >= least:
            value = milliseconds * factor
            return f"{value:.1f} {unit}" if value < 10 else f"{value:.0f} {unit}"
    return f"{milliseconds * 1000:.0f} µs"
