"""People whom no direct message reaches, where a game in direct messages waits for them: the others hear of it, and may act."""

from __future__ import annotations

from bot.data.log import Deed
from bot.data.tables import InDirectMessages, Seat, Status, Table
from bot.store.people import PersonStore
from bot.tables.changes import Changes
from bot.tables.errors import NobodyOutOfReach, NotWaitedLong, WrongStatus
from bot.tables.rules import absence, clock, seat_plan
from bot.tables.rules.clock import DAY
from bot.tables.seating import Seating


class OutOfReach:
    """Games in direct messages, without a clock, that wait for somebody whom no message reaches: the others hear of it and may act.

    Elsewhere a clock ends the turn, or a channel shows whom the game waits for.
    """

    def __init__(self, changes: Changes, seating: Seating) -> None:
        self._changes = changes
        self._seating = seating
        self._people = PersonStore(changes.database)

    async def waiting(self) -> list[int]:
        """Return the tables that wait for somebody out of reach."""
        return await self._changes.games.out_of_reach()

    async def note(self, table_id: int) -> None:
        """Have the others at a table hear that the person to move can't be reached, unless they have heard it.

        They hear it again once that person has been back, and in a later turn a week after the last time.
        """
        try:
            async with self._changes.locked(table_id, Status.PLAYING) as table:
                seat = await self._awaited(table)
                if seat is None or not clock.people_wait(table) or await self._heard(table, seat):
                    return
                entry = absence.entry(Deed.UNREACHED, seat)
                await self._changes.commit(table, self._changes.next_version(table), [entry])
        except WrongStatus:
            # It has ended meanwhile.
            return

    async def stand_in(self, table_id: int, by: int, number: int) -> Table:
        """Let a computer play seat `number` until its person is back, as somebody else at the table wishes.

        Raises `NotSeated`, `WrongStatus`; `NobodyOutOfReach` where the game doesn't wait for somebody there whom no message
        reaches; and `NotWaitedLong` before it has waited for a day, of which the person's quiet hours and vacations don't count.
        """
        async with self._changes.locked(table_id, Status.PLAYING) as table:
            seat_plan.own_seat(table, by)
            seat = table.seat(number)
            if seat is not None and seat.sitting_in is not None:
                return table
            if seat is None or seat.user_id == by or seat != await self._awaited(table):
                raise NobodyOutOfReach
            told_at = await self._changes.log.last_at(table.id, Deed.UNREACHED, number)
            if told_at is None or seat.user_id is None:
                raise NobodyOutOfReach
            rest = await self._changes.rests.of(seat.user_id)
            due = rest.due(max(told_at, table.turn_since or 0), DAY)
            if due > self._changes.now():
                raise NotWaitedLong(due)
            return await self._seating.stood_in(table, seat, by)

    async def _awaited(self, table: Table) -> Seat | None:
        """Return the seat to move if its person plays it, a game without a clock is in direct messages, and no message reaches them."""
        seat = table.to_move
        if not isinstance(table.home, InDirectMessages) or table.turn_limit is not None:
            return None
        if seat is None or seat.user_id is None or seat.computer is not None:
            return None
        return None if (await self._people.get(seat.user_id)).dm_tried_at is None else seat

    async def _heard(self, table: Table, seat: Seat) -> bool:
        last = await self._changes.log.last_at(table.id, Deed.UNREACHED, seat.number)
        if last is None:
            return False
        back = await self._changes.log.last_at(table.id, Deed.BACK, seat.number)
        in_time = last >= (table.turn_since or 0) or last > self._changes.now() - absence.PATIENCE
        return in_time and (back is None or back < last)
