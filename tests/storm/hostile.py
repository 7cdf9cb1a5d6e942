"""Hostile inputs to every option, button, menu and form that there is, and a judgement of each outcome.

Nothing is listed by hand: commands are those that Discord knows, actions are those that cogs answer, and honest
custom ids are those that the bot has sent.
"""

from __future__ import annotations

import random
import re
import sqlite3
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import cache, partial
from itertools import count, islice
from pathlib import Path
from typing import Any

from discord import InteractionResponseType
from discord.app_commands import CommandInvokeError, CommandNotFound, CommandSignatureMismatch, TransformerError
from simcord import interactions
from simcord.backend import serializers
from simcord.backend.models import Interaction

from bot.canasta.cards import Card
from bot.canasta.rules import Rules
from bot.data.lessons import Progress
from bot.data.tables import Status
from bot.tables.lessons import COURSES, LESSON, _look
from bot.tables.rules.daily_times import DAILY, is_daily
from bot.tables.rules.game_rules import rules_of
from bot.tables.views import Look
from bot.ui.actions import CustomId, Unreadable, read
from bot.ui.i18n import current, languages, speaking
from bot.ui.pages.home_page import Choose, Do
from bot.ui.pages.notice_page import JoinAgain
from bot.ui.pages.rules_page import TurnRulesTo, TurnToRules
from bot.ui.pages.table_page import PlayAgain, PlayAgainFor, SwapPartners
from bot.ui.words import rules_text
from bot.ui.words.rules_chapters import meanings
from bot.ui.words.rules_chapters.meanings import Term
from tests.discord_limits import walk
from tests.players import bot_of
from tests.secrecy import cards_in
from tests.storm.inputs import Hostile, base36
from tests.storm.report import Report
from tests.storm.scene import LINK, Scene, at_rest
from tests.world import Person, Sent, World

_COMMAND, _COMPONENT, _COMPLETION, _FORM = 2, 3, 4, 5
_TEXT, _WHOLE, _TRUTH, _USER, _CHANNEL, _ROLE, _ANYBODY, _NUMBER = 3, 4, 5, 6, 7, 8, 9, 10
_BUTTON, _MENU = 2, 3
_LOCALES = ("en-US", "en-US", "de", "fr", "it", "es-ES", "zh-CN", "xx-XX", "")

#: Tables and columns that the bot may change at any time: what messages show, and how people can be reached.
_OWN_MEMORY = {"messages", "members"}
_CLOCK_COLUMNS = {"version", "updated_at", "turn_spent", "clock_at"}
_OWN_COLUMNS = {"told_version", "dm_channel_id", "dm_closed", "locale"}
_OWN_COLUMNS |= {"league_version", "told_channel", "told_message", "hidden"}
_OWN_COLUMNS |= {"letter", "message_id", "shown_version", "thread_id", "pairings_message", "standings_message"}
#: Tables whose rows follow from other tables, and those other tables: no row of the former changes unless one of the
#: latter does.
_SUMS = {"standings", "meetings"}
_SUMMED = {"results", "corrections", "seasons", "ghosts"}

#: Actions of menus in which a table is chosen; the table in their custom id doesn't matter.
_OF_CHOSEN = ("which", "move", "show")
#: Actions that do what a command does, wherever its options lead.
_AS_COMMANDS = (Choose.name, Do.name)

Rows = dict[str, set[tuple[Any, ...]]]
Change = tuple[str, dict[str, Any], bool]
"""A table, its row, and if the row came (True) or went (False)."""


@dataclass(frozen=True)
class Input:
    """One interaction: who sends it from which channel, and what Discord would tell the bot about it."""

    what: str
    type: int
    person: Person
    guild_id: int | None
    channel_id: int
    data: dict[str, Any]
    message: dict[str, Any] | None = None
    locale: str = "en-US"

    def __str__(self) -> str:
        place = "direct message" if self.guild_id is None else f"channel {self.channel_id}"
        return f"{self.what} by {self.person.member.user.name} in {place}, {self.locale}: {self.data}"[:1500]


