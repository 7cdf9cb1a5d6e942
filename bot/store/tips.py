"""Tips: the tips that people have read, each once."""

from __future__ import annotations

from typing import ClassVar

from bot.data.stored import unasked
from bot.store.about import About
from bot.store.database import Store, Transaction
from bot.store.people import KNOWN

#: A turn of a person: its game, and when it began (seconds UTC).
ReadTurn = tuple[int, int]


class TipStore(Store):
    """The stored tips: of each kind, the turn in which a person reads it."""

    ABOUT: ClassVar[About] = {"tips": ("user_id",)}

    async def of(self, user_id: int) -> dict[str, ReadTurn]:
        """Return the turns in which a person read tips, by the tips' kinds."""
        sql = "SELECT kind, game_id, turn_since FROM tips WHERE user_id = ?"
        return {row[0]: (row[1], row[2]) for row in await self._database.rows(sql, (user_id,))}

    async def tell(self, user_id: int, kind: str, turn: ReadTurn, *, if_known: bool = False) -> None:
        """Store that a person reads a tip in a turn, `if_known` as `PersonStore` says."""
        new = f"SELECT ?1, ?2, ?3, ?4 WHERE {KNOWN}" if if_known else "VALUES (?1, ?2, ?3, ?4)"
        sql = f"INSERT INTO tips (user_id, kind, game_id, turn_since) {new} ON CONFLICT DO NOTHING"
        with unasked():
            await self._database.write(sql, (user_id, kind, *turn))

    async def forget(self, tx: Transaction, user_id: int, _ghost_id: int) -> None:
        """Erase the tips that a person read."""
        await tx.run("DELETE FROM tips WHERE user_id = ?", (user_id,))
