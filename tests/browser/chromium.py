"""A real browser for tests: Chromium of the system, without which they are left out."""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from playwright.async_api import BrowserContext, Page, async_playwright

from tests.browser.served import Served

#: The names under which systems have Chromium.
_NAMES = ("chromium", "chromium-browser", "google-chrome")


def path() -> str:
    """Return where Chromium is, as `needed` does."""
    return needed("Chromium", "chromium", *_NAMES)


def needed(program: str, package: str, *names: str) -> str:
    """Return where a program is that has one of these names.

    Without it the test is left out, but not where everything must be tried.
    """
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None:
        why = f"there is no {program} here: install the package {package} to try the page in a browser"
        if os.environ.get("CI") == "true":
            pytest.fail(why)
        pytest.skip(why)
    return found


@asynccontextmanager
async def context(**looks: Any) -> AsyncIterator[BrowserContext]:
    """Open a browser that nobody has used, of a size and kind; see Playwright's `new_context`."""
    executable = path()
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=executable, args=["--no-sandbox"])
        try:
            yield await browser.new_context(**looks)
        finally:
            await browser.close()


async def opened(context: BrowserContext, served: Served, user_id: int, table_id: int) -> tuple[Page, list[str]]:
    """Return the page of somebody's table, opened by a link, and what it complains about."""
    page, complaints = await context.new_page(), list[str]()
    # All that is awaited comes, if late where much else runs.
    page.set_default_timeout(120_000)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    # A refused move is an answer with a status, which the browser notes as well.
    page.on("console", lambda one: None if "status of 409" in one.text else complaints.append(one.text))
    page.on("request", lambda one: None if one.url.startswith(served.url) else complaints.append(one.url))
    await page.goto(await served.doors.link(user_id, table_id))
    await page.wait_for_selector("#page:not([hidden])")
    return page, complaints
