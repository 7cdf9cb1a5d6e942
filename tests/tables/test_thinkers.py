"""Computers that think long do so in processes of their own, which may die."""

from __future__ import annotations

import asyncio
import os
import random
import signal

import pytest

from bot.canasta.game import Game
from bot.canasta.rules import load_rules
from bot.canasta.views import SeatView, seat_view
from bot.computer import choose, hints
from bot.tables.thinkers import Thinkers


def some_view() -> SeatView:
    rules = load_rules("classic", "4")
    game = Game(rules, ["player"] * rules.seats)
    pack = game.fresh_pack()
    random.Random(3).shuffle(pack)
    game.start_round(pack)
    game.apply(next(move for move in game.legal_moves() if move.verb == "draw"))
    assert game.turn is not None
    return seat_view(game, game.turn)


@pytest.mark.slow
async def test_what_a_process_thinks_follows_from_the_view_and_the_seed() -> None:
    thinkers, view = Thinkers(), some_view()
    seed = random.Random(5).getrandbits(64)
    try:
        assert await thinkers.choose(view, "hard", random.Random(5)) == choose(view, "hard", random.Random(seed))
        assert await thinkers.hint(view, random.Random(5)) == hints.hint(view, random.Random(seed))
    finally:
        await thinkers.close()


@pytest.mark.slow
async def test_a_process_that_dies_is_replaced_and_its_move_is_made_all_the_same() -> None:
    thinkers, view = Thinkers(), some_view()
    try:
        first = await thinkers.choose(view, "hard", random.Random(5))
        assert thinkers._processes is not None
        for number in list(thinkers._processes._processes):
            os.kill(number, signal.SIGKILL)
        await asyncio.sleep(0.1)
        assert await thinkers.choose(view, "hard", random.Random(5)) in view.legal
        assert await thinkers.choose(view, "hard", random.Random(5)) == first
    finally:
        await thinkers.close()
