"""People press whatever they see, at tables of one variant where games go on, and nothing may go wrong.

Anybody may press any enabled button, choose any number of options that a menu allows, send a form with sense or
nonsense, or type a command: in channels, direct messages and answers that only they see, new ones and old ones.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
import time
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import discord
from simcord import BackendError, ChannelHandle, GuildHandle, InteractionResult, MemberActor, SetupError, UserHandle
from simcord import interactions as client
from simcord.actors import _autocomplete_result
from simcord.backend.access import can_access_channel, can_access_message
from simcord.results import ResponseMessage

from bot.canasta.moves import Move
from bot.canasta.rules import load_rules, variant_info
from bot.computer import choose
from bot.data.tables import Status, Table
from bot.store.opening import open_database
from bot.store.timers import TimerStore
from bot.tables import Tables
from bot.tables.errors import TableError
from bot.tables.rules.absence import all_away
from bot.ui import i18n
from bot.ui.actions import read
from bot.ui.words import ways
from tests.discord_limits import walk
from tests.players import COMMANDS, by_command
from tests.storm.inputs import HONEST, Hostile
from tests.storm.lagging import lagging
from tests.storm.mortal import Killed, MortalWorld
from tests.storm.report import Report
from tests.world import Answer, Person

_BUTTON, _MENU, _PEOPLE, _CHANNELS = 2, 3, 5, 8
_CONTROLS = (_BUTTON, _MENU, _PEOPLE, _CHANNELS)
_PRESS, _SENT = 3, 5
_TEXT, _WHOLE, _TRUTH, _USER, _CHANNEL = 3, 4, 5, 6, 7

_PATIENCE = 300.0
"""The most real seconds until everything that follows from an action must be done."""
_TARGETS = (500, 1000, 2500)
"""Points that end a game, if points end it: few, so that some games end."""
_SCROLLED = 120
"""The most messages of a channel by which people scroll back."""
_EPHEMERAL = 40
"""How many private answers are kept in a channel, as people close them or reload."""
_NEAR = 12.0
"""How many times likelier people press something in the message that they have just seen."""
_BEFORE = 12
"""How many steps are reported before one that went wrong."""
_TRACEBACK = 40
"""How many lines of the log are reported from one that must not be there."""

#: How likely the actions on messages are, and the commands; all others have 1. Frequent actions become less likely by
#: themselves.
_LIKELY = {
    **dict.fromkeys(("draw", "take", "meld", "discard", "yes", "no", "ask", "also"), 10.0),
    **dict.fromkeys(("ready", "rank", "cards", "lay", "discard-rank", "discard-card", "throw", "put", "take-up"), 15.0),
    **dict.fromkeys(("join", "computer", "start", "fill", "return"), 5.0),
    **dict.fromkeys(("hand", "refresh", "watch", "undo", "back", "over"), 0.4),
    **dict.fromkeys(("end", "abandon", "resign", "cancel", "privacy-delete", "cup-leave"), 0.2),
}
_LIKELY_COMMANDS = {
    **dict.fromkeys(("hand", "table", "meld", "take-pile", "discard", "canasta"), 3.0),
    **dict.fromkeys(("league correct", "league void"), 2.0),
    **dict.fromkeys(
        ("preferences", "settings", "tournament-admin new", "tournament-admin start", "tournament-admin add"), 3.0
    ),
    **dict.fromkeys(("canasta-admin end", "tournament-admin cancel"), 0.2),
}


@dataclass(frozen=True)
class Plan:
    """The variant of the tables, and how long the trial lasts: in steps, or in real seconds."""

    variant: str
    steps: int = 1_000_000_000
    seconds: float = float("inf")


@dataclass(frozen=True)
class Control:
    """Something to press or choose from in a message that somebody sees."""

    action: str
    message: ResponseMessage
    part: dict[str, Any]


class Trial:
    """A trial that carries out a plan. `report` grows as it goes on."""

    def __init__(self, world: MortalWorld, tables: Tables, plan: Plan, seed: int) -> None:
        self.report = Report()
        self._world = world
        self._tables = tables
        self._timers = TimerStore(tables.changes.database)
        self._database = tables.changes.database
        self._plan = plan
        self._seed = seed
        self._hostile = Hostile(seed)
        self._chance = self._hostile.chance
        self._steps: deque[str] = deque(maxlen=_BEFORE)
        self._made = 0
        self._done = Counter[str]()
        self._ledger = sqlite3.connect(f"file:{world.file}?mode=ro", uri=True)
        self._people: list[Person] = []
        self._last: tuple[Person, int] | None = None
        """The person who pressed something last, and the message that was the answer."""
        self._guilds: dict[int, GuildHandle] = {}
        self._wrong = {
            i18n.catalogue(language)
            .gettext(
                "Something went wrong and nothing was changed. Please try again. If it keeps happening, tell whoever runs the bot this code: {code}."
            )
            .partition("{")[0]
            for language in i18n.languages()
        }

    async def run(self, progress: Callable[[str], None]) -> Report:
        """Have people press until the plan is done. `progress` is called every minute."""
        with closing(self._ledger):
            self._invite()
            began, minutes = time.perf_counter(), 0.0
            while self._made < self._plan.steps and (spent := time.perf_counter() - began) < self._plan.seconds:
                self._made += 1
                await self._step()
                if spent // 60 > minutes:
                    minutes = spent // 60
                    progress(f"minute {minutes:.0f}: {self._made} steps, {len(self.report.violations)} violations")
                if not self._world.alive:
                    self._violation("the bot has ended")
                    break
            self.report.counts["steps"] = self._made
            self._count_games()
        return self.report

    def _invite(self) -> None:
        world = self._world
        other = world.env.create_guild("The other club")
        self._guilds = {guild.id: guild for guild in (world.guild, other)}
        for guild in self._guilds.values():
            for name in ("first", "second", "third")[: 3 if guild is world.guild else 1]:
                guild.create_text_channel(name)
            moderators = guild.create_role(
                "moderators", permissions=discord.Permissions(manage_messages=True, manage_guild=True)
            )
            for name in ("anna", "bruno", "carla", "dario", "mona"):
                # Everybody is in both, except carla and dario.
                if guild is other and name in ("carla", "dario"):
                    continue
                known = next((person.member.user for person in self._people if person.name == name), None)
                user = known or world.env.create_user(name)
                member = guild.add_member(user, roles=[moderators] if name == "mona" else [])
                self._people.append(Person(world, member))

    # -- one step

    async def _step(self) -> None:
        """Have a person do something and wait until the bot has done everything that follows from it.

        Sometimes two things are done at once, or one thing twice.
        """
        if self._chance.random() < 0.005:
            await self._rest()
            self._let_time_pass()
        deeds = [self._deed()]
        if self._chance.random() < 0.1:
            deeds.append(deeds[0] if self._chance.random() < 0.3 else self._deed())
        await asyncio.gather(*(self._do(what, deed) for what, deed in deeds))
        if self._chance.random() < 0.9:
            await self._rest()
        self._judge()

    def _deed(self) -> tuple[str, Callable[[], Awaitable[None]]]:
        """Return what is done next: a description and a function that does it."""
        chance, dice = self._chance, self._chance.random()
        person = chance.choice(self._people)
        if dice < 0.76:
            before = None
            if self._last is not None and chance.random() < 0.8:
                person, before = self._last
            if controls := list(self._controls(person)):
                return self._pressing(person, self._pick(controls, before))
        if dice < 0.86:
            return "a sensible move", self._move_on
        if dice < 0.89:
            return "a table", self._seat_people
        return self._typing(person)

    async def _do(self, what: str, deed: Callable[[], Awaitable[None]]) -> None:
        self._steps.append(f"{self._made}: {what}")
        try:
            await deed()
        except (SetupError, BackendError) as gone:
            # A client no longer shows what has just gone, and not everything can be typed everywhere.
            self.report.counts["not to be had (any more)"] += 1
            self._steps[-1] += f" (in vain: {str(gone)[:80]})"
        except Killed:
            pass
        except AssertionError as error:
            self._violation(str(error))

    def _count(self, what: str) -> None:
        self.report.counts[what] += 1

    # -- pressing

    def _controls(self, person: Person) -> Iterator[Control]:
        """Yield everything that a person can press or choose from now, the oldest first."""
        for channel_id, actor in self._places(person):
            messages = sorted(self._world.env.backend.messages.get(channel_id, {}).items())
            for _id, message in messages[-_SCROLLED:]:
                if not message.components or not can_access_message(self._world.env, channel_id, message, actor):
                    continue
                for part in walk(message.components):
                    if part["type"] in _CONTROLS and part.get("custom_id") and not part.get("disabled"):
                        press = read(part["custom_id"])
                        action = press.action if press else "?"
                        yield Control(action, ResponseMessage(self._world.env, message), part)

    def _places(self, person: Person) -> Iterator[tuple[int, MemberActor | UserHandle]]:
        """Yield the id of each channel that a person reads, with the actor to use there."""
        user = person.member.user
        if user.dm_channel is not None:
            yield user.dm_channel.id, user
        for channel in list(self._world.env.backend.channels.values()):
            if channel.guild_id == person.member.guild.id and can_access_channel(
                self._world.env, channel.id, person.member
            ):
                yield channel.id, person.member

    def _pick(self, controls: list[Control], before: int | None) -> Control:
        """Return what is pressed; people prefer the message that they have just seen if it offers something to do."""
        here = [control for control in controls if control.message.id == before]
        near = {control.action for control in here}
        actions = list(dict.fromkeys(control.action for control in controls))
        weights = [
            _LIKELY.get(action, 1.0) * (_NEAR if action in near else 1) / (1 + self._done[action]) ** 0.5
            for action in actions
        ]
        [action] = self._chance.choices(actions, weights)
        self._done[action] += 1
        found = [control for control in (here if action in near else controls) if control.action == action]
        return found[-1] if self._chance.random() < 0.6 else self._chance.choice(found)

    def _pressing(self, person: Person, control: Control) -> tuple[str, Callable[[], Awaitable[None]]]:
        part = control.part
        values = self._values(person, part)
        said = f" {[getattr(value, 'name', value) for value in values]}" if values else ""
        direct = control.message.channel_id == person.member.user.dm_channel.id
        what = f"{person.name} presses {part['custom_id']}{said}{' in a direct message' if direct else ''}"

        async def press() -> None:
            actor = person.member.user if direct else person.member
            if part["type"] == _BUTTON:
                deed = actor.click(control.message, custom_id=part["custom_id"])
            else:
                deed = actor.select(control.message, values, custom_id=part["custom_id"])
            self._count(f"press {control.action}")
            answer = await self._answered(person, actor, deed, what)
            shown = answer.result.response
            self._last = person, control.message.id if shown is None else shown.id
            await self._fill_in(person, answer)

        return what, press

    def _values(self, person: Person, part: dict[str, Any]) -> list[Any]:
        """Return what is chosen from a menu.

        In half of the cases this is the fewest options that it takes, else any number of them.
        """
        offered: list[Any]
        if part["type"] == _BUTTON:
            return []
        if part["type"] == _MENU:
            offered = [option["value"] for option in part["options"]]
        elif part["type"] == _PEOPLE:
            offered = [other.member for other in self._people if other.member.guild.id == person.member.guild.id]
        else:
            offered = [
                channel
                for channel in self._channels(person.member.guild)
                if not part.get("channel_types") or channel._channel.type in part["channel_types"]
            ]
        low, high = part.get("min_values", 1), min(part.get("max_values", 1), len(offered))
        many = self._chance.choice((low, self._chance.randint(low, max(low, high))))
        return self._chance.sample(offered, min(max(1, many), len(offered)))

    async def _fill_in(self, person: Person, answer: Answer) -> None:
        """Send the form that an answer has opened, if it has opened one."""
        form = answer.form
        if form is None or self._chance.random() < 0.1:
            return
        fields = {
            part["custom_id"]: self._text(part.get("value") or "", part)
            for part in walk(form["components"])
            if part["type"] == 4
        }
        press = read(form["custom_id"])
        self._count(f"form {press.action if press else '?'}")
        what = f"{person.name} sends in {form['custom_id']} with {list(fields.values())}"[:300]
        self._steps.append(f"{self._made}: {what}")
        deed = answer.actor.submit_modal(answer.result, fields)
        await self._answered(person, answer.actor, deed, what)

    def _text(self, before: str, limits: dict[str, Any]) -> str:
        """Return what a person writes: the present text, something sensible, or nonsense.

        It is as long as the client allows.
        """
        text = self._chance.choice(
            (
                before,
                before,
                self._chance.choice(HONEST),
                self._chance.choice(HONEST),
                str(self._chance.randrange(-20, 3000)),
                self._hostile.damaged(before),
                self._hostile.text(),
            )
        )
        text = text[: limits.get("max_length") or 4000]
        shortest = max(limits.get("min_length") or 0, int(bool(limits.get("required"))))
        return text + "x" * max(0, shortest - len(text)) if text or limits.get("required") else text

    async def _answered(
        self, person: Person, actor: MemberActor | UserHandle, deed: Awaitable[InteractionResult], what: str
    ) -> Answer:
        """Do something and wait until it is answered: by words, a form, or a change of what is stored."""
        before = self._state()
        try:
            answer = await person._act(actor, deed)
        except AssertionError:
            raise AssertionError(f"no answer: {what}") from None
        record = answer.result._interaction
        quiet = record.type in (_PRESS, _SENT) and not record.loading and record.modal is None
        await self._until(
            lambda: (
                not record.loading
                and (not quiet or record.token in self._world.answered_tokens or self._state() != before)
            ),
            f"no answer: {what}",
        )
        return answer

    def _state(self) -> int:
        """Return a number that changes with whatever is stored."""
        version: int = self._ledger.execute("PRAGMA data_version").fetchone()[0]
        return version

    async def _until(self, happened: Callable[[], bool], otherwise: str) -> None:
        deadline = time.perf_counter() + _PATIENCE
        while not happened():
            if not self._world.alive:
                raise Killed
            assert time.perf_counter() < deadline, otherwise
            await asyncio.sleep(0.003)

    # -- commands

    def _typing(self, person: Person) -> tuple[str, Callable[[], Awaitable[None]]]:
        """Return the typing of a command with options that are complete, half complete, or nonsense.

        A moderator types more often than others.
        """
        if self._chance.random() < 0.25:
            person = self._chance.choice([one for one in self._people if one.name == "mona"])
        leaves = [
            (path, leaf)
            for root in self._world.env.backend.commands[None].values()
            for path, leaf in client.command_leaves(root)
            if root.get("type", 1) == 1
        ]
        weights = [
            _LIKELY_COMMANDS.get(" ".join(path), 1.0) / (1 + self._done["/" + " ".join(path)]) ** 0.5
            for path, _leaf in leaves
        ]
        [(path, leaf)] = self._chance.choices(leaves, weights)
        name = " ".join(path)
        self._done[f"/{name}"] += 1
        direct = self._chance.random() < 0.2
        channels = [channel_id for channel_id, actor in self._places(person) if (actor is person.member.user) is direct]
        where = self._chance.choice(channels or [person.member.user.dm_channel.id])
        what = f"{person.name} types /{name}{' in a direct message' if direct else ''}"

        async def type_it() -> None:
            member = person.member
            actor = member.user if direct else member
            channel = self._channel(where)
            filled: dict[str, Any] = {}
            for option in leaf.get("options") or ():
                if not option.get("required") and self._chance.random() < 0.6:
                    continue
                value = await self._option(person, actor, channel, name, option, filled)
                if value is not None:
                    filled[option["name"]] = value
            full = f"{what} with { {key: getattr(value, 'name', value) for key, value in filled.items()} }"[:300]
            self._steps.append(f"{self._made}: {full}")
            self._count(f"/{name}")
            deed = member.user.slash(name, **filled) if direct else member.slash(channel, name, **filled)
            await self._fill_in(person, await self._answered(person, actor, deed, full))

        return what, type_it

    async def _option(
        self,
        person: Person,
        actor: MemberActor | UserHandle,
        channel: ChannelHandle,
        command: str,
        option: dict[str, Any],
        filled: dict[str, Any],
    ) -> Any:
        """Return what a person fills into an option, None if there is nothing to fill in."""
        chance, kind = self._chance, option["type"]
        if option.get("choices"):
            return chance.choice(option["choices"])["value"]
        if option.get("autocomplete"):
            typed = chance.choice(("", "", "", "a", "1", "k", self._hostile.text(30)))
            deed = _autocomplete_result(actor, channel, command, option["name"], typed, filled)
            answer = await person._act(actor, deed)
            self._count("completions")
            offered = answer.result.autocomplete_choices or []
            if offered and chance.random() < 0.85:
                return chance.choice(offered)["value"]
        if kind == _TEXT:
            return self._text("", {**option, "required": True})
        if kind == _WHOLE:
            low, high = option.get("min_value", -3), option.get("max_value", 12)
            return chance.choice((low, high, chance.randint(low, min(high, low + 10))))
        if kind == _TRUTH:
            return chance.random() < 0.5
        if kind == _USER:
            return chance.choice(
                [other.member for other in self._people if other.member.guild.id == person.member.guild.id]
            )
        if kind == _CHANNEL:
            return channel
        return None

    # -- games go on

    async def _active(self) -> list[Table]:
        return [
            table
            for table in await self._tables.games.active()
            if table.guild_id in self._guilds and table.lost is None
        ]

    async def _move_on(self) -> None:
        """Have a player whose turn it is make a sensible move at some table."""
        waiting = [
            table
            for table in await self._active()
            if table.to_move is not None and table.to_move.computer is None and self._sitting(table)
        ]
        if not waiting:
            await self._seat_people()
            return
        table = self._chance.choice(waiting)
        [person] = self._sitting(table)
        for _ in range(self._chance.randint(1, 5)):
            try:
                look = await self._tables.look(table.id, person.id)
            except (TableError, RuntimeError):
                # The bot may write while this process reads.
                return
            if look.mine is None or not look.mine.my_turn or look.table.status is not Status.PLAYING:
                return
            move = choose(look.mine, "normal", random.Random(self._chance.random()))
            self._steps.append(f"{self._made}: {person.name} plays {move}")
            await self._make(person, look.table, move)
            self._count("sensible moves")
            await self._rest()

    def _sitting(self, table: Table) -> list[Person]:
        """Return a list with the player to move at a table if they are one of the people here, else an empty list."""
        user_id = None if table.to_move is None else table.to_move.user_id
        return [person for person in self._people if person.id == user_id and person.member.guild.id == table.guild_id]

    async def _make(self, person: Person, table: Table, move: Move) -> None:
        """Make a move by a command in its channel, or below the hand if the move has no command."""
        at = _At(self, person, self._channel(table.channel_id or 0))
        if move.verb in COMMANDS and move.verb != "answer":
            look = await self._tables.look(table.id, person.id)
            if look.mine is not None:
                await by_command(at, move, look.mine)
            return
        hand = await at.slash("hand")
        shown = hand.result.response
        if shown is None:
            return
        wanted = move.word if move.verb == "answer" else "also"
        for part in walk(shown.components):
            press = read(part.get("custom_id") or "")
            if press is None or press.action != wanted:
                continue
            deed = (
                person.member.click(shown, custom_id=part["custom_id"])
                if part["type"] == _BUTTON
                else person.member.select(shown, [str(move).partition(" ")[2]], custom_id=part["custom_id"])
            )
            self._count(f"press {press.action}")
            await self._answered(person, person.member, deed, f"{person.name} plays {move}")
            return

    async def _seat_people(self) -> None:
        """Start a game in a lobby, or open a table where there is none."""
        chance = self._chance
        active = await self._active()
        lobbies = [table for table in active if table.status is Status.LOBBY]
        if lobbies and chance.random() < 0.7:
            await self._begin(chance.choice(lobbies))
            return
        taken = {table.channel_id for table in active}
        free = [
            (guild, channel)
            for guild in self._guilds.values()
            for channel in self._channels(guild)
            if channel.id not in taken
        ]
        if not free:
            return
        guild, channel = chance.choice(free)
        person = chance.choice([one for one in self._people if one.member.guild.id == guild.id])
        layouts = [layout for layout in variant_info(self._plan.variant).layouts if layout.seats <= 6]
        layout = chance.choice(layouts)
        options: dict[str, Any] = {"variant": self._plan.variant, "players": layout.name}
        if not load_rules(self._plan.variant, layout.name).rounds:
            options["target"] = chance.choice(_TARGETS)
        if chance.random() < 0.5:
            options["clock"] = chance.choice((0, 600, 86_400))
        at = _At(self, person, channel)
        self._steps.append(f"{self._made}: {person.name} opens a table with {options}")
        await at.slash("play", **options)
        self._count("tables opened")
        table = await self._tables.games.in_channel(channel.id)
        if table is not None and chance.random() < 0.6:
            await self._begin(table)

    async def _begin(self, table: Table) -> None:
        """Have one or two more people sit down, fill the other seats with computers, and start the game."""
        here = [person for person in self._people if person.member.guild.id == table.guild_id]
        channel = self._channel(table.channel_id or 0)
        self._steps.append(f"{self._made}: people sit down at table {table.id}")
        for person in self._chance.sample(here, self._chance.randint(1, 2)):
            await _At(self, person, channel).slash("canasta join")
        host = next((person for person in here if person.id == table.host_id), here[-1])
        answer = await _At(self, host, channel).slash("canasta start")
        shown = answer.result.response
        for part in walk(shown.components if shown is not None else ()):
            if (press := read(part.get("custom_id") or "")) is not None and press.action == "fill":
                assert shown is not None
                self._count("press fill")
                deed = host.member.click(shown, custom_id=part["custom_id"])
                await self._answered(host, host.member, deed, f"{host.name} fills table {table.id}")
        self._count("tables begun")

    def _let_time_pass(self) -> None:
        """Let minutes or hours pass.

        This must not happen during a request, as its answer would come too late.
        """
        seconds = self._chance.choice((60, 600, 3600, 6 * 3600, 30 * 3600))
        self._steps.append(f"{self._made}: {seconds} s go by")
        self._world.set_time(self._world.seconds + seconds)
        self._count("times that time passes")

    def _channels(self, guild: GuildHandle) -> list[ChannelHandle]:
        """Return the channels of a server, with its threads."""
        channels = list(self._world.env.backend.channels.values())
        return [ChannelHandle(self._world.env, guild, channel) for channel in channels if channel.guild_id == guild.id]

    def _channel(self, channel_id: int) -> ChannelHandle:
        channel = self._world.env.backend.get_channel(channel_id)
        return ChannelHandle(self._world.env, self._guilds.get(channel.guild_id or 0), channel)

    # -- what must be so

    async def _rest(self) -> None:
        """Wait until the bot has done and posted everything that is due now."""
        deadline = time.perf_counter() + _PATIENCE
        while (left := await self._left_to_do()) is not None and self._world.alive:
            if time.perf_counter() > deadline:
                self._violation(f"stuck: {left}")
                return
            await asyncio.sleep(0.005)

    async def _left_to_do(self) -> str | None:
        if due := await self._timers.due(self._world.seconds):
            return f"due and not done: {due}"
        for table in await self._tables.games.active():
            if table.to_move is not None and table.to_move.computer and not all_away(table) and table.lost is None:
                return f"a computer is to move at table {table.id}"
        # This comes last, as what was done meanwhile must be posted too. Messages in which a player is choosing are
        # left alone.
        left = set(await lagging(self._database)) - self._chosen_at()
        return f"not told: {sorted(left)}" if left else None

    def _chosen_at(self) -> set[int]:
        """Return the tables at which a player has the choice of cards open in a direct message."""
        messages = self._world.env.backend.messages
        parts = (
            part
            for person in self._people
            for message in messages.get(person.member.user.dm_channel.id, {}).values()
            for part in walk(message.components)
        )
        presses = (read(part["custom_id"]) for part in parts if part.get("custom_id"))
        return {press.table for press in presses if press is not None and press.action == "back"}

    def _judge(self) -> None:
        """Check everything that was sent and logged since the last time, and remove it."""
        world, backend = self._world, self._world.env.backend
        found = [f"against Discord's rules: {complaint}" for complaint in world.complaints]
        for sent in world.sent:
            for text in sent.texts():
                if any(text.startswith(wrong) for wrong in self._wrong):
                    found.append(f"somebody reads: {text}")
        bad = next((number for number, line in enumerate(world.log) if _is_bad(line)), None)
        if bad is not None:
            found.append("logged: " + "\n    ".join(world.log[bad : bad + _TRACEBACK]))
        if found:
            self._violation("\n  ".join(found))
        for kept in (world.complaints, world.sent, world.log, world.delays):
            kept.clear()
        backend.transcript.clear()
        backend.http_requests.clear()
        backend.cdn._blobs.clear()
        world.nonces.clear()
        for person in self._people:
            person.answers.clear()
        for messages in backend.messages.values():
            ephemeral = sorted(number for number, message in messages.items() if message.is_ephemeral)
            for number in ephemeral[:-_EPHEMERAL]:
                del messages[number]

    def _violation(self, what: str) -> None:
        before = "\n    ".join(self._steps)
        self.report.violations.append(
            f"{what}\n  with seed {self._seed}, {self._plan.variant}, after these steps:\n    {before}"
        )

    def _count_games(self) -> None:
        for status, count in self._ledger.execute("SELECT status, count(*) FROM games GROUP BY status"):
            self.report.counts[f"tables {status}"] = count
        [[rounds]] = self._ledger.execute("SELECT count(*) FROM rounds WHERE number > 1")
        self.report.counts["rounds after the first"] = rounds
        for verb, count in self._ledger.execute(
            "SELECT substr(line, 3, instr(substr(line, 3) || ' ', ' ') - 1), count(*) FROM moves GROUP BY 1"
        ):
            self.report.counts[f"moves: {verb}"] = count


class _At(Person):
    """A person whose commands go to one channel."""

    def __init__(self, trial: Trial, person: Person, channel: ChannelHandle) -> None:
        super().__init__(trial._world, person.member)
        self._trial = trial
        self._channel = channel

    async def slash(
        self, command: str, /, *, dm: bool = False, where: ChannelHandle | None = None, **options: Any
    ) -> Answer:
        command, chosen = ways.split(command)
        if chosen is not None:
            options["what"] = chosen
        deed = self.member.slash(self._channel, command, **options)
        what = f"{self.name} types /{command} with {options}"
        self._trial._count(f"/{command}")
        return await self._trial._answered(self, self.member, deed, what)


def _is_bad(line: str) -> bool:
    return "Traceback" in line or " ERROR " in line or " CRITICAL " in line or line.startswith(("ERROR", "CRITICAL"))


async def run(database: Path, plan: Plan, seed: int, progress: Callable[[str], None] = lambda _: None) -> Report:
    """Carry out a plan with a bot on a new database."""
    async with MortalWorld(database, seed=seed) as world:
        reading = await open_database(database)
        try:
            tables = Tables(reading, clock=lambda: world.seconds)
            return await Trial(world, tables, plan, seed).run(progress)
        finally:
            await reading.close()
            world.complaints.clear()
