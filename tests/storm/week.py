"""A club's days in virtual time: people of all habits at many tables, while the bot's process is killed many times.

People act only by buttons and commands; they decide what to do next by what the database says that they may see.
Afterwards the database, the messages and everything that Discord announced are checked against what must be so.
"""

from __future__ import annotations

import asyncio
import heapq
import itertools
import random
import re
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from simcord import ChannelHandle

from bot.canasta.moves import Move
from bot.canasta.rules import list_variants, load_rules
from bot.canasta.views import SeatView
from bot.computer import choose
from bot.data.tables import Status, Table
from bot.store.database import Row
from bot.store.opening import open_database
from bot.store.timers import TimerStore
from bot.tables import Tables
from bot.tables.errors import TableError
from bot.tables.rules.absence import all_away
from bot.tables.rules.clock import is_awaited
from bot.ui.actions import read
from bot.worker import AGAIN_AFTER
from tests.discord_limits import walk
from tests.players import COMMANDS, by_button, by_command
from tests.secrecy import cards_in
from tests.storm.lagging import lagging, under_way
from tests.storm.mortal import AtTable, Killed, MortalWorld, MovedOn, heard, version_of
from tests.storm.report import Report
from tests.world import Answer, Person, Shown

MINUTE, HOUR, DAY = 60, 3600, 86_400
LIMITS = (0, 600, HOUR, 4 * HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY)
_PATIENCE = 300.0
#: The real seconds after which the time goes on while something is left to do, and the seconds of the bot's time by which it does so.
_A_WHILE, _TRIED_AGAIN = 10.0, 2 * AGAIN_AFTER
"""The most real seconds until everything that is due must be done."""
_MOST_MOVES = 30
"""More moves than a player ever makes in one turn."""
_MOST_TRIES = 3
"""The number of lost choices at one version of a table that is an error: a restart or a reminder can cause fewer."""
_OUTAGE = "Games can't be stored right now"
"""The words of the bot where its database fails."""


@dataclass(frozen=True)
class Plan:
    """The size of the trial: days, people, tables and kills."""

    days: float
    people: int
    tables: int
    kills: int
    target: int = 500
    """The points that end a game: few, so that some games end."""


@dataclass
class Member:
    """A member of the club: the seconds between their looks (least, most), and what they will do once, and when."""

    person: Person
    away: tuple[float, float]
    by_buttons: float
    deeds: list[tuple[float, str]] = field(default_factory=list)
    gone: bool = False
    """Whether the member can't act at the moment, or never again."""


@dataclass(frozen=True)
class Ping:
    """A call of people in a channel, by a message with buttons for `version`, in the bot's life `life`."""

    channel_id: int
    user_ids: tuple[int, ...]
    version: int | None
    text: str
    life: int
    at: int


