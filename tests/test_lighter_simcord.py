"""The parts that worlds use in the place of those of simcord come to the same."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from simcord import _settlement, env

from tests import lighter_simcord, world
from tests.cogs.players import play_on, seat_four
from tests.lighter_simcord import copied
from tests.players import by_command
from tests.world import World


def test_a_copy_shares_nothing_that_can_change() -> None:
    class Kept(list[int]):
        def __deepcopy__(self, memo: object) -> Kept:
            return self

    kept = Kept([1])
    given: dict[str, Any] = {"a": [1, {"b": None}], "c": (2, [3]), "d": kept}
    got = copied(given)
    assert got == given
    assert got["a"] is not given["a"]
    assert got["a"][1] is not given["a"][1]
    assert got["c"][1] is not given["c"][1]
    assert got["d"] is kept


@pytest.mark.slow
async def test_tasks_rest_as_simcord_finds_it(tmp_path: Path) -> None:
    asked, busy, again = 0, 0, 0
    exactly, quickly = lighter_simcord.is_parked, lighter_simcord.rests

    def both(state: Any, task: asyncio.Task[Any], deadline: float) -> bool:
        nonlocal asked, busy
        found = exactly(state, task, deadline)
        assert found == _settlement._is_parked(state, task, deadline), task
        asked += 1
        busy += not found
        return found

    def quicker(state: Any, task: asyncio.Task[Any], deadline: float) -> bool:
        """One that only waits for tasks that are busy again may still seem to rest, but then not all do."""
        nonlocal again
        found = quickly(state, task, deadline)
        if found != _settlement._is_parked(state, task, deadline):
            assert found, task
            assert not all(_settlement._is_parked(state, other, deadline) for other in state.work.tasks), task
        again += 1
        return found

    with (
        mock.patch.object(lighter_simcord, "is_parked", both),
        mock.patch.object(lighter_simcord, "rests", quicker),
        mock.patch.object(world, "rests", quicker),
    ):
        async with World(tmp_path / "canasta.sqlite3") as club:
            assert vars(env)["_is_parked"] is quicker
            table, people = await seat_four(club)
            await play_on(club, table, people, by_command, moves=4)
            await club.env.advance_time(3600)
            await club.restart()
    assert again > asked > busy > 50
