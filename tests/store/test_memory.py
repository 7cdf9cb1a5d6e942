"""What is remembered of the messages sent and of the people they go to."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store import Database
from bot.store.messages import Message
from bot.store.people import Person
from bot.tables import Tables


@pytest.fixture
async def tables(tmp_path: Path) -> AsyncIterator[Tables]:
    database = await Database.open(tmp_path / "canasta.sqlite3")
    yield Tables(database, clock=lambda: 1_800_000_000)
    await database.close()


async def test_one_message_a_purpose(tables: Tables) -> None:
    table = await tables.open_lobby(guild_id=1, channel_id=2, host_id=3, host_name="Ana")
    messages = tables.messages
    assert await messages.of(table.id) == {}
    await messages.put(table.id, "table", 2, 500, 1)
    await messages.put(table.id, "seat:0", 8, 501, 1)
    await messages.put(table.id, "table", 2, 502, 2)
    await messages.shown(table.id, "seat:0", 3)
    assert await messages.of(table.id) == {
        "table": Message(table.id, "table", 2, 502, 2),
        "seat:0": Message(table.id, "seat:0", 8, 501, 3),
    }
    await messages.remove(table.id, "table")
    await messages.remove(table.id, "ping")
    assert list(await messages.of(table.id)) == ["seat:0"]


async def test_a_table_whose_messages_are_forgotten_is_told_anew(tables: Tables) -> None:
    one = await tables.open_lobby(guild_id=1, channel_id=2, host_id=3, host_name="Ana")
    other = await tables.open_lobby(guild_id=1, channel_id=4, host_id=3, host_name="Ana")
    for table in (one, other):
        await tables.messages.put(table.id, "table", table.channel_id, 500, 1)
        await tables.messages.told(table.id, 1)
    await tables.messages.forget(one.id)
    assert await tables.messages.of(one.id) == {}
    assert list(await tables.messages.of(other.id)) == ["table"]
    assert await tables.messages.lagging() == [one.id]


async def test_tables_of_which_something_is_untold(tables: Tables) -> None:
    one = await tables.open_lobby(guild_id=1, channel_id=2, host_id=3, host_name="Ana")
    other = await tables.open_lobby(guild_id=1, channel_id=4, host_id=3, host_name="Ana")
    messages = tables.messages
    assert await messages.lagging() == [one.id, other.id]
    await messages.told(one.id, 1)
    assert await messages.lagging() == [other.id]
    one = await tables.join(one.id, 9, "Bo")
    assert await messages.lagging() == [one.id, other.id]
    await messages.told(one.id, one.version)
    await messages.told(one.id, 1)
    assert await messages.lagging() == [other.id]
    await tables.cancel(one.id, 3)
    assert await messages.lagging() == [one.id, other.id]


async def test_how_people_can_be_reached(tables: Tables) -> None:
    people = tables.people
    assert await people.get(9) == Person(9, None, dm_closed=False)
    await people.dm_closed(9)
    assert await people.get(9) == Person(9, None, dm_closed=True)
    await people.dm_opened(9, 77)
    assert await people.get(9) == Person(9, 77, dm_closed=False)
    await people.dm_closed(9)
    assert await people.get(9) == Person(9, 77, dm_closed=True)
