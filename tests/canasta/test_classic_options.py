"""The house rules of `classic` (docs/rules.md), each allowed and refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.canasta.play import (
    Document,
    allowed,
    bag,
    classic,
    dealt,
    hand,
    lines,
    meld_bags,
    refused,
    stacked,
    unreadable,
    verbs,
)

#: The spec's toggles and the parameters that stand for them.
NO_TAKE_ONTO_CANASTA = {"pile.onto_meld": "below-canasta"}
NATURAL_PAIR = {"pile.natural_and_wild": False}
ALWAYS_FROZEN = {"pile.always_frozen": True}
WILD_MELDS = {"wilds.allowed": True}
SECOND_MELD = {"melds.same_rank": "after-canasta"}
UNLIMITED_WILDS = {"melds.big_unlimited": True}
NO_TAKE_AT_ALL = {"pile.own_canasta": "never"}
TOP_FIVE = {"pile.taken": "five"}
UNTIL_WILD = {"pile.taken": "to-wild"}

KINGS = "KS KH KC KS KH KC KD"


def house(rules: Mapping[str, object], **position: Any) -> Document:
    return classic(rules=rules, **position)


# No take onto a canasta (docs/rules.md, Taking the pile)


def test_no_take_onto_canasta_bars_taking_by_adding_to_a_canasta() -> None:
    game = house(NO_TAKE_ONTO_CANASTA, hands=["5S 6S 7S"], melds=[[KINGS]], pile="8H KD")
    assert verbs(allowed(game)) == {"draw"}
    refused(game, "0 take")


def test_no_take_onto_canasta_leaves_smaller_melds() -> None:
    game = house(NO_TAKE_ONTO_CANASTA, hands=["5S 6S 7S"], melds=[["KS KH KC KS KH KC"]], pile="8H KD")
    assert meld_bags(allowed(game, "0 take"), 0) == [bag("KS KH KC KS KH KC KD")]


@pytest.mark.parametrize("cards", ["KD KC", "KD 2S"])
def test_no_take_onto_canasta_leaves_taking_with_cards_of_the_hand(cards: str) -> None:
    """Two naturals, or natural and wild; the three cards are added to that canasta."""
    game = house(NO_TAKE_ONTO_CANASTA, hands=[f"{cards} 5S 6S"], melds=[["KS KH KC KS KD * 2H"]], pile="8H KH")
    state = allowed(game, f"0 take {cards}")
    assert meld_bags(state, 0) == [bag(f"KS KH KC KS KD * 2H KH {cards}")]


def test_no_take_onto_canasta_one_card_of_the_hand_is_not_enough() -> None:
    game = house(NO_TAKE_ONTO_CANASTA, hands=["KD 5S 6S"], melds=[["KS KH KC KS KC 2S *"]], pile="8H KH")
    refused(game, "0 take KD")


def test_no_take_onto_canasta_forces_nothing_on_an_empty_stock() -> None:
    game = house(NO_TAKE_ONTO_CANASTA, hands=["5S 6S 7S"], melds=[[KINGS]], pile="8H KD", stock="")
    assert allowed(game)["legal"] == ["0 draw"]


# A natural pair for every pile (docs/rules.md, Taking the pile)


def test_natural_pair_bars_taking_with_a_wild() -> None:
    game = house(NATURAL_PAIR, hands=["KS 2S 5S 6S"], melds=[["AS AH AD"]], pile="8H KD")
    assert verbs(allowed(game)) == {"draw"}
    refused(game, "0 take KS 2S")


def test_natural_pair_leaves_the_pair_and_the_own_meld() -> None:
    game = house(NATURAL_PAIR, hands=["KS KH 2S 5S 6S"], melds=[["AS AH AD"]], pile="8H KD")
    allowed(game, "0 take KS KH")
    allowed(game, "0 take KS KH 2S")
    game = house(NATURAL_PAIR, hands=["5S 6S 2S"], melds=[["KS KH KC"]], pile="8H KD")
    allowed(game, "0 take")
    allowed(game, "0 take 2S")


def test_natural_pair_with_no_take_onto_canasta_leaves_only_smaller_melds() -> None:
    """With both on, an unfrozen pile differs only by the match of an own meld under seven."""
    both = {**NATURAL_PAIR, **NO_TAKE_ONTO_CANASTA}
    game = house(both, hands=["KS 2S 5S 6S"], melds=[["KS KH KC KH KC 2D *"]], pile="8H KD")
    for move in ("take", "take KS 2S", "take KS"):
        refused(game, f"0 {move}")
    allowed(house(both, hands=["KS 2S 5S 6S"], melds=[["KS KH KC"]], pile="8H KD"), "0 take")


@pytest.mark.parametrize("hand", ["3S 3C 5S 6S", "3S 2S 5S 6S", "2S 2H 5S 6S"])
def test_black_three_on_top_takes_no_pile_even_where_it_does_not_block(hand: str) -> None:
    """It can't be melded."""
    game = house({"discards.block": ["joker", "two"]}, hands=[hand], melds=[["JS JH JD"]], pile="8H 3C")
    assert verbs(allowed(game)) == {"draw"}
    refused(game, f"0 take {hand[:5]}")


