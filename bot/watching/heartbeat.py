"""The sign of life that the running bot leaves beside its database, and the check that reads it."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

#: Seconds between two beats, and the age at which the last one no longer counts.
BEAT_EVERY = 20.0
STALE_AFTER = 90.0

log = logging.getLogger(__name__)


def beat_file(database: Path | str) -> Path:
    """Return the file in which the bot with this database leaves its beat: beside a file, else among temporary ones."""
    if isinstance(database, str):
        # The address holds a password.
        return Path(tempfile.gettempdir()) / f"canasta-{hashlib.sha256(database.encode()).hexdigest()[:16]}.alive"
    return database.with_name(database.name + ".alive")


async def keep_beating(database: Path | str, well: Callable[[], Awaitable[bool]]) -> None:
    """Leave a beat every `BEAT_EVERY` seconds while `well()` holds; runs until it is cancelled."""
    path = beat_file(database)
    while True:
        try:
            if await well():
                with suppress(OSError):
                    # A disk that takes no beat is no reason to end: the old one grows stale.
                    await asyncio.to_thread(path.touch)
        except Exception:
            log.exception("It could not be found out whether the bot is well")
        await asyncio.sleep(BEAT_EVERY)


def complaint(database: Path | str) -> str | None:
    """Return what is wrong with the bot that uses this database, None if it was alive a moment ago."""
    try:
        age = time.time() - beat_file(database).stat().st_mtime
    except FileNotFoundError:
        name = database if isinstance(database, Path) else "in the settings"
        return f"no bot has been connected with the database {name}"
    if age > STALE_AFTER:
        return f"the bot was last connected and able to store games {age:.0f} seconds ago; its log says why"
    return None
