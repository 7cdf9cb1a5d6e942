"""Who may do what at a table, and at which time of its life."""

from __future__ import annotations

from bot.store.games import Status, Table
from bot.store.servers import Server
from bot.tables.errors import NotAllowed, WrongStatus


def check_status(table: Table, *allowed: Status) -> None:
    """Raise `WrongStatus` unless the table's status is among those allowed."""
    if table.status not in allowed:
        raise WrongStatus(table)


def check_host(table: Table, by: int, moderator: bool) -> None:
    """Raise `NotAllowed` for anybody but the host and moderators."""
    if by != table.host_id and not moderator:
        raise NotAllowed(table.host_id)


def may_advise(table: Table, server: Server) -> bool:
    """Return whether the players of a table may get advice: in rated games if the server says so.

    Never in a tournament, nor where several tables have the same packs.
    """
    return not table.in_match and table.series is None and (table.friendly or bool(server.advice))


def may_move(table: Table, by: int, *, moderator: bool) -> bool:
    """Return whether somebody may give a table another channel: anybody who sits there, once the old one is lost."""
    return moderator or by == table.host_id or (table.lost is not None and table.seat_of(by) is not None)