# Always frozen (docs/rules.md, The frozen pile)


def test_always_frozen_pile_is_taken_only_by_a_natural_pair() -> None:
    game = house(ALWAYS_FROZEN, hands=["KS 2S 5S 6S"], melds=[["KD KH KC"]], pile="8H KD")
    state = allowed(game)
    assert state["frozen"] is True
    assert verbs(state) == {"draw"}
    for move in ("take", "take KS", "take KS 2S"):
        refused(game, f"0 {move}")
    game = house(ALWAYS_FROZEN, hands=["KS KH 5S 6S"], melds=[["KD KC KC"]], pile="8H KD")
    assert meld_bags(allowed(game, "0 take KS KH"), 0) == [bag("KD KC KC KD KS KH")]


def test_always_frozen_pile_is_frozen_even_when_empty_and_forces_nothing() -> None:
    assert allowed(house(ALWAYS_FROZEN, hands=["KS 5S 6S"], pile=""))["frozen"] is True
    game = house(ALWAYS_FROZEN, hands=["5S 6S 7S"], melds=[["KS KH KC"]], pile="8H KD", stock="")
    assert allowed(game)["legal"] == ["0 draw"]


# Four wild cards in a canasta: four solutions, the third is what follows without any
# (docs/rules.md, More than one meld of a rank)

PROBLEM: dict[str, Any] = {
    "melds": [["KS KH KC KC 2H 2D *"]],  # 4 kings, 3 wilds
    "pile": "8H KD",
}


def _problem(solution: Mapping[str, object], cards: str, melds: list[str] | None = None) -> Document:
    rules = {**NO_TAKE_ONTO_CANASTA, **solution}
    position: dict[str, Any] = {**PROBLEM, "melds": [melds]} if melds else PROBLEM
    return house(rules, hands=[f"{cards} 5S 6S"], **position)


def test_canasta_problem_second_meld() -> None:
    """With `same_rank = "after-canasta"` a natural, a wild and the top card are a new meld."""
    state = allowed(_problem(SECOND_MELD, "KS 2S"), "0 take KS 2S")
    assert meld_bags(state, 0) == [bag("KS KH KC KC 2H 2D *"), bag("KS KD 2S")]


def test_canasta_problem_unlimited_wilds() -> None:
    """With `big_unlimited` the canasta gets a fourth wild card."""
    state = allowed(_problem(UNLIMITED_WILDS, "KS 2S"), "0 take KS 2S")
    assert meld_bags(state, 0) == [bag("KS KH KC KC 2H 2D * KS KD 2S")]


@pytest.mark.parametrize("solution", [{}, NO_TAKE_AT_ALL], ids=["forbid_mixed_take", "no_take_at_all"])
def test_canasta_problem_forbids_the_mixed_take(solution: Mapping[str, object]) -> None:
    refused(_problem(solution, "KS 2S"), "0 take KS 2S")


def test_canasta_problem_two_naturals() -> None:
    """Two naturals take it unless the fourth solution is chosen."""
    for solution in (UNLIMITED_WILDS, {}):
        state = allowed(_problem(solution, "KS KH"), "0 take KS KH")
        assert meld_bags(state, 0) == [bag("KS KH KC KC 2H 2D * KS KH KD")]
    refused(_problem(NO_TAKE_AT_ALL, "KS KH"), "0 take KS KH")


def test_canasta_problem_two_naturals_second_meld_chooses() -> None:
    """Start the new meld or enlarge the canasta."""
    game = _problem(SECOND_MELD, "KS KH")
    new = allowed(game, "0 take K+: KS KH")
    assert meld_bags(new, 0) == [bag("KS KH KC KC 2H 2D *"), bag("KS KH KD")]
    enlarged = allowed(game, "0 take K: KS KH")
    assert meld_bags(enlarged, 0) == [bag("KS KH KC KC 2H 2D * KS KH KD")]


