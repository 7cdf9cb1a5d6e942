"""Outages of Discord: noticed by how calls end, so that what waits is tried again as soon as anything is answered."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import TypeVar

from bot.messages.discord_refusals import Refusal

T = TypeVar("T")

#: This many failures in a row, or failures of this many places, are no fault of a single place.
_FAILURES, _PLACES = 3, 2
#: The fewest seconds between two notices that an outage is over.
_AT_MOST_EVERY = 60.0


class Outages:
    """Whether Discord has stopped answering: since its last answer, calls have failed in several places, or again and again."""

    def __init__(self) -> None:
        self.over: Callable[[], None] = lambda: None
        """Called when Discord answers again."""
        self._failures = 0
        self._places = set[int]()
        self._said = -_AT_MOST_EVERY
        self._timer: asyncio.TimerHandle | None = None

    def noted(self, place: int, done: T) -> T:
        """Return how a call for a place has ended, having noted it. Of rests Discord says how long they last: these aren't noted."""
        if not (isinstance(done, Refusal) and done.passing):
            self._answered()
        elif done is not Refusal.LATER:
            self._failures += 1
            self._places.add(place)
        return done

    def _answered(self) -> None:
        outage = self._failures >= _FAILURES or len(self._places) >= _PLACES
        self._failures = 0
        self._places.clear()
        if outage and self._timer is None:
            wait = max(0.0, self._said + _AT_MOST_EVERY - time.monotonic())
            self._timer = asyncio.get_running_loop().call_later(wait, self._say)

    def _say(self) -> None:
        self._timer = None
        self._said = time.monotonic()
        self.over()
