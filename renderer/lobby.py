"""The picture of a table that waits for players: who sits where and with whom, and what is played."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from gettext import NullTranslations
from typing import Final, NamedTuple

from PIL import Image

from renderer import speech
from renderer.canvas import WIDTH, Canvas, Picture, Style
from renderer.painting import Painting
from renderer.sprites import back, outline
from renderer.text import LEAST_CAP, LEAST_SIZE, clean_name, clean_text, text_width, wrapped
from renderer.theme import SIDE_INKS

HEIGHT: Final = 435
_MARGIN: Final = 15
#: The width of the left part, with the seats around the table.
_TABLE_ROOM: Final = 577
#: A seat's box, the widest one of a seat that has nobody beside it, how much higher a box is with a second line, and how
#: thick its frame is in the colour of its side.
_PILL: Final = (228, 57)
_WIDEST: Final = 420
_SECOND_LINE: Final = 33
_FRAME: Final = 3
#: The most seats at a table that leaves room for names on two lines.
_ROOMY: Final = 6
_TITLE_SIZE: Final = 38
#: The shape of each side, so that no two differ by colour alone.
_SIDE_SHAPES: Final = ("disc", "diamond", "star", "hexagon", "heart", "spade")


@dataclass(frozen=True)
class LobbySeat:
    """A seat: the side it plays for, the name of its player (None if it is free), and if that is a computer."""

    side: int
    name: str | None = None
    computer: bool = False


@dataclass(frozen=True)
class LobbyView:
    """A table that waits: the name of what is played, up to three lines about it, and its two to eight seats."""

    title: str
    lines: tuple[str, ...]
    seats: tuple[LobbySeat, ...]


def _places(seats: int) -> list[tuple[int, int]]:
    """Return the middle of each seat, from the bottom clockwise, as at a table that is seen from above."""
    left, across, right = 119, _TABLE_ROOM // 2, _TABLE_ROOM - 119
    top, bottom = 52, HEIGHT - 52
    beside = (seats - 1) // 2
    # With an even number somebody sits at the top too.
    rows = [bottom - (bottom - top) * (place + 1) // (beside + 1) for place in range(beside)]
    if seats % 2:
        rows = [bottom - (bottom - top) * (place + 1) // max(beside, 1) + 33 for place in range(beside)]
    places = [(across, bottom), *((left, y) for y in rows)]
    if seats % 2 == 0:
        places.append((across, top))
    return [*places, *((right, y) for y in reversed(rows))]


def _seat_name(seat: LobbySeat, place: int, t: NullTranslations) -> str:
    if seat.name is None:
        return t.gettext("Free seat")
    return clean_name(seat.name, t.gettext("Player {number}").format(number=place + 1))


class _Box(NamedTuple):
    """A seat's box: its middle, its size, and the lines of the name in it."""

    x: int
    y: int
    width: int
    height: int
    lines: tuple[str, ...]


def _boxes(view: LobbyView, t: NullTranslations) -> list[_Box]:
    """Return the box of each seat; long names make it wider or higher where there is room."""
    boxes = []
    for place, (seat, (x, y)) in enumerate(zip(view.seats, _places(len(view.seats)), strict=True)):
        name, weight = _seat_name(seat, place, t), "regular" if seat.name is None else "bold"
        around = 55 + 32 * seat.computer
        widest = _WIDEST if x == _TABLE_ROOM // 2 else _PILL[0]
        width = min(max(_PILL[0], text_width(name, LEAST_SIZE, weight) + around), widest)
        lines = wrapped(name, LEAST_SIZE, weight, width - around, 2 if len(view.seats) <= _ROOMY else 1)
        boxes.append(_Box(x, y, width, _PILL[1] + _SECOND_LINE * (len(lines) - 1), tuple(lines)))
    return boxes


def describe(view: LobbyView, t: NullTranslations) -> str:
    """Return the alt text: what is played, and each side's players."""
    sides: dict[int, list[str]] = {}
    for place, seat in enumerate(view.seats):
        sides.setdefault(seat.side, []).extend([] if seat.name is None else [_seat_name(seat, place, t)])
    for side, names in sides.items():
        free = sum(seat.side == side and seat.name is None for seat in view.seats)
        if free:
            names.append(t.ngettext("{count} free seat", "{count} free seats", free).format(count=free))
    parts = [speech.said(text, t) for text in (view.title, *view.lines)]
    return speech.sentences((*parts, *(speech.together(sides[side], t) for side in sorted(sides))))


