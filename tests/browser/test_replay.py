"""Replays on the page: of a game that is over with everybody's hand, of rounds that were scored with one's own alone."""

from __future__ import annotations

import random
from pathlib import Path

from bot.data.tables import Table
from tests.browser.served import Served, serving
from tests.tables.club import ANA, BO, play_on, started


async def one_round_played(served: Served) -> Table:
    """Return the table of a game of two rounds, of which one was scored."""
    table = await started(served.tables, ANA, BO, layout="2", house={"rounds": 2})
    await play_on(served.tables, table, random.Random(2), rounds=1)
    return await served.tables.get(table.id)


async def test_a_scored_round_is_replayed_while_the_game_goes_on_with_ones_own_hand_alone(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        table = await one_round_played(served)
        ana, bo = await served.browser(ANA, table.id), await served.browser(BO, table.id)
        assert (await ana.get(f"/api/table/{table.id}/round/1"))[1]["replay"] == "Replay"
        own, other = table.seat_of(ANA), table.seat_of(BO)
        assert own is not None
        assert other is not None
        status, first = await ana.get(f"/api/table/{table.id}/replay/0?round=1")
        assert (status, first["replay"]["seat"], first["replay"]["hands"]) == (200, own.number, [])
        assert len(first["hand"]) == 15
        # Nothing of a seat that is asked for, and nothing of the round that is played.
        for asked in (f"seat={other.number}", "seat=none", "seat=99", "seat=x", "round=2", "round=9"):
            status, same = await ana.get(f"/api/table/{table.id}/replay/0?{asked}")
            assert (status, same) == (200, first), asked
        last = (await ana.get(f"/api/table/{table.id}/replay/999999"))[1]
        look = await served.tables.look(table.id, ANA)
        assert look.public is not None
        assert last["title"] == "Replay: Classic Canasta, round 1 of 1"
        assert last["finished"] == 1
        assert (await bo.get(f"/api/table/{table.id}/replay/0"))[1]["hand"] != first["hand"]


async def test_before_a_round_was_scored_nothing_is_replayed(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        table = await started(served.tables, ANA, BO, layout="2")
        visitor = await served.browser(ANA, table.id)
        status, refused = await visitor.get(f"/api/table/{table.id}/replay/0?round=1")
        assert (status, list(refused)) == (409, ["refused"])


async def test_after_the_game_every_hand_can_be_shown_or_none(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        table = await one_round_played(served)
        await play_on(served.tables, table, random.Random(2))
        visitor = await served.browser(ANA, table.id)
        own = table.seat_of(ANA)
        assert own is not None
        status, shown = await visitor.get(f"/api/table/{table.id}/replay/3?round=2")
        assert (status, shown["replay"]["seat"]) == (200, own.number)
        assert shown["replay"]["stop"] == shown["replay"]["rounds"][1] + 3
        assert shown["replay"]["hands"] == ["Ana's cards", "Bo's cards"]
        other = 1 - own.number
        status, others = await visitor.get(f"/api/table/{table.id}/replay/3?round=2&seat={other}")
        assert (status, others["replay"]["seat"]) == (200, other)
        bo = await served.browser(BO, table.id)
        seen = (await bo.get(f"/api/table/{table.id}/replay/3?round=2"))[1]
        assert [card["card"] for card in others["hand"]] == [card["card"] for card in seen["hand"]]
        status, hidden = await visitor.get(f"/api/table/{table.id}/replay/3?round=2&seat=none")
        assert (status, hidden["replay"]["seat"], hidden["hand"]) == (200, None, None)
