"""The sandbox as a newcomer starts it: both pages answer, follow the computers, and a kept game goes on next time."""

from __future__ import annotations

import asyncio
import importlib.metadata
import itertools
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
import tomllib
from collections.abc import Callable, Coroutine, Iterator
from contextlib import AsyncExitStack, contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import IO, Any

import aiohttp
import pytest
from simcord import Env, InteractionResult, SetupError

from bot.__main__ import main
from bot.commands.sandbox import _Sandbox
from bot.computer import choose
from bot.data.tables import Status, Table
from bot.messages import tables
from bot.tables.rules.game_rules import rules_of
from tests.discord_limits import walk

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
ADDRESS = re.compile(r"http://127\.0\.0\.1:\S+")


def sandbox_in(folder: Path, *arguments: str) -> int:
    """Run the sandbox in this process, with its games in a folder, until somebody ends it; return its exit status."""
    return main(["sandbox", "--seed", "3", "--database", str(folder / "games.sqlite3"), *arguments])


class Page:
    """A page of the sandbox, as its script in a browser talks to it."""

    def __init__(self, session: aiohttp.ClientSession, address: str) -> None:
        self._session = session
        self._base, _, capability = address.partition("/#")
        self._headers = {"X-Simcord-Capability": capability}
        self._sequence = 0
        self.state: dict[str, Any] = {}

    async def open(self) -> None:
        self.state = await self._call("POST", "/api/pages", {})
        self._headers["X-Simcord-Context"] = self.state["context"]["id"]

    async def view_as(self, name: str) -> None:
        """Go on as another person."""
        viewer = next(one for one in self.state["viewers"] if one["name"] == name)
        await self._call("POST", "/api/action", self._action("viewer") | {"viewer_id": viewer["id"]})
        self._sequence += 1
        self.state = await self._call("GET", "/api/state", None)

    async def until(self, wanted: Callable[[str], bool]) -> str:
        """Return what the page shows in the end, as one text."""
        deadline = time.monotonic() + 300
        while not wanted(self.text()):
            assert time.monotonic() < deadline, f"the page still shows: {self.text()}"
            await asyncio.sleep(0.1)
            self.state = await self._call("GET", "/api/state", None)
        return self.text()

    def text(self) -> str:
        parts = [part for message in self.state["messages"].values() for part in walk(message["components"])]
        return "\n".join(part.get("content") or part.get("label") or "" for part in parts)

    async def press(self, label: str) -> None:
        """Press a button; again if the page has changed between the look and the press, as it does when others move."""
        deadline = time.monotonic() + 300
        while (outcome := await self._click(label))["rejected"]:
            assert time.monotonic() < deadline, outcome
            self.state = await self._call("GET", "/api/state", None)
        self._sequence += 1
        assert outcome["settlement"] == "settled", outcome

    async def offered(self) -> set[str]:
        """Return the slash commands that the page offers."""
        return {entry["invocation"] for entry in (await self._call("GET", "/api/commands", None))["entries"]}

    def told_at(self) -> datetime:
        """Return the time from which the page tells “in 5 seconds”."""
        return datetime.fromisoformat(self.state["profile"]["presentationTime"])

    async def command(self, invocation: str, **options: Any) -> None:
        """Run a slash command."""
        catalog = await self._call("GET", "/api/commands", None)
        entry = next(one for one in catalog["entries"] if one["invocation"] == invocation)
        action = self._action("run_command") | {
            "command_id": entry["commandId"],
            "path": entry["path"],
            "schema_fingerprint": entry["schemaFingerprint"],
            "options": options,
        }
        outcome = await self._call("POST", "/api/action", action)
        self._sequence += 1
        assert outcome["settlement"] == "settled", outcome
        self.state = await self._call("GET", "/api/state", None)

    def _action(self, kind: str) -> dict[str, Any]:
        return {
            "protocol_version": 3,
            "sequence": self._sequence + 1,
            "request_id": f"{kind}-{self._sequence + 1}",
            "generation": self.state["context"]["generation"],
            "bot_generation": self.state["botGeneration"],
            "published_revision": self.state["publishedRevision"],
            "kind": kind,
        }

    async def _click(self, label: str) -> dict[str, Any]:
        message, button = next(
            (message, part)
            for message in reversed(self.state["messages"].values())
            for part in walk(message["components"])
            if part.get("label") == label
        )
        action = self._action("click") | {"target_id": message["id"], "control_key": button["control_key"]}
        return await self._call("POST", "/api/action", action)

    async def _call(self, method: str, path: str, body: Any) -> dict[str, Any]:
        async with self._session.request(method, self._base + path, json=body, headers=self._headers) as response:
            assert response.status == 200, await response.text()
            answer: dict[str, Any] = await response.json()
            return answer


