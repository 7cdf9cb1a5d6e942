"""Games of which rounds are over, for the people who played them: those of tables, and the deals of days that are closed."""

from __future__ import annotations

from bot.canasta.game import Game
from bot.data.tables import Seat, Table
from bot.tables import daily_round
from bot.tables.changes import Changes
from bot.tables.daily import Daily
from bot.tables.errors import NotOver
from bot.tables.rules import seat_plan
from bot.tables.rules.daily_times import is_daily


class PastGames:
    """The games that may be looked back at. Tables of a series can be once the series is open."""

    def __init__(self, changes: Changes, daily: Daily) -> None:
        self._changes = changes
        self._daily = daily

    async def of(self, table_id: int, user_id: int) -> tuple[Table, Game]:
        """Return a table at which a person sits with its game, of which rounds that were scored stay as they are.

        Raises `NoSuchTable`, `NotSeated`, `PacksInPlay`, and `NotOver` where nothing was dealt or the deal of a day isn't
        closed.
        """
        if is_daily(table_id):
            return await self._daily.past(table_id, user_id)
        async with self._changes.looking(table_id) as table:
            seat_plan.own_seat(table, user_id)
            if not table.round:
                raise NotOver
            await self._changes.series.check_open(table)
            return table, (await self._changes.in_memory.of(table)).game

    async def own_moves(self, table_id: int, user_id: int, number: int, game: Game) -> list[int]:
        """Return which moves of round `number` (from 1) a person made, by their places from 0."""
        if is_daily(table_id):
            moves = game.deals[number - 1].moves
            return [place for place, move in enumerate(moves) if move.seat == daily_round.SEAT]
        stored = await self._changes.play.of_round(table_id, number)
        return [place for place, move in enumerate(stored) if move.user_id == user_id]

    async def movers(self, table_id: int, number: int) -> list[Seat | None]:
        """Return who made each move of that round, none where everybody has played from their own seat."""
        return [] if is_daily(table_id) else await self._changes.movers(table_id, number)
