"""The course of tournaments: start, one round after another, and the end."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Collection, Mapping
from dataclasses import replace

from bot.league.tournaments.changes import Changes
from bot.league.tournaments.entries import MOST_ENTRIES
from bot.league.tournaments.errors import TooFew, WrongProgress
from bot.league.tournaments.matches import Match
from bot.league.tournaments.pairing import Kind, pairings
from bot.league.tournaments.state import TournamentState, as_entry, outcomes, scale, usual_rounds
from bot.store.tournaments import Meet, Progress, Round, Team, Tournament
from bot.tables import Tables


class Rounds:
    """The rounds of the tournaments of one database."""

    def __init__(self, changes: Changes, tables: Tables, chance: random.Random) -> None:
        """`chance` draws the order of entries."""
        self._changes = changes
        self._series = tables.series
        self._chance = chance

    async def start(
        self, tournament_id: int, *, seeds: Mapping[int, int] | None = None, absent: Collection[int] = ()
    ) -> TournamentState:
        """Begin with the first round. `seeds` orders entries (by their numbers); the others are drawn after them.

        Entries that still wait for a yes, or with one of the people who are `absent`, aren't paired. Raises
        `WrongProgress`, `TooFew`.
        """
        while True:
            state = await self._changes.state(tournament_id)
            one = state.tournament
            if one.status is not Progress.OPEN:
                raise WrongProgress(one.status)
            if len(_playing(one, absent)) < 2:
                raise TooFew
            order = [team.entry for team in one.teams]
            self._chance.shuffle(order)
            if seeds is not None:
                order.sort(key=lambda entry: seeds.get(entry, MOST_ENTRIES))
            teams = tuple(replace(team, seed=order.index(team.entry) + 1) for team in one.teams)
            last = one.rounds if one.rounds or Kind(one.kind) is Kind.ROUND_ROBIN else usual_rounds(one)
            one = replace(one, status=Progress.RUNNING, teams=teams, rounds=last)
            if await self._begin(replace(state, tournament=one), absent):
                return await self._changes.state(tournament_id)

    async def advance(self, tournament_id: int, absent: Collection[int] = ()) -> bool:
        """Go on to the next round, or end, if all matches of the present one are over. Return whether it was done.

        Entries with one of the people who are `absent` aren't paired.
        """
        while is_over(state := await self._changes.state(tournament_id)):
            one = state.tournament
            if one.round < state.last and len(_playing(one, absent)) > 1:
                if await self._begin(state, absent):
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

    async def _begin(self, state: TournamentState, absent: Collection[int]) -> bool:
        """Store the next round of a tournament. Return False and store nothing if it has changed since it was read.

        Pairing many entries takes a while, so it is done before the transaction.
        """
        one, number = state.tournament, state.tournament.round + 1
        paired = await asyncio.to_thread(_pair, one, state, absent)
        series = await self._series.begin() if one.same_packs else None
        async with self._changes.changing(one.id, Progress.OPEN, Progress.RUNNING) as (tx, before):
            if before.tournament.version != one.version:
                return False
            now = self._changes.now()
            if one.round:
                await self._changes.stored.end_round(tx, one.id, one.round, now)
            ends_at = None if one.seconds is None else now + one.seconds
            matches = [
                Meet(number, match.first, match.second, stopped_at=None if match.second is None else now)
                for match in paired
            ]
            await self._changes.stored.add_round(tx, one.id, Round(number, now, ends_at, series=series), matches)
            await self._changes.save(tx, replace(one, round=number))
        return True


def _pair(one: Tournament, state: TournamentState, absent: Collection[int]) -> list[Match]:
    """Return the matches of the next round, without the entries of which one of the people is absent."""
    number, kind = one.round + 1, Kind(one.kind)
    entries, played = [as_entry(team) for team in one.teams], outcomes(state.matches)
    gone = {team.entry for team in one.teams if set(team.people) & set(absent)}
    if kind is not Kind.ROUND_ROBIN:
        there = [replace(each, left=number - 1) if each.id in gone else each for each in entries]
        return pairings(kind, there, played, number, scale(one))
    # In a round robin everybody keeps their place, and whoever would have met them sits out.
    found = pairings(kind, entries, played, number, scale(one))
    there_ids = [[side for side in match.sides if side not in gone] for match in found]
    matches = [Match(number, sides[0], sides[1] if len(sides) == 2 else None) for sides in there_ids if sides]
    return sorted(matches, key=lambda match: match.second is None)


def _playing(one: Tournament, absent: Collection[int]) -> list[Team]:
    """Return the entries that are paired in the next round."""
    number = one.round + 1
    return [team for team in one.teams if as_entry(team).takes_part(number) and not set(team.people) & set(absent)]


def is_over(state: TournamentState) -> bool:
    """Return whether all matches of the round that is played are over."""
    running = state.tournament.status is Progress.RUNNING
    return running and all(match.played is not None for match in state.of_round(state.tournament.round))
