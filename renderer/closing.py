"""The picture of a finished season: the podium, the awards, how much was played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from gettext import NullTranslations
from typing import Final, Literal

from renderer import speech
from renderer.canvas import WIDTH, Canvas, Picture, Style
from renderer.parts import MEDALS, draw_medal, draw_notice, written
from renderer.text import LEAST_SIZE, fitting, shares, shortened, text_width, wrapped
from renderer.words import fitted, joined, labelled, league_names, number


@dataclass(frozen=True, slots=True)
class PodiumView:
    """A place on the podium: rank (1 to 3; ranks may be equal), names as on a board, and a figure: "1,742"."""

    rank: int
    names: tuple[str, ...]
    figure: str


@dataclass(frozen=True, slots=True)
class AwardView:
    """An award of a season: `AwardView("crown", "Most canastas", ("Ana",), "118")`, names as on a board.

    `spoken` is the figure with its noun, "118 canastas".
    """

    icon: Literal["crown", "pair", "cards", "star", "clock"]
    title: str
    names: tuple[str, ...]
    figure: str
    spoken: str = ""


@dataclass(frozen=True, slots=True)
class ClosingView:
    """Everything that the picture of a season's end says, translated and formatted.

    `title` is the season's name, `subtitle` its dates, `facts` up to three texts such as "124 games", "31 players".
    `podium` has up to three places, the best first, `awards` up to six. `empty` is shown if there is no podium.
    `measure` says what the figures of the podium are, where they are read aloud.
    """

    title: str
    subtitle: str
    facts: tuple[str, ...]
    podium: tuple[PodiumView, ...]
    awards: tuple[AwardView, ...] = ()
    empty: str = ""
    measure: str = ""


_MARGIN: Final = 28
_HEAD: Final = 110
_END: Final = WIDTH - _MARGIN
#: The podium: each step's height and width by rank, and the order of the steps from left to right by their number.
_STEPS: Final = {1: (243, 189), 2: (197, 156), 3: (164, 156)}
_STEP_GAP: Final = 7
#: The width of both edges of a step, on which no name stands.
_STEP_EDGES: Final = 17
_CHAMPION_LETTERS: Final = 32
_ORDER: Final = {1: (0,), 2: (1, 0), 3: (1, 0, 2)}
_PODIUM: Final = 458
_EMPTY: Final = 192
_MEDAL, _CHAMPIONS, _CROWN = 75, 97, 70
#: The left edge of the awards, to the right of the podium.
_AWARDS: Final = 520
_AWARD: Final = 94


@lru_cache(maxsize=64)
def render(view: ClosingView, style: Style) -> Picture:
    """Draw the picture of a season's end. Raises `KeyError` for an unknown theme."""
    view = written(view)
    t = style.translation
    tall = _PODIUM if view.podium or view.awards else _EMPTY
    canvas = Canvas(WIDTH, _HEAD + tall + 17, "panel", "league")
    _draw_head(canvas, view)
    end = _AWARDS - 20 if view.awards else _END
    if view.podium:
        _draw_podium(canvas, view.podium[:3], end, _HEAD + tall, t)
    else:
        draw_notice(canvas, view.empty, _MARGIN, _HEAD, end, _HEAD + tall)
    _draw_awards(canvas, view.awards, tall, t)
    return canvas.finish(style, describe(view, style))


def _draw_head(canvas: Canvas, view: ClosingView) -> None:
    """Draw the season and its dates at the left, and how much was played at the right."""
    facts = [shortened(fact, LEAST_SIZE, "regular", 335) for fact in view.facts]
    step = 37 if len(facts) < 3 else 33
    baseline, left = (94 if len(facts) < 3 else 97) - step * (len(facts) - 1), _END
    for fact in facts:
        left = min(left, canvas.text_to(_END, baseline, fact, LEAST_SIZE, "regular", "muted", "panel"))
        baseline += step
    room = left - _MARGIN - 33
    title, size = fitting(view.title, 38, 31, "bold", room)
    canvas.text(_MARGIN, 54, title, size, "bold", "text", "panel")
    subtitle = shortened(view.subtitle, LEAST_SIZE, "regular", room)
    canvas.text(_MARGIN, 94, subtitle, LEAST_SIZE, "regular", "muted", "panel")


def _draw_podium(canvas: Canvas, podium: Sequence[PodiumView], end: int, bottom: int, t: NullTranslations) -> None:
    """Draw the places as steps, the best in the middle, each with its medal, names and figure."""
    stands = [podium[at] for at in _ORDER[len(podium)]]
    room = end - _MARGIN - _STEP_GAP * (len(stands) - 1)
    widths = [_step_width(place, t) for place in stands]
    if sum(widths) > room:
        widths = shares(widths, room)
    left = _MARGIN + (room - sum(widths)) // 2
    for place, width in zip(stands, widths, strict=True):
        _draw_place(canvas, place, left, width, bottom, t)
        left += width + _STEP_GAP