def test_canasta_problem_two_wilds_in_the_canasta() -> None:
    """A canasta with two wild cards has room for a third; only the fourth solution refuses that take."""
    five = ["KS KH KC KC KD 2H *"]
    for solution in (UNLIMITED_WILDS, {}):
        state = allowed(_problem(solution, "KS 2S", five), "0 take KS 2S")
        assert meld_bags(state, 0) == [bag("KS KH KC KC KD 2H * KS KD 2S")]
    allowed(_problem(SECOND_MELD, "KS 2S", five), "0 take KS 2S")
    refused(_problem(NO_TAKE_AT_ALL, "KS 2S", five), "0 take KS 2S")


def test_second_meld_only_after_a_complete_canasta() -> None:
    """A side may not have two open melds of one rank."""
    game = house(SECOND_MELD, hands=["KS KH KC 5S 6S"], melds=[["KD KC KD"]], pile="8H")
    refused(game, "0 draw", "0 meld K+: KS KH KC")
    game = house(SECOND_MELD, hands=["KS KH KC 5S 6S"], melds=[["KD KC KD KS KH 2S 2H"]], pile="8H")
    state = allowed(game, "0 draw", "0 meld K+: KS KH KC")
    assert len(state["melds"][0]) == 2


def test_second_meld_takes_an_unfrozen_pile() -> None:
    """Top cards of the rank can be added to the open meld to take an unfrozen pile."""
    game = house(
        {**SECOND_MELD, **NO_TAKE_ONTO_CANASTA},
        hands=["5S 6S"],
        melds=[["KS KH KC KC 2H 2D *", "KS KH 2S"]],
        pile="8H KD",
    )
    state = allowed(game, "0 take")
    assert meld_bags(state, 0) == [bag("KS KH KC KC 2H 2D *"), bag("KS KH 2S KD")]


def test_second_meld_of_a_rank_pays_its_own_bonus() -> None:
    melds = [["QS QH QD QC 2H 2D *", "QS QH QD QC 2S 2C *"]]
    game = house(SECOND_MELD, hands=["", "", "", ""], melds=melds, pile="8H", stock="")
    assert lines(game, "0 draw")["mixed"] == 600


@pytest.mark.parametrize(("name", "goes_to"), [("", 2), ("K:", 2), ("K2:", 2), ("K1:", None)])
def test_second_meld_alone_gets_a_top_card_that_no_canasta_may(name: str, goes_to: int | None) -> None:
    """With the take onto a canasta barred, the top card may not go there because a second meld would take it."""
    rules = NO_TAKE_ONTO_CANASTA | SECOND_MELD
    game = house(rules, hands=["5S 6S 7S"], melds=[["KS KH KC KD 2S 2H *", "KS KC *"]], pile="8H KD")
    move = f"0 take {name}".strip()
    if goes_to is None:
        refused(game, move)
    else:
        assert [len(one.split()) for one in allowed(game, move)["melds"][0]] == [7, 4]


def test_unlimited_wilds_need_more_than_seven_cards_and_four_naturals() -> None:
    """The cap of 3 stays for melds of seven or fewer; the canasta needs at least 4 naturals."""
    game = house(UNLIMITED_WILDS, hands=["2S 5S 6S"], melds=[["KS KH KC 2H 2D *"]], pile="8H")
    refused(game, "0 draw", "0 meld K: 2S")
    game = house(UNLIMITED_WILDS, hands=["2S 2C 5S 6S"], melds=[["KS KH KC KC 2H 2D *"]], pile="8H")
    allowed(game, "0 draw", "0 meld K: 2S")
    allowed(game, "0 draw", "0 meld K: 2S 2C")
    game = house(UNLIMITED_WILDS, hands=["KS KH KC 2S 2H 2D * * 5S 6S"], melds=[["AS AH AD"]], pile="8H")
    refused(game, "0 draw", "0 meld KS KH KC 2S 2H 2D * *")


