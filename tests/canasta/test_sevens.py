"""`sevens`: what sevens earn and cost beyond classic (rummy-games.com, "The Sevens Rules")."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from tests.canasta.play import BYSTANDERS, allowed, at_end, classic, dealt, lines, played, refused, stacked, unreadable

sevens = partial(classic, variant="sevens")

OWN = "JS JH JD"
KINGS = "KS KH KC KD KS KH KC"
FOUR = "7S 7H 7D 7C"


round_end = partial(at_end, sevens, pile="8H")


# Layouts


@pytest.mark.parametrize(
    ("layout", "cards", "decks", "sides", "target"),
    [
        ("2", 15, 2, 2, 5000),
        ("3-lone", 13, 2, 3, 7500),
        ("4", 11, 2, 2, 5000),
        ("6-pairs", 13, 3, 3, 7500),
        ("6-trios", 13, 3, 2, 10000),
    ],
)
def test_sevens_layouts_are_those_of_classic(layout: str, cards: int, decks: int, sides: int, target: int) -> None:
    seats = int(layout[0])
    pack = stacked(then="KS", order=range(seats), size=cards, decks=decks)
    state = allowed(dealt(pack, layout=layout, variant="sevens"))
    assert [len(one.split()) for one in state["hands"]] == [cards] * seats
    assert len(state["melds"]) == sides
    ended = partial(sevens, layout, hands=[""] * seats, melds=[[OWN]], stock="", pile="8H")
    others = [0] * (sides - 1)
    assert played(ended(scores=[target - 30, *others]), "0 draw")["result"]["scores"][0] == target
    assert played(ended(scores=[target - 35, *others]), "0 draw")["result"] is None


def test_sevens_five_are_no_layout() -> None:
    assert "2, 3-lone, 4, 6-pairs, 6-trios" in unreadable(sevens("5-sitout"))


# The canasta of sevens


@pytest.mark.parametrize(
    ("meld", "points"), [("7S 7H 7D 7C 7S 7H 7D", 35), ("7S 7H 7D 7C 7S 7H 2C", 50), ("7S 7H 7D 7C 7S * * 2C", 145)]
)
def test_sevens_a_canasta_of_sevens_counts_two_thousand_in_place_of_its_own(meld: str, points: int) -> None:
    """Worked example 1, natural ones, and more than seven cards."""
    assert round_end(melds=[[meld]]) == {"sevens": 2000, "cards": points}


def test_sevens_other_canastas_count_as_in_classic() -> None:
    assert round_end(melds=[[KINGS]]) == {"natural": 500, "cards": 70}
    assert round_end(melds=[["AS AH AD AC AS AH AD"]]) == {"natural": 500, "cards": 140}
    assert round_end(melds=[["KS KH KC KD KS KH 2S"]]) == {"mixed": 300, "cards": 80}


# Unfinished sevens


@pytest.mark.parametrize(
    ("meld", "points"), [("7S 7H 7D", 15), ("7S 7H 2D", 30), ("7S 7H 7D 7C 7S 7H", 30), ("7S 7H 7D 7C * *", 120)]
)
def test_sevens_a_meld_of_sevens_short_of_a_canasta_costs_1500(meld: str, points: int) -> None:
    """Worked example 2: its cards count too."""
    assert round_end(melds=[[meld]]) == {"unfinished": -1500, "cards": points}


def test_sevens_other_melds_cost_nothing_unfinished() -> None:
    assert round_end(melds=[["AS AH AD", OWN]]) == {"cards": 90}


def test_sevens_a_side_may_go_out_with_its_sevens_unfinished_and_pays() -> None:
    game = sevens(hands=["JC", *[""] * 3], melds=[[KINGS, OWN, "7S 7H 7D"], ["7C 7S 7H", "9S 9H 9D"]], pile="8H")
    ending = ("0 draw", "0 meld JC", "0 discard 4C")
    assert lines(game, *ending) == {"natural": 500, "cards": 70 + 40 + 15, "out": 100, "unfinished": -1500}
    assert lines(game, *ending, side=1) == {"cards": 15 + 30, "unfinished": -1500}


def test_sevens_none_are_due_once_the_canasta_is_there() -> None:
    game = sevens(hands=["7C 5S"], melds=[["7S 7H 7D 7C 7S 7H"]], pile="8H", stock="9D")
    assert allowed(game, "0 draw", "0 meld 7C")["melds"][0][0].split().count("7C") == 2
    ended = sevens(hands=["7C", *[""] * 3], melds=[["7S 7H 7D 7C 7S 7H"]], pile="8H", stock="9D")
    sheet = lines(ended, "0 draw", "0 meld 7C", "0 discard 9D")
    assert sheet == {"sevens": 2000, "cards": 35, "out": 100}


# Held sevens


@pytest.mark.parametrize(
    ("cards", "sheet"),
    [
        ("7S 7H 7D", {"hand": -15}),
        (FOUR, {"hand": -20, "held": -500}),
        (f"{FOUR} 7S 7H", {"hand": -30, "held": -500}),
        (f"{FOUR} KS 2S", {"hand": -50, "held": -500}),
        ("7S 7H 7D 2S", {"hand": -35}),
    ],
)
def test_sevens_more_than_three_in_a_hand_cost_five_hundred(cards: str, sheet: dict[str, int]) -> None:
    """Worked example 3."""
    assert round_end(hands=[cards, "", "", ""], melds=[[OWN]]) == {"cards": 30, **sheet}


def test_sevens_each_such_player_costs_their_side() -> None:
    hands = [FOUR, "7S 7H 7D", f"{FOUR} 7S", FOUR]
    assert round_end(hands=hands, melds=[[OWN]]) == {"cards": 30, "hand": -45, "held": -1000}
    assert round_end(hands=hands, melds=[[OWN], [KINGS]], side=1) == {
        "natural": 500,
        "cards": 70,
        "hand": -35,
        "held": -500,
    }
    split = round_end(hands=["7S 7H 7D", "", "7S 7H 7D", ""], melds=[[OWN]])
    assert split == {"cards": 30, "hand": -30}, "three and three are nobody's four"


def test_sevens_held_and_unfinished_are_both_due() -> None:
    assert round_end(hands=[FOUR, "", "", ""], melds=[["7S 7H 7D"]]) == {
        "cards": 15,
        "hand": -20,
        "unfinished": -1500,
        "held": -500,
    }


def test_sevens_held_cost_whoever_goes_out() -> None:
    position: dict[str, Any] = {"melds": [[KINGS, OWN], ["9S 9H 9D"]], "pile": "8H", "stock": "4C"}
    game = sevens(hands=["JC", FOUR, f"{FOUR} 5S", ""], **position)
    ending = ("0 draw", "0 meld JC", "0 discard 4C")
    own, theirs = (lines(game, *ending, side=side) for side in (0, 1))
    assert (own["out"], own["hand"], own["held"]) == (100, -25, -500)
    assert theirs == {"cards": 30, "hand": -20, "held": -500}


def test_sevens_held_by_a_pair_against_a_lone_player() -> None:
    hands = [FOUR, "", f"{FOUR} 7S"]
    pair = sevens("3-lone", hands=hands, melds=[[OWN], []], stock="", pile="8H", lone=1)
    assert lines(pair, "0 draw") == {"cards": 30, "hand": -45, "held": -1000}
    assert lines(pair, "0 draw", side=2) == {"cards": 30, "hand": -45, "held": -1000}
    assert lines(pair, "0 draw", side=1) == {}


def test_sevens_aces_cost_nothing_held() -> None:
    assert round_end(hands=["AS AH AD AC AS", "", "", ""], melds=[[OWN]]) == {"cards": 30, "hand": -100}


# The number as a house rule


@pytest.mark.parametrize(("held_from", "due"), [(2, True), (3, True), (4, False), (12, False)])
def test_sevens_the_number_that_costs_may_be_set(held_from: int, due: bool) -> None:
    rules = {"canastas.held_from": held_from}
    sheet = round_end(hands=["7S 7H 7D", "", "", ""], melds=[[OWN]], rules=rules)
    assert sheet == {"cards": 30, "hand": -15} | ({"held": -500} if due else {})


@pytest.mark.parametrize("variant", ["american", "classic"])
def test_sevens_elsewhere_three_cost_unless_set(variant: str) -> None:
    """Of aces as of sevens."""
    house = {"canastas.held_sevens": 500, "canastas.held_aces": 700}
    end = partial(at_end, partial(classic, variant=variant), pile="8H", melds=[[OWN]])
    for rank, points in (("7", 500), ("A", 700)):
        two, three, four = (" ".join(rank + suit for suit in suits) for suits in ("SH", "SHD", "SHDC"))
        assert "held" not in end(hands=[two, "", "", ""], rules=house)
        assert end(hands=[three, "", "", ""], rules=house)["held"] == -points
        more = house | {"canastas.held_from": 4}
        assert "held" not in end(hands=[three, "", "", ""], rules=more)
        assert end(hands=[four, "", "", ""], rules=more)["held"] == -points


@pytest.mark.parametrize("held_from", [0, 13, "three"])
def test_sevens_the_number_that_costs_is_one_to_twelve(held_from: object) -> None:
    assert "canastas.held_from" in unreadable(sevens(rules={"canastas.held_from": held_from}))


# Rules as in classic


@pytest.mark.parametrize(("score", "needed"), [(-5, 15), (0, 50), (1495, 50), (1500, 90), (3000, 120)])
def test_sevens_initial_meld_by_score(score: int, needed: int) -> None:
    assert allowed(sevens(scores=[score, 0]))["opening"][0] == needed


def test_sevens_are_discarded_and_taken_like_other_cards() -> None:
    game = sevens(hands=["7S 7H 5S"], melds=[[OWN]], pile="8H 7D")
    assert len(allowed(game, "0 take 7S 7H")["melds"][0][1].split()) == 3
    allowed(sevens(hands=["7S 5S"], melds=[[OWN]], pile="8H"), "0 draw", "0 discard 7S")
    wild = sevens(hands=["7S 7H 2S 5S"], melds=[[OWN]], pile="8H")
    allowed(wild, "0 draw", "0 meld 7S 7H 2S")


@pytest.mark.parametrize(("layout", "canastas"), [("2", 2), ("3-lone", 1), ("4", 1), ("6-pairs", 2), ("6-trios", 2)])
def test_sevens_canastas_to_go_out(layout: str, canastas: int) -> None:
    melds = [KINGS, "QS QH QC QD QS QH QC"]
    game = partial(sevens, layout, hands=["JC 9D 9H", *BYSTANDERS[1 : int(layout[0])]], pile="8H", stock="9S 9C")
    out = "0 meld JC / 9D 9H 9S" + (" 9C" if layout in ("2", "3-lone") else "")
    assert lines(game(melds=[[*melds[:canastas], OWN]]), "0 draw", out)["out"] == 100
    assert refused(game(melds=[[*melds[: canastas - 1], OWN]]), "0 draw", out) == "keep-a-card"
