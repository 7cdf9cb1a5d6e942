"""Tips: one line in one's own hand for each first time, once; none for who wants none."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bot.canasta.rules import load_rules
from bot.computer import choose
from bot.data.tables import Status
from bot.ui.words import tips
from tests.cogs.players import in_world, seat_four
from tests.known_deals import FIRST, stacked
from tests.players import bot_of, sit_down
from tests.world import World


def told(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("💡")]


@pytest.mark.parametrize(
    ("variant", "expected"),
    [
        ("classic", "A red three earns 100, all earn 800. Without a meld, they cost as much."),
        ("uruguay", "A red three earns 100, all earn 800. Without a canasta, they cost as much."),
        ("italian", "A red three earns 100, all earn 1,200."),
    ],
)
def test_a_tip_says_what_red_threes_earn_by_the_rules(variant: str, expected: str) -> None:
    assert tips.text("three", load_rules(variant)) == f"💡 {expected}"


@pytest.mark.slow
@in_world
async def test_each_tip_is_told_once_and_stays_for_its_turn(world: World) -> None:
    anna, bruno = await sit_down(world, "Anna", "Bruno", players="4", computers=2)
    tables, chance = bot_of(world).services.tables, random.Random(5)
    await tables.preferences.set(anna.id, pictures=0)
    await tables.preferences.set(bruno.id, tips=0, pictures=0)
    seen: dict[str, int | None] = {}
    table = await tables.games.in_channel(world.channel.id)
    assert table is not None
    while table.status is Status.PLAYING and len(seen) < 4:
        people = {anna.id: anna, bruno.id: bruno}
        assert table.to_move is not None
        mover = people.get(table.to_move.user_id or 0)
        if mover is None:
            await world.env.settle()  # the computers play
            table = await tables.get(table.id)
            continue
        view = (await tables.look(table.id, mover.id)).mine
        assert view is not None
        lines = told((await mover.slash("hand")).text)
        assert len(lines) <= (mover is anna), "one in a turn, and none for who wants none"
        for line in lines:
            assert seen.setdefault(line, table.turn_since) == table.turn_since, "each in one turn"
            assert told((await mover.slash("hand")).text) == lines, "it stays when the hand is shown again"
        await world.env.advance_time(60)
        await tables.turns.play(table.id, mover.id, choose(view, "normal", chance))
        table = await tables.get(table.id)
    assert any("Your side has opened" in line for line in seen)
    assert len(seen) >= 3
    others = world.messages() + bruno.messages()
    assert not any(told(message.text) for message in others), "only who is told sees it"


@in_world
async def test_tips_can_be_switched_off(world: World) -> None:
    anna, _bruno = await sit_down(world, "Anna", "Bruno", players="2")
    panel = (await anna.slash("preferences")).message
    assert panel is not None
    assert "**Tips:** one in your hand" in panel.text
    off = (await anna.press("Tips: on", on=panel)).message
    assert off is not None
    assert "**Tips:** none." in off.text
    assert off.button("Tips: off") is not None
    assert told((await anna.slash("hand")).text) == []


@pytest.mark.slow
async def test_beside_a_tip_the_usual_is_left_to_the_buttons(tmp_path: Path) -> None:
    usual = "Lay down cards if you like"
    for wanted in (1, 0):
        async with World(
            tmp_path / f"{wanted}.sqlite3", chance=stacked("2S AS AH 4S 5H 6D 7C 8S 9H TD JC", "KD", "5C")
        ) as world:
            _table, people = await seat_four(world)
            await bot_of(world).services.tables.preferences.set(people[FIRST].id, tips=wanted)
            await people[FIRST].press("Draw", dm=True)
            mine = people[FIRST].messages()[-1]
            assert bool(told(mine.text)) == bool(wanted)
            assert (usual in mine.text) != bool(wanted)
            await bot_of(world).services.tables.preferences.set(people[FIRST].id, pictures=0)
            assert usual in (await people[FIRST].slash("hand")).text
