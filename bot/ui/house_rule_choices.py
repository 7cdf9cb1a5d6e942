"""House rules to choose from: the common ones, all that make a difference, and their values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import dropwhile

from bot.canasta.rules import Parameter, Rules, RulesError, apply_overrides, load_rules, value_of
from bot.tables.rules.house_rules import KNOWN, begun, read, write
from bot.ui.i18n import labelled
from bot.ui.limits import OPTION_LENGTH
from bot.ui.words import rules_text
from bot.ui.words.rule_values import meaning
from bot.ui.words.rule_values import words as in_words

#: The rules that are changed most often, those that take a number with common values of it.
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
#: Numbers to choose from where a rule allows more numbers than a menu can hold.
_NUMBERS = (0, 1, 2, 3, 5, 10, 20, 50, 100, 200, 300, 500, 750, 1000, 1500, 2000, 2500, 3000, 5000, 7500, 10000)
#: How many values of a rule are offered. A menu needs room for "none", the usual value, the present one and "another
#: number" too.
_VALUES = 21
#: A list of rules, and behind it the value of a choice in words, or what the last rule means.
_SHOWN = re.compile(r"((?:[a-z_.]+=(?:\[[^=]*\]|[^\[\]=,:(]+?)(?:, )?)+)(?: \(|\s*: )")
_SENTENCES = re.compile(r"(?<=\.) +")
_KINDS = ("joker", "two", "seven", "ace", "red-three", "black-three", "caliente")


def suggestions(variant: str, layout: str | None, typed: str) -> Iterator[tuple[str, str]]:
    """Yield completions of a list of house rules, the commonest first: the label and the whole list.

    The label holds the whole list too, and says what the rule that the completion adds means. Every completed list works.
    Nothing is yielded if the variant, the layout or the typed beginning does not work.
    """
    earlier, last = begun(_without_meaning(typed))
    try:
        before = read(earlier) if earlier else {}
        usual = load_rules(variant, layout, house=before)
    except RulesError:
        return
    wanted = last.lower()
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
            said = labelled(f"{added}{choice}", meaning(parameter))
            if wanted not in said.lower() or not _works(variant, layout, {**before, parameter.name: value}):
                continue
            whole = write({**before, parameter.name: value})
            shown = f"{write(before)}, {said}" if before else said
            # A name that is cut before the end of the list couldn't be read any more.
            if len(whole) <= OPTION_LENGTH:
                yield whole if len(whole) >= OPTION_LENGTH - 1 else shown, whole


def _without_meaning(typed: str) -> str:
    """Return a list of house rules without what a completion says after it, if it was a completion."""
    found = _SHOWN.match(typed)
    return typed if found is None else found[1]


def groups(rules: Rules) -> dict[str, list[Parameter]]:
    """Return the parameters that make a difference to these rules, by group; those of the game as a whole under ``.

    A parameter makes no difference if it changes no sentence of the rules page. For example, the size of wild melds
    makes none where wild melds are not allowed.
    """
    said = rules_text.sentences(rules)
    found: dict[str, list[Parameter]] = {}
    known: dict[object, bool] = {}
    for parameter in KNOWN.values():
        group = parameter.name.rpartition(".")[0]
        # A parameter that matters for one rank matters for all ranks with the same rules.
        alike = (parameter.family, value_of(rules, group)) if parameter.rank else parameter.name
        if alike not in known:
            now = value_of(rules, parameter.name)
            tried = (apply_overrides(rules, {parameter.name: value}, "") for value in _others(parameter, now))
            known[alike] = any(rules_text.sentences(other) != said for other in tried)
        if known[alike]:
            found.setdefault(group, []).append(parameter)
    return found


def common(variant: str, layout: str | None, house: Mapping[str, object]) -> list[tuple[Parameter, object]]:
    """Return the rules that are changed most often, with values that work now and are not in force already."""
    rules = load_rules(variant, layout, house=house)
    return [
        (KNOWN[name], value)
        for name in _COMMON
        for value in _few(KNOWN[name])
        if value != value_of(rules, name) and _works(variant, layout, {**house, name: value})
    ]


def values(parameter: Parameter) -> list[object]:
    """Return the values of a parameter that a menu can offer, not necessarily all it may have; none for a list."""
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
    """Return each word that a list of words may hold, with the list after the word is added or removed."""
    return [(word, tuple(one for one in parameter.words if (one in now) != (one == word))) for word in parameter.words]


def effect(rules: Rules, name: str, value: object) -> str | None:
    """Return the first paragraph of the rules page that another value of a parameter changes, from its first new sentence on.

    None if the value changes no paragraph.
    """
    before = rules_text.sentences(rules)
    after = rules_text.sentences(apply_overrides(rules, {name: value}, ""))
    changed = next((paragraph for paragraph in after if paragraph not in before), None)
    if changed is None:
        return None
    said = {sentence for paragraph in before for sentence in _SENTENCES.split(paragraph)}
    new = dropwhile(said.__contains__, _SENTENCES.split(changed))
    return " ".join(new) or None


def _few(parameter: Parameter) -> Sequence[object]:
    """Return values that somebody may well want: the common numbers, or all values of a choice."""
    all_of_them = values(parameter) if parameter.type in ("yes or no", "choice") else ()
    return _COMMON.get(parameter.name) or all_of_them


def _others(parameter: Parameter, now: object) -> list[object]:
    """Return values so different from the present one that they show if a parameter matters at all."""
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
