"""Tables: the services that change lobbies and games, put together, and looks at them.

It gives out only `Table` rows and views; a `Game` never leaves this package.
"""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Awaitable, Callable, Collection
from dataclasses import replace

from bot.data.log import LogEntry
from bot.data.tables import Table
from bot.store.database import Database
from bot.tables.changes import Changes, found
from bot.tables.channels import Channels
from bot.tables.computers import Computers
from bot.tables.daily import Daily
from bot.tables.endings import Endings
from bot.tables.hints import Hints
from bot.tables.lessons import LESSON, Lessons
from bot.tables.line import Line
from bot.tables.lobbies import Lobbies
from bot.tables.moderation import Moderation
from bot.tables.out_of_reach import OutOfReach
from bot.tables.past_deals import PastDeals
from bot.tables.past_games import PastGames
from bot.tables.preferences import Preferences
from bot.tables.proposals import Proposals
from bot.tables.replays import Replays
from bot.tables.reviews import Reviews
from bot.tables.rules.daily_times import is_daily, is_past
from bot.tables.seating import Seating
from bot.tables.standing_orders import StandingOrders
from bot.tables.thinkers import Thinkers
from bot.tables.turns import OwnTables, Turns
from bot.tables.vacations import Vacations
from bot.tables.views import Look
from bot.tables.what_ifs import WHAT_IF, WhatIfs

#: The most entries of a log that are shown.
_LOG_LENGTH = 30


def is_own(table_id: int) -> bool:
    """Return whether under a number everybody finds a table of their own, which is for them alone and counts in no league."""
    return table_id in (LESSON, WHAT_IF) or is_daily(table_id) or is_past(table_id)


class Tables:
    """The tables of one database: its own methods look at one, its services each change something about them.

    `games` finds tables as they are stored; `changes` tells subscribers of what was committed.

    Every change is committed before its method returns; subscribers hear of it then. Methods that change a
    table raise a `TableError` (which one they say), and then nothing has changed. `NoSuchTable` can come from all that
    take a table's number. `by` is the person who asks; `moderator` says that they may act as the host does.
    """

    def __init__(
        self,
        database: Database,
        *,
        clock: Callable[[], int],
        chance: random.Random | None = None,
        waits: random.Random | None = None,
        pace: float = 0.0,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """Serve the tables of `database`. `clock` gives whole seconds UTC, `chance` shuffles (default: the system's).

        `waits` draws after how long standing orders run (default: the system's chance too).
        A computer waits `pace` seconds before it moves, by `sleep`.
        """
        self.now = clock
        system = secrets.SystemRandom()
        self.changes = Changes(database, clock=clock, chance=chance or system, waits=waits or system)
        self.games = self.changes.games
        self.series = self.changes.series
        self.rests = self.changes.rests
        self.vacations = Vacations(self.changes)
        self.preferences = Preferences(self.changes)
        self.thinkers = Thinkers()
        self.computers = Computers(self.changes, self.thinkers, pace=pace, sleep=sleep)
        self.hints = Hints(self.changes, self.thinkers)
        self.lobbies = Lobbies(self.changes)
        self.line = Line(self.changes, self.lobbies)
        self.lessons = Lessons(database)
        self.daily = Daily(self.changes, self.thinkers)
        self.past_deals = PastDeals(self.changes, self.daily)
        past = PastGames(self.changes, self.daily)
        self.what_ifs = WhatIfs(past, shared=database.shared)
        self._own: dict[int, OwnTables] = {LESSON: self.lessons, WHAT_IF: self.what_ifs}
        self.turns = Turns(self.changes, self.computers, self.vacations, self._own_tables)
        self.standing_orders = StandingOrders(self.changes)
        self.seating = Seating(self.changes)
        self.out_of_reach = OutOfReach(self.changes, self.seating)
        self.proposals = Proposals(self.changes, self.seating)
        self.moderation = Moderation(self.changes, self.computers, self.seating)
        self.endings = Endings(self.changes)
        self.channels = Channels(self.changes)
        self.replays = Replays(self.changes, self.daily)
        self.reviews = Reviews(past, self.thinkers)

    async def get(self, table_id: int) -> Table:
        """Return the table of that number. Raises `NoSuchTable`."""
        return found(await self.games.get(table_id))

    async def version(self, table_id: int, user_id: int) -> int:
        """Return the version of a table or, of those of deals and lessons, that of the person's own. Raises `NoSuchTable`."""
        if is_daily(table_id):
            return await self.daily.version(table_id, user_id)
        if is_past(table_id):
            return await self.past_deals.version(table_id, user_id)
        if table_id == LESSON:
            return await self.lessons.version(user_id)
        return (await self.get(table_id)).version

    @property
    def held(self) -> int:
        """How many games are kept in memory."""
        return len(self.changes.in_memory)

    async def history(self, table_id: int) -> list[LogEntry]:
        """Return the last of what was done to a game apart from its moves, oldest first."""
        return await self.changes.log.of(table_id, _LOG_LENGTH)

    async def look(self, table_id: int, user_id: int | None = None) -> Look:
        """Return the table with its public view and, for a person who sits there, their own view.

        The table `LESSON` is the person's own lesson, `WHAT_IF` the position that they play on from, and each day has a
        table of the person's too.
        """
        own = self._own_tables(table_id)
        if own is not None and user_id is not None:
            return await own.look(user_id)
        looks = await self.looks(table_id, [] if user_id is None else [user_id])
        return looks[user_id]

    def _own_tables(self, table_id: int) -> OwnTables | None:
        """Return people's own tables that a number stands for, None where it is that of a table for several."""
        if is_past(table_id):
            return self.past_deals.table(table_id)
        return self.daily.table(table_id) if is_daily(table_id) else self._own.get(table_id)

    async def looks(self, table_id: int, user_ids: Collection[int]) -> dict[int | None, Look]:
        """Return the same for several people, by their ids, and for everybody (None), all of one version."""
        async with self.changes.looking(table_id) as table:
            if not table.round:
                return dict.fromkeys([None, *user_ids], Look(table, None, None, ()))
            live = await self.changes.in_memory.of(table)
            deeds = await self.changes.log.since(table.id, live.lap_began())
            public = Look(table, live.public(), None, tuple(live.recent), tuple(deeds), live.dealt)
            seats = {user_id: table.seat_of(user_id) for user_id in user_ids}
            unmade = [own.number for own in seats.values() if own is not None and not live.explains(own.number)]
            if unmade:
                # One thread for all of them, and none where all are made: to begin one and wait takes as long as a small view.
                await asyncio.to_thread(lambda: [live.explained(number) for number in unmade])
            seen: dict[int | None, Look] = {None: public}
            for user_id, own in seats.items():
                seen[user_id] = replace(public, mine=None if own is None else live.explained(own.number))
            return seen
