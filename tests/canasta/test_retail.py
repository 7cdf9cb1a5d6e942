"""`retail`: the Italian box rules, what differs from classic (docs/variants.md, Italian box rules)."""

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
    meld_bags,
    played,
    refused,
    stacked,
    verbs,
)

retail = partial(classic, variant="retail")
retail_deal = partial(dealt, variant="retail")

OWN = "JS JH JD"
KINGS = "KS KH KC KS KH KC KD"


round_end = partial(at_end, retail, pile="8H")


# Table by player count


@pytest.mark.parametrize(
    ("layout", "cards", "decks", "sides"),
    [("2", 15, 2, 2), ("3-solo", 15, 2, 3), ("4", 11, 2, 2), ("6-pairs", 13, 3, 3)],
)
def test_retail_table_by_player_count(layout: str, cards: int, decks: int, sides: int) -> None:
    seats = int(layout[0])
    state = allowed(retail_deal(stacked(then="KS", order=range(seats), size=cards, decks=decks), layout=layout))
    assert [len(one.split()) for one in state["hands"]] == [cards] * seats
    assert len(state["melds"]) == sides


def test_retail_five_are_two_against_three_of_whom_one_sits_out() -> None:
    state = allowed(retail_deal(stacked(then="KS"), layout="5-sitout", dealer=3))
    assert state["sitting_out"] == 4
    assert [len(one.split()) for one in state["hands"]] == [11, 11, 11, 11, 0]
    assert len(state["scores"]) == 2


@pytest.mark.parametrize("layout", ["2", "3-solo", "4", "5-sitout", "6-pairs"])
def test_retail_draws_one_and_needs_one_canasta_everywhere(layout: str) -> None:
    hands = ["9S 9H", "", "", "", ""] if layout == "5-sitout" else ["9S 9H"]
    game = retail(layout, hands=hands, melds=[[KINGS]], pile="8H", stock="9D 9C")
    state = allowed(game, "0 draw")
    assert hand(state, 0) == bag("9S 9H 9D")
    assert allowed(game, "0 draw", "0 meld 9S 9H 9D")["phase"] == "over"


@pytest.mark.parametrize(("layout", "target"), [("2", 5000), ("3-solo", 5000), ("4", 5000), ("6-pairs", 7500)])
def test_retail_game_ends_at_the_target_of_its_table(layout: str, target: int) -> None:
    others = [0] * (len(allowed(retail(layout))["scores"]) - 1)
    for gained, over in ((5, False), (10, True)):
        hands, scores = [""] * int(layout[0]), [target - 25 + gained, *others]
        game = retail(layout, hands=hands, melds=[["4S 4H 4D"]], stock="", pile="8H", scores=scores)
        assert (played(game, "0 draw")["result"] is not None) == over


# Cards


def test_retail_twos_count_fifty() -> None:
    """A separate row of the sheet; in hands and on the table."""
    assert round_end(hands=["2S", "", "", ""], melds=[["QS QH 2H"]]) == {"cards": 70, "hand": -50}
    game = retail(hands=["TS TH 2S 5S 6S"], pile="8H")
    allowed(game, "0 draw", "0 meld TS TH 2S")


def test_retail_twos_count_twenty_by_house_rule() -> None:
    game = retail(rules={"values.two": 20}, hands=["TS TH 2S 5S 6S"], pile="8H")
    assert refused(game, "0 draw", "0 meld TS TH 2S") == "initial-meld-too-low"


# Deal


@pytest.mark.parametrize(("first", "frozen"), [("2S", True), ("*", True), ("3H", True), ("3S", False), ("3C", False)])
def test_retail_upcard_is_covered_until_natural(first: str, frozen: bool) -> None:
    state = allowed(retail_deal(stacked(then=f"{first} KS")))
    assert (state["pile"], state["frozen"]) == (f"{first} KS", frozen)


def test_retail_ace_as_upcard_stays_but_is_covered_by_house_rule() -> None:
    assert allowed(retail_deal(stacked(then="AS KS")))["pile"] == "AS"
    rules = {"deal.cover": ["ace", "joker", "two", "red-three", "black-three"]}
    state = allowed(retail_deal(stacked(then="AS KS"), rules=rules))
    assert (state["pile"], state["frozen"]) == ("AS KS", False)


# The pile


def test_retail_pile_is_taken_with_any_two_or_by_a_meld() -> None:
    allowed(retail(hands=["KS 2S 5S 6S"], melds=[[OWN]], pile="8H KD"), "0 take KS 2S")
    allowed(retail(hands=["5S 6S"], melds=[["KS KH KC"]], pile="8H KD"), "0 take")
    refused(retail(hands=["KS 2S 5S 6S"], melds=[[OWN]], pile="2H 8H KD"), "0 take KS 2S")


def test_retail_red_three_of_a_taken_pile_is_laid_and_not_replaced() -> None:
    state = allowed(retail(hands=["KS KH 5S 6S"], melds=[[OWN]], pile="3H 8H KD"), "0 take KS KH")
    assert state["threes"] == ["3H", ""]
    assert hand(state, 0) == bag("5S 6S 8H")


def test_retail_pile_before_the_initial_meld() -> None:
    """A natural pair opens with the top card; a house rule forbids that."""
    position: dict[str, Any] = {"hands": ["AS AH 5S 6S"], "pile": "8H AD"}
    allowed(retail(**position), "0 take AS AH")
    refused(retail(rules={"opening.with_pile": "no"}, **position), "0 take AS AH")


def test_retail_one_card_in_hand_may_not_take_one_card() -> None:
    refused(retail(hands=["5S"], melds=[[KINGS]], pile="KC"), "0 take")


# Melds


