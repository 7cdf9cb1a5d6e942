"""The tables at which matches are played: they are opened in threads, and what happens there becomes an outcome."""

from __future__ import annotations

import logging
from collections.abc import Collection
from contextlib import suppress

from bot.computer.levels import USUAL
from bot.data.errors import TournamentMoved
from bot.data.results import Result
from bot.data.tables import InChannel, Status, Table
from bot.data.tournaments import Forfeit, Match, Played, Player, Tournament, TournamentStage
from bot.league.tournaments.changes import TournamentChanges
from bot.league.tournaments.entries import Entries, check_substitute
from bot.league.tournaments.errors import NoSuchRequest, WrongStage
from bot.league.tournaments.state import team_numbered
from bot.store.database import Transaction
from bot.store.people import PersonStore
from bot.store.servers import ServerStore
from bot.tables import Order, Tables
from bot.tables.errors import AlreadySeated, Unplayable, WrongStatus

log = logging.getLogger(__name__)


class MatchTables:
    """The tables of the matches of all tournaments of one database."""

    def __init__(self, changes: TournamentChanges, tables: Tables, entries: Entries) -> None:
        self._changes = changes
        self._entries = entries
        self._stored = changes.stored
        self._tables = tables
        self._servers = ServerStore(changes.database)
        self._people = PersonStore(changes.database)
        self._awaited: dict[int, int | None] = {}
        self._recorded: set[int] = set()

    async def note_thread(self, tournament_id: int, match: Match, thread_id: int | None) -> None:
        """Note the thread that was opened for a match; None: it needs another."""
        async with self._changes.database.transaction() as tx:
            await self._stored.threaded(tx, tournament_id, match, thread_id)

    async def move(self, tournament_id: int, match: Match, channel_id: int) -> None:
        """Note that the table of a match was given another channel, in which its players hear all from now on."""
        async with self._changes.changing(tournament_id) as (tx, state):
            await self._stored.threaded(tx, tournament_id, match, channel_id)
            await self._changes.save(tx, state.tournament)

    async def note_words(
        self, tournament_id: int, match: Match, said: str, *, greeting_id: int | None, result_id: int | None
    ) -> None:
        """Note what the thread of a match has heard last, and its messages."""
        await self._stored.heard(tournament_id, match, said, greeting_id, result_id)

    async def not_begun(self, match: Match) -> bool:
        """Return whether no person has made a move in a match that has a table."""
        return match.game_id is not None and not await self._tables.changes.play.moved_in(match.game_id)

    async def seat(self, tournament_id: int, match: Match, thread_id: int) -> int:
        """Open the table of a match in its thread, deal, and return the game's number.

        Players of the two sides sit in turn. Raises `WrongStage`, and what `Lobbies.begin` does.
        """
        while True:
            with suppress(TournamentMoved):
                return await self._seat(tournament_id, match, thread_id)

    async def _seat(self, tournament_id: int, match: Match, thread_id: int) -> int:
        """Do what `seat` does. Raises `TournamentMoved` if its people aren't those who were there when they were read."""
        tournament = (await self._changes.state(tournament_id)).tournament
        bank = (await self._servers.get(tournament.guild_id)).bank
        first, second = team_numbered(tournament, match.first), team_numbered(tournament, match.second or 0)
        players = [player for both in zip(first.players, second.players, strict=True) for player in both]
        series = next(r.series for r in await self._stored.rounds(tournament_id) if r.number == match.round)

        async def along(tx: Transaction, table: Table) -> None:
            await self._changes.hold(tx, tournament_id)
            now = await self._stored.get(tournament_id, tx)
            if now is None or now.status is not TournamentStage.RUNNING:
                raise WrongStage(TournamentStage.CANCELLED)
            if _people(now, match) != _people(tournament, match):
                # Somebody was replaced meanwhile, or had their data deleted: what was read must not bring them back.
                raise TournamentMoved
            await self._stored.begun(tx, tournament_id, match, table.id)
            await self._time_goes_on(tx, tournament_id, match)
            await self._changes.touch(tx, tournament_id)

        table = await self._tables.lobbies.begin(
            Order(
                home=InChannel(tournament.guild_id, thread_id),
                host_id=tournament.host_id,
                variant=tournament.variant,
                layout=tournament.layout,
                house=tournament.house,
                turn_limit=tournament.turn_limit,
                bank=bank,
                series=series,
                in_match=True,
            ),
            [_seated(player) for player in players],
            along,
        )
        return table.id

    async def keep_time(self, tournament_id: int, match: Match, *, playable: bool) -> None:
        """Have the time of a match run while it can be played, and stand still while it can't."""
        async with self._changes.changing(tournament_id, TournamentStage.RUNNING) as (tx, state):
            for one in state.of_round(match.round):
                if one.first != match.first or one.played is not None or playable == (one.stopped_at is None):
                    continue
                if playable:
                    await self._time_goes_on(tx, tournament_id, one)
                else:
                    await self._stored.timed(tx, tournament_id, one, one.late, self._changes.now())
                await self._changes.save(tx, state.tournament)

    async def _time_goes_on(self, tx: Transaction, tournament_id: int, match: Match) -> None:
        now = self._changes.now()
        late = match.late + now - (now if match.stopped_at is None else match.stopped_at)
        await self._stored.timed(tx, tournament_id, match, late, None)

    async def call_time(self, tournament_id: int, match: Match) -> None:
        """End a match whose time is up, or whose table is closed: it counts as it stands, and is a draw if nothing
        does.

        A side forfeits if all of its people have given up or left the server, or if no round was scored, it was its
        turn, and no one of its people has moved.
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

    async def substitute(
        self, tournament_id: int, entry: int, place: int, newcomer: Player, by: int, request_id: int | None = None
    ) -> bool:
        """Have a newcomer play in a place (from 0) of an entry from now on, also at its table; `by` decided it.

        `request_id` is the request that asked for it, None if they put themselves in. Return whether there is a table,
        where both hear of it. Raises `WrongStage`, `NoSuchEntry`, `LeftBefore`, `EnteredAlready`, `SatElsewhere`,
        `KnowsPacks`, and `NoSuchRequest` if the newcomer's data was deleted meanwhile.
        """
        newcomer_id = newcomer.user_id or 0
        met = await self._people.met(newcomer_id)

        async def check_there(tx: Transaction) -> None:
            """Raise `NoSuchRequest` if the newcomer's data was deleted since they were read: nothing brings them back."""
            asked = request_id is None or await self._stored.request(request_id, tx) is not None
            if not asked or (met and not await self._people.met(newcomer_id, tx)):
                raise NoSuchRequest

        state = await self._changes.state(tournament_id)
        if state.tournament.status not in (TournamentStage.OPEN, TournamentStage.RUNNING):
            raise WrongStage(state.tournament.status)
        check_substitute(state, entry, place, newcomer)
        seated = False
        for match in state.of_round(state.tournament.round):
            if entry in (match.first, match.second) and match.game_id is not None and match.played is None:
                seat = seat_of(match, entry, place)
                try:
                    await self._tables.moderation.replace_player(
                        match.game_id, by, seat, newcomer_id, newcomer.name, check_there
                    )
                    seated = True
                except AlreadySeated as error:
                    # An earlier attempt was interrupted after this step.
                    if error.seat != seat:
                        raise
                except WrongStatus:
                    pass
        await self._entries.substitute(tournament_id, entry, place, newcomer, check_there)
        return seated

    async def record(self, tx: Transaction, result: Result) -> None:
        """Store the result of a match whose game ends, inside the transaction that ends it.

        A match broken off counts as it stands; `call_time` says who forfeits.
        """
        found = await self._stored.of_game(result.game_id, tx)
        if found is None or found[1].played is not None:
            return
        tournament_id, match = found
        await self._changes.hold(tx, tournament_id)
        gone = await self._tables.games.gone(result.game_id, tx)
        played = played_as(result, self._awaited.get(result.game_id), gone)
        await self._stored.decide(tx, tournament_id, match, played)
        await self._changes.touch(tx, tournament_id)
        self._recorded.add(result.game_id)

    def has_recorded(self, game_id: int) -> bool:
        """Return whether a game that is over was a match's; True only the first time."""
        recorded = game_id in self._recorded
        self._recorded.discard(game_id)
        return recorded

    async def _give_up(self, tournament_id: int, match: Match) -> None:
        """Give up a match that has no outcome yet: it is a draw without a deal."""
        async with self._changes.changing(tournament_id) as (tx, state):
            for one in state.of_round(match.round):
                if one.first == match.first and one.played is None:
                    await self._stored.decide(tx, tournament_id, one, Played())
                    await self._changes.save(tx, state.tournament)


