"""The HTTP endpoint to which Discord sends interactions, for an application that has set its address there."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import aiohttp
from aiohttp import web

from bot.client.signatures import Signatures, Unsigned
from bot.client.webhook_events import Deauthorized
from bot.client.webhook_events import read as read_event
from bot.data.errors import StoreTrouble
from bot.listener import Bounds, Listener
from bot.watching import metrics

log = logging.getLogger(__name__)

#: The path at which interactions are taken, and the one for events.
PATH = "/interactions"
EVENTS_PATH = "/events"

#: The most bytes of a body. Discord's are far smaller: the largest hold a message with its buttons.
_LARGEST = 1 << 20
#: The most seconds that a body may take to come.
_BODY_SECONDS = 5.0
#: Discord and balancers use few connections, one after another for many requests. Balancers keep an idle one for a minute or two,
#: and might use it just when it is closed here: hence the long wait.
BOUNDS = Bounds(connections=500, idle=180.0, rest=2.0, closing=5.0)

#: The type of the answer to a ping, by which Discord tries an address.
_PONG = 1


class Endpoint:
    """A server that takes signed interactions, and refuses everything else by a status and nothing more."""

    def __init__(
        self,
        signatures: Signatures,
        take: Callable[[dict[str, Any]], None],
        note: Callable[[Deauthorized], Awaitable[None]],
        heard: Callable[[], None],
    ) -> None:
        """Have `take` begin the answer to each interaction, and `note` store who has taken the app away from their account.

        `heard` is called for everything that Discord sends.
        """
        self._signatures = signatures
        self._take = take
        self._note = note
        self._heard = heard
        application = web.Application(client_max_size=_LARGEST)
        application.add_routes([web.post(PATH, self._asked), web.post(EVENTS_PATH, self._told)])
        self._listener = Listener(application, BOUNDS, metrics.REQUESTS.labels("crowded").inc)

    async def open(self, host: str, port: int) -> None:
        """Listen. Raises `OSError` if the address can't be had."""
        await self._listener.open(host, port)
        log.info("Interactions are taken at %s, port %d, path %s", *self.address, PATH)

    @property
    def address(self) -> tuple[str, int]:
        """Where the endpoint listens: host and port."""
        return self._listener.address

    async def close(self) -> None:
        """Stop listening, and wait for the requests that have come."""
        await self._listener.close()

    async def _told(self, request: web.Request) -> web.Response:
        return await self._asked(request, of_event=True)

    async def _asked(self, request: web.Request, *, of_event: bool = False) -> web.Response:
        self._listener.heard(request)
        try:
            outcome, answer = await self._answered(request, of_event=of_event)
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

    async def _answered(self, request: web.Request, *, of_event: bool) -> tuple[str, web.Response]:
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
        if of_event:
            return await self._event(_read(body))
        match _read(body):
            case {"type": 1}:
                return "ping", web.json_response({"type": _PONG})
            case {"type": 2 | 3 | 4 | 5} as interaction:
                # Commands, presses, completions and forms are answered by a call to Discord.
                self._begin(interaction)
                return "taken", web.Response(status=202)
        raise _Refused("unreadable", 400)

    async def _event(self, message: dict[str, Any]) -> tuple[str, web.Response]:
        """Return what a message with an event was, in a word, and the answer to it. Raises `_Refused`."""
        if message.get("type") == 0:
            return "ping", web.Response(status=204)
        try:
            event = read_event(message)
            if event is not None:
                await self._note(event)
        except (ValueError, OverflowError):
            raise _Refused("unreadable", 400) from None
        except StoreTrouble:
            # Discord sends it again.
            raise _Refused("not-stored", 503) from None
        return "event", web.Response(status=204)

    def _begin(self, interaction: dict[str, Any]) -> None:
        try:
            self._take(interaction)
        except Exception as error:
            log.error("An interaction could not be read: %s", type(error).__name__)  # noqa: TRY400
            raise _Refused("unreadable", 400) from None


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
