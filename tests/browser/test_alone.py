"""Tables of one's own on the page: lessons step by step, and the deals of days, begun from the list."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from unittest import mock

import aiohttp
import pytest

from bot.browser import streams
from bot.data.daily import Every
from bot.store.people import PersonStore
from bot.tables import COURSES, LESSON, Tables
from bot.tables.privacy import Privacy
from bot.tables.rules.daily_times import DAILY, PAST, day_at, deal_at
from bot.tables.thinkers import Thinkers
from tests.browser.served import Served, Visitor, serving
from tests.tables.club import ANA, BO, EVA, started

_DAY_SECONDS = 24 * 3600
WEEKS = "Past games of the week"


async def visiting(served: Served, user_id: int = ANA) -> Visitor:
    """Return the browser of somebody who sits at a table with computers."""
    table = await started(served.tables, user_id, fill="easy", channel=user_id)
    return await served.browser(user_id, table.id)


async def begun(visitor: Visitor, **asked: object) -> int:
    """Begin a table of one's own, and return its number."""
    status, values = await visitor.post("/api/begin", asked)
    assert status == 200, values
    return int(values["table"])


def labelled(scene: dict[str, Any], label: str) -> str | None:
    """Return the move of the button that says this, None if there is none."""
    buttons = [*scene["actions"], *scene["suggested"]]
    return next((one["move"] for one in buttons if one["label"] == label), None)


async def step(visitor: Visitor, served: Served) -> None:
    """Do what the lesson says, with nothing but what the page shows."""
    scene = await visitor.scene(LESSON)
    task = scene["lesson"][-1]
    assert task.startswith("➡️ Press ")
    pressed = task.removeprefix("➡️ Press ").removesuffix(".")
    move = labelled(scene, pressed)
    if move is None:
        _cards, then = pressed.split(" in your hand, then ")
        look = await served.tables.look(LESSON, ANA)
        assert look.lesson is not None
        assert look.lesson.move is not None
        wanted = look.lesson.move
        cards = [wanted.card] if wanted.card is not None else list(wanted.cards)
        names = [card["name"] for card in scene["hand"] if card["card"] in cards]
        assert all(name in pressed for name in names) or len(cards) > 1
        status, ways = await visitor.post(f"/api/table/{LESSON}/ways", {"cards": cards})
        assert status == 200
        verb = "discard" if then == "the pile" else wanted.verb
        [move] = [
            one["move"]
            for one in ways["options"]
            if one["verb"] == verb and (then == "the pile" or one["label"].startswith(then))
        ]
    assert move is not None
    status, after = await visitor.play(LESSON, move, scene["version"])
    assert (status, after["refused"]) == (200, "")


@pytest.mark.parametrize("course", COURSES)
async def test_a_lesson_is_learned_by_doing_what_each_step_says(tmp_path: Path, course: str) -> None:
    async with serving(tmp_path) as served:
        visitor = await visiting(served)
        assert await begun(visitor, what="lesson", course=course) == LESSON
        look = await served.tables.look(LESSON, ANA)
        assert look.lesson is not None
        steps = look.lesson.steps
        for number in range(1, steps + 1):
            scene = await visitor.scene(LESSON)
            assert f"step {number} of {steps}" in scene["title"]
            assert (scene["now"], scene["why"]) == ([], []), "the lesson's words stand above the hand"
            assert not [action for action in scene["actions"] if action.get("do") == "hint"]
            await step(visitor, served)
        over = await visitor.scene(LESSON)
        assert over["title"].endswith("done")
        assert any("You went out" in line for line in over["now"])
        assert [action["label"] for action in over["actions"]][-1] == "Start again"
        assert "again" not in [action["do"] for action in over["actions"]]
        status, sheet = await visitor.get(f"/api/table/{LESSON}/round/1")
        assert (status, sheet["story"], sheet["said"]) == (200, [], [])
        assert await begun(visitor, **over["actions"][-1]["with"]) == LESSON
        assert "step 1 of" in (await visitor.scene(LESSON))["title"]


