"""An HTTP server that strangers reach: it bounds how many connect, and for how long one may ask nothing."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass

from aiohttp import web

#: Where the library notes every request that is no HTTP, with its beginning and a traceback: anybody could fill the log.
_library = logging.getLogger(f"{__name__}.library")
_library.setLevel(logging.CRITICAL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """The bounds of a listener. All but the first are seconds.

    Each connection takes one of the files that the process may open, which the database needs too.
    """

    #: The most connections at a time.
    connections: int
    #: The most that the head of a connection's first request may take to come.
    head: float = 10.0
    #: After these, an idle connection is closed.
    idle: float
    #: The most for which the rest of a refused request is still read: a connection closed before that can lose the answer.
    rest: float
    #: The most that requests get to end when the listener closes.
    closing: float


class Listener:
    """A server of one application. It closes a connection that is one too many, or silent at first."""

    def __init__(self, application: web.Application, bounds: Bounds, crowded: Callable[[], None]) -> None:
        """Call `crowded` for each connection that is one too many."""
        self._bounds = bounds
        self._crowded = crowded
        self._server: asyncio.Server | None = None
        self._silent: dict[asyncio.BaseProtocol, asyncio.TimerHandle] = {}
        self._runner = web.AppRunner(
            application,
            access_log=None,
            logger=_library,
            keepalive_timeout=bounds.idle,
            lingering_time=bounds.rest,
            shutdown_timeout=bounds.closing,
            # A few bytes could unpack to anything, and a signature covers the bytes that were sent.
            auto_decompress=False,
        )

    async def open(self, host: str, port: int) -> None:
        """Listen. Raises `OSError` if the address can't be had."""
        await self._runner.setup()
        self._server = await asyncio.get_running_loop().create_server(self._connected, host, port)

    @property
    def address(self) -> tuple[str, int]:
        """Where it listens: host and port."""
        assert self._server is not None
        host, port = self._server.sockets[0].getsockname()[:2]
        return str(host), int(port)

    def heard(self, request: web.Request) -> None:
        """Take note that a connection has asked something: it is no longer closed for its silence."""
        if (timer := self._silent.pop(request.protocol, None)) is not None:
            timer.cancel()

    def shut(self) -> None:
        """Take no more connections."""
        if self._server is not None:
            self._server.close()

    async def close(self) -> None:
        """Take no more connections, and wait for the requests that have come."""
        self.shut()
        await self._runner.cleanup()

    def _connected(self) -> asyncio.BaseProtocol:
        """Return who serves a new connection."""
        server = self._runner.server
        assert server is not None
        if len(server.connections) >= self._bounds.connections:
            self._crowded()
            return _Closed()
        connection = server()
        self._silent[connection] = asyncio.get_running_loop().call_later(self._bounds.head, self._hang_up, connection)
        return connection

    def _hang_up(self, connection: web.RequestHandler) -> None:
        """Close a connection that has asked nothing."""
        del self._silent[connection]
        connection.force_close()


class _Closed(asyncio.Protocol):
    """A connection that is closed at once."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Close it without a word."""
        assert isinstance(transport, asyncio.Transport)
        transport.abort()
