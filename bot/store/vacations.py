"""Vacations: stretches of time in which the clocks of a person stand still."""

from __future__ import annotations

from typing import ClassVar

from bot.store.about import About
from bot.store.database import Store, Transaction
from bot.store.people import KNOWN


class VacationStore(Store):
    """The stored vacations; times are seconds UTC."""

    ABOUT: ClassVar[About] = {"vacations": ("user_id",)}

    async def of(self, user_id: int) -> tuple[tuple[int, int], ...]:
        """Return beginning and end of each vacation of a person, in order; the last end may be in the future."""
        sql = "SELECT began_at, ends_at FROM vacations WHERE user_id = ? ORDER BY began_at"
        return tuple((row[0], row[1]) for row in await self._database.rows(sql, (user_id,)))

    async def begin(self, tx: Transaction, user_id: int, at: int, until: int) -> None:
        """Store a vacation, of nobody whose data was deleted since they asked for it."""
        await tx.run(
            f"INSERT INTO vacations (user_id, began_at, ends_at) SELECT ?1, ?2, ?3 WHERE {KNOWN}"
            " ON CONFLICT (user_id, began_at) DO UPDATE SET ends_at = excluded.ends_at",
            (user_id, at, until),
        )

    async def end(self, tx: Transaction, user_id: int, at: int) -> None:
        """End the vacation that lasts at that time."""
        await tx.run(
            "UPDATE vacations SET ends_at = ? WHERE user_id = ? AND began_at <= ? AND ends_at > ?",
            (at, user_id, at, at),
        )

    async def forget(self, tx: Transaction, user_id: int, _ghost_id: int) -> None:
        """Erase a person's vacations."""
        await tx.run("DELETE FROM vacations WHERE user_id = ?", (user_id,))
