"""Other cards in a hand change nothing that a page shows to anybody but its holder: not a byte."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from bot.canasta.cards import Card
from tests.browser.served import Served, Visitor, serving
from tests.browser.test_activity import an_activity
from tests.known_deals import Stacked
from tests.tables.club import ANA, BO, CY, DI, mover, started
from tests.test_secrecy import LAPS, SEAT, packs, packs_but_for_a_joker

SITTING = (ANA, BO, CY, DI)


async def by_link(served: Served, user_id: int, table_id: int) -> Visitor:
    return await served.browser(user_id, table_id)


async def from_discord(served: Served, user_id: int, _table_id: int) -> Visitor:
    visitor = Visitor(served)
    assert (await visitor.post("/api/activity", {"code": str(user_id)}))[0] == 200
    return visitor


async def what_pages_show(
    folder: Path, pack: list[Card], come: Callable[[Served, int, int], Awaitable[Visitor]]
) -> tuple[list[str], list[str]]:
    """Return all that the pages of the others show, and that of the holder, while everybody draws and discards that card.

    All lift some cards too, and try what is refused.
    """
    others, own = list[str](), list[str]()
    async with serving(folder, Stacked(pack), an_activity()) as served:
        table = await started(served.tables, *SITTING)
        holder = SITTING[SEAT]
        browsers = {person: await come(served, person, table.id) for person in SITTING}

        async def note() -> None:
            for person, browser in browsers.items():
                _status, text, _headers = await browser.ask("GET", f"/api/table/{table.id}")
                (own if person == holder else others).append(text)
                tried = [
                    await browser.post(f"/api/table/{table.id}/ways", {"cards": [40, 40, 48]}),
                    await browser.play(table.id, "take", 0),
                    await browser.get("/api/tables"),
                    (await browser.ask("GET", "/?frame_id=1"))[:2],
                ]
                (own if person == holder else others).append(json.dumps(tried))

        for _ in range(LAPS * len(SITTING)):
            person = mover(await served.tables.get(table.id))
            for draws in (True, False):
                mine = (await served.tables.look(table.id, person)).mine
                assert mine is not None
                move = "draw" if draws else str(next(one for one in mine.legal if one.card == mine.fresh[0]))
                assert (await browsers[person].play(table.id, move))[0] == 200
                await note()
    return others, own


@pytest.mark.slow
@pytest.mark.parametrize("twins", [packs, packs_but_for_a_joker])
@pytest.mark.parametrize("come", [by_link, from_discord])
async def test_a_page_shows_the_cards_of_its_person_alone(
    tmp_path: Path, twins: object, come: Callable[[Served, int, int], Awaitable[Visitor]]
) -> None:
    assert callable(twins)
    one, other = twins()
    seen, mine = await what_pages_show(tmp_path / "one", one, come)
    the_same, another = await what_pages_show(tmp_path / "other", other, come)
    assert mine != another
    assert len(seen) == 2 * 2 * 3 * LAPS * len(SITTING)
    assert seen == the_same
