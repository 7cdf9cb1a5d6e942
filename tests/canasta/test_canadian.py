"""`canadian`: the prize pile, what differs from classic (docs/variants.md, Canadian)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from tests.canasta.play import (
    Document,
    allowed,
    at_end,
    bag,
    classic,
    dealt,
    hand,
    lines,
    meld_bags,
    played,
    refused,
    stacked,
    verbs,
)

canadian = partial(classic, variant="canadian")

OWN = "JS JH JD"
KINGS = "KS KH KC KS KH KC KD"
QUEENS = "QS QH QC QS QH QC QD"
WILDS = "2D 2C 2D 2C * * *"
READY = [KINGS, QUEENS, WILDS]
STOCK = "9D 9C 8D 8C 7D 7C"


round_end = partial(at_end, canadian, pile="8H")


def deal(then: str, **hands: str) -> Document:
    first = {int(seat[1:]): cards for seat, cards in hands.items()}
    return dealt(stacked(first, then, size=15, decks=3), variant="canadian")


# Deal


def test_canadian_deal_puts_four_cards_face_down_under_the_upcard() -> None:
    state = allowed(deal("4S 5S 6S 7S KS"))
    assert [len(one.split()) for one in state["hands"]] == [15] * 4
    assert state["pile"] == "4S 5S 6S 7S KS"
    assert len(state["stock"].split()) == 97


@pytest.mark.parametrize("first", ["2S", "*", "3H"])
def test_canadian_wild_or_red_three_upcard_is_covered_and_never_freezes(first: str) -> None:
    state = allowed(deal(f"4S 5S 6S 7S {first} KS"))
    assert state["pile"].endswith(f"{first} KS")
    assert (state["frozen"], state["blocked"]) == (False, False)


def test_canadian_black_three_upcard_stays_and_blocks() -> None:
    state = allowed(deal("4S 5S 6S 7S 3S"))
    assert state["pile"] == "4S 5S 6S 7S 3S"
    assert (state["frozen"], state["blocked"]) == (False, True)


def test_canadian_dealt_red_threes_are_laid_and_replaced_after_the_upcard() -> None:
    cards = "3H 4S 5S 6S 7S 8S 9S TS JS QS KS AS 4H 5H 6H"
    state = allowed(deal("4D 5D 6D 7D KD 9H", s0=cards))
    assert state["threes"] == ["3H", ""]
    assert hand(state, 0) >= bag("9H")


@pytest.mark.parametrize(("cut", "bonus"), [(60, 100), (44, 0), (61, 0)])
def test_canadian_exact_cut_scores_a_hundred_for_the_side_that_does_not_deal(cut: int, bonus: int) -> None:
    """Going out is made easier here, so that one turn ends the round."""
    document = deal("4S 4H 6S 7S 8D 5H 5D", s0=f"{KINGS} {QUEENS} 5S")
    document["rounds"][0]["cut"] = cut
    document["rules"] = {"out.canastas": 1, "out.natural": 0, "out.wild": 0}
    moves = ("0 draw", f"0 meld {KINGS} / QS QH QC QS QH QC / 5S 5H 5D", "0 discard QD")
    assert lines(document, *moves).get("cut", 0) == bonus
    assert "cut" not in lines(document, *moves, side=1)


# Turn


def test_canadian_draws_two() -> None:
    assert hand(allowed(canadian(hands=["5S 6S"], pile="8H", stock=STOCK), "0 draw"), 0) == bag("5S 6S 9D 9C")


@pytest.mark.parametrize("wild", ["2S", "*"])
def test_canadian_wild_cards_are_not_discarded(wild: str) -> None:
    game = canadian(hands=[f"{wild} 6S"], melds=[[OWN]], pile="8H", stock=STOCK)
    assert refused(game, "0 draw", f"0 discard {wild}") == "wild-discard"
    allowed(game, "0 draw", "0 discard 6S")


def test_canadian_hand_of_wilds_alone_may_discard_one() -> None:
    game = canadian(hands=["2S *"], melds=[[OWN]], pile="8H", stock="2H 2D")
    state = allowed(game, "0 draw", "0 discard 2S")
    assert (state["frozen"], state["blocked"]) == (False, True)


def test_canadian_black_three_blocks_the_next_player_and_does_not_freeze() -> None:
    game = canadian(turn=3, hands=["KS KH 5S 6S", "4H", "4S", "3S 5H 5D"], melds=[[OWN]], pile="8H", stock=STOCK)
    state = allowed(game, "3 draw", "3 discard 3S")
    assert (state["blocked"], state["frozen"]) == (True, False)


# The initial meld


@pytest.mark.parametrize(("score", "needed"), [(-5, 15), (0, 50), (1500, 90), (3000, 120), (6995, 120), (7000, 150)])
def test_canadian_initial_meld_by_score(score: int, needed: int) -> None:
    assert allowed(canadian(scores=[score, 0]))["opening"][0] == needed


def test_canadian_prize_pile_only_after_the_initial_meld() -> None:
    game = canadian(hands=["AS AH AC 5S 6S"], pile="8H AD", stock=STOCK)
    assert verbs(allowed(game)) == {"draw"}
    assert refused(game, "0 take AS AH AC") == "pile-open-first"
    refused(game, "0 draw", "0 meld AS AH AC", "0 take")


def test_canadian_prize_pile_after_the_partners_initial_meld() -> None:
    game = canadian(turn=2, hands=["4S", "4H", "AS AH 5S 6S"], melds=[[OWN]], pile="8H AD", stock=STOCK)
    assert meld_bags(allowed(game, "2 take AS AH"), 0)[1] == bag("AS AH AD")


# Taking the prize pile


def test_canadian_prize_pile_takes_a_natural_pair_always() -> None:
    game = canadian(hands=["KS KC 2S 5S 6S"], melds=[["KS KH KC"]], pile="8H KD", stock=STOCK)
    assert meld_bags(allowed(game, "0 take KS KC"), 0) == [bag("KS KH KC KD KS KC")]
    for move in ("take", "take KS", "take KS 2S"):
        assert refused(game, f"0 {move}") == "pile-needs-pair"


def test_canadian_red_threes_of_the_prize_pile_are_laid_without_replacement() -> None:
    position: dict[str, Any] = {"hands": ["KS KC 5S 6S"], "melds": [[OWN]], "pile": "3H 8H KD", "stock": STOCK}
    state = allowed(canadian(**position), "0 take KS KC")
    assert (state["threes"][0], hand(state, 0)) == ("3H", bag("5S 6S 8H"))
    state = allowed(canadian(rules={"threes.pile_replaced": True}, **position), "0 take KS KC")
    assert (state["threes"][0], hand(state, 0)) == ("3H", bag("5S 6S 8H 9D"))


REPLACED = {"threes.pile_replaced": True}


def test_canadian_the_replacement_counts_for_what_a_take_leaves_by_house_rule() -> None:
    game = partial(canadian, hands=["7S 7H 5C"], melds=[[OWN]], rules=REPLACED)
    state = allowed(game(pile="3H 7C", stock=STOCK), "0 take 7S 7H")
    assert (state["threes"][0], hand(state, 0)) == ("3H", bag("5C 9D"))
    assert "take" in verbs(allowed(game(pile="3H 7C", stock=STOCK)))
    assert refused(game(pile="3H 7C", stock=""), "0 take 7S 7H") == "keep-a-card"
    assert refused(game(pile="7C", stock=STOCK), "0 take 7S 7H") == "keep-a-card"
    assert (
        refused(canadian(hands=["7S 7H 5C"], melds=[[OWN]], pile="3H 7C", stock=STOCK), "0 take 7S 7H") == "keep-a-card"
    )
    none = game(hands=["7S 7H"], pile="3H 3D 7C", stock=STOCK)
    assert hand(allowed(none, "0 take 7S 7H"), 0) == bag("9D 9C")


def test_canadian_a_single_replacement_is_no_last_discard_to_count_on() -> None:
    """It might be a wild card, which may not be the last one here."""
    game = partial(canadian, hands=["7S 7H"], melds=[READY], rules=REPLACED, stock=STOCK)
    assert refused(game(pile="3H 7C"), "0 take 7S 7H") == "keep-a-card"
    any_card = {**REPLACED, "out.last_not": []}
    state = allowed(game(pile="3H 7C", rules=any_card), "0 take 7S 7H")
    assert hand(state, 0) == bag("9D")
    assert verbs(state) == {"ask", "discard"}


def test_canadian_a_take_whose_red_three_red_threes_alone_would_replace_ends_the_round() -> None:
    game = canadian(hands=["7S 7H 5C"], melds=[[OWN]], pile="3H 7C", stock="3D 3D", rules=REPLACED)
    state = allowed(game, "0 take 7S 7H")
    assert (state["phase"], bag(state["threes"][0])) == ("over", bag("3H 3D 3D"))


def test_canadian_empty_stock_forces_nothing() -> None:
    game = canadian(hands=["KS KC 5S 6S"], melds=[["KS KH KC"]], pile="8H KD", stock="")
    assert verbs(allowed(game)) == {"draw", "take"}
    assert allowed(game, "0 draw")["phase"] == "over"


# Melds


@pytest.mark.parametrize(
    ("cards", "legal"),
    [("KS KH KC KD 2S 2H * *", True), ("KS KH KC 2S 2H * *", False), ("KS KH 2S *", True), ("KS 2S *", False),
     ("KS KH KC KD KS 2S 2H 2D * *", True), ("2S 2H *", True), ("2S 2H", False)],
)  # fmt: skip
def test_canadian_melds_need_as_many_naturals_as_wilds_above_seven_too(cards: str, legal: bool) -> None:
    game = canadian(hands=[f"{cards} 6S 7S"], melds=[[OWN]], pile="8H", stock=STOCK)
    (allowed if legal else refused)(game, "0 draw", f"0 meld {cards}")


def test_canadian_unfinished_wild_meld_locks_other_wilds_unless_by_house_rule() -> None:
    position: dict[str, Any] = {"hands": ["2S 5S 6S"], "melds": [[OWN, "2H 2D 2C"]], "pile": "8H"}
    refused(canadian(**position), "0 draw", "0 meld J: 2S")
    allowed(canadian(rules={"wilds.locks": False}, **position), "0 draw", "0 meld J: 2S")


def test_canadian_unfinished_wild_meld_costs_nothing() -> None:
    assert round_end(melds=[["2S 2H 2D"]]) == {"cards": 60}


# Scoring


def test_canadian_canastas() -> None:
    """Wild and natural 300, mixed 200."""
    assert round_end(melds=[[KINGS]]) == {"natural": 300, "cards": 70}
    assert round_end(melds=[[WILDS]]) == {"wild": 300, "cards": 230}
    assert round_end(melds=[["KS KH KC KS KH KC 2S"]]) == {"mixed": 200, "cards": 80}


@pytest.mark.parametrize(("threes", "points"), [("3H", 200), ("3H 3D 3H 3D", 800), ("3H 3D 3H 3D 3H 3D", 1200)])
def test_canadian_red_threes_score_two_hundred_each(threes: str, points: int) -> None:
    assert round_end(threes=[threes], melds=[[OWN]])["threes"] == points
    assert round_end(threes=[threes])["threes"] == -points


def test_canadian_black_threes_in_a_hand_cost_a_hundred_each() -> None:
    """In place of their value, however the round ended."""
    assert round_end(hands=["3S 3C 5S", "", "", ""]) == {"held": -200, "hand": -5}
    game = canadian(hands=["5S 6S", "", "3S", ""], melds=[READY], pile="8H", stock="5H 5D")
    assert lines(game, "0 draw", "0 meld 5S 5H 5D", "0 discard 6S")["held"] == -100


# Going out


@pytest.mark.parametrize(
    ("canastas", "out"),
    [
        ([KINGS, QUEENS, WILDS], True),
        ([KINGS, QUEENS, "JS JH JC JS JH JC 2S"], False),
        ([KINGS, "QS QH QC QS QH QC 2S", WILDS], False),
        ([KINGS, QUEENS], False),
        ([f"{KINGS} 2S", QUEENS, WILDS], False),
    ],
    ids=["nnw", "nnm", "nmw", "nn", "natural-made-mixed"],
)
def test_canadian_going_out_takes_two_natural_and_one_wild_canasta(canastas: list[str], out: bool) -> None:
    game = canadian(hands=["9S 9H 5S"], melds=[canastas], pile="8H", stock="9D 9C")
    moves = ("0 draw", "0 meld 9S 9H 9D 9C")
    if out:
        assert allowed(game, *moves, "0 discard 5S")["phase"] == "over"
    else:
        assert refused(game, *moves) == "keep-a-card"


def test_canadian_last_card_must_be_discarded() -> None:
    game = canadian(hands=["9S 9H"], melds=[READY], pile="8H", stock="9D 9C")
    assert refused(game, "0 draw", "0 meld 9S 9H 9D 9C") == "keep-the-discard"
    assert allowed(game, "0 draw", "0 meld 9S 9H 9D", "0 discard 9C")["phase"] == "over"


def test_canadian_last_discard_is_never_wild() -> None:
    """The exception for a hand of wilds alone does not serve to go out."""
    game = canadian(hands=["9S 9H 2S"], melds=[READY], pile="8H", stock="9D 9C")
    refused(game, "0 draw", "0 meld 9S 9H 9D 9C")
    state = allowed(game, "0 draw", "0 meld 9S 9H 9D 2S", "0 discard 9C")
    assert state["phase"] == "over"


def test_canadian_asking_is_offered_only_with_a_natural_card_to_discard() -> None:
    game = canadian(hands=["9S 9H 5S", "4S", "4H", "4D"], melds=[READY], pile="8H", stock="9D 9C")
    assert "0 ask" in allowed(game, "0 draw")["legal"]
    game = canadian(hands=["2S", "4S", "4H", "4D"], melds=[READY], pile="8H", stock="2H *")
    assert "0 ask" not in allowed(game, "0 draw")["legal"]


def test_canadian_black_threes_are_melded_only_all_six_when_going_out() -> None:
    game = canadian(hands=["3S 3C 3S 3C 3S 3C"], melds=[READY], pile="8H", stock="9D 9C")
    refused(game, "0 draw", "0 meld 3S 3C 3S 3C 3S 3C")
    game = canadian(hands=["3S 3C 3S 3C 3S 3C 9S 9H"], melds=[READY], pile="8H", stock="9D 9C")
    refused(game, "0 draw", "0 meld 3S 3C 3S 3C 3S")
    state = allowed(game, "0 draw", "0 meld 3S 3C 3S 3C 3S 3C / 9S 9H 9D", "0 discard 9C")
    assert state["phase"] == "over"


def test_canadian_six_black_threes_count_five_each() -> None:
    hands = ["3S 3C 3S 3C 3S 3C 9S 9H", "", "", ""]
    game = canadian(hands=hands, melds=[READY], pile="8H", stock="9D 9C")
    sheet = lines(game, "0 draw", "0 meld 3S 3C 3S 3C 3S 3C / 9S 9H 9D", "0 discard 9C")
    assert sheet["cards"] == 70 + 70 + 230 + 30 + 30
    assert sheet["out"] == 100


def test_canadian_plays_to_ten_thousand() -> None:
    game = partial(canadian, hands=[""] * 4, melds=[[OWN]], stock="", pile="8H")
    assert played(game(scores=[9965, 0]), "0 draw")["result"] is None
    assert played(game(scores=[9970, 0]), "0 draw")["result"] == {"winner": 0, "scores": [10000, 0]}
