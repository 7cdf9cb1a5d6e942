"""Several processes are one bot: what one of them was killed over is done by another, once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path

import pytest

from bot.store.database import Lock
from bot.ui.pages.builder_page import chosen_in
from tests import postgresql_server
from tests.players import picks
from tests.storm import several, week
from tests.storm.mortal import Killed
from tests.storm.several import SeveralWorld
from tests.world import Shown

pytestmark = pytest.mark.slow


@asynccontextmanager
async def two(path: Path, *, http: bool = True) -> AsyncIterator[SeveralWorld]:
    """Yield a bot of two processes."""
    address = postgresql_server.database_for(path)
    async with SeveralWorld(address, seed=1, processes=2, http=http) as world:
        yield world
    postgresql_server.drop([address])


async def test_who_stood_by_is_on_the_gateway_when_the_leader_is_killed(tmp_path: Path) -> None:
    async with two(tmp_path) as world:
        [one] = world.leaders
        assert world.on_gateway == [one.number]
        world.kill_one(one)
        await world.again(lambda: world.leaders and world.on_gateway == [1 - one.number], "another leads")
        await world.replace_the_dead()
        await helped_once(world)
        assert world.on_gateway == [each.number for each in world.leaders]


async def test_of_all_that_are_on_the_gateway_one_answers(tmp_path: Path) -> None:
    async with two(tmp_path, http=False) as world:
        for _ in range(2):
            [one] = world.leaders
            assert sorted(world.on_gateway) == [0, 1]
            await helped_once(world)
            answer = await world.person("Anna").slash("help")
            await world.until(lambda answer=answer: answer.text, "an answer")  # type: ignore[misc]
            world.kill_one(one)
            await world.again(lambda: world.leaders, "another leads")
            await world.replace_the_dead()
        assert not [line for line in world.log if "ERROR" in line]


async def helped_once(world: SeveralWorld) -> None:
    """Type "help" to the bot as somebody does: it comes by the gateway alone."""
    anna = world.person("Anna")
    before = len(anna.messages())
    await anna.member.user.send_dm("help")
    await world.until(lambda: len(anna.messages()) > before + 1, "help")
    await asyncio.sleep(0.5)
    assert len(anna.messages()) == before + 2


async def test_what_was_posted_and_not_remembered_is_found_by_whoever_tells_the_table_next(tmp_path: Path) -> None:
    async with two(tmp_path) as world:
        anna, bruno = world.people("Anna", "Bruno")
        world.kill_after_posting()
        with suppress(Killed):
            await anna.slash("play", players="2")
        with suppress(Killed):
            await world.until(lambda: sum(one.lives for one in world.processes) == 1, "the process is killed")
        assert len(world.messages()) == 1
        # Discord has forgotten by then that it was posted.
        world.nonces.clear()
        await world.again(world.all_told, "it is told")
        assert len(world.messages()) == 1
        await bruno.press("Join")
        await world.until(lambda: "Bruno" in world.messages()[-1].text, "he sits there")
        assert len(world.messages()) == 1


async def test_what_was_shown_too_late_is_shown_again_as_it_is(tmp_path: Path) -> None:
    """A process loses its lock, but not its life, while it tells a table; another tells the table meanwhile."""
    async with two(tmp_path) as world:
        anna, bruno, carla = world.people("Anna", "Bruno", "Carla")
        await anna.slash("play", players="4")
        await world.until(lambda: any(shown.button("Join") for shown in world.messages()), "the lobby is shown")
        await world.again(world.all_told, "it is told")
        # Either process may tell what one of them was asked. A press in the table's message would be answered by it.
        world.held = {0: asyncio.Event(), 1: asyncio.Event()}
        await bruno.slash("canasta join")
        await world.again(lambda: world.telling, "the table is being told")
        [late] = world.telling
        await asyncio.to_thread(world.lose_lock, Lock.TELLING, 1)
        world.held.pop(1 - late).set()
        world.ask_only = 1 - late
        await carla.slash("canasta join")
        await world.until(lambda: "Carla" in world.messages()[-1].text, "Carla sits there")
        world.held.pop(late).set()
        await world.until(lambda: "Carla" not in world.messages()[-1].text, "what is older was shown later")
        await world.until(lambda: "Carla" in world.messages()[-1].text, "it is shown again as it is")


async def test_a_draw_that_was_left_for_later_by_a_process_that_is_gone_is_told(tmp_path: Path) -> None:
    async with two(tmp_path) as world:
        anna, bruno = world.people("Anna", "Bruno")
        await anna.slash("play", players="2")
        await world.until(lambda: any(shown.button("Join") for shown in world.messages()), "the lobby is shown")
        await bruno.press("Join")
        await world.until(lambda: any("Bruno" in shown.text for shown in world.messages()), "he sits there")
        await anna.slash("canasta start")
        await world.until(lambda: all(who.messages() for who in (anna, bruno)), "hands are shown")
        await world.again(world.all_told, "it is told")
        mover = next(who for who in (anna, bruno) if any(shown.button("Draw") for shown in who.messages()))
        world.ask_only = 0
        drawn = await mover.slash("draw")
        await world.until(lambda: drawn.text, "they have drawn")
        assert not world.all_told()
        world.kill_one(world.processes[0])
        await world.again(world.all_told, "the draw is told")


async def test_cards_that_another_process_has_put_back_are_not_chosen_again(tmp_path: Path) -> None:
    async with two(tmp_path) as world:
        anna, bruno = world.people("Anna", "Bruno")
        # There a press chooses a single card, as runs are laid.
        await anna.slash("play", players="2", variant="burraco")
        await world.until(lambda: any(shown.button("Join") for shown in world.messages()), "the lobby is shown")
        await bruno.press("Join")
        await world.until(lambda: any("Bruno" in shown.text for shown in world.messages()), "he sits there")
        await anna.slash("canasta start")
        await world.until(lambda: all(who.messages() for who in (anna, bruno)), "hands are shown")
        await world.again(world.all_told, "it is told")
        mover = next(who for who in (anna, bruno) if any(shown.button("Draw") for shown in who.messages()))
        drawn = await mover.slash("draw")
        await world.until(lambda: drawn.message and drawn.message.button("Lay down…"), "they have drawn")
        shown = drawn.message
        assert shown is not None
        opened = await mover.press("Lay down…", shown)
        await world.until(lambda: opened.message and picks(opened.message), "cards to press")
        shown, chosen = opened.message, set[int]()
        assert shown is not None
        # The other process shows it in between, after the first one has shown it twice.
        for process, place in ((0, 0), (0, 1), (1, 1), (0, 1), (1, 2), (0, 2), (0, 3), (1, 0)):
            world.ask_only = process
            chosen ^= {place}
            await mover.press(picks(shown)[place], shown)
            shown = await world.until(partial(_showing, chosen, shown, world), f"{chosen} are chosen")


def _showing(chosen: set[int], before: Shown, world: SeveralWorld) -> Shown | None:
    """Return a message as it is now, if it shows these cards as chosen."""
    shown = world.show(before.handle)
    return shown if set(chosen_in(button.custom_id for button in shown.buttons)) == chosen else None


async def test_a_morning_of_a_club(tmp_path: Path) -> None:
    """The short form of `python -m tests.storm workers`."""
    plan = week.Plan(days=0.3, people=6, tables=3, kills=5)
    with postgresql_server.another():
        report = await several.run(tmp_path / "canasta", plan, seed=3)
    assert not report.violations, str(report)
    assert report.counts["kills"] >= plan.kills - 2
    assert report.counts["moves by people"] > 5
