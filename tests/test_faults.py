"""Whatever Discord or the network do to a request: no move is lost, nothing is posted twice, and everything is posted
in the end.

`CANASTA_TEST_LONG=1 pytest tests/test_faults.py` plays many whole games at random faults.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import aiohttp
import pytest

from bot.computer import choose
from bot.data.tables import Lost, Status, Table
from tests import faults
from tests.faults import Fault, FaultyWorld, failing, site
from tests.players import bot_of, by_command, calls, sit_down
from tests.world import Person, Shown, World

pytestmark = pytest.mark.slow

NAMES = ("Anna", "Bruno", "Carla", "Dino", "Elsa", "Franco")
#: Whole games that are played at random faults.
GAMES = 25 if os.environ.get("CANASTA_TEST_LONG") else 1


async def table_of(world: World) -> Table:
    table = await bot_of(world).services.tables.games.last_in_channel(world.channel.id)
    assert table is not None
    return table


async def make_move(world: World, people: list[Person], chance: random.Random) -> Table:
    """Make a sensible move for the player to move by a command, which must be taken, and return the table."""
    before = await table_of(world)
    person = next(person for person in people if before.to_move and person.id == before.to_move.user_id)
    seen = (await bot_of(world).services.tables.look(before.id, person.id)).mine
    assert seen is not None
    move = choose(seen, "normal", chance)
    answer = await by_command(person, move, seen)
    after = await table_of(world)
    played = (await bot_of(world).services.tables.look(before.id)).recent[-1]
    assert after.version > before.version, answer.text
    assert played.line == str(move)
    return after


def shown(message: Shown) -> tuple[object, ...]:
    """Return what people see of a message; no ids, which differ."""
    return message.text, message.alt_texts, tuple(button.label for button in message.buttons), message.pinged


def everything(world: World, people: list[Person]) -> list[Counter[tuple[object, ...]]]:
    """Return the messages in the channel and each person's."""
    places = [world.messages(), *(person.messages() for person in people)]
    return [Counter(shown(message) for message in messages) for messages in places]


def complaints(world: World) -> list[str]:
    return [line for line in world.log if line.startswith(("ERROR", "CRITICAL")) or "Traceback" in line]


def check(world: World, people: list[Person], table: Table) -> None:
    """Check that everything is shown once, and as the table stands."""
    messages = world.messages()
    assert sum(1 for message in messages if message.button("My hand") and message.pictures) == 1
    assert calls(world, people, table) == ([table.to_move.user_id] if table.to_move else [])
    for person in people:
        hands = hands_shown(person)
        assert len(hands) == 1, [message.text for message in hands]
    assert complaints(world) == []


def hands_shown(person: Person) -> list[Shown]:
    """Return a person's direct messages that show their hand, or that bring it by a button."""
    return [message for message in person.messages() if message.pictures or message.button("My hand")]


class EverySecond:
    """Fails every second request of each call site, the first one included, while it is switched on."""

    def __init__(self) -> None:
        self.fault: Fault | None = None
        self.where: Callable[[str], bool] = lambda _site: True
        self.failed = Counter[str]()
        self._seen = Counter[str]()

    def __call__(self, method: str, path: str) -> Fault | None:
        place = site(method, path)
        if self.fault is None or not self.where(place):
            return None
        self._seen[place] += 1
        if self._seen[place] % 2 == 0:
            return None
        self.failed[place] += 1
        return self.fault


def _interaction(place: str) -> bool:
    return place.startswith(("POST /interactions", "PATCH /webhooks", "POST /webhooks"))


def _message(place: str) -> bool:
    return place == "PATCH /channels/*/messages/*"