async def test_a_move_that_leads_elsewhere_gets_the_lessons_sentence(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        visitor = await visiting(served)
        await begun(visitor, what="lesson", course="classic")
        await step(visitor, served)
        scene = await visitor.scene(LESSON)
        look = await served.tables.look(LESSON, ANA)
        assert look.mine is not None
        discard = next(move for move in look.mine.legal if move.verb == "discard")
        status, refused = await visitor.play(LESSON, str(discard), scene["version"])
        assert status == 409
        assert refused["refused"].startswith("That's a legal move, but the lesson goes another way. Press ")
        assert refused["refused"].endswith(scene["lesson"][-1].removeprefix("➡️ "))
        assert refused["scene"] == scene, "nothing has moved"


async def test_a_lesson_that_was_begun_is_listed_and_is_its_persons_alone(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        visitor, other = await visiting(served), await visiting(served, BO)
        assert LESSON not in [row["table"] for row in (await visitor.get("/api/tables"))[1]["tables"]]
        await begun(visitor, what="lesson", course="classic")
        await step(visitor, served)
        [row] = [row for row in (await visitor.get("/api/tables"))[1]["tables"] if row["table"] == LESSON]
        assert row["game"] == "Lesson: Classic Canasta, step 2 of 16"
        assert row["mine"]
        assert (await other.get(f"/api/table/{LESSON}"))[0] == 404
        assert (await other.play(LESSON, "0 draw", 1))[0] == 404


@asynccontextmanager
async def past_day(folder: Path) -> AsyncIterator[tuple[Served, Visitor, int]]:
    """Serve tables where there was a deal on a day that is past; also give somebody's browser, and that day."""
    with mock.patch.object(Thinkers, "par", mock.AsyncMock(return_value=400)):
        async with serving(folder) as served:
            day = day_at(served.clock.now)
            await served.tables.daily.open(BO, "Bo")
            served.clock.now += 3 * _DAY_SECONDS
            yield served, await visiting(served), day


async def test_a_past_deal_is_chosen_begun_played_and_begun_again(tmp_path: Path) -> None:
    async with past_day(tmp_path) as (served, visitor, day):
        status, listed = await visitor.get("/api/past")
        assert (status, listed["words"]["title"]) == (200, "Past deals")
        first = listed["offers"][0]
        assert (first["with"], first["about"]) == ({"what": "past", "day": day}, "You haven't played it")
        number, chance = await begun(visitor, **first["with"]), random.Random(4)
        assert number == PAST + day
        shown = await visitor.scene(number)
        assert shown["title"].endswith(", for fun")
        assert "It counts nowhere now." in shown["why"][0]
        for _ in range(400):
            if shown.get("over"):
                break
            assert not [action for action in shown["actions"] if action.get("do")], "a deal of a day has no hints"
            mine = (await served.tables.look(number, ANA)).mine
            assert mine is not None
            status, answer = await visitor.play(number, str(chance.choice(mine.legal)))
            assert status == 200
            shown = answer["scene"]
        assert "(par: 400)" in shown["now"][0]
        assert shown["now"][1:] == [
            "You didn't finish this deal when it counted.",
            "Nobody finished it when it counted.",
        ]
        assert [action["do"] for action in shown["actions"]] == ["begin", "past"]
        again = shown["actions"][0]["with"]
        status, refused = await visitor.post("/api/begin", again | {"version": again["version"] - 1})
        assert (status, (await visitor.scene(number)).get("over")) == (409, True), "that was another try"
        assert await begun(visitor, **again) == number
        assert not (await visitor.scene(number)).get("over")
        status, refused = await visitor.post("/api/begin", again)
        assert status == 409, "it was begun again already"
        assert refused["refused"]


async def test_the_game_of_a_past_week_is_chosen_and_played(tmp_path: Path) -> None:
    async with past_day(tmp_path) as (served, visitor, _day):
        await served.tables.daily.open(BO, "Bo", Every.WEEK)
        week = deal_at(served.clock.now, Every.WEEK)
        [to_weeks] = [one for one in (await visitor.get("/api/past"))[1]["offers"] if one["label"] == WEEKS]
        none = (await visitor.get(f"/api/past?last={to_weeks['last']}"))[1]
        assert none["words"]["title"].startswith("There is no past game yet")
        served.clock.now += 8 * _DAY_SECONDS
        listed = (await visitor.get(f"/api/past?last={to_weeks['last']}"))[1]
        assert listed["words"]["title"] == WEEKS
        first = listed["offers"][0]
        assert (first["label"], first["with"]) == ("Italian", {"what": "past", "day": week})
        assert "2027" in first["about"]
        assert first["about"].endswith("You haven't played it")
        assert [one["label"] for one in listed["offers"][1:]] == ["Past deals", "Your tables"]
        number = await begun(visitor, **first["with"])
        assert (await visitor.scene(number))["title"] == "Italian, for fun"
        chance = random.Random(4)
        while (mine := (await served.tables.look(number, ANA)).mine) is not None and mine.legal:
            assert (await visitor.play(number, str(chance.choice(mine.legal))))[0] == 200
        ways = (await visitor.scene(number))["actions"]
        assert [(one["label"], one.get("last")) for one in ways[1:]] == [(WEEKS, to_weeks["last"])]


async def test_what_is_not_past_or_no_deal_is_refused_and_begins_nothing(tmp_path: Path) -> None:
    async with past_day(tmp_path) as (served, visitor, day):
        await served.tables.daily.open(BO, "Bo")
        for other in (day - 1, day + 3, day + 4, day + 10**6):
            status, refused = await visitor.post("/api/begin", {"what": "past", "day": other})
            assert status in (400, 409)
            assert status == 400 or refused["refused"]
        for asked in (
            {},
            {"what": "lesson", "course": "samba"},
            {"what": "past"},
            {"what": "past", "day": "1"},
            {"what": 1},
        ):
            assert (await visitor.post("/api/begin", asked))[0] == 400
        assert (await visitor.get("/api/past?last=x"))[0] == 200
        assert await served.database.rows("SELECT 1 FROM past_rounds UNION ALL SELECT 1 FROM lessons") == []


async def test_the_list_offers_what_can_be_begun_and_the_deal_of_the_day_begins_there(tmp_path: Path) -> None:
    async with past_day(tmp_path) as (served, visitor, _day):
        offers = (await visitor.get("/api/tables"))[1]["offers"]
        kinds = [(one["do"], one.get("with", {}).get("what")) for one in offers]
        assert kinds == [("begin", "day"), ("begin", "week"), ("past", None), ("begin", "lesson"), ("begin", "lesson")]
        number = await begun(visitor, what="day")
        assert number == DAILY + day_at(served.clock.now)
        listed = (await visitor.get("/api/tables"))[1]
        assert number in [row["table"] for row in listed["tables"]]
        assert "day" not in [one.get("with", {}).get("what") for one in listed["offers"]], "it is listed above"
        look = await served.tables.look(number, ANA)
        seat = look.table.seat_of(ANA)
        assert seat is not None
        assert seat.name == "Ana"


async def test_a_link_opens_a_lesson_for_somebody_who_has_no_other_table(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        await served.tables.lessons.open(ANA, "Ana", "classic")
        visitor = await served.browser(ANA, LESSON)
        assert "step 1 of" in (await visitor.scene(LESSON))["title"]
        assert await begun(visitor, what="lesson", course="hand-and-foot") == LESSON


@pytest.mark.parametrize("what", ["lesson", "past"])
async def test_news_of_tables_of_ones_own_come_from_wherever_they_are_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    monkeypatch.setattr(streams, "_STILL_THERE", 1e9)
    async with past_day(tmp_path) as (served, visitor, day), aiohttp.ClientSession() as session:
        number = await begun(visitor, what=what, course="classic", day=day)
        elsewhere = Tables(served.database, clock=served.clock)
        look = await elsewhere.look(number, ANA)
        assert look.mine is not None
        url = f"{served.url}/api/table/{number}/news"
        async with session.get(url, headers={"Cookie": visitor.cookie}) as news, asyncio.timeout(60):
            first = json.loads((await news.content.readuntil(b"\n\n")).removeprefix(b"data: "))
            move = look.mine.legal[0] if look.lesson is None else look.lesson.move
            assert move is not None
            await elsewhere.turns.play(number, ANA, move)
            second = json.loads((await news.content.readuntil(b"\n\n")).removeprefix(b"data: "))
            assert second["version"] > first["version"]
            assert second == await visitor.scene(number)


async def test_who_only_watches_has_no_name_yet_and_is_offered_nothing_to_begin(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        table = await started(served.tables, ANA, fill="easy")
        await served.doors.let_watch(EVA, table)
        visitor = await served.browser(EVA, table.id)
        listed = (await visitor.get("/api/tables"))[1]
        assert [row["table"] for row in listed["tables"]] == [table.id]
        assert (listed["offers"], listed["words"]["more"]) == ([], "")
        assert (await visitor.post("/api/begin", {"what": "lesson", "course": "classic"}))[0] == 409
        await served.tables.lessons.open(EVA, "Eva", "classic")
        listed = (await visitor.get("/api/tables"))[1]
        assert (bool(listed["offers"]), listed["words"]["more"]) == (True, "More to play")


@pytest.mark.parametrize("what", ["lesson", "day", "past"])
async def test_nothing_is_begun_for_somebody_whose_data_is_deleted_meanwhile(tmp_path: Path, what: str) -> None:
    async with past_day(tmp_path) as (served, visitor, day):
        privacy, name = Privacy(served.database, served.tables), PersonStore.name

        async def deleted_after(self: PersonStore, user_id: int) -> str | None:
            found = await name(self, user_id)
            await privacy.delete(user_id)
            return found

        await served.people.heard(ANA, "en")
        with mock.patch.object(PersonStore, "name", deleted_after):
            status, refused = await visitor.post("/api/begin", {"what": what, "course": "classic", "day": day})
        assert status == 409
        assert refused["refused"]
        assert await served.people.name(ANA) is None
