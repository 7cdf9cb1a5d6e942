"""Offers of a command's option while people type, and texts that come back in place of an offer.

Discord may send the name that a completion shows in place of its value. That name may be cut, trimmed, or have lost
invisible signs on the way.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from bot.data.signs import is_invisible
from bot.ui.components import shortened
from bot.ui.limits import OPTION_LENGTH

#: The digits of an id: with them it is longer than the name of a person, season or tournament can be.
_DIGITS = 44
_ID = re.compile(rf"#([0-9]{{{_DIGITS}}}(?:\.[0-9]+)*)")
#: The number of a game or of a correction.
_GAME = re.compile(r"[0-9]{1,17}")
_MENTION = re.compile(r"<@!?([0-9]{1,20})>")
#: The forms of `#general` and `@Ada` in a text that the bot gets.
_PLACES = re.compile(r"<(#|@[!&]?)[0-9]{1,20}>")
_HEARTS = str.maketrans({"\u2764": "♥", "\u2665": "♥"})

_One = TypeVar("_One")


class Ambiguous(Exception):
    """A typed name that several of what is offered have: `name`."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


@dataclass(frozen=True)
class Offer:
    """One completion: the name that people see, the value that the command gets, other words by which it is found.

    `apart` tells it apart from another offer of the same name, and is shown only where there is one.
    """

    name: str
    value: str | int
    also: str = ""
    apart: str = ""


def named_id(*numbers: int) -> str:
    """Return the value of a completion for what has these numbers: a text that no name of anything can equal."""
    return "#" + ".".join((f"{numbers[0]:0{_DIGITS}}", *map(str, numbers[1:])))


def read_id(text: str) -> tuple[int, ...] | None:
    """Return the numbers of a value that `named_id` made, None for any other text."""
    found = _ID.fullmatch(text.strip())
    return None if found is None else tuple(map(int, found[1].split(".")))


def mentioned(text: str) -> int | None:
    """Return the id of the person whom a text mentions and nothing else, None if it mentions nobody."""
    found = _MENTION.fullmatch(text.strip())
    return None if found is None else int(found[1])


def game_number(text: str) -> int | None:
    """Return the number of a game as people write it (`12`, `#12`), None for any other text."""
    plain = folded(text).removeprefix("#").strip()
    return int(plain) if _GAME.fullmatch(plain) else None


def tidied(text: str) -> str:
    """Return a text without signs that nobody sees, with single spaces."""
    visible = (one for one in unicodedata.normalize("NFC", text) if not is_invisible(one))
    return " ".join("".join(visible).split())


def folded(text: str) -> str:
    """Return a text as names are compared: tidied, in one case and one width, without the sign of a cut at its end."""
    plain = unicodedata.normalize("NFKC", tidied(text).removesuffix("…").translate(_HEARTS))
    return " ".join(plain.casefold().split())


def called(text: str) -> str:
    """Return a person's name as it was typed, perhaps after an @, folded."""
    return folded(text).removeprefix("@").strip()


def the_one(found: Sequence[_One], typed: str, name: Callable[[_One], str]) -> _One | None:
    """Return what has the typed name, None if nothing has. A name in the typed case goes before others.

    Raises `Ambiguous` if several have it.
    """
    for form in (tidied, folded, called):
        same = [one for one in found if form(name(one)) == form(typed)]
        if len(same) > 1:
            raise Ambiguous(tidied(typed))
        if same:
            return same[0]
    return None


def told_apart(offers: Iterable[Offer]) -> list[Offer]:
    """Return offers with names as Discord shows them, no two alike; each is still found by the whole of its name."""
    listed = list(offers)
    shared = Counter(folded(shortened(one.name)) for one in listed)
    taken: set[str] = set()
    found = []
    for one in listed:
        name, number = shortened(one.name), 1
        if shared[folded(name)] > 1 and one.apart:
            name = _with(one.name, f" ({one.apart})")
        while folded(name) in taken:
            number += 1
            name = _with(one.name, f" ({number})")
        taken.add(folded(name))
        found.append(replace(one, name=name, also=f"{one.name} {one.also}"))
    return found


def fitting(offers: Iterable[Offer], typed: str) -> list[Offer]:
    """Return the offers in which every typed word is found; those that were typed as a whole come first."""
    wanted = folded(typed).removeprefix("@")
    words = wanted.split()
    found = [one for one in offers if _has(one, words)]
    return sorted(found, key=lambda one: wanted not in (folded(one.name), folded(str(one.value))))


def begins(offer: Offer, typed: str) -> bool:
    """Return whether each typed word begins a word of an offer."""
    said = re.split(r"[\s(]+", folded(f"{offer.name} {offer.also}"))
    return all(any(one.startswith(word) for one in said) for word in folded(typed).split())


def meant(offers: Iterable[Offer], typed: str) -> str | int | None:
    """Return the value of the offer that a text stands for, by its value or by the name it is shown with.

    None if it isn't one of them.
    """
    listed = told_apart(offers)
    if any(str(one.value) == typed.strip() for one in listed):
        return next(one.value for one in listed if str(one.value) == typed.strip())
    for form in (tidied, folded):
        if same := [one for one in listed if form(one.name) == form(typed)]:
            return same[0].value
    same = _with_mentions(listed, typed)
    return same[0].value if len(same) == 1 else None


def _with_mentions(listed: Sequence[Offer], typed: str) -> list[Offer]:
    """Return the offers whose name is a typed text but for a # or @ with a name, of which Discord has made a mention."""
    if _PLACES.search(typed) is None or mentioned(typed) is not None:
        return []
    parts = [re.escape(folded(part)) for part in _PLACES.split(typed)[::2]]
    signs = [sign[0] + ".+" for sign in _PLACES.findall(typed)]
    pattern = r"\s*".join(part for pair in zip(parts, [*signs, ""], strict=True) for part in pair)
    return [one for one in listed if re.fullmatch(pattern, folded(one.name))]


def _has(offer: Offer, words: Sequence[str]) -> bool:
    text = folded(f"{offer.name} {offer.also}")
    return all(word in text for word in words)


def _with(name: str, suffix: str) -> str:
    return shortened(name, OPTION_LENGTH - len(suffix)) + suffix
