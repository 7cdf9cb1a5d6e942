"""Pictures of joy: beside the message that they belong to, after it, once, and never in its way."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.ui.pictures import Pictures
from tests.cogs.players import seat_four
from tests.cogs.test_undo import FIRST, stacked
from tests.players import bot_of
from tests.world import Person, Sent, Shown, World

pytestmark = pytest.mark.slow

#: The first player draws a five. With it they can go out without having laid anything before.
HAND = "KS KH KD KC KS KH KD AS AH AD AC"


@asynccontextmanager
async def drawn(tmp_path: Path, **options: Any) -> AsyncIterator[tuple[World, list[Person]]]:
    """A game in which the first player has drawn."""
    async with World(tmp_path / "canasta.sqlite3", chance=stacked(HAND, "4S", "5C")) as world:
        _table, people = await seat_four(world, **options)
        await people[FIRST].slash("draw")
        yield world, people


def shown(world: World, beginning: str) -> Shown:
    """The newest message of the channel whose text begins so."""
    return [message for message in world.messages() if message.text.startswith(beginning)][-1]


def uploaded(sent: Sequence[Sent]) -> list[str]:
    """The kinds of files of celebrations that were uploaded."""
    files = [upload.filename for one in sent for upload in one.uploads]
    return [name.rpartition(".")[2] for name in files if name.startswith("celebration")]


async def choose_setting(world: World, way: str) -> None:
    await bot_of(world).servers.set(world.guild.id, celebrations=way)


async def test_a_canasta_is_celebrated_in_the_tables_message_after_it_was_told(tmp_path: Path) -> None:
    async with drawn(tmp_path) as (world, people):
        before = len(world.sent)
        await people[FIRST].slash("meld", cards="k k k k k k k")
        edits = [one for one in world.sent[before:] if one.method == "PATCH" and one.readers is None]
        assert [uploaded([one]) for one in edits if one.path.startswith("/channels")] == [[], ["png"]]
        table = shown(world, "## Classic Canasta")
        assert table.alt_texts[1] == "Bruno completed a natural canasta of kings."
        before = len(world.sent)
        await people[FIRST].slash("discard", card="5")
        await people[FIRST + 1].slash("draw")
        assert len(shown(world, "## Classic Canasta").pictures) == 2
        assert uploaded(world.sent[before:]) == []


async def test_the_end_of_a_round_and_of_a_game_are_celebrated_by_one_picture_each(tmp_path: Path) -> None:
    async with drawn(tmp_path, target=100) as (world, people):
        before = len(world.sent)
        await people[FIRST].slash("meld", cards="k k k k k k k / a a a a")
        await people[FIRST].slash("discard", card="5")
        sheet, end = shown(world, "## Round 1 is over"), shown(world, "## Bruno & Dino won")
        assert "**Bruno went out concealed.**" in sheet.text
        assert sheet.alt_texts[1].startswith("Bruno went out concealed. Round 1:")
        assert [alt.partition(" 790")[0] for alt in end.alt_texts] == ["Bruno & Dino won the game."]
        assert end.pictures[0].startswith(b"GIF8")
        assert len(end.pictures[0]) <= 300_000
        assert sorted(uploaded(world.sent[before:])) == ["gif", "png", "png"]


@pytest.mark.parametrize(("way", "files"), [("still", ["png", "png", "png"]), ("none", [])])
async def test_a_server_can_have_still_pictures_or_none(tmp_path: Path, way: str, files: list[str]) -> None:
    async with drawn(tmp_path, target=100) as (world, people):
        await choose_setting(world, way)
        before = len(world.sent)
        await people[FIRST].slash("meld", cards="k k k k k k k / a a a a")
        await people[FIRST].slash("discard", card="5")
        assert uploaded(world.sent[before:]) == files
        assert "**Bruno went out concealed.**" in shown(world, "## Round 1 is over").text


async def test_a_picture_that_cannot_be_drawn_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(*_arguments: object, **_options: object) -> None:
        raise ValueError("no brush")

    monkeypatch.setattr(Pictures, "celebration", fails)
    async with drawn(tmp_path) as (world, people):
        await people[FIRST].slash("meld", cards="k k k k k k k")
        await people[FIRST].slash("discard", card="5")
        table = shown(world, "## Classic Canasta")
        assert len(table.pictures) == 1
        assert "completed a natural canasta of kings" in table.text
        assert "It's **Carla**'s turn" in table.text
        failures = [line for line in world.log if "could not be drawn" in line]
        assert len(failures) == 1, "it isn't tried again"
