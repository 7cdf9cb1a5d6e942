"""The course of tournaments: start, one round after another, and the end."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from bot.data.tournaments import Match, Round, Team, Tournament, TournamentKind, TournamentStage
from bot.league.tournaments.changes import TournamentChanges
from bot.league.tournaments.entries import MOST_ENTRIES
from bot.league.tournaments.errors import NobodyPlays, StillOn, TooFew, WrongStage
from bot.league.tournaments.matches import Fixture
from bot.league.tournaments.pairing import pairings
from bot.league.tournaments.state import TournamentState, as_entry, outcomes, scale, usual_rounds
from bot.store.avoid import AvoidStore
from bot.tables import Tables

#: The most draws of which the first is taken that has nobody meet somebody whom they avoid; else the last.
_DRAWS = 12


class TournamentRounds:
    """The rounds of the tournaments of one database."""

    def __init__(self, changes: TournamentChanges, tables: Tables, chance: random.Random) -> None:
        """`chance` draws the order of entries."""
        self._changes = changes
        self._series = tables.series
        self._avoid = AvoidStore(changes.database)
        self._chance = chance

    async def start(
        self,
        tournament_id: int,
        *,
        seeds: Mapping[int, int] | None = None,
        absent: Collection[int] = (),
        due_at: int | None = None,
    ) -> TournamentState:
        """Begin with the first round. `seeds` orders entries (by their numbers); the others are drawn after them.

        Entries that still wait for a yes, or with one of the people who are `absent`, aren't paired. `due_at` is the time
        at which it is to start by itself (None: somebody starts it). Raises `WrongStage`, also if it is to start at
        another time by now, `TooFew`, `NobodyPlays`.
        """
        while True:
            state = await self._changes.state(tournament_id)
            tournament = state.tournament
            if tournament.status is not TournamentStage.OPEN or (due_at is not None and tournament.starts_at != due_at):
                raise WrongStage(tournament.status)
            if len(playing := _playing(tournament, 1, absent)) < (2 if due_at is None else tournament.least):
                raise TooFew
            if not any(team.people for team in playing):
                raise NobodyPlays
            last = (
                tournament.rounds
                if tournament.rounds or tournament.kind is TournamentKind.ROUND_ROBIN
                else usual_rounds(tournament)
            )
            tournament = replace(tournament, status=TournamentStage.RUNNING, rounds=last)
            if await self._begin(await self._drawn(replace(state, tournament=tournament), seeds, absent), 1, absent):
                return await self._changes.state(tournament_id)

    async def _drawn(
        self, state: TournamentState, seeds: Mapping[int, int] | None, absent: Collection[int]
    ) -> TournamentState:
        """Return a tournament with its entries in an order that is drawn, as far as `seeds` leave it to chance."""
        tournament, apart = state.tournament, await self._apart(state)
        for _each in range(_DRAWS):
            order = [team.entry for team in tournament.teams]
            self._chance.shuffle(order)
            if seeds is not None:
                order.sort(key=lambda entry: seeds.get(entry, MOST_ENTRIES))
            teams = tuple(replace(team, seed=order.index(team.entry) + 1) for team in tournament.teams)
            state = replace(state, tournament=replace(tournament, teams=teams))
            if not apart:
                break
            first = await asyncio.to_thread(_pair, state, 1, absent, apart)
            if not any(frozenset(fixture.sides) in apart for fixture in first):
                break
        return state

    async def _apart(self, state: TournamentState) -> set[frozenset[int]]:
        """Return the pairs of entries of which somebody in one avoids somebody in the other, where pairings leave a choice."""
        if state.tournament.kind is TournamentKind.ROUND_ROBIN:
            return set()
        entry_of = {user_id: team.entry for team in state.tournament.teams for user_id in team.people}
        pairs = await self._avoid.pairs([*entry_of]) if entry_of else ()
        return {entries for pair in pairs if len(entries := frozenset(entry_of[one] for one in pair)) == 2}

    async def start_on_time(self, tournament_id: int, absent: Collection[int] = ()) -> None:
        """Begin with the first round if it is time for that; with too few entries, leave it to the organiser."""
        tournament, now = (await self._changes.state(tournament_id)).tournament, self._changes.now()
        if not starts(tournament, now):
            return
        try:
            await self.start(tournament_id, absent=absent, due_at=tournament.starts_at)
        except (TooFew, NobodyPlays):
            async with self._changes.changing(tournament_id) as (tx, state):
                # If it has changed, enough may have entered.
                if state.tournament.version == tournament.version:
                    await self._changes.save(tx, replace(tournament, starts_at=None, missed_at=tournament.starts_at))
        except WrongStage:
            # Somebody was quicker.
            pass

    async def put_off(self, tournament_id: int, seconds: int) -> Tournament:
        """Have a tournament with too few entries start so much later, counted from when it was to start or from now.

        It is counted from now only if that time would have passed. Raises `WrongStage`, `StillOn`.
        """
        async with self._changes.changing(tournament_id, TournamentStage.OPEN) as (tx, state):
            tournament, now = state.tournament, self._changes.now()
            if tournament.missed_at is None:
                raise StillOn
            later = tournament.missed_at + seconds
            at = later if later > now else now + seconds
            return await self._changes.save(tx, replace(tournament, starts_at=at, missed_at=None))

    async def advance(self, tournament_id: int, absent: Collection[int] = ()) -> bool:
        """Go on to the next round that has a match, or end, if all matches of the present one are over.

        Entries with one of the people who are `absent` aren't paired. Return whether it was done.
        """
        while is_over(state := await self._changes.state(tournament_id)):
            tournament = state.tournament
            number = _next(state, absent)
            if number is not None:
                if await self._begin(state, number, absent):
                    return True
                continue
            async with self._changes.changing(tournament_id, TournamentStage.RUNNING) as (tx, now):
                if now.tournament.version == tournament.version:
                    ended_at = self._changes.now()
                    await self._changes.stored.end_round(tx, tournament.id, tournament.round, ended_at)
                    await self._changes.save(
                        tx, replace(tournament, status=TournamentStage.FINISHED, ended_at=ended_at)
                    )
                    return True
        return False

    async def extend(self, tournament_id: int, ends_at: int | None) -> Tournament:
        """Set when the present round ends at the latest. Raises `WrongStage`."""
        async with self._changes.changing(tournament_id, TournamentStage.RUNNING) as (tx, state):
            await self._changes.stored.extend(tx, tournament_id, state.tournament.round, ends_at)
            return await self._changes.save(tx, state.tournament)

    async def open_packs(self, number: Round) -> None:
        """Let everything be shown that was dealt in a round that is over."""
        if number.series is not None:
            await self._series.open(number.series)

    async def note_post(self, tournament_id: int, number: int, which: str, message_id: int) -> None:
        """Note which message announced a round's `pairings` or `standings`; 0 where none could be posted."""
        await self._changes.stored.told(tournament_id, number, which, message_id)

    async def _begin(self, state: TournamentState, number: int, absent: Collection[int]) -> bool:
        """Store a round that begins. Return False and store nothing if its tournament has changed since it was read.

        Pairing many entries takes a while, so it is done before the transaction.
        """
        tournament = state.tournament
        paired = await asyncio.to_thread(_pair, state, number, absent, await self._apart(state))
        series = await self._series.begin() if tournament.same_packs else None
        async with self._changes.changing(tournament.id, TournamentStage.OPEN, TournamentStage.RUNNING) as (tx, before):
            if before.tournament.version != tournament.version:
                return False
            now = self._changes.now()
            if tournament.round:
                await self._changes.stored.end_round(tx, tournament.id, tournament.round, now)
            ends_at = None if tournament.seconds is None else now + tournament.seconds
            matches = [_match(fixture, place, now) for place, fixture in enumerate(_listed(state, paired), 1)]
            await self._changes.stored.add_round(tx, tournament.id, Round(number, now, ends_at, series=series), matches)
            await self._changes.save(tx, replace(tournament, round=number))
        return True


