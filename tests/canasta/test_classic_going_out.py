"""`classic`: going out, keeping a card, black threes (docs/rules.md, Going out)."""

from __future__ import annotations

import pytest

from tests.canasta.play import allowed, bag, classic, hand, played, refused, round_entry, verbs

CANASTA = "KS KH KD KC KS KH KD"
MIXED = "KS KH KD KC 2S 2H *"


@pytest.mark.parametrize("canasta", [CANASTA, MIXED])
def test_classic_with_a_canasta_all_cards_may_be_melded(canasta: str) -> None:
    """Needs one canasta of any kind; melding everything, with no discard."""
    game = classic(hands=["9S 9H"], melds=[[canasta]], pile="7H", stock="9D 8D")
    entry = round_entry(game, "0 draw", "0 meld 9S 9H 9D")
    assert entry["out"] == 0


def test_classic_with_a_canasta_all_but_one_may_be_melded_and_that_one_discarded() -> None:
    game = classic(hands=["9S 9H 9D"], melds=[[CANASTA]], pile="7H", stock="5S 8D")
    state = allowed(game, "0 draw", "0 meld 9S 9H 9D")
    assert hand(state, 0) == bag("5S")
    assert state["phase"] == "play"
    entry = round_entry(game, "0 draw", "0 meld 9S 9H 9D", "0 discard 5S")
    assert entry["out"] == 0


@pytest.mark.parametrize("last", ["5S", "2D", "*", "3S"])
def test_classic_any_card_may_be_the_last_discard(last: str) -> None:
    game = classic(hands=["9S 9H 9D"], melds=[[CANASTA]], pile="7H", stock=f"{last} 8D")
    assert round_entry(game, "0 draw", "0 meld 9S 9H 9D", f"0 discard {last}")["out"] == 0


def test_classic_going_out_by_adding_one_card_and_discarding_the_last() -> None:
    game = classic(hands=["9S"], melds=[[CANASTA]], pile="7H", stock="KC 8D")
    assert round_entry(game, "0 draw", "0 meld KC", "0 discard 9S")["out"] == 0


def test_classic_going_out_ends_the_round_at_once() -> None:
    game = classic(hands=["9S 9H"], melds=[[CANASTA]], pile="7H", stock="9D 8D")
    state = allowed(game, "0 draw", "0 meld 9S 9H 9D")
    assert state["phase"] == "over"
    assert state["legal"] == []
    refused(game, "0 draw", "0 meld 9S 9H 9D", "1 draw")
    refused(game, "0 draw", "0 meld 9S 9H 9D", "0 undo")


def test_classic_ended_round_leaves_the_state_as_it_stood() -> None:
    """Record format: phase "over", scores that include the round."""
    game = classic(hands=["9S 9H"], melds=[[CANASTA]], pile="7H", stock="9D 8D", scores=[200, 100])
    answer = played(game, "0 draw", "0 meld 9S 9H 9D")
    state, entry = answer["state"], answer["rounds"][0]
    assert state["pile"] == "7H"
    assert state["stock"] == "8D"
    assert hand(state, 1) == bag("9H TH JH")
    assert state["scores"] == [200 + entry["sides"][0]["total"], 100 + entry["sides"][1]["total"]]


def test_classic_going_out_is_never_compulsory() -> None:
    game = classic(hands=["9S 9H 9D"], melds=[[CANASTA]], pile="7H", stock="5S 8D")
    assert allowed(game, "0 draw", "0 discard 5S")["turn"] == 1


def test_classic_canasta_may_be_completed_in_the_turn_of_going_out() -> None:
    game = classic(hands=["KC 9S 9H 9D"], melds=[["KS KH KD KC KS KH"]], pile="7H", stock="5S 8D")
    assert round_entry(game, "0 draw", "0 meld KC", "0 meld 9S 9H 9D", "0 discard 5S")["out"] == 0
    assert round_entry(game, "0 draw", "0 meld KC / 9S 9H 9D", "0 discard 5S")["out"] == 0


def test_classic_opponents_canastas_dont_count() -> None:
    game = classic(hands=["9S 9H"], melds=[["AS AH AD"], [CANASTA]], pile="7H", stock="9D 8D")
    refused(game, "0 draw", "0 meld 9S 9H 9D")


def test_classic_six_cards_are_no_canasta() -> None:
    game = classic(hands=["9S 9H"], melds=[["KS KH KD KC KS KH"]], pile="7H", stock="9D 8D")
    refused(game, "0 draw", "0 meld 9S 9H 9D")


