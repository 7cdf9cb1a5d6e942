"""The bot's work before it answers anybody."""

from __future__ import annotations

import asyncio
import gc
import sys
import threading
import time
import weakref
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import pytest

from bot.data.errors import StoreTrouble
from bot.process import count_unread, faster_loop, keep_sweeps_short
from bot.store.messages import MessageStore
from bot.tables.rules import zones
from bot.watching import metrics
from tests.players import bot_of
from tests.world import World


async def test_what_takes_long_to_read_is_read_before_anybody_asks_and_apart_from_the_event_loop(
    tmp_path: Path,
) -> None:
    threads: list[threading.Thread] = []

    def available() -> set[str]:
        threads.append(threading.current_thread())
        return {"Europe/Rome"}

    zones.zones.cache_clear()
    with mock.patch("zoneinfo.available_timezones", available):
        async with World(tmp_path / "canasta.sqlite3"):
            assert zones.zones() == {"Europe/Rome"}
    zones.zones.cache_clear()
    assert len(threads) == 1
    assert threads[0] is not threading.main_thread()


@pytest.mark.parametrize(
    ("theirs", "level", "said"),
    [("9999a", "WARNING", "bring the bot up to date"), ("2025b", "INFO", "Time zones follow")],
)
async def test_the_log_says_by_which_rules_of_time_zones_the_bot_goes(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, theirs: str, level: str, said: str
) -> None:
    caplog.set_level("INFO", "bot.client.client")
    with mock.patch.object(zones, "of_system", return_value=theirs):
        async with World(tmp_path / "canasta.sqlite3"):
            pass
    (line,) = [one for one in caplog.records if "tzdata" in one.getMessage()]
    assert line.levelname == level
    assert zones.VERSION in line.getMessage()
    assert said in line.getMessage()


async def test_a_database_that_fails_as_the_bot_starts_delays_it(tmp_path: Path) -> None:
    """Its server may have to recover just then."""
    read, tries = MessageStore.lagging, []

    async def fails_at_first(messages: MessageStore, guild_id: int | None = None) -> list[int]:
        tries.append(guild_id)
        if len(tries) < 3:
            raise StoreTrouble("the database is in recovery")
        return await read(messages, guild_id)

    with mock.patch.object(MessageStore, "lagging", fails_at_first):
        async with World(tmp_path / "canasta.sqlite3") as world:
            await world.env.advance_time(100)
            assert len(tries) > 2
            assert bot_of(world).services.turn_timers.idle


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
    gc.collect()
    gc.freeze()


@pytest.mark.slow
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


async def test_an_error_that_nobody_waits_for_is_logged_and_counted(caplog: pytest.LogCaptureFixture) -> None:
    async def fail() -> None:
        raise RuntimeError("boom")

    asyncio.get_running_loop().set_exception_handler(count_unread)
    before = metrics.errors()
    task = asyncio.create_task(fail())
    await asyncio.wait({task})
    del task
    gc.collect()
    assert metrics.errors() == before + 1
    assert "boom" in caplog.text


async def _running() -> str:
    return type(asyncio.get_running_loop()).__module__


@pytest.mark.skipif(sys.platform == "win32", reason="there is no faster event loop for Windows")
def test_the_bot_runs_in_the_faster_event_loop_where_it_is_installed() -> None:
    with asyncio.Runner(loop_factory=faster_loop()) as runner:
        assert runner.run(_running()) == "uvloop"
    with mock.patch("bot.process.find_spec", return_value=None):
        assert faster_loop() is None
