"""The base of background workers: do what is due, sleep until there may be more, and try again what failed."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable

from bot.store import StoreTrouble

log = logging.getLogger(__name__)

#: Seconds: the longest time between two looks at the clock (the system's clock may have been set, or the machine been
#: asleep); the longest delay before what went wrong is tried again; and the first such delay, which doubles with each
#: failure.
LONGEST_SLEEP = 3600.0
AGAIN_AFTER = 60.0
FIRST_AGAIN_AFTER = 5.0


class Worker(ABC):
    """A background task that begins with what was left undone, and goes on until it is closed.

    Each part of the work is done by one task at a time.
    """

    def __init__(self, sleep: Callable[[float], Awaitable[None]]) -> None:
        self._sleep = sleep
        self._one_at_a_time = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None
        self._nap: asyncio.Task[None] | None = None
        self._changed = False
        self._closed = False
        self._failures = 0
        self._failed = False

    @abstractmethod
    async def _work(self) -> float:
        """Do what is due, and return the seconds until there may be more."""

    @property
    def idle(self) -> bool:
        """Whether it sleeps, and nothing has happened since then that could wake it."""
        return self._nap is not None and not self._changed

    def _again(self) -> float:
        """Return after how many seconds what has just gone wrong is tried again."""
        self._failed = True
        return min(FIRST_AGAIN_AFTER * 2.0 ** min(self._failures, 10), AGAIN_AFTER)

    def start(self) -> None:
        """Start with what was left undone before now."""
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name=type(self).__name__)

    def wake(self) -> None:
        """Wake the worker: there may be something to do."""
        self._changed = True
        if self._nap is not None:
            self._nap.cancel()

    async def close(self) -> None:
        """Finish the present step, and do no more."""
        self._closed = True
        async with self._one_at_a_time:
            for one in (self._task, self._nap):
                if one is not None:
                    one.cancel()
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            self._changed = self._failed = False
            try:
                delay = await self._work()
            except StoreTrouble:
                delay = self._again()
            except Exception:
                log.exception("What the %s sees to could not be done; it is tried again", type(self).__name__)
                delay = self._again()
            self._failures = self._failures + 1 if self._failed else 0
            if not self._changed:
                self._nap = asyncio.ensure_future(self._sleep(delay))
                await asyncio.wait({self._nap})
                self._nap = None
