"""`mexican`: what differs from the Romanian standard game (docs/variants.md, Mexican)."""

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
    unreadable,
    verbs,
)

mexican = partial(classic, variant="mexican")

OWN = "JS JH JD"
KINGS = "KS KH KC KD KS KH KC"
QUEENS = "QS QH QC QD QS QH QC"
STOCK = "4C 4D 4H 5C 5D 5H 6C 6D 6H 8C 8D 9C 9D TC TD"


round_end = partial(at_end, mexican)


def test_mexican_deals_thirteen_from_three_packs() -> None:
    state = allowed(dealt(stacked(then="KS", size=13, decks=3), variant="mexican"))
    assert [len(one.split()) for one in state["hands"]] == [13] * 4
    assert len(state["stock"].split()) == 162 - 53


# The extra hand


def test_mexican_a_player_who_opens_for_their_side_may_take_thirteen_cards() -> None:
    game = mexican(hands=["KS KH KD AS AH AD 5S"], pile="8H", stock=STOCK)
    assert refused(game, "0 draw", "0 extra") == "no-extra-hand"
    state = allowed(game, "0 draw", "0 meld KS KH KD / AS AH AD", "0 extra")
    assert len(state["hands"][0].split()) == 2 + 13
    assert state["extra_taken"] == [0]
    assert refused(game, "0 draw", "0 meld KS KH KD / AS AH AD", "0 extra", "0 extra") == "no-extra-hand"


def test_mexican_the_extra_hand_is_once_a_side_and_only_in_the_turn_of_the_opening() -> None:
    hands = ["KS KH KD AS AH AD 5S", "7S 7D", "QS QH QD 6S 6S", "7C 7H"]
    game = mexican(hands=hands, pile="8H", stock=STOCK)
    lap = ["0 draw", "0 meld KS KH KD / AS AH AD", "0 discard 5S", "1 draw", "1 discard 7S"]
    assert refused(game, *lap, "2 draw", "2 meld QS QH QD", "2 extra") == "no-extra-hand"
    assert "extra" not in verbs(allowed(game, *lap, "2 draw", "2 meld QS QH QD"))


def test_mexican_red_threes_of_the_extra_hand_stay_until_they_are_laid() -> None:
    game = mexican(hands=["KS KH KD AS AH AD 5S"], pile="8H", stock="4C 3H 4D 5C")
    state = allowed(game, "0 draw", "0 meld KS KH KD / AS AH AD", "0 extra")
    assert hand(state, 0) == bag("5S 4C 3H 4D 5C"), "a short stock gives what it has"
    assert state["threes"] == ["", ""]


def test_mexican_no_extra_hand_for_a_player_who_is_bound_to_go_out() -> None:
    """With black threes laid there is no way back."""
    hands = [f"{KINGS} {QUEENS} 3S 3S 3C 5S"]
    game = mexican(hands=hands, threes=["3H 3D"], pile="8H", stock=STOCK)
    moves = ["0 draw", f"0 meld {KINGS} / {QUEENS}"]
    assert "extra" in verbs(allowed(game, *moves))
    ready = mexican(hands=[f"{KINGS} {QUEENS} 3S 3S 3C"], threes=["3H 3D"], pile="8H", stock=STOCK)
    assert refused(ready, *moves, "0 meld 3S 3S 3C", "0 extra") == "no-extra-hand"


def test_mexican_an_opening_that_leaves_one_card_must_be_followed_by_the_extra_hand() -> None:
    """The card kept back is short of a turn's end until the thirteen are there."""
    game = mexican(hands=["KS KH KD AS AH AD"], pile="8H", stock=STOCK)
    opened = ["0 draw", "0 meld KS KH KD / AS AH AD"]
    assert verbs(allowed(game, *opened)) == {"extra", "undo"}
    assert refused(game, *opened, "0 discard 4C") == "keep-a-card"
    assert len(allowed(game, *opened, "0 extra", "0 discard 4C")["hands"][0].split()) == 13
    taking = mexican(hands=["KS KH AS AH AD 5S"], pile="KD", stock=STOCK)
    assert verbs(allowed(taking, "0 take KS KH / AS AH AD")) == {"extra"}


def test_mexican_one_card_must_be_kept_where_no_extra_hand_follows() -> None:
    hands = ["KS KH KD AS AH AD"]
    moves = ["0 draw", "0 meld KS KH KD / AS AH AD"]
    assert refused(mexican(hands=hands, pile="8H", stock="4C"), *moves) == "keep-a-card", "nothing is left to take"
    opened = mexican(hands=["KS KH KD"], melds=[[OWN]], pile="8H", stock=STOCK)
    assert refused(opened, "0 draw", "0 meld KS KH KD") == "keep-a-card"
    game = mexican(hands=["KS KH KD AS AH AD 4D"], pile="8H", stock="4C 4H")
    assert refused(game, *moves, "0 extra", "0 meld 4C 4D 4H") == "keep-a-card"