def test_retail_eighth_card_has_no_influence_on_the_bonus() -> None:
    assert round_end(melds=[[f"{KINGS} KD"]]) == {"natural": 500, "cards": 80}


def test_retail_wild_on_a_pure_canasta_makes_it_impure_unless_fixed_by_house_rule() -> None:
    moves = ("0 draw", "0 meld K: 2S", "0 discard 5S", "1 draw")
    position: dict[str, Any] = {"hands": ["2S 5S", "", "", ""], "melds": [[KINGS]], "pile": "8H", "stock": "9C"}
    assert lines(retail(**position), *moves)["mixed"] == 300
    sheet = lines(retail(rules={"canastas.fixed_when_made": True}, **position), *moves)
    assert sheet["natural"] == 500
    assert "mixed" not in sheet


def test_retail_canasta_completed_with_a_wild_stays_impure_where_the_bonus_is_fixed() -> None:
    rules = {"canastas.fixed_when_made": True}
    game = retail(rules=rules, hands=["2S 5S 6S", "", "", ""], melds=[["KS KH KC KS KH KC"]], pile="8H", stock="KD")
    sheet = lines(game, "0 draw", "0 meld K: 2S", "0 meld KD", "0 discard 5S", "1 draw")
    assert sheet["mixed"] == 300


def test_retail_black_threes_are_never_melded() -> None:
    game = retail(hands=["3S 3C 3S"], melds=[[KINGS]], pile="8H", stock="9C")
    assert refused(game, "0 draw", "0 meld 3S 3C 3S") == "threes-not-melded"


# Going out


SURPRISE: dict[str, Any] = {"hands": ["QS QH QD", "", "", ""], "melds": [[KINGS]], "melded_by": [2], "stock": "5D"}


def test_retail_surprise_exit_scores_two_hundred_with_the_partners_canasta() -> None:
    sheet = lines(retail(pile="8H", **SURPRISE), "0 draw", "0 meld QS QH QD", "0 discard 5D")
    assert (sheet["out"], sheet["concealed"]) == (100, 100)


def test_retail_surprise_exit_with_an_own_canasta_scores_the_same() -> None:
    game = retail(hands=[f"{KINGS} 9S 9H", "", "", ""], pile="8H", stock="9D")
    sheet = lines(game, "0 draw", f"0 meld {KINGS} / 9S 9H 9D")
    assert (sheet["out"], sheet["concealed"]) == (100, 100)


def test_retail_surprise_exit_adds_nothing_to_the_partners_melds() -> None:
    game = retail(pile="8H", **{**SURPRISE, "hands": ["QS QH QD", "", "", ""], "stock": "KD"})
    sheet = lines(game, "0 draw", "0 meld QS QH QD", "0 meld KD")
    assert sheet["out"] == 100
    assert "concealed" not in sheet


def test_retail_surprise_exit_may_follow_a_taken_pile() -> None:
    sheet = lines(retail(pile="QC", **SURPRISE), "0 take QS QH QD")
    assert (sheet["out"], sheet["concealed"]) == (100, 100)


def test_retail_surprise_exit_needs_the_minimum_only_after_a_taken_pile() -> None:
    fours = "4S 4H 4D 4C 4S 4H 4D"
    game = retail(hands=[fours, "", "", ""], pile="8H", stock="5D")
    sheet = lines(game, "0 draw", f"0 meld {fours}", "0 discard 5D")
    assert sheet["concealed"] == 100
    game = retail(hands=["4S 4H 4D 4C 4S 4H 9C", "", "", ""], pile="4D")
    refused(game, "0 take 4S 4H 4D 4C 4S 4H")


def test_retail_exit_of_a_player_who_has_melded_scores_a_hundred() -> None:
    position = {**SURPRISE, "melded_by": [0]}
    sheet = lines(retail(pile="8H", **position), "0 draw", "0 meld QS QH QD", "0 discard 5D")
    assert sheet["out"] == 100
    assert "concealed" not in sheet


# Scoring


@pytest.mark.parametrize(
    ("layout", "threes", "points"),
    [("4", "3H", 100), ("4", "3H 3D", 200), ("4", "3H 3D 3H", 300), ("4", "3H 3D 3H 3D", 800),
     ("6-pairs", "3H 3D 3H 3D", 800), ("6-pairs", "3H 3D 3H 3D 3H", 1000), ("6-pairs", "3H 3D 3H 3D 3H 3D", 1200)],
)  # fmt: skip
def test_retail_red_threes(layout: str, threes: str, points: int) -> None:
    assert round_end(layout=layout, threes=[threes], melds=[[OWN]])["threes"] == points
    assert round_end(layout=layout, threes=[threes])["threes"] == -points


@pytest.mark.parametrize(("score", "needed"), [(-5, 15), (0, 50), (1495, 50), (1500, 90), (2995, 90), (3000, 120)])
def test_retail_initial_meld_by_score(score: int, needed: int) -> None:
    assert allowed(retail(scores=[score, 0]))["opening"][0] == needed


def test_retail_two_melds_of_a_rank_are_forbidden() -> None:
    game = retail(hands=["JC JS JH 5S 6S"], melds=[[OWN]], pile="8H", stock="TC")
    refused(game, "0 draw", "0 meld J+: JC JS JH")
    assert meld_bags(allowed(game, "0 draw", "0 meld JC JS JH"), 0) == [bag("JS JH JD JC JS JH")]


def test_retail_stock_that_runs_out_ends_the_round_as_in_classic() -> None:
    assert verbs(allowed(retail(hands=["5S 6S"], pile="8H", stock=""))) == {"draw"}
    assert refused(retail(hands=["5S 6S"], melds=[["KS KH KC"]], pile="8H KD", stock=""), "0 draw") == "must-take"
