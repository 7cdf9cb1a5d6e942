"""The memory of sent messages, of their recipients and of servers."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.data.messages import Message, MessageKind, MessageState, Purpose, Told
from bot.data.people import Person
from bot.data.servers import Server
from bot.data.tables import InChannel, Table
from bot.store import Database
from bot.store.messages import MessageStore
from bot.store.opening import open_database
from bot.store.people import PersonStore
from bot.store.servers import ServerStore
from bot.tables import Order, Tables
from tests.stored import REFUSED, place

TABLE, HAND, OTHERS_HAND = Purpose(MessageKind.TABLE), Purpose(MessageKind.HAND, 0), Purpose(MessageKind.HAND, 1)


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    database = await open_database(place(tmp_path / "canasta.sqlite3"))
    yield database
    await database.close()


@pytest.fixture
def tables(database: Database) -> Tables:
    return Tables(database, clock=lambda: 1_800_000_000)


@pytest.fixture
def messages(database: Database) -> MessageStore:
    return MessageStore(database)


@pytest.fixture
def people(database: Database) -> PersonStore:
    return PersonStore(database)


@pytest.fixture
def servers(database: Database) -> ServerStore:
    return ServerStore(database)


def sent(table: Table, purpose: Purpose, message_id: int, version: int) -> Told:
    """Return what to store after a message was sent."""
    assert table.channel_id is not None
    return Told(version, [Message(table.id, purpose, table.channel_id, message_id, version)])


async def test_one_message_a_purpose_and_those_that_it_replaced(tables: Tables, messages: MessageStore) -> None:
    table = await tables.lobbies.open(Order(home=InChannel(1, 2), host_id=3), "Ana")
    assert await messages.of(table.id) == []
    for told in (sent(table, TABLE, 500, 1), sent(table, HAND, 501, 1), sent(table, TABLE, 502, 2)):
        await messages.record(table.id, told)
    await messages.record(table.id, Told(3, shown=[501]))
    assert await messages.of(table.id) == [
        Message(table.id, TABLE, 2, 500, 1, MessageState.REPLACED),
        Message(table.id, HAND, 2, 501, 3),
        Message(table.id, TABLE, 2, 502, 2),
    ]
    await messages.record(table.id, Told(3, deleted=[500, 502]))
    assert [one.message_id for one in await messages.of(table.id)] == [501]


async def test_a_message_that_was_replaced_and_deleted_at_once_is_forgotten(
    tables: Tables, messages: MessageStore
) -> None:
    table = await tables.lobbies.open(Order(home=InChannel(1, 2), host_id=3), "Ana")
    await messages.record(table.id, sent(table, TABLE, 500, 1))
    await messages.record(table.id, replace(sent(table, TABLE, 501, 1), deleted=[500]))
    assert [one.message_id for one in await messages.of(table.id)] == [501]


async def test_a_deleted_message_that_had_called_people_is_remembered_until_another_serves_its_purpose(
    tables: Tables, messages: MessageStore
) -> None:
    ana = 1_800_000_000_000_000_123
    table = await tables.lobbies.open(Order(home=InChannel(1, 2), host_id=ana), "Ana")
    proposal = Purpose(MessageKind.PROPOSAL, 1, ana)
    await messages.record(table.id, sent(table, proposal, 500, 1))
    await messages.record(table.id, Told(4, called=[500]))
    assert await messages.of(table.id) == [Message(table.id, proposal, 2, 500, 4, MessageState.DELETED)]
    await messages.record(table.id, sent(table, proposal, 501, 5))
    assert await messages.of(table.id) == [Message(table.id, proposal, 2, 501, 5)]


async def test_messages_that_are_retired_are_replaced_and_results_stay(tables: Tables, messages: MessageStore) -> None:
    table = await tables.lobbies.open(Order(home=InChannel(1, 2), host_id=3), "Ana")
    for number, kind in enumerate((MessageKind.TABLE, MessageKind.SCORES, MessageKind.RESULT, MessageKind.CLOSED)):
        await messages.record(table.id, sent(table, Purpose(kind), 500 + number, 1))
    await messages.retire(table.id)
    states = {one.purpose.kind: one.state for one in await messages.of(table.id)}
    replaced, shown = MessageState.REPLACED, MessageState.SHOWN
    assert states == {
        MessageKind.TABLE: replaced,
        MessageKind.SCORES: shown,
        MessageKind.RESULT: shown,
        MessageKind.CLOSED: replaced,
    }


async def test_of_a_person_who_is_forgotten_only_their_own_messages_go(
    tables: Tables, messages: MessageStore, people: PersonStore, database: Database
) -> None:
    """A number of theirs within another number is not theirs."""
    table = await tables.lobbies.open(Order(home=InChannel(1, 2), host_id=3), "Ana")
    for person in (12, 312):
        await tables.lobbies.join(table.id, person, str(person))
    await people.dm_opened(12, 77)
    kept = [Message(table.id, Purpose(MessageKind.CLOSED, user_id=312), 2, 512, 1), Message(table.id, HAND, 78, 12, 1)]
    gone = [
        Message(table.id, Purpose(MessageKind.CLOSED, user_id=12), 2, 501, 1),
        Message(table.id, OTHERS_HAND, 77, 502, 1),
    ]
    asked = Message(table.id, Purpose(MessageKind.PROPOSAL, 2, 12), 2, 513, 1)
    await messages.record(table.id, Told(1, [*kept, *gone, asked]))
    async with database.transaction() as tx:
        await messages.forget(tx, 12, -1)
    no_longer_asked = replace(asked, purpose=Purpose(MessageKind.PROPOSAL, 2), state=MessageState.REPLACED)
    assert sorted(await messages.of(table.id), key=lambda one: one.message_id) == [
        kept[1],
        kept[0],
        no_longer_asked,
    ]


async def test_a_table_whose_messages_are_forgotten_is_told_again(tables: Tables, messages: MessageStore) -> None:
    one = await tables.lobbies.open(Order(home=InChannel(1, 2), host_id=3), "Ana")
    other = await tables.lobbies.open(Order(home=InChannel(1, 4), host_id=3), "Ana")
    for table in (one, other):
        await messages.record(table.id, replace(sent(table, TABLE, 500, 1), all=True))
    await messages.forget_table(one.id)
    assert await messages.of(one.id) == []
    assert [message.purpose for message in await messages.of(other.id)] == [TABLE]
    assert await messages.lagging() == [one.id]


async def test_tables_of_which_something_is_untold(tables: Tables, messages: MessageStore) -> None:
    one = await tables.lobbies.open(Order(home=InChannel(1, 2), host_id=3), "Ana")
    other = await tables.lobbies.open(Order(home=InChannel(1, 4), host_id=3), "Ana")
    assert await messages.lagging() == [one.id, other.id]
    await messages.record(one.id, Told(1, all=True))
    assert await messages.lagging() == [other.id]
    one = await tables.lobbies.join(one.id, 9, "Bo")
    assert await messages.lagging() == [one.id, other.id]
    await messages.record(one.id, Told(one.version))
    assert await messages.lagging() == [one.id, other.id]
    await messages.record(one.id, Told(one.version, all=True))
    await messages.record(one.id, Told(1, all=True))
    assert await messages.lagging() == [other.id]
    await tables.endings.cancel(one.id, 3)
    assert await messages.lagging() == [one.id, other.id]


async def test_how_people_can_be_reached(people: PersonStore) -> None:
    assert await people.get(9) == Person(9, None, dm_closed=False)
    await people.dm_closed(9, 5)
    assert await people.get(9) == Person(9, None, dm_closed=True, dm_tried_at=5)
    await people.dm_opened(9, 77)
    assert await people.get(9) == Person(9, 77, dm_closed=False)
    await people.dm_closed(9, 6)
    assert await people.get(9) == Person(9, 77, dm_closed=True, dm_tried_at=6)
    assert (await people.long_closed(5), await people.long_closed(6)) == ([], [9])


async def test_a_stranger_has_the_bots_own_preferences_and_keeps_those_they_set(
    tables: Tables, people: PersonStore
) -> None:
    assert await people.get(3) == Person(3)
    person = await tables.preferences.set(
        3, language="it", direct=0, colours=2, theme="night", quiet_from=0, quiet_until=420
    )
    assert person == await people.get(3)
    assert person == Person(3, language="it", direct=False, colours=2, theme="night", quiet_from=0, quiet_until=420)
    assert await tables.preferences.set(3, language=None, quiet_from=None, quiet_until=None) == Person(
        3, direct=False, colours=2, theme="night"
    )


async def test_where_a_person_is_written_to_and_what_they_prefer_stay_apart(
    tables: Tables, people: PersonStore
) -> None:
    await tables.preferences.set(3, theme="light")
    await people.dm_opened(3, 77)
    await people.dm_closed(3, 5)
    await people.heard(3, "ro")
    assert await people.get(3) == Person(3, 77, dm_closed=True, dm_tried_at=5, locale="ro", theme="light")
    await people.heard(3, "it")
    assert await people.get(3) == Person(3, 77, dm_closed=True, dm_tried_at=5, locale="it", theme="light")


async def test_what_is_no_preference_or_no_possible_one_is_not_stored(tables: Tables, people: PersonStore) -> None:
    with pytest.raises(ValueError, match="dm_closed"):
        await tables.preferences.set(3, dm_closed=1)
    with pytest.raises(REFUSED):
        await tables.preferences.set(3, quiet_from=1440)
    assert await people.get(3) == Person(3)


async def test_a_server_keeps_what_it_has_set(servers: ServerStore) -> None:
    assert await servers.get(1) == Server(1)
    await servers.set(1, language="ro", variant="samba", layout="2")
    await servers.set(1, turn_limit=0, bank=3600, language=None)
    await servers.set(2, variant="bolivia")
    assert await servers.get(1) == Server(1, variant="samba", layout="2", turn_limit=0, bank=3600)
    assert await servers.get(2) == Server(2, variant="bolivia")
    with pytest.raises(ValueError, match="house"):
        await servers.set(1, house="{}")


async def test_a_server_has_house_rules_for_each_variant_apart(servers: ServerStore) -> None:
    await servers.set_house(1, "samba", {"target": 3000, "pile.always_frozen": True})
    await servers.set_house(1, "classic", {"out.ask": "no", "melds.max_wilds": None})
    await servers.set_house(1, "samba", {"turn.draw": 1})
    assert (await servers.get(1)).house == {
        "samba": {"turn.draw": 1},
        "classic": {"out.ask": "no", "melds.max_wilds": None},
    }
    await servers.set_house(1, "classic", {})
    assert (await servers.get(1)).house == {"samba": {"turn.draw": 1}}
