"""`joker`: what differs from classic (bright.net, "Joker Canasta")."""

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
    meld_bags,
    played,
    refused,
    stacked,
    verbs,
)

joker = partial(classic, variant="joker")

OWN = "JS JH JD"
KINGS = "KS KH KC KD KS KH KC"
QUEENS = "QS QH QC QD QS QH QC"
TWOS = "2S 2H 2D 2C 2S 2H 2D"


round_end = partial(at_end, joker, pile="8H")


def test_joker_deals_thirteen_from_two_packs() -> None:
    state = allowed(dealt(stacked(then="KS", size=13), variant="joker"))
    assert [len(one.split()) for one in state["hands"]] == [13] * 4
    assert len(state["stock"].split()) == 108 - 53


@pytest.mark.parametrize(
    ("score", "needed"),
    [(-5, 100), (0, 100), (1500, 100), (2995, 100), (3000, 130), (4995, 130), (5000, 150), (8495, 150)],
)
def test_joker_initial_meld_by_score(score: int, needed: int) -> None:
    assert allowed(joker(scores=[score, 0]))["opening"][0] == needed


def test_joker_initial_meld_of_a_hundred() -> None:
    """Worked example 1."""
    four = joker(hands=["KS KH KD KC AS AH AD 5S 6S"], pile="8H")
    assert allowed(four, "0 draw", "0 meld KS KH KD KC / AS AH AD")["opening"][0] is None
    three = joker(hands=["KS KH KD AS AH AD 5S 6S"], pile="8H")
    assert refused(three, "0 draw", "0 meld KS KH KD / AS AH AD") == "initial-meld-too-low"


# The pile


@pytest.mark.parametrize("melds", [[[OWN]], [["KC KD KS"]]])
def test_joker_only_two_naturals_of_its_rank_take_the_pile(melds: list[list[str]]) -> None:
    game = joker(hands=["KS 2S * 5S 6S"], melds=melds, pile="8H KH")
    assert allowed(game)["frozen"] is True
    assert verbs(allowed(game)) == {"draw"}
    for move in ("0 take KS 2S", "0 take"):
        assert refused(game, move) == "pile-frozen"
    pair = joker(hands=["KS KH 5S 6S"], melds=melds, pile="8H KD")
    assert hand(allowed(pair, "0 take KS KH"), 0) == bag("5S 6S 8H")


def test_joker_a_taken_pile_is_frozen_again() -> None:
    game = joker(hands=["KS KH 5S 6S", "5H 2S 4S"], melds=[[OWN], ["QS QH QD"]], pile="8H KD")
    state = allowed(game, "0 take KS KH", "0 discard 5S")
    assert state["frozen"] is True
    assert verbs(state) == {"draw"}


# Wild melds


@pytest.mark.parametrize(
    ("meld", "bonus", "points"),
    [
        (TWOS, 4000, 140),
        ("* * * * 2S 2H 2D", 3000, 260),
        ("* 2S 2H 2D 2C 2S 2H", 2000, 170),
        ("* * 2S 2H 2D 2C 2S", 2000, 200),
        ("* * * 2S 2H 2D 2C", 2000, 230),
    ],
)
def test_joker_wild_canastas_count_by_what_they_are_made_of(meld: str, bonus: int, points: int) -> None:
    """Worked example 2."""
    assert round_end(melds=[[meld]]) == {"wild": bonus, "cards": points}


@pytest.mark.parametrize("cards", ["2S 2H 2D", "* * *", "2S * 2H"])
def test_joker_wild_melds_of_any_mix_of_three_or_more(cards: str) -> None:
    game = joker(hands=[f"{cards} 5S 6S"], melds=[[OWN]], pile="8H")
    assert meld_bags(allowed(game, "0 draw", f"0 meld {cards}"), 0)[1] == bag(cards)
    assert refused(joker(hands=["2S * 5S 6S"], melds=[[OWN]], pile="8H"), "0 draw", "0 meld 2S *")


def test_joker_wild_melds_may_open() -> None:
    game = joker(hands=["* * 2S 5S 6S"], pile="8H")
    assert allowed(game, "0 draw", "0 meld * * 2S")["opening"][0] is None
    assert refused(joker(hands=["2S 2H 2D 5S 6S"], pile="8H"), "0 draw", "0 meld 2S 2H 2D") == "initial-meld-too-low"


def test_joker_one_wild_meld_a_side_of_seven_cards_at_most() -> None:
    begun = joker(hands=["2S 2H * 5S"], melds=[["2D 2C *"]], pile="8H")
    assert len(allowed(begun, "0 draw", "0 meld 2S 2H *")["melds"][0][0].split()) == 6
    assert refused(begun, "0 draw", "0 meld WILD+: 2S 2H *") == "one-wild-meld"
    full = joker(hands=["2S 5S 6S"], melds=[[TWOS]], pile="8H")
    assert refused(full, "0 draw", "0 meld WILD: 2S") == "meld-full"


def test_joker_an_unfinished_wild_meld_locks_nothing_and_costs_nothing() -> None:
    position: dict[str, Any] = {"melds": [[KINGS, QUEENS, OWN, "2H 2D 2C"]], "pile": "8H"}
    game = joker(hands=["2S 5S 6S"], **position)
    allowed(game, "0 draw", "0 meld J: 2S")
    allowed(game, "0 draw", "0 discard 2S")
    ready = joker(hands=["JC", *[""] * 3], **position)
    sheet = lines(ready, "0 draw", "0 meld JC", "0 discard 4C")
    assert sheet == {"natural": 1000, "cards": 140 + 40 + 60, "out": 100}
    assert round_end(melds=[["2S 2H *"]]) == {"cards": 90}


