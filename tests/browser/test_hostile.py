"""Those who wish the page ill: slow clients by the hundred, bodies that don't end, too many questions, preflights of other sites."""

from __future__ import annotations

import asyncio
import gzip
import json
import random
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from aiohttp.test_utils import make_mocked_request
from multidict import CIMultiDict

from bot.browser import exchange, server, sights, streams
from bot.browser.activity import COOKIE, Activity
from bot.browser.guard import address_of
from bot.browser.scene import scene
from bot.data.people import InDiscord, Person
from bot.data.tables import Table
from bot.tables import Look
from bot.ui.words.happenings import LatestTurns
from tests.browser.served import OWN, Served, Visitor, serving
from tests.browser.test_activity import CLIENT, an_activity
from tests.tables.club import ANA, BO, EVA, choice, lobby, mover, started

_MANY = 100


async def two(served: Served) -> tuple[Table, dict[int, Visitor]]:
    """Return a game of two, and their browsers."""
    table = await started(served.tables, ANA, BO, layout="2")
    return table, {person: await served.browser(person, table.id) for person in (ANA, BO)}


async def play_on(served: Served, table: Table, visitors: dict[int, Visitor], turns: int) -> None:
    """Have both play some turns, each draw and discard by a request that must be answered."""
    for _ in range(turns):
        visitor = visitors[mover(await served.tables.get(table.id))]
        assert (await visitor.play(table.id, "draw"))[0] == 200
        card = (await visitor.scene(table.id))["hand"][-1]["text"]
        assert (await visitor.play(table.id, f"discard {card}"))[0] == 200


def head(path: str, visitor: Visitor, length: int) -> bytes:
    """Return the head of a request as the page sends it, with a body of this length to come."""
    lines = [f"POST {path} HTTP/1.1", "Host: x", "Sec-Fetch-Site: same-origin", f"Cookie: {visitor.cookie}"]
    lines += [f"{name}: {value}" for name, value in OWN.items()]
    return "\r\n".join([*lines, f"Content-Length: {length}", "", ""]).encode()


@pytest.mark.parametrize("stops_in", ["head", "body"])
async def test_a_hundred_who_never_end_a_request_hold_nobody_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stops_in: str
) -> None:
    monkeypatch.setattr(exchange, "_BODY_SECONDS", 2.0)
    monkeypatch.setattr(server, "_BOUNDS", replace(server._BOUNDS, head=2.0))
    async with serving(tmp_path, activity=an_activity()) as served:
        table, visitors = await two(served)
        paths = [f"/api/table/{table.id}/play", "/api/enter", "/api/activity"]
        slow = []
        for number in range(_MANY):
            reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
            begun = head(paths[number % 3], visitors[ANA], 50)
            writer.write(begun[:-10] if stops_in == "head" else begun + b'{"move"')
            await writer.drain()
            slow.append((reader, writer))
        await play_on(served, table, visitors, 3)
        for reader, writer in slow:
            with suppress(ConnectionError):
                line = await reader.readline()
                assert line == b"" if stops_in == "head" else line.startswith(b"HTTP/1.1 408 ")
            writer.close()


@pytest.mark.slow
async def test_those_who_read_no_news_lose_them_and_hold_nobody_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def long_scene(look: Look, person: Person, *_turns: LatestTurns) -> dict[str, Any]:
        return {**scene(look, person), "filler": "x" * 1_000_000}

    monkeypatch.setattr(sights, "shown_alone", long_scene)
    monkeypatch.setattr(streams, "_WRITE_SECONDS", 0.2)
    monkeypatch.setattr(streams, "MOST_OF_PERSON", 12)
    async with serving(tmp_path) as served:
        table, visitors = await two(served)
        slow = []
        for _ in range(12):
            _reader, writer = await asyncio.open_connection("127.0.0.1", served.port, limit=1024)
            asked = f"GET /api/table/{table.id}/news HTTP/1.1\r\nHost: x\r\nCookie: {visitors[BO].cookie}\r\n\r\n"
            writer.write(asked.encode())
            await writer.drain()
            slow.append(writer)
        async with asyncio.timeout(60):
            while len(served.server.streams) < len(slow):
                await visitors[ANA].scene(table.id)
            while len(served.server.streams):
                await play_on(served, table, visitors, 1)
        for writer in slow:
            writer.close()


