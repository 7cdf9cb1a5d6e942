"""The computers at the tables: they play their own seats, those of people who are away, and turns whose time is up."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable

from bot.canasta.moves import IllegalMove, Move
from bot.canasta.views import SeatView
from bot.computer import choose, choose_safely
from bot.store.database import Database, StoreTrouble
from bot.store.games import Status, Table
from bot.store.log import Deed
from bot.tables.changes import Changes
from bot.tables.errors import Unplayable
from bot.tables.game_in_memory import GameInMemory
from bot.tables.rules import absence, agreements, seat_plan
from bot.tables.rules.absence import Deeds
from bot.tables.views import Change

log = logging.getLogger(__name__)

#: Seconds until a computer tries again when its move could not be stored.
RETRY_SECONDS = 30.0


class Computers(Changes):
    """The part of the tables in which computers move."""

    def __init__(
        self,
        database: Database,
        *,
        clock: Callable[[], int],
        chance: random.Random | None = None,
        pace: float = 0.0,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """Serve the tables of `database`. `clock` gives whole seconds UTC, `chance` shuffles (default: the system's).

        A computer waits `pace` seconds before it moves, by `sleep`.
        """
        super().__init__(database, clock=clock, chance=chance)
        self._pace = pace
        self._sleep = sleep
        self._computers: dict[int, asyncio.Task[None]] = {}
        self.on_change(self._wake)

    async def resume(self) -> None:
        """Set those computers going that were to move when the process ended. Call once, after subscribing."""
        for table in await self._games.active():
            self._wake(Change(table, ()))

    async def close(self) -> None:
        """Stop the computers; `resume` goes on where they stopped. The database stays open."""
        tasks = list(self._computers.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def expire(self, table_id: int, version: int) -> Table:
        """Let a computer play the present turn safely, as its time is up.

        After the third missed turn in a row the computer sits in. Nothing happens if the table isn't at `version` any
        more, if no person is to move, or if they have got more time meanwhile. Called again after it was interrupted,
        it plays what is left of the turn.
        """
        async with self._locked(table_id) as table:
            to_move = table.to_move
            if table.version != version or to_move is None or to_move.computer is not None:
                return table
            if table.turn_limit is not None and (table.deadline is None or table.deadline > self._clock()):
                return table
            return await self._play_out(table, lambda after: _missed(after, to_move.number))

    async def skip(self, table_id: int, by: int) -> Table:
        """Let the present turn be played safely for a moderator, no matter who is to move. Raises `WrongStatus`."""
        async with self._locked(table_id, Status.PLAYING) as table:
            to_move = seat_plan.seated(table, -1 if table.turn is None else table.turn)
            skipped = absence.entry(Deed.SKIPPED, to_move, by)
            return await self._play_out(table, lambda after: (after, (skipped,)))

    async def _play_out(self, table: Table, at_the_end: Callable[[Table], Deeds]) -> Table:
        """Play the present turn of a locked table safely. `at_the_end` is the consequence of its last move."""
        number, turn = table.turn, (table.round, table.turn)
        assert number is not None

        def consequence(after: Table) -> Deeds:
            return (after, ()) if (after.round, after.turn) == turn else at_the_end(after)

        while table.status is Status.PLAYING and (table.round, table.turn) == turn:
            live = await self._game(table)
            view = await asyncio.to_thread(live.seat, number)
            move = await asyncio.to_thread(self._choose, view, None)
            table = await self._make_chosen(table, live, view, move, consequence)
        return table

    def _wake(self, change: Change) -> None:
        table = change.table
        if absence.computer_to_move(table) is not None and table.id not in self._computers:
            self._computers[table.id] = asyncio.create_task(self._run_computers(table.id))

    async def _run_computers(self, table_id: int) -> None:
        """Play for the computers of a table until a person is to move."""
        going = True
        while going:
            try:
                going = await self._move_computer(table_id)
            except Unplayable:
                # The operator's log names the reason; trying again would not change it.
                going = False
                del self._computers[table_id]
            except StoreTrouble:
                await self._sleep(RETRY_SECONDS)
            except Exception:
                log.exception("a computer could not move at table %d; it tries again", table_id)
                await self._sleep(RETRY_SECONDS)

    async def _move_computer(self, table_id: int) -> bool:
        """Make one computer's move. Return False when no computer is to move."""
        async with self._locked(table_id) as table:
            to_move = absence.computer_to_move(table)
            if to_move is None:
                # Still under the lock, so that the very next change can set computers going again.
                del self._computers[table_id]
                return False
            live = await self._game(table)
            view = await asyncio.to_thread(live.seat, to_move.number)
        if self._pace:
            await self._sleep(self._pace)
        move = await asyncio.to_thread(self._choose, view, to_move.computer)
        async with self._locked(table_id) as now:
            if now.version == table.version:
                await self._make_chosen(now, await self._game(now), view, move)
        return True

    async def _make_chosen(
        self,
        table: Table,
        live: GameInMemory,
        view: SeatView,
        move: Move,
        consequence: Callable[[Table], Deeds] = absence.nothing,
    ) -> Table:
        """Make the move that a computer chose, or a random legal one if the rules refuse it."""
        try:
            after, _happened = await self._make(table, live, move, consequence)
        except IllegalMove as error:
            log.error("table %d: a computer chose what is refused: %s", table.id, error.code)  # noqa: TRY400
            after, _happened = await self._make(table, live, self._chance.choice(view.legal), consequence)
        return after

    def _choose(self, view: SeatView, level: str | None) -> Move:
        """Return the move of a computer of that level; None is the computer that plays safely."""
        try:
            return choose_safely(view, self._chance) if level is None else choose(view, level, self._chance)
        except Exception:
            log.exception("computer %s failed to choose", level or "that plays safely")
            return self._chance.choice(view.legal)


def _missed(table: Table, number: int) -> Deeds:
    """Return what follows from a missed turn.

    A proposal that waited only for the person who is now away is carried out.
    """
    after, missed = absence.missed(table, number)
    after, settled = agreements.settled(after) if after.status is Status.PLAYING else (after, ())
    return after, (*missed, *settled)
