"""Makes the standings as if a result had always been as a moderator says, from what that concerns alone.

Those who sat there have other sums, which follow from their own results. Ratings change for all who played since, and nothing
else of theirs does: ratings are worked out again from the beginning of the result's season.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import chain, permutations

from bot.data.corrections import Amendment
from bot.data.results import GameOutcome, PlainGame, Result
from bot.data.standings import Standing, StandingKey
from bot.league.rating import Lineup, lineup
from bot.league.tally import ALL_TIME, Book, Climb, Ladder, concerned, scopes_of
from bot.store.database import Database, Side, Transaction
from bot.store.rereading import Rereading
from bot.store.results import ResultStore
from bot.store.standings import Rating, StandingStore, begun_standing, rated_standing

#: How often all is read while the bot runs, before it must wait until that is done.
_ATTEMPTS = 3


async def amend(
    database: Database,
    result: Result,
    amendment: Amendment | None,
    also: Callable[[Transaction], Awaitable[None]],
) -> None:
    """Change the standings, and do in the same transaction what `also` does.

    All is worked out while the bot runs; it waits only for that short transaction, which takes in the results that came
    meanwhile.
    """
    if not result.counts and not replace(result, amendment=amendment).counts:
        async with database.transaction() as tx:
            await also(tx)
        return
    for _ in range(_ATTEMPTS):
        async with _working(database, result, amendment) as work:
            await _read(database, work)
            # Results that came during the reading are read in a moment, so that little is left for the transaction.
            await _read(database, work)
            async with database.transaction() as tx:
                if await work.apply(tx):
                    await also(tx)
                    return
    async with database.transaction() as tx:
        # Before the work begins to read: from now on nothing comes.
        await tx.hold(result.league)
        async with _working(database, result, amendment) as work:
            await _read(database, work)
            if not await work.apply(tx):
                raise RuntimeError("something came while nothing could be written")
            await also(tx)


class _Work:
    """The changes that a result's amendment makes, worked out in a thread.

    The people of the result are stored as a whole; of all others only ratings that are others now.
    """

    def __init__(self, database: Database, side: Side, result: Result, amendment: Amendment | None) -> None:
        assert result.season_id is not None
        self._guild_id, self._result, self._amendment = result.league, result, amendment
        self._season, self._scopes = result.season_id, scopes_of(result.family)
        self._standings, self._results = StandingStore(database), ResultStore(database)
        self._reading = Rereading(side, result.league)
        self._state: tuple[int, int] | None = None
        self._spoilt = self._stopped = False
        self._people: set[int] = set()
        self._book = Book(())
        #: The ratings of all, None where the amendment changes no rating; the last result that they have, and the season that is
        #: being added to them.
        self._ladder: Ladder | None = None
        self._last_rated = 0
        self._current = self._season
        self._ended: list[Climb] = []
        self._kept: dict[StandingKey, Rating] = {}
        #: The ratings of the result's people where it counts, and those of others that are to be changed.
        self._own: dict[StandingKey, Climb] = {}
        self._changed: dict[StandingKey, Rating] = {}

    def stop(self) -> None:
        """Have `read` end soon; whatever it has found is worth nothing then."""
        self._stopped = True

    def read(self) -> None:
        """Add all results that were not added yet, and find which ratings should be others."""
        before, self._state = self._state, self._reading.begin()
        try:
            if before == self._state:
                return
            if before is None:
                self._begin()
            elif before[1] != self._state[1]:
                self._spoilt = True
                return
            for result in self._reading.results_of(self._people, 0 if before is None else before[0]):
                if self._stopped:
                    return
                self._book.add(self._as_amended(result))
            if self._ladder is None:
                return
            users: set[int] = set()
            for outcome in self._reading.outcomes(self._last_rated):
                if self._stopped:
                    return
                self._rate(outcome)
                if before is not None:
                    users |= outcome.users
            if before is not None:
                self._kept.update(self._reading.of(users, self._scopes))
        finally:
            self._reading.end()
        self._compare(None if before is None else users)

    def _begin(self) -> None:
        """Begin with the state before all that must be added."""
        self._result = self._reading.result(self._result.id)
        self._people = concerned(self._result)
        self._book = Book(self._reading.gone(), only=self._people)
        amended = self._as_amended(self._result)
        if self._result.counts != amended.counts or _game(self._result) != _game(amended):
            self._begin_ladder()

    def _begin_ladder(self) -> None:
        """Begin with the ratings before the result's season, before the first where those of all time aren't known."""
        first = self._season
        ever: dict[StandingKey, Standing] = {}
        known: set[tuple[str, int]] = set()
        for place, rating in self._reading.since(first, self._scopes):
            self._kept[place] = rating
            season_id, scope, user_id = place
            if season_id == ALL_TIME:
                # Of those who haven't played since, it is as it was.
                ever[place] = rated_standing(place, rating)
            elif not rating.began:
                first = ALL_TIME
                break
            elif (scope, user_id) not in known:
                known.add((scope, user_id))
                began = ALL_TIME, scope, user_id
                ever[began] = begun_standing(began, rating)
        if first == ALL_TIME:
            self._kept.update(self._reading.since(ALL_TIME, self._scopes))
            ever.clear()
        self._ladder = Ladder(ever.values(), self._reading.before(first, self._scopes), self._scopes)
        self._current = first
        self._last_rated = self._reading.last_before(first)

    def _as_amended(self, result: Result) -> Result:
        return replace(result, amendment=self._amendment) if result.id == self._result.id else result

    def _rate(self, outcome: PlainGame | GameOutcome) -> None:
        assert self._ladder is not None
        self._last_rated = outcome.id
        if outcome.season_id is None:
            return
        if outcome.season_id != self._current:
            self._ended += self._ladder.end_season(self._current)
            self._current = outcome.season_id
        self._ladder.add(self._as_amended(self._result) if outcome.id == self._result.id else outcome)

    def _compare(self, users: Collection[int] | None) -> None:
        """Find which ratings of those people, None for all, are kept otherwise."""
        assert self._ladder is not None
        whole = set(self._whole)
        for climb in chain(self._ended, self._ladder.climbs()):
            place = climb.place
            if place in whole:
                self._own[place] = climb
            elif place in self._kept and (users is None or place[2] in users):
                rating = climb.rating
                if rating != self._kept[place]:
                    self._changed[place] = rating
                else:
                    self._changed.pop(place, None)

    @property
    def _whole(self) -> list[StandingKey]:
        """Where the people of the result stand by it."""
        seasons = (self._season, ALL_TIME)
        return [(season, scope, user) for season in seasons for scope in self._scopes for user in sorted(self._people)]

    async def apply(self, tx: Transaction) -> bool:
        """Store what was found, and what later results have changed since. Return False and store nothing if that isn't known."""
        assert self._state is not None
        last, version = await self._standings.state(tx, self._guild_id)
        if self._spoilt or version != self._state[1]:
            return False
        if last != self._state[0]:
            late = await self._results.since(tx, self._guild_id, self._state[0])
            users = {person.user_id for result in late for person in result.people}
            if self._ladder is not None:
                self._kept.update(await self._standings.ratings(tx, self._guild_id, self._scopes, users))
            await asyncio.to_thread(self._catch_up, late, users)
        await self._standings.set_ratings(tx, self._guild_id, self._changed)
        await self._store_people(tx)
        return True

    def _catch_up(self, late: Sequence[Result], users: Collection[int]) -> None:
        for result in late:
            if any(person.user_id in self._people for person in result.people):
                self._book.add(self._as_amended(result))
            if self._ladder is not None:
                self._rate(result)
        if self._ladder is not None:
            self._compare(users)

    async def _store_people(self, tx: Transaction) -> None:
        """Store the standings and meetings of the result's people as a whole."""
        seasons, places = (self._season, ALL_TIME), self._whole
        standings = {place: self._book.standings[place] for place in places if place in self._book.standings}
        if self._ladder is None:
            for kept in await self._standings.of(tx, self._guild_id, seasons, self._scopes, self._people):
                Climb.of(kept).write(standings[kept.season_id, kept.scope, kept.user_id])
        else:
            for place, one in standings.items():
                self._own[place].write(one)
        pairs = [(season, *pair) for season in seasons for pair in permutations(sorted(self._people), 2)]
        meetings = [self._book.meetings[pair] for pair in pairs if pair in self._book.meetings]
        await self._standings.take_out(tx, self._guild_id, places, pairs)
        await self._standings.put(tx, self._guild_id, standings.values(), meetings)


@asynccontextmanager
async def _working(database: Database, result: Result, amendment: Amendment | None) -> AsyncIterator[_Work]:
    async with database.side() as side:
        yield _Work(database, side, result, amendment)


async def _read(database: Database, work: _Work) -> None:
    await database.read_beside(work.read, work.stop)


def _game(result: Result) -> Lineup | None:
    return lineup(result) if result.standing is None else None
