"""Timers: waits for the soonest of all games, then runs orders, ends turns whose time is up and has due reminders sent."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from functools import partial

from bot.data.errors import StoreTrouble
from bot.store import Database
from bot.store.database import Lock
from bot.store.pauses import PauseStore
from bot.store.standing_orders import StandingOrderStore
from bot.store.timers import TimerStore
from bot.tables.errors import Unplayable
from bot.tables.rules import clock
from bot.tables.service import Tables
from bot.tables.views import Change
from bot.worker import LEFT_AFTER, LONGEST_SLEEP, Worker

log = logging.getLogger(__name__)


#: Seconds after which a timer that has not been handled is late.
_LATE = 60


class TurnTimers(Worker):
    """The worker that does each thing that falls due once: soon after its time, or soon after the process starts."""

    def __init__(
        self,
        database: Database,
        tables: Tables,
        remind: Callable[[int], object],
        *,
        sleep: Callable[[float], Awaitable[None]],
    ) -> None:
        """Watch the timers that `database` holds for the games of `tables`.

        `remind` is called with the number of a table of which a call or a reminder is due; it must not block.
        """
        super().__init__(database, sleep)
        self._timers = TimerStore(database)
        self._orders = StandingOrderStore(database)
        self._pauses = PauseStore(database)
        self._tables = tables
        self._remind = remind
        self._handed_on: dict[int, int] = {}
        """The tables with a call or a reminder that was handed on and still has to be sent, each with when it was
        due."""
        self._own = set[int]()
        """The tables that this process has changed: it does what falls due there."""
        self._soonest: int | None = None
        """When there will be something to do if nothing changes (seconds UTC); None while that is being found out."""
        self._stuck: dict[int, int] = {}
        """The tables that could not be played, each with the time at which it was tried (seconds UTC)."""

    def start(self) -> None:
        """Start with what fell due before now."""
        self._tables.changes.on_change(self._heard)
        self._tables.standing_orders.on_change(lambda _table, _person: self.wake())
        super().start()

    async def late(self) -> int:
        """Return how many timers have been due for more than a minute."""
        return await self._timers.late(self._tables.now() - _LATE)

    def _heard(self, change: Change) -> None:
        self._stuck.pop(change.table.id, None)
        self._handed_on.pop(change.table.id, None)
        if change.table.active:
            self._own.add(change.table.id)
        else:
            self._own.discard(change.table.id)
        orders_at = change.table.orders_at
        times = [*change.table.timers.values(), *([] if orders_at is None else [orders_at])]
        if self._soonest is None or min(times, default=self._soonest) < self._soonest:
            self.wake()

    async def _work(self) -> float:
        """Do what is due, and return the seconds until the next timer."""
        now = self._tables.now()
        self._soonest = None
        failed = False
        # First, so that what was ordered in time is played even if the process was down until the turn's time was up.
        for table_id in await self._orders_due(now):
            failed |= not await self._settled(table_id, partial(self._run_orders, table_id), now)
        for table_id, due in (await self._timers.due(now)).items():
            if self._is_ours(table_id, min(due.values()), now):
                failed |= not await self._settled(table_id, partial(self._due, table_id, due, now), now)
        times = [await self._timers.soonest(now), await self._orders.soonest(now)]
        delays = [self._again() if failed else LONGEST_SLEEP]
        delays += [float(max(0, soonest - self._tables.now())) for soonest in times if soonest is not None]
        self._soonest = self._tables.now() + int(min(delays))
        return min(delays)

    async def _orders_due(self, now: int) -> list[int]:
        """Return the tables whose orders this process runs now."""
        due = await self._orders.due(now)
        if self._database.shared:
            left = set(await self._orders.due(now - LEFT_AFTER)) if self._database.leads else ()
            return [table_id for table_id in due if table_id in self._own or table_id in left]
        return due

    def _is_ours(self, table_id: int, at: int, now: int) -> bool:
        """Return whether this process does what fell due at a table; the leading one does what another has left undone."""
        left = self._database.leads and at <= now - LEFT_AFTER
        return not self._database.shared or table_id in self._own or left

    async def _settled(self, table_id: int, doing: Callable[[], Awaitable[None]], now: int) -> bool:
        """Do what fell due at a table; return False where it is to be tried again."""
        try:
            async with self._one_at_a_time, self._database.claimed(Lock.TIMERS, table_id) as mine:
                if mine:
                    await doing()
        except Unplayable:
            # The error is in the log. Until the rules are corrected, trying again would not change it.
            self._stuck[table_id] = now
        except StoreTrouble:
            return False
        except Exception:
            log.exception("table %d: what fell due could not be done; it is tried again", table_id)
            return False
        return True

    async def _run_orders(self, table_id: int) -> None:
        """Make the moves that are ordered and due: the whole turn where its time is up already."""
        if self._is_stuck(table_id):
            return
        while await self._tables.standing_orders.run(table_id):
            pass

    async def _due(self, table_id: int, due: Mapping[str, int], now: int) -> None:
        if clock.EXPIRY in due:
            # A discard that waits was chosen in time, and is played even if the process was down until the turn's time was up.
            if await self._pauses.of(table_id) is None:
                await self._expire(table_id)
            return
        to_move = (await self._tables.get(table_id)).to_move
        if to_move is None or to_move.user_id is None:
            return
        resumes = (await self._tables.rests.of(to_move.user_id)).resumes(now)
        if resumes > now:
            # The process was down when it fell due, and nobody is called in their quiet hours.
            await self._timers.put_off(table_id, due, now, resumes)
        elif max(due.values()) > self._handed_on.get(table_id, -1):
            self._handed_on[table_id] = max(due.values())
            self._remind(table_id)

    async def _expire(self, table_id: int) -> None:
        """End a turn whose time is up. Something else may have ended it in the meantime."""
        table = await self._tables.get(table_id)
        if self._is_stuck(table_id):
            return
        self._stuck.pop(table_id, None)
        while table.deadline is not None and table.deadline <= self._tables.now():
            version = table.version
            table = await self._tables.turns.expire(table_id, version)
            if table.version == version:
                raise RuntimeError(f"the turn at version {version} would not end")

    def _is_stuck(self, table_id: int) -> bool:
        """Return whether a table could not be played a short while ago."""
        return self._tables.now() - self._stuck.get(table_id, 0) < LONGEST_SLEEP
