"""The deals of past days and weeks, for fun: the same cards against the same computers, at a table of one's own.

It counts nowhere.

Such a table has no channel and no server, and is shown in direct messages alone. The database holds the moves of the round;
the game is played up to there again. It can be begun again once it is over.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.canasta.cards import Card
from bot.canasta.moves import Move, Ways
from bot.data.daily import BegunDeal, DailyRound, Every
from bot.store.daily import DailyStore
from bot.store.past_deals import PastDealStore
from bot.store.people import PersonStore
from bot.tables import daily_round
from bot.tables.changes import Changes
from bot.tables.daily import Daily, DealTable, deal_of, opening, play_on, rebuilt, table_of, tried, version_of
from bot.tables.daily_round import SEAT
from bot.tables.errors import NoSuchTable, Stale
from bot.tables.games_in_memory import GameInMemory
from bot.tables.rules import daily_times
from bot.tables.rules.daily_times import PAST
from bot.tables.views import Look, MoveOutcome, PastDealList, PastDealLook, PastDealResult

#: How many deals a page lists.
PAGE: Final = 25


class PastDeals:
    """The rounds of all people in past deals of days and weeks."""

    def __init__(self, changes: Changes, daily: Daily) -> None:
        self._now = changes.now
        self._daily = daily
        self._deals = DailyStore(changes.database)
        self._stored = PastDealStore(changes.database)
        self._people = PersonStore(changes.database)

    async def latest(
        self, user_id: int, every: Every = Every.DAY, last: int | None = None, most: int = PAGE
    ) -> PastDealList:
        """Return the last deals of days or of weeks up to one that a person may play, newest first (None: up to the last of all)."""
        newest = daily_times.last_closed(self._now(), every)
        last = newest if last is None else min(last, newest)
        found = await self._stored.latest(user_id, daily_times.first_number(every), last, most + 1)
        earlier = found[most].number if len(found) > most else None
        later = None if last >= newest else await self._stored.after(last, newest, most)
        return PastDealList(every, tuple(found[:most]), earlier, later if later is not None and later > last else None)

    async def open(self, deal: int, user_id: int, name: str, *, known: bool | None = None) -> Look:
        """Return a past deal as a person plays it; it begins if need be.

        `known` is as in `Lessons.open`. Raises `DealNotPast` and `NoSuchDeal`.
        """
        known = await self._people.known(user_id) if known is None else known
        found = await self._daily.closed_deal(deal)
        if await self._stored.of(deal, user_id) is None:
            await self._stored.begin(deal, user_id, name, await self._opening(found), if_known=known)
        return await self.look(deal, user_id)

    async def again(self, deal: int, user_id: int, version: int) -> Look:
        """Begin a round that is over again, if it is still the one of a version. Raises `NoSuchTable`, `Stale`."""
        found, own = await self._found(deal, user_id)
        before = await self.look(deal, user_id)
        if own.points is None or before.table.version != version:
            raise Stale(before.table)
        await self._stored.begin_again(own, await self._opening(found))
        return await self.look(deal, user_id)

    def table(self, number: int) -> DealTable:
        """Return everybody's tables of the past deal that a number of such tables stands for."""
        return DealTable(self, number - PAST)

    async def version(self, number: int, user_id: int) -> int:
        """Return the version of a person's table of a past deal, without a look at it. Raises `NoSuchTable` if they have none."""
        _found, own = await self._found(number - PAST, user_id)
        return version_of(own)

    async def look(self, deal: int, user_id: int) -> Look:
        """Return a person's round as they see it. Raises `NoSuchTable` if they have none."""
        found, own = await self._found(deal, user_id)
        first, last = (daily_times.date_of(day(deal)) for day in (daily_times.first_day, daily_times.last_day))
        shown = PastDealLook(daily_times.every_of(deal), first, last, found.variant)
        if own.points is not None:
            then, best = await self._deals.of(deal, user_id), await self._deals.best(deal)
            was = None if then is None else then.points
            result = PastDealResult(own.points, await self._daily.par(found), was, best)
            shown = replace(shown, result=result)
        return await asyncio.to_thread(_look, found, own, shown)

    async def play(self, deal: int, user_id: int, move: Move | str, version: int | None) -> MoveOutcome:
        """Play a person's move, and the computers' until they are to move again; the arguments are as in `Turns.play`.

        Raises `NoSuchTable`, `WrongStatus`, `Stale`, `NotYourSeat`, `UnreadableMove`, `IllegalMove`.
        """
        found, own = await self._found(deal, user_id)
        live = await asyncio.to_thread(rebuilt, found, own)
        table = table_of(found, own, live)
        move = tried(table, live, move, version)
        made = await asyncio.to_thread(play_on, deal_of(found), live, move)
        points = daily_round.points_of(live.game) if live.game.over else None
        if not await self._stored.add(own, made, points):
            raise Stale((await self.look(deal, user_id)).table)
        played = next(one for one in live.recent if one.version == table.version + 1)
        return MoveOutcome(table_of(found, own, live), played, repeated=False)

    async def ways(self, deal: int, user_id: int, verb: str, cards: Sequence[Card]) -> Ways:
        """Return the moves by which a person could lay exactly these cards now. Raises `NoSuchTable`."""
        live = await asyncio.to_thread(rebuilt, *await self._found(deal, user_id))
        return await asyncio.to_thread(live.game.ways, verb, cards)

    async def _opening(self, begun: BegunDeal) -> tuple[str, ...]:
        return await asyncio.to_thread(opening, deal_of(begun))

    async def _found(self, number: int, user_id: int) -> tuple[BegunDeal, DailyRound]:
        found, own = await self._deals.deal(number), await self._stored.of(number, user_id)
        if found is None or own is None:
            raise NoSuchTable
        return found, own


def _look(begun: BegunDeal, own: DailyRound, shown: PastDealLook) -> Look:
    """Return a round as its person sees it. Slow: not for the event loop."""
    live: GameInMemory = rebuilt(begun, own)
    table = table_of(begun, own, live)
    return Look(table, live.public(), live.explained(SEAT), tuple(live.recent), dealt=live.dealt, past_deal=shown)
