"""Which Discord messages show a table, and how much of it has been told."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.store.database import Database, Transaction

#: How the purpose of a message begins that another has replaced.
OLD = "old:"

#: What `Messages.retire` does, for one table.
RETIRE = (
    f"UPDATE messages SET purpose = '{OLD}' || message_id"
    " WHERE game_id = ? AND purpose NOT LIKE 'score:%' AND purpose <> 'result'",
    "UPDATE games SET told_version = 0 WHERE id = ?",
)


@dataclass(frozen=True, slots=True)
class Message:
    """A message that shows a table for some purpose (a word of the teller's own), as of `shows_version`.

    Of one that was deleted and is still known, that is 0 or below.
    """

    table_id: int
    purpose: str
    channel_id: int
    message_id: int
    shows_version: int


class Messages:
    """Remembers one message a purpose and table, and up to which version everybody has been told."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, table_id: int) -> dict[str, Message]:
        """A table's messages by purpose."""
        sql = "SELECT game_id, purpose, channel_id, message_id, shows_version FROM messages WHERE game_id = ?"
        found = [Message(*row) for row in await self._database.rows(sql, (table_id,))]
        return {message.purpose: message for message in found}

    async def put(
        self,
        table_id: int,
        purpose: str,
        channel_id: int,
        message_id: int,
        shows_version: int,
        also: Callable[[Transaction], Awaitable[None]] | None = None,
    ) -> None:
        """Remember a message that was sent; the one that served this purpose before is to be taken away (`OLD`).

        `also` writes what holds from the moment that the message is remembered.
        """
        async with self._database.transaction() as tx:
            if also is not None:
                await also(tx)
            await tx.run(
                "INSERT OR REPLACE INTO messages (game_id, purpose, channel_id, message_id, shows_version)"
                " SELECT game_id, ? || message_id, channel_id, message_id, shows_version FROM messages"
                " WHERE game_id = ? AND purpose = ? AND message_id <> ? AND shows_version > 0",
                (OLD, table_id, purpose, message_id),
            )
            await tx.run(
                "INSERT OR REPLACE INTO messages (game_id, purpose, channel_id, message_id, shows_version)"
                " VALUES (?, ?, ?, ?, ?)",
                (table_id, purpose, channel_id, message_id, shows_version),
            )

    async def shown(self, table_id: int, purpose: str, version: int) -> None:
        """Remember that the message of this purpose shows `version` now."""
        sql = "UPDATE messages SET shows_version = ? WHERE game_id = ? AND purpose = ?"
        await self._database.write(sql, (version, table_id, purpose))

    async def outdated(self, table_id: int, purpose: str) -> None:
        """Have the message of this purpose told anew, in its place: from now on it shows no version."""
        async with self._database.transaction() as tx:
            await tx.run("UPDATE messages SET shows_version = 0 WHERE game_id = ? AND purpose = ?", (table_id, purpose))
            await tx.run("UPDATE games SET told_version = 0 WHERE id = ?", (table_id,))

    async def remove(self, table_id: int, purpose: str) -> None:
        """Forget the message of this purpose."""
        await self._database.write("DELETE FROM messages WHERE game_id = ? AND purpose = ?", (table_id, purpose))

    async def forget(self, table_id: int) -> None:
        """Forget all messages of a table, so that it is told anew."""
        async with self._database.transaction() as tx:
            await tx.run("DELETE FROM messages WHERE game_id = ?", (table_id,))
            await tx.run("UPDATE games SET told_version = 0 WHERE id = ?", (table_id,))

    async def forget_person(self, tx: Transaction, user_id: int) -> None:
        """Forget a person's direct messages, and those that were about him. His channel must still be known."""
        await tx.run(
            "DELETE FROM messages WHERE channel_id = (SELECT dm_channel_id FROM people WHERE user_id = ?1)"
            " OR purpose LIKE '%' || ?1 || '%'",
            (user_id,),
        )

    async def retire(self, table_id: int) -> None:
        """Have all messages that show how a table stands sent anew, and those there are deleted. Results stay."""
        async with self._database.transaction() as tx:
            for sql in RETIRE:
                await tx.run(sql, (table_id,))

    async def told(self, table_id: int, version: int) -> None:
        """Remember that everything up to `version` has been told."""
        sql = "UPDATE games SET told_version = ? WHERE id = ? AND told_version < ?"
        await self._database.write(sql, (version, table_id, version))

    async def in_channel(self, channel_id: int) -> set[int]:
        """Return the ids of all messages in a channel that are remembered, whatever table they show."""
        sql = "SELECT message_id FROM messages WHERE channel_id = ?"
        return {row[0] for row in await self._database.rows(sql, (channel_id,))}

    async def newest_table(self) -> int:
        """Return the number of the newest table, 0 if there is none."""
        [row] = await self._database.rows("SELECT coalesce(max(id), 0) FROM games")
        return int(row[0])

    async def lagging(self, guild_id: int | None = None) -> list[int]:
        """The numbers of the tables, of one server if it is named, of which something has still to be told."""
        sql = "SELECT id FROM games WHERE told_version < version AND guild_id = coalesce(?, guild_id) ORDER BY id"
        return [row[0] for row in await self._database.rows(sql, (guild_id,))]
