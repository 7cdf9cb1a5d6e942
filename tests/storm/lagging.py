"""Which tables have still to be told of what happened, beside turns under way: those are told where they are played."""

from __future__ import annotations

from bot.store.database import Database

_LAGGING = """
SELECT id FROM games WHERE told_version < version AND NOT EXISTS (
    SELECT 1 FROM moves WHERE game_id = games.id AND seat = games.turn
    AND number = (SELECT max(number) FROM moves WHERE game_id = games.id)
) ORDER BY id
"""


async def lagging(database: Database) -> list[int]:
    """Return the numbers of the tables that are not told, unless the player to move has begun their turn."""
    return [row["id"] for row in await database.rows(_LAGGING)]
