"""Watching in a real browser: a game as it is played, its end, and its replay, by the keyboard alone."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from bot.data.tables import Status
from tests.browser import chromium
from tests.browser.served import serving
from tests.browser.test_in_chromium import by_keys
from tests.tables.club import ANA, BO, EVA, play_on, started

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    "looks",
    [{"viewport": {"width": 390, "height": 844}, "is_mobile": True}, {"viewport": {"width": 1280, "height": 800}}],
    ids=["phone", "desk"],
)
async def test_a_whole_game_is_watched(tmp_path: Path, looks: dict[str, Any]) -> None:
    async with serving(tmp_path, random.Random(5)) as served, chromium.context(**looks) as context:
        table, chance = await started(served.tables, ANA, BO, layout="2", house={"rounds": 1}), random.Random(6)
        await served.doors.let_watch(EVA, table)
        page, complaints = await chromium.opened(context, served, EVA, table.id)
        assert await page.locator("#mine").is_hidden()
        assert await page.locator("#stock, #pile").evaluate_all("(heaps) => heaps.map((heap) => heap.disabled)") == [
            True,
            True,
        ]
        assert "You watch" in await page.locator("#now").inner_text()
        assert await page.locator("#others > section").count() == 2
        # The page says each move aloud, once.
        outcomes = await play_on(served.tables, table, chance, moves=3)
        version = outcomes[-1].table.version
        await page.wait_for_function("(version) => document.body.dataset.version >= version", arg=version)
        said = await page.locator("#aloud p").all_inner_texts()
        assert said
        assert len(set(said)) == len(said)
        # The keyboard scrolls the table, where nothing can be pressed.
        assert await page.evaluate("() => document.querySelector('main').tabIndex") == 0
        await play_on(served.tables, outcomes[-1].table, chance)
        assert (await served.tables.get(table.id)).status is Status.FINISHED
        await page.wait_for_selector("#sheet:not([hidden])")
        assert await page.locator("#sheet .own").count() == 0
        await page.keyboard.press("Escape")
        await by_keys(page, '#actions button[data-key="replay"]')
        await page.wait_for_selector("#replay:not([hidden])")
        assert await page.locator("#hand .card").count() == 0
        width = page.viewport_size["width"] if page.viewport_size else 0
        edges = await page.locator("#replay button").evaluate_all(
            "(all) => all.map((one) => one.getBoundingClientRect().right)"
        )
        assert max(edges) <= width
        assert complaints == []