# Threes


def test_joker_dealt_threes_of_both_colours_are_laid_and_replaced() -> None:
    pack = stacked({0: "3S 3H 4S 5S 6S 7S 8S 9S TS JS QS KS AS"}, then="KH 9H 5H", size=13)
    state = allowed(dealt(pack, variant="joker"))
    assert bag(state["threes"][0]) == bag("3S 3H")
    assert hand(state, 0) == bag("4S 5S 6S 7S 8S 9S TS JS QS KS AS 9H 5H")


def test_joker_drawn_threes_of_both_colours_are_laid_and_replaced() -> None:
    game = joker(hands=["5S 6S"], melds=[[OWN]], pile="8H", stock="3S 3H 3C 9C 9D")
    state = allowed(game, "0 draw")
    assert bag(state["threes"][0]) == bag("3S 3H 3C")
    assert hand(state, 0) == bag("5S 6S 9C")
    assert "0 three" not in state["legal"]


def test_joker_a_black_three_turned_up_blocks_and_is_laid_by_the_player_who_takes_the_pile() -> None:
    """As a red one in classic it is not replaced then."""
    game = joker(hands=["KS KH 5S 6S"], melds=[[OWN]], pile="3S")
    assert allowed(game)["blocked"] is True
    assert verbs(allowed(game)) == {"draw"}
    covered = joker(hands=["KS KH 5S 6S"], melds=[[OWN]], pile="3S 8H KD")
    state = allowed(covered, "0 take KS KH")
    assert state["threes"][0] == "3S"
    assert hand(state, 0) == bag("5S 6S 8H")


@pytest.mark.parametrize("colours", ["HD", "SC"])
@pytest.mark.parametrize(("count", "points"), [(1, 100), (2, 300), (3, 500), (4, 1000)])
def test_joker_threes_count_by_colour_for_a_side_with_a_canasta(colours: str, count: int, points: int) -> None:
    laid = " ".join([f"3{colour}" for colour in colours * 2][:count])
    line = "threes" if colours == "HD" else "black_threes"
    assert round_end(threes=[laid], melds=[[KINGS]])[line] == points
    assert round_end(threes=[laid], melds=[[OWN]]) == {"cards": 30, line: -points}
    assert round_end(threes=[laid]) == {line: -points}


def test_joker_threes_of_both_colours_don_t_make_one_row() -> None:
    """Worked example 3."""
    assert round_end(threes=["3H 3D 3S"]) == {"threes": -300, "black_threes": -100}
    assert round_end(threes=["3H 3D 3S 3C"], melds=[[KINGS]])["threes"] == 300
    assert round_end(threes=["3H 3D 3S 3C"], melds=[[KINGS]])["black_threes"] == 300


def test_joker_a_wild_canasta_turns_the_threes_too() -> None:
    assert round_end(threes=["3H"], melds=[[TWOS]])["threes"] == 100


# No more than seven cards


def test_joker_no_meld_holds_more_than_seven_cards() -> None:
    game = joker(hands=["KD 2S 5S 6S"], melds=[[KINGS]], pile="8H")
    assert refused(game, "0 draw", "0 meld KD") == "meld-full"
    assert refused(game, "0 draw", "0 meld K: 2S") == "meld-full"
    six = joker(hands=["KD KC 5S 6S"], melds=[["KS KH KC KD KS KH"]], pile="8H")
    allowed(six, "0 draw", "0 meld KD")
    assert refused(six, "0 draw", "0 meld KD KC") == "meld-full"


def test_joker_no_second_meld_of_a_rank() -> None:
    game = joker(hands=["AS AH AD 5S"], melds=[["AS AH AD AC 2S 2H 2D"]], pile="8H")
    assert refused(game, "0 draw", "0 meld A+: AS AH AD") == "one-meld-a-rank"


def test_joker_a_pile_that_would_overfill_a_meld_is_not_taken() -> None:
    game = joker(hands=["KD KC 5S 6S"], melds=[["KS KH KC KD KS"]], pile="8H KH")
    assert refused(game, "0 take KD KC") == "meld-full"
    assert verbs(allowed(game)) == {"draw"}


# Going out and scoring


@pytest.mark.parametrize("canastas", [[KINGS, QUEENS], [KINGS, TWOS], ["KS KH KC KD KS KH 2C", QUEENS]])
def test_joker_going_out_takes_two_canastas(canastas: list[str]) -> None:
    game = joker(hands=["JC"], melds=[[*canastas, OWN]], pile="8H", stock="9D")
    assert lines(game, "0 draw", "0 meld JC", "0 discard 9D")["out"] == 100
    short = joker(hands=["JC"], melds=[[canastas[0], OWN]], pile="8H", stock="9D")
    assert refused(short, "0 draw", "0 meld JC") == "keep-a-card"


def test_joker_canastas_and_concealed_count_as_in_classic() -> None:
    game = joker(hands=[f"{KINGS} QS QH QD QC QS 2H", *[""] * 3], pile="8H", stock="2C")
    sheet = lines(game, "0 draw", f"0 meld {KINGS} / QS QH QD QC QS 2H 2C")
    assert sheet == {"natural": 500, "mixed": 300, "cards": 70 + 90, "out": 100, "concealed": 100}


def test_joker_ends_at_eight_and_a_half_thousand() -> None:
    game = joker(hands=[""] * 4, stock="", pile="", melds=[[OWN]])
    assert played({**game, "scores": [8470, 0]}, "0 draw")["result"] == {"winner": 0, "scores": [8500, 0]}
    assert played({**game, "scores": [8465, 0]}, "0 draw")["result"] is None
