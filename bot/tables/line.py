"""The line: people wait for others to play with, are called when a table comes together, and sit down at it in direct messages."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import suppress
from typing import Final

from bot.canasta.rules import list_variants, variant_info
from bot.computer import USUAL
from bot.data.errors import StoreTrouble
from bot.data.line import Gathering, InLine, LineLetter, LineStage, Wish
from bot.data.servers import OPEN_LEAGUE
from bot.data.tables import InDirectMessages, Table
from bot.store.avoid import AvoidStore
from bot.store.database import Transaction
from bot.store.line import LineStore
from bot.store.people import PersonStore
from bot.store.servers import ServerStore
from bot.tables.changes import Changes
from bot.tables.errors import CalledNow
from bot.tables.lobbies import Lobbies
from bot.tables.order import Order
from bot.tables.rests import quiet_hours
from bot.tables.rules import matching
from bot.tables.rules.clock import DAY, HOUR

#: Seconds in which those who are called answer, and before which nobody is called whose quiet hours or vacation would begin.
ANSWER_WITHIN: Final = HOUR
#: The least seconds after its message within which somebody has to answer a call, or loses their place.
_TIME_TO_ANSWER: Final = HOUR // 2
#: Seconds for which it is kept how somebody has lost their place.
_KEPT: Final = 30 * DAY
#: Seconds for which nobody calls somebody whom a call didn't reach: each further one in a row doubles them. After the most calls that
#: don't reach them they lose their place.
_REST_UNHEARD: Final = HOUR
_MOST_UNHEARD: Final = 4

#: Returns those of some people who have left a server.
Gone = Callable[[int, Collection[int]], Awaitable[Collection[int]]]

log = logging.getLogger(__name__)


async def _nobody(_guild_id: int, _user_ids: Collection[int]) -> Collection[int]:
    return ()


class _Moved(Exception):
    """Somebody has left the line, or avoids somebody, since it was read."""


class Line:
    """The line, and the tables that come together out of it."""

    def __init__(self, changes: Changes, lobbies: Lobbies) -> None:
        self._changes = changes
        self._lobbies = lobbies
        self._stored = LineStore(changes.database)
        self._avoid = AvoidStore(changes.database)
        self._people = PersonStore(changes.database)
        self._servers = ServerStore(changes.database)
        self._wakers: list[Callable[[], None]] = []

    def on_change(self, waker: Callable[[], None]) -> None:
        """Have `waker` called on the event loop whenever somebody has got in line, left it, or answered. It must not block."""
        self._wakers.append(waker)

    # -- people in line

    async def of(self, user_id: int) -> InLine | None:
        """Return the place of a person, also one that they have lost; None if they have none."""
        return await self._stored.of(user_id)

    async def gathering(self, gathering_id: int) -> Gathering | None:
        """Return the table of that number, None if it doesn't call anybody any more."""
        return await self._stored.gathering(gathering_id)

    async def waiting(self, user_id: int, guild_id: int | None) -> list[InLine]:
        """Return the others who wait and with whom a person could be put together, those first who have waited longest.

        Without those whom they avoid and who avoid them: else somebody who waits in vain beside another would know. Their
        hours and ratings count as well: so two people who compare what they see can't tell why it differs.
        """
        now, waiting = self._changes.now(), await self._stored.at(LineStage.WAITING)
        since = next((one.since for one in waiting if one.user_id == user_id), now)
        apart = await self._avoid.pairs({user_id, *(one.user_id for one in waiting)})
        others = [one for one in waiting if one.user_id != user_id and {user_id, one.user_id} not in apart]
        me = InLine(user_id, "", guild_id, Wish(), since, now, now)
        mine, *theirs = await self._seekers([me, *others], now)
        fitting = matching.fitting(mine, theirs, now)
        return [one for one in others if one.user_id in fitting]

    async def shown_to_all(self) -> list[InLine]:
        """Return those who wait and whom messages in channels count, those first who have waited longest.

        All readers see the same. Without those who avoid anybody: so whoever waits in vain beside somebody who is counted is on no list
        of theirs, and who is on a list sees the same as if the other weren't there.
        """
        waiting = await self._stored.at(LineStage.WAITING)
        private = await self._avoid.with_list([one.user_id for one in waiting])
        return [one for one in waiting if one.user_id not in private]

    async def enter(self, user_id: int, name: str, wish: Wish, guild_id: int | None, hold: int) -> InLine:
        """Put a person into the line for `hold` seconds, or give the place that they have another wish.

        The wish must be one of which some game can be played. Raises `CalledNow` while a table calls them.
        """
        now = self._changes.now()
        place = InLine(user_id, name, guild_id, wish, now, now + hold, now, changed_at=now)
        if not await self._stored.enter(place):
            raise CalledNow
        self._wake()
        return await self._stored.of(user_id) or place

    async def leave(self, user_id: int) -> bool:
        """Take a person out of the line. Return whether they had a place."""
        left = await self._stored.leave(user_id)
        self._wake()
        return left

    async def agree(self, user_id: int, gathering_id: int) -> bool:
        """Note that somebody says yes to the table that calls them. Return False where it doesn't call them any more."""
        there = await self._stored.agree(user_id, gathering_id)
        self._wake()
        return there

    async def rather_wait(self, user_id: int, gathering_id: int) -> bool:
        """Have somebody go on waiting for people, whom a table with computers calls. Return False where it doesn't any more."""
        now, place = self._changes.now(), await self._stored.of(user_id)
        if place is None or place.gathering_id != gathering_id:
            return False
        moved = await self._stored.move(place, LineStage.WAITING, None, now, patient_since=now)
        self._wake()
        return moved

    # -- what a worker does

    async def unwritten(self) -> list[InLine]:
        """Return those who still have to be written something."""
        return await self._stored.unwritten()

    async def written(self, place: InLine, *, reached: bool) -> None:
        """Note that somebody was written what they had to be, or that no call reaches them: then they have no place any more."""
        if reached or place.letter is not LineLetter.CALL:
            await self._stored.written(place, self._changes.now())
        else:
            await self._stored.move(place, LineStage.UNREACHED, None, self._changes.now())

    async def next_time(self) -> int | None:
        """Return when something falls due in the line (seconds UTC) that nobody says, None while nobody is in it."""
        waiting = await self._stored.at(LineStage.WAITING)
        times = [one.until for one in waiting] + [table.until for table in await self._stored.gatherings()]
        return min([*times, *([self._changes.now() + 60] if len(waiting) > 1 else [])], default=None)

    async def settle(self) -> None:
        """Deal the tables to which all have said yes, and have those call nobody any more to which not all can."""
        now = self._changes.now()
        for table in await self._stored.gatherings():
            called = await self._stored.called(table.id)
            apart = await self._avoid.pairs([one.user_id for one in called])
            if apart or len(called) < table.people or any(one.stage is not LineStage.READY for one in called):
                if apart or len(called) < table.people or now >= table.until:
                    await self._give_up(table, called, now)
            elif not await self._dealt(table, called):
                await self._give_up(table, await self._stored.called(table.id), now)
        await self._stored.drop(now - _KEPT)

    async def put_together(self, gone: Gone = _nobody) -> None:
        """Call the people who can be put together now, and let go those whose time is over.

        Where somebody wants people from a server alone, `gone` says who has left it: they wait for nobody there any more, and
        not at all if they want nobody else.
        """
        now, waiting = self._changes.now(), {}
        for one in await self._stored.at(LineStage.WAITING):
            if one.until <= now:
                await self._stored.move(one, LineStage.OVER, LineLetter.OVER, now)
            elif one.letter is None and now >= _called_from(one):
                waiting[one.user_id] = one
        if len(waiting) < 2:
            return
        seekers = await self._seekers([*waiting.values()], now)
        apart = await self._avoid.pairs([*waiting])
        terms = await self._terms([*waiting], now)
        found = await asyncio.to_thread(
            matching.tables, await self._awake(seekers, now), apart, await asyncio.to_thread(games), now, terms
        )
        left = False
        for table in found:
            if await self._have_left(table, waiting, gone, now):
                left = True
                continue
            with suppress(_Moved):
                await self._call(table, waiting, now)
        if left:
            # Others may fit in their places. Each time somebody fewer is asked for.
            await self.put_together(gone)

    async def _have_left(self, table: matching.FoundTable, waiting: Mapping[int, InLine], gone: Gone, now: int) -> bool:
        """Return whether anybody at a table has left the server from which alone somebody there wants people, and note it."""
        guild_id = next((waiting[one].guild_id for one in table.people if waiting[one].wish.here), None)
        left = () if guild_id is None else await gone(guild_id, table.people)
        for one in [waiting[user_id] for user_id in left]:
            if one.wish.here:
                await self._stored.move(one, LineStage.OVER, LineLetter.OVER, now)
            else:
                await self._stored.leave_server(one.user_id)
        return bool(left)

    async def _terms(self, user_ids: Sequence[int], now: int) -> matching.OpenLeagueTerms:
        """Return the terms of tables of the open league at which these people are to sit."""
        met = await self._changes.games.met_in_open_league(user_ids, now - matching.TOGETHER_WITHIN)
        too_often = frozenset(pair for pair, tables in met.items() if tables >= matching.MOST_TOGETHER)
        return matching.OpenLeagueTerms(too_often, bool((await self._servers.get(OPEN_LEAGUE)).rate_computers))

    async def _seekers(self, waiting: Sequence[InLine], now: int) -> list[matching.Seeker]:
        """Return people with what counts about them."""
        ids = [one.user_id for one in waiting]
        people, ratings = await self._people.all(ids), await self._stored.ratings(ids)
        return [
            matching.Seeker(
                user_id=one.user_id,
                wish=one.wish,
                guild_id=one.guild_id,
                since=one.since,
                patient_since=one.patient_since,
                awake=matching.awake(quiet_hours(people[one.user_id]), now),
                rating=ratings.get(one.user_id),
            )
            for one in waiting
        ]

    async def _awake(self, seekers: Sequence[matching.Seeker], now: int) -> list[matching.Seeker]:
        """Return those who can be called now: they are awake until they have to answer."""
        rests = {one.user_id: await self._changes.rests.of(one.user_id) for one in seekers}
        until = now + ANSWER_WITHIN
        return [one for one in seekers if rests[one.user_id].counted(now, until) == ANSWER_WITHIN]

    async def _call(self, table: matching.FoundTable, waiting: Mapping[int, InLine], now: int) -> None:
        """Store a table that calls people, if all of them still wait. Raises `_Moved` otherwise."""
        until = now + ANSWER_WITHIN
        gathering = Gathering(0, table.variant, table.size, table.pace, table.computers, now, until, table.rated)

        async def work(tx: Transaction) -> None:
            if await self._avoid.pairs(table.people, tx):
                raise _Moved
            number = await self._stored.gather(tx, gathering)
            for user_id in table.people:
                if not await self._stored.call(tx, waiting[user_id], number, now):
                    raise _Moved

        await self._changes.database.carry_out(work)

    async def _give_up(self, table: Gathering, called: Sequence[InLine], now: int) -> None:
        """Have a table call nobody any more. Those keep their places who have said yes, or can't have heard of it."""

        async def work(tx: Transaction) -> None:
            for one in called:
                heard = one.letter is None
                # Those whom the call has reached late had hardly any time to answer.
                in_time = heard and table.until - one.changed_at >= _TIME_TO_ANSWER
                lost = one.stage is LineStage.CALLED and in_time and now >= table.until
                stage = LineStage.MISSED if lost else LineStage.WAITING
                letter = LineLetter.MISSED if lost else LineLetter.AGAIN if heard else None
                # A table that ends early says nothing about those whom its call had still to reach.
                unheard = 0 if heard else one.unheard + (now >= table.until)
                if unheard >= _MOST_UNHEARD:
                    stage = LineStage.UNREACHED
                if not await self._stored.move(one, stage, letter, now, tx=tx, unheard=unheard):
                    raise _Moved
            if not await self._stored.close(tx, table.id):
                raise _Moved

        with suppress(_Moved):
            await self._changes.database.carry_out(work)

    async def _dealt(self, gathering: Gathering, called: Sequence[InLine]) -> bool:
        """Deal the table of people who have all said yes. Return False where it can't be dealt any more."""
        people = [one.user_id for one in called]

        async def along(tx: Transaction, _table: Table) -> None:
            if await self._avoid.pairs(people, tx):
                raise _Moved
            if await self._stored.seated(tx, gathering.id) != gathering.people:
                raise _Moved
            if not await self._stored.close(tx, gathering.id):
                raise _Moved

        players: list[tuple[int, str] | tuple[str, str] | str] = [(one.user_id, one.name) for one in called]
        players += [USUAL] * gathering.computers
        self._changes.chance.shuffle(players)
        try:
            order = Order(
                home=InDirectMessages(),
                host_id=people[0],
                variant=gathering.variant,
                layout=await asyncio.to_thread(_layout, gathering.variant, gathering.size),
                turn_limit=gathering.pace,
                in_open_league=gathering.rated,
            )
            await self._lobbies.begin(order, players, along)
        except _Moved:
            return False
        except StoreTrouble:
            raise
        except Exception:
            # One table keeps no others from being dealt.
            log.exception("a table that had come together could not be dealt")
            return False
        return True

    def _wake(self) -> None:
        for waker in self._wakers:
            waker()


def _called_from(place: InLine) -> int:
    """Return from when on somebody who waits can be called (seconds UTC)."""
    return place.changed_at + (_REST_UNHEARD << (place.unheard - 1)) if place.unheard else 0


def games() -> dict[str, list[int]]:
    """Return the numbers of players of each variant. Slow at first use."""
    return {one.id: sorted({layout.seats for layout in one.layouts}) for one in list_variants()}


def _layout(variant: str, size: int) -> str | None:
    """Return the layout of a variant for `size` players, None if it has none any more. Raises `RulesError`."""
    return next((one.name for one in variant_info(variant).layouts if one.seats == size), None)
