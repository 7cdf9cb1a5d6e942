"""Corrections: a moderator changes a result, and all standings are as if it had always been so."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace

from bot.league.boards import PAGE
from bot.league.errors import AlreadyUndone, NoSuchResult, WrongScores
from bot.league.remake import Remade, remake
from bot.store.corrections import Amendment, Correction
from bot.store.corrections import Corrections as StoredCorrections
from bot.store.database import Database, Lock, Transaction
from bot.store.results import Result, Results
from bot.store.standings import Standings


class Corrections:
    """The corrections of the results of all servers, one at a time."""

    def __init__(self, database: Database, clock: Callable[[], int]) -> None:
        """`clock` gives whole seconds UTC."""
        self._database = database
        self._clock = clock
        self._stored = StoredCorrections(database)
        self._results = Results(database)
        self._standings = Standings(database)
        self._one_remade_at_a_time = asyncio.Lock()

    async def correct(
        self,
        guild_id: int,
        result_id: int,
        *,
        by: int,
        reason: str,
        points: Sequence[int] | None = None,
        ranks: Sequence[int] | None = None,
    ) -> Correction:
        """Replace a result's points or ranks (by sides), and return the correction.

        Without ranks these follow from the points. All standings are then as if it had always been so. Raises
        `NoSuchResult` and `WrongScores`.
        """
        async with self._one_remade_at_a_time, self._database.locked(Lock.RESULTS, guild_id):
            result = await self._get(guild_id, result_id)
            amendment = _amendment(result, points, ranks)
            return await self._amend(result, amendment, by, reason)

    async def void(self, guild_id: int, result_id: int, *, by: int, reason: str) -> Correction:
        """Make a result count for nothing, and return the correction; histories still show it.

        Raises `NoSuchResult`.
        """
        async with self._one_remade_at_a_time, self._database.locked(Lock.RESULTS, guild_id):
            return await self._amend(await self._get(guild_id, result_id), Amendment(void=True), by, reason)

    async def undo(self, guild_id: int, correction_id: int, *, by: int) -> Correction:
        """Undo a correction; the latest that was not undone holds then. Raises `NoSuchResult`, `AlreadyUndone`."""
        async with self._one_remade_at_a_time, self._database.locked(Lock.RESULTS, guild_id):
            one = await self._stored.get(guild_id, correction_id)
            if one is None:
                raise NoSuchResult
            if one.undone_at is not None:
                raise AlreadyUndone
            undone = replace(one, undone_at=self._clock(), undone_by=by)
            left = [
                other
                for other in await self._stored.of_result(one.result_id)
                if other.id != one.id and other.undone_at is None
            ]
            amendment = left[0].after if left else None

            async def also(tx: Transaction) -> None:
                await self._stored.undo(tx, one.id, self._clock(), by)
                await self._results.amend(tx, one.result_id, amendment)
                await self._standings.remade(tx, guild_id)

            await remake(self._database, guild_id, also, (one.result_id, amendment))
            return undone

    async def page(self, guild_id: int, *, before: int | None = None) -> list[Correction]:
        """Return a page of moderators' corrections in a server, the latest first; `before` is the id to go on from."""
        return await self._stored.of_guild(guild_id, before, PAGE)

    async def rerate(self, guild_id: int) -> Remade:
        """Make a server's standings again from its results."""

        async def also(_: Transaction) -> None:
            pass

        async with self._one_remade_at_a_time, self._database.locked(Lock.RESULTS, guild_id):
            return await remake(self._database, guild_id, also)

    async def _get(self, guild_id: int, result_id: int) -> Result:
        result = await self._results.get(guild_id, result_id)
        if result is None:
            raise NoSuchResult
        return result

    async def _amend(self, result: Result, amendment: Amendment, by: int, reason: str) -> Correction:
        one = Correction(0, result.id, result.game_id, self._clock(), by, reason, result.amendment, amendment)
        ids = []

        async def also(tx: Transaction) -> None:
            ids.append(await self._stored.add(tx, result.guild_id, one))
            await self._results.amend(tx, result.id, amendment)
            await self._standings.remade(tx, result.guild_id)

        await remake(self._database, result.guild_id, also, (result.id, amendment))
        return replace(one, id=ids[0])


def _amendment(result: Result, points: Sequence[int] | None, ranks: Sequence[int] | None) -> Amendment:
    """Return a moderator's points and ranks for a result's sides. Raises `WrongScores`."""
    sides = result.standing_sides
    if points is not None and len(points) != len(sides):
        raise WrongScores(len(sides))
    if ranks is None:
        scores = [side.points for side in sides] if points is None else points
        ranks = [1 + sum(other > score for other in scores) for score in scores]
    if len(ranks) != len(sides) or min(ranks) != 1:
        raise WrongScores(len(sides))
    return Amendment(
        points=tuple(side.points for side in sides) if points is None else tuple(points), ranks=tuple(ranks)
    )
