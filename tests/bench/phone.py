"""How tall a turn is on a phone: `python -m tests.bench phone`, in headless Chromium at 390 by 844 pixels.

Needs Debian's package `chromium`, and Playwright: `uv run --with playwright python -m tests.bench phone`.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import importlib.util
import io
import itertools
import random
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any, Final, NamedTuple

from bot.commands.sandbox import _Sandbox
from bot.config import Settings
from bot.ui import i18n

_WIDTH: Final = 390
_HEIGHT: Final = 844
#: Milliseconds for which a page must stay as it is, with all its pictures, to count as finished.
_CALM: Final = 600
#: Milliseconds after which a page or a button counts as stuck: emojis are drawn beside the first pages.
_LONGEST: Final = 60_000
#: Hands of this many cards are dealt, and one more is drawn; of more than can be dealt, the rest is drawn.
_HANDS: Final = (11, 13, 15, 18, 20, 22)
_MOST_DEALT: Final = 20

#: Whether a page shows everything: the simulated Discord waits for nothing, and all pictures are there.
_WHOLE: Final = """
  window.simcordPreview.ready
    && [...document.querySelectorAll('article')].every(one => !one.innerText.includes('unavailable'))
    && [...document.images].every(one => one.complete && one.naturalWidth > 0)"""
#: Whether a page has been whole and the same for that many milliseconds.
_STILL: Final = f"""calm => {{
  const messages = [...document.querySelectorAll('article.channel-message')];
  const now = messages.map(one => one.innerText + [...one.querySelectorAll('img')].map(image => image.src)).join();
  if (!({_WHOLE}) || now !== window.before) {{
    window.before = now;
    window.since = performance.now();
  }}
  return performance.now() - window.since > calm;
}}"""
#: Of the last message with a picture: from its pictures' top to its last button's bottom, rows of buttons, and words. None while
#: the page isn't whole, as it loads pictures again where times in its messages pass.
_MEASURE: Final = (
    f"() => {{ if (!({_WHOLE})) return null;"
    + """
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
)


class Look(NamedTuple):
    """A message as a phone shows it: from the top of its pictures to its last button, in pixels; rows of buttons; words."""

    height: float
    rows: int
    words: int


class Setting(NamedTuple):
    """How a turn is looked at: cards dealt, the language, in the `direct` message or the `channel`, with emojis of cards or not."""

    cards: int
    language: str
    place: str
    emojis: bool

    def __str__(self) -> str:
        """Return what tells it from others."""
        return f"{self.cards}-{self.language}-{self.place}-{'emojis' if self.emojis else 'words'}"


async def turn(setting: Setting, browser: Any, folder: Path | None) -> dict[str, Look]:
    """Return how a turn looks before the draw, after it, while laying down, with two cards chosen, and when some lie there."""
    language, dealt = setting.language, min(setting.cards, _MOST_DEALT)
    with tempfile.TemporaryDirectory() as scratch:
        settings = Settings(database=Path(scratch) / "phone.sqlite3", upload_emojis=setting.emojis)
        sandbox = await _Sandbox.open(settings, random.Random(7))
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            house = f"deal.hand={dealt}, turn.draw={max(setting.cards - dealt, 1)}"
            serving = asyncio.create_task(sandbox.run("classic", "4", 4, house, kept=False))
            while "Ctrl-C" not in printed.getvalue():
                await asyncio.sleep(0.1)
                if serving.done():
                    serving.result()
        pages = []
        try:
            channel, direct = sandbox._pages
            # In the language of the server, until one of its people asks for another.
            pages.append(page := await _opened(browser, channel.url))
            if setting.emojis:
                await _drawn(sandbox)
            await sandbox._bot.services.tables.preferences.set(sandbox._newcomer.user.id, language=language)
            await _press(page, "Start", "en")
            if setting.place == "channel":
                await _press(page, "My hand", "en")
            else:
                pages.append(page := await _opened(browser, direct.url))
            looks = {"before the draw": await _seen(page, folder, f"{setting}-before")}
            for moment, label in (("after the draw", "Draw"), ("laying down", "Lay down…")):
                await _press(page, label, language)
                looks[moment] = await _seen(page, folder, f"{setting}-{moment.replace(' ', '-')}")
            for _card in range(2):
                # The highest cards, which are of different ranks in this deal.
                cards = page.locator("article.channel-message").last.locator("button")
                await cards.nth(await cards.count() - 2 - dealt + 4 * _card).click(timeout=_LONGEST)
                await _still(page)
            looks["two cards chosen"] = await _seen(page, folder, f"{setting}-chosen")
            await _press(page, "Back", language)
            await _press(page, "Lay down…", language)
            await (
                page.locator("article.channel-message")
                .last.locator(".component-row button")
                .first.click(timeout=_LONGEST)
            )
            await _still(page)
            if not await page.locator(".component-row button").filter(has_text=_said("Lay down…", language)).count():
                return looks
            looks["laid down"] = await _seen(page, folder, f"{setting}-laid")
            await _press(page, "Lay down…", language)
            looks["laying more"] = await _seen(page, folder, f"{setting}-more")
            return looks
        finally:
            for page in pages:
                await page.close()
            serving.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await serving


