"""House rules as text: a list that people write, `target=3000, pile.always_frozen=yes`, or a short code that they share.

A code is the canonical text packed (deflate, base 64), so any server can read it without looking anything up.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Mapping

from bot.canasta.rules import Parameter, RulesError, load_rules, parameters
from bot.tables.rules.numbers import plain, whole_number

#: Every rule parameter by its name.
KNOWN: Mapping[str, Parameter] = {one.name: one for one in parameters()}
_PREFIX = "H-"
#: The most bytes that a code unpacks to: all parameters fit many times over.
_MOST_BYTES = 20_000
#: The most brackets of lists and objects that a text opens. More would be too long anyway, or nested deeper than Python reads.
_MOST_BRACKETS = 250
_QUOTES = str.maketrans(dict.fromkeys("“”„‟«»", '"'))
#: The word for no house rules, where there would be some otherwise.
NONE = "none"
#: The most characters of a list: what it changes must fit in a message.
LONGEST = 1_000


def code(house: Mapping[str, object]) -> str:
    """Return the code for these house rules; `read` gives them back."""
    text = json.dumps(dict(sorted(house.items())), separators=(",", ":"), ensure_ascii=False)
    packer = zlib.compressobj(9, wbits=-15)
    packed = packer.compress(text.encode()) + packer.flush()
    return _PREFIX + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def read(text: str) -> dict[str, object]:
    """Return the parameters that a code or a list of `name=value` names; `load_rules` says if they can work.

    Values: `yes` and `no`, whole numbers, `none`, words, and lists in brackets as JSON writes them. `none` alone stands
    for no house rules. Raises `RulesError` with a sentence that says what would work.
    """
    text = text.strip()
    if text.lower() == NONE:
        return {}
    found = _unpack(text[len(_PREFIX) :]) if text.upper().startswith(_PREFIX) else _listed(text)
    if len(write(found)) > LONGEST:
        raise RulesError("house-rules-long", most=LONGEST)
    return found


def read_value(name: str, text: str) -> object:
    """Return the value of one rule from its text; any value is taken.

    Raises `RulesError` for a list that can't be read.
    """
    text = _plain(text).strip()
    choice = name in KNOWN and KNOWN[name].type == "choice"
    return text.lower() if choice else _value(text)


def write(house: Mapping[str, object]) -> str:
    """Return the list that `read` reads as these house rules."""
    return ", ".join(f"{name}={_written(value)}" for name, value in house.items())


def with_present_names(variant: str, layout: str, house: Mapping[str, object]) -> dict[str, object]:
    """Return house rules under their present names; those given may have old ones.

    Raises `RulesError` where they don't work.
    """
    return dict(load_rules(variant, layout, house=house).house)


def _written(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def begun(text: str) -> tuple[str, str]:
    """Return what comes before the last rule of a list that is being typed, and that last rule."""
    parts = _parts(_plain(text))
    return ", ".join(part.strip() for part in parts[:-1] if part.strip()), parts[-1].strip()


def _listed(text: str) -> dict[str, object]:
    found: dict[str, object] = {}
    for part in filter(str.strip, _parts(_plain(text))):
        name, sign, value = part.partition("=")
        if not sign or not name.strip() or not value.strip():
            raise RulesError("house-rules-written", value=part.strip()[:40])
        key = name.strip().lower()
        found[key] = read_value(key, value)
    if not found:
        raise RulesError("house-rules-empty")
    return found


def _parts(text: str) -> list[str]:
    """Return the text split at commas, semicolons and new lines that stand outside brackets and numbers."""
    parts, depth = [""], 0
    for place, letter in enumerate(text):
        depth += {"[": 1, "]": -1}.get(letter, 0)
        in_number = letter == "," and text[place - 1 : place].isdecimal() and text[place + 1 : place + 2].isdecimal()
        if letter in ",;\n、" and depth <= 0 and not in_number:
            parts.append("")
        else:
            parts[-1] += letter
    return parts


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
            return _json(text)
        except ValueError:
            raise RulesError("unreadable-list", value=text[:40]) from None
    number = whole_number(text)
    return word if number is None else number


def _plain(text: str) -> str:
    """Return a text with the signs that phones and other keyboards write for plain ones made plain."""
    return plain(text).translate(_QUOTES)


def _json(text: str) -> object:
    """Return the value that a JSON text writes. Raises `ValueError` for any other text, and for one with too many lists."""
    if text.count("[") + text.count("{") > _MOST_BRACKETS:
        raise ValueError("too many brackets")
    value: object = json.loads(text)
    return value


def _unpack(packed: str) -> dict[str, object]:
    try:
        raw = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
        house = _json(zlib.decompressobj(-15).decompress(raw, _MOST_BYTES).decode())
    except (binascii.Error, zlib.error, ValueError):
        house = None
    if not isinstance(house, dict) or not house:
        raise RulesError("no-code")
    return house
