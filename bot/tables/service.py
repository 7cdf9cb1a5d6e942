"""Tables: everything people can do with a game, one lock and one version a table.

Whatever is given out is a `Table` row or a view; a `Game` never leaves this package.
"""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any
from weakref import WeakValueDictionary

from bot.canasta.moves import IllegalMove, Move, read_move
from bot.canasta.record import record_of
from bot.canasta.views import Event, SeatView
from bot.computer import choose
from bot.store.database import Database
from bot.store.games import Games, Seat, Status, Table, VersionMoved
from bot.store.messages import Messages
from bot.store.people import People
from bot.store.play import Deal, Play, PlayedMove
from bot.tables import lobby
from bot.tables.errors import (
    AlreadySeated,
    ChannelBusy,
    NoSuchTable,
    NotAllowed,
    NotOver,
    NotYourSeat,
    NotYourTurn,
    SeatsMissing,
    SeatTaken,
    Stale,
    WrongStatus,
)
from bot.tables.live import LiveGame, rules_for
from bot.tables.model import Change, Happening, Look, Outcome

log = logging.getLogger(__name__)

#: Games kept in memory; any other is rebuilt from its moves when it is next asked for.
KEPT_GAMES = 200

#: Who plays for somebody who resigned.
SUBSTITUTE_LEVEL = "normal"

#: Seconds until a computer tries again when its move could not be stored.
RETRY_SECONDS = 30.0