async def _drawn(sandbox: _Sandbox) -> None:
    """Wait until the bot has its emojis: it draws them beside the first pages."""
    uploads = sandbox._bot.services.emoji_uploads
    while True:
        if uploads._drawn and len(uploads.ids) == len(uploads._drawn):
            return
        await asyncio.sleep(0.1)


async def _press(page: Any, label: str, language: str) -> None:
    """Press the last button of a label, which is given in English."""
    await page.locator(".component-row button").filter(has_text=_said(label, language)).last.click(timeout=_LONGEST)
    await _still(page)


async def _still(page: Any) -> None:
    """Wait until a page shows all that a press has changed."""
    await page.evaluate("() => { window.before = null; }")
    await page.wait_for_function(_STILL, arg=_CALM, polling=100, timeout=_LONGEST)


def _said(label: str, language: str) -> str:
    """Return an English label in a language."""
    with i18n.speaking(language):
        return i18n._(label)


async def _opened(browser: Any, address: str) -> Any:
    page = await browser.new_page(viewport={"width": _WIDTH, "height": _HEIGHT}, device_scale_factor=2)
    await page.goto(address)
    await _still(page)
    return page


async def _seen(page: Any, folder: Path | None, name: str) -> Look:
    found = await (await page.wait_for_function(_MEASURE, polling=100, timeout=_LONGEST)).json_value()
    if folder is not None:
        await page.screenshot(path=folder / f"{name}.png")
    return Look(found["height"], found["rows"], found["words"])


async def measure(settings: list[Setting], folder: Path | None) -> None:
    """Print a line for each setting and moment of a turn."""
    async with importlib.import_module("playwright.async_api").async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        print("cards  language  place    emojis  moment            height  rows  words")
        for setting in settings:
            cards, language, place, emojis = setting
            for moment, look in (await turn(setting, browser, folder)).items():
                print(
                    f"{cards:5}  {language:8}  {place:7}  {'yes' if emojis else 'no':6}  {moment:16}"
                    f"  {look.height:6.0f}  {look.rows:4}  {look.words:5}",
                    flush=True,
                )
        await browser.close()


def main(arguments: list[str]) -> int:
    """Measure turns of hands and languages, and keep screenshots where a folder for them is named."""
    every = sorted(i18n.languages())
    parser = argparse.ArgumentParser(prog="python -m tests.bench phone", description=__doc__)
    parser.add_argument("--hands", type=int, nargs="+", default=list(_HANDS), help="how many cards are dealt, or held")
    parser.add_argument("--languages", nargs="+", default=every, choices=every)
    parser.add_argument("--places", nargs="+", default=["direct", "channel"], choices=["direct", "channel"])
    parser.add_argument("--emojis", nargs="+", default=["yes", "no"], choices=["yes", "no"])
    parser.add_argument("--screenshots", type=Path, help="a folder for a picture of each moment")
    options = parser.parse_args(arguments)
    if importlib.util.find_spec("playwright") is None:
        sys.exit("Playwright is missing: uv run --with playwright python -m tests.bench phone")
    if shutil.which("chromium") is None:
        sys.exit("chromium is missing: it is a package of Debian's.")
    ways = itertools.product(options.hands, options.languages, options.places, options.emojis)
    settings = [Setting(cards, language, place, emojis == "yes") for cards, language, place, emojis in ways]
    asyncio.run(measure(settings, options.screenshots))
    return 0
