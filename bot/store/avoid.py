"""The people with whom somebody doesn't want to be put together: nobody else may know of it."""

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar

from bot.data.people import MOST_AVOIDED, NamedPerson
from bot.store.about import About
from bot.store.database import Database, Transaction, marks

#: The newest games in which somebody is looked for whom a person has met.
_GAMES = 50


class AvoidStore:
    """The stored lists, one for each person.

    Of somebody who is on a list, no export of theirs tells it, so that they don't learn it.
    """

    ABOUT: ClassVar[About] = {"avoided": ("user_id",)}

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, user_id: int) -> list[NamedPerson]:
        """Return the people whom a person avoids, by their names."""
        sql = "SELECT other_id, name FROM avoided WHERE user_id = ? ORDER BY name, other_id"
        return [NamedPerson(*row) for row in await self._database.rows(sql, (user_id,))]

    async def add(self, user_id: int, other: NamedPerson) -> bool:
        """Have a person avoid another. Return False where their list is full."""
        sql = (
            "INSERT INTO avoided (user_id, other_id, name) SELECT ?1, ?2, ?3"
            " WHERE (SELECT count(*) FROM avoided WHERE user_id = ?1 AND other_id <> ?2) < ?4"
            " ON CONFLICT (user_id, other_id) DO UPDATE SET name = excluded.name"
        )
        async with self._database.transaction() as tx:
            return bool(await tx.run(sql, (user_id, other.user_id, other.name, MOST_AVOIDED)))

    async def remove(self, user_id: int, other_id: int) -> None:
        """Have a person avoid another no longer."""
        await self._database.write("DELETE FROM avoided WHERE user_id = ? AND other_id = ?", (user_id, other_id))

    async def met(self, user_id: int, most: int) -> list[NamedPerson]:
        """Return `most` people with whom a person played lately and whom they don't avoid, by their names."""
        sql = (
            "SELECT user_id, name FROM (SELECT user_id, max(name) AS name FROM seats WHERE user_id > 0 AND user_id <> ?1 AND game_id IN"
            " (SELECT game_id FROM seats WHERE user_id = ?1 ORDER BY game_id DESC LIMIT ?2)"
            " AND user_id NOT IN (SELECT other_id FROM avoided WHERE user_id = ?1)"
            " GROUP BY user_id) AS people ORDER BY name, user_id LIMIT ?3"
        )
        return [NamedPerson(*row) for row in await self._database.rows(sql, (user_id, _GAMES, most))]

    async def pairs(self, user_ids: Collection[int], tx: Transaction | None = None) -> set[frozenset[int]]:
        """Return the pairs among some people of whom one avoids the other, as `tx` sees them if it is given."""
        listed = marks(user_ids)
        sql = f"SELECT user_id, other_id FROM avoided WHERE user_id IN ({listed}) AND other_id IN ({listed})"
        rows = await (tx or self._database).rows(sql, (*user_ids, *user_ids))
        return {frozenset(row) for row in rows}

    async def apart_from(self, user_id: int) -> set[int]:
        """Return the people whom a person avoids, and those who avoid them: that person may not learn who they are."""
        sql = "SELECT other_id FROM avoided WHERE user_id = ?1 UNION SELECT user_id FROM avoided WHERE other_id = ?1"
        return {row[0] for row in await self._database.rows(sql, (user_id,))}

    async def forget(self, tx: Transaction, user_id: int, _ghost_id: int) -> None:
        """Erase a person's list, and the person from others' lists."""
        await tx.run("DELETE FROM avoided WHERE user_id = ?1 OR other_id = ?1", (user_id,))