class Week:
    """A trial that carries out a plan. `report` grows as it goes on."""

    def __init__(self, world: MortalWorld, tables: Tables, plan: Plan, seed: int) -> None:
        self.report = Report()
        self._world = world
        self._tables = tables
        self._timers = TimerStore(tables.changes.database)
        self._database = tables.changes.database
        self._plan = plan
        self._chance = random.Random(seed)
        self._begin = world.seconds
        self._end = self._begin + int(plan.days * DAY)
        self._members: list[Member] = []
        self._channels: list[ChannelHandle] = []
        self._pings: list[Ping] = []
        self._meant: defaultdict[tuple[int, int], set[tuple[int, str]]] = defaultdict(set)
        """Of each table and version the moves that were tried, with the person who tried them."""
        self._checked: dict[int, int] = {}
        self._numbers = itertools.count()
        self._agenda: list[tuple[float, int, Any]] = []

    async def run(self, progress: Callable[[str], None]) -> Report:
        """Carry out the plan and judge the outcome. `progress` is called every quarter of a day."""
        self._invite()
        self._plan_kills()
        with heard(self._world, self._heard):
            quarters = 0
            while self._agenda and self._world.seconds < self._end:
                await self._step()
                if (self._world.seconds - self._begin) * 4 // DAY > quarters:
                    quarters = (self._world.seconds - self._begin) * 4 // DAY
                    progress(f"day {quarters / 4}: {dict(self.report.counts)}, {self.report.violations}")
            self.report.counts["days"] = round((self._world.seconds - self._begin) / DAY)
            await self._quiet()
            await self._judge()
        return self.report

    # -- who and when

    def _invite(self) -> None:
        world, chance, plan = self._world, self._chance, self._plan
        for number in range(plan.people):
            person = world.person(f"member{number}")
            away = chance.choice(
                ((20 * MINUTE, 5 * HOUR), (2 * HOUR, 12 * HOUR), (6 * HOUR, 18 * HOUR), (12 * HOUR, 36 * HOUR))
            )
            member = Member(person, away, by_buttons=chance.choice((0.0, 0.2, 0.6)))
            self._members.append(member)
            self._at(self._soon(0, 2 * HOUR), member)
            match number % 8:
                case 0:
                    when = self._soon(0.1, 0.5, share=True)
                    self._at(when, (member, "vanish"))
                    self._at(when + self._chance.uniform(0.1, 0.6) * plan.days * DAY, (member, "return"))
                case 1:
                    self._at(self._soon(0.2, 0.9, share=True), (member, "resign"))
                case 2:
                    when = self._soon(0.1, 0.6, share=True)
                    self._at(when, (member, "close"))
                    self._at(when + self._chance.uniform(0.1, 0.4) * plan.days * DAY, (member, "open"))
                case 3 if number % 16 == 3:
                    self._at(self._soon(0.2, 0.9, share=True), (member, "leave"))
        variants = [(one.id, layout) for one in list_variants() for layout in one.layouts if layout.seats <= 6]
        for number in range(plan.tables):
            channel = world.guild.create_text_channel(f"table-{number}")
            self._channels.append(channel)
            variant, layout = ("classic", None) if number % 3 == 0 else chance.choice(variants)
            when = self._soon(0, HOUR) if number < plan.tables * 0.7 else self._soon(0, 0.4, share=True)
            self._at(when, (channel, variant, layout.name if layout else chance.choice(("2", "3", "4"))))

    def _plan_kills(self) -> None:
        # Each kill gets its own part of the time, so that no two come together.
        for number in range(self._plan.kills):
            share = 0.97 / self._plan.kills
            self._at(self._soon(number * share, (number + 0.9) * share, share=True), "kill")

    def _soon(self, low: float, high: float, *, share: bool = False) -> float:
        """Return a time between two, given as seconds after the beginning or as shares of the whole."""
        scale = self._end - self._begin if share else 1
        return self._begin + self._chance.uniform(low, high) * scale

    def _at(self, when: float, what: Any) -> None:
        heapq.heappush(self._agenda, (when, next(self._numbers), what))

    # -- one step of time

    async def _step(self) -> None:
        """Let time pass until something is due, have it happen, and wait until the bot has done its part."""
        world = self._world
        now = await self._next_time()
        world.set_time(now)
        looks, downtime = [], 0.0
        while self._agenda and self._agenda[0][0] <= now:
            what = heapq.heappop(self._agenda)[2]
            if what == "kill":
                world.arm()
                downtime = self._chance.choice((0, 0, 0, 0, 0, HOUR, 6 * HOUR))
            else:
                looks.append(self._happens(what))
        await asyncio.gather(*looks)
        if world.armed and not looks:
            # The passing of time gives the bot something to do.
            await asyncio.sleep(self._chance.random() * 0.3)
        if world.armed:
            world.shoot()
        if not world.alive:
            await self._revive(now + downtime)
        await self._quiet()
        await self._check_messages()
        await world.replace_the_dead()

    async def _next_time(self) -> int:
        """Return when the next thing happens, by the agenda or by the bot's own timers.

        Things within a few minutes count as one.
        """
        now = self._world.seconds
        due = min(self._agenda[0][0] if self._agenda else self._end, self._end)
        timer = await self._timers.soonest(now)
        soon = min(due, timer or due)
        return max(now, int(min(max(soon, now + 5 * MINUTE), max(timer or soon, soon))) + 1)

    async def _revive(self, until: float) -> None:
        """Wait for the end of the bot's process and start another one, perhaps after a while."""
        world = self._world
        self.report.counts["kills"] += 1
        await world.bury()
        if until > world.seconds:
            self.report.counts["kills with hours of downtime"] += 1
            world.set_time(int(until))
        await world.start()

    async def _happens(self, what: Any) -> None:
        """Have something on the agenda happen; if a kill interrupts it, it is put on the agenda again."""
        try:
            match what:
                case Member():
                    await self._look_in(what)
                case (Member() as member, str() as deed):
                    await self._do(member, deed)
                case (channel, variant, layout):
                    await self._open(channel, variant, layout)
        except (Killed, MovedOn) as error:
            self.report.counts["acts interrupted by " + ("a kill" if isinstance(error, Killed) else "news")] += 1
            self._at(self._world.seconds + self._chance.uniform(1, 20) * MINUTE, what)
        except AssertionError as error:
            who = what.person.name if isinstance(what, Member) else what
            self.report.violations.append(f"{who} in vain: {error}")
        else:
            if isinstance(what, Member):
                self._at(self._world.seconds + self._chance.uniform(*what.away), what)

    async def _quiet(self) -> None:
        """Wait until the bot has done and posted everything that is due now, and start it again if it was killed.

        The bot tries again within a minute of its time where something failed, so after a while the time goes on by that much.
        """
        deadline, until = time.perf_counter() + _PATIENCE, self._world.seconds + _TRIED_AGAIN
        look = time.perf_counter() + _A_WHILE
        while (left := await self._left_to_do()) is not None:
            if not self._world.alive:
                await self._revive(self._world.seconds)
            if time.perf_counter() > look and self._world.seconds < until:
                look = time.perf_counter() + 1
                self._world.set_time(self._world.seconds + 5)
            if time.perf_counter() > deadline:
                self.report.violations.append(f"stuck: {left}")
                return
            await self._world.wait_a_little()

    async def _left_to_do(self) -> str | None:
        if not self._world.alive:
            return "the bot is dead"
        if due := await self._timers.due(self._world.seconds):
            return f"due and not done: {due}"
        for table in await self._tables.games.active():
            if table.to_move is not None and table.to_move.computer and not all_away(table):
                return f"a computer is to move at table {table.id}"
        # This comes last, as what was done meanwhile must be posted too.
        left = await lagging(self._database)
        return f"not told: {left}" if left else None

    # -- what people do

    async def _open(self, channel: ChannelHandle, variant: str, layout: str) -> None:
        """Open a table, have people sit down, and start; steps that were done before a kill are left out."""
        chance, world = random.Random(channel.id), self._world
        size = load_rules(variant, layout).seats
        wanted = chance.sample(self._members, min(len(self._members), chance.randint(2, size)))
        host, *others = [member for member in wanted if not member.gone] or self._members
        table = await self._tables.games.last_in_channel(channel.id)
        if table is None:
            options: dict[str, Any] = {
                "variant": variant,
                "players": layout,
                "target": self._plan.target,
                "clock": chance.choice(LIMITS),
            }
            if size > len(wanted):
                options["computers"] = size - len(wanted)
            answer = await self._sit(host, channel, 0).slash("play", **options)
            table = await self._tables.games.last_in_channel(channel.id)
            assert table is not None, f"no table was opened: {answer.text}"
        if table.status is not Status.LOBBY:
            return  # The game was started just before the kill.
        await world.until(
            lambda: any(shown.button("Join") for shown in world.messages(channel)), "the lobby is shown in its channel"
        )
        for member in others:
            if not (table := await self._tables.get(table.id)).seat_of(member.person.id) and table.free:
                await self._sit(member, channel, table.id).press("Join")
                await self._stored(table.id, partial(_sits, member.person.id))
        starter = next(member for member in self._members if table.seat_of(member.person.id) and not member.gone)
        at = self._sit(starter, channel, table.id)
        while (table := await self._tables.get(table.id)).free:
            await at.press("Add computer")
            await self._stored(table.id, partial(_beyond, table.version))
        if table.status is Status.LOBBY:
            await at.press("Start")
            await self._stored(table.id, lambda now: now.status is not Status.LOBBY)
            self.report.counts["tables"] += 1

    def _sit(self, member: Member, channel: ChannelHandle, table_id: int) -> AtTable:
        return AtTable(self._world, member.person.member, channel, table_id)

    async def _do(self, member: Member, deed: str) -> None:
        world, person = self._world, member.person
        match deed:
            case "vanish":
                member.gone = True
            case "return":
                member.gone = False
            case "close":
                world.close_messages(person)
            case "open":
                world.open_messages(person)
            case "leave":
                member.gone = True
                world.guild.remove_member(person.member)
                world.close_messages(person)
            case "resign":
                for table in await self._tables.games.of_person(person.id):
                    if table.status is Status.PLAYING and not member.gone:
                        await self._resign(member, table)
                        break
        self.report.counts[f"people who {deed}"] += 1

    async def _resign(self, member: Member, table: Table) -> None:
        at = self._sit(member, self._channel(table), table.id)
        asked = await at.slash("canasta resign")
        await at.press("Give up my seat", on=asked.message)
        await self._stored(table.id, lambda now: now.seat_of(member.person.id) is None or not now.active)

    async def _look_in(self, member: Member) -> None:
        """Have a member look at their games and play wherever it is their turn.

        Where a computer sits in for them, they take their seat back.
        """
        if member.gone:
            return
        for table in await self._tables.games.of_person(member.person.id):
            seat = table.seat_of(member.person.id)
            if table.status is Status.PLAYING and seat is not None and seat.sitting_in is not None:
                await self._come_back(member, table)
        for table in (await self._tables.games.waiting_for(member.person.id))[:4]:
            await self._play_turn(member, table.id)
        if self._chance.random() < 0.1:
            await self._sit(member, self._chance.choice(self._channels), 0).slash(
                self._chance.choice(("hand", "table", "canasta list"))
            )

    async def _come_back(self, member: Member, table: Table) -> None:
        at = self._sit(member, self._channel(table), table.id)
        offered = [*self._world.messages(self._channel(table)), *at.messages()]
        message = next(
            (shown for shown in reversed(offered) if (button := shown.button("I'm back")) and button.enabled), None
        )
        if message is None:
            self.report.violations.append(f"table {table.id}: nothing to press for {member.person.name}, who is back")
            return
        await at.press("I'm back", on=message)
        await self._stored(table.id, lambda now: (seat := now.seat_of(member.person.id)) is None or not seat.sitting_in)
        self.report.counts["people who took their seats back"] += 1

    async def _play_turn(self, member: Member, table_id: int) -> None:
        chance = random.Random(f"{table_id} {member.person.id} {self._world.seconds}")
        lost: Counter[int] = Counter()
        for _ in range(_MOST_MOVES):
            look = await self._tables.look(table_id, member.person.id)
            view, table = look.mine, look.table
            if (await self._tables.get(table_id)).version != table.version:
                # The bot writes while this process reads: the moves were read after the table.
                continue
            if view is None or not view.my_turn or table.status is not Status.PLAYING:
                return
            move = choose(view, "normal", chance)
            at = self._sit(member, self._channel(table), table_id)
            self._meant[table_id, table.version].add((member.person.id, _as_typed(str(move))))
            begun, life = at.begin(table.version), self._world.lives
            special = move.verb not in COMMANDS
            by_dm = begun is not None and (special or chance.random() < member.by_buttons)
            try:
                answer = await self._make(at, move, view, begun if by_dm else None)
            except MovedOn as error:
                self.report.counts["choices begun again"] += 1
                lost[table.version] += 1
                if lost[table.version] == _MOST_TRIES:
                    self.report.violations.append(f"table {table_id}, {table.version}: {move} can't be chosen: {error}")
                    return
                continue
            before = table.version
            if not await self._stored(table_id, partial(_beyond, before), answer):
                if self._world.lives != life:
                    raise Killed
                said = "" if answer is None else answer.text
                lost[before] += 1
                if _OUTAGE in said and lost[before] < _MOST_TRIES:
                    # The database's server was killed just before they began: they do as the answer says.
                    self.report.counts["moves tried again after an outage"] += 1
                    await asyncio.sleep(3)
                    continue
                self.report.violations.append(
                    f"table {table_id}, {table.variant} {table.layout}, {before}: {move} was not taken: {said}"
                )
                return
            self.report.counts["moves by buttons" if by_dm else "moves by commands"] += 1

    async def _make(self, at: AtTable, move: Move, view: SeatView, shown: Shown | None) -> Answer:
        """Make a move in this direct message; without one by a command.

        A move without a command is chosen in a menu below the hand.
        """
        if shown is not None:
            if shown.button("Back"):
                # An interrupted choice is still open: begin again, as people would.
                await at.press("Back", on=shown)
            return await by_button(at, move, view)
        if move.verb in COMMANDS:
            return await by_command(at, move, view)
        hand = await at.slash("hand")
        return await at.choose("Other moves", str(move).partition(" ")[2], on=hand.message)

    async def _stored(self, table_id: int, wanted: Callable[[Table], bool], answer: Answer | None = None) -> bool:
        """Wait until a table is stored as wanted; return False if that doesn't happen or an answer refuses it."""
        life, deadline = self._world.lives, time.perf_counter() + _PATIENCE
        while time.perf_counter() < deadline:
            if wanted(await self._tables.get(table_id)):
                return True
            if self._world.lives != life or not self._world.alive:
                raise Killed
            if answer is not None and "⚠" in answer.text:
                return False
            await asyncio.sleep(0.01)
        return False

    def _channel(self, table: Table) -> ChannelHandle:
        return next(channel for channel in self._channels if channel.id == table.channel_id)

    # -- what must be so

    def _heard(self, event: str, payload: Any) -> None:
        if event != "MESSAGE_CREATE" or not payload.get("mentions"):
            return
        parts = list(walk(payload.get("components")))
        presses = [read(part["custom_id"]) for part in parts if part.get("custom_id")]
        versions = [press.version for press in presses if press is not None]
        text = re.sub("<t:[^>]*>", "", " ".join(part["content"] for part in parts if part["type"] == 10))
        people = tuple(int(user["id"]) for user in payload["mentions"])
        channel = int(payload["channel_id"])
        self._pings.append(
            Ping(channel, people, next(iter(versions), None), text, self._world.lives, self._world.seconds)
        )

    async def _check_messages(self) -> None:
        """Check that every changed table is shown once, as it is now, and that the player to move is called.

        A turn that a kill interrupted after its draw is checked when it has gone on.
        """
        begun = await under_way(self._database)
        for table in await self._tables.games.active():
            if table.id in begun:
                continue
            if self._checked.get(table.id) == table.version or table.status is not Status.PLAYING:
                continue
            wrong, patience = self._wrongly_shown(table), time.perf_counter() + self._world.mended_within
            while wrong and time.perf_counter() < patience:
                await self._world.wait_a_little()
                if (await self._tables.get(table.id)).version != table.version:
                    break
                wrong = self._wrongly_shown(table)
            else:
                self._checked[table.id] = table.version
                self.report.violations += wrong
        self._forget()

    def _wrongly_shown(self, table: Table) -> list[str]:
        """Return what is wrong with the messages in a table's channel."""
        wrong, messages = [], self._world.messages(self._channel(table))
        shown = [version_of(one) for one in messages if one.pictures and one.button("My hand")]
        if shown != [table.version]:
            wrong.append(f"table {table.id} stands at {table.version}, shown are {shown}")
        texts = [one.text for one in messages if one.pictures and one.button("My hand")]
        called = [int(user) for text in texts for user in re.findall(r"<@(\d+)>, it's your turn", text)]
        person = table.to_move.user_id if table.to_move and table.to_move.computer is None else None
        if called not in ([], [person]):
            wrong.append(f"table {table.id}: {person} is to move, {called} are called")
        return wrong

    def _forget(self) -> None:
        """Check the log for errors and cards, and remove what piles up in the world."""
        world, backend = self._world, self._world.env.backend
        for line in world.log:
            wrong = "Traceback" in line or " ERROR " in line or line.startswith("ERROR")
            if (wrong and not world.expects(line)) or cards_in(line):
                self.report.violations.append(f"logged: {line}")
        world.log.clear()
        world.sent.clear()
        world.answered_tokens.clear()
        world.delays.clear()
        backend.transcript.clear()
        backend.http_requests.clear()
        backend.cdn._blobs.clear()

    async def _judge(self) -> None:
        counts = self.report.counts
        read = self._database.rows
        games = await read("SELECT * FROM games")
        moves = await read("SELECT * FROM moves ORDER BY game_id, number")
        log = await read("SELECT kind, count(*) AS times FROM log GROUP BY kind")
        for game in games:
            counts[f"tables {game['status']}"] += 1
        for entry in log:
            counts[f"in the log: {entry['kind']}"] = entry["times"]
        counts["moves"] = len(moves)
        counts["moves by people"] = sum(move["user_id"] is not None for move in moves)
        by_game: dict[int, list[Row]] = {game["id"]: [] for game in games}
        for move in moves:
            by_game[move["game_id"]].append(move)
        for game_id, played in by_game.items():
            if [move["number"] for move in played] != list(range(1, len(played) + 1)):
                self.report.violations.append(f"table {game_id}: moves are missing or doubled")
            self._judge_moves(game_id, played)
            await self._judge_game(game_id)
        self._judge_pings(games, by_game)

    def _judge_moves(self, game_id: int, played: list[Row]) -> None:
        """Check that every move of a person is one that they tried at a version between the last move and this one."""
        before = 0
        for move in played:
            tried = set().union(*(self._meant[game_id, version] for version in range(before, move["version"])))
            # Of the ways to lay the same cards a page may offer others than the one that was meant.
            laid = {(user_id, _cards_in(line)) for user_id, line in tried}
            if move["user_id"] is not None and (move["user_id"], _cards_in(_as_typed(move["line"]))) not in laid:
                self.report.violations.append(
                    f"table {game_id}: {dict(move)} was not meant, but {tried} after {before};"
                    f" {[(v, m) for (t, v), m in self._meant.items() if t == game_id and abs(v - before) < 8]}"
                )
            before = move["version"]

    async def _judge_game(self, table_id: int) -> None:
        """Check that the game can be played again from its moves, and is over or properly waits for somebody."""
        try:
            table = (await self._tables.look(table_id)).table
        except (TableError, RuntimeError) as error:
            self.report.violations.append(f"table {table_id} can't be read again: {error!r}")
            return
        if table.status is not Status.PLAYING:
            return
        to_move = table.to_move
        if to_move is None:
            self.report.violations.append(f"table {table_id}: nobody is to move")
        elif all_away(table):
            self.report.counts["tables that wait for anybody to come back"] += 1
        elif to_move.computer is not None:
            self.report.violations.append(f"table {table_id}: a computer should have moved")
        elif table.deadline is not None and table.deadline <= self._world.seconds:
            self.report.violations.append(f"table {table_id}: the turn has not expired")
        elif table.turn_limit and is_awaited(table) and table.deadline is None:
            self.report.violations.append(f"table {table_id}: the clock doesn't go")
        else:
            self.report.counts["tables that wait for a player"] += 1

    def _judge_pings(self, games: list[Row], by_game: dict[int, list[Row]]) -> None:
        """Check that nobody is called twice for one turn, except once for each kill."""
        tables = {game["channel_id"]: game for game in games}
        turns: dict[tuple[Any, ...], list[Ping]] = defaultdict(list)
        for ping in self._pings:
            if ping.channel_id not in tables or ping.version is None:
                self.report.counts["other calls"] += 1
                continue
            game = tables[ping.channel_id]
            self.report.counts["pings"] += 1
            turns[game["id"], _turn_at(by_game[game["id"]], ping.version), ping.user_ids, ping.text].append(ping)
        self.report.counts["turns with a ping"] = len(turns)
        for turn, pings in turns.items():
            kills = pings[-1].life - pings[0].life
            self.report.counts["pings repeated after a kill"] += len(pings) - 1
            if len(pings) - 1 > kills:
                self.report.violations.append(
                    f"{turn} was called {len(pings)} times, with {kills} kills between: {pings}"
                )


