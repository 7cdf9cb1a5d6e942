"""Makes a server's standings again from all of its results."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from bot.league.tally import Book
from bot.store.database import Database, Side
from bot.store.remaking import Remaking

#: How often all results are read while the bot runs, before it must wait until that is done.
_ATTEMPTS = 3
#: How often the results that came meanwhile are added to those, before the bot must wait for the last of them.
_ROUNDS = 4


@dataclass(frozen=True, slots=True)
class Remade:
    """How many results a server has, and how many rows of standings and meetings were wrong."""

    results: int
    rows: int


async def remake(database: Database, guild_id: int) -> Remade:
    """Make standings and meetings again from the results.

    All is worked out while the bot runs; it waits only for a short transaction. If results come faster than they are
    compared with what is kept, it waits for the last of them too.
    """
    for _ in range(_ATTEMPTS):
        async with _working(database, guild_id) as work:
            for _ in range(_ROUNDS):
                await _read(database, work)
                async with database.transaction() as tx:
                    if await work.rows.apply(tx):
                        return work.remade
                if await database.read_beside(lambda: work.spoilt, work.stop):
                    break
            else:
                async with database.transaction() as tx:
                    # Before the rest is read: from now on nothing comes.
                    await tx.hold(guild_id)
                    await _read(database, work)
                    if await work.rows.apply(tx):
                        return work.remade
    async with database.transaction() as tx:
        await tx.hold(guild_id)
        async with _working(database, guild_id) as work:
            await _read(database, work)
            if not await work.rows.apply(tx):
                raise RuntimeError("results came while nothing could be written")
            return work.remade


class _Work:
    """Results being added up in a worker thread.

    Seasons follow each other, so those that are over need no more room.
    """

    def __init__(self, side: Side, guild_id: int) -> None:
        self.rows = Remaking(side, guild_id)
        self._count = 0
        self._stopped = False
        self._book = Book(self.rows.gone())
        self._season: int | None = None

    @property
    def spoilt(self) -> bool:
        """Whether the work must start over."""
        return self.rows.spoilt

    @property
    def remade(self) -> Remade:
        """The rows read, and the faults found in them."""
        return Remade(self._count, self.rows.different)

    def stop(self) -> None:
        """Have `read` end soon; nothing is worked out then."""
        self._stopped = True

    def read(self) -> None:
        """Add all results that were not added yet, and find what differs from what is kept."""
        for result in self.rows.results():
            if self._stopped:
                return
            if result.season_id not in (None, self._season):
                if self._season is not None:
                    self.rows.put(*self._book.end_season(self._season))
                self._season = result.season_id
            self._book.add(result)
            self._count += 1
        self.rows.put(self._book.standings.values(), self._book.meetings.values())
        self.rows.compare()


@asynccontextmanager
async def _working(database: Database, guild_id: int) -> AsyncIterator[_Work]:
    async with database.side() as side:
        yield await database.read_beside(lambda: _Work(side, guild_id), lambda: None)


async def _read(database: Database, work: _Work) -> None:
    await database.read_beside(work.read, work.stop)
