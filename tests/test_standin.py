"""The bot as its own process keeps its word when the connection breaks, and ends well when it is asked to."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

import pytest

from tests.standin import ProcessWorld, Standin

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
        async with asyncio.timeout(300):
            assert await process.wait() == 0


async def test_the_bot_ends_when_it_is_told_to_while_it_connects_again(tmp_path: Path) -> None:
    """The library takes no notice of being cancelled at that moment."""
    async with ProcessWorld(tmp_path / "canasta.sqlite3") as world:
        process = world.process
        assert process is not None
        world.standin.greets.clear()
        await world.standin.drop()
        await world.until(lambda: world.standin.waiting, "the bot waits to be greeted")
        process.send_signal(signal.SIGTERM)
        try:
            async with asyncio.timeout(300):
                assert await process.wait() == 0
        finally:
            world.standin.greets.set()


class ShardedWorld(ProcessWorld):
    """A world whose bot is in enough servers for Discord to recommend two connections to its gateway."""

    def make_standin(self) -> Standin:
        """Return the server that the bot takes for Discord."""
        standin = super().make_standin()
        standin.shards = 2
        return standin


async def test_a_bot_has_as_many_connections_as_discord_recommends(tmp_path: Path) -> None:
    async with ShardedWorld(tmp_path / "canasta.sqlite3") as world:
        (anna,) = world.people("Anna")
        assert sorted(world.standin.connections) == [[0, 2], [1, 2]]
        listed = await anna.slash("canasta list")
        await world.until(lambda: listed.text, "what was asked in a server is answered")
        listed = await anna.slash("canasta list", dm=True)
        await world.until(lambda: listed.text, "what was asked in a direct message is answered")
        await world.standin.drop()
        await world.until(lambda: not world.standin.connected, "the connections are cut")
        listed = await anna.slash("canasta list")
        await world.until(lambda: listed.text, "what was asked meanwhile is answered after the resume")
