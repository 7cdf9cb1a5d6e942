"""How many hints people have taken in each game."""

from __future__ import annotations

from typing import ClassVar

from bot.store.about import About
from bot.store.database import Store, Transaction


class HintStore(Store):
    """The stored numbers of hints."""

    ABOUT: ClassVar[About] = {"hints": ("user_id",)}

    async def count(self, game_id: int, user_id: int) -> None:
        """Count one more hint of a person, unless they have never sat there: their data may be deleted by now."""
        await self._database.write(
            "INSERT INTO hints (game_id, user_id, taken) SELECT ?1, ?2, 1"
            " WHERE EXISTS (SELECT 1 FROM seats WHERE game_id = ?1 AND user_id = ?2)"
            " ON CONFLICT (game_id, user_id) DO UPDATE SET taken = hints.taken + 1",
            (game_id, user_id),
        )

    async def of(self, game_id: int) -> dict[int, int]:
        """Return how many hints each person has taken in a game, by their ids; who took none is left out."""
        rows = await self._database.rows(
            "SELECT user_id, taken FROM hints WHERE game_id = ? ORDER BY user_id", (game_id,)
        )
        return dict(map(tuple, rows))

    async def forget(self, tx: Transaction, user_id: int, ghost_id: int) -> None:
        """Put the ghost in a person's place: the others of the game may know that hints were taken."""
        await tx.run("UPDATE hints SET user_id = ? WHERE user_id = ?", (ghost_id, user_id))
