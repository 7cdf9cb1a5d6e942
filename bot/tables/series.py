"""Series: tables that are all dealt the same packs, which stay secret until all of them have finished."""

from __future__ import annotations

import random

from bot.data.tables import Table
from bot.store.database import Database
from bot.store.series import SeriesStore
from bot.tables.errors import NoSuchSeries, PacksInPlay


class TableSeries:
    """The series of tables with the same packs."""

    def __init__(self, database: Database, chance: random.Random) -> None:
        """`chance` draws the secrets that decide the packs."""
        self._series = SeriesStore(database)
        self._chance = chance

    async def begin(self) -> int:
        """Begin a series, and return its number."""
        return await self._series.add(f"{self._chance.getrandbits(256):064x}")

    async def open(self, series_id: int) -> None:
        """Open a series: all its tables have finished, so what was dealt there is no secret any more.

        Raises `NoSuchSeries`.
        """
        if await self._series.get(series_id) is None:
            raise NoSuchSeries
        await self._series.open(series_id)

    async def secret_of(self, table: Table) -> str | None:
        """Return the secret that decides a table's packs; None where chance does. Raises `NoSuchSeries`."""
        if table.series is None:
            return None
        series = await self._series.get(table.series)
        if series is None:
            raise NoSuchSeries
        return series.secret

    async def check_open(self, table: Table) -> None:
        """Raise `PacksInPlay` where what was dealt at a table would help somebody at another one."""
        series = None if table.series is None else await self._series.get(table.series)
        if series is not None and not series.open:
            raise PacksInPlay
