"""A world for tests: the real bot on a simulated Discord, people who see and press, and all that the bot sent."""

from __future__ import annotations

import asyncio
import functools
import gc
import logging
import random
import re
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from operator import attrgetter
from pathlib import Path
from types import TracebackType
from typing import Any, ClassVar, Self, TypeVar
from unittest import mock

import discord
from simcord import (
    BackendError,
    ChannelHandle,
    Env,
    GuildHandle,
    InteractionResult,
    MemberActor,
    ResponseMessage,
    UserHandle,
)
from simcord._settlement import _run_due_virtual_callbacks
from simcord.backend import errors
from simcord.backend.models import channel as channel_model
from simcord.backend.models.channel import THREAD_TYPES
from simcord.enums import ChannelType
from simcord.http import router

from bot import worker
from bot.client.client import CanastaBot, open_bot
from bot.config import Settings
from bot.messages import tables
from bot.messages.discord_api import answers
from bot.ui.words import ways
from tests import discord_limits, openapi, registration
from tests.discord_limits import EPHEMERAL, Upload, walk
from tests.lighter_simcord import lighter, rests
from tests.stored import make_empty, place

_SETTLE_SECONDS = 15.0
"""The seconds of the bot's shortest sleep that isn't waited for."""

_LOOKS_AGAIN = 0.002
"""The seconds after which simcord looks again if the bot has settled.

It doesn't hear when a task of the bot's that never ends sleeps again, and would look every twentieth of a second.
"""

_LOOKS_AGAIN_AT_THE_LATEST = 0.05
"""The seconds after which it is seen anyhow what the bot does, whatever it waits for."""

_NONCES_KEPT = timedelta(minutes=5)
"""For how long the simulated Discord knows a nonce again."""

_NEWS_THREAD = discord.ChannelType.news_thread.value
_THREADS = {ChannelType.TEXT: THREAD_TYPES, ChannelType.NEWS: (_NEWS_THREAD,)}
"""The types of the threads that a channel of each type can have."""

_BUSY_SECONDS = 300.0
"""The most seconds that an action may keep the bot busy, on a machine that has much else to do."""


@dataclass(frozen=True)
class Sent:
    """A request of the bot that carried something. `readers` are the people who see it; None is everybody."""

    method: str
    path: str
    body: Any
    uploads: tuple[Upload, ...]
    readers: frozenset[int] | None

    @property
    def edits(self) -> bool:
        """Whether it changes a message, which the first answer to a press can do too."""
        return self.method == "PATCH" or (self.path.endswith("/callback") and self.body["type"] == 7)

    def texts(self) -> list[str]:
        """Return every text in the request: contents, labels, options, choices, alt texts, ids, file names."""
        texts = list(_strings(self.body))
        texts += [text for upload in self.uploads for text in (upload.filename, upload.description or "")]
        return texts


@dataclass(frozen=True)
class Button:
    label: str
    custom_id: str
    enabled: bool
    emoji: str | None
    """The name of its emoji."""


@dataclass(frozen=True)
class Menu:
    custom_id: str
    placeholder: str
    options: dict[str, str]
    """The options' values by their labels."""
    chosen: tuple[str, ...]
    """The values that the menu shows as chosen."""
    emojis: dict[str, str]
    """The names of the options' emojis, by the options' labels."""
    enabled: bool


@dataclass(frozen=True)
class Shown:
    """A message as it is now, as those who may see it see it."""

    id: int
    channel_id: int
    text: str
    alt_texts: tuple[str, ...]
    buttons: tuple[Button, ...]
    menus: tuple[Menu, ...]
    pictures: tuple[bytes, ...]
    files: tuple[str, ...]
    """The addresses of the attachments, in the simulated Discord's `env.backend.cdn`."""
    pinged: tuple[int, ...]
    ephemeral: bool
    handle: ResponseMessage

    def button(self, name: str) -> Button | None:
        """Return the button with this label or custom_id, enabled or not."""
        return next((button for button in self.buttons if name in (button.label, button.custom_id)), None)

    def menu(self, name: str) -> Menu | None:
        """Return the select menu with this placeholder or custom_id."""
        return next((menu for menu in self.menus if name in (menu.placeholder, menu.custom_id)), None)


