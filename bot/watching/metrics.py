"""The bot's counts and times of itself, for Prometheus. Nothing here names a person, a server, a game or a card."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.gc_collector import GCCollector
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector

_REGISTRY = CollectorRegistry()
ProcessCollector(registry=_REGISTRY)
PlatformCollector(registry=_REGISTRY)
GCCollector(registry=_REGISTRY)

_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

#: Seconds from an interaction's arrival until its first answer is accepted by Discord, and until all of it is done. The kind
#: is a command's name, a button's action or `completion`.
FIRST_ANSWERS = Histogram(
    "canasta_first_answer_seconds",
    "Seconds from the arrival of an interaction to its first answer",
    ["kind"],
    buckets=_SECONDS,
    registry=_REGISTRY,
)
ANSWERS = Histogram(
    "canasta_answer_seconds",
    "Seconds from the arrival of an interaction until it is answered in full",
    ["kind"],
    buckets=_SECONDS,
    registry=_REGISTRY,
)
REFUSALS = Counter(
    "canasta_refusals",
    "Requests of people that were refused by a sentence, by the reason",
    ["reason"],
    registry=_REGISTRY,
)
ERRORS = Counter("canasta_errors", "Unexpected errors, each in the log under a reference", registry=_REGISTRY)
DISCORD_REFUSALS = Counter(
    "canasta_discord_refusals",
    "Calls that Discord refused: later is 429, closed a person without direct messages",
    ["reason"],
    registry=_REGISTRY,
)
REQUESTS = Counter(
    "canasta_requests",
    "Requests at the endpoint for interactions, by what became of them: taken, ping, or why they were refused",
    ["outcome"],
    registry=_REGISTRY,
)
PAGE_CROWDED = Counter(
    "canasta_page_crowded",
    "Connections to the page of a table that were closed because too many were open",
    registry=_REGISTRY,
)
DISCORD_CALLS = Counter(
    "canasta_discord_calls",
    "Calls to Discord's HTTP API by the status of the answer, also those that are made again after a 429",
    ["status"],
    registry=_REGISTRY,
)
PICTURES = Histogram(
    "canasta_picture_seconds", "Seconds in which a picture was drawn", ["picture"], buckets=_SECONDS, registry=_REGISTRY
)
DATABASE = Histogram(
    "canasta_database_seconds",
    "Seconds of a query that wasn't remembered (read), or of a transaction from its beginning to its commit (write)",
    ["kind"],
    buckets=(0.0005, 0.001, *_SECONDS),
    registry=_REGISTRY,
)
# Metrics that alerts ask for exist before the first event: Prometheus doesn't count a step from nothing.
DISCORD_CALLS.labels("429")
FIRST_ANSWERS.labels("completion")
_LOOP_DELAY = Histogram(
    "canasta_loop_delay_seconds", "How late the event loop woke a task", buckets=(0.001, *_SECONDS), registry=_REGISTRY
)
_TABLES = Gauge("canasta_tables", "Tables by state", ["state"], registry=_REGISTRY)
_IN_MEMORY = Gauge("canasta_games_in_memory", "Games that are held in memory", registry=_REGISTRY)
_LATE_TIMERS = Gauge("canasta_late_timers", "Timers that were due more than a minute ago", registry=_REGISTRY)
_HEARD = Gauge("canasta_heard_seconds", "Seconds since Discord last sent an event", registry=_REGISTRY)
_WELL = Gauge(
    "canasta_well", "Whether a part of the bot's health is as it should be: 1 or 0", ["part"], registry=_REGISTRY
)
_DISK_FREE = Gauge("canasta_disk_free_bytes", "Room that is left on the disk of the database", registry=_REGISTRY)

#: Seconds between two looks at how late the event loop is.
_LOOK_EVERY = 0.5


@contextmanager
def timed(histogram: Histogram, label: str) -> Iterator[None]:
    """Time what is done inside, also if it fails."""
    began = time.monotonic()
    try:
        yield
    finally:
        histogram.labels(label).observe(time.monotonic() - began)


async def watch_loop() -> None:
    """Time how late the event loop wakes this task, until it is cancelled."""
    while True:
        due = time.monotonic() + _LOOK_EVERY
        await asyncio.sleep(_LOOK_EVERY)
        _LOOP_DELAY.observe(max(0.0, time.monotonic() - due))


def answers() -> tuple[int, float]:
    """Return how many interactions got a first answer since the start, and the mean seconds until then."""
    count, total = 0.0, 0.0
    for family in FIRST_ANSWERS.collect():
        for sample in family.samples:
            count += sample.value if sample.name.endswith("_count") else 0
            total += sample.value if sample.name.endswith("_sum") else 0
    return int(count), total / count if count else 0.0


def errors() -> int:
    """Return how many unexpected errors there were since the start."""
    return int(
        sum(sample.value for family in ERRORS.collect() for sample in family.samples if sample.name.endswith("_total"))
    )


def page(
    tables: Mapping[str, int],
    held: int,
    late_timers: int,
    heard: float,
    well: Mapping[str, bool],
    disk_free: int | None,
) -> bytes:
    """Return everything in Prometheus' text form, with what is known only now.

    That is how many tables there are by state, how many games are in memory, how many timers are late, how many seconds
    ago Discord last sent an event, which parts of the bot's health are as they should be, and the bytes that are left on the
    disk of the database (None where that isn't known).
    """
    for state, count in tables.items():
        _TABLES.labels(state).set(count)
    _IN_MEMORY.set(held)
    _LATE_TIMERS.set(late_timers)
    _HEARD.set(heard)
    for part, good in well.items():
        _WELL.labels(part).set(good)
    _DISK_FREE.set(math.nan if disk_free is None else disk_free)
    return generate_latest(_REGISTRY)
