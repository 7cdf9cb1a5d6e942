"""Line charts as masks with soft edges."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from renderer.theme import ramp

#: How many times larger masks are drawn before they are reduced.
_SCALE: Final = 3

#: Steps between the numbers beside a chart; the smallest that needs at most `_NUMBERS` of them is used.
_STEPS: Final = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000)
#: The most numbers beside a chart.
_NUMBERS: Final = 4

#: The values of a chart in their order, the latest last; None is a missing value.
ChartValues = tuple[float | None, ...]


def rises(values: Sequence[float | None]) -> bool:
    """Return whether the last value is not below the first."""
    known = [value for value in values if value is not None]
    return not known or known[-1] >= known[0]


def places(
    values: Sequence[float | None], slots: int, box: tuple[float, float, float, float], low: float, high: float
) -> list[tuple[float, float] | None]:
    """Return each value's point in a box (left, top, right, bottom), from `low` at its bottom to `high` at its top.

    The box has room for `slots` values, at least two; fewer values are at its right. If low and high are equal, all
    values are in the middle. A missing value has no point.
    """
    left, top, right, bottom = box
    step = (right - left) / (max(slots, 2) - 1)
    first = right - step * (len(values) - 1)
    span = high - low
    return [
        None
        if value is None
        else (first + step * at, bottom - (bottom - top) * ((value - low) / span if span else 0.5))
        for at, value in enumerate(values)
    ]


def stroke(
    points: Sequence[tuple[float, float] | None], width: int, height: int, pen: float, dot: float
) -> Image.Image:
    """Draw the mask of a line through points, `pen` pixels thick, with a dot of radius `dot` at the last point.

    The line is broken at None.
    """
    large = Image.new("L", (width * _SCALE, height * _SCALE))
    draw = ImageDraw.Draw(large)
    run: list[tuple[float, float]] = []
    last: tuple[float, float] | None = None
    for point in (*points, None):
        if point is not None:
            run.append((point[0] * _SCALE, point[1] * _SCALE))
            last = run[-1]
            continue
        if len(run) > 1:
            draw.line(run, fill=255, width=round(pen * _SCALE))
        # Discs make round joints and ends in a tenth of the time that ImageDraw needs for its own.
        for x, y in run:
            _disc(draw, x, y, pen * _SCALE / 2 - 1 if len(run) > 1 else pen * _SCALE * 0.8)
        run = []
    if last is not None:
        _disc(draw, *last, dot * _SCALE)
    return large.reduce(_SCALE)


def polygon(points: Sequence[tuple[float, float]], width: int, height: int) -> Image.Image:
    """Draw the mask of a polygon with hard edges."""
    mask = Image.new("L", (width, height))
    ImageDraw.Draw(mask).polygon(list(points), fill=255)
    return mask


def _disc(draw: ImageDraw.ImageDraw, x: float, y: float, radius: float) -> None:
    # ImageDraw.ellipse calls this function, but spends most of its time on finding the ink.
    draw.draw.draw_ellipse((x - radius, y - radius, x + radius, y + radius), 255, 1, 0)


def round_numbers(low: float, high: float, *, least: int) -> list[int]:
    """Return the round numbers from `low` to `high`, at most four and at least `least` apart.

    0, which lies between, is one of them.
    """
    for step in _STEPS:
        numbers = list(range(-(round(-low) // step) * step, round(high) + 1, step))
        if step >= least and len(numbers) <= _NUMBERS:
            return numbers
    return [0]


@lru_cache(maxsize=512)
def sparkline(values: ChartValues, slots: int, width: int, height: int, ink: str, ground: str) -> Image.Image:
    """Draw a small line between the lowest and the highest of its values, as plane indices with their background."""
    pen, dot = max(3.0, height / 13), max(5.0, height / 8)
    known = [value for value in values if value is not None]
    low, high = min(known, default=0.0), max(known, default=0.0)
    box = (pen, dot + 1, width - dot - 1, height - dot - 1)
    return stroke(places(values, slots, box, low, high), width, height, pen, dot).point(ramp(ink, ground))