class Arsenal:
    """A source of inputs that uses each option and each action in turn."""

    def __init__(self, scene: Scene, seed: int) -> None:
        self._seed = seed
        self.hostile = Hostile(seed)
        self._chance = self.hostile.chance
        self._scene = scene
        self._world = scene.world
        self._ids: dict[str, deque[str]] = defaultdict(lambda: deque(maxlen=40))
        self._values: dict[str, deque[str]] = defaultdict(lambda: deque(maxlen=40))
        self._versions: list[int] = []
        backend = self._world.env.backend
        self.private = {record.message_id: record.user_id for record in backend.interactions.values()}
        commands = backend.commands[None].values()
        self._leaves = [
            (root, path, leaf)
            for root in commands
            for path, leaf in interactions.command_leaves(root)
            if root.get("type", 1) == 1
        ]
        self.actions = sorted(bot_of(self._world).services.interactions._answerers)
        self.targets = [
            (root, path, leaf, option) for root, path, leaf in self._leaves for option in leaf["options"] or [None]
        ]

    def learn(self, parts: Iterable[dict[str, Any]]) -> None:
        """Keep the custom ids and menu values of parts of a message or a form of the bot."""
        for part in parts:
            identity = part.get("custom_id")
            if isinstance(identity, str) and identity.count(":") >= 4:
                action = identity.split(":")[1]
                self._ids[action].append(identity)
                self._values[action].extend(option["value"] for option in part.get("options") or ())

    def learn_shown(self) -> None:
        """Keep those of the messages that stand in the channels.

        How often the bot edited them before, and in which order, hangs on how soon it came to that.
        """
        messages = [message for channel in self._world.env.backend.messages.values() for message in channel.values()]
        parts = [part for message in messages for part in walk(message.components)]
        self.learn(sorted(parts, key=lambda part: (str(part.get("custom_id")), str(part.get("options")))))

    async def refresh(self) -> None:
        """Read the tables' versions again."""
        self._versions = await self._scene.versions()

    def inputs(self) -> Iterator[Input]:
        """Yield inputs without end: options, completions, presses and forms in turn.

        Each draws from chances of its own, so that one which differs, as the bot had answered later, changes no other.
        """
        for number, make in enumerate(self._kinds()):
            self._chance.seed(f"{self._seed} {number}")
            yield make()

    def _kinds(self) -> Iterator[Callable[[], Input]]:
        """Yield without end what makes the next input."""
        chance = random.Random(self._seed)
        while True:
            for root, path, leaf, option in self.targets:
                yield partial(self._command, root, path, leaf, option)
                if option is not None and option.get("autocomplete"):
                    yield partial(self._completion, root, path, leaf, option)
            for action in [*self.actions, chance.choice(("", "nonsense", "HAND", "a" * 50, "дай", "-"))]:
                yield partial(self._press, action)
                if chance.random() < 0.3:
                    yield partial(self._form, action)

    # -- who and where

    def _stand(self) -> tuple[Person, int | None, int]:
        person = self._chance.choice(list(self._scene.people.values()))
        if self._chance.random() < 0.3:
            return person, None, person.member.user.dm_channel.id
        home = person.member.guild.id
        channels = [channel.id for channel in self._scene.channels(home)]
        channels += [self._world.channel.id] if home == self._world.guild.id else []
        return person, home, self._chance.choice(channels)

    def _locale(self, person: Person) -> str:
        return _LOCALES[person.id % len(_LOCALES)] if self._chance.random() < 0.97 else self._chance.choice(_LOCALES)

    # -- commands

    def _value(self, option: dict[str, Any], *, attacked: bool) -> Any:
        kind = option["type"]
        if choices := option.get("choices"):
            honest = not attacked or self._chance.random() < 0.5
            return self._chance.choice(choices)["value"] if honest else self._bare(kind)
        if kind == _TEXT and not attacked:
            return self.hostile.chance.choice(("classic", "4", "K K 2", "7", "target=3000", "Anna"))
        if kind == _TEXT and self._chance.random() < 0.7:
            text = self.hostile.text(option.get("max_length", 6000))
            return text if len(text) >= option.get("min_length", 0) else text + "x" * option["min_length"]
        if kind in (_WHOLE, _NUMBER) and self._chance.random() < 0.8:
            number = self.hostile.number()
            return min(max(number, option.get("min_value", number)), option.get("max_value", number))
        return self._bare(kind)

    def _bare(self, kind: int) -> Any:
        """Return a value of the option's type that ignores its limits."""
        if kind == _TEXT:
            return self.hostile.text()
        if kind == _WHOLE:
            return self.hostile.number()
        if kind == _NUMBER:
            return self._chance.choice((0.0, -0.0, 1e308, -1e-308, 0.1))
        if kind == _TRUTH:
            return self._chance.random() < 0.5
        if kind == _USER:
            return str(self._chance.choice(list(self._scene.people.values())).id)
        if kind == _CHANNEL:
            channels = [stage.channel for stage in self._scene.stages if stage.channel is not None]
            return str(self._chance.choice(channels).id)
        return str(self._chance.choice((1, 2**63 - 1, self._world.guild.id)))

    def _filled(self, leaf: dict[str, Any], attacked: dict[str, Any] | None, share: float) -> list[dict[str, Any]]:
        filled = []
        for option in leaf["options"] or ():
            if option is attacked or option.get("required") or self._chance.random() < share:
                value = self._value(option, attacked=option is attacked or self._chance.random() < 0.2)
                filled.append({"name": option["name"], "type": option["type"], "value": value})
        return filled

    def _call(
        self, root: dict[str, Any], path: list[str], options: list[dict[str, Any]], guild_id: int | None
    ) -> dict[str, Any]:
        data: dict[str, Any] = {"id": root["id"], "name": root["name"], "type": 1}
        data["options"] = interactions.nest_options(root, path[1:], options)
        resolved: dict[str, Any] = {}
        backend = self._world.env.backend
        for option in options:
            if option["type"] in (_USER, _ANYBODY):
                number = int(option["value"])
                if number in backend.users:
                    resolved.setdefault("users", {})[str(number)] = dict(
                        serializers.user_payload(backend.users[number])
                    )
                guild = backend.guilds.get(guild_id or 0)
                if guild is not None and number in guild.members:
                    member = dict(serializers.member_payload(backend, guild, guild.members[number], with_user=False))
                    resolved.setdefault("members", {})[str(number)] = member | {"permissions": "0"}
        return data | ({"resolved": resolved} if resolved else {})

    def _command(
        self, root: dict[str, Any], path: list[str], leaf: dict[str, Any], option: dict[str, Any] | None
    ) -> Input:
        person, guild_id, channel_id = self._stand()
        options = self._filled(leaf, option, 0.3)
        data = self._call(root, path, options, guild_id)
        if self._chance.random() < 0.03:
            self._of_another_version(data, options)
        what = f"/{' '.join(path)} {option['name'] if option else ''}".strip()
        return Input(what, _COMMAND, person, guild_id, channel_id, data, locale=self._locale(person))

    def _of_another_version(self, data: dict[str, Any], options: list[dict[str, Any]]) -> None:
        """Change a command to one that a client of an older or newer bot would send."""
        match self._chance.randrange(4):
            case 0:
                data["name"] = self._chance.choice(("deal", "canasta-old", "x" * 32))
            case 1 if data["options"]:
                data["options"][0]["name"] = "gone"
            case 2:
                options.append({"name": "gone", "type": _TEXT, "value": self.hostile.text(100)})
            case _:
                options.clear()

    def _completion(self, root: dict[str, Any], path: list[str], leaf: dict[str, Any], option: dict[str, Any]) -> Input:
        person, guild_id, channel_id = self._stand()
        rest = {**leaf, "options": [one for one in leaf["options"] if one is not option and not one.get("required")]}
        options = self._filled(rest, None, 0.4)
        text = self.hostile.text() if option["type"] == _TEXT else str(self.hostile.number())
        options.append({"name": option["name"], "type": option["type"], "value": text, "focused": True})
        data = self._call(root, path, options, guild_id)
        what = f"completing /{' '.join(path)} {option['name']}"
        return Input(what, _COMPLETION, person, guild_id, channel_id, data, locale=self._locale(person))

    # -- presses and forms

    def _identity(self, action: str) -> str:
        known = self._ids.get(action)
        real = self._chance.choice(known).split(":", 4) if known else ["c", action, "0", "0", ""]
        tables = [stage.table_id for stage in self._scene.stages]
        table = real[2] if self._chance.random() < 0.3 else self.hostile.base36(tables)
        version = real[3] if self._chance.random() < 0.3 else self.hostile.base36(self._versions)
        rest = real[4] if self._chance.random() < 0.5 else self.hostile.text(60)
        if self._chance.random() < 0.2:
            rest = self.hostile.damaged(real[4])
        identity = f"c:{action}:{table}:{version}:{rest}"
        match self._chance.randrange(40):
            case 0:
                identity = self.hostile.damaged(identity)
            case 1:
                identity = self.hostile.text(100) or "?"
            case 2:
                identity = f"c:{action}:{self.hostile.text(20)}:{self.hostile.text(20)}:"
            case 3:
                identity = identity.upper()
        return identity[: self._chance.choice((100, 100, 100, 400))]

    def _chosen(self, action: str) -> list[str]:
        known = self._values.get(action)

        def one() -> str:
            if known and self._chance.random() < 0.5:
                value = self._chance.choice(known)
                return value if self._chance.random() < 0.6 else self.hostile.damaged(value)
            return self.hostile.text(100)

        return [one() for _ in range(self._chance.choice((0, 1, 1, 1, 1, 2, 25)))]

    def _press(self, action: str) -> Input:
        person, guild_id, channel_id = self._stand()
        backend = self._world.env.backend
        seen = [
            message
            for message in backend.messages.get(channel_id, {}).values()
            if not message.is_ephemeral or self.private.get(message.id) == person.id
        ]
        menu = bool(self._values.get(action)) != (self._chance.random() < 0.2)
        identity = self._identity(action)
        data: dict[str, Any] = {"custom_id": identity, "component_type": _MENU if menu else _BUTTON, "id": 1}
        part: dict[str, Any] = {"type": _BUTTON, "style": 2, "label": "?", "custom_id": identity, "id": 1}
        if menu:
            data["values"] = self._chosen(action)
            part = {"type": _MENU, "custom_id": identity, "options": [{"label": "?", "value": "?"}], "id": 1}
        if seen:
            message = dict(serializers.message_payload(backend, self._chance.choice(seen[-6:])))
        else:
            message = {**_NO_MESSAGE, "id": str(backend.snowflake()), "channel_id": str(channel_id)}
            message["author"] = dict(serializers.user_payload(backend.bot_user))
        message["components"] = [{"type": 1, "id": 0, "components": [part]}]
        return Input(f"press {action}", _COMPONENT, person, guild_id, channel_id, data, message, self._locale(person))

    def _form(self, action: str) -> Input:
        person, guild_id, channel_id = self._stand()
        data: dict[str, Any] = {"custom_id": self._identity(action), "components": []}
        for number in range(self._chance.choice((0, 1, 1, 1, 1, 2, 5))):
            field: dict[str, Any] = {"type": 4, "id": number + 10, "custom_id": self.hostile.text(100) or "?"}
            field["value"] = self.hostile.text(4000)
            if self._chance.random() < 0.15:
                field = {"type": 3, "id": number + 10, "custom_id": "x", "values": self._chosen(action)}
            row: dict[str, Any] = {"type": 18, "id": number + 1, "component": field}
            if self._chance.random() < 0.15:
                row = {"type": 1, "id": number + 1, "components": [field]}
            data["components"].append(row)
        return Input(f"form {action}", _FORM, person, guild_id, channel_id, data, locale=self._locale(person))


