"""How long a game is, to how many points or over how many rounds, and the lengths that are offered to choose from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from bot.canasta.rules import Rules, RulesError, load_rules
from bot.data.tables import Table
from bot.tables.rules.game_rules import rules_of

#: The rules that say when a game ends.
RULES: Final = ("target", "rounds", "more_rounds")
#: Shorter games, by their points, and how many times longer the usual game can be for them to be more than a round or two.
_SHORTER: Final = (1_000, 3_000)
_TIMES: Final = 10


class Length(NamedTuple):
    """When a game ends: after this many `rounds`, or if these are 0 at `target` points (else 0)."""

    rounds: int
    target: int


ROUND: Final = Length(1, 0)


def length_of(rules: Rules) -> Length:
    """Return how long a game by these rules is."""
    return Length(rules.rounds, 0) if rules.rounds else Length(0, rules.target)


def usual(variant: str, layout: str | None) -> Length:
    """Return how long a game of a variant is without house rules. Raises `RulesError`."""
    return length_of(load_rules(variant, layout))


def offered(rules: Rules, house: Mapping[str, object]) -> list[Length]:
    """Return the lengths to choose from, the shortest first: short games, the variant's own and that of a server's `house` rules.

    The present one is among them. A single round is none where somebody sits out each round. Raises `RulesError` if the
    variant's file is gone.
    """
    own, found = usual(rules.id, rules.layout), {length_of(rules)}
    if rules.side.mode not in ("sit-out", "rotating"):
        found.add(ROUND)
    if not own.rounds:
        found |= {Length(0, points) for points in _SHORTER if points <= own.target <= _TIMES * points}
    ends = {name: value for name, value in house.items() if name in RULES}
    found |= {own, length_of(load_rules(rules.id, rules.layout, house=ends))} if ends else {own}
    return sorted(found, key=lambda one: (not one.rounds, one))


def offered_again(table: Table) -> list[Length]:
    """Return the other lengths in which the game of a table can be played again; none if its rules are gone."""
    try:
        rules = rules_of(table)
        return [one for one in offered(rules, {}) if one != length_of(rules)]
    except RulesError:
        return []


def with_length(house: Mapping[str, object], length: Length, own: Length) -> dict[str, object]:
    """Return house rules for a game of another length; `own` is the variant's, which needs no house rule."""
    others = without_length(house)
    if length == own:
        return others
    if length.rounds:
        return {**others, "rounds": length.rounds}
    return {**others, **({"rounds": 0} if own.rounds else {}), "target": length.target}


def without_length(house: Mapping[str, object]) -> dict[str, object]:
    """Return those house rules that don't say when the game ends."""
    return {name: value for name, value in house.items() if name not in RULES}
