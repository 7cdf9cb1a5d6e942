"""The entries of tournaments: players and pairs sign up, agree, withdraw, and are replaced."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import replace

from bot.data.tournaments import Player, Team, Tournament, TournamentKind, TournamentStage
from bot.league.tournaments.changes import TournamentChanges
from bot.league.tournaments.errors import (
    EnteredAlready,
    Full,
    LeftBefore,
    NoSuchEntry,
    NotAsked,
    StillIn,
    WrongNumber,
)
from bot.league.tournaments.pairing import NoPlaceLeft, pairings
from bot.league.tournaments.state import TournamentState, as_entry, scale, team_numbered
from bot.store.database import Transaction
from bot.tables import rules_for

#: The most entries that take part.
MOST_ENTRIES = 64


class Entries:
    """The entries of the tournaments of one database."""

    def __init__(self, changes: TournamentChanges) -> None:
        self._changes = changes

    async def size(self, tournament: Tournament) -> int:
        """Return how many players an entry has."""
        rules = await asyncio.to_thread(rules_for, tournament.variant, tournament.layout, tournament.house)
        return rules.seats // 2

    async def enter(self, tournament_id: int, players: Sequence[Player]) -> Tournament:
        """Let an entry in: while people sign up, or late, from the next round on.

        An entry that has left, and of which these are the players, comes back. Raises `WrongStage`, `WrongNumber`,
        `EnteredAlready`, `LeftBefore`, `Full`.
        """
        async with self._changes.changing(tournament_id, TournamentStage.OPEN, TournamentStage.RUNNING) as (tx, state):
            tournament = state.tournament
            people = [player.user_id for player in players if player.user_id is not None]
            old = _left_by(tournament, people)
            if old is not None:
                return await self._changes.save(tx, _with(tournament, _back(tournament, old)))
            return await self._changes.save(tx, _entered(state, players, await self.size(tournament)))

    async def seek(
        self, tournament_id: int, seeker: Player, absent: Collection[int] = ()
    ) -> tuple[Tournament, tuple[Player, ...]]:
        """Find partners for somebody: those who have looked for one longest, who then have to say yes.

        Return them, none if too few are looking: then this person looks too. People who are `absent` don't look any
        more. Raises `WrongStage`, `WrongNumber` where everybody plays alone, `EnteredAlready`, `Full`.
        """
        async with self._changes.changing(tournament_id, TournamentStage.OPEN) as (tx, state):
            tournament = state.tournament
            if (size := await self.size(tournament)) < 2:
                raise WrongNumber(size)
            _check_free(state, seeker)
            others = tuple(
                each for each in tournament.seekers if each.user_id not in absent and each.user_id != seeker.user_id
            )
            before = replace(state, tournament=replace(tournament, seekers=others))
            if len(others) < size - 1:
                waiting = replace(tournament, seekers=(*others, seeker))
                return await self._changes.save(tx, waiting), ()
            partners = tuple(replace(each, agreed=False) for each in others[: size - 1])
            return await self._changes.save(tx, _entered(before, [seeker, *partners], size)), partners

    async def stop_seeking(self, tournament_id: int, users: Collection[int]) -> Tournament:
        """Have some people not look for a partner any more."""
        async with self._changes.changing(tournament_id) as (tx, state):
            tournament = _without_seekers(state.tournament, users)
            return tournament if tournament == state.tournament else await self._changes.save(tx, tournament)

    async def agree(self, tournament_id: int, user_id: int, by: int | None = None) -> Tournament:
        """Note that somebody who was asked to join as a partner, by the person `by` (None: whoever), says yes.

        An entry that is complete by that after the start plays from the next round on. Raises `WrongStage`,
        `NoSuchEntry`, `NotAsked`, `Full`.
        """
        async with self._changes.changing(tournament_id, TournamentStage.OPEN, TournamentStage.RUNNING) as (tx, state):
            tournament, team = state.tournament, _asked(state.tournament, user_id, by)
            players = tuple(replace(each, agreed=True) if each.user_id == user_id else each for each in team.players)
            team = replace(team, players=players)
            if tournament.status is TournamentStage.RUNNING:
                team = replace(team, seed=team.seed or team.entry, joined=tournament.round + 1)
                _check_room(state, team)
            return await self._changes.save(tx, _with(tournament, team))

    async def refuse(self, tournament_id: int, user_id: int, by: int) -> Team:
        """Take an entry out, as somebody whom the person `by` asked to join as a partner says no. Return what it was.

        Raises `WrongStage`, `NoSuchEntry`, `NotAsked`.
        """
        async with self._changes.changing(tournament_id, TournamentStage.OPEN, TournamentStage.RUNNING) as (tx, state):
            team = _asked(state.tournament, user_id, by)
            await self._changes.save(tx, _without(state.tournament, team.entry))
            return team

    async def withdraw(self, tournament_id: int, entry: int) -> Tournament:
        """Let an entry go: completely if it has never been paired, later after the present round.

        Raises `WrongStage`, `NoSuchEntry`, `LeftBefore`.
        """
        async with self._changes.changing(tournament_id, TournamentStage.OPEN, TournamentStage.RUNNING) as (tx, state):
            tournament, team = state.tournament, team_numbered(state.tournament, entry)
            if team.left is not None:
                raise LeftBefore(back=can_come_back(tournament, team))
            if tournament.status is TournamentStage.OPEN or not _has_met(state, entry):
                return await self._changes.save(tx, _without(tournament, entry))
            return await self._changes.save(tx, _with(tournament, replace(team, left=tournament.round)))

    async def come_back(self, tournament_id: int, entry: int) -> Tournament:
        """Let an entry that has left play on, until the next round is paired.

        Raises `WrongStage`, `NoSuchEntry`, `StillIn`, `LeftBefore`, `EnteredAlready`.
        """
        async with self._changes.changing(tournament_id, TournamentStage.OPEN, TournamentStage.RUNNING) as (tx, state):
            tournament, team = state.tournament, team_numbered(state.tournament, entry)
            return await self._changes.save(tx, _with(tournament, _back(tournament, team)))

    async def substitute(
        self,
        tournament_id: int,
        entry: int,
        place: int,
        newcomer: Player,
        along: Callable[[Transaction], Awaitable[None]],
    ) -> Tournament:
        """Put somebody else in a place (from 0) of an entry, which keeps its results. Its table is not touched.

        `along` is called inside the transaction. Raises `WrongStage`, `NoSuchEntry`, `LeftBefore`, `EnteredAlready`.
        """
        async with self._changes.changing(tournament_id, TournamentStage.OPEN, TournamentStage.RUNNING) as (tx, state):
            await along(tx)
            tournament, team = check_substitute(state, entry, place, newcomer)
            players = (*team.players[:place], newcomer, *team.players[place + 1 :])
            tournament = _without_seekers(tournament, [newcomer.user_id])
            return await self._changes.save(tx, _with(tournament, replace(team, players=players)))

    async def note_question(self, tournament_id: int, message_id: int, by: int) -> None:
        """Note that a message asks the partners of the person `by`."""
        await self._changes.stored.asked(tournament_id, message_id, by)

    async def answered_questions(self, state: TournamentState) -> dict[int, Team | None]:
        """Return the messages whose questions to partners are answered or pointless, each with the entry that is complete."""
        found: dict[int, Team | None] = {}
        for message_id, by in (await self._changes.stored.questions(state.tournament.id)).items():
            team = next((each for each in state.tournament.teams if each.people[:1] == (by,)), None)
            going = state.tournament.status in (TournamentStage.OPEN, TournamentStage.RUNNING)
            if team is None or team.agreed or not going:
                found[message_id] = team if team is not None and team.agreed else None
        return found

    async def close_question(self, message_id: int) -> None:
        """Note that a question to partners has no buttons any more."""
        await self._changes.stored.answered(message_id)


def _entered(state: TournamentState, players: Sequence[Player], size: int) -> Tournament:
    """Return the tournament with a new entry of these players, who don't look for a partner any more.

    Raises `WrongNumber` if they aren't `size`, `EnteredAlready`, `Full`.
    """
    tournament = state.tournament
    people = [player.user_id for player in players if player.user_id is not None]
    if len(players) != size:
        raise WrongNumber(size)
    for player in players:
        _check_free(state, player)
    if len(set(people)) != len(people):
        raise EnteredAlready(players[0].name)
    entry = 1 + max((team.entry for team in tournament.teams), default=0)
    late = tournament.status is TournamentStage.RUNNING
    if len(tournament.teams) >= MOST_ENTRIES:
        raise Full
    team = Team(entry, tuple(players), entry if late else None, tournament.round + 1 if late else 1)
    _check_room(state, team)
    return _without_seekers(replace(tournament, teams=(*tournament.teams, team)), people)


def _without_seekers(tournament: Tournament, users: Collection[int | None]) -> Tournament:
    return replace(tournament, seekers=tuple(each for each in tournament.seekers if each.user_id not in users))


def check_substitute(state: TournamentState, entry: int, place: int, newcomer: Player) -> tuple[Tournament, Team]:
    """Return the tournament, and the entry in which somebody may be replaced by a newcomer.

    Raises `NoSuchEntry`, `LeftBefore`, `EnteredAlready`.
    """
    tournament, team = state.tournament, team_numbered(state.tournament, entry)
    if not 0 <= place < len(team.players):
        raise NoSuchEntry
    if team.left is not None:
        raise LeftBefore(back=can_come_back(tournament, team))
    _check_free(state, newcomer)
    return tournament, team


def can_come_back(tournament: Tournament, team: Team) -> bool:
    """Return whether an entry that has left can still come back: until the next round is paired."""
    return tournament.status is TournamentStage.RUNNING and team.left == tournament.round


def _back(tournament: Tournament, team: Team) -> Team:
    """Return an entry that has left as it takes part again. Raises `StillIn`, `LeftBefore`, `EnteredAlready`."""
    if team.left is None:
        raise StillIn
    if not can_come_back(tournament, team):
        raise LeftBefore(back=False)
    elsewhere = {user for other in tournament.teams if other.left is None for user in other.people}
    for player in team.players:
        if player.user_id in elsewhere:
            raise EnteredAlready(player.name)
    return replace(team, left=None)


def _left_by(tournament: Tournament, people: Sequence[int]) -> Team | None:
    """Return the entry that has left, of whose players these are some; None if there is none, or they play elsewhere."""
    if not people or any(user in team.people for team in tournament.teams if team.left is None for user in people):
        return None
    return next((team for team in reversed(tournament.teams) if set(people) <= set(team.people)), None)


def _check_free(state: TournamentState, player: Player) -> None:
    """Raise `EnteredAlready` for somebody who plays for an entry, also for one that has left and plays its last match."""
    playing = {
        entry
        for match in state.of_round(state.tournament.round)
        if match.played is None
        for entry in (match.first, match.second)
    }
    for team in state.tournament.teams:
        if player.user_id in team.people and (team.left is None or team.entry in playing):
            raise EnteredAlready(player.name)


def _check_room(state: TournamentState, team: Team) -> None:
    """Raise `Full` if an entry joins in the last round or later, or if a round robin has no place for it."""
    tournament = state.tournament
    if tournament.status is not TournamentStage.RUNNING:
        return
    if tournament.round >= state.last:
        raise Full
    if tournament.kind is TournamentKind.ROUND_ROBIN:
        entries = [as_entry(other) for other in (*_without(tournament, team.entry).teams, replace(team, players=()))]
        try:
            pairings(TournamentKind.ROUND_ROBIN, entries, [], tournament.round + 1, scale(tournament))
        except NoPlaceLeft:
            raise Full from None


def _asked(tournament: Tournament, user_id: int, by: int | None) -> Team:
    """Return the entry that waits for somebody's yes; `by` signed it up (None: whoever). Raises `NoSuchEntry`, `NotAsked`."""
    theirs = [team for team in tournament.teams if user_id in team.people]
    if not theirs:
        raise NoSuchEntry
    for team in theirs:
        waiting = any(player.user_id == user_id and not player.agreed for player in team.players)
        if waiting and team.left is None and by in (None, team.players[0].user_id):
            return team
    raise NotAsked


def _has_met(state: TournamentState, entry: int) -> bool:
    return any(entry in (match.first, match.second) for match in state.matches)


def _without(tournament: Tournament, entry: int) -> Tournament:
    return replace(tournament, teams=tuple(other for other in tournament.teams if other.entry != entry))


def _with(tournament: Tournament, team: Team) -> Tournament:
    return replace(tournament, teams=tuple(team if other.entry == team.entry else other for other in tournament.teams))
