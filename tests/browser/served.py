"""Tables that are served to browsers, and somebody's browser there, as a test drives it by requests."""

from __future__ import annotations

import json
import random
import socket
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp

from bot.browser.activity import Activity
from bot.browser.doors import Doors
from bot.browser.guard import Limits
from bot.browser.server import BrowserServer
from bot.data.tables import Seat, Table
from bot.store import Database
from bot.store.opening import open_database
from bot.store.people import PersonStore
from bot.tables import Tables
from bot.ui.pictures import Pictures
from tests.stored import make_empty, place
from tests.tables.club import Clock

OWN = {"X-Canasta": "page", "Content-Type": "application/json"}
"""The headers of the page where it changes something."""


class Served:
    """The server on a port of this machine, with its tables. `pressed`, `looked` and `strange` say who asks too often.

    `gone` have left the server, and `remark` stands beneath results. `sees` holds of whom Discord says whether they see channels.
    """

    def __init__(self, database: Database, chance: random.Random, activity: Activity | None) -> None:
        self.clock = Clock()
        self.database = database
        self.tables = Tables(database, clock=self.clock, chance=chance)
        self.people = PersonStore(database)
        with socket.socket() as found:
            found.bind(("127.0.0.1", 0))
            self.port = int(found.getsockname()[1])
        self.url = f"http://127.0.0.1:{self.port}"
        self.doors = Doors(database, self.url, self.clock, activity=activity is not None)
        self.pictures = Pictures()
        self.pressed: str | None = None
        self.looked: str | None = None
        self.strange: str | None = None
        self.refused: list[str] = []
        """The addresses that came with something made up, and those of all strangers."""
        self.strangers: list[str] = []
        limits = Limits(lambda _person: self.pressed, lambda _person: self.looked, self._strange, self.refused.append)
        self.gone: set[int] = set()
        self.remark: str | None = None
        self.sees: dict[int, bool] = {}
        self.asked_of: list[tuple[int, int, int]] = []
        """The questions whether somebody sees a channel: server, channel, person."""
        self.server = BrowserServer(
            self.doors,
            self.tables,
            self.people,
            self.pictures,
            limits,
            shared=False,
            activity=activity,
            without_gone=self._without_gone,
            remark=self._remark,
            sees=self._sees,
        )

    def _strange(self, address: str) -> str | None:
        self.strangers.append(address)
        return self.strange

    async def _without_gone(self, lobby: Table, by: int) -> tuple[Table, tuple[Seat, ...]]:
        left = tuple(seat for seat in lobby.seats if seat.user_id in self.gone)
        return await self.tables.lobbies.free_gone(lobby.id, by, self.gone) if left else lobby, left

    async def _sees(self, guild_id: int, channel_id: int, user_id: int) -> bool | None:
        self.asked_of.append((guild_id, channel_id, user_id))
        return self.sees.get(user_id)

    async def _remark(self, _table: Table, user_id: int) -> str | None:
        return None if self.remark is None else self.remark.format(user=user_id)

    async def browser(self, user_id: int, table_id: int) -> Visitor:
        """Return the browser of somebody who has used a link to their table."""
        visitor = Visitor(self)
        secret = (await self.doors.link(user_id, table_id)).partition("#")[2]
        status, _values = await visitor.post("/api/enter", {"secret": secret})
        assert status == 200
        return visitor


class Visitor:
    """Somebody's browser, as far as requests show it: it keeps its cookie, and sends what a browser sends along."""

    def __init__(self, served: Served) -> None:
        self.served = served
        self.cookie = ""
        self.kept = ""
        """The last cookie with all that was said of it."""

    async def ask(
        self, method: str, path: str, body: object = None, headers: dict[str, str] | None = None
    ) -> tuple[int, str, dict[str, str]]:
        """Return status, text and headers of an answer."""
        sent = {"Sec-Fetch-Site": "same-origin", **(headers or {})}
        if self.cookie:
            sent["Cookie"] = self.cookie
        async with (
            aiohttp.ClientSession() as session,
            session.request(method, self.served.url + path, data=body, headers=sent) as answer,
        ):
            if (kept := answer.headers.get("Set-Cookie")) is not None:
                self.kept, self.cookie = kept, kept.partition(";")[0]
            return answer.status, await answer.text(errors="replace"), dict(answer.headers)

    async def get(self, path: str) -> tuple[int, dict[str, Any]]:
        status, text, _headers = await self.ask("GET", path)
        return status, _values(text)

    async def post(self, path: str, values: object) -> tuple[int, dict[str, Any]]:
        status, text, _headers = await self.ask("POST", path, json.dumps(values), OWN)
        return status, _values(text)

    async def scene(self, table_id: int) -> dict[str, Any]:
        status, values = await self.get(f"/api/table/{table_id}")
        assert status == 200, values
        return values

    async def play(
        self, table_id: int, move: str, version: int | None = None, key: str | None = None
    ) -> tuple[int, dict[str, Any]]:
        """Play a move at the present version unless another is given, by a new key unless one is given."""
        if version is None:
            version = (await self.scene(table_id))["version"]
        asked = {"move": move, "version": version, "key": key or str(uuid.uuid4())}
        return await self.post(f"/api/table/{table_id}/play", asked)


def _values(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    assert isinstance(found, dict)
    return found


@asynccontextmanager
async def serving(
    folder: Path, chance: random.Random | None = None, activity: Activity | None = None
) -> AsyncIterator[Served]:
    """Serve the tables of a new database to browsers, and in Discord's own window if there is an `activity`."""
    path = place(folder / "canasta.sqlite3")
    await make_empty(path)
    database = await open_database(path)
    served = Served(database, chance or random.Random(8), activity)
    try:
        await served.server.open("127.0.0.1", served.port)
        yield served
    finally:
        await served.server.close()
        await served.tables.computers.close()
        await served.tables.thinkers.close()
        served.pictures.close()
        await database.close()
