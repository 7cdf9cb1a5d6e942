"""The page in Discord's own window: who somebody is comes from Discord alone, and every other way in is refused."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import html
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

import discord
import pytest
from aiohttp import web

from bot.browser import activity, entrances
from bot.browser.activity import SDK, Activity
from bot.browser.doors import FRAME_SECONDS
from bot.data.browsers import LINK_SECONDS
from bot.data.people import InDiscord
from bot.messages.discord_api import IdentityCalls, identity
from bot.messages.discord_api.caller import Caller
from bot.messages.discord_refusals import Refusal
from bot.tables.privacy import Privacy
from bot.ui import i18n
from tests.browser.served import OWN, Served, Visitor, serving
from tests.tables.club import ANA, BO, CHANNEL, CY, DI, EVA, mover, started

SITTING = (ANA, BO, CY, DI)
CLIENT = 123456789
FAY = 106
ORIGIN = f"https://{CLIENT}.discordsays.com"


async def who(code: str) -> InDiscord | None:
    """Answer as Discord: a code is the number of its person, with a language; `away` is one for which Discord has no answer."""
    if code == "away":
        raise ConnectionError
    number, _space, locale = code.partition(" ")
    return InDiscord(int(number), locale) if number.isdigit() else None


def an_activity() -> Activity:
    return Activity(str(CLIENT), who)


async def arrived(served: Served, user_id: int, **asked: object) -> tuple[Visitor, int, dict[str, Any]]:
    """Return somebody's frame after Discord has named them, with the status and the answer."""
    visitor = Visitor(served)
    status, values = await visitor.post("/api/activity", {"code": str(user_id), **asked})
    return visitor, status, values


# -- what the frame loads


def test_the_library_is_what_the_package_index_serves() -> None:
    stated = re.search(r"sha512-([\w+/=]+)", (SDK.parent / "README.md").read_text(encoding="utf-8"))
    assert stated is not None
    assert base64.b64encode(hashlib.sha512(SDK.read_bytes()).digest()).decode() == stated[1]
    assert "MIT" in (SDK.parent / "LICENSE").read_text(encoding="utf-8")


async def test_discords_frame_alone_may_show_the_page(tmp_path: Path) -> None:
    async with serving(tmp_path, activity=an_activity()) as served:
        visitor = Visitor(served)
        status, text, headers = await visitor.ask("GET", "/?frame_id=1&instance_id=2&platform=desktop")
        policy = dict(part.split(" ", 1) for part in headers["Content-Security-Policy"].split("; "))
        assert status == 200
        assert policy["frame-ancestors"] == "https://discord.com https://ptb.discord.com https://canary.discord.com"
        assert policy["script-src"] == policy["connect-src"] == "'self'"
        assert "X-Frame-Options" not in headers
        about = json.loads(html.unescape(text.split('name="activity" content="')[1].split('"')[0]))
        assert about["client"] == str(CLIENT)
        # Nothing in it is for one person, and it names all that it loads.
        assert (await Visitor(served).ask("GET", "/?frame_id=9"))[1] == text
        loaded = [about["sdk"], *re.findall(r'href="(/sdk/[^"]+)"', text)]
        for address in loaded[:3]:
            status, module, headers = await visitor.ask("GET", address)
            assert (status, headers["Content-Type"]) == (200, "text/javascript; charset=utf-8")
            assert "immutable" in headers["Cache-Control"]
            assert module
        for path in ("/", "/enter?frame_id=1", "/table/1?frame_id=1"):
            headers = (await visitor.ask("GET", path))[2]
            assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
            assert headers["X-Frame-Options"] == "DENY"
        for path in ("/sdk/2.5.0/../../server.py", "/sdk/2.5.0/package.json", "/sdk/2.5.0/"):
            assert (await visitor.ask("GET", path))[0] == 404


