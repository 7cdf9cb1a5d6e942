"""`american-2007`: the tournament sheet, where it differs from the modern game (docs/variants.md, American tournament sheet)."""

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
    replay,
    stacked,
    verbs,
)

NATURAL = "8S 8H 8D 8C 8S 8H 8D"
MIXED = "JS JH JD JC JS * 2S"
SMALL = ["4S 5S 8S", "4H 5H 6H", "4D 5D 6D", "4C 5C 6C"]
OWN = ["QS QH QD"]


def sheet(**position: Any) -> Document:
    return classic(variant="american-2007", **position)


def playing(cards: str, **position: Any) -> Document:
    """Seat 0 holds `cards`, having drawn."""
    return sheet(**{"phase": "play", "so_far": ["draw"], "hands": [cards], **position})


# The deal.


def test_american_2007_deals_thirteen_and_two_talons_that_lie_unused() -> None:
    game = {**dealt(stacked(then="4S 4H 4D 4C 5S 5H 5D 6S", size=13)), "variant": "american-2007"}
    state = allowed(game)
    assert [len(text.split()) for text in state["hands"]] == [13] * 4
    assert len(state["stock"].split()) == 49
    assert state["pile"] == ""
    opens = playing("AS AH AD * KS KH KD 9S TC", talons_left=["4S KD 9C 2H", "7D 7C *"])
    state = allowed(opens, "0 meld AS AH AD * / KS KH KD", "0 discard 9S")
    assert "talons" not in state


def test_american_2007_house_rule_gives_the_talons_out() -> None:
    game = playing("AS AH AD * KS KH KD 9S TC", talons_left=["4S KD 9C 2H", "7D 7C *"],
                   rules={"deal.talons_given": True})  # fmt: skip
    state = allowed(game, "0 meld AS AH AD * / KS KH KD", "0 discard 9S")
    assert state["talons"][0] == "4S KD 9C 2H"


def test_american_2007_draws_one() -> None:
    assert len(allowed(sheet(hands=["KS QS"]), "0 draw")["hands"][0].split()) == 3


# Threes.


def test_american_2007_threes_are_laid_at_any_time_before_the_discard() -> None:
    game = sheet(hands=["3S 3H KS KH KC QS"], melds=[["AS AH AD *"]], stock="9S 5C 6C")
    assert allowed(game, "0 three 3S")["threes"][0] == "3S"
    state = allowed(game, "0 draw", "0 meld KS KH KC", "0 three 3H")
    assert state["threes"][0] == "3H"
    assert "5C" in state["hands"][0].split()


def test_american_2007_threes_are_discarded_only_in_going_out() -> None:
    refused(playing("3S KS"), "0 discard 3S")
    assert lines(playing("3S", melds=[[NATURAL, MIXED]]), "0 discard 3S")["out"] == 100


def test_american_2007_a_hand_of_threes_lays_them() -> None:
    game = playing("3S 3H", stock="5S 6S")
    refused(game, "0 discard 3S")
    assert allowed(game, "0 three 3S", "0 discard 5S")["turn"] == 1
    melded = playing("3S 3H KS KH KD", melds=[OWN], stock="5S 6S")
    assert allowed(melded, "0 meld KS KH KD", "0 three 3S", "0 discard 5S")["turn"] == 1


def test_american_2007_a_three_that_cannot_be_replaced_ends_the_round() -> None:
    assert played(playing("3S 3H", stock=""), "0 three 3S")["state"]["phase"] == "over"


# The initial meld.


@pytest.mark.parametrize(("score", "needed"), [(-500, 125), (2995, 125), (3000, 155), (4995, 155), (5000, 180)])
def test_american_2007_initial_meld_by_score(score: int, needed: int) -> None:
    assert allowed(sheet(scores=[score, 0]))["opening"] == [needed, 125]


def test_american_2007_initial_meld_holds_three_naturals_of_a_rank() -> None:
    allowed(playing("KS KH KD 2S 2H QS QH * 4S 5S"), "0 meld KS KH KD 2S 2H / QS QH *")
    refused(playing("KS KH 2S QS QH 2H AS AH * 4S 5S"), "0 meld KS KH 2S / QS QH 2H / AS AH *")


