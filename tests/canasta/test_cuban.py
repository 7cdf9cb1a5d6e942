"""`cuban`: what differs from the Romanian standard game (docs/variants.md, Cuban)."""

from __future__ import annotations

from functools import partial

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

cuban = partial(classic, variant="cuban")

OWN = "JS JH JD"
KINGS = "KS KH KC KD KS KH KC"


round_end = partial(at_end, cuban)


def test_cuban_deals_thirteen_from_two_packs() -> None:
    state = allowed(dealt(stacked(then="KS", size=13), variant="cuban"))
    assert [len(one.split()) for one in state["hands"]] == [13] * 4
    assert len(state["stock"].split()) == 108 - 53


@pytest.mark.parametrize(("score", "needed"), [(-5, 15), (0, 50), (1500, 90), (3000, 120), (4995, 120), (5000, 150)])
def test_cuban_initial_meld_by_score(score: int, needed: int) -> None:
    assert allowed(cuban(scores=[score, 0]))["opening"][0] == needed


# Canastas are closed


def test_cuban_nothing_is_added_to_a_canasta() -> None:
    game = cuban(hands=["KD 2S 5S 6S"], melds=[[KINGS]], pile="8H")
    assert refused(game, "0 draw", "0 meld KD") == "meld-full"
    assert refused(game, "0 draw", "0 meld K: 2S") == "meld-full"
    six = cuban(hands=["KD 5S 6S"], melds=[["KS KH KC KD KS KH"]], pile="8H")
    allowed(six, "0 draw", "0 meld KD")


def test_cuban_no_second_meld_of_a_rank_after_its_canasta() -> None:
    game = cuban(hands=["AS AH AD 5S"], melds=[["AS AH AD AC 2S 2H 2D"]], pile="8H")
    assert refused(game, "0 draw", "0 meld A+: AS AH AD") == "one-meld-a-rank"


def test_cuban_a_pile_that_would_overfill_a_meld_is_not_taken() -> None:
    game = cuban(hands=["KD KC 5S 6S"], melds=[["KS KH KC KD KS"]], pile="8H KH")
    assert refused(game, "0 take KD KC") == "meld-full"
    assert verbs(allowed(game)) == {"draw"}
    fits = cuban(hands=["KD KC 5S 6S"], melds=[["KS KH KC KD"]], pile="8H KH")
    assert len(allowed(fits, "0 take KD KC")["melds"][0][0].split()) == 7


# Wild canastas


@pytest.mark.parametrize(
    ("meld", "bonus", "points"),
    [
        ("2S 2H 2D 2C 2S 2H 2D", 4000, 140),
        ("* * * * 2S 2H 2D", 3000, 260),
        ("* * * 2S 2H 2D 2C", 2000, 230),
    ],
)
def test_cuban_wild_canastas_count_by_what_they_are_made_of(meld: str, bonus: int, points: int) -> None:
    assert round_end(melds=[[meld]]) == {"wild": bonus, "cards": points}


def test_cuban_one_wild_meld_a_side() -> None:
    game = cuban(hands=["2S 2H * 5S"], melds=[["2S 2H 2D 2C 2D 2C *"]], pile="8H")
    assert refused(game, "0 draw", "0 meld 2S 2H *") in ("meld-full", "one-wild-meld")
    begun = cuban(hands=["2S 2H * 5S"], melds=[["2D 2C *"]], pile="8H")
    assert len(allowed(begun, "0 draw", "0 meld 2S 2H *")["melds"][0][0].split()) == 6


def test_cuban_a_wild_canasta_goes_out() -> None:
    game = cuban(hands=["JC"], melds=[["2S 2H 2D 2C 2D 2C *", OWN]], pile="8H", stock="9D")
    assert lines(game, "0 draw", "0 meld JC", "0 discard 9D")["out"] == 100
    short = cuban(hands=["JC"], melds=[["2S 2H 2D 2C 2D 2C", OWN]], pile="8H", stock="9D")
    assert refused(short, "0 draw", "0 meld JC") == "keep-a-card"


def test_cuban_concealed_adds_a_hundred() -> None:
    game = cuban(hands=["JC"], melds=[[KINGS, OWN]], melded_by=[2], pile="8H", stock="9D")
    assert lines(game, "0 draw", "0 meld JC", "0 discard 9D")["concealed"] == 100


# Threes


