"""How much more several processes do than one: `python -m tests.bench several`.

Each process plays moves at tables of its own, as `Tables` has people look and play, on one PostgreSQL server that makes
every commit safe. Rounds with one process, with one that has the database alone, and with several take turns, so that
whatever else the machine does meets all of them. Nothing is drawn, and nobody gets a message: what is measured is what
processes share.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import os
import random
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from typing import Any, NamedTuple

from bot.data.tables import InChannel, Status
from bot.store.opening import open_database
from bot.tables import Order, Tables
from tests import postgresql_server
from tests.tables.club import choice, mover

#: Tables at which each process plays at the same time.
_TABLES = 8
_SPAWN = multiprocessing.get_context("spawn")


class Done(NamedTuple):
    """The work of a round: moves a second, and processor time a move in ms, of the processes and of the server."""

    moves: float
    process_ms: float
    server_ms: float


async def _play(address: str, number: int, seconds: float, *, shared: bool) -> tuple[int, float]:
    """Play at tables of its own for some seconds; return how many moves that were, and the processor time."""
    database = await open_database(address, alone=not shared, shared=shared)
    tables = Tables(database, clock=lambda: int(time.time()))
    moves, began, used = 0, time.monotonic(), time.process_time()

    async def play(place: int) -> None:
        nonlocal moves
        chance = random.Random(place)
        while time.monotonic() - began < seconds:
            channel = random.SystemRandom().getrandbits(48)
            order = Order(home=InChannel(number, channel), host_id=1 + place, layout="2")
            table = await tables.lobbies.begin(order, [(1 + place, "Ana"), (1_000 + place, "Bo")])
            while table.status is Status.PLAYING and time.monotonic() - began < seconds:
                move = await choice(tables, table, chance)
                table = (
                    await tables.turns.play(
                        table.id, mover(table), move, interaction_id=random.SystemRandom().getrandbits(60)
                    )
                ).table
                moves += 1
            if table.status is Status.PLAYING:
                await tables.endings.cancel(table.id, 1 + place, moderator=True)

    await asyncio.gather(*(play(number * 100 + place) for place in range(_TABLES)))
    used = time.process_time() - used
    await tables.computers.close()
    await database.close()
    return moves, used


def _process(address: str, number: int, seconds: float, shared: bool, done: Any) -> None:
    done.put(asyncio.run(_play(address, number, seconds, shared=shared)))


def _round(address: str, processes: int, seconds: float, *, shared: bool) -> Done:
    done = _SPAWN.Queue()
    children = [
        _SPAWN.Process(target=_process, args=(address, number, seconds, shared, done)) for number in range(processes)
    ]
    server = _server_seconds()
    for child in children:
        child.start()
    found = [done.get(timeout=600) for _ in children]
    for child in children:
        child.join()
    moves = sum(one for one, _ in found)
    return Done(
        moves / seconds,
        1000 * sum(used for _, used in found) / moves,
        1000 * (_server_seconds() - server) / moves,
    )


def _server_seconds() -> float:
    """Return the processor time that the server has used, and those of its processes that have ended."""
    ticks, main = 0, postgresql_server.process()
    for place in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = place.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(place.parent.name) == main:
            ticks += sum(map(int, fields[11:15]))
        elif int(fields[1]) == main:
            ticks += sum(map(int, fields[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")


def main(arguments: list[str]) -> int:
    """Measure, and print the median of each kind of round."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench several", description=__doc__)
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=20)
    asked = parser.parse_args(arguments)
    postgresql_server.prepare(safe=True)
    try:
        with tempfile.TemporaryDirectory() as folder:
            address = postgresql_server.database_for(Path(folder) / "shared")
            rounds: defaultdict[str, list[Done]] = defaultdict(list)
            for _ in range(asked.rounds):
                for name, processes, shared in (
                    ("alone", 1, False),
                    ("1", 1, True),
                    (f"{asked.workers}", asked.workers, True),
                ):
                    rounds[name].append(_round(address, processes, asked.seconds, shared=shared))
                    print(f"{name:>6}: {rounds[name][-1]}", flush=True)
    finally:
        postgresql_server.stop()
    for name, done in rounds.items():
        middle = [sorted(one)[len(done) // 2] for one in zip(*done, strict=True)]
        print(
            "{:>6}: {:,.0f} moves a second; {:.1f} ms a move of the processes, {:.2f} ms of the server".format(
                name, *middle
            )
        )
    return 0
