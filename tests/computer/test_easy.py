"""The beginner: errs in the ways that beginners err, and yet plays better than chance."""

from __future__ import annotations

import random

import pytest

from bot.canasta.cards import cards_text
from bot.canasta.rules import load_rules
from bot.canasta.views import SeatView
from bot.computer import choose
from bot.computer.workshop.arena.contest import contest
from bot.computer.workshop.arena.pairs import ArenaMatch
from bot.computer.workshop.arena.summary import summary
from bot.computer.workshop.simulate import simulate
from tests.computer.positions import view_of

FULL = "4D 5C 6S 7H 8C 9D TS JH QC KD AS"
MELDS = [["QS QH QD"], ["9S 9H 9D 9C"]]


def played(view: SeatView) -> set[str]:
    return {str(choose(view, "easy", random.Random(seed))) for seed in range(5)}


def test_throws_expensive_cards_without_a_look_at_the_opponents_melds() -> None:
    view = view_of(["4S 5H 9C AC 6D 7D", FULL, FULL, FULL], melds=MELDS, pile="KS KH KD JS")
    assert played(view) == {"0 discard AC"}
    view = view_of(["4S 5H 9C 6D 7D 8D", FULL, FULL, FULL], melds=MELDS, pile="KS KH KD JS")
    assert played(view) <= {"0 discard 9C", "0 discard 8D"}


def test_overlooks_that_a_pair_takes_a_pile_that_is_not_large() -> None:
    hand = "KS KH 4S 5H 6D 7D"
    small = view_of([hand, FULL, FULL, FULL], melds=MELDS, pile="4C 5C KD", phase="draw")
    assert played(small) == {"0 draw"}
    large = view_of([hand, FULL, FULL, FULL], melds=MELDS, pile="4C 5C 6C 7C 8C TC KD", phase="draw")
    assert {move.split()[1] for move in played(large)} == {"take"}


def test_sees_that_a_card_fits_a_meld() -> None:
    view = view_of(["KS 4S 5H 6D 7D", FULL, FULL, FULL], melds=MELDS, pile="4C QC", phase="draw")
    assert played(view) == {"0 take"}


@pytest.mark.parametrize(("pile", "verb"), [("4C 9D", "take"), ("4C QC", "draw"), ("9D 4C", "draw")])
def test_takes_a_small_pile_that_anyone_may_take_for_the_top_card_alone(pile: str, verb: str) -> None:
    view = view_of(
        ["KS 4S 5H 6D 7D", FULL, FULL, FULL], melds=[["9S 9H 9C"], []], pile=pile, phase="draw", variant="burraco"
    )
    assert {move.split()[1] for move in played(view)} == {verb}


def test_spends_wild_cards_at_once() -> None:
    view = view_of(["2S 4S 5H 6D 7D 8C", FULL, FULL, FULL], melds=MELDS)
    assert played(view) == {"0 meld Q: 2S"}


def test_puts_no_wild_card_on_a_natural_canasta() -> None:
    natural = [["QS QH QD QS QH QD QC"], ["9S 9H 9D 9C"]]
    view = view_of(["2S 4S 5H 6D 7D 8C", FULL, FULL, FULL], melds=natural)
    assert all("2S" not in move for move in played(view))
    mixed = [["QS QH QD QS QH QD 2C"], ["9S 9H 9D 9C"]]
    assert played(view_of(["2S 4S 5H 6D 7D 8C", FULL, FULL, FULL], melds=mixed)) == {"0 meld Q: 2S"}


def test_keeps_what_goes_to_its_melds_and_its_wild_cards() -> None:
    view = view_of(["2S 4S", FULL, FULL, FULL], melds=MELDS)
    assert played(view) == {"0 discard 4S"}
    assert cards_text(view.hand) == "4S 2S"


def test_begins_no_meld_that_costs_more_than_it_hopes_for() -> None:
    """Sevens of the American game cost their player dearly unless they become a canasta."""
    view = view_of(["7S 7H 7D 4S 5H 6D 8C 9C TC", FULL, FULL, FULL], melds=MELDS, variant="american")
    assert all("7S 7H 7D" not in move for move in played(view))


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["classic", "hand-and-foot", "burraco"])
def test_stands_between_chance_and_normal(variant: str) -> None:
    rules = load_rules(variant, "4")
    for better, worse in (("easy", "random"), ("normal", "easy")):
        found = summary(contest(ArenaMatch(rules, (better, worse), reserved=True), 10), rules.target)
        assert found.points > 0, f"{better} against {worse}"


@pytest.mark.slow
@pytest.mark.parametrize(
    "variant", ["samba", "american", "buraco-stbl", "filanda", "chilean", "italian", "caliente", "mexican"]
)
def test_a_round_without_a_violation(variant: str) -> None:
    report = simulate(load_rules(variant, "4"), games=2, seed=2, players=["easy"], most_rounds=1, thorough=2)
    assert report["violations"] == []
