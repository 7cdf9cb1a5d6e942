"""How long each callback holds the event loop of this process, by the processor time of its thread."""

from __future__ import annotations

import asyncio
import heapq
import json
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

#: This many of the longest holds are kept.
_KEPT = 20
#: Milliseconds that nothing should hold the loop longer than.
LONGEST = 10.0


@dataclass(frozen=True)
class LoopTimes:
    """The measurements: callbacks, those over `LONGEST`, the longest of them (milliseconds, what it was), and processor
    time."""

    callbacks: int
    too_long: int
    longest: list[tuple[float, str]]
    processor_seconds: float


class _Watch:
    def __init__(self) -> None:
        self.callbacks = 0
        self.too_long = 0
        self.longest: list[tuple[float, str]] = []

    def note(self, milliseconds: float, handle: Any) -> None:
        self.callbacks += 1
        if milliseconds <= LONGEST:
            return
        self.too_long += 1
        heapq.heappush(
            self.longest, (round(milliseconds, 1), repr(getattr(handle._callback, "__self__", handle))[:300])
        )
        if len(self.longest) > _KEPT:
            heapq.heappop(self.longest)


_watch = _Watch()


def watch(*, names: bool = False) -> None:
    """Measure from now on, whatever loop runs in this process.

    With `names` tasks are the library's slower ones in plain Python, which tell what they run.
    """
    if names:
        asyncio.tasks.Task = asyncio.tasks._PyTask  # type: ignore[attr-defined,misc]
    run = asyncio.Handle._run

    def timed(handle: asyncio.Handle) -> None:
        began = time.thread_time()
        try:
            run(handle)
        finally:
            _watch.note((time.thread_time() - began) * 1000, handle)

    asyncio.Handle._run = timed  # type: ignore[method-assign,assignment]


def write(path: Path) -> None:
    """Write down what was measured."""
    found = LoopTimes(_watch.callbacks, _watch.too_long, sorted(_watch.longest, reverse=True), time.process_time())
    path.write_text(json.dumps(asdict(found)), encoding="utf-8")


def read(path: Path) -> LoopTimes:
    """Return what a process has written down."""
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return LoopTimes(**found | {"longest": [(milliseconds, what) for milliseconds, what in found["longest"]]})