@pytest.mark.parametrize(("laid", "points"), [("3H", 100), ("3H 3D", 300), ("3H 3D 3H", 500), ("3H 3D 3H 3D", 1000)])
def test_cuban_red_three_table(laid: str, points: int) -> None:
    assert round_end(threes=[laid], melds=[[OWN]])["threes"] == points
    assert round_end(threes=[laid])["threes"] == -points


def test_cuban_red_threes_may_be_set_to_need_a_canasta() -> None:
    rules = {"threes.plus_if": "canasta"}
    assert round_end(threes=["3H"], melds=[[OWN]], rules=rules)["threes"] == -100
    assert round_end(threes=["3H"], melds=[[KINGS]], rules=rules)["threes"] == 100


def test_cuban_black_threes_are_never_melded_and_close_the_pile() -> None:
    game = cuban(hands=["3S 3C 3S"], melds=[[KINGS]], pile="8H", stock="4C")
    assert refused(game, "0 draw", "0 meld 3S 3C 3S") == "threes-not-melded"
    assert allowed(game, "0 draw", "0 discard 3S")["closed_by"] == 0


def test_cuban_black_threes_of_a_taken_pile_are_set_aside() -> None:
    game = cuban(hands=["KS KH 5S 6S"], melds=[[OWN]], pile="3S 8H 3C KD")
    state = allowed(game, "0 take KS KH")
    assert bag(state["set_aside"][0]) == bag("3S 3C")
    assert hand(state, 0) == bag("5S 6S 8H")


@pytest.mark.parametrize(("aside", "points"), [("3S", 5), ("3S 3C", 10), ("3S 3C 3S", 15), ("3S 3C 3S 3C", 100)])
def test_cuban_black_threes_set_aside_count(aside: str, points: int) -> None:
    assert round_end(set_aside=[aside], melds=[[OWN]]) == {"cards": 30, "black_threes": points}


def test_cuban_black_threes_in_a_hand_cost_five() -> None:
    assert round_end(hands=["3S 3C", "", "", ""], melds=[[OWN]]) == {"cards": 30, "hand": -10}


def test_cuban_black_threes_may_be_set_not_to_be_discarded_in_the_first_lap() -> None:
    game = cuban(hands=["3S 5S 6S"], pile="8H", no_turn_yet=[1, 2, 3], rules={"discards.no_black_first": True})
    assert refused(game, "0 draw", "0 discard 3S") == "black-three-early"
    assert "0 discard 3S" not in allowed(game, "0 draw")["legal"]
    later = cuban(hands=["3S 5S 6S"], pile="8H", rules={"discards.no_black_first": True})
    allowed(later, "0 draw", "0 discard 3S")
    plain = cuban(hands=["3S 5S 6S"], pile="8H", no_turn_yet=[1, 2, 3])
    allowed(plain, "0 draw", "0 discard 3S")


def test_cuban_the_first_lap_without_black_threes_ends_after_the_dealers_turn() -> None:
    hands = {seat: f"3{'SC'[seat % 2]} 4S 4H 6S 6H 8S 8H TS TH QS QH AS AH" for seat in (0, 3)}
    pack = stacked(hands, then="KS KH 5H 5D KD 9C 9D", size=13)
    game = dealt(pack, variant="cuban", rules={"discards.no_black_first": True})
    lap = ["0 draw", "0 discard 4S", "1 draw", "1 discard 5H", "2 draw", "2 discard 5D", "3 draw"]
    assert refused(game, *lap, "3 discard 3C") == "black-three-early"
    assert allowed(game, *lap)["no_turn_yet"] == [3]
    allowed(game, *lap, "3 discard 4S", "0 draw", "0 discard 3S")


def test_cuban_set_aside_needs_a_number_for_each_black_three() -> None:
    game = cuban(rules={"pack.decks": 3, "pack.jokers": 6, "threes.totals": [1, 2, 3, 4, 5, 6]})
    assert "threes.set_aside" in unreadable(game)


def test_cuban_ends_at_seven_and_a_half_thousand() -> None:
    game = cuban(hands=[""] * 4, stock="", pile="", melds=[[OWN]])
    assert played({**game, "scores": [7470, 0]}, "0 draw")["result"] == {"winner": 0, "scores": [7500, 0]}
    assert played({**game, "scores": [7465, 0]}, "0 draw")["result"] is None
