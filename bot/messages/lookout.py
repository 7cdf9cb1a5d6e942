"""Work that other processes have left undone, as they were killed or can't be heard: it is done after a few seconds."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.messages.tables import Teller
from bot.store import Database
from bot.tables import Tables
from bot.worker import LONGEST_SLEEP, Worker

#: This many looks in a row take longer than the teller's patience with a turn.
_LONG = 8

#: Work that waits at a table, at which version of it.
_Waiting = tuple[str, int, int]


class Lookout(Worker):
    """The worker that looks for tables that stand still, every few seconds, and does what they wait for.

    The process that changes a table usually tells of the change itself, and has the table's computers move. A table that
    waits for the same thing at two looks has probably been left by its process, so this one does it. If that doesn't help,
    as Discord may have refused it, it is tried again more and more rarely. Timers, and discards that can still be taken
    back, are looked after by workers of their own.
    """

    led = True

    def __init__(
        self,
        database: Database,
        tables: Tables,
        teller: Teller,
        *,
        sleep: Callable[[float], Awaitable[None]],
    ) -> None:
        """Have `teller` tell of the tables of `database`, and `tables` have their computers move."""
        super().__init__(database, sleep)
        self._tables = tables
        self._teller = teller
        self._looks: dict[_Waiting, int] = {}
        """At how many looks in a row each thing has waited."""

    async def _work(self) -> float:
        """See to what has been left, and return the seconds until the next look."""
        to_move = {table.id: table for table in await self._tables.games.computers_to_move()}
        waiting = {("tell", *one) for one in (await self._teller.messages.behind()).items()}
        waiting |= {("move", table.id, table.version) for table in to_move.values()}
        self._looks = {one: self._looks.get(one, 0) + 1 for one in waiting}
        for (what, table_id, version), looks in self._looks.items():
            if looks > 1 and looks.bit_count() == 1:
                if what == "tell" and looks < _LONG:
                    self._teller.wake(table_id)
                elif what == "tell":
                    # Longer than a turn gets to go on: the process that left it for later would have sent it.
                    self._teller.lose_patience(table_id, version)
                else:
                    self._tables.computers.see_to(to_move[table_id])
        return LONGEST_SLEEP
