"""Members: who of those who have played in a server is still there."""

from __future__ import annotations

from collections.abc import Callable, Collection

from bot.data.servers import OPEN_LEAGUE
from bot.data.stored import unasked
from bot.store.database import Database
from bot.store.members import MemberStore
from bot.store.standings import StandingStore


class Members:
    """The people of all servers' leagues; boards hide those who have left."""

    def __init__(self, database: Database, clock: Callable[[], int]) -> None:
        """`clock` gives whole seconds UTC."""
        self._database = database
        self._clock = clock
        self._stored = MemberStore(database)
        self._standings = StandingStore(database)

    async def note_present(self, guild_id: int, user_id: int, name: str) -> None:
        """Note that a person is in a server, and their name there: its boards show them if they play there."""
        with unasked():
            await self._check(guild_id, user_id, name)

    async def note_player(self, guild_id: int, user_id: int, name: str) -> None:
        """Note that a person has opened a deal of the day, or a board of it, in a server: if they play, its boards show them."""
        if guild_id not in await self._stored.guilds(user_id):
            await self._stored.plays_deals(guild_id, user_id, name, self._clock())

    async def note_gone(self, guild_id: int, user_id: int) -> None:
        """Note that a person has left a server: its boards hide them, histories don't."""
        with unasked():
            await self._check(guild_id, user_id, None)

    async def to_check(self, guild_id: int, users: Collection[int], *, older_than: int) -> list[int]:
        """Return those of these people who had left, or were last checked `older_than` seconds ago or more.

        Nobody leaves the open league.
        """
        if guild_id == OPEN_LEAGUE:
            return []
        return await self._stored.stale(guild_id, users, self._clock() - older_than)

    async def servers_of(self, user_id: int) -> dict[int, bool]:
        """Return the servers in which a person has played, each with True if they are thought to be still there."""
        return {one: there for one, there in (await self._stored.guilds(user_id)).items() if one != OPEN_LEAGUE}

    async def in_open_league(self, user_id: int) -> bool:
        """Return whether a person has played a game that ended in the open league."""
        return OPEN_LEAGUE in await self._stored.guilds(user_id)

    async def _check(self, guild_id: int, user_id: int, name: str | None) -> None:
        gone = name is None
        async with self._database.transaction() as tx:
            if await self._stored.check(tx, guild_id, user_id, gone, self._clock(), name):
                await self._standings.remade(tx, guild_id)
                await self._standings.hide(tx, guild_id, user_id, gone)
