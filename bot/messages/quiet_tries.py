"""Quiet tries: whoever has closed their direct messages may have opened them again without a word to the bot."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.messages.tables import Teller
from bot.store.database import Database
from bot.store.people import PersonStore
from bot.tables import Tables
from bot.worker import Worker

_DAY = 24 * 3600
#: Seconds after which it looks again who can't be reached.
_LOOK_AGAIN = 600.0


class QuietTries(Worker):
    """The worker that has direct messages tried again, once a day, with each person who had closed them.

    If Discord refuses the next message too, they count as closed for another day. Only where a game in direct messages has no
    clock and waits for them do the others hear of it.
    """

    led = True
    look_every = _LOOK_AGAIN

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
        done = True
        for table_id in await self._tables.out_of_reach.waiting():
            async with self._one_at_a_time:
                complaint = f"table {table_id}: nobody could be told that a person can't be reached"
                done &= await self._tried(self._noted(table_id), complaint)
        return _LOOK_AGAIN if done else self._again()

    async def _noted(self, table_id: int) -> bool:
        await self._tables.out_of_reach.note(table_id)
        return True
