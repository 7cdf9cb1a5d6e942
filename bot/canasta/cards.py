"""Cards as small integers, and their text form.

A card is an `int`, so that a hand is a list that sorts into the record's canonical order by itself:
`rank * 4 + suit`, ranks in the order `4 5 6 7 8 9 T J Q K A 2 * 3 !`, suits in the order `S H D C`.
Copies of a card from different packs are the same integer; jokers are all one integer.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from typing import Final

Card = int

RANKS = "456789TJQKA2*3!"
SUITS = "SHDC"

#: Rank indices (`card >> 2`).
FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE, TWO, JOKER_RANK, THREE, CALIENTE_RANK = range(15)
#: The names of the ranks in rules, by their index.
RANK_NAMES: Final = (
    "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace", "two", "joker", "three", "caliente",
)  # fmt: skip
#: The number of natural ranks, which have the indices below it: 4 to A.
NATURAL_RANKS = TWO
#: The ranks of which melds of one rank are made, with threes where they are ordinary cards.
SET_RANKS: Final = (*range(NATURAL_RANKS), THREE)

JOKER: Card = JOKER_RANK * 4
CALIENTE: Card = CALIENTE_RANK * 4
RED_THREES: Final = (THREE * 4 + 1, THREE * 4 + 2)
BLACK_THREES: Final = (THREE * 4, THREE * 4 + 3)
_FIRST_WILD: Final = TWO * 4
WILD_CARDS: Final = frozenset(range(_FIRST_WILD, JOKER + 1))
#: Every card code is below this number.
CARD_CODES = CALIENTE + 1
#: The rank of each card, by its code.
_RANK_OF: Final = bytes(code >> 2 for code in range(256))
_RANK_INDICES: Final = range(len(RANKS))

_TEXT = tuple(
    RANKS[code >> 2] if code >> 2 in (JOKER_RANK, CALIENTE_RANK) else RANKS[code >> 2] + SUITS[code & 3]
    for code in range(CARD_CODES)
)
_CODE = {text: code for code, text in enumerate(_TEXT) if code not in (JOKER + 1, JOKER + 2, JOKER + 3)}
_SYMBOLS = str.maketrans(
    {
        "♠": "S",
        "♥": "H",
        "♦": "D",
        "♣": "C",
        "♤": "S",
        "♡": "H",
        "♢": "D",
        "♧": "C",
        "❤": "H",
        "\ufe0e": None,
        "\ufe0f": None,
    }
)


class UnreadableCard(ValueError):
    """A text that is no card; `args[0]` is the offending text."""


def ranks_of(cards: Iterable[Card]) -> bytes:
    """Return the rank index of each card, in order."""
    return bytes(cards).translate(_RANK_OF)


def rank_counts(cards: Iterable[Card]) -> list[int]:
    """Return how many of some cards are of each rank, by its index."""
    return [*map(bytes(cards).translate(_RANK_OF).count, _RANK_INDICES)]


def is_natural(card: Card) -> bool:
    """Return whether the card is of a rank 4 to A."""
    return card < TWO * 4


def is_wild(card: Card) -> bool:
    """Return whether the card is a two or a joker."""
    return _FIRST_WILD <= card <= JOKER


def is_red_three(card: Card) -> bool:
    """Return whether the card is the three of hearts or diamonds."""
    return card in RED_THREES


def is_black_three(card: Card) -> bool:
    """Return whether the card is the three of spades or clubs."""
    return card in BLACK_THREES


#: Places in a run count from the four, 0, to the ace, 10. The three, the two and a low ace lie below: -1, -2 and -3.
LOW_ACE, LOW_TWO, LOW_THREE = -3, -2, -1
_BELOW_FOUR: Final = (ACE, TWO, THREE)


def rank_at(place: int) -> int:
    """Return the rank index of the natural card at a place of a run, -3 (the low ace) to 10 (the high one)."""
    return place if place >= 0 else _BELOW_FOUR[place]


def card_at(place: int, suit: int) -> Card:
    """Return the natural card at a place of a run."""
    return place * 4 + suit if place >= 0 else _BELOW_FOUR[place] * 4 + suit


#: The cards of each kind that rules speak of.
KINDS = {
    "joker": frozenset({JOKER}),
    "two": frozenset(range(TWO * 4, TWO * 4 + 4)),
    "seven": frozenset(range(SEVEN * 4, SEVEN * 4 + 4)),
    "ace": frozenset(range(ACE * 4, ACE * 4 + 4)),
    "red-three": frozenset(RED_THREES),
    "black-three": frozenset(BLACK_THREES),
    "caliente": frozenset({CALIENTE}),
}


@functools.cache
def cards_of(kinds: tuple[str, ...]) -> frozenset[Card]:
    """Return all cards of these kinds."""
    return frozenset(card for kind in kinds for card in KINDS[kind])


def card_text(card: Card) -> str:
    """Return the record's text of one card: `KS`, `TD`, `*`, `!`."""
    return _TEXT[card]


