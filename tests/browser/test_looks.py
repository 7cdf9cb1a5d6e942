"""All states of the page, as they are seen: axe finds nothing in any look, and nothing is cut off or too small to touch.

`CANASTA_TEST_LONG=1 pytest tests/browser/test_looks.py` asks axe of every state in every look.
"""

from __future__ import annotations

import os
import random
from importlib.resources import files
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import BrowserContext, Page

from renderer.theme import THEMES
from tests.browser import chromium
from tests.browser.served import serving
from tests.browser.states import STATES, lifted
from tests.tables.club import ANA, BO, started

pytestmark = pytest.mark.slow

_AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
_FINDINGS = """async () => (await axe.run(document, { resultTypes: ["violations"] })).violations.flatMap((one) =>
    one.nodes.map((node) => `${one.id}: ${node.target.join(" ")}`))"""
_SIZES = {"phone": (390, 844), "small": (320, 640), "desk": (1280, 800), "sideways": (844, 390)}
#: Themes, what the system prefers, sizes, and sizes of cards.
_LOOKS = list(product(THEMES, ("dark", "light"), ("phone", "small", "desk"), (False, True)))
_SHARES = 4

#: Finds parts that don't fit. A card of the hand may be covered by the one beside it and the one below.
_MISFITS = """() => {
    const found = [], mine = document.querySelector("#mine").getBoundingClientRect();
    const seen = (one) => one.offsetParent && getComputedStyle(one).visibility !== "hidden" && !one.closest(".aside");
    const named = (one) => one.id || one.className || one.textContent.slice(0, 40);
    if (document.documentElement.scrollWidth > innerWidth) found.push("the page is too wide");
    if (document.body.scrollHeight > innerHeight + 1 && !document.querySelector("#page").hidden) found.push("the page is too high");
    for (const one of [...document.querySelectorAll("button, a[href], select")].filter(seen)) {
        const box = one.getBoundingClientRect();
        let { width, height } = box;
        if (one.matches("#hand .card")) for (const other of document.querySelectorAll("#hand .card")) {
            const { left, top } = other.getBoundingClientRect();
            if (top === box.top && left > box.left) width = Math.min(width, left - box.left);
            if (left === box.left && top > box.top + 30) height = Math.min(height, top - box.top);
        }
        if (width < 43.9 || height < 43.9) found.push(`small: ${named(one)}`);
        if (box.left < 0 || box.right > innerWidth + 1) found.push(`beyond an edge: ${named(one)}`);
    }
    // One line stands for several ways, and opens.
    for (const one of [...document.querySelectorAll("p, span, b, h1, h2, li, button:not(#could), td, th")].filter(seen))
        if (!one.matches(".face, #hand *") && one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1) found.push(`cut off: ${named(one)}`);
    if (document.querySelector("#page").hidden || !document.querySelector("#sheet").hidden) return found;
    if (document.querySelector("#main").getBoundingClientRect().height < 90) found.push("the table is out of sight");
    const card = document.querySelector("#hand .card");
    if (card && seen(card) && mine.bottom - card.getBoundingClientRect().top < 44) found.push("the hand is out of sight");
    return found;
}"""


async def _looking(page: Page, theme: str, scheme: Any, size: str, *, large: bool) -> None:
    """Show the page in a look, as `show` in table.js sets it."""
    await page.emulate_media(color_scheme=scheme)
    width, height = _SIZES[size]
    await page.set_viewport_size({"width": width, "height": height})
    set_look = (
        "([theme, large]) => { const { dataset } = document.documentElement; dataset.theme = theme;"
        " if (large) dataset.large = ''; else delete dataset.large; dispatchEvent(new Event('resize')); return new Promise(requestAnimationFrame); }"
    )
    await page.evaluate(set_look, [theme, large])


async def _found(context: BrowserContext, folder: Path, name: str, number: int) -> list[str]:
    """Return what is wrong with a state."""
    found = []
    async with serving(folder, random.Random(5)) as served:
        stage = await STATES[name](served)
        await served.tables.preferences.set(stage.user_id, colours=4)
        await context.clear_cookies()
        page, _complaints = await chromium.opened(context, served, stage.user_id, stage.table_id)
        await stage.then(page)
        await page.evaluate(_AXE)
        looks = _LOOKS if os.environ.get("CANASTA_TEST_LONG") else [_LOOKS[7 * number % len(_LOOKS)]]
        for theme, scheme, size, large in looks:
            await _looking(page, theme, scheme, size, large=large)
            look = f"{name}, {theme}, {scheme}, {size}{', large' if large else ''}"
            found += [f"{look}: {finding}" for finding in await page.evaluate(_FINDINGS)]
        for size, large in product(_SIZES, (False, True)):
            await _looking(page, "green", "dark", size, large=large)
            look = f"{name}, {size}{', large' if large else ''}"
            found += [f"{look}: {misfit}" for misfit in await page.evaluate(_MISFITS)]
        await context.set_offline(False)
        await page.close()
    return found


