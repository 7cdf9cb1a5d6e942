"""`classic`: taking the pile (docs/rules.md, Taking the pile)."""

from __future__ import annotations

import pytest

from tests.canasta.play import allowed, bag, classic, hand, meld_bags, refused, verbs

OWN = ["AS AH AD"]


# The pile not frozen against the side: three ways.


def test_classic_unfrozen_pile_by_two_naturals_from_the_hand() -> None:
    game = classic(hands=["KS KH 5S 6S"], melds=[OWN], pile="8H KD")
    state = allowed(game, "0 take KS KH")
    assert meld_bags(state, 0) == [bag("AS AH AD"), bag("KS KH KD")]
    assert hand(state, 0) == bag("5S 6S 8H")
    assert state["pile"] == ""
    assert (state["turn"], state["phase"]) == (0, "play")


@pytest.mark.parametrize("wild", ["2S", "*"])
def test_classic_unfrozen_pile_by_one_natural_and_one_wild(wild: str) -> None:
    game = classic(hands=[f"KS {wild} 5S 6S"], melds=[OWN], pile="8H KD")
    state = allowed(game, f"0 take KS {wild}")
    assert meld_bags(state, 0) == [bag("AS AH AD"), bag(f"KS KD {wild}")]


def test_classic_unfrozen_pile_by_adding_the_top_card_to_an_own_meld() -> None:
    game = classic(hands=["5S 6S"], melds=[["KS KH KC"]], pile="8H KD")
    state = allowed(game, "0 take")
    assert meld_bags(state, 0) == [bag("KS KH KC KD")]
    assert hand(state, 0) == bag("5S 6S 8H")


@pytest.mark.parametrize("canasta", ["KS KH KC KS KH KC KD", "KS KH KC KS 2S 2H *"])
def test_classic_own_meld_may_be_a_completed_canasta(canasta: str) -> None:
    game = classic(hands=["5S 6S"], melds=[[canasta]], pile="8H KD")
    assert meld_bags(allowed(game, "0 take"), 0) == [bag(f"{canasta} KD")]


@pytest.mark.parametrize("cards", ["KS KH", "KS 2S", "KS", "2S", "KS KH 2S"])
def test_classic_taking_cards_merge_into_an_own_meld_of_the_rank(cards: str) -> None:
    """In (a)/(b) the cards merge into an existing meld; the first group may hold more or less beside way (c)."""
    game = classic(hands=["KS KH 2S 5S 6S"], melds=[["KS KH KC"]], pile="8H KD")
    state = allowed(game, f"0 take {cards}")
    assert meld_bags(state, 0) == [bag(f"KS KH KC KD {cards}")]


def test_classic_take_with_a_wild_respects_the_cap_after_merging() -> None:
    """(b) must still respect the 3-wild cap after merging."""
    game = classic(hands=["KS 2S 5S 6S"], melds=[["KS KH KC 2H 2D *"]], pile="8H KD")
    refused(game, "0 take KS 2S")
    allowed(game, "0 take KS")


@pytest.mark.parametrize("cards", ["2S 2H", "KS", "2S", "QS QH", "KS QS", "* 2S"])
def test_classic_no_other_two_cards_take_the_pile(cards: str) -> None:
    game = classic(hands=["KS QS QH 2S 2H * 5S 6S"], melds=[OWN], pile="8H KD")
    refused(game, f"0 take {cards}")


def test_classic_take_without_cards_needs_an_own_meld_of_the_rank() -> None:
    game = classic(hands=["KS KH 5S 6S"], melds=[OWN, ["KS KC KD 2S"]], pile="8H KD")
    refused(game, "0 take")


