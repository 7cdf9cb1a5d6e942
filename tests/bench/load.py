"""How the bot bears many tables: it runs in a process of its own against a stand-in, with a bare discord.py bot beside
it.

`python -m tests.bench load [--tables N] [--people N] [--minutes N] [--file FILE] [--workers N] [--database ADDRESS]
[--picture FILE] [--json]`

Of this many tables in progress, with ten times as many finished games in the same file, this many people play as in a
day that is compressed to these minutes: a table plays some turns, its people thinking for seconds, and hours later
another one goes on. The stand-in and the people are a process too, which takes about as much of a machine as the bot;
the report has the delay of its own event loop, as all delays are measured there.

With `--workers` the bot is this many processes on one PostgreSQL database, into which the file is copied first: one at
an address, which must be empty, or one of a server that is started for it and makes every commit safe. Interactions go
to them over HTTP, in turn, and one of them is on the gateway. Processor time and memory are those of all of them
together, without the server's.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import random
import signal
import socket
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Final, TypeVar

import aiohttp
import discord
import psycopg
from prometheus_client.parser import text_string_to_metric_families
from simcord import Env

from bot.client.endpoint import PATH
from bot.store.copying import copy
from bot.store.sqlite import _CHECKED_AFTER, _CHECKED_FIRST
from renderer import Picture
from tests import bulk, postgresql_server
from tests.crowd import Crowd, Played
from tests.load_picture import LoadView, render
from tests.players import card_buttons, cards_or_ranks, green, newest_call
from tests.ports import free_port
from tests.standin import Standin
from tests.usage import Usage, database_bytes, milliseconds
from tests.world import Answer, Person, Shown

Found = TypeVar("Found")

#: Each server of the file has this many games in progress, and this many finished ones.
_RUNNING, _FINISHED = 2, 20
#: A group of people has this many games, of which it plays one for this many turns, on average, before a pause.
_GAMES, _TURNS = 3, 8
#: The median of the seconds that people think before each press while they are at the table, and of their pauses, in seconds
#: of the day that is compressed; and how far both spread (the sigma of a lognormal distribution).
_THINK, _PAUSE, _SPREAD = 8.0, 7_200.0, 0.8
_DAY: Final = 24 * 3600
#: Nobody presses anything for this many seconds at most because something doesn't appear.
_PATIENCE = 60.0
#: The name of the menu of a rank's cards.
_WHICH: Final = "Which card?"
#: The bot is idle if it takes less than this share of a core, looked at for this many seconds.
_IDLE, _LOOK = 0.1, 2.0
#: Seconds at the beginning that aren't measured: everybody's first message is a new one then.
_WARMING = 20.0


@dataclass
class Counts:
    """Counts and times in the stand-in since `begin`."""

    calls: int = 0
    first: list[float] = field(default_factory=list)
    """Seconds until the first answer to each interaction, which may say that there will be one."""
    full: list[float] = field(default_factory=list)
    """Seconds until its answer was there, of those that have one of their own."""
    late: list[float] = field(default_factory=list)
    """Seconds by which the stand-in's own event loop was late."""
    turns: int = 0
    troubles: list[str] = field(default_factory=list)


