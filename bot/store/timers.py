"""Timers of the turns of all games. The rows are written with the games they belong to."""

from __future__ import annotations

from collections.abc import Collection

from bot.store.database import Store, Transaction


class TimerStore(Store):
    """The stored timers; those that were handled are deleted."""

    async def soonest(self, after: int) -> int | None:
        """Return when the first timer falls due after that time (seconds UTC), None if none does."""
        [row] = await self._database.rows("SELECT min(at) FROM timers WHERE at > ?", (after,))
        return None if row[0] is None else int(row[0])

    async def late(self, before: int) -> int:
        """Return how many timers fell due before that time (seconds UTC) and were not handled."""
        [row] = await self._database.rows("SELECT count(*) FROM timers WHERE at < ?", (before,))
        return int(row[0])

    async def due(self, now: int) -> dict[int, dict[str, int]]:
        """Return what is due at `now`: for each table's number the kinds with their times.

        The earliest due comes first.
        """
        tables: dict[int, dict[str, int]] = {}
        sql = "SELECT game_id, kind, at FROM timers WHERE at <= ? ORDER BY at, game_id, kind"
        for row in await self._database.rows(sql, (now,)):
            tables.setdefault(row["game_id"], {})[row["kind"]] = row["at"]
        return tables

    async def settle(self, tx: Transaction, table_id: int, kinds: Collection[str], now: int) -> None:
        """Delete timers of these kinds that are due at `now`, as part of a transaction."""
        for kind in kinds:
            await tx.run("DELETE FROM timers WHERE game_id = ? AND kind = ? AND at <= ?", (table_id, kind, now))

    async def put_off(self, table_id: int, kinds: Collection[str], now: int, until: int) -> None:
        """Let timers of these kinds that are due at `now` fall due later, at `until`."""
        async with self._database.transaction() as tx:
            for kind in kinds:
                sql = "UPDATE timers SET at = ? WHERE game_id = ? AND kind = ? AND at <= ?"
                await tx.run(sql, (until, table_id, kind, now))
