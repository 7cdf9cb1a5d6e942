"""Taking back: free within one's own turn until something hidden has been seen, never across that."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cogs.players import now, seat_four
from tests.known_deals import FIRST, stacked
from tests.players import bot_of
from tests.world import Person, World


async def laid(world: World, person: Person) -> int:
    """Return how many melds lie on the table."""
    table = await bot_of(world).services.tables.games.in_channel(world.channel.id)
    assert table is not None
    public = (await bot_of(world).services.tables.look(table.id, person.id)).public
    assert public is not None
    return sum(len(side.melds) for side in public.sides)


async def not_taken_back(world: World, person: Person) -> None:
    """There is nothing that may be taken back, by command or by button, and asking changes nothing."""
    table = await bot_of(world).services.tables.games.in_channel(world.channel.id)
    assert table is not None
    answer = await person.slash("canasta undo")
    assert "nothing to take back" in answer.text
    assert (await now(world, table)).version == table.version
    assert not person.messages()[-1].button("Take back")


@pytest.mark.slow
async def test_not_across_a_draw(tmp_path: Path) -> None:
    chance = stacked("KS KH KD AS AH AD 9C TC 8C 7C 6C", "4S", "5C")
    async with World(tmp_path / "canasta.sqlite3", chance=chance) as world:
        _table, people = await seat_four(world)
        person = people[FIRST]
        await not_taken_back(world, person)
        await person.slash("draw")
        await not_taken_back(world, person)
        melded = await person.slash("meld", cards="k k k / a a a")
        assert await laid(world, person) == 2
        await person.press("Take back", on=melded.message)
        assert await laid(world, person) == 0
        await not_taken_back(world, person)


@pytest.mark.slow
async def test_every_meld_of_the_turn_one_after_the_other(tmp_path: Path) -> None:
    chance = stacked("KS KH KD AS AH AD QS QH QD 7C 6C", "4S", "5C")
    async with World(tmp_path / "canasta.sqlite3", chance=chance) as world:
        _table, people = await seat_four(world)
        person = people[FIRST]
        await person.slash("draw")
        await person.slash("meld", cards="k k k / a a a")
        await person.slash("meld", cards="q q q")
        assert await laid(world, person) == 3
        await person.slash("canasta undo")
        assert await laid(world, person) == 2
        await person.slash("canasta undo")
        assert await laid(world, person) == 0
        await not_taken_back(world, person)


async def test_not_across_a_taken_pile(tmp_path: Path) -> None:
    chance = stacked("KS KH AS AH AD QS QH QD 8C 7C 6C", "KD", "5C")
    async with World(tmp_path / "canasta.sqlite3", chance=chance) as world:
        _table, people = await seat_four(world)
        person = people[FIRST]
        options: dict[str, Any] = {"with": "k k", "also": "a a a"}
        await person.slash("take-pile", **options)
        assert await laid(world, person) == 2
        await not_taken_back(world, person)
        await person.slash("meld", cards="q q q")
        assert await laid(world, person) == 3
        await person.slash("canasta undo")
        assert await laid(world, person) == 2
        await not_taken_back(world, person)


@pytest.mark.slow
async def test_not_across_an_answer(tmp_path: Path) -> None:
    chance = stacked("KS KH KD KC KS KH KD AS AH AD AC", "4S", "5C")
    async with World(tmp_path / "canasta.sqlite3", chance=chance) as world:
        _table, people = await seat_four(world)
        person, partner = people[FIRST], people[FIRST + 2]
        await person.slash("draw")
        await person.slash("ask-to-go-out")
        assert f"{partner.name}'s turn" in (await person.slash("canasta undo")).text
        await partner.press("No, not yet", dm=True)
        await not_taken_back(world, person)
        await person.slash("meld", cards="a a a a")
        assert await laid(world, person) == 1
        await person.slash("canasta undo")
        assert await laid(world, person) == 0
        await not_taken_back(world, person)


@pytest.mark.slow
async def test_not_after_the_turn(tmp_path: Path) -> None:
    chance = stacked("KS KH KD AS AH AD 9C TC 8C 7C 6C", "4S", "5C")
    async with World(tmp_path / "canasta.sqlite3", chance=chance) as world:
        table, people = await seat_four(world)
        person = people[FIRST]
        await person.slash("draw")
        await person.slash("meld", cards="k k k / a a a")
        await person.slash("discard", card="9")
        after = await now(world, table)
        assert "'s turn" in (await person.slash("canasta undo")).text
        assert (await now(world, table)).version == after.version
        assert await laid(world, person) == 2
