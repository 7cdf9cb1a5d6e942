"""Failures of the simulated Discord, as Discord, the library and the network have them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from unittest import mock

import aiohttp
import discord
from simcord.http import FakeHTTPClient, FakeWebhookAdapter

from bot.messages.discord_refusals import note_hiccup
from tests.world import Answer, World


@dataclass(frozen=True)
class Fault:
    """One way for a request to fail. `done` says that Discord has done what was asked and only its answer is lost."""

    name: str
    error: Callable[[], BaseException] | None
    done: bool = False
    seconds: float = 0.0
    """The seconds for which the library holds the request back, as it does when Discord asks for a short rest."""
    again: bool = False
    """Whether the library sends the request again by itself, and returns what that one is answered."""

    def __str__(self) -> str:
        return self.name


class _Response:
    def __init__(self, status: int) -> None:
        self.status = status
        self.reason = "Refused"
        self.headers: dict[str, str] = {}


def refused(status: int, code: int = 0, text: str | None = None) -> Callable[[], BaseException]:
    """Return what makes Discord's error of a status and code; with a `text`, of a page in place of JSON."""
    kind = {403: discord.Forbidden, 404: discord.NotFound}.get(
        status, discord.DiscordServerError if status >= 500 else discord.HTTPException
    )
    response: Any = _Response(status)
    return lambda: kind(response, {"code": code, "message": "refused by the test"} if text is None else text)


#: Faults that pass by themselves: afterwards everything must be as if they had not happened.
PASSING = (
    Fault("500", refused(500)),
    Fault("502 though done", refused(502), done=True),
    Fault("503", refused(503)),
    Fault("too many requests, for two hours", lambda: discord.RateLimited(7200.0)),
    Fault("barred by the proxy", refused(429)),
    Fault("40333 blocked on the way to Discord", refused(403, 40333)),
    Fault("403 of an unknown kind", refused(403, 99999)),
    Fault("a short rest", None, seconds=25.0),
    Fault("timeout", TimeoutError),
    Fault("timeout though done", aiohttp.ServerTimeoutError, done=True),
    Fault("no connection", lambda: aiohttp.ClientOSError(111, "Connection refused")),
    Fault("broken pipe in the middle of an upload", lambda: aiohttp.ClientOSError(32, "Broken pipe")),
    Fault("connection lost before the answer", aiohttp.ServerDisconnectedError, done=True),
)
#: An error of Discord's own, though what was asked is done: the library asks again by itself.
SENT_AGAIN = Fault("500 though done, and sent again", refused(500), done=True, again=True)
#: Discord's errors for interactions that were answered too late or twice.
EXPIRED = (
    Fault("10062 unknown interaction", refused(404, 10062)),
    Fault("10015 unknown webhook", refused(404, 10015)),
    Fault("40060 acknowledged already", refused(400, 40060)),
    Fault("50027 invalid token", refused(401, 50027)),
)
#: Discord's errors for people who can't be written to.
CLOSED = (
    Fault("50007 cannot send to this user", refused(403, 50007)),
    Fault("50278 no mutual servers", refused(403, 50278)),
    Fault("10013 unknown user", refused(404, 10013)),
    Fault("40003 opening too fast", refused(400, 40003)),
)
#: Discord's errors for a message.
MESSAGE = (
    Fault("10008 unknown message", refused(404, 10008)),
    Fault("30046 edited too often", refused(429, 30046)),
)
#: Discord's errors for a place where the bot is no longer allowed, for a while.
PLACE = (
    Fault("50001 missing access", refused(403, 50001)),
    Fault("50013 missing permissions", refused(403, 50013)),
    Fault("60003 two-factor authentication", refused(403, 60003)),
    Fault("400001 no files in this server", refused(403, 400001)),
    Fault("50083 archived thread", refused(400, 50083)),
    Fault("160005 locked thread", refused(403, 160005)),
)
#: Discord's errors for a place that no longer exists.
NOWHERE = (
    Fault("10003 unknown channel", refused(404, 10003)),
    Fault("10004 unknown server", refused(404, 10004)),
)


def site(method: str, path: str) -> str:
    """Return which of the bot's calls a request is: its method and path without the numbers."""
    return f"{method} {re.sub(r'[0-9]{5,}[^/]*|simcord_[^/]+', '*', path)}"


@contextmanager
def failing(choose: Callable[[str, str], Fault | None]) -> Iterator[None]:
    """Have each request of the bot fail as `choose` says for its method and path."""

    async def carry_out(real: Callable[[], Awaitable[Any]], method: str, path: str) -> Any:
        fault = choose(method, path)
        if fault is None:
            return await real()
        if fault.seconds:
            await asyncio.sleep(fault.seconds)
        if fault.done or fault.error is None:
            answer = await real()
        if fault.again and not path.endswith("/threads"):
            note_hiccup(500)
            return await real()
        if fault.error is not None:
            raise fault.error()
        return answer

    with _requests(carry_out):
        yield


@contextmanager
def overtaken(wanted: str, first: Callable[[], Awaitable[None]]) -> Iterator[None]:
    """Have something else happen once, after the bot has begun a request of a `site` and before it is carried out."""
    left = [first]

    async def carry_out(real: Callable[[], Awaitable[Any]], method: str, path: str) -> Any:
        if left and site(method, path) == wanted:
            await left.pop()()
        return await real()

    with _requests(carry_out):
        yield


@contextmanager
def _requests(carry_out: Callable[[Callable[[], Awaitable[Any]], str, str], Awaitable[Any]]) -> Iterator[None]:
    """Have `carry_out` make the bot's requests: it gets the real call, the method and the path."""

    def wrap(real: Callable[..., Any]) -> Callable[..., Any]:
        async def request(self: Any, route: Any, *arguments: Any, **options: Any) -> Any:
            path = re.sub(r".*/api/v[0-9]+", "", route.url).partition("?")[0]
            return await carry_out(lambda: real(self, route, *arguments, **options), route.method, path)

        return request

    with (
        mock.patch.object(FakeHTTPClient, "request", wrap(FakeHTTPClient.request)),
        mock.patch.object(FakeWebhookAdapter, "request", wrap(FakeWebhookAdapter.request)),
    ):
        yield


class FaultyWorld(World):
    """A world in which an answer may not reach the person who waits for it."""

    async def answered(self, answer: Answer) -> None:
        """Check nothing, as the answer may be lost."""
