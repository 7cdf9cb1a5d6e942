"""Requests to the organiser: what the people at the table of a match would agree on elsewhere is decided by who runs the tournament."""

from __future__ import annotations

from dataclasses import replace

from bot.league.tournaments.changes import Changes
from bot.league.tournaments.entries import check_substitute
from bot.league.tournaments.errors import NoSuchMatch, NoSuchRequest
from bot.league.tournaments.match_tables import MatchTables
from bot.league.tournaments.state import TournamentState
from bot.store.tournaments import Meet, Player, Progress, Request
from bot.tables import Status, Table, Tables, WrongStatus
from bot.tables.rules import seat_plan
from bot.tables.rules.agreements import ABANDON, SUBSTITUTE

#: How a request ends; `VOID` as its reason is gone.
APPROVED, DECLINED, VOID = "approved", "declined", "void"


class Requests:
    """The requests at the matches of the tournaments of one database."""

    def __init__(self, changes: Changes, tables: Tables, match_tables: MatchTables) -> None:
        self._changes = changes
        self._stored = changes.stored
        self._tables = tables
        self._match_tables = match_tables

    async def to_end(self, table_id: int, by: int, asker: str) -> None:
        """Ask the organiser to end a match. Raises `WrongStatus`, `NotSeated`, `NoSuchMatch`."""
        table = await self._playing(table_id)
        seat_plan.own_seat(table, by)
        await self._ask(table, Request(0, 0, table.id, ABANDON, by, asker))

    async def to_substitute(
        self, table_id: int, by: int, asker: str, seat: int, newcomer_id: int, newcomer: str
    ) -> None:
        """Ask the organiser to have a newcomer play a seat; asking is for the people at the table and the newcomer.

        Raises `WrongStatus`, `NotSeated`, `NoSuchMatch`, and what `Seating.seat_for` and `check_substitute` do.
        """
        table = await self._playing(table_id)
        if by != newcomer_id:
            seat_plan.own_seat(table, by)
        old = await self._tables.seating.seat_for(table, seat, newcomer_id)
        wanted = Request(
            0, 0, table.id, SUBSTITUTE, by, asker, seat, newcomer_id, newcomer, old.user_id, old.computer is not None
        )
        await self._ask(table, wanted)

    async def get(self, request_id: int) -> Request:
        """Return a request that nobody has decided yet. Raises `NoSuchRequest`."""
        found = await self._stored.request(request_id)
        if found is None or found.answer is not None:
            raise NoSuchRequest
        return found

    async def open(self, tournament_id: int) -> list[Request]:
        """Return the requests of which not everybody has heard all; those of which the reason is gone are void by now."""
        for one in await self._stored.requests(tournament_id):
            if one.answer is None and not await self._holds(one):
                await self._stored.answer_request(one.id, VOID)
        return await self._stored.requests(tournament_id)

    async def decide(self, request_id: int, by: int, *, approve: bool) -> Request:
        """Do what is asked for, or decline it. Return the request with its answer, which may be that it is void.

        Raises `NoSuchRequest`, and what `Endings.cancel` and `MatchTables.substitute` do.
        """
        one = await self.get(request_id)
        answer = DECLINED
        if not await self._holds(one):
            answer = VOID
        elif approve:
            answer = APPROVED
            if one.kind == ABANDON:
                await self._tables.endings.cancel(one.game_id, by, moderator=True)
            else:
                state, match = await self._match(one.tournament_id, one.game_id)
                entry, place = _place(match, one.seat)
                newcomer = Player(one.newcomer, one.newcomer_id)
                await self._match_tables.substitute(state.tournament.id, entry, place, newcomer, by)
        if not await self._stored.answer_request(one.id, answer):
            raise NoSuchRequest
        decided = await self._stored.request(request_id)
        assert decided is not None
        return decided

    async def note_message(self, request_id: int, message: tuple[int, int] | None) -> None:
        """Note in which message a request has its buttons, None if it has none any more."""
        await self._stored.put_request(request_id, message)

    async def settle(self, request_id: int) -> None:
        """Forget a request of which everybody has heard."""
        await self._stored.settle_request(request_id)

    async def _playing(self, table_id: int) -> Table:
        table = await self._tables.get(table_id)
        if table.status is not Status.PLAYING:
            raise WrongStatus(table)
        return table

    async def _match(self, tournament_id: int | None, game_id: int) -> tuple[TournamentState, Meet]:
        found = await self._stored.of_game(game_id)
        if found is None or tournament_id not in (None, found[0]):
            raise NoSuchMatch
        return await self._changes.state(found[0]), found[1]

    async def _ask(self, table: Table, wanted: Request) -> None:
        """Store a request, unless the same is asked for already."""
        state, match = await self._match(None, table.id)
        async with self._changes.changing(state.tournament.id, Progress.RUNNING) as (tx, now):
            if wanted.kind == SUBSTITUTE:
                entry, place = _place(match, wanted.seat)
                check_substitute(now, entry, place, Player(wanted.newcomer, wanted.newcomer_id))
            about = (wanted.game_id, wanted.kind, wanted.seat, wanted.newcomer_id)
            for one in await self._stored.requests(state.tournament.id, tx):
                if (one.game_id, one.kind, one.seat, one.newcomer_id) == about:
                    return
            await self._stored.add_request(tx, replace(wanted, tournament_id=state.tournament.id))
            await self._changes.save(tx, now.tournament)

    async def _holds(self, one: Request) -> bool:
        """Return whether there still is a reason for a request: the game goes on, and the seat is as it was."""
        table = await self._tables.get(one.game_id)
        found = await self._stored.of_game(one.game_id)
        if table.status is not Status.PLAYING or found is None or found[1].played is not None:
            return False
        tournament = await self._stored.get(one.tournament_id)
        if tournament is None or tournament.status is not Progress.RUNNING:
            return False
        if one.kind == ABANDON:
            return True
        seat = table.seat(one.seat)
        back = seat is not None and one.absent and seat.computer is None
        return (
            seat is not None and seat.user_id == one.holder_id and not back and table.seat_of(one.newcomer_id) is None
        )


def _place(match: Meet, seat: int) -> tuple[int, int]:
    """Return the entry and the place (from 0) that belong to a seat at the table of a match."""
    return (match.first if seat % 2 == 0 else match.second or 0), seat // 2
