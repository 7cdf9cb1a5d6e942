"""Cards in words and signs: `K♠`, `3 kings`, `2♠ Joker to the kings`."""

from __future__ import annotations

import re
from collections.abc import Iterable

from bot.canasta.cards import CALIENTE_RANK, JOKER_RANK, Card, card_at, is_wild
from bot.canasta.moves import Group
from bot.ui.i18n import _, current
from renderer.speech import rank_word

#: The character that has Discord show the sign of a suit as text: black emoji can hardly be seen on a dark background.
_AS_TEXT = "\ufe0e"
_SIGNS = tuple(sign + _AS_TEXT for sign in "♠♥♦♣")
_BARE = re.compile(f"([♠♥♦♣])(?!{_AS_TEXT})")
_SHORT = ("4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2", "", "3", "")


def card(card: Card) -> str:
    """Return a card's name, `K♠`, `10♦`, `Joker`."""
    if card >> 2 == JOKER_RANK:
        return _("Joker")
    if card >> 2 == CALIENTE_RANK:
        return _("Caliente")
    return _SHORT[card >> 2] + _SIGNS[card & 3]


def with_signs_as_text(told: str) -> str:
    """Return a text in which the signs of suits are no emojis."""
    return _BARE.sub(rf"\1{_AS_TEXT}", told)


def cards(some: Iterable[Card]) -> str:
    """Return the cards in the order given, `K♠ K♥ Joker`."""
    return " ".join(card(one) for one in some)


def ranks(some: Iterable[Card]) -> str:
    """Return the cards in the order given without their suits, `K K Joker`."""
    return " ".join(_SHORT[one >> 2] or card(one) for one in some)


def seen(told: str) -> str:
    """Return the characters of a text that are seen: of a suit's sign not what makes it text."""
    return told.replace(_AS_TEXT, "")


def suit(index: int) -> str:
    """Return a suit's sign."""
    return _SIGNS[index]


def rank(index: int, number: int) -> str:
    """Return a rank's name, in the form that goes with `number` cards of it."""
    return rank_word(index, number, current())


def counted(index: int, number: int) -> str:
    """Return a number of cards of a rank, `3 kings`."""
    return f"{number} {rank(index, number)}"


def to_a_set() -> str:
    """Return the words for wild cards that go to a set: `{cards} to the {rank}`."""
    return _("{cards} to the {rank}")


def to_a_run() -> str:
    """Return the words for cards that go to a run: `{cards} to the run from {lowest}`."""
    return _("{cards} to the run from {lowest}")


def below_a_run() -> str:
    """Return the words for cards that go to a run's low end: `{cards} below the run from {lowest}`."""
    return _("{cards} at the low end of the run from {lowest}")


def group(group: Group) -> str:
    """Return the cards of one group and, if it is not obvious, where they go: `2♠ Joker to the kings`."""
    if group.name is not None and group.name.kind == "set" and all(is_wild(each) for each in group.cards):
        return to_a_set().format(cards=cards(group.cards), rank=rank(group.name.key, 2))
    if group.name is not None and group.name.kind == "sequence" and not group.name.new:
        text = below_a_run() if group.below else to_a_run()
        return text.format(cards=cards(group.cards), lowest=card(card_at(group.name.key >> 2, group.name.key & 3)))
    return cards(group.cards)


def groups(some: Iterable[Group]) -> str:
    """Return several groups, `K♠ K♥ K♦ + 7♠ 7♦ 2♣`."""
    return " + ".join(group(one) for one in some)
