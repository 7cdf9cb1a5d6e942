"""House rules as people write and share them: `target=3000, pile.always_frozen=yes`, or a short code for the same.

A code is the canonical text packed (deflate, base 64), so that it says all by itself and any server can read it.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Mapping

from bot.canasta.rules import RulesError
from bot.texts import _

_PREFIX = "H-"
#: A code unpacks to this many bytes at most: all parameters fit many times over.
_MOST_BYTES = 20_000


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
    if text.upper().startswith(_PREFIX):
        return _unpack(text[len(_PREFIX) :])
    found: dict[str, object] = {}
    for part in _parts(text):
        name, sign, value = part.partition("=")
        if not sign or not name.strip() or not value.strip():
            raise RulesError(
                _(
                    "House rules are written name=value, for example target=3000, pile.always_frozen=yes; “{part}” is not."
                ).format(part=part.strip()[:40])
            )
        found[name.strip().lower()] = _value(value.strip())
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
