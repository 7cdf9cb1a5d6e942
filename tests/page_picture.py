"""The picture of the page in a browser for the documents: `uv run python -m tests.page_picture`, which needs Chromium.

It shows the real page at the width of a phone, in the middle of a game, with cards lifted that can be laid down.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
from pathlib import Path

from PIL import Image
from playwright.async_api import Page

from bot.canasta.moves import Move
from bot.data.tables import Status, Table
from tests.browser import chromium
from tests.browser.served import Served, serving
from tests.tables.club import ANA, BO, CY, DI, choice, started

PICTURE = Path(__file__).parent.parent / "docs" / "pictures" / "page.png"
_SIZE = {"width": 390, "height": 780}
#: A deal in which both sides soon have melds on the table.
_SEED = 11
_MOST_MOVES = 400


async def _to_show(served: Served, table: Table) -> Move:
    """Play on until somebody whose side and opponents have melds can add some more, and return how."""
    chance = random.Random(_SEED)
    for _ in range(_MOST_MOVES):
        now = await served.tables.get(table.id)
        assert now.status is Status.PLAYING
        if now.to_move is not None and now.to_move.user_id == ANA:
            look = await served.tables.look(table.id, ANA)
            assert look.mine is not None
            assert look.public is not None
            laid = [len(side.melds) for side in look.public.sides]
            if look.mine.public.phase == "play" and min(laid) >= 2:
                for move in look.mine.legal:
                    if move.verb == "meld" and len(move.cards) == 3 and len(move.groups) == 1:
                        return move
        assert now.to_move is not None
        assert now.to_move.user_id is not None
        move = await choice(served.tables, now, chance)
        await served.tables.turns.play(table.id, now.to_move.user_id, move)
    raise RuntimeError("no such moment comes: take another seed")


async def _lift(page: Page, move: Move) -> None:
    seen = dict[int, int]()
    for card in move.cards:
        seen[card] = seen.get(card, 0) + 1
        await page.locator(f'#hand .card[data-key="{card}.{seen[card]}"]').tap()
    await page.wait_for_selector("#options button.go")


async def _sheet(page: Page) -> str:
    found = await page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--sheet')")
    return str(found).split('"')[1]


async def draw(picture: Path) -> None:
    """Write the picture."""
    looks = {"viewport": _SIZE, "has_touch": True, "is_mobile": True}
    with tempfile.TemporaryDirectory() as folder:
        async with (
            serving(Path(folder), random.Random(_SEED)) as served,
            chromium.context(**looks) as context,
        ):
            table = await started(served.tables, ANA, BO, CY, DI)
            move = await _to_show(served, table)
            page, _complaints = await chromium.opened(context, served, ANA, table.id)
            await page.wait_for_selector("#hand .card")
            await _lift(page, move)
            # The cards' picture has come.
            await page.evaluate(
                "(address) => Object.assign(new Image(), { src: address }).decode()", await _sheet(page)
            )
            await page.screenshot(path=picture, animations="disabled")
    # As few colours as it shows: a third of the size.
    Image.open(picture).convert("RGB").quantize(256, dither=Image.Dither.NONE).save(picture, optimize=True)


if __name__ == "__main__":
    asyncio.run(draw(PICTURE))
