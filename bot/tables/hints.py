"""Hints: what a strong computer would do in somebody's turn, for the person who asks."""

from __future__ import annotations

import asyncio

from bot.canasta.views import SeatView
from bot.computer.hints import Hint
from bot.data.tables import Status, Table
from bot.store.hints import HintStore
from bot.tables.changes import Changes
from bot.tables.errors import NotYourTurn, WithoutHints
from bot.tables.rules import rights, seat_plan
from bot.tables.thinkers import Thinkers


class Hints:
    """The hints of running games. When the game is over, the table learns how many each player has taken."""

    def __init__(self, changes: Changes, thinkers: Thinkers) -> None:
        self._changes = changes
        self._thinkers = thinkers
        self._taken = HintStore(changes.database)

    async def ask(self, table_id: int, user_id: int) -> tuple[Table, SeatView, Hint]:
        """Return a table and a person's view in their own turn, with a hint made from nothing but the view, and count it.

        Raises `NotSeated`, `WrongStatus`, `WithoutHints`, `NotYourTurn`.
        """
        async with self._changes.looking(table_id) as table:
            own = seat_plan.own_seat(table, user_id)
            rights.check_status(table, Status.PLAYING)
            if not await asyncio.to_thread(rights.may_hint, table):
                raise WithoutHints
            if table.to_move is not None and table.to_move.number != own.number:
                raise NotYourTurn(table.to_move)
            live = await self._changes.in_memory.of(table)
            view = await asyncio.to_thread(live.seat, own.number)
        hint = await self._thinkers.hint(view, self._changes.chance)
        await self._taken.count(table_id, user_id)
        return table, view, hint

    async def taken(self, table_id: int) -> dict[int, int]:
        """Return how many hints each person has taken in a game, by their ids."""
        return await self._taken.of(table_id)
