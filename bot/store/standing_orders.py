"""Standing orders: what people have said is to be played for them, each known to its owner alone."""

from __future__ import annotations

from typing import ClassVar

from bot.data.standing_orders import SeatOrders, Stop
from bot.data.tables import Table
from bot.store.about import About
from bot.store.database import Row, Store, Transaction, put

_COLUMNS = "game_id, seat, user_id, orders, lasting, later, played_version, stopped, told"
_PUT = put("standing_orders", _COLUMNS.split(", "), ["game_id", "seat"])
#: The orders that the present turn of their game is for, with that game.
_IN_TURN = (
    "FROM standing_orders JOIN games ON games.id = game_id AND games.turn = seat WHERE later = 0 AND stopped IS NULL"
)


class StandingOrderStore(Store):
    """The stored orders, one for each seat at most. Their times are those of the games (`Table.orders_at`)."""

    ABOUT: ClassVar[About] = {"standing_orders": ("user_id",)}

    async def of(self, table_id: int, user_id: int) -> SeatOrders | None:
        """Return the orders of a person at a table, None if they have none."""
        rows = await self._read("WHERE game_id = ? AND user_id = ?", table_id, user_id)
        return rows[0] if rows else None

    async def untold(self) -> list[SeatOrders]:
        """Return all orders that stopped without their owners knowing it."""
        return await self._read("WHERE stopped IS NOT NULL AND told = 0 ORDER BY game_id, seat")

    async def due(self, now: int) -> list[int]:
        """Return the numbers of the tables whose orders are to run by `now` (seconds UTC), the earliest due first."""
        if not await self._pending():
            return []
        sql = f"SELECT game_id {_IN_TURN} AND orders_at <= ? ORDER BY orders_at, game_id"
        return [row[0] for row in await self._database.rows(sql, (now,))]

    async def soonest(self, after: int) -> int | None:
        """Return when the first orders are to run after that time, None if none are."""
        if not await self._pending():
            return None
        [row] = await self._database.rows(f"SELECT min(orders_at) {_IN_TURN} AND orders_at > ?", (after,))
        return None if row[0] is None else int(row[0])

    async def put(self, tx: Transaction, seat_orders: SeatOrders) -> None:
        """Store orders in place of any that the seat had."""
        await tx.run(
            _PUT,
            (
                seat_orders.table_id,
                seat_orders.seat,
                seat_orders.user_id,
                seat_orders.orders,
                seat_orders.lasting,
                seat_orders.later,
                seat_orders.played_version,
                seat_orders.stopped,
                seat_orders.told,
            ),
        )

    async def change(self, tx: Transaction, seat_orders: SeatOrders) -> None:
        """Store what has become of orders, unless their owner has none by now."""
        await tx.run(
            "UPDATE standing_orders SET later = ?, played_version = ?, stopped = ?, told = ?"
            " WHERE game_id = ? AND seat = ? AND user_id = ?",
            (
                seat_orders.later,
                seat_orders.played_version,
                seat_orders.stopped,
                seat_orders.told,
                seat_orders.table_id,
                seat_orders.seat,
                seat_orders.user_id,
            ),
        )

    async def withdraw(self, tx: Transaction, table_id: int, user_id: int) -> bool:
        """Delete the orders of a person at a table. Return whether there were any."""
        sql = "DELETE FROM standing_orders WHERE game_id = ? AND user_id = ?"
        return bool(await tx.run(sql, (table_id, user_id)))

    async def any(self, table_id: int, seat: int) -> bool:
        """Return whether a seat has orders."""
        sql = "SELECT 1 FROM standing_orders WHERE game_id = ? AND seat = ?"
        return bool(await self._database.rows(sql, (table_id, seat)))

    async def end_turn(self, tx: Transaction, table_id: int, seat: int) -> None:
        """Delete the orders for the turn of a seat that has ended; those for later are for its next one."""
        mine = (table_id, seat)
        await tx.run("DELETE FROM standing_orders WHERE game_id = ? AND seat = ? AND lasting = 0 AND later = 0", mine)
        await tx.run("UPDATE standing_orders SET later = 0 WHERE game_id = ? AND seat = ?", mine)

    async def follow(self, tx: Transaction, before: Table, after: Table) -> None:
        """Delete the orders that a change of their table ends: with a round, a game, or somebody's time in a seat."""
        if before.round != after.round or not after.active:
            await tx.run("DELETE FROM standing_orders WHERE game_id = ?", (after.id,))
            return
        for seat in before.seats:
            now = after.seat(seat.number)
            if now is None or now.user_id != seat.user_id:
                await tx.run("DELETE FROM standing_orders WHERE game_id = ? AND seat = ?", (after.id, seat.number))

    async def forget(self, tx: Transaction, user_id: int, _ghost_id: int) -> None:
        """Erase a person's orders."""
        await tx.run("DELETE FROM standing_orders WHERE user_id = ?", (user_id,))

    async def _pending(self) -> bool:
        """Return whether anybody has orders for a turn of a seat that may be the present one.

        Most often nobody has, which is remembered for as long as nobody gives any, while moves change games.
        """
        sql = "SELECT 1 FROM standing_orders WHERE later = 0 AND stopped IS NULL LIMIT 1"
        return bool(await self._database.rows(sql))

    async def _read(self, where: str, *parameters: object) -> list[SeatOrders]:
        return [
            _standing(row)
            for row in await self._database.rows(f"SELECT {_COLUMNS} FROM standing_orders {where}", parameters)
        ]


def _standing(row: Row) -> SeatOrders:
    table_id, seat, user_id, orders, lasting, later, played_version, stopped, told = row
    why = None if stopped is None else Stop(stopped)
    return SeatOrders(table_id, seat, user_id, orders, bool(lasting), bool(later), played_version, why, bool(told))
