"""Refusals of the engine: the same each time, however often the same move is tried."""

from __future__ import annotations

import traceback

import pytest

from bot.canasta.moves import IllegalMove, read_move
from bot.canasta.record import game_from_record
from tests.canasta.play import classic


def test_a_move_that_is_tried_again_and_again_leaves_nothing_behind() -> None:
    game = game_from_record(classic(hands=["KS KH 2D 9S 9H"], pile="9C KD"))
    depths = set()
    for _ in range(5):
        with pytest.raises(IllegalMove) as refused:
            game.apply(read_move("0 take KS KH / 9S 9H 2D"))
        depths.add(len(traceback.extract_tb(refused.value.__traceback__)))
        assert refused.value.code == "keep-a-card"
    assert len(depths) == 1
