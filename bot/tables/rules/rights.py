"""Rights at a table: the actions that each person may take, and when."""

from __future__ import annotations

from bot.canasta.rules import RulesError
from bot.data.servers import Server
from bot.data.tables import InChannel, InDirectMessages, Status, Table
from bot.tables.errors import NotAllowed, WrongStatus
from bot.tables.rules.game_rules import rules_of


def check_status(table: Table, *allowed: Status) -> None:
    """Raise `WrongStatus` unless the table's status is among those allowed."""
    if table.status not in allowed:
        raise WrongStatus(table)


def check_host(table: Table, by: int, moderator: bool) -> None:
    """Raise `NotAllowed` for anybody but the host and moderators."""
    if by != table.host_id and not moderates(table, moderator):
        raise NotAllowed(table.host_id)


def moderates(table: Table, moderator: bool) -> bool:
    """Return whether a `moderator` of the server in which they act has a say at a table: not in direct messages."""
    return moderator and isinstance(table.home, InChannel)


def may_advise(table: Table, server: Server) -> bool:
    """Return whether the players of a table may get advice: in rated games if the server says so.

    In direct messages nothing is rated but games of the open league. Never in a tournament, nor where several tables have the same packs.
    """
    unrated = table.friendly or (isinstance(table.home, InDirectMessages) and not table.in_open_league)
    return not table.in_match and table.series is None and (unrated or bool(server.advice))


def may_hint(table: Table) -> bool:
    """Return whether the players of a running game may ask for hints: with advice, and wherever nothing is rated.

    Never in a tournament, nor where several tables have the same packs.
    """
    if table.in_match or table.series is not None:
        return False
    return table.advice or table.friendly or _against_computers(table)


def _against_computers(table: Table) -> bool:
    """Return whether all people of a table play together against computers, and have done so from the first deal on."""
    people = [seat.number for seat in table.seats if seat.level is None]
    if any(seat.level is not None and seat.since for seat in table.seats):
        return False
    if len(people) < 2 or len(people) == table.size:
        return len(people) == 1
    try:
        side = rules_of(table).side
    except RulesError:
        return False
    return side.mode == "fixed" and len({number % side.sides for number in people}) == 1


def may_move(table: Table, by: int, *, moderator: bool) -> bool:
    """Return whether somebody may give a table another channel: anybody who sits there, once the old one is lost."""
    return moderator or by == table.host_id or (table.lost is not None and table.seat_of(by) is not None)
