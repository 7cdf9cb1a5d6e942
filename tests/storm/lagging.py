"""Tables whose messages still have to be sent, and those at which a turn is under way: those are shown where they are
played."""

from __future__ import annotations

from bot.store.database import Database

_BEGUN = """
EXISTS (
    SELECT 1 FROM moves WHERE game_id = games.id AND seat = games.turn
    AND number = (SELECT max(number) FROM moves WHERE game_id = games.id)
)
"""


async def lagging(database: Database) -> list[int]:
    """Return the numbers of the tables with unsent messages, unless the player to move has begun their turn."""
    rows = await database.rows(f"SELECT id FROM games WHERE told_version < version AND NOT {_BEGUN} ORDER BY id")
    return [row["id"] for row in rows]


async def under_way(database: Database) -> set[int]:
    """Return the numbers of the tables with unsent messages because the player to move has begun their turn.

    They are sent when the turn goes on, or after `bot.messages.tables.PATIENCE`, which begins again with the bot.
    """
    rows = await database.rows(f"SELECT id FROM games WHERE told_version < version AND {_BEGUN}")
    return {row["id"] for row in rows}