def test_classic_one_five_does_not_take_a_five_with_another_buried() -> None:
    refused(classic(hands=["5S 9H 8D 6S"], melds=[OWN], pile="5H 8C 5D"), "0 take 5S")
    refused(classic(hands=["5S 9H 8D 6S"], melds=[OWN], pile="5H 8C 5D"), "0 take 5S 5H")
    game = classic(hands=["5S 5C 9H 8D 6S"], melds=[OWN], pile="5H 8C 5D")
    state = allowed(game, "0 take 5S 5C", "0 meld 5H")
    assert meld_bags(state, 0)[1] == bag("5S 5C 5D 5H")
    assert hand(state, 0) == bag("9H 8D 6S 8C")


def test_classic_take_brings_the_whole_pile_into_the_hand() -> None:
    game = classic(hands=["5S 6S"], melds=[["KS KH KC"]], pile="8H 9C TC JC 4S KD")
    state = allowed(game, "0 take")
    assert hand(state, 0) == bag("5S 6S 8H 9C TC JC 4S")
    assert state["pile"] == ""


def test_classic_cards_of_the_pile_may_be_melded_after_the_take() -> None:
    game = classic(hands=["5S 6S 9D"], melds=[["KS KH KC"]], pile="9C 9S KD")
    state = allowed(game, "0 take", "0 meld 9D 9C 9S")
    assert meld_bags(state, 0)[1] == bag("9D 9C 9S")


def test_classic_further_melds_of_the_take_come_from_the_hand_only() -> None:
    """The melds of the stroke are laid before the rest of the pile is taken."""
    game = classic(hands=["5S 6S 9D 9H"], melds=[["KS KH KC"]], pile="9C 9S KD")
    refused(game, "0 take / 9D 9H 9C")
    game = classic(hands=["5S 6S 9D 9H 9C"], melds=[["KS KH KC"]], pile="9S KD")
    allowed(game, "0 take / 9D 9H 9C")


def test_classic_cards_lower_in_the_pile_never_help_to_qualify() -> None:
    game = classic(hands=["KS 5S 6S"], melds=[OWN], pile="KH KC KD")
    assert verbs(allowed(game)) == {"draw"}
    refused(game, "0 take KS KH")


def test_classic_no_take_from_an_empty_pile() -> None:
    game = classic(hands=["KS KH 5S 6S"], melds=[["KD KC KS"]], pile="")
    state = allowed(game)
    assert verbs(state) == {"draw"}
    assert (state["frozen"], state["blocked"]) == (False, False)
    refused(game, "0 take")
    refused(game, "0 take KS KH")


def test_classic_take_names_its_meld() -> None:
    game = classic(hands=["KS KH 5S 6S"], melds=[["KD KC KS"]], pile="8H KC")
    state = allowed(game, "0 take K: KS KH")
    assert meld_bags(state, 0) == [bag("KD KC KS KC KS KH")]
    refused(game, "0 take K+: KS KH")


def test_classic_taken_pile_may_be_discarded_from() -> None:
    game = classic(hands=["5S 6S"], melds=[["KS KH KC"]], pile="8H KD")
    assert allowed(game, "0 take", "0 discard 8H")["pile"] == "8H"


# Frozen: two naturals from the hand, whoever froze it.


FROZEN_PILES = ["2H 8H KD", "* KD", "3H 8H KD", "3D KD"]


@pytest.mark.parametrize("pile", FROZEN_PILES)
def test_classic_frozen_pile_needs_two_naturals_from_hand(pile: str) -> None:
    game = classic(hands=["KS KH 2S 5S 6S 7S"], melds=[OWN], pile=pile)
    assert allowed(game)["frozen"] is True
    refused(game, "0 take KS 2S")
    assert meld_bags(allowed(game, "0 take KS KH"), 0)[1] == bag("KS KH KD")


@pytest.mark.parametrize("pile", FROZEN_PILES)
def test_classic_frozen_pile_is_not_taken_by_an_own_meld(pile: str) -> None:
    game = classic(hands=["KS 2S 5S 6S 7S"], melds=[["KS KH KC"]], pile=pile)
    assert verbs(allowed(game)) == {"draw"}
    for move in ("take", "take KS", "take KS 2S", "take 2S"):
        refused(game, f"0 {move}")