def _step_width(place: PodiumView, t: NullTranslations) -> int:
    """Return how wide a step has to be for the names on it, and at least is."""
    names = league_names(place.names, t)
    size = _letters(place)
    # A name alone can be on two lines.
    widest = max(text_width(name, size, "strong") for name in names[:2]) if len(names) > 1 else 0
    return max(_STEPS[place.rank][1], widest + _STEP_EDGES)


def _letters(place: PodiumView) -> int:
    return _CHAMPION_LETTERS if place.rank == 1 else LEAST_SIZE


def _draw_place(canvas: Canvas, place: PodiumView, left: int, wide: int, bottom: int, t: NullTranslations) -> None:
    high, first = _STEPS[place.rank][0], place.rank == 1
    top, middle, room = bottom - high, left + wide // 2, wide - _STEP_EDGES
    canvas.panel(left, top, left + wide, bottom, 13, "felt", "panel")
    canvas.fill(left + 13, top, left + wide - 13, top + 5, MEDALS[place.rank][1])
    size = _CHAMPIONS if first else _MEDAL
    medal_top = top - size - 13
    draw_medal(canvas, place.rank, middle - size // 2, medal_top, size, "panel", t)
    if first:
        canvas.icon("crown", middle - _CROWN // 2, medal_top - _CROWN, _CROWN, "first", "panel")
    letters, figures = _letters(place), 37 if first else 32
    baseline = top + 23 + letters
    for line in _name_lines(league_names(place.names, t), letters, room):
        canvas.text_about(middle, baseline, line, letters, "strong", "text", "felt")
        baseline += round(letters * 1.25)
    figure, figures = fitting(place.figure, figures, LEAST_SIZE, "bold", room)
    canvas.text_about(middle, baseline + 12, figure, figures, "bold", "accent" if first else "text", "felt")


def _name_lines(names: Sequence[str], size: int, room: int) -> list[str]:
    """Return a name on one line, or on two if it is long; team-mates get a line each, at most two lines."""
    if len(names) == 1:
        return wrapped(names[0], size, "strong", room, 2)
    return [shortened(name, size, "strong", room) for name in names[:2]]


def _draw_awards(canvas: Canvas, awards: Sequence[AwardView], tall: int, t: NullTranslations) -> None:
    if not awards:
        return
    step = min(_AWARD, tall // len(awards))
    top = _HEAD
    for award in awards:
        canvas.panel(_AWARDS, top, _END, top + step - 7, 13, "felt", "panel")
        middle = top + (step - 7) // 2
        canvas.icon(award.icon, _AWARDS + 15, middle - 17, 33, "accent", "felt")
        _draw_award(canvas, award, _AWARDS + 62, _END - 15, middle, t)
        top += step


def _draw_award(canvas: Canvas, award: AwardView, left: int, right: int, middle: int, t: NullTranslations) -> None:
    """Draw the title above the names, with the figure at the end of the line that has room for it."""
    first, second = middle - 5, middle + 30
    names = league_names(award.names, t)
    size = LEAST_SIZE
    figure = shortened(award.figure, size, "bold", (right - left) * 3 // 5)
    rest = right - left - text_width(figure, size, "bold") - 13 if figure else right - left
    above = text_width(award.title, size, "regular") <= rest or text_width(joined(names, t), size, "strong") > rest
    title_room, names_room = (rest, right - left) if above else (right - left, rest)
    canvas.text_to(right, first if above else second, figure, size, "bold", "text", "felt")
    title = shortened(award.title, size, "regular", title_room)
    canvas.text(left, first, title, size, "regular", "muted", "felt")
    canvas.text(left, second, fitted(names, size, "strong", names_room, t), size, "strong", "text", "felt")


def describe(view: ClosingView, style: Style) -> str:
    """Return the alt text: the podium, the awards and how much was played. Long names are cut if necessary."""
    return speech.short_enough(lambda longest: _in_words(view, longest, style.translation), (80, 40, 28, 20, 14, 10))


def _in_words(view: ClosingView, longest: int, t: NullTranslations) -> str:
    """Return the whole picture in words, with names of at most `longest` characters."""

    def names(of: Sequence[str]) -> str:
        return speech.together([speech.brief(name, longest) for name in league_names(of, t)], t)

    sentences = [speech.said(text, t) for text in (view.title, view.subtitle, ", ".join(view.facts))]
    for place in view.podium:
        words = ", ".join((t.gettext("Place {rank}").format(rank=number(place.rank, t)), names(place.names)))
        figure = speech.figure(view.measure, place.figure, (), t)
        sentences.append(labelled(words, figure, t) if figure else words)
    if not view.podium:
        sentences.append(speech.said(view.empty, t))
    for award in view.awards:
        won = ", ".join(filter(None, (names(award.names), speech.said(award.spoken or award.figure, t))))
        sentences.append(labelled(speech.said(award.title, t), won, t))
    return speech.sentences(sentences)
