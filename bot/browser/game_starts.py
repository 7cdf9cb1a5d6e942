"""The next game, from its lobby on the page: who has left the server keeps no seat there."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from bot.data.tables import Seat, Status, Table
from bot.tables import Tables
from bot.tables.rules.lengths import Length
from bot.ui.pages import lobby_page
from bot.ui.words.refusals import Refused

#: Frees the seats of those at a lobby who have left its server, for the person who asks; returns the lobby and these seats.
WithoutGone: TypeAlias = Callable[[Table, int], Awaitable[tuple[Table, tuple[Seat, ...]]]]


class GameStarts:
    """Starts of games, as *Start* and *Play again* in Discord."""

    def __init__(self, tables: Tables, without_gone: WithoutGone) -> None:
        self._tables = tables
        self._without_gone = without_gone

    async def start(self, table_id: int, user_id: int) -> Table:
        """Start the game of a lobby for somebody who sits there, as `Lobbies.start` does.

        Where somebody has left the server, their seat is freed instead, and `Refused` says so.
        """
        _lobby, left = await self._without_gone(await self._tables.get(table_id), user_id)
        if left:
            raise Refused(lobby_page.left(left))
        return await self._tables.lobbies.start(table_id, user_id)

    async def again(self, table_id: int, user_id: int, *, swap: bool, length: Length | None) -> Table:
        """Sit down to the next game of the same people, as `Lobbies.again` does."""
        present = await self._tables.games.after(await self._tables.get(table_id))
        if present is not None and present.status is Status.LOBBY and len(present.free) == 1:
            # Where everybody is back, it is dealt at once.
            await self._without_gone(present, user_id)
        return await self._tables.lobbies.again(table_id, user_id, swap=swap, length=length)


async def nobody_gone(lobby: Table, _by: int) -> tuple[Table, tuple[Seat, ...]]:
    """Free no seat."""
    return lobby, ()
