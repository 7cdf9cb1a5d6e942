"""The addresses by which somebody reads: which tables there are, how one stands, what could be done there, how a round or a game went."""

from __future__ import annotations

import re
from contextlib import suppress

from aiohttp import web

from bot.browser.alone import Alone
from bot.browser.doors import Doors
from bot.browser.exchange import as_json, body, cards, table_of
from bot.browser.guard import Guard
from bot.browser.round_end import Remark, round_end, rounds_of
from bot.browser.scene import Values, in_list, not_yet, options, replayed, said
from bot.browser.sights import Sights
from bot.browser.watching import watched_in_list
from bot.canasta.views import SeatView
from bot.data.people import Person
from bot.data.tables import Status
from bot.tables import Tables, is_own
from bot.tables.errors import NoSuchTable
from bot.ui.i18n import _, pgettext

_SMALL = re.compile(r"[0-9]{1,3}")


class Lookups:
    """The addresses that show something, and change nothing."""

    def __init__(
        self, guard: Guard, doors: Doors, sights: Sights, tables: Tables, alone: Alone, remark: Remark
    ) -> None:
        self._guard = guard
        self._doors = doors
        self._sights = sights
        self._tables = tables
        self._alone = alone
        self._remark = remark

    async def own_tables(self, request: web.Request) -> web.Response:
        """Return the person's tables, those that wait for them first, and those that they may watch."""
        person = await self._guard.who_looks(request)
        found = await self._tables.games.of_person(person.user_id)
        listed = await self._alone.listed(person)
        offers = await self._alone.offers(person, listed)
        words = {
            "title": pgettext("on the page of a table", "Your tables"),
            "none": said(_("You aren't in any game now. `/play` starts one.")),
            "more": pgettext("on the page of a table", "More to play") if offers else "",
            "leave": pgettext("on the page of a table", "Sign out"),
        }
        rows = [*listed, *(in_list(table, person) for table in found), *await self._watched(person)]
        return as_json({"tables": rows, "words": words, "offers": offers})

    async def _watched(self, person: Person) -> list[Values]:
        """Return the tables that a person may watch, as a list of tables shows them."""
        found = list[Values]()
        for table_id in await self._doors.watched(person.user_id):
            with suppress(NoSuchTable):
                table = await self._tables.get(table_id)
                if table.seat_of(person.user_id) is None:
                    found.append(watched_in_list(table, person))
        return found

    async def next(self, request: web.Request) -> web.Response:
        """Return the table that has waited longest for the person; None for none."""
        person = await self._guard.person(request)
        waiting = await self._tables.games.waiting_for(person.user_id)
        there = (
            {"table": waiting[0].id}
            if waiting
            else {"table": None, "refused": said(_("No game is waiting for you now."))}
        )
        return as_json(there)

    async def table(self, request: web.Request) -> web.Response:
        """Return a table as the person sees it."""
        person = await self._guard.who_looks(request)
        return as_json(await self._sights.shown(await self._sights.seen(table_of(request), person), person))

    async def ways(self, request: web.Request) -> web.Response:
        """Return what the person could do with the cards that they have lifted."""
        person = await self._guard.who_looks(request)
        chosen = cards((await body(request)).get("cards"))
        look = await self._sights.look(table_of(request), person)
        if look.mine is None:
            return as_json({"options": [], "refused": {}})
        verbs = _laying(look.mine) if look.mine.my_turn and chosen else []
        if not verbs:
            return as_json(not_yet(look, chosen))
        turns, table = self._tables.turns, look.table
        ways = {verb: await turns.ways(table.id, person.user_id, verb, chosen) for verb in verbs}
        return as_json({"version": table.version, **options(look, chosen, ways)})

    async def round(self, request: web.Request) -> web.Response:
        """Return the end of a round that was scored."""
        person = await self._guard.who_looks(request)
        look, number = await self._sights.seen(table_of(request), person), int(request.match_info["number"])
        if number not in rounds_of(look):
            raise web.HTTPNotFound
        story = None if is_own(look.table.id) else await self._tables.replays.story(look.table.id, number)
        return as_json(round_end(look, number, story, person.user_id))

    async def ending(self, request: web.Request) -> web.Response:
        """Return the remarks beneath the result of a game that is over: its effect on ratings and records, and its hints."""
        person = await self._guard.who_looks(request)
        table = (await self._sights.seen(table_of(request), person)).table
        reader = 0 if table.seat_of(person.user_id) is None else person.user_id
        over = table.status in (Status.FINISHED, Status.ABANDONED) and not is_own(table.id)
        remarks = [await self._remark(table, reader)] if over else []
        return as_json({"lines": [said(line, table) for text in remarks if text for line in text.splitlines()]})

    async def replay(self, request: web.Request) -> web.Response:
        """Return a game that is over, or the rounds of one that were scored, as they stood at a stop.

        A stop is counted from the beginning, or from that of the `round` that the address names. The hand is the person's
        own; after the game it is that of the `seat` in the address, as in Discord's replay.
        """
        person = await self._guard.who_looks(request)
        look = await self._sights.seen(table_of(request), person)
        table, own = look.table, look.table.seat_of(person.user_id)
        seat, stop = None if own is None else own.number, int(request.match_info["stop"])
        asked, number = request.query.get("seat", ""), request.query.get("round", "")
        if not table.active and _SMALL.fullmatch(asked):
            seat = int(asked)
        elif not table.active and asked == "none":
            seat = None
        first = int(number) if _SMALL.fullmatch(number) else None
        # Of a game that goes on, those who watch see no round again, as in Discord.
        scored = table.active and own is not None
        stopped = await self._tables.replays.scene(table.id, stop, seat, person.user_id, first=first, scored=scored)
        return as_json(replayed(stopped, person, hands=not table.active))


def _laying(mine: SeatView) -> list[str]:
    """Return the verbs of the moves that may lay cards in this part of a player's turn."""
    match mine.public.phase:
        case "draw":
            return ["take", "meld"] if {"draw", "meld"} <= set(mine.verbs) else ["take"]
        case "play":
            return ["meld"]
    return []
