"""The words for partners while one of them asks the other for leave to go out."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cogs.players import seat_four
from tests.known_deals import FIRST, stacked
from tests.world import World


@pytest.mark.parametrize(
    ("answer", "told", "plays_on"),
    [
        ("Yes, go out", "You must go out this turn.", False),
        ("No, not yet", "You can't go out this turn.", True),
    ],
)
async def test_the_answer_stands_in_the_askers_hand(tmp_path: Path, answer: str, told: str, plays_on: bool) -> None:
    chance = stacked("KS KH KD KC KS KH KD AS AH AD AC", "4S", "5C")
    async with World(tmp_path / "canasta.sqlite3", chance=chance) as world:
        _table, people = await seat_four(world)
        asker, partner = people[FIRST], people[FIRST + 2]
        await asker.slash("draw")
        asked = await asker.slash("ask-to-go-out")
        assert asked.text.splitlines()[-1] == "Your partner hasn't answered yet. When they have, your turn goes on."
        await partner.press(answer, dm=True)
        [line] = [line for line in asker.messages()[-1].text.splitlines() if "go out this turn" in line]
        assert line.endswith(told)
        assert ("**Discard:**" in asker.messages()[-1].text) is plays_on
