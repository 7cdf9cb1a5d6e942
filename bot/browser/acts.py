"""The acts of somebody at their tables: a move, a start, a hint, the order of their hand, the next game."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Awaitable, Callable

from aiohttp import web

from bot.browser.alone import why
from bot.browser.exchange import MOST_CHOSEN, as_json, body, not_there, of_json, small, table_of
from bot.browser.game_starts import GameStarts
from bot.browser.guard import Guard
from bot.browser.scene import advised, said
from bot.browser.sights import Sights, check_kind
from bot.browser.streams import Streams
from bot.data.errors import StoreTrouble
from bot.data.people import Person
from bot.tables import Tables, is_own
from bot.tables.errors import Stale
from bot.tables.rules.lengths import Length
from bot.ui.words import hint_text
from bot.ui.words.refusals import REFUSED
from bot.watching import metrics

_KEY = re.compile(r"[A-Za-z0-9-]{8,64}")
_LONGEST_MOVE = 300
#: A card of a hand as the page names it: its code, and which of its equals it is.
_CARD_KEY = re.compile(r"[0-9]{1,2}\.[0-9]{1,2}")


class Acts:
    """The addresses that change something."""

    def __init__(self, guard: Guard, sights: Sights, streams: Streams, tables: Tables, starts: GameStarts) -> None:
        self._guard = guard
        self._sights = sights
        self._streams = streams
        self._tables = tables
        self._starts = starts

    async def play(self, request: web.Request) -> web.Response:
        """Play a move, unless it has been played already by the same key; answer with the table as it is then."""
        person = await self._guard.who_presses(request)
        asked = await body(request)
        move, version, key = asked.get("move"), asked.get("version"), asked.get("key")
        if not (isinstance(move, str) and len(move) <= _LONGEST_MOVE and isinstance(key, str) and _KEY.fullmatch(key)):
            raise web.HTTPBadRequest
        if not isinstance(version, int) or isinstance(version, bool):
            raise web.HTTPBadRequest
        table_id = table_of(request)
        number = _number_of(person.user_id, table_id, key)
        turns = self._tables.turns
        return await self._done(
            table_id,
            person,
            lambda: turns.play(table_id, person.user_id, move, version=version, interaction_id=number),
        )

    async def start(self, request: web.Request) -> web.Response:
        """Start the game of a lobby."""
        person = await self._guard.who_presses(request)
        await body(request)
        table_id = await self._seated(request, person)
        return await self._done(table_id, person, lambda: self._starts.start(table_id, person.user_id))

    async def back(self, request: web.Request) -> web.Response:
        """Have the person play again where a computer sits in for them."""
        person = await self._guard.who_presses(request)
        await body(request)
        table_id = await self._seated(request, person)
        return await self._done(table_id, person, lambda: self._tables.seating.back(table_id, person.user_id))

    async def hint(self, request: web.Request) -> web.Response:
        """Return what a strong computer would do, as in Discord."""
        person = await self._guard.who_presses(request)
        await body(request)
        table_id = await self._seated(request, person)
        table, view, hint = await self._tables.hints.ask(table_id, person.user_id)
        return as_json({"version": table.version, **advised(hint_text.hint(view, table, hint), hint.move, table)})

    async def order(self, request: web.Request) -> web.Response:
        """Keep the order of a person's hand, for all their browsers."""
        person = await self._guard.who_looks(request)
        asked = await body(request)
        table_id, by, order = await self._seated(request, person), asked.get("by"), asked.get("order")
        if by not in ("rank", "suit", "own") or not isinstance(order, list) or len(order) > MOST_CHOSEN:
            raise web.HTTPBadRequest
        if not all(isinstance(key, str) and _CARD_KEY.fullmatch(key) for key in order):
            raise web.HTTPBadRequest
        kept = " ".join(["own", str(table_id), *order]) if by == "own" else by
        await self._tables.preferences.set(person.user_id, hand_order=kept)
        return as_json({})

    async def again(self, request: web.Request) -> web.Response:
        """Sit down to the next game of the same people, and return its table."""
        person = await self._guard.who_presses(request)
        asked = await body(request)
        table_id = await self._seated(request, person)
        rounds, target = asked.get("rounds"), asked.get("target")
        length = None if rounds is None else Length(small(rounds), small(target))
        new = await self._starts.again(table_id, person.user_id, swap=asked.get("swap") is True, length=length)
        return as_json({"table": new.id})

    async def follow(self, request: web.Request) -> web.Response:
        """Return the next table in the channel of one that the person watches, and let them watch it."""
        person = await self._guard.who_presses(request)
        await body(request)
        if (new := await self._sights.follow(table_of(request), person)) is None:
            raise not_there()
        return as_json({"table": new.id})

    async def _seated(self, request: web.Request, person: Person) -> int:
        """Return the table that a request names. Raises `Denied` if its person doesn't sit there."""
        return (await self._sights.look(table_of(request), person)).table.id

    async def _done(self, table_id: int, person: Person, work: Callable[[], Awaitable[object]]) -> web.Response:
        """Do something, and answer with the table as it is then, also where it was refused.

        Work that a stranger asks for must be refused by itself: who sits at the table is looked up after it, once for
        the answer and for the news of everybody there.
        """
        check_kind(table_id)
        refusal: Exception | None = None
        with self._sights.after_work(table_id):
            try:
                await work()
            except StoreTrouble:
                raise
            except REFUSED as error:
                refusal = error
        if is_own(table_id):
            # Nobody else hears of a change there, but the person may look at it in several browsers.
            self._streams.wake(table_id)
        shown = (await self._sights.together(table_id, person.user_id)).text_for(person)
        if refusal is None:
            return of_json(f'{{"refused":"","scene":{shown}}}')
        metrics.REFUSALS.labels(getattr(refusal, "code", type(refusal).__name__)).inc()
        refused = said(why(refusal), refusal.table if isinstance(refusal, Stale) else None)
        return of_json(f'{{"refused":{json.dumps(refused)},"scene":{shown}}}', 409)


def _number_of(user_id: int, table_id: int, key: str) -> int:
    """Return the number by which a move is known again. It is below 0: those of Discord's interactions are above it."""
    digest = hashlib.sha256(f"{user_id} {table_id} {key}".encode()).digest()
    return -1 - (int.from_bytes(digest[:8]) >> 1)
