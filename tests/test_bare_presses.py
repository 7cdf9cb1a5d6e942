"""A press is answered by what it says itself, whatever Discord sends of the message that holds the button."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cogs.players import now, on_turn, seat_four
from tests.players import bot_of
from tests.world import World


def _emptied(payload: dict[str, Any]) -> None:
    payload["message"]["components"] = []


def _renamed(payload: dict[str, Any]) -> None:
    payload["message"]["components"] = [
        {"type": 1, "id": 1, "components": [{"type": 2, "id": 2, "style": 1, "label": "Draw", "custom_id": "c:x:0:0:"}]}
    ]


def _of_an_unknown_kind(payload: dict[str, Any]) -> None:
    payload["message"]["components"] = [{"type": 99, "id": 1, "components": payload["message"]["components"]}]


def _left_out(payload: dict[str, Any]) -> None:
    del payload["message"]["components"]


def _without_message(payload: dict[str, Any]) -> None:
    del payload["message"]


BENT = (_emptied, _renamed, _of_an_unknown_kind, _left_out, _without_message)


@pytest.mark.slow
@pytest.mark.parametrize("bend", BENT)
async def test_a_press_is_answered_without_the_parts_of_its_message(
    tmp_path: Path, bend: Callable[[dict[str, Any]], None]
) -> None:
    bent = 0
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        table, people = await seat_four(world)
        parsers = bot_of(world)._connection.parsers
        real = parsers["INTERACTION_CREATE"]

        def parse(payload: Any) -> None:
            nonlocal bent
            payload = copy.deepcopy(payload)
            if payload["type"] == 3:
                bend(payload)
                bent += 1
            real(payload)

        parsers["INTERACTION_CREATE"] = parse
        mover = on_turn(table, people)
        answer = await mover.press("Draw", dm=True)
        assert answer.acknowledged
        assert (await now(world, table)).version == table.version + 1
        shown = await mover.press("My hand", on=next(one for one in world.messages() if one.button("My hand")))
        seen = [one for one in (shown.message, *shown.followups) if one is not None]
        assert "Your hand" in "".join(alt for one in seen for alt in one.alt_texts)
        panel = (await mover.slash("preferences")).message
        assert panel is not None
        (menu,) = [one for one in panel.menus if "de" in one.options.values()]
        await mover.choose(menu.custom_id, "de", on=panel)
        assert (await bot_of(world).services.people.get(mover.id)).language == "de"
        assert bent == 3
        assert not any("Traceback" in line or line.startswith("ERROR") for line in world.log)
