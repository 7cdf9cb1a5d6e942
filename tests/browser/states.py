"""The states in which somebody sees the page, each as a real table comes into it: for tests that look at all of them."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from playwright.async_api import Page

from bot.canasta.moves import Move
from bot.canasta.views import SeatView
from bot.data.tables import Status, Table
from bot.tables import LESSON, Tables
from bot.tables.rules.daily_times import PAST, day_at
from tests.browser.served import Served
from tests.tables.club import ANA, BO, CY, DI, EVA, lobby, mover, play_on, started

_DAY_SECONDS = 24 * 3600

Step = Callable[[Page], Awaitable[None]]
Choose = Callable[[SeatView, random.Random], Move]


async def _nothing(_page: Page) -> None:
    pass


@dataclass(frozen=True)
class Stage:
    """A table as it waits for somebody, and what they do on its page until it is in the state."""

    user_id: int
    table_id: int
    then: Step = _nothing


def boldly(view: SeatView, chance: random.Random) -> Move:
    """Return a move of somebody who mostly takes the pile and lays down what they can."""
    legal = [move for move in view.legal if move.verb != "undo"]
    bold = [move for verb in ("take", "meld") for move in legal if move.verb == verb]
    return chance.choice(bold if bold and chance.random() < 0.8 else legal)


def hoarding(view: SeatView, chance: random.Random) -> Move:
    """Return a move of somebody who draws and discards alone."""
    return chance.choice([move for move in view.legal if move.verb in ("draw", "discard")])


def spreading(view: SeatView, _chance: random.Random) -> Move:
    """Return a move of somebody who lays many small melds, and goes out with none."""
    melds = [move for move in view.legal if move.verb == "meld" and len(move.cards) + 2 < len(view.hand)]
    if melds:
        return min(melds, key=lambda move: len(move.cards) / len(move.groups))
    return next((move for move in view.legal if move.verb in ("draw", "discard")), view.legal[0])


async def until(
    tables: Tables, table: Table, there: Callable[[SeatView], bool], choose: Choose = boldly, seed: int = 2
) -> Table:
    """Play on until the view of the one to move is as wanted."""
    chance = random.Random(seed)
    for _ in range(1000):
        table = await tables.get(table.id)
        view = (await tables.look(table.id, mover(table))).mine
        assert view is not None
        if there(view):
            return table
        await tables.turns.play(table.id, mover(table), choose(view, chance))
    raise AssertionError("no such state comes")


async def _classic(served: Served) -> Table:
    return await started(served.tables, ANA, BO, CY, DI)


async def _samba(served: Served, cards: int) -> Table:
    table = await started(served.tables, ANA, BO, CY, DI, variant="samba")
    return await until(
        served.tables, table, lambda view: len(view.hand) >= cards and view.public.phase == "play", hoarding
    )


async def a_lobby(served: Served) -> Stage:
    return Stage(ANA, (await lobby(served.tables, ANA, BO, layout="4")).id)


async def a_turn(served: Served) -> Stage:
    table = await until(
        served.tables,
        await _classic(served),
        lambda view: view.public.phase == "draw" and len(view.public.sides[0].melds) > 2,
    )
    return Stage(mover(table), table.id)


async def lifted(served: Served) -> Stage:
    table = await until(served.tables, await _classic(served), lambda view: "meld" in view.verbs)

    async def lift(page: Page) -> None:
        await page.locator("#hand .card").first.click()
        await page.wait_for_selector("#options button, #note:not(:empty)")

    return Stage(mover(table), table.id, lift)


async def suggestions(served: Served) -> Stage:
    table = await until(served.tables, await _classic(served), lambda view: "meld" in view.verbs)

    async def unfold(page: Page) -> None:
        if await page.locator('#could[aria-expanded="false"]:visible').count():
            await page.click("#could")
        await page.wait_for_selector("#options button")

    return Stage(mover(table), table.id, unfold)


async def refused(served: Served) -> Stage:
    table = await until(served.tables, await _classic(served), lambda view: view.public.phase == "play")

    async def two_to_the_pile(page: Page) -> None:
        await page.locator("#hand .card").first.click()
        await page.locator("#hand .card").last.click()
        await page.click("#pile")
        await page.wait_for_selector("#note:not(:empty)")

    return Stage(mover(table), table.id, two_to_the_pile)


async def hinted(served: Served) -> Stage:
    table = await started(served.tables, ANA, fill="easy")

    async def ask(page: Page) -> None:
        await page.wait_for_function("() => document.body.dataset.phase === 'draw'")
        await page.click("#stock")
        await page.wait_for_function("() => document.body.dataset.phase === 'play'")
        await page.locator("#actions").get_by_text("Hint", exact=True).click()
        await page.wait_for_selector("#hint:not(:empty)")

    return Stage(ANA, table.id, ask)


async def a_hand_of_20(served: Served) -> Stage:
    table = await _samba(served, 20)
    return Stage(mover(table), table.id)


async def a_hand_of_28(served: Served) -> Stage:
    table = await _samba(served, 28)
    return Stage(mover(table), table.id)


async def twelve_melds(served: Served) -> Stage:
    table = await until(
        served.tables,
        await _samba(served, 24),
        lambda view: max(len(side.melds) for side in view.public.sides) >= 12,
        spreading,
    )
    return Stage(mover(table), table.id)


async def may_ask(served: Served) -> Stage:
    table = await until(served.tables, await _classic(served), lambda view: "ask" in view.verbs)
    return Stage(mover(table), table.id)


async def is_asked(served: Served) -> Stage:
    stage = await may_ask(served)
    await served.tables.turns.play(stage.table_id, stage.user_id, "ask")
    return Stage(mover(await served.tables.get(stage.table_id)), stage.table_id)


async def may_undo(served: Served) -> Stage:
    table = await until(served.tables, await _classic(served), lambda view: "undo" in view.verbs)
    return Stage(mover(table), table.id)


async def waiting(served: Served) -> Stage:
    table = await until(served.tables, await _classic(served), lambda view: view.public.phase == "play")
    return Stage(next(one for one in (ANA, BO) if one != mover(table)), table.id)


async def _two(served: Served, rounds: int) -> Table:
    return await started(served.tables, ANA, BO, layout="2", house={"rounds": rounds})


async def _sheet(page: Page) -> None:
    await page.wait_for_selector("#sheet:not([hidden])")


async def a_round_over(served: Served) -> Stage:
    table = await _two(served, 2)
    await play_on(served.tables, table, random.Random(2), rounds=1)

    async def unseen(page: Page) -> None:
        await page.evaluate("(id) => localStorage.setItem('seen', JSON.stringify([[id, 0]]))", table.id)
        await page.reload()
        await _sheet(page)

    return Stage(ANA, table.id, unseen)


async def _over(served: Served) -> Table:
    table = await _two(served, 1)
    await play_on(served.tables, table, random.Random(2))
    assert (await served.tables.get(table.id)).status is Status.FINISHED
    return table


async def a_result(served: Served) -> Stage:
    served.remark = "Your rating: 1500."
    return Stage(ANA, (await _over(served)).id, _sheet)


async def a_result_put_away(served: Served) -> Stage:
    async def put_away(page: Page) -> None:
        await _sheet(page)
        await page.keyboard.press("Escape")

    return Stage(ANA, (await _over(served)).id, put_away)


async def a_replay(served: Served) -> Stage:
    async def replay(page: Page) -> None:
        await _sheet(page)
        await page.locator("#sheet").get_by_text("Replay", exact=True).click()
        await page.wait_for_selector("#replay:not([hidden])")
        await page.locator("#replay").get_by_text("Last", exact=True).click()
        await page.wait_for_function("() => document.querySelector('#replay [data-key=after]').ariaDisabled === 'true'")

    return Stage(ANA, (await _over(served)).id, replay)


async def a_lesson(served: Served) -> Stage:
    table = await started(served.tables, ANA, fill="easy")
    await served.tables.lessons.open(ANA, "Ana", "classic", known=await served.people.known(ANA))

    async def go_there(page: Page) -> None:
        await page.goto(f"{served.url}/table/{LESSON}")
        await page.wait_for_selector("#lesson:not([hidden])")

    return Stage(ANA, table.id, go_there)


async def past_days(served: Served) -> Stage:
    table = await started(served.tables, ANA, fill="easy")
    day = day_at(served.clock.now)
    await served.tables.daily.open(ANA, "Ana", known=await served.people.known(ANA))
    served.clock.now += 3 * _DAY_SECONDS

    async def list_them(page: Page) -> None:
        await page.goto(f"{served.url}/")
        await page.locator("#instead-offers").get_by_text("Past deals").click()
        await page.wait_for_selector("#instead-title:text('Past deals')")

    assert day < day_at(served.clock.now)
    return Stage(ANA, table.id, list_them)


async def a_past_day(served: Served) -> Stage:
    stage, day = await past_days(served), day_at(served.clock.now) - 3
    await served.tables.past_deals.open(day, ANA, "Ana", known=await served.people.known(ANA))

    async def go_there(page: Page) -> None:
        await page.goto(f"{served.url}/table/{PAST + day}")
        await page.wait_for_selector("#hand .card")

    return Stage(ANA, stage.table_id, go_there)


async def watched(served: Served) -> Stage:
    table = await until(served.tables, await _classic(served), lambda view: len(view.public.sides[0].melds) > 2)
    await served.doors.let_watch(EVA, table)
    return Stage(EVA, table.id)


async def twelve_melds_watched(served: Served) -> Stage:
    table_id = (await twelve_melds(served)).table_id
    await served.doors.let_watch(EVA, await served.tables.get(table_id))
    return Stage(EVA, table_id)


async def the_list(served: Served) -> Stage:
    table = await started(served.tables, ANA, BO, layout="2")
    other = await started(served.tables, CY, DI, layout="2", channel=71)
    await served.doors.let_watch(ANA, other)

    async def go_home(page: Page) -> None:
        await page.click("#home")
        await page.wait_for_selector("#instead-offers button")

    return Stage(ANA, table.id, go_home)


async def signed_out(served: Served) -> Stage:
    table = await started(served.tables, ANA, BO, layout="2")

    async def sign_out(page: Page) -> None:
        await served.doors.close(ANA)
        await page.reload()
        await page.wait_for_selector("#instead:not([hidden])")

    return Stage(ANA, table.id, sign_out)


async def away(served: Served) -> Stage:
    table = await started(served.tables, ANA, BO, layout="2")

    async def lose(page: Page) -> None:
        await page.context.set_offline(True)
        await page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
        await page.wait_for_selector("#lost:not([hidden])")

    return Stage(ANA, table.id, lose)


STATES: dict[str, Callable[[Served], Awaitable[Stage]]] = {
    made.__name__.replace("_", "-"): made
    for made in (
        a_lobby, a_turn, lifted, suggestions, refused, hinted, a_hand_of_20, a_hand_of_28, twelve_melds, may_ask, is_asked,
        may_undo, waiting, a_round_over, a_result, a_result_put_away, a_replay, a_lesson, past_days, a_past_day, watched,
        twelve_melds_watched, the_list, signed_out, away,
    )
}  # fmt: skip
