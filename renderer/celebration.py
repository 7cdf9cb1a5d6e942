"""Pictures with some joy in them, of what doesn't happen every turn; two kinds also move a little."""

from __future__ import annotations

import io
import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PIL import Image

from bot.canasta.cards import ACE, KING, QUEEN, RED_THREES, Card
from renderer import speech
from renderer.canvas import WIDTH, Canvas, Picture, Style
from renderer.painting import Painting
from renderer.sprites import back, card, card_height, outline
from renderer.text import LEAST_SIZE, clean_text, shortened, text_width, wrapped, wraps
from renderer.theme import INDEX, SIDE_INKS, palette
from renderer.words import clauses, joined, joker_word, labelled, league_names

HEIGHT: Final = 335
#: Where the art is, and where the words are: left, top, right, bottom.
_ART: Final = (33, 42, 468, 293)
_WORDS: Final = (502, 50, 890, 284)
_TITLE_SIZE, _LINE_SIZE = 42, 30
_CARD: Final = 125
#: An animation's frames, and how long each is shown, in milliseconds. They lead back to the first.
FRAMES, _FRAME_TIME = 16, 110
#: How often an animation is repeated before it stands still.
_REPEATS: Final = 5
#: How far things move from their places, in pixels: little enough to be pleasant beside words.
_SWAY: Final = 7
_TURN: Final = 2 * math.pi
_COURT: Final = (KING * 4 + 1, QUEEN * 4, ACE * 4 + 2, KING * 4 + 3, QUEEN * 4 + 1, ACE * 4, KING * 4 + 2)


@dataclass(frozen=True)
class CelebrationView:
    """The celebrated event: a key of `KINDS`, whose doing it is, and in what words.

    `title` may contain `{name}`, for the `names` of one side; `line` says more. `cards` are those that matter: the
    canasta, the top of the pile. `side` is the index of the side, for its colour. Where the line has all scores, `spoken`
    has them as they are read aloud: the names of those who share one, and its points.
    """

    kind: str
    title: str
    names: tuple[str, ...] = ()
    line: str = ""
    cards: tuple[Card, ...] = ()
    side: int = 0
    spoken: tuple[tuple[tuple[str, ...], str], ...] = ()


@dataclass(frozen=True, slots=True)
class Animation:
    """A short animation: GIF bytes, its size in pixels, and alt text."""

    data: bytes
    width: int
    height: int
    alt: str


def _swaying(time: float, place: float) -> int:
    """Return how far a thing is from its place at a time from 0 to 1; `place` sets it apart from others."""
    return round(_SWAY * math.sin(_TURN * (time + place)))


