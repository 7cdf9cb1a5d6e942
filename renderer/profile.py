"""The picture of one player's season: rating and its course, figures, canastas, partner, variants, timeliness."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from gettext import NullTranslations
from typing import Final, Literal

from PIL import Image

from renderer import speech
from renderer.canvas import MAX_HEIGHT, WIDTH, Canvas, Picture, Style
from renderer.charts import places, polygon, stroke
from renderer.parts import draw_medal, draw_notice, written
from renderer.text import LEAST_CAP, LEAST_SIZE, fitting, shares, shortened, text_width
from renderer.theme import INDEX, ramp
from renderer.words import labelled, league_names, number


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure and its label: `Figure("18–4", "won – lost", ("won", "lost"))`. A label may take two lines.

    `spoken` has a word for each number of a value that has several.
    """

    value: str
    label: str
    spoken: tuple[str, ...] = ()


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
class PartnerView:
    """The best partner: `PartnerView("Best partner", "Bea", "12–3")`, the name exactly as that person writes it.

    `spoken` has a word for each number of the figure.
    """

    label: str
    name: str
    figure: str
    spoken: tuple[str, ...] = ()


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
    partner: PartnerView | None = None
    families_title: str = ""
    families: tuple[Family, ...] = ()
    timeliness: Figure | None = None
    empty: str = ""


_MARGIN: Final = 28
_GAP: Final = 11
_RADIUS: Final = 17
_HEAD: Final = 98
#: The height of a line of its own for how sure the rating is.
_SURE_LINE: Final = 36
#: The width of a medal, with the gap after it.
_MEDAL: Final = 82
#: The height of the box of the course where there is room, and the least one.
_BOX: Final = 236
_LEAST_BOX: Final = 140
#: The height of the box in place of the course if there are no families either.
_EMPTY_BOX: Final = 192
_PADDING: Final = 18
#: The left edge of the families' box.
_SECOND: Final = 520
#: The height of a box's title, and of a family below it.
_TITLE: Final = 42
_FAMILY: Final = 33
#: The distance between a canasta, its count and its label, and between canastas.
_BESIDE, _APART = 7, 15
#: The top of a course's line in its box.
_COURSE: Final = 52
#: The heights of a line of figures, of a canasta, and of a line of the foot.
_LINE: Final = 38
_CHIP_HEIGHT: Final = 46
_FOOT_LINE: Final = 38
_BELOW: Final = 8
#: Distances between the grid lines of a course; the smallest that needs at most three lines is used.
_STEPS: Final = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
_MOST: Final = 30
_END: Final = WIDTH - _MARGIN
#: The width of a column of figures, and the most lines of them.
_HALF: Final = (_END - _MARGIN) // 2
_MOST_LINES: Final = 4


@lru_cache(maxsize=256)
def render(view: ProfileView, style: Style) -> Picture:
    """Draw a profile. Raises `KeyError` for an unknown theme."""
    view = written(view)
    t = style.translation
    head, middle = _HEAD + (0 if _fits_beside(view) else _SURE_LINE), _middle_height(view)
    room = MAX_HEIGHT - head - middle - _BELOW
    wanted = _top_height(view)
    if head > _HEAD and room < min(wanted, _LEAST_BOX):
        head, room = _HEAD, room + _SURE_LINE
    top = min(wanted, room)
    canvas = Canvas(WIDTH, head + top + middle + _BELOW, "panel", "league")
    _draw_head(canvas, view, t, beside=head == _HEAD)
    second = _SECOND if view.families else _END + _GAP
    if top:
        _draw_course(canvas, view, (_MARGIN, head, second - _GAP, head + top), t)
        _draw_families(canvas, view, (second, head, _END, head + top))
    y = _draw_figures(canvas, view, head + top + _GAP)
    y = _draw_canastas(canvas, view, y)
    _draw_foot(canvas, view, y, t)
    return canvas.finish(style, describe(view, style))


