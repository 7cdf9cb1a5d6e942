"""Proposals: the people at a running game agree to end it, or to let somebody else play a seat."""

from __future__ import annotations

from bot.data.log import Deed
from bot.data.people import NamedPerson
from bot.data.tables import Agreement, Status, Table
from bot.tables.changes import Changes
from bot.tables.company import Company
from bot.tables.errors import Declined, InMatch, NoSuchProposal, TooMuchProposed
from bot.tables.rules import agreements, seat_plan
from bot.tables.seating import Seating


class Proposals:
    """Proposals at running games.

    All changes raise `WrongStatus` unless the game is running, and `InMatch` at the table of a match.
    """

    def __init__(self, changes: Changes, seating: Seating) -> None:
        self._changes = changes
        self._seating = seating
        self._company = Company(changes)

    def present(self, table: Table) -> set[int]:
        """Return the people who must agree before anything is agreed at a running game."""
        return agreements.present(table, self._changes.now())

    async def abandon(self, table_id: int, user_id: int) -> Table:
        """Agree to end the game without a result, or withdraw that; it ends once all who are present agree.

        Raises `NotSeated`, `TooMuchProposed`.
        """
        async with self._changes.locked(table_id, Status.PLAYING) as table:
            _check_no_match(table)
            seat_plan.own_seat(table, user_id)
            return await self._agree(table, Agreement(agreements.ABANDON, user_id, table.version + 1))

    async def substitute(
        self, table_id: int, by: int, seat: int, newcomer_id: int, newcomer: str | None = None
    ) -> Table:
        """Agree that a newcomer plays a seat from now on, or withdraw that.

        It is done once the newcomer and all who are present agree. `by` is somebody at the table or the newcomer. The
        newcomer's name can be left out if they have been proposed before. Nobody can agree to play with somebody whom they avoid: for the others,
        their answer is just missing. Raises `NotSeated`, `NoSuchSeat`, `Avoided`, `AlreadySeated`, `SatElsewhere`, `KnowsPacks`,
        `NoSuchProposal`, `TooMuchProposed`, and `Declined` where the newcomer asks again though somebody said no.
        """
        async with self._changes.locked(table_id, Status.PLAYING) as table:
            _check_no_match(table)
            if by != newcomer_id:
                seat_plan.own_seat(table, by)
            old = await self._seating.seat_for(table, seat, newcomer_id)
            proposed = agreements.name_of(table, seat, newcomer_id)
            by_themselves = proposed is None and by == newcomer_id
            if by_themselves and await self._changes.log.has(table.id, Deed.DECLINED, newcomer_id):
                raise Declined
            name = newcomer or proposed
            if name is None:
                raise NoSuchProposal
            mine = Agreement(agreements.SUBSTITUTE, by, table.version + 1, seat, newcomer_id, name)
            meant = await self._company.still_agreed(table)
            if (by, seat, newcomer_id) not in [(one.user_id, one.seat, one.newcomer_id) for one in meant]:
                await self._company.check_newcomer(table, by, old, NamedPerson(newcomer_id, name))
            return await self._agree(table, mine, meant)

    async def decline(self, table_id: int, by: int, kind: str, seat: int = -1, newcomer_id: int = 0) -> Table:
        """Remove a proposal, as somebody at the table or as the newcomer. Raises `NotSeated`, `NoSuchProposal`."""
        async with self._changes.locked(table_id, Status.PLAYING) as table:
            if by != newcomer_id:
                seat_plan.own_seat(table, by)
            mine = Agreement(kind, by, table.version + 1, seat, newcomer_id)
            left = agreements.without(table, mine)
            if left == table.agreements:
                raise NoSuchProposal
            after = self._changes.next_version(table, agreements=left)
            return await self._changes.commit(table, after, [agreements.entry(Deed.DECLINED, table, mine)])

    async def _agree(self, table: Table, mine: Agreement, others: tuple[Agreement, ...] | None = None) -> Table:
        """Add an agreement to the `others`, or take it back (default: to those of the table)."""
        meant = table.agreements if others is None else others
        after, deeds = agreements.agreed(self._changes.next_version(table, agreements=meant), mine)
        if len(agreements.proposals(after)) > agreements.MOST:
            raise TooMuchProposed
        return await self._changes.commit(table, after, deeds)


def _check_no_match(table: Table) -> None:
    if table.in_match:
        raise InMatch
