"""The page in a real browser: whole games by touch, by mouse and by keyboard, and what it looks like."""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Frame, Keyboard, Page, Route

from bot.data.tables import InChannel, Status, Table
from bot.tables import Order
from tests.browser import chromium
from tests.browser.served import Served, serving
from tests.tables.club import ANA, BO, mover, play_on, started

pytestmark = pytest.mark.slow

_PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
_DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
#: A game of a single round, so that a whole one takes seconds.
_SHORT = {"rounds": 1}

Act = Callable[[Any, str], Awaitable[None]]


async def tap(page: Page | Frame, where: str) -> None:
    await page.locator(where).first.tap()


async def click(page: Page, where: str) -> None:
    await page.locator(where).first.click()


async def by_keys(page: Page, where: str) -> None:
    """Reach something by Tab and arrows alone, and press it."""
    for _ in range(120):
        if await page.evaluate("(where) => document.activeElement.matches(where)", where):
            await page.keyboard.press("Enter")
            return
        in_hand = await page.evaluate("() => document.activeElement.matches('#hand .card')")
        await page.keyboard.press("ArrowRight" if in_hand and "#hand" in where else "Tab")
    pytest.fail(f"the keyboard doesn't reach {where}")


async def play_whole_game(page: Page | Frame, served: Served, table: Table, act: Act) -> int:
    """Play to the end by what the page, or a frame with it, shows, and return how often cards were laid down."""
    laid = 0
    for _ in range(400):
        table = await served.tables.get(table.id)
        await page.wait_for_function("(version) => document.body.dataset.version >= version", arg=table.version)
        if table.status is not Status.PLAYING:
            return laid
        if table.to_move is None or table.to_move.user_id != ANA:
            version = table.version
            await page.wait_for_function("(version) => document.body.dataset.version > version", arg=version)
            continue
        phase = await page.evaluate("() => document.body.dataset.phase")
        if await page.locator("#actions button", has_text="Yes, go out").count():
            await act(page, '#actions button[data-key$="answer yes"]')
        elif phase == "draw":
            await act(page, "#stock")
        elif await page.locator("#could:visible, #options button").count():
            if await page.locator('#could[aria-expanded="false"]:visible').count():
                await act(page, "#could")
            laid += 1
            await act(page, "#options button")
        else:
            await act(page, f"#hand .card:nth-child({1 + table.version % await page.locator('#hand .card').count()})")
            await page.wait_for_selector("#put-back:not([hidden])")
            if await page.locator('#options button[data-key*="discard"]').count() == 0:
                await page.wait_for_selector("#options button, #note:not(:empty)")
            if await page.locator('#options button[data-key*="discard"]').count():
                await act(page, "#pile")
            else:
                await _keyboard(page).press("Escape")
                # The next card is tried, as the version doesn't change.
                await _discard_any(page, act)
        await page.wait_for_function("(version) => document.body.dataset.version > version", arg=table.version)
    pytest.fail("the game doesn't end")


def _keyboard(page: Page | Frame) -> Keyboard:
    return (page.page if isinstance(page, Frame) else page).keyboard


async def _discard_any(page: Page | Frame, act: Act) -> None:
    for place in range(1, 1 + await page.locator("#hand .card").count()):
        await act(page, f"#hand .card:nth-child({place})")
        await page.wait_for_selector("#options button, #note:not(:empty)")
        if await page.locator('#options button[data-key*="discard"]').count():
            await act(page, "#pile")
            return
        await _keyboard(page).press("Escape")
    pytest.fail("no card can be discarded")


#: The ways to play, and the games that are played by each.
_INPUTS: dict[str, tuple[dict[str, Any], Act]] = {
    "touch": (_PHONE, tap),
    "mouse": (_DESK, click),
    "keyboard": (_DESK, by_keys),
}
_GAMES = (
    [(variant, way) for variant in ("classic", "samba", "burraco", "hand-and-foot") for way in _INPUTS]
    if os.environ.get("CANASTA_TEST_LONG")
    else [
        *(("classic", way) for way in _INPUTS),
        ("burraco", "touch"),
        ("samba", "mouse"),
        ("hand-and-foot", "keyboard"),
    ]
)


