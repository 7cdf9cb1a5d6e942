"""Cards as emojis for buttons: rank and suit alone, as large as a square lets them be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from PIL import Image

from bot.canasta.cards import CALIENTE, CALIENTE_RANK, CARD_CODES, JOKER, JOKER_RANK, RANK_NAMES, Card
from renderer import png
from renderer.canvas import Style, stamp
from renderer.painting import Painting
from renderer.sprites import face_of, lettering, rank_label, suit_name
from renderer.theme import INDEX, palette

#: The sides of an emoji in pixels. On a button it is shown at a sixth of that.
SIZE: Final = 128
BACK_NAME: Final = "card_back"
_RADIUS: Final = 0.14
_SUITS: Final = ("spades", "hearts", "diamonds", "clubs")
_FOUR_COLOURS: Final = "_four_colours"


class Emoji(NamedTuple):
    """An emoji's name, as screen readers say it, and its PNG bytes."""

    name: str
    png: bytes


def emoji_name(card: Card, *, two_colour: bool = True) -> str:
    """Return the name of a card's emoji: `king_of_hearts`, `joker`."""
    rank = RANK_NAMES[card >> 2]
    if card in (JOKER, CALIENTE):
        return rank
    return f"{rank}_of_{_SUITS[card & 3]}{'' if two_colour else _FOUR_COLOURS}"


def emojis() -> Iterator[Emoji]:
    """Yield every emoji: the 52 cards in two colours and in four, joker, caliente and back.

    This takes about a second: call it in a background thread.
    """
    cards = [card for card in range(CARD_CODES) if card >> 2 not in (JOKER_RANK, CALIENTE_RANK)]
    for two_colour in (True, False):
        for card in cards:
            yield Emoji(emoji_name(card, two_colour=two_colour), _encoded(_card(card), two_colour=two_colour))
    for card in (JOKER, CALIENTE):
        yield Emoji(emoji_name(card), _encoded(_card(card), two_colour=True))
    yield Emoji(BACK_NAME, _encoded(_back(), two_colour=True))


def _card(card: Card) -> Image.Image:
    face = face_of(card)
    painting = Painting(SIZE, SIZE, SIZE, "felt")
    # A thin line in the colour of the edge, so that wilds and threes differ from the others.
    painting.box(0, 0, 1, 1, _RADIUS, f"{face}_edge")
    edge = 0.03 if face == "face" else 0.06
    painting.box(edge, edge, 1 - edge, 1 - edge, _RADIUS - edge / 2, face)
    if card in (JOKER, CALIENTE):
        name, ink = ("star", "joker") if card == JOKER else ("flame", "heart")
        painting.stamp(name, 0.5, 0.5, 0.78, ink)
        return painting.finish()
    ink = suit_name(card)
    painting.stamp(ink, 0.725, 0.69, 0.44, ink)
    plane = painting.finish()
    rank = lettering(rank_label(card >> 2), round(SIZE * 0.62), round(SIZE * 0.44))
    stamp(plane, rank, (round(SIZE * 0.3 - rank.width / 2), round(SIZE * 0.11)), ink, face)
    return plane


def _back() -> Image.Image:
    painting = Painting(SIZE, SIZE, SIZE, "felt")
    painting.box(0, 0, 1, 1, _RADIUS, "back_edge")
    painting.box(0.06, 0.06, 0.94, 0.94, _RADIUS - 0.04, "back")
    # A pattern would be too fine.
    painting.stamp("diamond", 0.5, 0.5, 0.62, "back_line")
    return painting.finish()


def _encoded(square: Image.Image, *, two_colour: bool) -> bytes:
    plane = Image.new("L", (SIZE + 1, SIZE))
    plane.paste(square, (1, 0))
    return png.encode(plane, palette(Style.theme, two_colour), clear=INDEX["felt"])