class Tables:
    """The tables of one database.

    Every change is committed before its method returns; subscribers hear of it then. Methods that change a
    table raise a `TableError` (which one is said below), and then nothing has changed. `NoSuchTable` can come
    from all that take a table's number. `by` is the person who asks; `moderator` says that he may act
    as the host does.

    `messages` and `people` are the memory of whoever tells people about the tables.
    """

    def __init__(
        self,
        database: Database,
        *,
        clock: Callable[[], int],
        chance: random.Random | None = None,
        pace: float = 0.0,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """`clock` gives whole seconds UTC, `chance` shuffles (default: the system's).

        A computer waits `pace` seconds before it moves, by `sleep`.
        """
        self.messages = Messages(database)
        self.people = People(database)
        self._database = database
        self._games = Games(database)
        self._play = Play(database)
        self._clock = clock
        self._chance = chance or secrets.SystemRandom()
        self._pace = pace
        self._sleep = sleep
        self._subscribers: list[Callable[[Change], None]] = []
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._live: OrderedDict[int, LiveGame] = OrderedDict()
        self._computers: dict[int, asyncio.Task[None]] = {}

    # -- life of the service

    async def resume(self) -> None:
        """Set computers going that were to move when the process ended. Call once, after subscribing."""
        for table in await self._games.active():
            self._wake_computer(table)

    async def close(self) -> None:
        """Stop the computers; `resume` goes on where they stopped. The database stays open."""
        tasks = list(self._computers.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def on_change(self, subscriber: Callable[[Change], None]) -> None:
        """Have `subscriber` called on the event loop after each commit, in order of versions. It must not block."""
        self._subscribers.append(subscriber)

    # -- looking

    async def get(self, table_id: int) -> Table:
        """The table of that number."""
        table = await self._games.get(table_id)
        if table is None:
            raise NoSuchTable
        return table

    async def in_channel(self, channel_id: int) -> Table | None:
        """The active table of a channel or thread."""
        return await self._games.in_channel(channel_id)

    async def last_in_channel(self, channel_id: int) -> Table | None:
        """The newest table of a channel or thread, whatever its status."""
        return await self._games.last_in_channel(channel_id)

    async def of_person(self, user_id: int) -> list[Table]:
        """A person's active tables in all servers, those that wait for him first."""
        return await self._games.of_person(user_id)

    async def waiting_for(self, user_id: int) -> list[Table]:
        """The games in which this person is to move, longest waiting first."""
        return await self._games.waiting_for(user_id)

    async def active(self) -> list[Table]:
        """All lobbies and running games, oldest first."""
        return await self._games.active()

    async def look(self, table_id: int, user_id: int | None = None) -> Look:
        """The table with its public view and, for a person who sits there, his own view."""
        async with self._locked(table_id) as table:
            if not table.round:
                return Look(table, None, None, ())
            live = await self._game(table)
            own = None if user_id is None else table.seat_of(user_id)
            mine = None if own is None else await asyncio.to_thread(live.seat, own.number)
            return Look(table, live.public(), mine, tuple(live.recent))

    async def record(self, table_id: int) -> dict[str, object]:
        """The `canasta-record/1` document of a game that has ended. Raises `NotOver`: a record tells all packs."""
        async with self._locked(table_id) as table:
            if table.active or not table.round:
                raise NotOver
            live = await self._game(table)
            return await asyncio.to_thread(record_of, live.game)

    # -- the lobby

    async def open_lobby(
        self,
        *,
        guild_id: int,
        channel_id: int,
        host_id: int,
        host_name: str,
        variant: str = "classic",
        layout: str | None = None,
        house: Mapping[str, object] | None = None,
    ) -> Table:
        """Open a lobby with its host in seat 0; without a `layout`, the one for four or else the variant's first.

        Raises `ChannelBusy`, `RulesError`.
        """
        rules = await asyncio.to_thread(rules_for, variant, layout, house or {})
        now = self._clock()
        table = Table(
            id=0,
            guild_id=guild_id,
            channel_id=channel_id,
            status=Status.LOBBY,
            version=1,
            variant=variant,
            layout=rules.layout,
            size=rules.seats,
            house=dict(house or {}),
            host_id=host_id,
            seats=(Seat(0, host_id, None, host_name),),
            round=0,
            commitment=None,
            turn=None,
            turn_since=None,
            scores=(),
            winner=None,
            created_at=now,
            updated_at=now,
            ended_at=None,
        )
        async with self._database.transaction() as tx:
            busy = await self._games.in_channel(channel_id)
            if busy is not None:
                raise ChannelBusy(busy)
            table = replace(table, id=await self._games.add(tx, table))
        self._publish(table)
        return table

    async def set_up(
        self,
        table_id: int,
        by: int,
        *,
        variant: str,
        layout: str | None = None,
        house: Mapping[str, object] | None = None,
        moderator: bool = False,
    ) -> Table:
        """Change what a lobby will play; those seated move up where seats vanish.

        Raises `WrongStatus`, `NotAllowed`, `RulesError`, `TooManySeated`.
        """
        rules = await asyncio.to_thread(rules_for, variant, layout, house or {})
        async with self._locked(table_id, Status.LOBBY) as table:
            _check_host(table, by, moderator)
            return await self._save_lobby(
                table,
                variant=variant,
                layout=rules.layout,
                size=rules.seats,
                house=dict(house or {}),
                seats=lobby.fitted(table, rules.seats),
            )

    async def join(self, table_id: int, user_id: int, name: str, seat: int | None = None) -> Table:
        """Sit down, in `seat` or the first free one.

        Raises `WrongStatus`, `AlreadySeated`, `NoFreeSeat`, `SeatTaken`, `NoSuchSeat`.
        """
        async with self._locked(table_id, Status.LOBBY) as table:
            own = table.seat_of(user_id)
            if own is not None:
                raise AlreadySeated(own.number)
            new = Seat(lobby.free_seat(table, seat), user_id, None, name)
            return await self._save_lobby(table, seats=lobby.with_seat(table, new))

    async def leave(self, table_id: int, user_id: int) -> Table:
        """Leave a lobby. The next person seated becomes host; when none is left the lobby is cancelled.

        Raises `WrongStatus`, `NotSeated`.
        """
        async with self._locked(table_id, Status.LOBBY) as table:
            return await self._free(table, lobby.own_seat(table, user_id))

    async def add_computer(self, table_id: int, by: int, level: str, seat: int | None = None) -> Table:
        """Seat a computer player; anyone seated may.

        Raises `WrongStatus`, `NotSeated`, `NoFreeSeat`, `SeatTaken`, `NoSuchSeat`.
        """
        async with self._locked(table_id, Status.LOBBY) as table:
            lobby.own_seat(table, by)
            new = lobby.computer(table, lobby.free_seat(table, seat), level)
            return await self._save_lobby(table, seats=lobby.with_seat(table, new))

    async def remove(self, table_id: int, by: int, seat: int, *, moderator: bool = False) -> Table:
        """Free a lobby's seat: a computer's by anyone seated, a person's by the host or a moderator.

        Raises `WrongStatus`, `NotSeated`, `NotAllowed`, `NoSuchSeat`, `EmptySeat`.
        """
        async with self._locked(table_id, Status.LOBBY) as table:
            leaving = lobby.seated(table, seat)
            if leaving.level is None:
                _check_host(table, by, moderator)
            elif not moderator:
                lobby.own_seat(table, by)
            return await self._free(table, leaving)

    async def change_seat(self, table_id: int, user_id: int, seat: int) -> Table:
        """Move to a free seat of the lobby or swap with a computer.

        Raises `WrongStatus`, `NotSeated`, `SeatTaken`, `NoSuchSeat`.
        """
        async with self._locked(table_id, Status.LOBBY) as table:
            own = lobby.own_seat(table, user_id)
            there = table.seat(seat)
            if there is not None and there.user_id not in (None, user_id):
                raise SeatTaken(seat, there.name)
            return await self._save_lobby(table, seats=lobby.swapped(table, own.number, seat))

    async def swap(self, table_id: int, by: int, one: int, other: int, *, moderator: bool = False) -> Table:
        """Swap two seats of the lobby, empty ones too. Raises `WrongStatus`, `NotAllowed`, `NoSuchSeat`."""
        async with self._locked(table_id, Status.LOBBY) as table:
            _check_host(table, by, moderator)
            return await self._save_lobby(table, seats=lobby.swapped(table, one, other))

    async def start(self, table_id: int, by: int, *, fill: str | None = None, moderator: bool = False) -> Table:
        """Deal the first round; anyone seated or a moderator may. `fill` is the level of computers for the empty seats.

        Raises `WrongStatus`, `NotSeated`, `SeatsMissing`.
        """
        async with self._locked(table_id, Status.LOBBY) as table:
            if not moderator:
                lobby.own_seat(table, by)
            full = table
            if fill is not None:
                for number in table.free:
                    full = replace(full, seats=lobby.with_seat(full, lobby.computer(full, number, fill)))
            if full.free:
                raise SeatsMissing(len(full.free))
            live = await asyncio.to_thread(LiveGame, full)
            deal, events = live.deal(self._chance, 1)
            after = self._after(full, live, deal)
            live.version = after.version
            async with self._database.transaction() as tx:
                await self._games.save(tx, after)
                await self._games.seat_anew(tx, after)
                await self._play.deal(tx, after.id, deal, after.updated_at)
            self._keep(after.id, live)
            self._publish(after, tuple(events))
            return after

    # -- playing

    async def play(
        self,
        table_id: int,
        user_id: int,
        move: Move | str,
        *,
        version: int | None = None,
        interaction_id: int | None = None,
    ) -> Outcome:
        """Play one move for the seat of a person.

        `move` may be text as people type it (`discard k`, seat left out; suits are taken from his hand).
        `version` is the version he saw when he chose; None means the current one (typed commands). An
        `interaction_id` that has played already gets its outcome again, `repeated`.

        Raises `NotSeated`, `WrongStatus`, `Stale`, `NotYourTurn`, `NotYourSeat`, `UnreadableMove`, `IllegalMove`.
        """
        async with self._locked(table_id) as table:
            if interaction_id is not None:
                stored = await self._play.by_interaction(table_id, interaction_id)
                if stored is not None:
                    return Outcome(table, await self._happened(table, stored), repeated=True)
            own = lobby.own_seat(table, user_id)
            _check_status(table, Status.PLAYING)
            if version is not None and version != table.version:
                raise Stale(table)
            to_move = table.to_move
            if to_move is not None and to_move.number != own.number:
                raise NotYourTurn(to_move.number, to_move.name)
            live = await self._game(table)
            if isinstance(move, str):
                mine = await asyncio.to_thread(live.seat, own.number)
                move = read_move(move, mine.hand, own.number)
            if move.seat != own.number:
                raise NotYourSeat(own.number)
            after, played = await self._make(table, live, move, user_id=user_id, interaction_id=interaction_id)
            return Outcome(after, played, repeated=False)

    async def resign(self, table_id: int, user_id: int) -> Table:
        """Give one's seat in a running game to a computer; the last person to resign abandons the game.

        Raises `WrongStatus`, `NotSeated`.
        """
        async with self._locked(table_id, Status.PLAYING) as table:
            own = lobby.own_seat(table, user_id)
            substitute = lobby.computer(table, own.number, SUBSTITUTE_LEVEL)
            seats = lobby.with_seat(table, substitute)
            host = lobby.next_host(table, seats)
            if host is None:
                return await self._end(table, Status.ABANDONED)
            after = self._next(table, seats=seats, host_id=host)
            async with self._database.transaction() as tx:
                await self._games.save(tx, after)
                await self._games.substitute(tx, after, substitute)
            self._publish(after)
            return after

    async def cancel(self, table_id: int, by: int, *, moderator: bool = False) -> Table:
        """End a lobby (`CANCELLED`) or a running game (`ABANDONED`) without a result.

        Raises `WrongStatus`, `NotAllowed`.
        """
        async with self._locked(table_id, Status.LOBBY, Status.PLAYING) as table:
            _check_host(table, by, moderator)
            return await self._end(table, Status.CANCELLED if table.status is Status.LOBBY else Status.ABANDONED)

    # -- one change of one table

    @asynccontextmanager
    async def _locked(self, table_id: int, *allowed: Status) -> AsyncIterator[Table]:
        """The table as it is now, unchanged by others meanwhile. Raises `WrongStatus` unless its status is allowed."""
        async with self._locks.setdefault(table_id, asyncio.Lock()):
            table = await self.get(table_id)
            if allowed:
                _check_status(table, *allowed)
            try:
                yield table
            except VersionMoved:
                raise Stale(await self.get(table_id)) from None

    def _next(self, table: Table, **changes: Any) -> Table:
        return replace(table, version=table.version + 1, updated_at=self._clock(), **changes)

    async def _save_lobby(self, table: Table, **changes: Any) -> Table:
        after = self._next(table, **changes)
        async with self._database.transaction() as tx:
            await self._games.save(tx, after)
            await self._games.seat_anew(tx, after)
        self._publish(after)
        return after

    async def _free(self, table: Table, leaving: Seat) -> Table:
        seats = lobby.without(table, leaving.number)
        host = lobby.next_host(table, seats)
        if host is None:
            return await self._end(table, Status.CANCELLED)
        return await self._save_lobby(table, seats=seats, host_id=host)

    async def _end(self, table: Table, status: Status) -> Table:
        after = self._next(table, status=status, turn=None, turn_since=None)
        after = replace(after, ended_at=after.updated_at)
        async with self._database.transaction() as tx:
            await self._games.save(tx, after)
        self._publish(after)
        return after

    def _publish(self, table: Table, events: tuple[Event, ...] = ()) -> None:
        for subscriber in self._subscribers:
            try:
                subscriber(Change(table, events))
            except Exception:
                log.exception("a subscriber failed on table %d, version %d", table.id, table.version)
        self._wake_computer(table)

    async def _game(self, table: Table) -> LiveGame:
        """The game of a locked table, from memory or rebuilt."""
        live = self._live.get(table.id)
        if live is None or live.version != table.version:
            deals = await self._play.deals(table.id)
            moves = await self._play.moves(table.id)
            live = await asyncio.to_thread(LiveGame.rebuild, table, deals, moves)
        self._keep(table.id, live)
        return live

    def _keep(self, table_id: int, live: LiveGame) -> None:
        self._live[table_id] = live
        self._live.move_to_end(table_id)
        if len(self._live) > KEPT_GAMES:
            self._live.popitem(last=False)

    async def _happened(self, table: Table, stored: PlayedMove) -> Happening:
        """A stored move with its events, which are forgotten once it is old."""
        live = await self._game(table)
        old = Happening(stored.version, stored.round, stored.seat, stored.line, ())
        return next((recent for recent in live.recent if recent.version == stored.version), old)

    async def _make(
        self, table: Table, live: LiveGame, move: Move, *, user_id: int | None, interaction_id: int | None
    ) -> tuple[Table, Happening]:
        """Play a move of a locked table, deal anew if it ended a round, store both together, and tell."""
        events = live.apply(move)
        try:
            deal = None
            if live.game.needs_deal:
                deal, dealt = live.deal(self._chance, table.round + 1)
                events += dealt
            after = self._after(table, live, deal)
            played = PlayedMove(live.moves + 1, table.round, after.version, move.seat, str(move))
            async with self._database.transaction() as tx:
                await self._games.save(tx, after)
                await self._play.append(
                    tx, after.id, played, user_id=user_id, interaction_id=interaction_id, at=after.updated_at
                )
                if deal is not None:
                    await self._play.deal(tx, after.id, deal, after.updated_at)
        except BaseException:
            # The game in memory has gone on, what is stored has not.
            self._live.pop(table.id, None)
            raise
        happened = live.record(played, events)
        self._publish(after, happened.events)
        return after, happened

    def _after(self, table: Table, live: LiveGame, deal: Deal | None) -> Table:
        """The row of a table whose game has just gone on."""
        game = live.game
        after = self._next(table, scores=tuple(game.scores), winner=game.winner)
        if deal is not None:
            after = replace(after, round=deal.number, commitment=deal.commitment)
        if game.winner is not None:
            return replace(after, status=Status.FINISHED, turn=None, turn_since=None, ended_at=after.updated_at)
        same_turn = (table.round, table.turn) == (after.round, game.turn)
        since = table.turn_since if same_turn else after.updated_at
        return replace(after, status=Status.PLAYING, turn=game.turn, turn_since=since)

    # -- computer players

    def _wake_computer(self, table: Table) -> None:
        to_move = table.to_move
        if to_move is not None and to_move.level is not None and table.id not in self._computers:
            self._computers[table.id] = asyncio.create_task(self._run_computers(table.id))

    async def _run_computers(self, table_id: int) -> None:
        """Play for the computers of a table until a person is to move."""
        going = True
        while going:
            try:
                going = await self._move_computer(table_id)
            except Exception:
                log.exception("a computer could not move at table %d; it tries again", table_id)
                await self._sleep(RETRY_SECONDS)

    async def _move_computer(self, table_id: int) -> bool:
        """Make one computer's move; False when no computer is to move."""
        async with self._locked(table_id) as table:
            to_move = table.to_move
            if to_move is None or to_move.level is None:
                # Still under the lock, so that the very next change can set computers going again.
                del self._computers[table_id]
                return False
            live = await self._game(table)
            view = await asyncio.to_thread(live.seat, to_move.number)
        if self._pace:
            await self._sleep(self._pace)
        move = await asyncio.to_thread(self._choose, view, to_move.level)
        async with self._locked(table_id) as now:
            if now.version != table.version:
                return True
            live = await self._game(now)
            try:
                await self._make(now, live, move, user_id=None, interaction_id=None)
            except IllegalMove as error:
                log.error("table %d: computer %s chose what is refused: %s", table_id, to_move.level, error.code)  # noqa: TRY400
                await self._make(now, live, self._chance.choice(view.legal), user_id=None, interaction_id=None)
        return True

    def _choose(self, view: SeatView, level: str) -> Move:
        try:
            return choose(view, level, self._chance)
        except Exception:
            log.exception("computer %s failed to choose", level)
            return self._chance.choice(view.legal)


def _check_status(table: Table, *allowed: Status) -> None:
    if table.status not in allowed:
        raise WrongStatus(table)


def _check_host(table: Table, by: int, moderator: bool) -> None:
    if by != table.host_id and not moderator:
        raise NotAllowed(table.host_id)