@pytest.mark.parametrize(
    ("variant", "looks", "act"),
    [pytest.param(variant, *_INPUTS[way], id=f"{variant}-{way}") for variant, way in _GAMES],
)
async def test_a_whole_game(tmp_path: Path, variant: str, looks: dict[str, Any], act: Act) -> None:
    async with serving(tmp_path, random.Random(5)) as served, chromium.context(**looks) as context:
        table = await started(served.tables, ANA, fill="easy", variant=variant, house=_SHORT)
        page, complaints = await chromium.opened(context, served, ANA, table.id)
        laid = await play_whole_game(page, served, table, act)
        assert laid > 0
        assert (await served.tables.get(table.id)).status is Status.FINISHED
        assert await page.locator("#now").inner_text() != ""
        assert await page.locator("#hand .card").count() == 0
        assert complaints == []


async def hand_of(page: Page) -> list[str]:
    keys = await page.locator("#hand .card").evaluate_all("(cards) => cards.map((card) => card.dataset.key)")
    return [str(key) for key in keys]


async def test_cards_are_dragged_refused_where_they_fall_and_sorted(tmp_path: Path) -> None:
    async with serving(tmp_path, random.Random(5)) as served, chromium.context(**_DESK) as context:
        table = await started(served.tables, ANA, BO, layout="2")
        page, complaints = await chromium.opened(context, served, ANA, table.id)
        # Others play, Bo last.
        while (now := await served.tables.get(table.id)).turn != 0 or len(
            (await served.tables.look(table.id)).recent
        ) < 2:
            person = mover(now)
            await served.tables.turns.play(table.id, person, "draw")
            look = await served.tables.look(table.id, person)
            assert look.mine is not None
            discard = next(move for move in look.mine.legal if move.verb == "discard")
            await served.tables.turns.play(table.id, person, discard)
        # The other's moves have come by themselves.
        version = (await served.tables.get(table.id)).version
        await page.wait_for_function("(version) => document.body.dataset.version >= version", arg=version)
        assert "Bo drew" in await page.locator("#feed").inner_text()

        before = await hand_of(page)
        await page.locator("#hand .card").first.drag_to(page.locator("#pile"))
        await page.wait_for_selector("#note:not(:empty)")
        assert await hand_of(page) == before
        assert (await served.tables.get(table.id)).version == version
        await page.keyboard.press("Escape")

        await page.click("#stock")
        await page.wait_for_function("(version) => document.body.dataset.version > version", arg=version)
        before = await hand_of(page)
        first, third = page.locator("#hand .card").nth(0), page.locator("#hand .card").nth(2)
        await first.drag_to(third, source_position={"x": 10, "y": 40}, target_position={"x": 10, "y": 40})
        moved = await hand_of(page)
        assert sorted(moved) == sorted(before)
        assert moved != before
        assert await page.locator("#put-back").is_hidden(), "a drag lifts nothing"

        look = await served.tables.look(table.id, ANA)
        assert look.mine is not None
        card = next(move.card for move in look.mine.legal if move.verb == "discard")
        await page.locator(f'#hand .card[data-key="{card}.1"]').drag_to(page.locator("#pile"))
        await page.wait_for_function("(version) => document.body.dataset.version > version", arg=version + 1)
        look = await served.tables.look(table.id, ANA)
        assert look.public is not None
        assert look.public.upcard == card
        assert complaints == []


@pytest.mark.parametrize("width", [320, 390, 1280, 1920])
async def test_nothing_lies_beyond_the_edge_and_everything_can_be_touched(tmp_path: Path, width: int) -> None:
    looks: dict[str, Any] = {"viewport": {"width": width, "height": 800}}
    async with serving(tmp_path, random.Random(5)) as served, chromium.context(**looks) as context:
        table = await started(served.tables, ANA, fill="easy")
        await served.tables.preferences.set(ANA, language="de")
        page, complaints = await chromium.opened(context, served, ANA, table.id)
        assert await page.locator("#hand-name").inner_text() == "Deine Karten (11)"
        assert await page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        small = await page.evaluate(
            """() => [...document.querySelectorAll("button")].filter((one) => one.offsetParent).map((one) => {
                const box = one.getBoundingClientRect(), next = one.nextElementSibling?.getBoundingClientRect();
                const covered = next && next.top === box.top && next.left > box.left ? next.left - box.left : box.width;
                return [one.id || one.className, Math.min(covered, box.width), box.height];
            }).filter(([, width, height]) => width < 44 || height < 44)"""
        )
        assert small == []
        assert complaints == []


