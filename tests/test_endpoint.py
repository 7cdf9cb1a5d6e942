"""The endpoint for interactions: it takes what Discord has signed a moment ago, once, and says nothing to anybody else."""

from __future__ import annotations

import asyncio
import inspect
import json
import logging
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from discord.state import ConnectionState
from nacl.signing import SigningKey

from bot.client import endpoint
from bot.client.endpoint import EVENTS_PATH, PATH, Endpoint
from bot.client.signatures import WINDOW, Signatures, Unsigned
from bot.client.webhook_events import Deauthorized
from bot.data.errors import StoreTrouble

KEY = SigningKey(b"k" * 32)
PUBLIC = KEY.verify_key.encode().hex()
NOW = 1_700_000_000
TOKEN = "token-for-the-answer"
PRESS = {"type": 3, "id": "1", "token": TOKEN, "data": {"custom_id": "c:throw:1:1:7S", "component_type": 2}}


def signed(body: bytes, at: int = NOW, key: SigningKey = KEY) -> dict[str, str]:
    signature = key.sign(str(at).encode() + body).signature.hex()
    return {
        "Content-Type": "application/json",
        "X-Signature-Ed25519": signature,
        "X-Signature-Timestamp": str(at),
    }


class Clock:
    """A clock that stands still until it is set."""

    def __init__(self) -> None:
        self.seconds = float(NOW)

    def __call__(self) -> float:
        return self.seconds


