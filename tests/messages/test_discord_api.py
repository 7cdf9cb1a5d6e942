"""Requests over the wire: the library's own HTTP client against a server that asks for rests, breaks off or is silent."""

from __future__ import annotations

import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import discord
import pytest
from aiohttp import web
from discord import ui

from bot.messages.discord_api import DiscordApi, counting_calls
from bot.messages.discord_refusals import Refusal
from bot.ui.page import Attachment, Page
from bot.watching import metrics

CHANNEL = 700
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Server:
    """Answers each request by the next handler of `script`, then always by a message."""

    def __init__(self, *script: Handler) -> None:
        self.nonces: list[str] = []
        self.requests = 0
        self._script = list(script)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        if request.path.endswith("/users/@me"):
            return _answer({"id": "1", "username": "Canasta", "discriminator": "0", "avatar": None})
        self.requests += 1
        if self._script:
            return await self._script.pop(0)(request)
        reader = await request.multipart()
        while (part := await reader.next()) is not None:
            data = await part.read()  # type: ignore[union-attr]
            if part.name == "payload_json":  # type: ignore[union-attr]
                self.nonces += [said["nonce"]] if "nonce" in (said := json.loads(data)) else []
        return _answer(
            {
                "id": "900",
                "channel_id": str(CHANNEL),
                "author": {"id": "1", "username": "Canasta", "discriminator": "0", "avatar": None},
                "content": "",
                "timestamp": "2026-01-01T00:00:00+00:00",
                "edited_timestamp": None,
                "type": 0,
                "flags": 1 << 15,
                "attachments": [],
                "embeds": [],
                "mentions": [],
                "mention_roles": [],
                "pinned": False,
                "mention_everyone": False,
                "tts": False,
                "components": [],
            }
        )


def _answer(document: object, status: int = 200, **headers: str) -> web.Response:
    return web.Response(
        body=json.dumps(document).encode(), status=status, content_type="application/json", headers=headers
    )


async def breaks_off(request: web.Request) -> web.StreamResponse:
    """Read the beginning of an upload, then close the connection."""
    await request.content.read(1000)
    assert request.transport is not None
    request.transport.close()
    return web.Response()


def rests(seconds: float, **headers: str) -> Handler:
    async def handler(request: web.Request) -> web.StreamResponse:
        await request.read()
        return _answer({"message": "You are being rate limited.", "retry_after": seconds}, 429, **headers)

    return handler


def aged(seconds: float) -> Handler:
    """Refuse an edit as Discord does where a message is older than an hour: as a rate limit."""

    async def handler(request: web.Request) -> web.StreamResponse:
        await request.read()
        said = {"message": "Maximum number of edits reached", "code": 30046, "retry_after": seconds}
        return _answer(said, 429, Via="1.1 proxy", **{"Retry-After": str(seconds)})

    return handler


def refuses(status: int, code: int) -> Handler:
    async def handler(request: web.Request) -> web.StreamResponse:
        await request.read()
        return _answer({"message": "refused", "code": code}, status, Via="1.1 proxy")

    return handler


async def a_page_in_place_of_json(request: web.Request) -> web.StreamResponse:
    await request.read()
    return web.Response(text="<html>Attention required</html>", status=403, content_type="text/html")


async def barred_by_the_proxy(request: web.Request) -> web.StreamResponse:
    await request.read()
    return web.Response(text="<html>You are banned</html>", status=429, headers={"Retry-After": "3600"})


