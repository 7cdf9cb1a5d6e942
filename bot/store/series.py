"""Series of games: tables that play with the same packs, and the secret that decides these."""

from __future__ import annotations

from bot.data.series import Series
from bot.store.database import Store


class SeriesStore(Store):
    """The stored series."""

    async def get(self, series_id: int) -> Series | None:
        """Return the series of that number, or None."""
        rows = await self._database.rows("SELECT id, secret, open FROM series WHERE id = ?", (series_id,))
        return Series(rows[0]["id"], rows[0]["secret"], bool(rows[0]["open"])) if rows else None

    async def add(self, secret: str) -> int:
        """Begin a series that isn't open, and return its number."""
        async with self._database.transaction() as tx:
            return await tx.insert("INSERT INTO series (secret) VALUES (?)", (secret,))

    async def open(self, series_id: int) -> None:
        """Let everything be shown that was dealt in a series; an open series stays open."""
        await self._database.write("UPDATE series SET open = 1 WHERE id = ?", (series_id,))
