"""Lessons and the deals of days and weeks, as people begin them on the page."""

from __future__ import annotations

import re

from aiohttp import web

from bot.browser.alone import Alone
from bot.browser.exchange import as_json, body
from bot.browser.guard import Guard

_DEAL = re.compile(r"[0-9]{1,12}")


class Beginnings:
    """The addresses at which tables of one's own are offered and begun."""

    def __init__(self, guard: Guard, alone: Alone) -> None:
        self._guard = guard
        self._alone = alone

    async def past_deals(self, request: web.Request) -> web.Response:
        """Return past deals that the person may play for fun."""
        person = await self._guard.who_looks(request)
        last = request.query.get("last", "")
        return as_json(await self._alone.past(person, int(last) if _DEAL.fullmatch(last) else None))

    async def begin(self, request: web.Request) -> web.Response:
        """Begin a table of the person's own, or go on with it."""
        person = await self._guard.who_presses(request)
        if (table_id := await self._alone.begin(person, await body(request))) is None:
            raise web.HTTPBadRequest
        return as_json({"table": table_id})
