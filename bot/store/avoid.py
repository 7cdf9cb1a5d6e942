"""The people with whom somebody doesn't want to be put together: nobody else may know of it."""

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar

from bot.data.people import MOST_AVOIDED, NamedPerson
from bot.store.about import About
from bot.store.database import Database, Transaction, marks
from bot.store.keys import DeletionKey, stands_for

#: The newest games in which somebody is looked for whom a person has met.
_GAMES = 50


class AvoidStore:
    """The stored lists, one for each person.

    Of somebody who is on a list, no export of theirs tells it, so that they don't learn it. When their data is deleted, the
    list keeps what a key makes of their id, below zero, without a name: so nobody can come back to those who avoid them by
    having their data deleted, and without the key nobody can tell whose id it was.
    """

    ABOUT: ClassVar[About] = {"avoided": ("user_id",)}

    def __init__(self, database: Database) -> None:
        self._database = database
        self._key = DeletionKey(database)

    async def of(self, user_id: int) -> list[NamedPerson]:
        """Return the people whom a person avoids, by their names; those whose data was deleted have none, and ids below 0."""
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
            for stands in await self._standing_for([other.user_id], tx):
                await tx.run("DELETE FROM avoided WHERE user_id = ? AND other_id = ?", (user_id, stands))
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

    async def with_list(self, user_ids: Collection[int]) -> set[int]:
        """Return those among some people who avoid anybody."""
        sql = f"SELECT DISTINCT user_id FROM avoided WHERE user_id IN ({marks(user_ids)})"
        return {row[0] for row in await self._database.rows(sql, (*user_ids,))}

    async def avoided_by(self, user_id: int, others: Collection[int]) -> set[int]:
        """Return those among some people whom a person avoids."""
        meant = {one: one for one in others} | await self._standing_for(others)
        sql = f"SELECT other_id FROM avoided WHERE user_id = ? AND other_id IN ({marks(meant)})"
        return {meant[row[0]] for row in await self._database.rows(sql, (user_id, *meant))}

    async def pairs(self, user_ids: Collection[int], tx: Transaction | None = None) -> set[frozenset[int]]:
        """Return the pairs among some people of whom one avoids the other, as `tx` sees them if it is given."""
        meant = {one: one for one in user_ids} | await self._standing_for(user_ids, tx)
        sql = f"SELECT user_id, other_id FROM avoided WHERE user_id IN ({marks(user_ids)}) AND other_id IN ({marks(meant)})"
        rows = await (tx or self._database).rows(sql, (*user_ids, *meant))
        return {frozenset((user_id, meant[other_id])) for user_id, other_id in rows}

    async def forget(self, tx: Transaction, user_id: int, _ghost_id: int) -> None:
        """Erase a person's list; others' lists keep what stands for them."""
        await tx.run("DELETE FROM avoided WHERE user_id = ?", (user_id,))
        if not await tx.rows("SELECT 1 FROM avoided WHERE other_id = ? LIMIT 1", (user_id,)):
            return
        stands = stands_for(str(user_id), await self._key.made(tx))
        # Somebody may have them on their list twice: by another process, from before they came back.
        await tx.run(
            "DELETE FROM avoided WHERE other_id = ?1 AND user_id IN (SELECT user_id FROM avoided WHERE other_id = ?2)",
            (stands, user_id),
        )
        await tx.run("UPDATE avoided SET other_id = ?, name = '' WHERE other_id = ?", (stands, user_id))

    async def _standing_for(self, user_ids: Collection[int], tx: Transaction | None = None) -> dict[int, int]:
        """Return by what stands for people their ids; nothing as long as no data was deleted of anybody on a list."""
        key = await self._key.known(tx)
        return {} if key is None else {stands_for(str(one), key): one for one in user_ids}
