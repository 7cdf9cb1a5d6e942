"""The search for moves that are accepted but not listed, and for seats without a move, in its short form; and what it found."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.canasta.play import Document, classic, replay, with_moves
from tests.canasta.search import UNLISTED, Finding, holds, search, shrunk, starts
from tests.canasta.tries import is_run

TRIES = 25
RULE_SETS = 2
"""This many rule sets are drawn for each of the seeds below: some seconds in all."""


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_what_is_accepted_is_listed_and_somebody_always_has_a_move(seed: int) -> None:
    looked_at: Counter[str] = Counter()
    for start in starts(seed, RULE_SETS):
        for finding in search(start, TRIES, looked_at):
            raise AssertionError(shrunk(finding).text())
    assert looked_at["positions"] > 20
    assert looked_at["accepted"] > 100


@pytest.mark.slow
def test_the_same_seed_finds_the_same() -> None:
    looked_at = [Counter[str](), Counter[str]()]
    found = [[one for start in starts(7, 1) for one in search(start, 10, counts)] for counts in looked_at]
    assert found[0] == found[1]
    assert looked_at[0] == looked_at[1]


READY = "KS KH KC KD KS KH KC"


def after_drawing(variant: str, hand: str, rules: dict[str, Any] | None = None, **more: Any) -> Document:
    """Return a position of seat 0, who has drawn, with a canasta of kings on the table."""
    where = {"melds": [[READY]], "pile": "4D", "scores": [0, 0], **more}
    return classic(variant=variant, rules=rules, hands=[hand], phase="play", so_far=["draw"], **where)


def midway(variant: str, layout: str, turn: int, hands: list[str], melds: list[list[str]], **more: Any) -> Document:
    """Return a position in which a seat has drawn, with nothing in the stock or on the pile, and no moves."""
    position = {"turn": turn, "phase": "play", "hands": hands, "melds": melds, "stock": "", "pile": ""}
    return {
        "variant": variant,
        "layout": layout,
        "rules": {},
        "scores": [0, 0],
        "position": position,
        "moves": [],
        **more,
    }


@pytest.mark.parametrize(
    ("rules", "hand", "line"),
    [
        ({}, "5H 8H 9H 2S 2D 4S QD", "0 meld 5H 2S 2D 8H 9H"),
        ({}, "5H 7H 9H 2S 2D 4S QD", "0 meld 5H 2S 7H 2D 9H"),
        ({"sequences.min_naturals": 2}, "5H 8H 2S 2D 4S QD", "0 meld 5H 2S 2D 8H"),
    ],
)
def test_new_runs_with_two_wild_cards_are_listed(rules: dict[str, Any], hand: str, line: str) -> None:
    document = after_drawing("samba", hand, {"sequences.max_wilds": 2, **rules})
    assert not holds(Finding(UNLISTED, document, line))


def test_an_initial_meld_of_a_run_with_two_wild_cards_is_listed() -> None:
    rules = {"sequences.max_wilds": 2}
    document = after_drawing("samba", "5H 7H 9H 2S 2D 4S QD", rules, melds=[])
    assert not holds(Finding(UNLISTED, document, "0 meld 5H 2S 7H 2D 9H"))


@pytest.mark.parametrize("line", ["0 take", "0 take 7:", "0 take 2S"])
def test_a_top_card_that_fits_a_run_joins_no_set_without_what_a_frozen_pile_takes(line: str) -> None:
    """Samba's pile is always frozen: a set gets its top card with two natural cards of that rank only."""
    rules = {"pile.sequences": "whole", "sequences.max_wilds": 1}
    hand, melds = "3C 4D 5S 2S", ["8C 9C TC JC", "7H 7S 7D"]
    document = classic(variant="samba", rules=rules, hands=[hand], melds=[melds], pile="QS 7C", scores=[0, 0])
    answer = replay(with_moves(document, line))
    assert not answer["ok"] or "7H 7S 7D" in answer["state"]["melds"][0]


@pytest.mark.parametrize("melds", [[READY], []])
def test_a_new_run_with_a_wild_card_that_needs_four_naturals_is_listed(melds: list[str]) -> None:
    rules = {"sequences.max_wilds": 1, "sequences.min_naturals": 4}
    document = after_drawing("samba", "9H TH JH KH * 4S QD", rules, melds=[melds])
    assert not holds(Finding(UNLISTED, document, "0 meld 9H TH JH * KH"))


def test_a_longer_run_with_a_wild_card_is_listed_where_no_shorter_one_opens() -> None:
    document = after_drawing("samba", "9H TH JH KH * 4S QD", {"sequences.max_wilds": 1}, melds=[], scores=[1500, 0])
    assert not holds(Finding(UNLISTED, document, "0 meld 9H TH JH * KH"))


def test_a_run_whose_wild_card_stands_for_a_card_in_the_hand_is_not_missed_beside_a_two_in_its_own_place() -> None:
    hands = ["7S", "4C 2C * 3S 3C", "8C", "TS"]
    document = midway("buraco-stbl", "4", 1, hands, [[], ["TC * QC"]], round=0)
    assert not holds(Finding(UNLISTED, document, "1 meld 4C 2C *"))


@pytest.mark.parametrize(
    ("meld", "run"),
    [
        ("2C * 4C", True),
        ("AH 2H 2H", True),
        ("AH 2H *", True),
        ("4C 5C *", True),
        ("* 5C 6C", True),
        ("2D AH AS", False),
        ("AH 2D *", False),
        ("AH AH 2H", False),
        ("AH", False),
        ("* 9H", False),
        ("2C 9C *", False),
    ],
)
def test_a_meld_is_taken_for_a_run_by_the_places_of_its_cards(meld: str, run: bool) -> None:
    assert is_run(meld.split()) == run


def test_no_set_is_taken_for_a_run_where_there_are_no_runs() -> None:
    """The only natural card lies two above the two of its suit, as in a run."""
    hands, melds = ["4H 2S 2H 2D * 3C", "4D"], [["QS QS QH QD"], []]
    document = midway("uruguay", "2", 0, hands, melds, rules={"melds.min_naturals": 1}, round=3)
    assert not holds(Finding(UNLISTED, document, "0 meld 2H * 4H 2S"))


def test_no_set_is_taken_for_a_run_where_one_natural_card_makes_a_set() -> None:
    rules = {"sequences.allowed": True, "melds.min_naturals": 1}
    document = midway("retail", "2", 1, ["5C", "AC 2S 2C 3S 3H"], [[], ["9S 9C 9C"]], rules=rules, round=1)
    assert not holds(Finding(UNLISTED, document, "1 meld AC 2C 2S"))


@pytest.mark.parametrize("line", ["3 meld 7C * 2C TC", "3 meld 7C 2C * TC"])
def test_which_of_the_wild_cards_that_stay_in_a_run_stands_where_makes_no_other_move(line: str) -> None:
    rules = {"sequences.max_wilds": 2, "sequences.min_naturals": 2}
    hands, melds = ["9D", "KD", "JD", "7C TC KD AC 2C *"], [[], ["JH JS JC JC JS JS JH"]]
    document = midway("bolivia", "4", 3, hands, melds, rules=rules, round=1)
    assert not holds(Finding(UNLISTED, document, line))
