"""Drawings of melds on the table: the ends of the lower cards, and a front that says what the meld is."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image

from bot.canasta.cards import JOKER, SUITS, is_wild, rank_at
from bot.canasta.views import MeldView
from renderer.sprites import (
    CHIP_HEIGHT,
    CHIP_WIDTH,
    SUIT_NAMES,
    front_height,
    meld_chip,
    meld_front,
    meld_slivers,
    rank_label,
    suit_name,
)

#: How many cards below the front are drawn: all that a meld short of a canasta can have, and four of a squared canasta.
_MOST_SLIVERS: Final = 6
_SQUARED_SLIVERS: Final = 4
_FRONTS: Final = {
    "natural": "red_front",
    "sequence": "red_front",
    "mixed": "dark_front",
    "wild": "wild_front",
    "twos": "wild_front",
}
_OWN_FACES: Final = {"wild": "gold", "twos": "gold", "black-threes": "slate"}


class DrawnMeld(NamedTuple):
    """How one meld is drawn: the cards below as face and pip, and the arguments of `sprites.meld_front`.

    A pip is the name of a suit or star, empty for cards that show none. Of a meld of wild cards, `naturals` are all its
    cards, and its label says how many of them are jokers.
    """

    below: tuple[tuple[str, str], ...]
    front: str
    label: str
    suit: str
    pip: str
    naturals: int
    wilds: int
    squared: bool

    def chip(self) -> DrawnMeld:
        """Return the meld as its front alone, which says what it is but doesn't count its cards."""
        return self._replace(below=(), pip="", naturals=0, wilds=0)

    def step(self, width: int) -> int:
        """Return how many pixels of each card below the front are visible, for a front `width` pixels wide."""
        return max(3, round(width * (0.07 if self.squared else 0.26 if self.pip else 0.165)))

    def width(self, width: int) -> int:
        """Return the whole meld's width in pixels, for a front `width` pixels wide."""
        return width + len(self.below) * self.step(width)

    def plain(self) -> DrawnMeld:
        """Return the meld without suits, which takes less room."""
        return self._replace(below=tuple((face, "") for face, _ in self.below), pip="")

    def squeezed(self) -> DrawnMeld:
        """Return the meld with as few cards below its front as still show if it holds wilds."""
        plain = self.plain()
        return plain._replace(below=plain.below[:1] + plain.below[1:][-1:], squared=True)


def meld_height(width: int) -> int:
    """Return the height of a meld whose front is this wide, in pixels."""
    return CHIP_HEIGHT if width == CHIP_WIDTH else front_height(width)


@lru_cache(maxsize=1024)
def meld_sprite(meld: DrawnMeld, width: int) -> Image.Image:
    """Draw the whole meld for a panel, its front `width` pixels wide."""
    if width == CHIP_WIDTH:
        return meld_chip(meld.front, meld.label, meld.suit)
    step = meld.step(width)
    plane = Image.new("L", (meld.width(width), front_height(width)))
    for place, sliver in enumerate(meld_slivers(meld.below, width, step)):
        plane.paste(sliver, (place * step, 0))
    behind = meld.below[-1][0] if meld.below else None
    front = meld_front(meld.front, behind, meld.label, meld.suit, meld.pip, meld.naturals, meld.wilds, width)
    plane.paste(front, (len(meld.below) * step, 0))
    return plane


def run_label(meld: MeldView) -> str:
    """Return the ends of a run, `4–10`, `A–K`; wild cards stand for their places."""
    low = meld.rank or 0
    return f"{rank_label(rank_at(low))}–{rank_label(rank_at(low + len(meld.cards) - 1))}"


def jokers_in(meld: MeldView) -> int:
    """Return how many of a meld's cards are jokers."""
    return sum(code == JOKER for code in meld.cards)


@lru_cache(maxsize=1024)
def meld_of(view: MeldView) -> DrawnMeld:
    """Return how a meld of a view is drawn."""
    own_face = _OWN_FACES.get(view.kind, "face")
    label, suit, naturals, wilds = rank_label(view.rank or 0), "", view.naturals, view.wilds
    jokers = jokers_in(view)
    if view.kind == "sequence":
        label, suit = run_label(view), SUIT_NAMES[SUITS[view.suit or 0]]
    elif view.kind == "black-threes":
        label = "3"
    elif view.kind in ("twos", "wild"):
        # The points of such a canasta can depend on its number of jokers.
        label = "2" if view.kind == "twos" or not jokers else f"★{jokers}"
        naturals, wilds = len(view.cards), 0
    below, pip = _cards_of_set(view, own_face) if _shows_suits(view) else (_cards_without_suits(view, own_face), "")
    front = _FRONTS.get(view.canasta or "", own_face)
    return DrawnMeld(below, front, label, suit, pip, naturals, wilds, view.canasta is not None)


def _shows_suits(view: MeldView) -> bool:
    """Return whether the cards of a meld show their suits: those of a set or of black threes short of a canasta."""
    return view.canasta is None and view.kind in ("set", "black-threes") and len(view.cards) <= _MOST_SLIVERS + 1


def _cards_of_set(view: MeldView, face: str) -> tuple[tuple[tuple[str, str], ...], str]:
    """Return the cards below the front, wilds first, and the suit of the uppermost one."""
    cards = sorted(view.cards, key=lambda card: (not is_wild(card), card))
    shown = [("gold", "star") if is_wild(card) else (face, suit_name(card)) for card in cards]
    return tuple(shown[:-1]), shown[-1][1]


def _cards_without_suits(view: MeldView, face: str) -> tuple[tuple[str, str], ...]:
    beneath = min(len(view.cards) - 1, _SQUARED_SLIVERS if view.canasta else _MOST_SLIVERS)
    gold = min(view.wilds, beneath) if face == "face" else 0
    if view.canasta and gold:
        gold = 1 + (view.wilds > 2)
    return (("gold", ""),) * gold + ((face, ""),) * (beneath - gold)