def test_no_take_at_all_bars_only_the_rank_of_an_own_canasta() -> None:
    game = house(NO_TAKE_AT_ALL, hands=["KS KH 5S 6S"], melds=[["KC KD KC KS KH 2S"]], pile="8H KD")
    allowed(game, "0 take KS KH")
    game = house(NO_TAKE_AT_ALL, hands=["AS AH 5S 6S"], melds=[[KINGS]], pile="8H AC")
    allowed(game, "0 take AS AH")
    game = house(NO_TAKE_AT_ALL, hands=["AS AH 5S 6S"], melds=[["QS QH QD"], ["AS AH AD AC AD 2S 2H"]], pile="8H AC")
    allowed(game, "0 take AS AH")


# Wild melds (docs/rules.md, Wild melds)

SEVEN_WILDS = "2S 2H 2D 2C 2S * *"


@pytest.mark.parametrize("cards", ["2S 2H 2D", "* * *", "2S * 2H *", SEVEN_WILDS, "2S 2H 2D 2C 2S 2H * *"])
def test_wild_melds_of_any_mix(cards: str) -> None:
    game = house(WILD_MELDS, hands=[f"{cards} 5S 6S"], melds=[["AS AH AD"]], pile="8H")
    state = allowed(game, "0 draw", f"0 meld {cards}")
    assert meld_bags(state, 0)[1] == bag(cards)


def test_wild_melds_need_three_cards() -> None:
    game = house(WILD_MELDS, hands=["2S * 5S 6S"], melds=[["AS AH AD"]], pile="8H")
    refused(game, "0 draw", "0 meld 2S *")


def test_wild_melds_are_off_in_classic() -> None:
    refused(classic(hands=["2S 2H 2D 5S 6S"], melds=[["AS AH AD"]], pile="8H"), "0 draw", "0 meld 2S 2H 2D")


def test_wild_meld_takes_further_wilds_alone() -> None:
    """A group of wilds alone goes to the side's wild meld."""
    game = house(WILD_MELDS, hands=["2C * 5S 6S"], melds=[["AS AH AD", "2S 2H 2D"]], pile="8H")
    assert meld_bags(allowed(game, "0 draw", "0 meld 2C"), 0)[1] == bag("2S 2H 2D 2C")
    assert meld_bags(allowed(game, "0 draw", "0 meld WILD: 2C *"), 0)[1] == bag("2S 2H 2D 2C *")


def test_wild_meld_is_one_per_side() -> None:
    game = house(WILD_MELDS, hands=["2C 2S 2H 5S 6S"], melds=[["AS AH AD", "2S 2H 2D"]], pile="8H")
    refused(game, "0 draw", "0 meld WILD+: 2C 2S 2H")


def test_wild_meld_locks_wilds_until_it_is_a_canasta() -> None:
    game = house(WILD_MELDS, hands=["2C KS KH 5S 6S"], melds=[["AS AH AD", "2S 2H 2D"]], pile="8H")
    refused(game, "0 draw", "0 meld A: 2C")
    refused(game, "0 draw", "0 meld KS KH 2C")
    allowed(game, "0 draw", "0 meld 2C")
    game = house(WILD_MELDS, hands=["2C KS KH 5S 6S"], melds=[["AS AH AD", SEVEN_WILDS]], pile="8H")
    allowed(game, "0 draw", "0 meld A: 2C")
    allowed(game, "0 draw", "0 meld KS KH 2C")


def test_wild_meld_locks_a_take_with_a_wild() -> None:
    game = house(WILD_MELDS, hands=["2C KS 5S 6S"], melds=[["AS AH AD", "2S 2H 2D"]], pile="8H KD")
    refused(game, "0 take KS 2C")


def test_wild_meld_lock_goes_by_the_order_of_laying() -> None:
    """Wilds in other melds laid before the wild meld in the same turn are fine."""
    game = house(WILD_MELDS, hands=["KS KH 2C 2S 2H 2D 5S 6S"], melds=[["AS AH AD"]], pile="8H")
    allowed(game, "0 draw", "0 meld KS KH 2C / 2S 2H 2D")
    allowed(game, "0 draw", "0 meld KS KH 2C", "0 meld 2S 2H 2D")
    refused(game, "0 draw", "0 meld 2S 2H 2D / KS KH 2C")
    refused(game, "0 draw", "0 meld 2S 2H 2D", "0 meld KS KH 2C")


def test_wild_meld_without_the_lock() -> None:
    game = house(
        {**WILD_MELDS, "wilds.locks": False}, hands=["2C KS KH 5S 6S"], melds=[["AS AH AD", "2S 2H 2D"]], pile="8H"
    )
    allowed(game, "0 draw", "0 meld KS KH 2C")
    allowed(game, "0 draw", "0 meld A: 2C")


