"""Moves as they are offered: what a move completes, and the melds that need no wild card."""

from __future__ import annotations

from typing import Any

import pytest

from bot.canasta.cards import cards_text
from bot.ui import move_order
from tests.cogs.test_panels import own


def natural(hand: str, melds: str = "", **position: Any) -> list[str]:
    """Return the melds without wild cards that are offered at once."""
    view = own(hand, melds=melds, **position).view
    return sorted(cards_text(group.cards) for group in move_order.natural_melds(view))


def test_all_natural_melds_are_laid_at_once() -> None:
    assert natural("7S 7H 7D QS 4S 5S 8H 2D", "QH QC QD") == ["7S 7H 7D", "QS"]


def test_wild_cards_and_black_threes_are_kept() -> None:
    assert natural("7S 7H 2D 2C 3S 3C 4S", "QH QC QD") == []


def test_two_cards_are_kept() -> None:
    assert natural("7S 7H 7D 4S", "QH QC QD") == []
    assert natural("7S 7H 7D 4S 5S", "QH QC QD") == ["7S 7H 7D"]


def test_one_card_is_kept_by_a_player_who_must_go_out() -> None:
    kings = "KS KS KH KH KD KD KC"
    assert natural("AS AH AD AC 5C", kings) == ["AS AH AD"]
    assert natural("AS AH AD AC 5C", kings, so_far=["draw", "ask", "answer"], asked=[0], answer="yes") == [
        "AS AH AD AC"
    ]


@pytest.mark.parametrize(
    ("hand", "laid"),
    [
        ("AS AH 2S 5C", ["AS AH 2S"]),
        ("QS QH QD 7S 7H 2S 5C", ["7S 7H 2S", "QS QH QD"]),
        ("3S 3C 3C 5C", ["3S 3C 3C"]),
        ("AS AH AD 2S", ["AS AH AD"]),
    ],
    ids=["with a wild card", "several melds", "black threes", "no more than it takes"],
)
def test_a_player_who_must_go_out_is_offered_what_does_it(hand: str, laid: list[str]) -> None:
    view = own(hand, melds="KS KS KH KH KD KD KC", so_far=["draw", "ask", "answer"], asked=[0], answer="yes").view
    assert sorted(cards_text(group.cards) for group in move_order.at_once(view)) == laid


def test_who_need_not_go_out_is_offered_natural_melds_at_once() -> None:
    view = own("AS AH 7S 7H 7D 2S 5C", melds="KS KS KH KH KD KD KC").view
    assert [cards_text(group.cards) for group in move_order.at_once(view)] == ["7S 7H 7D"]


def test_where_the_side_has_not_opened_the_melds_open() -> None:
    assert natural("7S 7H 7D 4S 5S 6S") == [], "15 points don't open"
    assert natural("KS KH KD AS AH AD 4S 5S 6S") in (["AS AH AD"], ["AS AH AD", "KS KH KD"])


def test_a_rank_that_can_be_laid_whole_is_not_split_to_lay_more_cards() -> None:
    assert natural("KS KS KH KH KD KD KC AS AH AD AC 5C") == ["KS KS KH KH KD KD KC"]


@pytest.mark.parametrize(
    ("hand", "earned"), [("QS 4S 5S 6S", 500), ("2D 4S 5S 6S", 300)], ids=["natural canasta", "mixed canasta"]
)
def test_a_canasta_that_is_completed_is_named_with_what_it_earns(hand: str, earned: int) -> None:
    view = own(hand, melds="QH QC QD QH QC QD").view
    made = [done for move in move_order.melds(view, "meld") if (done := move_order.completed(view, move))]
    queens = 9 - 1
    assert made[0] == [(queens, earned)]


def suggested(hand: str, melds: str = "", most: int = 5) -> list[str]:
    """Return the moves that get a button of their own."""
    view = own(hand, melds=melds).view
    return [str(move).partition(" meld ")[2] for move in move_order.suggested(view, "meld", most)]


def test_whoever_opens_with_several_melds_may_lay_them_all_at_once() -> None:
    offered = suggested("KS KH KD AS AH AD QS QH QD 7C 6C")
    assert sorted(offered[0].split(" / ")) == ["AS AH AD", "KS KH KD", "QS QH QD"]
    assert suggested("KS KH KD AS AH AD 7C")[0].count("/") == 0, "two cards are kept"


def test_a_wild_card_is_suggested_for_melds_on_the_table_the_largest_first() -> None:
    assert suggested("JOKER 2D 9S 5H".replace("JOKER", "*"), "QH QC QD / KH KC KD KS") == [
        "K: 2D",
        "K: *",
        "Q: 2D",
        "Q: *",
    ]
    assert suggested("9S 9H 9D * 5H 4H", "QH QC QD / KH KC KD KS", most=2) == ["9S 9H 9D", "K: *"]
    assert suggested("2D 4S 5S 6S", "QH QC QD QH QC QD") == ["Q: 2D"], "it is named once, though it completes a canasta"