def test_mexican_a_red_three_kept_alone_is_not_laid_for_the_last_card_of_the_extra_hand() -> None:
    """With the stock empty there would be no extra hand, and so no end of the turn."""
    position: dict[str, Any] = {"hands": ["KS KH KD AS AH AD"], "pile": "8H"}
    moves = ["0 draw", "0 meld KS KH KD / AS AH AD"]
    game = mexican(stock="3H 9C", **position)
    assert verbs(allowed(game, *moves)) == {"extra", "undo"}
    assert refused(game, *moves, "0 three 3H") == "three-not-replaced"
    assert hand(allowed(game, *moves, "0 extra", "0 discard 9C"), 0) == bag("3H")
    more = mexican(stock="3H 9C 9D", **position)
    assert verbs(allowed(more, *moves, "0 three 3H")) == {"extra"}


def test_mexican_red_threes_of_the_extra_hand_may_be_set_to_be_laid_and_replaced() -> None:
    game = mexican(hands=["KS KH KD AS AH AD 5S"], pile="8H", stock=f"4C 3H {STOCK}", rules={"threes.red": "at-once"})
    state = allowed(game, "0 draw", "0 meld KS KH KD / AS AH AD", "0 extra")
    assert state["threes"][0] == "3H"
    assert len(state["hands"][0].split()) == 2 + 13


# Closing


def test_mexican_only_a_seven_closes_the_pile() -> None:
    hands = ["TS TH 5S", "7H 2S 3S 9H", "KS KH 6S", "TD 9H 4S"]
    game = mexican(turn=1, phase="play", hands=hands, melds=[[OWN], ["QS QH QD"]], pile="8H", stock="4C 4D 5D TD 6D")
    assert allowed(game, "1 discard 7H")["closed_by"] == 1
    lap = ["2 draw", "2 discard 6S", "3 draw", "3 discard TD"]
    assert refused(game, "1 discard 7H", *lap, "0 take TS TH") == "pile-closed"
    for card in ("2S", "3S"):
        assert "closed_by" not in allowed(game, f"1 discard {card}")
        allowed(game, f"1 discard {card}", *lap, "0 take TS TH")


@pytest.mark.parametrize("top", ["2D", "*", "3S", "3H"])
def test_mexican_a_wild_or_three_on_top_blocks_the_next_player(top: str) -> None:
    game = mexican(hands=["2S 2H * * 3S 3S 5S"], melds=[[OWN]], pile=f"8H {top}")
    assert allowed(game)["blocked"] is True
    assert verbs(allowed(game)) == {"draw"}


def test_mexican_sevens_are_melded_like_other_cards() -> None:
    allowed(mexican(hands=["7S 7H 7D 5S"], melds=[[OWN]], pile="8H"), "0 draw", "0 meld 7S 7H 7D")


# The cap


def test_mexican_no_more_canastas_than_red_threes_laid() -> None:
    """The worked example: held red threes don't count."""
    position: dict[str, Any] = {"melds": [[KINGS, "9S 9H 9D 9C 9S 9H"]], "pile": "8H"}
    game = mexican(hands=["9D 3D 5S"], threes=["3H"], **position)
    assert refused(game, "0 draw", "0 meld 9D") == "too-many-canastas"
    allowed(game, "0 draw", "0 three 3D", "0 meld 9D")
    allowed(mexican(hands=["9D 5S"], threes=["3H 3D"], **position), "0 draw", "0 meld 9D")


def test_mexican_a_pile_that_would_make_one_canasta_too_many_is_not_taken() -> None:
    position: dict[str, Any] = {"hands": ["9D 9C 5S 6S"], "melds": [[KINGS, "9S 9H 9D 9C"]], "pile": "3D 8H 9S"}
    assert refused(mexican(threes=["3H"], **position), "0 take 9D 9C") == "too-many-canastas"
    assert verbs(allowed(mexican(threes=["3H"], **position))) == {"draw"}
    allowed(mexican(threes=["3H 3H"], **position), "0 take 9D 9C")


def test_mexican_six_canastas_at_most() -> None:
    ranks = "KQJT98"
    melds = [[" ".join(f"{rank}{suit}" for suit in "SHDCSHD") for rank in ranks] + ["6S 6H 6D 6C 6S 6H"]]
    game = mexican(hands=["6D 5S 5C"], melds=melds, threes=["3H 3H 3H 3D 3D 3D"], pile="8H")
    assert refused(game, "0 draw", "0 meld 6D") == "too-many-canastas"
    assert refused({**game, "rules": {"melds.cap": 7, "melds.cap_red_threes": "always"}}, "0 draw", "0 meld 6D")
    allowed({**game, "rules": {"melds.cap": 7, "melds.cap_red_threes": "no"}}, "0 draw", "0 meld 6D")


