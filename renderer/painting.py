"""Drawings in several inks: painted large without soft edges, then reduced to plane indices with soft ones."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from PIL import Image, ImageChops, ImageDraw

from renderer.shapes import Point, rounded, shape
from renderer.theme import INDEX, PAIRS, ramp


class Painting:
    """A painting of `width` by `height` pixels on one ground. Points are given in multiples of `unit` pixels.

    It is painted `scale` times as large as it will be. Where two inks meet, the edge is soft if they are a pair of the theme, and hard if not.
    """

    def __init__(self, width: int, height: int, unit: float, ground: str, scale: int = 5) -> None:
        self._unit, self._scale = unit * scale, scale
        self._ground = ground
        self._used = {ground}
        self._plane = Image.new("L", (width * scale, height * scale), INDEX[ground])
        self._draw = ImageDraw.Draw(self._plane)

    def _index(self, ink: str) -> int:
        self._used.add(ink)
        return INDEX[ink]

    def polygon(self, points: Sequence[Point], ink: str) -> None:
        """Fill the area inside some points."""
        self._draw.polygon([(x * self._unit, y * self._unit) for x, y in points], fill=self._index(ink))

    def mirrored(self, right: Sequence[Point], ink: str, about: float) -> None:
        """Fill a symmetrical area, given the points of its right half from top to bottom and where its middle is."""
        self.polygon([*right, *((2 * about - x, y) for x, y in reversed(right))], ink)

    def line(self, points: Sequence[Point], width: float, ink: str) -> None:
        """Draw a line with round ends along some points."""
        scaled = [(x * self._unit, y * self._unit) for x, y in points]
        self._draw.line(scaled, fill=self._index(ink), width=round(width * self._unit), joint="curve")
        for x, y in (points[0], points[-1]):
            self.circle(x, y, width / 2, ink)

    def circle(self, x: float, y: float, radius: float, ink: str) -> None:
        """Fill a circle."""
        self.oval(x - radius, y - radius, x + radius, y + radius, ink)

    def oval(self, left: float, top: float, right: float, bottom: float, ink: str) -> None:
        """Fill an ellipse."""
        self._draw.ellipse([value * self._unit for value in (left, top, right, bottom)], fill=self._index(ink))

    def box(self, left: float, top: float, right: float, bottom: float, radius: float, ink: str) -> None:
        """Fill a rectangle with round corners."""
        box = [value * self._unit for value in (left, top, right, bottom)]
        self._draw.rounded_rectangle(box, radius * self._unit, fill=self._index(ink))

    def stamp(self, name: str, x: float, y: float, size: float, ink: str) -> None:
        """Fill one of the shapes in a square whose middle is at x, y."""
        side = round(size * self._unit)
        mask = shape(name, side).point([0] * 128 + [255] * 128)
        self._plane.paste(self._index(ink), (round(x * self._unit - side / 2), round(y * self._unit - side / 2)), mask)

    def crop(self, inset: float, radius: float) -> None:
        """Clear what lies outside a rectangle with round corners, `inset` units inside the edges."""
        gap = round(inset * self._unit)
        width, height = self._plane.width - 2 * gap, self._plane.height - 2 * gap
        outside = Image.new("L", self._plane.size, 255)
        outside.paste(0, (gap, gap), rounded(width, height, radius * self._unit).point([0] * 128 + [255] * 128))
        self._plane.paste(INDEX[self._ground], (0, 0), outside)

    def finish(self) -> Image.Image:
        """Return the painting as plane indices."""
        inks = sorted(self._used, key=INDEX.__getitem__)
        covers = {
            ink: self._plane.point([255 * (at == INDEX[ink]) for at in range(256)]).reduce(self._scale) for ink in inks
        }
        whole = Image.new("L", covers[self._ground].size, INDEX[self._ground])
        for ink, cover in covers.items():
            whole.paste(INDEX[ink], (0, 0), cover.point([0] * 128 + [255] * 128))
        touched = {ink: cover.point([0] + [255] * 255) for ink, cover in covers.items()}
        for pair in itertools.permutations(inks, 2):
            if pair in PAIRS:
                both = ImageChops.darker(touched[pair[0]], touched[pair[1]])
                whole.paste(covers[pair[0]].point(ramp(*pair)), (0, 0), both)
        return whole