class MeasuredCrowd(Crowd):
    """A crowd whose bot shows its figures at a port, and is started without preparation."""

    program: ClassVar[str] = "tests.seeded_bot"

    def __init__(self, database: Path) -> None:
        super().__init__(database)
        self.counts = Counts()
        self._port = free_port()
        self._open: dict[int, float] = {}

    def environment(self) -> dict[str, str]:
        """Return the settings by which the bot lives, compiled modules and memory as the image and the systemd unit have them."""
        own = {
            "CANASTA_HTTP_PORT": str(self._port),
            "CANASTA_LOG_LEVEL": "WARNING",
            "PYTHONDONTWRITEBYTECODE": "",
            "MALLOC_ARENA_MAX": "2",
            "MALLOC_MMAP_THRESHOLD_": "1048576",
            "MALLOC_TRIM_THRESHOLD_": "4194304",
        }
        return super().environment() | own

    @property
    def ports(self) -> list[int]:
        """The ports at which the bot's processes show their figures."""
        return [self._port]

    @property
    def usages(self) -> list[Usage]:
        """The usage of each of the bot's processes."""
        return [Usage(self.process.pid)]

    def database_bytes(self) -> int:
        """Return the size of the database."""
        return database_bytes(self.file)

    async def figures(self) -> dict[str, float]:
        """Return what the bot's processes have counted and timed together, by the names of the samples with their labels."""
        found: defaultdict[str, float] = defaultdict(float)
        async with aiohttp.ClientSession() as session:
            for port in self.ports:
                async with session.get(f"http://127.0.0.1:{port}/metrics") as page:
                    for family in text_string_to_metric_families(await page.text()):
                        for sample in family.samples:
                            found[" ".join([sample.name, *sample.labels.values()])] += sample.value
        return found

    def _heard(self, event: str, payload: Any) -> None:
        super()._heard(event, payload)
        if event == "INTERACTION_CREATE":
            self._open[int(payload["id"])] = time.perf_counter()

    def _note(self, method: str, path: str, body: Any, files: Sequence[discord.File]) -> None:
        super()._note(method, path, body, files)
        self.sent.clear()
        self.counts.calls += 1
        self.counts.first += [seconds for _kind, seconds in self.delays]
        self.delays.clear()
        parts = path.strip("/").split("/")
        if parts[0] == "interactions" and body["type"] not in {5, 6}:
            self._answered(int(parts[1]))
        elif parts[0] == "webhooks":
            self._answered(self.env.backend.interaction_tokens.get(parts[2], 0))

    def _answered(self, interaction_id: int) -> None:
        asked = self._open.pop(interaction_id, None)
        if asked is not None:
            self.counts.full.append(time.perf_counter() - asked)


class _Balancing(Standin):
    """A stand-in that sends interactions to several addresses, in turn."""

    def __init__(self, env: Env, addresses: Sequence[str]) -> None:
        super().__init__(env)
        self._turns = itertools.cycle(addresses)

    def _feed(self, event: str, payload: Mapping[str, Any]) -> None:
        if event == "INTERACTION_CREATE":
            self.endpoint = next(self._turns)
        super()._feed(event, payload)


class SharedCrowd(MeasuredCrowd):
    """Such a crowd, whose bot is several processes on a PostgreSQL database that holds what the file does."""

    def __init__(self, file: Path, address: str, workers: int) -> None:
        super().__init__(file)
        self.settings = self.settings.model_copy(update={"database": address})
        self._address = address
        self._ports = [(free_port(), free_port()) for _ in range(workers)]
        self._beginning = 0
        self._processes: list[Any] = []
        self._readings: list[asyncio.Task[None]] = []

    def make_standin(self) -> Standin:
        """Return the server that the bot takes for Discord, which knows where its processes take interactions."""
        return _Balancing(self.env, [f"http://127.0.0.1:{port}{PATH}" for _, port in self._ports])

    def environment(self) -> dict[str, str]:
        """Return the settings of the process that is being started."""
        figures, interactions = self._ports[self._beginning]
        own = {
            "CANASTA_WORKERS": "several",
            "CANASTA_HTTP_PORT": str(figures),
            "CANASTA_INTERACTIONS_KEY": self.standin.key.verify_key.encode().hex(),
            "CANASTA_INTERACTIONS_PORT": str(interactions),
            "CANASTA_TEST_SEED": f"{self.seed}{self._beginning}",
        }
        return super().environment() | own

    @property
    def ports(self) -> list[int]:
        """The ports at which the bot's processes show their figures."""
        return [figures for figures, _ in self._ports]

    @property
    def usages(self) -> list[Usage]:
        """The usage of each of the bot's processes."""
        return [Usage(process.pid) for process in self._processes]

    def database_bytes(self) -> int:
        """Return the size of the database."""
        with psycopg.connect(self._address) as connection:
            row = connection.execute("SELECT pg_database_size(current_database())").fetchone()
        assert row is not None
        return int(row[0])

    async def start(self) -> None:
        """Start all processes, and wait until they listen and one of them is on the gateway."""
        for number in range(len(self._ports)):
            self._beginning = number
            process = await self._prepare()
            process.stdin.write(f"{self.time()}\n".encode())
            self._processes.append(process)
            self._readings.append(asyncio.create_task(self._read(process)))
        await self.until(lambda: self.listens() or self._dead(), "the bot listens")
        assert not self._dead(), "\n".join(self.log[-20:])

    def listens(self) -> bool:
        """Return whether all processes take interactions, and one is on the gateway."""
        return super().listens() and all(_is_open(port) for _, port in self._ports)

    def _dead(self) -> bool:
        return any(process.returncode is not None for process in self._processes)

    async def _end(self, how: signal.Signals) -> None:
        for process in self._processes:
            process.send_signal(how)
        for process in self._processes:
            await process.wait()
        await asyncio.gather(*self._readings)
        self._processes, self._readings = [], []
        await self.until(lambda: not self.standin.connected, "the connection ends")