async def test_without_the_secret_there_is_no_activity(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        visitor, status, values = await arrived(served, ANA)
        assert (status, values, visitor.cookie) == (404, {}, "")
        status, text, headers = await visitor.ask("GET", "/?frame_id=1")
        assert (status, text) == (200, served.server.files.page.text)
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
        assert (await visitor.ask("GET", "/sdk/2.5.0/index.mjs"))[0] == 404
        table = await started(served.tables, *SITTING)
        sent = {"Origin": ORIGIN, **OWN}
        assert (await visitor.ask("POST", f"/api/table/{table.id}/start", "{}", sent))[0] == 403
        # A secret of an activity that was switched off counts no more.
        visitor.cookie = f"{activity.COOKIE}={await served.doors.admit(ANA)}"
        assert (await visitor.get("/api/tables"))[0] == 401


async def test_the_page_speaks_the_language_of_the_client(tmp_path: Path) -> None:
    async with serving(tmp_path, activity=an_activity()) as served:
        german = (await Visitor(served).ask("GET", "/?frame_id=1", headers={"Accept-Language": "de"}))[1]
        english = (await Visitor(served).ask("GET", "/?frame_id=1"))[1]
        assert "Try again" in english
        assert "Try again" not in german
        assert (
            "Try again" in (await Visitor(served).ask("GET", "/?frame_id=1", headers={"Accept-Language": "xx-YY"}))[1]
        )
        austrian = (await Visitor(served).ask("GET", "/?frame_id=1", headers={"Accept-Language": "DE-at,en;q=0.5"}))[1]
        assert austrian == german


async def test_the_frame_speaks_the_language_of_who_was_there_before(tmp_path: Path) -> None:
    async with serving(tmp_path, activity=an_activity()) as served:
        await started(served.tables, *SITTING)
        visitor, _status, _values = await arrived(served, ANA)
        asks_for = {"Accept-Language": "de"}
        german = (await Visitor(served).ask("GET", "/?frame_id=1", headers=asks_for))[1]
        english = (await Visitor(served).ask("GET", "/?frame_id=1"))[1]
        for language, page in (("de", german), ("en-GB", english), ("xx", english)):
            await served.tables.preferences.set(ANA, language=language)
            assert (await visitor.ask("GET", "/?frame_id=1", headers={"Accept-Language": "it"}))[1] == page
        # Somebody who is known nowhere, or no longer, reads the language of their client.
        served.clock.now += FRAME_SECONDS
        assert (await visitor.ask("GET", "/?frame_id=1", headers=asks_for))[1] == german


async def test_the_first_visit_is_in_the_language_that_discord_says(tmp_path: Path) -> None:
    async def channel(_instance: str, _user_id: int) -> int | None:
        return CHANNEL

    async with serving(tmp_path, activity=Activity(str(CLIENT), who, channel)) as served:
        table = await started(served.tables, *SITTING)
        for person, code, language in ((EVA, f"{EVA} de", "de"), (FAY, f"{FAY}", "en")):
            visitor = Visitor(served)
            status, values = await visitor.post("/api/activity", {"code": code, "instance": "i-1"})
            assert (status, values) == (200, {"table": table.id})
            assert (await visitor.scene(table.id))["language"] == language
            assert (await served.people.get(person)).locale == ("de" if language == "de" else None)
        # Their own choice counts more, and a language that they have changed since is heard.
        await served.tables.preferences.set(EVA, language="it")
        visitor = Visitor(served)
        await visitor.post("/api/activity", {"code": f"{EVA} fr", "instance": "i-1"})
        assert (await visitor.scene(table.id))["language"] == "it"
        assert (await served.people.get(EVA)).locale == "fr"
        # Of somebody who has nothing to see here, nothing is kept.
        status, values = await Visitor(served).post("/api/activity", {"code": "999 fr"})
        assert status == 404
        assert values["refused"].startswith("Tu n’es dans aucune partie")
        assert not await served.people.known(999)


async def test_no_language_that_a_stranger_makes_up_is_kept(tmp_path: Path) -> None:
    async with serving(tmp_path, activity=an_activity()) as served:
        await Visitor(served).ask("GET", "/?frame_id=1", headers={"Accept-Language": "en"})
        before = i18n.catalogue.cache_info().currsize
        for number in range(20):
            headers = {**OWN, "Accept-Language": f"q{chr(ord('a') + number)}-XX"}
            await Visitor(served).ask("GET", "/?frame_id=1", headers=headers)
            await Visitor(served).ask("POST", "/api/enter", '{"secret": "a-guess"}', headers)
        assert i18n.catalogue.cache_info().currsize == before


# -- who somebody is


async def test_discord_names_the_person_and_their_frame_keeps_a_secret(tmp_path: Path) -> None:
    async with serving(tmp_path, activity=an_activity()) as served:
        table = await started(served.tables, *SITTING)
        visitor, status, values = await arrived(served, ANA)
        assert (status, values) == (200, {"table": table.id})
        name, *about = visitor.kept.split("; ")
        assert name.startswith("__Host-canasta-activity=")
        wanted = {"HttpOnly", "Secure", "SameSite=None", "Partitioned", "Path=/", f"Max-Age={FRAME_SECONDS}"}
        assert set(about) == wanted
        mine = (await served.tables.look(table.id, ANA)).mine
        assert mine is not None
        assert sorted(card["card"] for card in (await visitor.scene(table.id))["hand"]) == list(mine.hand)
        # A new window of the same client ends the one before, also if somebody else is signed in by now.
        old = visitor.cookie
        assert (await visitor.post("/api/activity", {"code": str(BO)}))[0] == 200
        again = Visitor(served)
        again.cookie = old
        assert (await again.get("/api/tables"))[0] == 401
        assert await served.doors.of(ANA) == []
        assert len(await served.doors.of(BO)) == 1
        served.clock.now += FRAME_SECONDS
        assert (await visitor.get("/api/tables"))[0] == 401


async def test_signing_out_and_deleting_end_the_frame_too(tmp_path: Path) -> None:
    async with serving(tmp_path, activity=an_activity()) as served:
        await started(served.tables, *SITTING)
        visitor, _status, _values = await arrived(served, ANA)
        assert (await visitor.post("/api/leave", {}))[0] == 200
        assert await served.doors.of(ANA) == []
        visitor, _status, _values = await arrived(served, ANA)
        await Privacy(served.database, served.tables).delete(ANA)
        assert (await visitor.get("/api/tables"))[0] == 401


@pytest.mark.parametrize(
    ("code", "status", "begins"),
    [("nobody", 403, "Discord didn't say who you are."), ("away", 502, "Discord doesn't say who you are just now.")],
)
async def test_whom_discord_does_not_name_is_told_so(tmp_path: Path, code: str, status: int, begins: str) -> None:
    async with serving(tmp_path, activity=an_activity()) as served:
        await started(served.tables, *SITTING)
        visitor = Visitor(served)
        answered, values = await visitor.post("/api/activity", {"code": code})
        assert (answered, list(values)) == (status, ["refused"])
        assert values["refused"].startswith(begins)
        assert visitor.cookie == ""


@pytest.mark.parametrize("code", [None, 5, "", "x" * 201, ["1"], "\ud800", "é"])
async def test_what_is_no_code_is_refused_without_asking_discord(tmp_path: Path, code: object) -> None:
    asked = list[str]()

    async def noting(given: str) -> InDiscord | None:
        asked.append(given)
        return InDiscord(ANA, "")

    async with serving(tmp_path, activity=Activity(str(CLIENT), noting)) as served:
        await started(served.tables, *SITTING)
        visitor = Visitor(served)
        assert (await visitor.post("/api/activity", {"code": code}))[0] == 400
        assert (asked, visitor.cookie) == ([], "")


async def test_of_somebody_who_plays_nowhere_nothing_is_kept(tmp_path: Path) -> None:
    async with serving(tmp_path, activity=an_activity()) as served:
        await started(served.tables, *SITTING)
        visitor, status, values = await arrived(served, EVA)
        assert (status, visitor.cookie) == (404, "")
        assert values == {"refused": "You aren't in any game now. /play starts one."}
        assert await served.doors.of(EVA) == []


# -- which table


async def test_the_table_is_the_one_of_the_channel_or_the_wish_or_a_choice(tmp_path: Path) -> None:
    async with serving(tmp_path, activity=an_activity()) as served:
        first = await started(served.tables, *SITTING, channel=70)
        assert (await arrived(served, ANA, channel="999"))[2] == {"table": first.id}
        second = await started(served.tables, ANA, fill="easy", channel=71)
        assert (await arrived(served, ANA, channel="70"))[2] == {"table": first.id}
        assert (await arrived(served, ANA, channel="71"))[2] == {"table": second.id}
        for channel in ("999", None, 71, "x", "-1", "٧١", "9" * 400):
            visitor, status, values = await arrived(served, ANA, channel=channel)
            assert (status, values) == (200, {"table": None})
            assert sorted(row["table"] for row in (await visitor.get("/api/tables"))[1]["tables"]) == [
                first.id,
                second.id,
            ]
        # *Play here* was pressed under a table: it counts for two minutes.
        await served.doors.wish(ANA, second.id)
        assert (await arrived(served, ANA, channel="70"))[2] == {"table": second.id}
        served.clock.now += LINK_SECONDS
        assert (await arrived(served, ANA, channel="70"))[2] == {"table": first.id}


async def test_the_channel_of_others_opens_none_of_their_tables(tmp_path: Path) -> None:
    async with serving(tmp_path, activity=an_activity()) as served:
        theirs = await started(served.tables, *SITTING, channel=70)
        own = await started(served.tables, EVA, fill="easy", channel=71)
        visitor, _status, values = await arrived(served, EVA, channel="70")
        assert values == {"table": own.id}
        await served.doors.wish(EVA, theirs.id)
        assert (await arrived(served, EVA, channel="70"))[2] == {"table": own.id}
        for what in ("", "/news"):
            assert (await visitor.get(f"/api/table/{theirs.id}{what}"))[0] == 404
        assert (await visitor.play(theirs.id, "draw", version=theirs.version))[0] == 404


# -- attacks


async def test_other_sites_make_the_frame_do_nothing(tmp_path: Path) -> None:
    async with serving(tmp_path, activity=an_activity()) as served:
        table = await started(served.tables, *SITTING)
        visitor, _status, _values = await arrived(served, mover(table))
        body = json.dumps({"move": "draw", "version": table.version, "key": "some-key-1"})
        forged = [
            {**OWN, "Origin": "https://discord.com"},
            {**OWN, "Origin": "https://1.discordsays.com"},
            {**OWN, "Origin": f"{ORIGIN}.example.org"},
            {**OWN, "Origin": "null"},
            {**OWN, "Sec-Fetch-Site": "cross-site"},
            {**OWN, "Sec-Fetch-Site": "same-site", "Origin": ORIGIN},
            {**OWN, "Sec-Fetch-Site": "none"},
            {"Content-Type": "application/json", "Origin": ORIGIN},
            {"X-Canasta": "page", "Content-Type": "text/plain", "Origin": ORIGIN},
        ]
        for headers in forged:
            for path, sent in ((f"/api/table/{table.id}/play", body), ("/api/activity", '{"code": "1"}')):
                status, text, answered = await visitor.ask("POST", path, sent, headers)
                assert (status, text) == (403, ""), headers
                assert "Access-Control-Allow-Origin" not in answered
        assert (await served.tables.get(table.id)).version == table.version
        status, _text, _headers = await visitor.ask(
            "POST", f"/api/table/{table.id}/play", body, {**OWN, "Origin": ORIGIN}
        )
        assert status == 200


async def test_old_versions_and_replayed_keys_play_nothing_in_the_frame(tmp_path: Path) -> None:
    async with serving(tmp_path, activity=an_activity()) as served:
        table = await started(served.tables, *SITTING)
        person = mover(table)
        frame, (browser, key) = (
            (await arrived(served, person))[0],
            (await served.browser(person, table.id), "one-key-1"),
        )
        # The same person in a frame and in a browser: a key counts once for both.
        answers = await asyncio.gather(
            *(one.play(table.id, "draw", table.version, key) for one in (frame, browser, frame, browser))
        )
        assert {status for status, _values in answers} == {200}
        assert len((await served.tables.look(table.id)).recent) == 1
        status, refused = await frame.play(table.id, "draw", table.version)
        assert (status, refused["scene"]["version"] > table.version) == (409, True)
        assert len((await served.tables.look(table.id)).recent) == 1


async def test_who_asks_too_often_is_refused_before_discord_is_asked(tmp_path: Path) -> None:
    asked = list[str]()

    async def noting(given: str) -> InDiscord | None:
        asked.append(given)
        return InDiscord(ANA, "")

    async with serving(tmp_path, activity=Activity(str(CLIENT), noting)) as served:
        await started(served.tables, *SITTING)
        served.strange = "That was a lot at once."
        visitor, status, values = await arrived(served, ANA)
        assert (status, values, asked, visitor.cookie) == (429, {"refused": served.strange}, [], "")
        served.strange, served.pressed = None, "Wait a moment."
        visitor, status, values = await arrived(served, ANA)
        assert (status, values, visitor.cookie) == (429, {"refused": served.pressed}, "")


async def test_discord_is_asked_about_few_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entrances, "_MOST_ASKED", 2)
    going, on = asyncio.Event(), asyncio.Event()
    waiting = list[str]()

    async def slow(given: str) -> InDiscord | None:
        waiting.append(given)
        if len(waiting) == 2:
            going.set()
        await on.wait()
        return InDiscord(ANA, "")

    async with serving(tmp_path, activity=Activity(str(CLIENT), slow)) as served:
        table = await started(served.tables, *SITTING)
        two = [asyncio.create_task(arrived(served, ANA)) for _ in range(2)]
        await going.wait()
        status, values = (await arrived(served, ANA))[1:]
        assert (status, values["refused"]) == (503, "Too many people are looking just now. Try again in a minute.")
        # Others go on meanwhile.
        assert (await (await served.browser(BO, table.id)).get("/api/tables"))[0] == 200
        on.set()
        assert [(await one)[1] for one in two] == [200, 200]
        assert len(waiting) == 2