_NO_MESSAGE: dict[str, Any] = {
    "type": 0, "content": "", "timestamp": "2020-01-01T00:00:00+00:00", "edited_timestamp": None, "tts": False,
    "mention_everyone": False, "mentions": [], "mention_roles": [], "attachments": [], "embeds": [], "pinned": False,
    "flags": 1 << 15,
}  # fmt: skip


class Trial:
    """A trial that sends inputs and judges their outcome; `report` grows with each."""

    def __init__(self, scene: Scene, arsenal: Arsenal) -> None:
        self.report = Report()
        self._scene = scene
        self.arsenal = arsenal
        self._world = scene.world
        self.ledger = sqlite3.connect(f"file:{self._world.file}?mode=ro", uri=True)
        self._state = -1
        self._rows: Rows = {}
        self._columns: dict[str, tuple[str, ...]] = {}
        """The columns of each table that are compared."""
        self._now: set[int] = set()
        self._running: set[int] = set()
        self._open: dict[int, set[int]] = defaultdict(set)
        """The cards of each table that everybody may know."""
        self._hands: dict[tuple[int, int], set[int]] = defaultdict(set)
        """The further cards that each person may know of each table."""
        self._days: dict[int, set[int]] = defaultdict(set)
        """The cards that each person has seen in their own rounds of the deal of the day."""
        self._askers: dict[str, int] = {}
        """By the token of an interaction that the world has forgotten: who alone sees the answer, which the bot may draw again."""
        self._subjects: dict[str, set[int]] = {}
        """By the token of an interaction: the tables that its answer may be about, also when the bot draws it again."""
        self._first: set[int] = set()
        """The tables that answers to interactions from before the first input may be about."""
        self._rules: dict[int, Rules] = {}

    async def begin(self) -> None:
        """Record the state of everything before the first input."""
        self.arsenal.learn_shown()
        await self._take_stock()
        self._first = set(self._now)
        self._changes()
        self._rows = self._read()

    async def send(self, given: Input) -> None:
        """Send one input and judge its outcome."""
        world, backend = self._world, self._world.env.backend
        sent_before, logged_before, wrong_before = len(world.sent), len(world.log), len(world.complaints)
        record, payload = interactions.base_payload(
            backend,
            type=given.type,
            channel_id=given.channel_id,
            guild_id=given.guild_id,
            user_id=given.person.id,
            data=given.data,
        )
        payload["locale"] = given.locale
        if given.message is not None:
            payload["message"] = given.message
            record.source_message_id = int(given.message["id"])
        backend.emit("INTERACTION_CREATE", payload)
        await at_rest(bot_of(self._world), lambda: record.responded)
        self.report.counts[given.what.split(" ")[0]] += 1

        changed = self._version() != self._state and self._changes()
        sent = world.sent[sent_before:]
        if changed:
            await self._take_stock()
        for what in [
            *self._unanswered(given, record, sent, changed=bool(changed)),
            *(f"logged: {line}" for line in world.log[logged_before:] if _is_bad(line)),
            *(f"against Discord's rules: {complaint}" for complaint in world.complaints[wrong_before:]),
            *self._unlawful(given, changed or []),
            *self._leaks(given, record, sent),
        ]:
            self.report.violations.append(f"{what}\n    after {given}")
        for each in sorted(sent, key=lambda each: str(each.body)):
            body = each.body if isinstance(each.body, dict) else {}
            data = body.get("data") or body
            self.arsenal.learn([*walk(data.get("components")), data])
        if changed:
            self.report.counts["lawful changes"] += 1
            await self._scene.mend()
            await self._take_stock()
            self._rows = self._read()
        self._forget(record)

    # -- what must hold

    def _unanswered(self, given: Input, record: Interaction, sent: list[Sent], *, changed: bool) -> Iterator[str]:
        if not record.responded:
            yield "no answer"
            return
        if record.loading:
            yield "a deferred answer never came"
        answers = [each for each in sent if each.path.startswith(("/interactions/", "/webhooks/"))]
        if any("Something went wrong" in text for each in answers for text in each.texts()):
            yield "Something went wrong"
        if given.type == _COMPLETION:
            return
        said = any(len(text) > 3 for each in answers for text in _said(each))
        said = said or any(_pictured(each) for each in answers)
        if not said and not changed and record.modal is None:
            yield "no word of an answer"
        for each in answers:
            if self._readers(each) != frozenset({given.person.id}) and not (changed and self._shows_table(given, each)):
                yield f"an answer that others see: {each.method} {each.path} {each.body}"
            mentions = (each.body.get("data") or each.body).get("allowed_mentions") or {}
            if list(_said(each)) and (
                mentions.get("parse") or mentions.get("users") or "allowed_mentions" not in str(each.body)
            ):
                yield f"an answer that may call people: {each.body}"
            if LINK not in str(given.data) and any(LINK in text for text in _said(each)):
                yield f"a name that is read as markdown: {list(_said(each))}"

    def _shows_table(self, given: Input, sent: Sent) -> bool:
        """Return whether an answer changes the message that was pressed, and this is one that follows a table for everybody."""
        if given.message is None or sent.body.get("type") != InteractionResponseType.message_update.value:
            return False
        kept = "SELECT 1 FROM messages WHERE message_id = ? AND state = 'shown'"
        return self.ledger.execute(kept, (int(given.message["id"]),)).fetchone() is not None

    def _version(self) -> int:
        version: int = self.ledger.execute("PRAGMA data_version").fetchone()[0]
        return version

    def _read(self) -> Rows:
        if not self._columns:
            for (table,) in self.ledger.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
                if table not in _OWN_MEMORY and not table.startswith("sqlite_"):
                    names = [name for _at, name, *_more in self.ledger.execute(f"PRAGMA table_info({table})")]
                    self._columns[table] = tuple(name for name in names if name not in _OWN_COLUMNS)
        return {
            table: set(self.ledger.execute(f"SELECT {', '.join(names)} FROM {table}"))
            for table, names in self._columns.items()
        }

    def _stored(self, table: str) -> Iterator[dict[str, Any]]:
        """Yield the rows of a table as they were before the input."""
        return (self._named(table, row) for row in self._rows[table])

    def _named(self, table: str, row: tuple[Any, ...]) -> dict[str, Any]:
        return dict(zip(self._columns[table], row, strict=True))

    def _changes(self) -> list[Change]:
        """Return every row that came (True) or went (False) since the last look, with its table."""
        self._state = self._version()
        rows = self._read()
        found = []
        for table, now in rows.items():
            before = self._rows.get(table, set())
            found += [(table, self._named(table, row), True) for row in now - before]
            found += [(table, self._named(table, row), False) for row in before - now]
        return found

    def _unlawful(self, given: Input, changes: list[Change]) -> Iterator[str]:
        """Yield changes that this person had no right to make, or not by this input."""
        for table, row, came in changes:
            if not self._lawful(given, table, row, came, changes):
                yield f"a change of state: {table} {'+' if came else '-'} {row}"[:320]

    def _lawful(self, given: Input, table: str, row: dict[str, Any], came: bool, changes: list[Change]) -> bool:
        if _named_anew(given.person.id, table, row, came, changes):
            return True
        moderates = given.guild_id is not None and given.person is self._scene.people["mona"]
        if table == "tips" and (table, row, True) in changes and row["user_id"] != given.person.id:
            # A hand that is shown in the meantime, as it is its player's turn.
            seats = [*self._stored("seats"), *(seat for name, seat, came in changes if name == "seats" and came)]
            return any((seat["game_id"], seat["user_id"]) == (row["game_id"], row["user_id"]) for seat in seats)
        if table == "gatherings":
            # People get into the line and out of it; tables come together out of it by themselves.
            return True
        if table == "in_line":
            return row["user_id"] == given.person.id or any(name == "gatherings" for name, _row, _came in changes)
        if table in ("people", "vacations", "lessons", "tips", "daily_rounds", "past_rounds", "avoided"):
            return bool(row["user_id"] == given.person.id)
        if table == "daily_scores":
            # Results are counted as rounds end.
            return any(name == "daily_rounds" for name, _row, _came in changes)
        if table == "days":
            # The first person to open a day's deal begins the day; nobody ends it or changes its secret.
            return came and not any(day["day"] == row["day"] for day in self._stored("days"))
        if table == "servers" and set(row.values()) <= {row["guild_id"], None, "{}"}:
            # This server has no settings.
            return True
        if given.data.get("custom_id", "").startswith("c:privacy-delete:"):
            return self._about(given, table, row, changes)
        if table == "series" or table.startswith("tournament"):
            return self._of_tournament(given, table, row, changes)
        if table in _SUMS:
            return any(other in _SUMMED for other, _row, _came in changes)
        game_id = self._game_of(table, row, changes)
        if table == "seasons" and came and any(other == "results" for other, _row, _came in changes):
            # A server's first result opens its first season; who may have made it is judged by the game.
            return True
        if game_id is None:
            return (
                table in ("servers", "morning_posts", "line_posts", "seasons", "corrections")
                and moderates
                and row["guild_id"] == given.guild_id
            )
        games = {game["id"]: game for game in self._stored("games")}
        played_in = self._tournament_of(game_id, changes)
        if played_in is not None and (played_in in self._entered(given, changes) or moderates):
            # A tournament's games begin and end by themselves, with the tournament or when somebody leaves it.
            return True
        if table == "notices" and any(name == "corrections" for name, _row, _came in changes):
            # The players of a game are informed of a correction of its result.
            sat = {seat["user_id"] for seat in self._stored("seats") if seat["game_id"] == game_id}
            return moderates and games[game_id]["guild_id"] == given.guild_id and row["user_id"] in sat
        if game_id not in games:
            new = next(row for name, row, came in changes if name == "games" and came and row["id"] == game_id)
            of_line = new["guild_id"] is None and any(name == "gatherings" for name, _row, _came in changes)
            return of_line or self._own_table(given, new) or self._plays_again(given, new)
        if table == "results" and any(other == "corrections" for other, _row, _came in changes):
            return moderates and games[game_id]["guild_id"] == given.guild_id
        if games[game_id]["status"] == "lobby" and self._plays_again(given, games[game_id], joins=True):
            return True
        return self._may_change(given, games[game_id], changes)

    def _plays_again(self, given: Input, game: dict[str, Any], *, joins: bool = False) -> bool:
        """Return whether the input names a game that the person has sat in, which is played again here.

        A person who `joins` plays as long as the host chose.
        """
        written = read(given.data.get("custom_id") or "")
        if written is None or written.action not in (
            PlayAgain.name,
            PlayAgainFor.name,
            SwapPartners.name,
            JoinAgain.name,
        ):
            return False
        try:
            number = JoinAgain.unpack(written).game if written.action == JoinAgain.name else written.table
        except Unreadable:
            return False
        old = next((other for other in self._stored("games") if other["id"] == number), None)
        same = ["channel_id", "variant", "layout"]
        if written.action != PlayAgainFor.name and not joins:
            # Another length is a house rule.
            same.append("house")
        sat = any((seat["game_id"], seat["user_id"]) == (number, given.person.id) for seat in self._stored("seats"))
        return old is not None and sat and all(old[name] == game[name] for name in same)

    def _of_tournament(self, given: Input, table: str, row: dict[str, Any], changes: list[Change]) -> bool:
        """Return whether a change of a tournament is allowed.

        It is if a moderator made it, if one of its games has ended, or if people enter or leave by themselves.
        """
        changed = {name for name, _row, _came in changes}
        if table == "series":
            return "tournament_rounds" in changed
        number = row["id" if table == "tournaments" else "tournament_id"]
        [guild_id] = {other["guild_id"] for other in self._both("tournaments", changes) if other["id"] == number}
        if given.guild_id not in (None, guild_id):
            return False
        if given.guild_id is not None and given.person is self._scene.people["mona"]:
            return True
        if "results" in changed:
            return True
        entries = self._entered(given, changes)
        seekers = self._both("tournament_seekers", changes)
        sought = {one["tournament_id"] for one in seekers if one["user_id"] == given.person.id}
        if number in sought and table in ("tournaments", "tournament_seekers"):
            # A person who looks for a partner has a place in a row; others move up when they leave it.
            return True
        return number in entries and ("entry" not in row or row["entry"] in entries[number])

    def _entered(self, given: Input, changes: list[Change]) -> dict[int, set[int]]:
        """Return the entries of a person by tournament, before and after the changes."""
        entries: dict[int, set[int]] = defaultdict(set)
        for row in self._both("tournament_players", changes):
            if row["user_id"] == given.person.id:
                entries[row["tournament_id"]].add(row["entry"])
        return entries

    def _tournament_of(self, game_id: int, changes: list[Change]) -> int | None:
        """Return the tournament that a game is a match of, None if it is none."""
        matches = self._both("tournament_matches", changes)
        return next((match["tournament_id"] for match in matches if match["game_id"] == game_id), None)

    def _both(self, table: str, changes: list[Change]) -> list[dict[str, Any]]:
        """Return a table's rows, those from before the changes and the changed ones."""
        return [*self._stored(table), *(row for name, row, _came in changes if name == table)]

    def _game_of(self, table: str, row: dict[str, Any], changes: list[Change]) -> int | None:
        """Return the game that a row belongs to, None if it belongs to none."""
        if table != "result_people":
            found: int | None = row["id"] if table == "games" else row.get("game_id")
            return found
        results = self._both("results", changes)
        return next((result["game_id"] for result in results if result["id"] == row["result_id"]), None)

    def _about(self, given: Input, table: str, row: dict[str, Any], changes: list[Change]) -> bool:
        """Return whether a row is about this person or a game they have sat in, or follows from such rows."""
        ids = [row.get(name) for name in ("user_id", "host_id", "replaced", "undone_by", "newcomer_id")]
        of_ghosts = any(number is not None and number < 0 for number in ids)
        if (
            table in ("ghosts", "seasons", *_SUMS)
            or table.startswith("tournament")
            or of_ghosts
            or given.person.id in ids
        ):
            return True
        sat = {seat["game_id"] for seat in self._stored("seats") if seat["user_id"] == given.person.id}
        return self._game_of(table, row, changes) in sat

    def _own_table(self, given: Input, new: dict[str, Any]) -> bool:
        """Return whether the person has opened a new table themselves, in the server that they are in."""
        return bool(new["host_id"] == given.person.id and new["guild_id"] == given.guild_id)

    def _may_change(self, given: Input, game: dict[str, Any], changes: list[Change]) -> bool:
        if game["status"] not in ("lobby", "playing"):
            return False
        seats = [row for row in self._stored("seats") if row["game_id"] == game["id"]]
        own = next(
            (seat for seat in seats if seat["user_id"] == given.person.id and seat["until_version"] is None), None
        )
        if own is not None and self._only_clock(game, changes):
            # Vacation and quiet hours apply to all games of a person.
            return True
        meant, version = self._meant(given, game)
        # In a table of direct messages only those who sit there have a say, wherever they are.
        direct = game["guild_id"] is None
        if not meant or (not direct and given.guild_id not in (None, game["guild_id"])) or (direct and own is None):
            return False
        moves = [row for table, row, came in changes if table == "moves" and came and row["user_id"] is not None]
        if moves:
            [move] = moves
            on_turn = (
                own is not None and move["seat"] == own["seat"] == game["turn"] and move["user_id"] == given.person.id
            )
            last = max(
                (row["version"] for row in self._stored("moves") if row["game_id"] == game["id"]),
                default=game["version"],
            )
            return on_turn and (version is None or last <= version <= game["version"])
        if own is not None:
            return True
        if given.guild_id is None:
            return False
        moderator = given.person is self._scene.people["mona"]
        return moderator or game["status"] == "lobby" or self._only_offers(given, game, changes)

    def _only_clock(self, game: dict[str, Any], changes: list[Change]) -> bool:
        """Return whether nothing but the clock of this game has changed."""
        rows = [(table, row) for table, row, _came in changes if row.get("game_id", row.get("id")) == game["id"]]
        return all(
            table == "timers"
            or (table == "games" and {name for name in row if row[name] != game[name]} <= _CLOCK_COLUMNS)
            for table, row in rows
            if table not in ("people", "vacations", "lessons", "tips")
        )

    def _only_offers(self, given: Input, game: dict[str, Any], changes: list[Change]) -> bool:
        """Return whether a person without a seat only offers to be a substitute, or takes a seat offered to them."""
        agreed = [row for row in self._stored("agreements") if row["game_id"] == game["id"]]
        offered = any(row["newcomer_id"] == given.person.id and row["user_id"] != given.person.id for row in agreed)
        return all(
            (table != "seats" or offered)
            and (table != "agreements" or offered or row["newcomer_id"] == given.person.id)
            for table, row, _came in changes
        )

    def _meant(self, given: Input, game: dict[str, Any]) -> tuple[bool, int | None]:
        """Return whether the input names this table, and the version that it names, None if it names none."""
        if given.type == _COMMAND:
            anywhere = given.guild_id is None or given.what.split(" ")[0] == "/canasta"
            return anywhere or given.channel_id == game["channel_id"], None
        match = re.match(r"c:([^:]*):([^:]*):([^:]*):", given.data["custom_id"])
        assert match, "something was changed by a custom id that says nothing"
        if match[1] in _AS_COMMANDS:
            return True, None
        if match[1] in _OF_CHOSEN:
            return str(game["id"]) in given.data.get("values", ()), None
        named = re.fullmatch(r"0*([0-9a-z]*)", match[2])
        versions = int(match[3], 36) if re.fullmatch(r"[0-9a-z]+", match[3]) else None
        return named is not None and (named[1] or "0") == base36(game["id"]), versions

    def _leaks(self, given: Input, record: Interaction, sent: list[Sent]) -> Iterator[str]:
        named = re.match(r"c:([^:]*):([0-9a-z]{1,12}):", given.data.get("custom_id", ""))
        tables = {int(named[2], 36)} if named else set()
        if named and named[1] in _OF_CHOSEN:
            tables = {int(value) for value in given.data.get("values", ()) if value.isascii() and value.isdigit()}
        # The last game of a channel is shown there even if it is over.
        here = [game["id"] for game in self._stored("games") if game["channel_id"] == given.channel_id]
        self._subjects[record.token] = tables | self._now | {max(here, default=0)}
        if (over := tables - self._running) and any(game["id"] in over for game in self._stored("games")):
            # Everything about a finished game may be shown.
            return
        tables = self._subjects[record.token]
        everybody = cards_in(str(given.data)).union(_ALWAYS, *(self._open[table] for table in tables))
        for each in sent:
            replayed = {int(table, 36) for table in re.findall(r"'c:step:([0-9a-z]+):", str(each.body))}
            if each.path.endswith("/commands") or (replayed and not replayed & self._running):
                continue
            readers = self._readers(each)
            theirs = [set().union(*(self._hands[table, reader] for table in tables)) for reader in readers or {0}]
            known = everybody.union(set.intersection(*theirs), self._shown_when_over(each))
            if readers is not None and len(readers) == 1 and _shows_lesson(each):
                known |= _cards_of_lessons()
            if readers is not None and len(readers) == 1 and _shows_day(each):
                known |= self._days[min(readers)]
            explained = (_lines_of_words(self._rules[table]) for table in tables & self._rules.keys())
            examples = self._lines_of_rules(each).union(*explained)
            for text in each.texts():
                said = "\n".join(line for line in text.split("\n") if line not in examples)
                if (hidden := cards_in(said) - known) and not text.startswith(_EXAMPLES):
                    yield f"cards {sorted(hidden)} told to {readers or 'all'}: {said[:600]}"

    def _shown_when_over(self, sent: Sent) -> set[Card]:
        """Return the cards of games that are over, if this may be an earlier answer about them: that is drawn again too."""
        about = self._subjects.get(_token(sent), self._first) if sent.path.startswith("/webhooks/") else set[int]()
        over = about - self._running
        hands = (cards for (table, _user), cards in self._hands.items() if table in over)
        return set[Card]().union(*(self._open[table] for table in over), *hands)

    def _readers(self, sent: Sent) -> frozenset[int] | None:
        """Return who sees what was sent, also in a private answer to an input before this one; None is everybody."""
        asker = self._askers.get(_token(sent)) if sent.path.startswith("/webhooks/") else None
        return sent.readers if asker is None else frozenset({asker})

    def _lines_of_rules(self, sent: Sent) -> set[str]:
        """Return the lines, in every language, of the rules whose pages can be turned in a message.

        They are made from the rules alone, and give examples of cards.
        """
        lines = set[str]()
        for written in _presses(sent):
            if written.action not in (TurnToRules.name, TurnRulesTo.name):
                continue
            rules = (
                TurnRulesTo.unpack(written).rules()
                if written.action == TurnRulesTo.name
                else self._rules[written.table]
            )
            for language in languages():
                with speaking(language):
                    lines.update(line for page in rules_text.with_example(rules) for line in page.text.split("\n"))
        return lines

    async def _take_stock(self) -> None:
        """Add all cards that are open now, and each player's hand, to the cards that may be shown.

        They may be shown before and after a change.
        """
        tables = bot_of(self._world).services.tables
        before, self._running = self._running, {table.id for table in await tables.games.active()}
        # The bot posts once more about games that have just ended.
        self._now = {stage.table_id for stage in self._scene.stages} | self._running | before
        for table_id in self._now:
            table = await tables.get(table_id)
            self._rules[table_id] = rules_of(table)
            # Cards laid and discarded in rounds that are over are shown where a round has begun since.
            lines = self.ledger.execute("SELECT line FROM moves WHERE game_id = ?", (table_id,))
            self._open[table_id].update(*(cards_in(line) for (line,) in lines))
            for seat in table.seats:
                look = await tables.look(table_id, seat.user_id)
                self._open[table_id] |= _open_cards(look)
                if look.mine is not None:
                    assert seat.user_id is not None
                    self._hands[table_id, seat.user_id].update(look.mine.hand)
        for day, user_id in self.ledger.execute("SELECT day, user_id FROM daily_rounds").fetchall():
            look = await tables.look(DAILY + day, user_id)
            assert look.mine is not None
            self._days[user_id] |= _open_cards(look) | set(look.mine.hand)
        await self.arsenal.refresh()

    def _forget(self, record: Interaction) -> None:
        """Remove what would pile up in the world."""
        backend, world = self._world.env.backend, self._world
        for message_id in (record.message_id, *record.followup_ids):
            message = backend.messages.get(record.channel_id, {}).get(message_id or 0)
            if message is not None and message.is_ephemeral:
                self._askers[record.token] = record.user_id
            if message is not None and message.is_ephemeral and message_id not in self.arsenal.private:
                del backend.messages[record.channel_id][message.id]
        backend.interactions.pop(record.id)
        backend.interaction_tokens.pop(record.token)
        # Settling would drop cancelled timers. Without it, each callback that runs is searched for in a list with all
        # of them.
        work = world.env._work
        work.callbacks = [one for one in work.callbacks if one.handle is not None and not one.handle.cancelled()]
        if len(world.sent) > 2000:
            del world.sent[:], world.log[:]
            backend.transcript.clear()
            backend.http_requests.clear()


