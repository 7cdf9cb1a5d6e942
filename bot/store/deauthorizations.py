"""The people who have taken the app away from their account, as far as what follows from it may still have to be done."""

from __future__ import annotations

from typing import ClassVar

from bot.store.about import About
from bot.store.database import Store, Transaction
from bot.store.people import KNOWN


class DeauthorizationStore(Store):
    """The stored people, each with the last time. It stays for a while, as Discord may say the same twice, and late."""

    ABOUT: ClassVar[About] = {"deauthorizations": ("user_id",)}

    async def note(self, user_id: int, at: int) -> bool:
        """Note when somebody has taken the app away (seconds UTC). Return False if nothing follows from it.

        That is so for a stranger, and where they have done so at that time or later, as was noted before.
        """
        sql = (
            f"INSERT INTO deauthorizations (user_id, at, pending) SELECT ?1, ?2, 1 WHERE {KNOWN}"
            " ON CONFLICT (user_id) DO UPDATE SET at = excluded.at, pending = 1 WHERE excluded.at > deauthorizations.at"
        )
        async with self._database.transaction() as tx:
            return bool(await tx.run(sql, (user_id, at)))

    async def pending(self) -> list[tuple[int, int]]:
        """Return the people for whom something is still to be done, each with when they took the app away, oldest first."""
        sql = "SELECT user_id, at FROM deauthorizations WHERE pending = 1 ORDER BY at, user_id"
        return [(row[0], row[1]) for row in await self._database.rows(sql)]

    async def done(self, user_id: int, at: int) -> None:
        """Note that all is done for somebody who took the app away then."""
        await self._database.write(
            "UPDATE deauthorizations SET pending = 0 WHERE user_id = ? AND at = ?", (user_id, at)
        )

    async def drop(self, until: int) -> None:
        """Forget those for whom all is done, and who took the app away until then (seconds UTC)."""
        await self._database.write("DELETE FROM deauthorizations WHERE pending = 0 AND at <= ?", (until,))

    async def acted_since(self, game_id: int, user_id: int, at: int) -> bool:
        """Return whether a person has done anything at a table after that time (seconds UTC)."""
        sql = (
            "SELECT 1 WHERE EXISTS (SELECT 1 FROM moves WHERE game_id = ?1 AND user_id = ?2 AND made_at > ?3)"
            " OR EXISTS (SELECT 1 FROM log WHERE game_id = ?1 AND user_id = ?2 AND at > ?3)"
        )
        return bool(await self._database.rows(sql, (game_id, user_id, at)))

    async def forget(self, tx: Transaction, user_id: int, _ghost_id: int) -> None:
        """Erase a person."""
        await tx.run("DELETE FROM deauthorizations WHERE user_id = ?", (user_id,))
