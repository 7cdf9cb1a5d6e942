"""Words as opaque coloured strips: glyph masks looked up in the palette, and kept."""

from __future__ import annotations

import importlib.resources
import io
import threading
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from PIL import Image, ImageFont, features

from renderer.theme import INDEX, ramp

#: Weights by name, on the font's own scale.
WEIGHTS: Final = {"regular": 500, "strong": 650, "bold": 750}
#: Above and below the baseline, in parts of the font size: room for Ș and Ǻ.
_ASCENT: Final = 1.06
_DESCENT: Final = 0.27
#: Height of capitals and digits in parts of the font size.
CAP_HEIGHT: Final = 0.727

_NUMERIC: Final = frozenset("0123456789,.+−–%? ")
_TABULAR: Final = ["tnum"] if features.check("raqm") else None
# FreeType faces are not safe to share between threads while they render.
_font_lock = threading.Lock()


@lru_cache(maxsize=1)
def _font_file() -> bytes:
    return (importlib.resources.files("fontpkg_inter") / "files" / "Inter[opsz,wght].ttf").read_bytes()


@lru_cache(maxsize=128)
def _font(size: int, weight: str) -> ImageFont.FreeTypeFont:
    font = ImageFont.truetype(io.BytesIO(_font_file()), size)
    font.set_variation_by_axes([min(32.0, max(14.0, size * 0.6)), WEIGHTS[weight]])
    return font


def _features(text: str) -> list[str] | None:
    # Tabular hyphens and points would leave gaps in words.
    words = any(map(str.isalpha, text)) and not any(map(str.isdigit, text))
    return None if words else _TABULAR


@lru_cache(maxsize=4096)
def mask(text: str, size: int, weight: str, *, tabular: bool = True) -> tuple[Image.Image, int]:
    """The coverage of one line of text, and how far below its top the baseline lies; as wide as the text advances.

    Digits are all as wide as each other unless `tabular` is off.
    """
    chosen = _features(text) if tabular else None
    ascent, descent = round(size * _ASCENT), round(size * _DESCENT)
    with _font_lock:
        font = _font(size, weight)
        advance = round(font.getlength(text, features=chosen))
        glyphs, offset = font.getmask2(text, "L", features=chosen, anchor="ls")
    strip = Image.new("L", (max(advance, 1), ascent + descent))
    if glyphs.size[0] and glyphs.size[1]:
        ink = Image.frombytes("L", glyphs.size, bytes(glyphs))
        strip.paste(ink, (int(offset[0]), int(offset[1]) + ascent))
    return strip, ascent


@lru_cache(maxsize=4096)
def strip(text: str, size: int, weight: str, ink: str, ground: str) -> tuple[Image.Image, int]:
    """One line of text as plane indices, background and all, and where its baseline lies.

    No higher than what is written and a pixel more each way, so that lines can stand close.
    """
    if len(text) > 1 and _NUMERIC.issuperset(text):
        return _joined([strip(digit, size, weight, ink, ground) for digit in text], ground)
    coverage, baseline = mask(text, size, weight)
    _, top, _, bottom = coverage.getbbox() or (0, baseline, 0, baseline)
    top, bottom = max(top - 1, 0), min(bottom + 1, coverage.height)
    return coverage.crop((0, top, coverage.width, bottom)).point(ramp(ink, ground)), baseline - top


def _joined(strips: Sequence[tuple[Image.Image, int]], ground: str) -> tuple[Image.Image, int]:
    """Strips beside each other as one: numbers are many, but made of few digits."""
    above = max(baseline for _, baseline in strips)
    below = max(image.height - baseline for image, baseline in strips)
    whole = Image.new("L", (sum(image.width for image, _ in strips), above + below), INDEX[ground])
    x = 0
    for image, baseline in strips:
        # As the canvas does, and as fast.
        whole.im.paste(image.im, (x, above - baseline, x + image.width, above - baseline + image.height))
        x += image.width
    return whole, above


@lru_cache(maxsize=8192)
def text_width(text: str, size: int, weight: str) -> int:
    """How far a line of text advances, in pixels."""
    if not text:
        return 0
    pieces = text if _NUMERIC.issuperset(text) else (text,)
    return sum(mask(piece, size, weight)[0].width for piece in pieces)


@lru_cache(maxsize=4096)
def shortened(text: str, size: int, weight: str, room: int) -> str:
    """The text, or as much of its beginning as fits `room` pixels with an ellipsis."""
    if text_width(text, size, weight) <= room:
        return text
    with _font_lock:
        font = _font(size, weight)
        low, high = 0, len(text)
        while low < high:
            middle = (low + high + 1) // 2
            candidate = text[:middle].rstrip() + "…"
            if font.getlength(candidate, features=_features(candidate)) <= room:
                low = middle
            else:
                high = middle - 1
    return text[:low].rstrip() + "…"


def fitting(text: str, size: int, least: int, weight: str, room: int) -> tuple[str, int]:
    """The text and the largest font size, from `size` down to `least`, at which it fits; there it is shortened."""
    while size > least and text_width(text, size, weight) > room:
        size = max(size - 3, least)
    return shortened(text, size, weight, room), size


def wrapped(text: str, size: int, weight: str, room: int, lines: int) -> list[str]:
    """The text broken between words into at most so many lines, the last one shortened if there is more."""
    words = text.split()
    broken: list[str] = []
    while words and len(broken) < lines - 1:
        count = 1
        while count < len(words) and text_width(" ".join(words[: count + 1]), size, weight) <= room:
            count += 1
        broken.append(shortened(" ".join(words[:count]), size, weight, room))
        words = words[count:]
    return [*broken, shortened(" ".join(words), size, weight, room)] if words else broken


def shares(widths: Sequence[int], room: int) -> list[int]:
    """How much room each of some texts gets: the short ones all they need, the long ones alike."""
    given = [0] * len(widths)
    left = room
    order = sorted(range(len(widths)), key=lambda place: widths[place])
    for done, place in enumerate(order):
        given[place] = min(widths[place], max(left, 0) // (len(widths) - done))
        left -= given[place]
    return given


@lru_cache(maxsize=4096)
def _drawable(character: str) -> bool:
    if character == " ":
        return True
    if unicodedata.category(character)[0] == "C":
        return False
    # What the font lacks comes out as the box it draws for a code point that is no character.
    with _font_lock:
        font = _font(20, "regular")
        return bytes(font.getmask(character)) not in (b"", bytes(font.getmask("\uffff")))


def _written(text: str) -> str:
    """What the font can write of a text, compatibility forms that it lacks made plain."""
    kept: list[str] = []
    for character in unicodedata.normalize("NFC", text):
        plain = character if _drawable(character) else unicodedata.normalize("NFKC", character)
        kept += (each for each in plain if unicodedata.category(each)[0] not in "CM" and _drawable(each))
    return " ".join("".join(kept).split())


@lru_cache(maxsize=1024)
def clean_name(name: str, fallback: str) -> str:
    """A person's name as the font can write it, what it lacks dropped.

    Returns `fallback` if no letter or digit is left.
    """
    plain = _written(name)
    return plain if any(character.isalnum() for character in plain) else fallback


@lru_cache(maxsize=4096)
def clean_text(text: str) -> str:
    """Any text as the font can write it, on one line, what it lacks dropped."""
    return _written(" ".join(text.split()))
