"""Tournaments of each server: who takes part, the rounds that follow from what came before, and what came of matches.

Nothing here is told to anybody; every step is one transaction, so that a tournament always stands between two steps.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from weakref import WeakValueDictionary

from bot.league.matches import Entry, Forfeit, Match, Outcome
from bot.league.pairing import Kind, NoPlaceLeft, pairings, rounds
from bot.league.ranking import Standing, standings
from bot.league.victory import Scale
from bot.store.database import Database, Transaction
from bot.store.results import Result
from bot.store.tournaments import Amended, Meet, Played, Player, Progress, Round, Team, Tournament, Tournaments
from bot.tables import Table, Tables, rules_for

#: The most entries that take part.
MOST_ENTRIES = 128


class TournamentError(Exception):
    """What was asked of a tournament can't be done; its kinds say why, and nothing was changed."""


class NoSuchTournament(TournamentError):
    """The server has no tournament of that number."""


class NoSuchEntry(TournamentError):
    """The tournament has no entry of that number, or of that person."""


class NoSuchMatch(TournamentError):
    """There is no such match, correction, or one that is over."""


class NameTaken(TournamentError):
    """Another tournament of the server that goes on has that name."""


class NotTwoSides(TournamentError):
    """Matches need a table with two sides of equally many seats, which stay the same."""


class WrongProgress(TournamentError):
    """That can be done only while people sign up, or only while it is played."""

    def __init__(self, status: Progress) -> None:
        super().__init__(status)
        self.status = status


