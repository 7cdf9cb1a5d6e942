"""Moderators' changes of results: logged, and never erased."""

from __future__ import annotations

from typing import ClassVar

from bot.data.corrections import Amendment, Correction
from bot.store.about import About
from bot.store.database import LAST, Row, Store, Transaction

_CORRECTION = """
SELECT id, result_id, (SELECT game_id FROM results WHERE id = corrections.result_id) AS game_id, at, user_id, reason,
       before, after, undone_at, undone_by
FROM corrections
"""


class CorrectionStore(Store):
    """The stored corrections. They are only ever appended, or marked as undone."""

    ABOUT: ClassVar[About] = {"corrections": ("user_id", "undone_by")}

    async def add(self, tx: Transaction, guild_id: int, correction: Correction) -> int:
        """Append a correction to a result of a server, and return its id."""
        return await tx.insert(
            "INSERT INTO corrections (result_id, guild_id, at, user_id, reason, before, after) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                correction.result_id,
                guild_id,
                correction.at,
                correction.user_id,
                correction.reason,
                None if correction.before is None else correction.before.json,
                correction.after.json,
            ),
        )

    async def undo(self, tx: Transaction, correction_id: int, at: int, user_id: int) -> None:
        """Note that a correction was undone, when and by whom."""
        sql = "UPDATE corrections SET undone_at = ?, undone_by = ? WHERE id = ?"
        await tx.run(sql, (at, user_id, correction_id))

    async def get(self, guild_id: int, correction_id: int) -> Correction | None:
        """Return a correction to a result of a server, or None."""
        return next(iter(await self._read("WHERE id = ? AND guild_id = ?", correction_id, guild_id)), None)

    async def of_guild(self, guild_id: int, before: int | None, most: int) -> list[Correction]:
        """Return `most` corrections in a server, the latest first, of those with an id below `before` (None: all)."""
        where = "WHERE guild_id = ? AND id < ? ORDER BY id DESC LIMIT ?"
        return await self._read(where, guild_id, LAST if before is None else before, most)

    async def of_result(self, result_id: int) -> list[Correction]:
        """Return all corrections to a result, the latest first."""
        return await self._read("WHERE result_id = ? ORDER BY id DESC", result_id)

    async def forget(self, tx: Transaction, user_id: int, ghost_id: int) -> None:
        """Put a ghost in the place of a moderator."""
        await tx.run("UPDATE corrections SET user_id = ? WHERE user_id = ?", (ghost_id, user_id))
        await tx.run("UPDATE corrections SET undone_by = ? WHERE undone_by = ?", (ghost_id, user_id))

    async def _read(self, where: str, *parameters: object) -> list[Correction]:
        return [_correction(row) for row in await self._database.rows(f"{_CORRECTION} {where}", parameters)]


def _correction(row: Row) -> Correction:
    after = Amendment.of(row["after"])
    assert after is not None
    return Correction(
        id=row["id"],
        result_id=row["result_id"],
        game_id=row["game_id"],
        at=row["at"],
        user_id=row["user_id"],
        reason=row["reason"],
        before=Amendment.of(row["before"]),
        after=after,
        undone_at=row["undone_at"],
        undone_by=row["undone_by"],
    )
