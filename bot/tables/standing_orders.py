"""Standing orders: people say what is to be played for them in their turn, and it is played when its time has come.

Nobody but their owner learns of them. Every turn of every seat has a time at which orders would run, drawn when it
begins; giving, withdrawing and stopping them leaves the table at its version; and a move that they make is stored as
its owner's own.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace

from bot.canasta.moves import IllegalMove, Move
from bot.canasta.views import SeatView
from bot.data.standing_orders import SeatOrders, Stop
from bot.data.tables import Seat, Status, Table
from bot.store.database import Transaction
from bot.tables.changes import Changes
from bot.tables.errors import NoSuchOrders
from bot.tables.games_in_memory import GameInMemory
from bot.tables.rules import absence, clock, seat_plan, standing_orders
from bot.tables.rules.absence import Consequence
from bot.tables.rules.clock import Rest
from bot.tables.rules.standing_orders import Orders
from bot.tables.views import Look, PendingOrders

log = logging.getLogger(__name__)

#: The least and the most seconds between two moves that orders make in one turn, as people take them too.
_PAUSE = (5, 25)


class StandingOrders:
    """The standing orders of all games in play."""

    def __init__(self, changes: Changes) -> None:
        self._changes = changes
        self._stored = changes.orders
        self._changed: list[Callable[[int, int], None]] = []
        self._stopped: list[Callable[[SeatOrders], None]] = []

    def on_change(self, subscriber: Callable[[int, int], None]) -> None:
        """Have `subscriber` called with a table and a person whose orders there were given or withdrawn, or won't play now.

        It is called after that was stored, and must not block.
        """
        self._changed.append(subscriber)

    def on_stop(self, subscriber: Callable[[SeatOrders], None]) -> None:
        """Have `subscriber` called with orders that have stopped, after that was stored. It must not block."""
        self._stopped.append(subscriber)

    async def of(self, table_id: int, user_id: int) -> SeatOrders | None:
        """Return a person's orders at a table, None if they have given none."""
        return await self._stored.of(table_id, user_id)

    async def pending(self, look: Look, user_id: int) -> PendingOrders | None:
        """Return when a person's orders at a table will still be played, None if they won't."""
        table, own = look.table, look.table.seat_of(user_id)
        if own is None or own.computer is not None or look.public is None or table.status is not Status.PLAYING:
            return None
        standing = await self._stored.of(table.id, user_id)
        if standing is None or standing.stopped is not None:
            return None
        public = look.public
        if own.number == (public.turn if public.asking is None else public.asking):
            goes_on = not public.so_far or standing.played_version == look.last_move
            if goes_on and public.asking is None and table.orders_at is not None and not standing.later:
                return PendingOrders(table.orders_at)
            if not (standing.later or standing.lasting):
                return None
        return PendingOrders(None)

    async def untold(self) -> list[SeatOrders]:
        """Return the orders that have stopped and whose owners don't know it yet."""
        return await self._stored.untold()

    async def give(self, table_id: int, user_id: int, orders: Orders, *, lasting: bool) -> SeatOrders:
        """Give orders in place of earlier ones, for one turn or, if they are `lasting`, until the round ends.

        They begin with the next turn where the present one is the person's and they have moved in it, or its time for
        orders is over. Raises `NotSeated`, `WrongStatus`, `NoSuchOrders`.
        """
        async with self._changes.locked(table_id, Status.PLAYING) as table:
            own = seat_plan.own_seat(table, user_id)
            live = await self._changes.in_memory.of(table)
            view = await asyncio.to_thread(live.seat, own.number)
            if not standing_orders.fits(orders, view.hand):
                raise NoSuchOrders
            text = standing_orders.pack(orders)
            later = self._is_too_late(table, view)
            standing = SeatOrders(table_id, own.number, user_id, text, lasting, later)
            async with self._changes.database.transaction() as tx:
                await self._stored.put(tx, standing)
        self._tell_change(table_id, user_id)
        return standing

    async def withdraw(self, table_id: int, user_id: int) -> None:
        """Withdraw a person's orders at a table, if they have given any."""
        async with self._changes.locked(table_id), self._changes.database.transaction() as tx:
            withdrawn = await self._stored.withdraw(tx, table_id, user_id)
        if withdrawn:
            self._tell_change(table_id, user_id)

    async def told(self, seat_orders: SeatOrders) -> None:
        """Remember that the owner knows why their orders stopped."""
        async with self._changes.locked(seat_orders.table_id):
            if await self._stored.of(seat_orders.table_id, seat_orders.user_id) == seat_orders:
                async with self._changes.database.transaction() as tx:
                    await self._stored.change(tx, replace(seat_orders, told=True))

    async def run(self, table_id: int) -> bool:
        """Make the move that is ordered for the present turn of a table, if one is due. Return whether it was made.

        Where none can be made, nothing more is played by orders in this turn; they stop if they say so.
        """
        async with self._changes.locked(table_id) as table:
            owner, now = table.to_move, self._changes.now()
            standing = None if owner is None else await self._due(table, owner, now)
            if owner is None or standing is None:
                return False
            rest = await self._changes.rests.of(standing.user_id)
            if rest.resumes(now) > now:
                # The process was down when they were due, and nobody plays in their quiet hours.
                await self._settle(replace(table, orders_at=rest.due(now, 1)), standing)
                return False
            live = await self._changes.in_memory.of(table)
            view = await asyncio.to_thread(live.seat, owner.number)
            found = _ordered(standing, live, view)
            if isinstance(found, Move):
                try:
                    await self._make(table, live, found, standing, rest)
                except IllegalMove as error:
                    log.error("table %d: standing orders chose what is refused: %s", table.id, error.code)  # noqa: TRY400
                    found = Stop.REFUSED
                else:
                    return True
            after = standing if found is None else replace(standing, stopped=found)
            await self._settle(replace(table, orders_wait=None, orders_at=None), after)
        if after.stopped is not None:
            for heard in self._stopped:
                heard(after)
        return False

    def _is_too_late(self, table: Table, view: SeatView) -> bool:
        """Return whether the present turn is the person's, and orders can't run in it any more."""
        public = view.public
        in_turn = public.turn if public.asking is None else public.asking
        due = table.orders_at is not None and table.orders_at > self._changes.now()
        return in_turn == view.seat and (bool(public.so_far) or not due)

    async def _due(self, table: Table, owner: Seat, now: int) -> SeatOrders | None:
        """Return the orders that are due at a locked table, None if none are."""
        if table.orders_at is None or table.orders_at > now or owner.user_id is None or owner.computer is not None:
            return None
        standing = await self._stored.of(table.id, owner.user_id)
        runs = standing is not None and not standing.later and standing.stopped is None
        return standing if runs else None

    async def _make(self, table: Table, live: GameInMemory, move: Move, seat_orders: SeatOrders, rest: Rest) -> None:
        """Make a move for the owner of orders. Raises `IllegalMove`."""
        now = self._changes.now()
        late = table.deadline is not None and table.deadline <= now
        pause = 0 if late else self._changes.waits.randint(*_PAUSE)
        wait = clock.spent_by(table, rest, now) + pause

        def consequence(after: Table) -> Consequence:
            return absence.moved(replace(after, orders_wait=wait), move.seat)

        async def along(tx: Transaction, after: Table) -> None:
            await self._stored.change(tx, replace(seat_orders, played_version=after.version))

        await self._changes.commit_move(table, live, move, consequence, user_id=seat_orders.user_id, along=along)

    async def _settle(self, table: Table, seat_orders: SeatOrders) -> None:
        """Store when orders run in the present turn of a locked table, and what has become of them."""
        async with self._changes.database.transaction() as tx:
            await self._changes.games.time_orders(tx, table)
            await self._stored.change(tx, seat_orders)
        self._tell_change(table.id, seat_orders.user_id)

    def _tell_change(self, table_id: int, user_id: int) -> None:
        for heard in self._changed:
            heard(table_id, user_id)


def _ordered(seat_orders: SeatOrders, live: GameInMemory, view: SeatView) -> Move | Stop | None:
    """Return what orders that are due play, why they stop, or None where their owner plays this turn."""
    if view.public.so_far and seat_orders.played_version != live.last_move:
        return None
    try:
        orders = standing_orders.unpack(seat_orders.orders)
    except ValueError:
        return Stop.REFUSED
    return standing_orders.next_move(orders, view, live.since_turn_of(view.seat))
