"""Watching on the page: the view of everybody in the channel for those who may, and nothing for anybody else."""

from __future__ import annotations

import json
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from unittest import mock

import aiohttp
import pytest

from bot.browser import sights, streams
from bot.browser.activity import Activity
from bot.browser.doors import WATCH_SECONDS
from bot.browser.watching import watched
from bot.data.tables import Lost, Status, Table
from bot.tables.privacy import Privacy
from bot.tables.service import Tables
from bot.ui.words import turn_text
from tests.browser.served import Served, Visitor, serving
from tests.browser.test_activity import CLIENT, an_activity, arrived, who
from tests.browser.test_server import not_there
from tests.tables.club import ANA, BO, CHANNEL, CY, DI, EVA, choice, lobby, mover, play_on, started

SITTING = (ANA, BO, CY, DI)
FAY = 106
_NOT_THERE = not_there()
#: The values that are each one's own; all who watch share the others.
_OWN = {"sorted", "cards", "theme", "large", "elsewhere"}


async def watcher(served: Served, user_id: int, table: Table) -> Visitor:
    """Return the browser of somebody who has pressed the button under a table where they don't sit."""
    await served.doors.let_watch(user_id, table)
    return await served.browser(user_id, table.id)


@asynccontextmanager
async def news_of(served: Served, table_id: int, visitor: Visitor) -> AsyncIterator[aiohttp.ClientResponse]:
    url = f"{served.url}/api/table/{table_id}/news"
    async with aiohttp.ClientSession() as session, session.get(url, headers={"Cookie": visitor.cookie}) as news:
        yield news


async def told(news: aiohttp.ClientResponse) -> dict[str, Any]:
    found = json.loads((await news.content.readuntil(b"\n\n")).removeprefix(b"data: "))
    assert isinstance(found, dict)
    return found


async def over(tables: Tables, table: Table) -> Table:
    """Return a game after its end: a round of two, to few points."""
    await play_on(tables, table, random.Random(4))
    table = await tables.get(table.id)
    assert table.status is Status.FINISHED
    return table


# -- what is seen