async def test_every_kind_of_fault_at_every_call_site(tmp_path: Path) -> None:
    plan = EverySecond()
    async with FaultyWorld(tmp_path / "canasta.sqlite3", seed=1) as world:
        with failing(plan):
            people = await sit_down(world, "Anna", "Bruno", players="2")
            chance = random.Random(7)
            passing = (*faults.PASSING, faults.SENT_AGAIN)
            tried = [(fault, _not_first_answers if fault.seconds else _anywhere) for fault in passing]
            tried += [(fault, _interaction) for fault in faults.EXPIRED]
            tried += [(fault, _message) for fault in faults.MESSAGE]
            for fault, where in tried:
                plan.fault, plan.where = fault, where
                before = sum(plan.failed.values())
                start = (await table_of(world)).turn
                table = await make_move(world, people, chance)
                while table.turn == start or table.turn is None:
                    table = await make_move(world, people, chance)
                for message in range(4):
                    await people[0].member.send(world.channel, f"{fault}, {message}")
                while table.turn != start:
                    table = await make_move(world, people, chance)
                assert sum(plan.failed.values()) > before, fault
                plan.fault = None
                await world.env.advance_time(4 * 3600)
                check(world, people, await table_of(world))
        expected = {"POST /channels/*/messages", "PATCH /channels/*/messages/*", "DELETE /channels/*/messages/*"}
        assert set(plan.failed) >= expected | {"GET /channels/*/messages", "POST /interactions/*/*/callback"}


def _anywhere(_place: str) -> bool:
    return True


def _not_first_answers(place: str) -> bool:
    """They are given up after a few seconds, which would be real ones here."""
    return not _interaction(place)


def _channel(world: World) -> Callable[[str, str], bool]:
    """Return whether a request is about the channel in which the game is now."""
    messages = f"/channels/{world.channel.id}/messages"
    return lambda method, path: path.startswith(messages) and method != "GET"


def _is_direct(world: World, path: str) -> bool:
    """Return whether a request is about somebody's direct messages."""
    return path.startswith("/channels/") and not path.startswith(f"/channels/{world.channel.id}")


async def test_a_channel_that_refuses_for_a_while_loses_nothing(tmp_path: Path) -> None:
    on: list[Fault] = []
    async with FaultyWorld(tmp_path / "canasta.sqlite3", seed=1) as world:
        channel = _channel(world)
        with failing(lambda method, path: on[0] if on and channel(method, path) else None):
            people = await sit_down(world, "Anna", "Bruno", players="2")
            chance = random.Random(7)
            for fault in faults.PLACE:
                on[:] = [fault]
                start = (await table_of(world)).turn
                table = await make_move(world, people, chance)
                while table.turn == start:
                    table = await make_move(world, people, chance)
                table = await table_of(world)
                assert table.lost in (Lost.BARRED, Lost.LOCKED), fault
                assert all(any("Nothing is lost" in one.text for one in person.messages()) for person in people)
                await make_move(world, people, chance)
                on.clear()
                await world.env.advance_time(2 * 3600)
                check(world, people, await table_of(world))
                assert (await table_of(world)).lost is None
                assert not any("Nothing is lost" in one.text for person in people for one in person.messages())


@pytest.mark.parametrize("fault", faults.NOWHERE, ids=str)
async def test_a_channel_that_is_no_more_is_noticed_by_what_discord_says(tmp_path: Path, fault: Fault) -> None:
    on: list[Fault] = []
    async with FaultyWorld(tmp_path / "canasta.sqlite3", seed=1) as world:
        channel = _channel(world)
        with failing(lambda method, path: on[0] if on and channel(method, path) else None):
            people = await sit_down(world, "Anna", "Bruno", players="2")
            chance = random.Random(7)
            on.append(fault)
            for _ in range(3):
                table = await make_move(world, people, chance)
            assert (await table_of(world)).lost is Lost.GONE
            asked = len(world.env.http_requests)
            await world.env.advance_time(24 * 3600)
            assert len(world.env.http_requests) == asked, "it isn't asked again"
            on.clear()
            world.channel = world.guild.create_text_channel("elsewhere")
            await world.env.settle()
            await people[1].slash("canasta move")
            table = await make_move(world, people, chance)
            check(world, people, table)


