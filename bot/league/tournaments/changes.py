"""How every change of a tournament is made: under its lock, in one transaction, with a new version."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from weakref import WeakValueDictionary

from bot.data.tournaments import Tournament, TournamentStage
from bot.league.tournaments.errors import NoSuchTournament, WrongStage
from bot.league.tournaments.state import TournamentState
from bot.store.database import Database, Transaction
from bot.store.tournaments import TournamentStore


class TournamentChanges:
    """The common part of the services that change tournaments: `stored` tournaments, one lock for each, transactions,
    versions."""

    def __init__(self, database: Database, clock: Callable[[], int]) -> None:
        """Change the tournaments of `database`. `clock` gives whole seconds UTC."""
        self.database = database
        self.stored = TournamentStore(database)
        self.now = clock
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def state(self, tournament_id: int, tx: Transaction | None = None) -> TournamentState:
        """Return the state of a tournament. Raises `NoSuchTournament`."""
        tournament = await self.stored.get(tournament_id, tx)
        if tournament is None:
            raise NoSuchTournament
        matches = tuple(await self.stored.matches(tournament_id, tx))
        rounds = tuple(await self.stored.rounds(tournament_id, tx))
        amended = tuple(await self.stored.amended(tournament_id, tx))
        return TournamentState.of(tournament, rounds, matches, amended)

    @asynccontextmanager
    async def changing(
        self, tournament_id: int, *allowed: TournamentStage
    ) -> AsyncIterator[tuple[Transaction, TournamentState]]:
        """Lock a tournament and yield the transaction of a change, and the state before it.

        Raises `NoSuchTournament`, and `WrongStage` unless its status is among those `allowed` (none named: any is).
        """
        async with (
            self._locks.setdefault(tournament_id, asyncio.Lock()),
            self.database.transaction() as tx,
        ):
            await self.hold(tx, tournament_id)
            state = await self.state(tournament_id, tx)
            if allowed and state.tournament.status not in allowed:
                raise WrongStage(state.tournament.status)
            yield tx, state

    async def hold(self, tx: Transaction, tournament_id: int) -> None:
        """Wait until no other transaction changes a tournament. Ids of servers, which are held too, are above 0."""
        await tx.hold(-tournament_id)

    async def save(self, tx: Transaction, tournament: Tournament) -> Tournament:
        """Store a tournament at its next version, and return it."""
        after = replace(tournament, version=tournament.version + 1)
        await self.stored.save(tx, after)
        return after

    async def touch(self, tx: Transaction, tournament_id: int) -> None:
        """Give a tournament its next version, as something about its matches has changed."""
        tournament = await self.stored.get(tournament_id, tx)
        if tournament is not None:
            await self.save(tx, tournament)
