"""Draws pictures in a few threads, so that the event loop never waits for one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from bot import texts
from bot.canasta.views import PublicView, RoundScore, SeatView
from renderer import Picture, Style, prewarm, render_hand, render_scores, render_table

_THREADS = 2


class Pictures:
    """The renderer, awaitable. Texts in pictures are in the language of the task that asks."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="pictures")

    def warm_up(self) -> None:
        """Have the usual sprites drawn in the background."""
        self._threads.submit(prewarm)

    async def hand(self, view: SeatView) -> Picture:
        """A player's hand: for him alone."""
        return await self._draw(partial(render_hand, view, style=_style()))

    async def table(self, view: PublicView) -> Picture:
        """The table, the same for everybody."""
        return await self._draw(partial(render_table, view, style=_style()))

    async def scores(self, sheet: RoundScore, view: PublicView) -> Picture:
        """The sheet of a finished round."""
        return await self._draw(partial(render_scores, sheet, view, style=_style()))

    async def _draw(self, work: Callable[[], Picture]) -> Picture:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    def close(self) -> None:
        """Let go of the threads; pictures not begun are dropped."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def _style() -> Style:
    return Style(translation=texts.current())