class Served:
    """An endpoint on a port of this machine, and what it has taken."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.taken: list[dict[str, Any]] = []
        self.noted: list[Deauthorized] = []
        self.heard = 0
        self.fails: Exception | None = None
        self.address = ""
        self.endpoint = Endpoint(Signatures(PUBLIC, self.clock), self._take, self._note, self._hear)

    def _take(self, interaction: dict[str, Any]) -> None:
        if self.fails is not None:
            raise self.fails
        self.taken.append(interaction)

    async def _note(self, event: Deauthorized) -> None:
        if self.fails is not None:
            raise self.fails
        self.noted.append(event)

    def _hear(self) -> None:
        self.heard += 1

    async def ask(
        self, body: bytes, headers: dict[str, str] | None = None, *, method: str = "POST", path: str = PATH
    ) -> tuple[int, str]:
        """Return the status and the text with which a request is answered; signed as Discord does, if no headers are given."""
        headers = signed(body, int(self.clock.seconds)) if headers is None else headers
        async with (
            aiohttp.ClientSession() as session,
            session.request(method, self.address + path, data=body, headers=headers) as answer,
        ):
            return answer.status, await answer.text()


@asynccontextmanager
async def serving() -> AsyncIterator[Served]:
    served = Served()
    await served.endpoint.open("127.0.0.1", 0)
    host, port = served.endpoint.address
    served.address = f"http://{host}:{port}"
    try:
        yield served
    finally:
        await served.endpoint.close()


def body(document: Any) -> bytes:
    return json.dumps(document).encode()


# -- signatures


def check(headers: dict[str, str], given: bytes, signatures: Signatures) -> None:
    signatures.check(headers["X-Signature-Ed25519"], headers["X-Signature-Timestamp"], given)


def test_what_discord_has_signed_a_moment_ago_is_taken_once() -> None:
    clock = Clock()
    signatures = Signatures(PUBLIC, clock)
    check(signed(b"x"), b"x", signatures)
    with pytest.raises(Unsigned, match="replayed"):
        check(signed(b"x"), b"x", signatures)
    # The same signature in other letters is the same one.
    shouted = signed(b"x") | {"X-Signature-Ed25519": signed(b"x")["X-Signature-Ed25519"].upper()}
    with pytest.raises(Unsigned, match="replayed"):
        check(shouted, b"x", signatures)
    check(signed(b"y"), b"y", signatures)


@pytest.mark.parametrize("apart", [-WINDOW - 1, WINDOW + 1, -10 * WINDOW, 1e6])
def test_what_was_signed_at_another_time_is_late(apart: float) -> None:
    with pytest.raises(Unsigned, match="late"):
        check(signed(b"x", NOW + int(apart)), b"x", Signatures(PUBLIC, Clock()))


@pytest.mark.parametrize("apart", [-WINDOW, WINDOW])
def test_nothing_is_taken_twice_as_long_as_it_is_taken_at_all(apart: float) -> None:
    clock = Clock()
    signatures = Signatures(PUBLIC, clock)
    request = signed(b"x", NOW + int(apart))
    check(request, b"x", signatures)
    for _ in range(int(4 * WINDOW)):
        clock.seconds += 1
        with pytest.raises(Unsigned, match=r"replayed|late"):
            check(request, b"x", signatures)
    check(signed(b"x", int(clock.seconds)), b"x", signatures)
    assert len(signatures._seen) == 1, "what would be refused as late need not be remembered"


@pytest.mark.parametrize(
    "changed",
    [
        {"X-Signature-Ed25519": ""},
        {"X-Signature-Ed25519": "00" * 64},
        {"X-Signature-Ed25519": "ab" * 63},
        {"X-Signature-Ed25519": signed(b"y")["X-Signature-Ed25519"]},
        {"X-Signature-Ed25519": signed(b"x", key=SigningKey(b"e" * 32))["X-Signature-Ed25519"]},
        {"X-Signature-Ed25519": "²" * 128},
        {"X-Signature-Timestamp": ""},
        {"X-Signature-Timestamp": str(NOW + 1)},
        {"X-Signature-Timestamp": f" {NOW}"},
        {"X-Signature-Timestamp": "9" * 5000},
        {"X-Signature-Timestamp": "nan"},
        {"X-Signature-Timestamp": "٣" * 10},
    ],
    ids=lambda changed: f"{next(iter(changed)).rpartition('-')[2]} {next(iter(changed.values()))[:12]}",
)
def test_what_does_not_fit_is_unsigned(changed: dict[str, str]) -> None:
    with pytest.raises(Unsigned, match="unsigned"):
        check(signed(b"x") | changed, b"x", Signatures(PUBLIC, Clock()))


# -- the endpoint


def bounded(monkeypatch: pytest.MonkeyPatch, **bounds: Any) -> None:
    """Have endpoints that are made from now on listen within other bounds, as `Bounds` names them."""
    monkeypatch.setattr(endpoint, "BOUNDS", replace(endpoint.BOUNDS, **bounds))


async def test_a_ping_is_answered_and_an_interaction_is_begun() -> None:
    async with serving() as served:
        assert await served.ask(body({"type": 1})) == (200, '{"type": 1}')
        assert served.taken == []
        for kind in (2, 3, 4, 5):
            assert await served.ask(body(PRESS | {"type": kind})) == (202, "")
        assert [one["type"] for one in served.taken] == [2, 3, 4, 5]
        assert served.heard == 5


async def test_bad_replayed_and_late_requests_are_refused_and_nobody_is_heard() -> None:
    async with serving() as served:
        given = body(PRESS)
        assert (await served.ask(given, {"Content-Type": "application/json"}))[0] == 401
        assert (await served.ask(given, signed(given, key=SigningKey(b"e" * 32))))[0] == 401
        assert (await served.ask(given, signed(body(PRESS | {"id": "2"}))))[0] == 401
        assert (await served.ask(given, signed(given, NOW - 3600)))[0] == 401
        assert (served.taken, served.heard) == ([], 0)
        assert (await served.ask(given, signed(given)))[0] == 202
        assert (await served.ask(given, signed(given)))[0] == 401
        assert (len(served.taken), served.heard) == (1, 1)


@pytest.mark.parametrize(
    ("given", "changed", "status"),
    [
        (body(PRESS), {"Content-Type": "text/plain"}, 415),
        (body(PRESS), {"Content-Type": "multipart/form-data; boundary=x"}, 415),
        (b"", {}, 400),
        (b"{", {}, 400),
        (b"[" * 100_000, {}, 400),
        (b'{"type": ' + b"9" * 10_000 + b"}", {}, 400),
        (b"\xff\xfe{", {}, 400),
        (body([PRESS]), {}, 400),
        (body({"type": "1"}), {}, 400),
        (body({"type": 6}), {}, 400),
        (body({}), {}, 400),
        (b" " * (2 << 20), {}, 413),
    ],
    ids=lambda one: str(one)[:30],
)
async def test_junk_gets_one_clear_status(
    monkeypatch: pytest.MonkeyPatch, given: bytes, changed: dict[str, str], status: int
) -> None:
    # However long the rest is read, the answer has come when the endpoint is closed.
    bounded(monkeypatch, rest=120.0, closing=0.05)
    async with serving() as served:
        assert (await served.ask(given, signed(given) | changed))[0] == status
        assert served.taken == []


async def test_there_is_nothing_else_to_find() -> None:
    async with serving() as served:
        for method, path, status in (
            ("GET", PATH, 405),
            ("PUT", PATH, 405),
            ("POST", "/", 404),
            ("GET", "/metrics", 404),
        ):
            given = body({"type": 1})
            assert (await served.ask(given, signed(given), method=method, path=path))[0] == status


async def test_what_nobody_expects_is_logged_without_what_was_asked(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    async with serving() as served:
        served.fails = KeyError(f"{PRESS}")
        assert (await served.ask(body(PRESS)))[0] == 400
    assert "An interaction could not be read: KeyError" in caplog.text
    assert TOKEN not in caplog.text
    assert "7S" not in caplog.text


async def test_what_is_no_http_fills_no_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    async with serving() as served:
        caplog.clear()
        host, port = served.endpoint.address
        for said in (
            b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
            b"GET / HTTP/9\r\n\r\n",
            b"POST\0" * 5000 + b"\r\n\r\n",
        ):
            reader, writer = await asyncio.open_connection(host, port)
            writer.write(said)
            await writer.drain()
            with suppress(ConnectionError):
                await reader.read()
            writer.close()
        assert (await served.ask(body({"type": 1})))[0] == 200
    assert caplog.text == ""


# -- an attack


async def connection(served: Served) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection(*served.endpoint.address)


def head(given: bytes, length: int | None = None) -> bytes:
    """Return the head of a signed request, which may promise a longer body than it has."""
    lines = {"Host": "x", "Content-Length": len(given) if length is None else length, **signed(given)}
    return f"POST {PATH} HTTP/1.1\r\n".encode() + "".join(f"{a}: {b}\r\n" for a, b in lines.items()).encode() + b"\r\n"


async def end(reader: asyncio.StreamReader) -> bytes:
    """Return what comes until the other side closes the connection."""
    with suppress(ConnectionError):
        return await reader.read()
    return b""


@pytest.mark.parametrize("said", [b"", b"POST /inter", b"POST /interactions HTTP/1.1\r\nHost: x\r\nX-A: 1\r\n"])
async def test_who_asks_nothing_soon_is_cut_off(monkeypatch: pytest.MonkeyPatch, said: bytes) -> None:
    bounded(monkeypatch, head=0.05)
    async with serving() as served:
        reader, writer = await connection(served)
        writer.write(said)
        assert await end(reader) == b""
        writer.close()
        assert served.endpoint._listener._silent == {}


async def test_a_body_that_does_not_come_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.client.endpoint._BODY_SECONDS", 0.05)
    bounded(monkeypatch, rest=0.05)
    async with serving() as served:
        reader, writer = await connection(served)
        given = body(PRESS)
        writer.write(head(given, len(given) + 1) + given)
        assert (await end(reader)).startswith(b"HTTP/1.1 408 ")
        writer.close()
        assert served.taken == []


async def test_a_connection_that_discord_has_used_is_kept_and_one_of_a_stranger_is_not() -> None:
    async with serving() as served:
        reader, writer = await connection(served)
        for number in range(3):
            given = body(PRESS | {"id": str(number)})
            writer.write(head(given) + given)
            assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 202 ")
        assert len(served.taken) == 3
        writer.write(head(body(PRESS)) + body(PRESS | {"id": "2"}))
        writer.write(head(body(PRESS)) + body(PRESS))
        assert (await end(reader)).startswith(b"HTTP/1.1 401 ")
        writer.close()
        assert len(served.taken) == 3


async def test_beyond_so_many_connections_new_ones_are_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    bounded(monkeypatch, connections=20)
    async with serving() as served:
        given = body(PRESS)
        there = [await connection(served) for _ in range(20)]
        beyond = [await connection(served) for _ in range(50)]
        for reader, writer in beyond:
            assert await end(reader) == b""
            writer.close()
        # Those that were there first are served meanwhile,
        reader, writer = there[0]
        writer.write(head(given) + given)
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 202 ")
        # and a place that is free again is given to the next one.
        for _, writer in there:
            writer.close()
        server = served.endpoint._listener._runner.server
        assert server is not None
        while server.connections:  # noqa: ASYNC110 - the library tells nobody
            await asyncio.sleep(0)
        assert (await served.ask(body({"type": 1})))[0] == 200


async def test_bodies_that_are_huge_are_refused_before_they_have_come(monkeypatch: pytest.MonkeyPatch) -> None:
    bounded(monkeypatch, rest=0.05)
    async with serving() as served:
        reader, writer = await connection(served)
        writer.write(head(b"", 1 << 40))
        assert (await end(reader)).startswith(b"HTTP/1.1 413 ")
        writer.close()
        assert served.taken == []
    # The endpoint reads on until nothing more comes: a connection that is closed before that loses the answer.
    bounded(monkeypatch, rest=120.0)
    async with serving() as served:
        reader, writer = await connection(served)
        writer.write(head(b"", 0).replace(b"Content-Length: 0", b"Transfer-Encoding: chunked"))
        piece = b"10000\r\n" + bytes(1 << 16) + b"\r\n"
        for _ in range(17):
            writer.write(piece)
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 413 ")
        writer.write_eof()
        await end(reader)
        writer.close()
        assert served.taken == []


def test_the_one_name_that_the_library_keeps_for_itself_is_used_in_one_place() -> None:
    """The library has no public way for interactions that don't come from its gateway."""
    users = [
        path.name
        for folder in ("bot", "cogs")
        for path in (Path(__file__).parents[1] / folder).rglob("*.py")
        for _ in re.findall(r"\bparse_interaction_create\b", path.read_text(encoding="utf-8"))
    ]
    assert users == ["client.py"]
    assert list(inspect.signature(ConnectionState.parse_interaction_create).parameters) == ["self", "data"]


