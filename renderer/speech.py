"""Alt texts: words that are read aloud. Numbers come with their nouns, and no sign stands for a word."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from gettext import NullTranslations
from itertools import groupby
from typing import Final

from bot.canasta.cards import CALIENTE_RANK, JOKER_RANK, SUITS, THREE, Card, is_red_three, read_card
from renderer.canvas import MAX_ALT
from renderer.text import whole_phrases
from renderer.words import SUIT_SIGNS, clauses, labelled

#: A text without any sign for which a word is said.
_PLAIN: Final = re.compile(r"[\w ,.’]*")
_CARD: Final = re.compile(rf"(10|[2-9JQKA])([{SUIT_SIGNS}])")
_DIGITS: Final = r"\d+(?:[., ’\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}]\d{3})*"
_BELOW: Final = re.compile(rf"−(?={_DIGITS})")
_ABOVE: Final = re.compile(rf"\+(?={_DIGITS})")
_SHARE: Final = re.compile(r"(\d+)[ \N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}]?%")
_RANGE: Final = re.compile(r"(?<=\w) ?– ?(?=\w)")
_COMMAND: Final = re.compile(r"(?P<before>^|[.!?] | )/(?P<name>\w+)")
_ASIDE: Final = re.compile(r" *\(([^()]*)\)")


@lru_cache(maxsize=2048)
def rank_word(index: int, count: int, t: NullTranslations) -> str:
    """Return a rank's name, in the form that goes with `count` cards of it."""
    names = (
        t.npgettext("rank", "four", "fours", count),
        t.npgettext("rank", "five", "fives", count),
        t.npgettext("rank", "six", "sixes", count),
        t.npgettext("rank", "seven", "sevens", count),
        t.npgettext("rank", "eight", "eights", count),
        t.npgettext("rank", "nine", "nines", count),
        t.npgettext("rank", "ten", "tens", count),
        t.npgettext("rank", "jack", "jacks", count),
        t.npgettext("rank", "queen", "queens", count),
        t.npgettext("rank", "king", "kings", count),
        t.npgettext("rank", "ace", "aces", count),
        t.npgettext("rank", "two", "twos", count),
        t.npgettext("rank", "joker", "jokers", count),
        t.npgettext("rank", "three", "threes", count),
        t.npgettext("rank", "caliente", "calientes", count),
    )
    return names[index]


@lru_cache(maxsize=64)
def suit(index: int, t: NullTranslations) -> str:
    """Return a suit's name."""
    names = (
        t.pgettext("suit", "spades"),
        t.pgettext("suit", "hearts"),
        t.pgettext("suit", "diamonds"),
        t.pgettext("suit", "clubs"),
    )
    return names[index]


def card(card: Card, t: NullTranslations) -> str:
    """Return a card's name: `king of spades`, `joker`."""
    rank = rank_word(card >> 2, 1, t)
    if card >> 2 in (JOKER_RANK, CALIENTE_RANK):
        return rank
    return t.pgettext("a card", "{rank} of {suit}").format(rank=rank, suit=suit(card & 3, t))


def counted(index: int, count: int, t: NullTranslations) -> str:
    """Return a number of cards of a rank: `3 kings`."""
    return f"{count} {rank_word(index, count, t)}"


def cards(some: Iterable[Card], t: NullTranslations, *, suits: bool = True) -> str:
    """Return cards whose ranks are together: `2 jokers; 3 kings: spades, spades, hearts; 4 of clubs`, or only counted."""
    return clauses((_of_a_rank(list(same), t, suits=suits) for _, same in groupby(some, key=_kind)), t)


def _kind(card: Card) -> tuple[int, bool]:
    return card >> 2, is_red_three(card)


def _of_a_rank(same: list[Card], t: NullTranslations, *, suits: bool) -> str:
    rank = same[0] >> 2
    if len(same) == 1 and suits:
        return card(same[0], t)
    number_of = threes(same, t) if rank == THREE else counted(rank, len(same), t)
    if not suits or rank in (JOKER_RANK, CALIENTE_RANK):
        return number_of
    return labelled(number_of, ", ".join(suit(one & 3, t) for one in same), t)


def threes(some: Sequence[Card], t: NullTranslations) -> str:
    """Return threes by their colours: `2 red threes, 1 black three`."""
    red = sum(map(is_red_three, some))
    black = len(some) - red
    parts = [t.ngettext("{count} red three", "{count} red threes", red).format(count=red)] if red else []
    if black:
        parts.append(t.ngettext("{count} black three", "{count} black threes", black).format(count=black))
    return ", ".join(parts)