async def test_direct_messages_that_are_refused_are_said_once_and_come_again(tmp_path: Path) -> None:
    on: list[Fault] = []
    async with FaultyWorld(tmp_path / "canasta.sqlite3", seed=1) as world:

        def choose_fault(method: str, path: str) -> Fault | None:
            personal = path == "/users/@me/channels" or _is_direct(world, path)
            return on[0] if on and personal and method == "POST" else None

        with failing(choose_fault):
            people = await sit_down(world, "Anna", "Bruno", players="2")
            chance = random.Random(7)
            for fault in faults.CLOSED:
                on[:] = [fault]
                for _ in range(6):
                    await make_move(world, people, chance)
                assert (await table_of(world)).lost is None
                said = [one for one in world.messages() if "can't send you direct messages" in one.text]
                assert len(said) <= len(people)
                on.clear()
                await world.env.advance_time(2 * 3600)
                for person in people:
                    await person.slash("hand", dm=True)
                start = (await table_of(world)).turn
                for turn in (1 - (start or 0), start):
                    while (await table_of(world)).turn != turn:
                        table = await make_move(world, people, chance)
                assert all(len(hands_shown(person)) == 1 for person in people), fault
        assert complaints(world) == []
        assert table.status is Status.PLAYING


@pytest.mark.parametrize("fault", faults.MESSAGE, ids=str)
async def test_what_a_message_that_cannot_be_edited_showed_is_shown_by_another_one(
    tmp_path: Path, fault: Fault
) -> None:
    """Moments after the first one was posted, so that Discord would know it again by its nonce."""
    on: list[Fault] = []
    async with FaultyWorld(tmp_path / "canasta.sqlite3", seed=1) as world:
        refused: list[str] = []

        def choose_fault(method: str, path: str) -> Fault | None:
            if not (on and _is_direct(world, path) and method == "PATCH"):
                return None
            refused.append(path)
            return on[0]

        with failing(choose_fault):
            people = await sit_down(world, "Anna", "Bruno", players="2")
            table = await table_of(world)
            on.append(fault)
            for person in people:
                looks = await person.press("Cards and table", on=(await person.slash("preferences")).message)
                await person.press("Cards: standard size", on=looks.message)
            await world.until(lambda: refused[len(people) - 1 :], "both messages could not be edited")
            on.clear()
            await world.env.advance_time(2 * 3600)
            check(world, people, table)
            assert all(len(hands_shown(person)) == 1 for person in people)
        assert complaints(world) == []


class NowAndThen:
    """Fails some of all requests, chosen by a seed, as long as it is switched on."""

    def __init__(self, seed: int, share: float) -> None:
        self.on = False
        self.failed = Counter[str]()
        self._share = share
        self._chance = random.Random(seed)

    def __call__(self, method: str, path: str) -> Fault | None:
        if not self.on or self._chance.random() >= self._share:
            return None
        place = site(method, path)
        fault = self._chance.choice(faults.PASSING + (faults.MESSAGE if _message(place) else ()))
        if _interaction(place):
            fault = self._chance.choice(faults.EXPIRED) if fault.seconds else fault
        self.failed[place] += 1
        return fault


async def _game(path: Path, plan: NowAndThen) -> tuple[list[str], list[Counter[tuple[object, ...]]]]:
    """Return a whole game of two: its moves, and the messages at its end."""
    async with FaultyWorld(path, seed=3) as world:
        with failing(plan):
            people = world.people("Anna", "Bruno")
            await people[0].slash("play", players="2", target=500)
            await people[1].press("Join")
            await people[0].press("Start")
            chance, wait = random.Random(7), random.Random(8)
            moves: list[str] = []
            table = await table_of(world)
            plan.on = True
            while table.status is Status.PLAYING:
                table = await make_move(world, people, chance)
                moves.append((await bot_of(world).services.tables.look(table.id)).recent[-1].line)
                if wait.random() < 0.1:
                    await world.env.advance_time(wait.choice((70, 200, 1000)))
            plan.on = False
            await world.env.advance_time(4 * 3600)
            assert complaints(world) == []
            return moves, everything(world, people)


