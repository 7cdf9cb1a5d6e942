"""Processes in which computers choose their moves where that takes long, so that nobody's answer waits for it."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import random
import signal
from collections.abc import Callable, Coroutine
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, ParamSpec, TypeVar

from bot.canasta.moves import Move
from bot.canasta.views import SeatView
from bot.computer import USUAL, choose, thinks_long
from bot.computer.children import end_with_parent
from bot.computer.hints import Hint, hint
from bot.computer.review import Better
from bot.tables.daily_round import DailyDeal, points_of
from bot.tables.played_rounds import PlayedRound, PlayedTurn, better_at, turns_of

Asked = ParamSpec("Asked")
Thought = TypeVar("Thought")

log = logging.getLogger(__name__)


class Thinkers:
    """Worker processes, started when they are first needed: one for each core but the first, at least one."""

    def __init__(self) -> None:
        self._processes: ProcessPoolExecutor | None = None
        self.wait = _wait
        """How the bot waits for what a process thinks."""

    async def choose(self, view: SeatView, level: str, chance: random.Random) -> Move:
        """Return the move of a level for the seat of a view.

        If a process dies over it, `normal` chooses instead, and the next choice has new processes.
        """
        if not thinks_long(level):
            return await asyncio.to_thread(choose, view, level, chance)
        try:
            return await self._think(_choose, view, level, chance.getrandbits(64))
        except BrokenProcessPool:
            return await asyncio.to_thread(choose, view, USUAL, chance)

    async def hint(self, view: SeatView, chance: random.Random) -> Hint:
        """Return the hint for the seat of a view."""
        try:
            return await self._think(_hint, view, chance.getrandbits(64))
        except BrokenProcessPool:
            return await asyncio.to_thread(hint, view, chance)

    async def better(self, played: PlayedRound, place: int, seed: str) -> Better | None:
        """Return what would have been better than a move of a round, None if nothing surely was."""
        try:
            return await self._think(_better, played, place, seed)
        except BrokenProcessPool:
            return await asyncio.to_thread(_better, played, place, seed)

    async def turns(self, played: PlayedRound) -> tuple[PlayedTurn, ...]:
        """Return the turns of a round, with what every seat's side had after each."""
        try:
            return await self._think(turns_of, played)
        except BrokenProcessPool:
            return await asyncio.to_thread(turns_of, played)

    async def par(self, deal: DailyDeal) -> int:
        """Return the par of the deal of a day."""
        try:
            return await self._think(_par, deal)
        except BrokenProcessPool:
            return await asyncio.to_thread(_par, deal)

    async def _think(self, work: Callable[Asked, Thought], *asked: Asked.args, **_none: Asked.kwargs) -> Thought:
        """Return what a worker process finds. Raises `BrokenProcessPool` if it dies; the next has new processes."""
        if self._processes is None:
            # A fork would take the event loop, the database and the connection to Discord along.
            self._processes = ProcessPoolExecutor(
                max(1, (os.cpu_count() or 2) - 1), multiprocessing.get_context("spawn"), initializer=_begin
            )
        processes = self._processes

        async def thought() -> Thought:
            return await asyncio.get_running_loop().run_in_executor(processes, work, *asked)

        try:
            return await self.wait(thought())
        except BrokenProcessPool:
            log.error("a process in which computers think has died; new ones are started when they are needed")  # noqa: TRY400
            if self._processes is processes:
                self._processes = None
            raise

    async def close(self) -> None:
        """End the processes; what they think about is given up."""
        processes, self._processes = self._processes, None
        if processes is not None:
            await asyncio.to_thread(processes.shutdown, cancel_futures=True)


async def _wait(thought: Coroutine[Any, Any, Thought]) -> Thought:
    return await thought


def _hint(view: SeatView, seed: int) -> Hint:
    return hint(view, random.Random(seed))


def _better(played: PlayedRound, place: int, seed: str) -> Better | None:
    return better_at(played, place, random.Random(seed))


def _par(deal: DailyDeal) -> int:
    return points_of(deal.play_for_par())


def _begin() -> None:
    """Leave it to the bot to end this process, when a terminal interrupts both; end with it; and let people's answers go first."""
    end_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(5)


def _choose(view: SeatView, level: str, seed: int) -> Move:
    return choose(view, level, random.Random(seed))