# -- events


def taken_away(user_id: object = "101", at: str = "2023-11-14T22:13:20.065834", **more: Any) -> dict[str, Any]:
    """Return Discord's message that a person has taken the app away, by default at `NOW`."""
    event = {"type": "APPLICATION_DEAUTHORIZED", "timestamp": at, "data": {"user": {"id": user_id, "username": "ana"}}}
    return {"version": 1, "application_id": "9", "type": 1, "event": event | more}


async def test_discord_may_try_the_address_for_events() -> None:
    async with serving() as served:
        assert await served.ask(body({"version": 1, "application_id": "9", "type": 0}), path=EVENTS_PATH) == (204, "")
        assert served.heard == 1
        assert (await served.ask(body({"type": 0})))[0] == 400, "the address for interactions is another one"


@pytest.mark.parametrize("at", ["2023-11-14T22:13:20.065834", "2023-11-14T22:13:20+00:00", "2023-11-14T23:13:20+01:00"])
async def test_who_takes_the_app_away_is_noted_once(at: str) -> None:
    async with serving() as served:
        message = body(taken_away(at=at))
        assert await served.ask(message, path=EVENTS_PATH) == (204, "")
        assert (await served.ask(message, path=EVENTS_PATH))[0] == 401, "a replay"
        assert served.noted == [Deauthorized(101, NOW)]
        assert served.taken == []


