"""Rules stored with a game: every table's come back as they were; what has come, gone or changed since is dealt with."""

from __future__ import annotations

import json

import pytest

from bot.canasta.rules import Rules, RulesError, list_variants, load_rules, stored
from tests.cases import in_one_test

TABLES = [(info.id, one.name) for info in list_variants() for one in info.layouts]


@in_one_test(TABLES)
def test_the_rules_of_every_table_come_back_exactly(variant: str, layout: str) -> None:
    rules = load_rules(variant, layout)
    assert stored.read(stored.write(rules)) == rules


def test_house_rules_come_back_as_such() -> None:
    house = {"target": 3000, "opening.table": [[0, 50], [1500, "canasta"]], "melds": {"max_wilds": None}}
    rules = load_rules("samba", "4", house=house)
    back = stored.read(stored.write(rules))
    assert back == rules
    assert dict(back.house) == {"target": 3000, "opening.table": ((0, 50), (1500, "canasta")), "melds.max_wilds": None}


def changed(**parameters: object) -> str:
    """Return a classic game's stored rules with some parameters changed; `...` takes one out."""
    document = json.loads(stored.write(load_rules("samba")))
    document["parameters"] |= {name.replace("__", "."): value for name, value in parameters.items()}
    document["parameters"] = {name: value for name, value in document["parameters"].items() if value is not ...}
    return json.dumps(document)


def test_a_parameter_that_came_later_is_as_by_default() -> None:
    rules = load_rules("samba")
    usual = Rules(id="", name="", source="", layout="", seats=4)
    assert rules.turn.draw != usual.turn.draw
    assert stored.read(changed(turn__draw=...)).turn.draw == usual.turn.draw
    assert stored.read(changed(turn__draw=...)).pile == rules.pile


@pytest.mark.parametrize(
    ("text", "named"),
    [
        (changed(pile__only_on_sundays=True), "pile.only_on_sundays"),
        (changed(turn__draw=99), "turn.draw"),
        (changed(pile__open_to="the rich"), "pile.open_to"),
        ("{", "read"),
        ("[" * 100_000, "read"),
        ("[]", "which table"),
        ('{"id": 3}', "which table"),
        (changed().replace('"house"', '"hose"'), "whole"),
        (changed().replace('"house": []', '"house": ["no.such"]'), "whole"),
        (changed().replace('"house": []', '"house": [[]]'), "whole"),
    ],
)
def test_what_can_no_longer_be_played_is_named(text: str, named: str) -> None:
    with pytest.raises(RulesError, match=named):
        stored.read(text)
