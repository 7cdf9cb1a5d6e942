"""The people who have played in a server, or a deal of the day from there: their names there, and if they are still in it as far as is known."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import ClassVar

from bot.data.servers import OPEN_LEAGUE
from bot.store.about import About
from bot.store.database import Store, Transaction, marks


class MemberStore(Store):
    """The stored members of servers."""

    ABOUT: ClassVar[About] = {"members": ("user_id",)}

    async def names(self, guild_id: int, user_ids: Collection[int], *, reader: int | None = None) -> dict[int, str]:
        """Return the names in a server of those of these people who have played there.

        In the open league these are the names of those alone who want to be named, and of the `reader`.
        """
        sql = f"SELECT user_id, name FROM members WHERE guild_id = ? AND user_id IN ({marks(user_ids)})"
        parameters: tuple[object, ...] = (guild_id, *user_ids)
        if guild_id == OPEN_LEAGUE:
            named = "SELECT 1 FROM people WHERE people.user_id = members.user_id AND people.named = 1"
            sql += f" AND (user_id = ? OR EXISTS ({named}))"
            parameters += (0 if reader is None else reader,)
        return {row[0]: row[1] for row in await self._database.rows(sql, parameters)}

    async def gone(self, tx: Transaction, guild_id: int, user_ids: Collection[int]) -> set[int]:
        """Return those of these people who have left a server, as `tx` sees it."""
        sql = f"SELECT user_id FROM members WHERE guild_id = ? AND user_id IN ({marks(user_ids)}) AND gone = 1"
        return {row[0] for row in await tx.rows(sql, (guild_id, *user_ids))}

    async def played(self, tx: Transaction, guild_id: int, names: Mapping[int, str], at: int) -> None:
        """Note that people played in a server, under these names.

        Somebody who had left need not be back: others may have ended their game.
        """
        await tx.many(
            "INSERT INTO members (guild_id, user_id, name, checked_at) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (guild_id, user_id) DO UPDATE SET name = excluded.name WHERE members.name <> excluded.name",
            [(guild_id, user_id, name, at) for user_id, name in names.items() if user_id > 0],
        )

    async def plays_deals(self, guild_id: int, user_id: int, name: str, at: int) -> None:
        """Note that a person who plays deals of the day is in a server, unless they are known there.

        Their data may be deleted meanwhile: then nothing is stored.
        """
        await self._database.write(
            "INSERT INTO members (guild_id, user_id, name, checked_at) SELECT ?2, ?1, ?3, ?4"
            " WHERE EXISTS (SELECT 1 FROM daily_rounds WHERE user_id = ?1) ON CONFLICT (guild_id, user_id) DO NOTHING",
            (user_id, guild_id, name, at),
        )

    async def check(self, tx: Transaction, guild_id: int, user_id: int, gone: bool, at: int, name: str | None) -> bool:
        """Note if a person is in a server, and their name (None: as it was). Return whether `gone` is new.

        Nothing is stored of people who have never played there.
        """
        found = await tx.rows("SELECT gone FROM members WHERE guild_id = ? AND user_id = ?", (guild_id, user_id))
        if not found:
            return False
        await tx.run(
            "UPDATE members SET gone = ?, checked_at = ?, name = coalesce(?, name) WHERE guild_id = ? AND user_id = ?",
            (gone, at, name, guild_id, user_id),
        )
        return bool(found[0][0]) != gone

    async def stale(self, guild_id: int, user_ids: Collection[int], checked_before: int) -> list[int]:
        """Return those of these people who have left, or were last checked up to `checked_before` (seconds UTC)."""
        # The time is no part of the query: so what it reads is remembered until somebody is checked.
        sql = (
            f"SELECT user_id, checked_at, gone FROM members WHERE guild_id = ? AND user_id IN ({marks(user_ids)})"
            " ORDER BY checked_at, user_id"
        )
        found = await self._database.rows(sql, (guild_id, *user_ids))
        return [user_id for user_id, checked_at, gone in found if gone or checked_at <= checked_before]

    async def guilds(self, user_id: int) -> dict[int, bool]:
        """Return the servers in which a person has played, each with True if they are thought to be still there.

        The open league is among them, if they have played there.
        """
        sql = "SELECT guild_id, gone FROM members WHERE user_id = ? ORDER BY guild_id"
        return {row[0]: not row[1] for row in await self._database.rows(sql, (user_id,))}

    async def forget(self, tx: Transaction, user_id: int, _ghost_id: int) -> None:
        """Erase a person."""
        await tx.run("DELETE FROM members WHERE user_id = ?", (user_id,))
