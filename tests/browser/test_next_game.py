"""The end of a game on the page, and the next one: remarks beneath the result, and seats of those who have left."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bot.data.tables import Status, Table
from tests.browser.served import Served, serving
from tests.tables.club import ANA, BO, CY, DI, lobby, play_on, started


async def over(served: Served, *people: int) -> Table:
    """Return the table of a game that these people have ended."""
    table = await started(served.tables, *people, house={"rounds": 1})
    await play_on(served.tables, table, random.Random(2))
    return await served.tables.get(table.id)


async def test_the_result_has_its_remarks_in_the_readers_language(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        served.remark = "**Rating** of <@{user}>: +12\nNext: place 3"
        table = await over(served, ANA, BO, CY, DI)
        visitor = await served.browser(ANA, table.id)
        status, values = await visitor.get(f"/api/table/{table.id}/ending")
        assert (status, values) == (200, {"lines": ["Rating of Ana: +12", "Next: place 3"]})
        other = await started(served.tables, BO, fill="easy", channel=71)
        stranger = await served.browser(BO, other.id)
        # Before its end a game has none, and others read none.
        assert (await stranger.get(f"/api/table/{other.id}/ending"))[1] == {"lines": []}
        assert (await visitor.get(f"/api/table/{other.id}/ending"))[0] == 404


async def test_whoever_has_left_the_server_holds_no_seat_of_the_next_game(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        table = await over(served, ANA, BO, CY, DI)
        for person in (ANA, BO, CY):
            visitor = await served.browser(person, table.id)
            status, values = await visitor.post(f"/api/table/{table.id}/again", {})
            assert status == 200
        served.gone = {CY}
        visitor = await served.browser(DI, table.id)
        status, values = await visitor.post(f"/api/table/{table.id}/again", {})
        assert status == 200
        following = await served.tables.get(values["table"])
        assert (following.status, len(following.free)) == (Status.LOBBY, 1), "it isn't dealt without them"
        assert {seat.user_id for seat in following.seats} == {ANA, BO, DI}


@pytest.mark.parametrize("left", [True, False])
async def test_a_start_frees_the_seats_of_those_who_have_left_and_says_so(tmp_path: Path, left: bool) -> None:
    async with serving(tmp_path) as served:
        table = await lobby(served.tables, ANA, BO, layout="2")
        served.gone = {BO} if left else set()
        visitor = await served.browser(ANA, table.id)
        status, answer = await visitor.post(f"/api/table/{table.id}/start", {})
        now = await served.tables.get(table.id)
        if not left:
            assert (status, now.status) == (200, Status.PLAYING)
            return
        assert (status, answer["refused"]) == (409, "No longer at this table, as they have left the server: Bo.")
        assert (now.status, [seat.user_id for seat in now.seats]) == (Status.LOBBY, [ANA])
        assert "1 seat is still free." in answer["scene"]["now"]