def _token(sent: Sent) -> str:
    """Return the token of the interaction that a webhook's message answers."""
    return sent.path.split("/")[3]


_ALWAYS = cards_in("Joker")


def _examples() -> tuple[str, ...]:
    """Return how the alt text of sample cards begins, in each language."""
    found = []
    for language in languages():
        with speaking(language):
            found.append(current().gettext("An example: {cards}.").partition("{")[0])
    return tuple(found)


_EXAMPLES = _examples()


@cache
def _lines_of_words(rules: Rules) -> frozenset[str]:
    """Return the lines, in every language, that say what a table's words mean; some give examples of cards."""
    lines = set[str]()
    for language in languages():
        with speaking(language):
            lines.update(f"- {meanings.meaning(rules, term)}" for term in Term)
    return frozenset(lines)


@cache
def _cards_of_lessons() -> frozenset[Card]:
    """Return the cards that a person sees in the lessons; everybody is dealt the same."""
    seen = set[Card]()
    for course in COURSES:
        for done in count():
            look = _look(Progress(course, "", done), 1)
            assert look.mine is not None
            seen |= _open_cards(look) | set(look.mine.hand)
            if look.table.status is Status.FINISHED:
                break
    return frozenset(seen)


def _open_cards(look: Look) -> set[Card]:
    """Return the cards of a table that everybody at it may know: laid, in the pile, or in what happened lately."""
    if look.public is None:
        return set()
    seen = {card for event in look.recent for told in event.events for card in told.cards}
    seen.update(card for card in look.public.pile if card is not None)
    for side in look.public.sides:
        seen.update(side.threes, *(meld.cards for meld in side.melds))
    return seen


