"""Texts as opaque coloured strips: masks of glyphs, converted to the palette, and kept."""

from __future__ import annotations

import importlib.resources
import io
import re
import threading
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from PIL import Image, ImageFont, features

from renderer.theme import INDEX, ramp

#: The font's weights by name, on its own scale.
WEIGHTS: Final = {"regular": 500, "strong": 650, "bold": 750}
#: The least font size: 11 pixels where a picture 920 pixels wide is shown 350 pixels wide.
LEAST_SIZE: Final = 29
#: The room above and below the baseline, as multiples of the font size; it is enough for Ș and Ǻ.
_ASCENT: Final = 1.06
_DESCENT: Final = 0.27
#: The height of capitals and digits, as a multiple of the font size.
CAP_HEIGHT: Final = 0.727
#: The least height of capitals and digits.
LEAST_CAP: Final = round(LEAST_SIZE * CAP_HEIGHT)

#: A phrase ends before a blank that follows one of these marks.
_PHRASE_END: Final = re.compile(r"[.,;!?](?= )")
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
    """Return the coverage of one line of text, and the distance of its baseline from its top.

    The mask is as wide as the text advances. All digits have the same width unless `tabular` is off.
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
    """Return one line of text as plane indices with their background, and the distance of its baseline from its top.

    The strip is one pixel higher than the text at either end, so that lines can be close together.
    """
    if len(text) > 1 and _NUMERIC.issuperset(text):
        return _joined([strip(digit, size, weight, ink, ground) for digit in text], ground)
    coverage, baseline = mask(text, size, weight)
    _, top, _, bottom = coverage.getbbox() or (0, baseline, 0, baseline)
    top, bottom = max(top - 1, 0), min(bottom + 1, coverage.height)
    return coverage.crop((0, top, coverage.width, bottom)).point(ramp(ink, ground)), baseline - top


def _joined(strips: Sequence[tuple[Image.Image, int]], ground: str) -> tuple[Image.Image, int]:
    """Return strips next to each other as one.

    This saves drawing: there are many numbers, but they are made of few digits.
    """
    above = max(baseline for _, baseline in strips)
    below = max(image.height - baseline for image, baseline in strips)
    whole = Image.new("L", (sum(image.width for image, _ in strips), above + below), INDEX[ground])
    x = 0
    for image, baseline in strips:
        # This is faster than Image.paste, as in the canvas.
        whole.im.paste(image.im, (x, above - baseline, x + image.width, above - baseline + image.height))
        x += image.width
    return whole, above


@lru_cache(maxsize=8192)
def text_width(text: str, size: int, weight: str) -> int:
    """Return how far a line of text advances, in pixels."""
    if not text:
        return 0
    pieces = text if _NUMERIC.issuperset(text) else (text,)
    return sum(mask(piece, size, weight)[0].width for piece in pieces)


@lru_cache(maxsize=4096)
def shortened(text: str, size: int, weight: str, room: int) -> str:
    """Return the text, or as much of its beginning as fits `room` pixels with an ellipsis."""
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
    """Return the text, and the largest font size from `size` down to `least` at which it fits.

    If it doesn't fit at `least`, it is shortened.
    """
    while size > least and text_width(text, size, weight) > room:
        size = max(size - 3, least)
    return shortened(text, size, weight, room), size


def wrapped(text: str, size: int, weight: str, room: int, lines: int) -> list[str]:
    """Return the text broken between words into at most `lines` lines; the last one is shortened if necessary."""
    return [shortened(line, size, weight, room) for line in _broken(text, size, weight, room, lines)]


def wraps(text: str, size: int, weight: str, room: int, lines: int) -> bool:
    """Return whether a text fits into this many lines whole."""
    return all(text_width(line, size, weight) <= room for line in _broken(text, size, weight, room, lines))


def _broken(text: str, size: int, weight: str, room: int, lines: int) -> list[str]:
    words = text.split()
    kept = _numbers_kept(words)
    broken = _lines(kept, size, weight, room, lines)
    if kept == words or all(text_width(line, size, weight) <= room for line in broken):
        return broken
    return _lines(words, size, weight, room, lines)


def _numbers_kept(words: Sequence[str]) -> list[str]:
    """Return words with each number joined to the word that it counts."""
    kept: list[str] = []
    for word in words:
        if kept and kept[-1].replace(" ", "").isdecimal():
            kept[-1] += f" {word}"
        else:
            kept.append(word)
    return kept


def _lines(words: list[str], size: int, weight: str, room: int, lines: int) -> list[str]:
    broken: list[str] = []
    while words and len(broken) < lines - 1:
        count = 1
        while count < len(words) and text_width(" ".join(words[: count + 1]), size, weight) <= room:
            count += 1
        broken.append(" ".join(words[:count]))
        words = words[count:]
    return [*broken, " ".join(words)] if words else broken


def shares(widths: Sequence[int], room: int) -> list[int]:
    """Return the room for each of some texts: short ones get all they need, long ones equal shares of the rest."""
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
    # No space but the plain one: at a paragraph separator (U+2029), laying out the line fails.
    if unicodedata.category(character)[0] in "CZ":
        return False
    # For a missing glyph the font draws the same box as for a code point that is no character.
    with _font_lock:
        font = _font(20, "regular")
        return bytes(font.getmask(character)) not in (b"", bytes(font.getmask("\uffff")))


def _written(text: str) -> str:
    """Return what the font can write of a text; compatibility forms that it lacks are replaced by plain ones."""
    kept: list[str] = []
    for character in unicodedata.normalize("NFC", text):
        plain = character if _drawable(character) else unicodedata.normalize("NFKC", character)
        kept += (each for each in plain if unicodedata.category(each)[0] not in "CM" and _drawable(each))
    return " ".join("".join(kept).split())


@lru_cache(maxsize=1024)
def clean_name(name: str, fallback: str) -> str:
    """Return a person's name without the characters that the font lacks.

    If no letter or digit is left, return `fallback`.
    """
    plain = _written(name)
    return plain if any(character.isalnum() for character in plain) else fallback


@lru_cache(maxsize=4096)
def clean_text(text: str) -> str:
    """Return any text on one line, without the characters that the font lacks."""
    line = " ".join(text.split())
    return line if _NUMERIC.issuperset(line) else _written(line)


def whole_phrases(text: str, longest: int) -> str:
    """Return the phrases at the beginning of a text that have room in `longest` characters."""
    if len(text) <= longest:
        return text
    ends = [found.start() for found in _PHRASE_END.finditer(text, 0, longest + 1)]
    return f"{text[: ends[-1]]}." if ends else text[:longest]
