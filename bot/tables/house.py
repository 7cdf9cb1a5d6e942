"""House rules as people write, share and choose them: `target=3000, pile.always_frozen=yes`, or a short code for the same.

A code is the canonical text packed (deflate, base 64), so that it says all by itself and any server can read it.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Iterator, Mapping, Sequence

from bot.canasta.rules import Parameter, Rules, RulesError, apply_overrides, load_rules, parameters, value_of
from bot.tables import rulebook
from bot.tables.values import meaning
from bot.tables.values import words as in_words

#: Every rule parameter by its name.
KNOWN: Mapping[str, Parameter] = {one.name: one for one in parameters()}
_PREFIX = "H-"
#: A code unpacks to this many bytes at most: all parameters fit many times over.
_MOST_BYTES = 20_000
#: How somebody says that he wants no house rules where there would be some.
NONE = "none"
#: A list may have this many characters: what it changes must fit in a message.
LONGEST = 1_000
#: What is changed most often, numbers with those that are common.
_COMMON: Mapping[str, tuple[int, ...]] = {
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
#: Numbers to choose from where a rule takes more of them than a menu does.
_NUMBERS = (0, 1, 2, 3, 5, 10, 20, 50, 100, 200, 300, 500, 750, 1000, 1500, 2000, 2500, 3000, 5000, 7500, 10000)
#: So many values of a rule are offered: a menu holds "none", the usual, the present and "another number" besides.
_VALUES = 21
_KINDS = ("joker", "two", "seven", "ace", "red-three", "black-three", "caliente")


def code(house: Mapping[str, object]) -> str:
    """The code that names these house rules; `read` gives them back."""
    text = json.dumps(dict(sorted(house.items())), separators=(",", ":"), ensure_ascii=False)
    packer = zlib.compressobj(9, wbits=-15)
    packed = packer.compress(text.encode()) + packer.flush()
    return _PREFIX + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def read(text: str) -> dict[str, object]:
    """The parameters that a code or a list of `name=value` names; whether they can work is for `load_rules` to say.

    Values: `yes` and `no`, whole numbers, `none`, words, and lists in brackets as JSON writes them. `none` alone
    stands for no house rules. Raises `RulesError` with a sentence that says what would work.
    """
    text = text.strip()
    if text.lower() == NONE:
        return {}
    found = _unpack(text[len(_PREFIX) :]) if text.upper().startswith(_PREFIX) else _listed(text)
    if len(write(found)) > LONGEST:
        raise RulesError("house-rules-long", most=LONGEST)
    return found


def read_value(name: str, text: str) -> object:
    """What was written as the value of one rule, which may be any there is. Raises `RulesError`."""
    choice = name in KNOWN and KNOWN[name].type == "choice"
    return text.strip().lower() if choice else _value(text.strip())


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
    meant = sorted(KNOWN.values(), key=lambda one: order.index(one.name) if one.name in _COMMON else len(order))
    for parameter in meant:
        if not (wanted or parameter.name in _COMMON):
            return
        usually = value_of(usual, parameter.name)
        for value in _few(parameter):
            if value == usually:
                continue
            added = write({parameter.name: value})
            choice = f" ({in_words(parameter, value)})" if parameter.type == "choice" else ""
            said = f"{added}{choice}: {meaning(parameter)}"
            if wanted in said.lower() and _works(variant, layout, {**before, parameter.name: value}):
                yield said, write({**before, parameter.name: value})


def present(variant: str, layout: str, house: Mapping[str, object]) -> dict[str, object]:
    """House rules, perhaps by names of old, by those that rules have now. Raises `RulesError` where they don't work."""
    return dict(load_rules(variant, layout, house=house).house)


def groups(rules: Rules) -> dict[str, list[Parameter]]:
    """The parameters that make a difference to these rules, by group; those that belong to the game as a whole under ``.

    What would change no sentence of the rules page makes none: wild melds have no size where there are none.
    """
    said = rulebook.sentences(rules)
    found: dict[str, list[Parameter]] = {}
    known: dict[object, bool] = {}
    for parameter in KNOWN.values():
        group = parameter.name.rpartition(".")[0]
        # What matters of one rank matters of all that are played like it.
        alike = (parameter.family, value_of(rules, group)) if parameter.rank else parameter.name
        if alike not in known:
            now = value_of(rules, parameter.name)
            tried = (apply_overrides(rules, {parameter.name: value}, "") for value in _others(parameter, now))
            known[alike] = any(rulebook.sentences(other) != said for other in tried)
        if known[alike]:
            found.setdefault(group, []).append(parameter)
    return found


