"""News of tables: a stream for each open page, which says how the table stands after each change."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

from aiohttp import web

from bot.browser.exchange import Denied, crowded, table_of
from bot.browser.guard import HEADERS, Guard, signed_out, speak_to
from bot.browser.sights import Sights
from bot.browser.still_seen import StillSeen
from bot.data.browsers import Browser
from bot.data.tables import Home
from bot.store.people import PersonStore
from bot.tables import Change, Tables, is_own
from bot.ui.words.refusals import REFUSED

#: The most streams of news at a time.
_MOST_STREAMS = 1000
MOST_OF_PERSON = 6
"""The most streams of one person: one more ends their oldest."""
#: The most streams of those who watch, of one table and of all: who plays has the others.
_MOST_WATCHING = 100
_MOST_WATCHING_IN_ALL = 500
#: Seconds after which a stream says that it is still there, and looks whether its person may still read it; and those that a write
#: may take.
_STILL_THERE = 15.0
_WRITE_SECONDS = 10.0
#: Seconds after which a stream looks for changes that other processes made, and for moves in a deal.
_LOOK_EVERY = 0.5


@dataclass(eq=False, slots=True)
class Stream:
    """The news of a table for one page of a person."""

    table_id: int
    user_id: int
    browser_id: int
    news: asyncio.Event
    watches: bool
    ended: bool = False
    #: The hash of the last message sent, without the message: each of many streams would keep some kilobytes.
    told: int | None = None
    version: int = -1
    #: Where the table is, of somebody who watches, and whether they wait there for the next game.
    watched_at: Home | None = None
    waits: bool = False


class Streams:
    """All streams of news."""

    def __init__(
        self, guard: Guard, sights: Sights, tables: Tables, people: PersonStore, still_seen: StillSeen, *, shared: bool
    ) -> None:
        """`shared`: other processes change the tables too."""
        self._guard = guard
        self._sights = sights
        self._tables = tables
        self._people = people
        self._still_seen = still_seen
        self._shared = shared
        self._open: list[Stream] = []
        self._closing = False
        tables.changes.on_change(self._changed)
        tables.changes.on_doubt(self.wake)
        tables.changes.on_forgotten(self.wake)

    def __len__(self) -> int:
        return len(self._open)

    def close(self) -> None:
        """End all streams, and each that begins from now on."""
        self._closing = True
        self.wake_all()

    def _changed(self, change: Change) -> None:
        self.wake(change.table.id)
        mover = change.table.to_move
        for stream in self._open:
            # Their page of another table learns that this one waits for them.
            if mover is not None and stream.user_id == mover.user_id:
                stream.news.set()
            # Those who watched the game before in this channel learn of the next one.
            if stream.waits and stream.watched_at == change.table.home:
                stream.news.set()

    def wake(self, table_id: int) -> None:
        """Have the streams of a table look at it."""
        for stream in self._open:
            if stream.table_id == table_id:
                stream.news.set()

    def wake_all(self) -> None:
        """Have all streams look at their tables, and whether their person may still read them."""
        for stream in self._open:
            stream.news.set()

    async def news(self, request: web.Request) -> web.StreamResponse:
        """Send the table as it is now, and again after each change; of several changes the last."""
        browser, watches = await self._reader(request)
        answer = web.StreamResponse(headers={"Content-Type": "text/event-stream", "X-Accel-Buffering": "no", **HEADERS})
        answer.headers["Cache-Control"] = "no-store"
        async with self._stream(table_of(request), browser, watches=watches) as stream:
            await answer.prepare(request)
            with suppress(ConnectionError, TimeoutError, Denied, *REFUSED):
                await self._tell(answer, stream)
        return answer

    async def _reader(self, request: web.Request) -> tuple[Browser, bool]:
        """Return the browser that asks for news of a table, and whether its person only watches.

        Raises `Denied` if they may not read them.
        """
        browser = await self._guard.browser(request)
        person = await self._people.get(browser.user_id)
        speak_to(person)
        self._guard.allow(self._guard.limits.look(person.user_id))
        look = await self._sights.seen(table_of(request), person)
        return browser, look.table.seat_of(person.user_id) is None

    async def _tell(self, answer: web.StreamResponse, stream: Stream) -> None:
        """Send news until the stream ends. Raises `Denied` when its person may no longer read it."""
        while not self._closing and not stream.ended:
            stream.news.clear()
            sent = await self._next(stream)
            async with asyncio.timeout(_WRITE_SECONDS):
                await answer.write(sent)
            if stream.watched_at is not None:
                await self._still_seen.check(stream.watched_at, stream.user_id)
            # A stream waits for most of its life: it keeps nothing meanwhile of what it has sent.
            del sent
            rest = _STILL_THERE
            while rest > 0 and not stream.news.is_set():
                # Of moves in a deal nobody else hears, so that nothing wakes a stream even where there is one process.
                looks = self._shared or is_own(stream.table_id)
                step = _LOOK_EVERY if looks else rest
                with suppress(TimeoutError):
                    async with asyncio.timeout(step):
                        await stream.news.wait()
                rest -= step
                if looks and await self._tables.version(stream.table_id, stream.user_id) != stream.version:
                    break

    async def _next(self, stream: Stream) -> bytes:
        """Return what a stream sends now. Raises `Denied` if its person may no longer read it."""
        sight = await self._sights.together(stream.table_id, stream.user_id, stream.browser_id)
        if stream.browser_id not in sight.browsers:
            raise signed_out()
        person = sight.people[stream.user_id]
        speak_to(person)
        text, table = sight.text_for(person), sight.looks[stream.user_id].table
        stream.version = table.version
        stream.watched_at = table.home if stream.user_id in sight.watching else None
        stream.waits = stream.watched_at is not None and not table.active and sight.following is None
        before, stream.told = stream.told, hash(text)
        return b": still there\n\n" if stream.told == before else f"data: {text}\n\n".encode()

    @asynccontextmanager
    async def _stream(self, table_id: int, browser: Browser, *, watches: bool) -> AsyncIterator[Stream]:
        """Count a stream. Raises `Denied` if there are too many."""
        own = [stream for stream in self._open if stream.user_id == browser.user_id]
        for stream in own[: max(0, len(own) - MOST_OF_PERSON + 1)]:
            stream.ended = True
            stream.news.set()
        watching = [stream.table_id for stream in self._open if stream.watches and not stream.ended]
        full = len(watching) >= _MOST_WATCHING_IN_ALL or watching.count(table_id) >= _MOST_WATCHING
        if len(self._open) >= _MOST_STREAMS or (watches and full):
            raise crowded()
        new = Stream(table_id, browser.user_id, browser.id, asyncio.Event(), watches)
        self._open.append(new)
        try:
            yield new
        finally:
            self._open.remove(new)
