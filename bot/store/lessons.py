"""Lessons: how far people have come in the guided hands by which they learn a game."""

from __future__ import annotations

from typing import ClassVar

from bot.data.lessons import Progress
from bot.store.about import About
from bot.store.database import Store, Transaction
from bot.store.people import KNOWN


class LessonStore(Store):
    """The stored lessons, one for each person and course."""

    ABOUT: ClassVar[About] = {"lessons": ("user_id",)}

    async def last(self, user_id: int) -> Progress | None:
        """Return the lesson that a person opened last."""
        sql = "SELECT course, name, done FROM lessons WHERE user_id = ? ORDER BY opened DESC, course LIMIT 1"
        rows = await self._database.rows(sql, (user_id,))
        return Progress(*rows[0]) if rows else None

    async def of(self, user_id: int, course: str) -> Progress | None:
        """Return how far a person has come in a course, None if they haven't begun it."""
        sql = "SELECT course, name, done FROM lessons WHERE user_id = ? AND course = ?"
        rows = await self._database.rows(sql, (user_id, course))
        return Progress(*rows[0]) if rows else None

    async def open(self, user_id: int, progress: Progress, *, if_known: bool = False) -> None:
        """Store how far a person has come in a course, which is the one that they opened last from now on.

        `if_known`: only of somebody of whom something is stored, as their data may have been deleted since they were read.
        """
        sql = (
            "INSERT INTO lessons (user_id, course, name, done, opened) SELECT"
            " ?1, ?2, ?3, ?4, (SELECT coalesce(max(opened), 0) + 1 FROM lessons WHERE user_id = ?1)"
            f" WHERE {KNOWN if if_known else '1 = 1'}"
            " ON CONFLICT (user_id, course) DO UPDATE SET name = excluded.name, done = excluded.done, opened = excluded.opened"
        )
        await self._database.write(sql, (user_id, progress.course, progress.name, progress.done))

    async def advance(self, user_id: int, before: Progress) -> bool:
        """Store that a person has done one more step; return False if they had done another one meanwhile."""
        sql = "UPDATE lessons SET done = done + 1 WHERE user_id = ? AND course = ? AND done = ?"
        async with self._database.transaction() as tx:
            return bool(await tx.run(sql, (user_id, before.course, before.done)))

    async def forget(self, tx: Transaction, user_id: int, _ghost_id: int) -> None:
        """Erase a person's lessons."""
        await tx.run("DELETE FROM lessons WHERE user_id = ?", (user_id,))