def _fan(canvas: Canvas, cards: tuple[Card | None, ...], style: Style, time: float) -> None:
    """Draw cards side by side in an arc, those that are None from behind."""
    left, top, right, bottom = _ART
    step = min(70, (right - left - _CARD) // max(len(cards) - 1, 1))
    x = (left + right - _CARD - step * (len(cards) - 1)) // 2
    middle = (len(cards) - 1) / 2
    for place, code in enumerate(cards):
        y = (top + bottom - card_height(_CARD)) // 2 - 22 + round(54 * ((place - middle) / max(middle, 1)) ** 2)
        y += _swaying(time, place / 7)
        canvas.paste(_face(code, style, covered=place < len(cards) - 1), x, y, outline(_CARD))
        x += step


def _face(code: Card | None, style: Style, *, covered: bool = False) -> Image.Image:
    """Return a whole card; one that is partly `covered` has no art, of which only a corner could be seen."""
    if code is None:
        return back(_CARD, style.back)
    return card(code, _CARD, follows=False, last=True, low=covered, joker_word=joker_word(style.translation))


def _canasta(canvas: Canvas, view: CelebrationView, style: Style, time: float) -> None:
    _fan(canvas, view.cards[:7] or _COURT, style, time)


def _red_threes(canvas: Canvas, _view: CelebrationView, style: Style, time: float) -> None:
    _fan(canvas, RED_THREES * 2, style, time)


def _concealed(canvas: Canvas, view: CelebrationView, style: Style, time: float) -> None:
    """Draw a hand of which half is still seen from behind."""
    _fan(canvas, (None, None, None, *(view.cards[:4] or _COURT[:4])), style, time)


def _stolen(canvas: Canvas, view: CelebrationView, style: Style, time: float) -> None:
    """Draw a heap of cards on its way to somebody."""
    left, top = _ART[0] + 8, _ART[1] + 20
    for place in range(6):
        at = (left + 37 * place, top + 49 - 12 * place + _swaying(time, place / 12))
        top_card = view.cards[-1] if view.cards and place == 5 else None
        canvas.paste(_face(top_card, style), *at, outline(_CARD))
    canvas.icon("turn", left + 343, top + 54 + _swaying(time, 0.5), 80, "accent", "felt")


def _comeback(canvas: Canvas, _view: CelebrationView, _style: Style, time: float) -> None:
    """Draw a score that fell and rose again, with a crown on top."""
    left, top, _, bottom = _ART
    x = left
    for height, ink in (
        (0.42, "muted"),
        (0.24, "muted"),
        (0.12, "muted"),
        (0.3, "ice"),
        (0.52, "ice"),
        (0.74, "accent"),
    ):
        canvas.panel(x, bottom - round(height * (bottom - top)), x + 55, bottom, 8, ink, "felt")
        x += 72
    canvas.icon("crown", left + 5 * 72 - 8, top - 13 + _swaying(time, 0), 72, "accent", "felt")


def _out(canvas: Canvas, view: CelebrationView, style: Style, time: float) -> None:
    """Draw the last cards as they leave the hand."""
    left, top = _ART[0] + 17, _ART[1] + 8
    for place, code in enumerate(view.cards[-3:] or _COURT[:3]):
        x, y = left + 125 * place, top + 59 - 28 * place + _swaying(time, place / 6)
        for line in range(3):
            canvas.fill(x - 3 - 17 * line, y + 179 + 12 * line, x + 59 - 17 * line, y + 184 + 12 * line, "muted")
        canvas.paste(_face(code, style), x, y, outline(_CARD))


def _won(canvas: Canvas, _view: CelebrationView, style: Style, time: float) -> None:
    """Draw a large crown above a king and a queen."""
    left, _, right, bottom = _ART
    middle = (left + right) // 2
    for x, code, place in ((middle - _CARD - 7, KING * 4 + 1, 0.0), (middle + 7, QUEEN * 4, 0.5)):
        y = bottom - card_height(_CARD) + 18 + _swaying(time, place)
        canvas.paste(_face(code, style), x, y, outline(_CARD))
    crown = _crown()
    canvas.paste(crown, middle - crown.width // 2, 8 + _swaying(time, 0.25), _inside(crown))


@lru_cache(maxsize=1)
def _crown() -> Image.Image:
    on = Painting(159, 120, 159, "felt")
    on.polygon(
        [(0.06, 0.2), (0.28, 0.42), (0.5, 0.08), (0.72, 0.42), (0.94, 0.2), (0.86, 0.66), (0.14, 0.66)], "accent"
    )
    on.box(0.13, 0.62, 0.87, 0.74, 0.03, "accent")
    for x, y in ((0.06, 0.18), (0.5, 0.07), (0.94, 0.18)):
        on.circle(x, y, 0.055, "accent")
    for x, ink in ((0.3, "bad"), (0.5, "ice"), (0.7, "bad")):
        on.circle(x, 0.555, 0.035, ink)
    return on.finish()


def _inside(sprite: Image.Image) -> Image.Image:
    return sprite.point([255 * (index != INDEX["felt"]) for index in range(256)])


#: How each kind is drawn.
KINDS: Final[dict[str, Callable[[Canvas, CelebrationView, Style, float], None]]] = {
    "canasta": _canasta, "red-threes": _red_threes, "concealed": _concealed, "stolen-pile": _stolen,
    "comeback": _comeback, "out": _out, "gained": _out, "won": _won,
}  # fmt: skip


#: The kinds that can also move.
MOVING: Final = ("out", "gained", "won")


@lru_cache(maxsize=64)
def render(view: CelebrationView, style: Style) -> Picture:
    """Draw a celebration that stands still. Raises `KeyError` for an unknown kind, theme or back."""
    return _draw(view, style, 0.0).finish(style, describe(view, style))


@lru_cache(maxsize=16)
def animate(view: CelebrationView, style: Style) -> Animation:
    """Draw a celebration of a kind in `MOVING`, in which things sway about their places.

    The first frame is what `render` draws. Raises `KeyError` for another kind, an unknown theme or back.
    """
    if view.kind not in MOVING:
        raise KeyError(view.kind)
    colours = palette(style.theme, style.two_colour, style.back)
    frames = []
    for frame in range(FRAMES):
        plane = _draw(view, style, frame / FRAMES).plane
        image = Image.frombytes("P", (WIDTH, HEIGHT), plane.crop((1, 0, WIDTH + 1, HEIGHT)).tobytes())
        image.putpalette(colours)
        frames.append(image)
    buffer = io.BytesIO()
    frames[0].save(
        buffer, "GIF", save_all=True, append_images=frames[1:], duration=_FRAME_TIME, loop=_REPEATS - 1, optimize=False
    )
    return Animation(buffer.getvalue(), WIDTH, HEIGHT, describe(view, style))


def describe(view: CelebrationView, style: Style) -> str:
    """Return the alt text: whose doing it is, and what."""
    t = style.translation
    names = speech.together(league_names(view.names, t), t)
    scores = (
        labelled(speech.together(league_names(whose, t), t), speech.said(points, t), t) for whose, points in view.spoken
    )
    line = clauses(scores, t) or speech.said(view.line, t)
    return speech.sentences((speech.said(view.title, t).format(name=names), line))


def _draw(view: CelebrationView, style: Style, time: float) -> Canvas:
    canvas = Canvas(WIDTH, HEIGHT, "felt")
    _scatter(canvas, view.kind, time)
    KINDS[view.kind](canvas, view, style, time)
    left, top, right, bottom = _WORDS
    names = joined(league_names(view.names, style.translation), style.translation)
    # A long name leaves room for the rest of the sentence.
    title = clean_text(view.title)
    room = max((right - left) * 2 - text_width(title.format(name=""), _TITLE_SIZE, "bold"), (right - left) // 2)
    title = title.format(name=shortened(names, _TITLE_SIZE, "bold", min(room, right - left)))
    lines = [(line, size, "bold", "text") for line, size in _fitted(title, _TITLE_SIZE, "bold", right - left, 3)]
    more = _fitted(clean_text(view.line), _LINE_SIZE, "regular", right - left, 2)
    lines += [(line, size, "regular", "muted") for line, size in more]
    height = sum(round(size * 1.3) for _, size, _, _ in lines)
    y = (top + bottom - height) // 2
    canvas.panel(left - 20, y + 3, left - 12, y + height - 3, 4, SIDE_INKS[view.side % 2], "felt")
    for line, size, weight, ink in lines:
        y += round(size * 1.3)
        canvas.text(left, y - round(size * 0.3), line, size, weight, ink, "felt")
    return canvas


def _fitted(text: str, size: int, weight: str, room: int, lines: int) -> list[tuple[str, int]]:
    """Return a text broken into lines, with the largest font size up to `size` at which nothing is cut."""
    while size > LEAST_SIZE and not wraps(text, size, weight, room, lines):
        size = max(size - 3, LEAST_SIZE)
    return [(line, size) for line in wrapped(text, size, weight, room, lines)]


def _scatter(canvas: Canvas, kind: str, time: float) -> None:
    """Draw small stars and suits behind the art and around the words, always the same for a kind."""
    chance = random.Random(kind)
    taken: list[tuple[int, int]] = []
    for place in range(400):
        size = chance.choice((18, 22, 27))
        x, y = chance.randrange(10, WIDTH - 10 - size), chance.randrange(_SWAY, HEIGHT - _SWAY - size)
        name = chance.choice(("star", "heart", "diamond", "club", "spade", "disc"))
        ink = chance.choice(("accent", "ice", "bad", "text"))
        close = any(abs(x - other_x) < 67 and abs(y - other_y) < 54 for other_x, other_y in taken)
        left, top, right, bottom = _WORDS
        if not close and not (left - 50 < x + size and x < right and top - size < y < bottom):
            taken.append((x, y))
            canvas.icon(name, x, y + _swaying(time, place / 9), size, ink, "felt")
