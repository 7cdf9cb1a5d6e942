"""The process ends, or the database fails, right after something was posted, and Discord has forgotten it when it is
sent again.

Everything is there once all the same.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.data.errors import StoreTrouble
from bot.data.messages import MessageKind, Purpose, Told
from bot.data.tables import Status
from bot.messages import tables
from bot.store.messages import MessageStore
from tests.faults import Fault, FaultyWorld, failing
from tests.players import bot_of, call_here, sit_down
from tests.test_faults import check, complaints, make_move, shown, table_of
from tests.world import Person, World

#: Posts while a game goes on.
DURING = [
    Purpose(MessageKind.TABLE),
    Purpose(MessageKind.HAND, 0),
    Purpose(MessageKind.HAND, 1),
    Purpose(MessageKind.SCORES, 1),
]


@contextmanager
def forgetful(wanted: Callable[[Purpose], bool], times: int) -> Iterator[list[Purpose]]:
    """Have messages not be remembered the next few times that something was posted for a purpose; what these were
    for."""
    lost: list[Purpose] = []
    real = MessageStore.record

    async def record(self: MessageStore, table_id: int, told: Told, *rest: Any) -> None:
        found = [one.purpose for one in told.sent if wanted(one.purpose)]
        if found and len(lost) < times:
            lost.append(found[0])
            raise StoreTrouble("the disk is gone")
        await real(self, table_id, told, *rest)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(MessageStore, "record", record)
        yield lost


def everything(world: World, people: list[Person]) -> list[Counter[tuple[object, ...]]]:
    places = [world.messages(), *(person.messages() for person in people)]
    return [Counter(shown(message) for message in messages) for messages in places]


async def later(world: World, *, killed: bool) -> None:
    """Discord forgets what was posted; then the process begins again, or the next attempt is made."""
    world.nonces.clear()
    if killed:
        await world.env.restart_bot(await world.make_client())
    await world.env.advance_time(2 * 3600)


async def game(path: Path, wanted: list[Purpose], *, killed: bool) -> list[Counter[tuple[object, ...]]]:
    """Return a game of two in which a post for each of these purposes is not remembered once: the messages at its end."""
    async with World(path, seed=3) as world:
        people = world.people("Anna", "Bruno")
        # A picture that is being drawn is lost with the process.
        await bot_of(world).services.servers.set(world.guild.id, celebrations="none")
        await people[0].slash("play", players="2", target=100, house="turn.draw=3")
        await people[1].press("Join")
        await people[0].press("Start")
        chance, moves = random.Random(7), 0
        while (await table_of(world)).status is Status.PLAYING:
            moves += 1
            if moves in (9, 15, 21, 27, 33):
                # The table is out of sight then, and is posted again; but what is forgotten may be something else first.
                for number in range(5):
                    await people[0].member.send(world.channel, f"talk {number}")
                await world.env.advance_time(60)
            with forgetful(lambda purpose: purpose in wanted, 1) as lost:
                await make_move(world, people, chance)
                if lost and killed:
                    await world.stop()
            if lost:
                wanted.remove(lost[0])
                await later(world, killed=killed)
                if (await table_of(world)).status is Status.PLAYING:
                    check(world, people, await table_of(world))
        assert not wanted, "these were never posted"
        await world.env.advance_time(4 * 3600)
        assert complaints(world) == []
        return everything(world, people)


@pytest.mark.slow
async def test_what_was_posted_and_not_remembered_is_there_once(tmp_path: Path) -> None:
    """The game ends as one in which nothing happened."""
    quiet = await game(tmp_path / "quiet.sqlite3", [], killed=False)
    assert await game(tmp_path / "killed.sqlite3", [*DURING], killed=True) == quiet
    assert await game(tmp_path / "failing.sqlite3", [*DURING], killed=False) == quiet
    assert await game(tmp_path / "at the end.sqlite3", [Purpose(MessageKind.RESULT)], killed=True) == quiet


@pytest.mark.parametrize("killed", [True, False], ids=["killed", "database fails"])
async def test_a_lobby_is_there_once(tmp_path: Path, killed: bool) -> None:
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        anna = world.person("Anna")
        with forgetful(lambda purpose: purpose.kind is MessageKind.TABLE, 1) as lost:
            await anna.slash("play", players="2")
            if killed:
                await world.stop()
        assert lost
        await later(world, killed=killed)
        assert len(world.messages()) == 1
        await world.person("Bruno").press("Join")
        assert "Bruno" in world.messages()[0].text


@pytest.mark.slow
@pytest.mark.parametrize("killed", [True, False], ids=["killed", "database fails"])
async def test_a_proposal_and_a_note_of_closed_messages_are_there_once(tmp_path: Path, killed: bool) -> None:
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        people = world.people("Anna", "Bruno")
        world.close_messages(people[1])
        with forgetful(lambda purpose: purpose.kind is MessageKind.CLOSED, 1) as lost:
            await people[0].slash("play", players="2")
            await people[1].press("Join")
            await people[0].press("Start")
            if killed:
                await world.stop()
        assert lost
        await later(world, killed=killed)
        asked = await people[0].slash("canasta abandon")
        with forgetful(lambda purpose: purpose.kind is MessageKind.PROPOSAL, 1) as lost:
            await people[0].press("Propose to end it", on=asked.message)
            if killed:
                await world.stop()
        assert lost
        await later(world, killed=killed)
        texts = [message.text for message in world.messages()]
        assert sum("can't send you direct messages" in text for text in texts) == 1
        assert sum("End this game without a result?" in text for text in texts) == 1
        assert sum(bool(message.pictures) for message in world.messages()) == 1


@pytest.mark.slow
async def test_a_call_that_was_posted_twice_though_nobody_said_so_is_there_once(tmp_path: Path) -> None:
    """No answer comes to either attempt, and Discord has forgotten the first when the second is made."""
    lost = Fault("connection lost before the answer", ConnectionResetError, done=True)
    on: list[Fault] = []
    async with FaultyWorld(tmp_path / "canasta.sqlite3", seed=1) as world:
        posts = f"/channels/{world.channel.id}/messages"

        def choose(method: str, path: str) -> Fault | None:
            if not on or (method, path) != ("POST", posts):
                return None
            world.nonces.clear()
            return on[0]

        with failing(choose):
            people = await sit_down(world, "Anna", "Bruno", players="2")
            await call_here(world, people)
            chance = random.Random(7)
            start = (await table_of(world)).turn
            on.append(lost)
            while (await table_of(world)).turn == start:
                await make_move(world, people, chance)
            assert len([message for message in world.messages() if message.pinged]) >= 2
            on.clear()
            await world.env.advance_time(600)
            check(world, people, await table_of(world))
            assert complaints(world) == []


@pytest.mark.slow
async def test_what_was_posted_and_is_not_wanted_any_more_goes(tmp_path: Path) -> None:
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        people = await sit_down(world, "Anna", "Bruno", players="2")
        chance = random.Random(7)
        start = (await table_of(world)).turn
        with forgetful(lambda purpose: purpose.kind is MessageKind.HAND, 1) as lost:
            while not lost:
                await make_move(world, people, chance)
            await world.stop()
        world.nonces.clear()
        await world.env.restart_bot(await world.make_client())
        while (await table_of(world)).turn != start:
            await make_move(world, people, chance)
        await world.env.advance_time(600)
        check(world, people, await table_of(world))


@pytest.mark.slow
async def test_a_table_is_looked_for_once_and_a_new_one_never(tmp_path: Path) -> None:
    """Only what may have strays is looked through, and only before something is posted."""
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        people = await sit_down(world, "Anna", "Bruno", players="2")
        chance = random.Random(7)
        for _ in range(8):
            await make_move(world, people, chance)
        looked = [one for one in world.env.http_requests if one.method == "GET" and one.path.endswith("/messages")]
        assert not [one for one in looked if world.channel.id != int(one.path.split("/")[2])]
        await world.env.advance_time(tables.PATIENCE)
        await world.restart()
        before = len(world.env.http_requests)
        for _ in range(12):
            await make_move(world, people, chance)
        after = world.env.http_requests[before:]
        direct = Counter(
            one.path
            for one in after
            if one.method == "GET" and one.path.endswith("/messages") and str(world.channel.id) not in one.path
        )
        assert set(direct.values()) == {1}
        assert len(direct) == 2