# -- what is asked of Discord


class Discord:
    """Discord's addresses for codes and tokens, which note each question and give the answers of a test."""

    def __init__(self) -> None:
        self.asked: list[dict[str, str]] = []
        self.tokens: list[str] = []
        self.token: tuple[int, object] = (200, {"access_token": "a-token", "token_type": "Bearer"})
        self.named: tuple[int, object] = (200, {"application": {"id": str(CLIENT)}, "user": {"id": str(ANA)}})
        self.user: tuple[int, object] = (200, {"id": str(ANA), "locale": "pt-BR"})
        self.slow = asyncio.Event()
        self.slow.set()

    async def take_code(self, request: web.Request) -> web.Response:
        self.asked.append({name: str(value) for name, value in (await request.post()).items()})
        await self.slow.wait()
        return _answer(self.token)

    async def take_user(self, _request: web.Request) -> web.Response:
        return _answer(self.user)

    async def take_token(self, request: web.Request) -> web.Response:
        self.tokens.append(request.headers.get("Authorization", ""))
        return _answer(self.named)


def _answer(answer: tuple[int, object]) -> web.Response:
    status, said = answer
    text = said if isinstance(said, str) else json.dumps(said)
    return web.Response(status=status, text=text, content_type="application/json")


@asynccontextmanager
async def discord_there() -> AsyncIterator[tuple[Discord, IdentityCalls]]:
    there = Discord()
    application = web.Application()
    application.router.add_post("/oauth2/token", there.take_code)
    application.router.add_get("/oauth2/@me", there.take_token)
    application.router.add_get("/users/@me", there.take_user)
    runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    host, port = runner.addresses[0][:2]
    client: Any = SimpleNamespace(application_id=CLIENT)
    try:
        with mock.patch.object(discord.http.Route, "BASE", f"http://{host}:{port}"):
            yield there, IdentityCalls(Caller(client))
    finally:
        there.slow.set()
        await runner.cleanup()