def _top_height(view: ProfileView) -> int:
    if len(view.course) > 1 or view.families:
        return _BOX
    return _EMPTY_BOX if view.empty else 0


def _middle_height(view: ProfileView) -> int:
    """Return the height of all below the boxes: the figures, the canastas and the foot."""
    lines = _figure_lines(view.figures)
    foot = bool(view.partner) + bool(view.timeliness)
    height = _GAP + _LINE * lines if lines else 0
    height += _CHIP_HEIGHT + _GAP if view.canastas else 0
    return height + (_FOOT_LINE * foot + _GAP if foot else 0)


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
    sure = shortened(view.sure, LEAST_SIZE, "regular", 400 if beside else _END - x)
    sure_left = canvas.text_to(_END, 86 if beside else 86 + _SURE_LINE, sure, LEAST_SIZE, "regular", "muted", "panel")
    name = league_names((view.name,), t)[0]
    name, size = fitting(name, 38, 31, "bold", left - x - 33)
    canvas.text(x, 49, name, size, "bold", "text", "panel")
    subtitle = shortened(view.subtitle, LEAST_SIZE, "regular", (sure_left - 33 if beside else _END) - x)
    canvas.text(x, 86, subtitle, LEAST_SIZE, "regular", "muted", "panel")


def _fits_beside(view: ProfileView) -> bool:
    """Return whether how sure the rating is has room on the subtitle's line."""
    left = _MARGIN + (_MEDAL if view.rank is not None else 0)
    return (
        left + text_width(view.subtitle, LEAST_SIZE, "regular") + 33 + text_width(view.sure, LEAST_SIZE, "regular")
        <= _END
    )


# --- the rating's course and the families ------------------------------------------------------------------------

_Box = tuple[int, int, int, int]


