"""`miller`: what the wild melds and three canastas change for two sides of three (docs/variants.md, Miller's game)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from tests.canasta.play import allowed, at_end, bag, classic, dealt, lines, meld_bags, refused, stacked

miller = partial(classic, "6-trios", variant="miller")

KINGS = "KS KH KC KS KH KC KD"
QUEENS = "QS QH QC QS QH QC QD"
MIXED = "JS JH JD JC JS 2S 2H"
MIXED_TOO = "TS TH TD TC TS 2S 2H"
WILDS = "2D 2C 2D 2C * * *"
THREE = "9S 9H 9D"


round_end = partial(at_end, miller, pile="8H", hands=[""] * 6)


def test_miller_deals_thirteen_of_162_to_two_sides_of_three() -> None:
    pack = stacked(then="KS", order=range(6), size=13, decks=3)
    state = allowed(dealt(pack, layout="6-trios", variant="miller"))
    assert [len(one.split()) for one in state["hands"]] == [13] * 6
    assert len(state["scores"]) == 2
    assert len(state["stock"].split()) == 162 - 78 - 1


@pytest.mark.parametrize(("score", "needed"), [(-5, 15), (0, 50), (1500, 90), (3000, 120), (6995, 120), (7000, 150)])
def test_miller_initial_meld_by_score(score: int, needed: int) -> None:
    assert allowed(miller(scores=[score, 0]))["opening"][0] == needed


@pytest.mark.parametrize(
    ("threes", "points"), [("3H 3D 3H 3D", 400), ("3H 3D 3H 3D 3H", 1000), ("3H 3D 3H 3D 3H 3D", 1200)]
)
def test_miller_red_threes_as_at_six(threes: str, points: int) -> None:
    assert round_end(threes=[threes], melds=[[THREE]])["threes"] == points
    assert round_end(threes=[threes])["threes"] == -points


@pytest.mark.parametrize(
    ("canastas", "out"),
    [
        ([KINGS, QUEENS, MIXED], True),
        ([KINGS, QUEENS, WILDS], True),
        ([KINGS, QUEENS, "7S 7H 7D 7C 7S 7H 7D"], True),
        ([KINGS, MIXED, MIXED_TOO], False),
        ([KINGS, WILDS, MIXED], False),
        ([KINGS, QUEENS], False),
        ([MIXED, MIXED_TOO, WILDS], False),
    ],
    ids=["nnm", "nnw", "nnn", "nmm", "nwm", "nn", "mmw"],
)
def test_miller_going_out_takes_three_canastas_two_of_them_clean(canastas: list[str], out: bool) -> None:
    game = miller(hands=["9S 9H"], melds=[canastas], pile="8H", stock="9D")
    if out:
        assert allowed(game, "0 draw", "0 meld 9S 9H 9D")["phase"] == "over"
    else:
        assert refused(game, "0 draw", "0 meld 9S 9H 9D") == "keep-a-card"


@pytest.mark.parametrize("cards", ["2S 2H 2D", "* * *", "2S * 2H"])
def test_miller_wild_melds_of_any_mix_of_three_or_more(cards: str) -> None:
    game = miller(hands=[f"{cards} 5S 6S"], melds=[[THREE]], pile="8H")
    assert meld_bags(allowed(game, "0 draw", f"0 meld {cards}"), 0)[1] == bag(cards)
    refused(miller(hands=["2S * 5S 6S"], melds=[[THREE]], pile="8H"), "0 draw", "0 meld 2S *")


def test_miller_wild_canasta_scores_two_thousand() -> None:
    assert round_end(melds=[[WILDS]]) == {"wild": 2000, "cards": 80 + 150}


def test_miller_wild_meld_has_no_maximum() -> None:
    game = miller(hands=["2S 5S 6S"], melds=[[WILDS]], pile="8H")
    assert len(allowed(game, "0 draw", "0 meld 2S")["melds"][0][0].split()) == 8


def test_miller_unfinished_wild_meld_costs_two_thousand() -> None:
    """Its cards count too."""
    assert round_end(melds=[["2S 2H 2D 2C *"]]) == {"unfinished": -2000, "cards": 130}


def test_miller_unfinished_wild_meld_costs_also_the_side_that_goes_out() -> None:
    game = miller(hands=["9S 9H", *[""] * 5], melds=[[KINGS, QUEENS, MIXED, "2D 2C *"]], pile="8H", stock="9D")
    assert lines(game, "0 draw", "0 meld 9S 9H 9D")["unfinished"] == -2000


def test_miller_unfinished_wild_meld_locks_other_wilds_unless_by_house_rule() -> None:
    position: dict[str, Any] = {"hands": ["2S 5S 6S"], "melds": [[THREE, "2H 2D 2C"]], "pile": "8H"}
    assert refused(miller(**position), "0 draw", "0 meld 9: 2S") == "wilds-locked"
    allowed(miller(**position), "0 draw", "0 meld WILD: 2S")
    allowed(miller(rules={"wilds.locks": False}, **position), "0 draw", "0 meld 9: 2S")


def test_miller_next_team_mate_in_turn_order_answers() -> None:
    game = miller(hands=["9S 9H 5S", *["4S 4H"] * 5], melds=[[KINGS, QUEENS, MIXED]], pile="8H", stock="9D")
    assert allowed(game, "0 draw", "0 ask")["turn"] == 2
    refused(game, "0 draw", "0 ask", "4 answer yes")


def test_miller_plays_to_ten_thousand() -> None:
    game = partial(miller, hands=[""] * 6, melds=[[THREE]], stock="", pile="8H")
    assert allowed(game(scores=[9965, 0]), "0 draw")["scores"][0] == 9995
    assert allowed(game(scores=[9965, 0]), "0 draw")["phase"] == "over"