@pytest.mark.parametrize("words", ["", '{"refused": "The store is away."}'])
async def test_the_page_comes_back_by_itself(tmp_path: Path, words: str) -> None:
    async with serving(tmp_path, random.Random(5)) as served, chromium.context(**_DESK) as context:
        table = await started(served.tables, ANA, BO, layout="2")
        page = await context.new_page()
        away = True

        async def answer(route: Route) -> None:
            if away:
                await route.fulfill(status=503, body=words, content_type="application/json")
            else:
                await route.continue_()

        async def until(there: str) -> None:
            await page.wait_for_function(there, timeout=120_000)

        await page.route("**/api/**", answer)
        # By a link,
        await page.goto(await served.doors.link(ANA, table.id))
        await until("() => !document.getElementById('lost').hidden")
        away = False
        await until("() => !document.getElementById('page').hidden && document.getElementById('lost').hidden")
        assert page.url == f"{served.url}/table/{table.id}"
        # by loading it again,
        away = True
        await page.reload()
        await until("() => !document.getElementById('lost').hidden")
        away = False
        await until("() => !document.getElementById('page').hidden && document.getElementById('lost').hidden")
        # and while it is open.
        away = True
        await page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
        await until("() => !document.getElementById('lost').hidden")
        # Its second look finds nobody either.
        async with page.expect_response(lambda response: response.url.endswith(f"/api/table/{table.id}")):
            pass
        away = False
        await until("() => !document.getElementById('page').hidden && document.getElementById('lost').hidden")


async def test_a_move_goes_on_when_the_bot_starts_again(tmp_path: Path) -> None:
    async with serving(tmp_path, random.Random(5)) as served, chromium.context(**_DESK) as context:
        table = await started(served.tables, ANA, BO, layout="2")
        now = await served.tables.get(table.id)
        page, _complaints = await chromium.opened(context, served, mover(now), table.id)
        answered = 0

        async def answer(route: Route) -> None:
            nonlocal answered
            answered += 1
            if answered == 1:
                await route.fulfill(status=502, body="Bad Gateway")
            else:
                await route.continue_()

        await page.route("**/play", answer)
        await page.click("#stock")
        await page.wait_for_function("(version) => document.body.dataset.version > version", arg=now.version)
        assert answered == 2
        assert await page.locator("#lost").is_hidden()


async def _sheet(page: Page) -> str:
    await page.wait_for_selector("#sheet:not([hidden])")
    return await page.locator("#sheet").inner_text()


async def test_the_sheet_of_a_round_stays_until_it_is_put_away(tmp_path: Path) -> None:
    async with serving(tmp_path, random.Random(5)) as served, chromium.context(**_PHONE) as context:
        table = await started(served.tables, ANA, BO, layout="2", house={"rounds": 2})
        page, complaints = await chromium.opened(context, served, ANA, table.id)
        await play_on(served.tables, table, random.Random(2), rounds=1)
        words = await _sheet(page)
        look = await served.tables.look(table.id, ANA)
        assert look.public is not None
        sheet = look.public.finished[0]
        assert words.startswith("Round 1 is over")
        assert f"You {sheet.sides[0].total:+,}, they {sheet.sides[1].total:+,}." in words
        assert "This round" in words
        assert "Left in hand:" in words
        # A screen reader hears of each number whose it is and what it counts.
        heads = page.locator("#sheet thead th[scope=col]")
        assert await heads.all_inner_texts() == ["Ana", "Bo"]
        assert await page.locator("#sheet tbody th[scope=row]").count() == await page.locator("#sheet tbody tr").count()
        assert await page.locator("#sheet td[scope], #sheet th:empty").count() == 0
        # The table goes on beneath it, and it is there again after a reload.
        now = await served.tables.get(table.id)
        await served.tables.turns.play(table.id, mover(now), "draw")
        await page.wait_for_function("(version) => document.body.dataset.version > version", arg=now.version)
        assert (await _sheet(page)).startswith("Round 1 is over")
        await page.reload()
        assert (await _sheet(page)).startswith("Round 1 is over")
        await page.locator("#sheet").get_by_text("Next round", exact=True).click()
        assert await page.locator("#sheet").is_hidden()
        await page.reload()
        await page.wait_for_selector("#hand .card")
        assert await page.locator("#sheet").is_hidden()

        # The end of the game: who has won, and the next one.
        await play_on(served.tables, await served.tables.get(table.id), random.Random(2))
        words = await _sheet(page)
        assert words.startswith(("You win!", "Bo won the game!"))
        assert "Round 2 is over" in words
        await page.locator("#sheet").get_by_text("Play again", exact=True).click()
        await page.wait_for_function("(old) => location.pathname !== old", arg=f"/table/{table.id}")
        await page.wait_for_selector("text=At the table: Ana")
        following = await served.tables.games.after(await served.tables.get(table.id))
        assert following is not None
        assert page.url == f"{served.url}/table/{following.id}"
        assert complaints == []


