"""How tall a turn is on a phone: `python -m tests.bench phone`, in headless Chromium at 390 by 844 pixels.

Needs Debian's package `chromium`, and Playwright: `uv run --with playwright python -m tests.bench phone`.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import importlib.util
import io
import random
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any, Final, NamedTuple

from bot.config import Settings
from bot.sandbox import _Sandbox
from bot.ui import i18n

_WIDTH: Final = 390
_HEIGHT: Final = 844
#: Milliseconds in which a page shows what a press has changed.
_SOON: Final = 4000
#: Hands of so many cards are dealt; one more is held after the draw.
_HANDS: Final = (11, 13, 15, 20)

#: Of the last message with a picture: from its pictures' top to its last button's bottom, rows of buttons, and words.
_MEASURE: Final = """() => {
  const box = element => element.getBoundingClientRect();
  const messages = [...document.querySelectorAll('article.channel-message')];
  const message = messages.filter(one => one.querySelector('.component-gallery')).pop();
  const top = box(message.querySelector('.component-gallery')).top;
  const parts = [...message.querySelectorAll('.component-row > *')];
  const tops = new Set(parts.map(one => Math.round(box(one).top)));
  return {
    height: Math.max(...parts.map(one => box(one).bottom)) - top,
    rows: tops.size,
    words: message.querySelector('.message-components').innerText.split(/\\s+/).length,
  };
}"""


class Look(NamedTuple):
    """A message as a phone shows it: from the top of its pictures to its last button, in pixels; rows of buttons; words."""

    height: float
    rows: int
    words: int


async def turn(cards: int, language: str, browser: Any, folder: Path | None) -> dict[str, Look]:
    """Return how a turn with a hand of so many cards looks before the draw, after it, and while laying down."""
    with tempfile.TemporaryDirectory() as scratch:
        sandbox = _Sandbox(Settings(database=Path(scratch) / "phone.sqlite3"), random.Random(7))
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            serving = asyncio.create_task(sandbox.run("classic", "4", 4, f"deal.hand={cards}", kept=False))
            while "Ctrl-C" not in printed.getvalue():
                await asyncio.sleep(0.1)
                if serving.done():
                    serving.result()
        try:
            channel, direct = sandbox._pages
            # In the language of the server, until one of its people asks for another.
            page = await _opened(browser, channel.url)
            await sandbox._bot.tables.preferences.set(sandbox._newcomer.user.id, language=language)
            await _press(page, "Start", "en")
            page = await _opened(browser, direct.url)
            looks = {"before the draw": await _seen(page, folder, f"{cards}-{language}-before")}
            for moment, label in (("after the draw", "Draw"), ("laying down", "Lay down…")):
                await _press(page, label, language)
                looks[moment] = await _seen(page, folder, f"{cards}-{language}-{moment.replace(' ', '-')}")
            return looks
        finally:
            serving.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await serving


async def _press(page: Any, label: str, language: str) -> None:
    """Press the last button of a label, which is given in English."""
    with i18n.speaking(language):
        words = i18n._(label)
    await page.locator("button").filter(has_text=words).last.click(timeout=8000)
    await page.wait_for_timeout(_SOON)


async def _opened(browser: Any, address: str) -> Any:
    page = await browser.new_page(viewport={"width": _WIDTH, "height": _HEIGHT}, device_scale_factor=2)
    await page.goto(address)
    await page.wait_for_timeout(_SOON)
    return page


async def _seen(page: Any, folder: Path | None, name: str) -> Look:
    found = await page.evaluate(_MEASURE)
    if folder is not None:
        await page.screenshot(path=folder / f"{name}.png")
    return Look(found["height"], found["rows"], found["words"])


async def measure(hands: list[int], languages: list[str], folder: Path | None) -> None:
    """Print a line for each hand, language and moment of a turn."""
    async with importlib.import_module("playwright.async_api").async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        print("cards  language  moment            height  rows  words")
        for cards in hands:
            for language in languages:
                for moment, look in (await turn(cards, language, browser, folder)).items():
                    print(
                        f"{cards:5}  {language:8}  {moment:16}  {look.height:6.0f}  {look.rows:4}  {look.words:5}",
                        flush=True,
                    )
        await browser.close()


def main(arguments: list[str]) -> int:
    """Measure turns of hands and languages, and keep screenshots where a folder for them is named."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench phone", description=__doc__)
    parser.add_argument("--hands", type=int, nargs="+", default=list(_HANDS), help="how many cards are dealt")
    parser.add_argument("--languages", nargs="+", default=["en", "de"], choices=["en", "de"])
    parser.add_argument("--screenshots", type=Path, help="a folder for a picture of each moment")
    options = parser.parse_args(arguments)
    if importlib.util.find_spec("playwright") is None:
        sys.exit("Playwright is missing: uv run --with playwright python -m tests.bench phone")
    if shutil.which("chromium") is None:
        sys.exit("chromium is missing: it is a package of Debian's.")
    asyncio.run(measure(options.hands, options.languages, options.screenshots))
    return 0