class Group:
    """People who have games with each other, and play one of them at a time."""

    def __init__(self, world: MeasuredCrowd, games: Sequence[Played], compressed: float, seed: int) -> None:
        """`compressed` is how many seconds of the day pass in one."""
        self._world = world
        self._games = games
        self._compressed = compressed
        self._chance = random.Random(seed)

    async def play(self, until: float, least: int) -> None:
        """Play until that time (monotonic seconds), and on until there were this many turns at all tables together."""
        while self._goes_on(until, least):
            for game in self._games:
                try:
                    await self._sit(game, until, least)
                except (TimeoutError, AssertionError) as error:
                    self._world.counts.troubles.append(f"table {game.table_id}: {error}")
                pause = min(_DAY, self._chance.lognormvariate(0, _SPREAD) * _PAUSE) / self._compressed
                await asyncio.sleep(max(0.0, min(pause, until - time.monotonic())))

    def _goes_on(self, until: float, least: int) -> bool:
        return time.monotonic() < until or self._world.counts.turns < least

    async def _sit(self, game: Played, until: float, least: int) -> None:
        """Play some turns of a game."""
        while self._goes_on(until, least) and not self._over(game):
            called = self._call(game)
            await self._turn(game, game.people[called[1] if called else game.turn])
            self._world.counts.turns += 1
            if self._chance.random() < 1 / _TURNS:
                return

    async def _turn(self, game: Played, person: Person) -> None:
        """Draw, lay down what is offered with one press, and discard."""
        await self._think()
        shown = await self._cards(await self._draw(game, person))
        while (lay := self._offered(shown)) is not None:
            await self._think()
            found = await self._lay(game, person, lay, shown)
            if found is None:
                return
            shown = found
        await self._think()
        called = self._call(game)
        await self.discard(person, shown)
        await _until(lambda: self._done(game, person, called) or None, "a call")

    async def discard(self, person: Person, shown: Shown) -> None:
        """Press a card, or where a hand has too many, a rank and then one of its cards."""
        answer = await person.press(self._chance.choice(sorted(cards_or_ranks(shown).values())), on=shown)
        if not card_buttons(shown):
            opened = await _until(lambda: _that(answer, lambda page: page.menu(_WHICH)), "the cards of a rank")
            [cards] = [menu for menu in opened.menus if menu.placeholder == _WHICH]
            await person.choose(_WHICH, self._chance.choice([*cards.options.values()]), on=opened)
            chosen = await _until(lambda: _that(answer, lambda page: green(page, "throw")), "what to confirm")
            await person.press(green(chosen, "throw"), on=chosen)

    async def _lay(self, game: Played, person: Person, lay: str, shown: Shown) -> Shown | None:
        """Lay down melds, and return the cards that are left to discard; None if that was the last card."""
        called, before = self._call(game), cards_or_ranks(shown)
        answer = await person.press(lay, on=shown)
        found = await _until(lambda: _fresh(answer, before) or self._done(game, person, called) or None, "cards")
        return found if isinstance(found, Shown) else None

    async def _draw(self, game: Played, person: Person) -> Answer:
        """Draw by the button in a direct message, if there is one and the person likes those, or by the command."""
        if person.id % 2:
            shown = next(iter(reversed(person.messages())), None)
            button = None if shown is None else shown.button("Draw")
            if button is not None and button.enabled:
                return await person.press("Draw", on=shown)
        return await person.slash("draw", where=game.channel)

    async def _cards(self, answer: Answer) -> Shown:
        """Return the answer once it shows cards to discard."""
        try:
            return await _until(lambda: _fresh(answer, {}), "cards")
        except TimeoutError:
            raise TimeoutError(f"no cards to discard: {answer.text[:300]}") from None

    @staticmethod
    def _offered(shown: Shown) -> str | None:
        """Return the button that lays down melds at once, None if there is none."""
        labels = (button for button in shown.buttons if button.enabled)
        return next((one.custom_id for one in labels if one.label.startswith("Lay down ")), None)

    async def _think(self) -> None:
        await asyncio.sleep(min(30.0, self._chance.lognormvariate(0, _SPREAD) * _THINK))

    def _done(self, game: Played, person: Person, before: tuple[int, int] | None) -> bool:
        """Return whether a person's turn is over: the game is, or somebody was called, maybe the same person in a new round."""
        call = self._call(game)
        return self._over(game) or (call is not None and call != before)

    def _call(self, game: Played) -> tuple[int, int] | None:
        """Return the newest message that calls somebody to a turn they haven't begun, and whom.

        That is a table with a ping in its channel, or a hand with which one can draw in direct messages.
        """
        stored = self._world.env.backend.messages[game.channel.id]
        calls = [(message.id, message.ping_user_ids[0]) for message in stored.values() if message.ping_user_ids]
        hand = newest_call(game.people.values(), game.channel.id)
        return max(calls if hand is None else [*calls, hand], default=None)

    def _over(self, game: Played) -> bool:
        stored = self._world.env.backend.messages[game.channel.id].values()
        return any("c:replay:" in json.dumps(message.components) for message in stored)


