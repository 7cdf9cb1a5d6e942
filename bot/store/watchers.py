"""People who may watch a table on the page: Discord let them see its channel when they asked for it."""

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar

from bot.data.stored import unasked
from bot.store.about import About
from bot.store.database import Store, Transaction, marks

#: A table at which somebody may watch now: its game is where it was when they showed that they see the channel. Nobody sees a channel
#: that is gone, or the server of one from which the bot was removed.
_MAY = (
    "FROM watchers JOIN games ON games.id = watchers.game_id AND games.channel_id = watchers.channel_id"
    " WHERE watchers.until > ? AND (games.lost IS NULL OR games.lost NOT IN ('gone', 'left'))"
)


class WatcherStore(Store):
    """The stored permissions to watch. Times are seconds UTC."""

    ABOUT: ClassVar[About] = {"watchers": ("user_id",)}

    async def allow(self, user_id: int, game_id: int, channel_id: int, *, now: int, until: int) -> None:
        """Let somebody watch a table as long as it is in a channel, and forget the permissions that have ended."""

        async def work(tx: Transaction) -> None:
            await tx.run("DELETE FROM watchers WHERE until <= ?", (now,))
            await tx.run(
                "INSERT INTO watchers (game_id, user_id, channel_id, since, until) VALUES (?, ?, ?, ?, ?)"
                " ON CONFLICT (game_id, user_id) DO UPDATE SET channel_id = excluded.channel_id, until = excluded.until",
                (game_id, user_id, channel_id, now, until),
            )

        with unasked():
            await self._database.carry_out(work)

    async def follow(self, user_id: int, old_id: int, new_id: int, channel_id: int, now: int) -> None:
        """Let somebody watch another table of a channel as long as the one that they may watch there; nothing if they may not."""
        sql = (
            "INSERT INTO watchers (game_id, user_id, channel_id, since, until)"
            " SELECT ?, user_id, channel_id, ?, until FROM watchers"
            " WHERE game_id = ? AND user_id = ? AND channel_id = ? AND until > ?"
            " ON CONFLICT (game_id, user_id) DO UPDATE SET channel_id = excluded.channel_id, until = excluded.until"
            " WHERE watchers.until < excluded.until OR watchers.channel_id <> excluded.channel_id"
        )
        with unasked():
            await self._database.write(sql, (new_id, now, old_id, user_id, channel_id, now))

    async def end(self, user_id: int, channel_id: int) -> None:
        """Let somebody watch no table of a channel any more."""
        with unasked():
            await self._database.write(
                "DELETE FROM watchers WHERE user_id = ? AND channel_id = ?", (user_id, channel_id)
            )

    async def among(self, game_id: int, user_ids: Collection[int], now: int) -> set[int]:
        """Return those of these people who may watch a table now."""
        if not user_ids:
            return set()
        sql = f"SELECT user_id {_MAY} AND game_id = ? AND user_id IN ({marks(user_ids)}) ORDER BY user_id"
        return {int(row[0]) for row in await self._database.rows(sql, (now, game_id, *user_ids))}

    async def of(self, user_id: int, now: int) -> list[int]:
        """Return the tables with a game in play, or waiting for players, that somebody may watch, the newest first."""
        sql = f"SELECT game_id {_MAY} AND user_id = ? AND games.status IN ('lobby', 'playing') ORDER BY since DESC, game_id"
        return [int(row[0]) for row in await self._database.rows(sql, (now, user_id))]

    async def forget(self, tx: Transaction, user_id: int, _ghost_id: int) -> None:
        """Erase what a person may watch."""
        await tx.run("DELETE FROM watchers WHERE user_id = ?", (user_id,))
