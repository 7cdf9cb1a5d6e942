"""The page's server: where it listens, and which of its parts answers at which address."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

from aiohttp import web

from bot.browser.activity import Activity
from bot.browser.acts import Acts
from bot.browser.alone import Alone
from bot.browser.beginnings import Beginnings
from bot.browser.doors import ENTRANCE, Doors
from bot.browser.entrances import Entrances
from bot.browser.exchange import LARGEST
from bot.browser.files import PageFiles, nothing
from bot.browser.game_starts import GameStarts, WithoutGone, nobody_gone
from bot.browser.guard import Guard, Limits
from bot.browser.lookups import Lookups
from bot.browser.round_end import Remark, no_remark
from bot.browser.sights import Sights
from bot.browser.still_seen import Sees, StillSeen, not_said
from bot.browser.streams import Streams
from bot.listener import Bounds, Listener
from bot.store.people import PersonStore
from bot.tables import Tables
from bot.ui.pictures import Pictures
from bot.watching import metrics

log = logging.getLogger(__name__)

_BOUNDS = Bounds(connections=2000, idle=75.0, rest=10.0, closing=2.0)
_TABLE = r"/api/table/{table:\d{1,15}}"


class BrowserServer:
    """The server of the page. A stranger gets the empty page, and a status for everything else."""

    def __init__(
        self,
        doors: Doors,
        tables: Tables,
        people: PersonStore,
        pictures: Pictures,
        limits: Limits,
        *,
        shared: bool,
        activity: Activity | None = None,
        without_gone: WithoutGone = nobody_gone,
        remark: Remark = no_remark,
        sees: Sees = not_said,
    ) -> None:
        """`shared`: other processes change the tables too. `activity`: the page opens in Discord's own window too.

        `without_gone` frees seats of those who have left a server, `remark` says what a game did to ratings and records,
        `sees` whether somebody sees a channel.
        """
        self._doors = doors
        self._guard = Guard(doors, people, limits, activity)
        still_seen = StillSeen(doors, sees, tables.now)
        sights = Sights(doors, tables, people, still_seen)
        self.files = PageFiles(self._guard, pictures, activity)
        self.streams = Streams(self._guard, sights, tables, people, still_seen, shared=shared)
        entrances = Entrances(self._guard, doors, people, tables, sights, self.streams, activity)
        alone = Alone(tables, people)
        lookups, beginnings = Lookups(self._guard, doors, sights, tables, alone, remark), Beginnings(self._guard, alone)
        acts = Acts(self._guard, sights, self.streams, tables, GameStarts(tables, without_gone))
        application = web.Application(client_max_size=LARGEST, middlewares=[self._heard])
        application.add_routes(
            [
                web.get("/", self.files.empty_page),
                web.get(ENTRANCE, self.files.empty_page),
                web.get("/favicon.ico", nothing),
                web.get(r"/table/{table:\d{1,15}}", self.files.empty_page),
                web.get("/static/{name:.+}", self.files.file),
                web.get("/cards/{looks}.png", self.files.cards),
                web.get("/sdk/{name:.+}", self.files.file),
                web.post("/api/enter", entrances.enter),
                web.post("/api/activity", entrances.from_discord),
                web.post("/api/leave", entrances.leave),
                web.get("/api/tables", lookups.own_tables),
                web.get("/api/next", lookups.next),
                web.get("/api/past", beginnings.past_deals),
                web.post("/api/begin", beginnings.begin),
                web.get(_TABLE, lookups.table),
                web.post(f"{_TABLE}/ways", lookups.ways),
                web.get(_TABLE + r"/round/{number:\d{1,4}}", lookups.round),
                web.get(f"{_TABLE}/ending", lookups.ending),
                web.get(_TABLE + r"/replay/{stop:\d{1,6}}", lookups.replay),
                web.get(f"{_TABLE}/news", self.streams.news),
                web.post(f"{_TABLE}/play", acts.play),
                web.post(f"{_TABLE}/start", acts.start),
                web.post(f"{_TABLE}/back", acts.back),
                web.post(f"{_TABLE}/hint", acts.hint),
                web.post(f"{_TABLE}/order", acts.order),
                web.post(f"{_TABLE}/again", acts.again),
                web.post(f"{_TABLE}/follow", acts.follow),
            ]
        )
        self._listener = Listener(application, _BOUNDS, metrics.PAGE_CROWDED.inc)

    @web.middleware
    async def _heard(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        """Have the guard answer a request."""
        self._listener.heard(request)
        return await self._guard.answer(request, handler)

    async def open(self, host: str, port: int) -> None:
        """Listen. Raises `OSError` if the address can't be had."""
        await self._listener.open(host, port)
        log.info("Tables are served to browsers at %s, port %d, for %s", *self.address, self._doors.url)

    @property
    def address(self) -> tuple[str, int]:
        """Where the server listens: host and port."""
        return self._listener.address

    async def close(self) -> None:
        """Stop listening, and end all streams."""
        self._listener.shut()
        self.streams.close()
        await self._listener.close()
