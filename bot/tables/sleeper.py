"""The one sleeper of all clocks: it waits for the soonest timer, then ends the turns and wakes the reminders that are due."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping

from bot.store import StoreTrouble
from bot.tables import clock
from bot.tables.errors import Unplayable
from bot.tables.model import Change
from bot.tables.service import Tables

log = logging.getLogger(__name__)

#: The sleeper looks at the time so often at least: the system's clock may have been set, or the machine been asleep.
_LONGEST_SLEEP = 3600.0

#: Seconds until what went wrong is tried again.
_AGAIN_AFTER = 60.0


class Sleeper:
    """Sees to it that what falls due happens once, soon after its time, or soon after the start of the process."""

    def __init__(
        self, tables: Tables, remind: Callable[[int], None], *, sleep: Callable[[float], Awaitable[None]]
    ) -> None:
        """`remind` is called with the number of a table of which a call or a reminder is due; it must not block."""
        self._tables = tables
        self._remind = remind
        self._sleep = sleep
        self._handed_on = -1
        self._stuck: set[int] = set()
        self._task: asyncio.Task[None] | None = None
        self._nap: asyncio.Task[None] | None = None
        self._changed = False
        self._closed = False

    def start(self) -> None:
        """Begin with what fell due before now."""
        self._tables.on_change(self._heard)
        self._wake()

    async def close(self) -> None:
        """Sleep no more. What falls due from now on waits for the next start."""
        self._closed = True
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _heard(self, _: Change) -> None:
        self._wake()

    def _wake(self) -> None:
        """The timers may have changed."""
        self._changed = True
        if self._nap is not None:
            self._nap.cancel()
        if not self._closed and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._run(), name="sleeper")

    async def _run(self) -> None:
        """Go on until nothing is left to wait for."""
        while self._changed:
            self._changed = False
            try:
                delay = await self._see_to()
            except StoreTrouble:
                delay = _AGAIN_AFTER
            except Exception:
                log.exception("What fell due could not be seen to; it is tried again")
                delay = _AGAIN_AFTER
            if delay is not None and not self._changed:
                await self._pause(delay)

    async def _pause(self, delay: float) -> None:
        """Sleep until the timers change, and no longer than that delay."""
        self._nap = asyncio.ensure_future(self._sleep(min(delay, _LONGEST_SLEEP)))
        try:
            await asyncio.wait({self._nap})
        finally:
            self._nap.cancel()
            self._nap = None
        self._changed = True

    async def _see_to(self) -> float | None:
        """See to what is due; the seconds until the next timer, None without one."""
        now = self._tables.now()
        failed = False
        for table_id, due in (await self._tables.timers.due(now)).items():
            try:
                await self._due(table_id, due, now)
            except Unplayable:
                # Its error is in the log, and trying again would not change it.
                self._stuck.add(table_id)
            except StoreTrouble:
                failed = True
            except Exception:
                log.exception("table %d: what fell due could not be seen to; it is tried again", table_id)
                failed = True
        if not failed:
            self._handed_on = now
        soonest = await self._tables.timers.soonest(now)
        delays = [_AGAIN_AFTER] if failed else []
        delays += [] if soonest is None else [float(max(0, soonest - self._tables.now()))]
        return min(delays, default=None)

    async def _due(self, table_id: int, due: Mapping[str, int], now: int) -> None:
        if clock.EXPIRY in due:
            await self._expire(table_id)
            return
        to_move = (await self._tables.get(table_id)).to_move
        if to_move is None or to_move.user_id is None:
            return
        resumes = (await self._tables.rest(to_move.user_id)).resumes(now)
        if resumes > now:
            # The process was down when it fell due, and nobody is called in his quiet hours.
            await self._tables.timers.put_off(table_id, due, now, resumes)
        elif max(due.values()) > self._handed_on:
            self._remind(table_id)

    async def _expire(self, table_id: int) -> None:
        """End a turn whose time is up; others that end their turns meanwhile may be quicker."""
        table = await self._tables.get(table_id)
        while table_id not in self._stuck and table.deadline is not None and table.deadline <= self._tables.now():
            version = table.version
            table = await self._tables.expire(table_id, version)
            if table.version == version:
                raise RuntimeError(f"the turn at version {version} would not end")
