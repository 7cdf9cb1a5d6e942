"""Other cards in a hand change nothing that a page shows to anybody but its holder: not a byte."""

from __future__ import annotations

import json
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from unittest import mock

import aiohttp
import pytest

from bot.canasta.cards import Card
from bot.canasta.moves import Move
from bot.canasta.views import SeatView
from bot.computer import choose
from bot.data.daily import Every
from bot.tables import daily_round
from bot.tables.daily_round import VARIANT
from bot.tables.rules import weekly_plan
from bot.tables.rules.daily_times import DAILY, closes_at
from tests.browser.served import Served, Visitor, serving
from tests.browser.test_activity import an_activity
from tests.cogs.test_daily_secrecy import SEAL, dealt, draws_and_discards, of_others, of_the_opponents, of_the_stock
from tests.known_deals import Stacked
from tests.tables.club import ANA, BO, CY, DI, EVA, mover, started
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

    All lift some cards too, and try what is refused. Somebody watches.
    """
    others, own = list[str](), list[str]()
    async with serving(folder, Stacked(pack), an_activity()) as served:
        table = await started(served.tables, *SITTING)
        holder = SITTING[SEAT]
        await served.doors.let_watch(EVA, table)
        browsers = {person: await come(served, person, table.id) for person in (*SITTING, EVA)}

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
    assert len(seen) == 2 * 2 * 4 * LAPS * len(SITTING)
    assert seen == the_same


Chooses = Callable[[SeatView, str, random.Random], Move]


async def what_pages_show_of_a_deal(
    folder: Path, pack: list[Card], every: Every, chooses: Chooses, moves: int
) -> list[str]:
    """Return all that pages show while somebody makes this many moves in an open deal, if it isn't over before.

    Another person has begun it, and one hasn't. All try what is refused.
    """
    seen, chance = list[str](), random.Random(1)
    with (
        dealt(pack),
        mock.patch.object(weekly_plan, "GAMES", (VARIANT,)),
        mock.patch.object(daily_round, "choose", chooses),
    ):
        async with serving(folder) as served, aiohttp.ClientSession() as session:
            deals = served.tables.daily
            number = (await deals.open(ANA, "Ana", every)).table.id
            await deals.open(BO, "Bo", every)
            elsewhere = (await started(served.tables, CY, fill="easy")).id
            browsers = [await served.browser(person, number) for person in (ANA, ANA, BO)]
            browsers.append(await served.browser(CY, elsewhere))

            async def note() -> None:
                for browser in browsers:
                    for table in (number, number - 1, number + 1):
                        path = f"/api/table/{table}"
                        url, headers = f"{served.url}{path}/news", {"Cookie": browser.cookie}
                        async with session.get(url, headers=headers) as news:
                            told = await (news.content.readuntil(b"\n\n") if news.status == 200 else news.read())
                        asked = [
                            await browser.get(path),
                            told.decode(),
                            await browser.post(f"{path}/ways", {"cards": [40, 40, 48]}),
                            await browser.play(table, "take", 0),
                            await browser.play(table, "1 draw", 0),
                            await browser.get(f"{path}/round/1"),
                            *[await browser.get(f"{path}/replay/{stop}") for stop in (0, 9, 999)],
                            *[await browser.post(f"{path}/{what}", {}) for what in ("hint", "again", "start", "back")],
                        ]
                        seen.append(json.dumps(asked))
                    seen.append(json.dumps([await browser.get("/api/tables"), await browser.get("/api/next")]))

            await note()
            for _ in range(moves):
                look = await served.tables.look(number, ANA)
                if look.mine is None or look.mine.public.over:
                    break
                move = chooses(look.mine, "normal", chance)
                assert (await browsers[0].play(number, str(move), look.table.version))[0] == 200
                seen.append(json.dumps(await browsers[1].get(f"/api/table/{number}")))
            await note()
            served.clock.now = closes_at(number - DAILY) - 1
            await note()
    return [SEAL.sub("SEAL", one) for one in seen]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("every", "twins", "chooses", "moves"),
    [
        (Every.DAY, of_others, draws_and_discards, 6),
        (Every.DAY, of_the_opponents, draws_and_discards, 400),
        (Every.DAY, of_the_stock, choose, 400),
        (Every.WEEK, of_others, draws_and_discards, 6),
        (Every.WEEK, of_the_opponents, draws_and_discards, 400),
    ],
)
async def test_hidden_cards_of_an_open_deal_change_nothing_on_any_page(
    tmp_path: Path, every: Every, twins: Callable[[], tuple[list[Card], list[Card]]], chooses: Chooses, moves: int
) -> None:
    one, other = twins()
    assert one != other
    seen = await what_pages_show_of_a_deal(tmp_path / "one", one, every, chooses, moves)
    the_same = await what_pages_show_of_a_deal(tmp_path / "other", other, every, chooses, moves)
    assert len(seen) >= 3 * 4 * 4 + 6
    assert seen == the_same