def test_wild_meld_counts_toward_the_minimum() -> None:
    game = house(WILD_MELDS, hands=["2S 2H 2D 5S 6S"], pile="8H")
    allowed(game, "0 draw", "0 meld 2S 2H 2D")
    game = house(WILD_MELDS, hands=["2S 2H 2D 5S 6S"], pile="8H", scores=[1500, 0])
    assert refused(game, "0 draw", "0 meld 2S 2H 2D") == "initial-meld-too-low"


def _wild_score(meld: str, rules: Mapping[str, object] | None = None) -> dict[str, int]:
    return lines(
        house({**WILD_MELDS, **(rules or {})}, hands=["", "", "", ""], melds=[[meld]], pile="8H", stock=""), "0 draw"
    )


def test_wild_canasta_pays_2000_and_its_cards() -> None:
    assert _wild_score(SEVEN_WILDS) == {"wild": 2000, "cards": 200}
    assert _wild_score("2S 2H 2D 2C 2S 2H *") == {"wild": 2000, "cards": 170}


def test_wild_canasta_of_more_than_seven_pays_one_bonus() -> None:
    assert _wild_score("2S 2H 2D 2C 2S 2H 2D 2C * *") == {"wild": 2000, "cards": 260}


def test_wild_canasta_of_twos_or_four_jokers_pays_as_set() -> None:
    rules = {"wilds.bonus_twos": 3000, "wilds.bonus_four_jokers": 2500}
    assert _wild_score("2S 2H 2D 2C 2S 2H 2D", rules)["wild"] == 3000
    assert _wild_score("2S 2H 2D * * * *", rules)["wild"] == 2500
    assert _wild_score("2S 2H 2D 2C * * *", rules)["wild"] == 2000


def test_unfinished_wild_meld_costs_the_penalty_if_there_is_one() -> None:
    assert "unfinished" not in _wild_score("2S 2H 2D")
    assert _wild_score("2S 2H 2D", {"wilds.unfinished": 1000}) == {"cards": 60, "unfinished": -1000}
    assert "unfinished" not in _wild_score(SEVEN_WILDS, {"wilds.unfinished": 1000})


def test_unfinished_wild_meld_costs_also_the_side_that_goes_out() -> None:
    game = house(
        {**WILD_MELDS, "wilds.unfinished": 1000},
        hands=["9S 9H", "", "", ""],
        melds=[["QS QH QD QC QS QH QD", "2S 2H 2D"]],
        pile="8H",
        stock="9D 8D",
    )
    assert lines(game, "0 draw", "0 meld 9S 9H 9D")["unfinished"] == -1000


def test_wild_canasta_lets_its_side_go_out() -> None:
    game = house(WILD_MELDS, hands=["9S 9H", "", "", ""], melds=[["AS AH AD", SEVEN_WILDS]], pile="8H", stock="9D 8D")
    assert lines(game, "0 draw", "0 meld 9S 9H 9D")["out"] == 100


def test_wild_top_card_blocks_and_freezes_with_wild_melds_too() -> None:
    game = house(WILD_MELDS, hands=["2S 2H 5S 6S"], melds=[["AS AH AD", "* * *"]], pile="8H 2D")
    state = allowed(game)
    assert state["blocked"] is True
    assert state["frozen"] is True
    refused(game, "0 take 2S 2H")
    refused(game, "0 take")


# A part of the pile (docs/rules.md, A part of the pile)


def test_take_limit_of_five_takes_the_top_five_with_the_melded_card() -> None:
    game = house(TOP_FIVE, hands=["5S 6S"], melds=[["KS KH KC"]], pile="4S 9C 8C 7C 6C 4C KD")
    state = allowed(game, "0 take")
    assert hand(state, 0) == bag("5S 6S 4C 6C 7C 8C")
    assert state["pile"] == "4S 9C"
    assert allowed(game, "0 take", "0 discard 5S")["pile"] == "4S 9C 5S"


def test_take_limit_of_five_takes_a_smaller_pile_whole() -> None:
    game = house(TOP_FIVE, hands=["5S 6S"], melds=[["KS KH KC"]], pile="6C 4C KD")
    state = allowed(game, "0 take")
    assert hand(state, 0) == bag("5S 6S 4C 6C")
    assert state["pile"] == ""


