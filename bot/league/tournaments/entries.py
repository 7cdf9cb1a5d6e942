"""The entries of tournaments: players and pairs sign up, agree, withdraw, and are replaced."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from bot.league.tournaments.changes import Changes
from bot.league.tournaments.errors import EnteredAlready, Full, NoSuchEntry, WrongNumber
from bot.league.tournaments.pairing import Kind, NoPlaceLeft, pairings
from bot.league.tournaments.state import as_entry, scale, team_numbered
from bot.store.tournaments import Player, Progress, Team, Tournament
from bot.tables import rules_for

#: The most entries that take part.
MOST_ENTRIES = 64


class Entries:
    """The entries of the tournaments of one database."""

    def __init__(self, changes: Changes) -> None:
        self._changes = changes

    async def size(self, one: Tournament) -> int:
        """Return how many players an entry has."""
        rules = await asyncio.to_thread(rules_for, one.variant, one.layout, one.house)
        return rules.seats // 2

    async def enter(self, tournament_id: int, players: Sequence[Player]) -> Tournament:
        """Let an entry in: while people sign up, or late, from the next round on.

        Raises `WrongProgress`, `WrongNumber`, `EnteredAlready`, `Full`.
        """
        async with self._changes.changing(tournament_id, Progress.OPEN, Progress.RUNNING) as (tx, state):
            one = state.tournament
            wanted = await self.size(one)
            if len(players) != wanted:
                raise WrongNumber(wanted)
            for player in players:
                if player.user_id is not None and one.team_of(player.user_id) is not None:
                    raise EnteredAlready(player.name)
            people = [player.user_id for player in players if player.user_id is not None]
            if len(set(people)) != len(people):
                raise EnteredAlready(players[0].name)
            entry = 1 + max((team.entry for team in one.teams), default=0)
            late = one.status is Progress.RUNNING
            if len(one.teams) >= MOST_ENTRIES or (late and one.round >= state.last):
                raise Full
            team = Team(entry, tuple(players), entry if late else None, one.round + 1 if late else 1)
            if late and Kind(one.kind) is Kind.ROUND_ROBIN:
                entries = [as_entry(other) for other in (*one.teams, team)]
                try:
                    pairings(Kind.ROUND_ROBIN, entries, [], one.round + 1, scale(one))
                except NoPlaceLeft:
                    raise Full from None
            return await self._changes.save(tx, replace(one, teams=(*one.teams, team)))

    async def agree(self, tournament_id: int, user_id: int) -> Tournament:
        """Note that somebody who was asked to join as a partner says yes. Raises `WrongProgress`, `NoSuchEntry`."""
        async with self._changes.changing(tournament_id, Progress.OPEN, Progress.RUNNING) as (tx, state):
            team = state.tournament.team_of(user_id)
            if team is None:
                raise NoSuchEntry
            players = tuple(replace(one, agreed=True) if one.user_id == user_id else one for one in team.players)
            return await self._changes.save(tx, _with(state.tournament, replace(team, players=players)))

    async def withdraw(self, tournament_id: int, entry: int) -> Tournament:
        """Let an entry go: before the start completely, later after the present round.

        Raises `WrongProgress`, `NoSuchEntry`.
        """
        async with self._changes.changing(tournament_id, Progress.OPEN, Progress.RUNNING) as (tx, state):
            one, team = state.tournament, team_numbered(state.tournament, entry)
            if one.status is Progress.OPEN:
                teams = tuple(other for other in one.teams if other.entry != entry)
                return await self._changes.save(tx, replace(one, teams=teams))
            left = min(team.left or one.round, one.round)
            return await self._changes.save(tx, _with(one, replace(team, left=left)))

    async def substitute(self, tournament_id: int, entry: int, place: int, newcomer: Player) -> Tournament:
        """Put somebody else in a place (from 0) of an entry, which keeps its results. Its table is not touched.

        Raises `WrongProgress`, `NoSuchEntry`, `EnteredAlready`.
        """
        async with self._changes.changing(tournament_id, Progress.OPEN, Progress.RUNNING) as (tx, state):
            one, team = state.tournament, team_numbered(state.tournament, entry)
            if not 0 <= place < len(team.players):
                raise NoSuchEntry
            if newcomer.user_id is not None and one.team_of(newcomer.user_id) is not None:
                raise EnteredAlready(newcomer.name)
            players = (*team.players[:place], newcomer, *team.players[place + 1 :])
            return await self._changes.save(tx, _with(one, replace(team, players=players)))


def _with(one: Tournament, team: Team) -> Tournament:
    return replace(one, teams=tuple(team if other.entry == team.entry else other for other in one.teams))
