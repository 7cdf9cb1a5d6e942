"""Buraco, open (docs/variants.md, Buraco): runs alone from ace to ace, a pile taken freely, a foot a side that may become the stock."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from bot.canasta.record import game_from_record
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
    replay,
    round_entry,
    verbs,
)

buraco = partial(classic, variant="buraco")
fechado = partial(classic, variant="buraco-fechado")
CLEAN = "4H 5H 6H 7H 8H 9H TH"
DIRTY = "4D 5D 6D 2C 8D 9D TD"
#: Whose foot is taken, and has been played from.
TAKEN: dict[str, Any] = {"in_foot": [0, 1], "foot_played": [0, 1]}


def pack(end: str = "") -> str:
    """Return a whole pack, cards in an order that gives nobody much; `end` lies lowest."""
    cards = [rank + suit for rank in "3689QAJT75K42" for suit in "SHDC"] * 2
    for card in end.split():
        cards.remove(card)
    return " ".join([*cards, *end.split()])


# The deal


@pytest.mark.parametrize(("layout", "seats"), [("4", 4), ("2", 2)])
def test_eleven_cards_and_a_foot_of_eleven_a_side_and_the_pile_starts_empty(layout: str, seats: int) -> None:
    state = allowed(dealt(pack(), layout=layout, variant="buraco"))
    assert [len(cards.split()) for cards in state["hands"]] == [11] * seats
    assert [len(cards.split()) for cards in state["feet"]] == [11, 11] + [0] * (seats - 2)
    assert state["pile"] == ""
    assert len(state["stock"].split()) == 104 - 11 * seats - 22
    assert state["legal"] == ["0 draw"]


def test_threes_are_cards_like_others() -> None:
    state = allowed(dealt(pack(), variant="buraco"))
    assert state["threes"] == ["", ""]
    assert any("3H" in cards.split() for cards in state["hands"])


def test_there_are_no_jokers() -> None:
    document = dealt(pack().replace("3S", "*", 1), variant="buraco")
    assert replay(document)["error"]["code"] == "bad-record"


# Melds


def test_any_run_opens_at_any_time_and_no_set_does() -> None:
    game = buraco(hands=["3H 4H 5H KS KD KC 9C"], pile="8H", stock="7S 6S 5D")
    assert meld_bags(allowed(game, "0 draw", "0 meld 3H 4H 5H"), 0) == [bag("3H 4H 5H")]
    refused(game, "0 draw", "0 meld KS KD KC")


@pytest.mark.parametrize(
    ("cards", "points", "bonus"),
    [
        ("AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", 110, {"royal": 500}),
        ("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS", 125, {"royal": 1000}),
        ("AD 2D 3D 4D 5D 6D 7D 2C 9D TD JD QD KD", 110, {"mixed": 100}),
        ("2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH", 110, {"natural": 200}),
        (CLEAN, 50, {"natural": 200}),
        (DIRTY, 55, {"mixed": 100}),
    ],
)
def test_canastas_by_their_cards(cards: str, points: int, bonus: dict[str, int]) -> None:
    sheet = lines(buraco(hands=[""] * 4, melds=[[cards]], stock="", **TAKEN), "0 draw")
    assert sheet == {"cards": points, **bonus}


# The pile


def test_the_pile_is_taken_whole_without_condition() -> None:
    game = buraco(hands=["3H 5H 9C KS"], pile="8H 2D 3S")
    state = allowed(game, "0 take")
    assert hand(state, 0) == bag("3H 5H 9C KS 8H 2D 3S")
    assert refused(game, "0 take 3H 5H") == "take-alone"
    assert not allowed(buraco(hands=["3H 5H"], pile="8H 2D"))["frozen"]


def test_a_pile_of_one_card_is_not_thrown_back() -> None:
    assert refused(buraco(hands=["3H 5H"], pile="8H"), "0 take", "0 discard 8H") == "thrown-back"
    assert allowed(buraco(hands=["3H 8H"], pile="8H"), "0 take", "0 discard 8H")["pile"] == "8H"
    assert allowed(buraco(hands=["3H"], pile="8H"), "0 take", "0 discard 3H")["pile"] == "3H"


# Foot and going out


def test_the_last_card_melded_brings_the_foot_and_the_turn_goes_on() -> None:
    game = buraco(hands=["3H 4H"], melds=[[CLEAN]], feet=["KS 9S", "8S 7S"], pile="8C", stock="5H 9D 9C")
    state = allowed(game, "0 draw", "0 meld H3+: 3H 4H 5H")
    assert (hand(state, 0), state["in_foot"], state["turn"]) == (bag("KS 9S"), [0], 0)
    assert allowed(game, "0 draw", "0 meld H3+: 3H 4H 5H", "0 discard KS")["foot_played"] == [0]


def test_the_last_card_discarded_brings_it_for_the_next_turn() -> None:
    game = buraco(hands=["", "5S 6D"], feet=["KS 9S", "8S 7S"], pile="8C", stock="5H 9D 9C")
    state = allowed(game, "0 draw", "0 discard 5H")
    assert (hand(state, 0), state["in_foot"], state["turn"]) == (bag("KS 9S"), [0], 1)
    assert "foot_played" not in state


def test_the_partner_of_the_player_who_took_it_plays_to_the_end_of_their_hand() -> None:
    game = buraco(turn=2, hands=["KS 9S", "", "3H 4H"], melds=[[CLEAN]], in_foot=[0], stock="5H 9D 9C", pile="8C")
    assert round_entry(game, "2 draw", "2 meld H3+: 3H 4H 5H")["out"] == 2


def test_going_out_takes_a_clean_canasta() -> None:
    position: dict[str, Any] = {"pile": "8C", "stock": "5H 9D 9C", **TAKEN}
    dirty = buraco(hands=["3H 4H"], melds=[[DIRTY]], **position)
    assert refused(dirty, "0 draw", "0 meld 3H 4H 5H") == "keep-a-card"
    clean = buraco(hands=["3H 4H"], melds=[["4S 5S 6S 7S 8S 9S TS"]], **position)
    assert round_entry(clean, "0 draw", "0 meld 3H 4H 5H")["out"] == 0


def test_a_wild_card_may_be_the_last_discard() -> None:
    game = buraco(hands=["3H 4H 2S"], melds=[["4S 5S 6S 7S 8S 9S TS"]], pile="8C", stock="5H 9D", **TAKEN)
    assert round_entry(game, "0 draw", "0 meld 3H 4H 5H", "0 discard 2S")["out"] == 0


# The end of the stock


def test_the_foot_of_the_player_who_must_draw_becomes_the_stock_then_the_others() -> None:
    game = buraco(hands=["3H 4H", "5S 6S"], feet=["KS 9S", "8S 7S"], pile="8C", stock="")
    state = allowed(game, "0 draw")
    assert (state["stock"], state["feet"]) == ("KS", ["", "8S 7S", "", ""])
    moves = ("0 draw", "0 discard 3H", "1 draw", "1 discard 5S")
    assert allowed(game, *moves, "2 draw")["stock"] == "8S"
    end = (*moves, "2 draw", "2 discard TD", "3 draw", "3 discard TC")
    assert round_entry(game, *end, "0 draw")["out"] is None


def test_a_side_whose_foot_went_so_goes_out_and_still_pays() -> None:
    game = buraco(hands=["3H 4H"], melds=[["4S 5S 6S 7S 8S 9S TS"]], feet=["9H 9S 5H", "8S 7S"], pile="8C", stock="")
    sheet = lines(game, "0 draw", "0 meld 3H 4H 5H")
    assert (sheet["out"], sheet["foot"]) == (100, -100)


# Scoring


def test_scores_of_the_example() -> None:
    """One side goes out; the other has taken its foot by a discard, and not played from it."""
    game = buraco(
        hands=["AS", "AD 8H", "3C 2D", "4S 5S 6S 7S 8S 9S JC QC KC 3H 3S"],
        melds=[[CLEAN, "JS QS KS"], ["5C 6C 7C"]],
        pile="8C",
        stock="9D 9H",
        in_foot=[0, 3],
        foot_played=[0],
    )
    entry = round_entry(game, "0 draw", "0 meld AS", "0 discard 9D")
    assert entry["sides"][0] == {"natural": 200, "out": 100, "cards": 95, "hand": -15, "total": 380}
    assert entry["sides"][1] == {"cards": 15, "hand": -25, "foot": -100, "total": -110}


def test_a_game_goes_to_three_thousand() -> None:
    game = buraco(scores=[2800, 2900], hands=[""] * 4, melds=[[CLEAN], []], stock="", **TAKEN)
    assert _result(game)["winner"] == 0


def _result(document: Document) -> Any:
    return replay({**document, "moves": ["0 draw"]})["result"]


def test_take_and_draw_are_what_a_turn_begins_with() -> None:
    assert verbs(allowed(buraco(hands=["3H 4H"], pile="8H"))) == {"draw", "take"}
    assert verbs(allowed(buraco(hands=["3H 4H"], pile=""))) == {"draw"}


def test_two_runs_that_begin_alike_are_told_apart() -> None:
    game = buraco(hands=["QC 9H 9D"], melds=[["8C 9C TC JC", "8C 9C TC JC"]], stock="5D 4D", **TAKEN)
    found = [str(move) for move in game_from_record({**game, "moves": ["0 draw"]}).legal_moves()]
    assert {"0 meld C8: QC", "0 meld C8#2: QC"} <= set(found)
    taken = fechado(hands=["2H 9H 9D"], melds=[["8C 9C TC JC", "8C 9C TC"]], pile="JC", **TAKEN)
    assert meld_bags(allowed(taken, "0 take C8#2:"), 0)[1] == bag("8C 9C TC JC")


def test_either_may_take_the_pile() -> None:
    game = fechado(hands=["2H 9H 9D"], melds=[["8C 9C TC JC", "8C 9C TC JC"]], pile="QC", **TAKEN)
    found = [str(move) for move in game_from_record(game).legal_moves()]
    assert {"0 take C8:", "0 take C8#2:"} <= set(found)
