"""A club's days at a bot of several processes, of which one is killed again and again, or the database's own are.

Discord's interactions go to any of the processes over HTTP, as a balancer hands them on; one is on the gateway. Each process is
known by a number, which stands before the paths of its requests.
"""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar

import aiohttp
import psycopg
from aiohttp import web

from bot.client.endpoint import PATH
from bot.data.errors import StoreTrouble
from bot.store import Database
from bot.store.database import Lock, Row
from bot.store.opening import open_database
from bot.tables import Tables
from bot.worker import LOOK_EVERY
from tests import postgresql_server
from tests.forked_bot import Forked
from tests.ports import free_port
from tests.store.test_sharing import cut_off, holds
from tests.storm import week
from tests.storm.mortal import Killed, MortalStandin, MortalWorld
from tests.storm.report import Report
from tests.world import Answer, Found

#: The log's lines about a lost database, as they must be.
_EXPECTED = "Until then no move is taken"
#: Seconds of real time in which what is left undone is done, before time is let go on.
_PATIENT = 0.3
#: The most seconds that the server may take to recover.
_RECOVERY = 300.0


class _Process:
    """One of the processes, and what it has logged."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.process: Any = None
        self.reading: asyncio.Task[None] | None = None
        self.port = free_port()
        self.leads = self.listens = False

    @property
    def lives(self) -> bool:
        return self.process is not None and self.process.returncode is None


class SeveralWorld(MortalWorld):
    """A world whose bot is several processes. `killed` counts what was killed, by kinds."""

    mended_within: ClassVar[float] = 300.0

    def __init__(self, address: str, *, seed: int, processes: int, http: bool = True) -> None:
        """Without `http`, all processes are on the gateway, and it tells all of them of interactions."""
        super().__init__(Path("none"), seed=seed)
        self.settings = self.settings.model_copy(update={"database": address})
        self.killed = Counter[str]()
        self.http = http
        self.standin: SeveralStandin
        self._kill_poster = False
        self.ask_only: int | None = None
        """The number of the only process that interactions go to."""
        self.held: dict[int, asyncio.Event] = {}
        """Of processes whose edits of messages are carried out when that happens."""
        self.telling: set[int] = set()
        """The processes that wait for that while they tell a table."""
        self.asked_in: dict[int, int] = {}
        """Of each interaction that is to be answered the life in which it was sent."""
        self.processes = [_Process(number) for number in range(processes)]
        self._told_time = time.perf_counter()

    # -- the processes

    async def start(self) -> None:
        await asyncio.gather(*(self._begin(one) for one in self.processes))
        await self.again(lambda: self.on_gateway and any(one.leads for one in self.processes), "one of them leads")

    async def _begin(self, process: _Process) -> None:
        if process.process is not None:
            await process.process.wait()
            assert process.reading is not None
            await process.reading
        process.leads = process.listens = False
        own = {
            "CANASTA_WORKERS": "several",
            "CANASTA_DISCORD_API": self.standin.api.replace("/api/", f"/{process.number}/api/"),
            "CANASTA_DISCORD_GATEWAY": f"{self.standin.gateway}/{process.number}",
            "CANASTA_TEST_SEED": f"{self.seed}{process.number}",
        }
        if self.http:
            own["CANASTA_INTERACTIONS_KEY"] = self.standin.key.verify_key.encode().hex()
            own["CANASTA_INTERACTIONS_PORT"] = str(process.port)
        process.process = await Forked.begin(self.environment() | own)
        process.process.stdin.write(f"{self.time()}\n".encode())
        process.reading = asyncio.create_task(self._listen(process))
        await self.until(lambda: self._listens(process) or not process.lives, "the process listens")
        assert process.lives, "\n".join(self.log[-20:])

    def _listens(self, process: _Process) -> bool:
        return process.listens if self.http else process.number in self.on_gateway

    async def _listen(self, listener: _Process) -> None:
        process = listener.process
        async for line in process.stdout:
            text = line.decode().rstrip()
            listener.listens = listener.listens or "Interactions are taken" in text
            if "This process" in text:
                listener.leads = "leads now" in text
            self.log.append(f"{listener.number}: {text}")

    async def _prepare(self) -> Any:
        """Return nothing: each process has an environment of its own."""

    def make_standin(self) -> SeveralStandin:
        return SeveralStandin(self)

    async def stop(self) -> None:
        for one in self.processes:
            if one.lives:
                one.process.send_signal(signal.SIGTERM)
        for one in self.processes:
            if one.process is not None:
                await one.process.wait()
                assert one.reading is not None
                await one.reading

    @property
    def alive(self) -> bool:
        return any(one.lives and self._listens(one) for one in self.processes)

    def _dead(self) -> bool:
        return not any(one.lives for one in self.processes)

    def set_time(self, seconds: int) -> None:
        self.env.backend.advance_clock(max(0, seconds - self.now().timestamp()))
        for one in self.processes:
            if one.lives:
                one.process.stdin.write(f"{self.time()}\n".encode())

    def _ticks(self) -> bool:
        """Let some seconds pass now and then: in that time the living notice what the dead have left."""
        if time.perf_counter() - self._told_time > _PATIENT:
            self._told_time = time.perf_counter()
            self.set_time(self.seconds + int(LOOK_EVERY))
        return False

    async def wait_a_little(self) -> None:
        await asyncio.sleep(0.01)
        self._ticks()

    async def replace_the_dead(self) -> None:
        """Start those again that were killed, as an operator's machines do."""
        for one in self.processes:
            if not one.lives:
                await self._begin(one)

    @property
    def leaders(self) -> list[_Process]:
        """The processes that lead: one, or none where it has just been killed."""
        return [one for one in self.processes if one.lives and one.leads]

    @property
    def on_gateway(self) -> list[int]:
        """The numbers of the processes that are on the gateway."""
        return self.standin.on_gateway

    def all_told(self) -> bool:
        """Return whether all messages are sent, as time goes on."""
        with _connected(str(self.settings.database)) as server:
            [row] = server.execute("SELECT count(*) FROM games WHERE told_version < version").fetchall()
        return not row[0]

    def lose_lock(self, lock: Lock, number: int) -> None:
        """Wait until a process has a lock, then end the connection that holds it."""
        address = str(self.settings.database)
        while not holds(address, lock, number):
            time.sleep(0.01)
        cut_off(address, lock, number)

    async def again(self, happened: Callable[[], object], what: str) -> None:
        """Wait until something has happened, as time goes on."""
        await self.until(lambda: bool(happened()) or self._ticks(), what)

    # -- killing

    def kill_one(self, process: _Process) -> None:
        """Kill a process at once."""
        self._kill(process, "who leads" if process.leads else "a process")

    def kill_after_posting(self) -> None:
        """Have the process killed that next posts a message, before it gets the answer."""
        self._kill_poster = True

    def shoot(self) -> None:
        self._kill_at = None
        if self._later is not None:
            self._later.cancel()
            self._later = None
        kind = self._dice.choices(("a process", "who leads", "connections", "the server's processes"), (8, 3, 3, 2))[0]
        living = [one for one in self.processes if one.lives]
        if kind in ("a process", "who leads"):
            chosen = [one for one in living if one.leads] if kind == "who leads" else living
            if len(living) < 2 or not chosen:
                return
            self._kill(self._dice.choice(chosen), kind)
        else:
            self._hit_the_server(kind)

    def _kill(self, process: _Process, kind: str) -> None:
        self.lives += 1
        self.killed[f"kills of {kind}"] += 1
        process.leads = process.listens = False
        process.process.kill()

    def _hit_the_server(self, kind: str) -> None:
        """End one of the server's connections to the bot, or kill its process: the server then ends all of them."""
        self.lives += 1
        self.killed[f"kills of {kind}"] += 1
        with _connected(postgresql_server.address()) as server:
            name = psycopg.conninfo.conninfo_to_dict(str(self.settings.database))["dbname"]
            found = server.execute(
                "SELECT pid FROM pg_stat_activity WHERE datname = %s AND application_name = 'canasta' ORDER BY pid",
                (name,),
            ).fetchall()
            pid = self._dice.choice(found)[0] if found else None
            if pid is not None and kind == "connections":
                server.execute("SELECT pg_terminate_backend(%s)", (pid,))
            elif pid is not None:
                os.kill(pid, signal.SIGKILL)

    def asks(self, number: int) -> bool:
        """Count a request of a process. Return whether that is killed before the request is carried out."""
        self.requests += 1
        if self._kill_at is not None and self.requests >= self._kill_at and self._kill_before:
            return self._shot_asking(number)
        return False

    def asked(self, number: int, request: web.Request) -> None:
        """Kill a process, if its time has come, before it gets the answer to a request that was carried out."""
        if self._kill_poster and request.method == "POST" and request.path.endswith("/messages"):
            self._kill_poster = False
            self.kill_one(self.processes[number])
        if self._kill_at is not None and self.requests >= self._kill_at:
            self._shot_asking(number)

    def _shot_asking(self, number: int) -> bool:
        one = self.processes[number]
        if not one.lives or sum(each.lives for each in self.processes) < 2:
            return False
        self._kill_at = None
        self._kill(one, "who leads" if one.leads else "a process")
        return True

    # -- who is asked

    def choose(self) -> str | None:
        """Return the address of the process that the next interaction goes to."""
        found = [one for one in self.processes if one.lives and one.listens and self.ask_only in (None, one.number)]
        return f"http://127.0.0.1:{self._dice.choice(found).port}{PATH}" if found else None

    def expects(self, line: str) -> bool:
        return _EXPECTED in line

    async def answered(self, answer: Answer) -> None:
        # The process that was asked may have been killed since.
        life = self.asked_in.pop(answer.result._interaction.id, None)
        await self.until(lambda: answer.acknowledged, "an answer", life)
        if life not in (None, self.lives):
            # They may have been killed over it, once it was acknowledged.
            raise Killed

    async def until(self, happened: Callable[[], Found | None], what: str, life: int | None = None) -> Found:
        life, deadline = self.lives if life is None else life, time.perf_counter() + self.patience
        while not (found := happened()):
            if self.lives != life:
                raise Killed
            assert time.perf_counter() < deadline, f"not so: {what}"
            await asyncio.sleep(0.005)
        return found


