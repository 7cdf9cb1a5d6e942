"""The cost of the page of a table: `python -m tests.bench page [--pages N] [--moves N]`.

Prints the bytes of the first view and the time until its hand can be touched, in Chromium with a processor that is four times
slower and a line of 1.6 Mbit/s; the processor time of a move on the page, while its players look at it and while many watch,
and of the same move without it; the memory of an open page; and how soon a move shows on the last of many open pages.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import socket
import statistics
import tempfile
import time
import uuid
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from playwright.async_api import CDPSession

from bot.data.tables import Table
from tests.browser import chromium
from tests.browser.served import OWN, Served, Visitor, serving
from tests.tables.club import choice, mover, started

#: Chromium's own figures for a slow mobile line: bytes a second each way, and the delay of a request in ms.
_LINE = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
_SLOWER = 4
#: The first person. Those at one table follow one another.
_FIRST = 1000
_SEATS = 4
#: The first of those who watch, and how many do: the most that the page lets watch one table.
_FIRST_WATCHER, _WATCHERS = 500_000, 100


async def first_view(folder: Path, times: int) -> None:
    """Print how many bytes the first view takes, and how long it takes on a slow phone."""
    usable, with_sheet, sizes = [], [], dict[str, int]()
    phone: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    for number in range(times):
        (folder / str(number)).mkdir()
        async with serving(folder / str(number), random.Random(number)) as served, chromium.context(**phone) as context:
            table = await started(served.tables, *range(_FIRST, _FIRST + _SEATS))
            page = await context.new_page()
            devtools = await context.new_cdp_session(page)
            sizes = await _sizes(devtools)
            await devtools.send("Network.emulateNetworkConditions", _LINE)
            await devtools.send("Emulation.setCPUThrottlingRate", {"rate": _SLOWER})
            link = await served.doors.link(mover(table), table.id)
            began = time.perf_counter()
            await page.goto(link, wait_until="commit")
            await page.wait_for_selector("#hand .card")
            usable.append(time.perf_counter() - began)
            while not any(name.startswith("/cards/") for name in sizes):  # noqa: ASYNC110 - the sheet comes last
                await asyncio.sleep(0.01)
            with_sheet.append(time.perf_counter() - began)
    for name, size in sorted(sizes.items()):
        print(f"  {size:>8,} bytes  {name}")
    sheet = sum(size for name, size in sizes.items() if name.startswith("/cards/"))
    print(f"first view: {sum(sizes.values()) - sheet:,} bytes, with the cards' sheet {sum(sizes.values()):,}")
    print(
        f"on a phone {_SLOWER} times slower at 1.6 Mbit/s: cards to touch after {statistics.median(usable):.2f} s,"
        f" drawn after {statistics.median(with_sheet):.2f} s (medians of {times})"
    )


async def _sizes(devtools: CDPSession) -> dict[str, int]:
    """Return the bytes of each answer as they came over the line, which grow as the page loads."""
    names, sizes = dict[str, str](), dict[str, int]()

    def asked(event: dict[str, Any]) -> None:
        names[event["requestId"]] = (
            "/" + event["request"]["url"].partition("://")[2].partition("/")[2].partition("#")[0]
        )

    def came(event: dict[str, Any]) -> None:
        name = names.get(event["requestId"], "?")
        sizes[name] = sizes.get(name, 0) + int(event["encodedDataLength"])

    devtools.on("Network.requestWillBeSent", asked)
    devtools.on("Network.loadingFinished", came)
    await devtools.send("Network.enable")
    return sizes


class News:
    """A stream of news as a page reads it. It keeps nothing of them: only the server's memory is to be measured."""

    def __init__(self, port: int, path: str, headers: dict[str, str]) -> None:
        """Open it."""
        lines = [f"GET {path} HTTP/1.1", "Host: x", *(f"{name}: {value}" for name, value in headers.items())]
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self._socket.sendall("\r\n".join([*lines, "", ""]).encode())
        self._rest = b""

    def read(self) -> None:
        """Wait for the next news."""
        came = self._rest
        while (begin := came.find(b"data: ")) < 0 or (end := came.find(b"\n\n", begin)) < 0:
            more = self._socket.recv(1 << 16)
            assert more, came[:200]
            came += more
        self._rest = came[end + 2 :]

    def close(self) -> None:
        """Close it."""
        self._socket.close()


