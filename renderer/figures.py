"""The figures on court cards and jokers: heads and shoulders that look out at the right of their card."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from PIL import Image

from renderer.painting import Painting
from renderer.shapes import curve

# All places are multiples of the card's width: a card is 1 wide and 1.4 high. The index stands left of 0.42 and above
# 0.84, the count of a fan at the right above 0.28; the figures keep clear of both.
_MIDDLE: Final = 0.68


def _shoulders(on: Painting, ink: str) -> None:
    on.polygon(
        [
            *curve(
                (0.05, 1.42),
                ((0.06, 1.18), (0.18, 1.06), (0.44, 1.02)),
                ((0.60, 1.00), (0.76, 1.00), (0.92, 1.02)),
                ((1.06, 1.04), (1.10, 1.20), (1.10, 1.42)),
            )
        ],
        ink,
    )


def _eyes(on: Painting, y: float, ink: str = "spade") -> None:
    for x in (_MIDDLE - 0.068, _MIDDLE + 0.068):
        on.circle(x, y, 0.022, ink)


def _king(on: Painting, suit: str) -> None:
    _shoulders(on, suit)
    # An ermine collar below the beard.
    on.oval(0.36, 0.92, 1.00, 1.16, "face")
    for x, y in ((0.45, 1.075), (0.91, 1.075), (0.55, 1.115), (0.81, 1.115)):
        on.circle(x, y, 0.014, suit)
    on.stamp(suit, _MIDDLE, 1.245, 0.17, "face")
    on.mirrored(
        curve(
            (_MIDDLE, 0.58),
            ((0.80, 0.56), (0.885, 0.60), (0.885, 0.72)),
            ((0.885, 0.92), (0.78, 1.10), (_MIDDLE, 1.13)),
        ),
        "hair",
        _MIDDLE,
    )
    on.oval(0.545, 0.52, 0.815, 0.90, "skin")
    # Moustache and mouth.
    on.mirrored(
        curve(
            (_MIDDLE, 0.835),
            ((0.73, 0.79), (0.79, 0.80), (0.855, 0.875)),
            ((0.78, 0.885), (0.72, 0.90), (_MIDDLE, 0.875)),
        ),
        "hair",
        _MIDDLE,
    )
    on.polygon(
        curve((0.59, 0.865), ((0.60, 0.99), (0.76, 0.99), (0.77, 0.865)), ((0.72, 0.90), (0.64, 0.90), (0.59, 0.865))),
        "hair",
    )
    _eyes(on, 0.70)
    for side in (-1, 1):
        on.line([(_MIDDLE + side * 0.10, 0.652), (_MIDDLE + side * 0.045, 0.645)], 0.022, "hair")
    _crown(on, suit, 0.19, 0.355, 0.60, 5)


def _crown(on: Painting, suit: str, half: float, top: float, bottom: float, points: int) -> None:
    """Paint a crown whose band is twice `half` wide, with balls on its points and gems on its band."""
    flare = 0.045
    tips = [
        (_MIDDLE + (half + flare) * (2 * at / (points - 1) - 1), top + 0.05 * abs(2 * at / (points - 1) - 1))
        for at in range(points)
    ]
    outline = []
    for (x0, y0), (x1, y1) in itertools.pairwise(tips):
        outline += [(x0, y0), ((x0 + x1) / 2, (y0 + y1) / 2 + (bottom - top) * 0.42)]
    outline += [tips[-1], (_MIDDLE + half, bottom), (_MIDDLE - half, bottom)]
    on.polygon(outline, "crown")
    for x, y in tips:
        on.circle(x, y, 0.03, "crown")
    for x in (-0.62, 0, 0.62):
        on.circle(_MIDDLE + x * half, bottom - 0.045, 0.021, suit)


def _queen(on: Painting, suit: str) -> None:
    # Long hair behind her.
    on.mirrored(
        curve(
            (_MIDDLE, 0.50),
            ((0.86, 0.50), (0.91, 0.62), (0.90, 0.80)),
            ((0.89, 0.95), (0.93, 1.06), (0.98, 1.13)),
            ((0.88, 1.18), (0.80, 1.14), (_MIDDLE, 1.14)),
        ),
        "hair",
        _MIDDLE,
    )
    _shoulders(on, suit)
    for side in (-1, 1):
        on.polygon(
            [
                (_MIDDLE + side * (x - _MIDDLE), y)
                for x, y in curve(
                    (0.80, 0.90), ((0.86, 0.96), (0.90, 1.08), (0.985, 1.13)), ((0.90, 1.19), (0.80, 1.14), (0.76, 1.0))
                )
            ],
            "hair",
        )
    on.mirrored(
        curve(
            (_MIDDLE, 0.90),
            ((0.74, 0.90), (0.75, 0.94), (0.75, 0.98)),
            ((0.75, 1.03), (0.82, 1.03), (0.84, 1.04)),
            ((0.80, 1.12), (0.74, 1.16), (_MIDDLE, 1.18)),
        ),
        "skin",
        _MIDDLE,
    )
    on.oval(0.545, 0.55, 0.815, 0.94, "skin")
    # Hair parted over the forehead.
    on.mirrored(
        curve(
            (_MIDDLE, 0.56), ((0.76, 0.55), (0.83, 0.58), (0.835, 0.76)), ((0.81, 0.68), (0.76, 0.66), (_MIDDLE, 0.615))
        ),
        "hair",
        _MIDDLE,
    )
    _eyes(on, 0.755)
    on.oval(0.64, 0.848, 0.72, 0.886, "heart")
    for at in (-1, 0, 1):
        on.circle(_MIDDLE + at * 0.062, 1.045 + 0.025 * (at == 0), 0.022, "crown")
    on.stamp(suit, _MIDDLE, 1.265, 0.15, "face")
    _crown(on, suit, 0.15, 0.37, 0.585, 3)


def _jack(on: Painting, suit: str) -> None:
    _shoulders(on, suit)
    # A pointed collar.
    on.mirrored([(_MIDDLE, 0.98), (0.84, 1.00), (0.93, 1.06), (0.80, 1.14), (_MIDDLE, 1.06)], "face", _MIDDLE)
    on.stamp(suit, _MIDDLE, 1.245, 0.17, "face")
    # A page's hair, cut straight below the ears.
    on.box(0.49, 0.56, 0.87, 0.95, 0.09, "hair")
    on.box(0.62, 0.88, 0.74, 1.04, 0.05, "skin")
    on.oval(0.55, 0.55, 0.81, 0.955, "skin")
    on.mirrored([(_MIDDLE, 0.56), (0.82, 0.56), (0.83, 0.70), (_MIDDLE, 0.665)], "hair", _MIDDLE)
    _eyes(on, 0.765)
    on.line(curve((0.645, 0.872), ((0.665, 0.892), (0.695, 0.892), (0.715, 0.872))), 0.02, "heart")
    # A cap with a feather.
    on.polygon(
        curve(
            (0.46, 0.62),
            ((0.42, 0.46), (0.56, 0.40), (0.70, 0.40)),
            ((0.86, 0.40), (0.98, 0.50), (0.90, 0.62)),
            ((0.78, 0.57), (0.58, 0.57), (0.46, 0.62)),
        ),
        suit,
    )
    on.line(curve((0.475, 0.635), ((0.60, 0.575), (0.77, 0.575), (0.885, 0.635))), 0.05, "crown")
    on.polygon(
        curve((0.79, 0.58), ((0.77, 0.46), (0.80, 0.37), (0.90, 0.33)), ((0.95, 0.43), (0.91, 0.53), (0.79, 0.58))),
        "crown",
    )


def _jester(on: Painting, _suit: str) -> None:
    # A collar of points.
    on.mirrored(
        [(_MIDDLE, 1.02), (0.88, 1.02), (0.905, 1.20), (0.81, 1.14), (0.765, 1.29), (_MIDDLE, 1.17)], "joker", _MIDDLE
    )
    for side in (-1, 1):
        for x, y in ((0.22, 1.20), (0.085, 1.285)):
            on.circle(_MIDDLE + side * x, y, 0.032, "star")
    on.oval(0.55, 0.60, 0.81, 1.07, "skin")
    # A cap of three horns.
    on.mirrored(
        [
            *curve(
                (_MIDDLE, 0.33),
                ((0.73, 0.42), (0.75, 0.48), (0.76, 0.54)),
                ((0.79, 0.44), (0.87, 0.44), (0.905, 0.60)),
                ((0.86, 0.58), (0.85, 0.66), (0.835, 0.79)),
            ),
            (_MIDDLE, 0.71),
        ],
        "joker",
        _MIDDLE,
    )
    for x in (-0.22, 0, 0.22):
        on.circle(_MIDDLE + x, 0.615 if x else 0.325, 0.036, "star")
    _eyes(on, 0.83, "joker")
    on.polygon(
        curve(
            (0.605, 0.925),
            ((0.64, 0.95), (0.72, 0.95), (0.755, 0.925)),
            ((0.735, 1.02), (0.625, 1.02), (0.605, 0.925)),
        ),
        "joker",
    )


#: The painter of each figure, by the rank of its card.
FIGURES: Final[dict[str, Callable[[Painting, str], None]]] = {
    "K": _king,
    "Q": _queen,
    "J": _jack,
    "*": _jester,
}


@lru_cache(maxsize=512)
def figure(rank: str, suit: str, width: int, height: int, ground: str) -> Image.Image:
    """Return the figure of a card as plane indices on the card's ground, as large as the card.

    `rank` is `J`, `Q`, `K` or `*`; a joker's `suit` doesn't matter. Raises `KeyError` for a rank without a figure.
    """
    painting = Painting(width, height, width, ground)
    FIGURES[rank](painting, suit)
    painting.crop(0.055, 0.045)
    return painting.finish()