def test_classic_frozen_pile_with_an_own_meld_of_the_rank() -> None:
    """Four sevens lie there and a seven is on top: one in the hand is not enough, with two it is a canasta."""
    for cards in ("5S 6S 8S", "7S 5S 6S 8S"):
        game = classic(hands=[cards], melds=[["7S 7H 7D 7C"]], pile="2H 7D", stock="4C 8D")
        assert verbs(allowed(game)) == {"draw"}
        refused(game, "0 take")
    refused(classic(hands=["7S 5S 6S 8S"], melds=[["7S 7H 7D 7C"]], pile="2H 7D", stock="4C 8D"), "0 take 7S")
    game = classic(hands=["7S 7C 5S 6S 8S"], melds=[["7S 7H 7D 7C"]], pile="2H 7D", stock="4C 8D")
    assert meld_bags(allowed(game, "0 take 7S 7C"), 0) == [bag("7S 7H 7D 7C 7D 7S 7C")]


def test_classic_frozen_pile_first_group_may_hold_more_than_the_pair() -> None:
    game = classic(hands=["KS KH KC 2S 5S 6S 7S"], melds=[OWN], pile="2H KD")
    state = allowed(game, "0 take KS KH KC 2S")
    assert meld_bags(state, 0)[1] == bag("KS KH KC 2S KD")


def test_classic_freeze_ends_when_the_pile_is_taken() -> None:
    game = classic(hands=["KS KH 5S 6S 7S"], melds=[OWN], pile="2H 8H KD")
    state = allowed(game, "0 take KS KH", "0 discard 5S")
    assert state["pile"] == "5S"
    assert state["frozen"] is False


def test_classic_wilds_taken_with_the_pile_come_into_the_hand() -> None:
    game = classic(hands=["KS KH 5S 6S"], melds=[OWN], pile="2H * KD")
    assert hand(allowed(game, "0 take KS KH"), 0) == bag("5S 6S 2H *")


def test_classic_pile_is_frozen_for_a_side_that_has_not_melded() -> None:
    """(3): frozen for that side only."""
    game = classic(hands=["AS AH * 5S 6S"], melds=[[], ["KS KC KD"]], pile="8H AD")
    state = allowed(game)
    assert state["frozen"] is False
    refused(game, "0 take AS *")
    allowed(game, "0 take AS AH")
    other = classic(turn=1, hands=["4S", "AS * 5S 6S"], melds=[[], ["KS KC KD"]], pile="8H AD")
    allowed(other, "1 take AS *")


def test_classic_a_bundle_does_not_unfreeze_the_pile_for_its_own_take() -> None:
    """The side hasn't melded when the take is shown, so the pair must be natural however much is laid."""
    game = classic(hands=["KS * AS AH AC 5S 6S"], melds=[], pile="8H KD")
    refused(game, "0 take KS * / AS AH AC")
    refused(game, "0 take / AS AH AC")


def test_a_position_may_say_that_the_pile_is_frozen_when_its_cards_dont() -> None:
    """Record format: `frozen` is given when the cards don't tell."""
    game = classic(hands=["KS KH 2S 5S 6S 7S"], melds=[OWN], pile="8H KD", frozen=True)
    assert allowed(game)["frozen"] is True
    refused(game, "0 take KS 2S")
    assert allowed(game, "0 take KS KH", "0 discard 5S")["frozen"] is False


# The top card.


@pytest.mark.parametrize("top", ["2H", "*", "3S", "3C"])
def test_classic_no_take_under_a_wild_or_black_three(top: str) -> None:
    """Never, in any circumstances."""
    game = classic(hands=["2S 2D * 3S 3C KS KH 5S"], melds=[["KD KC KS 2C"]], pile=f"KH {top}")
    state = allowed(game)
    assert state["blocked"] is True
    assert verbs(state) == {"draw"}
    for move in ("take", "take 2S 2D", "take * 2S", "take 3S 3C", "take KS KH", "take KS 2S", "take K: 2S"):
        refused(game, f"0 {move}")