def test_mexican_the_cap_may_be_set_to_hold_for_going_out_only() -> None:
    rules = {"melds.cap_red_threes": "going-out"}
    three = ["JS JH JD JC JS JH JC"]
    game = mexican(
        hands=["9D TC"],
        melds=[[KINGS, QUEENS, "9S 9H 9D 9C 9S 9H"]],
        threes=["3H 3D"],
        pile="8H",
        stock="4C",
        rules=rules,
    )
    allowed(game, "0 draw", "0 meld 9D")
    ready = mexican(hands=["9D"], melds=[[KINGS, QUEENS, *three, "9S 9H 9C"]], threes=["3H 3D"], pile="8H", rules=rules)
    assert refused(ready, "0 draw", "0 meld 9D") == "keep-a-card"
    more = mexican(
        hands=["9D"], melds=[[KINGS, QUEENS, *three, "9S 9H 9C"]], threes=["3H 3D 3H"], pile="8H", rules=rules
    )
    assert allowed(more, "0 draw", "0 meld 9D", "0 discard 4C")["phase"] == "over"


# Going out and scoring


@pytest.mark.parametrize(("threes", "melds"), [("3H", [KINGS]), ("3H 3D", [KINGS]), ("3H", [KINGS, QUEENS])])
def test_mexican_going_out_takes_two_red_threes_and_two_canastas(threes: str, melds: list[str]) -> None:
    game = mexican(hands=["JC"], melds=[[*melds, OWN]], threes=[threes], pile="8H", stock="9D")
    assert refused(game, "0 draw", "0 meld JC") == "keep-a-card"
    ready = mexican(hands=["JC"], melds=[[KINGS, QUEENS, OWN]], threes=["3H 3D"], pile="8H", stock="9D")
    assert lines(ready, "0 draw", "0 meld JC", "0 discard 9D")["out"] == 100


@pytest.mark.parametrize(
    ("rules", "name"),
    [
        ({"out.red_threes": 7}, "out.red_threes"),
        ({"pack.decks": 2, "out.red_threes": 5}, "out.red_threes"),
        ({"threes.red": "never"}, "out.red_threes"),
        ({"melds.cap": None, "out.canastas": 7}, "melds.cap_red_threes"),
        ({"melds.cap": None, "out.canastas": 7, "melds.cap_red_threes": "going-out"}, "melds.cap_red_threes"),
    ],
)
def test_mexican_red_threes_that_nobody_can_have_are_no_condition(rules: dict[str, object], name: str) -> None:
    assert name in unreadable(mexican(hands=["KS"], pile="8H", rules=rules))


def test_mexican_all_red_threes_may_be_set_to_be_needed() -> None:
    allowed(mexican(hands=["KS"], pile="8H", rules={"out.red_threes": 6, "melds.cap": None, "out.canastas": 6}))


@pytest.mark.parametrize(
    ("meld", "sheet"),
    [
        ("7S 7H 7D 7C 7S 7H 7D", {"natural": 1000, "cards": 35}),
        ("KS KH KD KC * * *", {"mixed": 1000, "cards": 190}),
    ],
)
def test_mexican_any_canasta_is_1000(meld: str, sheet: dict[str, int]) -> None:
    assert round_end(melds=[[meld]]) == sheet


def test_mexican_may_be_set_to_give_1000_for_sevens_only() -> None:
    rules = {"canastas.natural": 500, "canastas.mixed": 300, "canastas.sevens": 1000}
    assert round_end(melds=[["7S 7H 7D 7C 7S 7H 7D", KINGS]], rules=rules) == {
        "sevens": 1000,
        "natural": 500,
        "cards": 105,
    }
    assert round_end(melds=[["7S 7H 7D 7C 7S 2H 2D"]], rules=rules)["sevens"] == 1000


@pytest.mark.parametrize(("count", "points"), [(1, 100), (4, 400), (5, 1000), (6, 1200)])
def test_mexican_red_three_table(count: int, points: int) -> None:
    laid = " ".join((["3H", "3D"] * 3)[:count])
    assert round_end(threes=[laid], melds=[[OWN]])["threes"] == points
    assert round_end(threes=[laid])["threes"] == -points


def test_mexican_ends_at_five_thousand() -> None:
    game = mexican(hands=[""] * 4, stock="", pile="", melds=[[OWN]])
    assert played({**game, "scores": [4970, 0]}, "0 draw")["result"] == {"winner": 0, "scores": [5000, 0]}
    assert played({**game, "scores": [4965, 0]}, "0 draw")["result"] is None
