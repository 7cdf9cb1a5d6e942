"""`classic`: what a meld may hold and how melds grow (docs/rules.md, Melds of one rank; docs/record-format.md, Naming a meld)."""

from __future__ import annotations

import pytest

from tests.canasta.play import Document, allowed, bag, classic, hand, lines, meld_bags, refused, verbs


def _opened(cards: str, melds: list[str] | None = None) -> Document:
    """Seat 0 has opened, holds these cards and will draw the four of clubs."""
    return classic(hands=[f"{cards} 4S 5C"], melds=[melds or ["JS JH JD"]], pile="7H", stock="4C 8D 8C")


@pytest.mark.parametrize(
    "cards",
    [
        "KS KH KD",
        "6S 6H 6D 6C 6S",
        "QS QH QD 2S",
        "8S 8H 8D 8C 8S 2S *",
        "QS QH 2S",
        "QS QH *",
        "QS QH 2S 2H 2D",
        "QS QH QD 2S * *",
        "AS AH AD AC AS AH AD AC",
        "QS QH QD QC QS QH QD QC * * 2S",
    ],
)
def test_classic_meld_of_one_rank_with_two_naturals_and_at_most_three_wilds(cards: str) -> None:
    """Min 3, no max; at least two naturals; at most three wilds whatever the size."""
    state = allowed(_opened(cards), "0 draw", f"0 meld {cards}")
    assert meld_bags(state, 0) == [bag("JS JH JD"), bag(cards)]
    assert hand(state, 0) == bag("4S 5C 4C")


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ("KS KH", "two cards are no meld"),
        ("KS", "one card is no meld"),
        ("QS 2S", "two cards are no meld"),
        ("QS 2S 2H", "one natural only"),
        ("QS QH 2S 2H * *", "four wilds"),
        ("2S 2H 2D", "wilds alone"),
        ("* * 2S", "wilds alone"),
        ("2S 2H 2D 2C * * *", "a wild canasta"),
        ("QS QH KS", "two ranks"),
        ("QS QH KS KH 2S", "two ranks"),
        ("5H 6H 7H", "a sequence"),
        ("3S 3C 3S", "black threes without going out"),
        ("3S 3C 2S", "black threes with a wild"),
        ("3S KS KH", "a black three with other cards"),
    ],
)
def test_classic_no_other_cards_make_a_meld(cards: str, why: str) -> None:
    assert refused(_opened(cards), "0 draw", f"0 meld {cards}"), why


def test_classic_fourth_wild_is_refused_however_many_naturals() -> None:
    game = _opened("2S", ["QS QH QD QC QS QH QD QC 2H 2D *"])
    refused(game, "0 draw", "0 meld Q: 2S")
    game = _opened("2S", ["QS QH QD QC QS QH QD QC 2D *"])
    state = allowed(game, "0 draw", "0 meld Q: 2S")
    assert meld_bags(state, 0) == [bag("QS QH QD QC QS QH QD QC 2D * 2S")]


def test_classic_four_naturals_and_three_wilds_are_a_mixed_canasta() -> None:
    """4 + 3 is a canasta: it pays 300 and gives the right to go out."""
    game = classic(hands=["QS QH QD QC 2S 2H *"], melds=[["JS JH JD"]], pile="7H", stock="5H 8D")
    assert lines(game, "0 draw", "0 meld QS QH QD QC 2S 2H *", "0 discard 5H")["mixed"] == 300


@pytest.mark.parametrize("card", ["KC", "KC KS", "KC 2S"])
def test_classic_cards_of_a_rank_on_the_table_join_that_meld(card: str) -> None:
    """One meld per rank per side: new cards are merged into the existing meld."""
    game = classic(hands=[f"{card} 5S 6S"], melds=[["KS KH KD"]], pile="7H")
    state = allowed(game, "0 draw", f"0 meld {card}")
    assert meld_bags(state, 0) == [bag(f"KS KH KD {card}")]


def test_classic_a_whole_group_of_a_rank_on_the_table_joins_that_meld() -> None:
    game = classic(hands=["KC KD KH 5S 6S"], melds=[["KS KH KD"]], pile="7H")
    state = allowed(game, "0 draw", "0 meld KC KD KH")
    assert meld_bags(state, 0) == [bag("KS KH KD KC KD KH")]


def test_classic_joining_group_must_respect_the_cap_of_three_wilds() -> None:
    game = classic(hands=["KC KD 2C 2S 5S 6S"], melds=[["KS KH KD 2H 2D"]], pile="7H")
    refused(game, "0 draw", "0 meld KC 2C 2S")
    refused(game, "0 draw", "0 meld KC KD 2C 2S")
    allowed(game, "0 draw", "0 meld KC KD 2C")


def test_classic_a_new_meld_of_a_rank_on_the_table_cannot_be_started() -> None:
    game = classic(hands=["KC KD KH 5S 6S"], melds=[["KS KH KD"]], pile="7H")
    refused(game, "0 draw", "0 meld K+: KC KD KH")


def test_classic_both_sides_may_hold_the_same_rank() -> None:
    game = classic(hands=["KC KD KH 5S 6S"], melds=[["JS JH JD"], ["KS KH KD"]], pile="7H")
    state = allowed(game, "0 draw", "0 meld KC KD KH")
    assert meld_bags(state, 0)[1] == bag("KC KD KH")
    assert meld_bags(state, 1) == [bag("KS KH KD")]


def test_classic_cards_are_never_added_to_an_opponents_meld() -> None:
    game = classic(hands=["KC KD 2S 5S 6S"], melds=[["JS JH JD"], ["KS KH KD"]], pile="7H")
    refused(game, "0 draw", "0 meld KC")
    refused(game, "0 draw", "0 meld K: KC")
    refused(game, "0 draw", "0 meld K: 2S")


