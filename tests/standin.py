"""A local server in place of Discord, HTTP and gateway, so that the bot can run and be killed as its own process."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import os
import signal
import sys
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, ClassVar, Self

import aiohttp
import discord
from aiohttp import WSMsgType, web
from nacl.signing import SigningKey
from simcord import BackendError, Env
from simcord.backend import serializers
from simcord.gateway import FakeGateway
from simcord.http import router

from bot.messages import tables
from tests.forked_bot import Forked
from tests.world import Answer, World

#: The most bytes of a line that the bot may log. Beyond it nobody would read on, and the bot would wait for ever to
#: write more.
_LONGEST_LINE = 1 << 24
#: The most seconds that the bot may take to end.
_ENDS_WITHIN = 300.0

_STARTS = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}

_DISPATCH, _HEARTBEAT, _IDENTIFY, _RESUME, _INVALID, _HELLO, _ACK = 0, 1, 2, 6, 9, 10, 11


class Standin:
    """A server that offers the world of an `Env` as `api` and `gateway`, on a port that the system chooses."""

    def __init__(self, env: Env) -> None:
        self._env = env
        self._sessions: dict[str, Session] = {}
        self.application = application = web.Application(client_max_size=64 * 1024 * 1024)
        application.router.add_get("/gateway", self._gateway)
        application.router.add_route("*", "/api/v10/{path:.*}", self._request)
        self._runner = web.AppRunner(application, access_log=None, shutdown_timeout=1)
        self.api = ""
        self.gateway = ""
        self.shards = 1
        """How many connections to the gateway are recommended."""
        self.greets = asyncio.Event()
        """Set as long as the gateway greets who connects; without a greeting, a connection is not begun."""
        self.greets.set()
        self.waiting = 0
        """How many connections wait for a greeting."""
        self.endpoint: str | None = None
        """The address to which interactions are sent; None if they go to the gateway, as is usual."""
        self.both_ways = False
        """Whether the gateway tells of interactions nevertheless."""
        self.key = SigningKey.generate()
        self._asking: set[asyncio.Future[Any]] = set()
        self.answers: list[int] = []
        """The statuses with which the endpoint has answered."""

    async def start(self) -> None:
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        host, port = self._runner.addresses[0][:2]
        self.api = f"http://{host}:{port}/api/v10"
        self.gateway = f"ws://{host}:{port}/gateway"
        self._env.backend.subscribers.append(self._feed)

    async def close(self) -> None:
        self._env.backend.subscribers.remove(self._feed)
        await self._runner.cleanup()

    @property
    def connections(self) -> list[list[int]]:
        """The sessions that there are, each as its number among how many."""
        return [session.shard for session in self._sessions.values()]

    @property
    def connected(self) -> bool:
        """Whether a bot is listening to the gateway."""
        listening = [one for one in self._sessions.values() if one.socket is not None and one.greeted]
        return bool(listening) and len(listening) == listening[0].shard[1]

    async def drop(self) -> None:
        """Cut the connection as Discord sometimes does; the bot is expected to resume."""
        for session in self._sessions.values():
            if session.socket is not None:
                await session.socket.close(code=4000)

    async def _request(self, request: web.Request) -> web.Response:
        if request.match_info["path"] == "gateway/bot":
            return _json({"url": self.gateway, "shards": self.shards, "session_start_limit": _STARTS}, 200)
        body: Any = None
        files: list[discord.File] = []
        if request.content_type.startswith("multipart/"):
            body, files = await _multipart(request)
        elif request.can_read_body:
            body = await request.json()
        try:
            answer = router.dispatch(
                self._env.backend,
                request.method,
                "/" + request.match_info["path"],
                json=body,
                params=dict(request.query),
                files=files,
            )
        except BackendError as error:
            return _json(error.to_json(), error.status)
        return web.Response(status=204) if answer is None else _json(answer, 200)

    def sign(self, body: bytes, at: float | None = None) -> dict[str, str]:
        """Return the headers with which Discord sends a body, now or at a time (seconds UTC)."""
        timestamp = str(int(time.time() if at is None else at))
        signed = self.key.sign(timestamp.encode() + body)
        return {
            "Content-Type": "application/json",
            "X-Signature-Ed25519": signed.signature.hex(),
            "X-Signature-Timestamp": timestamp,
        }

    async def ask(self, document: Any, endpoint: str | None = None) -> tuple[int, bytes]:
        """Send a document to the endpoint, or to another one, as Discord does; return its answer's status and body."""
        endpoint = endpoint or self.endpoint
        assert endpoint is not None
        body = json.dumps(document).encode()
        async with (
            aiohttp.ClientSession() as session,
            session.post(endpoint, data=body, headers=self.sign(body)) as answer,
        ):
            self.answers.append(answer.status)
            return answer.status, await answer.read()

    def _feed(self, event: str, payload: Mapping[str, Any]) -> None:
        if event == "INTERACTION_CREATE" and self.endpoint is not None:
            asking = asyncio.ensure_future(self.ask(payload))
            self._asking.add(asking)
            asking.add_done_callback(self._asking.discard)
            if not self.both_ways:
                return
        guild = payload.get("guild_id") or (payload.get("id") if event.startswith("GUILD_") else None)
        for session in self._sessions.values():
            if session.tells_of(int(guild or 0)):
                session.gateway.feed(event, payload)

    async def _gateway(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        self.waiting += 1
        await self.greets.wait()
        self.waiting -= 1
        await _send(socket, {"op": _HELLO, "d": {"heartbeat_interval": 41250}})
        session: Session | None = None
        try:
            async for message in socket:
                if message.type != WSMsgType.TEXT:
                    break
                said = json.loads(message.data)
                if said["op"] == _HEARTBEAT:
                    await socket.send_json({"op": _ACK})
                elif said["op"] == _IDENTIFY:
                    identity, intents = f"session-{id(socket)}", said["d"]["intents"]
                    shard = said["d"].get("shard", [0, 1])
                    session = Session(self._env, identity, intents, shard, request.path)
                    self._replace(session)
                    session.socket = socket
                    self._greet(session)
                    await session.written()
                    session.greeted = True
                elif said["op"] == _RESUME:
                    session = self._sessions.get(said["d"]["session_id"])
                    if session is None:
                        await socket.send_json({"op": _INVALID, "d": False})
                    else:
                        session.resume(socket, said["d"]["seq"])
        finally:
            if session is not None and session.socket is socket:
                session.socket = None
        return socket

    def _replace(self, session: Session) -> None:
        """Have a session in place of the one that it has lost, as it identifies again."""
        self._sessions = {
            name: one
            for name, one in self._sessions.items()
            if (one.shard[0], one.place) != (session.shard[0], session.place)
        } | {session.id: session}

    def _greet(self, session: Session) -> None:
        backend = self._env.backend
        guilds = [guild for guild in backend.guilds.values() if session.tells_of(guild.id)]
        ready = {
            "v": 10,
            "user": dict(serializers.user_payload(backend.bot_user)),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "shard": session.shard,
            "session_id": session.id,
            "resume_gateway_url": self.gateway.removesuffix("/gateway") + session.place,
            "application": {"id": str(backend.application_id), "flags": 0},
        }
        session.send("READY", ready)
        for guild in guilds:
            session.gateway.feed("GUILD_CREATE", serializers.guild_create_payload(backend, guild))


class Session:
    """One session of the gateway: its subscriptions, the events sent in it, and its socket while there is one."""

    def __init__(self, env: Env, identity: str, intents: int, shard: list[int], place: str) -> None:
        self.id = identity
        self.shard = shard
        """Its number among how many."""
        self.place = place
        """The path at which it was begun."""
        self.socket: web.WebSocketResponse | None = None
        self.intents = discord.Intents._from_value(intents)
        self.parsers = _Parsers(self)
        self.gateway = FakeGateway(env.backend, self)
        self.greeted = False
        """Whether the first events of a session have been sent; from then on the bot can resume it."""
        self._events: list[dict[str, Any]] = []
        self._writing: asyncio.Future[None] | None = None

    def tells_of(self, guild_id: int) -> bool:
        """Return whether this session hears of a server; 0 stands for events without a server, which go to the first
        one."""
        return (guild_id >> 22) % self.shard[1] == self.shard[0]

    def send(self, event: str, payload: Mapping[str, Any]) -> None:
        """Number an event, keep it for a resume, and send it if there is a socket."""
        self._events.append({"op": _DISPATCH, "t": event, "s": len(self._events) + 1, "d": payload})
        self._write(self._events[-1])

    def resume(self, socket: web.WebSocketResponse, seen: int) -> None:
        self.socket = socket
        for event in self._events[seen:]:
            self._write(event)
        self.send("RESUMED", {})

    async def written(self) -> None:
        """Wait until the last event has been sent."""
        if self._writing is not None:
            await self._writing

    def _write(self, event: dict[str, Any]) -> None:
        if self.socket is not None and not self.socket.closed:
            self._writing = asyncio.ensure_future(_send(self.socket, event))


async def _send(socket: web.WebSocketResponse, event: Mapping[str, Any]) -> None:
    """Send an event; a bot that has just died doesn't receive it."""
    with contextlib.suppress(ConnectionError):
        await socket.send_json(event)


class _Parsers:
    """A mapping in place of discord.py's parsers.

    simcord's gateway hands it the events after applying intents.
    """

    def __init__(self, session: Session) -> None:
        self._session = session

    def __getitem__(self, event: str) -> Callable[[Mapping[str, Any]], None]:
        return lambda payload: self._session.send(event, payload)


def _json(answer: Any, status: int) -> web.Response:
    """Return a JSON response.

    Its content type has no charset, as in Discord's responses: with one, discord.py would not recognise JSON.
    """
    return web.Response(body=json.dumps(answer).encode(), status=status, content_type="application/json")


async def _multipart(request: web.Request) -> tuple[Any, list[discord.File]]:
    body: dict[str, Any] = {}
    files: list[tuple[str, bytes]] = []
    reader = await request.multipart()
    while (part := await reader.next()) is not None:
        data = bytes(await part.read())  # type: ignore[union-attr]
        if part.name == "payload_json":  # type: ignore[union-attr]
            body = json.loads(data)
        else:
            files.append((part.filename or "file", data))  # type: ignore[union-attr]
    described = body.get("data", body).get("attachments") or []
    alt = {str(attachment["id"]): attachment.get("description") for attachment in described}
    return body, [
        discord.File(io.BytesIO(data), name, description=alt.get(str(number)))
        for number, (name, data) in enumerate(files)
    ]


class ProcessWorld(World):
    """A world whose bot is its own process: `kill` kills it without warning, `start` starts it again."""

    patience: ClassVar[float] = 300.0

    program: ClassVar[str | None] = None
    """The module to start a process with that is the bot when it has read a line; None if the process is forked."""

    turn_patience: ClassVar[float] = tables.PATIENCE
    """The seconds after which a draw is shown if the turn doesn't go on."""

    async def __aenter__(self) -> Self:
        await super().__aenter__()
        self.env.backend.clock._epoch = datetime.now(UTC)
        self.standin = self.make_standin()
        await self.standin.start()
        self._stack.push_async_callback(self.standin.close)
        self.process: Any = None
        self.furnish()
        await self.start()
        return self

    def furnish(self) -> None:
        """Make what there is in this world before the bot starts."""

    async def make_client(self) -> discord.Client:
        """Return a client that does nothing, as simcord requires one in this process too."""
        return discord.Client(intents=discord.Intents.none())

    def make_standin(self) -> Standin:
        """Return the server that the bot takes for Discord."""
        return Standin(self.env)

    async def start(self) -> None:
        """Start the bot and wait until it listens."""
        self.process = await self._prepare()
        self.process.stdin.write(f"{self.time()}\n".encode())
        self._reading = asyncio.create_task(self._read(self.process))
        await self.until(lambda: self.listens() or self._dead(), "the bot listens")
        assert not self._dead(), "\n".join(self.log[-20:])

    def listens(self) -> bool:
        """Return whether people can ask the bot."""
        return self.standin.connected

    def time(self) -> str:
        """Return the time that the bot starts with, an empty text for the system's time."""
        return ""

    def environment(self) -> dict[str, str]:
        """Return the bot's settings as environment variables."""
        return {
            "CANASTA_TOKEN": "a.stand-in.token",
            "CANASTA_DATABASE": str(self.settings.database),
            "CANASTA_DISCORD_API": self.standin.api,
            "CANASTA_DISCORD_GATEWAY": self.standin.gateway,
            "CANASTA_COMPUTER_PACE": "0",
            "CANASTA_DISCARD_PAUSE": "0",
            "CANASTA_UPLOAD_EMOJIS": "False",
            "CANASTA_MOST_PRESSES": str(self.settings.most_presses),
            "CANASTA_LOG_LEVEL": "DEBUG",
            "CANASTA_TEST_SEED": str(self.seed),
            "CANASTA_TEST_PATIENCE": str(self.turn_patience),
        }

    async def _prepare(self) -> Any:
        """Start an `asyncio.subprocess.Process`, or what is used like one, that becomes the bot when it reads a line."""
        if self.program is None:
            return await Forked.begin(self.environment())
        return await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            self.program,
            cwd=Path(__file__).parents[1],
            env=os.environ | self.environment(),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            limit=_LONGEST_LINE,
        )

    async def kill(self) -> None:
        """Kill the bot at once."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> None:
        """Ask the bot to end, as an operator would."""
        await self._end(signal.SIGTERM)

    async def answered(self, answer: Answer) -> None:
        """Wait for the bot's first answer; it may still be busy with other things."""
        await self.until(lambda: answer.acknowledged or self._dead(), "an answer")

    def _dead(self) -> bool:
        return self.process is None or self.process.returncode is not None

    async def _end(self, how: signal.Signals) -> None:
        if self.process is not None:
            if self.process.returncode is None:
                self.process.send_signal(how)
            try:
                async with asyncio.timeout(_ENDS_WITHIN):
                    await self.process.wait()
            except TimeoutError:
                self.process.kill()
                raise AssertionError("the bot did not end when it was told to:\n" + "\n".join(self.log[-20:])) from None
            await self._reading
            self.process = None
        await self.until(lambda: not self.standin.connected, "the connection ends")

    async def _read(self, process: Any) -> None:
        async for line in process.stdout:
            self.log.append(line.decode().rstrip())