async def test_a_code_is_changed_for_a_person_by_the_secret(caplog: pytest.LogCaptureFixture) -> None:
    async with discord_there() as (there, calls):
        assert await calls.of("a-code", "a-secret") == InDiscord(ANA, "pt-BR")
        assert there.asked == [
            {
                "client_id": str(CLIENT),
                "client_secret": "a-secret",
                "grant_type": "authorization_code",
                "code": "a-code",
            }
        ]
        assert there.tokens == ["Bearer a-token"]
        assert caplog.text == ""


@pytest.mark.parametrize(
    "user",
    [
        (500, {}),
        (429, {}),
        (200, []),
        (200, {"id": str(ANA)}),
        (200, {"id": str(ANA), "locale": 5}),
        (200, {"id": str(ANA), "locale": "<b>de</b>"}),
        (200, {"id": str(BO), "locale": "de"}),
    ],
)
async def test_somebody_whose_language_discord_does_not_say_is_known_all_the_same(user: tuple[int, object]) -> None:
    async with discord_there() as (there, calls):
        there.user = user
        assert await calls.of("a-code", "a-secret") == InDiscord(ANA, "")


@pytest.mark.parametrize(
    ("token", "named", "outcome"),
    [
        # A code that is none, or was used already.
        ((400, {"error": "invalid_grant"}), None, None),
        # A token that another application got.
        (None, (200, {"application": {"id": "5"}, "user": {"id": "7"}}), None),
        # A form that Discord doesn't understand, and a secret that is wrong.
        ((400, {"error": "unsupported_grant_type"}), None, Refusal.HELD_UP),
        ((401, {"error": "invalid_client"}), None, Refusal.STRANGER),
        ((429, {"retry_after": 5}), None, Refusal.LATER),
        ((503, "<html>"), None, Refusal.HELD_UP),
        ((302, ""), None, Refusal.HELD_UP),
        # Answers that say nothing.
        ((200, "{"), None, Refusal.UNSURE),
        ((200, []), None, Refusal.UNSURE),
        ((200, {"access_token": 5}), None, Refusal.UNSURE),
        (None, (401, {}), Refusal.STRANGER),
        (None, (500, {}), Refusal.HELD_UP),
        (None, (200, {"application": {"id": str(CLIENT)}}), Refusal.UNSURE),
        (None, (200, {"application": {"id": str(CLIENT)}, "user": {"id": "x"}}), Refusal.UNSURE),
        (None, (200, {"application": None, "user": {"id": "7"}}), Refusal.UNSURE),
    ],
)
async def test_nobody_is_known_by_any_other_answer(
    caplog: pytest.LogCaptureFixture,
    token: tuple[int, object] | None,
    named: tuple[int, object] | None,
    outcome: Refusal | None,
) -> None:
    async with discord_there() as (there, calls):
        there.token, there.named = token or there.token, named or there.named
        assert await calls.of("a-code", "a-secret") is outcome
        assert "a-code" not in caplog.text
        assert "a-secret" not in caplog.text
        assert "a-token" not in caplog.text