def _fresh(answer: Answer, before: dict[str, str]) -> Shown | None:
    """Return what an answer shows if there are cards to discard, others than before."""
    return _that(answer, lambda shown: cards_or_ranks(shown) not in ({}, before))


def _that(answer: Answer, shows: Callable[[Shown], object]) -> Shown | None:
    """Return what an answer shows once it shows something, by a question about it."""
    shown = answer.message
    return shown if shown is not None and shows(shown) else None


async def _until(found: Callable[[], Found | None], what: str) -> Found:
    try:
        async with asyncio.timeout(_PATIENCE):
            while (one := found()) is None:  # noqa: ASYNC110 - it happens in another process
                await asyncio.sleep(0.05)
            return one
    except TimeoutError:
        raise TimeoutError(what) from None


@dataclass(frozen=True)
class Result:
    """The outcome of a run."""

    tables: int
    stored: int
    people: int
    workers: int
    """How many processes the bot was; 0 where it was one with a file."""
    seconds: float
    counts: Counts
    cpu_ms: float
    """Milliseconds of the bot's processor time for each interaction."""
    bare: dict[str, float]
    """The findings of `tests.bench.bare`."""
    memory_mb: float
    """At the end."""
    memory_before_mb: float
    """When people had just begun to play."""
    database_mb: float
    grown_mb: float
    start_s: float
    start_cpu_s: float
    """How much processor time the start took."""
    figures: dict[str, float]
    """The growth of the bot's own figures."""
    standin_cpu: float
    """The share of a core that the stand-in took."""

    @property
    def interactions(self) -> int:
        """How many presses and commands there were."""
        return len(self.counts.first)

    @property
    def calls(self) -> float:
        """How many calls to Discord there were for each interaction."""
        return self.counts.calls / self.interactions

    @property
    def cpu_ratio(self) -> float:
        """How many times as much processor time as the bare bot's an interaction takes."""
        return self.cpu_ms / self.bare["cpu_ms"]

    def lines(self) -> Iterator[str]:
        """Yield the report."""
        full, first = self.counts.full, self.counts.first
        yield f"{self.tables} tables in progress, {self.stored} finished games, {self.people} people playing"
        if self.workers:
            yield f"the bot: {self.workers} processes on PostgreSQL, which get interactions over HTTP"
        yield f"{self.interactions} interactions in {self.seconds:.0f} s: {self.interactions / self.seconds:.1f} a second, {self.counts.turns} turns"
        for what, delays in (("the first answer", first), ("the whole answer", full)):
            yield (
                f"{what}: median {milliseconds(delays, 50)}, 95 % within {milliseconds(delays, 95)},"
                f" 99 % within {milliseconds(delays, 99)} ms"
            )
        yield (
            f"the bot: {self.cpu_ms:.1f} ms of processor time an interaction, {self.cpu_ratio:.1f} times the bare bot's"
            f" {self.bare['cpu_ms']} ms; {self.cpu_ms * self.interactions / 1000 / self.seconds * 100:.0f} % of a core"
        )
        yield (
            f"{self.calls:.2f} calls to Discord an interaction; {self.cpu_ms / self.calls:.1f} ms of processor time a call,"
            f" {self.cpu_ratio / self.calls:.1f} times the bare bot's"
        )
        yield f"memory: {self.memory_mb:.0f} MB, when people had just begun to play {self.memory_before_mb:.0f} MB"
        games = self.tables + self.stored
        yield (
            f"database: {self.database_mb:.1f} MB, {self.database_mb * 1e3 / games:.1f} kB a game;"
            f" it grew by {self.grown_mb * 1e3 / max(1, self.counts.turns):.2f} kB a turn"
        )
        late, looks = (self.figures[f"canasta_loop_delay_seconds_{what}"] for what in ("sum", "count"))
        yield f"the event loop: {late * 1000 / max(1, looks):.1f} ms late on average, {self.late_over(0.1):.1%} of looks over 100 ms"
        yield "on average " + ", ".join(self._means())
        yield f"start until the first answer: {self.start_s:.2f} s, {self.start_cpu_s:.2f} s of processor time"
        yield (
            f"the stand-in: {self.standin_cpu * 100:.0f} % of a core, its event loop"
            f" {milliseconds(self.counts.late, 50)} ms late at the median, {milliseconds(self.counts.late, 99)} at the 99th percentile"
        )
        yield from self.counts.troubles[:10]

    def _means(self) -> Iterator[str]:
        """Yield how long the parts of an answer take on average."""
        for what, name in (
            ("reading from the database", "database_seconds read"),
            ("a transaction", "database_seconds write"),
            ("the picture of a table", "picture_seconds table"),
            ("the picture of a hand", "picture_seconds hand"),
        ):
            before, _, label = name.partition(" ")
            total, count = (self.figures.get(f"canasta_{before}_{kind} {label}", 0.0) for kind in ("sum", "count"))
            yield f"{what} took {total * 1000 / max(1.0, count):.1f} ms"

    def picture(self) -> Picture:
        """Draw the whole answers and the figures."""
        figures = (
            ("interactions a second", f"{self.interactions / self.seconds:.1f}"),
            ("first answer, 50 % · 99 %", _pair(self.counts.first)),
            ("whole answer, 50 % · 99 %", _pair(self.counts.full)),
            ("processor time an interaction", f"{self.cpu_ms:.1f} ms"),
            ("times a bare discord.py bot", f"{self.cpu_ratio:.1f}"),
            ("calls to Discord an interaction", f"{self.calls:.1f}"),
            ("memory", f"{self.memory_mb:.0f} MB"),
            ("start to first answer", f"{self.start_s:.1f} s"),
            ("database", f"{self.database_mb:,.0f} MB"),
        )
        return render(
            LoadView(
                f"{self.tables:,} tables, {self.people} people playing",
                f"and {self.stored:,} finished games. Whole answers by ms:",
                tuple(seconds * 1000 for seconds in self.counts.full),
                figures,
            )
        )

    def late_over(self, seconds: float) -> float:
        """Return the share of looks at the event loop at which it was later than that."""
        within = self.figures[f"canasta_loop_delay_seconds_bucket {seconds}"]
        return 1 - within / max(1.0, self.figures["canasta_loop_delay_seconds_count"])

    def document(self) -> dict[str, float]:
        """Return what programs read."""
        return {
            "p50_ms": milliseconds(self.counts.full, 50),
            "p99_ms": milliseconds(self.counts.full, 99),
            "memory_mb": round(self.memory_mb, 1),
            "cpu_ratio": round(self.cpu_ratio, 2),
            "start_s": round(self.start_s, 2),
            "calls": round(self.calls, 2),
        }