def wild_cards(count: int, t: NullTranslations) -> str:
    """Return a number of wild cards."""
    return t.ngettext("{count} wild card", "{count} wild cards", count).format(count=count)


def card_count(count: int, t: NullTranslations) -> str:
    """Return a number of cards."""
    return t.ngettext("{count} card", "{count} cards", count).format(count=count)


def number(value: int, t: NullTranslations) -> str:
    """Return a number, `minus 1,204`."""
    digits = f"{abs(value):,}".replace(",", t.pgettext("thousands separator", ","))
    return t.pgettext("a number", "minus {number}").format(number=digits) if value < 0 else digits


def points(value: int, t: NullTranslations) -> str:
    """Return a number of points: `60 points`, `minus 5 points`."""
    return t.ngettext("{number} point", "{number} points", value).format(number=number(value, t))


def together(names: Sequence[str], t: NullTranslations) -> str:
    """Return names, or names with what is said of each: `Ana and Bo`, `Ana, 9 cards, and Bo, 3 cards`."""
    if len(names) < 2:
        return "".join(names)
    first = ", ".join(names[:-1])
    first += "," if any("," in name for name in names) else ""
    return t.gettext("{first} and {last}").format(first=first, last=names[-1])


def said(text: str, t: NullTranslations) -> str:
    """Return a text of a picture as it is read aloud: words in place of signs."""
    return text.strip() if _PLAIN.fullmatch(text) else _in_words(text, t)


@lru_cache(maxsize=2048)
def _in_words(text: str, t: NullTranslations) -> str:
    text = text.replace("\ufe0e", "")
    text = _CARD.sub(lambda found: _named(found[1], found[2], t), text)
    for index, sign in enumerate(SUIT_SIGNS):
        text = text.replace(sign, suit(index, t))
    text = _ASIDE.sub(r", \1", text)
    text = text.replace("± ", "±").replace("±", t.pgettext("a number", "plus or minus {number}").format(number=""))
    text = _BELOW.sub(t.pgettext("a number", "minus {number}").format(number=""), text)
    text = _ABOVE.sub(t.pgettext("a number", "plus {number}").format(number=""), text)
    text = _SHARE.sub(lambda found: t.pgettext("a number", "{number} percent").format(number=found[1]), text)
    text = _RANGE.sub(t.pgettext("a range", "{first} to {last}").format(first="", last=""), text)
    text = text.replace(" & ", t.gettext("{first} and {last}").format(first="", last=""))
    for sign in (" · ", " : ", " / ", " → "):
        text = text.replace(sign, ", ")
    text = _COMMAND.sub(lambda found: _command(found, t), text)
    text = text.replace("/", " ").replace("%", "")
    return "".join(sign for sign in text if unicodedata.category(sign) != "So").strip()


def _command(found: re.Match[str], t: NullTranslations) -> str:
    named = t.pgettext("read aloud", "the command {name}").format(name=found["name"])
    return found["before"] + (named[0].upper() + named[1:] if found["before"] != " " else named)


def _named(rank: str, sign: str, t: NullTranslations) -> str:
    return card(read_card(rank.replace("10", "T") + SUITS[SUIT_SIGNS.index(sign)]), t)


def figure(label: str, value: str, parts: Sequence[str], t: NullTranslations) -> str:
    """Return a figure with its label, `Rating 1,742`, or each of its numbers with its own word, `18 won, 4 lost`.

    An empty text if there is no figure.
    """
    if not any(sign.isdigit() for sign in value):
        return ""
    numbers = value.split("–")
    if len(numbers) > 1 and len(numbers) <= len(parts):
        return ", ".join(f"{one} {word}" for one, word in zip(numbers, parts, strict=False))
    return f"{said(label, t)} {said(value, t)}".strip()


def sentences(texts: Iterable[str]) -> str:
    """Return texts one after the other, each ending like a sentence; empty ones are left out."""
    return " ".join(_ended(texts))


def _ended(texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        if text:
            yield text if text.endswith((".", "!", "?")) else f"{text}."


def brief(text: str, longest: int) -> str:
    """Return the beginning of a text, at most `longest` characters."""
    return text[:longest].rstrip()


def short_enough(words: Callable[[int], str], cuts: Iterable[int]) -> str:
    """Return an alt text that is cut no more than necessary.

    This is the text of `words` for the first of the cuts with which it fits, or what fits of it for the last cut.
    """
    text = ""
    for cut in cuts:
        text = words(cut)
        if len(text) <= MAX_ALT:
            break
    return whole_phrases(text, MAX_ALT)
