"""Pages for those who look on hold to Discord's limits at the fullest tables too, in pictures and in words."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from bot.computer import choose
from bot.data.tables import InChannel, Status
from bot.tables import Order, Tables
from bot.ui.pages import record_page, table_page, watch_page
from renderer import render_hand, render_table
from tests import discord_limits
from tests.tables.club import ANA, CHANNEL, GUILD, mover, started

#: A house rule list about as long as one may be.
HOUSE = {
    "target": 100_000,
    "opening.table": [[-1000000, 15], *([score, 50 + score // 100] for score in range(0, 10000, 500))],
    "threes.totals": [
        100,
        200,
        300,
        400,
        500,
        600,
        700,
        800,
        900,
        1000,
        1100,
        1200,
        1300,
        1400,
        1500,
        1600,
        1700,
        1800,
    ],
    "discards.freeze": ["joker", "two", "red-three", "black-three", "seven", "ace"],
}


def check(page: Any) -> dict[str, Any]:
    body = {"components": page.to_components(), "flags": 1 << 15}
    uploads = [discord_limits.Upload(file.filename, b"x", file.description) for file in page.files()]
    assert not list(discord_limits.complaints("POST", "/channels/1/messages", body, uploads))
    return body


@pytest.mark.slow
async def test_eight_people_with_long_names_and_many_rules(tables: Tables) -> None:
    names = [f"_The_ *honourable* `{number}` of Upper Slaughter" for number in range(8)]
    table = await tables.lobbies.open(Order(home=InChannel(GUILD, CHANNEL), host_id=100, variant="hand-and-foot", layout="8-pairs", house=HOUSE), names[0])  # fmt: skip
    for number, name in enumerate(names[1:], start=101):
        await tables.lobbies.join(table.id, number, name)
    table, chance = await tables.lobbies.start(table.id, 100), random.Random(2)
    while table.status is Status.PLAYING and table.round == 1:
        look = await tables.look(table.id, mover(table))
        assert look.public is not None
        assert look.mine is not None
        check(watch_page.watching(look, None, 100, in_browsers=True))
        if look.public.phase == "draw":
            picture = render_table(look.public)
            check(watch_page.watching(look, picture, 100, in_browsers=True))
            check(table_page.table(look, look.public, picture))
        table = (await tables.turns.play(table.id, mover(table), choose(look.mine, "normal", chance))).table
    table = await tables.endings.cancel(table.id, 100, moderator=True)
    last = (await tables.replays.scene(table.id, 0)).stops - 1
    for stop in range(0, last, 7):
        scene = await tables.replays.scene(table.id, stop, stop % 8)
        assert scene.mine is not None
        check(watch_page.replay(scene, None, None))
        check(watch_page.replay(scene, render_table(scene.public), render_hand(scene.mine)))
    check(record_page.record(await tables.replays.proof(table.id)))
    check(record_page.deal_check(await tables.replays.proof(table.id, 1)))


async def test_a_replay_leads_to_each_of_many_rounds(tables: Tables) -> None:
    table = await tables.endings.cancel((await started(tables, ANA, layout="2", fill="normal")).id, ANA, moderator=True)
    scene = await tables.replays.scene(table.id, 0, 0)
    assert scene.mine is not None
    hand = render_hand(scene.mine)
    scene = replace(scene, stop=170, stops=200, rounds=tuple(range(0, 200, 5)))
    body = check(watch_page.replay(scene, render_table(scene.public), hand))
    labels = [option["label"] for part in discord_limits.walk(body["components"]) for option in part.get("options", ())]
    assert [label for label in labels if label.startswith("Round ")] == [f"Round {number}" for number in range(1, 41)]
