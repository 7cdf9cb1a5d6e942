"""The cost of an answer by a bare discord.py bot whose one command answers with a picture, in a process of its own
against a stand-in.

`python -m tests.bench bare [--seconds N] [--a-second N] [--json]`
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import tempfile
import time
from pathlib import Path
from typing import ClassVar, NamedTuple

from renderer import render_hand
from tests.renderer import samples
from tests.standin import ProcessWorld
from tests.usage import Usage, milliseconds
from tests.world import Person


class Bare(NamedTuple):
    """How many answers there were, milliseconds of processor time of each, and percentiles of the milliseconds until it came."""

    answers: int
    cpu_ms: float
    p50_ms: float
    p99_ms: float


class BareWorld(ProcessWorld):
    """A world with the bare bot."""

    program: ClassVar[str] = "tests.bare_bot"

    @property
    def picture(self) -> Path:
        """The file with the picture that it shows."""
        return self.file.with_name("picture.png")

    def furnish(self) -> None:
        """Draw a hand, as most answers of the other bot show one."""
        self.picture.write_bytes(render_hand(samples.dealt(11)).png)

    def environment(self) -> dict[str, str]:
        """Return the settings by which the bot lives."""
        return super().environment() | {"CANASTA_TEST_PICTURE": str(self.picture)}


async def measure(seconds: float, a_second: float) -> Bare:
    """Have people ask now and then, this many times a second together."""
    with tempfile.TemporaryDirectory() as folder:
        async with BareWorld(Path(folder) / "canasta.sqlite3") as world:
            people = world.people(*(f"Anna {number}" for number in range(8)))
            for person in people:
                await person.slash("picture")
            world.delays.clear()
            usage = Usage(world.process.pid)
            usage.mark()
            async with asyncio.TaskGroup() as group:
                for number, person in enumerate(people):
                    group.create_task(_ask(person, number, seconds, len(people) / a_second))
            delays = [delay for _kind, delay in world.delays]
            cost = usage.processor_seconds * 1000 / len(delays)
    return Bare(len(delays), round(cost, 2), milliseconds(delays, 50), milliseconds(delays, 99))


async def _ask(person: Person, seed: int, seconds: float, pause: float) -> None:
    chance, until = random.Random(seed), time.monotonic() + seconds
    while time.monotonic() < until:
        await asyncio.sleep(min(chance.expovariate(1 / pause), max(0.0, until - time.monotonic())))
        await person.slash("picture")


def main(arguments: list[str]) -> int:
    """Print what an answer costs."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench bare", description=__doc__)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--a-second", type=float, default=4)
    parser.add_argument("--json", action="store_true", help="end with a line for programs")
    options = parser.parse_args(arguments)
    bare = asyncio.run(measure(options.seconds, options.a_second))
    print(
        f"a bare bot: {bare.answers} answers, {bare.cpu_ms} ms of processor time each,"
        f" median {bare.p50_ms}, 99th percentile {bare.p99_ms} ms"
    )
    if options.json:
        print(json.dumps(bare._asdict()))
    return 0
