"""`chilean`: what differs from the Romanian standard game (docs/variants.md, Chilean)."""

from __future__ import annotations

from functools import partial

import pytest

from tests.canasta.play import allowed, at_end, bag, classic, dealt, hand, lines, meld_bags, played, refused, stacked

chilean = partial(classic, variant="chilean")

OWN = "JS JH JD"
KINGS = "KS KH KC KD KS KH KC"
RUN = "8D 9D TD JD QD KD AD"
WILDS = "* * * * 2S 2H 2D"


round_end = partial(at_end, chilean)


def test_chilean_deals_eleven_from_three_packs_and_draws_one() -> None:
    state = allowed(dealt(stacked(then="KS", decks=3), variant="chilean"))
    assert [len(one.split()) for one in state["hands"]] == [11] * 4
    assert len(state["stock"].split()) == 162 - 45
    assert hand(allowed(chilean(hands=["9S 4H"], stock="KS QS", pile="8H"), "0 draw"), 0) == bag("9S 4H KS")


def test_chilean_four_packs_may_be_set() -> None:
    rules = {"pack.decks": 4, "pack.jokers": 8, "threes.totals": [100, 200, 300, 400, 1000, 1200, 1400, 1600]}
    state = allowed(dealt(stacked(then="KS", decks=4), variant="chilean", rules=rules))
    assert len(state["stock"].split()) == 216 - 45


def test_chilean_three_wilds_a_meld_and_one_meld_a_rank() -> None:
    game = chilean(hands=["KS KH 2S 2H * 5S"], melds=[[OWN]], pile="8H")
    allowed(game, "0 draw", "0 meld KS KH 2S 2H *")
    second = chilean(hands=["KS KH KD 5S"], melds=[["KC KC KS"]], pile="8H")
    assert refused(second, "0 draw", "0 meld K+: KS KH KD") == "one-meld-a-rank"


def test_chilean_runs_without_wilds_are_melded() -> None:
    game = chilean(hands=["5C 6C 7C 2S 9C 5S"], melds=[[OWN]], pile="8H")
    assert allowed(game, "0 draw", "0 meld 5C 6C 7C")["melds"][0][1] == "5C 6C 7C"
    assert refused(game, "0 draw", "0 meld 6C 7C 2S 9C") == "too-many-wilds"


def test_chilean_wild_cards_are_melded_alone() -> None:
    game = chilean(hands=["2S 2H * 5S"], melds=[[OWN]], pile="8H")
    assert meld_bags(allowed(game, "0 draw", "0 meld 2S 2H *"), 0)[1] == bag("2S 2H *")
    assert refused(game, "0 draw", "0 meld 2S *") == "meld-too-small"
    begun = chilean(hands=["2S 2H * 5S"], melds=[["2C 2D *"]], pile="8H")
    assert refused(begun, "0 draw", "0 meld WILD+: 2S 2H *") == "one-wild-meld"
    done = chilean(hands=["2S 2H * 5S"], melds=[[WILDS]], pile="8H")
    assert len(allowed(done, "0 draw", "0 meld WILD+: 2S 2H *")["melds"][0]) == 2


@pytest.mark.parametrize("formation", [KINGS, RUN, WILDS])
def test_chilean_one_formation_goes_out(formation: str) -> None:
    game = chilean(hands=["JC"], melds=[[formation, OWN]], pile="8H", stock="9D")
    assert lines(game, "0 draw", "0 meld JC", "0 discard 9D")["out"] == 100
    short = chilean(hands=["JC"], melds=[["8D 9D TD JD QD KD", OWN]], pile="8H", stock="9D")
    assert refused(short, "0 draw", "0 meld JC") == "keep-a-card"


@pytest.mark.parametrize(
    ("meld", "sheet"),
    [
        (RUN, {"sequence": 1500, "cards": 80}),
        (WILDS, {"wild": 2000, "cards": 260}),
        ("5C 6C 7C", {"cards": 15}),
    ],
)
def test_chilean_worked_examples(meld: str, sheet: dict[str, int]) -> None:
    assert round_end(melds=[[meld]]) == sheet


@pytest.mark.parametrize(("count", "points"), [(1, 100), (4, 400), (5, 1000), (6, 1200)])
def test_chilean_red_threes_count_for_a_side_with_a_meld(count: int, points: int) -> None:
    laid = " ".join((["3H", "3D"] * 3)[:count])
    assert round_end(threes=[laid], melds=[["5C 6C 7C"]])["threes"] == points
    assert round_end(threes=[laid])["threes"] == -points


def test_chilean_ends_at_five_thousand() -> None:
    game = chilean(hands=[""] * 4, stock="", pile="", melds=[[OWN]])
    assert played({**game, "scores": [4970, 0]}, "0 draw")["result"] == {"winner": 0, "scores": [5000, 0]}
    assert played({**game, "scores": [4965, 0]}, "0 draw")["result"] is None
