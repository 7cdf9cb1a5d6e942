"""`python -m bot` whose shuffles come out the same every time: the setting CANASTA_TEST_SEED seeds them.

It has imported everything when it waits for a line on standard input, so that one can stand ready to take over. If that
line holds a time, seconds UTC, it is this time until a further line holds another. The setting CANASTA_TEST_PATIENCE
says after how many seconds a draw is shown if the turn doesn't go on. The setting CANASTA_TEST_LOOP_TIMES
names a file in which it writes at its end how long its callbacks held the event loop.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
import threading
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bot import process
from bot.__main__ import main
from bot.client import client
from bot.client.client import CanastaBot, open_bot
from bot.messages import tables
from bot.messages.discord_api import caller
from tests import loop_times

#: The most seconds that the bot waits for what takes a moment.
_PATIENCE = 100.0


class SteeredClock:
    """A clock that goes when standard input says so; who sleeps by it wakes then."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._sleepers: list[tuple[float, asyncio.AbstractEventLoop, asyncio.Event]] = []
        self._lock = threading.Lock()
        threading.Thread(target=self._listen, daemon=True).start()

    def now(self) -> datetime:
        return datetime.fromtimestamp(self._seconds, UTC)

    async def sleep(self, seconds: float) -> None:
        if seconds <= 0:
            return
        woken = asyncio.Event()
        with self._lock:
            self._sleepers.append((self._seconds + seconds, asyncio.get_running_loop(), woken))
        await woken.wait()

    def _listen(self) -> None:
        for line in sys.stdin:
            with self._lock:
                self._seconds = float(line)
                due = [sleeper for sleeper in self._sleepers if sleeper[0] <= self._seconds]
                self._sleepers = [sleeper for sleeper in self._sleepers if sleeper[0] > self._seconds]
            for _at, loop, woken in due:
                loop.call_soon_threadsafe(woken.set)


async def open_seeded_bot(settings: Any, **others: Any) -> CanastaBot:
    """`bot.client.client.open_bot`, with chance and perhaps time replaced."""
    bot = await open_bot(settings, chance=random.Random(int(os.environ["CANASTA_TEST_SEED"])), **others)
    # The library waits this many seconds whether more servers come before it calls the bot ready.
    bot._connection.guild_ready_timeout = 0.1
    tables.PATIENCE = float(os.environ.get("CANASTA_TEST_PATIENCE", tables.PATIENCE))
    return bot


def be_patient() -> None:
    """Have the bot wait as long for Discord, for its answers and for its database as a busy machine may take."""
    caller._FIRST_SECONDS = caller._ANSWER_SECONDS = _PATIENCE
    client._PATIENCE_FOR_ANSWERS, client._PATIENCE = _PATIENCE, _PATIENCE + 10
    if "://" in os.environ["CANASTA_DATABASE"]:
        # A bot with a file doesn't load it.
        from bot.store import postgresql

        postgresql._ENDING_SECONDS = _PATIENCE


def run(line: str) -> int:
    """Be the bot, by a steered clock if the line holds a time; an empty text is the end of the input."""
    if not line:
        return 0
    be_patient()
    clock = SteeredClock(float(line)) if line.strip() else None
    times = {"now": clock.now, "sleep": clock.sleep} if clock else {}
    client.open_bot = lambda settings: open_seeded_bot(settings, **times)  # type: ignore[assignment,misc]
    measured = os.environ.get("CANASTA_TEST_LOOP_TIMES")
    if measured is None:
        return main(["run"])
    # The library's own loop tells nobody of its callbacks.
    process.faster_loop = lambda: None
    loop_times.watch(names="CANASTA_TEST_TASK_NAMES" in os.environ)
    try:
        return main(["run"])
    finally:
        loop_times.write(Path(measured))


if __name__ == "__main__":
    sys.exit(run(sys.stdin.readline()))
