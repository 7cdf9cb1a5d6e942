"""The index plane on which a picture is composed, and the finished picture."""

from __future__ import annotations

import gettext
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from PIL import Image

from renderer import png
from renderer.shapes import rounded, shape
from renderer.text import strip, text_width, whole_phrases
from renderer.theme import INDEX, palette, ramp

ENGLISH: Final = gettext.NullTranslations()
#: The most pixels of a picture. Discord shows it in a box of 550 by 350; this is about five thirds of that, each way.
WIDTH: Final = 920
MAX_HEIGHT: Final = 585
#: The name under which an image holds what `_noted` returns, once it has been put on a canvas; images made from it don't
#: inherit that.
_NOTED: Final = "noted_for_pastes"
#: The most characters that Discord allows in a file's description.
MAX_ALT: Final = 1024


@dataclass(frozen=True)
class Style:
    """The looks of a picture for its reader.

    `theme` is a key of `THEMES` and `back` one of `BACKS`. Suits are red and black unless `two_colour` is off: then each
    has a colour of its own. Words are in the language of `translation`.
    """

    theme: str = "green"
    two_colour: bool = True
    back: str = "ruby"
    translation: gettext.NullTranslations = ENGLISH


@dataclass(frozen=True, slots=True)
class Picture:
    """A finished picture: PNG bytes, its size in pixels, and alt text of at most 1024 characters.

    `crowded` says that it has no room to count the cards of melds.
    """

    png: bytes
    width: int
    height: int
    alt: str
    crowded: bool = False


def stamp(plane: Image.Image, mask: Image.Image, at: tuple[int, int], ink: str, ground: str) -> None:
    """Draw a coverage mask onto a plane that has one ground there; pixels that the mask leaves out don't change."""
    table = ramp(ink, ground)
    ground_index = INDEX[ground]
    covered = [0 if index == ground_index else 255 for index in table]
    plane.paste(mask.point(table), at, mask.point(covered))


@lru_cache(maxsize=256)
def icon(name: str, size: int, ink: str, ground: str) -> Image.Image:
    """Return a shape as plane indices, with its background."""
    return shape(name, size).point(ramp(ink, ground))


@lru_cache(maxsize=64)
def _corners(radius: int, ink: str, ground: str) -> tuple[Image.Image, Image.Image, Image.Image, Image.Image]:
    disc = rounded(2 * radius, 2 * radius, radius).point(ramp(ink, ground))
    near, far = (0, radius), (radius, 2 * radius)
    left_top, right_top, left_low, right_low = (
        disc.crop((x[0], y[0], x[1], y[1])) for y in (near, far) for x in (near, far)
    )
    return left_top, right_top, left_low, right_low


class Canvas:
    """An index plane of `width` by `height` pixels; everything that is put on it is opaque.

    All inks and grounds are those of one family of pictures (see `theme`).
    """

    def __init__(self, width: int, height: int, ground: str, family: str = "cards") -> None:
        self.width, self.height, self._family = width, height, family
        # png.encode needs one more column at the left, filled with zeros. The plane shows these bytes themselves, as long as
        # nothing but the function below draws on it.
        self._pixels = bytearray((b"\0" + bytes((INDEX[ground],)) * width) * height)
        self.plane = Image.frombuffer("L", (width + 1, height), self._pixels, "raw", "L", 0, 1)
        self._shown = {0, INDEX[ground]}
        # Image.paste calls this function, but spends ten times as long on checking its arguments.
        self._paste = self.plane.im.paste

    def paste(self, sprite: Image.Image, x: int, y: int, outline: Image.Image | None = None) -> None:
        """Put a sprite with its top left corner at x, y; with an outline, only the pixels inside it.

        The sprite must not change afterwards.
        """
        core, width, height, indices = vars(sprite).get(_NOTED) or _noted(sprite)
        self._shown |= indices
        box = (x + 1, y, x + 1 + width, y + height)
        if outline is None:
            self._paste(core, box)
        else:
            self._paste(core, box, outline.im)

    def fill(self, left: int, top: int, right: int, bottom: int, ink: str) -> None:
        """Fill a rectangle; `right` and `bottom` are the first pixels outside it."""
        self._shown.add(INDEX[ink])
        self._paste(INDEX[ink], (left + 1, top, right + 1, bottom))

    def panel(self, left: int, top: int, right: int, bottom: int, radius: int, ink: str, ground: str) -> None:
        """Fill a rectangle with round corners."""
        self.fill(left, top, right, bottom, ink)
        for corner, (x, y) in zip(
            _corners(radius, ink, ground),
            ((left, top), (right - radius, top), (left, bottom - radius), (right - radius, bottom - radius)),
            strict=True,
        ):
            self.paste(corner, x, y)

    def icon(self, name: str, x: int, y: int, size: int, ink: str, ground: str) -> None:
        """Put a shape with its top left corner at x, y."""
        self.paste(icon(name, size, ink, ground), x, y)

    def text(self, x: int, baseline: int, text: str, size: int, weight: str, ink: str, ground: str) -> int:
        """Write a line from x on and return its right end."""
        if not text:
            return x
        image, above = strip(text, size, weight, ink, ground)
        self.paste(image, x, baseline - above)
        return x + image.width

    def text_to(self, right: int, baseline: int, text: str, size: int, weight: str, ink: str, ground: str) -> int:
        """Write a line that ends at `right` and return its left end."""
        left = right - text_width(text, size, weight)
        self.text(left, baseline, text, size, weight, ink, ground)
        return left

    def text_about(self, middle: int, baseline: int, text: str, size: int, weight: str, ink: str, ground: str) -> None:
        """Write a line with its middle at `middle`."""
        self.text(middle - text_width(text, size, weight) // 2, baseline, text, size, weight, ink, ground)

    def narrowed_to(
        self, right: int, baseline: int, text: str, size: int, weight: str, ink: str, ground: str, room: int
    ) -> int:
        """Write a text that ends at `right` and return its left end; it is made narrower if it is wider than `room`."""
        if text_width(text, size, weight) <= room:
            return self.text_to(right, baseline, text, size, weight, ink, ground)
        image, above = strip(text, size, weight, ink, ground)
        self.paste(image.resize((room, image.height), Image.Resampling.NEAREST), right - room, baseline - above)
        return right - room

    def finish(self, style: Style, alt: str) -> Picture:
        """Encode the plane with the style's palette. Raises `KeyError` for an unknown theme or back."""
        colours = palette(style.theme, style.two_colour, style.back, self._family)
        data = png.encode(self.plane, colours, among=self._shown, pixels=self._pixels)
        return Picture(data, self.width, self.height, whole_phrases(alt, MAX_ALT))


def _noted(sprite: Image.Image) -> tuple[Any, int, int, frozenset[int]]:
    """Return what each paste of a sprite asks for, looked for once: its pixels, its size and the indices that it has."""
    found = vars(sprite)[_NOTED] = (sprite.im, *sprite.size, png.indices(sprite))
    return found