@pytest.mark.parametrize("share", range(_SHARES))
async def test_axe_finds_nothing_and_everything_fits(tmp_path: Path, share: int) -> None:
    found = []
    async with chromium.context(reduced_motion="reduce") as context:
        for number, name in enumerate(STATES):
            if number % _SHARES == share:
                (tmp_path / name).mkdir()
                found += await _found(context, tmp_path / name, name, number)
    assert found == []


@pytest.mark.parametrize("size", ["phone", "sideways", "desk"])
async def test_a_card_that_is_dragged_is_seen_wherever_it_goes(tmp_path: Path, size: str) -> None:
    width, height = _SIZES[size]
    async with (
        serving(tmp_path, random.Random(5)) as served,
        chromium.context(viewport={"width": width, "height": height}) as context,
    ):
        stage = await lifted(served)
        page, complaints = await chromium.opened(context, served, stage.user_id, stage.table_id)
        card = page.locator("#hand .card").nth(1)
        at, pile = await card.bounding_box(), await page.locator("#pile").bounding_box()
        assert at is not None
        assert pile is not None
        await page.mouse.move(at["x"] + 10, at["y"] + 30)
        await page.mouse.down()
        await page.mouse.move(at["x"] + 30, at["y"] + 10)
        await page.mouse.move(pile["x"] + 10, pile["y"] + 30)
        # Nothing that scrolls cuts it off.
        seen = await page.evaluate(
            """() => {
                const carried = document.querySelector(".carried"), { left, top } = carried.getBoundingClientRect();
                let clips = 0;
                for (let one = carried.parentElement; one !== document.body; one = one.parentElement)
                    if (getComputedStyle(one).overflow !== "visible") clips++;
                return [left, top, clips, carried.style.getPropertyValue("--x")];
            }"""
        )
        assert seen[:3] == [pile["x"], pile["y"], 0]
        assert seen[3] == await card.locator(".face").evaluate("(face) => face.style.getPropertyValue('--x')")
        await page.mouse.up()
        assert await page.locator(".carried").count() == 0
        assert complaints == []


@pytest.mark.parametrize("how", ["news", "signed out", "back"])
async def test_a_drag_in_the_middle_of_which_something_else_comes_leaves_nothing_behind(
    tmp_path: Path, how: str
) -> None:
    async with serving(tmp_path, random.Random(5)) as served, chromium.context() as context:
        table = await started(served.tables, ANA, BO, layout="2")
        page, _complaints = await chromium.opened(context, served, ANA, table.id)
        await page.evaluate("() => history.pushState(null, '', location.pathname)")
        at = await page.locator("#hand .card").first.bounding_box()
        assert at is not None
        await page.mouse.move(at["x"] + 10, at["y"] + 30)
        await page.mouse.down()
        await page.mouse.move(at["x"] + 60, at["y"] - 60)
        assert await page.locator(".carried").count() == 1
        version = table.version
        if how == "news":
            await served.tables.turns.play(table.id, BO if table.turn else ANA, "draw")
            version += 1
            # The table stays as it is until the card is let go.
            await page.wait_for_timeout(300)
            assert await page.evaluate("() => Number(document.body.dataset.version)") == version - 1
        elif how == "signed out":
            await served.doors.close(ANA)
            served.server.streams.wake(table.id)
            await page.wait_for_selector("#instead:not([hidden])")
            assert await page.locator(".carried").count() == 0
        else:
            await page.evaluate("() => history.back()")
            await page.wait_for_selector(".carried", state="detached")
        await page.mouse.up()
        if how != "signed out":
            await page.wait_for_selector("#page:not([inert])")
            await page.wait_for_function("(version) => Number(document.body.dataset.version) === version", arg=version)
            assert await page.locator("#hand .card.dragged, .dropped").count() == 0
            # It is no dead page.
            await page.locator("#hand .card").first.click()
            assert await page.locator('#hand .card[aria-pressed="true"]').count() == 1


async def test_a_large_hand_on_a_phone_is_reached_by_touch(tmp_path: Path) -> None:
    looks: dict[str, Any] = {"viewport": {"width": 320, "height": 640}, "has_touch": True, "is_mobile": True}
    async with serving(tmp_path, random.Random(5)) as served, chromium.context(**looks) as context:
        stage = await STATES["a-hand-of-28"](served)
        await served.tables.preferences.set(stage.user_id, card_size="large")
        page, complaints = await chromium.opened(context, served, stage.user_id, stage.table_id)
        # A finger on the cards scrolls to those that don't fit even so.
        box = await page.locator("#hand").bounding_box()
        assert box is not None
        devtools, finger = await context.new_cdp_session(page), {"x": box["x"] + 60, "y": box["y"] + 200}
        await devtools.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [finger]})
        for _ in range(20):
            finger["y"] -= 10
            await devtools.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [finger]})
        await devtools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        last = page.locator("#hand .card").last
        await page.wait_for_function(
            "() => document.querySelector('#hand .card:last-child').getBoundingClientRect().top < innerHeight - 44"
        )
        await last.tap()
        assert await last.get_attribute("aria-pressed") == "true"
        assert complaints == []
