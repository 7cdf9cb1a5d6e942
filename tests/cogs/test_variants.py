"""Rounds of every variant by buttons alone; `CANASTA_TEST_LONG=1 pytest tests/cogs/test_variants.py` plays them to their end."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bot.canasta.rules import list_variants
from tests.players import by_button, look, play_to_the_end, sit_down
from tests.world import World

pytestmark = pytest.mark.slow

VARIANTS = [(one.id, one.layouts[0].name, one.layouts[0].seats) for one in list_variants()]
NAMES = ("Anna", "Bruno", "Carla", "Dino", "Elsa", "Franco")
#: Moves played of each round, all of them in the long form.
MOVES = None if os.environ.get("CANASTA_TEST_LONG") else 12


@pytest.mark.parametrize(("variant", "layout", "seats"), VARIANTS)
async def test_a_round_by_buttons(tmp_path: Path, variant: str, layout: str, seats: int) -> None:
    async with World(tmp_path / "canasta.sqlite3") as world:
        people = await sit_down(world, *NAMES[:seats], variant=variant, players=layout)
        played = 0
        async for _move in play_to_the_end(world, people, by_button):
            played += 1
            if played == MOVES or (await look(world, people[0])).table.round > 1:
                break
        assert played
