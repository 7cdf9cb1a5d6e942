"""The picture of one player's season: rating and its course, figures, canastas, partner, variants, timeliness."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from gettext import NullTranslations
from typing import Final, Literal

from PIL import Image

from renderer.canvas import MAX_HEIGHT, WIDTH, Canvas, Picture, Style
from renderer.charts import places, polygon, stroke
from renderer.parts import draw_medal, draw_notice, written
from renderer.text import fitting, shortened, text_width, wrapped
from renderer.theme import INDEX, ramp
from renderer.words import brief, in_sentences, labelled, league_names, number, short_enough


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure and its label: `Figure("18–4", "won – lost")`. A label may take two lines."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class Canastas:
    """The number of canastas of a kind; `kind` chooses the small front next to it, `label` names it."""

    kind: Literal["natural", "mixed", "wild", "sequence"]
    count: str
    label: str


@dataclass(frozen=True, slots=True)
class Family:
    """The rating in one family of variants, and the length of its bar, from 0 to 1.

    `unsure` makes the rating pale and adds a `?`.
    """

    name: str
    rating: str
    share: float
    unsure: bool = False


@dataclass(frozen=True, slots=True)
class Partner:
    """The best partner: `Partner("Best partner", "Bea", "12–3")`, the name exactly as that person writes it."""

    label: str
    name: str
    figure: str


@dataclass(frozen=True, slots=True)
class ProfileView:
    """Everything that a profile's picture says, translated and formatted; empty parts take no room.

    `name` is exactly as the player writes it. `rank` counts from 1 (None: not ranked) and is shown as a medal next to
    the name; `subtitle` is below it, such as "3rd of 24 · Spring League". `rating` is large at the right, with `sure`
    below it ("± 45 · 12 games"); `unsure` makes the rating pale and adds a `?`. `course` has up to 30 ratings, the
    latest last, below `course_title`. There are up to 6 `figures`, 4 `canastas` and 6 `families`, those below
    `families_title`. `timeliness` is apart: Figure("answers in 3 h, 97% in time", "Timeliness"). `empty` is shown in
    place of the course if that has fewer than two ratings.
    """

    name: str
    rank: int | None
    subtitle: str
    rating: str
    sure: str
    unsure: bool = False
    course_title: str = ""
    course: tuple[float, ...] = ()
    figures: tuple[Figure, ...] = ()
    canastas_title: str = ""
    canastas: tuple[Canastas, ...] = ()
    partner: Partner | None = None
    families_title: str = ""
    families: tuple[Family, ...] = ()
    timeliness: Figure | None = None
    empty: str = ""


_MARGIN: Final = 28
_GAP: Final = 13
_RADIUS: Final = 17
_HEAD: Final = 95
#: The height of a line of its own for how sure the rating is.
_SURE_LINE: Final = 32
#: The width of a medal, with the gap after it.
_MEDAL: Final = 82
#: The size of the subtitle and of how sure the rating is.
_LESS: Final = 23
_BOX: Final = 227
#: The height of the box in place of the course if there are no families either.
_EMPTY_BOX: Final = 192
_PADDING: Final = 18
#: The left edge of the right one of two columns.
_SECOND: Final = 562
_SMALL: Final = 20
_TILE_WIDTH, _TILE_HEIGHT = 172, 87
_CHIP_HEIGHT: Final = 50
_FOOT: Final = 65
_BELOW: Final = 10
#: Distances between the grid lines of a course; the smallest that needs at most three lines is used.
_STEPS: Final = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
_MOST: Final = 30
_END: Final = WIDTH - _MARGIN


@lru_cache(maxsize=256)
def render(view: ProfileView, style: Style) -> Picture:
    """Draw a profile. Raises `KeyError` for an unknown theme."""
    view = written(view)
    t = style.translation
    top, middle, foot = _top_height(view), _middle_height(view), _FOOT if view.partner or view.timeliness else 0
    head = _HEAD
    # For a higher head the boxes in the middle may have to be lower; each family needs its room there.
    room = MAX_HEIGHT - _HEAD - _SURE_LINE - middle - foot - _BELOW
    if not _fits_beside(view) and room >= min(top, 50 + 32 * max(len(view.families), 3)):
        head, top = _HEAD + _SURE_LINE, min(top, room)
    canvas = Canvas(WIDTH, head + top + middle + foot + _BELOW, "panel", "league")
    _draw_head(canvas, view, t, beside=head == _HEAD)
    second = _SECOND if view.families else _END + _GAP
    if top:
        _draw_course(canvas, view, (_MARGIN, head, second - _GAP, head + top), t)
        _draw_families(canvas, view, (second, head, _END, head + top))
    _draw_figures(canvas, view, head + top + _GAP)
    _draw_canastas(canvas, view, head + top + _GAP)
    if foot:
        _draw_foot(canvas, view, head + top + middle, t)
    return canvas.finish(style, describe(view, style))


def _top_height(view: ProfileView) -> int:
    if len(view.course) > 1 or view.families:
        return _BOX
    return _EMPTY_BOX if view.empty else 0


def _tile_columns(view: ProfileView) -> int:
    room = (_SECOND if view.canastas else _END) - _MARGIN
    return min(room // _TILE_WIDTH, max(len(view.figures), 1))


def _middle_height(view: ProfileView) -> int:
    figures = -(-len(view.figures) // _tile_columns(view)) * _TILE_HEIGHT
    canastas = 33 + -(-len(view.canastas) // 2) * (_CHIP_HEIGHT + 17) if view.canastas else 0
    return max(figures, canastas) + _GAP if figures or canastas else 0


def _draw_head(canvas: Canvas, view: ProfileView, t: NullTranslations, *, beside: bool) -> None:
    """Draw the medal, the name and the subtitle at the left, the rating at the right.

    How sure the rating is stands `beside` the subtitle or, if there is no room, below.
    """
    x = _MARGIN
    if view.rank is not None:
        x = draw_medal(canvas, view.rank, x, 15, 65, "panel", t) + 17
    rating, large = fitting(view.rating, 50, 30, "bold", 276)
    doubt = "?" if view.unsure and rating else ""
    right = canvas.text_to(_END, 50, doubt, large, "regular", "muted", "panel")
    left = canvas.text_to(right, 50, rating, large, "bold", "muted" if view.unsure else "text", "panel")
    sure = shortened(view.sure, _LESS, "regular", 351 if beside else _END - x)
    sure_left = canvas.text_to(_END, 84 if beside else 84 + _SURE_LINE, sure, _LESS, "regular", "muted", "panel")
    name = league_names((view.name,), t)[0]
    name, size = fitting(name, 38, 31, "bold", left - x - 33)
    canvas.text(x, 49, name, size, "bold", "text", "panel")
    subtitle = shortened(view.subtitle, _LESS, "regular", (sure_left - 33 if beside else _END) - x)
    canvas.text(x, 82, subtitle, _LESS, "regular", "muted", "panel")


def _fits_beside(view: ProfileView) -> bool:
    """Return whether how sure the rating is has room on the subtitle's line."""
    left = _MARGIN + (_MEDAL if view.rank is not None else 0)
    return left + text_width(view.subtitle, _LESS, "regular") + 33 + text_width(view.sure, _LESS, "regular") <= _END


