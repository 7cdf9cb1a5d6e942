"""The running bot's sign of life."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from unittest import mock

import pytest

from bot.watching import heartbeat


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite3"


@pytest.mark.parametrize("connected", [True, False])
async def test_a_beat_is_left_while_connected_and_only_then(database: Path, connected: bool) -> None:
    asked, again = 0, asyncio.Event()

    async def well() -> bool:
        nonlocal asked
        asked += 1
        if asked > 1:
            again.set()
        return connected

    with mock.patch.object(heartbeat, "BEAT_EVERY", 0.0):
        beating = asyncio.create_task(heartbeat.keep_beating(database, well))
        await again.wait()
        beating.cancel()
    assert (heartbeat.complaint(database) is None) is connected


async def test_an_error_does_not_end_the_beats(database: Path, caplog: pytest.LogCaptureFixture) -> None:
    answers: list[Exception | bool] = [RuntimeError("boom"), True]

    async def well() -> bool:
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    with mock.patch.object(heartbeat, "BEAT_EVERY", 0.0):
        beating = asyncio.create_task(heartbeat.keep_beating(database, well))
        while not heartbeat.beat_file(database).exists():  # noqa: ASYNC110 - nothing tells of it
            await asyncio.sleep(0.002)
        beating.cancel()
    assert heartbeat.complaint(database) is None
    assert "whether the bot is well" in caplog.text


def test_an_old_beat_is_a_complaint(database: Path) -> None:
    heartbeat.beat_file(database).touch()
    assert heartbeat.complaint(database) is None
    os.utime(heartbeat.beat_file(database), (1, 1))
    assert "seconds ago" in str(heartbeat.complaint(database))
