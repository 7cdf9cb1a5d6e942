"""Which Discord messages show a table, and how much of it has been shown."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import ClassVar

from bot.data.messages import Message, MessageKind, MessageState, Purpose, Told
from bot.store.about import About
from bot.store.database import Store, Transaction, marks, put

#: The statements of `MessageStore.retire`, for one table.
RETIRE = (
    "UPDATE messages SET state = 'replaced' WHERE game_id = ? AND kind NOT IN ('scores', 'result')",
    "UPDATE games SET told_version = 0 WHERE id = ?",
)
#: The same in the schemas up to `PURPOSES_UNTIL`, in which a string said what a message was for.
RETIRE_PURPOSES = (
    "UPDATE messages SET purpose = 'old:' || message_id"
    " WHERE game_id = ? AND purpose NOT LIKE 'score:%' AND purpose <> 'result'",
    RETIRE[1],
)
PURPOSES_UNTIL = 4

_COLUMNS = ("game_id", "message_id", "channel_id", "kind", "number", "user_id", "state", "shows_version", "called")
_KEY = ("game_id", "message_id")


class MessageStore(Store):
    """Remembers one message for a table and purpose, those it has replaced, and up to which version everybody has seen
    it."""

    ABOUT: ClassVar[About] = {"messages": ("user_id",)}

    async def of(self, table_id: int) -> list[Message]:
        """Return a table's messages."""
        sql = (
            "SELECT kind, number, user_id, channel_id, message_id, shows_version, state, called FROM messages"
            " WHERE game_id = ? ORDER BY message_id"
        )
        return [
            Message(
                table_id,
                Purpose(MessageKind(row["kind"]), row["number"], row["user_id"]),
                row["channel_id"],
                row["message_id"],
                row["shows_version"],
                MessageState(row["state"]),
                row["called"],
            )
            for row in await self._database.rows(sql, (table_id,))
        ]

    async def record(
        self, table_id: int, told: Told, also: Callable[[Transaction], Awaitable[None]] | None = None
    ) -> None:
        """Remember the messages sent for a table. A message that served a sent one's purpose is replaced, unless it was
        deleted.

        `also` writes what holds from the moment that this is remembered.
        """
        async with self._database.transaction() as tx:
            if also is not None:
                await also(tx)
            if told.called:
                sql = f"UPDATE messages SET state = 'deleted', shows_version = ? WHERE {_among(told.called)}"
                await tx.run(sql, (told.version, table_id, *told.called))
            if told.deleted or told.sent:
                # A deleted message that had called people is remembered until another serves its purpose.
                which, served = _serving(told.sent)
                sql = f"DELETE FROM messages WHERE {_among(told.deleted)} OR (state = 'deleted' AND game_id = ? AND {which})"
                await tx.run(sql, (table_id, *told.deleted, table_id, *served))
            if told.shown or told.sent:
                which, served = _serving(told.sent)
                shown, replaced = f"message_id IN ({marks(told.shown)})", f"state = 'shown' AND {which}"
                sql = (
                    f"UPDATE messages SET shows_version = CASE WHEN {shown} THEN ? ELSE shows_version END,"
                    f" state = CASE WHEN {replaced} THEN 'replaced' ELSE state END"
                    f" WHERE game_id = ? AND ({shown} OR {replaced})"
                )
                await tx.run(sql, (*told.shown, told.version, *served, table_id, *told.shown, *served))
            if told.sent:
                await self._send(tx, table_id, told.sent)
            if told.all:
                sql = "UPDATE games SET told_version = ? WHERE id = ? AND told_version < ?"
                await tx.run(sql, (told.version, table_id, told.version))

    async def _send(self, tx: Transaction, table_id: int, sent: Sequence[Message]) -> None:
        """Remember new messages."""
        rows = [
            (table_id, one.message_id, one.channel_id, *_purpose(one), one.state, one.shows_version, one.called)
            for one in sent
        ]
        await tx.run(put("messages", _COLUMNS, _KEY, len(rows)), [value for row in rows for value in row])
        for user_id in {one.purpose.user_id for one in sent} - {0}:
            # Their data may have been deleted while the message was sent.
            here = "game_id = ?1 AND user_id = ?2"
            of_theirs = (
                f" WHERE {here} AND NOT EXISTS (SELECT 1 FROM seats WHERE {here})"
                " AND NOT EXISTS (SELECT 1 FROM agreements WHERE game_id = ?1 AND ?2 IN (user_id, newcomer_id))"
            )
            await self._forget_those(tx, of_theirs, (table_id, user_id))
        direct = [one.message_id for one in sent if one.purpose.kind in (MessageKind.HAND, MessageKind.HEADS_UP)]
        if direct:
            # The same, but whose these were only their channel tells.
            await tx.run(
                f"DELETE FROM messages WHERE {_among(direct)}"
                " AND NOT EXISTS (SELECT 1 FROM people WHERE dm_channel_id = messages.channel_id)"
                " AND NOT EXISTS (SELECT 1 FROM seats WHERE seats.game_id = messages.game_id AND seat = messages.number"
                " AND until_version IS NULL AND user_id > 0)",
                (table_id, *direct),
            )

    async def outdated(self, table_id: int, purpose: Purpose) -> bool:
        """Have the message for a purpose sent again, in its place: from now on it shows no version.

        Return whether there is one.
        """
        async with self._database.transaction() as tx:
            there = await tx.run(
                "UPDATE messages SET shows_version = 0"
                " WHERE game_id = ? AND kind = ? AND number = ? AND user_id = ? AND state = 'shown'",
                (table_id, purpose.kind, purpose.number, purpose.user_id),
            )
            if there:
                await tx.run("UPDATE games SET told_version = 0 WHERE id = ?", (table_id,))
            return bool(there)

    async def forget_table(self, table_id: int) -> None:
        """Forget all messages of a table, so that it is shown again from the beginning."""
        async with self._database.transaction() as tx:
            await tx.run("DELETE FROM messages WHERE game_id = ?", (table_id,))
            await tx.run("UPDATE games SET told_version = 0 WHERE id = ?", (table_id,))

    async def forget(self, tx: Transaction, user_id: int, _ghost_id: int) -> None:
        """Forget a person's direct messages, and those that were about them. Their channel must still be known.

        Questions about them still have to be deleted in their places.
        """
        await self._forget_those(tx, "WHERE user_id = ?", (user_id,))
        await tx.run(
            "DELETE FROM messages WHERE channel_id = (SELECT dm_channel_id FROM people WHERE user_id = ?)", (user_id,)
        )

    async def _forget_those(self, tx: Transaction, where: str, parameters: Sequence[object]) -> None:
        """Forget messages about a person, but that what was asked is still to be deleted."""
        await tx.run(
            f"UPDATE messages SET state = 'replaced', user_id = 0 {where} AND kind = '{MessageKind.PROPOSAL}'",
            parameters,
        )
        await tx.run(f"DELETE FROM messages {where}", parameters)

    async def retire(self, table_id: int) -> None:
        """Have all messages that show how a table stands sent again, and those there are deleted. Results stay."""
        async with self._database.transaction() as tx:
            for sql in RETIRE:
                await tx.run(sql, (table_id,))

    async def in_channel(self, channel_id: int) -> set[int]:
        """Return the ids of all messages in a channel that are remembered, whatever table they show."""
        sql = "SELECT message_id FROM messages WHERE channel_id = ?"
        return {row[0] for row in await self._database.rows(sql, (channel_id,))}

    async def newest_table(self) -> int:
        """Return the number of the newest table, 0 if there is none."""
        [row] = await self._database.rows("SELECT coalesce(max(id), 0) FROM games")
        return int(row[0])

    async def begin_posting(self, table_id: int) -> None:
        """Note that messages of a table may be posted from now on that are not remembered yet."""
        await self._database.write("INSERT INTO posting (game_id) VALUES (?) ON CONFLICT DO NOTHING", (table_id,))

    async def is_posting(self, table_id: int) -> bool:
        """Return whether messages of a table may have been posted that are not remembered."""
        return bool(await self._database.rows("SELECT 1 FROM posting WHERE game_id = ?", (table_id,)))

    async def end_posting(self, tx: Transaction, table_id: int) -> None:
        """Note that all messages of a table are remembered."""
        await tx.run("DELETE FROM posting WHERE game_id = ?", (table_id,))

    async def behind(self) -> dict[int, int]:
        """Return the versions of the tables with unsent messages, by their numbers."""
        sql = "SELECT id, version FROM games WHERE told_version < version"
        return dict(map(tuple, await self._database.rows(sql)))

    async def lagging(self, guild_id: int | None = None) -> list[int]:
        """Return the numbers of the tables with unsent messages, of one server if it is named."""
        there, of = ("", ()) if guild_id is None else (" AND guild_id = ?", (guild_id,))
        sql = f"SELECT id FROM games WHERE told_version < version{there} ORDER BY id"
        return [row[0] for row in await self._database.rows(sql, of)]


def _serving(sent: Sequence[Message]) -> tuple[str, list[object]]:
    """Return a condition for messages that serve the purpose of one of these, and its parameters."""
    if not sent:
        return "1 = 0", []
    those = ", ".join(["(?, ?, ?)"] * len(sent))
    return f"(kind, number, user_id) IN (VALUES {those})", [value for one in sent for value in _purpose(one)]


def _purpose(message: Message) -> tuple[str, int, int]:
    purpose = message.purpose
    return purpose.kind, purpose.number, purpose.user_id


def _among(message_ids: Collection[int]) -> str:
    """Return the condition for a table's messages with these ids."""
    return f"game_id = ? AND message_id IN ({marks(message_ids)})"
