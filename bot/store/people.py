"""How people can be reached."""

from __future__ import annotations

from dataclasses import dataclass

from bot.store.database import Database


@dataclass(frozen=True, slots=True)
class Person:
    """One person: the channel of his direct messages once known, and whether he has closed them to the bot."""

    user_id: int
    dm_channel_id: int | None = None
    dm_closed: bool = False


class People:
    """Reads and remembers people."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, user_id: int) -> Person:
        """What is known of a person; of a stranger nothing."""
        rows = await self._database.rows("SELECT dm_channel_id, dm_closed FROM people WHERE user_id = ?", (user_id,))
        return Person(user_id, rows[0]["dm_channel_id"], bool(rows[0]["dm_closed"])) if rows else Person(user_id)

    async def dm_opened(self, user_id: int, channel_id: int) -> None:
        """Remember that a direct message has reached this person, and in which channel."""
        await self._database.write(
            "INSERT INTO people (user_id, dm_channel_id) VALUES (?, ?)"
            " ON CONFLICT (user_id) DO UPDATE SET dm_channel_id = excluded.dm_channel_id, dm_closed = 0",
            (user_id, channel_id),
        )

    async def dm_closed(self, user_id: int) -> None:
        """Remember that Discord refused a direct message to this person."""
        await self._database.write(
            "INSERT INTO people (user_id, dm_closed) VALUES (?, 1) ON CONFLICT (user_id) DO UPDATE SET dm_closed = 1",
            (user_id,),
        )
