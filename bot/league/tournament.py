"""Tournaments of each server: who takes part, the rounds and their pairings, and the outcomes of matches.

Nothing here posts anything; every step is one transaction, so that a tournament is never stored half way through one.
"""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from weakref import WeakValueDictionary

from bot.canasta.rules import Rules
from bot.computer.levels import USUAL
from bot.league.matches import Entry, Forfeit, Match, Outcome
from bot.league.pairing import Kind, NoPlaceLeft, pairings, rounds
from bot.league.ranking import Standing, standings
from bot.league.victory import Scale
from bot.store.database import Database, Transaction
from bot.store.results import Result
from bot.store.servers import Servers
from bot.store.tournaments import Amended, Meet, Played, Player, Progress, Round, Team, Tournament, Tournaments
from bot.tables import Order, Status, Table, Tables, Unplayable, WrongStatus, rules_for

log = logging.getLogger(__name__)

#: The most entries that take part.
MOST_ENTRIES = 64


class TournamentError(Exception):
    """A request to a tournament that can't be met; its kinds say why, and nothing was changed."""


class NoSuchTournament(TournamentError):
    """The server has no tournament of that number."""


class NoSuchEntry(TournamentError):
    """The tournament has no entry of that number, or of that person."""


class NoSuchMatch(TournamentError):
    """There is no such match, or none that is over."""


class NoSuchCorrection(TournamentError):
    """The tournament has no correction of that number."""


class NameTaken(TournamentError):
    """Another active tournament of the server has that name."""


class NotTwoSides(TournamentError):
    """Matches need a table with two sides of equally many seats, which stay the same."""


class WrongProgress(TournamentError):
    """This can be done only while people sign up, or only while the tournament is played."""

    def __init__(self, status: Progress) -> None:
        super().__init__(status)
        self.status = status


