"""`mexicana`: what differs from classic (rummy-games.com, "Mexicana Rules")."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from tests.canasta.play import (
    allowed,
    at_end,
    bag,
    classic,
    dealt,
    hand,
    lines,
    played,
    refused,
    stacked,
    verbs,
)

mexicana = partial(classic, variant="mexicana")

OWN = "JS JH JD"
KINGS = "KS KH KC KD KS KH KC"
QUEENS = "QS QH QC QD QS QH QC"
TENS = "TS TH TC TD TS TH TC"
STOCK = "4C 4D 4H 5C 5D 5H 6C 6D 6H 8C 8D 9C 9D TC TD"
#: An opening of fifty.
OPENED = ("0 draw", "0 meld AS AH AD")


round_end = partial(at_end, mexicana, pile="8H")


def test_mexicana_deals_thirteen_from_three_packs() -> None:
    pack = stacked(then="KS", size=13, decks=3)
    assert pack.split().count("*") == 6
    state = allowed(dealt(pack, variant="mexicana"))
    assert [len(one.split()) for one in state["hands"]] == [13] * 4
    assert len(state["stock"].split()) == 162 - 53


@pytest.mark.parametrize(("score", "needed"), [(-5, 15), (0, 50), (1500, 90), (3000, 120)])
def test_mexicana_initial_meld_by_score_as_in_classic(score: int, needed: int) -> None:
    assert allowed(mexicana(scores=[score, 0]))["opening"][0] == needed


# The second hand


def test_mexicana_a_player_who_opens_for_their_side_draws_the_top_thirteen() -> None:
    game = mexicana(hands=["AS AH AD 5S"], pile="8H", stock=STOCK)
    assert refused(game, "0 draw", "0 extra") == "no-extra-hand"
    state = allowed(game, *OPENED, "0 extra")
    assert hand(state, 0) == bag(f"5S {' '.join(STOCK.split()[:14])}")
    assert state["stock"] == "TD"
    assert state["extra_taken"] == [0]
    assert refused(game, *OPENED, "0 extra", "0 extra") == "no-extra-hand"


def test_mexicana_they_come_before_the_discard_and_may_be_melded() -> None:
    game = mexicana(hands=["AS AH AD 5S"], pile="8H", stock=STOCK)
    state = allowed(game, *OPENED, "0 extra", "0 meld 6C 6D 6H", "0 discard 5S")
    assert state["turn"] == 1
    assert len(state["hands"][0].split()) == 14 - 3


def test_mexicana_a_player_who_opens_by_taking_the_pile_draws_them_too() -> None:
    game = mexicana(hands=["AS AH 5S 6S"], pile="8H AD", stock=STOCK)
    assert len(allowed(game, "0 take AS AH", "0 extra")["hands"][0].split()) == 3 + 13


def test_mexicana_they_may_be_let_go_and_are_not_offered_again() -> None:
    hands = ["AS AH AD 5S 9S 9H 9D", "8S 8D", "QS QH QD 6S 6H", "8C TH"]
    game = mexicana(hands=hands, pile="8H", stock=STOCK)
    lap = [*OPENED, "0 discard 5S", "1 draw", "1 discard 8S"]
    assert refused(game, *lap, "2 draw", "2 meld QS QH QD", "2 extra") == "no-extra-hand"
    lap += ["2 draw", "2 discard 6S", "3 draw", "3 discard 8C"]
    assert refused(game, *lap, "0 draw", "0 meld 9S 9H 9D", "0 extra") == "no-extra-hand"
    assert "extra" not in verbs(allowed(game, *lap, "0 draw", "0 meld 9S 9H 9D"))


def test_mexicana_each_side_draws_them_once() -> None:
    hands = ["AS AH AD 5S", "AC AS AH 5C", "QS QH QD", "8C TH"]
    game = mexicana(hands=hands, pile="8H", stock=f"{STOCK} {STOCK}")
    state = allowed(game, *OPENED, "0 extra", "0 discard 5S", "1 draw", "1 meld AC AS AH", "1 extra")
    assert sorted(state["extra_taken"]) == [0, 1]
    assert len(state["hands"][1].split()) == 2 + 13


def test_mexicana_red_threes_among_them_are_laid_and_replaced() -> None:
    game = mexicana(hands=["AS AH AD 5S"], pile="8H", stock=f"4C 3H {STOCK}")
    state = allowed(game, *OPENED, "0 extra")
    assert state["threes"][0] == "3H"
    assert len(state["hands"][0].split()) == 2 + 13


def test_mexicana_a_short_stock_gives_what_it_has() -> None:
    game = mexicana(hands=["AS AH AD 5S"], pile="8H", stock="4C 4D 4H")
    assert hand(allowed(game, *OPENED, "0 extra"), 0) == bag("5S 4C 4D 4H")


def test_mexicana_an_opening_that_leaves_one_card_must_be_followed_by_them() -> None:
    game = mexicana(hands=["AS AH AD"], pile="8H", stock=STOCK)
    assert verbs(allowed(game, *OPENED)) == {"extra", "undo"}
    assert len(allowed(game, *OPENED, "0 extra", "0 discard 4C")["hands"][0].split()) == 13


# Sevens and the pile


def test_mexicana_nobody_takes_a_seven_on_top() -> None:
    game = mexicana(hands=["7S 7H 2S 5S 6S"], melds=[[OWN, "7C 7D 7C"]], pile="8H 7D")
    assert allowed(game)["blocked"] is True
    assert verbs(allowed(game)) == {"draw"}
    for move in ("0 take 7S 7H", "0 take 7S 2S", "0 take"):
        assert refused(game, move) == "pile-blocked"


def test_mexicana_a_seven_discarded_stops_the_next_player_and_covered_does_nothing() -> None:
    hands = ["7S 7H 5S", "7C 7D 6S", "KS KH 4S", "9S 9H TS"]
    game = mexicana(hands=hands, melds=[[OWN], ["QS QH QD"]], pile="8H", stock="4C 4D KD 5D 6D")
    lap = ["0 draw", "0 discard 7S"]
    assert verbs(allowed(game, *lap)) == {"draw"}
    assert refused(game, *lap, "1 take 7C 7D") == "pile-blocked"
    covered = mexicana(hands=["KS KH 5S 6S"], melds=[[OWN]], pile="7C 8H KD")
    state = allowed(covered)
    assert (state["blocked"], state["frozen"]) == (False, False)
    assert hand(allowed(covered, "0 take KS KH"), 0) == bag("5S 6S 7C 8H")
    wild = mexicana(hands=["KS 2S 5S 6S"], melds=[[OWN]], pile="7C 8H KD")
    allowed(wild, "0 take KS 2S")


def test_mexicana_a_seven_turned_up_is_not_covered_and_stops_the_first_player() -> None:
    state = allowed(dealt(stacked({0: "7S 7C 4S"}, then="7H", size=13, decks=3), variant="mexicana"))
    assert state["pile"] == "7H"
    assert state["blocked"] is True
    assert verbs(state) == {"draw"}


@pytest.mark.parametrize("top", ["2D", "*", "3S", "3H"])
def test_mexicana_wild_cards_and_threes_on_top_block_as_in_classic(top: str) -> None:
    game = mexicana(hands=["2S 2H * * 3S 3C 5S"], melds=[[OWN]], pile=f"8H {top}")
    assert allowed(game)["blocked"] is True
    assert verbs(allowed(game)) == {"draw"}


def test_mexicana_sevens_are_melded_like_other_cards() -> None:
    allowed(mexicana(hands=["7S 7H 7D 5S"], melds=[[OWN]], pile="8H"), "0 draw", "0 meld 7S 7H 7D")
    allowed(mexicana(hands=["7S 7H 2D 5S"], melds=[[OWN]], pile="8H"), "0 draw", "0 meld 7S 7H 2D")


# Going out


@pytest.mark.parametrize(
    ("canastas", "threes", "out"),
    [
        (2, "3H", False),
        (2, "3H 3D", True),
        (2, "3H 3D 3H", True),
        (3, "3H 3D", False),
        (3, "3H 3D 3H", True),
        (2, "", False),
        (1, "3H 3D", False),
    ],
)
def test_mexicana_going_out_takes_two_canastas_and_a_red_three_for_each(canastas: int, threes: str, out: bool) -> None:
    """Worked examples 2 and 3."""
    melds = [KINGS, QUEENS, TENS][:canastas]
    game = mexicana(hands=["JC", *[""] * 3], melds=[[*melds, OWN]], threes=[threes], pile="8H", stock="9D")
    if out:
        assert lines(game, "0 draw", "0 meld JC", "0 discard 9D")["out"] == 100
    else:
        assert refused(game, "0 draw", "0 meld JC") == "keep-a-card"


def test_mexicana_the_canasta_that_is_laid_to_go_out_needs_its_red_three_too() -> None:
    position: dict[str, Any] = {"hands": ["TD", *[""] * 3], "pile": "8H", "stock": "TC"}
    melds = [[KINGS, QUEENS, "TS TH TC TD TS"]]
    ready = mexicana(melds=melds, threes=["3H 3D 3H"], **position)
    assert lines(ready, "0 draw", "0 meld TD TC")["natural"] == 1500
    assert refused(mexicana(melds=melds, threes=["3H 3D"], **position), "0 draw", "0 meld TD TC")


def test_mexicana_red_threes_set_no_other_limit_to_canastas() -> None:
    game = mexicana(hands=["9D 5S 6S"], melds=[[KINGS, QUEENS, TENS, "9S 9H 9D 9C 9S 9H"]], pile="8H")
    allowed(game, "0 draw", "0 meld 9D")


# Scoring


@pytest.mark.parametrize(
    ("meld", "sheet"),
    [
        ("7S 7H 7D 7C 7S 7H 7D", {"sevens": 1000, "cards": 35}),
        ("7S 7H 7D 7C 7S 2H 2D", {"sevens": 1000, "cards": 65}),
        (KINGS, {"natural": 500, "cards": 70}),
        ("KS KH KD KC * * *", {"mixed": 300, "cards": 190}),
    ],
)
def test_mexicana_a_canasta_of_sevens_counts_a_thousand(meld: str, sheet: dict[str, int]) -> None:
    """Worked example 1."""
    assert round_end(melds=[[meld]]) == sheet


def test_mexicana_sevens_cost_nothing_unfinished_or_held() -> None:
    assert round_end(hands=["7S 7H 7D 7C", "", "", ""], melds=[["7S 7H 7D"]]) == {"cards": 15, "hand": -20}


@pytest.mark.parametrize(("count", "points"), [(1, 100), (2, 200), (3, 300), (4, 400), (5, 1000), (6, 1200)])
def test_mexicana_red_three_table(count: int, points: int) -> None:
    laid = " ".join((["3H", "3D"] * 3)[:count])
    assert round_end(threes=[laid], melds=[[OWN]])["threes"] == points
    assert round_end(threes=[laid])["threes"] == -points


def test_mexicana_ends_at_five_thousand() -> None:
    game = mexicana(hands=[""] * 4, stock="", pile="", melds=[[OWN]])
    assert played({**game, "scores": [4970, 0]}, "0 draw")["result"] == {"winner": 0, "scores": [5000, 0]}
    assert played({**game, "scores": [4965, 0]}, "0 draw")["result"] is None
