"""`brazilian`: what differs from the Bolivian game (docs/variants.md, Brazilian)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from tests.canasta.play import allowed, at_end, classic, lines, played, refused, replay, with_moves

brazilian = partial(classic, variant="brazilian")

OWN = "JS JH JD"
KINGS = "KS KH KC KD KS KH KC"
MIXED = "KS KH KC KD KS 2S 2H"
RUN = "8D 9D TD JD QD KD AD"
WILDS = "* * * 2S 2H 2D 2C"
LOW = "4S 4H 4C 4D 4S 4H 4C"


round_end = partial(at_end, brazilian)


@pytest.mark.parametrize("layout", ["4", "6-trios"])
def test_brazilian_tables(layout: str) -> None:
    assert len(allowed(brazilian(layout))["melds"]) == 2


# The initial meld


@pytest.mark.parametrize(
    ("score", "needed"),
    [(-5, 15), (0, 50), (1500, 90), (3000, 120), (6995, 120), (7000, "canasta"), (7995, "canasta"),
     (8000, "canasta 200"), (8995, "canasta 200"), (9000, "natural canasta")],
)  # fmt: skip
def test_brazilian_initial_meld_by_score(score: int, needed: object) -> None:
    assert allowed(brazilian(scores=[score, 0]))["opening"][0] == needed


@pytest.mark.parametrize("canasta", [MIXED, KINGS, RUN, WILDS, LOW])
def test_brazilian_any_canasta_opens_at_seven_thousand(canasta: str) -> None:
    """The canasta alone, without a number of points."""
    game = brazilian(hands=[f"{canasta} 5S 6H"], scores=[7000, 0], pile="8H")
    assert allowed(game, "0 draw", f"0 meld {canasta}")["opening"][0] is None


def test_brazilian_points_without_a_canasta_do_not_open_at_seven_thousand() -> None:
    game = brazilian(hands=["AS AH AD AC * 2S 5S 6H"], scores=[7000, 0], pile="8H")
    assert refused(game, "0 draw", "0 meld AS AH AD AC * 2S") == "initial-meld-too-low"


def test_brazilian_a_canasta_and_two_hundred_points_open_at_eight_thousand() -> None:
    game = brazilian(hands=[f"{MIXED} AS AH AD AC AS AH 5S 6H"], scores=[8000, 0], pile="8H")
    assert refused(game, "0 draw", f"0 meld {MIXED}") == "initial-meld-too-low"
    assert allowed(game, "0 draw", f"0 meld {MIXED} / AS AH AD AC AS AH")["opening"][0] is None
    wilds = brazilian(hands=[f"{WILDS} 5S 6H"], scores=[8000, 0], pile="8H")
    assert allowed(wilds, "0 draw", f"0 meld {WILDS}")["opening"][0] is None


def test_brazilian_eight_thousand_may_be_set_to_two_hundred_points_alone() -> None:
    game = brazilian(hands=["AS AH AD AC * * QS QH * 2S 5S 6H"], scores=[8000, 0], pile="8H")
    assert refused(game, "0 draw", "0 meld AS AH AD AC * * / QS QH *") == "initial-meld-too-low"
    rows = [[-1000000, 15], [0, 50], [7000, "canasta"], [8000, 200], [9000, "natural canasta"]]
    allowed({**game, "rules": {"opening.table": rows}}, "0 draw", "0 meld AS AH AD AC * * / QS QH *")


@pytest.mark.parametrize(("canasta", "opens"), [(MIXED, False), (KINGS, True), (LOW, True), (RUN, True), (WILDS, True)])
def test_brazilian_a_natural_canasta_or_better_opens_at_nine_thousand(canasta: str, opens: bool) -> None:
    game = brazilian(hands=[f"{canasta} 5S 6H"], scores=[9000, 0], pile="8H")
    if opens:
        allowed(game, "0 draw", f"0 meld {canasta}")
    else:
        assert refused(game, "0 draw", f"0 meld {canasta}") == "initial-meld-too-low"


@pytest.mark.parametrize(
    ("score", "melds", "said"),
    [
        (7000, "AS AH AD AC * 2S", "You need a canasta to open."),
        (8000, "AS AH AD AC * 2S", "need a canasta and 200 points to open; these cards count 150."),
        (8000, MIXED, "need a canasta and 200 points to open; these cards count"),
        (9000, MIXED, "You need a canasta that isn't mixed to open."),
    ],
)
def test_brazilian_what_too_low_a_first_meld_lacks_is_said(score: int, melds: str, said: str) -> None:
    """It is too low by any row's measure, and has the code that records fix for that."""
    game = brazilian(hands=[f"{melds} 5S 6H"], scores=[score, 0], pile="8H")
    error = replay(with_moves(game, "0 draw", f"0 meld {melds}"))["error"]
    assert error["code"] == "initial-meld-too-low"
    assert said in error["message"]


# Taking the pile