def seat_of(match: Match, entry: int, place: int) -> int:
    """Return the seat at the table of a match that belongs to a place (from 0) of one of its entries."""
    return 2 * place + (0 if entry == match.first else 1)


def deserted(table: Table) -> bool:
    """Return whether nobody plays in a match any more, as all who haven't given up have left the server."""
    people = [seat for seat in table.seats if seat.user_id is not None]
    return bool(people) and all(seat.gone for seat in people)


def played_as(result: Result, awaited: int | None, gone: Collection[int] = ()) -> Played:
    """Return the outcome of a match whose table ended so.

    A side all of whose people have given up, or are among those who have `gone` from the server, forfeits, whatever lies
    on the table. `awaited` is the seat to move when time was called, None if it wasn't.
    """
    forfeit = _forfeit(*(_given_up(result, index, gone) for index in range(2)))
    return as_it_stood(result, awaited) if forfeit is None else Played(forfeit=forfeit)


def as_it_stood(result: Result, awaited: int | None) -> Played:
    """Return the outcome of a match whose table ended so, if nobody had given up."""
    if result.rounds:
        first, second = (side.points for side in result.sides)
        return Played((first, second), result.rounds)
    return Played(forfeit=_absent(result, awaited))


def _absent(result: Result, awaited: int | None) -> Forfeit | None:
    """Return the side that has forfeited a game without a scored round.

    It was that side's turn, and no one of its people has moved.
    """
    absent = []
    for index, side in enumerate(result.sides):
        people = [person for person in result.people if person.side == index]
        moved = any(person.turns > person.missed for person in people)
        asked = any(person.turns for person in people) or awaited in side.seats
        absent.append(bool(people) and asked and not moved)
    return _forfeit(*absent)


def _given_up(result: Result, index: int, gone: Collection[int]) -> bool:
    """Return whether a side had people, and they have all gone."""
    people = [person for person in result.people if person.side == index]
    return bool(people) and not any(person.stayed and person.user_id not in gone for person in people)


def _forfeit(first: bool, second: bool) -> Forfeit | None:
    """Return the sides that are to forfeit, None if neither is."""
    if first and second:
        return Forfeit.BOTH
    return Forfeit.FIRST if first else Forfeit.SECOND if second else None


def _people(tournament: Tournament, match: Match) -> tuple[object, ...]:
    """Return whose names or ids the table of a match gets."""
    return tournament.host_id, *(team_numbered(tournament, entry).players for entry in (match.first, match.second or 0))


def _seated(player: Player) -> tuple[int, str] | tuple[str, str] | str:
    """Return a player as `Lobbies.begin` takes them; a computer plays for a person who was deleted."""
    if player.user_id is None or player.user_id < 0:
        return (player.level or USUAL, player.name) if player.name else USUAL
    return player.user_id, player.name
