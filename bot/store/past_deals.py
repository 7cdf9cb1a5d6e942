"""The deals of past days and weeks as people play them for fun: one round of each person and deal, which counts nowhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from bot.data.daily import DailyRound, PastDeal
from bot.store.about import About
from bot.store.daily import lines
from bot.store.database import Store, Transaction
from bot.store.people import KNOWN


class PastDealStore(Store):
    """The rounds for fun, and the deals that there are. As in `DailyStore`, the columns `day` also hold numbers of weeks."""

    ABOUT: ClassVar[About] = {"past_rounds": ("user_id",)}

    async def latest(self, user_id: int, first: int, last: int, most: int) -> list[PastDeal]:
        """Return the last deals from one number to another, newest first, with what a person has scored in them."""
        sql = (
            "SELECT days.day, variant, par, daily_rounds.points, past_rounds.points FROM days"
            " LEFT JOIN daily_rounds ON daily_rounds.day = days.day AND daily_rounds.user_id = ?1"
            " LEFT JOIN past_rounds ON past_rounds.day = days.day AND past_rounds.user_id = ?1"
            " WHERE days.day BETWEEN ?2 AND ?3 ORDER BY days.day DESC LIMIT ?4"
        )
        return [PastDeal(*row) for row in await self._database.rows(sql, (user_id, first, last, most))]

    async def after(self, deal: int, last: int, most: int) -> int:
        """Return the last of the deals after one that fill a page of `most`, at most `last`; `last` where they don't."""
        sql = "SELECT day FROM days WHERE day > ?1 AND day <= ?2 ORDER BY day LIMIT ?3"
        rows = await self._database.rows(sql, (deal, last, most))
        return int(rows[-1][0]) if len(rows) == most else last

    async def of(self, deal: int, user_id: int) -> DailyRound | None:
        """Return what a person plays of a past deal, None if they haven't begun it."""
        sql = "SELECT day, user_id, name, moves, points, attempt FROM past_rounds WHERE day = ? AND user_id = ?"
        for row in await self._database.rows(sql, (deal, user_id)):
            return DailyRound(row[0], row[1], row[2], tuple(row[3].splitlines()), row[4], row[5])
        return None

    async def begin(self, deal: int, user_id: int, name: str, moves: Sequence[str], *, if_known: bool = False) -> None:
        """Begin a person's round with the moves made before their first turn, unless they have begun it.

        `if_known`: only of somebody of whom something is stored, as their data may have been deleted since they were read.
        """
        sql = (
            "INSERT INTO past_rounds (user_id, day, attempt, name, moves, played)"
            f" SELECT ?1, ?2, 1, ?3, ?4, ?5 WHERE {KNOWN if if_known else '1 = 1'} ON CONFLICT (user_id, day) DO NOTHING"
        )
        await self._database.write(sql, (user_id, deal, name, lines(moves), len(moves)))

    async def begin_again(self, before: DailyRound, moves: Sequence[str]) -> None:
        """Begin a round that is over again with the moves before its player's first turn, unless it was begun again since."""
        sql = (
            "UPDATE past_rounds SET attempt = attempt + 1, moves = ?1, played = ?2, points = NULL"
            " WHERE day = ?3 AND user_id = ?4 AND attempt = ?5 AND points IS NOT NULL"
        )
        await self._database.write(sql, (lines(moves), len(moves), before.deal, before.user_id, before.attempt))

    async def add(self, before: DailyRound, moves: Sequence[str], points: int | None) -> bool:
        """Store the next moves of a round, and its points if they end it.

        Return False, and store nothing, where others were made since it stood as it did `before`.
        """
        sql = (
            "UPDATE past_rounds SET moves = moves || ?1, played = played + ?2, points = ?3"
            " WHERE day = ?4 AND user_id = ?5 AND attempt = ?6 AND played = ?7 AND points IS NULL"
        )
        known = (before.deal, before.user_id, before.attempt, len(before.moves))
        async with self._database.transaction() as tx:
            return bool(await tx.run(sql, (lines(moves), len(moves), points, *known)))

    async def forget(self, tx: Transaction, user_id: int, _ghost_id: int) -> None:
        """Erase a person's rounds: nobody else's history needs them."""
        await tx.run("DELETE FROM past_rounds WHERE user_id = ?", (user_id,))
