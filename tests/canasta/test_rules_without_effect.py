"""Rules that can have no effect are warned of, and no game that comes with the bot has any."""

from __future__ import annotations

import pytest

from bot.canasta.rules import list_variants, load_rules
from bot.canasta.rules_without_effect import without_effect
from tests.cases import in_one_test

TABLES = [(one.id, layout.name) for one in list_variants() for layout in one.layouts]


@in_one_test(TABLES)
def test_no_table_that_comes_with_the_bot_has_a_rule_without_effect(variant: str, layout: str) -> None:
    assert list(without_effect(load_rules(variant, layout))) == []


@pytest.mark.parametrize(
    ("variant", "house", "said"),
    [
        ("classic", {"melds.max_size": 7, "melds.max_natural": 16}, ["melds.max_natural is 16, but no meld reaches"]),
        (
            "classic",
            {"canastas.special": [["royal", 500], ["eight", 250]]},
            ["canastas.special has rows for runs (royal), but there are none"],
        ),
        (
            "classic",
            {"turn.exchange": True, "turn.draw": 2},
            ["turn.exchange is yes, but it is for a draw of one card"],
        ),
        ("classic", {"sequences.bonus": 2000}, ["sequences.bonus is 2,000, but there are no runs"]),
        ("classic", {"sequences.unfinished": 1000}, ["sequences.unfinished is 1,000, but there are no runs"]),
        (
            "samba",
            {"canastas.special": [["wild-run", 1000]]},
            ["with a wild card (wild-run), but sequences.max_wilds is 0"],
        ),
        (
            "samba",
            {"canastas.special": [["four-to-ace", 500]]},
            ["for runs of eleven cards (four-to-ace), but none can be laid"],
        ),
        ("samba", {"canastas.special": [["royal", 1000]]}, ["runs from the ace on (royal), but none can be laid"]),
        ("burraco", {"canastas.special": [["wild-run", 9]]}, ["row for wild-run, but runs count as natural or mixed"]),
        ("classic", {"out.needs": ["mixed"], "melds.max_wilds": 0}, ["out.needs asks for mixed canastas, but no meld"]),
        (
            "classic",
            {"out.needs": ["mixed"], "melds.min_naturals": 7, "melds.max_size": 7},
            ["out.needs asks for mixed canastas, but no meld can be one"],
        ),
        (
            "classic",
            {"canastas.counted": [["mixed", 3, 500]], "melds.max_wilds": 0},
            ["canastas.counted asks for mixed canastas"],
        ),
        ("classic", {"pile.wild_joins": True}, ["pile.wild_joins is yes, but no pile with a two or joker on top"]),
        ("buraco-fechado", {"discards.freeze": ["joker", "two"]}, ["pile.wild_joins is yes, but no pile"]),
        ("buraco-fechado", {"discards.freeze": ["joker"]}, []),
        ("classic", {"out.needs": ["mixed"], "melds.min_naturals": 6}, []),
        ("classic", {"melds.max_size": 7, "melds.max_natural": 7}, []),
    ],
)
def test_a_rule_without_effect_is_told(variant: str, house: dict[str, object], said: list[str]) -> None:
    found = list(without_effect(load_rules(variant, house=house)))
    assert len(found) == len(said)
    assert all(one in text for one, text in zip(said, found, strict=True))
