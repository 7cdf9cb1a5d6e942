"""Stopping the bot as an operator does: what is under way is finished first."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from tests.players import bot_of
from tests.standin import ProcessWorld
from tests.world import World


@pytest.mark.slow
async def test_an_answer_under_way_is_finished_before_the_bot_ends(tmp_path: Path) -> None:
    async with ProcessWorld(tmp_path / "canasta.sqlite3") as world:
        anna = world.person("Anna")
        opened = await anna.slash("canasta new", computers=3)
        assert world.process is not None
        world.process.send_signal(signal.SIGTERM)
        assert await world.process.wait() == 0
        assert "Your table is open" in opened.text
        assert world.messages()[-1].button("Start"), "the table is shown"
        assert not [line for line in world.log if "Traceback" in line or " ERROR " in line]


async def test_an_event_that_comes_after_the_end_is_dropped(tmp_path: Path) -> None:
    """Ended just after it has connected, the library tells half a second later that it is ready."""
    async with World(tmp_path / "canasta.sqlite3") as world:
        bot = bot_of(world)
        await world.stop()
        assert bot.is_closed()
        bot.dispatch("ready")
