"""Absent players: what follows when they miss a turn, move themselves, come back or leave. Pure functions of a table.

Those that return a `Consequence` keep the table's version.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from bot.data.log import Deed, LogEntry
from bot.data.tables import Seat, Status, Table
from bot.tables.rules import seat_plan

#: The consequence of an absence: the changed table, and what to add to its log.
Consequence = tuple[Table, tuple[LogEntry, ...]]

#: After how many missed turns in a row a computer sits in.
MISSES = 3

#: In a game without a clock: after how many seconds of waiting for one person the others need not ask them.
PATIENCE = 7 * 24 * 3600


def awaited_long(table: Table, now: int) -> bool:
    """Return whether the others have waited for the player to move so long that these need not be asked; `now` is seconds UTC."""
    return table.turn_limit is None and table.turn_since is not None and now - table.turn_since >= PATIENCE


def all_away(table: Table) -> bool:
    """Return whether computers play for all the people of a running game; False if there are no people in it."""
    people = [seat for seat in table.seats if seat.user_id is not None]
    return bool(people) and all(seat.sitting_in for seat in people)


def computer_to_move(table: Table) -> Seat | None:
    """Return the seat that a computer is to move for now, or None.

    Where everybody is away the game waits for somebody.
    """
    to_move = table.to_move
    if to_move is None or to_move.computer is None or all_away(table):
        return None
    return to_move


def over(table: Table) -> Table:
    """Return a game that has ended: no computer sits in for a person any more, and all agreements are void."""
    seats = tuple(replace(seat, sitting_in=None) for seat in table.seats)
    return replace(table, turn=None, turn_since=None, seats=seats, agreements=(), ended_at=table.updated_at)


def nothing(table: Table) -> Consequence:
    """Return a table with no further consequence."""
    return table, ()


def missed(table: Table, number: int) -> Consequence:
    """Count a missed turn for the person in a seat; the computer that played it sits in after the third in a row."""
    seat = seat_plan.seated(table, number)
    seat = replace(seat, missed=seat.missed + 1)
    entries = [entry(Deed.MISSED, seat)]
    if seat.missed >= MISSES and table.status is Status.PLAYING:
        seat = replace(seat, sitting_in=table.computers, since=table.version)
        entries.append(entry(Deed.SITTING_IN, seat))
    return replace(table, seats=seat_plan.with_seat(table, seat)), tuple(entries)


def moved(table: Table, number: int) -> Consequence:
    """Start a person's count of missed turns again, as they moved themselves; a computer that sat in gets up.

    A proposal about their seat has no reason any more if they were away, unless they have agreed to it.
    """
    seat = seat_plan.seated(table, number)
    if seat.missed or seat.sitting_in or awaited_long(table, table.updated_at):
        own = {one.newcomer_id for one in table.agreements if one.seat == number and one.user_id == seat.user_id}
        table = wanted(table, seat, own)
    if not seat.missed and seat.sitting_in is None:
        return table, ()
    return back(table, seat, by=seat.user_id) if seat.sitting_in else (_present(table, seat), ())


def back(table: Table, seat: Seat, by: int | None) -> Consequence:
    """Give a seat back to its person, who plays it again; `by` is that person or a moderator.

    Nobody is to take it over any more.
    """
    deed = Deed.BACK if by == seat.user_id else Deed.GAVE_BACK
    table = wanted(table, seat)
    return _present(table, replace(seat, since=table.version)), (entry(deed, seat, by),)


def wanted(table: Table, seat: Seat, but: Collection[int] = ()) -> Table:
    """Return the table without what was proposed about a seat, `but` these newcomers: its person plays it again."""
    kept = tuple(one for one in table.agreements if one.seat != seat.number or one.newcomer_id in but)
    return replace(table, agreements=kept)


def handed_over(table: Table, seat: Seat) -> Table | None:
    """Return the table with somebody else in a seat and all agreements void; None if no person is left."""
    if seat.level is None:
        seat = replace(seat, name=seat_plan.called(table, seat.name, seat.number))
        table = replace(table, seats=seat_plan.apart(table, seat.name))
    seats = seat_plan.with_seat(table, replace(seat, since=table.version))
    host = seat_plan.next_host(table, seat_plan.without(table, seat.number)) or seat_plan.next_host(table, seats)
    return None if host is None else replace(table, seats=seats, host_id=host, agreements=())


def entry(deed: Deed, seat: Seat, by: int | None = None, **facts: str | int) -> LogEntry:
    """Return the log's entry for something done to a seat, with its player's name."""
    return LogEntry(deed, by, seat.number, {"name": seat.name, **facts})


def _present(table: Table, seat: Seat) -> Table:
    return replace(table, seats=seat_plan.with_seat(table, replace(seat, missed=0, sitting_in=None)))
