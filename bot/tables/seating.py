"""Seats of running games change hands: somebody is back, resigns or is replaced; or all agree to end the game."""

from __future__ import annotations

from dataclasses import replace

from bot.store.games import Agreement, Seat, Status, Table
from bot.store.log import Deed
from bot.tables.changes import Changes
from bot.tables.errors import (
    AlreadySeated,
    ComputerThere,
    Declined,
    KnowsPacks,
    NoClock,
    NoSuchProposal,
    NotAway,
    SatElsewhere,
    TooMuchProposed,
)
from bot.tables.rules import absence, agreements, seat_plan


class Seating(Changes):
    """The part of the tables in which seats change hands after the first deal.

    All raise `WrongStatus` unless the game is running.
    """

    async def back(self, table_id: int, user_id: int) -> Table:
        """Give a person their seat back from the computer that sits in. Raises `NotSeated`, `NotAway`."""
        async with self._locked(table_id, Status.PLAYING) as table:
            return await self._back(table, seat_plan.own_seat(table, user_id), user_id)

    async def resign(self, table_id: int, user_id: int) -> Table:
        """Give a person's seat to a computer; the last person to resign abandons the game. Raises `NotSeated`."""
        async with self._locked(table_id, Status.PLAYING) as table:
            own = seat_plan.own_seat(table, user_id)
            computer = seat_plan.computer(table, own.number, absence.LEVEL)
            left = [absence.entry(Deed.RESIGNED, own, user_id, newcomer=computer.name)]
            after = absence.handed_over(self._next(table), computer)
            if after is None:
                return await self._end(table, Status.ABANDONED, left)
            return await self._change(table, after, left)

    # -- agreements

    def present(self, table: Table) -> set[int]:
        """Return the people who must agree before anything is agreed at a running game."""
        return agreements.present(table, self._clock())

    async def abandon(self, table_id: int, user_id: int) -> Table:
        """Agree to end the game without a result, or withdraw that; it ends once all who are present agree.

        Raises `NotSeated`, `TooMuchProposed`.
        """
        async with self._locked(table_id, Status.PLAYING) as table:
            seat_plan.own_seat(table, user_id)
            return await self._agree(table, Agreement(agreements.ABANDON, user_id, table.version + 1))

    async def substitute(
        self, table_id: int, by: int, seat: int, newcomer_id: int, newcomer: str | None = None
    ) -> Table:
        """Agree that a newcomer plays a seat from now on, or withdraw that.

        It is done once the newcomer and all who are present agree. `by` is somebody at the table or the newcomer. The
        newcomer's name can be left out if they have been proposed before. Raises `NotSeated`, `NoSuchSeat`,
        `AlreadySeated`, `SatElsewhere`, `KnowsPacks`, `NoSuchProposal`, `TooMuchProposed`, and `Declined` where the
        newcomer asks again though somebody said no.
        """
        async with self._locked(table_id, Status.PLAYING) as table:
            if by != newcomer_id:
                seat_plan.own_seat(table, by)
            await self._for_newcomer(table, seat, newcomer_id)
            proposed = agreements.name_of(table, seat, newcomer_id)
            if proposed is None and by == newcomer_id and await self._log.has(table.id, Deed.DECLINED, newcomer_id):
                raise Declined
            name = newcomer or proposed
            if name is None:
                raise NoSuchProposal
            mine = Agreement(agreements.SUBSTITUTE, by, table.version + 1, seat, newcomer_id, name)
            return await self._agree(table, mine)

    async def decline(self, table_id: int, by: int, kind: str, seat: int = -1, newcomer_id: int = 0) -> Table:
        """Remove a proposal, as somebody at the table or as the newcomer. Raises `NotSeated`, `NoSuchProposal`."""
        async with self._locked(table_id, Status.PLAYING) as table:
            if by != newcomer_id:
                seat_plan.own_seat(table, by)
            mine = Agreement(kind, by, table.version + 1, seat, newcomer_id)
            left = agreements.without(table, mine)
            if left == table.agreements:
                raise NoSuchProposal
            after = self._next(table, agreements=left)
            return await self._change(table, after, [agreements.entry(Deed.DECLINED, table, mine)])

    async def _agree(self, table: Table, mine: Agreement) -> Table:
        after, deeds = agreements.agreed(self._next(table), mine)
        if len(agreements.proposals(after)) > agreements.MOST:
            raise TooMuchProposed
        return await self._change(table, after, deeds)

    # -- moderators

    async def sit_in(self, table_id: int, by: int, seat: int) -> Table:
        """Let a computer play for a person until they are back; a moderator does this.

        Raises `NoSuchSeat`, `ComputerThere`.
        """
        async with self._locked(table_id, Status.PLAYING) as table:
            old = seat_plan.seated(table, seat)
            if old.computer is not None:
                raise ComputerThere
            after = self._next(table)
            new = replace(old, sitting_in=absence.LEVEL, since=after.version)
            after, deeds = agreements.settled(replace(after, seats=seat_plan.with_seat(table, new)))
            return await self._change(table, after, [absence.entry(Deed.SEATED_COMPUTER, old, by), *deeds])

    async def give_back(self, table_id: int, by: int, seat: int) -> Table:
        """Give a seat back to its person from the computer that sits in, as a moderator.

        Raises `NoSuchSeat`, `NotAway`.
        """
        async with self._locked(table_id, Status.PLAYING) as table:
            return await self._back(table, seat_plan.seated(table, seat), by)

    async def replace_player(self, table_id: int, by: int, seat: int, newcomer_id: int, newcomer: str) -> Table:
        """Give a seat to a newcomer, as a moderator, without asking the people at the table.

        Raises `NoSuchSeat`, `AlreadySeated`, `SatElsewhere`, `KnowsPacks`.
        """
        async with self._locked(table_id, Status.PLAYING) as table:
            old = await self._for_newcomer(table, seat, newcomer_id)
            new = Seat(seat, newcomer_id, None, newcomer, bank=table.bank)
            after = absence.handed_over(self._next(table), new)
            assert after is not None
            deed = absence.entry(Deed.SUBSTITUTED_BY_MODERATOR, old, by, newcomer=newcomer)
            return await self._change(table, after, [deed])

    async def extend(self, table_id: int, by: int, seconds: int) -> Table:
        """Give the person to move more time, in `seconds`, as a moderator. Raises `NoClock`."""
        async with self._locked(table_id, Status.PLAYING) as table:
            to_move = table.to_move
            if to_move is None or to_move.computer is not None or table.turn_limit is None:
                raise NoClock
            seats = seat_plan.with_seat(table, replace(to_move, bank=to_move.bank + seconds))
            given = absence.entry(Deed.EXTENDED, to_move, by, seconds=seconds)
            return await self._change(table, self._next(table, seats=seats), [given])

    # -- how a seat changes hands

    async def _back(self, table: Table, seat: Seat, by: int) -> Table:
        if seat.sitting_in is None:
            raise NotAway
        return await self._change(table, *absence.back(self._next(table), seat, by))

    async def _for_newcomer(self, table: Table, seat: int, newcomer_id: int) -> Seat:
        """Return the seat that a newcomer is to have, with its present player.

        Raises `AlreadySeated`, `NoSuchSeat`, `EmptySeat`; and `SatElsewhere` or `KnowsPacks` where the newcomer has
        seen another hand dealt from these packs.
        """
        own = table.seat_of(newcomer_id)
        if own is not None:
            raise AlreadySeated(own.number)
        if await self._games.former_seats(table.id, newcomer_id) - {seat}:
            raise SatElsewhere
        if table.series is not None and await self._games.plays_in_series(table.series, newcomer_id, table.id):
            raise KnowsPacks
        return seat_plan.seated(table, seat)
