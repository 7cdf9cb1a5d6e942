"""A bot's process that starts in a moment, as a copy of one that has everything loaded."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

from tests import forks, seeded_bot


class Forked:
    """A bot's process that begins as a copy of one with all modules loaded; used like one of `asyncio.subprocess`."""

    def __init__(self, child: Any, orders: Connection, log: asyncio.StreamReader) -> None:
        self.stdin = _Orders(orders)
        self.stdout = log
        self._child = child

    @classmethod
    async def begin(cls, environment: dict[str, str]) -> Forked:
        orders, ordering = forks.CONTEXT.Pipe(duplex=False)
        log, logging = forks.CONTEXT.Pipe(duplex=False)
        child = forks.CONTEXT.Process(target=_be_the_bot, args=(environment, orders, logging))
        await asyncio.to_thread(child.start)
        orders.close()
        logging.close()
        pipe = os.fdopen(os.dup(log.fileno()), "rb")
        log.close()
        reader = asyncio.StreamReader()
        loop = asyncio.get_running_loop()
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), pipe)
        return cls(child, ordering, reader)

    @property
    def returncode(self) -> int | None:
        code: int | None = self._child.exitcode
        return code

    def send_signal(self, how: signal.Signals) -> None:
        os.kill(self._child.pid, how)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    async def wait(self) -> int | None:
        await asyncio.to_thread(self._child.join)
        return self.returncode


class _Orders:
    """The writing end of the pipe by which a forked bot gets the time."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe

    def write(self, line: bytes) -> None:
        with suppress(BrokenPipeError):
            os.write(self._pipe.fileno(), line)


def _be_the_bot(environment: dict[str, str], orders: Connection, said: Connection) -> None:
    os.environ.update(environment)
    for source, place in ((orders, 0), (said, 1), (said, 2)):
        os.dup2(source.fileno(), place)
    # The streams that were open before use other ends.
    sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w", buffering=1), open(2, "w", buffering=1)  # noqa: SIM115
    sys.exit(seeded_bot.run(sys.stdin.readline()))