class EnteredAlready(TournamentError):
    """A person, called `name`, is in an entry already."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class WrongNumber(TournamentError):
    """An entry needs another number of players: `wanted`."""

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
class TournamentState:
    """The state of a tournament: its rounds and matches so far, and the standings after the rounds that are over."""

    tournament: Tournament
    rounds: tuple[Round, ...]
    matches: tuple[Meet, ...]
    standings: tuple[Standing, ...]

    def of_round(self, number: int) -> tuple[Meet, ...]:
        """Return the matches of a round, byes last."""
        return tuple(match for match in self.matches if match.round == number)

    def after(self, number: int) -> TournamentState:
        """Return the state when a round was over."""
        rounds = tuple(each for each in self.rounds if each.number <= number)
        return replace(self, rounds=rounds, standings=_standings(self.tournament, rounds, self.matches))

    @property
    def now(self) -> Round | None:
        """The present round, or the last one; None before the first."""
        return self.rounds[-1] if self.rounds else None

    @property
    def last(self) -> int:
        """The number of the last round there will be."""
        one = self.tournament
        return one.rounds or _usual_rounds(one)


class Organiser:
    """The tournaments of one database.

    A method that changes one does so completely, or raises a `TournamentError` as it says.
    """

    def __init__(
        self, database: Database, tables: Tables, *, clock: Callable[[], int], chance: random.Random | None
    ) -> None:
        """Organise the tournaments of `database` at `tables`.

        `clock` gives whole seconds UTC, `chance` draws the order of entries (None: the system's).
        """
        self._database = database
        self._stored = Tournaments(database)
        self._tables = tables
        self._servers = Servers(database)
        self._clock = clock
        self._chance = chance or secrets.SystemRandom()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._awaited: dict[int, int | None] = {}
        self._recorded: set[int] = set()

    # -- looking

    async def get(self, guild_id: int, tournament_id: int) -> Tournament:
        """Return a tournament of a server. Raises `NoSuchTournament`."""
        found = await self._stored.get(tournament_id)
        if found is None or found.guild_id != guild_id:
            raise NoSuchTournament
        return found

    async def of_guild(self, guild_id: int) -> list[Tournament]:
        """Return a server's tournaments, the active ones first."""
        return await self._stored.of_guild(guild_id)

    async def active(self) -> list[int]:
        """Return the numbers of the tournaments that are active, or of which something has still to be posted."""
        return await self._stored.active()

    async def state(self, tournament_id: int, tx: Transaction | None = None) -> TournamentState:
        """Return the state of a tournament. Raises `NoSuchTournament`."""
        tournament = await self._stored.get(tournament_id, tx)
        if tournament is None:
            raise NoSuchTournament
        matches = tuple(await self._stored.matches(tournament_id, tx))
        rounds = tuple(await self._stored.rounds(tournament_id, tx))
        return TournamentState(tournament, rounds, matches, _standings(tournament, rounds, matches))

    async def corrections(self, tournament_id: int) -> list[Amended]:
        """Return the moderators' corrections of outcomes, the latest first."""
        return await self._stored.amended(tournament_id)

    # -- signing up

    async def open(self, wanted: Tournament) -> Tournament:
        """Open a tournament for signing up; `id`, `scale`, status and what follows from playing are ignored.

        Raises `RulesError`, `NotTwoSides`, `NameTaken`.
        """
        house = {**wanted.house, "rounds": wanted.deals}
        rules = await asyncio.to_thread(rules_for, wanted.variant, wanted.layout or None, house)
        if not fits(rules):
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
        async with self._changing(tournament_id, Progress.OPEN, Progress.RUNNING) as (tx, state):
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
                entries = [_entry(other) for other in (*one.teams, team)]
                try:
                    pairings(Kind.ROUND_ROBIN, entries, [], one.round + 1, _scale(one))
                except NoPlaceLeft:
                    raise Full from None
            return await self._save(tx, replace(one, teams=(*one.teams, team)))

    async def agree(self, tournament_id: int, user_id: int) -> Tournament:
        """Note that somebody who was asked to join as a partner says yes. Raises `WrongProgress`, `NoSuchEntry`."""
        async with self._changing(tournament_id, Progress.OPEN, Progress.RUNNING) as (tx, state):
            team = _team_of(state.tournament, user_id)
            players = tuple(replace(one, agreed=True) if one.user_id == user_id else one for one in team.players)
            return await self._save(tx, _with(state.tournament, replace(team, players=players)))

    async def withdraw(self, tournament_id: int, entry: int) -> Tournament:
        """Let an entry go: before the start completely, later after the present round.

        Raises `WrongProgress`, `NoSuchEntry`.
        """
        async with self._changing(tournament_id, Progress.OPEN, Progress.RUNNING) as (tx, state):
            one, team = state.tournament, _team(state.tournament, entry)
            if one.status is Progress.OPEN:
                teams = tuple(other for other in one.teams if other.entry != entry)
                return await self._save(tx, replace(one, teams=teams))
            return await self._save(tx, _with(one, replace(team, left=min(team.left or one.round, one.round))))

    async def substitute(self, tournament_id: int, entry: int, place: int, newcomer: Player) -> Tournament:
        """Put somebody else in a place (from 0) of an entry, which keeps its results. Its table is not touched.

        Raises `WrongProgress`, `NoSuchEntry`, `EnteredAlready`.
        """
        async with self._changing(tournament_id, Progress.OPEN, Progress.RUNNING) as (tx, state):
            one, team = state.tournament, _team(state.tournament, entry)
            if not 0 <= place < len(team.players):
                raise NoSuchEntry
            if newcomer.user_id is not None and one.team_of(newcomer.user_id) is not None:
                raise EnteredAlready(newcomer.name)
            players = (*team.players[:place], newcomer, *team.players[place + 1 :])
            return await self._save(tx, _with(one, replace(team, players=players)))

    # -- playing

    async def start(self, tournament_id: int, *, seeds: Mapping[int, int] | None = None) -> TournamentState:
        """Begin with the first round. `seeds` orders entries (by their numbers); the others are drawn after them.

        Raises `WrongProgress`, `TooFew`, `NotAgreed`.
        """
        while True:
            state = await self.state(tournament_id)
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
            last = one.rounds if one.rounds or Kind(one.kind) is Kind.ROUND_ROBIN else _usual_rounds(one)
            one = replace(one, status=Progress.RUNNING, teams=teams, rounds=last)
            if await self._begin_round(replace(state, tournament=one)):
                return await self.state(tournament_id)

    async def advance(self, tournament_id: int) -> bool:
        """Go on to the next round, or end, if all matches of the present one are over; return whether it was done."""
        while _round_over(state := await self.state(tournament_id)):
            one = state.tournament
            playing = [team for team in one.teams if _entry(team).takes_part(one.round + 1)]
            if one.round < state.last and len(playing) > 1:
                if await self._begin_round(state):
                    return True
                continue
            async with self._changing(tournament_id, Progress.RUNNING) as (tx, now):
                if now.tournament.version == one.version:
                    await self._stored.end_round(tx, one.id, one.round, self._clock())
                    await self._save(tx, replace(one, status=Progress.FINISHED, ended_at=self._clock()))
                    return True
        return False

    async def call_time(self, tournament_id: int, match: Meet) -> None:
        """End a match whose time is up: it counts as it stands, and one that never began is a draw.

        Where no round of it was scored, a side forfeits if it was its turn and none of its people has moved.
        """
        table = None if match.game_id is None else await self._tables.get(match.game_id)
        if table is not None and table.status is Status.PLAYING:
            self._awaited[table.id] = table.turn
            try:
                await self._tables.endings.end_as_it_stands(table.id, None)
            except (WrongStatus, Unplayable):
                log.info("The game %s of a match could not be ended as it stands", table.id)
            finally:
                self._awaited.pop(table.id, None)
        # A game that nobody can read any more, or that was closed, has no result.
        await self._give_up(tournament_id, match)

    async def record(self, tx: Transaction, result: Result) -> None:
        """Store the result of a match whose game ends, inside the transaction that ends it.

        A match broken off counts as it stands; `call_time` says who forfeits.
        """
        found = await self._stored.of_game(result.game_id, tx)
        if found is None or found[1].played is not None:
            return
        tournament_id, match = found
        await self._stored.decide(tx, tournament_id, match, played_as(result, self._awaited.get(result.game_id)))
        await self._touch(tx, tournament_id)
        self._recorded.add(result.game_id)

    def has_recorded(self, game_id: int) -> bool:
        """Return whether a game that is over was a match's; True only the first time."""
        recorded = game_id in self._recorded
        self._recorded.discard(game_id)
        return recorded

    async def seat(self, tournament_id: int, match: Meet, thread_id: int) -> int:
        """Open the table of a match in its thread, deal, and return the game's number.

        Players of the two sides sit in turn. Raises `WrongProgress`, and what `Lobbies.begin` does.
        """
        one = (await self.state(tournament_id)).tournament
        bank = (await self._servers.get(one.guild_id)).bank
        first, second = _team(one, match.first), _team(one, match.second or 0)
        players = [player for both in zip(first.players, second.players, strict=True) for player in both]
        series = next(r.series for r in await self._stored.rounds(tournament_id) if r.number == match.round)

        async def along(tx: Transaction, table: Table) -> None:
            now = await self._stored.get(tournament_id, tx)
            if now is None or now.status is not Progress.RUNNING:
                raise WrongProgress(Progress.CANCELLED)
            await self._stored.begun(tx, tournament_id, match, table.id)
            await self._touch(tx, tournament_id)

        table = await self._tables.lobbies.begin(
            Order(
                guild_id=one.guild_id,
                channel_id=thread_id,
                host_id=one.host_id,
                variant=one.variant,
                layout=one.layout,
                house=one.house,
                turn_limit=one.turn_limit,
                bank=bank,
                series=series,
            ),
            [_seated(player) for player in players],
            along,
        )
        return table.id

    async def note_thread(self, tournament_id: int, match: Meet, thread_id: int | None) -> None:
        """Note the thread that was opened for a match; None: it needs another."""
        await self._stored.threaded(tournament_id, match, thread_id)

    async def note_post(self, tournament_id: int, number: int, which: str, message_id: int) -> None:
        """Note which message announced a round's `pairings` or `standings`; 0 where none could be posted."""
        await self._stored.told(tournament_id, number, which, message_id)

    async def note_overview(self, tournament_id: int, version: int, message_id: int | None) -> None:
        """Note which version a tournament's own message shows, and where that is (None: it can't be posted)."""
        await self._stored.shown(tournament_id, version, message_id)

    async def _give_up(self, tournament_id: int, match: Meet) -> None:
        """Give up a match that has no outcome yet: it is a draw without a deal."""
        async with (
            self._locks.setdefault(tournament_id, asyncio.Lock()),
            self._database.transaction() as tx,
        ):
            for one in await self._stored.matches(tournament_id, tx):
                if (one.round, one.first) == (match.round, match.first) and one.played is None:
                    await self._stored.decide(tx, tournament_id, one, Played())
                    await self._touch(tx, tournament_id)

    async def open_packs(self, number: Round) -> None:
        """Let everything be shown that was dealt in a round that is over."""
        if number.series is not None:
            await self._tables.series.open(number.series)

    async def extend(self, tournament_id: int, ends_at: int | None) -> Tournament:
        """Set when the present round ends at the latest. Raises `WrongProgress`."""
        async with self._changing(tournament_id, Progress.RUNNING) as (tx, state):
            await self._stored.extend(tx, tournament_id, state.tournament.round, ends_at)
            return await self._save(tx, state.tournament)

    async def cancel(self, tournament_id: int) -> Tournament:
        """Break a tournament off; tables in play go on by themselves. Raises `WrongProgress`."""
        async with self._changing(tournament_id, Progress.OPEN, Progress.RUNNING) as (tx, state):
            ended = replace(state.tournament, status=Progress.CANCELLED, ended_at=self._clock())
            return await self._save(tx, ended)

    # -- corrections

    async def correct(
        self, tournament_id: int, number: int, first: int, played: Played, *, by: int, reason: str
    ) -> TournamentState:
        """Replace the outcome of a match. Rounds that were paired since stay as they were played.

        Raises `NoSuchMatch`, `WrongProgress`.
        """
        async with self._changing(tournament_id, Progress.RUNNING, Progress.FINISHED) as (tx, state):
            match = _over(state, number, first)
            _outcome(match, played)
            await self._stored.amend(tx, tournament_id, match, played, by=by, reason=reason, at=self._clock())
            await self._save(tx, state.tournament)
        return await self.state(tournament_id)

    async def undo(self, tournament_id: int, correction_id: int, *, by: int) -> TournamentState:
        """Undo the last correction of a match that still holds.

        Raises `NoSuchCorrection`, `AlreadyUndone`, `WrongProgress`.
        """
        async with self._changing(tournament_id, Progress.RUNNING, Progress.FINISHED) as (tx, state):
            made = await self._stored.amended(tournament_id, tx)
            one = next((each for each in made if each.id == correction_id), None)
            if one is None:
                raise NoSuchCorrection
            standing = [e for e in made if (e.round, e.first) == (one.round, one.first) and e.undone_at is None]
            if not standing or standing[0].id != one.id:
                raise AlreadyUndone
            await self._stored.decide(tx, tournament_id, _over(state, one.round, one.first), one.before)
            await self._stored.undone(tx, one.id, by=by, at=self._clock())
            await self._save(tx, state.tournament)
        return await self.state(tournament_id)

    # -- within

    async def size(self, one: Tournament) -> int:
        """Return how many players an entry has."""
        rules = await asyncio.to_thread(rules_for, one.variant, one.layout, one.house)
        return rules.seats // 2

    @asynccontextmanager
    async def _changing(
        self, tournament_id: int, *allowed: Progress
    ) -> AsyncIterator[tuple[Transaction, TournamentState]]:
        async with (
            self._locks.setdefault(tournament_id, asyncio.Lock()),
            self._database.transaction() as tx,
        ):
            state = await self.state(tournament_id, tx)
            if state.tournament.status not in allowed:
                raise WrongProgress(state.tournament.status)
            yield tx, state

    async def _save(self, tx: Transaction, one: Tournament) -> Tournament:
        after = replace(one, version=one.version + 1)
        await self._stored.save(tx, after)
        return after

    async def _touch(self, tx: Transaction, tournament_id: int) -> None:
        one = await self._stored.get(tournament_id, tx)
        if one is not None:
            await self._save(tx, one)

    async def _begin_round(self, state: TournamentState) -> bool:
        """Store the next round of a tournament. Return False and store nothing if it has changed since it was read.

        Pairing many entries takes a while, so it is done before the transaction.
        """
        one, number = state.tournament, state.tournament.round + 1
        entries, outcomes = [_entry(team) for team in one.teams], _outcomes(state.matches)
        paired = await asyncio.to_thread(pairings, Kind(one.kind), entries, outcomes, number, _scale(one))
        series = await self._tables.series.begin() if one.same_packs else None
        async with self._changing(one.id, Progress.OPEN, Progress.RUNNING) as (tx, before):
            if before.tournament.version != one.version:
                return False
            now = self._clock()
            if one.round:
                await self._stored.end_round(tx, one.id, one.round, now)
            ends_at = None if one.seconds is None else now + one.seconds
            matches = [Meet(number, match.first, match.second) for match in paired]
            await self._stored.add_round(tx, one.id, Round(number, now, ends_at, series=series), matches)
            await self._save(tx, replace(one, round=number))
        return True


def played_as(result: Result, awaited: int | None) -> Played:
    """Return the outcome of a match whose table ended so.

    `awaited` is the seat to move when time was called, None if it wasn't.
    """
    if result.rounds:
        first, second = (side.points for side in result.sides)
        return Played((first, second), result.rounds)
    return Played(forfeit=_absent(result, awaited))


def fits(rules: Rules) -> bool:
    """Return whether matches can be played by these rules: two sides sit in turn, and stay the same."""
    return rules.side.mode == "fixed" and rules.side.sides == 2


def _usual_rounds(one: Tournament) -> int:
    """Return how many rounds a tournament has where nobody chose it: in a round robin, until all have met.

    The other kinds have one round more than it takes to find the best by knocking out, and no more than go without
    rematches.
    """
    most = rounds([_entry(team) for team in one.teams])
    if Kind(one.kind) is Kind.ROUND_ROBIN:
        return most
    return min(most, max(0, len(one.teams) - 1).bit_length() + 1)


def _standings(one: Tournament, rounds: Sequence[Round], matches: Sequence[Meet]) -> tuple[Standing, ...]:
    over = {each.number for each in rounds if each.ended_at is not None}
    outcomes = _outcomes([match for match in matches if match.round in over])
    return tuple(standings([_entry(team) for team in one.teams], outcomes, _scale(one)))


def _round_over(state: TournamentState) -> bool:
    running = state.tournament.status is Progress.RUNNING
    return running and all(match.played is not None for match in state.of_round(state.tournament.round))


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


def _over(state: TournamentState, number: int, first: int) -> Meet:
    for match in state.of_round(number):
        if match.first == first and match.second is not None and match.played is not None:
            return match
    raise NoSuchMatch


def _seated(player: Player) -> tuple[int, str] | str:
    """Return a player as `Lobbies.begin` takes them; a computer plays for a person who was deleted."""
    if player.user_id is None or player.user_id < 0:
        return player.level or USUAL
    return player.user_id, player.name


def _absent(result: Result, awaited: int | None) -> str | None:
    """Return the side that has forfeited a game without a scored round.

    It was that side's turn, and none of its people has moved.
    """
    absent = []
    for index, side in enumerate(result.sides):
        people = [person for person in result.people if person.side == index]
        moved = any(person.turns > person.missed for person in people)
        asked = any(person.turns for person in people) or awaited in side.seats
        absent.append(bool(people) and asked and not moved)
    match absent:
        case [True, True]:
            return Forfeit.BOTH
        case [True, False]:
            return Forfeit.FIRST
        case [False, True]:
            return Forfeit.SECOND
    return None