class Pages:
    """Pages that people at tables have open: each is a stream of news, which threads read."""

    def __init__(self, served: Served) -> None:
        self._served = served
        self.tables: list[Table] = []
        self.browsers: dict[int, Visitor] = {}
        self.open: list[News] = []
        self._connections: dict[int, HTTPConnection] = {}

    async def seat(self, tables: int) -> None:
        """Start games of four people, and let each person's browser in."""
        for number in range(tables):
            people = range(_FIRST + _SEATS * number, _FIRST + _SEATS * (number + 1))
            table = await started(self._served.tables, *people, channel=9000 + number)
            self.tables.append(table)
            for person in people:
                self.browsers[person] = await self._served.browser(person, table.id)

    async def look(self, tables: int, seats: int = _SEATS) -> None:
        """Open the page of people in the first seats of the first tables, and read the first news."""
        for table in self.tables[:tables]:
            for seat in table.seats[:seats]:
                assert seat.user_id is not None
                self.open.append(await asyncio.to_thread(self._news, table.id, seat.user_id))

    async def watch(self, table: Table, people: int) -> None:
        """Open the page of a table for people who watch, and read the first news."""
        for person in range(_FIRST_WATCHER, _FIRST_WATCHER + people):
            await self._served.doors.let_watch(person, table)
            self.browsers[person] = await self._served.browser(person, table.id)
            self.open.append(await asyncio.to_thread(self._news, table.id, person))

    def _news(self, table_id: int, user_id: int) -> News:
        cookie = {"Cookie": self.browsers[user_id].cookie, "Sec-Fetch-Site": "same-origin"}
        news = News(self._served.port, f"/api/table/{table_id}/news", cookie)
        news.read()
        return news

    def heard(self, numbers: range) -> float:
        """Wait until these pages have heard their next news, and return the time (s) of the last."""
        for number in numbers:
            self.open[number].read()
        return time.perf_counter()

    def play(self, table: Table, move: str) -> None:
        """Play a move on the mover's page, by the connection that their browser keeps between moves."""
        asked = {"move": move, "version": table.version, "key": str(uuid.uuid4())}
        headers = {**OWN, "Cookie": self.browsers[mover(table)].cookie, "Sec-Fetch-Site": "same-origin"}
        connection = self._connections.get(mover(table))
        if connection is None:
            connection = HTTPConnection("127.0.0.1", self._served.port, timeout=60)
            self._connections[mover(table)] = connection
        connection.request("POST", f"/api/table/{table.id}/play", json.dumps(asked), headers)
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 200, answer.status


async def moves(folder: Path, count: int, looking: int, watching: int = 0) -> None:
    """Print the processor time of moves on the page while its players look at the table or others watch, and of moves without a page.

    The server has its thread for itself: what the browsers do here in others isn't counted.
    """
    async with serving(folder, random.Random(1)) as served:
        pages, chance = Pages(served), random.Random(2)
        await pages.seat(2)
        await pages.look(1, looking)
        await pages.watch(pages.tables[0], watching)
        on_page, without = [], []
        for _ in range(count):
            table, move = await _next_move(served, pages.tables[0], chance)
            before = time.thread_time()
            heard = asyncio.create_task(asyncio.to_thread(pages.heard, range(looking + watching)))
            await asyncio.to_thread(pages.play, table, move)
            await heard
            on_page.append(time.thread_time() - before)
            table, move = await _next_move(served, pages.tables[1], chance)
            before = time.thread_time()
            await served.tables.turns.play(table.id, mover(table), move, version=table.version)
            without.append(time.thread_time() - before)
        page, bare = 1000 * statistics.median(on_page), 1000 * statistics.median(without)
        print(
            f"a move on the page while {looking} look at it and {watching} watch: {page:.1f} ms of processor time,"
            f" by itself {bare:.1f}: {page - bare:.1f} more"
        )


async def _next_move(served: Served, table: Table, chance: random.Random) -> tuple[Table, str]:
    """Return the table as it is now, and a move that is open to the mover, as the page sends it."""
    table = await served.tables.get(table.id)
    _seat, _space, move = str(await choice(served.tables, table, chance)).partition(" ")
    return table, move


async def many(folder: Path, count: int) -> None:
    """Print the memory of an open page, what many cost while nothing happens, and how soon a move shows on the last."""
    async with serving(folder, random.Random(1)) as served:
        pages, chance = Pages(served), random.Random(2)
        await pages.seat(count // _SEATS)
        for table in pages.tables:
            await served.tables.look(table.id)
        before = _memory()
        await pages.look(len(pages.tables))
        opened = len(pages.open)
        print(f"{opened} open pages: {(_memory() - before) / opened / 1024:.1f} kB of memory each")
        spent, began = time.process_time(), time.perf_counter()
        await asyncio.sleep(20)
        idle = (time.process_time() - spent) / (time.perf_counter() - began)
        print(f"{opened} open pages at rest: {100 * idle:.1f} % of a processor")
        taken = []
        for number in range(0, len(pages.tables), max(1, len(pages.tables) // 50)):
            table, move = await _next_move(served, pages.tables[number], chance)
            seats = range(_SEATS * number, _SEATS * (number + 1))
            began = time.perf_counter()
            heard = asyncio.create_task(asyncio.to_thread(pages.heard, seats))
            await asyncio.to_thread(pages.play, table, move)
            taken.append(1000 * (await heard - began))
        taken.sort()
        print(
            f"a move shows on the last of its four pages after {statistics.median(taken):.0f} ms,"
            f" {taken[len(taken) * 99 // 100]:.0f} ms in 99 of 100, with {opened} pages open"
        )
        for news in pages.open:
            news.close()


def _memory() -> int:
    """Return the bytes of memory that this process has."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def main(arguments: list[str]) -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench page", description=__doc__)
    parser.add_argument("--pages", type=int, default=1000, help="the open pages (default: %(default)s)")
    parser.add_argument("--moves", type=int, default=60, help="the moves to take the median of (default: %(default)s)")
    parser.add_argument("--views", type=int, default=5, help="the first views to take the median of")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for part in ("views", "many"):
            (folder / part).mkdir()
        asyncio.run(first_view(folder / "views", given.views))
        for looking, watching in ((1, 0), (_SEATS, 0), (_SEATS, _WATCHERS)):
            place = folder / f"{looking} {watching}"
            place.mkdir()
            asyncio.run(moves(place, given.moves, looking, watching))
        asyncio.run(many(folder / "many", given.pages))
    return 0
