"""Seats of running games: who may have one, who gives theirs up, and who takes theirs back from a computer."""

from __future__ import annotations

from dataclasses import replace

from bot.data.log import Deed
from bot.data.tables import Seat, Status, Table
from bot.store.database import Transaction
from bot.tables.changes import Changes
from bot.tables.company import Company
from bot.tables.errors import AlreadySeated, KnowsPacks, NotAway, SatElsewhere
from bot.tables.rules import absence, agreements, seat_plan


class Seating:
    """The seats of running games, as their own people change them. All raise `WrongStatus` unless the game is running."""

    def __init__(self, changes: Changes) -> None:
        self._changes = changes
        self._company = Company(changes)

    async def back(self, table_id: int, user_id: int) -> Table:
        """Give a person their seat back from the computer that sits in. Raises `NotSeated`, `NotAway`."""
        async with self._changes.locked(table_id, Status.PLAYING) as table:
            return await self.give_back(table, seat_plan.own_seat(table, user_id), user_id)

    async def away(self, table_id: int, user_id: int) -> Table:
        """Let a computer play for a person who has taken the app away, until they are back. Raises `NotSeated`.

        Proposals that waited only for their consent are carried out.
        """
        async with self._changes.locked(table_id, Status.PLAYING) as table:
            own = seat_plan.own_seat(table, user_id)
            return table if own.sitting_in is not None else await self.stood_in(table, own)

    async def resign(self, table_id: int, user_id: int, *, deleted: bool = False) -> Table:
        """Give a person's seat to a computer; the last person to resign abandons the game. Raises `NotSeated`.

        `deleted`: they haven't given up, but have their data deleted.
        """
        async with self._changes.locked(table_id, Status.PLAYING) as table:
            own = seat_plan.own_seat(table, user_id)
            former = await self._changes.games.former_names(table.id)
            computer = seat_plan.computer(table, own.number, table.computers, former)
            deed = Deed.LEFT if deleted else Deed.RESIGNED
            left = [absence.entry(deed, own, user_id, newcomer=computer.name)]
            after = absence.handed_over(self._changes.next_version(table), computer)
            if after is None:
                return await self._changes.end(table, Status.ABANDONED, left)
            return await self._changes.commit(table, after, left)

    async def note_gone(self, table_id: int, user_id: int) -> Table:
        """Note that a person has left the server. Proposals that waited only for their consent are carried out. Raises
        `NotSeated`."""
        async with self._changes.locked(table_id, Status.PLAYING) as table:
            own = seat_plan.own_seat(table, user_id)
            if own.gone:
                return table
            seats = seat_plan.with_seat(table, replace(own, gone=True))
            meant = await self._company.still_agreed(table)
            after, deeds = agreements.settled(self._changes.next_version(table, seats=seats, agreements=meant))
            return await self._changes.commit(table, after, [absence.entry(Deed.GONE, own), *deeds])

    async def note_there(self, table_id: int, user_id: int, name: str) -> Table:
        """Note that a person is in the server, under this name, by which the log calls them too. Raises `NotSeated`, `WrongStatus`."""
        async with self._changes.locked(table_id, Status.LOBBY, Status.PLAYING) as table:
            own = seat_plan.own_seat(table, user_id)
            name = seat_plan.called(table, name, own.number)
            if name == own.name and not own.gone:
                return table
            after = self._changes.next_version(table, seats=seat_plan.apart(table, name))
            if own.gone:
                after = absence.wanted(after, own)
            after = replace(after, seats=seat_plan.with_seat(after, replace(own, name=name, gone=False)))

            async def rename(tx: Transaction) -> None:
                # Else the former name would stay there if they have their data deleted later.
                await self._changes.log.rename(tx, table.id, own.name, name)
                await self._changes.notices.rename(tx, table.id, own.name, name)

            return await self._changes.commit(table, after, by=user_id, along=rename)

    # -- what a locked table has done to it, also for others

    async def stood_in(self, table: Table, seat: Seat, by: int | None = None, deed: Deed = Deed.AWAY) -> Table:
        """Let a computer play a seat of a locked table until its person is back; `by` is who wants it (None: the bot).

        The log has it as the `deed`.

        Proposals that waited only for that person's consent are carried out.
        """
        after = self._changes.next_version(table, agreements=await self._company.still_agreed(table))
        new = replace(seat, sitting_in=table.computers, since=after.version)
        after, deeds = agreements.settled(replace(after, seats=seat_plan.with_seat(table, new)))
        return await self._changes.commit(table, after, [absence.entry(deed, seat, by), *deeds])

    async def give_back(self, table: Table, seat: Seat, by: int) -> Table:
        """Give a seat of a locked table back to its person from the computer that sits in. Raises `NotAway`."""
        if seat.sitting_in is None:
            raise NotAway
        return await self._changes.commit(table, *absence.back(self._changes.next_version(table), seat, by))

    async def seat_for(self, table: Table, seat: int, newcomer_id: int) -> Seat:
        """Return the seat of a table that a newcomer is to have, with its present player.

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
