"""Suits, stars and icons, drawn from vector paths as masks with soft edges."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

Point = tuple[float, float]

#: How many times larger masks are drawn before they are reduced.
_SCALE: Final = 8


class _Pen:
    """A pen that draws in the unit square, onto a mask `_SCALE` times larger than `size` pixels."""

    def __init__(self, size: int) -> None:
        self._unit = size * _SCALE
        self.image = Image.new("L", (self._unit, self._unit))
        self._draw = ImageDraw.Draw(self.image)

    def polygon(self, points: list[Point], ink: int = 255) -> None:
        self._draw.polygon([(x * self._unit, y * self._unit) for x, y in points], fill=ink)

    def mirrored(self, right: list[Point], ink: int = 255) -> None:
        """Draw a symmetrical shape from its right half, given from top to bottom."""
        self.polygon(right + [(1 - x, y) for x, y in reversed(right)], ink)

    def circle(self, x: float, y: float, radius: float, ink: int = 255) -> None:
        box = [(value * self._unit) for value in (x - radius, y - radius, x + radius, y + radius)]
        self._draw.ellipse(box, fill=ink)

    def oval(self, left: float, top: float, right: float, bottom: float, ink: int = 255) -> None:
        self._draw.ellipse([value * self._unit for value in (left, top, right, bottom)], fill=ink)

    def box(self, left: float, top: float, right: float, bottom: float, radius: float, ink: int = 255) -> None:
        box = [value * self._unit for value in (left, top, right, bottom)]
        self._draw.rounded_rectangle(box, radius * self._unit, fill=ink)

    def line(self, start: Point, end: Point, width: float, ink: int = 255) -> None:
        angle = math.atan2(end[1] - start[1], end[0] - start[0]) + math.pi / 2
        dx, dy = math.cos(angle) * width / 2, math.sin(angle) * width / 2
        (x0, y0), (x1, y1) = start, end
        self.polygon([(x0 + dx, y0 + dy), (x1 + dx, y1 + dy), (x1 - dx, y1 - dy), (x0 - dx, y0 - dy)], ink)
        self.circle(x0, y0, width / 2, ink)
        self.circle(x1, y1, width / 2, ink)


def curve(start: Point, *bends: tuple[Point, Point, Point]) -> list[Point]:
    """Return consecutive cubic Bézier curves as points."""
    points = [start]
    for first, second, end in bends:
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = points[-1], first, second, end
        for step in range(1, 25):
            t = step / 24
            a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
            points.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
    return points


def _stem(pen: _Pen) -> None:
    pen.mirrored([*curve((0.52, 0.55), ((0.53, 0.80), (0.57, 0.93), (0.71, 0.985))), (0.71, 1.0)])


def _spade(pen: _Pen) -> None:
    pen.mirrored(
        curve(
            (0.5, 0.0),
            ((0.56, 0.17), (0.97, 0.33), (0.97, 0.62)),
            ((0.97, 0.77), (0.86, 0.86), (0.735, 0.86)),
            ((0.63, 0.86), (0.55, 0.80), (0.51, 0.70)),
        )
    )
    _stem(pen)


def _heart(pen: _Pen) -> None:
    pen.mirrored(
        curve(
            (0.5, 0.23),
            ((0.55, 0.09), (0.64, 0.03), (0.75, 0.03)),
            ((0.90, 0.03), (1.0, 0.15), (1.0, 0.31)),
            ((1.0, 0.58), (0.70, 0.73), (0.5, 1.0)),
        )
    )


def _diamond(pen: _Pen) -> None:
    pen.mirrored(curve((0.5, 0.0), ((0.60, 0.19), (0.74, 0.36), (0.90, 0.5)), ((0.74, 0.64), (0.60, 0.81), (0.5, 1.0))))


def _club(pen: _Pen) -> None:
    for x, y in ((0.5, 0.235), (0.245, 0.60), (0.755, 0.60)):
        pen.circle(x, y, 0.235)
    pen.polygon([(0.5, 0.3), (0.65, 0.62), (0.5, 0.72), (0.35, 0.62)])
    _stem(pen)


def _star(pen: _Pen) -> None:
    pen.polygon(
        [
            (0.5 + radius * math.sin(turn * math.pi / 5), 0.54 - radius * math.cos(turn * math.pi / 5))
            for turn, radius in zip(range(10), (0.53, 0.225) * 5, strict=True)
        ]
    )


def _snowflake(pen: _Pen) -> None:
    for arm in range(6):
        angle = arm * math.pi / 3 + math.pi / 6
        toward = (math.cos(angle), math.sin(angle))
        pen.line((0.5, 0.5), (0.5 + 0.45 * toward[0], 0.5 + 0.45 * toward[1]), 0.085)
        root = (0.5 + 0.25 * toward[0], 0.5 + 0.25 * toward[1])
        for side in (-1, 1):
            branch = angle + side * math.pi / 4
            pen.line(root, (root[0] + 0.2 * math.cos(branch), root[1] + 0.2 * math.sin(branch)), 0.07)


def _barred(pen: _Pen) -> None:
    pen.circle(0.5, 0.5, 0.47)
    pen.circle(0.5, 0.5, 0.36, 0)
    pen.line((0.24, 0.24), (0.76, 0.76), 0.12)


def _lock(pen: _Pen) -> None:
    pen.box(0.24, 0.04, 0.76, 0.8, 0.26)
    pen.box(0.36, 0.16, 0.64, 0.8, 0.14, 0)
    pen.box(0.14, 0.44, 0.86, 0.98, 0.09)


def _cards(pen: _Pen) -> None:
    pen.box(0.34, 0.04, 0.90, 0.82, 0.09)
    pen.box(0.04, 0.12, 0.72, 1.0, 0.12, 0)
    pen.box(0.10, 0.18, 0.66, 0.97, 0.09)


def _packet(pen: _Pen) -> None:
    # Three cards that lie on each other, seen from a corner.
    for low, ink in ((0.97, 255), (0.83, 0), (0.79, 255), (0.65, 0), (0.61, 255)):
        pen.polygon([(0.5, low - 0.55), (1.0, low - 0.275), (0.5, low), (0.0, low - 0.275)], ink)


def _foot(pen: _Pen) -> None:
    pen.oval(0.26, 0.34, 0.72, 0.74)
    pen.oval(0.30, 0.56, 0.60, 1.0)
    for x, y, radius in ((0.36, 0.17, 0.115), (0.53, 0.16, 0.085), (0.655, 0.215, 0.07), (0.745, 0.295, 0.06)):
        pen.circle(x, y, radius)


def _flame(pen: _Pen) -> None:
    pen.polygon(
        curve(
            (0.52, 0.0),
            ((0.56, 0.22), (0.88, 0.36), (0.88, 0.66)),
            ((0.88, 0.88), (0.70, 1.0), (0.5, 1.0)),
            ((0.28, 1.0), (0.12, 0.86), (0.12, 0.66)),
            ((0.12, 0.50), (0.22, 0.42), (0.26, 0.28)),
            ((0.34, 0.34), (0.36, 0.40), (0.37, 0.46)),
            ((0.50, 0.34), (0.54, 0.16), (0.52, 0.0)),
        )
    )
    pen.polygon(
        curve((0.54, 0.52), ((0.70, 0.66), (0.70, 0.92), (0.5, 0.92)), ((0.30, 0.92), (0.36, 0.66), (0.54, 0.52))), 0
    )


def _turn(pen: _Pen) -> None:
    pen.polygon([(0.14, 0.06), (0.94, 0.5), (0.14, 0.94)])


def _crown(pen: _Pen) -> None:
    pen.polygon([(0.04, 0.22), (0.28, 0.5), (0.5, 0.1), (0.72, 0.5), (0.96, 0.22), (0.86, 0.74), (0.14, 0.74)])
    pen.box(0.13, 0.8, 0.87, 0.94, 0.04)
    for x, y in ((0.05, 0.2), (0.5, 0.11), (0.95, 0.2)):
        pen.circle(x, y, 0.05)


def _rosette(pen: _Pen) -> None:
    pen.circle(0.5, 0.5, 0.43)
    for turn in range(14):
        angle = turn * math.pi / 7
        pen.circle(0.5 + 0.41 * math.cos(angle), 0.5 + 0.41 * math.sin(angle), 0.09)


def _disc(pen: _Pen) -> None:
    pen.circle(0.5, 0.5, 0.48)


def _hexagon(pen: _Pen) -> None:
    pen.polygon(
        [(0.5 + 0.5 * math.sin(turn * math.pi / 3), 0.5 - 0.5 * math.cos(turn * math.pi / 3)) for turn in range(6)]
    )


def _pair(pen: _Pen) -> None:
    for x, ink, wider in ((0.68, 255, 0.0), (0.36, 0, 0.06), (0.36, 255, 0.0)):
        pen.circle(x, 0.3, 0.19 + wider, ink)
        pen.oval(x - 0.32 - wider, 0.54 - wider, x + 0.32 + wider, 1.3, ink)


def _clock(pen: _Pen) -> None:
    pen.circle(0.5, 0.5, 0.47)
    pen.circle(0.5, 0.5, 0.37, 0)
    pen.line((0.5, 0.5), (0.5, 0.24), 0.09)
    pen.line((0.5, 0.5), (0.67, 0.6), 0.09)


def _robot(pen: _Pen) -> None:
    pen.line((0.5, 0.08), (0.5, 0.3), 0.07)
    pen.circle(0.5, 0.09, 0.09)
    pen.box(0.1, 0.28, 0.9, 0.94, 0.16)
    for x in (0.33, 0.67):
        pen.circle(x, 0.55, 0.1, 0)
    pen.box(0.32, 0.74, 0.68, 0.81, 0.03, 0)
    for x in (0.0, 0.92):
        pen.box(x, 0.48, x + 0.08, 0.74, 0.03)


_SHAPES: Final[dict[str, Callable[[_Pen], None]]] = {
    "spade": _spade, "heart": _heart, "diamond": _diamond, "club": _club, "star": _star, "snowflake": _snowflake,
    "barred": _barred, "lock": _lock, "cards": _cards, "packet": _packet, "foot": _foot, "flame": _flame, "turn": _turn, "crown": _crown,
    "rosette": _rosette, "disc": _disc, "hexagon": _hexagon, "pair": _pair, "clock": _clock, "robot": _robot,
}  # fmt: skip


@lru_cache(maxsize=512)
def shape(name: str, size: int) -> Image.Image:
    """Return the coverage mask (mode L, 0 to 255) of a shape in a square of `size` pixels.

    Raises `KeyError` if there is no such shape.
    """
    pen = _Pen(size)
    _SHAPES[name](pen)
    return pen.image.reduce(_SCALE)


@lru_cache(maxsize=512)
def rounded(width: int, height: int, radius: float) -> Image.Image:
    """Return the coverage mask of a rectangle with round corners, in pixels."""
    large = Image.new("L", (width * _SCALE, height * _SCALE))
    ImageDraw.Draw(large).rounded_rectangle((0, 0, width * _SCALE - 1, height * _SCALE - 1), radius * _SCALE, fill=255)
    return large.reduce(_SCALE)