def test_american_2007_a_wild_meld_is_no_triple_but_by_house_rule() -> None:
    refused(playing("* * 2S KS KH 2H 4S 5S"), "0 meld KS KH 2H / * * 2S")
    rules = {"opening.triple": "or-wild-meld"}
    allowed(playing("* * 2S KS KH 2H 4S 5S", rules=rules), "0 meld KS KH 2H / * * 2S")


@pytest.mark.parametrize("canasta", ["4S 4H 4D 4C 4S 4H 4D", "4S 4H 4D 4C 4S 2H 2D", "2S 2H 2D 2C 2S 2H 2D"])
def test_american_2007_any_complete_canasta_opens(canasta: str) -> None:
    assert "meld" in verbs(allowed(playing(f"{canasta} 9S TS", scores=[5000, 0])))
    allowed(playing(f"{canasta} 9S TS", scores=[5000, 0]), f"0 meld {canasta}")
    rules = {"opening.splash": "natural-or-wild"}
    if "4S 2H" in canasta:
        refused(playing(f"{canasta} 9S TS", scores=[5000, 0], rules=rules), f"0 meld {canasta}")


# The pile.


def test_american_2007_pile_is_always_frozen() -> None:
    game = sheet(hands=["KS KH 2S 5S 6S"], melds=[OWN], pile="9C KD")
    assert allowed(game)["frozen"] is True
    assert meld_bags(allowed(game, "0 take KS KH"), 0)[1] == bag("KS KH KD")
    refused(game, "0 take KS 2S")
    refused(sheet(hands=["5S 6S"], melds=[["KH KC KD"]], pile="9C KD"), "0 take")


def test_american_2007_a_meld_of_five_jacks_does_not_take_a_jack() -> None:
    allowed(sheet(hands=["JS JH 5S 6S"], melds=[["JD JC JS JH"]], pile="9C JD"), "0 take JS JH")
    refused(sheet(hands=["JS JH 5S 6S"], melds=[["JD JC JS JC JH"]], pile="9C JD"), "0 take JS JH")
    refused(sheet(hands=["JS JH 5S 6S"], melds=[["JD JC JS 2S 2H"]], pile="9C JD"), "0 take JS JH")


def test_american_2007_opens_and_takes_in_one_turn_before_a_draw() -> None:
    game = sheet(hands=["KS KH QS QH QD 2H AS AH AD * 4S 5S"], pile="9C KD")
    state = allowed(game, "0 take KS KH / QS QH QD 2H / AS AH AD *")
    assert hand(state, 0) == bag("4S 5S 9C")
    inside = sheet(hands=["KS KH KC 2H AS AH AD * 4S 5S"], pile="9C KD")
    allowed(inside, "0 take / KS KH KC 2H / AS AH AD *")
    refused(game, "0 meld QS QH QD 2H / AS AH AD *")
    refused(game, "0 take KS KH")


def test_american_2007_the_opening_is_complete_without_pair_and_top_card() -> None:
    refused(sheet(hands=["AS AH KS KH KD 2S * 4S 5S"], pile="9C AD"), "0 take AS AH / KS KH KD 2S *")


def test_american_2007_house_rule_takes_only_after_an_earlier_opening() -> None:
    game = sheet(hands=["KS KH KC 2H AS AH AD * 4S 5S"], pile="9C KD", rules={"opening.with_pile": "no"})
    refused(game, "0 take / KS KH KC 2H / AS AH AD *")


def test_american_2007_an_empty_stock_forces_no_take() -> None:
    game = sheet(hands=["KS KH 5S 6S"], melds=[OWN], pile="9C KD", stock="")
    assert verbs(allowed(game)) == {"draw", "take"}


# Discards.


def test_american_2007_aces_sevens_and_wilds_on_an_empty_pile() -> None:
    game = playing("AS 7S 2S 9S")
    for card in ("AS", "7S", "2S"):
        refused(game, f"0 discard {card}")
    allowed(game, "0 discard 9S")
    allowed(playing("AS 7S 2S"), "0 discard AS")
    refused(playing("AS 7S 2S"), "0 discard 2S")
    allowed(playing("2S * 2H"), "0 discard 2S")
    allowed(playing("AS 7S 2S 9S", pile="4C"), "0 discard AS")


