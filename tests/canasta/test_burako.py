"""Burako (docs/variants.md, Burako): a foot that earns, and melds that count against a side without a canasta."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from tests.canasta.play import allowed, bag, classic, dealt, hand, lines, meld_bags, refused, round_entry, verbs

burako = partial(classic, variant="burako")
CLEAN = "3H 4H 5H 6H 7H 8H 9H"
TAKEN: dict[str, Any] = {"in_foot": [0, 1], "foot_played": [0, 1]}


@pytest.mark.parametrize(("layout", "seats"), [("4", 4), ("2", 2)])
def test_two_packs_with_two_jokers_and_an_empty_pile(layout: str, seats: int) -> None:
    pack = " ".join([rank + suit for rank in "3689QAJT75K42" for suit in "SHDC"] * 2 + ["*", "*"])
    state = allowed(dealt(pack, layout=layout, variant="burako"))
    assert [len(cards.split()) for cards in state["hands"]] == [11] * seats
    assert (len(state["stock"].split()), state["pile"]) == (106 - 11 * seats - 22, "")


def test_the_pile_is_taken_whole_without_condition() -> None:
    assert hand(allowed(burako(hands=["3H 5H"], pile="8H 2D"), "0 take"), 0) == bag("3H 5H 8H 2D")


def test_by_house_rule_the_first_card_drawn_is_thrown_for_another() -> None:
    start: dict[str, Any] = {
        "hands": ["4H 5H", "6S 7S"], "stock": "9C 2D KD QD", "pile": "", "no_turn_yet": [0, 1, 2, 3],
    }  # fmt: skip
    game = burako(**start, rules={"turn.exchange": True})
    state = allowed(game, "0 draw", "0 draw")
    assert (hand(state, 0), state["pile"], state["turn"]) == (bag("4H 5H 2D"), "9C", 0)
    assert refused(game, "0 draw", "0 draw", "0 draw") == "already-drawn"
    assert "draw" in verbs(allowed(game, "0 draw"))
    assert "draw" not in verbs(allowed(game, "0 draw", "0 draw"))
    assert refused(game, "0 draw", "0 discard 4H", "1 draw", "1 draw") == "already-drawn"
    assert refused(burako(**start), "0 draw", "0 draw") == "already-drawn"


def test_sets_and_runs_with_one_wild_card() -> None:
    game = burako(hands=["3H 3D 3C AS 2S 3S 9H 9C"], stock="5D 4D")
    state = allowed(game, "0 draw", "0 meld 3H 3D 3C / AS 2S 3S")
    assert meld_bags(state, 0) == [bag("3H 3D 3C"), bag("AS 2S 3S")]
    assert refused(burako(hands=["3D * 5D * 9H"], stock="5S 4D"), "0 draw", "0 meld 3D * 5D *") == "too-many-wilds"


def test_the_ace_stands_at_one_end_alone() -> None:
    low = burako(hands=["KS 9H 9C"], melds=[["AS 2S 3S"]], stock="5D 4D")
    refused(low, "0 draw", "0 meld SA: KS")
    high = burako(hands=["2D 9H 9C"], melds=[["QS KS AS"]], stock="5D 4D")
    assert allowed(high, "0 draw", "0 meld SQ: 2D")["melds"][0] == ["2D QS KS AS"]


def test_a_two_that_comes_free_goes_to_its_own_place() -> None:
    game = burako(hands=["5S 7S 8S 9C"], melds=[["3S 4S 2S 6S"]], stock="5D 4D", **TAKEN)
    assert allowed(game, "0 draw", "0 meld 5S")["melds"][0] == ["2S 3S 4S 5S 6S"]
    sheet = lines(burako(hands=[""] * 4, melds=[["2S 3S 4S 5S 6S 7S 8S"]], stock="", **TAKEN), "0 draw")
    assert sheet == {"cards": 55, "natural": 200, "foot": 100}


def test_going_out_takes_any_canasta_and_the_foot() -> None:
    dirty = "4D 5D 6D 2C 8D 9D TD"
    game = burako(hands=["KS KH"], melds=[[dirty]], stock="KD 4D", pile="8C", **TAKEN)
    assert round_entry(game, "0 draw", "0 meld KS KH KD")["out"] == 0
    waiting = burako(hands=["KS KH"], melds=[[dirty]], feet=["AS AD"], stock="KD 4D", pile="8C")
    assert allowed(waiting, "0 draw", "0 meld KS KH KD")["in_foot"] == [0]


def test_the_round_ends_with_the_stock_and_no_foot_renews_it() -> None:
    game = burako(hands=["KS KH"], feet=["AS AD", "5S 5D"], stock="", pile="8C")
    assert round_entry(game, "0 draw")["out"] is None
    assert verbs(allowed(game)) == {"draw", "take"}


def test_scores_of_the_example() -> None:
    game = burako(
        hands=["KS KH", "AS", "JC 4D", "2C 5D"],
        melds=[[CLEAN], ["QS QH QD"]],
        feet=["", "9S 9D"],
        in_foot=[0],
        foot_played=[0],
        stock="KD 6D",
    )
    entry = round_entry(game, "0 draw", "0 meld KS KH KD")
    assert entry["sides"][0] == {"natural": 200, "out": 100, "foot": 100, "cards": 75, "hand": -15, "total": 460}
    assert entry["sides"][1] == {"foot": -100, "cards": -30, "hand": -40, "total": -170}


def test_a_foot_not_played_from_counts_as_not_taken() -> None:
    game = burako(hands=["", "", "", "KS AS"], in_foot=[0, 3], foot_played=[0], stock="")
    assert lines(game, "0 draw", side=1) == {"foot": -100}


def test_melded_cards_count_against_a_side_without_a_canasta() -> None:
    game = burako(hands=[""] * 4, melds=[["KS KH KD"], [CLEAN]], stock="", **TAKEN)
    assert lines(game, "0 draw")["cards"] == -30
    assert lines(game, "0 draw", side=1)["cards"] == 45
