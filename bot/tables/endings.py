"""Endings: lobbies and games that end before they are played out."""

from __future__ import annotations

from bot.data.log import Deed, LogEntry
from bot.data.tables import Status, Table
from bot.tables.changes import Changes
from bot.tables.errors import InMatch, OthersPlay
from bot.tables.rules import absence, agreements, rights


class Endings:
    """The ends of tables by somebody's decision."""

    def __init__(self, changes: Changes) -> None:
        self._changes = changes

    async def cancel(self, table_id: int, by: int, *, moderator: bool = False) -> Table:
        """End a lobby (`CANCELLED`) or a running game (`ABANDONED`) without a result.

        A game that others play too is ended only by a moderator, or by agreement (`Proposals.abandon`). Raises
        `WrongStatus`, `NotAllowed`, `OthersPlay`, and `InMatch` for anybody but a moderator at a match.
        """
        async with self._changes.locked(table_id, Status.LOBBY, Status.PLAYING) as table:
            rights.check_host(table, by, moderator)
            moderator = rights.moderates(table, moderator)
            if table.status is Status.LOBBY:
                return await self._changes.end(table, Status.CANCELLED, by=by)
            if table.in_match and not moderator:
                raise InMatch
            if not moderator and agreements.present(table, self._changes.now()) - {by}:
                raise OthersPlay
            return await self._changes.end(table, Status.ABANDONED, [LogEntry(Deed.ENDED, by)])

    async def end_as_it_stands(self, table_id: int, by: int | None) -> Table:
        """Finish a game with its present totals; the round in play counts for nothing.

        `by` is the person who wants it so, None for the bot itself. Raises `WrongStatus`, `Unplayable`.
        """
        async with self._changes.locked(table_id, Status.PLAYING) as table:
            live = await self._changes.in_memory.of(table)
            live.stop()
            try:
                after = self._changes.next_version(table, status=Status.FINISHED, winner=live.game.winner)
                return await self._changes.commit(table, absence.over(after), [LogEntry(Deed.STOPPED, by)])
            except BaseException:
                # The game in memory has ended, the stored one has not.
                self._changes.in_memory.drop(table.id)
                raise