# Without the canastas: never without cards, never down to one.


def test_classic_without_a_canasta_melding_down_to_no_card_is_refused() -> None:
    game = classic(hands=["9S 9H"], melds=[["AS AH AD"]], pile="7H", stock="9D 8D")
    refused(game, "0 draw", "0 meld 9S 9H 9D")


def test_classic_without_a_canasta_melding_down_to_one_card_is_refused() -> None:
    """With four cards after the draw, three may not be melded, two may."""
    game = classic(hands=["9S 9H 9D"], melds=[["AS AH AD"]], pile="7H", stock="5S 8D")
    refused(game, "0 draw", "0 meld 9S 9H 9D")
    game = classic(hands=["AC AS 9D"], melds=[["AS AH AD"]], pile="7H", stock="5S 8D")
    state = allowed(game, "0 draw", "0 meld AC AS", "0 discard 9D")
    assert hand(state, 0) == bag("5S")


def test_classic_without_a_canasta_melding_down_to_one_card_bit_by_bit_is_refused() -> None:
    game = classic(hands=["AC AS AH"], melds=[["AS AH AD"]], pile="7H", stock="5S 8D")
    refused(game, "0 draw", "0 meld AC", "0 meld AS", "0 meld AH")


def test_classic_initial_meld_down_to_one_card_is_refused() -> None:
    """Eleven cards of an opening don't matter: without a canasta two must remain."""
    game = classic(hands=["AS AH AD 9S 9H 9D"], pile="7H", stock="5S 8D")
    refused(game, "0 draw", "0 meld AS AH AD / 9S 9H 9D")
    allowed(game, "0 draw", "0 meld AS AH AD")


def test_classic_one_card_left_is_legal_if_it_completes_the_canasta() -> None:
    """And then it must be melded, for the discard would be going out without a canasta."""
    game = classic(hands=["KC 9S 9H 9D"], melds=[["KS KH KD KC KS KH"]], pile="7H", stock="9C 8D")
    moves = ["0 draw", "0 meld 9S 9H 9D 9C"]
    state = allowed(game, *moves)
    assert hand(state, 0) == bag("KC")
    assert verbs(state) - {"undo"} == {"meld"}
    refused(game, *moves, "0 discard KC")
    assert round_entry(game, *moves, "0 meld KC")["out"] == 0


def test_classic_one_wild_left_is_legal_if_it_completes_the_canasta() -> None:
    game = classic(hands=["2S 9S 9H 9D"], melds=[["KS KH KD KC KS KH"]], pile="7H", stock="9C 8D")
    moves = ["0 draw", "0 meld 9S 9H 9D 9C"]
    refused(game, *moves, "0 discard 2S")
    assert round_entry(game, *moves, "0 meld K: 2S")["out"] == 0


def test_classic_one_wild_left_that_fits_no_meld_is_refused() -> None:
    """Six cards with three wilds take no fourth: the last wild can't complete anything."""
    game = classic(hands=["2S 9S 9H 9D"], melds=[["KS KH KD 2H 2D *"]], pile="7H", stock="9C 8D")
    refused(game, "0 draw", "0 meld 9S 9H 9D 9C / K: 2S")
    allowed(game, "0 draw", "0 meld 9S 9H 9D")


def test_classic_two_cards_left_always_end_the_turn() -> None:
    game = classic(hands=["9S 9H 9D 5S"], melds=[["AS AH AD"]], pile="7H", stock="6S 8D")
    assert allowed(game, "0 draw", "0 meld 9S 9H 9D", "0 discard 5S")["turn"] == 1


# Black threes.


@pytest.mark.parametrize("threes", ["3S 3C 3S", "3S 3C 3S 3C"])
def test_classic_black_threes_are_melded_by_the_player_who_goes_out(threes: str) -> None:
    game = classic(hands=[threes], melds=[[CANASTA]], pile="7H", stock="5S 8D")
    state = allowed(game, "0 draw", f"0 meld {threes}")
    assert verbs(state) - {"undo"} == {"discard"}
    assert round_entry(game, "0 draw", f"0 meld {threes}", "0 discard 5S")["out"] == 0


def test_classic_black_threes_may_be_the_last_cards_melded() -> None:
    game = classic(hands=["3S 3C"], melds=[[CANASTA]], pile="7H", stock="3S 8D")
    assert round_entry(game, "0 draw", "0 meld 3S 3C 3S")["out"] == 0