async def endless() -> AsyncIterator[bytes]:
    """Yield a body that never ends."""
    while True:
        yield b" " * 1024


@pytest.mark.parametrize("path", ["/api/enter", "/api/activity", "play", "ways", "start", "back"])
async def test_too_large_bodies_are_refused_at_every_address(tmp_path: Path, path: str) -> None:
    async with serving(tmp_path, activity=an_activity()) as served:
        table, visitors = await two(served)
        path = path if path.startswith("/") else f"/api/table/{table.id}/{path}"
        url, headers = served.url + path, {**OWN, "Cookie": visitors[ANA].cookie}
        packed = gzip.compress(json.dumps({"filler": "x" * 100_000}).encode())
        async with aiohttp.ClientSession() as session:
            with suppress(aiohttp.ClientError):
                # Its length isn't said beforehand.
                async with session.post(url, data=endless(), headers=headers) as answer:
                    assert answer.status == 413
            async with session.post(url, data=" " * 4097, headers=headers) as answer:
                assert answer.status == 413
        visitor, unpacked = visitors[ANA], {**OWN, "Content-Encoding": "gzip"}
        assert (await visitor.ask("POST", path, packed, unpacked))[0] == 400, "nothing is unpacked"
        assert (await served.tables.get(table.id)).version == table.version
        assert (await visitor.get("/api/tables"))[0] == 200