def _shows_lesson(sent: Sent) -> bool:
    """Return whether a message has buttons of a lesson."""
    return any(press.table == LESSON for press in _presses(sent))


def _shows_day(sent: Sent) -> bool:
    """Return whether a message has buttons of the deal of a day."""
    return any(is_daily(press.table) for press in _presses(sent))


def _presses(sent: Sent) -> Iterator[CustomId]:
    """Yield what the buttons and menus of a message ask for."""
    for part in walk(sent.body.get("components") or (sent.body.get("data") or {}).get("components")):
        if (written := read(part.get("custom_id") or "")) is not None:
            yield written


def _said(sent: Sent) -> Iterator[str]:
    """Yield the texts of a message that people read."""
    data = sent.body.get("data") or sent.body
    for part in walk(data.get("components")):
        if part["type"] == 10:
            yield part["content"]


def _pictured(sent: Sent) -> bool:
    """Return whether a message shows a picture that is described."""
    parts = [*walk((sent.body.get("data") or sent.body).get("components"))]
    return any(item.get("description") for part in parts if part["type"] == 12 for item in part["items"])


def _is_bad(line: str) -> bool:
    return line.startswith(("ERROR", "CRITICAL")) or "Traceback" in line


def _is_answered(error: BaseException) -> bool:
    cause = error.original if isinstance(error, CommandInvokeError) else error
    return isinstance(cause, CommandNotFound | CommandSignatureMismatch | TransformerError | Unreadable)