def _pair(delays: Sequence[float]) -> str:
    return f"{milliseconds(delays, 50):.0f} · {milliseconds(delays, 99):.0f} ms"


async def measure(
    file: Path, people: int, seconds: float, *, least: int = 0, address: str = "", workers: int = 0
) -> Result:
    """Have this many people play on in a file for this many seconds, at `least` as many turns, and measure what that takes.

    With an address of an empty database the file is copied into it, and the bot is this many `workers` on that.
    """
    if address:
        await copy(file, address)
    bare = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.bench", "bare", "--json", "--seconds", str(seconds)),
        stdout=asyncio.subprocess.PIPE,
    )
    async with SharedCrowd(file, address, workers) if address else MeasuredCrowd(file) as world:
        if not address and database_bytes(file) > _CHECKED_FIRST:
            await asyncio.sleep(_CHECKED_AFTER)
        await _idle(world.usages)
        groups = _groups(world, people, _DAY / seconds)
        until = time.monotonic() + _WARMING + seconds
        async with asyncio.TaskGroup() as tasks:
            playing = [tasks.create_task(group.play(until, least)) for group in groups]
            await asyncio.sleep(_WARMING)
            bots, own = world.usages, Usage(children=False)
            counts = world.counts = Counts(troubles=world.counts.troubles)
            watching = tasks.create_task(_watch_loop(counts.late))
            size, before, began = world.database_bytes(), await world.figures(), time.monotonic()
            memory_before = sum(bot.megabytes for bot in bots)
            for usage in (*bots, own):
                usage.mark()
            await asyncio.wait(playing)
            took, own_spent = time.monotonic() - began, own.processor_seconds
            spent = sum(bot.processor_seconds for bot in bots)
            watching.cancel()
            memory, after = sum(bot.megabytes for bot in bots), await world.figures()
            grown = world.database_bytes() - size
        said, _ = await bare.communicate()
        await world.kill()
        start, start_cpu = await started(world)
        result = Result(
            tables=len(world.games),
            # Each process tells how many there are.
            stored=int(after["canasta_tables finished"] / len(world.ports)),
            people=people,
            workers=workers,
            seconds=took,
            counts=counts,
            cpu_ms=spent * 1000 / max(1, len(counts.first)),
            bare=json.loads(said.splitlines()[-1]),
            memory_mb=memory,
            memory_before_mb=memory_before,
            database_mb=world.database_bytes() / 1e6,
            grown_mb=grown / 1e6,
            start_s=start,
            start_cpu_s=start_cpu,
            figures={name: value - before.get(name, 0.0) for name, value in after.items()},
            standin_cpu=own_spent / took,
        )
        world.counts = Counts()
    return result


