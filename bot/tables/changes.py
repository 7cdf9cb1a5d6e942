"""How every change of a table is made: under its lock, in one transaction, with a new version; then it is announced."""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any
from weakref import WeakValueDictionary

from bot.canasta.events import Event
from bot.canasta.game import Game
from bot.canasta.moves import Move
from bot.store.database import Database, Transaction
from bot.store.games import Games, Status, Table, VersionMoved
from bot.store.log import Entry, Log
from bot.store.messages import Messages
from bot.store.people import People, Person
from bot.store.play import Deal, Play, PlayedMove
from bot.store.results import Result
from bot.store.series import AllSeries
from bot.store.servers import Servers
from bot.store.timers import Timers
from bot.store.vacations import Vacations
from bot.tables.errors import NoSuchSeries, NoSuchTable, NotAllowed, Stale, Unplayable, WrongStatus
from bot.tables.game_in_memory import GameInMemory
from bot.tables.rules import absence, clock, game_result
from bot.tables.rules.absence import Deeds
from bot.tables.views import Change, Happening

log = logging.getLogger(__name__)

#: The most games kept in memory. Any other is rebuilt from its moves when it is next asked for.
KEPT_GAMES = 200


class Changes:
    """The part of the tables that reads, locks, changes and stores them, and tells subscribers what was committed."""

    def __init__(
        self,
        database: Database,
        *,
        clock: Callable[[], int],
        chance: random.Random | None = None,
    ) -> None:
        """Serve the tables of `database`.

        `clock` gives whole seconds UTC, `chance` shuffles (default: the system's).
        """
        self.messages = Messages(database)
        self.people = People(database)
        self.servers = Servers(database)
        self.timers = Timers(database)
        self._vacations = Vacations(database)
        self._database = database
        self._games = Games(database)
        self._play = Play(database)
        self._log = Log(database)
        self._series = AllSeries(database)
        self._clock = clock
        self._chance = chance or secrets.SystemRandom()
        self._subscribers: list[Callable[[Change], None]] = []
        self._recorder: Callable[[Transaction, Result], Awaitable[None]] | None = None
        self._one_rest_at_a_time = asyncio.Lock()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._live: OrderedDict[int, GameInMemory] = OrderedDict()

    def on_change(self, subscriber: Callable[[Change], None]) -> None:
        """Have `subscriber` called on the event loop after each commit, in order of versions. It must not block."""
        self._subscribers.append(subscriber)

    def on_end(self, recorder: Callable[[Transaction, Result], Awaitable[None]]) -> None:
        """Have `recorder` called with the result of each game, inside the transaction of the change that ends it.

        If it raises, that change has not happened. A game in which no round was dealt has no result; any other has
        exactly one.
        """
        self._recorder = recorder

    async def can_store(self) -> bool:
        """Return whether the database can be written to now. What is sent while it can't be would be forgotten."""
        return await self._database.works()

    async def get(self, table_id: int) -> Table:
        """Return the table of that number. Raises `NoSuchTable`."""
        table = await self._games.get(table_id)
        if table is None:
            raise NoSuchTable
        return table

    def now(self) -> int:
        """Return the time by the tables' clock, seconds UTC."""
        return self._clock()

    async def rest(self, user_id: int) -> clock.Rest:
        """Return when no time counts for a person."""
        return await self.rest_of(await self.people.get(user_id))

    async def rest_of(self, person: Person) -> clock.Rest:
        """Return the same for a person who has been looked up already."""
        return clock.Rest(quiet_hours(person), await self._vacations.of(person.user_id))

    async def _wound(self, before: Table, after: Table) -> Table:
        """Return `after` with its clock set as it stands once `before` has changed into it."""
        old, new = [
            clock.Rest() if one is None or one.user_id is None else await self.rest(one.user_id)
            for one in (before.to_move, after.to_move)
        ]
        return clock.wound(before, after, old, new)

    @asynccontextmanager
    async def _locked(self, table_id: int, *allowed: Status) -> AsyncIterator[Table]:
        """Lock a table and yield it as it is now; nobody else changes it meanwhile.

        Raises `WrongStatus` unless its status is among those `allowed` (none named: any is), and `Stale` where another
        process changed the table meanwhile.
        """
        async with self._locks.setdefault(table_id, asyncio.Lock()):
            table = await self.get(table_id)
            if allowed:
                check_status(table, *allowed)
            try:
                yield table
            except VersionMoved:
                raise Stale(await self.get(table_id)) from None

    def _next(self, table: Table, **changes: Any) -> Table:
        return replace(table, version=table.version + 1, updated_at=self._clock(), **changes)

    @asynccontextmanager
    async def _storing(self, before: Table, after: Table, entries: Sequence[Entry] = ()) -> AsyncIterator[Transaction]:
        """Yield the transaction of a change. It stores the table, the log's entries, and whatever is written inside."""
        async with self._database.transaction() as tx:
            await self._games.save(tx, before, after)
            if entries:
                await self._log.append(tx, after, entries)
            yield tx

    async def _change(self, before: Table, after: Table, entries: Sequence[Entry] = ()) -> Table:
        """Store a change in which nothing was played, tell the subscribers, and return the new table."""
        after = await self._wound(before, after)
        game = await self._ended(before, after)
        async with self._storing(before, after, entries) as tx:
            if game is not None:
                await self._record(tx, after, game)
        self._follow(before, after)
        return after

    async def _ended(self, before: Table, after: Table) -> Game | None:
        """Return the game that a change without a move ends.

        None if the change ends no game, nobody wants results, or the game can't be rebuilt.
        """
        if self._recorder is None or before.status is not Status.PLAYING or after.active:
            return None
        try:
            return (await self._game(before)).game
        except Unplayable:
            # Its scores can't be known any more, and yet it must be possible to end it.
            return None

    async def _record(self, tx: Transaction, table: Table, game: Game) -> None:
        """Hand the result of a game that ends with this transaction to the recorder."""
        if self._recorder is None:
            return
        past = game_result.Past(
            began_at=await self._play.began_at(tx, table.id),
            moves=await self._play.made(tx, table.id),
            sittings=await self._games.sittings(tx, table.id),
            entries=await self._log.whole(tx, table.id),
        )
        rests = {user_id: await self.rest(user_id) for user_id in past.people}
        await self._recorder(tx, game_result.result(table, game, past, rests))

    def _follow(self, before: Table, after: Table) -> None:
        """Bring the game in memory up to a change in which nothing was played, and tell the subscribers."""
        live = self._live.get(after.id)
        if live is not None and live.version == before.version:
            live.seat_anew(after)
        self._publish(after)

    async def _end(self, table: Table, status: Status, entries: Sequence[Entry] = ()) -> Table:
        return await self._change(table, absence.over(self._next(table, status=status)), entries)

    def _publish(self, table: Table, events: tuple[Event, ...] = ()) -> None:
        for subscriber in self._subscribers:
            try:
                subscriber(Change(table, events))
            except Exception:
                log.exception("a subscriber failed on table %d, version %d", table.id, table.version)

    async def _game(self, table: Table) -> GameInMemory:
        """Return the game of a locked table, from memory or rebuilt. Raises `Unplayable`."""
        live = self._live.get(table.id)
        if live is None or live.version != table.version:
            # Moves are read first: so each move that ends a round has its deal, even if another process plays
            # meanwhile.
            moves = await self._play.moves(table.id)
            deals = await self._play.deals(table.id)
            stopped = await self._log.stopped(table.id)
            try:
                live = await asyncio.to_thread(GameInMemory.rebuild, table, deals, moves, stopped=stopped)
            except Unplayable as error:
                log.error("table %d can't go on: %s", table.id, error.reason)  # noqa: TRY400
                raise
        self._keep(table.id, live)
        return live

    def forget_names(self) -> None:
        """Drop the games in memory, so that they are rebuilt from what is stored: somebody's name was erased there."""
        self._live.clear()

    def _keep(self, table_id: int, live: GameInMemory) -> None:
        self._live[table_id] = live
        self._live.move_to_end(table_id)
        if len(self._live) > KEPT_GAMES:
            self._live.popitem(last=False)

    async def _secret(self, table: Table) -> str | None:
        """Return the secret of a table's series, which decides its packs; None where chance does.

        Raises `NoSuchSeries`.
        """
        if table.series is None:
            return None
        series = await self._series.get(table.series)
        if series is None:
            raise NoSuchSeries
        return series.secret

    async def _happened(self, table: Table, stored: PlayedMove) -> Happening:
        """Return a stored move with its events; an old move has none, as they are only kept for a while."""
        live = await self._game(table)
        old = Happening(stored.version, stored.round, stored.seat, stored.line, ())
        return next((recent for recent in live.recent if recent.version == stored.version), old)

    async def _make(
        self,
        table: Table,
        live: GameInMemory,
        move: Move,
        consequence: Callable[[Table], Deeds] = absence.nothing,
        *,
        user_id: int | None = None,
        interaction_id: int | None = None,
    ) -> tuple[Table, Happening]:
        """Play a move of a locked table, deal again if it ended a round, store both together, and tell the subscribers.

        `consequence` returns what else the move changes at the table that it leads to. Return the new table and the
        move.
        """
        events = live.apply(move)
        try:
            deal = None
            if live.game.needs_deal:
                deal, dealt = live.deal(self._chance, table.round + 1, await self._secret(table))
                events += dealt
            after, entries = consequence(self._after(table, live, deal))
            after = await self._wound(table, after)
            played = PlayedMove(live.moves + 1, table.round, after.version, move.seat, str(move))
            async with self._storing(table, after, entries) as tx:
                await self._play.append(
                    tx, after.id, played, user_id=user_id, interaction_id=interaction_id, at=after.updated_at
                )
                if deal is not None:
                    await self._play.deal(tx, after.id, deal, after.updated_at)
                if not after.active:
                    await self._record(tx, after, live.game)
        except BaseException:
            # The game in memory has moved on, the stored one has not.
            self._live.pop(table.id, None)
            raise
        happened = live.record(played, events)
        self._publish(after, happened.events)
        return after, happened

    def _after(self, table: Table, live: GameInMemory, deal: Deal | None) -> Table:
        """Return the row of a table after its game in memory has moved on."""
        game = live.game
        after = self._next(table, scores=tuple(game.scores), winner=game.winner)
        if deal is not None:
            after = replace(after, round=deal.number, commitment=deal.commitment)
        if game.over:
            return absence.over(replace(after, status=Status.FINISHED))
        same_turn = (table.round, table.turn) == (after.round, game.turn)
        since = table.turn_since if same_turn else after.updated_at
        return replace(after, status=Status.PLAYING, turn=game.turn, turn_since=since)


def quiet_hours(person: Person) -> clock.Quiet | None:
    """Return a person's quiet hours; None where they have none, or where those stored are not possible."""
    if person.quiet_from is None or person.quiet_until is None or person.time_zone is None:
        return None
    try:
        return clock.Quiet(person.quiet_from, person.quiet_until, person.time_zone)
    except ValueError:
        log.warning("quiet hours that can't be were stored: they count for none", exc_info=True)
        return None


def check_status(table: Table, *allowed: Status) -> None:
    """Raise `WrongStatus` unless the table's status is among those allowed."""
    if table.status not in allowed:
        raise WrongStatus(table)


def check_host(table: Table, by: int, moderator: bool) -> None:
    """Raise `NotAllowed` for anybody but the host and moderators."""
    if by != table.host_id and not moderator:
        raise NotAllowed(table.host_id)