class EnteredAlready(TournamentError):
    """A person is in an entry already: `name`."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class WrongNumber(TournamentError):
    """An entry needs so many players: `wanted`."""

    def __init__(self, wanted: int) -> None:
        super().__init__(wanted)
        self.wanted = wanted


class Full(TournamentError):
    """No more entries can join."""


class TooFew(TournamentError):
    """A tournament needs two entries at least."""


class NotAgreed(TournamentError):
    """Partners who were asked have not said yes: `names`."""

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__(*names)
        self.names = tuple(names)


class AlreadyUndone(TournamentError):
    """That correction has been undone before, or another has followed it."""


@dataclass(frozen=True, slots=True)
class Stand:
    """How a tournament stands: its rounds and matches so far, and the standings that follow from them."""

    tournament: Tournament
    rounds: tuple[Round, ...]
    matches: tuple[Meet, ...]
    standings: tuple[Standing, ...]

    def of_round(self, number: int) -> tuple[Meet, ...]:
        """The matches of a round, byes last."""
        return tuple(match for match in self.matches if match.round == number)

    @property
    def now(self) -> Round | None:
        """The present round, or the last one."""
        return self.rounds[-1] if self.rounds else None

    @property
    def last(self) -> int:
        """The number of the last round there will be."""
        return self.tournament.rounds or rounds([_entry(team) for team in self.tournament.teams])


class Organiser:
    """The tournaments of one database. Every method that changes one raises a `TournamentError`, said below, or does it all."""

    def __init__(self, database: Database, tables: Tables, *, clock: Callable[[], int], chance: random.Random) -> None:
        """`clock` gives whole seconds UTC, `chance` draws the order of entries."""
        self._database = database
        self._stored = Tournaments(database)
        self._tables = tables
        self._clock = clock
        self._chance = chance
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    # -- looking

    async def get(self, guild_id: int, tournament_id: int) -> Tournament:
        """A tournament of a server. Raises `NoSuchTournament`."""
        found = await self._stored.get(tournament_id)
        if found is None or found.guild_id != guild_id:
            raise NoSuchTournament
        return found

    async def of_guild(self, guild_id: int) -> list[Tournament]:
        """A server's tournaments, those that go on first."""
        return await self._stored.of_guild(guild_id)

    async def active(self) -> list[int]:
        """The numbers of those that go on, or of which something has still to be told."""
        return await self._stored.active()

    async def stand(self, tournament_id: int, tx: Transaction | None = None) -> Stand:
        """How a tournament stands. Raises `NoSuchTournament`."""
        tournament = await self._stored.get(tournament_id, tx)
        if tournament is None:
            raise NoSuchTournament
        matches = await self._stored.matches(tournament_id, tx)
        entries, outcomes = [_entry(team) for team in tournament.teams], _outcomes(matches)
        return Stand(
            tournament,
            tuple(await self._stored.rounds(tournament_id, tx)),
            tuple(matches),
            tuple(standings(entries, outcomes, _scale(tournament))),
        )

    async def corrections(self, tournament_id: int) -> list[Amended]:
        """What moderators did to outcomes, the latest first."""
        return await self._stored.amended(tournament_id)

    # -- signing up

    async def open(self, wanted: Tournament) -> Tournament:
        """Open a tournament for signing up; `id`, `scale`, status and what follows from playing are not looked at.

        Raises `RulesError`, `NotTwoSides`, `NameTaken`.
        """
        house = {**wanted.house, "rounds": wanted.deals}
        rules = await asyncio.to_thread(rules_for, wanted.variant, wanted.layout or None, house)
        if rules.side.mode not in ("fixed",) or rules.side.sides != 2 or rules.seats % 2:
            raise NotTwoSides
        for other in await self._stored.of_guild(wanted.guild_id):
            if other.status in (Progress.OPEN, Progress.RUNNING) and other.name.casefold() == wanted.name.casefold():
                raise NameTaken
        one = replace(
            wanted,
            layout=rules.layout,
            house=house,
            scale=Scale.of_target(rules.target, wanted.deals).deal,
            status=Progress.OPEN,
            round=0,
            version=1,
            created_at=self._clock(),
            teams=(),
        )
        async with self._database.transaction() as tx:
            return replace(one, id=await self._stored.add(tx, one))

    async def enter(self, tournament_id: int, players: Sequence[Player]) -> Tournament:
        """Let an entry in: while people sign up, or late, from the next round on.

        Raises `WrongProgress`, `WrongNumber`, `EnteredAlready`, `Full`.
        """
        async with self._changing(tournament_id, Progress.OPEN, Progress.RUNNING) as (tx, stand):
            one = stand.tournament
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
            if len(one.teams) >= MOST_ENTRIES or (late and one.round >= stand.last):
                raise Full
            team = Team(entry, tuple(players), entry if late else None, one.round + 1 if late else 1)
            if late:
                try:
                    pairings(
                        Kind(one.kind),
                        [_entry(other) for other in (*one.teams, team)],
                        [],
                        one.round + 1,
                        _scale(one),
                    )
                except NoPlaceLeft:
                    raise Full from None
            return await self._save(tx, replace(one, teams=(*one.teams, team)))

    async def agree(self, tournament_id: int, user_id: int) -> Tournament:
        """Somebody who was asked to join as a partner says yes. Raises `WrongProgress`, `NoSuchEntry`."""
        async with self._changing(tournament_id, Progress.OPEN, Progress.RUNNING) as (tx, stand):
            team = _team_of(stand.tournament, user_id)
            players = tuple(replace(one, agreed=True) if one.user_id == user_id else one for one in team.players)
            return await self._save(tx, _with(stand.tournament, replace(team, players=players)))

    async def withdraw(self, tournament_id: int, entry: int) -> Tournament:
        """Let an entry go: before the start altogether, later after the present round.

        Raises `WrongProgress`, `NoSuchEntry`.
        """
        async with self._changing(tournament_id, Progress.OPEN, Progress.RUNNING) as (tx, stand):
            one, team = stand.tournament, _team(stand.tournament, entry)
            if one.status is Progress.OPEN:
                teams = tuple(other for other in one.teams if other.entry != entry)
                return await self._save(tx, replace(one, teams=teams))
            return await self._save(tx, _with(one, replace(team, left=min(team.left or one.round, one.round))))

    async def substitute(self, tournament_id: int, user_id: int, newcomer: Player) -> Tournament:
        """Somebody else plays in a person's place, with all that the entry has so far. His table is not touched.

        Raises `WrongProgress`, `NoSuchEntry`, `EnteredAlready`.
        """
        async with self._changing(tournament_id, Progress.OPEN, Progress.RUNNING) as (tx, stand):
            one, team = stand.tournament, _team_of(stand.tournament, user_id)
            if newcomer.user_id is not None and one.team_of(newcomer.user_id) is not None:
                raise EnteredAlready(newcomer.name)
            players = tuple(newcomer if player.user_id == user_id else player for player in team.players)
            return await self._save(tx, _with(one, replace(team, players=players)))

    # -- playing

    async def start(self, tournament_id: int, *, seeds: Mapping[int, int] | None = None) -> Stand:
        """Begin with the first round; entries are seeded as `seeds` (by their numbers) say, or drawn.

        Raises `WrongProgress`, `TooFew`, `NotAgreed`.
        """
        series = await self._new_series(tournament_id)
        async with self._changing(tournament_id, Progress.OPEN) as (tx, stand):
            one = stand.tournament
            if missing := [player.name for team in one.teams for player in team.players if not player.agreed]:
                raise NotAgreed(missing)
            if len(one.teams) < 2:
                raise TooFew
            order = [team.entry for team in one.teams]
            self._chance.shuffle(order)
            if seeds is not None:
                order.sort(key=lambda entry: seeds.get(entry, MOST_ENTRIES))
            teams = tuple(replace(team, seed=order.index(team.entry) + 1) for team in one.teams)
            one = replace(one, status=Progress.RUNNING, teams=teams)
            await self._begin_round(tx, replace(stand, tournament=one), series)
        return await self.stand(tournament_id)

    async def advance(self, tournament_id: int) -> bool:
        """Go on to the next round, or end, once all matches of the present one are over; whether that was so."""
        stand = await self.stand(tournament_id)
        if not _round_over(stand):
            return False
        series = await self._new_series(tournament_id)
        async with self._changing(tournament_id, Progress.RUNNING) as (tx, stand):
            if not _round_over(stand):
                return False
            one = stand.tournament
            await self._stored.end_round(tx, one.id, one.round, self._clock())
            playing = [team for team in one.teams if _entry(team).takes_part(one.round + 1)]
            if one.round >= stand.last or len(playing) < 2:
                await self._save(tx, replace(one, status=Progress.FINISHED, ended_at=self._clock()))
            else:
                await self._begin_round(tx, stand, series)
            return True

    async def record(self, tx: Transaction, result: Result) -> None:
        """Take what became of a game that is a match's table, inside the transaction that ends it.

        A match broken off counts as it stands. Where no round was scored, a side none of whose people has moved forfeits.
        """
        found = await self._stored.of_game(result.game_id, tx)
        if found is None or found[1].played is not None:
            return
        tournament_id, match = found
        if result.rounds:
            first, second = (side.points for side in result.sides)
            played = Played((first, second), result.rounds)
        else:
            played = Played(forfeit=_absent(result))
        await self._stored.decide(tx, tournament_id, match, played)
        await self._touch(tx, tournament_id)

    async def seat(self, tournament_id: int, match: Meet, thread_id: int) -> int:
        """Open the table of a match in its thread, both sides in turn, and deal; the game's number."""
        one = (await self.stand(tournament_id)).tournament
        first, second = _team(one, match.first), _team(one, match.second or 0)
        players = [player for both in zip(first.players, second.players, strict=True) for player in both]
        series = next(r.series for r in await self._stored.rounds(tournament_id) if r.number == match.round)

        async def along(tx: Transaction, table: Table) -> None:
            await self._stored.begun(tx, tournament_id, match, table.id)
            await self._touch(tx, tournament_id)

        table = await self._tables.begin(
            guild_id=one.guild_id,
            channel_id=thread_id,
            host_id=one.host_id,
            players=[(p.user_id, p.name) if p.user_id is not None else (p.level or "normal") for p in players],
            variant=one.variant,
            layout=one.layout,
            house=one.house,
            turn_limit=one.turn_limit,
            series=series,
            along=along,
        )
        return table.id

    async def threaded(self, tournament_id: int, match: Meet, thread_id: int) -> None:
        """Note the thread that was opened for a match."""
        await self._stored.threaded(tournament_id, match, thread_id)

    async def told(self, tournament_id: int, number: int, which: str, message_id: int) -> None:
        """Note which message told of a round's `pairings` or `standings`; 0 where none could be posted."""
        await self._stored.told(tournament_id, number, which, message_id)

    async def shown(self, tournament_id: int, version: int, message_id: int | None) -> None:
        """Note what a tournament's own message shows."""
        await self._stored.shown(tournament_id, version, message_id)

    async def give_up(self, tournament_id: int, match: Meet) -> None:
        """Leave a match undecided that could not be begun before its round was over: a draw without a deal."""
        async with self._changing(tournament_id, Progress.RUNNING) as (tx, stand):
            if any(one == match and one.played is None for one in stand.matches):
                await self._stored.decide(tx, tournament_id, match, Played())
                await self._touch(tx, tournament_id)

    async def extend(self, tournament_id: int, ends_at: int | None) -> Tournament:
        """Set when the present round ends at the latest. Raises `WrongProgress`."""
        async with self._changing(tournament_id, Progress.RUNNING) as (tx, stand):
            await self._stored.extend(tx, tournament_id, stand.tournament.round, ends_at)
            return await self._save(tx, stand.tournament)

    async def cancel(self, tournament_id: int) -> Tournament:
        """Break a tournament off; tables that are played go on for themselves. Raises `WrongProgress`."""
        async with self._changing(tournament_id, Progress.OPEN, Progress.RUNNING) as (tx, stand):
            ended = replace(stand.tournament, status=Progress.CANCELLED, ended_at=self._clock())
            return await self._save(tx, ended)

    # -- corrections

    async def correct(
        self, tournament_id: int, number: int, first: int, played: Played, *, by: int, reason: str
    ) -> Stand:
        """Put another outcome in place of a match's. Rounds that were paired since stay as they were played.

        Raises `NoSuchMatch`, `WrongProgress`.
        """
        async with self._changing(tournament_id, Progress.RUNNING, Progress.FINISHED) as (tx, stand):
            match = _over(stand, number, first)
            _outcome(match, played)
            await self._stored.amend(tx, tournament_id, match, played, by=by, reason=reason, at=self._clock())
            await self._save(tx, stand.tournament)
        return await self.stand(tournament_id)

    async def undo(self, tournament_id: int, correction_id: int, *, by: int) -> Stand:
        """Undo the last correction of a match that stands. Raises `NoSuchMatch`, `AlreadyUndone`, `WrongProgress`."""
        async with self._changing(tournament_id, Progress.RUNNING, Progress.FINISHED) as (tx, stand):
            made = await self._stored.amended(tournament_id, tx)
            one = next((each for each in made if each.id == correction_id), None)
            if one is None:
                raise NoSuchMatch
            standing = [e for e in made if (e.round, e.first) == (one.round, one.first) and e.undone_at is None]
            if not standing or standing[0].id != one.id:
                raise AlreadyUndone
            await self._stored.decide(tx, tournament_id, _over(stand, one.round, one.first), one.before)
            await self._stored.undone(tx, one.id, by=by, at=self._clock())
            await self._save(tx, stand.tournament)
        return await self.stand(tournament_id)

    # -- within

    async def size(self, one: Tournament) -> int:
        """How many players an entry has."""
        rules = await asyncio.to_thread(rules_for, one.variant, one.layout, one.house)
        return rules.seats // 2

    @asynccontextmanager
    async def _changing(self, tournament_id: int, *allowed: Progress) -> AsyncIterator[tuple[Transaction, Stand]]:
        async with (
            self._locks.setdefault(tournament_id, asyncio.Lock()),
            self._database.transaction() as tx,
        ):
            stand = await self.stand(tournament_id, tx)
            if stand.tournament.status not in allowed:
                raise WrongProgress(stand.tournament.status)
            yield tx, stand

    async def _save(self, tx: Transaction, one: Tournament) -> Tournament:
        after = replace(one, version=one.version + 1)
        await self._stored.save(tx, after)
        return after

    async def _touch(self, tx: Transaction, tournament_id: int) -> None:
        one = await self._stored.get(tournament_id, tx)
        if one is not None:
            await self._save(tx, one)

    async def _new_series(self, tournament_id: int) -> int | None:
        one = await self._stored.get(tournament_id)
        return await self._tables.new_series() if one is not None and one.same_packs else None

    async def _begin_round(self, tx: Transaction, stand: Stand, series: int | None) -> None:
        one, number, now = stand.tournament, stand.tournament.round + 1, self._clock()
        entries = [_entry(team) for team in one.teams]
        paired = pairings(Kind(one.kind), entries, _outcomes(stand.matches), number, _scale(one))
        ends_at = None if one.seconds is None else now + one.seconds
        await self._stored.add_round(
            tx,
            one.id,
            Round(number, now, ends_at, series=series),
            [Meet(number, match.first, match.second) for match in paired],
        )
        await self._save(tx, replace(one, round=number))


