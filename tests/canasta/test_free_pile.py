"""A pile that goes to the hand whole (docs/rules.md, A pile taken freely), as a house rule of Classic."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.canasta.play import Document, State, allowed, bag, classic, hand, meld_bags, played, refused, replay, verbs

FREE = {"pile.needs": "nothing"}
MELDING = {"pile.needs": "meld"}
KEPT = {**FREE, "discards.throw_back": False}
OPEN = [["KS KH KC"], ["AS AH AC"]]
CANASTA = "KS KH KC KS KH KC KD"


def free(rules: Mapping[str, object] = FREE, **position: Any) -> Document:
    return classic(rules=rules, **position)


def goes_on_alike(state: State, rules: Mapping[str, object]) -> None:
    """Check that a position goes on as the game that it was printed from."""
    again: Document = {"variant": "classic", "layout": "4", "rules": dict(rules), "position": state, "moves": []}
    assert replay(again)["state"] == state


def test_the_whole_pile_joins_the_hand_and_nothing_is_melded() -> None:
    state = allowed(free(hands=["5S 6H"], melds=OPEN, pile="8H KD"), "0 take")
    assert hand(state, 0) == bag("5S 6H 8H KD")
    assert state["pile"] == ""
    assert meld_bags(state, 0) == [bag("KS KH KC")]
    assert bag(state["drawn"]) == bag("8H KD")
    assert state["phase"] == "play"
    goes_on_alike(state, FREE)


def test_a_side_that_has_not_opened_takes_it_and_still_has_to_open() -> None:
    game = free(hands=["5S 6H 7D 8C"], pile="8H KD")
    state = allowed(game, "0 take")
    assert state["opening"][0] == 50
    assert "melded_by" not in allowed(game, "0 take", "0 discard 5S"), "nobody has laid a card"
    assert refused(free(hands=["4S 4H 7D 8C"], pile="9H 4D"), "0 take", "0 meld 4S 4H 4D") == "initial-meld-too-low"


def test_what_the_pile_brought_opens_with_the_hand() -> None:
    state = allowed(free(hands=["QS QH KH AC 8C"], pile="QD KD KS"), "0 take", "0 meld QS QH QD / KH KD KS")
    assert len(state["melds"][0]) == 2


def test_the_pile_is_taken_by_itself() -> None:
    game = free(hands=["KS KD 5S"], melds=OPEN, pile="8H KH")
    assert refused(game, "0 take KS KD") == "take-alone"
    assert refused(free(hands=["5S"], melds=OPEN, pile=""), "0 take") == "pile-empty"


def test_a_frozen_pile_is_taken_all_the_same_and_thaws() -> None:
    state = allowed(free(hands=["5S 6H"], pile="2H KD"), "0 take")
    assert not state["frozen"]


def test_a_top_card_that_blocks_still_blocks() -> None:
    assert refused(free(hands=["5S 6H"], pile="KD 3S"), "0 take") == "pile-blocked"
    assert verbs(allowed(free(hands=["5S 6H"], pile="KD 3S"))) == {"draw"}


def test_only_a_part_of_the_pile_may_be_there_to_take() -> None:
    rules = {**FREE, "pile.taken": "top"}
    state = allowed(free(rules, hands=["5S 6H"], pile="8H KD"), "0 take")
    assert hand(state, 0) == bag("5S 6H KD")
    assert state["pile"] == "8H"


def test_a_red_three_of_the_pile_is_laid() -> None:
    state = allowed(free(hands=["5S 6H"], pile="3H KD", frozen=True), "0 take")
    assert (hand(state, 0), state["threes"][0]) == (bag("5S 6H KD"), "3H")


def test_an_empty_stock_forces_nobody_to_take_it() -> None:
    game = free(hands=["5S 6H"], melds=OPEN, pile="8H KD", stock="")
    assert verbs(allowed(game)) == {"draw", "take"}
    game = free({**FREE, "stock.forced_take": "any"}, hands=["5S 6H"], melds=OPEN, pile="8H KD", stock="")
    assert verbs(allowed(game)) == {"take"}


# A take that binds to a meld


def test_a_take_that_binds_is_refused_where_nothing_could_be_melded() -> None:
    game = free(MELDING, hands=["5S 6H 7D"], melds=[["QS QH QC"]], pile="8H KD")
    assert refused(game, "0 take") == "nothing-to-meld"
    assert verbs(allowed(game)) == {"draw"}


@pytest.mark.parametrize("meld", ["KS KH KD", "Q: 2S"])
def test_a_card_of_the_hand_or_of_the_pile_fulfils_it(meld: str) -> None:
    game = free(MELDING, hands=["5S 6H 7D KS KH 2S"], melds=[["QS QH QC"]], pile="8H KD")
    assert refused(game, "0 take", "0 discard 5S") == "meld-before-discard"
    assert "discard" not in verbs(allowed(game, "0 take"))
    after = allowed(game, "0 take", f"0 meld {meld}")
    assert "discard" in verbs(after)
    goes_on_alike(after, MELDING)
    assert refused(game, "0 take", f"0 meld {meld}", "0 undo", "0 discard 5S") == "meld-before-discard"


def test_who_drew_is_bound_to_nothing() -> None:
    assert "discard" in verbs(allowed(free(MELDING, hands=["KS KH KD 7D"], melds=OPEN, pile="8H"), "0 draw"))


def test_a_side_that_has_not_opened_must_be_able_to_open() -> None:
    assert refused(free(MELDING, hands=["4S 4H 7D 8C"], pile="9H 4D"), "0 take") == "nothing-to-meld"
    assert "discard" not in verbs(allowed(free(MELDING, hands=["AS AH 7D 8C"], pile="9H AD"), "0 take"))


def test_a_partner_who_says_no_leaves_a_way_to_end_the_turn() -> None:
    """The one meld would go out, which the partner forbids: then the discard is free."""
    game = free(MELDING, hands=["QS QH 5S"], melds=[[CANASTA]], pile="QD")
    assert refused(game, "0 take", "0 discard 5S") == "meld-before-discard"
    state = allowed(game, "0 take", "0 ask", "2 answer no")
    assert verbs(state) == {"discard"}


def test_a_float_does_not_evade_it() -> None:
    rules = {**MELDING, "deal.foot": 4, "turn.float": True}
    game = free(rules, hands=["QS QH 7D 8D"], melds=[[CANASTA]], pile="QD", in_foot=[0])
    assert refused(game, "0 take", "0 float") == "meld-before-discard"


# A pile of one card


def test_the_card_of_a_pile_of_one_is_not_thrown_back() -> None:
    game = free(KEPT, hands=["5S 6H"], melds=OPEN, pile="8H")
    assert refused(game, "0 take", "0 discard 8H") == "thrown-back"
    state = allowed(game, "0 take")
    goes_on_alike(state, KEPT)
    assert allowed(game, "0 take", "0 discard 5S")["pile"] == "5S"
    assert allowed(free(hands=["5S 6H"], pile="8H"), "0 take", "0 discard 8H")["pile"] == "8H"


def test_a_twin_may_go_and_so_may_a_card_of_a_larger_pile() -> None:
    assert allowed(free(KEPT, hands=["5S 8H"], pile="8H"), "0 take", "0 discard 8H")["pile"] == "8H"
    assert allowed(free(KEPT, hands=["5S 6H"], pile="8H 9H"), "0 take", "0 discard 8H")["pile"] == "8H"
    twin = free(KEPT, hands=["5S 6H 8H 7H"], melds=[["8S 8D 8C"]], pile="8H")
    assert allowed(twin, "0 take", "0 meld 8H", "0 discard 8H")["pile"] == "8H"
    goes_on_alike(allowed(twin, "0 take", "0 meld 8H"), KEPT)


def test_it_may_not_go_though_a_twin_was_laid_before_the_pile_was_taken() -> None:
    rules = {**KEPT, "opening.before_draw": True}
    game = free(rules, hands=["5S 6S 8H 8S 8D KS KH KC"], pile="8H", scores=[0, 0])
    moves = ("0 meld 8H 8S 8D / KS KH KC", "0 take")
    assert refused(game, *moves, "0 discard 8H") == "thrown-back"
    from_there = classic(rules=rules, **allowed(game, *moves))
    assert refused(from_there, "0 discard 8H") == "thrown-back"


def test_it_may_go_in_a_later_turn() -> None:
    moves = ("0 take", "0 discard 5S", "1 draw", "1 discard 9H", "2 draw", "2 discard 9D", "3 draw", "3 discard 9C")
    assert allowed(free(KEPT, hands=["5S 6H"], pile="8H"), *moves, "0 draw", "0 discard 8H")


def test_it_is_not_the_last_discard_either() -> None:
    game = free(KEPT, hands=["QS QH QD"], melds=[[CANASTA]], pile="8H")
    assert refused(game, "0 take", "0 meld QS QH QD") == "keep-a-card"
    assert played(free(hands=["QS QH QD"], melds=[[CANASTA]], pile="8H"), "0 take", "0 meld QS QH QD", "0 discard 8H")


def test_nor_the_discard_that_brings_the_foot() -> None:
    rules = {**KEPT, "deal.foot": 4}
    game = free(rules, hands=["QS QH QD"], melds=OPEN, feet=["4S 5H 6D 7C"], pile="8H")
    assert refused(game, "0 take", "0 meld QS QH QD") == "thrown-back"
    direct = free(rules, hands=["QS QH QD 5D"], melds=[["8S 8D 8C"]], feet=["4S 5H 6D 8H"], pile="8H")
    state = allowed(direct, "0 take", "0 meld QS QH QD", "0 meld 8H")
    assert allowed(direct, "0 take", "0 meld QS QH QD", "0 meld 8H", "0 discard 5D")["in_foot"] == [0]
    assert state["feet"][0] != ""
