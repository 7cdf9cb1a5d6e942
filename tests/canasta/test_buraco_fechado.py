"""Buraco fechado and Buraco STBL (docs/variants.md): the top card of the pile must be melded at once."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from tests.canasta.play import Document, allowed, bag, classic, hand, lines, meld_bags, refused, round_entry, verbs

fechado = partial(classic, variant="buraco-fechado")
stbl = partial(classic, variant="buraco-stbl")
BOTH = pytest.mark.parametrize("game", [fechado, stbl])
EIGHTS = "8S 8H 8D 8C 8S 8H *"
CLEAN = "4H 5H 6H 7H 8H 9H TH"
TAKEN: dict[str, Any] = {"in_foot": [0, 1], "foot_played": [0, 1]}


# The pile


@BOTH
def test_two_cards_of_the_hand_take_it_as_a_new_run(game: partial[Document]) -> None:
    state = allowed(game(hands=["5H 6H 9S"], pile="KD 4C 7H"), "0 take 5H 6H")
    assert meld_bags(state, 0) == [bag("5H 6H 7H")]
    assert hand(state, 0) == bag("9S KD 4C")


@BOTH
def test_one_of_them_may_be_wild(game: partial[Document]) -> None:
    state = allowed(game(hands=["5H 2C 9S"], pile="KD 4C 7H"), "0 take 5H 2C")
    assert state["melds"][0] == ["5H 2C 7H"]


@BOTH
def test_the_top_card_alone_joins_a_run(game: partial[Document]) -> None:
    document = game(hands=["KC JS 9S"], melds=[["4H 5H 6H"]], pile="KD 4C 7H")
    assert meld_bags(allowed(document, "0 take H4:"), 0) == [bag("4H 5H 6H 7H")]
    assert hand(allowed(document, "0 take H4:"), 0) == bag("KC JS 9S KD 4C")


@BOTH
def test_without_a_meld_it_isnt_taken(game: partial[Document]) -> None:
    document = game(hands=["5H 9S JC"], pile="KD 4C 7H")
    assert verbs(allowed(document)) == {"draw"}
    for move in ("0 take", "0 take 5H", "0 take 5H 9S", "0 take 9S JC"):
        refused(document, move)


@BOTH
@pytest.mark.parametrize("top", ["*", "2C"])
def test_a_wild_card_on_top_is_taken_the_same_way(game: partial[Document], top: str) -> None:
    document = game(hands=["5H 7H 9S"], melds=[["9D TD JD"]], pile=f"KD {top}")
    assert meld_bags(allowed(document, "0 take 5H 7H"), 0)[1] == bag(f"5H 7H {top}")
    assert meld_bags(allowed(document, "0 take D9:"), 0) == [bag(f"9D TD JD {top}")]
    assert verbs(allowed(game(hands=["5H JC 9S"], pile=f"KD {top}"))) == {"draw"}


@BOTH
def test_a_natural_two_takes_its_place(game: partial[Document]) -> None:
    document = game(hands=["3H 4H 9S"], pile="KD 2H")
    assert allowed(document, "0 take 3H 4H")["melds"][0] == ["2H 3H 4H"]
    beside = game(hands=["2H * 9S"], pile="KD 3H")
    assert allowed(beside, "0 take 2H *")["melds"][0] == ["2H 3H *"]


@BOTH
def test_discarded_wild_cards_neither_freeze_nor_block(game: partial[Document]) -> None:
    state = allowed(game(hands=["5H 7H 9S"], pile="2S *"))
    assert (state["frozen"], state["blocked"]) == (False, False)


# Sets


def test_sets_are_melds_in_fechado_alone() -> None:
    assert meld_bags(allowed(fechado(hands=["3H 3D 9S JC"], pile="3C"), "0 take 3H 3D"), 0) == [bag("3H 3D 3C")]
    refused(stbl(hands=["3H 3D 9S"], pile="3C"), "0 take 3H 3D")
    refused(stbl(hands=["KS KH KD 9S"], stock="4C 5D"), "0 draw", "0 meld KS KH KD")
    state = allowed(
        fechado(hands=["KS KH KD 9S 9C"], melds=[["KC KC KS"]], stock="4C 5D"), "0 draw", "0 meld K+: KS KH KD"
    )
    assert len(state["melds"][0]) == 2, "one rank may be melded more than once"
    refused(fechado(hands=["2S 2H 2D 9S"], stock="4C 5D"), "0 draw", "0 meld 2S 2H 2D")


# Going out


def test_a_dirty_canasta_is_enough_in_fechado() -> None:
    game = fechado(hands=["3H 4H"], melds=[[EIGHTS]], pile="8C", stock="5H 9D", **TAKEN)
    assert round_entry(game, "0 draw", "0 meld 3H 4H 5H")["out"] == 0


def test_it_takes_a_clean_one_in_stbl() -> None:
    dirty = stbl(hands=["3H 4H"], melds=[["4D 5D 6D 2C 8D 9D TD"]], pile="8C", stock="5H 9D", **TAKEN)
    assert refused(dirty, "0 draw", "0 meld 3H 4H 5H") == "keep-a-card"
    clean = stbl(hands=["3S 4S"], melds=[[CLEAN]], pile="8C", stock="5S 9D", **TAKEN)
    assert round_entry(clean, "0 draw", "0 meld 3S 4S 5S")["out"] == 0


# Scoring


def test_a_dirty_set_of_eights_and_a_clean_one() -> None:
    end: dict[str, Any] = {"hands": [""] * 4, "stock": "", **TAKEN}
    assert lines(fechado(melds=[[EIGHTS]], **end), "0 draw") == {"cards": 80, "mixed": 100}
    assert lines(fechado(melds=[["8S 8H 8D 8C 8S 8H 8D"]], **end), "0 draw") == {"cards": 70, "natural": 200}


@BOTH
def test_a_joker_counts_twenty_and_a_foot_left_a_hundred(game: partial[Document]) -> None:
    document = game(hands=["*", "", "", ""], stock="", in_foot=[1], foot_played=[1], feet=[""])
    assert lines(document, "0 draw") == {"hand": -20, "foot": -100}


def test_a_run_that_is_no_set_is_read_back_as_a_run() -> None:
    """A natural two beside an ace: with one natural a set would do, but not with two wild cards."""
    game = fechado(rules={"melds.min_naturals": 1}, hands=["AS 2S * 9S 9C"], stock="4C 5D", **TAKEN)
    state = allowed(game, "0 draw", "0 meld SA+: AS 2S *")
    again = {"variant": "buraco-fechado", "layout": "4", "rules": game["rules"], "position": state, "moves": []}
    assert allowed(again)["melds"] == state["melds"]