def test_classic_black_threes_may_stand_in_one_stroke_with_other_melds() -> None:
    game = classic(hands=["3S 3C 3S 9S 9H"], melds=[[CANASTA]], pile="7H", stock="9D 8D")
    assert round_entry(game, "0 draw", "0 meld 3S 3C 3S / 9S 9H 9D")["out"] == 0


def test_classic_black_threes_are_not_melded_without_going_out() -> None:
    game = classic(hands=["3S 3C 3S 5S 6S"], melds=[[CANASTA]], pile="7H", stock="7S 8D")
    refused(game, "0 draw", "0 meld 3S 3C 3S")


def test_classic_black_threes_are_not_melded_without_the_canasta() -> None:
    game = classic(hands=["3S 3C 3S"], melds=[["AS AH AD"]], pile="7H", stock="5S 8D")
    refused(game, "0 draw", "0 meld 3S 3C 3S")
    refused(classic(hands=["3S 3C"], melds=[["AS AH AD"]], pile="7H", stock="3S 8D"), "0 draw", "0 meld 3S 3C 3S")


@pytest.mark.parametrize("cards", ["3S 3C", "3S 3C 2S", "3S 3C *", "3S 3C 3S 2S"])
def test_classic_black_threes_need_three_and_no_wild(cards: str) -> None:
    game = classic(hands=[cards], melds=[[CANASTA]], pile="7H", stock="5S 8D")
    refused(game, "0 draw", f"0 meld {cards}")


def test_classic_once_black_threes_are_melded_the_turn_must_end_the_round() -> None:
    """They lie only in the turn of going out: what would stop short of it is refused from then on."""
    game = classic(hands=["3S 3C 3S 9S"], melds=[[CANASTA, "9H 9D 9C"]], pile="7H", stock="5S 8D")
    moves = ["0 draw", "0 meld 3S 3C 3S"]
    refused(game, *moves, "0 discard 9S")
    refused(game, *moves, "0 discard 5S")
    assert round_entry(game, *moves, "0 meld 9S", "0 discard 5S")["out"] == 0


def test_classic_red_threes_are_never_melded() -> None:
    game = classic(hands=["3S 3C 9S"], melds=[[CANASTA]], threes=["3H 3D"], pile="7H", stock="5S 8D")
    refused(game, "0 draw", "0 meld 3S 3C 3H")


# Other numbers of canastas.


@pytest.mark.parametrize("layout", ["6-pairs", "6-trios"])
def test_classic_six_players_need_two_canastas(layout: str) -> None:
    """Going out needs 2 canastas."""
    one = classic(layout, hands=["9S 9H 9D"], melds=[[CANASTA, "QS QH QD QC QS QH"]], pile="7H", stock="5S 8D")
    refused(one, "0 draw", "0 meld 9S 9H 9D")
    two = classic(layout, hands=["9S 9H 9D"], melds=[[CANASTA, "QS QH QD QC QS QH *"]], pile="7H", stock="5S 8D")
    assert round_entry(two, "0 draw", "0 meld 9S 9H 9D", "0 discard 5S")["out"] == 0


def test_classic_two_players_need_two_canastas() -> None:
    one = classic("2", hands=["9S 9H"], melds=[[CANASTA, "QS QH QD QC QS QH"]], pile="7H", stock="9D 5S 8D")
    refused(one, "0 draw", "0 meld 9S 9H 9D")
    two = classic("2", hands=["9S 9H"], melds=[[CANASTA, "QS QH QD QC QS QH *"]], pile="7H", stock="9D 5S 8D")
    assert round_entry(two, "0 draw", "0 meld 9S 9H 9D", "0 discard 5S")["out"] == 0


def test_classic_five_players_need_one_canasta() -> None:
    hands = ["9S 9H", "9C TS", "TH JS", "JH QS", ""]
    game = classic("5-sitout", hands=hands, melds=[[CANASTA]], pile="7H", stock="9D 8D")
    assert round_entry(game, "0 draw", "0 meld 9S 9H 9D")["out"] == 0


def test_classic_three_players_need_one_canasta() -> None:
    """As at four, since nothing else is said."""
    game = classic("3-lone", hands=["9S 9H"], melds=[[CANASTA]], pile="7H", stock="9D 9C 8D")
    assert round_entry(game, "0 draw", "0 meld 9S 9H 9D 9C")["out"] == 0