async def test_who_watches_sees_the_open_cards_and_no_hand(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        table = await started(served.tables, *SITTING)
        visitor = await watcher(served, EVA, table)
        shown = await visitor.scene(table.id)
        player = await (await served.browser(ANA, table.id)).scene(table.id)
        assert shown["watches"] is True
        assert (shown["hand"], shown["actions"], shown["suggested"], shown["until"]) == (None, [], [], None)
        assert "seat" not in shown
        assert shown["my_turn"] is False
        for same in ("title", "stock", "pile", "version", "phase", "feed", "moves", "finished"):
            assert shown[same] == player[same], same
        names = [one["name"] for side in shown["sides"] for one in side["players"]]
        assert sorted(names) == ["Ana", "Bo", "Cy", "Di"]
        assert not [side for side in shown["sides"] if side["mine"]]
        public = (await served.tables.look(table.id)).public
        assert public is not None
        assert shown["now"][0] == turn_text.whose_turn(public, table).replace("**", "")
        assert shown["why"] == ["You watch: you see all open cards, and nobody's hand."]
        # The link showed the same at once.
        again = Visitor(served)
        secret = (await served.doors.link(EVA, table.id)).partition("#")[2]
        assert (await again.post("/api/enter", {"secret": secret}))[1] == {"table": table.id, "scene": shown}


async def test_who_watches_sees_the_clock_of_the_player_to_move(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        table = await lobby(served.tables, *SITTING)
        table = await served.tables.lobbies.limit(table.id, ANA, 3600)
        table = await served.tables.lobbies.start(table.id, ANA)
        shown = await (await watcher(served, EVA, table)).scene(table.id)
        assert len(shown["now"]) == 2
        assert f"\x1f{table.deadline}\x1f" in shown["now"][1]


async def test_a_lobby_is_watched_too(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        table = await lobby(served.tables, ANA, BO)
        shown = await (await watcher(served, EVA, table)).scene(table.id)
        assert shown["now"][0] == "At the table: Ana, Bo"
        assert shown["actions"] == []


async def test_all_who_watch_see_the_same_but_for_their_looks(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        table = await started(served.tables, *SITTING)
        await served.tables.preferences.set(FAY, theme="night", colours=4, hand_order="suit")
        one, other = await watcher(served, EVA, table), await watcher(served, FAY, table)
        first, second = await one.scene(table.id), await other.scene(table.id)
        assert {name for name in first if first[name] != second[name]} == {"theme", "cards", "sorted"}
        await served.tables.preferences.set(FAY, language="de")
        german = await other.scene(table.id)
        assert german["language"] == "de"
        assert german["why"] != first["why"]


async def test_the_news_of_many_come_from_one_view(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        table = await started(served.tables, *SITTING)
        person = mover(table)
        player, many = await served.browser(person, table.id), range(300, 312)
        visitors = {one: await watcher(served, one, table) for one in many}
        await served.tables.preferences.set(300, theme="night")
        async with aiohttp.ClientSession() as session:
            url, news = f"{served.url}/api/table/{table.id}/news", {}
            for one, visitor in visitors.items():
                news[one] = await session.get(url, headers={"Cookie": visitor.cookie})
                assert (await told(news[one]))["version"] == table.version
            with (
                mock.patch.object(sights, "watched", wraps=watched) as made,
                mock.patch.object(served.tables, "looks", wraps=served.tables.looks) as looks,
            ):
                assert (await player.play(table.id, "draw", table.version))[0] == 200
                shown = [await told(each) for each in news.values()]
            assert made.call_count == looks.call_count == 1
            assert {values["version"] for values in shown} == {table.version + 1}
            common = [{name: values[name] for name in values if name not in _OWN} for values in shown]
            assert all(values == common[0] for values in common)
            assert [values["theme"] == "night" for values in shown] == [True] + [False] * 11
            assert shown[1] == await visitors[301].scene(table.id)
            for answer in news.values():
                answer.close()


async def test_the_end_of_rounds_and_the_replay_are_those_of_the_channel(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        table = await started(served.tables, ANA, BO, layout="2", house={"rounds": 2})
        visitor, player = await watcher(served, EVA, table), await served.browser(ANA, table.id)
        assert (await visitor.get(f"/api/table/{table.id}/replay/0"))[0] == 409
        assert (await visitor.get(f"/api/table/{table.id}/round/1"))[0] == 404
        await play_on(served.tables, table, random.Random(4), rounds=1)
        table = await served.tables.get(table.id)
        assert (table.status, table.round) == (Status.PLAYING, 2)
        # As long as it is played, those who watch see nothing of it again.
        assert (await visitor.get(f"/api/table/{table.id}/round/1"))[1]["replay"] == ""
        for asked in ("", "?round=1", "?seat=0", "?round=1&seat=1"):
            assert (await visitor.get(f"/api/table/{table.id}/replay/0{asked}"))[0] == 409
        assert (await player.get(f"/api/table/{table.id}/replay/0"))[0] == 200
        table = await over(served.tables, table)
        shown = await visitor.scene(table.id)
        assert shown["over"] is True
        assert shown["won"] is False
        assert [action["do"] for action in shown["actions"]] == ["replay"]
        status, sheet = await visitor.get(f"/api/table/{table.id}/round/1")
        assert (status, sheet["own"], sheet["won"]) == (200, -1, False)
        assert sheet["story"]
        status, stop = await visitor.get(f"/api/table/{table.id}/replay/3")
        assert (status, stop["hand"], stop["actions"]) == (200, None, [])
        assert (await player.get(f"/api/table/{table.id}/replay/3"))[1]["hand"]
        # Then no hand is a secret any more, as in Discord's replay.
        assert (await visitor.get(f"/api/table/{table.id}/replay/3?seat=0"))[1]["hand"]
        served.remark = "Words to {user}."
        assert await visitor.get(f"/api/table/{table.id}/ending") == (200, {"lines": ["Words to 0."]})


async def test_tables_that_are_watched_stand_in_the_list_until_they_are_over(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        table = await started(served.tables, ANA, BO, layout="2", house={"target": 500})
        own = await started(served.tables, EVA, fill="easy", channel=71)
        visitor = await watcher(served, EVA, table)
        rows = (await visitor.get("/api/tables"))[1]["tables"]
        assert [row["table"] for row in rows] == [own.id, table.id]
        assert rows[1]["names"] == "Ana, Bo"
        assert rows[1]["waits"].startswith("You watch there. It's ")
        await over(served.tables, table)
        assert [row["table"] for row in (await visitor.get("/api/tables"))[1]["tables"]] == [own.id]


# -- who may


async def test_nobody_watches_without_leave_or_by_leave_for_another_table(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        table = await started(served.tables, *SITTING)
        other = await started(served.tables, BO, fill="easy", channel=71)
        visitor = await watcher(served, EVA, other)
        for number in (table.id, 0, 999, 10**14):
            for what in ("", "/news", "/round/1", "/replay/0", "/ending"):
                assert await visitor.get(f"/api/table/{number}{what}") == _NOT_THERE
        assert (await visitor.get(f"/api/table/{other.id}"))[0] == 200
        # No link is made for a table that one may neither play nor watch.
        secret = (await served.doors.link(EVA, table.id)).partition("#")[2]
        assert (await Visitor(served).post("/api/enter", {"secret": secret}))[0] == 403
        assert (await Visitor(served).get(f"/api/table/{other.id}"))[0] == 401


async def test_who_watches_does_nothing(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        table = await started(served.tables, *SITTING)
        visitor = await watcher(served, EVA, table)
        asked: dict[str, object] = {
            "ways": {"cards": [1]},
            "start": {},
            "back": {},
            "hint": {},
            "again": {},
            "order": {"by": "suit", "order": []},
        }
        for what, values in asked.items():
            assert await visitor.post(f"/api/table/{table.id}/{what}", values) == _NOT_THERE
        status, refused = await visitor.play(table.id, "draw", table.version)
        assert (status, refused["refused"]) == (409, "You don't sit at this table.")
        assert refused["scene"] == await visitor.scene(table.id)
        seat = table.to_move
        assert seat is not None
        assert (await visitor.play(table.id, f"{seat.number} draw", table.version))[0] == 409
        assert (await served.tables.get(table.id)).version == table.version
        assert (await served.people.get(EVA)).hand_order is None


async def test_leave_to_watch_ends_after_a_week_unless_asked_for_again(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        table = await started(served.tables, *SITTING)
        visitor = await watcher(served, EVA, table)
        served.clock.now += WATCH_SECONDS - 1
        assert (await visitor.get(f"/api/table/{table.id}"))[0] == 200
        await served.doors.let_watch(EVA, table)
        served.clock.now += 2
        assert (await visitor.get(f"/api/table/{table.id}"))[0] == 200
        served.clock.now += WATCH_SECONDS
        assert await visitor.get(f"/api/table/{table.id}") == _NOT_THERE
        # The next one who may watch clears it away.
        await served.doors.let_watch(FAY, table)
        assert [tuple(row) for row in await served.database.rows("SELECT user_id FROM watchers")] == [(FAY,)]


async def test_the_news_of_who_may_watch_no_more_end(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        table = await started(served.tables, *SITTING)
        visitor = await watcher(served, EVA, table)
        async with news_of(served, table.id, visitor) as news:
            await told(news)
            served.clock.now += WATCH_SECONDS
            person = mover(table)
            await served.tables.turns.play(table.id, person, await choice(served.tables, table, random.Random(1)))
            assert await news.content.read() == b""


async def test_leave_to_watch_does_not_follow_a_game_into_another_channel(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        table = await started(served.tables, *SITTING)
        visitor = await watcher(served, EVA, table)
        moved = await served.tables.channels.move(table.id, ANA, 99)
        assert moved.channel_id == 99
        assert await visitor.get(f"/api/table/{table.id}") == _NOT_THERE
        await served.doors.let_watch(EVA, moved)
        assert (await visitor.get(f"/api/table/{table.id}"))[0] == 200


@pytest.mark.parametrize(("lost", "status"), [(Lost.GONE, 404), (Lost.LEFT, 404), (Lost.LOCKED, 200)])
async def test_nobody_watches_in_a_channel_that_nobody_sees(tmp_path: Path, lost: Lost, status: int) -> None:
    async with serving(tmp_path) as served:
        table = await started(served.tables, *SITTING)
        visitor = await watcher(served, EVA, table)
        await served.tables.channels.lose(table.id, lost)
        assert (await visitor.get(f"/api/table/{table.id}"))[0] == status


async def test_deleting_ones_data_ends_watching(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        table = await started(served.tables, *SITTING)
        visitor = await watcher(served, EVA, table)
        secret = (await served.doors.link(EVA, table.id)).partition("#")[2]
        await Privacy(served.database, served.tables).delete(EVA)
        assert (await visitor.get(f"/api/table/{table.id}"))[0] == 401
        assert (await Visitor(served).post("/api/enter", {"secret": secret}))[0] == 403
        assert await served.doors.watching(table.id, [EVA]) == set()
        late = (await served.doors.link(EVA, table.id)).partition("#")[2]
        assert (await Visitor(served).post("/api/enter", {"secret": late}))[0] == 403
        assert await served.doors.admit(EVA) is None


async def test_a_seat_shows_its_hand_while_one_sits_there(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        table = await lobby(served.tables, ANA, BO, layout="3")
        visitor = await watcher(served, EVA, table)
        table = await served.tables.lobbies.join(table.id, EVA, "Eva")
        table = await served.tables.lobbies.start(table.id, ANA)
        assert table.status is Status.PLAYING
        async with news_of(served, table.id, visitor) as news:
            assert (await told(news))["hand"]
            await served.tables.seating.resign(table.id, EVA)
            after = await told(news)
            assert (after["hand"], after["watches"]) == (None, True)
        # Without such leave, somebody who left sees nothing more.
        other = await served.browser(ANA, table.id)
        await served.tables.seating.resign(table.id, ANA)
        assert await other.get(f"/api/table/{table.id}") == _NOT_THERE


# -- too many, and too often


async def test_few_watch_a_table_at_a_time_and_players_always_have_a_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "_MOST_WATCHING", 2)
    monkeypatch.setattr(streams, "_MOST_WATCHING_IN_ALL", 3)
    async with serving(tmp_path) as served, aiohttp.ClientSession() as session:
        table = await started(served.tables, *SITTING)
        other = await started(served.tables, BO, fill="easy", channel=71)

        async def comes(visitor: Visitor, there: Table) -> aiohttp.ClientResponse:
            url = f"{served.url}/api/table/{there.id}/news"
            return await session.get(url, headers={"Cookie": visitor.cookie})

        first = [await comes(await watcher(served, one, table), table) for one in (300, 301, 302)]
        assert [one.status for one in first] == [200, 200, 503]
        assert (await first[2].json())["refused"] == "Too many people are looking just now. Try again in a minute."
        assert (await comes(await served.browser(ANA, table.id), table)).status == 200
        second = [await comes(await watcher(served, one, other), other) for one in (303, 304)]
        assert [one.status for one in second] == [200, 503]
        assert (await comes(await served.browser(BO, other.id), other)).status == 200
        # A place that is left is free again.
        first[0].close()
        player = await served.browser(mover(table), table.id)
        while len(served.server.streams) > 4:
            # A closed connection is noticed when something is written to it.
            served.server.streams.wake(table.id)
            await player.scene(table.id)
        assert (await comes(await watcher(served, 305, table), table)).status == 200


async def test_who_watches_asks_only_so_often(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        table = await started(served.tables, *SITTING)
        visitor = await watcher(served, EVA, table)
        served.looked = "That was a lot at once."
        for what in ("", "/news", "/round/1", "/replay/0"):
            assert await visitor.get(f"/api/table/{table.id}{what}") == (429, {"refused": served.looked})


# -- inside Discord


async def test_a_wish_opens_the_table_to_watch(tmp_path: Path) -> None:
    async with serving(tmp_path, activity=an_activity()) as served:
        table = await started(served.tables, *SITTING)
        await served.doors.let_watch(EVA, table)
        await served.doors.wish(EVA, table.id)
        visitor, status, values = await arrived(served, EVA)
        assert (status, values) == (200, {"table": table.id})
        assert (await visitor.scene(table.id))["watches"] is True


async def test_who_is_in_the_channel_by_discords_word_watches_its_table(tmp_path: Path) -> None:
    asked = list[tuple[str, int]]()

    async def channel(instance: str, user_id: int) -> int | None:
        asked.append((instance, user_id))
        return CHANNEL if instance == "i-1" else None

    async with serving(tmp_path, activity=Activity(str(CLIENT), who, channel)) as served:
        table = await started(served.tables, *SITTING)
        # Neither the channel nor the Activity that a client names counts without Discord's word.
        for names in ({"channel": str(CHANNEL)}, {"channel": str(CHANNEL), "instance": "i-2"}, {"instance": "../i-1"}):
            _visitor, status, _values = await arrived(served, EVA, **names)
            assert status == 404
            assert await served.doors.watching(table.id, [EVA]) == set()
        assert asked == [("i-2", EVA)]
        visitor, status, values = await arrived(served, EVA, instance="i-1")
        assert (status, values) == (200, {"table": table.id})
        assert (await visitor.scene(table.id))["hand"] is None
        # About somebody who sits there Discord is asked no further; they see their hand.
        visitor, status, values = await arrived(served, ANA, channel=str(CHANNEL), instance="i-1")
        assert (status, values) == (200, {"table": table.id})
        assert (await visitor.scene(table.id))["hand"]
        assert asked[1:] == [("i-1", EVA)]


async def test_who_plays_elsewhere_chooses(tmp_path: Path) -> None:
    async def channel(_instance: str, _user_id: int) -> int | None:
        return CHANNEL

    async with serving(tmp_path, activity=Activity(str(CLIENT), who, channel)) as served:
        table = await started(served.tables, *SITTING)
        own = await started(served.tables, EVA, fill="easy", channel=71)
        visitor, _status, values = await arrived(served, EVA, instance="i-1")
        assert values == {"table": None}
        rows = (await visitor.get("/api/tables"))[1]["tables"]
        assert [row["table"] for row in rows] == [own.id, table.id]


# -- the next game, and those who see the channel no more


async def test_who_watches_follows_to_the_next_game_of_the_channel(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        table = await over(served.tables, await started(served.tables, ANA, BO, layout="2", house={"rounds": 1}))
        visitor = await watcher(served, EVA, table)
        assert await visitor.post(f"/api/table/{table.id}/follow", {}) == _NOT_THERE
        async with news_of(served, table.id, visitor) as news:
            assert [action["do"] for action in (await told(news))["actions"]] == ["replay"]
            new = await served.tables.lobbies.again(table.id, ANA)
            shown = await told(news)
            assert shown["actions"][0] == {"do": "follow", "label": "Watch the next game", "go": True}
            assert shown == await visitor.scene(table.id)
        assert await visitor.get(f"/api/table/{new.id}") == _NOT_THERE
        assert await visitor.post(f"/api/table/{table.id}/follow", {}) == (200, {"table": new.id})
        assert (await visitor.scene(new.id))["watches"] is True
        # Leave isn't longer than it was.
        served.clock.now += WATCH_SECONDS
        assert await visitor.get(f"/api/table/{new.id}") == _NOT_THERE


async def test_nobody_follows_who_may_not_watch_or_to_another_channel(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        table = await over(served.tables, await started(served.tables, ANA, BO, layout="2", house={"rounds": 1}))
        visitor, player = await watcher(served, EVA, table), await served.browser(BO, table.id)
        stranger = await watcher(served, FAY, await started(served.tables, CY, fill="easy", channel=72))
        new = await served.tables.lobbies.again(table.id, ANA)
        assert await stranger.post(f"/api/table/{table.id}/follow", {}) == _NOT_THERE
        # A player of the game before who doesn't sit at the next one has no leave to watch.
        assert await player.post(f"/api/table/{table.id}/follow", {}) == _NOT_THERE
        # They sit down: there they go.
        new = await served.tables.lobbies.join(new.id, BO, "Bo") if new.seat_of(BO) is None else new
        assert await player.post(f"/api/table/{table.id}/follow", {}) == (200, {"table": new.id})
        await served.tables.channels.move(new.id, ANA, 99)
        assert await visitor.post(f"/api/table/{table.id}/follow", {}) == _NOT_THERE
        assert await served.doors.watching(new.id, [EVA, FAY]) == set()


async def test_somebody_who_sees_the_channel_no_more_is_shut_out_within_an_hour(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        table = await started(served.tables, *SITTING)
        one, other = await watcher(served, EVA, table), await watcher(served, FAY, table)
        for _ in range(3):
            assert (await one.get(f"/api/table/{table.id}"))[0] == 200
        # They are asked about once an hour.
        assert served.asked_of.count((7, CHANNEL, EVA)) == 1
        served.sees = {EVA: False, FAY: True}
        assert (await one.get(f"/api/table/{table.id}"))[0] == 200
        served.clock.now += 3600
        assert await one.get(f"/api/table/{table.id}") == _NOT_THERE
        assert (await other.get(f"/api/table/{table.id}"))[0] == 200
        assert await served.doors.watching(table.id, [EVA, FAY]) == {FAY}
        assert len(served.asked_of) == 4
        # A new press, for which Discord lets them see it, counts again.
        served.sees = {}
        await served.doors.let_watch(EVA, table)
        assert (await one.get(f"/api/table/{table.id}"))[0] == 200


async def test_the_open_news_of_somebody_who_sees_the_channel_no_more_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "_STILL_THERE", 0.05)
    async with serving(tmp_path) as served:
        table = await started(served.tables, *SITTING)
        visitor = await watcher(served, EVA, table)
        async with news_of(served, table.id, visitor) as news:
            await told(news)
            served.sees[EVA] = False
            served.clock.now += 3600
            await news.content.read()
        assert await visitor.get(f"/api/table/{table.id}") == _NOT_THERE


async def test_where_discord_does_not_say_leave_goes_on(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        table = await started(served.tables, *SITTING)
        visitor, player = await watcher(served, EVA, table), await served.browser(ANA, table.id)
        for _ in range(3):
            served.clock.now += 3600
            assert (await visitor.get(f"/api/table/{table.id}"))[0] == 200
            assert (await player.get(f"/api/table/{table.id}"))[0] == 200
        assert served.asked_of == [(7, CHANNEL, EVA)] * 4, "about players nobody asks"
