"""Notices about a table that people still have to get in a message of its own: stored with the change that concerns
them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import ClassVar

from bot.data.notices import News, Notice
from bot.store.about import About
from bot.store.database import Row, Store, Transaction
from bot.store.log import names_at, renamed, without_person


class NoticeStore(Store):
    """The stored notices; one that was sent is deleted."""

    ABOUT: ClassVar[About] = {"notices": ("user_id",)}

    async def add(self, tx: Transaction, notices: Sequence[Notice], at: int) -> None:
        """Store notices of something that happens with this transaction, at `at` (seconds UTC)."""
        await tx.many(
            "INSERT INTO notices (game_id, user_id, news, at) VALUES (?, ?, ?, ?)",
            [
                (one.table_id, one.user_id, json.dumps([[kind, dict(facts)] for kind, facts in one.news]), at)
                for one in notices
            ],
        )

    async def all(self) -> list[Notice]:
        """Return all unsent notices, oldest first."""
        sql = "SELECT id, game_id, user_id, news, at, posting_at FROM notices ORDER BY id"
        return [_notice(row) for row in await self._database.rows(sql)]

    async def begin(self, notice: Notice, at: int) -> None:
        """Note that a notice may be posted from now on, at `at` (seconds UTC)."""
        await self._database.write("UPDATE notices SET posting_at = ? WHERE id = ?", (at, notice.id))

    async def end(self, notice: Notice) -> None:
        """Delete a notice: it was sent, or there is nobody to get it."""
        await self._database.write("DELETE FROM notices WHERE id = ?", (notice.id,))

    async def rename(self, tx: Transaction, table_id: int, old: str, new: str) -> None:
        """Call somebody by another name in the notices of a game."""
        for row in await tx.rows("SELECT id, news FROM notices WHERE game_id = ?", (table_id,)):
            news = [[kind, renamed(facts, old, new)] for kind, facts in json.loads(row["news"])]
            await tx.run("UPDATE notices SET news = ? WHERE id = ?", (json.dumps(news), row["id"]))

    async def forget(self, tx: Transaction, user_id: int, ghost_id: int) -> None:
        """Delete a person's notices, and take their names out of others'.

        Call this while seats and logs still hold the names under which the person sat, or was to.
        """
        await tx.run("DELETE FROM notices WHERE user_id = ?", (user_id,))
        names = await names_at(tx, user_id)
        for row in await tx.rows(
            "SELECT id, game_id, news FROM notices WHERE news LIKE ?2 OR game_id IN"
            " (SELECT game_id FROM seats WHERE user_id = ?1 UNION SELECT game_id FROM log WHERE newcomer_id = ?1)",
            (user_id, f"%{user_id}%"),
        ):
            before = json.loads(row["news"])
            after = [
                [kind, without_person(facts, names.get(row["game_id"], ()), user_id, ghost_id)]
                for kind, facts in before
            ]
            if after != before:
                await tx.run("UPDATE notices SET news = ? WHERE id = ?", (json.dumps(after), row["id"]))


def _notice(row: Row) -> Notice:
    news = tuple((News(kind), facts) for kind, facts in json.loads(row["news"]))
    return Notice(row["game_id"], row["user_id"], news, row["id"], row["at"], row["posting_at"])
