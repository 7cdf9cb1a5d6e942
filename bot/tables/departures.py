"""People who take the app away from their account: computers take over for them, until they are back."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from bot.data.tables import Status
from bot.store.browsers import BrowserStore
from bot.store.database import Database
from bot.store.deauthorizations import DeauthorizationStore
from bot.tables.errors import TableError
from bot.tables.rules.clock import DAY
from bot.tables.service import Tables
from bot.worker import LONGEST_SLEEP, Worker

log = logging.getLogger(__name__)

#: Seconds for which it is kept that somebody has taken the app away. Discord says it again for some minutes at most.
_KEPT: Final = DAY
_COMPLAINT: Final = "Computers could not take over for somebody who has taken the app away"


class Departures(Worker):
    """The worker that does what follows when somebody takes the app away. All of it is noted first, so that a kill loses nothing.

    Computers play for them in running games until they are back, they leave the tables that still wait for players, and the line,
    and no browser that they had opened by then shows them a table any more. Whatever they have done since is left as it is: the
    event may come late.
    """

    led = True

    def __init__(self, database: Database, tables: Tables, *, sleep: Callable[[float], Awaitable[None]]) -> None:
        super().__init__(database, sleep)
        self._stored = DeauthorizationStore(database)
        self._browsers = BrowserStore(database)
        self._tables = tables

    async def note(self, user_id: int, at: int) -> None:
        """Note that a person has taken the app away, at `at` (seconds UTC). Once this returns, what follows will be done."""
        if await self._stored.note(user_id, min(at, self._tables.now())):
            self.wake()

    async def _work(self) -> float:
        """Do what is pending, and return the seconds until something is tried again."""
        done = True
        for user_id, at in await self._stored.pending():
            async with self._one_at_a_time:
                done &= await self._tried(self._followed(user_id, at), _COMPLAINT)
        await self._stored.drop(self._tables.now() - _KEPT)
        return LONGEST_SLEEP if done else self._again()

    async def _followed(self, user_id: int, at: int) -> bool:
        """Do what follows for one person, and return True: nothing of it is left."""
        place = await self._tables.line.of(user_id)
        if place is not None and place.stage.in_line and place.since <= at:
            await self._tables.line.leave(user_id)
        for table in await self._tables.games.of_person(user_id):
            # A game may begin or end meanwhile.
            with suppress(TableError):
                if table.status is Status.LOBBY:
                    if table.updated_at <= at:
                        await self._tables.lobbies.leave(table.id, user_id)
                elif not await self._stored.acted_since(table.id, user_id, at):
                    await self._tables.seating.away(table.id, user_id)
        await self._browsers.end_older(user_id, at)
        await self._stored.done(user_id, at)
        return True