@pytest.mark.parametrize("seed", range(GAMES))
async def test_a_whole_game_at_random_faults_ends_as_without_them(tmp_path: Path, seed: int) -> None:
    plan = NowAndThen(seed, 0.3)
    quiet_moves, quiet = await _game(tmp_path / "quiet.sqlite3", NowAndThen(seed, 0.0))
    moves, stormy = await _game(tmp_path / "stormy.sqlite3", plan)
    assert moves == quiet_moves
    for messages, expected in zip(stormy, quiet, strict=True):
        assert (messages - expected, expected - messages) == (Counter(), Counter())
    assert sum(plan.failed.values()) > 20


async def test_what_holds_up_one_table_holds_up_no_other(tmp_path: Path) -> None:
    """The library waits up to half a minute by itself where Discord asks for a rest."""
    on: list[Fault] = []
    slow = Fault("a short rest", None, seconds=25.0)
    async with FaultyWorld(tmp_path / "canasta.sqlite3", seed=1) as world:
        first = _channel(world)
        with failing(lambda method, path: slow if on and first(method, path) else None):
            people = await sit_down(world, "Anna", "Bruno", players="2")
            on.append(slow)
            held = await make_move(world, people, random.Random(7))
            world.channel = world.guild.create_text_channel("another table")
            await world.env.settle()
            others = await sit_down(world, "Carla", "Dino", players="2")
            for _ in range(4):
                await make_move(world, others, random.Random(7))
            check(world, others, await table_of(world))
            on.clear()
            await world.env.advance_time(60)
            assert await bot_of(world).services.teller.messages.lagging() == []
            assert held.version == (await bot_of(world).services.tables.get(held.id)).version


async def test_many_people_who_are_new_to_the_bot_are_written_to_by_and_by(tmp_path: Path) -> None:
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        people: list[Person] = []
        for number in range(5):
            world.channel = world.guild.create_text_channel(f"table-{number}")
            await world.env.settle()
            people += await sit_down(world, *(f"{name} {number}" for name in NAMES), players="6")
        opened = Counter(one.path for one in world.env.http_requests)["/users/@me/channels"]
        assert opened == 20, "Discord flags bots that open many at once"
        await world.env.advance_time(600)
        assert Counter(one.path for one in world.env.http_requests)["/users/@me/channels"] == len(people)
        assert all(len([one for one in person.messages() if one.pictures]) == 1 for person in people)
        assert complaints(world) == []


async def test_what_was_posted_though_nobody_said_so_is_taken_back(tmp_path: Path) -> None:
    """Both attempts at the call to a player reach Discord, no answer comes, and the game goes on without them.

    Posts of the turn before are found and deleted by then.
    """
    lost = Fault("connection lost before the answer", aiohttp.ServerDisconnectedError, done=True)
    on: list[Fault] = []
    async with FaultyWorld(tmp_path / "canasta.sqlite3", seed=1) as world:
        posts = f"/channels/{world.channel.id}/messages"
        with failing(lambda method, path: lost if on and (method, path) == ("POST", posts) else None):
            people = await sit_down(world, "Anna", "Bruno", players="2")
            for person in people:
                await bot_of(world).services.tables.preferences.set(person.id, pinged=1)
            chance = random.Random(7)
            start = (await table_of(world)).turn
            on.append(lost)
            while (await table_of(world)).turn == start:
                await make_move(world, people, chance)
            while (await table_of(world)).turn != start:
                await make_move(world, people, chance)
            assert any(message.pinged for message in world.messages()), "it was posted all the same"
            on.clear()
            check(world, people, await make_move(world, people, chance))
