"""Feet that a side must earn, that count, and that become the stock (docs/rules.md, Hand and foot), as house rules of Classic."""

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
    played,
    refused,
    replay,
    round_entry,
    stacked,
    unreadable,
    verbs,
)

FOOT = {"deal.foot": 4, "deal.foot_per_side": True, "score.foot_against": False}
COUNTED = {**FOOT, "score.foot_left": 100}
KINGS = "KS KH KC"
CANASTA = "KS KH KC KS KH KC KD"


def house(rules: Mapping[str, object], **position: Any) -> Document:
    return classic(rules=rules, **position)


# Points of a foot


def test_a_foot_not_taken_costs_its_side_and_its_cards_are_nobodys() -> None:
    game = house(COUNTED, hands=["", "", "", ""], feet=["AS QH", "5S 5H"], in_foot=[], stock="")
    assert lines(game, "0 draw") == {"foot": -100}
    assert lines(game, "0 draw", side=1) == {"foot": -100}


def test_a_foot_taken_earns_what_the_rules_say() -> None:
    rules = {**COUNTED, "score.foot_taken": 100}
    game = house(rules, hands=["", "", "5S", ""], feet=["", "5S 5H"], in_foot=[2], stock="")
    assert lines(game, "0 draw") == {"foot": 100, "hand": -5}
    assert lines(game, "0 draw", side=1) == {"foot": -100}


def test_every_player_has_a_foot_of_their_own_where_each_is_dealt_one() -> None:
    rules = {"deal.foot": 4, "score.foot_left": 100, "score.foot_taken": 50, "score.foot_against": False}
    game = house(rules, hands=["", "", "", ""], feet=["AS QH", "5S 5H", "", ""], in_foot=[2, 3], stock="")
    assert lines(game, "0 draw") == {"foot": -50}


PLAYED = {**COUNTED, "score.foot_when": "played", "score.foot_taken": 10}


@pytest.mark.parametrize(("seats", "line"), [([], {"foot": -100}), ([2], {"foot": 10, "hand": -25})])
def test_a_foot_that_nobody_has_played_from_counts_as_not_taken(seats: list[int], line: dict[str, int]) -> None:
    """Its cards in the hand count for nobody then."""
    game = house(PLAYED, hands=["", "", "AS 5S", ""], feet=["", "5S"], in_foot=[2], foot_played=seats, stock="")
    assert lines(game, "0 draw") == line


def test_cards_of_a_foot_not_played_count_where_those_of_one_left_do() -> None:
    rules = {**PLAYED, "score.foot_against": True}
    game = house(rules, hands=["", "", "AS 5S", ""], feet=["", "5S"], in_foot=[2], stock="")
    assert lines(game, "0 draw") == {"foot": -100, "hand": -25}


def test_the_last_discard_brings_a_foot_that_is_not_played_from_yet() -> None:
    position: dict[str, Any] = {"feet": ["AS QH 7D 8D", "5S 5H 6S 6H"], "melds": [[KINGS]], "pile": "9H"}
    state = allowed(house(PLAYED, hands=[""], stock="9D 9S", **position), "0 draw", "0 discard 9D")
    assert state["in_foot"] == [0]
    assert "foot_played" not in state
    melded = allowed(house(PLAYED, hands=[""], stock="KD 9S", **position), "0 draw", "0 meld KD", "0 discard 7D")
    assert melded["foot_played"] == [0]


# A canasta before the foot

EARNED = {**FOOT, "deal.foot_canastas": 1}


def test_a_hand_is_not_used_up_for_the_foot_before_a_canasta() -> None:
    game = house(EARNED, hands=["QS QH 5S"], melds=[[KINGS]], feet=["AS AH 7D 8D"], pile="8H", stock="QD 6S")
    assert refused(game, "0 draw", "0 meld QS QH QD") == "keep-a-card"
    answer = replay({**game, "moves": ["0 draw", "0 meld QS QH QD"]})
    assert "canastas needed before you can get the foot: 0 of 1" in answer["error"]["message"]
    more = house(EARNED, hands=["QS QH 5S 6D"], melds=[[KINGS]], feet=["AS AH 7D 8D"], pile="8H", stock="QD 6S")
    state = allowed(more, "0 draw", "0 meld QS QH QD", "0 discard 5S")
    assert "in_foot" not in state
    free = house(FOOT, hands=["QS QH 5S"], melds=[[KINGS]], feet=["AS AH 7D 8D"], pile="8H", stock="QD 6S")
    assert allowed(free, "0 draw", "0 meld QS QH QD", "0 discard 5S")["in_foot"] == [0]