async def test_a_game_that_is_over_is_gone_through_move_by_move(tmp_path: Path) -> None:
    async with serving(tmp_path, random.Random(5)) as served, chromium.context(**_DESK) as context:
        table = await started(served.tables, ANA, BO, layout="2", house=_SHORT)
        await play_on(served.tables, table, random.Random(2))
        page, complaints = await chromium.opened(context, served, ANA, table.id)
        assert "won the game" in await _sheet(page) or "You win!" in await _sheet(page)
        await page.locator("#sheet").get_by_text("Replay", exact=True).click()
        await page.wait_for_selector("text=Move 0 of")
        assert await page.locator("#hand .card").count() >= 11
        for number in (1, 2):
            await page.locator("#replay").get_by_text("Next", exact=True).click()
            await page.wait_for_selector(f"text=Move {number} of")
        await page.locator("#replay").get_by_text("Last", exact=True).click()
        await page.wait_for_function("() => document.querySelector('#replay [data-key=after]').ariaDisabled === 'true'")
        assert await page.locator("#could, #sheet").evaluate_all("(all) => all.every((one) => one.hidden)")
        await page.click("text=Back to the table")
        assert "Play again" in await _sheet(page)
        assert complaints == []


_COUNT = """() => {
    window.flown = [];
    new MutationObserver((all) => {
        for (const one of all) for (const node of one.addedNodes)
            if (node.classList?.contains("flight")) window.flown.push(node.className);
    }).observe(document.body, { childList: true });
}"""


@pytest.mark.parametrize("width", [320, 390])
async def test_on_a_phone_a_replay_and_a_turn_keep_within_the_edges(tmp_path: Path, width: int) -> None:
    looks: dict[str, Any] = {"viewport": {"width": width, "height": 640}}
    async with serving(tmp_path, random.Random(5)) as served, chromium.context(**looks) as context:
        table = await started(served.tables, ANA, BO, layout="2", house={"rounds": 2})
        await served.tables.preferences.set(ANA, language="de")
        await play_on(served.tables, table, random.Random(2), rounds=1)
        page, complaints = await chromium.opened(context, served, ANA, table.id)
        await page.wait_for_selector("#hand .card")
        sorting, moves = page.locator("#by-suit"), page.locator("#moves")
        beside, other = await sorting.bounding_box(), await moves.bounding_box()
        if other is not None:
            assert beside is not None
            assert beside["y"] < other["y"] + other["height"], "the order has no line of its own"
        await page.evaluate("(id) => localStorage.setItem('seen', JSON.stringify([[id, 0]]))", table.id)
        await page.reload()
        await page.locator("#sheet-acts button").click()
        await page.wait_for_selector("#replay:not([hidden]) button")
        edges = "(buttons) => buttons.map((one) => one.getBoundingClientRect().right)"
        assert max(await page.locator("#replay button").evaluate_all(edges)) <= width
        assert complaints == []


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
async def test_moves_of_others_are_shown_as_movements(tmp_path: Path, motion: str) -> None:
    async with (
        serving(tmp_path, random.Random(5)) as served,
        chromium.context(**_DESK, reduced_motion=motion) as context,
    ):
        table = await started(served.tables, ANA, BO, layout="2")
        now = await served.tables.get(table.id)
        other = BO if mover(now) == ANA else ANA
        page, complaints = await chromium.opened(context, served, other, table.id)
        await page.evaluate(_COUNT)
        await played(served, table, "draw")
        version = (await served.tables.get(table.id)).version
        await page.wait_for_function("(version) => document.body.dataset.version >= version", arg=version)
        flown = await page.evaluate("() => window.flown")
        # The cards that are drawn go face down.
        assert flown == ([] if motion == "reduce" else ["face back flight"])
        await played(served, table, "discard")
        await page.wait_for_function("(version) => document.body.dataset.version > version", arg=version)
        flown = await page.evaluate("() => window.flown")
        assert flown == ([] if motion == "reduce" else ["face back flight", "face flight"])
        await page.wait_for_function("() => !document.querySelector('.flight')")
        look = await served.tables.look(table.id)
        assert look.public is not None
        top = await page.locator("#pile .face").evaluate("(face) => face.style.getPropertyValue('--x')")
        assert look.public.upcard is not None
        assert top == f"{look.public.upcard % 8 / 7 * 100:g}"[:5] + top[5:]
        assert complaints == []