@asynccontextmanager
async def discord_api(server: Server, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[DiscordApi]:
    """Yield the bot's calls by the library's own client, to this server."""
    application = web.Application(client_max_size=64 << 20)
    application.router.add_route("*", "/{path:.*}", server.handle)
    runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    host, port = runner.addresses[0][:2]
    monkeypatch.setattr(discord.http.Route, "BASE", f"http://{host}:{port}")
    try:
        async with _client() as client:
            await client.http.static_login("token")
            yield DiscordApi(client)
    finally:
        await runner.cleanup()


def _client() -> discord.Client:
    return discord.Client(intents=discord.Intents.none(), max_ratelimit_timeout=30.0, http_trace=counting_calls())


def counted(status: str) -> float:
    """Return how many calls were answered with a status."""
    samples = [sample for family in metrics.DISCORD_CALLS.collect() for sample in family.samples]
    return sum(one.value for one in samples if one.name.endswith("_total") and one.labels["status"] == status)


def page() -> Page:
    """Return a message with a file too large to be sent in one go."""
    return Page(ui.TextDisplay("The table"), attachments=[Attachment("table.bin", b"card" * 500_000)])


async def test_a_connection_that_breaks_off_in_an_upload_is_made_again_with_the_same_nonce(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    server = Server(breaks_off)
    async with discord_api(server, monkeypatch) as calls:
        assert await calls.messages.post(CHANNEL, page(), nonce="1-table-7") == 900
    assert server.requests == 2
    assert server.nonces == ["1-table-7"]


async def test_without_an_answer_nobody_knows_whether_it_was_posted(monkeypatch: pytest.MonkeyPatch) -> None:
    server = Server(breaks_off, breaks_off)
    async with discord_api(server, monkeypatch) as calls:
        assert await calls.messages.post(CHANNEL, page(), nonce="1-table-7") is Refusal.UNSURE
    assert server.requests == 2


async def test_a_rest_after_a_broken_connection_leaves_it_unsure(monkeypatch: pytest.MonkeyPatch) -> None:
    server = Server(breaks_off, rests(7200.0, Via="1.1 proxy"))
    async with discord_api(server, monkeypatch) as calls:
        assert await calls.messages.post(CHANNEL, page(), nonce="1-table-7") is Refusal.UNSURE
    assert server.requests == 2


@pytest.mark.parametrize(
    "rest", [rests(7200.0, Via="1.1 proxy"), rests(7200.0, **{"Retry-After": "7200"}), barred_by_the_proxy]
)
async def test_a_long_rest_is_kept_and_nothing_asked_meanwhile(monkeypatch: pytest.MonkeyPatch, rest: Handler) -> None:
    server = Server(rest)
    async with discord_api(server, monkeypatch) as calls:
        assert await calls.messages.post(CHANNEL, page(), nonce="1-table-7") is Refusal.LATER
        assert await calls.messages.post(CHANNEL, page(), nonce="1-table-7") is Refusal.LATER
        assert await calls.messages.edit(CHANNEL, 900, page()) is Refusal.LATER
        assert server.requests == 1
        assert await calls.messages.post(CHANNEL + 1, page(), nonce="2-table-7") == 900, (
            "other channels aren't concerned"
        )


@pytest.mark.parametrize("seconds", [2.0, 45.0])
async def test_a_message_too_old_to_be_edited_is_said_so_at_once(
    monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    """And the channel isn't left alone: neither for other edits nor for posts."""
    server = Server(aged(seconds))
    async with discord_api(server, monkeypatch) as calls:
        assert await calls.messages.edit(CHANNEL, 900, page()) is Refusal.AGED
        assert server.requests == 1
        assert calls.caller.rest(CHANNEL, of_edits=True) == 0
        assert await calls.messages.post(CHANNEL, page(), nonce="1-table-7") == 900
        assert await calls.messages.edit(CHANNEL, 900, page()) is None


async def test_a_rest_of_edits_is_none_of_the_channel(monkeypatch: pytest.MonkeyPatch) -> None:
    server = Server(rests(45.0, Via="1.1 proxy"))
    async with discord_api(server, monkeypatch) as calls:
        assert await calls.messages.edit(CHANNEL, 900, page()) is Refusal.LATER
        assert 40 < calls.caller.rest(CHANNEL, of_edits=True) <= 45
        assert calls.caller.rest(CHANNEL) == 0
        assert await calls.messages.edit(CHANNEL, 901, page()) is Refusal.LATER
        assert server.requests == 1
        assert await calls.messages.post(CHANNEL, page(), nonce="1-table-7") == 900


@pytest.mark.parametrize(
    ("handler", "refusal"),
    [
        (refuses(403, 40333), Refusal.HELD_UP),
        (a_page_in_place_of_json, Refusal.UNKNOWN),
        (refuses(403, 4711), Refusal.UNKNOWN),
        (refuses(404, 0), Refusal.UNKNOWN),
        (refuses(401, 0), Refusal.STRANGER),
        (refuses(403, 50007), Refusal.CLOSED),
        (refuses(403, 50013), Refusal.BARRED),
        (refuses(403, 60003), Refusal.BARRED),
        (refuses(403, 400001), Refusal.BARRED),
        (refuses(400, 30034), Refusal.LATER),
        (refuses(400, 40094), Refusal.EXPIRED),
        (refuses(400, 30015), Refusal.MALFORMED),
        (refuses(400, 50110), Refusal.MALFORMED),
        (refuses(400, 50138), Refusal.MALFORMED),
        (refuses(400, 50083), Refusal.LOCKED),
        (refuses(400, 240000), Refusal.UNFIT),
        (refuses(400, 50035), Refusal.MALFORMED),
        (refuses(400, 4711), Refusal.UNKNOWN),
    ],
)
async def test_what_a_refusal_means(monkeypatch: pytest.MonkeyPatch, handler: Handler, refusal: Refusal) -> None:
    server = Server(*[handler] * 3)
    async with discord_api(server, monkeypatch) as calls:
        assert await calls.messages.post(CHANNEL, page(), nonce="1-table-7") is refusal


async def test_what_nobody_knows_is_logged_once_and_never_with_what_was_sent(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    server = Server(*[refuses(403, 4711)] * 3)
    async with discord_api(server, monkeypatch) as calls:
        for _ in range(3):
            assert await calls.messages.post(CHANNEL, page(), nonce="1-table-7") is Refusal.UNKNOWN
    said = [one for one in caplog.records if "4711" in one.getMessage()]
    assert [one.levelname for one in said] == ["WARNING", "INFO", "INFO"]
    assert not any(one.exc_info for one in said)


async def test_a_nonce_whose_message_was_deleted_makes_another_message(monkeypatch: pytest.MonkeyPatch) -> None:
    server = Server(refuses(404, 10008), refuses(404, 10008))
    async with discord_api(server, monkeypatch) as calls:
        assert await calls.messages.post(CHANNEL, page(), nonce="1-table-7") == 900
    assert server.requests == 3
    assert len(server.nonces[0]) <= 25
    assert server.nonces[0] != "1-table-7"


async def test_limits_of_many_channels_are_gone_over_once_a_minute_and_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now, looks = 1_000.0, 0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    monkeypatch.setattr(discord.http.Ratelimit, "is_inactive", lambda limit: inactive())

    def inactive() -> bool:
        nonlocal looks
        looks += 1
        return now > 1_000.0

    async with _client() as client:
        DiscordApi(client)
        for channel in range(1_000):
            client.http.get_ratelimit(f"POST:{channel}")
        assert looks < 1_000
        now += 61.0
        client.http.get_ratelimit("POST:1000")
    assert len(client.http._buckets) == 0


async def test_a_short_rest_is_waited_for_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    server, before = Server(rests(0.05, Via="1.1 proxy")), counted("429")
    async with discord_api(server, monkeypatch) as calls:
        assert await calls.messages.post(CHANNEL, page(), nonce="1-table-7") == 900
    assert server.requests == 2
    assert counted("429") == before + 1, "the library itself says nothing of it"


async def test_nobody_there(monkeypatch: pytest.MonkeyPatch) -> None:
    async with discord_api(Server(), monkeypatch) as calls:
        monkeypatch.setattr(discord.http.Route, "BASE", "http://127.0.0.1:9")
        assert await calls.messages.post(CHANNEL, page(), nonce="1-table-7") is Refusal.UNSURE
        assert await calls.messages.delete(CHANNEL, 900) is Refusal.UNSURE
        assert await calls.places.open_direct(5) is Refusal.UNSURE