@pytest.mark.parametrize(("beneath", "frozen"), [("3H", True), ("2H", True), ("4H", False)])
def test_take_limit_leaves_a_pile_frozen_by_what_stays_in_it(beneath: str, frozen: bool) -> None:
    """A red three turned up at the start freezes as long as it lies there, just as a wild card does."""
    game = house(TOP_FIVE, hands=["KS KH 5S"], melds=[["JS JH JD"]], pile=f"{beneath} 4S 4D 6D 7D 8D KD")
    assert allowed(game)["frozen"] is frozen
    assert allowed(game, "0 take KS KH")["frozen"] is frozen


def test_take_limit_never_freezes_a_pile_by_a_wild_card_that_did_not_freeze_it() -> None:
    """One that lies face down since the deal."""
    game = house(TOP_FIVE, hands=["KS KH 5S"], melds=[["JS JH JD"]], pile="2H 4S 4D 6D 7D 8D KD", frozen=False)
    assert allowed(game, "0 take KS KH")["frozen"] is False


def test_take_limit_until_a_wild_leaves_the_wild() -> None:
    game = house(UNTIL_WILD, hands=["KS KH 5S 6S"], melds=[["AS AH AD"]], pile="9C 2H 8C 7C KD")
    state = allowed(game, "0 take KS KH")
    assert hand(state, 0) == bag("5S 6S 8C 7C")
    assert state["pile"] == "9C 2H"
    assert state["frozen"] is True


# Runs (docs/rules.md, Runs)

SEQUENCES = {"sequences.allowed": True}


def test_sequence_melds_are_runs_of_three_or_more_in_one_suit() -> None:
    game = house(SEQUENCES, hands=["5H 6H 7H 8H 9C KS"], melds=[["JS JH JD"]], pile="8D")
    assert allowed(game, "0 draw", "0 meld 5H 6H 7H")["melds"][0][1] == "5H 6H 7H"
    state = allowed(game, "0 draw", "0 meld 5H 6H 7H", "0 meld H5: 8H")
    assert state["melds"][0][1] == "5H 6H 7H 8H"


@pytest.mark.parametrize("cards", ["5H 6H", "5H 6H 7S", "5H 6H 8H", "QH KH 4H", "2H 4H 5H"])
def test_sequence_melds_are_nothing_else(cards: str) -> None:
    game = house(SEQUENCES, hands=[f"{cards} 9C TC"], melds=[["JS JH JD"]], pile="8D")
    refused(game, "0 draw", f"0 meld {cards}")


def test_sequence_melds_beside_a_set_of_the_same_rank() -> None:
    game = house(SEQUENCES, hands=["JC QC KC 9C TS"], melds=[["JS JH JD"]], pile="8D")
    state = allowed(game, "0 draw", "0 meld JC QC KC")
    assert state["melds"][0] == ["JS JH JD", "JC QC KC"]


# The cutter's bonus (docs/rules.md, The deal)


@pytest.mark.parametrize(("cut", "bonus"), [(44, 100), (43, 0), (45, 0), (None, 0)])
def test_cut_bonus_for_lifting_exactly_the_cards_of_the_deal(cut: int | None, bonus: int) -> None:
    """The side that doesn't deal gets it: 4 times 11 cards."""
    out = ["0 draw", f"0 meld {KINGS} / 9S 9H 9D 9C", "0 discard 5S"]
    document = dealt(stacked({0: f"{KINGS} 9S 9H 9D 5S"}, "8H 9C"), *out)
    document["rules"] = {"deal.cut_bonus": 100}
    if cut is not None:
        document["rounds"][0]["cut"] = cut
    assert lines(document).get("cut", 0) == bonus
    assert "cut" not in lines(document, side=1)


def test_cut_without_the_bonus_changes_nothing() -> None:
    document = dealt(
        stacked({0: f"{KINGS} 9S 9H 9D 5S"}, "8H 9C"), "0 draw", f"0 meld {KINGS} / 9S 9H 9D 9C", "0 discard 5S"
    )
    document["rounds"][0]["cut"] = 44
    assert "cut" not in lines(document)


# cards face down by the upcard's rank


@pytest.mark.parametrize(
    ("upcard", "count"), [("4S", 4), ("TS", 10), ("JS", 11), ("KS", 13), ("AS", 14), ("2S", 2), ("*", 0)]
)
def test_uncovered_upcard_says_how_many_cards_lie_face_down(upcard: str, count: int) -> None:
    document = dealt(stacked(then=upcard), rules={"deal.face_down_by_rank": True, "deal.cover": []})
    pile = allowed(document)["pile"].split()
    assert (pile[-1], len(pile)) == (upcard, count + 1)


