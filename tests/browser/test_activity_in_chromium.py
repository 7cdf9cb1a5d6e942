"""The page as an Activity in a real browser: in a frame of another site, with Discord's own library and a client that speaks its messages."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import BrowserContext, Frame, Page

from bot.browser.activity import Activity
from bot.data.tables import Status
from tests.browser import chromium
from tests.browser.discord_client import DiscordClient
from tests.browser.served import Served, serving
from tests.browser.test_activity import CLIENT, who
from tests.browser.test_in_chromium import play_whole_game, tap
from tests.tables.club import ANA, BO, EVA, mover, started

pytestmark = pytest.mark.slow

_PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@asynccontextmanager
async def discord(folder: Path, user_id: int = ANA, channel: int = 70) -> AsyncIterator[tuple[Served, DiscordClient]]:
    """Serve tables as an Activity, and return a client in which somebody is signed in, who looks at a channel."""
    chromium.path()
    async with serving(folder, random.Random(5), Activity(str(CLIENT), who)) as served:
        yield served, DiscordClient(CLIENT, served.url, str(user_id), channel)


async def launched(context: BrowserContext) -> tuple[Page, Frame, list[str]]:
    """Open the Activity, and return Discord's page, the frame, and what either complains about."""
    page, complaints = await context.new_page(), list[str]()
    page.set_default_timeout(120_000)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda one: complaints.append(one.text))
    page.on("request", lambda one: None if _here(one.url) else complaints.append(one.url))
    await page.goto("https://discord.com/channels")
    frame = page.frame(url=f"https://{CLIENT}.discordsays.com/**")
    assert frame is not None
    return page, frame, complaints


def _here(url: str) -> bool:
    return url.startswith((f"https://{CLIENT}.discordsays.com/", "https://discord.com/channels", "data:"))


async def shown(frame: Frame, sentence: str) -> None:
    await frame.wait_for_selector(f"#instead-title:has-text({sentence!r})")


async def test_a_table_is_seen_and_played_in_the_frame(tmp_path: Path) -> None:
    async with discord(tmp_path) as (served, client), client.context(tmp_path, **_PHONE) as context:
        table = await started(served.tables, ANA, BO, layout="2")
        page, frame, complaints = await launched(context)
        await frame.wait_for_selector("#hand .card")
        asked = await page.evaluate("window.asked")
        assert [kind for kind, _said in asked] == [0, 1]
        assert asked[0][1]["client_id"] == str(CLIENT)
        wanted = {"client_id": str(CLIENT), "response_type": "code", "scope": ["identify"], "prompt": "none"}
        assert (asked[1][1]["cmd"], asked[1][1]["args"]) == ("AUTHORIZE", wanted)
        # The frame's own cookie is kept, and for no other page.
        cookies = await context.cookies()
        assert [one["name"] for one in cookies] == ["__Host-canasta-activity"]
        assert cookies[0]["httpOnly"]
        assert await frame.locator("#leave").is_hidden()
        # Own moves and those of others, as they come.
        for _each in range(4):
            now = await served.tables.get(table.id)
            person = mover(now)
            if person == ANA:
                await frame.wait_for_function("(version) => document.body.dataset.version >= version", arg=now.version)
                await frame.locator("#stock").tap()
                await frame.wait_for_function("(version) => document.body.dataset.version > version", arg=now.version)
                await frame.locator("#hand .card").last.tap()
                await frame.wait_for_selector("#put-back:not([hidden])")
                await frame.wait_for_selector("#options button")
                await frame.locator("#pile").tap()
                await frame.wait_for_function(
                    "(version) => document.body.dataset.version > version", arg=now.version + 1
                )
            else:
                await served.tables.turns.play(table.id, person, "draw")
                look = await served.tables.look(table.id, person)
                assert look.mine is not None
                await served.tables.turns.play(
                    table.id, person, next(move for move in look.mine.legal if move.verb == "discard")
                )
            version = (await served.tables.get(table.id)).version
            await frame.wait_for_function("(version) => document.body.dataset.version >= version", arg=version)
        assert complaints == []


async def test_a_whole_game_is_played_in_the_frame(tmp_path: Path) -> None:
    async with discord(tmp_path) as (served, client), client.context(tmp_path, **_PHONE) as context:
        table = await started(served.tables, ANA, fill="easy", house={"rounds": 1})
        _page, frame, complaints = await launched(context)
        await frame.wait_for_selector("#hand .card")
        assert await play_whole_game(frame, served, table, tap) > 0
        assert (await served.tables.get(table.id)).status is Status.FINISHED
        assert await frame.locator("#hand .card").count() == 0
        assert complaints == []