def cards_text(cards: Iterable[Card]) -> str:
    """Return the record's text of these cards, in the order given, separated by spaces."""
    return " ".join(_TEXT[card] for card in cards)


def normalise(text: str) -> str:
    """Return a text in upper case, with suits as letters and `10` as `T`, as the readers below expect it."""
    return text.translate(_SYMBOLS).upper().replace("10", "T")


def read_card(text: str) -> Card:
    """Read one whole card (`ks`, `10D`, `K♠`, `♠K`, `*`).

    Raises `UnreadableCard` for anything else, also for a rank without its suit.
    """
    token = normalise(text.strip())
    code = _CODE.get(token)
    if code is None and len(token) == 2:
        code = _CODE.get(token[1] + token[0])
    if code is None:
        raise UnreadableCard(text.strip())
    return code


def read_cards(text: str) -> list[Card]:
    """Read cards separated by spaces (commas are allowed). Raises `UnreadableCard`."""
    return [read_card(token) for token in text.replace(",", " ").split()]


def pick_cards(text: str, hand: Sequence[Card]) -> list[Card]:
    """Read cards that may leave out their suits (`K K 2`), taking suits from `hand` in the order S H D C.

    Cards written whole are set aside first, so `K KS` from `KS KH` is both kings. Where the hand has no more cards of a
    rank, the spade is read: the rules then say that it isn't there. Raises `UnreadableCard`.
    """
    left = sorted(hand)
    picked: list[Card | None] = []
    open_ranks: list[tuple[int, int]] = []
    for token in text.replace(",", " ").split():
        plain = normalise(token)
        if len(plain) == 1 and plain in RANKS and plain not in "*!":
            open_ranks.append((len(picked), RANKS.index(plain)))
            picked.append(None)
            continue
        card = read_card(token)
        if card in left:
            left.remove(card)
        picked.append(card)
    for place, rank in open_ranks:
        found = next((card for card in left if card >> 2 == rank), None)
        if found is not None:
            left.remove(found)
        picked[place] = rank * 4 if found is None else found
    return [card for card in picked if card is not None]


def full_pack(decks: int, jokers: int, *, copies_per_natural: int | None = None, calientes: int = 0) -> list[Card]:
    """Return the unshuffled pack: `decks` of 52, `jokers` in all, in canonical order.

    `copies_per_natural` cuts every natural rank to that many cards (the lowest suits keep theirs), for the house rule
    "only 7 of each meldable card".
    """
    return [*_full_pack(decks, jokers, copies_per_natural, calientes)]


@functools.cache
def _full_pack(decks: int, jokers: int, copies_per_natural: int | None, calientes: int) -> tuple[Card, ...]:
    """Return the same, put together once."""
    pack: list[Card] = []
    for rank in (*range(NATURAL_RANKS), TWO, THREE):
        of_rank = [rank * 4 + suit for suit in range(4)] * decks
        if rank < NATURAL_RANKS:
            of_rank = of_rank[:copies_per_natural]
        pack += sorted(of_rank)
    return (*pack, *[JOKER] * jokers, *[CALIENTE] * calientes)
