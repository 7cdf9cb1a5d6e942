"""Requests to the organiser: what the people at the table of a match would agree on elsewhere is decided by who runs
the tournament.

A newcomer who is to play in somebody's place is asked then, also by the organiser: nobody plays who hasn't said yes.
"""

from __future__ import annotations

from bot.data.people import NamedPerson
from bot.data.tables import Status, Table
from bot.data.tournaments import Match, Player, Request, RequestState, TournamentStage
from bot.league.tournaments.changes import TournamentChanges
from bot.league.tournaments.entries import check_substitute
from bot.league.tournaments.errors import NoSuchEntry, NoSuchMatch, NoSuchRequest, NotAsked, TournamentError
from bot.league.tournaments.match_tables import MatchTables, seat_of
from bot.league.tournaments.state import TournamentState, team_numbered
from bot.store.people import PersonStore
from bot.tables import Tables
from bot.tables.company import Company
from bot.tables.errors import WrongStatus
from bot.tables.rules import seat_plan
from bot.tables.rules.agreements import ABANDON, SUBSTITUTE


class Requests:
    """The requests in the tournaments of one database."""

    def __init__(self, changes: TournamentChanges, tables: Tables, match_tables: MatchTables) -> None:
        self._changes = changes
        self._stored = changes.stored
        self._tables = tables
        self._match_tables = match_tables
        self._people = PersonStore(changes.database)
        self._company = Company(tables.changes)

    async def to_end(self, table_id: int, by: int, asker: str) -> None:
        """Ask the organiser to end a match. Raises `WrongStatus`, `NotSeated`, `NoSuchMatch`."""
        table = await self._playing(table_id)
        seat_plan.own_seat(table, by)
        state, _match = await self._match(None, table.id)
        await self._ask(Request(0, state.tournament.id, table.id, ABANDON, by, asker))

    async def to_substitute(
        self, table_id: int, by: int, asker: str, seat: int, newcomer_id: int, newcomer: str
    ) -> None:
        """Ask the organiser to have a newcomer play a seat; asking is for the people at the table and the newcomer.

        Raises `WrongStatus`, `NotSeated`, `NoSuchMatch`, `Avoided`, and what `Seating.seat_for` and `check_substitute` do.
        """
        known = await self._people.known(newcomer_id)
        table = await self._playing(table_id)
        if by != newcomer_id:
            seat_plan.own_seat(table, by)
        old = await self._tables.seating.seat_for(table, seat, newcomer_id)
        await self._company.check_newcomer(table, by, old, NamedPerson(newcomer_id, newcomer))
        state, match = await self._match(None, table.id)
        entry, place = (match.first if seat % 2 == 0 else match.second or 0), seat // 2
        player = team_numbered(state.tournament, entry).players[place]
        await self._ask(
            Request(
                0, state.tournament.id, table.id, SUBSTITUTE, by, asker, entry, place, newcomer_id, newcomer,
                old.user_id, player.name, old.computer is not None,
            ),
            newcomer_known=known,
        )  # fmt: skip

    async def invite(self, tournament_id: int, by: int, asker: str, entry: int, place: int, newcomer: Player) -> None:
        """Ask a newcomer, in the name of an organiser, to play in a place (from 0) of an entry.

        Raises `WrongStage`, `NoSuchEntry`, `LeftBefore`, `EnteredAlready`.
        """
        known = await self._people.known(newcomer.user_id or 0)
        state = await self._changes.state(tournament_id)
        _one, team = check_substitute(state, entry, place, newcomer)
        await self._ask(
            Request(
                0, tournament_id, None, SUBSTITUTE, by, asker, entry, place, newcomer.user_id or 0, newcomer.name,
                team.players[place].user_id, team.players[place].name, answer=RequestState.ASKED,
            ),
            newcomer_known=known,
        )  # fmt: skip

    async def get(self, request_id: int) -> Request:
        """Return a request that somebody has still to decide. Raises `NoSuchRequest`."""
        found = await self._stored.request(request_id)
        if found is None or not found.undecided:
            raise NoSuchRequest
        return found

    async def open(self, tournament_id: int) -> list[Request]:
        """Return the requests of which not everybody has heard all; those of which the reason is gone are void by now."""
        for one in await self._stored.requests(tournament_id):
            if one.undecided and not await self._holds(one):
                await self._stored.answer_request(one, _pointless(one))
        return await self._stored.requests(tournament_id)

    async def decide(self, request_id: int, by: int, *, approve: bool) -> Request:
        """Do what the organiser is asked for, ask the newcomer if they haven't asked themselves, or decline it.

        Return the request with its answer, which may be that it is void.
        Raises `NoSuchRequest`, and what `Endings.cancel` and `MatchTables.substitute` do.
        """
        request = await self.get(request_id)
        if request.answer is not None:
            raise NoSuchRequest
        if not await self._holds(request):
            return await self._answered(request, RequestState.VOID)
        if not approve:
            return await self._answered(request, RequestState.DECLINED)
        if request.kind == ABANDON:
            assert request.game_id is not None
            await self._tables.endings.cancel(request.game_id, by, moderator=True)
        elif request.user_id != request.newcomer_id:
            return await self._answered(request, RequestState.ASKED)
        else:
            await self._put_in(request, by)
        return await self._answered(request, RequestState.APPROVED)

    async def respond(self, request_id: int, user_id: int, *, yes: bool) -> tuple[Request, bool]:
        """Have a newcomer play who says yes, or leave it if they say no.

        Return the request with what became of it, which may be that it has lapsed, and whether all of that is seen at
        a table. Raises `NoSuchRequest`, `NotAsked`, and what `MatchTables.substitute` does.
        """
        request, seated = await self.get(request_id), False
        if request.answer is not RequestState.ASKED or request.newcomer_id != user_id:
            raise NotAsked
        answer = RequestState.REFUSED
        if not await self._holds(request):
            answer = RequestState.LAPSED
        elif yes:
            answer = RequestState.AGREED
            state = await self._changes.state(request.tournament_id)
            by = request.user_id if request.game_id is None else state.tournament.host_id
            seated = await self._put_in(request, by)
        return await self._answered(request, answer), seated

    async def note_message(self, request: Request, message: tuple[int, int] | None) -> None:
        """Note in which message a request has its buttons, None if it has none any more."""
        await self._stored.put_request(request.id, message)

    async def note_unreached(self, request: Request) -> Request:
        """Note that no message reaches the newcomer who is to be asked. Return the request as it is now."""
        return await self._answered(request, RequestState.UNREACHED)

    async def settle(self, request_id: int) -> None:
        """Forget a request of which everybody has heard."""
        await self._stored.settle_request(request_id)

    async def _answered(self, request: Request, answer: RequestState) -> Request:
        if not await self._stored.answer_request(request, answer):
            raise NoSuchRequest
        decided = await self._stored.request(request.id)
        if decided is None:
            raise NoSuchRequest
        return decided

    async def _put_in(self, request: Request, by: int) -> bool:
        newcomer = Player(request.newcomer, request.newcomer_id)
        return await self._match_tables.substitute(
            request.tournament_id, request.entry, request.place, newcomer, by, request.id
        )

    async def _playing(self, table_id: int) -> Table:
        table = await self._tables.get(table_id)
        if table.status is not Status.PLAYING:
            raise WrongStatus(table)
        return table

    async def _match(self, tournament_id: int | None, game_id: int) -> tuple[TournamentState, Match]:
        found = await self._stored.of_game(game_id)
        if found is None or tournament_id not in (None, found[0]):
            raise NoSuchMatch
        return await self._changes.state(found[0]), found[1]

    async def _ask(self, wanted: Request, *, newcomer_known: bool = False) -> None:
        """Store a request, unless the same is asked for already, or the data of the asker or newcomer was deleted just now.

        `newcomer_known` says whether anything was stored of the newcomer as they were read. Raises `NoSuchEntry` if the
        place is somebody else's by now.
        """
        allowed = (
            (TournamentStage.OPEN, TournamentStage.RUNNING) if wanted.game_id is None else (TournamentStage.RUNNING,)
        )
        async with self._changes.changing(wanted.tournament_id, *allowed) as (tx, now):
            if not await self._people.known(wanted.user_id, tx):
                return
            if newcomer_known and not await self._people.known(wanted.newcomer_id, tx):
                return
            if wanted.kind == SUBSTITUTE:
                newcomer = Player(wanted.newcomer, wanted.newcomer_id)
                _one, team = check_substitute(now, wanted.entry, wanted.place, newcomer)
                if team.players[wanted.place].name != wanted.holder:
                    raise NoSuchEntry
            for one in await self._stored.requests(wanted.tournament_id, tx):
                if _about(one) == _about(wanted) and one.undecided:
                    return
            await self._stored.add_request(tx, wanted)
            await self._changes.save(tx, now.tournament)

    async def _holds(self, request: Request) -> bool:
        """Return whether there still is a reason for a request: the game goes on, the place is as it was, the newcomer free."""
        state = await self._changes.state(request.tournament_id)
        if request.kind == SUBSTITUTE:
            try:
                _one, team = check_substitute(
                    state, request.entry, request.place, Player(request.newcomer, request.newcomer_id)
                )
            except TournamentError:
                return False
            if request.game_id is None:
                going = state.tournament.status in (TournamentStage.OPEN, TournamentStage.RUNNING)
                return going and team.players[request.place].user_id == request.holder_id
        assert request.game_id is not None
        table = await self._tables.get(request.game_id)
        found = await self._stored.of_game(request.game_id)
        if table.status is not Status.PLAYING or found is None or found[1].played is not None:
            return False
        if state.tournament.status is not TournamentStage.RUNNING:
            return False
        if request.kind == ABANDON:
            return True
        seat = table.seat(seat_of(found[1], request.entry, request.place))
        back = seat is not None and request.absent and seat.computer is None
        return (
            seat is not None
            and seat.user_id == request.holder_id
            and not back
            and table.seat_of(request.newcomer_id) is None
        )


def _about(request: Request) -> tuple[object, ...]:
    return request.game_id, request.kind, request.entry, request.place, request.newcomer_id


def _pointless(request: Request) -> RequestState:
    """Return what has become of a request that nobody has to decide any more."""
    return RequestState.VOID if request.answer is None else RequestState.LAPSED
