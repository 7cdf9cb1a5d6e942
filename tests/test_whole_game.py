"""Four people play a whole game, by commands in the channel and once more by buttons in direct messages."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.killed import LONG
from tests.players import Way, bot_of, by_button, by_command, look, play_to_the_end, sit_down
from tests.secrecy import Watch
from tests.world import World

pytestmark = pytest.mark.slow

TARGET = 5000 if LONG else 600
"""Points that end the game: two rounds or three in the short form."""


@dataclass(frozen=True)
class Played:
    """The traces of a game."""

    moves: list[str]
    sheets: list[str]
    pictures: list[bytes]
    record: dict[str, Any]


async def play(database: Path, way: Way) -> Played:
    async with World(database, seed=5) as world:
        people = await sit_down(world, "Anna", "Bruno", "Carla", "Dario", players="4", target=TARGET)
        watch = Watch(world, people)
        await watch.check()
        moves = []
        async for move in play_to_the_end(world, people, way):
            moves.append(str(move))
            await watch.check()
        assert not watch.leaks, "\n".join(watch.leaks)
        assert watch.private > len(moves), "the search for cards must have found those that people were rightly told"

        table = (await look(world, people[0])).table
        assert max(table.scores) >= TARGET
        sheets = [message for message in world.messages() if message.text.startswith("## Round")]
        assert len(sheets) == table.round
        answer = await people[0].press("Record of the game")
        assert answer.message
        handed_out = json.loads(world.env.backend.cdn.get(answer.message.files[0]) or b"")
        assert handed_out == json.loads(
            json.dumps((await bot_of(world).services.tables.replays.proof(table.id)).record)
        )
        return Played(
            moves,
            [alt for message in sheets for alt in message.alt_texts],
            [picture for message in sheets for picture in message.pictures],
            handed_out,
        )


async def test_commands_and_buttons_play_the_same_game(tmp_path: Path) -> None:
    by_commands = await play(tmp_path / "commands.sqlite3", by_command)
    by_buttons = await play(tmp_path / "buttons.sqlite3", by_button)
    assert by_buttons == by_commands
