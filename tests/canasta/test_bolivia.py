"""`bolivia`: Samba with wild canastas, to 15,000 (docs/variants.md, Bolivia)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from tests.canasta.play import Document, allowed, at_end, bag, classic, lines, meld_bags, refused, replay

KINGS = "KS KH KD KC KS KH KD"
MIXED_KINGS = "KS KH KD KC KS 2S 2H"
ESCALERA = "5H 6H 7H 8H 9H TH JH"
BOLIVIA = "2S 2H 2D 2C 2D * *"
OWN = ["AS AH AD"]


def bolivia(layout: str = "4", **position: Any) -> Document:
    return classic(layout, variant="bolivia", **position)


def playing(cards: str, **position: Any) -> Document:
    """Seat 0 holds `cards`, having drawn."""
    return bolivia(**{"phase": "play", "so_far": ["draw"], "hands": [cards], "melds": [OWN], **position})


def test_bolivia_a_wild_meld_grows_from_three_to_seven() -> None:
    state = allowed(playing("2S 2H * 9S TS"), "0 meld 2S 2H *")
    assert meld_bags(state, 0)[1] == bag("2S 2H *")
    refused(playing("2S * 9S TS"), "0 meld 2S *")
    allowed(playing("2S 9S TS", melds=[["2H 2D 2C * * *"]]), "0 meld WILD: 2S")
    refused(playing("2S 9S TS", melds=[[BOLIVIA]]), "0 meld WILD: 2S")


def test_bolivia_one_open_wild_meld_at_a_time() -> None:
    refused(playing("2S 2H * 9S TS", melds=[["2D 2C *"]]), "0 meld WILD+: 2S 2H *")
    state = allowed(playing("2S 2H * 9S TS", melds=[[BOLIVIA]]), "0 meld WILD+: 2S 2H *")
    assert meld_bags(state, 0) == [bag(BOLIVIA), bag("2S 2H *")]


def test_bolivia_an_open_wild_meld_holds_no_wild_back() -> None:
    allowed(playing("KS KH 2S 9S TS", melds=[["2D 2C *"]]), "0 meld KS KH 2S")
    allowed(playing("2S 9S TS", melds=[["2D 2C *"]]), "0 discard 2S")


def test_bolivia_a_wild_meld_counts_to_the_initial_meld() -> None:
    allowed(playing("2S 2H * 9S TS", melds=[]), "0 meld 2S 2H *")


def test_bolivia_sets_still_hold_two_wilds() -> None:
    refused(playing("KS KH KD 2S 2H * 9S TS"), "0 meld KS KH KD 2S 2H *")


@pytest.mark.parametrize("layout", ["4", "6-trios"])
@pytest.mark.parametrize("melds", [[BOLIVIA, ESCALERA], [BOLIVIA, KINGS], [ESCALERA, MIXED_KINGS]])
def test_bolivia_a_wild_canasta_is_one_of_the_two_to_go_out(layout: str, melds: list[str]) -> None:
    game = bolivia(layout, phase="play", hands=["9S"], melds=[melds])
    assert lines(game, "0 discard 9S")["out"] == 100


@pytest.mark.parametrize("melds", [[BOLIVIA, BOLIVIA.replace("* *", "2S 2H")], [BOLIVIA, MIXED_KINGS]])
def test_bolivia_a_wild_canasta_is_not_the_natural_one(melds: list[str]) -> None:
    refused(bolivia(phase="play", hands=["9S"], melds=[melds]), "0 discard 9S")


round_end = partial(at_end, bolivia, hands=["4S", "4H", "5S", "5H"])


def test_bolivia_wild_canasta_pays_2500_and_escalera_1500() -> None:
    assert round_end(melds=[[BOLIVIA]]) == {"wild": 2500, "cards": 200, "hand": -10}
    assert round_end(melds=[[ESCALERA]])["sequence"] == 1500


@pytest.mark.parametrize("meld", ["2S 2H *", "2S 2H 2D 2C * *"])
def test_bolivia_an_unfinished_wild_meld_costs_nothing(meld: str) -> None:
    assert set(round_end(melds=[[meld]])) == {"cards", "hand"}


@pytest.mark.parametrize(
    ("rules", "meld", "line", "points"),
    [({"sequences.bonus": 1000}, ESCALERA, "sequence", 1000),
     ({"wilds.bonus_twos": 3000}, "2S 2H 2D 2C 2S 2H 2D", "wild", 3000),
     ({"wilds.bonus_twos": 3000}, BOLIVIA, "wild", 2500),
     ({"wilds.bonus_six_jokers": 4000}, "* * * * * * 2S", "wild", 4000)],
)  # fmt: skip
def test_bolivia_house_rules_for_bonuses(rules: dict[str, object], meld: str, line: str, points: int) -> None:
    assert round_end(melds=[[meld]], rules=rules)[line] == points


@pytest.mark.parametrize(("score", "needed"), [(-5, 15), (3000, 120), (7000, 150), (14995, 150)])
def test_bolivia_initial_meld_is_that_of_samba(score: int, needed: int) -> None:
    assert allowed(bolivia(scores=[score, 0]))["opening"] == [needed, 50]


def test_bolivia_the_game_goes_to_fifteen_thousand() -> None:
    game = bolivia(stock="", hands=["4S", "4H", "5S", "5H"], melds=[[BOLIVIA]], scores=[12310, 0])
    game["moves"] = ["0 draw"]
    assert replay(game)["result"] == {"winner": 0, "scores": [15000, -10]}
    game["scores"] = [12305, 0]
    assert replay(game)["result"] is None