# Feet (docs/rules.md, Hand and foot)

FOOT = {"deal.foot": 4}


def test_foot_is_dealt_after_the_hands() -> None:
    """Record format: hands, then feet, one card at a time from the dealer's left."""
    pack = stacked(then="9H", size=15)
    document = dealt(pack)
    document["rules"] = FOOT
    state, cards = allowed(document), pack.split()
    for seat in range(4):
        assert hand(state, seat) == bag(cards[seat:44:4])
        assert bag(state["feet"][seat]) == bag(cards[44 + seat : 60 : 4])
    assert state["pile"] == "9H"


def test_foot_is_picked_up_at_once_when_the_hand_is_melded() -> None:
    """Its cards become the hand, `feet` shows nothing there, `in_foot` names the seat; the turn goes on."""
    game = house(
        FOOT, hands=["9S 9H"], feet=["AS KS", "5S 5H", "6S 6H", "7S 7H"], melds=[["JS JH JD"]], pile="8H", stock="9C 8D"
    )
    state = allowed(game, "0 draw", "0 meld 9S 9H 9C")
    assert hand(state, 0) == bag("AS KS")
    assert state["feet"][0] == ""
    assert state["in_foot"] == [0]
    assert (state["turn"], state["phase"]) == (0, "play")


def test_foot_is_picked_up_after_the_last_discard_and_the_turn_ends() -> None:
    game = house(
        FOOT,
        hands=["9S 9H 9D"],
        feet=["AS KS", "5S 5H", "6S 6H", "7S 7H"],
        melds=[["JS JH JD"]],
        pile="8H",
        stock="4C 8D",
    )
    state = allowed(game, "0 draw", "0 meld 9S 9H 9D", "0 discard 4C")
    assert hand(state, 0) == bag("AS KS")
    assert state["in_foot"] == [0]
    assert (state["turn"], state["phase"]) == (1, "draw")


def test_foot_played_out_goes_out() -> None:
    game = house(
        FOOT, hands=["9S 9H"], feet=["", "5S 5H", "6S", "7S"], in_foot=[0], melds=[[KINGS]], pile="8H", stock="9C 8D"
    )
    assert allowed(game, "0 draw", "0 meld 9S 9H 9C")["phase"] == "over"


@pytest.mark.parametrize("drawn", ["4C", "5D"])
def test_foot_waiting_bars_the_laying_below_the_minimum(drawn: str) -> None:
    """Only a player who goes out needs no minimum, not one who has a foot to play."""
    fours = "4S 4H 4D 4C 4S 4H 4D"
    feet = ["AS KS", "5S 5H", "6S 6H", "7S 7H"]
    laid = f"{fours} 4C" if drawn == "4C" else fours
    game = house(FOOT, hands=[fours], feet=feet, pile="8H", stock=f"{drawn} 8D")
    assert refused(game, "0 draw", f"0 meld {laid}") == "initial-meld-too-low"
    game = house(FOOT, hands=[fours], feet=["", *feet[1:]], in_foot=[0], pile="8H", stock=f"{drawn} 8D")
    allowed(game, "0 draw", f"0 meld {laid}")


def test_foot_waiting_bars_the_meld_of_black_threes() -> None:
    """They are for the turn one goes out, and who has a foot to play doesn't."""
    game = house(FOOT, hands=["3S 3C 3S 9S"], feet=["AS KS"], melds=[[KINGS]], pile="8H", stock="9C 8D")
    refused(game, "0 draw", "0 meld 3S 3C 3S")
    game = house(FOOT, hands=["3S 3C 3S 7S"], in_foot=[0], melds=[[KINGS, "7H 7D 7C"]], pile="8H", stock="6C 8D")
    assert allowed(game, "0 draw", "0 meld 3S 3C 3S / 7S", "0 discard 6C")["phase"] == "over"


def test_foot_of_one_card_cannot_be() -> None:
    assert "deal.foot" in unreadable(house({"deal.foot": 1}, hands=["5S"], pile="8H"))


def test_foot_is_the_packet_with_a_caliente_at_its_bottom() -> None:
    """It is higher than a joker."""
    rules = {**FOOT, "deal.foot_choice": "low-bottom", "pack.calientes": 2}
    document = dealt("! ! " + stacked(then="9H", size=14), rules=rules)
    assert [one.split()[0] for one in allowed(document)["feet"][:2]] == ["!", "!"]


