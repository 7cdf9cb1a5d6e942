"""Draws rule sets over all rule parameters, for the frozen rounds that are not of any shipped game."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from bot.canasta.melds import CANASTA
from bot.canasta.rules import Parameter, RulesError, list_variants, load_rules, parameters

SHAPES_OF_TABLES = ("side.mode", "side.sides", "target", "rounds", "more_rounds")
"""Parameters that fit few tables, or say nothing about a single round: left as it is."""
_KINDS = ("joker", "two", "seven", "ace", "red-three", "black-three", "caliente")


def draw(seed: int, among: Callable[[str], bool] = lambda name: True) -> Iterator[tuple[str, str, dict[str, object]]]:
    """Yield tables and house rules without end, all of which can be played together; rules `among` which to draw may be said."""
    chance = random.Random(seed)
    tables = [(one.id, layout.name) for one in list_variants(own=False) for layout in one.layouts]
    every: dict[str, list[Parameter]] = {}
    for one in parameters():
        if one.name not in SHAPES_OF_TABLES and among(one.name):
            every.setdefault(one.family, []).append(one)
    while True:
        variant, layout = chance.choice(tables)
        house: dict[str, object] = {}
        for family in chance.sample(list(every), min(len(every), chance.choice((4, 8, 16, 30)))):
            parameter = chance.choice(every[family])
            more = house | {parameter.name: _value(parameter, chance)}
            try:
                load_rules(variant, layout, house=more)
            except RulesError:
                continue
            house = more
        yield variant, layout, house


def _value(parameter: Parameter, chance: random.Random) -> object:
    """Return a value that a parameter may have: numbers near its default more often than far from it."""
    if parameter.type == "yes or no":
        return not parameter.default if chance.random() < 0.7 else bool(parameter.default)
    if parameter.type == "choice":
        return chance.choice(list(parameter.range.split(" | ")))
    if parameter.type in ("number", "number or none"):
        low, _, high = parameter.range.partition(" to ")
        # Where a number may be left out, it says from which number of cards on nothing is allowed; a canasta must stay so.
        default = parameter.default if isinstance(parameter.default, int) else max(int(low), CANASTA)
        near = [default - 1, default + 1, default + 2, default // 2, default * 2, 100, 300]
        able = [value for value in near if int(low) <= value <= min(int(high), 2000)]
        if parameter.type == "number or none" and chance.random() < 0.2:
            return None
        return chance.choice([*able, int(low)])
    if parameter.type == "list of cards":
        return sorted(chance.sample(_KINDS, chance.randrange(4)))
    if parameter.type == "list of canastas":
        return chance.sample(
            ("natural", "mixed", "wild", "run", "natural-or-run", "seven", "five"), chance.randrange(3)
        )
    if parameter.type == "list of numbers":
        if parameter.name == "deal.talons":
            return [chance.choice((11, 13, 5)) for _ in range(chance.randrange(4))]
        return [100 * place * chance.choice((1, 1, 2)) for place in range(1, 13)]
    if parameter.type == "list of words":
        return [word for word in parameter.words if chance.random() < 0.4]
    if parameter.type == "rows of [which, points]":
        return [[word, chance.choice((0, 50, 100, 300))] for word in parameter.words if chance.random() < 0.4]
    if parameter.type == "rows of [from jokers, points]":
        return [
            [start, chance.choice((0, 500, 1000, 3000))] for start in chance.choice(((0,), (0, 1), (0, 1, 4), (0, 3)))
        ]
    if parameter.type == "rows of [kind, number, points]":
        kinds = chance.sample(("natural", "mixed", "some-mixed", "any"), chance.randrange(3))
        return [[kind, chance.choice((2, 3, 5)), chance.choice((500, 2000))] for kind in kinds]
    rows = chance.choice((["canasta"], ["natural canasta"], ["canasta 200"], [50, 90, 120], [0, 120, "canasta"]))
    return [[-1000000 if not place else 1500 * place, needed] for place, needed in enumerate(rows)]
