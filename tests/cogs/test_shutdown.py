"""Stopping the bot as an operator does: what is under way is finished first."""

from __future__ import annotations

import signal
from pathlib import Path

from tests.standin import ProcessWorld


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
