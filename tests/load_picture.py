"""The picture of what `tests.bench.load` found: how long answers took, and the figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from renderer.canvas import WIDTH, Canvas, Picture, Style
from renderer.text import shortened

#: Up to this many milliseconds an answer counts for each bar; the last one is for all that took longer.
BOUNDS: Final = (25, 50, 100, 250, 500, 1000)


@dataclass(frozen=True, slots=True)
class LoadView:
    """The contents of the picture: `answers` are milliseconds, `figures` labels and values."""

    title: str
    subtitle: str
    answers: tuple[float, ...]
    figures: tuple[tuple[str, str], ...]


_MARGIN: Final = 28
_HEAD: Final = 109
_CHART: Final = 276
_ROW: Final = 47
#: The size of the smallest text: shown 390 pixels wide, it is 13 high.
_SIZE: Final = 30


def render(view: LoadView) -> Picture:
    """Draw what was found."""
    canvas = Canvas(WIDTH, _HEAD + _CHART + 22 + len(view.figures) * _ROW + 17, "panel", "league")
    room = WIDTH - 2 * _MARGIN
    canvas.text(_MARGIN, 49, shortened(view.title, 37, "bold", room), 37, "bold", "text", "panel")
    canvas.text(_MARGIN, 90, shortened(view.subtitle, _SIZE, "regular", room), _SIZE, "regular", "muted", "panel")
    _draw_bars(canvas, view.answers)
    for at, (label, value) in enumerate(view.figures):
        baseline = _HEAD + _CHART + 22 + at * _ROW + 32
        left = canvas.text_to(WIDTH - _MARGIN, baseline, value, _SIZE, "strong", "text", "panel")
        shown = shortened(label, _SIZE, "regular", left - _MARGIN - 17)
        canvas.text(_MARGIN, baseline, shown, _SIZE, "regular", "muted", "panel")
    words = "; ".join(f"{label}: {value}" for label, value in view.figures)
    return canvas.finish(Style(), f"{view.title}. {view.subtitle}. {words}.")


def shares(answers: Sequence[float]) -> list[float]:
    """Return which share of the answers counts for each bar."""
    edges = (0.0, *BOUNDS, float("inf"))
    counts = [sum(low < one <= high for one in answers) for low, high in pairwise(edges)]
    return [count / max(1, len(answers)) for count in counts]


def _draw_bars(canvas: Canvas, answers: Sequence[float]) -> None:
    """Draw a bar for each span of time, as high as the share of answers that took so long."""
    left, top, right = _MARGIN, _HEAD, WIDTH - _MARGIN
    canvas.panel(left, top, right, top + _CHART, 17, "felt", "panel")
    found = shares(answers)
    floor, tallest = top + _CHART - 52, _CHART - 52 - 54
    step = (right - left - 17) // len(found)
    for at, share in enumerate(found):
        start = left + 8 + at * step
        middle, height = start + step // 2, round(tallest * share / max(*found, 0.01))
        if height:
            canvas.fill(start + 12, floor - height, start + step - 12, floor, "accent")
        said = f"{share:.0%}" if share >= 0.01 or not share else f"{share:.1%}"
        canvas.text_about(middle, floor - height - 12, said, _SIZE, "strong", "text", "felt")
        label = f"≤ {BOUNDS[at]}" if at < len(BOUNDS) else f"> {BOUNDS[-1]}"
        canvas.text_about(middle, floor + 38, label, _SIZE, "regular", "muted", "felt")
