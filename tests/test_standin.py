"""The bot as its own process keeps its word when the connection breaks, and ends well when it is told to."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

import pytest

from tests.standin import ProcessWorld

pytestmark = pytest.mark.slow


async def test_a_broken_connection_is_resumed(tmp_path: Path) -> None:
    async with ProcessWorld(tmp_path / "canasta.sqlite3") as world:
        (anna,) = world.people("Anna")
        await world.standin.drop()
        await world.until(lambda: not world.standin.connected, "the connection is cut")
        listed = await anna.slash("canasta list")
        await world.until(lambda: listed.text, "what was asked meanwhile is answered after the resume")
        assert "You aren't in any game" in listed.text


async def test_the_bot_ends_when_it_is_told_to(tmp_path: Path) -> None:
    async with ProcessWorld(tmp_path / "canasta.sqlite3") as world:
        process = world.process
        assert process is not None
        process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(150):
            assert await process.wait() == 0
