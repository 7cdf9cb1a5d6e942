"""Channels: the one in which a table is shown is lost, found again, or exchanged for another."""

from __future__ import annotations

from dataclasses import replace

from bot.data.log import Deed, LogEntry
from bot.data.tables import InChannel, Lost, Status, Table
from bot.tables.changes import Changes
from bot.tables.errors import NotAllowed
from bot.tables.rules import rights


class Channels:
    """The channels in which tables are shown."""

    def __init__(self, changes: Changes) -> None:
        self._changes = changes

    async def lose(self, table_id: int, lost: Lost) -> Table:
        """Note that the table can't be shown where it is.

        A lobby is closed if it never can be again; a game waits, and its clock stands still.
        """
        async with self._changes.locked(table_id) as table:
            if table.lost is lost or not table.active:
                return table
            if table.status is Status.LOBBY and lost in (Lost.GONE, Lost.LEFT):
                return await self._changes.end(table, Status.CANCELLED)
            after = self._changes.next_version(table, lost=lost)
            return await self._changes.commit(table, after, [LogEntry(Deed.LOST, facts={"why": lost})])

    async def find(self, table_id: int) -> Table:
        """Note that the table can be shown where it is after all. Nothing changes if its game is over."""
        async with self._changes.locked(table_id) as table:
            if table.lost is None or not table.active:
                return table
            return await self._changes.commit(
                table, self._changes.next_version(table, lost=None), [LogEntry(Deed.FOUND)]
            )

    async def move(self, table_id: int, by: int, channel_id: int, *, moderator: bool = False) -> Table:
        """Give a table another channel of its server.

        The host may, a moderator may, and anybody who sits there may once the old channel is lost. Raises
        `WrongStatus`, `NotAllowed`, `ChannelBusy`.
        """
        async with self._changes.locked(table_id, Status.LOBBY, Status.PLAYING) as table:
            if not isinstance(table.home, InChannel) or not rights.may_move(table, by, moderator=moderator):
                raise NotAllowed(table.host_id)
            home = replace(table.home, channel_id=channel_id)
            async with self._changes.room_for(home, table.host_id):
                after = self._changes.next_version(table, lost=None, home=home)
                return await self._changes.commit(table, after, [LogEntry(Deed.MOVED, by)])