def _left_out() -> list[str]:
    """Return the modules of packages that the README's first command doesn't install: those only for development."""
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]
    wanted = {re.split(r"[\[=]", line)[0].lower() for line in groups["dev"] if isinstance(line, str)}
    provided = importlib.metadata.packages_distributions()
    return sorted(module for module, by in provided.items() if wanted & {one.lower() for one in by})


@pytest.fixture(scope="module", autouse=True)
def newcomers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Have each sandbox find only what the README's first command installs."""
    folder = tmp_path_factory.mktemp("newcomers")
    missing = dict.fromkeys(_left_out())
    assert "psycopg" in missing
    (folder / "sitecustomize.py").write_text(f"import sys\nsys.modules.update({missing})\n", encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(folder))
        yield


@contextmanager
def sandbox(*arguments: str) -> Iterator[tuple[str, list[str], IO[str]]]:
    """Yield a running sandbox: what it printed, the addresses in it, and what it prints later.

    It must end well when interrupted.
    """
    process = subprocess.Popen(
        [sys.executable, "-m", "bot", "sandbox", *arguments],
        cwd=ROOT,
        env=os.environ | {"CANASTA_COMPUTER_PACE": "0.1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        printed = ""
        while "Ctrl-C ends" not in printed and (line := process.stdout.readline()):
            printed += line
        yield printed, ADDRESS.findall(printed), process.stdout
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=300)
        assert (process.returncode, errors) == (0, "")
    finally:
        process.kill()


def next_address(printed: IO[str]) -> str:
    """Return the next address that is printed."""
    while line := printed.readline():
        if found := ADDRESS.findall(line):
            return str(found[0])
    raise AssertionError("no other address was printed")


async def test_a_second_table_is_seen_in_its_thread() -> None:
    async with aiohttp.ClientSession() as session:
        with sandbox("--seed", "3") as (printed, addresses, more):
            assert "Its page's address is printed here" in printed
            channel = Page(session, addresses[0])
            await channel.open()
            await channel.command("play", computers="3")
            await channel.press("Open a thread")
            async with asyncio.timeout(300):
                address = await asyncio.to_thread(next_address, more)
            thread = Page(session, address)
            await thread.open()
            await thread.press("Start")
            await thread.until(lambda text: "My hand" in text)
            assert "settings" not in await channel.offered()
            await channel.view_as("Sandbox Owner")
            assert "settings" in await channel.offered()
            await channel.command("settings")
            await channel.until(lambda text: "House rules" in text)


def text(answer: InteractionResult) -> str:
    assert answer.response is not None
    return "\n".join(str(part.get("content") or "") for part in walk(answer.response.components))


def thinking_slowly(sandbox: _Sandbox) -> asyncio.Event:
    """Have everything that the bot's processes think take until the returned event happens."""
    thinkers, go_on = sandbox._bot.services.tables.thinkers, asyncio.Event()
    wait = thinkers.wait

    async def slowly(thought: Coroutine[Any, Any, Any]) -> Any:
        await go_on.wait()
        return await thought

    async def waits(thought: Coroutine[Any, Any, Any]) -> Any:
        return await wait(slowly(thought))

    thinkers.wait = waits
    return go_on


def test_a_review_says_at_once_that_it_is_made_and_then_appears(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A press is over before the review is there; else the page would call it uncertain."""
    shown: list[str] = []

    async def follow(sandbox: _Sandbox, stack: AsyncExitStack) -> None:
        bot, person = sandbox._bot, sandbox._newcomer
        table = await bot.services.tables.games.in_channel(sandbox._channel.id)
        assert table is not None
        await bot.services.tables.lobbies.start(table.id, person.id, fill="easy")
        chance = random.Random(7)
        while (look := await bot.services.tables.look(table.id, person.id)).table.status is Status.PLAYING:
            if look.mine is not None and look.mine.my_turn:
                move = choose(look.mine, "normal", chance)
                await bot.services.tables.turns.play(table.id, person.id, move, version=look.table.version)
            await asyncio.sleep(0.01)
        go_on = thinking_slowly(sandbox)
        answer = await person.slash(sandbox._channel, "canasta", what="review")
        shown.append(text(answer))
        sandbox._news.clear()
        go_on.set()
        async with asyncio.timeout(300):
            while "Your review" not in text(answer):  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        assert sandbox._channel.id in sandbox._news, "its page is made anew"
        raise KeyboardInterrupt

    monkeypatch.setenv("CANASTA_COMPUTER_PACE", "0")
    monkeypatch.setattr(_Sandbox, "_follow", follow)
    assert sandbox_in(tmp_path, "--house", "deal.hand=20, rounds=1") == 0
    assert [one[:13] for one in shown] == ["🔎 Looking at "[:13]]


def test_a_press_whose_hint_takes_long_is_over_at_once_and_the_hint_appears(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def follow(sandbox: _Sandbox, stack: AsyncExitStack) -> None:
        bot, person = sandbox._bot, sandbox._newcomer
        table = await bot.services.tables.games.in_channel(sandbox._channel.id)
        assert table is not None
        await bot.services.tables.lobbies.start(table.id, person.id, fill="easy")
        async with asyncio.timeout(300):
            while not (look := await bot.services.tables.look(table.id, person.id)).mine or not look.mine.my_turn:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        go_on = thinking_slowly(sandbox)
        async with asyncio.timeout(300):
            answer = await person.slash(sandbox._channel, "canasta", what="hint")
            go_on.set()
            while answer.response is None or "Hint:" not in text(answer):  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        raise KeyboardInterrupt

    monkeypatch.setenv("CANASTA_COMPUTER_PACE", "0")
    monkeypatch.setattr(_Sandbox, "_follow", follow)
    assert sandbox_in(tmp_path) == 0


def test_the_addresses_come_before_what_no_page_shows_yet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def follow(sandbox: _Sandbox, stack: AsyncExitStack) -> None:
        uploads = sandbox._bot.services.emoji_uploads
        before = dict(uploads.ids)
        commands = [one for some in sandbox._env.backend.commands.values() for one in some.values()]
        assert "play" in {one["name"] for one in commands}
        assert [one["name"] for one in commands if one.get("name_localizations")] == [], "no page shows them"
        async with asyncio.timeout(300):
            while "king_of_hearts" not in uploads.ids:  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        assert before == {}
        raise KeyboardInterrupt

    monkeypatch.setattr(_Sandbox, "_follow", follow)
    assert sandbox_in(tmp_path) == 0


def test_an_answer_after_more_than_three_seconds_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot says in time that it needs longer, but in simcord no time passes for it until it has answered."""

    async def follow(sandbox: _Sandbox, stack: AsyncExitStack) -> None:
        clock = sandbox._env.backend.clock
        begun = clock.now()
        calls = itertools.count()
        monkeypatch.setattr(clock, "now", lambda: begun + timedelta(seconds=4 * next(calls)))
        assert "Canasta: help" in text(await sandbox._newcomer.slash(sandbox._channel, "help"))
        raise KeyboardInterrupt

    monkeypatch.setattr(_Sandbox, "_follow", follow)
    assert sandbox_in(tmp_path) == 0


async def test_todays_deal_is_one_press_away(tmp_path: Path) -> None:
    async with aiohttp.ClientSession() as session:
        with sandbox("--database", str(tmp_path / "games.sqlite3")) as (printed, addresses, _):
            assert "“Deal of the day”, above the table" in printed
            channel, direct = (Page(session, address) for address in addresses[:2])
            await channel.open()
            await direct.open()
            await channel.press("Deal of the day")
            await channel.until(lambda text: "The deal of the day is in your direct messages" in text)
            await direct.until(lambda text: "You have one try." in text)


async def test_a_newcomer_plays_and_comes_back(tmp_path: Path) -> None:
    kept = str(tmp_path / "games.sqlite3")
    async with aiohttp.ClientSession() as session:
        with sandbox("--seed", "3", "--database", kept) as (printed, addresses, _):
            assert "press Start" in printed
            async with session.get(addresses[2].partition("#")[0]) as page:
                assert (page.status, page.content_type) == (200, "text/html")
            channel, direct = (Page(session, address) for address in addresses[:2])
            await channel.open()
            await direct.open()
            await channel.press("Start")
            shown = await direct.until(lambda text: "Your turn" in text)
            await channel.until(lambda text: "**Newcomer**'s turn" in text)
            assert "discarded" in shown, "the computers have moved meanwhile"
            before = direct.told_at()
            await direct.press("Draw")
            await direct.until(lambda text: "Discard:" in text)
            assert direct.told_at() > before

        with sandbox("--database", kept) as (printed, addresses, _):
            assert "goes on where it was" in printed
            channel, direct = (Page(session, address) for address in addresses[:2])
            await channel.open()
            await direct.open()
            await direct.until(lambda text: "Discard:" in text)
            await channel.until(lambda text: "**Newcomer**'s turn" in text)


@pytest.mark.slow
def test_a_start_has_time_on_a_slow_machine_and_leaves_no_thread_where_it_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start, settle = Env.start, Env._settle_internal
    patience: list[float | None] = []

    async def settles(env: Env, **options: Any) -> None:
        patience.append(options.get("timeout"))
        await settle(env, **options)

    async def fails(env: Env) -> None:
        await start(env)
        raise SetupError("the bot did not come to rest")

    monkeypatch.setattr(Env, "_settle_internal", settles)
    monkeypatch.setattr(Env, "start", fails)
    with pytest.raises(SetupError):
        sandbox_in(tmp_path)
    assert patience
    assert all(seconds is None or seconds >= 60 for seconds in patience)
    # The threads of the pictures end by themselves with the process.
    assert [one for one in threading.enumerate() if "connection" in one.name] == []


def test_a_press_is_over_before_a_draw_is_told_by_itself_and_house_rules_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []
    tables_laid: list[Table | None] = []

    async def follow(sandbox: _Sandbox, stack: AsyncExitStack) -> None:
        waits.append(sandbox._env.settle_timeout)
        tables_laid.append(await sandbox._bot.services.tables.games.in_channel(sandbox._channel.id))
        raise KeyboardInterrupt

    monkeypatch.setattr(_Sandbox, "_follow", follow)
    assert sandbox_in(tmp_path, "--house", "deal.hand=13") == 0
    [table] = tables_laid
    assert table
    assert rules_of(table).deal.hand == 13
    assert waits
    assert waits[0] < tables.PATIENCE, "simcord holds up the page for what is due within this time"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(["--players", "9"], "no layout for 9; choose from 2, 3-lone, 4"), (["--variant", "poker"], "poker")],
)
def test_what_cannot_be_played_is_said(arguments: list[str], said: str) -> None:
    command = [sys.executable, "-m", "bot", "sandbox", *arguments]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 2
    assert said in ended.stderr
