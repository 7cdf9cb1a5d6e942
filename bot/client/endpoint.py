"""The HTTP endpoint to which Discord sends interactions, for an application that has set its address there."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import aiohttp
from aiohttp import web

from bot.client.signatures import Signatures, Unsigned
from bot.watching import metrics

log = logging.getLogger(__name__)
#: Where the library notes every request that is no HTTP, with its beginning and a traceback: anybody could fill the log.
_library = logging.getLogger(f"{__name__}.library")
_library.setLevel(logging.CRITICAL)

#: The path at which interactions are taken.
PATH = "/interactions"

#: The most bytes of a body. Discord's are far smaller: the largest hold a message with its buttons.
_LARGEST = 1 << 20
#: The most seconds that the head of a connection's first request may take to come, and a body.
_HEAD_SECONDS = 10.0
_BODY_SECONDS = 5.0
#: The most seconds for which the rest of a refused request is still read: a connection closed before that can lose the answer.
_REST_SECONDS = 2.0
#: The most connections at a time. Discord and balancers use few, one after another for many requests; each takes one of the
#: files that the process may open, which the database needs too.
_MOST_CONNECTIONS = 500
#: Seconds after which an idle connection is closed: more than balancers keep theirs, which might use it just then.
_IDLE_SECONDS = 180.0
#: The most seconds that requests get to end when the endpoint is closed.
_CLOSING_SECONDS = 5.0

#: The type of the answer to a ping, by which Discord tries an address.
_PONG = 1


class Endpoint:
    """A server that takes signed interactions, and refuses everything else by a status and nothing more."""

    def __init__(
        self, signatures: Signatures, take: Callable[[dict[str, Any]], None], heard: Callable[[], None]
    ) -> None:
        """Have `take` begin the answer to each interaction; `heard` is called for everything that Discord sends."""
        self._signatures = signatures
        self._take = take
        self._heard = heard
        self._server: asyncio.Server | None = None
        self._silent: dict[asyncio.BaseProtocol, asyncio.TimerHandle] = {}
        application = web.Application(client_max_size=_LARGEST)
        application.add_routes([web.post(PATH, self._asked)])
        self._runner = web.AppRunner(
            application,
            access_log=None,
            logger=_library,
            keepalive_timeout=_IDLE_SECONDS,
            lingering_time=_REST_SECONDS,
            shutdown_timeout=_CLOSING_SECONDS,
            # The signature covers the bytes that were sent, and a few bytes could unpack to anything.
            auto_decompress=False,
        )

    async def open(self, host: str, port: int) -> None:
        """Listen. Raises `OSError` if the address can't be had."""
        await self._runner.setup()
        self._server = await asyncio.get_running_loop().create_server(self._connected, host, port)
        log.info("Interactions are taken at %s, port %d, path %s", *self.address, PATH)

    @property
    def address(self) -> tuple[str, int]:
        """Where the endpoint listens: host and port."""
        assert self._server is not None
        host, port = self._server.sockets[0].getsockname()[:2]
        return str(host), int(port)

    async def close(self) -> None:
        """Stop listening, and wait for the requests that have come."""
        if self._server is not None:
            self._server.close()
        await self._runner.cleanup()

    def _connected(self) -> asyncio.BaseProtocol:
        """Return who serves a new connection, which is closed if there are too many or nothing is asked soon."""
        server = self._runner.server
        assert server is not None
        if len(server.connections) >= _MOST_CONNECTIONS:
            metrics.REQUESTS.labels("crowded").inc()
            return _Closed()
        connection = server()
        self._silent[connection] = asyncio.get_running_loop().call_later(_HEAD_SECONDS, self._hang_up, connection)
        return connection

    def _hang_up(self, connection: web.RequestHandler) -> None:
        """Close a connection that has asked nothing."""
        del self._silent[connection]
        connection.force_close()

    async def _asked(self, request: web.Request) -> web.Response:
        if (timer := self._silent.pop(request.protocol, None)) is not None:
            timer.cancel()
        try:
            outcome, answer = await self._answered(request)
        except _Refused as error:
            outcome, answer = error.args[0], web.Response(status=error.args[1])
            # Only Discord may keep a connection.
            answer.force_close()
        except Exception as error:
            # Neither its text nor where it arose: both may repeat the request, which holds the token for the answer.
            log.error("A request failed: %s", type(error).__name__)  # noqa: TRY400
            outcome, answer = "failed", web.Response(status=500)
        metrics.REQUESTS.labels(outcome).inc()
        return answer

    async def _answered(self, request: web.Request) -> tuple[str, web.Response]:
        """Return what a request was, in a word, and the answer to it. Raises `_Refused`."""
        signature = request.headers.get("X-Signature-Ed25519", "")
        timestamp = request.headers.get("X-Signature-Timestamp", "")
        try:
            self._signatures.timely(signature, timestamp)
            if request.content_type != "application/json":
                raise _Refused("not-json", 415)
            body = await _body(request)
            self._signatures.check(signature, timestamp, body)
        except Unsigned as error:
            raise _Refused(error.args[0], 401) from None
        self._heard()
        match _read(body):
            case {"type": 1}:
                return "ping", web.json_response({"type": _PONG})
            case {"type": 2 | 3 | 4 | 5} as interaction:
                # Commands, presses, completions and forms are answered by a call to Discord.
                self._begin(interaction)
                return "taken", web.Response(status=202)
        raise _Refused("unreadable", 400)

    def _begin(self, interaction: dict[str, Any]) -> None:
        try:
            self._take(interaction)
        except Exception as error:
            log.error("An interaction could not be read: %s", type(error).__name__)  # noqa: TRY400
            raise _Refused("unreadable", 400) from None


class _Closed(asyncio.Protocol):
    """A connection that is closed at once."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Close it without a word."""
        assert isinstance(transport, asyncio.Transport)
        transport.abort()


class _Refused(Exception):
    """A request is refused: `args` are the reason in a word, and the status."""


async def _body(request: web.Request) -> bytes:
    """Return a request's body. Raises `_Refused` if it is too large, or doesn't come in time, or not whole."""
    if (request.content_length or 0) > _LARGEST:
        raise _Refused("too-large", 413)
    try:
        async with asyncio.timeout(_BODY_SECONDS):
            return await request.read()
    except web.HTTPRequestEntityTooLarge:
        raise _Refused("too-large", 413) from None
    except TimeoutError:
        raise _Refused("slow", 408) from None
    except (aiohttp.ClientError, ConnectionError, web.RequestPayloadError):
        raise _Refused("broken", 400) from None


def _read(body: bytes) -> dict[str, Any]:
    """Return the object that a body holds, an empty one if it holds none."""
    with suppress(ValueError, RecursionError):
        found = json.loads(body)
        if isinstance(found, dict):
            return found
    return {}
