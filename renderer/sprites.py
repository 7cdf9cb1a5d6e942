"""Cards and melds, each drawn once and kept as an opaque piece of plane together with its background."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from PIL import Image

from bot.canasta.cards import (
    CALIENTE,
    CARD_CODES,
    JOKER,
    RANKS,
    SUITS,
    TEN,
    Card,
    is_black_three,
    is_red_three,
    is_wild,
)
from renderer.canvas import stamp
from renderer.figures import FIGURES, figure
from renderer.painting import Painting
from renderer.shapes import rounded, shape
from renderer.text import CAP_HEIGHT, LEAST_CAP, LEAST_SIZE, mask, text_width
from renderer.theme import INDEX

SUIT_NAMES: Final = dict(zip(SUITS, ("spade", "heart", "diamond", "club"), strict=True))
#: A card's height, and the visible part of a card with another on top, as multiples of a card's width.
ASPECT: Final = 1.4
SLIVER: Final = 0.43
_RADIUS: Final = 0.075
#: In a crowd a meld is a chip: its front alone without the number of its cards, for which there is no room.
CHIP_WIDTH, CHIP_HEIGHT = 32, 33
#: How much narrower letters may become to fit, as a multiple of their own width.
_NARROWEST: Final = 0.7


def rank_label(rank: int) -> str:
    """Return what is written on a card of this rank: `10`, `K`."""
    return "10" if rank == TEN else RANKS[rank]


def suit_name(card: Card) -> str:
    """Return the name of a suit's shape and ink."""
    return SUIT_NAMES[SUITS[card & 3]]


def card_height(width: int) -> int:
    """Return the height of a card of this width, in pixels."""
    return round(width * ASPECT)


def sliver_width(width: int) -> int:
    """Return the visible width of a card of this width with the next card of its fan on top, in pixels."""
    return round(width * SLIVER)


def _face(card: Card) -> str:
    if is_wild(card) or card == CALIENTE:
        return "gold"
    if is_red_three(card):
        return "rose"
    return "slate" if is_black_three(card) else "face"


_FACES: Final = tuple(map(_face, range(CARD_CODES)))


def face_of(card: Card) -> str:
    """Return the kind of a card's face: `face`, `gold` (wild), `rose` (red three) or `slate` (black three)."""
    return _FACES[card]


def _blank(face: str, width: int, height: int, ground: str, behind: str | None) -> Image.Image:
    """Draw an empty card on its ground; `behind` is the face of the card whose right end it covers, if any."""
    plane = Image.new("L", (width, height), INDEX[ground])
    edge = f"{face}_edge" if f"{face}_edge" in INDEX else face
    # Backs in a heap are two pixels apart: with a narrower edge, their corners would show between them.
    border = max(3 if face == "back" else 2, round(width * (0.014 if face == "face" else 0.024)))
    radius = width * _RADIUS
    shape_of_card = rounded(width, height, radius)
    half = width // 2
    left_ground = ground
    if behind:
        left_ground = f"{behind}_shade"
        behind_edge = INDEX[f"{behind}_edge"]
        plane.paste(INDEX[left_ground], (0, 0, half, height))
        plane.paste(behind_edge, (0, 0, half, 2))
        plane.paste(behind_edge, (0, height - 2, half, height))
    stamp(plane, shape_of_card.crop((0, 0, half, height)), (0, 0), edge, left_ground)
    stamp(plane, shape_of_card.crop((half, 0, width, height)), (half, 0), edge, ground)
    if edge != face:
        inner = rounded(width - 2 * border, height - 2 * border, max(1.0, radius - border))
        stamp(plane, inner, (border, border), face, edge)
    return plane