ONE_FOOT = {"deal.foot": 4, "deal.foot_per_side": True}


def test_one_foot_a_side_is_dealt_to_the_sides_in_turn() -> None:
    document = dealt(stacked(then="9H", size=13), rules=ONE_FOOT)
    state, cards = allowed(document), document["rounds"][0]["pack"].split()
    assert [len(one.split()) for one in state["feet"]] == [4, 4, 0, 0]
    assert bag(state["feet"][1]) == bag(cards[45:52:2])


def test_one_foot_a_side_goes_to_the_player_who_uses_up_their_hand_first() -> None:
    position: dict[str, Any] = {"melds": [[KINGS], ["JS JH JD"]], "pile": "8H", "stock": "9C 8D"}
    game = house(ONE_FOOT, turn=2, hands=["4S", "4H", "9S 9H"], feet=["AS QH", "5S 5H"], **position)
    state = allowed(game, "2 draw", "2 meld 9S 9H 9C")
    assert hand(state, 2) == bag("AS QH")
    assert (state["in_foot"], state["feet"][0]) == ([2], "")
    after = house(ONE_FOOT, hands=["9S 9H", "4H", "AS QH"], feet=["", "5S 5H"], in_foot=[2], **position)
    assert allowed(after, "0 draw", "0 meld 9S 9H 9C")["phase"] == "over"


def test_one_foot_a_side_counts_once_against_it_when_left() -> None:
    position: dict[str, Any] = {"hands": ["", "", "", ""], "feet": ["AS QH", "5S"], "stock": "", "pile": "8H"}
    assert lines(house(ONE_FOOT, **position), "0 draw")["hand"] == -30
    assert lines(house(ONE_FOOT, **position), "0 draw", side=1)["hand"] == -5


def test_one_foot_a_side_is_not_chosen() -> None:
    for rules in ({"deal.foot_choice": "pass"}, {"out.foot": "both-picked-up"}):
        assert "deal.foot_of" in unreadable(house({**ONE_FOOT, **rules}, hands=["5S"], pile="8H"))


# a last discard that must be


def test_required_discard_keeps_a_black_three_of_the_last_four() -> None:
    game = house(
        {"out.discard": "required"}, hands=["3S 3S 3C 3C"], melds=[[KINGS, "7H 7D 7C"]], pile="8H", stock="7S 8D"
    )
    moves = ("0 draw", "0 ask", "2 answer yes", "0 meld 7S")
    refused(game, *moves, "0 meld 3S 3S 3C 3C")
    assert verbs(allowed(game, *moves)) >= {"meld"}
    assert allowed(game, *moves, "0 meld 3S 3S 3C", "0 discard 3C")["phase"] == "over"


# hand size of three players, one card against one


def test_three_players_may_agree_on_eleven_cards() -> None:
    document = dealt(stacked(then="KS", order=(0, 1, 2)), layout="3-lone")
    document["rules"] = {"deal.hand": 11}
    assert [len(cards.split()) for cards in allowed(document)["hands"]] == [11, 11, 11]


def test_one_card_may_take_one_card_where_agreed() -> None:
    game = house({"pile.one_card": True}, hands=["5S"], melds=[["KS KH KC KS KH KC KD"]], pile="KD")
    assert allowed(game, "0 take", "0 discard 5S")["phase"] == "over"
    game = house({"pile.one_card": True}, hands=["5S"], melds=[["KS KH KC"]], pile="KD")
    refused(game, "0 take")


# House rules that can't be.


@pytest.mark.parametrize(
    ("rules", "word"),
    [
        ({"target": 0}, "target"),
        ({"target": "many"}, "target"),
        ({"target": True}, "target"),
        ({"targte": 3000}, "targte"),
        ({"melds.max_size": 5}, "meld"),
        ({"pile.taken": "half"}, "pile.taken"),
        ({"id": "samba"}, "id"),
        ({"seats": 5}, "seats"),
        ({"turn": 3}, "turn"),
        ({"turn.draw": 1.5}, "turn.draw"),
        ({"deal.hand": 20, "deal.face_down": 20, "turn.draw": 2}, "100 of 108 cards"),
    ],
)
def test_house_rules_that_cannot_be_are_refused_with_the_name(rules: Mapping[str, object], word: str) -> None:
    """A combination that can't work is refused with a sentence that says why."""
    assert word in unreadable(classic(rules=rules, hands=["KS 5S"], pile="8H"))
