"""House rules as people write and share them: `target=3000, pile.always_frozen=yes`, or a short code for the same.

A code is the canonical text packed (deflate, base 64), so that it says all by itself and any server can read it.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Iterator, Mapping

from bot.canasta.rules import Parameter, RulesError, parameters, value_of
from bot.canasta.variants import load_rules
from bot.texts import _

_PREFIX = "H-"
#: A code unpacks to this many bytes at most: all parameters fit many times over.
_MOST_BYTES = 20_000
#: A list may have this many characters: what it changes must fit in a message.
LONGEST = 1_000
#: What is changed most often, numbers with those that are common.
_COMMON: Mapping[str, tuple[object, ...]] = {
    "target": (3000, 5000, 7500, 10000),
    "pile.always_frozen": (),
    "melds.max_wilds": (2, 3),
    "out.canastas": (1, 2),
    "deal.hand": (11, 13, 15),
    "turn.draw": (1, 2),
    "out.ask": (),
    "discards.wilds": (),
    "threes.black_meld": (),
}


def code(house: Mapping[str, object]) -> str:
    """The code that names these house rules; `read` gives them back."""
    text = json.dumps(dict(sorted(house.items())), separators=(",", ":"), ensure_ascii=False)
    packer = zlib.compressobj(9, wbits=-15)
    packed = packer.compress(text.encode()) + packer.flush()
    return _PREFIX + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def read(text: str) -> dict[str, object]:
    """The parameters that a code or a list of `name=value` names; whether they can work is for `load_rules` to say.

    Values: `yes` and `no`, whole numbers, `none`, words, and lists in brackets as JSON writes them.
    Raises `RulesError` with a sentence that says what would work.
    """
    text = text.strip()
    found = _unpack(text[len(_PREFIX) :]) if text.upper().startswith(_PREFIX) else _listed(text)
    if len(write(found)) > LONGEST:
        raise RulesError(_("House rules have at most {most} characters.").format(most=f"{LONGEST:,}"))
    return found


def write(house: Mapping[str, object]) -> str:
    """The list that `read` reads as these house rules."""
    return ", ".join(f"{name}={_written(value)}" for name, value in house.items())


def suggestions(variant: str, layout: str | None, typed: str) -> Iterator[tuple[str, str]]:
    """What a list begun could be completed to, the commonest first: what each adds with its meaning, and the whole list.

    Every one works; a variant, layout or beginning that doesn't has none.
    """
    begun, _comma, last = typed.rpartition(",")
    try:
        before = read(begun) if begun.strip() else {}
        usual = load_rules(variant, layout, house=before)
    except RulesError:
        return
    wanted = last.strip().lower()
    order = list(_COMMON)
    meant = sorted(parameters(), key=lambda one: order.index(one.name) if one.name in _COMMON else len(order))
    for parameter in meant:
        if not (wanted or parameter.name in _COMMON):
            return
        for value in _values(parameter, value_of(usual, parameter.name)):
            added = write({parameter.name: value})
            if wanted in f"{added} {_(parameter.doc)}".lower() and _works(
                variant, layout, {**before, parameter.name: value}
            ):
                yield f"{added}: {_(parameter.doc)}", write({**before, parameter.name: value})


def _values(parameter: Parameter, usual: object) -> list[object]:
    """Values that somebody may want in place of the usual one."""
    if parameter.type == "yes or no":
        return [not usual]
    some = tuple(parameter.range.split(" | ")) if parameter.type == "choice" else _COMMON.get(parameter.name, ())
    return [value for value in some if value != usual]


def _works(variant: str, layout: str | None, house: Mapping[str, object]) -> bool:
    try:
        load_rules(variant, layout, house=house)
    except RulesError:
        return False
    return True


def _written(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _listed(text: str) -> dict[str, object]:
    found: dict[str, object] = {}
    choices = {one.name for one in parameters() if one.type == "choice"}
    for part in _parts(text):
        name, sign, value = part.partition("=")
        if not sign or not name.strip() or not value.strip():
            raise RulesError(
                _(
                    "House rules are written name=value, for example target=3000, pile.always_frozen=yes; “{part}” is not."
                ).format(part=part.strip()[:40])
            )
        key = name.strip().lower()
        found[key] = value.strip().lower() if key in choices else _value(value.strip())
    if not found:
        raise RulesError(_("Name at least one house rule, for example target=3000."))
    return found


def _parts(text: str) -> list[str]:
    """The text split at commas, semicolons and new lines that stand outside brackets."""
    parts, depth = [""], 0
    for letter in text:
        depth += {"[": 1, "]": -1}.get(letter, 0)
        if letter in ",;\n" and depth <= 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part for part in parts if part.strip()]


def _value(text: str) -> object:
    word = text.lower()
    if word in ("yes", "true", "on"):
        return True
    if word in ("no", "false", "off"):
        return False
    if word == "none":
        return None
    if word.startswith("["):
        try:
            return json.loads(text)
        except ValueError:
            raise RulesError(_("“{text}” is not a list that can be read.").format(text=text[:40])) from None
    plain = text.replace(" ", "").replace(",", "")
    if plain.removeprefix("-").isdecimal() and len(plain) < 10:
        return int(plain)
    return word


def _unpack(packed: str) -> dict[str, object]:
    try:
        raw = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
        text = zlib.decompressobj(-15).decompress(raw, _MOST_BYTES)
        house = json.loads(text)
    except (binascii.Error, zlib.error, ValueError, RecursionError):
        house = None
    if not isinstance(house, dict) or not house:
        raise RulesError(_("That is no code for house rules: one begins with H- and is copied whole."))
    return house