def _round_over(stand: Stand) -> bool:
    running = stand.tournament.status is Progress.RUNNING
    return running and all(match.played is not None for match in stand.of_round(stand.tournament.round))


def _entry(team: Team) -> Entry:
    return Entry(team.entry, team.entry if team.seed is None else team.seed, team.joined, team.left)


def _scale(one: Tournament) -> Scale:
    return Scale(one.scale, one.deals)


def _outcome(match: Meet, played: Played) -> Outcome:
    forfeit = None if played.forfeit is None else Forfeit(played.forfeit)
    return Outcome(Match(match.round, match.first, match.second), played.points, played.deals, forfeit)


def _outcomes(matches: Sequence[Meet]) -> list[Outcome]:
    return [_outcome(match, match.played) for match in matches if match.played is not None]


def _team(one: Tournament, entry: int) -> Team:
    team = one.team(entry)
    if team is None:
        raise NoSuchEntry
    return team


def _team_of(one: Tournament, user_id: int) -> Team:
    team = one.team_of(user_id)
    if team is None:
        raise NoSuchEntry
    return team


def _with(one: Tournament, team: Team) -> Tournament:
    return replace(one, teams=tuple(team if other.entry == team.entry else other for other in one.teams))


def _over(stand: Stand, number: int, first: int) -> Meet:
    for match in stand.of_round(number):
        if match.first == first and match.second is not None and match.played is not None:
            return match
    raise NoSuchMatch


def _absent(result: Result) -> str | None:
    """Which side has forfeited a game without a scored round: one with people, none of whom has moved himself."""
    absent = []
    for index in range(len(result.sides)):
        people = [person for person in result.people if person.side == index]
        absent.append(bool(people) and all(person.turns == person.missed for person in people))
    match absent:
        case [True, True]:
            return Forfeit.BOTH
        case [True, False]:
            return Forfeit.FIRST
        case [False, True]:
            return Forfeit.SECOND
    return None