def _groups(world: MeasuredCrowd, people: int, compressed: float) -> list[Group]:
    """Return groups with this many people together, whose games lie far from each other in the file."""
    chance = random.Random(1)
    games = [*world.games]
    chance.shuffle(games)
    groups: list[Group] = []
    seated = 0
    while seated < people and games:
        theirs, games = games[:_GAMES], games[_GAMES:]
        groups.append(Group(world, theirs, compressed, len(groups)))
        seated += len(theirs[0].people)
    return groups


async def started(world: MeasuredCrowd) -> tuple[float, float]:
    """Start the bot, which was killed, and return the seconds until it has shown somebody their hand, and its processor time."""
    game = world.games[0]
    began = time.monotonic()
    await world.start()
    answer = await game.people[game.turn].slash("hand", where=game.channel)
    await _until(lambda: (answer.message is not None and answer.message.pictures) or None, "a hand")
    return time.monotonic() - began, sum(usage.processor_seconds for usage in world.usages)


async def _idle(usages: Sequence[Usage]) -> None:
    """Wait until processes have little to do: a while after its start the bot checks a large file."""
    busy = True
    while busy:
        for usage in usages:
            usage.mark()
        await asyncio.sleep(_LOOK)
        busy = any(usage.processor_seconds > _LOOK * _IDLE for usage in usages)


async def _watch_loop(late: list[float]) -> None:
    while True:
        due = time.monotonic() + 0.1
        await asyncio.sleep(0.1)
        late.append(time.monotonic() - due)


def _is_open(port: int) -> bool:
    with socket.socket() as one:
        return one.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def _database(address: str, workers: int) -> Iterator[str]:
    """Give the address of the database for this many processes, nothing where there are none; with a server if it needs
    one."""
    if address or not workers:
        yield address
        return
    postgresql_server.prepare(safe=True)
    try:
        yield postgresql_server.database_for(Path("load"))
    finally:
        postgresql_server.stop()


def main(arguments: list[str]) -> int:
    """Print what was measured."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench load", description=__doc__)
    parser.add_argument("--tables", type=int, default=1_000, help="tables in progress")
    parser.add_argument("--people", type=int, default=60, help="people who play at the same time")
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--file", type=Path, help="a file that tests.bulk has made; it is played on in there")
    parser.add_argument(
        "--workers", type=int, default=0, help="so many processes on PostgreSQL, in place of one and a file"
    )
    parser.add_argument("--database", default="", help="the address of an empty PostgreSQL database for them")
    parser.add_argument("--picture", type=Path, help="draw what was found into this file")
    parser.add_argument("--json", action="store_true", help="end with a line for programs")
    options = parser.parse_args(arguments)
    if options.database and not options.workers:
        parser.error("--database is for --workers")
    with tempfile.TemporaryDirectory() as folder, _database(options.database, options.workers) as address:
        file = options.file or Path(folder) / "canasta.sqlite3"
        if options.file is None:
            bulk.fill(file, servers=max(1, options.tables // _RUNNING), finished=_FINISHED, running=_RUNNING)
        result = asyncio.run(
            measure(file, options.people, options.minutes * 60, address=address, workers=options.workers)
        )
    print("\n".join(result.lines()))
    if options.picture is not None:
        options.picture.write_bytes(result.picture().png)
    if options.json:
        print(json.dumps(result.document()))
    return 0
