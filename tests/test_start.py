"""What the bot does before it answers anybody."""

from __future__ import annotations

import threading
from pathlib import Path
from unittest import mock

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