def test_american_2007_an_ace_may_be_the_last_discard_onto_an_empty_pile() -> None:
    assert lines(playing("AS", melds=[[NATURAL, MIXED]]), "0 discard AS")["out"] == 100


# Melds.


def test_american_2007_no_meld_over_seven_and_no_second_of_a_rank() -> None:
    refused(playing("8C 4S 5S", melds=[[NATURAL]]), "0 meld 8C")
    refused(playing("8C 8S 8H 4S 5S", melds=[[NATURAL]]), "0 meld 8+: 8C 8S 8H")


def test_american_2007_two_wilds_at_most_none_on_sevens() -> None:
    allowed(playing("KS KH KD 2S * 4S 5S", melds=[OWN]), "0 meld KS KH KD 2S *")
    refused(playing("KS KH KD 2S 2H * 4S 5S", melds=[OWN]), "0 meld KS KH KD 2S 2H *")
    refused(playing("7S 7H 2S 4S 5S", melds=[OWN]), "0 meld 7S 7H 2S")


def test_american_2007_aces_mixed_only_in_the_initial_meld() -> None:
    allowed(playing("AS AH AD 2S 2H KS KH KD 4S 5S"), "0 meld AS AH AD 2S 2H / KS KH KD")
    refused(playing("AS AH AD 2S 4S 5S", melds=[OWN]), "0 meld AS AH AD 2S")
    refused(playing("2S 4S 5S", melds=[["AS AH AD"]]), "0 meld A: 2S")
    allowed(playing("2S 4S 5S", melds=[["AS AH AD *"]]), "0 meld A: 2S")


def test_american_2007_a_wild_meld_locks_nothing() -> None:
    allowed(playing("KS KH 2D 4S 5S", melds=[[*OWN, "2S 2H *"]]), "0 meld KS KH 2D")


def test_american_2007_no_sequences() -> None:
    refused(playing("9H TH JH 4S 5S", melds=[OWN]), "0 meld 9H TH JH")


# Going out.


def test_american_2007_two_canastas_and_a_discard() -> None:
    game = playing("JC QS", melds=[[NATURAL, "KS KH KD KC KS KH KD", "JS JH JD", "QS QH QD"]])
    refused(game, "0 meld J: JC / Q: QS")
    assert lines(game, "0 meld J: JC", "0 discard QS")["out"] == 100
    refused(playing("JC", melds=[[NATURAL]]), "0 discard JC")


def test_american_2007_asks_like_the_base_before_melding() -> None:
    game = playing("JC QS 9S", melds=[[NATURAL, MIXED, "QH QD QC 2H", "9H 9D 9C"]])
    allowed(game, "0 ask")
    refused(game, "0 meld Q: QS", "0 ask")


# Special hands.

PAIRS = "4S 4H 5S 5H 7S 7H 8S 8H 9S 9H TS TH QS QH"
PAIRS_TWOS = "2S 2H 6S 6H 7S 7H 9S 9H JS JH KS KH AS AH"
GARBAGE = "4S 4H 4D 4C 7S 7H 7D 9S 9H 9D 9C JS JH JD"
STRAIGHT = "AS 2S 3S 4H 5D 6C 7S 8H 9D TC JS QH KD *"


@pytest.mark.parametrize(
    ("name", "cards", "points"),
    [("pairs", PAIRS, 2500), ("pairs", PAIRS_TWOS, 2000), ("garbage", GARBAGE, 2000), ("straight", STRAIGHT, 3000)],
)
def test_american_2007_special_hands_score_their_value_alone(name: str, cards: str, points: int) -> None:
    game = playing(cards, threes=["3H"], stock="5C 6C")
    assert lines(game, f"0 special {name}") == {"special": points}
    assert played(game, f"0 special {name}")["rounds"][0]["sides"][1]["hand"] < 0


@pytest.mark.parametrize(
    ("name", "cards"),
    [("pairs", PAIRS.replace("4S 4H 5S 5H", "4S 4H 4D 4C")), ("pairs", PAIRS.replace("4S 4H", "3S 3C")),
     ("pairs", PAIRS.replace("4S 4H", "* *")), ("pairs", PAIRS.replace("4S 4H", "2S 2H")),
     ("garbage", GARBAGE.replace("4S", "5C"))],
)  # fmt: skip
def test_american_2007_other_hands_are_not_special(name: str, cards: str) -> None:
    refused(playing(cards), f"0 special {name}")