def test_classic_any_member_adds_to_the_melds_of_their_side() -> None:
    """Melds belong to the side, not the player."""
    game = classic(turn=2, hands=["4S 5S", "9S TS", "KC 5H 6S"], melds=[["KS KH KD"]], melded_by=[0], pile="7H")
    assert meld_bags(allowed(game, "2 draw", "2 meld KC"), 0) == [bag("KS KH KD KC")]


def test_classic_several_melds_in_one_move() -> None:
    game = classic(hands=["8C 8S 2H QS QH QD 5S 6S"], melds=[["KS KH KD"]], pile="7H")
    state = allowed(game, "0 draw", "0 meld 8C 8S 2H / QS QH QD")
    assert meld_bags(state, 0) == [bag("KS KH KD"), bag("8C 8S 2H"), bag("QS QH QD")]


def test_classic_groups_of_one_move_are_laid_in_their_order() -> None:
    """A group of a rank that the side has on the table joins that meld: the first group has put it there."""
    game = classic(hands=["KS KH KD KC 5S 6S"], melds=[["AS AH AD"]], pile="7H")
    state = allowed(game, "0 draw", "0 meld KS KH KD / KC")
    assert meld_bags(state, 0) == [bag("AS AH AD"), bag("KS KH KD KC")]
    refused(game, "0 draw", "0 meld KC / KS KH KD")


def test_classic_one_bad_group_refuses_the_whole_move() -> None:
    game = classic(hands=["8C 8S 2H QS QH 5S 6S"], melds=[["KS KH KD"]], pile="7H")
    refused(game, "0 draw", "0 meld 8C 8S 2H / QS QH")


def test_classic_the_same_card_is_not_laid_twice() -> None:
    game = classic(hands=["KS KH KD QS QH 5S 6S 2H"], melds=[["JS JH JD"]], pile="7H")
    refused(game, "0 draw", "0 meld KS KS KH")
    refused(game, "0 draw", "0 meld KS KH 2H / QS QH 2H")


def test_classic_cards_not_held_cannot_be_melded() -> None:
    game = classic(hands=["KS KH QS QH 5S 6S"], melds=[["JS JH JD"]], pile="7H")
    refused(game, "0 draw", "0 meld KS KH KD")
    refused(game, "0 draw", "0 meld JC")


def test_classic_several_melds_moves_in_a_turn() -> None:
    game = classic(hands=["KC QC 5S 6S"], melds=[["KS KH KD", "QS QH QD"]], pile="7H")
    state = allowed(game, "0 draw", "0 meld KC", "0 meld QC", "0 discard 5S")
    assert meld_bags(state, 0) == [bag("KS KH KD KC"), bag("QS QH QD QC")]


def test_classic_wilds_alone_say_which_meld_they_go_to() -> None:
    """`K: 2S *` names the meld; wilds alone go to a wild meld, which classic doesn't have."""
    game = classic(hands=["2S * 5S 6S"], melds=[["KS KH KD", "QS QH QD"]], pile="7H")
    state = allowed(game, "0 draw", "0 meld K: 2S *")
    assert meld_bags(state, 0)[0] == bag("KS KH KD 2S *")
    refused(game, "0 draw", "0 meld 2S *")
    refused(game, "0 draw", "0 meld 2S")
    refused(game, "0 draw", "0 meld WILD: 2S *")
    refused(game, "0 draw", "0 meld A: 2S *")


def test_classic_a_named_meld_takes_only_its_own_rank() -> None:
    game = classic(hands=["QC QS 5S 6S"], melds=[["KS KH KD", "QS QH QD"]], pile="7H")
    refused(game, "0 draw", "0 meld K: QC")
    allowed(game, "0 draw", "0 meld Q: QC")
    refused(game, "0 draw", "0 meld Q2: QC")


def test_classic_name_may_stand_before_naturals_and_wilds() -> None:
    game = classic(hands=["KC 2S 5S 6S"], melds=[["KS KH KD"]], pile="7H")
    state = allowed(game, "0 draw", "0 meld K: KC 2S")
    assert meld_bags(state, 0) == [bag("KS KH KD KC 2S")]


def test_classic_canasta_takes_any_number_of_naturals() -> None:
    """No limit on naturals added to a canasta."""
    game = classic(hands=["KC KC 5S 6S"], melds=[["KS KH KD KS KH KD 2S"]], pile="7H")
    state = allowed(game, "0 draw", "0 meld KC KC")
    assert meld_bags(state, 0) == [bag("KS KH KD KS KH KD 2S KC KC")]


def test_classic_wild_may_join_a_natural_canasta() -> None:
    """It makes the canasta mixed."""
    game = classic(hands=["2S 5S 6S"], melds=[["KS KH KD KC KS KH KD"]], pile="7H")
    allowed(game, "0 draw", "0 meld K: 2S")


def test_classic_melds_stand_in_the_order_laid() -> None:
    game = classic(hands=["4H 4D 4C AS AH AD 5S 6S"], melds=[["KS KH KD"]], pile="7H", stock="8D")
    state = allowed(game, "0 draw", "0 meld AS AH AD", "0 meld 4H 4D 4C")
    assert meld_bags(state, 0) == [bag("KS KH KD"), bag("AS AH AD"), bag("4H 4D 4C")]


def test_classic_melding_needs_no_taking() -> None:
    """Melds are also allowed after a stock draw, and none is ever compulsory after it."""
    game = classic(hands=["KC QC 5S 6S"], melds=[["KS KH KD"]], pile="7H")
    assert verbs(allowed(game, "0 draw")) >= {"meld", "discard"}
    allowed(game, "0 draw", "0 discard KC")
