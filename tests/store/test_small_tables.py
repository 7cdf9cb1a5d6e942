"""Data in tables of a few columns, on either store: stored, replaced, counted, and erased with a person."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.data.lessons import Progress
from bot.data.pauses import Pause
from bot.data.series import Series
from bot.data.tables import InChannel
from bot.store import Database
from bot.store.commands import CommandStore
from bot.store.emojis import EmojiStore
from bot.store.hints import HintStore
from bot.store.lessons import LessonStore
from bot.store.members import MemberStore
from bot.store.opening import open_database
from bot.store.pauses import PauseStore
from bot.store.people import PersonStore
from bot.store.privacy import PrivacyStore
from bot.store.results import ResultStore
from bot.store.series import SeriesStore
from bot.store.tips import TipStore
from bot.store.vacations import VacationStore
from bot.tables import Order, Tables
from tests.stored import gathered, place

#: A number as long as Discord's are.
ANA = 1_800_000_000_000_000_123


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    database = await open_database(place(tmp_path / "canasta.sqlite3"))
    yield database
    await database.close()


@pytest.fixture
async def table_id(database: Database) -> int:
    """Return a table at which Ana sits."""
    tables = Tables(database, clock=lambda: 1_800_000_000)
    return (await tables.lobbies.open(Order(home=InChannel(1, 2), host_id=ANA), "Ana")).id


async def test_the_ids_of_commands_replace_those_before(database: Database) -> None:
    commands = CommandStore(database)
    await commands.keep({"play": 5, "draw": 6})
    await commands.keep({"draw": 7})
    assert await commands.ids() == {"draw": 7}


async def test_a_digest_is_kept_for_each_emoji(database: Database) -> None:
    emojis = EmojiStore(database)
    for number, digest in ((1, "a"), (2, "b"), (2, "c"), (3, "d")):
        await emojis.add(number, digest)
    await emojis.remove([1, 3])
    assert await emojis.digests() == {2: "c"}


async def test_hints_are_counted(database: Database, table_id: int) -> None:
    hints = HintStore(database)
    await database.write(
        "INSERT INTO seats (game_id, seat, from_version, user_id, name) VALUES (?, 1, 0, 5, '')", (table_id,)
    )
    for user_id in (ANA, 5, ANA):
        await hints.count(table_id, user_id)
    assert await hints.of(table_id) == {5: 1, ANA: 2}


async def test_of_lessons_the_one_opened_last_goes_on(database: Database) -> None:
    lessons = LessonStore(database)
    for course, done in (("classic", 2), ("samba", 0), ("classic", 3)):
        await lessons.open(ANA, Progress(course, course, done))
    assert await lessons.last(ANA) == Progress("classic", "classic", 3)
    assert await lessons.advance(ANA, Progress("samba", "samba", 0))
    assert not await lessons.advance(ANA, Progress("samba", "samba", 0))
    assert await lessons.of(ANA, "samba") == Progress("samba", "samba", 1)


async def test_a_game_has_one_pause(database: Database, table_id: int) -> None:
    pauses = PauseStore(database)
    one, other = (Pause(table_id, ANA, 1, 7, number, 1_800_000_005) for number in (1, 2))
    for pause in (one, other):
        await pauses.begin(pause)
    assert await pauses.all() == [other]
    assert await pauses.of(table_id) == other
    assert not await pauses.end(one)
    assert await pauses.end(other)


async def test_a_series_stays_open(database: Database) -> None:
    series = SeriesStore(database)
    number = await series.add("secret")
    assert await series.get(number) == Series(number, "secret", open=False)
    for _ in range(2):
        await series.open(number)
    assert await series.get(number) == Series(number, "secret", open=True)


async def test_a_tip_is_told_once(database: Database) -> None:
    tips = TipStore(database)
    for turn in ((1, 10), (2, 20)):
        await tips.tell(ANA, "freeze", turn)
    assert await tips.of(ANA) == {"freeze": (1, 10)}


async def test_of_nobody_there_is_nothing(database: Database) -> None:
    assert await ResultStore(database).some(1, []) == []
    assert await PersonStore(database).all([]) == {}
    assert await MemberStore(database).names(1, []) == {}
    await EmojiStore(database).remove([])


async def test_a_vacation_that_begins_again_replaces_the_one_before(database: Database) -> None:
    vacations = VacationStore(database)
    await PersonStore(database).heard(ANA, "en")
    async with database.transaction() as tx:
        for until in (50, 60):
            await vacations.begin(tx, ANA, 10, until)
        await vacations.end(tx, ANA, 40)
    assert await vacations.of(ANA) == ((10, 40),)


async def test_all_about_a_person_is_gathered_and_erased(database: Database, table_id: int) -> None:
    tips, privacy = TipStore(database), PrivacyStore(database)
    await tips.tell(ANA, "freeze", (table_id, 10))
    assert (await gathered(database, ANA)).keys() == {"games", "seats", "tips"}
    assert await privacy.forget(ANA, 0) is None, "still at a table"
    await database.write("UPDATE games SET status = 'cancelled'")
    assert await privacy.forget(ANA, 0) == -1
    assert await gathered(database, ANA) == {}
    assert [row["name"] for row in (await gathered(database, -1))["seats"]] == [""]