async def played(served: Served, table: Table, verb: str) -> None:
    """Play a move of a verb for the person to move."""
    now = await served.tables.get(table.id)
    look = await served.tables.look(table.id, mover(now))
    assert look.mine is not None
    await served.tables.turns.play(table.id, mover(now), next(one for one in look.mine.legal if one.verb == verb))


async def test_an_own_move_is_shown_at_once_and_taken_back_where_it_is_refused(tmp_path: Path) -> None:
    async with serving(tmp_path, random.Random(5)) as served, chromium.context(**_DESK) as context:
        table = await started(served.tables, ANA, BO, layout="2")
        person = mover(table)
        await played(served, table, "draw")
        page, complaints = await chromium.opened(context, served, person, table.id)
        may, asked = asyncio.Event(), asyncio.Event()

        async def late(route: Route) -> None:
            asked.set()
            await may.wait()
            await route.continue_()

        await page.route("**/play", late)
        before, pile = await hand_of(page), await page.locator("#pile .count").inner_text()
        # Nobody may discard two turns' cards: Bo has played on when the press comes.
        await page.locator("#hand .card").first.click()
        await page.click("#pile")
        await asked.wait()
        assert len(await hand_of(page)) == len(before) - 1
        assert await page.locator("#pile .count").inner_text() != pile
        version = (await served.tables.get(table.id)).version
        await played(served, table, "discard")
        may.set()
        await page.wait_for_selector("#note:not(:empty)")
        look = await served.tables.look(table.id, person)
        assert look.mine is not None
        assert sorted(int(key.split(".")[0]) for key in await hand_of(page)) == list(look.mine.hand)
        assert look.table.version > version
        assert complaints == []


async def test_faces_are_written_until_their_picture_is_there(tmp_path: Path) -> None:
    async with serving(tmp_path, random.Random(5)) as served, chromium.context(**_DESK) as context:
        table = await started(served.tables, ANA, BO, layout="2")
        await context.route("**/cards/**", lambda route: route.abort())
        page = await context.new_page()
        await page.goto(await served.doors.link(ANA, table.id))
        await page.wait_for_selector("#hand .card")
        look = await served.tables.look(table.id, ANA)
        assert look.mine is not None
        shown = await page.locator("#hand .face").evaluate_all(
            "(faces) => faces.map((face) => getComputedStyle(face, '::before').content)"
        )
        assert len(shown) == len(look.mine.hand)
        assert all(len(text.strip('"')) > 0 and text != "none" for text in shown)


async def test_the_list_of_tables_says_which_and_whose_turn(tmp_path: Path) -> None:
    async with serving(tmp_path, random.Random(5)) as served, chromium.context(**_PHONE) as context:
        table = await started(served.tables, ANA, BO, layout="2")
        other = await started(served.tables, ANA, BO, layout="2", channel=71)
        page, complaints = await chromium.opened(context, served, ANA, table.id)
        # Where another table waits meanwhile, the way there is a press.
        while mover(await served.tables.get(table.id)) == ANA:
            await played(served, table, "draw")
            await played(served, table, "discard")
        if mover(await served.tables.get(other.id)) != ANA:
            await played(served, other, "draw")
            await played(served, other, "discard")
        await page.click("text=Next game")
        await page.wait_for_function("(path) => location.pathname === path", arg=f"/table/{other.id}")
        await page.goto(f"{served.url}/")
        rows = page.locator("#instead-list li")
        await rows.first.wait_for()
        texts = [await rows.nth(place).inner_text() for place in range(await rows.count())]
        assert [text.split("\n") for text in texts] == [
            ["Classic Canasta", "Bo", "Your turn"],
            ["Classic Canasta", "Bo", "It's Bo's turn."],
        ]
        assert complaints == []


