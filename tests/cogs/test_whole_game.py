"""A whole classic game to 5,000 between four people, by commands in the channel and by buttons in direct messages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.tables import Status
from tests.cogs.players import Way, bot_of, by_button, by_command, play_on, seat_four
from tests.cogs.secrecy import Secrecy
from tests.world import World


async def _whole_game(database: Path, way: Way) -> tuple[dict[str, Any], list[str]]:
    async with World(database, seed=1) as world:
        table, people = await seat_four(world)
        secrecy = Secrecy(world, people, table.id)
        await secrecy.check()
        await play_on(world, table, people, way, after_each=secrecy.check)
        table = await bot_of(world).tables.get(table.id)
        assert table.status is Status.FINISHED
        assert secrecy.checked > 1000, "hands were hardly looked at"
        sheets = [message.alt_texts[0] for message in world.messages() if "is over" in message.text and message.alt_texts]
        final = world.messages()[-1]
        assert "won the game!" in final.text
        answer = await people[0].press("Record of the game", on=final)
        assert answer.ephemeral
        assert not [message for message in world.messages() if message.pinged], "somebody is still called"
        return await bot_of(world).tables.record(table.id), sheets


@pytest.mark.timeout(300)
async def test_commands_and_buttons_make_the_same_game(tmp_path: Path) -> None:
    typed = await _whole_game(tmp_path / "typed.sqlite3", by_command)
    pressed = await _whole_game(tmp_path / "pressed.sqlite3", by_button)
    assert typed == pressed
    assert len(typed[0]["rounds"]) > 1