async def run(database: Path, count: int, seed: int) -> Trial:
    """Send `count` inputs to a bot on a new database, and return the trial with its report."""
    trial: Trial | None = None
    try:
        async with World(database, seed=seed) as world:
            scene = Scene(world)
            await scene.build()
            trial = Trial(scene, Arsenal(scene, seed))
            with closing(trial.ledger):
                await trial.begin()
                for one in islice(trial.arsenal.inputs(), count):
                    await trial.send(one)
            world.complaints.clear()
    except ExceptionGroup as raised:
        # The world keeps what the command tree raised, even if the bot has answered it; all else is reported as a
        # violation.
        unanswered = raised.split(_is_answered)[1]
        if trial is None or (unanswered and not trial.report.violations):
            raise
    return trial


def _named_anew(person_id: int, table: str, row: dict[str, Any], came: bool, changes: list[Change]) -> bool:
    """Return whether a row differs only by the name of the person who acts, at their own seat, or by that table's version."""
    if table == "seats":
        loose = {"name"}
        own = row["user_id"] == person_id
    else:
        loose = {"version", "updated_at"}
        own = table == "games" and any(
            name == "seats"
            and (seat["game_id"], seat["user_id"]) == (row["id"], person_id)
            and _named_anew(person_id, name, seat, there, changes)
            for name, seat, there in changes
        )
    return own and any(
        other == table and there != came and {key for key in row if row[key] != twin[key]} <= loose
        for other, twin, there in changes
    )