def test_with_a_canasta_the_hand_is_used_up_for_it() -> None:
    position: dict[str, Any] = {"melds": [[CANASTA]], "feet": ["AS AH 7D 8D"], "pile": "8H", "stock": "QD 6S"}
    direct = house(EARNED, hands=["QS QH"], **position)
    state = allowed(direct, "0 draw", "0 meld QS QH QD")
    assert (hand(state, 0), state["in_foot"]) == (bag("AS AH 7D 8D"), [0])
    indirect = house(EARNED, hands=["QS QH 5S"], **position)
    assert allowed(indirect, "0 draw", "0 meld QS QH QD", "0 discard 5S")["in_foot"] == [0]


def test_the_canasta_may_be_made_by_the_last_cards() -> None:
    game = house(EARNED, hands=["KS KH"], melds=[["KS KH KC KD KC"]], feet=["AS AH 7D 8D"], pile="8H", stock="KD 6S")
    state = allowed(game, "0 draw", "0 meld KS KH KD")
    assert state["in_foot"] == [0]


def test_nobody_goes_out_past_a_foot_that_waits_for_more_canastas() -> None:
    rules = {**EARNED, "deal.foot_canastas": 2}
    game = house(rules, hands=["QS QH"], melds=[[CANASTA]], feet=["AS AH 7D 8D"], pile="8H", stock="QD 6S")
    assert refused(game, "0 draw", "0 meld QS QH QD") == "keep-a-card"
    assert "ask" not in verbs(allowed(game, "0 draw"))


# A foot that becomes the stock

STOCK = {**COUNTED, "stock.end": "foot", "stock.forced_take": "no"}


def test_the_foot_of_the_side_that_must_draw_becomes_the_stock() -> None:
    game = house(STOCK, hands=["5S 6S"], feet=["AS QH 7D 8D", "5H 6H 7H 8H"], pile="9H", stock="")
    state = allowed(game, "0 draw")
    assert hand(state, 0) == bag("5S 6S 8D")
    assert state["stock"] == "7D QH AS"
    assert state["feet"] == ["", "5H 6H 7H 8H", "", ""]
    assert "recycles" not in state


def test_else_that_of_the_other_side_and_then_the_round_ends() -> None:
    game = house(STOCK, hands=["5S 6S"], feet=["", "5H 6H"], in_foot=[0], pile="9H", stock="")
    assert hand(allowed(game, "0 draw"), 0) == bag("5S 6S 6H")
    none = house(STOCK, hands=["5S 6S"], feet=["", ""], in_foot=[0, 1], pile="9H", stock="")
    assert round_entry(none, "0 draw")["out"] is None


def test_a_side_whose_foot_went_so_may_go_out_and_pays() -> None:
    game = house(STOCK, hands=["QS QH"], melds=[[CANASTA]], feet=["QD 5D"], pile="8H", stock="")
    state = allowed(game, "0 draw")
    assert "feet" not in state
    more = house(STOCK, hands=["QS QH QD"], melds=[[CANASTA]], in_foot=[], pile="8H", stock="9S 9D")
    assert lines(more, "0 draw", "0 meld QS QH QD", "0 discard 9S")["foot"] == -100


def test_a_red_three_of_such_a_foot_is_laid_and_replaced() -> None:
    game = house(STOCK, hands=["5S 6S"], feet=["AS 7D 3H"], pile="9H", stock="")
    state = allowed(game, "0 draw")
    assert (hand(state, 0), state["threes"][0]) == (bag("5S 6S 7D"), "3H")


# Red threes in a foot