@lru_cache(maxsize=64)
def render(view: LobbyView, style: Style) -> Picture:
    """Draw a table that waits for players. Raises `KeyError` for an unknown theme or back."""
    t = style.translation
    canvas = Canvas(WIDTH, HEIGHT, "felt")
    boxes = _boxes(view, t)
    seats = tuple((seat.side, seat.name is None) for seat in view.seats)
    canvas.paste(_table(tuple(box[:4] for box in boxes), seats), 0, 0)
    across, middle = _TABLE_ROOM // 2, HEIGHT // 2
    for depth in (2, 1, 0):
        canvas.paste(back(64, style.back), across - 32 + 3 * depth, middle - 44 + 3 * depth, outline(64))
    for seat, box in zip(view.seats, boxes, strict=True):
        _draw_seat(canvas, seat, box)
    _draw_words(canvas, view)
    return canvas.finish(style, describe(view, t))


@lru_cache(maxsize=64)
def _table(boxes: tuple[tuple[int, int, int, int], ...], seats: tuple[tuple[int, bool], ...]) -> Image.Image:
    """Draw the table from above, boxes for the seats, and a band between those who play together.

    A box is given by its middle and its size, a seat by its side, and if it is free.
    """
    painting = Painting(_TABLE_ROOM, HEIGHT, 1, "felt", scale=3)
    painting.oval(92, 55, _TABLE_ROOM - 92, HEIGHT - 55, "panel")
    for side in sorted({side for side, _ in seats}):
        together = [box[:2] for box, (of, _) in zip(boxes, seats, strict=True) if of == side]
        if len(together) > 1:
            painting.line([*together, together[0]] if len(together) > 2 else together, 6, _ink(side))
    for (x, y, width, height), (side, free) in zip(boxes, seats, strict=True):
        left, top, right, bottom = x - width // 2, y - height // 2, x + width // 2, y + height // 2
        painting.box(left, top, right, bottom, 17, "muted" if free else _ink(side))
        inner = (left + _FRAME, top + _FRAME, right - _FRAME, bottom - _FRAME)
        painting.box(*inner, 13, "panel")
    return painting.finish()


def _ink(side: int) -> str:
    return SIDE_INKS[side % len(SIDE_INKS)]


def _draw_seat(canvas: Canvas, seat: LobbySeat, box: _Box) -> None:
    """Draw into a seat's box its side's shape, a computer's mark, and the name."""
    left, y = box.x - box.width // 2, box.y
    canvas.icon(_SIDE_SHAPES[seat.side % len(_SIDE_SHAPES)], left + 12, y - 12, 23, _ink(seat.side), "panel")
    if seat.computer:
        canvas.icon("robot", left + box.width - 37, y - 13, 27, "muted", "panel")
    baseline = y + LEAST_CAP // 2 - _SECOND_LINE * (len(box.lines) - 1) // 2
    weight, ink = ("regular", "muted") if seat.name is None else ("bold", "text")
    for line in box.lines:
        canvas.text(left + 43, baseline, line, LEAST_SIZE, weight, ink, "panel")
        baseline += _SECOND_LINE


def _draw_words(canvas: Canvas, view: LobbyView) -> None:
    """Write what is played, and the lines about it, at the right."""
    left, right = _TABLE_ROOM + 10, WIDTH - _MARGIN
    title = clean_text(view.title)
    size = _TITLE_SIZE if text_width(title, _TITLE_SIZE, "bold") <= 2 * (right - left) * 0.9 else LEAST_SIZE + 3
    lines = [(line, size, "bold", "text") for line in wrapped(title, size, "bold", right - left, 2)]
    for about in view.lines[:3]:
        broken = wrapped(clean_text(about), LEAST_SIZE, "regular", right - left, 3 if len(view.lines) < 3 else 2)
        lines += [("", 12, "regular", "muted"), *((line, LEAST_SIZE, "regular", "muted") for line in broken)]
    height = sum(round(size * 1.24) for _, size, _, _ in lines)
    y = (HEIGHT - height) // 2
    for line, size, weight, ink in lines:
        y += round(size * 1.24)
        canvas.text(left, y - round(size * 0.28), line, size, weight, ink, "felt")