def test_american_2007_no_special_hand_after_the_partner_melded() -> None:
    refused(playing(PAIRS, melds=[OWN]), "0 special pairs")


def test_american_2007_house_rule_of_a_shorter_list_of_special_hands() -> None:
    refused(playing(GARBAGE, rules={"extra.garbage": 0}), "0 special garbage")


# Scoring.


round_end = partial(at_end, sheet, pile="9C", hands=SMALL)


@pytest.mark.parametrize(
    ("threes", "points"),
    [("3H", 100), ("3H 3D", 300), ("3H 3D 3H", 500), ("3H 3D 3H 3D", 1000), ("3S 3H", 200), ("3S 3C 3S 3C", 1000)],
)
def test_american_2007_threes_by_colour_and_number_of_canastas(threes: str, points: int) -> None:
    assert round_end(melds=[[NATURAL, MIXED]], threes=[threes])["threes"] == points
    assert "threes" not in round_end(melds=[[NATURAL]], threes=[threes])
    assert round_end(threes=[threes])["threes"] == -points


def test_american_2007_kept_threes_count_as_laid_where_that_is_a_penalty_else_five_each() -> None:
    hands = ["3D", "4H", "4D", "4C"]
    assert round_end(threes=["3H"], hands=hands) == {"threes": -300, "hand": -5}
    assert round_end(threes=["3H"], melds=[[NATURAL]], hands=hands)["hand"] == -10
    two = round_end(threes=["3H"], melds=[[NATURAL, MIXED]], hands=hands)
    assert (two["threes"], two["hand"]) == (100, -10)


def test_american_2007_melded_cards_count_against_a_side_without_a_canasta() -> None:
    assert round_end(melds=[["KS KH KD"]]) == {"cards": -30, "hand": -35}
    assert round_end(melds=[[NATURAL, "KS KH KD"]])["cards"] == 100


@pytest.mark.parametrize(
    ("meld", "line", "points"),
    [("2S 2H 2D 2C 2S 2H 2D", "wild", 3000), ("* * * * 2S 2H 2D", "wild", 2500), ("* * * 2S 2H 2D 2C", "wild", 2000),
     ("7S 7H 7D 7C 7S 7H 7D", "sevens", 2500), ("AS AH AD AC AS AH AD", "aces", 2500),
     ("AS AH AD AC AS * 2S", "mixed", 300), (NATURAL, "natural", 500)],
)  # fmt: skip
def test_american_2007_canasta_bonuses(meld: str, line: str, points: int) -> None:
    assert round_end(melds=[[meld]])[line] == points


@pytest.mark.parametrize(("meld", "penalty"), [("7S 7H 7D", 2500), ("AS AH AD", 2500), ("2S 2H *", 2000)])
def test_american_2007_unfinished_melds_are_penalised(meld: str, penalty: int) -> None:
    assert round_end(melds=[[NATURAL, meld]])["unfinished"] == -penalty


def test_american_2007_three_sevens_or_aces_in_a_hand_cost_1500() -> None:
    assert round_end(hands=["7S 7H 7D", "4H", "AS AH AD", "4C"])["held"] == -3000
    assert "held" not in round_end(hands=["7S 7H AS", "4H", "AH AD", "4C"])


def test_american_2007_held_aces_cost_nothing_to_a_side_with_mixed_aces() -> None:
    hands = ["4S", "4H", "AC AH AD", "4C"]
    assert "held" not in round_end(melds=[["AS AH AD *"]], hands=hands)
    assert round_end(melds=[[NATURAL]], hands=hands)["held"] == -1500


def test_american_2007_no_bonus_for_a_concealed_exit() -> None:
    other = "KS KH KD KC KS KH KD"
    game = playing(f"{NATURAL} {other} 9S")
    assert "concealed" not in lines(game, f"0 meld {NATURAL} / {other}", "0 discard 9S")


def test_american_2007_the_game_goes_to_8500() -> None:
    game = playing("9S", melds=[[NATURAL, MIXED]], scores=[7440, 0])
    game["position"]["hands"] = ["9S", "4H", "9D TD", "4C"]
    game["moves"] = ["0 discard 9S"]
    answer = replay(game)
    assert answer["result"] == {"winner": 0, "scores": [8510, -10]}