async def test_other_events_are_taken_and_not_heeded() -> None:
    async with serving() as served:
        for kind in ("APPLICATION_AUTHORIZED", "ENTITLEMENT_CREATE", "ANYTHING"):
            assert (await served.ask(body(taken_away(type=kind)), path=EVENTS_PATH))[0] == 204
        assert served.noted == []


async def test_an_event_that_cannot_be_stored_is_sent_again() -> None:
    async with serving() as served:
        served.fails = StoreTrouble("full")
        assert await served.ask(body(taken_away()), path=EVENTS_PATH) == (503, "")


@pytest.mark.parametrize(
    "message",
    [
        {},
        PRESS,
        {"type": 1},
        {"type": 1, "event": None},
        {"type": 1, "event": {"type": 5}},
        taken_away(data={}),
        taken_away(data={"user": None}),
        taken_away(user_id=101),
        taken_away(user_id="0"),
        taken_away(user_id="-5"),
        taken_away(user_id="9" * 19),
        taken_away(user_id="x"),
        taken_away(at=""),
        taken_away(at="yesterday"),
        taken_away(at="0001-01-01T00:00:00"),
        taken_away(timestamp=1_700_000_000),
    ],
)
async def test_an_event_that_cannot_be_read_is_refused(message: dict[str, Any]) -> None:
    async with serving() as served:
        answer = await served.ask(body(message), path=EVENTS_PATH)
        assert answer == (400, "")
        assert served.noted == []


async def test_nobody_but_discord_can_say_that_somebody_has_taken_the_app_away() -> None:
    async with serving() as served:
        message = body(taken_away())
        for headers in (
            {"Content-Type": "application/json"},
            signed(message, key=SigningKey(b"e" * 32)),
            signed(body(taken_away("102"))),
            signed(message, NOW - 2 * int(WINDOW)),
        ):
            assert await served.ask(message, headers, path=EVENTS_PATH) == (401, "")
        assert served.noted == []