def _pair(
    state: TournamentState, number: int, absent: Collection[int], apart: Collection[frozenset[int]] = ()
) -> list[Fixture]:
    """Return the matches of a round, without the entries of which one of the people is absent.

    Entries that are to be kept `apart` don't meet where the format leaves a choice.
    """
    tournament = state.tournament
    entries, played = [as_entry(team) for team in tournament.teams], outcomes(state.matches)
    gone = {team.entry for team in tournament.teams if set(team.people) & set(absent)}
    if tournament.kind is not TournamentKind.ROUND_ROBIN:
        there = [replace(each, left=number - 1) if each.id in gone else each for each in entries]
        return pairings(tournament.kind, there, played, number, scale(tournament), state.last, apart)
    # In a round robin everybody keeps their place, and whoever would have met them sits out.
    found = pairings(tournament.kind, entries, played, number, scale(tournament))
    there_ids = [[side for side in fixture.sides if side not in gone] for fixture in found]
    matches = [Fixture(number, sides[0], sides[1] if len(sides) == 2 else None) for sides in there_ids if sides]
    return sorted(matches, key=lambda fixture: fixture.second is None)


def _listed(state: TournamentState, paired: Sequence[Fixture]) -> list[Fixture]:
    """Return the matches of a round in the order in which they are listed: those of the leaders first, byes last."""
    places = {each.entry: place for place, each in enumerate(state.standings)}
    return sorted(
        paired, key=lambda fixture: (fixture.second is None, min(places.get(side, 0) for side in fixture.sides))
    )


def _match(fixture: Fixture, number: int, now: int) -> Match:
    if fixture.second is None:
        return Match(fixture.round, fixture.first, None)
    return Match(fixture.round, fixture.first, fixture.second, stopped_at=now, number=number)


def _playing(tournament: Tournament, number: int, absent: Collection[int]) -> list[Team]:
    """Return the entries that are paired in a round."""
    return [
        team for team in tournament.teams if as_entry(team).takes_part(number) and not set(team.people) & set(absent)
    ]


def _next(state: TournamentState, absent: Collection[int]) -> int | None:
    """Return the number of the next round that has a match, None if there is none or no person takes part any more.

    Only a round robin can have rounds without one, as its pairings are known from the start.
    """
    tournament = state.tournament
    for number in range(tournament.round + 1, state.last + 1):
        playing = _playing(tournament, number, absent)
        people = any(team.people for team in playing)
        if tournament.kind is not TournamentKind.ROUND_ROBIN:
            return number if people and len(playing) > 1 else None
        if people and any(fixture.second is not None for fixture in _pair(state, number, absent)):
            return number
    return None


def starts(tournament: Tournament, now: int) -> bool:
    """Return whether it is time for a tournament to start by itself; `now` is seconds UTC."""
    return (
        tournament.status is TournamentStage.OPEN and tournament.starts_at is not None and tournament.starts_at <= now
    )


def is_over(state: TournamentState) -> bool:
    """Return whether all matches of the round that is played are over."""
    running = state.tournament.status is TournamentStage.RUNNING
    return running and all(match.played is not None for match in state.of_round(state.tournament.round))