async def test_a_hint_is_given_and_lifts_its_cards(tmp_path: Path) -> None:
    async with serving(tmp_path, random.Random(5)) as served, chromium.context(**_PHONE) as context:
        table = await started(served.tables, ANA, fill="easy")
        page, complaints = await chromium.opened(context, served, ANA, table.id)
        await page.wait_for_function("() => document.body.dataset.phase === 'draw'")
        await page.click("#stock")
        await page.wait_for_function("() => document.body.dataset.phase === 'play'")
        await page.locator("#actions").get_by_text("Hint", exact=True).click()
        await page.wait_for_selector("#hint:not(:empty)")
        assert (await page.locator("#hint").inner_text()).startswith("💡 Hint: ")
        assert await served.tables.hints.taken(table.id) == {ANA: 1}
        assert await page.locator('#hand .card[aria-pressed="true"]').count() > 0
        assert complaints == []


async def test_suggestions_are_a_line_that_opens(tmp_path: Path) -> None:
    async with serving(tmp_path, random.Random(5)) as served, chromium.context(**_PHONE) as context:
        table = await started(served.tables, ANA, BO, layout="2")
        page, complaints = await chromium.opened(context, served, ANA, table.id)
        for _ in range(200):
            look = await served.tables.look(table.id, ANA)
            if look.mine is not None and look.mine.my_turn and "meld" in look.mine.verbs:
                break
            now = look.table
            view = (await served.tables.look(table.id, mover(now))).mine
            assert view is not None
            await played(served, table, "draw" if "draw" in view.verbs else "discard")
        await page.wait_for_selector("#could:visible")
        assert (await page.locator("#could").inner_text()).startswith("You could: ")
        assert await page.locator("#options button").count() == 0
        box = await page.locator("#could").bounding_box()
        assert box is not None
        assert box["height"] < 60
        await page.tap("#could")
        assert await page.locator("#options button").count() > 0
        assert complaints == []


async def test_the_order_of_the_hand_is_kept_in_every_browser(tmp_path: Path) -> None:
    async with (
        serving(tmp_path, random.Random(5)) as served,
        chromium.context(**_DESK) as context,
        chromium.context(**_PHONE) as phone,
    ):
        table = await started(served.tables, ANA, BO, layout="2")
        page, complaints = await chromium.opened(context, served, ANA, table.id)
        by_rank = await hand_of(page)
        async with page.expect_response("**/order"):
            await page.click("#by-suit")
        assert await hand_of(page) != by_rank
        first, third = page.locator("#hand .card").nth(0), page.locator("#hand .card").nth(2)
        async with page.expect_response("**/order"):
            await first.drag_to(third, source_position={"x": 10, "y": 40}, target_position={"x": 10, "y": 40})
        own = await hand_of(page)
        await page.reload()
        await page.wait_for_selector("#hand .card")
        assert await hand_of(page) == own
        other, others = await chromium.opened(phone, served, ANA, table.id)
        assert await hand_of(other) == own
        assert complaints == others == []


@pytest.mark.parametrize("size", [(320, 640), (390, 844), (844, 390), (1920, 1080)])
@pytest.mark.parametrize("variant", ["burraco", "hand-and-foot"])
async def test_large_games_fit_with_the_hand_and_the_melds_in_sight(
    tmp_path: Path, variant: str, size: tuple[int, int]
) -> None:
    looks: dict[str, Any] = {"viewport": {"width": size[0], "height": size[1]}}
    async with serving(tmp_path, random.Random(5)) as served, chromium.context(**looks) as context:
        order = Order(home=InChannel(7, 70), host_id=ANA, variant=variant)
        table = await served.tables.lobbies.open(order, "Ana")
        table = await served.tables.lobbies.start(table.id, ANA, fill="easy")
        page, complaints = await chromium.opened(context, served, ANA, table.id)
        await page.wait_for_selector("#hand .card")
        assert await page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        shown = await page.evaluate(
            """() => ["#stock", "#own .side", "#hand .card"].map((where) => {
                const box = document.querySelector(where).getBoundingClientRect();
                const beside = document.querySelector(where === "#own .side" ? "#mine" : "body").getBoundingClientRect();
                const bottom = where === "#own .side" && beside.left === 0 ? beside.top : innerHeight;
                return bottom - box.top;
            })"""
        )
        assert min(shown) >= 60, "each is in sight, at least in part"
        assert complaints == []
