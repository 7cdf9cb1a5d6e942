"""A world whose bot has a clock that the test sets, and is killed at chosen moments of its work."""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar

from aiohttp import web
from simcord import BackendError, ChannelHandle, MemberActor, SetupError
from simcord.backend.models.interaction import ResponseKind

from bot.ui.actions import CustomId, read
from tests.standin import ProcessWorld, Standin
from tests.world import Answer, Found, Person, Shown


class Killed(Exception):
    """The bot was killed while somebody waited for it."""


class MovedOn(Exception):
    """The page that a person was about to use is gone, so they have to look again."""


class MortalWorld(ProcessWorld):
    """A world whose bot is killed before or after one of its requests, or after some milliseconds of whatever it does.

    `lives` counts the bot's processes so far. If the bot dies while somebody waits for something, they get `Killed`.
    `answered_tokens` are those of interactions that the bot has answered, at once or after it acknowledged them.
    """

    mended_within: ClassVar[float] = 0.0
    """The real seconds in which messages become right that aren't when the bot seems to have done everything."""

    def __init__(self, database: Path, *, seed: int) -> None:
        super().__init__(database, seed=seed)
        self.lives = 0
        self.requests = 0
        self.answered_tokens: set[str] = set()
        self._dice = random.Random(seed)
        self._kill_at: int | None = None
        self._kill_before = True
        self._later: asyncio.TimerHandle | None = None

    def time(self) -> str:
        return str(self.now().timestamp())

    @property
    def seconds(self) -> int:
        """The time in this world, whole seconds UTC."""
        return int(self.now().timestamp())

    @property
    def alive(self) -> bool:
        return not self._dead() and self.standin.connected

    def environment(self) -> dict[str, str]:
        return super().environment() | {"CANASTA_LOG_LEVEL": "INFO"}

    def make_standin(self) -> Standin:
        return MortalStandin(self)

    async def start(self) -> None:
        self.lives += 1
        await super().start()

    def set_time(self, seconds: int) -> None:
        """Let time pass until then, for Discord, and for the bot if it is alive."""
        self.env.backend.advance_clock(max(0, seconds - self.now().timestamp()))
        if self.process is not None and self.process.returncode is None:
            self.process.stdin.write(f"{self.time()}\n".encode())

    def arm(self) -> None:
        """Have the bot killed soon: at one of its next requests, or after a few milliseconds of whatever it does."""
        if self.armed:
            return
        if self._dice.random() < 0.6:
            self._kill_at = self.requests + self._dice.randrange(1, 12)
            self._kill_before = self._dice.random() < 0.5
        else:
            self._later = asyncio.get_running_loop().call_later(self._dice.random() * 0.4, self.shoot)

    @property
    def armed(self) -> bool:
        return self._kill_at is not None or self._later is not None

    def shoot(self) -> None:
        """Kill the bot at once."""
        self._kill_at = None
        if self._later is not None:
            self._later.cancel()
            self._later = None
        if self.process is not None and self.process.returncode is None:
            self.process.kill()

    def expects(self, _: str) -> bool:
        """Return whether a line of the log that tells of an error is as it should be."""
        return False

    async def wait_a_little(self) -> None:
        """Wait until the bot may have done some more of what it has to do."""
        await asyncio.sleep(0.01)

    async def replace_the_dead(self) -> None:
        """Do nothing: this bot is started again when it is found dead."""

    async def bury(self) -> None:
        """Wait until nothing is left of a bot that was killed."""
        self.lives += 1
        if self.process is not None:
            await self.process.wait()
            await self._reading
            self.process = None
        while self.standin.connected:  # noqa: ASYNC110 - the server notices by itself
            await asyncio.sleep(0.002)

    async def answered(self, answer: Answer) -> None:
        await self.until(lambda: answer.acknowledged, "an answer")

    async def until(self, happened: Callable[[], Found | None], what: str) -> Found:
        life, deadline = self.lives, time.perf_counter() + self.patience
        while not (found := happened()):
            if self.lives != life or self._dead():
                raise Killed
            assert time.perf_counter() < deadline, f"not so: {what}"
            await asyncio.sleep(0.005)
        return found

    def request_begins(self) -> bool:
        """Count a request of the bot. Return whether the bot is killed before the request is carried out."""
        self.requests += 1
        if self._kill_at is not None and self.requests >= self._kill_at and self._kill_before:
            self.shoot()
            return True
        return False

    def request_ends(self) -> None:
        """Kill the bot, if its time has come, before it gets the answer to the request that was carried out."""
        if self._kill_at is not None and self.requests >= self._kill_at:
            self.shoot()


#: The path of an answer after an acknowledgement; its group is the interaction's token.
_ANSWER = re.compile(r"webhooks/[0-9]+/([^/]+)(?:/messages/@original)?")
_FIRST_ANSWER = re.compile(r"interactions/([0-9]+)/([^/]+)/callback")


class MortalStandin(Standin):
    def __init__(self, world: MortalWorld) -> None:
        super().__init__(world.env)
        self._world = world

    async def _request(self, request: web.Request) -> web.Response:
        if self._begins(request):
            return web.Response(status=503)
        try:
            response = await super()._request(request)
        except ConnectionError:
            # The bot was killed in the middle of an upload: nobody is there to be answered.
            return web.Response(status=503)
        path = request.match_info["path"]
        if (answer := _ANSWER.fullmatch(path)) and response.status < 400:
            self._world.answered_tokens.add(answer[1])
        if (first := _FIRST_ANSWER.fullmatch(path)) and response.status < 400:
            interaction = self._world.env.backend.interactions[int(first[1])]
            if interaction.response_kind in (ResponseKind.MESSAGE, ResponseKind.UPDATE):
                self._world.answered_tokens.add(first[2])
        self._ends(request)
        return response

    def _begins(self, _: web.Request) -> bool:
        """Return whether the bot is killed before a request is carried out."""
        return self._world.request_begins()

    def _ends(self, _: web.Request) -> None:
        """Have the bot killed, perhaps, when a request was carried out."""
        self._world.request_ends()