def _sits(user_id: int, table: Table) -> bool:
    return table.seat_of(user_id) is not None


def _cards_in(line: str) -> tuple[str, ...]:
    """Return the words of a move in one order, whichever melds its cards are for."""
    return tuple(sorted(word for word in line.split() if word != "/"))


def _as_typed(line: str) -> str:
    """Return a move's line without the name of the first meld of wild cards, which those who lay it by cards alone don't say."""
    return line.replace("WILD: ", "")


def _beyond(version: int, table: Table) -> bool:
    return table.version > version


def _turn_at(played: list[Row], version: int) -> int:
    """Return the index of the move with which the turn at a version began, 0 for the first."""
    number = next((at for at, move in enumerate(played) if move["version"] > version), len(played))
    seat, round_ = (played[number]["seat"], played[number]["round"]) if number < len(played) else (None, None)
    while (
        number > 0 and seat is not None and (played[number - 1]["seat"], played[number - 1]["round"]) == (seat, round_)
    ):
        number -= 1
    return number


async def run(database: Path, plan: Plan, seed: int, progress: Callable[[str], None] = lambda _: None) -> Report:
    """Carry out a plan with a bot on a new database."""
    async with MortalWorld(database, seed=seed) as world:
        reading = await open_database(database)
        try:
            tables = Tables(reading, clock=lambda: world.seconds)
            week = Week(world, tables, plan, seed)
            try:
                return await week.run(progress)
            except BaseException as error:
                error.add_note(str(week.report))
                raise
        finally:
            await reading.close()
