"""How many canastas of each kind a finished round counts, by score: what is remembered of a game apart from its points."""

from __future__ import annotations

from typing import Any

import pytest

from bot.canasta.record import game_from_record
from tests.canasta.play import Document, classic, with_moves

NATURAL, MIXED = "KS KH KD KC KS KH KD", "QS QH QD QC 2S 2H *"


def _counted(document: Document, *moves: str) -> tuple[dict[str, int], ...]:
    return tuple(dict(one) for one in game_from_record(with_moves(document, *moves)).rounds[-1].canastas)


def _ended(layout: str, **position: Any) -> Document:
    """Return a round that ends on seat 0's draw from an empty stock."""
    return classic(layout, **({"stock": "", "pile": "8H", "hands": ["5S 5H", "4S", "6S", "6H"]} | position))


@pytest.mark.parametrize(
    ("melds", "counted"),
    [
        ([], {}),
        (["KS KH KD KC KS KH"], {}),
        ([NATURAL], {"natural": 1}),
        ([MIXED, "KS KH KD KC KS KH 2D"], {"mixed": 2}),
        ([NATURAL, MIXED, "JS JH JD JC JS JH JD JC"], {"natural": 2, "mixed": 1}),
    ],
)
def test_canastas_lie_on_the_side_that_has_them(melds: list[str], counted: dict[str, int]) -> None:
    assert _counted(_ended("4", melds=[[], melds]), "0 draw") == ({}, counted)


def test_runs_and_wild_canastas_are_kinds_of_their_own() -> None:
    melds = [["5H 6H 7H 8H 9H TH JH", "4S 5S 6S 7S 8S 9S TS", "2S 2H 2D 2C 2S * *"], []]
    found = _counted(_ended("4", variant="bolivia", melds=melds), "0 draw")
    assert found == ({"sequence": 2, "wild": 1}, {})


def test_both_partners_of_a_lone_player_have_their_common_canastas() -> None:
    document = _ended("3-lone", lone=1, melds=[[NATURAL], [MIXED], []], hands=["5S 5H", "4S", "6S"])
    assert _counted(document, "0 draw") == ({"natural": 1}, {"mixed": 1}, {"natural": 1})


def test_pairs_that_change_every_round_have_theirs_each() -> None:
    """In the second round seats 1 and 3 are the pair."""
    hands = ["4S", "5S 5H", "6S", "6H", "6D"]
    document = _ended("5-rotating", variant="romanian", round=1, turn=1, melds=[[NATURAL, MIXED], []], hands=hands)
    both: dict[str, int] = {"natural": 1, "mixed": 1}
    assert _counted(document, "1 draw") == ({}, both, {}, both, {})


def test_a_canasta_that_keeps_its_bonus_counts_as_what_it_was() -> None:
    hands, melds = ["2S 5S 6S", "4S", "6D", "6H"], [[NATURAL], []]
    moves = ["0 draw", "0 meld K: 2S", "0 discard 5S", "1 draw"]
    for fixed, kind in ((True, "natural"), (False, "mixed")):
        document = _ended(
            "4", melds=melds, hands=hands, stock="8D", pile="7H", rules={"canastas.fixed_when_made": fixed}
        )
        assert _counted(document, *moves) == ({kind: 1}, {})