class AtTable(Person):
    """A person at one table: commands go to its channel, and only direct messages about it count.

    Once the person has begun with a direct message, only that one counts.
    """

    def __init__(self, world: MortalWorld, member: MemberActor, channel: ChannelHandle, table_id: int) -> None:
        super().__init__(world, member)
        self._mortal = world
        self._channel = channel
        self._table_id = table_id
        self._begun: int | None = None

    def begin(self, version: int) -> Shown | None:
        """Use the newest direct message that shows the table at a version, and return it; None if there is none."""
        shown = next((one for one in reversed(self.messages()) if version_of(one) == version), None)
        self._begun = None if shown is None else shown.id
        return shown

    async def slash(
        self, command: str, /, *, dm: bool = False, where: ChannelHandle | None = None, **options: Any
    ) -> Answer:
        answer = await super().slash(command, dm=dm, where=where or self._channel, **options)
        await self._world.until(lambda: answer.text, f"an answer to /{command}")
        return answer

    async def press(self, name: str, /, on: Shown | None = None, *, dm: bool = False) -> Answer:
        shown = on or await self.sees(
            lambda shown: (button := shown.button(name)) and button.enabled, f"button {name!r}", dm=dm
        )
        return await self._answered(f"{name} pressed", shown, super().press(name, shown))

    async def choose(self, name: str, /, *labels_or_values: str, on: Shown | None = None, dm: bool = False) -> Answer:
        shown = on or await self.sees(lambda shown: shown.menu(name), f"menu {name!r}", dm=dm)
        what = f"{', '.join(labels_or_values)} chosen from {name}"
        return await self._answered(what, shown, super().choose(name, *labels_or_values, on=shown))

    async def _answered(self, what: str, before: Shown, deed: Awaitable[Answer]) -> Answer:
        """Press or choose, and wait until the person sees the result.

        One of three things must happen: the bot answers with something that wasn't there before, the message shows a
        later version of the table, or another message replaces it. Raises `MovedOn` if what was to be pressed has just
        gone.
        """
        try:
            answer = await deed
        except (SetupError, BackendError) as gone:
            raise MovedOn(str(gone)) from None
        token = answer.result._interaction.token
        try:
            await self._world.until(
                lambda: (
                    token in self._mortal.answered_tokens
                    or (now := self._now(before)) is None
                    or version_of(now) != version_of(before)
                ),
                "it is answered",
            )
            now = self._now(before)
            assert (
                now is None
                or answer.followups
                or (answer.message is not None and answer.message.id != before.id and answer.message.text)
                or _other(before, now)
            ), "the answer brings anything new"
        except AssertionError as error:
            raise AssertionError(
                f"{error}: {what} on {_told(before)}; acknowledged: {answer.acknowledged};"
                f" answered: {answer.text!r}; now there is {_told(self._now(before))}"
            ) from None
        return answer

    def _now(self, before: Shown) -> Shown | None:
        """Return a message as it is now, None if it was deleted."""
        there = before.id in self._world.env.backend.messages[before.channel_id]
        return self._world.show(before.handle) if there else None

    def messages(self) -> list[Shown]:
        return [
            shown for shown in super().messages() if about(shown) == self._table_id and self._begun in (None, shown.id)
        ]

    async def sees(self, wanted: Callable[[Shown], object], what: str, *, dm: bool = False) -> Shown:
        if not dm:
            return await self._world.until(
                lambda: next((one for one in reversed(self._world.messages(self._channel)) if wanted(one)), None),
                f"{self.name} sees {what}",
            )
        # All earlier presses of this person have been answered.
        shown = next((one for one in reversed(self.messages()) if wanted(one)), None)
        if shown is None:
            raise MovedOn(f"{self.name} doesn't see {what}, but {[_told(one) for one in self.messages()]}")
        return shown


def _other(before: Shown, now: Shown) -> bool:
    return (before.text, before.buttons, before.menus) != (now.text, now.buttons, now.menus)


def _told(shown: Shown | None) -> str:
    """Return a message as a failure shows it."""
    if shown is None:
        return "nothing"
    menus = {menu.placeholder: menu.chosen for menu in shown.menus}
    return f"({shown.text!r}, {[button.label for button in shown.buttons]}, {menus}, version {version_of(shown)})"


def about(shown: Shown) -> int | None:
    """Return the number of the table that the message's buttons belong to, None without such buttons."""
    return next((press.table for press in _presses(shown) if press.table), None)


def version_of(shown: Shown) -> int | None:
    """Return the version of the table that the message's buttons are for, None without such buttons."""
    return next((press.version for press in _presses(shown) if press.table), None)


def _presses(shown: Shown) -> Iterator[CustomId]:
    for identity in [*(button.custom_id for button in shown.buttons), *(menu.custom_id for menu in shown.menus)]:
        if (press := read(identity)) is not None:
            yield press


@contextmanager
def heard(world: MortalWorld, listener: Callable[[str, Any], None]) -> Iterator[None]:
    """Have a listener called with everything that Discord announces."""
    world.env.backend.subscribers.append(listener)
    try:
        yield
    finally:
        world.env.backend.subscribers.remove(listener)