class Answer:
    """The answer to a person's command, press, choice or form, always as it is now."""

    def __init__(self, world: World, actor: MemberActor | UserHandle, result: InteractionResult) -> None:
        self._world = world
        self.actor = actor
        self.result = result

    @property
    def acknowledged(self) -> bool:
        return self.result.acknowledged

    @property
    def message(self) -> Shown | None:
        """The answering message; for a press that changed its own message, that message."""
        response = self.result.response
        return None if response is None else self._world.show(response)

    @property
    def followups(self) -> list[Shown]:
        return [self._world.show(followup) for followup in self.result.followups]

    @property
    def text(self) -> str:
        """All text of the answer and its followups."""
        messages = [*([self.message] if self.message else []), *self.followups]
        return "\n".join(message.text for message in messages)

    @property
    def ephemeral(self) -> bool:
        """Whether nobody else saw any of it."""
        messages = [*([self.message] if self.message else []), *self.followups]
        return all(message.ephemeral for message in messages)

    @property
    def form(self) -> dict[str, Any] | None:
        """The modal that opened, as Discord got it."""
        return self.result.modal


Found = TypeVar("Found")


class Person:
    """A member of the server, who can do what a Discord client allows."""

    def __init__(self, world: World, member: MemberActor) -> None:
        self._world = world
        self.member = member
        self.name = member.name
        self.id = member.id
        self.answers: list[Answer] = []

    async def is_shown(self, command: str) -> None:
        """Have the server's settings show a command to this person, to whom Discord doesn't show it by itself."""
        bot = self._world.env.bot
        assert isinstance(bot, CanastaBot)
        shown = next(one for one in await bot.tree.fetch_commands() if one.name == command)
        self._world.guild.set_command_permissions(shown, {self.member: True})

    async def slash(
        self, command: str, /, *, dm: bool = False, where: ChannelHandle | None = None, **options: Any
    ) -> Answer:
        """Send a slash command, in the game's channel by default; a `Person` may be an option.

        An action of its option `what` is named with it, such as `canasta log`.
        """
        command, what = ways.split(command)
        if what is not None:
            options["what"] = what
        values = {name: value.member if isinstance(value, Person) else value for name, value in options.items()}
        if dm:
            return await self._act(self.member.user, self.member.user.slash(command, **values))
        place = where or self._world.channel
        return await self._act(self.member, self.member.slash(place, command, **values))

    async def complete(
        self, command: str, option: str, typed: str = "", /, *, dm: bool = False, **filled: Any
    ) -> dict[str, Any]:
        """Type into an option and return the completions offered, names to values, best first."""
        command, what = ways.split(command)
        if what is not None:
            filled["what"] = what
        if dm:
            choices = await self.member.user.autocomplete(command, option, typed, **filled)
        else:
            choices = await self.member.autocomplete(self._world.channel, command, option, typed, **filled)
        return {choice["name"]: choice["value"] for choice in choices}

    async def press(self, name: str, /, on: Shown | None = None, *, dm: bool = False) -> Answer:
        """Press the button with this label or custom_id, on the newest message here that has it."""
        message = on or await self.sees(lambda shown: _enabled(shown.button(name)), f"button {name!r}", dm=dm)
        button = message.button(name)
        assert button, f"no button {name!r} among {[button.label for button in message.buttons]}"
        actor = self._actor(message)
        return await self._act(actor, actor.click(message.handle, custom_id=button.custom_id))

    async def choose(self, name: str, /, *labels_or_values: str, on: Shown | None = None, dm: bool = False) -> Answer:
        """Choose from the menu with this placeholder or custom_id, on the newest message here that has it."""
        message = on or await self.sees(lambda shown: shown.menu(name), f"menu {name!r}", dm=dm)
        menu = message.menu(name)
        assert menu, f"no menu {name!r} among {[menu.placeholder for menu in message.menus]}"
        values = [menu.options.get(label, label) for label in labels_or_values]
        actor = self._actor(message)
        return await self._act(actor, actor.select(message.handle, values, custom_id=menu.custom_id))

    async def fill(self, answer: Answer, /, **fields: Any) -> Answer:
        """Fill and submit the form that an answer opened; fields by custom_id."""
        return await self._act(answer.actor, answer.actor.submit_modal(answer.result, fields))

    def messages(self) -> list[Shown]:
        """Return the person's direct messages with the bot, oldest first."""
        return self._world.messages(self.member.user.dm_channel)

    def hands(self) -> list[Shown]:
        """Return those of the person's direct messages that aren't notices: hands, reminders, questions."""
        return [one for one in self.messages() if not one.text.startswith("**[")]

    def _actor(self, message: Shown) -> MemberActor | UserHandle:
        return self.member.user if message.channel_id == self.member.user.dm_channel.id else self.member

    async def sees(self, wanted: Callable[[Shown], object], what: str, *, dm: bool = False) -> Shown:
        """Return the newest message, in the person's direct messages or in the channel, that is as wanted.

        `what` names it in a failure.
        """

        def found() -> Shown | None:
            messages = self.messages() if dm else self._world.messages()
            return next((message for message in reversed(messages) if wanted(message)), None)

        return await self._world.until(found, f"{self.name} sees {what}")

    async def _act(self, actor: MemberActor | UserHandle, deed: Awaitable[InteractionResult]) -> Answer:
        async with self._world.acting:
            answer = Answer(self._world, actor, await deed)
        self.answers.append(answer)
        await self._world.answered(answer)
        return answer


