"""Moderation: what moderators do to a game that doesn't go on by itself, without asking its players."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.data.log import Deed, LogEntry
from bot.data.tables import Seat, Status, Table
from bot.store.database import Transaction
from bot.store.messages import MessageStore
from bot.tables.changes import Changes
from bot.tables.computers import Computers
from bot.tables.errors import ComputerThere, NoClock
from bot.tables.rules import absence, seat_plan
from bot.tables.seating import Seating


class Moderation:
    """Actions of moderators. `by` is the moderator; all but `unstick` raise `WrongStatus` unless the game is
    running."""

    def __init__(self, changes: Changes, computers: Computers, seating: Seating) -> None:
        self._changes = changes
        self._computers = computers
        self._seating = seating
        self._messages = MessageStore(changes.database)

    async def sit_in(self, table_id: int, by: int, seat: int) -> Table:
        """Let a computer play for a person until they are back. Raises `NoSuchSeat`, `ComputerThere`."""
        async with self._changes.locked(table_id, Status.PLAYING) as table:
            old = seat_plan.seated(table, seat)
            if old.computer is not None:
                raise ComputerThere
            return await self._seating.stood_in(table, old, by, Deed.SEATED_COMPUTER)

    async def give_back(self, table_id: int, by: int, seat: int) -> Table:
        """Give a seat back to its person from the computer that sits in. Raises `NoSuchSeat`, `NotAway`."""
        async with self._changes.locked(table_id, Status.PLAYING) as table:
            return await self._seating.give_back(table, seat_plan.seated(table, seat), by)

    async def replace_player(
        self,
        table_id: int,
        by: int,
        seat: int,
        newcomer_id: int,
        newcomer: str,
        along: Callable[[Transaction], Awaitable[None]] | None = None,
    ) -> Table:
        """Give a seat to a newcomer. Raises `NoSuchSeat`, `AlreadySeated`, `SatElsewhere`, `KnowsPacks`.

        `along` is called inside the transaction, and whatever it raises undoes that.
        """
        async with self._changes.locked(table_id, Status.PLAYING) as table:
            old = await self._seating.seat_for(table, seat, newcomer_id)
            new = Seat(seat, newcomer_id, None, newcomer, bank=table.bank)
            after = absence.handed_over(self._changes.next_version(table), new)
            assert after is not None
            called = seat_plan.seated(after, seat).name
            deed = absence.entry(Deed.SUBSTITUTED_BY_MODERATOR, old, by, newcomer=called)
            return await self._changes.commit(table, after, [deed], along=along)

    async def extend(self, table_id: int, by: int, seconds: int) -> Table:
        """Give the person to move more time, in `seconds`. Raises `NoClock`."""
        async with self._changes.locked(table_id, Status.PLAYING) as table:
            to_move = table.to_move
            if to_move is None or to_move.computer is not None or table.turn_limit is None:
                raise NoClock
            seats = seat_plan.with_seat(table, replace(to_move, bank=to_move.bank + seconds))
            given = absence.entry(Deed.EXTENDED, to_move, by, seconds=seconds)
            return await self._changes.commit(table, self._changes.next_version(table, seats=seats), [given])

    async def skip(self, table_id: int, by: int) -> Table:
        """Let a computer play the present turn safely, no matter who is to move."""
        async with self._changes.locked(table_id, Status.PLAYING) as table:
            to_move = seat_plan.seated(table, -1 if table.turn is None else table.turn)
            skipped = absence.entry(Deed.SKIPPED, to_move, by)
            return await self._computers.finish_turn(table, lambda after: (after, (skipped,)))

    async def unstick(self, table_id: int, by: int) -> Table:
        """Read a table again from what is stored, and renew all messages that show it."""
        async with self._changes.locked(table_id) as table:
            self._changes.in_memory.drop(table.id)
            self._computers.interrupt(table.id)
            await self._messages.retire(table.id)
            return await self._changes.commit(table, self._changes.next_version(table), [LogEntry(Deed.UNSTUCK, by)])