def _sliver(plane: Image.Image, face: str, shown: int) -> Image.Image:
    """Return the left end of a card, with the shadow of the next card on it."""
    part = plane.crop((0, 0, shown, plane.height))
    part.paste(INDEX[f"{face}_shade"], (shown - max(2, plane.width // 60), 2, shown, plane.height - 2))
    return part


def _centred(plane: Image.Image, coverage: Image.Image, middle: float, top: int, ink: str, ground: str) -> None:
    stamp(plane, coverage, (round(middle - coverage.width / 2), top), ink, ground)


@lru_cache(maxsize=512)
def lettering(text: str, cap_height: int, room: int) -> Image.Image:
    """Return the mask of capitals or digits of this height, made narrower if they are wider than `room`."""
    coverage, _ = mask(text, round(cap_height / CAP_HEIGHT), "bold", tabular=False)
    coverage = coverage.crop(coverage.getbbox())
    if coverage.width > room:
        coverage = coverage.resize((room, coverage.height), Image.Resampling.LANCZOS)
    return coverage


@lru_cache(maxsize=4096)
def card(code: Card, width: int, *, follows: bool, last: bool, joker_word: str, low: bool) -> Image.Image:
    """Draw a card of a hand: the whole card if it is the `last` of its fan, else its visible part.

    `follows` says that it covers the end of another card of its rank. `joker_word` is written on jokers. With `low` the
    lower half of a whole card is left empty, for its fan's count.
    """
    face = face_of(code)
    plane = _blank(face, width, card_height(width), "felt", face if follows else None)
    if last and not low:
        _draw_art(plane, code, face, width)
    _draw_index(plane, code, face, width, joker_word)
    return plane if last else _sliver(plane, face, sliver_width(width))


def _draw_index(plane: Image.Image, code: Card, face: str, width: int, joker_word: str) -> None:
    """Draw what identifies a card at its left: rank and suit, or a joker's star and word."""
    top, middle = round(width * 0.085), width * 0.225
    if code == CALIENTE:
        _centred(plane, shape("flame", round(width * 0.34)), middle, top, "heart", face)
    elif code == JOKER:
        _centred(plane, shape("star", round(width * 0.34)), middle, top, "joker", face)
        word = mask(joker_word, max(LEAST_SIZE, round(width * 0.17)), "bold")[0]
        word = word.crop(word.getbbox()).rotate(-90, expand=True)
        room = plane.height - round(width * 0.56)
        if word.height * _NARROWEST <= room:
            word = word.resize((word.width, min(word.height, room)), Image.Resampling.LANCZOS)
            _centred(plane, word, middle, round(width * 0.48), "joker", face)
    else:
        ink = suit_name(code)
        rank = lettering(rank_label(code >> 2), round(width * 0.4), round(width * 0.34))
        _centred(plane, rank, middle, top, ink, face)
        _centred(plane, shape(ink, round(width * 0.26)), middle, round(width * 0.555), ink, face)
        if face == "gold":
            _centred(plane, shape("star", round(width * 0.2)), middle, round(width * 0.9), "star", face)


def _draw_art(plane: Image.Image, code: Card, face: str, width: int) -> None:
    """Draw what a whole card shows at its right: a figure, or its suit, star or flame."""
    rank = RANKS[code >> 2]
    if rank in FIGURES:
        art = figure(rank, suit_name(code), width, plane.height, face)
        plane.paste(art, (0, 0), art.point([255 * (index != INDEX[face]) for index in range(256)]))
        return
    name = "flame" if code == CALIENTE else "star" if face == "gold" else suit_name(code)
    ink = {"flame": "heart"}.get(name, name)
    size = round(width * (0.56 if rank == "A" or face == "gold" else 0.46))
    edge = round(width * 0.085)
    at = (width - size - edge, plane.height - size - edge)
    stamp(plane, shape(name, size), at, ink, face)
    if rank == "A":
        # A small suit inside the large one, so that an ace is known without its letter.
        inner = round(size * 0.3)
        lower = {"spade": 0.6, "heart": 0.44, "diamond": 0.5, "club": 0.57}[name]
        spot = (at[0] + (size - inner) // 2, at[1] + round(size * lower - inner / 2))
        stamp(plane, shape(name, inner), spot, face, ink)


@lru_cache(maxsize=16)
def outline(width: int) -> Image.Image:
    """Return a mask of what a whole card covers: 255 on the card and 0 outside its round corners."""
    return rounded(width, card_height(width), width * _RADIUS).point([0] * 96 + [255] * 160)


def _lattice(width: int, height: int) -> Image.Image:
    pattern = Image.new("L", (width, height))
    pitch, dot = max(8, width // 8), shape("diamond", max(6, width // 11))
    for row, y in enumerate(range(0, height, pitch // 2)):
        for x in range(pitch // 2 * (row % 2), width, pitch):
            pattern.paste(dot, (x, y))
    return pattern


def _waves(width: int, height: int) -> Image.Image:
    """Draw rows of scales, each row over half of the one above."""
    pattern = Image.new("L", (width, height))
    radius = round(width * 0.19)
    scale = Image.new("L", (2 * radius, 2 * radius))
    for ring, ink in ((1.0, 0), (0.9, 255), (0.68, 0), (0.5, 255), (0.3, 0)):
        size = round(2 * radius * ring)
        disc = shape("disc", size)
        at = radius - size // 2
        scale.paste(ink, (at, at), disc)
    whole = shape("disc", 2 * radius)
    for row, y in enumerate(range(-radius, height + radius, radius // 2)):
        for x in range(-radius * (row % 2), width, 2 * radius):
            pattern.paste(scale, (x, y), whole)
    return pattern


def _rays(width: int, height: int) -> Image.Image:
    """Draw a sun in the middle, its rays out to the edges."""
    painting = Painting(width, height, 1, "back")
    far, (x, y) = float(width + height), (width / 2, height / 2)
    for turn in range(12):
        start, end = (math.pi * (2 * turn + side) / 12 for side in (-0.5, 0.5))
        painting.polygon(
            [
                (x, y),
                (x + far * math.sin(start), y - far * math.cos(start)),
                (x + far * math.sin(end), y - far * math.cos(end)),
            ],
            "back_line",
        )
    painting.circle(x, y, width * 0.27, "back")
    painting.circle(x, y, width * 0.2, "back_line")
    return painting.finish().point([255 * (index == INDEX["back_line"]) for index in range(256)])


def _stars(width: int, height: int) -> Image.Image:
    pattern = Image.new("L", (width, height))
    pitch = round(width / 3)
    for row, y in enumerate(range(-pitch // 4, height, pitch // 2)):
        star = shape("star", round(pitch * (0.36 if row % 2 else 0.62)))
        for x in range(pitch // 2 * (1 + row % 2), width + pitch, pitch):
            pattern.paste(star, (x - star.width // 2, y + (pitch // 2 - star.width) // 2))
    return pattern


#: The pattern of each back, as the mask of its lines.
PATTERNS: Final[dict[str, Callable[[int, int], Image.Image]]] = {
    "ruby": _lattice, "ocean": _waves, "sun": _rays, "stars": _stars,
}  # fmt: skip


@lru_cache(maxsize=32)
def back(width: int, name: str) -> Image.Image:
    """Draw one of the backs of cards, on the felt. Raises `KeyError` for an unknown name."""
    plane = _blank("back", width, card_height(width), "felt", None)
    border = max(4, width // 18)
    inside = plane.crop((border, border, width - border, plane.height - border))
    stamp(inside, PATTERNS[name](*inside.size), (0, 0), "back_line", "back")
    plane.paste(inside, (border, border))
    return plane


@lru_cache(maxsize=32)
def crosswise(code: Card, width: int, shown: int) -> Image.Image:
    """Draw the right end, `shown` pixels wide, of a card that lies crosswise below the pile's top card."""
    face = face_of(code)
    height = card_height(width)
    plane = _blank(face, width, height, "felt", None).rotate(90, expand=True)
    end = plane.crop((plane.width - shown, 0, plane.width, plane.height))
    size = round(shown * 0.62)
    spot = (round((shown - size) * 0.45), (end.height - size) // 2)
    if face == "rose":
        name = ink = suit_name(code)
    elif face == "gold":
        name, ink = "star", "star"
    else:
        return end
    stamp(end, shape(name, size).rotate(90), spot, ink, face)
    return end


@lru_cache(maxsize=64)
def small_card(code: Card, width: int, *, follows: bool, last: bool) -> Image.Image:
    """Draw a card for a side's row of threes, on a panel."""
    face = face_of(code)
    height = card_height(width)
    plane = _blank(face, width, height, "panel", face if follows else None)
    if code == CALIENTE:
        size = round(width * 0.7)
        _centred(plane, shape("flame", size), width / 2, (height - size) // 2, "heart", face)
    elif last:
        ink = suit_name(code)
        _centred(plane, lettering("3", LEAST_CAP, width - 7), width / 2, round(height * 0.08), ink, face)
        _centred(plane, shape(ink, round(height * 0.36)), width / 2, round(height * 0.57), ink, face)
    return plane if last else _sliver(plane, face, round(width * 0.4))


def meld_slivers(cards: tuple[tuple[str, str], ...], width: int, step: int) -> list[Image.Image]:
    """Return the ends of the cards below a meld's front, `step` pixels each, from the left.

    Each card is a face and the name of the suit or star that its end shows, if any.
    """
    behind = (None, *(face for face, _ in cards[:-1]))
    return [_meld_sliver(face, pip, under, width, step) for (face, pip), under in zip(cards, behind, strict=True)]


@lru_cache(maxsize=512)
def _meld_sliver(face: str, pip: str, behind: str | None, width: int, step: int) -> Image.Image:
    plane = _blank(face, width, front_height(width), "panel", behind)
    if pip:
        _centred(plane, shape(pip, round(step * 0.78)), step / 2, round(width * 0.09), pip, face)
    return _sliver(plane, face, step)


def front_height(width: int) -> int:
    """Return the height of the front of a meld that is this wide, in pixels."""
    return round(width * 1.35)


@lru_cache(maxsize=512)
def meld_front(
    front: str, behind: str | None, label: str, suit: str, pip: str, naturals: int, wilds: int, width: int
) -> Image.Image:
    """Draw the top of a meld: a large `label`, and below it how many naturals and wilds the meld has.

    `front` is a face, or `red_front`, `dark_front`, `wild_front` for a canasta; `behind` is the face of the last card
    below it. A sequence shows its `suit` over its label, another meld the suit of its uppermost card (`pip`) beside it.
    A meld of wild cards counts all of them as naturals; a star in its label stands for its jokers.
    """
    height = front_height(width)
    plane = _blank(front, width, height, "panel", behind)
    plain = front in ("face", "slate", "gold")
    ink = {"red_front": "front_text", "dark_front": "front_text", "wild_front": "wild_ink"}.get(front, "spade")
    middle, room = width / 2, round(width * 0.86)
    least = LEAST_CAP
    cap = max(least, round(width * 0.44))
    if suit:
        low = height - round(width * 0.16) - least
        size = min(round(width * 0.36), low - least - 8)
        gap = (low - least - size) // 3
        _centred(plane, shape(suit, size), middle, gap, suit if plain else ink, front)
        _centred(plane, lettering(label, least, room), middle, 2 * gap + size, ink, front)
    elif label.startswith("★"):
        _draw_jokers(plane, label[1:], "joker" if plain else ink, front, width)
    else:
        ink = pip or ink
        size = round(width * 0.27) if pip else 0
        letters = lettering(label, cap, room - size - round(width * 0.06) if pip else room)
        left = (width - letters.width - (size + width * 0.06 if pip else 0)) / 2
        top = round(height * 0.14)
        stamp(plane, letters, (round(left), top), ink, front)
        if pip:
            stamp(plane, shape(pip, size), (round(width - left) - size, top + (cap - size) // 2), ink, front)
    _counts(plane, front, plain, naturals, wilds, width)
    return plane


def _draw_jokers(plane: Image.Image, count: str, ink: str, ground: str, width: int) -> None:
    """Draw the star of jokers and their number, in the room of a label."""
    cap, size = max(LEAST_CAP, round(width * 0.38)), round(width * 0.44)
    letters = lettering(count, cap, round(width * 0.86) - size)
    left, top = round((width - size - letters.width - width * 0.04) / 2), round(plane.height * 0.14)
    stamp(plane, shape("star", size), (left, top + (cap - size) // 2), ink, ground)
    stamp(plane, letters, (width - left - letters.width, top), ink, ground)


@lru_cache(maxsize=256)
def meld_chip(front: str, label: str, suit: str) -> Image.Image:
    """Draw a meld as a chip: its rank, for a run its suit, for wild cards with jokers a star."""
    width, height = CHIP_WIDTH, CHIP_HEIGHT
    plane = _blank(front, width, height, "panel", None)
    plain = front in ("face", "slate", "gold")
    ink = {"red_front": "front_text", "dark_front": "front_text", "wild_front": "wild_ink"}.get(front, "spade")
    top = (height - LEAST_CAP) // 2
    if suit:
        size = round(LEAST_CAP * 1.2)
        _centred(plane, shape(suit, size), width / 2, (height - size) // 2, suit if plain else ink, front)
    elif label.startswith("★"):
        size = round(LEAST_CAP * 1.3)
        _centred(plane, shape("star", size), width / 2, (height - size) // 2, "joker" if plain else ink, front)
    else:
        _centred(plane, lettering(label, LEAST_CAP, width - 6), width / 2, top, ink, front)
    return plane


def _counts(plane: Image.Image, front: str, plain: bool, naturals: int, wilds: int, width: int) -> None:
    """Draw the line at the bottom: the number of naturals, and the number of wilds after a star.

    Where that is too wide, the star becomes small, and the digits narrow.
    """
    ink = "count" if plain else "wild_ink" if front == "wild_front" else "front_text"
    star_ink = "star" if plain else "front_star" if front == "dark_front" else ink
    size, room = max(LEAST_SIZE, round(width * 0.32)), round(width * 0.92)
    parts = _count_parts(naturals, wilds, size, ink, star_ink, star=round(size * 0.85), gap=round(size * 0.22))
    if _total(parts) > room:
        size, star = LEAST_SIZE, round(LEAST_SIZE * 0.62)
        parts = _count_parts(naturals, wilds, size, ink, star_ink, star=star, gap=1)
        share = min(1.0, (room - star - 1) / (_total(parts) - star - 1))
        parts = _count_parts(naturals, wilds, size, ink, star_ink, star=star, gap=1, share=share)
    x = round((width - _total(parts)) / 2)
    middle = plane.height - round(width * 0.16) - round(size * CAP_HEIGHT / 2)
    for image, piece_ink, gap in parts:
        x += gap
        stamp(plane, image, (x, middle - image.height // 2), piece_ink, front)
        x += image.width


#: A part of a meld's counts: its mask, its ink, and the gap before it.
_Part = tuple[Image.Image, str, int]


def _total(parts: list[_Part]) -> int:
    return sum(image.width + gap for image, _, gap in parts)


def _count_parts(
    naturals: int, wilds: int, size: int, ink: str, star_ink: str, *, star: int, gap: int, share: float = 1.0
) -> list[_Part]:
    """Return digits and star as masks of which the middle is that of the digits, each digit a `share` of its width."""
    parts = [(_figure(digit, size, share), ink, 0) for digit in str(naturals) if naturals]
    if wilds:
        parts.append((shape("star", star), star_ink, gap if naturals else 0))
        parts += [(_figure(digit, size, share), star_ink, 0) for digit in str(wilds)]
    return parts


@lru_cache(maxsize=256)
def _figure(text: str, size: int, share: float) -> Image.Image:
    """Return the mask of a digit, as high as digits are and a `share` of its own width wide."""
    coverage, baseline = mask(text, size, "bold")
    whole = coverage.crop((0, baseline - round(size * CAP_HEIGHT) - 1, coverage.width, baseline + 1))
    return whole if share == 1 else whole.resize((int(whole.width * share), whole.height), Image.Resampling.LANCZOS)


@lru_cache(maxsize=512)
def badge_size(text: str, width: int) -> int | None:
    """Return the font size of a fan's count beside the index of a card of this width, None if there is no room."""
    size = max(LEAST_SIZE, round(width * 0.22))
    while size >= LEAST_SIZE and text_width(text, size, "strong") > width * (1 - SLIVER) - width * 0.09:
        size -= 1
    return size if size >= LEAST_SIZE else None
