"""Corrections: a moderator changes a result, and all standings are as if it had always been so."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from weakref import WeakValueDictionary

from bot.data.corrections import Amendment, Correction
from bot.data.notices import Facts, News, Notice
from bot.data.results import Result
from bot.league.amend import amend
from bot.league.boards import PAGE
from bot.league.errors import AlreadyUndone, NoSuchResult, WrongScores
from bot.league.remake import Remade, remake
from bot.store.corrections import CorrectionStore
from bot.store.database import Database, Lock, Transaction
from bot.store.notices import NoticeStore
from bot.store.people import PersonStore
from bot.store.results import ResultStore
from bot.store.standings import StandingStore


class ResultCorrections:
    """The corrections of the results of all servers, of each server one at a time."""

    def __init__(self, database: Database, clock: Callable[[], int]) -> None:
        """`clock` gives whole seconds UTC."""
        self._database = database
        self._clock = clock
        self._stored = CorrectionStore(database)
        self._results = ResultStore(database)
        self._standings = StandingStore(database)
        self._notices = NoticeStore(database)
        self._people = PersonStore(database)
        self._messengers: list[Callable[[], None]] = []
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def on_notice(self, messenger: Callable[[], None]) -> None:
        """Have `messenger` called on the event loop after each change of a result, of which its people are to get a
        notice."""
        self._messengers.append(messenger)

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
        async with self._alone(guild_id):
            result = await self._get(guild_id, result_id)
            amendment = _amendment(result, points, ranks)
            return await self._amend(result, amendment, by, reason)

    async def void(self, guild_id: int, result_id: int, *, by: int, reason: str) -> Correction:
        """Make a result count for nothing, and return the correction; histories still show it.

        Raises `NoSuchResult`.
        """
        async with self._alone(guild_id):
            return await self._amend(await self._get(guild_id, result_id), Amendment(void=True), by, reason)

    async def undo(self, guild_id: int, correction_id: int, *, by: int) -> Correction:
        """Undo a correction; the latest that was not undone holds then. Raises `NoSuchResult`, `AlreadyUndone`."""
        async with self._alone(guild_id):
            correction = await self._stored.get(guild_id, correction_id)
            if correction is None:
                raise NoSuchResult
            if correction.undone_at is not None:
                raise AlreadyUndone
            undone = replace(correction, undone_at=self._clock(), undone_by=by)
            left = [
                other
                for other in await self._stored.of_result(correction.result_id)
                if other.id != correction.id and other.undone_at is None
            ]
            amendment = left[0].after if left else None

            async def note(tx: Transaction, moderator: int) -> None:
                await self._stored.undo(tx, correction.id, self._clock(), moderator)

            await self._remake(await self._get(guild_id, correction.result_id), amendment, by, "", note)
            return undone

    async def page(self, guild_id: int, *, before: int | None = None) -> list[Correction]:
        """Return a page of moderators' corrections in a server, the latest first; `before` is the id to go on from."""
        return await self._stored.of_guild(guild_id, before, PAGE)

    async def rerate(self, guild_id: int) -> Remade:
        """Make a server's standings again from its results."""
        async with self._alone(guild_id):
            return await remake(self._database, guild_id)

    @asynccontextmanager
    async def _alone(self, guild_id: int) -> AsyncIterator[None]:
        """Let nobody else correct a server's results, in any process."""
        async with self._locks.setdefault(guild_id, asyncio.Lock()), self._database.locked(Lock.RESULTS, guild_id):
            yield

    async def _get(self, guild_id: int, result_id: int) -> Result:
        result = await self._results.get(guild_id, result_id)
        if result is None:
            raise NoSuchResult
        return result

    async def _amend(self, result: Result, amendment: Amendment, by: int, reason: str) -> Correction:
        correction = Correction(0, result.id, result.game_id, self._clock(), by, reason, result.amendment, amendment)
        ids = []

        async def note(tx: Transaction, moderator: int) -> None:
            ids.append(await self._stored.add(tx, result.league, replace(correction, user_id=moderator)))

        await self._remake(result, amendment, by, reason, note)
        return replace(correction, id=ids[0])

    async def _remake(
        self,
        result: Result,
        amendment: Amendment | None,
        by: int,
        reason: str,
        note: Callable[[Transaction, int], Awaitable[None]],
    ) -> None:
        """Make the standings again with a result amended, and store in the same transaction the notices to its people.

        `note` writes there what a moderator has done, nobody (0) if their data was deleted while the work lasted.
        """
        known = await self._people.known(by)
        async with self._database.transaction() as tx:
            before = await self._ratings(tx, result)
        changed: Facts = {
            "before": "" if result.amendment is None else result.amendment.json,
            "after": "" if amendment is None else amendment.json,
            "reason": reason,
        }

        async def also(tx: Transaction) -> None:
            await note(tx, by if not known or await self._people.known(by, tx) else 0)
            await self._results.amend(tx, result.id, amendment)
            await self._standings.remade(tx, result.league)
            now = await self._ratings(tx, result)
            notices = [
                Notice(result.game_id, one, ((News.CORRECTED, {**changed, **_moved(before.get(one), now.get(one))}),))
                for one in await self._results.people_of(tx, result.id)
                if one > 0 and one != by
            ]
            await self._notices.add(tx, notices, self._clock())

        await amend(self._database, result, amendment, also)
        for messenger in self._messengers:
            messenger()

    async def _ratings(self, tx: Transaction, result: Result) -> dict[int, int]:
        """Return the ratings in the season of a result of those of its people who have one."""
        if result.season_id is None:
            return {}
        people = {person.user_id for person in result.people}
        found = await self._standings.of(tx, result.league, (result.season_id,), ("",), people)
        return {one.user_id: one.rating for one in found if one.rated}


def _moved(before: int | None, after: int | None) -> dict[str, int]:
    """Return somebody's ratings before and after a change, those that they have."""
    ratings = {"rating_before": before, "rating_after": after}
    return {name: rating for name, rating in ratings.items() if rating is not None}


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