def common(variant: str, layout: str | None, house: Mapping[str, object]) -> list[tuple[Parameter, object]]:
    """What is changed most often, with values that work now and are not in force already."""
    rules = load_rules(variant, layout, house=house)
    return [
        (KNOWN[name], value)
        for name in _COMMON
        for value in _few(KNOWN[name])
        if value != value_of(rules, name) and _works(variant, layout, {**house, name: value})
    ]


def values(parameter: Parameter) -> list[object]:
    """The values of a parameter that can be offered in a menu, not necessarily all it may have; of a list none."""
    if parameter.type == "yes or no":
        return [True, False]
    if parameter.type == "choice":
        return _choices(parameter)
    if not parameter.range:
        return []
    low, high = _span(parameter)
    if high - low < _VALUES:
        numbers = list(range(low, high + 1))
    else:
        numbers = sorted(
            {low, high, *(one for one in (*_NUMBERS, *_COMMON.get(parameter.name, ())) if low <= one <= high)}
        )
    return [*([None] if parameter.type == "number or none" else []), *numbers[:_VALUES]]


def switched(parameter: Parameter, now: tuple[str, ...]) -> list[tuple[str, tuple[str, ...]]]:
    """Each word that a list of words may hold, with what the list is once that is put in or taken out."""
    return [(word, tuple(one for one in parameter.words if (one in now) != (one == word))) for word in parameter.words]


def effect(rules: Rules, name: str, value: object) -> str | None:
    """The first sentence of the rules page that another value of a parameter would bring about, None if there is none."""
    before = rulebook.sentences(rules)
    after = rulebook.sentences(apply_overrides(rules, {name: value}, ""))
    return next((sentence for sentence in after if sentence not in before), None)


def _few(parameter: Parameter) -> Sequence[object]:
    """Values that somebody may well want: the common numbers, all of what is no number."""
    all_of_them = values(parameter) if parameter.type in ("yes or no", "choice") else ()
    return _COMMON.get(parameter.name) or all_of_them


def _others(parameter: Parameter, now: object) -> list[object]:
    """Values that differ enough from the present one to tell whether a parameter matters at all."""
    match parameter.type:
        case "list of cards":
            some: list[object] = [(), _KINDS]
        case "list of canastas":
            some = [(), ("natural",), ("mixed", "wild")]
        case "list of numbers":
            some = [tuple(range(100, 1100, 100))]
        case "rows of [from score, points]":
            some = [((-1_000_000, 7),)]
        case "rows of [from jokers, points]":
            some = [((0, 7),)]
        case "rows of [kind, number, points]":
            some = [(("natural", 5, 7),)]
        case "rows of [which, points]":
            some = [(), tuple((word, 7) for word in parameter.words)]
        case "list of words":
            some = [(), parameter.words]
        case "yes or no" | "choice":
            some = values(parameter)
        case _:
            low, high = _span(parameter)
            some = [low, high, (low + high) // 2]
    return [value for value in some if value != now]


def _span(parameter: Parameter) -> tuple[int, int]:
    low, _to, high = parameter.range.partition(" to ")
    return int(low), int(high)


def _choices(parameter: Parameter) -> list[object]:
    return [*parameter.range.split(" | ")] if parameter.type == "choice" else []


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
    for part in _parts(text):
        name, sign, value = part.partition("=")
        if not sign or not name.strip() or not value.strip():
            raise RulesError("house-rules-written", value=part.strip()[:40])
        key = name.strip().lower()
        found[key] = read_value(key, value)
    if not found:
        raise RulesError("house-rules-empty")
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
            raise RulesError("unreadable-list", value=text[:40]) from None
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
        raise RulesError("no-code")
    return house