async def test_links_and_lists_are_asked_for_only_so_often(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        table, visitors = await two(served)
        served.looked = "That was a lot at once."
        assert await visitors[ANA].get("/api/tables") == (429, {"refused": served.looked})
        secret = (await served.doors.link(ANA, table.id)).partition("#")[2]
        served.pressed, visitor = "Wait a moment.", Visitor(served)
        assert await visitor.post("/api/enter", {"secret": secret}) == (429, {"refused": served.pressed})
        assert visitor.cookie == ""
        # Those who try links are counted among strangers, and keep nobody from using theirs.
        served.pressed, served.strange = None, "Too many."
        assert await visitor.post("/api/enter", {"secret": "a-guess"}) == (429, {"refused": served.strange})
        assert (await visitor.post("/api/enter", {"secret": secret}))[0] == 200


async def test_those_who_try_codes_and_links_are_counted_by_their_address(tmp_path: Path) -> None:
    async with serving(tmp_path, activity=Activity(str(CLIENT), _nobody)) as served:
        _table, visitors = await two(served)
        visitor, headers = Visitor(served), {**OWN, "X-Forwarded-For": "192.0.2.1"}
        for path, body in (("/api/activity", '{"code": "junk"}'), ("/api/enter", '{"secret": "junk"}')):
            assert (await visitor.ask("POST", path, body, headers))[0] == 403
        assert served.strangers == served.refused == ["192.0.2.1"] * 2
        # Nobody who is known counts among strangers, and nobody whose code was good is remembered.
        served.strange = "Too many."
        visitors[ANA].cookie = f"{COOKIE}={await served.doors.admit(ANA)}"
        assert (await visitors[ANA].ask("POST", "/api/activity", '{"code": "junk"}', headers))[0] == 403
        assert (await visitor.ask("POST", "/api/activity", '{"code": "junk"}', headers))[0] == 429
        assert served.strangers == ["192.0.2.1"] * 3


@pytest.mark.parametrize(
    ("peer", "named", "address"),
    [
        # The server before the bot names the address that it sees, after whatever somebody made up.
        ("127.0.0.1", ["192.0.2.1"], "192.0.2.1"),
        ("10.0.0.3", ["1.1.1.1, 192.0.2.1"], "192.0.2.1"),
        ("::1", ["1.1.1.1", "192.0.2.1"], "192.0.2.1"),
        ("fd00::1", ["2001:db8:1:2:3:4:5:6"], "2001:db8:1:2::/64"),
        ("::ffff:172.17.0.1", ["::ffff:198.51.100.7"], "198.51.100.7"),
        # Without such a server, or where it says nothing, its own address counts.
        ("127.0.0.1", [], "127.0.0.1"),
        ("127.0.0.1", ["192.0.2.1, unknown"], "127.0.0.1"),
        ("127.0.0.1", [""], "127.0.0.1"),
        # Nobody who comes by themselves says where from.
        ("8.8.8.8", ["192.0.2.1"], "8.8.8.8"),
        ("2a00:1450:4001::5", ["192.0.2.1"], "2a00:1450:4001::/64"),
        ("", ["192.0.2.1"], "None"),
    ],
)
def test_the_address_of_a_stranger_is_what_the_server_before_the_bot_saw(
    peer: str, named: list[str], address: str
) -> None:
    headers = CIMultiDict([("X-Forwarded-For", text) for text in named])
    assert address_of(make_mocked_request("POST", "/", headers=headers).clone(remote=peer)) == address


async def test_other_sites_are_allowed_no_request_beforehand(tmp_path: Path) -> None:
    async with serving(tmp_path, activity=an_activity()) as served:
        table, visitors = await two(served)
        asked = {
            "Origin": "https://evil.example.org",
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "x-canasta,content-type",
            "Sec-Fetch-Site": "cross-site",
        }
        for path in ("/api/enter", "/api/activity", f"/api/table/{table.id}/play", "/", f"/api/table/{table.id}"):
            status, _text, headers = await visitors[ANA].ask("OPTIONS", path, headers=asked)
            assert status in (403, 405)
            assert not [name for name in headers if name.lower().startswith("access-control-")]


async def test_everybody_in_the_frame_sees_and_does_what_they_may_alone(tmp_path: Path) -> None:
    async with serving(tmp_path, activity=Activity(str(CLIENT), lambda code: _named(int(code)))) as served:
        table = await started(served.tables, ANA, BO, layout="2")
        await started(served.tables, EVA, fill="easy", channel=71)
        frames = {}
        for person in (ANA, BO, EVA):
            frames[person] = Visitor(served)
            assert (await frames[person].post("/api/activity", {"code": str(person)}))[0] == 200
        person = mover(table)
        waiting = ANA + BO - person
        status, refused = await frames[waiting].play(table.id, "draw")
        assert (status, "turn" in refused["refused"]) == (409, True)
        seat = table.seat_of(waiting)
        assert seat is not None
        status, refused = await frames[person].play(table.id, f"{seat.number} draw")
        assert (status, refused["refused"]) == (409, "That isn't your seat.")
        for what, values in (("/ways", {"cards": [1]}), ("/start", {}), ("/back", {})):
            assert (await frames[EVA].post(f"/api/table/{table.id}{what}", values))[0] == 404
        assert (await frames[EVA].play(table.id, "draw", table.version))[0] == 404
        assert (await served.tables.get(table.id)).version == table.version


async def _nobody(_code: str) -> None:
    return None


async def test_a_name_is_nothing_but_a_name(tmp_path: Path) -> None:
    """No name is read as somebody else's, as a moment, or as formatting, wherever it stands."""
    name = f"<t:0:R> <@{ANA}> **x** [y](https://example.org) `z` <img src=x>"
    async with serving(tmp_path) as served:
        table = await lobby(served.tables, ANA, layout="2")
        table = await served.tables.lobbies.join(table.id, BO, name + "\x1f1\x1f")
        table = await served.tables.lobbies.start(table.id, ANA)
        visitor, chance = await served.browser(ANA, table.id), random.Random(1)
        while len((await visitor.scene(table.id))["feed"]) < 2:
            table = await served.tables.get(table.id)
            await served.tables.turns.play(table.id, mover(table), await choice(served.tables, table, chance))
        shown = await visitor.scene(table.id)
        assert [line for line in shown["feed"] if line.startswith(f"{name} 1 drew")]
        assert [f"{name} 1"] in [[one["name"] for one in side["players"]] for side in shown["sides"]]
        assert "\x1f" not in json.dumps(shown, ensure_ascii=False)


async def _named(user_id: int) -> InDiscord:
    return InDiscord(user_id, "")
