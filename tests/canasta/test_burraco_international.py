"""`burraco-international`: sets of aces and threes, a clean canasta to go out, a pile that binds to a meld (docs/variants.md)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from tests.canasta.play import allowed, bag, classic, hand, lines, meld_bags, refused, verbs

international = partial(classic, variant="burraco-international")

DIRTY = "3S 4S 5S 6S 7S 8S 9S *"
CLEAN = "5C 6C 7C 8C 9C TC JC"
TURN: dict[str, Any] = {"phase": "play", "so_far": ["draw"]}


@pytest.mark.parametrize("layout", ["2", "4"])
def test_international_semi_clean_canastas_count_as_dirty(layout: str) -> None:
    hands = ["5C 4D", "", "", ""][: int(layout)]
    game = international(layout, **TURN, hands=hands, melds=[[DIRTY]], stock="4C 8D", in_foot=[0, 1])
    assert lines(game, "0 discard 5C") == {"mixed": 100, "cards": 75, "hand": -5}


def test_international_second_example() -> None:
    game = international(**TURN, hands=["8D", "", "3D 2H", ""], melds=[[CLEAN, DIRTY]], in_foot=[0])
    sheet = lines(game, "0 discard 8D")
    assert sheet == {"natural": 200, "mixed": 100, "out": 100, "cards": 130, "hand": -25}
    assert sum(sheet.values()) == 505


def test_international_has_sets_of_aces_and_threes_alone() -> None:
    assert refused(international(**TURN, hands=["KS KH KD 9C JD"]), "0 meld KS KH KD") == "rank-not-melded"
    for cards in ("3S 3H 3C 2D", "AS AH AD"):
        state = allowed(international(**TURN, hands=[f"{cards} 9C JD"]), f"0 meld {cards}")
        assert meld_bags(state, 0) == [bag(cards)]


def test_international_going_out_takes_a_clean_canasta() -> None:
    assert refused(international(**TURN, hands=["8D"], melds=[[DIRTY]], in_foot=[0]), "0 discard 8D") == "keep-a-card"
    three = "3S 3H 3D 3C 3S 3H 3D"
    assert lines(international(**TURN, hands=["8D"], melds=[[three]], in_foot=[0]), "0 discard 8D")["out"] == 100


def test_international_a_taken_pile_binds_to_a_meld_of_the_same_turn() -> None:
    game = international(hands=["4H 5H KS 9C"], pile="2S 6H")
    assert hand(allowed(game, "0 take"), 0) == bag("4H 5H KS 9C 2S 6H")
    refused(game, "0 take", "0 discard 9C")
    assert allowed(game, "0 take", "0 meld 4H 5H 6H", "0 discard 9C")["turn"] == 1


def test_international_a_two_of_the_pile_may_be_kept() -> None:
    game = international(hands=["4H 5H 6H KS 9C"], pile="2S")
    state = allowed(game, "0 take", "0 meld 4H 5H 6H", "0 discard 9C")
    assert hand(state, 0) == bag("2S KS")


def test_international_a_pile_that_nothing_could_be_melded_with_is_not_taken() -> None:
    game = international(hands=["4H KS 9C"], pile="QD 6H")
    refused(game, "0 take")
    assert verbs(allowed(game)) == {"draw"}
    assert "take" in verbs(allowed(international(hands=["4H KS 9C"], melds=[["JD QD KD"]], pile="TD 6H")))
