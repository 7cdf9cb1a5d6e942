"""Tranca (docs/variants.md, Tranca): red threes, black threes that block, runs up to eleven cards, sets, one wild two."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from tests.canasta.play import allowed, bag, classic, dealt, hand, lines, meld_bags, refused, round_entry, verbs

tranca = partial(classic, variant="tranca")
RUN = "4S 5S 6S 7S 8S 9S 2D"
TAKEN: dict[str, Any] = {"in_foot": [0, 1], "foot_played": [0, 1]}


def pack(*first: str) -> str:
    """Return a whole pack that begins with these cards."""
    cards = [rank + suit for rank in "689QAJT75K423" for suit in "SHDC"] * 2
    for card in first:
        cards.remove(card)
    return " ".join([*first, *cards])


# Threes


def test_red_threes_of_the_deal_are_laid_and_replaced() -> None:
    state = allowed(dealt(pack("3H", "6S", "3D"), variant="tranca"))
    assert state["threes"] == ["3H 3D", ""]
    assert [len(cards.split()) for cards in state["hands"]] == [11] * 4


def test_those_of_a_foot_are_laid_when_it_is_picked_up() -> None:
    game = tranca(hands=["4H 5H"], melds=[[RUN]], feet=["KS 3H 9S"], pile="8C", stock="6H JD JC")
    state = allowed(game, "0 draw", "0 meld 4H 5H 6H")
    assert (hand(state, 0), state["threes"][0]) == (bag("KS 9S JD"), "3H")


def test_one_in_a_taken_pile_is_laid_and_not_replaced() -> None:
    state = allowed(tranca(hands=["5H 6H 9S KC"], pile="3D 7H"), "0 take 5H 6H")
    assert (hand(state, 0), state["threes"][0]) == (bag("9S KC"), "3D")


@pytest.mark.parametrize(("melds", "points"), [([RUN], 200), (["QH QD QC"], -200)])
def test_they_count_by_a_canasta(melds: list[str], points: int) -> None:
    sheet = lines(tranca(hands=[""] * 4, melds=[melds], threes=["3H 3D"], stock="", **TAKEN), "0 draw")
    assert sheet["threes"] == points


def test_a_black_three_on_top_blocks_and_covered_does_nothing() -> None:
    blocked = tranca(hands=["5H", "QH JH 5D"], pile="9C 3S", turn=1)
    assert verbs(allowed(blocked)) == {"draw"}
    game = tranca(hands=["KH 5H", "QH JH 5D"], pile="9C 3S", stock="4C 4D")
    assert meld_bags(allowed(game, "0 draw", "0 discard KH", "1 take QH JH"), 1) == [bag("QH JH KH")]


def test_threes_are_never_melded() -> None:
    refused(tranca(hands=["3S 3C 3S 9H"], stock="4C 4D"), "0 draw", "0 meld 3S 3C 3S")
    refused(tranca(hands=["3S 4S 5S 9H"], stock="4C 4D"), "0 draw", "0 meld 3S 4S 5S")


# Melds


def test_a_run_reaches_from_four_to_ace() -> None:
    game = tranca(hands=["AD 9H 9C"], melds=[["4D 5D 6D 7D 8D 9D TD JD QD KD"]], stock="2H 4D", **TAKEN)
    state = allowed(game, "0 draw", "0 meld AD")
    assert len(state["melds"][0][0].split()) == 11
    assert refused(game, "0 draw", "0 meld AD", "0 meld D4: 2H") == "sequence-too-long"


def test_the_eleven_are_a_clean_canasta() -> None:
    game = tranca(hands=[""] * 4, melds=[["4D 5D 6D 7D 8D 9D TD JD QD KD AD"]], stock="", **TAKEN)
    assert lines(game, "0 draw") == {"cards": 95, "natural": 200}


@pytest.mark.parametrize(
    ("run", "sheet"),
    [
        ("4D 5D 6D 7D 8D 9D TD JD QD KD AD", {"royal": 500, "cards": 95}),
        ("4D 5D 6D 2S 8D 9D TD JD QD KD AD", {"royal": 250, "cards": 100}),
        ("5D 6D 7D 8D 9D TD JD QD KD AD", {"natural": 200, "cards": 90}),
        ("4D 5D 6D 7D 8D 9D TD JD QD KD", {"natural": 200, "cards": 80}),
    ],
)
def test_by_house_rule_all_eleven_count_more(run: str, sheet: dict[str, int]) -> None:
    rules = {"canastas.special": [["four-to-ace", 500], ["four-to-ace-wild", 250]]}
    game = tranca(hands=[""] * 4, melds=[[run]], stock="", rules=rules, **TAKEN)
    assert lines(game, "0 draw") == sheet


def test_a_two_is_always_wild_and_one_is_all_that_a_meld_takes() -> None:
    refused(tranca(hands=["AS 2S 4S 9H"], stock="5S 4D"), "0 draw", "0 meld AS 2S 4S")
    refused(tranca(hands=["KS KH 2S 2H 9H"], stock="5S 4D"), "0 draw", "0 meld KS KH 2S 2H")
    game = tranca(hands=["KS KH 9H 9C"], melds=[["KS KD 2C"]], stock="KC 4D", **TAKEN)
    assert len(allowed(game, "0 draw", "0 meld K+: KS KH KC")["melds"][0]) == 2


def test_a_wild_card_moves_on_when_its_card_comes() -> None:
    game = tranca(hands=["6H 9H 9C"], melds=[["5H 2S 7H"]], stock="KC 4D")
    assert allowed(game, "0 draw", "0 meld 6H")["melds"][0] == ["5H 6H 7H 2S"]


# Going out, scoring


def test_any_canasta_lets_a_side_go_out() -> None:
    game = tranca(hands=["QH QD"], melds=[[RUN]], pile="8C", stock="QC 9D", **TAKEN)
    assert round_entry(game, "0 draw", "0 meld QH QD QC")["out"] == 0


def test_scores_of_the_example() -> None:
    game = tranca(
        hands=["QH QD", "JD 4C", "3S AH", "AS"],
        melds=[[RUN], ["8H 8D 8C"]],
        threes=["3H 3D", "3H"],
        feet=["", "KS KH"],
        in_foot=[0],
        foot_played=[0],
        stock="QC 9D",
    )
    entry = round_entry(game, "0 draw", "0 meld QH QD QC")
    assert entry["sides"][0] == {"mixed": 100, "threes": 200, "out": 100, "cards": 80, "hand": -20, "total": 460}
    assert entry["sides"][1] == {"threes": -100, "foot": -100, "cards": 30, "hand": -30, "total": -200}


def test_a_foot_becomes_the_stock_and_its_red_threes_are_laid() -> None:
    game = tranca(hands=["QH QD"], feet=["9S 3H", "KS KH"], pile="8C", stock="")
    state = allowed(game, "0 draw")
    assert (hand(state, 0), state["threes"][0]) == (bag("QH QD 9S"), "3H")