def _draw_course(canvas: Canvas, view: ProfileView, box: _Box, t: NullTranslations) -> None:
    left, top, right, bottom = box
    if len(view.course) < 2:
        draw_notice(canvas, view.empty, left, top, right, bottom)
        return
    canvas.panel(left, top, right, bottom, _RADIUS, "felt", "panel")
    room = right - left - 2 * _PADDING
    title = shortened(view.course_title, LEAST_SIZE, "regular", room)
    canvas.text(left + _PADDING, top + 34, title, LEAST_SIZE, "regular", "muted", "felt")
    values = view.course[-_MOST:]
    ticks = _ticks(min(values), max(values))
    labels = [number(tick, t) for tick in ticks]
    start = left + _PADDING + max([text_width(label, LEAST_SIZE, "regular") for label in labels], default=0) + 12
    _draw_line(canvas, values, ticks, (start, top + _COURSE, right - 12, bottom - 12))
    for tick, label in zip(ticks, labels, strict=True):
        y = round(_height_of(tick, values, top + _COURSE, bottom - 12))
        canvas.text_to(start - 12, y + 10, label, LEAST_SIZE, "regular", "muted", "felt")


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
    room = bottom - top - 10
    baseline, most = top + 32, room // _FAMILY
    if _TITLE + _FAMILY * len(view.families) <= room:
        # Where there are many, they take the title's place.
        title = shortened(view.families_title, LEAST_SIZE, "regular", right - left)
        canvas.text(left, top + 34, title, LEAST_SIZE, "regular", "muted", "felt")
        baseline, most = top + _TITLE + 30, len(view.families)
    for family in view.families[:most]:
        ink = "muted" if family.unsure else "text"
        rating = shortened(_doubted(family), LEAST_SIZE, "strong", (right - left) // 2)
        end = canvas.text_to(right, baseline, rating, LEAST_SIZE, "strong", ink, "felt")
        name = shortened(family.name, LEAST_SIZE, "regular", end - left - 13)
        canvas.text(left, baseline, name, LEAST_SIZE, "regular", "text", "felt")
        canvas.fill(left, baseline + 7, right, baseline + 9, "line")
        canvas.fill(
            left, baseline + 7, left + round((right - left) * min(max(family.share, 0), 1)), baseline + 9, "accent"
        )
        baseline += _FAMILY


def _doubted(family: Family) -> str:
    return family.rating + "?" if family.unsure and family.rating else family.rating


# --- figures, canastas, and the foot ------------------------------------------------------------------------------


def _places_of_figures(figures: Sequence[Figure]) -> Iterator[tuple[int, int]]:
    """Yield for each figure its place, counted along the lines of two, and how many places it takes.

    One with a long label has a line of its own, as long as that makes no more than `_MOST_LINES`.
    """
    place = 0
    for left, figure in zip(range(len(figures), 0, -1), figures, strict=True):
        value, size = fitting(figure.value, 32, LEAST_SIZE, "bold", _HALF // 2)
        needed = text_width(value, size, "bold") + 12 + text_width(figure.label, LEAST_SIZE, "regular") + 17
        start = place + place % 2
        alone = needed > _HALF and start + 1 + left <= 2 * _MOST_LINES
        yield (start, 2) if alone else (place, 1)
        place = start + 2 if alone else place + 1


def _figure_lines(figures: Sequence[Figure]) -> int:
    return max((-(-(place + taken) // 2) for place, taken in _places_of_figures(figures)), default=0)


def _draw_figures(canvas: Canvas, view: ProfileView, top: int) -> int:
    """Draw the figures in two columns, each value before its label; return where the next part begins."""
    for figure, (place, taken) in zip(view.figures, _places_of_figures(view.figures), strict=True):
        x, baseline = _MARGIN + place % 2 * _HALF, top + place // 2 * _LINE + 29
        value, size = fitting(figure.value, 32, LEAST_SIZE, "bold", _HALF // 2)
        end = canvas.text(x, baseline, value, size, "bold", "text", "panel") + 12
        label = shortened(figure.label, LEAST_SIZE, "regular", x + taken * _HALF - 17 - end)
        canvas.text(end, baseline, label, LEAST_SIZE, "regular", "muted", "panel")
    return top + _figure_lines(view.figures) * _LINE + (_GAP if view.figures else 0)


def _draw_canastas(canvas: Canvas, view: ProfileView, top: int) -> int:
    """Draw the canastas of each kind beside each other; return where the next part begins."""
    if not view.canastas:
        return top
    counts = [fitting(kind.count, 32, LEAST_SIZE, "bold", 120) for kind in view.canastas]
    around = sum(text_width(count, size, "bold") for count, size in counts) + (45 + 2 * _BESIDE + _APART) * len(counts)
    widths = [text_width(kind.label, LEAST_SIZE, "regular") for kind in view.canastas]
    x, baseline = _MARGIN, top + (_CHIP_HEIGHT + LEAST_CAP) // 2
    for kind, (count, size), room in zip(
        view.canastas, counts, shares(widths, _END - _MARGIN + _APART - around), strict=True
    ):
        x = _draw_chip(canvas, kind.kind, x, top) + _BESIDE
        x = canvas.text(x, baseline, count, size, "bold", "text", "panel") + _BESIDE
        label = shortened(kind.label, LEAST_SIZE, "regular", room) if room >= LEAST_SIZE else ""
        x = canvas.text(x, baseline, label, LEAST_SIZE, "regular", "muted", "panel") + _APART
    return top + _CHIP_HEIGHT + _GAP


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
        canvas.icon("star", x + 6, y + 10, 25, ink, front)
    elif kind == "sequence":
        canvas.icon("spade", x + 6, y + 10, 25, "front_text", front)
    else:
        canvas.text_about(x + 18, y + (_CHIP_HEIGHT + 22) // 2, "7", 30, "bold", "front_text", front)
    return right


def _draw_foot(canvas: Canvas, view: ProfileView, top: int, t: NullTranslations) -> None:
    """Draw the partner and the timeliness below a line, each with its label before it."""
    if not view.partner and not view.timeliness:
        return
    canvas.fill(_MARGIN, top, _END, top + 2, "line")
    baseline, room = top + 34, _END - _MARGIN
    if view.partner:
        label = shortened(view.partner.label, LEAST_SIZE, "regular", room // 3)
        x = canvas.text(_MARGIN, baseline, label, LEAST_SIZE, "regular", "muted", "panel") + 14
        figure = shortened(view.partner.figure, LEAST_SIZE, "regular", room // 3)
        name_room = _END - x - 13 - text_width(figure, LEAST_SIZE, "regular")
        name = shortened(league_names((view.partner.name,), t)[0], LEAST_SIZE, "bold", name_room)
        x = canvas.text(x, baseline, name, LEAST_SIZE, "bold", "text", "panel") + 13
        canvas.text(x, baseline, figure, LEAST_SIZE, "regular", "muted", "panel")
        baseline += _FOOT_LINE
    if view.timeliness:
        canvas.icon("clock", _MARGIN, baseline - 25, 28, "muted", "panel")
        value = shortened(view.timeliness.value, LEAST_SIZE, "strong", room - 40)
        x = canvas.text(_MARGIN + 40, baseline, value, LEAST_SIZE, "strong", "text", "panel") + 14
        if x + text_width(view.timeliness.label, LEAST_SIZE, "regular") <= _END:
            canvas.text(x, baseline, view.timeliness.label, LEAST_SIZE, "regular", "muted", "panel")


# --- in words -----------------------------------------------------------------------------------------------------


def describe(view: ProfileView, style: Style) -> str:
    """Return the alt text: everything the picture says, the course as its ends and its range, numbers before charts."""
    t = style.translation

    def said(text: str) -> str:
        return speech.said(text, t)

    name = league_names((view.name,), t)[0]
    rating = f"{t.gettext('Rating')} {_rating_words(view.rating, t, unsure=view.unsure)}" if view.rating else ""
    sentences = [_listed([name, said(view.subtitle)]), _listed([rating, said(view.sure)])]
    sentences.append(_listed([_figure_words(one, t) for one in view.figures]))
    canastas = [f"{one.count} {said(one.label)}" for one in view.canastas]
    sentences.append(_headed(said(view.canastas_title), canastas, t))
    if view.partner:
        partner = league_names((view.partner.name,), t)[0]
        together = speech.figure("", view.partner.figure, view.partner.spoken, t)
        sentences.append(_headed(said(view.partner.label), [partner, together], t))
    if view.timeliness:
        sentences.append(_headed(said(view.timeliness.label), [said(view.timeliness.value)], t))
    course = _course_words(view.course[-_MOST:], t)
    sentences.append(_headed(said(view.course_title), [course], t) if course else said(view.empty))
    families = [f"{said(one.name)} {_rating_words(one.rating, t, unsure=one.unsure)}" for one in view.families]
    sentences.append(_headed(said(view.families_title), families, t))
    return speech.sentences(sentences)


def _rating_words(rating: str, t: NullTranslations, *, unsure: bool) -> str:
    return f"{rating}, {t.gettext('only a few games so far')}" if unsure else rating


def _figure_words(figure: Figure, t: NullTranslations) -> str:
    if figure.spoken:
        return speech.figure(figure.label, figure.value, figure.spoken, t)
    said = f"{speech.said(figure.value, t)} {speech.said(figure.label, t)}"
    return said if any(sign.isdigit() for sign in figure.value) else ""


def _course_words(course: Sequence[float], t: NullTranslations) -> str:
    values = [round(value) for value in course]
    if len(values) < 2:
        return ""
    return t.gettext("from {first} to {last}, between {lowest} and {highest}").format(
        first=number(values[0], t),
        last=number(values[-1], t),
        lowest=number(min(values), t),
        highest=number(max(values), t),
    )


def _listed(parts: Sequence[str]) -> str:
    return ", ".join(part for part in parts if part)


def _headed(head: str, parts: Sequence[str], t: NullTranslations) -> str:
    listed = _listed(parts)
    return labelled(head, listed, t) if head and listed else listed
