"""How every change of a table is made: under its lock, in one transaction, with a new version; then it is announced."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import replace
from typing import Any
from weakref import WeakValueDictionary

from bot.canasta.events import Event
from bot.canasta.game import Game
from bot.canasta.moves import Move
from bot.data.errors import StoreTrouble, VersionMoved
from bot.data.log import LogEntry
from bot.data.play import PlayedMove, StoredDeal
from bot.data.results import Result
from bot.data.tables import Home, InChannel, Seat, Status, Table
from bot.store.database import Database, Lock, Transaction
from bot.store.games import GameStore
from bot.store.log import LogStore
from bot.store.notices import NoticeStore
from bot.store.play import PlayStore
from bot.store.standing_orders import StandingOrderStore
from bot.tables.errors import ChannelBusy, LobbyOpen, NoSuchTable, Stale, Unplayable
from bot.tables.games_in_memory import GameInMemory, GamesInMemory
from bot.tables.rests import Rests
from bot.tables.rules import absence, clock, concerns, game_result, invitations, players, rights
from bot.tables.rules.absence import Consequence
from bot.tables.rules.clock import Rest
from bot.tables.series import TableSeries
from bot.tables.views import Change, Happening
from bot.watching import logs

log = logging.getLogger(__name__)


class Changes:
    """The common part of the services that change tables: locks, versions, transactions, and news of what was
    committed.

    `games`, `play` and `log` are the stored tables, their deals and moves, and what else was done to them; `notices`
    are those that people still have to get; `orders` are standing orders; `in_memory` holds games in use.
    """

    def __init__(
        self, database: Database, *, clock: Callable[[], int], chance: random.Random, waits: random.Random
    ) -> None:
        """Change the tables of `database`.

        `clock` gives whole seconds UTC, `chance` shuffles, `waits` draws after how long standing orders run.
        """
        self.database = database
        self.now = clock
        self.chance = chance
        self.waits = waits
        self.games = GameStore(database)
        self.play = PlayStore(database)
        self.log = LogStore(database)
        self.notices = NoticeStore(database)
        self.orders = StandingOrderStore(database)
        self.in_memory = GamesInMemory(self.games, self.play, self.log)
        self.rests = Rests(database)
        self.series = TableSeries(database, chance)
        self._subscribers: list[Callable[[Change], None]] = []
        self._doubters: list[Callable[[int], None]] = []
        self._messengers: list[Callable[[], None]] = []
        self._forgetters: list[Callable[[int], None]] = []
        self._recorder: Callable[[Transaction, Result], Awaitable[None]] | None = None
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._rooms: WeakValueDictionary[tuple[Lock, int], asyncio.Lock] = WeakValueDictionary()
        self._one_rest_at_a_time = asyncio.Lock()

    # -- who hears of changes

    def on_change(self, subscriber: Callable[[Change], None]) -> None:
        """Have `subscriber` called on the event loop after each commit, in order of versions. It must not block."""
        self._subscribers.append(subscriber)

    def on_doubt(self, doubter: Callable[[int], None]) -> None:
        """Have `doubter` called with each table of which it can't be said whether a change was stored. It must not block.

        A server may store a change and lose the connection before it says so: no subscriber hears of that one.
        """
        self._doubters.append(doubter)

    def on_notice(self, messenger: Callable[[], None]) -> None:
        """Have `messenger` called on the event loop after each commit with which there are new notices. It must not block."""
        self._messengers.append(messenger)

    def on_forgotten(self, forgetter: Callable[[int], None]) -> None:
        """Have `forgetter` called with each table where somebody has sat whose name was erased. It must not block."""
        self._forgetters.append(forgetter)

    def on_end(self, recorder: Callable[[Transaction, Result], Awaitable[None]]) -> None:
        """Have `recorder` called with the result of each game, inside the transaction of the change that ends it.

        If it raises, that change has not happened. A game in which no round was dealt has no result; any other has
        exactly one.
        """
        self._recorder = recorder

    def publish(self, table: Table, events: tuple[Event, ...] = ()) -> None:
        """Tell the subscribers of a change that is committed."""
        for subscriber in self._subscribers:
            try:
                subscriber(Change(table, events))
            except Exception:
                log.exception("a subscriber failed on table %d, version %d", table.id, table.version)

    def forget_names(self, tables: Iterable[int]) -> None:
        """Read all games again from what is stored when they are next needed: somebody's name was erased there.

        At the `tables` they sat until then.
        """
        self.in_memory.drop_all()
        for table_id in tables:
            for forgetter in self._forgetters:
                forgetter(table_id)

    # -- steps of a change

    @asynccontextmanager
    async def looking(self, table_id: int) -> AsyncIterator[Table]:
        """Yield a table as it is now; its game in memory is nobody else's meanwhile.

        In this process nobody changes it; another worker may. Raises `NoSuchTable`.
        """
        async with self._locks.setdefault(table_id, asyncio.Lock()):
            with logs.at_table(table_id):
                yield found(await self.games.get(table_id))

    @asynccontextmanager
    async def locked(self, table_id: int, *allowed: Status) -> AsyncIterator[Table]:
        """Lock a table and yield it as it is now; nobody else changes it meanwhile.

        Raises `WrongStatus` unless its status is among those `allowed` (none named: any is), and `Stale` where another
        process changed the table all the same.
        """
        async with self._locks.setdefault(table_id, asyncio.Lock()), self.database.locked(Lock.TABLE, table_id):
            with logs.at_table(table_id):
                table = found(await self.games.get(table_id))
                if allowed:
                    rights.check_status(table, *allowed)
                try:
                    yield table
                except VersionMoved:
                    raise Stale(found(await self.games.get(table_id))) from None

    @asynccontextmanager
    async def room_for(self, home: Home, host_id: int) -> AsyncIterator[None]:
        """Have nobody else give a channel a table meanwhile or, in direct messages, a person or a game another lobby.

        Raises `ChannelBusy` if the channel has a table, or the game is played again already; `LobbyOpen` if the person hosts a
        lobby in direct messages.
        """
        if isinstance(home, InChannel):
            needed = [(Lock.CHANNEL, home.channel_id)]
        else:
            # The host comes last for everybody, so that no two wait for each other.
            needed = [(Lock.DIRECT, number) for number in (home.follows, host_id) if number is not None]
        async with AsyncExitStack() as locks:
            for what, number in needed:
                await locks.enter_async_context(self._rooms.setdefault((what, number), asyncio.Lock()))
                await locks.enter_async_context(self.database.locked(what, number))
            if isinstance(home, InChannel):
                busy = await self.games.in_channel(home.channel_id)
            else:
                busy = None if home.follows is None else await self.games.following(home.follows)
                if busy is None and await self.games.hosted_directly(host_id) is not None:
                    raise LobbyOpen
            if busy is not None:
                raise ChannelBusy(busy)
            yield

    def next_version(self, table: Table, **changes: Any) -> Table:
        """Return a locked table with these columns changed, at its next version."""
        return replace(table, version=table.version + 1, updated_at=self.now(), **changes)

    async def with_clock(self, before: Table, after: Table) -> Table:
        """Return `after` with its clock set as it stands once `before` has changed into it."""
        old, new = [
            Rest() if one is None or one.user_id is None else await self.rests.of(one.user_id)
            for one in (before.to_move, after.to_move)
        ]
        wait = self.waits.randint(*clock.orders_waits(after.turn_limit))
        return clock.with_clock(before, after, old, new, wait)

    @asynccontextmanager
    async def storing(
        self, before: Table, after: Table, entries: Sequence[LogEntry] = (), *, by: int | None = None
    ) -> AsyncIterator[Transaction]:
        """Yield the transaction of a change. It stores the table, the log's entries, and whatever is written inside.

        Notices of it are stored too, except for `by`, who made a change that is not in the log.
        """
        notices = concerns.concerned(before, after, entries, by)
        with self._doubted([before]):
            async with self.database.transaction() as tx:
                await self.games.save(tx, before, after)
                if entries:
                    await self.log.append(tx, after, entries)
                if notices:
                    await self.notices.add(tx, notices, after.updated_at)
                yield tx
                await self.orders.follow(tx, before, after)
        if notices:
            self.noticed()

    @contextmanager
    def _doubted(self, tables: Iterable[Table]) -> Iterator[None]:
        """Tell the doubters of these tables if a change of them inside fails."""
        try:
            yield
        except StoreTrouble:
            for table in tables:
                for doubter in self._doubters:
                    doubter(table.id)
            raise

    def noticed(self) -> None:
        """Tell the messengers that there are new notices."""
        for messenger in self._messengers:
            messenger()

    # -- changes in which nothing is played

    async def commit(
        self,
        before: Table,
        after: Table,
        entries: Sequence[LogEntry] = (),
        *,
        by: int | None = None,
        along: Callable[[Transaction], Awaitable[None]] | None = None,
    ) -> Table:
        """Store a change of a locked table in which nothing is played, tell the subscribers, and return the new table.

        `by` is as in `storing`; `along` stores what belongs to it in the same transaction.
        """
        after = await self.with_clock(before, after)
        game = await self._ended(before, after)
        async with self.storing(before, after, entries, by=by) as tx:
            if along is not None:
                await along(tx)
            if game is not None:
                await self._record(tx, after, game)
        self._follow(before, after)
        return after

    async def end(
        self, table: Table, status: Status, entries: Sequence[LogEntry] = (), *, by: int | None = None
    ) -> Table:
        """End a locked table with that status, without a move; `by` is as in `storing`."""
        after = self.next_version(table, status=status, home=invitations.closed(table.home))
        return await self.commit(table, absence.over(after), entries, by=by)

    @asynccontextmanager
    async def changing_rest(self, user_id: int) -> AsyncIterator[Rest]:
        """Yield a person's rest; nobody else changes it meanwhile."""
        async with self._one_rest_at_a_time, self.database.locked(Lock.PERSON, user_id):
            yield await self.rests.of(user_id)

    async def commit_rest(
        self, user_id: int, old: Rest, new: Rest, write: Callable[[Transaction], Awaitable[None]]
    ) -> None:
        """Store a change of a person's rest, by `write`, together with the clocks of all their present turns."""
        async with AsyncExitStack() as locks:
            # All of their tables, so that no turn comes to them meanwhile; in one order, so that no two wait for each other.
            theirs = [] if new == old else sorted(table.id for table in await self.games.of_person(user_id))
            tables = [await locks.enter_async_context(self.locked(table_id)) for table_id in theirs]
            changed = [
                (table, clock.with_changed_rest(table, self.next_version(table), old, new))
                for table in tables
                if table.to_move is not None and table.to_move.user_id == user_id
            ]
            with self._doubted(before for before, _after in changed):
                async with self.database.transaction() as tx:
                    await write(tx)
                    for before, after in changed:
                        await self.games.save(tx, before, after)
            for before, after in changed:
                self._follow(before, after)

    def _follow(self, before: Table, after: Table) -> None:
        """Bring the game in memory up to a change in which nothing was played, and tell the subscribers."""
        self.in_memory.follow(before, after)
        self.publish(after)

    # -- moves

    async def commit_move(
        self,
        table: Table,
        live: GameInMemory,
        move: Move,
        consequence: Callable[[Table], Consequence] = absence.nothing,
        *,
        user_id: int | None = None,
        interaction_id: int | None = None,
        along: Callable[[Transaction, Table], Awaitable[None]] | None = None,
    ) -> tuple[Table, Happening]:
        """Play a move of a locked table, deal again if it ended a round, store both together, and tell the subscribers.

        `consequence` returns what else the move changes at the table that it leads to; `along` stores what belongs to
        it in the same transaction. Return the new table and the move.
        """
        events = live.apply(move)
        try:
            deal = None
            if live.game.needs_deal:
                deal, dealt = live.deal(self.chance, table.round + 1, await self.series.secret_of(table))
                events += dealt
            after, entries = consequence(self.moved_on(table, live, deal))
            after = await self.with_clock(table, after)
            played = PlayedMove(live.moves + 1, table.round, after.version, move.seat, str(move), user_id)
            ends_turn = after.turn != move.seat and move.verb not in ("ask", "answer")
            # Orders are given under the table's lock, too: those that there are now are all.
            ordered = ends_turn and await self.orders.any(after.id, move.seat)
            async with self.storing(table, after, entries) as tx:
                await self.play.append(tx, after.id, played, interaction_id=interaction_id, at=after.updated_at)
                if deal is not None:
                    await self.play.deal(tx, after.id, deal, after.updated_at)
                if along is not None:
                    await along(tx, after)
                if ordered:
                    await self.orders.end_turn(tx, after.id, move.seat)
                if not after.active:
                    await self._record(tx, after, live.game)
        except BaseException:
            # The game in memory has moved on, the stored one has not.
            self.in_memory.drop(table.id)
            raise
        seat = table.seat(move.seat)
        happened = live.record(played, events, None if seat is None else players.mover(seat, user_id))
        self.publish(after, happened.events)
        return after, happened

    def moved_on(self, table: Table, live: GameInMemory, deal: StoredDeal | None) -> Table:
        """Return the row of a table after its game in memory has moved on, by a `deal` if there was one."""
        game = live.game
        after = self.next_version(table, scores=tuple(game.scores), winner=game.winner)
        if deal is not None:
            after = replace(after, round=deal.number, commitment=deal.commitment)
        if game.over:
            return absence.over(replace(after, status=Status.FINISHED))
        same_turn = (table.round, table.turn) == (after.round, game.turn)
        since = table.turn_since if same_turn else after.updated_at
        return replace(after, status=Status.PLAYING, turn=game.turn, turn_since=since)

    async def movers(self, table_id: int, number: int) -> list[Seat | None]:
        """Return who made each move of round `number` (from 1) of a game, in order."""
        sittings = await self.games.sittings(table_id)
        return [players.mover_of(sittings, move) for move in await self.play.of_round(table_id, number)]

    # -- results

    async def _ended(self, before: Table, after: Table) -> Game | None:
        """Return the game that a change without a move ends.

        None if the change ends no game, nobody wants results, or the game can't be rebuilt.
        """
        if self._recorder is None or before.status is not Status.PLAYING or after.active:
            return None
        try:
            return (await self.in_memory.of(before)).game
        except Unplayable:
            # Its scores can't be known any more, and yet it must be possible to end it.
            return None

    async def _record(self, tx: Transaction, table: Table, game: Game) -> None:
        """Hand the result of a game that ends with this transaction to the recorder."""
        if self._recorder is None:
            return
        past = game_result.Past(
            began_at=await self.play.began_at(tx, table.id),
            moves=await self.play.made(tx, table.id),
            sittings=await self.games.sittings(table.id, tx),
            entries=await self.log.whole(tx, table.id),
        )
        rests = {user_id: await self.rests.of(user_id) for user_id in past.people}
        await self._recorder(tx, game_result.result(table, game, past, rests))


def found(table: Table | None) -> Table:
    """Return a table that was asked for by its number. Raises `NoSuchTable` where there is none."""
    if table is None:
        raise NoSuchTable
    return table
