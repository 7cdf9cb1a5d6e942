"""The port for those who run the bot: it tells how the bot is, and nothing about people, games or cards."""

from __future__ import annotations

import re
import socket
from pathlib import Path

import aiohttp
import pytest

from tests.standin import ProcessWorld


class WatchedWorld(ProcessWorld):
    """A world whose bot serves its figures at a port of this machine."""

    def __init__(self, database: Path) -> None:
        super().__init__(database)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]

    def environment(self) -> dict[str, str]:
        """Return the settings by which the bot lives."""
        return super().environment() | {"CANASTA_HTTP_PORT": str(self.port)}

    async def read(self, path: str) -> tuple[int, str]:
        """Return the status and the text at a path of the port."""
        async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{self.port}{path}") as answer:
            return answer.status, await answer.text()


@pytest.mark.slow
async def test_the_port_tells_how_the_bot_is_and_nobodys_secrets(tmp_path: Path) -> None:
    async with WatchedWorld(tmp_path / "canasta.sqlite3") as world:
        anna = world.person("Anna")
        opened = await anna.slash("play", players="2", computers=1)
        await world.until(lambda: opened.text, "the table is open")
        await world.until(lambda: any("computer" in shown.text for shown in world.messages()), "a computer sits there")
        await anna.slash("canasta start")
        await world.until(lambda: any(shown.alt_texts for shown in anna.messages()), "the hand is shown")
        status, health = await world.read("/healthz")
        assert status == 200
        assert '"well": true' in health
        status, figures = await world.read("/metrics")
        assert status == 200
        assert re.search(r'canasta_answer_seconds_count\{kind="/play"\} 1\.0', figures)
        assert re.search(r'canasta_first_answer_seconds_count\{kind="/canasta start"\} 1\.0', figures)
        assert 'canasta_tables{state="playing"} 1.0' in figures
        assert re.search(r'canasta_picture_seconds_count\{picture="hand"\} [1-9]', figures)
        assert re.search(r'canasta_database_seconds_count\{kind="write"\} [1-9]', figures)
        assert [f'canasta_well{{part="{part}"}} 1.0' in figures for part in ("connected", "hears", "stores")] == [
            True
        ] * 3
        assert re.search(r"canasta_disk_free_bytes [1-9]", figures)
        assert re.search(r'canasta_discord_calls_total\{status="200"\} [1-9]', figures)
        for secret in ("Anna", str(anna.id), str(world.channel.id), str(world.guild.id), "♠", "♥"):
            assert secret not in figures
        assert (await world.read("/"))[0] == 404
