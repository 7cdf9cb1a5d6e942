"""Options outside of what their command says: no Discord that knows this version's commands sends them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cogs.players import in_world
from tests.cogs.test_settings import manager
from tests.players import bot_of
from tests.world import World


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("tournament-admin new", {"name": "Cup", "kind": "swiss", "rounds": -1}),
        ("tournament-admin new", {"name": "Cup", "kind": "swiss", "rounds": 61}),
        ("tournament-admin new", {"name": "Cup", "kind": "swiss", "rounds-per-match": 0}),
        ("tournament-admin new", {"name": "x" * 1000, "kind": "swiss"}),
        ("tournament-admin new", {"name": "", "kind": "swiss"}),
    ],
)
async def test_options_out_of_bounds_change_nothing(
    command: str, options: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with World(tmp_path / "canasta.sqlite3") as world:
        mona = manager(world)
        with monkeypatch.context() as patch:
            patch.setattr("simcord.interactions.validate_option_value", lambda _name, _option, value: value)
            answer = await mona.slash(command, **options)
        assert answer.text == "This command has changed. Restart Discord, then type it again."
        assert not await bot_of(world).services.organiser.active()


@in_world
async def test_options_at_their_bounds_are_taken(world: World) -> None:
    options: dict[str, Any] = {"name": "x" * 40, "kind": "swiss", "rounds": 60, "rounds-per-match": 20}
    answer = await manager(world).slash("tournament-admin new", **options)
    assert "is open" in answer.text
