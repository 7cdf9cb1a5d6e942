"""How long the event loop, reads and writes wait while something else is done: used by other measurements."""

from __future__ import annotations

import asyncio
import itertools
import time
from contextlib import suppress
from types import TracebackType

import psutil

from bot.store.database import Database


class Waiting:
    """Watches inside: the longest block of the event loop, the longest wait of a read and of a write, and the most memory."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._tasks: list[asyncio.Task[None]] = []
        self._before = self._most = psutil.Process().memory_info().rss
        self.block = self.read = self.write = 0.0

    async def __aenter__(self) -> Waiting:
        self._tasks = [asyncio.create_task(one()) for one in (self._beat, self._reads, self._writes)]
        await asyncio.sleep(0.05)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        for task in self._tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    def __str__(self) -> str:
        """Return what was seen, in words."""
        times = ", ".join(
            f"{name} {1000 * seconds:.0f} ms"
            for name, seconds in (("block", self.block), ("read", self.read), ("write", self.write))
        )
        return f"at most: {times}, memory +{self.grown:.0f} MB"

    @property
    def grown(self) -> float:
        """Megabytes of memory more than before."""
        return (self._most - self._before) / 1_000_000

    async def _beat(self) -> None:
        process = psutil.Process()
        for beat in itertools.count():
            began = time.perf_counter()
            await asyncio.sleep(0.001)
            self.block = max(self.block, time.perf_counter() - began - 0.001)
            if beat % 20 == 0:
                self._most = max(self._most, process.memory_info().rss)

    async def _reads(self) -> None:
        for number in itertools.count():
            await asyncio.sleep(0.01)
            began = time.perf_counter()
            # An earlier question would be remembered.
            await self._database.rows("SELECT status FROM games WHERE id = ?", (number,))
            self.read = max(self.read, time.perf_counter() - began)

    async def _writes(self) -> None:
        while True:
            await asyncio.sleep(0.05)
            began = time.perf_counter()
            await self._database.write("UPDATE people SET language = language WHERE user_id = 1")
            self.write = max(self.write, time.perf_counter() - began)
