"""Runs a piece of work on a database in a process of its own, killed before a chosen statement is run."""

from __future__ import annotations

import asyncio
import itertools
import os
import random
import signal
import sqlite3
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.store.sqlite import SQLite
from bot.tables import Tables
from tests import forks
from tests.tables.club import Clock

#: The long form of a trial: with every moment and to the last point, where the short one takes samples.
LONG = bool(os.environ.get("CANASTA_TEST_LONG"))
#: Of this many moments the short form kills at one.
SAMPLE = 1 if LONG else 17

#: More statements than any work runs.
NEVER = 1_000_000_000

Work = Callable[[Tables], Awaitable[None]]

#: Python's audit events that touch files.
_STEPS = {
    "fcntl.lockf",
    "open",
    "sqlite3.connect",
    *(f"os.{name}" for name in ("chmod", "chown", "link", "listdir", "mkdir", "remove", "rename")),
}


def moments() -> Iterator[int]:
    """Yield the numbers of the statements or steps to kill before, without end."""
    return itertools.count(1, SAMPLE)


def run(path: Path, work: Work, kill_at: int = NEVER, *, opening: bool = False) -> bool:
    """Do `work` on the database in a new process; it is killed before the writer's statement number `kill_at`.

    Statements of the opening itself count only if `opening`. Whether the work came to its end. It must be a
    function of a module, or a `functools.partial` of one.
    """
    child = forks.CONTEXT.Process(target=_live, args=(path, work, kill_at, opening))
    child.start()
    child.join()
    assert child.exitcode in (0, -signal.SIGKILL), child.exitcode
    return child.exitcode == 0


def _live(path: Path, work: Work, kill_at: int, opening: bool) -> None:
    asyncio.run(_work(path, work, kill_at, opening))


async def _work(path: Path, work: Work, kill_at: int, opening: bool) -> None:
    countdown = _countdown(kill_at)
    with pytest.MonkeyPatch.context() as patch:
        if opening:
            patch.setattr("sqlite3.connect", partial(sqlite3.connect, factory=partial(_Traced, countdown)))
        database = await SQLite.in_file(path)
    try:
        if not opening:
            await database._writer.set_trace_callback(countdown)
        tables = Tables(database, clock=Clock(), chance=random.Random(5), waits=random.Random(5))
        await work(tables)
        await tables.computers.close()
    finally:
        await database.close()


def step_by_step(work: Callable[[], object], kill_at: int) -> bool:
    """Do `work` in a new process; it is killed before its step number `kill_at`: a file touched or a statement run.

    Whether the work came to its end. It must be a function of a module, or a `functools.partial` of one.
    """
    child = forks.CONTEXT.Process(target=_step, args=(work, kill_at))
    child.start()
    child.join()
    assert child.exitcode in (0, -signal.SIGKILL), child.exitcode
    return child.exitcode == 0


def _step(work: Callable[[], object], kill_at: int) -> None:
    countdown = _countdown(kill_at)

    def audit(event: str, _: tuple[object, ...]) -> None:
        if event in _STEPS:
            countdown(event)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sqlite3.connect", partial(sqlite3.connect, factory=partial(_Traced, countdown)))
        sys.addaudithook(audit)
        work()
    os._exit(0)


class _Traced(sqlite3.Connection):
    """A connection that is traced from its first statement on."""

    def __init__(self, countdown: Callable[[str], None], *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.set_trace_callback(countdown)


def _countdown(kill_at: int) -> Callable[[str], None]:
    left = iter(range(kill_at - 1, -1, -1))

    def before_statement(_: str) -> None:
        if next(left) == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    return before_statement


def content(path: Path) -> list[str]:
    """Return everything that the database holds, as SQL."""
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())