class SeveralStandin(MortalStandin):
    """A server that tells whoever is on the gateway what happens, and any one of the processes of an interaction."""

    def __init__(self, world: SeveralWorld) -> None:
        super().__init__(world)
        self._several = world
        self.application.router.add_route("*", "/{number}/api/v10/{path:.*}", self._request)
        self.application.router.add_get("/gateway/{number}", self._gateway)

    @property
    def on_gateway(self) -> list[int]:
        """The numbers of the processes that are on the gateway."""
        there = [one for one in self._sessions.values() if one.socket is not None and one.greeted]
        return [int(one.place.rpartition("/")[2]) for one in there]

    def _feed(self, event: str, payload: Mapping[str, Any]) -> None:
        if event == "INTERACTION_CREATE":
            self._several.asked_in[int(payload["id"])] = self._several.lives
        if event != "INTERACTION_CREATE" or not self._several.http:
            super()._feed(event, payload)
        elif (endpoint := self._several.choose()) is not None:
            asking = asyncio.ensure_future(self._ask_one(payload, endpoint))
            self._asking.add(asking)
            asking.add_done_callback(self._asking.discard)

    async def _ask_one(self, payload: Mapping[str, Any], endpoint: str) -> None:
        # A process that is killed in that moment answers nothing.
        with suppress(aiohttp.ClientError):
            await self.ask(payload, endpoint)

    async def _request(self, request: web.Request) -> web.Response:
        number = int(request.match_info["number"])
        if request.method == "PATCH" and number in self._several.held:
            if "/channels/" in request.path:
                self._several.telling.add(number)
            await self._several.held[number].wait()
        return await super()._request(request)

    def _begins(self, request: web.Request) -> bool:
        return self._several.asks(int(request.match_info["number"]))

    def _ends(self, request: web.Request) -> None:
        self._several.asked(int(request.match_info["number"]), request)


