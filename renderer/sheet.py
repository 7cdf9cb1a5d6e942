"""One picture with every card, from which a page in a browser shows each as a part."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PIL import Image

from bot.canasta.cards import CALIENTE, CARD_CODES, JOKER
from renderer import png
from renderer.canvas import Picture, Style
from renderer.sprites import back, card, card_height, outline
from renderer.theme import INDEX, palette
from renderer.words import joker_word

#: A card's width and height in pixels. Pages show it at half of that or less.
CARD_WIDTH: Final = 120
CARD_HEIGHT: Final = card_height(CARD_WIDTH)
#: Cards in a row, and rows. A card's place is its code, counted from the left of each row; a back has the last place.
COLUMNS: Final = 8
ROWS: Final = CARD_CODES // COLUMNS + 1
_NO_CARDS: Final = range(JOKER + 1, JOKER + 4)


@lru_cache(maxsize=8)
def render(style: Style) -> Picture:
    """Draw all cards and a back, transparent between them. Raises `KeyError` for an unknown theme or back."""
    width, height = COLUMNS * CARD_WIDTH, ROWS * CARD_HEIGHT
    # png.encode needs one more column at the left, filled with zeros.
    plane = Image.new("L", (width + 1, height), INDEX["felt"])
    plane.paste(0, (0, 0, 1, height))
    word, shape = joker_word(style.translation), outline(CARD_WIDTH)
    for code in (code for code in range(CARD_CODES) if code not in _NO_CARDS):
        face = card(code, CARD_WIDTH, follows=False, last=True, joker_word=word, low=False)
        plane.paste(face, _corner(code), shape)
    plane.paste(back(CARD_WIDTH, style.back), _corner(COLUMNS * ROWS - 1), shape)
    assert CALIENTE < COLUMNS * ROWS - 1
    data = png.encode(plane, palette(style.theme, style.two_colour, style.back), clear=INDEX["felt"])
    return Picture(data, width, height, "")


def _corner(place: int) -> tuple[int, int]:
    return 1 + place % COLUMNS * CARD_WIDTH, place // COLUMNS * CARD_HEIGHT
