"""Discards that wait some seconds before they are played."""

from __future__ import annotations

from dataclasses import astuple, fields
from typing import ClassVar

from bot.data.pauses import Pause
from bot.store.about import About
from bot.store.database import Store, Transaction

_COLUMNS = [one.name for one in fields(Pause)]
#: Somebody may have given up their seat, and had their data deleted, since they chose the card.
_PUT = (
    f"INSERT INTO pauses ({', '.join(_COLUMNS)}) SELECT {', '.join(f'?{place + 1}' for place in range(len(_COLUMNS)))}"
    " WHERE EXISTS (SELECT 1 FROM seats WHERE game_id = ?1 AND user_id = ?2 AND until_version IS NULL)"
    f" ON CONFLICT (game_id) DO UPDATE SET {', '.join(f'{one} = excluded.{one}' for one in _COLUMNS[1:])}"
)


class PauseStore(Store):
    """The stored pauses, at most one a game."""

    ABOUT: ClassVar[About] = {"pauses": ("user_id",)}

    async def of(self, game_id: int) -> Pause | None:
        """Return the discard that waits in a game."""
        rows = await self._database.rows("SELECT * FROM pauses WHERE game_id = ?", (game_id,))
        return Pause(*rows[0]) if rows else None

    async def all(self) -> list[Pause]:
        """Return all discards that wait, the soonest due first."""
        return [Pause(*row) for row in await self._database.rows("SELECT * FROM pauses ORDER BY due_at, game_id")]

    async def begin(self, pause: Pause) -> None:
        """Store a pause of somebody who sits there, in place of another one of the game."""
        await self._database.write(_PUT, astuple(pause))

    async def end(self, pause: Pause) -> bool:
        """Delete a pause. Return whether it was still there."""
        async with self._database.transaction() as tx:
            sql = "DELETE FROM pauses WHERE game_id = ? AND interaction_id = ?"
            return bool(await tx.run(sql, (pause.game_id, pause.interaction_id)))

    async def forget(self, tx: Transaction, user_id: int, _ghost_id: int) -> None:
        """Erase a person's pauses."""
        await tx.run("DELETE FROM pauses WHERE user_id = ?", (user_id,))