@pytest.mark.parametrize(("moves", "stock"), [(("0 meld KD",), "KD 9S"), (("0 discard 9D",), "9D 9S")])
def test_a_red_three_in_a_foot_is_laid_and_replaced(moves: tuple[str, ...], stock: str) -> None:
    """Red threes lie down at once wherever they come from, so in a foot too, picked up at once or for the next turn."""
    hands = [""] if len(moves) == 1 else ["5S"]
    game = house(FOOT, hands=hands, melds=[[KINGS]], feet=["AS 3H 7D 8D", "5H"], pile="9H", stock=stock)
    state = allowed(game, "0 draw", *moves)
    assert (hand(state, 0), state["threes"][0]) == (bag("AS 7D 8D 9S"), "3H")


def test_a_foot_of_red_threes_that_nothing_replaces_ends_the_round() -> None:
    rules = {**FOOT, "deal.foot": 2}
    game = house(rules, hands=[""], melds=[[KINGS]], feet=["3D 3H", "5H"], pile="9H", stock="KD")
    assert round_entry(game, "0 draw", "0 meld KD")["out"] is None
    last = house(rules, hands=[""], melds=[[KINGS]], feet=["3D 3H", "5H"], pile="9H", stock="9D")
    assert round_entry(last, "0 draw", "0 discard 9D")["out"] is None


# The round ends at two cards of the stock

TWO_LEFT = {"stock.end": "two-left"}


def test_the_round_ends_with_the_discard_of_the_player_who_left_two_cards() -> None:
    game = house(TWO_LEFT, hands=["5S 6S"], pile="9H", stock="9S 9D 8D")
    assert allowed(game, "0 draw")["phase"] == "play"
    assert round_entry(game, "0 draw", "0 discard 9S")["out"] is None
    assert (
        allowed(house(TWO_LEFT, hands=["5S 6S"], pile="9H", stock="9S 9D 8D 8C"), "0 draw", "0 discard 9S")["phase"]
        == "draw"
    )


def test_who_draws_the_third_last_card_may_go_out() -> None:
    game = house(TWO_LEFT, hands=["QS QH"], melds=[[CANASTA]], pile="8H", stock="QD 6S 6D")
    assert round_entry(game, "0 draw", "0 meld QS QH QD")["out"] == 0


def test_a_foot_that_this_discard_brings_is_taken_and_counts() -> None:
    rules = {**COUNTED, **TWO_LEFT}
    game = house(rules, hands=[""], melds=[[KINGS]], feet=["AS 4H"], pile="8H", stock="QD 6S 6D")
    sheet = lines(game, "0 draw", "0 discard QD")
    assert (sheet["hand"], "foot" in sheet) == (-55, False), "AS and 4H, and the partner's nine, ten and jack"


# Rules that can't work together


@pytest.mark.parametrize(
    ("rules", "word"),
    [
        ({"deal.foot_canastas": 1}, "deal.foot_canastas needs a foot"),
        ({"stock.end": "foot"}, "stock.end needs a foot"),
        ({"score.foot_left": 100}, "score.feet needs a foot"),
        ({"score.foot_taken": 100}, "score.feet needs a foot"),
        ({"score.foot_when": "played"}, "score.foot_when needs a foot"),
        ({"deal.foot": 4, "deal.foot_with": "first-canasta", "score.foot_when": "played"}, "deal.foot_with"),
        ({"deal.foot": 4, "deal.foot_with": "first-canasta", "deal.foot_canastas": 1}, "deal.foot_with"),
    ],
)
def test_rules_of_feet_take_feet(rules: Mapping[str, object], word: str) -> None:
    assert word in unreadable(house(rules, hands=["5S"], pile="8H"))


# Red threes as ordinary cards


def test_red_threes_may_be_ordinary_cards_worth_what_black_ones_are() -> None:
    rules = {"threes.red": "ordinary"}
    document = dealt(stacked({0: "3H 3D 4S 5S 6S 7S 8S 9S TS JS QS"}, then="9H"), rules=rules)
    state = allowed(document)
    assert {"3H", "3D"} <= set(state["hands"][0].split())
    game = house(rules, hands=["3H 3S", "", "", ""], pile="9H", stock="")
    assert lines(game, "0 draw") == {"hand": -10}
    assert played(house(rules, hands=["3H 5S"], pile="9H"), "0 draw", "0 discard 3H")
