"""Computers: they play their own seats, those of people who are away, and turns that people can't finish."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot.canasta.moves import IllegalMove, Move
from bot.canasta.views import SeatView
from bot.computer import choose_safely
from bot.data.errors import StoreTrouble
from bot.data.tables import Status, Table
from bot.store.database import Lock
from bot.tables.changes import Changes
from bot.tables.errors import Unplayable
from bot.tables.games_in_memory import GameInMemory
from bot.tables.rules import absence
from bot.tables.rules.absence import Consequence
from bot.tables.thinkers import Thinkers
from bot.tables.views import Change

log = logging.getLogger(__name__)

#: Seconds until a computer tries again when its move could not be stored.
RETRY_SECONDS = 30.0


class Computers:
    """The computers of all tables: a task for each table at which one is to move."""

    def __init__(
        self,
        changes: Changes,
        thinkers: Thinkers,
        *,
        pace: float = 0.0,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """Let a computer wait `pace` seconds before it moves, by `sleep`."""
        self._changes = changes
        self._pace = pace
        self._sleep = sleep
        self._thinkers = thinkers
        self._tasks: dict[int, asyncio.Task[None]] = {}
        changes.on_change(self._wake)

    async def resume(self) -> None:
        """Set those computers going that were to move when the process ended. Call once, after subscribing."""
        for table in await self._changes.games.computers_to_move():
            self.see_to(table)

    def see_to(self, table: Table) -> None:
        """Set the computer going that is to move at a table, if there is one: another process has left it."""
        self._wake(Change(table, ()))

    def look_again(self, table_id: int) -> None:
        """Set the computer going that is to move at a table, if there is one: that may have changed unheard."""
        if table_id not in self._tasks:
            self._tasks[table_id] = asyncio.create_task(self._run(table_id))

    async def close(self) -> None:
        """Stop the computers; `resume` goes on where they stopped. The database stays open."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def interrupt(self, table_id: int) -> None:
        """Stop the computer that is to move at a table; the next change of the table sets it going again."""
        task = self._tasks.pop(table_id, None)
        if task is not None:
            task.cancel()

    async def finish_turn(self, table: Table, at_the_end: Callable[[Table], Consequence]) -> Table:
        """Play the present turn of a locked table safely, and return the table that this leads to.

        `at_the_end` is the consequence of its last move.
        """
        number, turn = table.turn, (table.round, table.turn)
        assert number is not None

        def consequence(after: Table) -> Consequence:
            return (after, ()) if (after.round, after.turn) == turn else at_the_end(after)

        while table.status is Status.PLAYING and (table.round, table.turn) == turn:
            live = await self._changes.in_memory.of(table)
            view = await asyncio.to_thread(live.seat, number)
            move = await self._choose(view, None)
            table = await self._make_chosen(table, live, view, move, consequence)
        return table

    def _wake(self, change: Change) -> None:
        table = change.table
        if absence.computer_to_move(table) is not None and table.id not in self._tasks:
            self._tasks[table.id] = asyncio.create_task(self._run(table.id))

    async def _run(self, table_id: int) -> None:
        """Play for the computers of a table until a person is to move; where another process does, wait for it."""
        going = True
        while going:
            try:
                async with self._changes.database.locked(Lock.COMPUTERS, table_id):
                    while going:
                        going = await self._move_computer(table_id)
            except Unplayable:
                # The operator's log names the reason; trying again would not change it.
                going = False
                del self._tasks[table_id]
            except StoreTrouble:
                await self._sleep(RETRY_SECONDS)
            except Exception:
                log.exception("a computer could not move at table %d; it tries again", table_id)
                await self._sleep(RETRY_SECONDS)

    async def _move_computer(self, table_id: int) -> bool:
        """Make one computer's move. Return False when no computer is to move."""
        async with self._changes.looking(table_id) as table:
            to_move = absence.computer_to_move(table)
            if to_move is None:
                # Still under the lock, so that the very next change can set computers going again.
                del self._tasks[table_id]
                return False
            live = await self._changes.in_memory.of(table)
            view = await asyncio.to_thread(live.seat, to_move.number)
        if self._pace:
            await self._sleep(self._pace)
        move = await self._choose(view, to_move.computer)
        async with self._changes.locked(table_id) as now:
            if now.version == table.version:
                await self._make_chosen(now, await self._changes.in_memory.of(now), view, move)
        return True

    async def _make_chosen(
        self,
        table: Table,
        live: GameInMemory,
        view: SeatView,
        move: Move,
        consequence: Callable[[Table], Consequence] = absence.nothing,
    ) -> Table:
        """Make the move that a computer chose, or a random legal one if the rules refuse it."""
        try:
            after, _happened = await self._changes.commit_move(table, live, move, consequence)
        except IllegalMove as error:
            log.error("table %d: a computer chose what is refused: %s", table.id, error.code)  # noqa: TRY400
            instead = self._changes.chance.choice(view.legal)
            after, _happened = await self._changes.commit_move(table, live, instead, consequence)
        return after

    async def _choose(self, view: SeatView, level: str | None) -> Move:
        """Return the move of a computer of that level; None is the computer that plays safely."""
        chance = self._changes.chance
        try:
            if level is None:
                return await asyncio.to_thread(choose_safely, view, chance)
            return await self._thinkers.choose(view, level, chance)
        except Exception:
            log.exception("computer %s failed to choose", level or "that plays safely")
            return chance.choice(view.legal)