def _connected(address: str) -> psycopg.Connection[Any]:
    """Return a connection to the server, which may have to recover first."""
    end = time.monotonic() + _RECOVERY
    while True:
        try:
            return psycopg.connect(address, autocommit=True)
        except psycopg.OperationalError:
            if time.monotonic() > end:
                raise
            time.sleep(0.05)


async def _patient(address: str) -> Database:
    """Return a database that is read again while its server recovers."""
    database = await open_database(address)
    read = database.rows

    async def rows(sql: str, parameters: Sequence[object] = ()) -> list[Row]:
        end = time.monotonic() + _RECOVERY
        while True:
            try:
                return await read(sql, parameters)
            except StoreTrouble:
                if time.monotonic() > end:
                    raise
                await asyncio.sleep(0.05)

    database.rows = rows  # type: ignore[method-assign]
    return database


async def run(
    database: Path,
    plan: week.Plan,
    seed: int,
    processes: int = 3,
    progress: Callable[[str], None] = lambda _: None,
) -> Report:
    """Carry out a plan with a bot of this many processes on a new database, which is named after a file."""
    address = postgresql_server.database_for(database)
    with _connected(postgresql_server.address()) as server:
        name = psycopg.conninfo.conninfo_to_dict(address)["dbname"]
        # The server of the tests may forget what was committed; a process of it that is killed would have it do so.
        server.execute(f"ALTER DATABASE {name} SET synchronous_commit = on".encode())
    try:
        async with SeveralWorld(address, seed=seed, processes=processes) as world:
            reading = await _patient(address)
            try:
                days = week.Week(world, Tables(reading, clock=lambda: world.seconds), plan, seed)
                report = await days.run(progress)
                report.counts.update(world.killed)
                report.counts["kills"] = sum(world.killed.values())
                return report
            finally:
                await reading.close()
    finally:
        postgresql_server.drop([address])