def test_brazilian_only_a_player_who_has_laid_a_new_meld_takes_the_pile() -> None:
    """Adding to the partner's melds is not enough."""
    position: dict[str, Any] = {"hands": ["9S 9H 5S 6S"], "melds": [[OWN]], "pile": "8H 9D"}
    assert refused(brazilian(**position, melded_by=[2]), "0 take 9S 9H") == "pile-own-meld-first"
    assert refused(brazilian(**position, melded_by=[0, 2], opened_meld_by=[2]), "0 take 9S 9H") == "pile-own-meld-first"
    allowed(brazilian(**position, melded_by=[0], opened_meld_by=[0]), "0 take 9S 9H")


def test_brazilian_the_pile_is_never_taken_to_open() -> None:
    game = brazilian(hands=["AS AH KS KH KD 5S 6S"], pile="8H AD")
    assert refused(game, "0 take AS AH / KS KH KD") == "pile-own-meld-first"


def test_brazilian_adding_to_a_meld_lets_nobody_take_in_their_next_turn_but_laying_one_does() -> None:
    hands = ["JC QS QH QD 9S 9H 4S", "5S 6H", "5D 6D", "9D 8S 7S"]
    game = brazilian(hands=hands, melds=[[OWN]], melded_by=[2], pile="8H", stock="4C 4D 5H 6C 7D 8D TC TD")
    lap = ["1 draw", "1 discard 5S", "2 draw", "2 discard 5D", "3 draw", "3 discard 9D"]
    assert refused(game, "0 draw", "0 meld JC", "0 discard 4S", *lap, "0 take 9S 9H") == "pile-own-meld-first"
    allowed(game, "0 draw", "0 meld QS QH QD", "0 discard 4S", *lap, "0 take 9S 9H")


# Going out and scoring


@pytest.mark.parametrize("formations", [[KINGS, "QS QH QC QD QS QH QC"], [RUN, "4S 5S 6S 7S 8S 9S TS"], [KINGS, RUN]])
def test_brazilian_two_canastas_or_runs_go_out(formations: list[str]) -> None:
    game = brazilian(hands=["JC"], melds=[[*formations, OWN]], pile="8H", stock="9D JH")
    assert lines(game, "0 draw", "0 meld JC JH", "0 discard 9D")["out"] == 200
    short = brazilian(hands=["JC"], melds=[[formations[0], OWN]], pile="8H", stock="9D JH")
    assert refused(short, "0 draw", "0 meld JC JH") == "keep-a-card"


def test_brazilian_may_be_set_to_need_the_partners_leave() -> None:
    game = brazilian(hands=["JC"], melds=[[KINGS, RUN, OWN]], pile="8H", stock="9D JH", rules={"out.ask": "must"})
    assert refused(game, "0 draw", "0 meld JC JH") == "ask-first"
    moves = ["0 draw", "0 ask", "2 answer yes", "0 meld JC JH", "0 discard 9D"]
    assert allowed(game, *moves)["phase"] == "over"


@pytest.mark.parametrize(("count", "points"), [(1, 100), (4, 400), (5, 1000), (6, 1200)])
@pytest.mark.parametrize("canasta", [KINGS, RUN, WILDS])
def test_brazilian_red_threes_count_for_a_side_with_one_formation(count: int, points: int, canasta: str) -> None:
    laid = " ".join((["3H", "3D"] * 3)[:count])
    assert round_end(threes=[laid], melds=[[canasta]])["threes"] == points
    assert round_end(threes=[laid], melds=[[OWN]])["threes"] == -points


def test_brazilian_a_wild_canasta_is_2000() -> None:
    assert round_end(melds=[[WILDS]]) == {"wild": 2000, "cards": 230}


def test_brazilian_an_unfinished_run_costs_a_thousand() -> None:
    """Each, and its cards still count."""
    assert round_end(melds=[["5H 6H 7H 8H"]]) == {"cards": 25, "unfinished": -1000}
    assert round_end(melds=[["5H 6H 7H", "4S 5S 6S 7S 8S 9S"]])["unfinished"] == -2000
    assert "unfinished" not in round_end(melds=[[RUN]])


def test_brazilian_may_be_set_to_penalise_short_runs_only() -> None:
    short = {"sequences.unfinished_up_to": 4}
    assert round_end(melds=[["5H 6H 7H 8H"]], rules=short)["unfinished"] == -1000
    assert "unfinished" not in round_end(melds=[["5H 6H 7H 8H 9H"]], rules=short)


def test_brazilian_black_threes_in_a_hand_cost_a_hundred_each() -> None:
    assert round_end(hands=["3S", "", "", ""])["held"] == -100


def test_brazilian_ends_at_ten_thousand() -> None:
    game = brazilian(hands=[""] * 4, stock="", pile="", melds=[[OWN]])
    assert played({**game, "scores": [9970, 0]}, "0 draw")["result"] == {"winner": 0, "scores": [10000, 0]}
    assert played({**game, "scores": [9965, 0]}, "0 draw")["result"] is None
