"""People who ask too often read so, and nothing else happens; people who wait are answered again."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Self

import pytest

from bot.client import throttle
from bot.client.client import CanastaBot, open_bot
from bot.client.throttle import Restraint, Strangers, Throttle, TooOften
from bot.config import Settings
from tests.players import bot_of
from tests.world import World


def test_so_many_at_once_and_then_as_time_goes_by() -> None:
    one = Throttle(3, 9)
    assert [one.lets(1, 100.0) for _ in range(5)] == [True, True, True, False, False]
    assert one.lets(2, 100.0)
    assert not one.lets(1, 102.9)
    assert [one.lets(1, 103.0) for _ in range(2)] == [True, False]
    assert [one.lets(1, 200.0) for _ in range(4)] == [True, True, True, False]


def test_a_clock_that_is_set_back_locks_nobody_out() -> None:
    one = Throttle(2, 10)
    assert [one.lets(1, 5000.0) for _ in range(3)] == [True, True, False]
    assert one.lets(1, 1000.0)


def test_those_who_have_waited_long_enough_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttle, "_MOST_KEPT", 3)
    one = Throttle(1, 10)
    assert all(one.lets(key, 100.0) for key in range(3))
    assert one.lets(3, 105.0)
    assert not one.lets(2, 109.0)
    assert one.lets(4, 110.5)
    assert len(one._used_up) == 2


def test_a_flood_from_some_addresses_leaves_room_for_whoever_comes_from_another() -> None:
    strangers, now = Strangers(), 1000.0
    flood = [f"192.0.2.{number}" for number in range(50)]
    for second in range(60):
        for address in flood * 3:
            if strangers.lets(address, now + second):
                strangers.refused(address, now + second)
        # Once the flood is known for one, those of other addresses come in again.
        assert strangers.lets(f"198.51.100.{second}", now + second) or second < 2
    assert not strangers.lets(flood[0], now + 59)


def test_an_address_is_trusted_again_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttle, "_MOST_STRANGERS", 1)
    strangers = Strangers()
    for address in ("192.0.2.1", "192.0.2.2"):
        strangers.refused(address, 1000.0)
    assert [strangers.lets(f"192.0.2.{number}", 1001.0) for number in (1, 2, 3)] == [True, False, True]
    later = 1000.0 + throttle._REMEMBERED
    assert [strangers.lets(f"192.0.2.{number}", later) for number in (1, 2)] == [True, False]
    strangers.refused("192.0.2.2", later)
    assert [strangers.lets(f"192.0.2.{number}", later + 20) for number in (1, 2)] == [True, True]


def test_only_the_last_addresses_with_something_made_up_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttle, "_MOST_KEPT", 3)
    strangers = Strangers()
    for number in (1, 2, 3, 1, 4):
        strangers.refused(f"192.0.2.{number}", 1000.0)
    assert list(strangers._refused) == ["192.0.2.3", "192.0.2.1", "192.0.2.4"]


class Asking:
    """A bot that isn't connected, and how it takes what people ask it for as time goes by."""

    def __init__(self, folder: Path, most: int) -> None:
        self.moment = datetime(2026, 3, 1, tzinfo=UTC)
        self._settings = Settings(database=folder / "canasta.sqlite3", most_presses=most)
        self._bot: CanastaBot

    async def __aenter__(self) -> Self:
        self._bot = await open_bot(self._settings, now=lambda: self.moment, shards=1)
        await self._bot.__aenter__()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._bot.close()

    def refused(self, person: int, kind: str = "hand", server: int | None = 1) -> str:
        """Return the sentence by which something is refused, nothing if it isn't."""
        asked: Any = SimpleNamespace(user=SimpleNamespace(id=person), guild_id=server)
        try:
            self._bot.services.interactions.restrain(asked, kind)
        except TooOften as error:
            return str(error)
        return ""


async def test_a_server_has_ten_times_what_a_person_has(tmp_path: Path) -> None:
    async with Asking(tmp_path, 30) as asking:
        assert not any(asking.refused(person) for person in range(100) for _ in range(3))
        assert "server" in asking.refused(1000)
        assert not asking.refused(1000, server=2)
        assert not asking.refused(1001, server=None)
        asking.moment += timedelta(seconds=10)
        assert not asking.refused(1000)


async def test_what_takes_much_work_is_done_a_few_times_a_minute(tmp_path: Path) -> None:
    async with Asking(tmp_path, 30) as asking:
        assert [bool(asking.refused(1, "/preferences export")) for _ in range(6)] == [False] * 5 + [True]
        assert "minute" in asking.refused(1, "record")
        assert not asking.refused(1)
        assert not asking.refused(2, "record")
        asking.moment += timedelta(seconds=60)
        assert not asking.refused(1, "record")


async def test_nothing_is_too_much_where_the_operator_says_so(tmp_path: Path) -> None:
    async with Asking(tmp_path, 0) as asking:
        assert not any(asking.refused(1, "/preferences export") for _ in range(1000))


class NarrowWorld(World):
    """A world whose bot answers three commands and presses of a person in ten seconds."""

    def __init__(self, database: Path) -> None:
        super().__init__(database)
        self.settings = self.settings.model_copy(update={"most_presses": 3})


@pytest.mark.slow
async def test_more_than_the_bot_answers_changes_nothing(tmp_path: Path) -> None:
    async with NarrowWorld(tmp_path / "canasta.sqlite3") as world:
        anna, bruno = world.people("Anna", "Bruno")
        await anna.slash("play", players="2")
        await anna.press("Add computer")
        await anna.slash("hand")
        table = await bot_of(world).services.tables.games.in_channel(world.channel.id)
        assert table is not None
        for refused in (await anna.slash("canasta start"), await anna.press("Start")):
            assert "Wait ten seconds" in refused.text
        after = await bot_of(world).services.tables.games.in_channel(world.channel.id)
        assert after is not None
        assert after.version == table.version
        assert "Wait ten seconds" not in (await bruno.slash("table")).text
        await world.env.advance_time(10)
        await anna.press("Start")
        begun = await bot_of(world).services.tables.games.in_channel(world.channel.id)
        assert begun is not None
        assert begun.version > table.version


async def test_a_server_has_ten_times_what_a_person_has_of_what_takes_much_work(tmp_path: Path) -> None:
    async with Asking(tmp_path, 1000) as asking:
        assert not any(asking.refused(person, "/canasta review") for person in range(10) for _ in range(5))
        assert "minute" in asking.refused(1000, "review")
        assert not asking.refused(1000, "review", server=2)
        assert not asking.refused(1001, "review", server=None)


async def test_completions_beyond_the_bound_offer_nothing_and_cost_no_press(tmp_path: Path) -> None:
    async with World(tmp_path / "canasta.sqlite3") as world:
        anna, bruno = world.people("Anna", "Bruno")
        bot_of(world).services.interactions._restraint = Restraint(3)
        offered = [await anna.complete("play", "variant", "sam") for _ in range(4)]
        assert [bool(one) for one in offered] == [True, True, True, False]
        assert await bruno.complete("play", "variant", "sam"), "others get theirs"
        assert "too much" not in (await anna.slash("hand")).text
        await world.env.advance_time(10)
        assert await anna.complete("play", "variant", "sam")
