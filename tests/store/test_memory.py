"""What is remembered of the messages sent, of the people they go to and of servers."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store import Database
from bot.store.messages import Message
from bot.store.people import Person
from bot.store.servers import Server
from bot.tables import Tables


@pytest.fixture
async def tables(tmp_path: Path) -> AsyncIterator[Tables]:
    database = await Database.open(tmp_path / "canasta.sqlite3")
    yield Tables(database, clock=lambda: 1_800_000_000)
    await database.close()


async def test_one_message_a_purpose_and_those_that_it_replaced(tables: Tables) -> None:
    table = await tables.open_lobby(guild_id=1, channel_id=2, host_id=3, host_name="Ana")
    messages = tables.messages
    assert await messages.of(table.id) == {}
    await messages.put(table.id, "table", 2, 500, 1)
    await messages.put(table.id, "seat:0", 8, 501, 1)
    await messages.put(table.id, "table", 2, 502, 2)
    await messages.shown(table.id, "seat:0", 3)
    assert await messages.of(table.id) == {
        "old:500": Message(table.id, "old:500", 2, 500, 1),
        "table": Message(table.id, "table", 2, 502, 2),
        "seat:0": Message(table.id, "seat:0", 8, 501, 3),
    }
    for purpose in ("table", "old:500"):
        await messages.remove(table.id, purpose)
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


async def test_a_stranger_has_the_bots_own_preferences_and_keeps_those_he_sets(tables: Tables) -> None:
    people = tables.people
    assert await people.get(3) == Person(3)
    person = await tables.prefer(3, language="it", direct=0, colours=2, theme="night", quiet_from=0, quiet_until=420)
    assert person == await people.get(3)
    assert person == Person(3, language="it", direct=False, colours=2, theme="night", quiet_from=0, quiet_until=420)
    assert await tables.prefer(3, language=None, quiet_from=None, quiet_until=None) == Person(
        3, direct=False, colours=2, theme="night"
    )


async def test_where_a_person_is_written_to_and_what_he_prefers_stay_apart(tables: Tables) -> None:
    people = tables.people
    await tables.prefer(3, theme="light")
    await people.dm_opened(3, 77)
    await people.dm_closed(3)
    await people.heard(3, "ro")
    assert await people.get(3) == Person(3, 77, dm_closed=True, locale="ro", theme="light")
    await people.heard(3, "it")
    assert await people.get(3) == Person(3, 77, dm_closed=True, locale="it", theme="light")


async def test_what_is_no_preference_or_no_possible_one_is_not_stored(tables: Tables) -> None:
    with pytest.raises(ValueError, match="dm_closed"):
        await tables.prefer(3, dm_closed=1)
    with pytest.raises(sqlite3.IntegrityError):
        await tables.prefer(3, quiet_from=1440)
    assert await tables.people.get(3) == Person(3)


async def test_a_server_keeps_what_it_has_set(tables: Tables) -> None:
    servers = tables.servers
    assert await servers.get(1) == Server(1)
    await servers.set(1, language="ro", variant="samba", layout="2")
    await servers.set(1, turn_limit=0, bank=3600, language=None)
    await servers.set(2, variant="bolivia")
    assert await servers.get(1) == Server(1, variant="samba", layout="2", turn_limit=0, bank=3600)
    assert await servers.get(2) == Server(2, variant="bolivia")
    with pytest.raises(ValueError, match="house"):
        await servers.set(1, house="{}")


async def test_a_server_has_house_rules_for_each_variant_apart(tables: Tables) -> None:
    servers = tables.servers
    await servers.set_house(1, "samba", {"target": 3000, "pile.always_frozen": True})
    await servers.set_house(1, "classic", {"out.ask": "no", "melds.max_wilds": None})
    await servers.set_house(1, "samba", {"turn.draw": 1})
    assert (await servers.get(1)).house == {
        "samba": {"turn.draw": 1},
        "classic": {"out.ask": "no", "melds.max_wilds": None},
    }
    await servers.set_house(1, "classic", {})
    assert (await servers.get(1)).house == {"samba": {"turn.draw": 1}}
