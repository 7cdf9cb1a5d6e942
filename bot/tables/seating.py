"""Seats of running games: who may have one, who gives theirs up, and who takes theirs back from a computer."""

from __future__ import annotations

from bot.store.games import Seat, Status, Table
from bot.store.log import Deed
from bot.tables.changes import Changes
from bot.tables.errors import AlreadySeated, KnowsPacks, NotAway, SatElsewhere
from bot.tables.rules import absence, seat_plan


class Seating:
    """The seats of running games, as their own people change them. All raise `WrongStatus` unless the game is running."""

    def __init__(self, changes: Changes) -> None:
        self._changes = changes

    async def back(self, table_id: int, user_id: int) -> Table:
        """Give a person their seat back from the computer that sits in. Raises `NotSeated`, `NotAway`."""
        async with self._changes.locked(table_id, Status.PLAYING) as table:
            return await self.give_back(table, seat_plan.own_seat(table, user_id), user_id)

    async def resign(self, table_id: int, user_id: int) -> Table:
        """Give a person's seat to a computer; the last person to resign abandons the game. Raises `NotSeated`."""
        async with self._changes.locked(table_id, Status.PLAYING) as table:
            own = seat_plan.own_seat(table, user_id)
            computer = seat_plan.computer(table, own.number, table.computers)
            left = [absence.entry(Deed.RESIGNED, own, user_id, newcomer=computer.name)]
            after = absence.handed_over(self._changes.next_version(table), computer)
            if after is None:
                return await self._changes.end(table, Status.ABANDONED, left)
            return await self._changes.commit(table, after, left)

    # -- what a locked table has done to it, also for others

    async def give_back(self, table: Table, seat: Seat, by: int) -> Table:
        """Give a seat of a locked table back to its person from the computer that sits in. Raises `NotAway`."""
        if seat.sitting_in is None:
            raise NotAway
        return await self._changes.commit(table, *absence.back(self._changes.next_version(table), seat, by))

    async def seat_for(self, table: Table, seat: int, newcomer_id: int) -> Seat:
        """Return the seat of a locked table that a newcomer is to have, with its present player.

        Raises `AlreadySeated`, `NoSuchSeat`, `EmptySeat`; and `SatElsewhere` or `KnowsPacks` where the newcomer has
        seen another hand dealt from these packs.
        """
        own = table.seat_of(newcomer_id)
        if own is not None:
            raise AlreadySeated(own.number)
        games = self._changes.games
        if await games.former_seats(table.id, newcomer_id) - {seat}:
            raise SatElsewhere
        if table.series is not None and await games.plays_in_series(table.series, newcomer_id, table.id):
            raise KnowsPacks
        return seat_plan.seated(table, seat)
