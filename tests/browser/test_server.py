"""The page's server: it knows people by their browsers, and lets each see and do what they may, whoever attacks."""

from __future__ import annotations

import asyncio
import gzip
import json
import logging
import random
import re
from contextlib import AsyncExitStack, suppress
from dataclasses import replace
from pathlib import Path
from unittest import mock

import aiohttp
import pytest

from bot.browser import server, streams
from bot.browser.doors import KNOWN_SECONDS
from bot.browser.script import joined
from bot.canasta.cards import card_text
from bot.data.browsers import LINK_SECONDS, Entered
from bot.data.daily import Every
from bot.data.people import Person
from bot.data.tables import Status, Table
from bot.store.browsers import MOST
from bot.tables import Tables
from bot.tables.lessons import LESSON
from bot.tables.privacy import Privacy
from bot.tables.rules import daily_times
from bot.tables.thinkers import Thinkers
from bot.tables.what_ifs import WHAT_IF
from renderer import Picture
from tests.browser.served import OWN, Served, Visitor, serving
from tests.tables.club import ANA, BO, CY, DI, EVA, choice, lobby, mover, started

SITTING = (ANA, BO, CY, DI)


def not_there() -> tuple[int, dict[str, str]]:
    """Return the answer for a table that one may neither play nor watch."""
    watch = "To watch a table, press Open the table under it in Discord."
    return 404, {"refused": f"You don't sit at this table. {watch}"}


async def _other_than(table: Table, *people: int) -> int:
    return next(one for one in SITTING if one not in people)


async def _turn(served: Served) -> tuple[Table, int, Visitor]:
    """Return a new game, the person to move, and their browser."""
    table = await started(served.tables, *SITTING)
    person = mover(table)
    return table, person, await served.browser(person, table.id)


async def moves(tables: Tables, table: Table) -> int:
    look = await tables.look(table.id)
    return len(look.recent)


# -- who somebody is


