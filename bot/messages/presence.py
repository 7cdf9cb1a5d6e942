"""Presence: who of the people of a lobby, and of those for whom games wait, is still in the server."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection

from bot.data.tables import Seat, Status, Table
from bot.messages.discord_api import DiscordApi
from bot.messages.discord_refusals import Refusal
from bot.messages.places import Places
from bot.store.database import Database
from bot.tables import Tables
from bot.tables.errors import TableError
from bot.worker import LONGEST_SLEEP, Worker

#: Seconds that a turn has lasted when Discord is first asked for its player, and after which it is asked again.
_PATIENCE = 3600
_DAY = 24 * 3600


class Presence(Worker):
    """The worker that asks Discord, at most once a day, for a person for whom a game waits, and notes who has left."""

    led = True

    def __init__(
        self,
        database: Database,
        tables: Tables,
        discord_api: DiscordApi,
        places: Places,
        *,
        sleep: Callable[[float], Awaitable[None]],
    ) -> None:
        """Ask through `discord_api`; `places` knows the servers."""
        super().__init__(database, sleep)
        self._tables = tables
        self._discord_api = discord_api
        self._places = places
        self._seen: dict[tuple[int, int], int] = {}
        """By server and person: when they were last known to be there, or Discord was asked for them (seconds UTC)."""

    def note(self, guild_id: int, user_id: int) -> None:
        """Note that a person is in a server now."""
        self._seen[guild_id, user_id] = self._tables.now()

    async def gone(self, guild_id: int, users: Collection[int]) -> set[int]:
        """Return those of these people who have left a server. Where Discord doesn't say, they count as being there."""
        await self._places.learn(guild_id)
        guild = self._places.guild(guild_id)
        if guild is None:
            return set()
        found = await asyncio.gather(*(self._discord_api.places.member(guild, one) for one in users))
        return {one for one, name in zip(users, found, strict=True) if name is Refusal.ABSENT}

    async def without_gone(self, lobby: Table, by: int) -> tuple[Table, tuple[Seat, ...]]:
        """Free the seats of those at a lobby who have left its server, as the person `by` wants to go on.

        Return the lobby and the seats that they had; of other tables nobody's is freed. Raises `WrongStatus`.
        """
        others = [one for seat in lobby.seats if (one := seat.user_id) is not None and one != by]
        if lobby.guild_id is None or lobby.status is not Status.LOBBY:
            return lobby, ()
        gone = await self.gone(lobby.guild_id, others)
        if not gone:
            return lobby, ()
        left = tuple(seat for seat in lobby.seats if seat.user_id in gone)
        return await self._tables.lobbies.free_gone(lobby.id, by, gone), left

    async def _work(self) -> float:
        """Ask for those for whom games have waited for long, and return the seconds until it looks again."""
        now = self._tables.now()
        self._seen = {key: at for key, at in self._seen.items() if at > now - _DAY}
        for table_id, guild_id, user_id in await self._tables.games.long_awaited(now - _PATIENCE):
            if (guild_id, user_id) in self._seen:
                continue
            gone = await self.gone(guild_id, [user_id])
            if gone:
                try:
                    await self._tables.seating.note_gone(table_id, user_id)
                except TableError:
                    continue
            else:
                self.note(guild_id, user_id)
        return LONGEST_SLEEP
