"""The course of tournaments: start, one round after another, and the end."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Mapping
from dataclasses import replace

from bot.league.tournaments.changes import Changes
from bot.league.tournaments.entries import MOST_ENTRIES
from bot.league.tournaments.errors import NotAgreed, TooFew, WrongProgress
from bot.league.tournaments.pairing import Kind, pairings
from bot.league.tournaments.state import TournamentState, as_entry, outcomes, scale, usual_rounds
from bot.store.tournaments import Meet, Progress, Round, Tournament
from bot.tables import Tables


class Rounds:
    """The rounds of the tournaments of one database."""

    def __init__(self, changes: Changes, tables: Tables, chance: random.Random) -> None:
        """`chance` draws the order of entries."""
        self._changes = changes
        self._series = tables.series
        self._chance = chance

    async def start(self, tournament_id: int, *, seeds: Mapping[int, int] | None = None) -> TournamentState:
        """Begin with the first round. `seeds` orders entries (by their numbers); the others are drawn after them.

        Raises `WrongProgress`, `TooFew`, `NotAgreed`.
        """
        while True:
            state = await self._changes.state(tournament_id)
            one = state.tournament
            if one.status is not Progress.OPEN:
                raise WrongProgress(one.status)
            if missing := [player.name for team in one.teams for player in team.players if not player.agreed]:
                raise NotAgreed(missing)
            if len(one.teams) < 2:
                raise TooFew
            order = [team.entry for team in one.teams]
            self._chance.shuffle(order)
            if seeds is not None:
                order.sort(key=lambda entry: seeds.get(entry, MOST_ENTRIES))
            teams = tuple(replace(team, seed=order.index(team.entry) + 1) for team in one.teams)
            last = one.rounds if one.rounds or Kind(one.kind) is Kind.ROUND_ROBIN else usual_rounds(one)
            one = replace(one, status=Progress.RUNNING, teams=teams, rounds=last)
            if await self._begin(replace(state, tournament=one)):
                return await self._changes.state(tournament_id)

    async def advance(self, tournament_id: int) -> bool:
        """Go on to the next round, or end, if all matches of the present one are over. Return whether it was done."""
        while _over(state := await self._changes.state(tournament_id)):
            one = state.tournament
            playing = [team for team in one.teams if as_entry(team).takes_part(one.round + 1)]
            if one.round < state.last and len(playing) > 1:
                if await self._begin(state):
                    return True
                continue
            async with self._changes.changing(tournament_id, Progress.RUNNING) as (tx, now):
                if now.tournament.version == one.version:
                    ended_at = self._changes.now()
                    await self._changes.stored.end_round(tx, one.id, one.round, ended_at)
                    await self._changes.save(tx, replace(one, status=Progress.FINISHED, ended_at=ended_at))
                    return True
        return False

    async def extend(self, tournament_id: int, ends_at: int | None) -> Tournament:
        """Set when the present round ends at the latest. Raises `WrongProgress`."""
        async with self._changes.changing(tournament_id, Progress.RUNNING) as (tx, state):
            await self._changes.stored.extend(tx, tournament_id, state.tournament.round, ends_at)
            return await self._changes.save(tx, state.tournament)

    async def open_packs(self, number: Round) -> None:
        """Let everything be shown that was dealt in a round that is over."""
        if number.series is not None:
            await self._series.open(number.series)

    async def note_post(self, tournament_id: int, number: int, which: str, message_id: int) -> None:
        """Note which message announced a round's `pairings` or `standings`; 0 where none could be posted."""
        await self._changes.stored.told(tournament_id, number, which, message_id)

    async def _begin(self, state: TournamentState) -> bool:
        """Store the next round of a tournament. Return False and store nothing if it has changed since it was read.

        Pairing many entries takes a while, so it is done before the transaction.
        """
        one, number = state.tournament, state.tournament.round + 1
        entries, played = [as_entry(team) for team in one.teams], outcomes(state.matches)
        paired = await asyncio.to_thread(pairings, Kind(one.kind), entries, played, number, scale(one))
        series = await self._series.begin() if one.same_packs else None
        async with self._changes.changing(one.id, Progress.OPEN, Progress.RUNNING) as (tx, before):
            if before.tournament.version != one.version:
                return False
            now = self._changes.now()
            if one.round:
                await self._changes.stored.end_round(tx, one.id, one.round, now)
            ends_at = None if one.seconds is None else now + one.seconds
            matches = [Meet(number, match.first, match.second) for match in paired]
            await self._changes.stored.add_round(tx, one.id, Round(number, now, ends_at, series=series), matches)
            await self._changes.save(tx, replace(one, round=number))
        return True


def _over(state: TournamentState) -> bool:
    """Return whether all matches of the round that is played are over."""
    running = state.tournament.status is Progress.RUNNING
    return running and all(match.played is not None for match in state.of_round(state.tournament.round))
