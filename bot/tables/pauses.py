"""Discards that wait some seconds before they are played, so that their players can take them back."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

from bot.canasta.cards import Card
from bot.canasta.moves import IllegalMove, Move
from bot.data.errors import StoreTrouble
from bot.data.pauses import Pause
from bot.data.tables import Table
from bot.store import Database
from bot.store.database import Lock
from bot.store.pauses import PauseStore
from bot.store.play import PlayStore
from bot.store.tips import TipStore
from bot.tables.errors import TableError
from bot.tables.rules import seat_plan
from bot.tables.service import Tables
from bot.worker import LEFT_AFTER, LONGEST_SLEEP, Worker

log = logging.getLogger(__name__)

#: The kind of tip that says that a card's button discards it.
_ASKED = "discard"


class Pauses(Worker):
    """The worker that plays discards when their wait is over; those stored before a restart are played after it."""

    def __init__(
        self,
        database: Database,
        tables: Tables,
        seconds: int,
        played: Callable[[int], Awaitable[None]],
        *,
        sleep: Callable[[float], Awaitable[None]],
    ) -> None:
        """Have discards wait this many `seconds`; `played` is called with the id of the person whose discard was
        played."""
        super().__init__(database, sleep)
        self._stored = PauseStore(database)
        self._tips = TipStore(database)
        self._moves = PlayStore(database)
        self._tables = tables
        self._seconds = seconds
        self._played = played
        self._begun = set[int]()
        """The interactions whose discards wait for this process to play them."""

    @property
    def wanted(self) -> bool:
        """Whether discards wait at all."""
        return self._seconds > 0

    async def asks_first(self, user_id: int, table: Table) -> bool:
        """Return whether a person is to be asked before a card that they press is discarded: once, the first time ever."""
        if _ASKED in await self._tips.of(user_id) or await self._moves.has_discarded(user_id):
            return False
        await self._tips.tell(user_id, _ASKED, (table.id, table.turn_since or 0), if_known=True)
        return True

    async def begin(self, table_id: int, user_id: int, card: Card, *, version: int, interaction_id: int) -> None:
        """Have a person's discard wait; `version` is that of the table they saw. Whatever waited there is replaced.

        It waits until the last second of their time at most: else a computer would play a turn for which they have chosen.
        """
        due_at, deadline = self._tables.now() + self._seconds, (await self._tables.get(table_id)).deadline
        if deadline is not None:
            due_at = min(due_at, deadline - 1)
        await self._stored.begin(Pause(table_id, user_id, version, card, interaction_id, due_at))
        self._begun.add(interaction_id)
        self.wake()

    async def withdraw(self, table_id: int, user_id: int) -> bool:
        """Take a person's waiting discard back; return False if none waits (any more)."""
        async with self._one_at_a_time, self._database.locked(Lock.PAUSE, table_id):
            pause = await self._stored.of(table_id)
            return pause is not None and pause.user_id == user_id and await self._stored.end(pause)

    async def _work(self) -> float:
        """Play the discards whose wait is over, and return the seconds until the next."""
        failed, begun = False, [*self._begun]
        waiting = await self._stored.all()
        self._begun -= {*begun} - {pause.interaction_id for pause in waiting}
        for pause in waiting:
            if pause.due_at > self._tables.now():
                return float(pause.due_at - self._tables.now())
            if self._is_ours(pause):
                try:
                    async with self._one_at_a_time, self._database.locked(Lock.PAUSE, pause.game_id):
                        await self._play(pause)
                except StoreTrouble:
                    failed = True
        return self._again() if failed else LONGEST_SLEEP

    def _is_ours(self, pause: Pause) -> bool:
        """Return whether this process plays a discard that is due: the one that leads does where another has left it."""
        left = self._database.leads and pause.due_at <= self._tables.now() - LEFT_AFTER
        return not self._database.shared or pause.interaction_id in self._begun or left

    async def _play(self, pause: Pause) -> None:
        """Play a discard, unless the game has gone on without it or it was taken back."""
        if await self._stored.of(pause.game_id) != pause:
            return
        try:
            table = await self._tables.get(pause.game_id)
            move = Move(seat_plan.own_seat(table, pause.user_id).number, "discard", card=pause.card)
            await self._tables.turns.play(
                pause.game_id, pause.user_id, move, version=pause.version, interaction_id=pause.interaction_id
            )
        except (TableError, IllegalMove):
            log.info("table %d: a discard that waited can't be played any more", pause.game_id)
        await self._stored.end(pause)
        await self._played(pause.user_id)
