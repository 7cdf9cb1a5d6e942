"""Quiet tries: whoever has closed their direct messages may have opened them again without a word to the bot."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.messages.tables import Teller
from bot.store.database import Database
from bot.store.people import PersonStore
from bot.tables import Tables
from bot.worker import LONGEST_SLEEP, Worker

_DAY = 24 * 3600


class QuietTries(Worker):
    """The worker that has direct messages tried again, once a day, with each person who had closed them.

    If Discord refuses the next message too, nobody hears of it, and they count as closed for another day.
    """

    led = True
    look_every = 600.0

    def __init__(
        self, database: Database, tables: Tables, teller: Teller, *, sleep: Callable[[float], Awaitable[None]]
    ) -> None:
        """Have `teller` write to people about the tables of `database`."""
        super().__init__(database, sleep)
        self._people = PersonStore(database)
        self._tables = tables
        self._teller = teller

    async def _work(self) -> float:
        """Have those tried whose day is over, and return the seconds until it looks again."""
        now = self._tables.now()
        for user_id in await self._people.long_closed(now - _DAY):
            await self._people.dm_tried(user_id, now)
            await self._teller.wake_those_of(user_id)
        return LONGEST_SLEEP