def test_classic_black_three_covered_by_a_natural_lets_normal_rules_apply() -> None:
    game = classic(hands=["KS 5S 6S"], melds=[["KD KC KS"]], pile="3C KH")
    assert allowed(game)["blocked"] is False
    assert hand(allowed(game, "0 take"), 0) == bag("KS 5S 6S 3C")


# Red threes in the pile.


def test_classic_red_three_of_the_turn_up_is_laid_by_the_taker_without_replacement() -> None:
    game = classic(hands=["KS KH 5S 6S 7S"], melds=[OWN], pile="3H 8H KD", stock="9H 8D")
    state = allowed(game, "0 take KS KH")
    assert state["threes"][0] == "3H"
    assert hand(state, 0) == bag("5S 6S 7S 8H")
    assert state["stock"] == "9H 8D"


# The remaining cards must end the turn.


def test_classic_take_that_leaves_one_card_is_refused_without_a_canasta() -> None:
    refused(classic(hands=["KS KH 5S"], melds=[OWN], pile="KD"), "0 take KS KH")
    allowed(classic(hands=["KS KH 5S"], melds=[OWN], pile="8H KD"), "0 take KS KH")
    allowed(classic(hands=["KS KH 5S 6S"], melds=[OWN], pile="KD"), "0 take KS KH")


def test_classic_take_that_leaves_no_card_is_refused_without_a_canasta() -> None:
    refused(classic(hands=["KS KH"], melds=[OWN], pile="KD"), "0 take KS KH")


def test_classic_red_threes_of_the_pile_are_no_cards_to_end_the_turn_with() -> None:
    game = classic(hands=["KS KH 5S"], melds=[OWN], pile="3H KD")
    assert verbs(allowed(game)) == {"draw"}
    refused(game, "0 take KS KH")


def test_classic_take_that_leaves_one_card_may_complete_a_canasta_with_it() -> None:
    """One card may be left if melding that very card makes the canasta."""
    game = classic(hands=["KS KH 5S"], melds=[["5H 5D 5C 5H 5D 5C"]], pile="KD", stock="4C 8D")
    assert verbs(allowed(game, "0 take KS KH")) - {"ask"} == {"meld"}
    refused(game, "0 take KS KH", "0 discard 5S")
    assert allowed(game, "0 take KS KH", "0 meld 5S")["phase"] == "over"


# One card and one card.


def test_classic_one_card_in_hand_may_not_take_a_pile_of_one_card() -> None:
    game = classic(hands=["5S"], melds=[["KS KH KC"]], pile="KD")
    assert verbs(allowed(game)) == {"draw"}
    refused(game, "0 take")


def test_classic_one_card_in_hand_may_not_take_one_card_even_to_go_out() -> None:
    refused(classic(hands=["5S"], melds=[["KS KH KC KS KH KC KD"]], pile="KD"), "0 take")
    refused(classic(hands=["KC"], melds=[["KS KH KD KS KH KD 2S"]], pile="KC"), "0 take KC")


def test_classic_one_card_in_hand_may_take_a_larger_pile() -> None:
    game = classic(hands=["5S"], melds=[["KS KH KC"]], pile="8H KD")
    assert hand(allowed(game, "0 take"), 0) == bag("5S 8H")


def test_classic_two_cards_in_hand_may_take_a_pile_of_one_card() -> None:
    game = classic(hands=["5S 6S"], melds=[["KS KH KC"]], pile="KD")
    assert hand(allowed(game, "0 take"), 0) == bag("5S 6S")


def test_classic_take_may_go_out_in_the_same_move() -> None:
    game = classic(hands=["KS KH"], melds=[["QS QH QD QS QH QD QC"]], pile="KD")
    state = allowed(game, "0 take KS KH")
    assert state["phase"] == "over"