async def test_a_link_works_once_for_two_minutes_and_says_so(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        table = await started(served.tables, *SITTING)
        link = await served.doors.link(ANA, table.id)
        assert link.startswith(f"{served.url}/enter#")
        secret = link.partition("#")[2]
        first, second = Visitor(served), Visitor(served)
        status, entered = await first.post("/api/enter", {"secret": secret})
        # The page shows the table at once, as it would be shown if it were asked for.
        assert (status, entered) == (200, {"table": table.id, "scene": await first.scene(table.id)})
        status, refused = await second.post("/api/enter", {"secret": secret})
        assert (status, list(refused)) == (403, ["refused"])
        assert refused["refused"].startswith("This link was used already, or is older than two minutes.")
        assert second.cookie == ""
        late = (await served.doors.link(ANA, table.id)).partition("#")[2]
        served.clock.now += LINK_SECONDS
        assert (await second.post("/api/enter", {"secret": late}))[0] == 403
        assert (await second.get(f"/api/table/{table.id}"))[0] == 401


async def test_two_who_use_a_link_at_once_are_not_both_let_in(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        table = await started(served.tables, *SITTING)
        secret = (await served.doors.link(ANA, table.id)).partition("#")[2]
        found = await asyncio.gather(*(served.doors.enter(secret) for _ in range(8)))
        assert [one.entered for one in found if one is not None] == [Entered(ANA, table.id)]


async def test_a_browser_keeps_its_secret_from_scripts_and_other_sites(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        _table, _person, visitor = await _turn(served)
        name, *about = visitor.kept.split("; ")
        assert name.startswith("__Host-canasta=")
        assert set(about) == {"HttpOnly", "Secure", "SameSite=Strict", "Path=/", f"Max-Age={KNOWN_SECONDS}"}
        # The stored hash can't be used for it.
        rows = await served.database.rows("SELECT secret_hash FROM browsers")
        visitor.cookie = f"__Host-canasta={rows[0][0]}"
        assert (await visitor.get("/api/tables"))[0] == 401


async def test_nobody_is_known_after_thirty_days_or_when_signed_out(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        table, person, visitor = await _turn(served)
        other = await served.browser(person, table.id)
        status, _values = await visitor.post("/api/leave", {})
        assert status == 200
        assert visitor.cookie == '__Host-canasta=""'
        assert (await visitor.get("/api/tables"))[0] == 401
        assert (await other.get("/api/tables"))[0] == 200
        served.clock.now += KNOWN_SECONDS
        status, refused = await other.get("/api/tables")
        assert status == 401
        assert "signed out" in refused["refused"]


async def test_signing_out_elsewhere_ends_the_news(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        table, person, visitor = await _turn(served)
        url = f"{served.url}/api/table/{table.id}/news"
        async with aiohttp.ClientSession() as session, session.get(url, headers={"Cookie": visitor.cookie}) as news:
            assert (await news.content.readuntil(b"\n\n")).startswith(b"data: {")
            await served.doors.close(person)
            served.server.streams.wake_all()
            assert await news.content.read() == b""


async def test_a_link_to_a_table_that_was_left_lets_its_person_in_all_the_same(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        table, person, _visitor = await _turn(served)
        secret = (await served.doors.link(person, table.id)).partition("#")[2]
        await served.tables.seating.resign(table.id, person)
        visitor = Visitor(served)
        assert await visitor.post("/api/enter", {"secret": secret}) == (200, {"table": table.id})
        assert (await visitor.get("/api/tables"))[0] == 200


async def test_a_person_has_few_browsers(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        table = await started(served.tables, *SITTING)
        browsers = []
        for _ in range(MOST + 2):
            browsers.append(await served.browser(ANA, table.id))
            served.clock.now += 1
        known = [(await one.get("/api/tables"))[0] for one in browsers]
        assert known == [401, 401, *[200] * MOST]
        assert len(await served.doors.of(ANA)) == MOST


async def test_deleting_ones_data_signs_out_everywhere(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        table = await started(served.tables, *SITTING)
        visitor = await served.browser(ANA, table.id)
        secret = (await served.doors.link(ANA, table.id)).partition("#")[2]
        await Privacy(served.database, served.tables).delete(ANA)
        assert (await visitor.get("/api/tables"))[0] == 401
        assert (await visitor.post("/api/enter", {"secret": secret}))[0] == 403
        # They sit nowhere any more, so no new link is stored for them.
        late = (await served.doors.link(ANA, table.id)).partition("#")[2]
        assert (await visitor.post("/api/enter", {"secret": late}))[0] == 403


# -- what somebody may see


async def test_everybody_sees_their_own_hand_alone(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        table = await started(served.tables, *SITTING)
        for person in SITTING:
            shown = await (await served.browser(person, table.id)).scene(table.id)
            mine = (await served.tables.look(table.id, person)).mine
            assert mine is not None
            assert sorted(card["card"] for card in shown["hand"]) == list(mine.hand)
            assert shown["my_turn"] == mine.my_turn


async def test_tables_of_others_are_like_tables_that_are_not_there(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        table = await started(served.tables, *SITTING)
        others = await started(served.tables, EVA, fill="easy", channel=71)
        visitor = await served.browser(EVA, others.id)
        for what, values in (("", None), ("/news", None), ("/ways", {"cards": [1]}), ("/start", {}), ("/back", {})):
            answers = []
            for number in (table.id, 999, 0):
                path = f"/api/table/{number}{what}"
                answers.append(await (visitor.get(path) if values is None else visitor.post(path, values)))
            assert answers == [not_there()] * 3, what
        before = await moves(served.tables, table)
        assert (await visitor.play(table.id, "draw", version=table.version))[0] == 404
        assert await moves(served.tables, table) == before
        listed = (await visitor.get("/api/tables"))[1]["tables"]
        assert [row["table"] for row in listed] == [others.id]


async def test_whoever_has_left_the_table_sees_it_no_more(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        table = await started(served.tables, *SITTING)
        visitor = await served.browser(ANA, table.id)
        await served.tables.seating.resign(table.id, ANA)
        assert (await visitor.get(f"/api/table/{table.id}"))[0] == 404


@pytest.mark.parametrize("path", ["/", "/enter", "/table/1", "/table/99999"])
async def test_the_page_itself_says_nothing_of_anybody(tmp_path: Path, path: str) -> None:
    async with serving(tmp_path) as served:
        await started(served.tables, *SITTING)
        status, text, headers = await Visitor(served).ask("GET", path)
        assert status == 200
        assert text == served.server.files.page.text
        policy = dict(part.split(" ", 1) for part in headers["Content-Security-Policy"].split("; "))
        assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == "'none'"
        assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["Cache-Control"] == "no-store"


async def test_the_page_asks_nobody_else_and_holds_no_script_of_its_own() -> None:
    folder = Path(server.__file__).parent / "static"
    texts = {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}
    assert {Path(name).suffix for name in texts} == {".html", ".css", ".js"}
    assert not [name for name, text in texts.items() if "http://" in text or "https://" in text or "//cdn" in text]
    page = texts["index.html"]
    assert re.findall("<script.*>", page) == [
        '<script src="/static/{print}/early.js"></script>',
        '<script type="module" src="/static/{print}/page.js"></script>',
    ]
    assert " style=" not in page
    # All that a screen reader finds outside of the main part stands in parts with names.
    outside = re.sub(r"(?s)<main.*?</main>", "", page)
    assert "<section" in outside
    assert not re.findall(r"<section(?![^>]* aria-labelledby=)", outside)
    assert " on" + "click=" not in page
    assert not [name for name, text in texts.items() if "innerHTML" in text or "insertAdjacentHTML" in text]
    # All modules come as one script, each before those that need it at once.
    modules = {name for name in texts if name.endswith(".js")} - {"early.js"}
    script = joined(texts, "page.js")
    heads = re.findall(r"^// (\w+\.js)$", script, re.MULTILINE)
    assert set(heads) == modules
    assert (heads[-1], len(heads)) == ("page.js", len(modules))
    assert heads.index("elements.js") < heads.index("table.js")
    # Each module stands there once, and no two share a name.
    names = re.findall(r"^(?:async )?(?:function|const|let|class) ([\w$]+)", script, re.MULTILINE)
    assert len(names) == len(set(names)) > 50


@pytest.mark.parametrize(
    "line",
    [
        'import { a as b } from "./b.js";',
        'import b from "./b.js";',
        'import "./b.js";',
        "export default 1;",
        "export { a };",
        'export * from "./b.js";',
    ],
)
def test_modules_in_a_form_that_cannot_be_joined_are_refused(line: str) -> None:
    with pytest.raises(ValueError, match=re.escape(f"a.js: {line}")):
        joined({"a.js": f"{line}\n", "b.js": ""}, "a.js")


async def test_scripts_come_packed_to_whom_that_suits(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        for address, file in {"/": served.server.files.page, **served.server.files.contents}.items():
            for wanted, packed in (("gzip, deflate", "gzip"), ("identity", None)):
                asked = {"Accept-Encoding": wanted}
                status, text, headers = await Visitor(served).ask("GET", address, headers=asked)
                assert (status, text, headers["Vary"]) == (200, file.text, "Accept-Encoding")
                assert headers.get("Content-Encoding") == packed


async def test_files_and_cards_are_small(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        table, _person, visitor = await _turn(served)
        shown = await visitor.scene(table.id)
        size = sum(len(gzip.compress(text.encode())) for text in (served.server.files.page.text, json.dumps(shown)))
        for address in served.server.files.contents:
            status, text, headers = await visitor.ask("GET", address)
            assert status == 200
            assert "immutable" in headers["Cache-Control"]
            size += len(gzip.compress(text.encode()))
        assert size < 120_000
        status, _text, headers = await visitor.ask("GET", f"/cards/{shown['cards']}.png")
        assert (status, headers["Content-Type"]) == (200, "image/png")
        assert int(headers["Content-Length"]) + size < 200_000
        assert (await visitor.ask("GET", "/cards/../../etc.png"))[0] == 404
        folder = next(iter(served.server.files.contents)).rpartition("/")[0]
        assert (await visitor.ask("GET", f"{folder}/..%2fserver.py"))[0] == 404
        assert (await Visitor(served).ask("GET", f"/cards/{shown['cards']}.png"))[0] == 401


# -- what somebody may do


async def test_a_move_is_played_as_in_discord(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        table, person, visitor = await _turn(served)
        status, after = await visitor.play(table.id, "draw")
        assert status == 200
        assert after["refused"] == ""
        assert after["scene"]["phase"] == "play"
        look = await served.tables.look(table.id, person)
        assert [one.line.split()[1] for one in look.recent] == ["draw"]
        assert look.table.version == after["scene"]["version"]


async def test_a_key_plays_once_and_is_nobody_elses(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        table, person, visitor = await _turn(served)
        key, version = "the-same-key-1", table.version
        answers = await asyncio.gather(*(visitor.play(table.id, "draw", version, key) for _ in range(5)))
        assert {status for status, _values in answers} == {200}
        assert await moves(served.tables, table) == 1
        mine = (await served.tables.look(table.id, person)).mine
        assert mine is not None
        card = next(move for move in mine.legal if move.verb == "discard")
        assert (await visitor.play(table.id, str(card)))[0] == 200
        # With the key that another person used, a move is a move of one's own.
        after = await served.tables.get(table.id)
        other = await served.browser(mover(after), table.id)
        assert (await other.play(table.id, "draw", after.version, key))[0] == 200
        assert await moves(served.tables, table) == 3


async def test_a_press_on_what_has_passed_changes_nothing(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        table, person, visitor = await _turn(served)
        old = table.version
        assert (await visitor.play(table.id, "draw"))[0] == 200
        mine = (await served.tables.look(table.id, person)).mine
        assert mine is not None
        card = next(move for move in mine.legal if move.verb == "discard")
        for version in (old, old - 1, 0, -5, 10**12):
            status, refused = await visitor.play(table.id, str(card), version)
            assert status == 409
            assert refused["refused"] == "The table has moved on in the meantime. Here is how it stands now."
            assert refused["scene"]["phase"] == "play"
        assert await moves(served.tables, table) == 1


async def test_out_of_turn_and_for_others_nothing_is_played(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        table, person, visitor = await _turn(served)
        waiting = await served.browser(await _other_than(table, person), table.id)
        status, refused = await waiting.play(table.id, "draw")
        assert status == 409
        assert "turn" in refused["refused"]
        seat = table.seat_of(person)
        assert seat is not None
        others = (seat.number + 1) % 4
        status, refused = await visitor.play(table.id, f"{others} draw")
        assert (status, refused["refused"]) == (409, "That isn't your seat.")
        status, refused = await visitor.play(table.id, "discard joker")
        assert status == 409
        assert await moves(served.tables, table) == 0
        status, ways = await waiting.post(f"/api/table/{table.id}/ways", {"cards": [1]})
        assert status == 200
        assert ways["options"] == []
        assert set(ways["refused"]) == {"meld", "take", "discard"}


async def test_what_is_offered_for_lifted_cards_is_played(tmp_path: Path) -> None:
    """All through a round: each move that the server offers for the cards of a legal move is accepted."""
    async with serving(tmp_path) as served:
        table, chance, laid = await started(served.tables, *SITTING), random.Random(3), 0
        browsers = {person: await served.browser(person, table.id) for person in SITTING}
        for _ in range(60):
            person = mover(table)
            move = await choice(served.tables, table, chance)
            cards = [move.card] if move.card is not None else list(move.cards)
            line = str(move)
            if cards:
                status, ways = await browsers[person].post(f"/api/table/{table.id}/ways", {"cards": cards})
                assert status == 200
                assert ways["options"], (line, ways)
                line = chance.choice(ways["options"])["move"]
                laid += 1
            status, after = await browsers[person].play(table.id, line)
            assert (status, after["refused"]) == (200, ""), line
            table = await served.tables.get(table.id)
        assert laid > 20


async def test_a_lobby_is_started_by_its_host_when_everybody_is_there(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        table = await lobby(served.tables, ANA, BO, CY)
        host = await served.browser(ANA, table.id)
        shown = await host.scene(table.id)
        assert (shown["hand"], shown["actions"]) == (None, [])
        assert shown["now"] == ["At the table: Ana, Bo, Cy", "1 seat is still free."]
        status, refused = await host.post(f"/api/table/{table.id}/start", {})
        assert (status, "1 seat is still free" in refused["refused"]) == (409, True)
        await served.tables.lobbies.join(table.id, DI, "Di")
        assert [action["do"] for action in (await host.scene(table.id))["actions"]] == ["start"]
        status, after = await host.post(f"/api/table/{table.id}/start", {})
        assert status == 200
        assert len(after["scene"]["hand"]) == 11
        assert (await served.tables.get(table.id)).status is Status.PLAYING


# -- requests that no page makes


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Content-Type": "application/json"},
        {"X-Canasta": "page", "Content-Type": "text/plain"},
        OWN | {"Sec-Fetch-Site": "cross-site"},
        OWN | {"Sec-Fetch-Site": "same-site"},
        OWN | {"Sec-Fetch-Site": "none"},
        OWN | {"Origin": "https://example.com"},
        OWN | {"Origin": "null"},
    ],
)
async def test_other_sites_can_make_a_browser_change_nothing(tmp_path: Path, headers: dict[str, str]) -> None:
    async with serving(tmp_path) as served:
        table, _person, visitor = await _turn(served)
        body = json.dumps({"move": "draw", "version": table.version, "key": "some-key-1"})
        status, text, _headers = await visitor.ask("POST", f"/api/table/{table.id}/play", body, headers)
        assert (status, text) == (403, "")
        assert (await visitor.ask("POST", "/api/leave", "{}", headers))[0] == 403
        assert await moves(served.tables, table) == 0


async def test_other_sites_read_nothing(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        table, _person, visitor = await _turn(served)
        for what in ("", "/news"):
            path = f"/api/table/{table.id}{what}"
            status, text, headers = await visitor.ask("GET", path, headers={"Sec-Fetch-Site": "cross-site"})
            assert (status, text) == (403, "")
            assert "Access-Control-Allow-Origin" not in headers


@pytest.mark.parametrize(
    "body",
    [
        "",
        "[]",
        "null",
        "{",
        "[" * 2000,
        json.dumps({"move": "draw"}),
        json.dumps({"move": "draw", "version": "1", "key": "some-key-1"}),
        json.dumps({"move": "draw", "version": True, "key": "some-key-1"}),
        json.dumps({"move": "draw", "version": 1, "key": "short"}),
        json.dumps({"move": "draw", "version": 1, "key": "x" * 65}),
        json.dumps({"move": "draw", "version": 1, "key": "'; drop table"}),
        json.dumps({"move": ["draw"], "version": 1, "key": "some-key-1"}),
        json.dumps({"move": "d" * 301, "version": 1, "key": "some-key-1"}),
    ],
)
async def test_what_cannot_be_read_is_refused_by_a_status(tmp_path: Path, body: str) -> None:
    async with serving(tmp_path) as served:
        table, _person, visitor = await _turn(served)
        status, text, _headers = await visitor.ask("POST", f"/api/table/{table.id}/play", body, OWN)
        assert (status, text) == (400, "")
        assert await moves(served.tables, table) == 0


async def test_a_stranger_makes_the_bot_note_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with serving(tmp_path) as served:
        stranger = Visitor(served)
        for secret in ("\ud800", "\0", "", "<@1>", 5, None, ["a"]):
            assert (await stranger.post("/api/enter", {"secret": secret}))[0] == 403
        stranger.cookie = "__Host-canasta=\udcff"
        assert (await stranger.get("/api/tables"))[0] == 401
        assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


@pytest.mark.parametrize("version", [-1, 2**63, 10**400])
async def test_a_version_that_never_was_plays_nothing(tmp_path: Path, version: int) -> None:
    async with serving(tmp_path) as served:
        table, _person, visitor = await _turn(served)
        status, refused = await visitor.play(table.id, "draw", version)
        assert (status, refused["scene"]["version"]) == (409, table.version)
        assert await moves(served.tables, table) == 0


@pytest.mark.parametrize("number", [0, LESSON, WHAT_IF, 10**15 - 1, 10**15, "1.0", "NaN", "-1"])
async def test_numbers_of_no_table_show_nothing(tmp_path: Path, number: object) -> None:
    async with serving(tmp_path) as served:
        _table, _person, visitor = await _turn(served)
        status, values = await visitor.get(f"/api/table/{number}")
        assert (status, sorted(values)) in [(404, []), (404, ["refused"])]


@pytest.mark.parametrize("cards", [None, "K", [1, "2"], [True], [-1], [57], [49], [0] * 61, [1.5]])
async def test_cards_that_are_none_are_refused(tmp_path: Path, cards: object) -> None:
    async with serving(tmp_path) as served:
        table, _person, visitor = await _turn(served)
        assert (await visitor.post(f"/api/table/{table.id}/ways", {"cards": cards}))[0] == 400


async def test_cards_of_others_are_refused_in_a_sentence(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        table, person, visitor = await _turn(served)
        assert (await visitor.play(table.id, "draw"))[0] == 200
        mine = (await served.tables.look(table.id, person)).mine
        assert mine is not None
        foreign = next(card for card in range(44) if card not in mine.hand)
        status, ways = await visitor.post(f"/api/table/{table.id}/ways", {"cards": [foreign] * 3})
        assert (status, ways["options"]) == (200, [])
        status, refused = await visitor.play(table.id, f"discard {card_text(foreign)}")
        assert status == 409
        assert refused["refused"]


async def test_too_large_a_body_and_too_many_requests_are_refused(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        table, _person, visitor = await _turn(served)
        status, text, _headers = await visitor.ask("POST", f"/api/table/{table.id}/play", " " * 5000, OWN)
        assert (status, text) == (413, "")
        served.pressed = served.looked = "That was a lot at once."
        assert await visitor.play(table.id, "draw", table.version) == (429, {"refused": "That was a lot at once."})
        assert (await visitor.get(f"/api/table/{table.id}"))[0] == 429
        assert (await visitor.get(f"/api/table/{table.id}/news"))[0] == 429
        assert await moves(served.tables, table) == 0


async def test_a_browser_keeps_the_cards_until_they_are_drawn_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path) as served:
        table, _person, visitor = await _turn(served)
        path, drawn = f"/cards/{(await visitor.scene(table.id))['cards']}.png", served.pictures.sheet
        draws = list[int]()

        async def draw(person: Person) -> Picture:
            draws.append(person.user_id)
            return await drawn(person)

        monkeypatch.setattr(served.pictures, "sheet", draw)
        status, _picture, headers = await visitor.ask("GET", path)
        assert (status, headers["Cache-Control"]) == (200, "private, no-cache")
        assert (await visitor.ask("GET", path, headers={"If-None-Match": headers["Etag"]}))[:2] == (304, "")
        assert (await visitor.ask("GET", path, headers={"If-None-Match": '"older"'}))[0] == 200
        assert len(draws) == 1, "to draw them takes long"


async def test_what_happened_is_said_to_you(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        table, _person, visitor = await _turn(served)
        assert (await visitor.play(table.id, "draw"))[0] == 200
        other = await served.browser(await _other_than(table, _person), table.id)
        assert (await visitor.scene(table.id))["feed"][0].startswith("You drew")
        assert not any("You" in line for line in (await other.scene(table.id))["feed"])


async def test_the_page_always_says_what_to_do_in_a_turn(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        table = await started(served.tables, ANA, BO, layout="2")
        visitors = {person: await served.browser(person, table.id) for person in (ANA, BO)}
        for _turn_of_round in range(8):
            person = mover(await served.tables.get(table.id))
            assert (await visitors[person].play(table.id, "draw"))[0] == 200
            scene = await visitors[person].scene(table.id)
            assert scene["now"][0].startswith("Your turn.")
            assert (await visitors[person].play(table.id, f"discard {scene['hand'][-1]['text']}"))[0] == 200


# -- the deal of the day


async def test_the_deal_of_the_day_is_played_on_the_page_and_stays_secret(tmp_path: Path) -> None:
    with mock.patch.object(Thinkers, "par", mock.AsyncMock(return_value=400)):
        async with serving(tmp_path) as served:
            opened = await served.tables.daily.open(ANA, "Ana")
            number, chance = opened.table.id, random.Random(4)
            visitor = await served.browser(ANA, number)
            listed = (await visitor.get("/api/tables"))[1]["tables"]
            assert [(row["table"], row["mine"]) for row in listed] == [(number, True)]
            assert listed[0]["game"].startswith("Deal of the day: ")
            # Somebody who hasn't begun it sees no card of it, and no round of others.
            table = await started(served.tables, BO, fill="easy")
            other = await served.browser(BO, table.id)
            assert (await other.get(f"/api/table/{number}"))[0] == 404
            assert (await other.get(f"/api/table/{number}/round/1"))[0] == 404
            for _ in range(400):
                shown = await visitor.scene(number)
                if shown.get("over"):
                    break
                mine = (await served.tables.look(number, ANA)).mine
                assert mine is not None
                assert not [action for action in shown["actions"] if action.get("do")], "a deal of the day has no hints"
                status, _after = await visitor.play(number, str(chance.choice(mine.legal)))
                assert status == 200
            assert any("(par: 400)" in line for line in shown["now"])
            assert shown["actions"] == [], "others still play these cards"
            status, refused = await visitor.get(f"/api/table/{number}/replay/0")
            assert (status, list(refused)) == (409, ["refused"])
            status, sheet = await visitor.get(f"/api/table/{number}/round/1")
            assert status == 200
            assert sheet["story"] == []
            assert (await visitor.post(f"/api/table/{number}/again", {}))[0] in (404, 409)
            # Once the deal is closed, its cards are no secret any more.
            served.clock.now += 3 * 24 * 3600
            status, first = await visitor.get(f"/api/table/{number}/replay/0")
            assert status == 200
            assert len(first["hand"]) >= 11
            assert [action["do"] for action in (await visitor.scene(number))["actions"]] == ["replay"]


async def test_a_move_in_a_deal_that_is_sent_again_is_answered_as_played(tmp_path: Path) -> None:
    with mock.patch.object(Thinkers, "par", mock.AsyncMock(return_value=400)):
        async with serving(tmp_path) as served:
            number = (await served.tables.daily.open(ANA, "Ana")).table.id
            visitor, chance = await served.browser(ANA, number), random.Random(4)
            while (look := await served.tables.look(number, ANA)).table.status is Status.PLAYING:
                assert look.mine is not None
                version, move = look.table.version, str(chance.choice(look.mine.legal))
                key = f"the-key-{version}"
                answers = [await visitor.play(number, move, version, key) for _ in range(2)]
                assert [status for status, _values in answers] == [200, 200]
                assert answers[0] == answers[1]
            # Another move from a version that has passed is refused all the same.
            assert (await visitor.play(number, "ask", version))[0] == 409


async def test_a_deal_that_can_be_finished_after_midnight_stays_in_the_list(tmp_path: Path) -> None:
    with mock.patch.object(Thinkers, "par", mock.AsyncMock(return_value=400)):
        async with serving(tmp_path) as served:
            number = (await served.tables.daily.open(ANA, "Ana")).table.id
            visitor, closes = await served.browser(ANA, number), daily_times.closes_at(number - daily_times.DAILY)
            for now, listed in ((closes - 1, [number]), (closes, [])):
                served.clock.now = now
                assert [row["table"] for row in (await visitor.get("/api/tables"))[1]["tables"]] == listed


async def test_the_game_of_the_week_is_in_the_list_until_it_closes(tmp_path: Path) -> None:
    with mock.patch.object(Thinkers, "par", mock.AsyncMock(return_value=400)):
        async with serving(tmp_path) as served:
            number = (await served.tables.daily.open(ANA, "Ana", Every.WEEK)).table.id
            visitor, closes = await served.browser(ANA, number), daily_times.closes_at(number - daily_times.DAILY)
            listed = (await visitor.get("/api/tables"))[1]["tables"]
            assert [(row["table"], row["mine"]) for row in listed] == [(number, True)]
            assert listed[0]["game"].startswith("Game of the week: ")
            for now, still in ((closes - 1, [number]), (closes, [])):
                served.clock.now = now
                assert [row["table"] for row in (await visitor.get("/api/tables"))[1]["tables"]] == still


# -- the order of the hand


async def test_a_hand_keeps_its_order_in_every_browser_of_its_person(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        table = await started(served.tables, *SITTING)
        other = await started(served.tables, ANA, fill="easy", channel=71)
        first, second = await served.browser(ANA, table.id), await served.browser(ANA, table.id)
        path = f"/api/table/{table.id}/order"
        assert (await first.scene(table.id))["sorted"] == {"by": "rank", "order": []}
        assert (await first.post(path, {"by": "suit", "order": []}))[0] == 200
        assert (await second.scene(table.id))["sorted"] == {"by": "suit", "order": []}
        assert (await first.post(path, {"by": "own", "order": ["40.2", "3.1"]}))[0] == 200
        assert (await second.scene(table.id))["sorted"] == {"by": "own", "order": ["40.2", "3.1"]}
        # An order of one's own is that of one hand.
        assert (await second.scene(other.id))["sorted"] == {"by": "rank", "order": []}
        wrong: list[object] = [
            {"by": "luck", "order": []},
            {"by": "own", "order": "40.1"},
            {"by": "own", "order": ["40"]},
            {"by": "own", "order": ["40.1 <@1>"]},
            {"by": "own", "order": ["1.1"] * 100},
            {"by": None},
        ]
        for values in wrong:
            assert (await first.post(path, values))[0] == 400, values
        stranger = await served.browser(BO, table.id)
        assert (await stranger.scene(table.id))["sorted"] == {"by": "rank", "order": []}


# -- news


async def test_connections_that_are_silent_or_too_many_are_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "_BOUNDS", replace(server._BOUNDS, connections=3, head=0.2))
    async with serving(tmp_path) as served:
        there = [await asyncio.open_connection("127.0.0.1", served.port) for _ in range(3)]
        beyond, writer = await asyncio.open_connection("127.0.0.1", served.port)
        with suppress(ConnectionError):
            assert await beyond.read() == b""
        writer.close()
        for reader, writer in there:
            # A silent one is closed, and leaves its place.
            assert await reader.read() == b""
            writer.close()
        reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
        writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        assert (await reader.readline()).startswith(b"HTTP/1.1 200 ")
        writer.close()


async def test_news_come_to_all_who_look_and_end_with_the_server(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        table, person, visitor = await _turn(served)
        waiting = await served.browser(await _other_than(table, person), table.id)
        async with aiohttp.ClientSession() as session:
            url = f"{served.url}/api/table/{table.id}/news"
            async with session.get(url, headers={"Cookie": waiting.cookie}) as news:
                first = json.loads((await news.content.readuntil(b"\n\n")).removeprefix(b"data: "))
                assert first == await waiting.scene(table.id)
                await visitor.play(table.id, "draw")
                second = json.loads((await news.content.readuntil(b"\n\n")).removeprefix(b"data: "))
                assert second["version"] > first["version"]
                assert second["hand"] == first["hand"]
                assert second == await waiting.scene(table.id)
                await served.server.close()
                assert await news.content.read() == b""


async def test_news_of_a_deal_come_from_wherever_its_person_plays_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By Discord, or at another process: no stream is woken for that."""
    monkeypatch.setattr(streams, "_STILL_THERE", 1e9)
    async with serving(tmp_path) as served, aiohttp.ClientSession() as session:
        opened = await served.tables.daily.open(ANA, "Ana")
        number = opened.table.id
        visitor = await served.browser(ANA, number)
        assert opened.mine is not None
        move, elsewhere = random.Random(1).choice(opened.mine.legal), Tables(served.database, clock=served.clock)
        url = f"{served.url}/api/table/{number}/news"
        async with session.get(url, headers={"Cookie": visitor.cookie}) as news:
            first = json.loads((await news.content.readuntil(b"\n\n")).removeprefix(b"data: "))
            await elsewhere.turns.play(number, ANA, move)
            async with asyncio.timeout(60):
                second = json.loads((await news.content.readuntil(b"\n\n")).removeprefix(b"data: "))
                assert second["version"] > first["version"]
                assert second == await visitor.scene(number)
                # Nobody has begun the deal any more whose data are deleted.
                await Privacy(served.database, elsewhere).delete(ANA)
                assert await news.content.read() == b""


async def test_one_look_serves_the_answer_and_all_news_but_those_of_who_may_not_read_them(tmp_path: Path) -> None:
    async with serving(tmp_path) as served, AsyncExitStack() as stack:
        table, person, visitor = await _turn(served)
        watching = [one for one in SITTING if one != person]
        news = {}
        for one in (person, *watching):
            browser = visitor if one == person else await served.browser(one, table.id)
            session = await stack.enter_async_context(aiohttp.ClientSession())
            url = f"{served.url}/api/table/{table.id}/news"
            news[one] = await stack.enter_async_context(session.get(url, headers={"Cookie": browser.cookie}))
            await news[one].content.readuntil(b"\n\n")
        # One is signed out and one has left the game, and no page has heard of it before the move.
        await served.doors.close(watching[0])
        move = str(await choice(served.tables, table, random.Random(1)))
        with mock.patch.object(served.server.streams, "_open", []):
            await served.tables.seating.resign(table.id, watching[1])
        version = (await served.tables.get(table.id)).version
        with mock.patch.object(served.tables, "looks", wraps=served.tables.looks) as looks:
            asked = {"move": move, "version": version, "key": "k" * 8}
            status, answer = await visitor.post(f"/api/table/{table.id}/play", asked)
            assert status == 200
            shown = json.loads((await news[person].content.readuntil(b"\n\n")).removeprefix(b"data: "))
            seen = json.loads((await news[watching[2]].content.readuntil(b"\n\n")).removeprefix(b"data: "))
        assert looks.call_count == 1
        assert shown == answer["scene"]
        assert (seen["version"], seen["my_turn"]) == (shown["version"], False)
        assert seen["hand"] != shown["hand"]
        for one in watching[:2]:
            assert await news[one].content.read() == b""


async def test_a_person_has_few_streams_of_news(tmp_path: Path) -> None:
    async with serving(tmp_path) as served, aiohttp.ClientSession() as session:
        table, _person, visitor = await _turn(served)
        url, headers = f"{served.url}/api/table/{table.id}/news", {"Cookie": visitor.cookie}
        opened = []
        for _ in range(streams.MOST_OF_PERSON + 1):
            news = await session.get(url, headers=headers)
            await news.content.readuntil(b"\n\n")
            opened.append(news)
        assert await opened[0].content.read() == b""
        assert len(served.server.streams) == streams.MOST_OF_PERSON
        for news in opened:
            news.close()