# --- the rating's course and the families ------------------------------------------------------------------------

_Box = tuple[int, int, int, int]


def _draw_course(canvas: Canvas, view: ProfileView, box: _Box, t: NullTranslations) -> None:
    left, top, right, bottom = box
    if len(view.course) < 2:
        draw_notice(canvas, view.empty, left, top, right, bottom)
        return
    canvas.panel(left, top, right, bottom, _RADIUS, "felt", "panel")
    room = right - left - 2 * _PADDING
    title = shortened(view.course_title, _SMALL, "regular", room)
    canvas.text(left + _PADDING, top + 32, title, _SMALL, "regular", "muted", "felt")
    values = view.course[-_MOST:]
    ticks = _ticks(min(values), max(values))
    labels = [number(tick, t) for tick in ticks]
    start = left + _PADDING + max([text_width(label, _SMALL, "regular") for label in labels], default=0) + 12
    _draw_line(canvas, values, ticks, (start, top + 47, right - 12, bottom - 12))
    for tick, label in zip(ticks, labels, strict=True):
        y = round(_height_of(tick, values, top + 47, bottom - 12))
        canvas.text_to(start - 12, y + 8, label, _SMALL, "regular", "muted", "felt")


def _ticks(low: float, high: float) -> list[int]:
    """Return the round ratings between the lowest and the highest, at most three."""
    for step in _STEPS:
        ticks = list(range(-(-round(low) // step) * step, round(high) + 1, step))
        if len(ticks) <= 3:
            return ticks
    return []


#: The distance of the line from the edges of its part of the box: half of the dot at its end.
_DOT: Final = 8


def _height_of(value: float, values: Sequence[float], top: int, bottom: int) -> float:
    place = places((value,), 2, (0, top + _DOT, 1, bottom - _DOT - 12), min(values), max(values))[0]
    assert place is not None
    return place[1]


def _draw_line(canvas: Canvas, values: Sequence[float], ticks: Sequence[int], box: _Box) -> None:
    """Draw the course as a line over a filled area, with the grid's lines behind it."""
    left, top, right, bottom = box
    width, height = right - left, bottom - top
    inner = (3, _DOT, width - _DOT - 1, height - _DOT - 12)
    line = [place for place in places(values, len(values), inner, min(values), max(values)) if place is not None]
    area = polygon([(line[0][0], height), *line, (line[-1][0], height)], width, height)
    part = Image.new("L", (width, height), INDEX["felt"])
    part.paste(INDEX["area"], (0, 0), area)
    for tick in ticks:
        y = round(_height_of(tick, values, 0, height))
        part.paste(INDEX["line"], (0, y, width, y + 2))
    mask = stroke(line, width, height, 4.5, _DOT)
    inked = Image.composite(mask.point(ramp("accent", "area")), mask.point(ramp("accent", "felt")), area)
    part.paste(inked, (0, 0), mask.point([0] * 32 + [255] * 224))
    canvas.paste(part, left, top)


def _draw_families(canvas: Canvas, view: ProfileView, box: _Box) -> None:
    if not view.families:
        return
    left, top, right, bottom = box
    canvas.panel(left, top, right, bottom, _RADIUS, "felt", "panel")
    left, right = left + _PADDING, right - _PADDING
    title = shortened(view.families_title, _SMALL, "regular", right - left)
    canvas.text(left, top + 32, title, _SMALL, "regular", "muted", "felt")
    step = min(43, (bottom - top - 50) // len(view.families))
    baseline = top + 61
    for family in view.families:
        ink = "muted" if family.unsure else "text"
        rating = shortened(_doubted(family), 21, "strong", (right - left) // 2)
        end = canvas.text_to(right, baseline, rating, 21, "strong", ink, "felt")
        name = shortened(family.name, 21, "regular", end - left - 13)
        canvas.text(left, baseline, name, 21, "regular", "text", "felt")
        canvas.panel(left, baseline + 5, right, baseline + 9, 2, "line", "felt")
        full = round((right - left) * min(max(family.share, 0), 1))
        if full >= 4:
            canvas.panel(left, baseline + 5, left + full, baseline + 9, 2, "accent", "line")
        baseline += step


def _doubted(family: Family) -> str:
    return family.rating + "?" if family.unsure and family.rating else family.rating


# --- figures, canastas, and the foot ------------------------------------------------------------------------------


def _draw_figures(canvas: Canvas, view: ProfileView, top: int) -> None:
    columns = _tile_columns(view)
    room = ((_SECOND if view.canastas else _END) - _MARGIN) // columns
    for place, figure in enumerate(view.figures):
        x, y = _MARGIN + place % columns * room, top + place // columns * _TILE_HEIGHT
        value, size = fitting(figure.value, 32, 22, "bold", room - 17)
        canvas.text(x, y + 27, value, size, "bold", "text", "panel")
        for line, label in enumerate(wrapped(figure.label, _SMALL, "regular", room - 13, 2)):
            canvas.text(x, y + 54 + 23 * line, label, _SMALL, "regular", "muted", "panel")


def _draw_canastas(canvas: Canvas, view: ProfileView, top: int) -> None:
    left = _SECOND
    if view.canastas:
        title = shortened(view.canastas_title, _SMALL, "regular", _END - left)
        canvas.text(left, top + 22, title, _SMALL, "regular", "muted", "panel")
    room = (_END - left) // 2
    for place, kind in enumerate(view.canastas):
        x, y = left + place % 2 * room, top + 33 + place // 2 * (_CHIP_HEIGHT + 17)
        end = _draw_chip(canvas, kind.kind, x, y) + 8
        width = room - (end - x) - 3
        count, size = fitting(kind.count, 27, 19, "bold", width)
        canvas.text(end, y + 21, count, size, "bold", "text", "panel")
        label, size = fitting(kind.label, _SMALL, 17, "regular", width)
        canvas.text(end, y + 49, label, size, "regular", "muted", "panel")


def _draw_chip(canvas: Canvas, kind: str, x: int, y: int) -> int:
    """Draw a small canasta as the table shows it; return its right end."""
    front = {"mixed": "dark_front", "wild": "wild_front"}.get(kind, "red_front")
    for sliver in range(2):
        canvas.fill(x + 4 * sliver, y + 1, x + 4 * sliver + 1, y + _CHIP_HEIGHT - 1, "line")
        canvas.fill(x + 4 * sliver + 1, y + 1, x + 4 * sliver + 4, y + _CHIP_HEIGHT - 1, "front_text")
    x += 8
    right = x + 37
    canvas.panel(x, y, right, y + _CHIP_HEIGHT, 4, front, "panel")
    if kind in ("mixed", "wild"):
        ink = "front_star" if kind == "mixed" else "wild_ink"
        canvas.icon("star", x + 6, y + 12, 25, ink, front)
        return right
    text, size = ("5–J", 18) if kind == "sequence" else ("7", 30)
    canvas.text_about(x + 18, y + 25 + round(size * 0.36), text, size, "bold", "front_text", front)
    return right


def _draw_foot(canvas: Canvas, view: ProfileView, top: int, t: NullTranslations) -> None:
    """Draw the partner and the timeliness below a line, each with its label above it."""
    canvas.fill(_MARGIN, top + 8, _END, top + 10, "line")
    x = _MARGIN
    if view.partner:
        x = _draw_partner(canvas, view.partner, x, top, 432 if view.timeliness else _END - x, t)
        x = max(x + 42, 335)
    if view.timeliness:
        label = shortened(view.timeliness.label, _SMALL, "regular", _END - x)
        canvas.text(x, top + 34, label, _SMALL, "regular", "muted", "panel")
        value, size = fitting(view.timeliness.value, 23, 19, "strong", _END - x - 30)
        canvas.icon("clock", x, top + 45, 22, "muted", "panel")
        canvas.text(x + 30, top + 64, value, size, "strong", "text", "panel")


def _draw_partner(canvas: Canvas, partner: Partner, x: int, top: int, room: int, t: NullTranslations) -> int:
    """Draw the partner within `room` pixels; return the right end."""
    label = shortened(partner.label, _SMALL, "regular", room - 42)
    end = canvas.text(x, top + 34, label, _SMALL, "regular", "muted", "panel")
    figure = shortened(partner.figure, 23, "regular", room // 2)
    name_room = room - 55 - text_width(figure, 23, "regular")
    name = shortened(league_names((partner.name,), t)[0], 25, "strong", name_room)
    name_end = canvas.text(x, top + 64, name, 25, "strong", "text", "panel")
    return max(end, canvas.text(name_end + 13, top + 64, figure, 23, "regular", "muted", "panel"))


# --- in words -----------------------------------------------------------------------------------------------------


def describe(view: ProfileView, style: Style) -> str:
    """Return the alt text: everything the picture says, the course as its ends and its range.

    Long texts are cut if necessary.
    """
    return short_enough(lambda longest: _in_words(view, longest, style.translation), (80, 40, 28, 20, 14, 10))


def _in_words(view: ProfileView, longest: int, t: NullTranslations) -> str:
    """Return the whole profile in words, with texts of at most `longest` characters."""

    def cut(text: str) -> str:
        return brief(text, longest)

    name = cut(league_names((view.name,), t)[0])
    rank = "" if view.rank is None else f"#{number(view.rank, t)}"
    rating = view.rating + "?" if view.unsure and view.rating else view.rating
    sentences = [_listed([name, rank, cut(view.subtitle)]), _listed([cut(rating), cut(view.sure)])]
    values = [number(round(value), t) for value in view.course[-_MOST:]]
    if len(values) > 1:
        ordered = sorted(view.course[-_MOST:])
        spread = f"{number(round(ordered[0]), t)}–{number(round(ordered[-1]), t)}"
        sentences.append(_headed(cut(view.course_title), [f"{values[0]} → {values[-1]} ({spread})"], t))
    else:
        sentences.append(brief(view.empty, 3 * longest))
    sentences.append(
        _headed(cut(view.families_title), [f"{cut(one.name)} {_doubted(one)}" for one in view.families], t)
    )
    sentences.append(_listed([f"{cut(one.value)} {cut(one.label)}" for one in view.figures]))
    sentences.append(
        _headed(cut(view.canastas_title), [f"{cut(one.count)} {cut(one.label)}" for one in view.canastas], t)
    )
    if view.partner:
        partner = cut(league_names((view.partner.name,), t)[0])
        sentences.append(_headed(cut(view.partner.label), [partner, cut(view.partner.figure)], t))
    if view.timeliness:
        sentences.append(_headed(cut(view.timeliness.label), [cut(view.timeliness.value)], t))
    return in_sentences(sentences)


def _listed(parts: Sequence[str]) -> str:
    return ", ".join(part for part in parts if part)


def _headed(head: str, parts: Sequence[str], t: NullTranslations) -> str:
    listed = _listed(parts)
    return labelled(head, listed, t) if head and listed else listed
