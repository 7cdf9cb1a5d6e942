"""Which of several processes leads: does what only one of them may do. The others stand by until its lock is free."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot.store import Database
from bot.worker import LONGEST_SLEEP, Worker

log = logging.getLogger(__name__)


class Lead(Worker):
    """The worker that tries to lead, and to go on leading: the lock is lost with the connection that holds it."""

    look_every = 2.0

    def __init__(
        self,
        database: Database,
        taken_over: Callable[[], Awaitable[None]],
        *,
        sleep: Callable[[float], Awaitable[None]],
    ) -> None:
        """`taken_over` is called whenever this process begins to lead."""
        super().__init__(database, sleep)
        self._taken_over = taken_over
        self.begun = asyncio.Event()
        """Set once this process has led."""
        self._leads = False

    async def _work(self) -> float:
        """Try to lead, and return the seconds until the next try."""
        before, self._leads = self._leads, False
        self._leads = await self._database.lead()
        if self._leads != before:
            log.info("This process leads now" if self._leads else "This process doesn't lead any more")
        if self._leads and not before:
            self.begun.set()
            await self._taken_over()
        return LONGEST_SLEEP
