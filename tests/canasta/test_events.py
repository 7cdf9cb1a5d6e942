"""Events worth telling: openings, canastas, frozen piles, last cards."""

from __future__ import annotations

from typing import Any

import pytest

from bot.canasta import Event, game_from_record, read_move
from tests.canasta.play import classic


def happen(line: str, **position: Any) -> list[Event]:
    """Return the events of one move on a position of classic."""
    game = game_from_record(classic(phase="play", **position))
    return game.apply(read_move(line))


def kinds(events: list[Event]) -> list[str]:
    return [event.kind for event in events]


def test_a_sides_first_melds_open_with_their_points() -> None:
    events = happen("0 meld KS KH KD / QS QH 2D", hands=["KS KH KD QS QH 2D 4S 5S"])
    assert kinds(events) == ["meld", "meld", "open"]
    assert (events[-1].seat, events[-1].count) == (0, 70)


def test_later_melds_open_nothing() -> None:
    assert kinds(happen("0 meld KS KH KD", hands=["KS KH KD 4S 5S"], melds=[["QS QH QD"]])) == ["meld"]


@pytest.mark.parametrize(("wild", "word"), [("KC", "natural"), ("2D", "mixed")])
def test_a_canasta_is_told_when_its_seventh_card_is_laid_and_not_again(wild: str, word: str) -> None:
    lying = "KS KS KH KH KD KD"
    events = happen(f"0 meld K: {wild}", hands=[f"{wild} 4S 5S"], melds=[[lying]])
    assert kinds(events) == ["meld", "canasta"]
    assert (events[1].word, len(events[1].cards)) == (word, 7)
    assert kinds(happen("0 meld KC", hands=["KC 4S 5S"], melds=[[f"{lying} {wild}"]])) == ["meld"]


def test_a_discard_tells_that_it_freezes_the_pile_once() -> None:
    melds = [["QS QH QD"]]
    assert kinds(happen("0 discard 2D", hands=["2D 4S 5S"], melds=melds, pile="7C")) == ["discard", "frozen"]
    assert kinds(happen("0 discard 2D", hands=["2D 4S 5S"], melds=melds, pile="2H 7C")) == ["discard"]


def test_a_discard_tells_that_one_card_is_left() -> None:
    melds = [["QS QH QD"]]
    assert kinds(happen("0 discard 4S", hands=["4S 5S"], melds=melds)) == ["discard", "one-left"]
    assert kinds(happen("0 discard 4S", hands=["4S 5S 6S"], melds=melds)) == ["discard"]
