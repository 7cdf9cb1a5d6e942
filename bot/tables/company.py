"""The company that somebody keeps: people take no seat beside those whom they avoid, and nobody else learns of it."""

from __future__ import annotations

from collections.abc import Iterable

from bot.data.people import NamedPerson
from bot.data.tables import Agreement, Seat, Table
from bot.store.avoid import AvoidStore
from bot.tables.changes import Changes
from bot.tables.errors import Avoided
from bot.tables.rules import agreements, seat_plan


class Company:
    """The private lists, where people take seats by themselves.

    Only the list of the person who acts counts here: so no answer tells anybody of somebody else's list.
    """

    def __init__(self, changes: Changes) -> None:
        self._stored = AvoidStore(changes.database)

    async def check(self, user_id: int, others: Iterable[NamedPerson]) -> None:
        """Raise `Avoided` where a person avoids one of some others."""
        names = {one.user_id: one.name for one in others if one.user_id != user_id}
        for avoided in sorted(await self._stored.avoided_by(user_id, names)) if names else ():
            raise Avoided(names[avoided])

    async def check_newcomer(self, table: Table, by: int, old: Seat, newcomer: NamedPerson) -> None:
        """Raise `Avoided` where somebody who wants a newcomer in a seat, `old`, avoids them or, as the newcomer, somebody at the table.

        The person who leaves that seat doesn't play with them.
        """
        if by != old.user_id:
            await self.check(by, seated(table, old) if by == newcomer.user_id else [newcomer])

    async def still_agreed(self, table: Table) -> tuple[Agreement, ...]:
        """Return the agreements at a table without those of people who have come to avoid somebody with whom they would play."""
        return tuple([agreement for agreement in table.agreements if await self._holds(table, agreement)])

    async def _holds(self, table: Table, agreement: Agreement) -> bool:
        if agreement.kind != agreements.SUBSTITUTE:
            return True
        newcomer = NamedPerson(agreement.newcomer_id, agreement.newcomer)
        try:
            await self.check_newcomer(table, agreement.user_id, seat_plan.seated(table, agreement.seat), newcomer)
        except Avoided:
            return False
        return True


def seated(table: Table, but: Seat | None = None) -> list[NamedPerson]:
    """Return the people at a table, also those for whom computers play, without the one in a seat."""
    return [NamedPerson(one.user_id, one.name) for one in table.seats if one.user_id is not None and one is not but]