class _PatientEnv(Env):
    """An `Env` with two limits: one for how long sleeps are waited for, one for how long the bot may be busy.

    simcord has one limit for both. It also looks at every task of the bot's each time that it looks again, so it is
    asked only when the bot seems to have done everything.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.resting: dict[asyncio.Task[Any], Any] = {}
        """By tasks what each was found to wait for with nothing left to do: see `rests`."""

    def _settlement_state(self) -> Any:
        """Return what simcord asks for each task again: this, which is always up to date."""
        return self

    work = property(attrgetter("_work"))
    loop = property(attrgetter("_loop"))
    virtual_time = property(attrgetter("backend.clock.elapsed"))
    advancing = property(attrgetter("_advancing"))
    generation = property(attrgetter("_generation"))
    last_dispatch = property(attrgetter("_last_dispatch"))

    async def _advance_to(self, target: float, deadline: float) -> None:
        """Let time go on, also where the bot's own timer does by itself: one that came too late would be the last of all."""
        assert self._loop is not None
        await super()._advance_to(target, max(deadline, self._loop.time() + _BUSY_SECONDS))

    async def _settle_internal(self, *, _deadline: float | None = None, **options: Any) -> None:
        deadline = time.perf_counter() + _BUSY_SECONDS
        while True:
            await self._seem_settled(_deadline)
            try:
                return await super()._settle_internal(_deadline=_deadline, **options | {"idle": _LOOKS_AGAIN})
            except TimeoutError:
                if _deadline is not None or time.perf_counter() > deadline:
                    raise

    async def _seem_settled(self, deadline: float | None) -> None:
        """Wait for what the bot's tasks and threads are waiting for, until they have no more to do or time is up."""
        assert self._loop is not None
        last = self._loop.time() + self.settle_timeout if deadline is None else deadline
        while self._loop.time() < last:
            _run_due_virtual_callbacks(self._settlement_state(), last)
            await asyncio.sleep(0)
            busy = [*self._work.executors, *self._awaited(last)]
            if not busy:
                break
            if None not in busy:
                await asyncio.wait(busy, timeout=_LOOKS_AGAIN_AT_THE_LATEST, return_when=asyncio.FIRST_COMPLETED)

    def _awaited(self, deadline: float) -> Iterator[Any]:
        """Yield for each task that is busy the future that it waits for; None if it waits for nothing."""
        for task in self._work.tasks:
            awaited = getattr(task, "_fut_waiter", None)
            if not task.done() and not rests(self, task, deadline):
                yield awaited
        for task in [task for task in self.resting if task.done()]:
            del self.resting[task]


@functools.cache
def _settings() -> Settings:
    """Return what is set in each world: to look for settings takes a tenth of an empty world's time."""
    return Settings(computer_pace=0, discard_pause=0, most_presses=0)