async def test_a_wrong_secret_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    async with discord_there() as (there, calls):
        there.token = (401, {"error": "invalid_client"})
        for _ in range(3):
            assert await calls.of("a-code", "a-secret") is Refusal.STRANGER
        assert [record.message for record in caplog.records] == [
            "Discord refuses CANASTA_CLIENT_SECRET (401): nobody can open the Activity"
        ]


async def test_a_slow_discord_and_an_absent_one_are_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(identity, "_SECONDS", 0.05)
    async with discord_there() as (there, calls):
        there.slow.clear()
        assert await calls.of("a-code", "a-secret") is Refusal.UNSURE
    with mock.patch.object(discord.http.Route, "BASE", "http://127.0.0.1:9"):
        assert await calls.of("a-code", "a-secret") is Refusal.UNSURE


# -- where somebody is, by Discord's word


def in_an_activity(answer: object) -> IdentityCalls:
    """Return the calls of a bot to whose question for a running Activity Discord gives an answer, or raises one."""

    async def request(route: discord.http.Route) -> object:
        assert route.url.endswith(f"/applications/{CLIENT}/activity-instances/i-1-gc-7-70")
        if isinstance(answer, Exception):
            raise answer
        return answer

    client: Any = SimpleNamespace(application_id=CLIENT, http=SimpleNamespace(request=request))
    return IdentityCalls(Caller(client))