async def test_with_several_tables_one_chooses_without_leaving_the_frame(tmp_path: Path) -> None:
    async with discord(tmp_path, channel=999) as (served, client), client.context(tmp_path) as context:
        await started(served.tables, ANA, BO, layout="2", channel=70)
        second = await started(served.tables, ANA, fill="easy", channel=71)
        _page, frame, complaints = await launched(context)
        await frame.locator(f"#instead-list a[href='/table/{second.id}']").click()
        await frame.wait_for_selector("#hand .card")
        assert await frame.evaluate("location.pathname + location.search") == (
            f"/table/{second.id}?frame_id=f-1&instance_id=i-1-gc-2-3&platform=desktop&channel_id=999"
        )
        assert complaints == []


async def test_whoever_refuses_at_first_is_asked_again(tmp_path: Path) -> None:
    async with discord(tmp_path) as (served, client), client.context(tmp_path) as context:
        await started(served.tables, ANA, BO, layout="2")
        client.behaves = "denied"
        _page, frame, complaints = await launched(context)
        await shown(frame, "the page must know who you are")
        assert await context.cookies() == []
        await frame.locator("#instead-list button").click()
        await frame.wait_for_selector("#hand .card")
        assert complaints == []


@pytest.mark.parametrize(
    ("user_id", "sentence"), [("nobody", "Discord didn't say who you are."), (str(EVA), "You aren't in any game now.")]
)
async def test_whom_the_server_refuses_reads_why(tmp_path: Path, user_id: str, sentence: str) -> None:
    async with discord(tmp_path) as (served, client), client.context(tmp_path) as context:
        await started(served.tables, ANA, BO, layout="2")
        client.code = user_id
        _page, frame, _complaints = await launched(context)
        await frame.wait_for_selector("#instead-list button")
        assert sentence in await frame.locator("#instead-title").inner_text()
        assert await context.cookies() == []


async def test_a_client_that_keeps_still_leaves_nobody_waiting(tmp_path: Path) -> None:
    async with discord(tmp_path) as (served, client), client.context(tmp_path) as context:
        await started(served.tables, ANA, BO, layout="2")
        client.behaves = "deaf"
        page = await context.new_page()
        await page.clock.install()
        page.set_default_timeout(120_000)
        await page.goto("https://discord.com/channels")
        frame = page.frame(url=f"https://{CLIENT}.discordsays.com/**")
        assert frame is not None
        await shown(frame, "Asking Discord who you are")
        await page.wait_for_function("window.asked.length > 0")
        await page.clock.run_for(16_000)
        await shown(frame, "Discord doesn't answer the page.")


async def test_news_come_also_through_a_proxy_that_holds_them_back(tmp_path: Path) -> None:
    async with discord(tmp_path) as (served, client), client.context(tmp_path) as context:
        table = await started(served.tables, ANA, BO, layout="2")
        client.holds_news_back = True
        _page, frame, _complaints = await launched(context)
        await frame.wait_for_selector("#hand .card")
        person = mover(table)
        await served.tables.turns.play(table.id, person, "draw")
        version = (await served.tables.get(table.id)).version
        await frame.wait_for_function("(version) => document.body.dataset.version >= version", arg=version)


async def test_no_other_site_can_show_the_page_in_a_frame(tmp_path: Path) -> None:
    async with discord(tmp_path) as (served, client), client.context(tmp_path) as context:
        await started(served.tables, ANA, BO, layout="2")
        page = await context.new_page()
        address = f"{client.origin}/?frame_id=1&instance_id=2&platform=desktop"
        # Under another of the names that lead here.
        await page.route(
            "https://evil.discordsays.com/", lambda route: route.fulfill(body="<p>there</p>", content_type="text/html")
        )
        await page.goto("https://evil.discordsays.com/")
        await page.evaluate(
            "(address) => new Promise((done) => { const frame = document.createElement('iframe'); frame.onload = done;"
            " frame.src = address; document.body.append(frame); })",
            address,
        )
        [inner] = page.main_frame.child_frames
        assert inner.url == "chrome-error://chromewebdata/"
        assert await context.cookies() == []
        # By itself it opens: the frame was what it refused.
        await page.goto(address)
        assert await page.locator("#instead").count() == 1
