"""The base of background workers: do what is due, sleep until there may be more, and try again what failed."""

from __future__ import annotations

import asyncio
import logging
import zlib
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import ClassVar, Protocol, TypeVar

from bot.data.errors import StoreTrouble
from bot.store import Database
from bot.store.database import Hold, Lock

log = logging.getLogger(__name__)

#: Seconds: the longest time between two looks at the clock (the system's clock may have been set, or the machine been
#: asleep); the longest delay before what went wrong is tried again; and the first such delay, which doubles with each
#: failure.
LONGEST_SLEEP = 3600.0
AGAIN_AFTER = 60.0
FIRST_AGAIN_AFTER = 5.0

#: The longest sleep where several processes share the database: what another one has begun, or left undone, wakes nobody here.
LOOK_EVERY = 5.0
#: Seconds after which something that fell due counts as left undone by the process that was to do it.
LEFT_AFTER = 10


class _AtTable(Protocol):
    """Something that is stored about a table."""

    @property
    def table_id(self) -> int: ...


_Stored = TypeVar("_Stored", bound=_AtTable)


class Worker(ABC):
    """A background task that begins with what was left undone, and goes on until it is closed.

    Each part of the work is done by one task at a time.
    """

    #: Whether it is work for one of several processes, the one that leads.
    led: ClassVar[bool] = False
    #: The seconds after which it looks again where several processes share the database.
    look_every: ClassVar[float] = LOOK_EVERY

    def __init__(self, database: Database, sleep: Callable[[float], Awaitable[None]]) -> None:
        self._database = database
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

    def _duty(self, *, wait: bool = False) -> AbstractAsyncContextManager[Hold | None]:
        """Do what only one of several processes does inside, where it isn't None, as `Database.claimed` says."""
        return self._database.claimed(Lock.DUTY, zlib.crc32(type(self).__name__.encode()), wait=wait)

    async def _turn(self) -> float:
        """Work, if it is for this process, and return the seconds until there may be more."""
        if not self.led:
            return await self._work()
        if not self._database.leads:
            return LONGEST_SLEEP
        async with self._duty() as mine:
            return await self._work() if mine else LONGEST_SLEEP

    async def _tried(self, work: Awaitable[bool], complaint: str) -> bool:
        """Do one of several works, and return True once it is done, as `work` does.

        Something is left where it fails: an error keeps no other work waiting. It is logged as the `complaint`, but not trouble of
        the store, which is logged where it arises.
        """
        try:
            return await work
        except StoreTrouble:
            return False
        except Exception:
            logging.getLogger(type(self).__module__).exception("%s; it is tried again", complaint)
            return False

    async def _tell_each(
        self, stored: Sequence[_Stored], tell: Callable[[_Stored], Awaitable[bool]], complaint: str
    ) -> float:
        """Send each stored message that is due, with a `complaint` as `_tried` says, after the number of its table.

        Return the seconds until something is tried again.
        """
        done = True
        for message in stored:
            async with self._one_at_a_time:
                done &= await self._tried(tell(message), f"table {message.table_id}: {complaint}")
        return LONGEST_SLEEP if done else self._again()

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

    def try_again(self) -> None:
        """Wake the worker if something went wrong: it may work now."""
        if self._failed or self._failures:
            self.wake()

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
                delay = await self._turn()
            except StoreTrouble:
                delay = self._again()
            except Exception:
                log.exception("The work of the %s could not be done; it is tried again", type(self).__name__)
                delay = self._again()
            self._failures = self._failures + 1 if self._failed else 0
            if self._database.shared:
                delay = min(delay, self.look_every)
            if not self._changed:
                self._nap = asyncio.ensure_future(self._sleep(delay))
                await asyncio.wait({self._nap})
                self._nap = None