class World:
    """A server with one channel, the bot on a real database file, and people who join when they are named.

    `async with World(tmp_path / "canasta.sqlite3") as world:` starts the bot. At the end everything that it sent is
    checked against Discord's rules, and errors that the bot didn't handle are raised.
    """

    patience: ClassVar[float] = 0.0
    """The real seconds to wait for something that people should see."""

    again_after: ClassVar[float] = _SETTLE_SECONDS + 1
    """The seconds after which the bot first retries what failed: enough that they pass only if a test says so."""

    quick: ClassVar[float] = _SETTLE_SECONDS + 1
    """The seconds within which an answer isn't announced: enough that no busy machine makes one more request."""

    def __init__(
        self, database: Path, *, seed: int = 1, chance: random.Random | None = None, emojis: bool = False
    ) -> None:
        """`emojis`: the bot draws and uploads them, which takes a second."""
        self.settings = _settings().model_copy(update={"database": place(database), "upload_emojis": emojis})
        self.file = database
        """The file of the database, where that is SQLite's."""
        self.seed = seed
        self.chance = chance or random.Random(seed)
        self.sent: list[Sent] = []
        self.log: list[str] = []
        self.complaints: list[str] = []
        self.delays: list[tuple[str, float]] = []
        """Each interaction's kind, and the real seconds until the bot's first answer to it."""
        self.files_refused: tuple[int, int] | None = None
        """The status and code with which Discord refuses files in messages, None if it takes them."""
        self.nonces: dict[str, tuple[datetime, Any]] = {}
        """By nonces, when each was first posted with, and what that was answered. See `_once`."""
        self.acting = asyncio.Lock()
        """A lock, as simcord lets only one person act at a time."""
        self._ends = False
        self._people: dict[str, Person] = {}
        self._asked: dict[int, tuple[str, float]] = {}
        self._stack: AsyncExitStack
        self.env: Env
        self.guild: GuildHandle
        self.channel: ChannelHandle

    async def __aenter__(self) -> Self:
        if self.file.exists():
            # Another world may have left it, which lets go of nothing at its end: that takes as long as to begin one.
            _let_go()
        await make_empty(self.settings.database)
        async with AsyncExitStack() as stack:
            stack.enter_context(mock.patch.object(router, "dispatch", self._dispatch(router.dispatch)))
            stack.enter_context(_listening(self.log))
            stack.enter_context(lighter())
            # simcord takes threads in announcement channels for channels.
            stack.enter_context(mock.patch.object(channel_model, "THREAD_TYPES", (*THREAD_TYPES, _NEWS_THREAD)))
            for module in (tables, worker):
                stack.enter_context(mock.patch.object(module, "FIRST_AGAIN_AFTER", self.again_after))
            stack.enter_context(mock.patch.object(answers, "QUICK_SECONDS", self.quick))
            stack.enter_context(registration.described_once())
            self.env = _PatientEnv(await self.make_client(), settle_timeout=_SETTLE_SECONDS)
            self.env.backend.subscribers.append(self._heard)
            await self.env.start()
            stack.push_async_callback(self.env.shutdown)
            stack.enter_context(self.env.time_context())
            self.guild = self.env.create_guild("The club")
            self.channel = self.guild.create_text_channel("canasta")
            await self.env.settle()
            self._stack = stack.pop_all()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if error is not None:
            error.add_note("The last things that went to and fro:\n" + self.env.transcript()[-4000:])
        self._ends = True
        try:
            await self.stop()
        finally:
            await self._stack.__aexit__(kind, error, traceback)
        if error is None:
            self.env.raise_errors()
            assert not self.complaints, "\n".join(self.complaints)

    async def make_client(self) -> discord.Client:
        """Return the client that simcord attaches: the real bot."""
        return await open_bot(self.settings, now=self.now, chance=self.chance, shards=1)

    def now(self) -> datetime:
        """Return the time in this world; `env.advance_time(seconds)` moves it."""
        return self.env.now()

    async def stop(self) -> None:
        """Close the bot as an operator would."""
        await self.env.bot.close()
        if not self._ends:
            _let_go()

    async def restart(self) -> None:
        """Close the bot and start another one on the same Discord and database."""
        await self.stop()
        await self.env.restart_bot(await self.make_client())

    def person(self, name: str) -> Person:
        """Return the member of the server with this name, who joins when first named."""
        if name not in self._people:
            self._people[name] = Person(self, self.guild.add_member(self.env.create_user(name)))
        return self._people[name]

    def people(self, *names: str) -> list[Person]:
        return [self.person(name) for name in names]

    def close_messages(self, person: Person) -> None:
        """Have Discord refuse the bot's direct messages to this person from now on."""
        self.env.inject_error(
            "POST",
            f"/channels/{person.member.user.dm_channel.id}/messages",
            status=403,
            code=50007,
            message="Cannot send messages to this user",
            times=None,
        )

    def open_messages(self, person: Person) -> None:
        """Have Discord accept the bot's direct messages to this person again."""
        path = f"/channels/{person.member.user.dm_channel.id}/messages"
        self.env.backend.faults[:] = [fault for fault in self.env.backend.faults if fault["path"] != path]

    def messages(self, channel: ChannelHandle | None = None) -> list[Shown]:
        """Return what everybody sees in a channel (by default the game's), oldest first."""
        stored = self.env.backend.messages.get((channel or self.channel).id, {})
        return [
            self.show(ResponseMessage(self.env, message))
            for _, message in sorted(stored.items())
            if not message.is_ephemeral
        ]

    def show(self, handle: ResponseMessage) -> Shown:
        """Return a message as people see it, with the pictures fetched."""
        message = handle._message
        parts = list(walk(message.components))
        gallery = [item for part in parts if part["type"] == 12 for item in part["items"]]
        gallery += [part for part in parts if part["type"] == 11]
        urls = [item["media"]["url"] for item in gallery] or [file["url"] for file in message.attachments]
        return Shown(
            id=message.id,
            channel_id=message.channel_id,
            text="\n".join([message.content, *(part["content"] for part in parts if part["type"] == 10)]).strip(),
            alt_texts=tuple(item.get("description") or "" for item in gallery or message.attachments),
            buttons=tuple(
                Button(part.get("label") or "", part["custom_id"], not part.get("disabled"), _emoji(part))
                for part in parts
                if part["type"] == 2 and "custom_id" in part
            ),
            menus=tuple(
                Menu(
                    part["custom_id"],
                    part.get("placeholder") or "",
                    {option["label"]: option["value"] for option in part.get("options", ())},
                    tuple(option["value"] for option in part.get("options", ()) if option.get("default")),
                    {option["label"]: name for option in part.get("options", ()) if (name := _emoji(option))},
                    not part.get("disabled"),
                )
                for part in parts
                if part["type"] in {3, 5}
            ),
            pictures=tuple(self.env.backend.cdn.get(url) or b"" for url in urls),
            files=tuple(file["url"] for file in message.attachments),
            pinged=tuple(message.ping_user_ids),
            ephemeral=message.is_ephemeral,
            handle=handle,
        )

    def mention(self, command: str) -> str:
        """Return the mention of a command such as `play`, which people can press, and what it does if that is named too."""
        command, what = ways.split(command)
        registered = self.env.backend.find_command(command.partition(" ")[0], None)
        assert registered is not None
        return f"</{command}:{registered['id']}>" + ("" if what is None else f" › *{what}*")

    async def answered(self, answer: Answer) -> None:
        """Check after each action that the bot has answered.

        simcord waits for a bot in this process, so it has answered by then.
        """
        assert answer.acknowledged, "the bot didn't answer"

    async def until(self, happened: Callable[[], Found | None], what: str) -> Found:
        """Wait until something is so, and return it.

        A bot in this process has done everything by the end of a press. A call that a test makes itself may go on: it comes to an end here.
        """
        deadline = time.perf_counter() + self.patience
        if not self.patience and not happened():
            async with self.acting:
                await self.env.settle()
        while not (found := happened()):
            newest = [(message.text[:200], [button.label for button in message.buttons]) for message in self.messages()]
            assert time.perf_counter() < deadline, f"not so: {what}; the channel shows {newest}"
            await asyncio.sleep(0.005)
        return found

    def _heard(self, event: str, payload: Any) -> None:
        if event == "INTERACTION_CREATE":
            data = payload["data"]
            what = f"{payload['type']}:{data.get('name') or data.get('custom_id', '').split(':')[0]}"
            self._asked[int(payload["id"])] = (what, time.perf_counter())

    def _dispatch(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def dispatch(backend: Any, method: str, path: str, **request: Any) -> Any:
            body = request.get("json")
            self._note(method, path, body, request.get("files") or ())
            if request.get("files") and self.files_refused is not None and path.startswith("/channels/"):
                raise errors.BackendError(*self.files_refused, "refused")
            _check_thread(backend, method, path, body)
            _check_emoji(backend, method, path, body)
            if method == "PUT" and isinstance(body, list):
                request["json"] = registration.Commands(body)
            if not isinstance(body, dict) or not body.get("enforce_nonce"):
                return real(backend, method, path, **request)
            return self._once(backend, str(body["nonce"]), lambda: real(backend, method, path, **request))

        return dispatch

    def _once(self, backend: Any, nonce: str, post: Callable[[], Any]) -> Any:
        """Post a message as Discord does with a nonce, which it looks up among what its author has posted lately, anywhere.

        The message that it finds is returned, whatever the new one would be and wherever it would stand. One that was
        deleted meanwhile is refused, and not made again.
        """
        since, answer = self.nonces.get(nonce, (datetime.min.replace(tzinfo=UTC), None))
        if self.now() - since > _NONCES_KEPT:
            answer = post()
            self.nonces[nonce] = (self.now(), answer)
        elif int(answer["id"]) not in backend.messages.get(int(answer["channel_id"]), ()):
            raise errors.unknown_message()
        return answer

    def _note(self, method: str, path: str, body: Any, files: Sequence[discord.File]) -> None:
        uploads = tuple(Upload(file.filename, _contents(file), file.description) for file in files)
        parts = path.strip("/").split("/")
        if parts[0] == "interactions" and int(parts[1]) in self._asked:
            what, since = self._asked.pop(int(parts[1]))
            self.delays.append((what, time.perf_counter() - since))
        sent = Sent(method, path, body, uploads, self._readers(parts, body))
        self.complaints += registration.checked_once(method, body, lambda: list(_complaints(sent)))
        if body is not None or uploads:
            self.sent.append(sent)

    def _readers(self, parts: list[str], body: Any) -> frozenset[int] | None:
        backend = self.env.backend
        if parts[0] == "channels" and parts[1].isdigit():
            return self._audience(int(parts[1]))
        if parts[0] == "interactions":
            record = backend.interactions[int(parts[1])]
            flags = (body.get("data") or {}).get("flags") or 0
            private = body["type"] in {6, 8, 9} or flags & EPHEMERAL
            message_id = record.source_message_id if body["type"] == 7 else None
        elif parts[0] == "webhooks" and parts[2] in backend.interaction_tokens:
            record = backend.interactions[backend.interaction_tokens[parts[2]]]
            if len(parts) == 3 and not record.loading:
                private, message_id = (body.get("flags") or 0) & EPHEMERAL, None
            else:
                private, message_id = (
                    False,
                    record.message_id if parts[-1] in {"@original", parts[2]} else int(parts[-1]),
                )
        else:
            return None
        if message_id is not None:
            private = backend.get_message(record.channel_id, message_id).is_ephemeral
        return frozenset({record.user_id}) if private else self._audience(record.channel_id)

    def _audience(self, channel_id: int) -> frozenset[int] | None:
        channel = self.env.backend.channels.get(channel_id)
        if channel is None or channel.guild_id is not None:
            return None
        return frozenset(set(channel.recipient_ids) - {self.env.backend.bot_user.id})


class _Listener(logging.Handler):
    def __init__(self, lines: list[str]) -> None:
        super().__init__(logging.INFO)
        self._lines = lines
        self.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s"))

    def emit(self, record: logging.LogRecord) -> None:
        self._lines.append(self.format(record))


def _check_thread(backend: Any, method: str, path: str, body: Any) -> None:
    """Refuse a thread of a type that its channel doesn't have, as Discord does."""
    parts = path.strip("/").split("/")
    channel = backend.channels.get(int(parts[1])) if parts[::2] == ["channels", "threads"] else None
    kinds = _THREADS.get(channel.type) if channel is not None and method == "POST" else None
    if kinds is not None and body.get("type") not in kinds:
        raise BackendError(400, 50024, "Cannot execute action on this channel type")


def _check_emoji(backend: Any, method: str, path: str, body: Any) -> None:
    """Refuse an emoji of the bot with a name that another one has, as Discord does."""
    parts = path.strip("/").split("/")
    uploads = method == "POST" and parts[::2] == ["applications", "emojis"]
    if uploads and any(one.name == body["name"] for one in backend.application_emojis.values()):
        wrong = {"code": "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "message": "Emoji name is already taken"}
        raise BackendError(400, 50035, "Invalid Form Body", errors={"name": {"_errors": [wrong]}})


def _complaints(sent: Sent) -> Iterator[str]:
    """Yield what is wrong with a request."""
    complaint = openapi.complaint(sent.method, sent.path, sent.body)
    if complaint:
        yield complaint
    if sent.body is not None or sent.uploads:
        yield from discord_limits.complaints(sent.method, sent.path, sent.body, sent.uploads)
        yield from _calls(sent.method, sent.path, sent.body)
        yield from _unsure(sent)


def _calls(method: str, path: str, body: Any) -> Iterator[str]:
    """Yield a complaint if a message may notify people whom it doesn't list one by one.

    A name in a text could mention anybody.
    """
    said = (body.get("data") or body) if isinstance(body, dict) else None
    if isinstance(said, dict) and (said.get("components") or said.get("content")) and "custom_id" not in said:
        allowed = said.get("allowed_mentions")
        if allowed is None or allowed.get("parse") or allowed.get("roles"):
            yield f"{method} {path}: it may call anybody whom a text mentions: {allowed}"


#: How far a moment is away, and the same with the moment itself beside it.
_FAR = re.compile(r"(?<!\\)<t:([0-9]+):R>")
_FAR_AND_WHEN = re.compile(r"<t:([0-9]+):R> \(<t:\1:[fFdDtT]>\)|<t:([0-9]+):[fFdDtT]> \(<t:\2:R>\)")


def _unsure(sent: Sent) -> Iterator[str]:
    """Yield a complaint for each form that some clients show otherwise, where nothing else says the same.

    How far a moment is away stands still on phones. The mention of a command may be shown raw, and typing nothing: it
    stands only in answers in servers. Labels, alt texts and names of threads are shown as they are.
    """
    for text in _strings(sent.body, "content"):
        if _FAR.search(_FAR_AND_WHEN.sub("", text)):
            yield f"{sent.method} {sent.path}: it says how far a moment is away, but not when it is: {text}"
        if sent.path.startswith("/channels/") and re.search(r"(?<!\\)</[a-z]", text):
            yield f"{sent.method} {sent.path}: a command is mentioned outside of an answer: {text}"


def _emoji(part: dict[str, Any]) -> str | None:
    """Return the name of a button's or option's emoji."""
    return (part.get("emoji") or {}).get("name")


def _enabled(button: Button | None) -> bool:
    return button is not None and button.enabled


def _let_go() -> None:
    """Let go of a database as the end of a process does: a cursor that a traceback still holds keeps the lock of a closed connection."""
    gc.collect()


@contextmanager
def _listening(lines: list[str]) -> Iterator[None]:
    """Collect what is logged from INFO upwards, with tracebacks."""
    root, listener = logging.getLogger(), _Listener(lines)
    level = root.level
    root.addHandler(listener)
    root.setLevel(min(level, logging.INFO))
    try:
        yield
    finally:
        root.setLevel(level)
        root.removeHandler(listener)


def _strings(value: Any, of: str | None = None) -> Iterator[str]:
    """Yield every text in a value, or only those of the fields called `of`."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, inner in value.items():
            if of in (None, name) or not isinstance(inner, str):
                yield from _strings(inner, of)
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner, of)


def _contents(file: discord.File) -> bytes:
    place = file.fp.tell()
    data: bytes = file.fp.read()
    file.fp.seek(place)
    return data
