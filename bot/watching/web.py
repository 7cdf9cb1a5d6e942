"""The optional HTTP port for those who run the bot: `/healthz` and `/metrics`."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass

from aiohttp import web

log = logging.getLogger(__name__)

_TEXT = "text/plain; version=0.0.4; charset=utf-8"


@dataclass(frozen=True)
class Health:
    """How the bot is: if it is connected to Discord, if Discord has sent it anything lately, and if it can store
    games."""

    connected: bool
    hears: bool
    stores: bool

    @property
    def well(self) -> bool:
        """Whether the bot can do its work."""
        return self.connected and self.hears and self.stores


class Web:
    """A small HTTP server. It shows no person, game or card."""

    def __init__(self, health: Callable[[], Awaitable[Health]], metrics: Callable[[], Awaitable[bytes]]) -> None:
        self._health = health
        self._metrics = metrics
        application = web.Application()
        application.add_routes([web.get("/healthz", self._healthz), web.get("/metrics", self._page)])
        self._runner = web.AppRunner(application, access_log=None)

    async def open(self, host: str, port: int) -> None:
        """Listen. Raises `OSError` if the address can't be had."""
        await self._runner.setup()
        await web.TCPSite(self._runner, host, port).start()
        log.info("/healthz and /metrics are served at %s, port %d", host, port)

    async def close(self) -> None:
        """Stop listening."""
        await self._runner.cleanup()

    async def _healthz(self, _: web.Request) -> web.Response:
        found = await self._health()
        return web.json_response({"well": found.well, **asdict(found)}, status=200 if found.well else 503)

    async def _page(self, _: web.Request) -> web.Response:
        return web.Response(body=await self._metrics(), headers={"Content-Type": _TEXT})
