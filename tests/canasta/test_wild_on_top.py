"""A two or joker on top that takes the pile with any meld that may hold it (docs/rules.md, Taking the pile)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.canasta.play import Document, allowed, bag, classic, hand, meld_bags, refused, verbs

JOINS = {"pile.wild_joins": True, "discards.block": [], "discards.freeze": [], "pile.frozen_for_unopened": False}
RUNS = {
    **JOINS,
    "sequences.allowed": True,
    "sequences.max_wilds": 1,
    "sequences.min_naturals": 2,
    "pile.sequences": "whole",
}


def game(rules: dict[str, Any], **position: Any) -> Document:
    return classic(rules=rules, **position)


def test_it_goes_with_two_cards_of_the_hand_as_a_new_meld() -> None:
    state = allowed(game(JOINS, hands=["QS QH 5S"], melds=[["KS KH KC"]], pile="8H 2D"), "0 take QS QH")
    assert meld_bags(state, 0)[1] == bag("QS QH 2D")
    assert hand(state, 0) == bag("5S 8H")


def test_it_joins_a_meld_of_the_side_alone() -> None:
    document = game(JOINS, hands=["QS 6H 5S"], melds=[["KS KH KC"]], pile="8H *")
    assert meld_bags(allowed(document, "0 take K:"), 0) == [bag("KS KH KC *")]
    assert verbs(allowed(document)) == {"draw", "take"}


@pytest.mark.parametrize("move", ["0 take", "0 take QS", "0 take Q:", "0 take K+:"])
def test_what_it_can_not_join_takes_nothing(move: str) -> None:
    document = game(JOINS, hands=["QS 6H 5S"], melds=[["KS KH KC"]], pile="8H 2D")
    assert refused(document, move) == "pile-needs-cards"


def test_a_meld_full_of_wild_cards_does_not_take_it() -> None:
    document = game(JOINS, hands=["QS 6H 5S"], melds=[["KS KH 2S 2H *"]], pile="8H 2D")
    assert verbs(allowed(document)) == {"draw"}


def test_a_frozen_pile_needs_what_it_always_needs() -> None:
    document = game({**JOINS, "pile.always_frozen": True}, hands=["QS QH 5S"], melds=[["KS KH KC"]], pile="8H 2D")
    assert refused(document, "0 take QS QH") == "pile-wild-pair"


def test_it_fills_or_lengthens_a_run() -> None:
    document = game(RUNS, hands=["5H 7H 9C TC"], melds=[["9S TS JS"]], pile="8D 2D")
    assert meld_bags(allowed(document, "0 take 5H 7H"), 0)[1] == bag("5H 7H 2D")
    assert meld_bags(allowed(document, "0 take S9:"), 0) == [bag("9S TS JS 2D")]
    assert verbs(allowed(document)) == {"draw", "take"}
