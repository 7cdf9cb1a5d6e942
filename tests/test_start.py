"""What the bot does before it answers anybody."""

from __future__ import annotations

import gc
import threading
import time
import weakref
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import pytest

from bot.client import keep_sweeps_short
from bot.tables.rules import clock
from tests.world import World


async def test_what_takes_long_to_read_is_read_before_anybody_asks_and_apart_from_the_event_loop(
    tmp_path: Path,
) -> None:
    threads: list[threading.Thread] = []

    def zones() -> set[str]:
        threads.append(threading.current_thread())
        return {"Europe/Rome"}

    clock.zones.cache_clear()
    with mock.patch.object(clock, "available_timezones", zones):
        async with World(tmp_path / "canasta.sqlite3"):
            assert clock.zones() == {"Europe/Rome"}
    clock.zones.cache_clear()
    assert len(threads) == 1
    assert threads[0] is not threading.main_thread()


class Knot:
    """Something that refers to itself."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def collector() -> Iterator[None]:
    """Leave the collector as it was."""
    callbacks, threshold = [*gc.callbacks], gc.get_threshold()
    yield
    gc.callbacks[:] = callbacks
    gc.set_threshold(*threshold)
    gc.unfreeze()


@pytest.mark.usefixtures("collector")
def test_the_collector_leaves_out_what_outlived_a_full_pass_until_a_day_is_over() -> None:
    old = Knot()
    keep_sweeps_short()
    new = Knot()
    seen_old, seen_new = weakref.ref(old), weakref.ref(new)
    del old, new
    gc.collect(1)
    assert seen_new() is None
    gc.collect()
    assert seen_old() is not None
    with mock.patch.object(time, "monotonic", return_value=time.monotonic() + 24 * 3600):
        gc.collect()
    assert seen_old() is None