def instance(**changes: object) -> dict[str, object]:
    return {
        "application_id": str(CLIENT),
        "instance_id": "i-1-gc-7-70",
        "launch_id": "1",
        "location": {"id": "gc-7-70", "kind": "gc", "channel_id": "70", "guild_id": "7"},
        "users": [str(BO), str(ANA)],
        **changes,
    }


async def test_discord_says_in_which_channel_somebody_is() -> None:
    assert await in_an_activity(instance()).channel_of("i-1-gc-7-70", ANA) == 70


@pytest.mark.parametrize(
    "answer",
    [
        instance(users=[str(BO)]),
        instance(users=[ANA]),
        instance(users=str(ANA)),
        instance(application_id="5"),
        instance(location={"id": "pc-70", "kind": "pc", "channel_id": "70"}),
        instance(location={"id": "gc-7-70", "kind": "gc", "channel_id": "seventy"}),
        instance(location=None),
        {},
        [],
        None,
        TimeoutError(),
        OSError(),
        discord.RateLimited(60.0),
        discord.NotFound(mock.Mock(status=404), "unknown"),
    ],
)
async def test_nobody_is_anywhere_by_any_other_answer(answer: object) -> None:
    assert await in_an_activity(answer).channel_of("i-1-gc-7-70", ANA) is None
