"""Agreements of the people at a running game: to end it, or to let somebody else play a seat. Pure functions.

Those that return a `Consequence` take the table at the version to which the change leads.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.data.log import Deed, LogEntry
from bot.data.tables import Agreement, Seat, Status, Table
from bot.tables.rules import absence, seat_plan
from bot.tables.rules.absence import Consequence

ABANDON = "abandon"
SUBSTITUTE = "substitute"

#: The most things that can be proposed at a time.
MOST = 5


@dataclass(frozen=True, slots=True)
class Proposal:
    """One thing that is proposed: who agrees so far, who still has to, and the version of its last change."""

    kind: str
    seat: int
    newcomer_id: int
    newcomer: str
    agreed: tuple[int, ...]
    missing: tuple[int, ...]
    version: int

    @property
    def about(self) -> tuple[str, int, int]:
        """The identity of this proposal."""
        return self.kind, self.seat, self.newcomer_id


def present(table: Table, now: int) -> set[int]:
    """Return the people who play their seats themselves and must agree before anything is done.

    `now` is seconds UTC.
    """
    people = {seat.user_id for seat in table.seats if seat.user_id and seat.computer is None and not seat.gone}
    if absence.awaited_long(table, now) and table.to_move is not None:
        people.discard(table.to_move.user_id)
    return people


def proposals(table: Table) -> list[Proposal]:
    """Return all that is proposed at a table, oldest first, as it stood when the table last changed."""
    return [_proposal(table, one) for one in dict.fromkeys(map(_about, table.agreements))]


def agreed(table: Table, mine: Agreement) -> Consequence:
    """Add an agreement, or take it back if the same person has agreed before.

    Once nobody else has to agree, the proposal is carried out. It is void when its newcomer takes their agreement back.
    """
    others = without(table, mine)
    same = [one for one in table.agreements if one not in others]
    left = [one for one in same if one.user_id != mine.user_id]
    now = _proposal(replace(table, agreements=(*others, *left, mine)), _about(mine))
    if not now.missing:
        return _carried_out(table, now, mine.user_id)
    if len(left) == len(same):
        return replace(table, agreements=(*table.agreements, mine)), (entry(Deed.AGREED, table, mine),)
    if mine.user_id != mine.newcomer_id:
        # Those of one version stand in the order in which they are stored.
        left.sort(key=lambda one: one.user_id)
        others = (*others, *(replace(one, version=mine.version) for one in left))
    return replace(table, agreements=others), (entry(Deed.WITHDREW, table, mine),)


def settled(table: Table) -> Consequence:
    """Carry out the first proposal that nobody has to agree to any more, now that one person isn't asked."""
    proposal = next((one for one in proposals(table) if not one.missing), None)
    return (table, ()) if proposal is None else _carried_out(table, proposal, proposal.agreed[-1])


def entry(deed: Deed, table: Table, mine: Agreement) -> LogEntry:
    """Return the log's entry for somebody who agrees, or takes it back."""
    if mine.kind == ABANDON:
        return LogEntry(deed, mine.user_id)
    newcomer = mine.newcomer or name_of(table, mine.seat, mine.newcomer_id) or ""
    seat = seat_plan.seated(table, mine.seat)
    return replace(absence.entry(deed, seat, mine.user_id, newcomer=newcomer), newcomer_id=mine.newcomer_id)


def without(table: Table, mine: Agreement) -> tuple[Agreement, ...]:
    """Return the table's agreements without those about the same thing as `mine`."""
    return tuple(one for one in table.agreements if _about(one) != _about(mine))


def name_of(table: Table, seat: int, newcomer_id: int) -> str | None:
    """Return the name of a newcomer who is proposed for a seat, None if they aren't."""
    about = (SUBSTITUTE, seat, newcomer_id)
    return next((one.newcomer for one in table.agreements if _about(one) == about), None)


def _carried_out(table: Table, proposal: Proposal, by: int) -> Consequence:
    if proposal.kind == ABANDON:
        deed = Deed.ABANDONED if len(proposal.agreed) > 1 else Deed.ENDED
        return absence.over(replace(table, status=Status.ABANDONED)), (LogEntry(deed, by),)
    old = seat_plan.seated(table, proposal.seat)
    after = absence.handed_over(
        table, Seat(proposal.seat, proposal.newcomer_id, None, proposal.newcomer, bank=table.bank)
    )
    assert after is not None
    newcomer = seat_plan.seated(after, proposal.seat).name
    return after, (absence.entry(Deed.SUBSTITUTED, old, by, newcomer=newcomer),)


def _about(agreement: Agreement) -> tuple[str, int, int]:
    return agreement.kind, agreement.seat, agreement.newcomer_id


def _proposal(table: Table, about: tuple[str, int, int]) -> Proposal:
    kind, seat, newcomer = about
    same = [one for one in table.agreements if _about(one) == about]
    needed = present(table, table.updated_at) | ({newcomer} if kind == SUBSTITUTE else set())
    agreed = tuple(one.user_id for one in same)
    missing = tuple(sorted(needed.difference(agreed)))
    return Proposal(kind, seat, newcomer, same[0].newcomer, agreed, missing, max(one.version for one in same))
