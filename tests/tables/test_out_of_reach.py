"""People whom no direct message reaches: the others hear of it once, and after a day one of them may let a computer play."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bot.data.log import Deed
from bot.data.notices import News
from bot.data.tables import InDirectMessages, Table
from bot.store import Database
from bot.store.people import PersonStore
from bot.tables import Order, Tables
from bot.tables.errors import NobodyOutOfReach, NotSeated, NotWaitedLong
from bot.tables.privacy import Privacy
from bot.tables.rules.clock import DAY
from tests.tables.club import ANA, BO, CY, NAMES, Clock, play_on, started


async def direct(tables: Tables, turn_limit: int | None = None) -> Table:
    """Return a game of Ana and Bo in direct messages."""
    order = Order(home=InDirectMessages(), host_id=ANA, variant="classic", layout="2", turn_limit=turn_limit)
    table = await tables.lobbies.open(order, NAMES[ANA])
    assert isinstance(table.home, InDirectMessages)
    assert table.home.invitation is not None
    await tables.lobbies.join_by(table.home.invitation.code, BO, NAMES[BO])
    return await tables.lobbies.start(table.id, ANA)


async def closed(tables: Tables, table: Table, at: int) -> tuple[int, int]:
    """Have the person to move be out of reach; return their seat and the other person."""
    seat = (await tables.get(table.id)).to_move
    assert seat is not None
    assert seat.user_id is not None
    await PersonStore(tables.changes.database).dm_closed(seat.user_id, at)
    return seat.number, BO if seat.user_id == ANA else ANA


async def noted(tables: Tables) -> None:
    for table_id in await tables.out_of_reach.waiting():
        await tables.out_of_reach.note(table_id)


async def told(tables: Tables) -> list[int]:
    """Return whom notices of people out of reach are for."""
    return [
        one.user_id for one in await tables.changes.notices.all() for kind, _facts in one.news if kind is News.UNREACHED
    ]


async def test_the_others_hear_it_once_and_may_act_after_a_day(tables: Tables, clock: Clock) -> None:
    table = await direct(tables)
    seat, other = await closed(tables, table, clock.now)
    for _again in range(3):
        await noted(tables)
    assert await told(tables) == [other]
    with pytest.raises(NotWaitedLong) as refused:
        await tables.out_of_reach.stand_in(table.id, other, seat)
    clock.now = refused.value.at - 1
    with pytest.raises(NotWaitedLong):
        await tables.out_of_reach.stand_in(table.id, other, seat)
    clock.now += 1
    with pytest.raises(NotSeated):
        await tables.out_of_reach.stand_in(table.id, CY, seat)
    for _again in range(2):
        after = await tables.out_of_reach.stand_in(table.id, other, seat)
    own = after.seat(seat)
    assert own is not None
    assert own.sitting_in == table.computers
    assert [entry.deed for entry in await tables.history(table.id)] == [Deed.UNREACHED, Deed.AWAY]
    assert await tables.out_of_reach.waiting() == []
    await tables.seating.back(table.id, own.user_id or 0)
    back = (await tables.get(table.id)).seat(seat)
    assert back is not None
    # The computer may have moved in between.
    assert back.since > after.version
    assert replace(back, since=own.since) == replace(own, sitting_in=None)
    await noted(tables)
    assert await told(tables) == [other] * 2, "they have been back"


async def test_whoever_can_be_reached_again_keeps_their_seat(tables: Tables, clock: Clock) -> None:
    table = await direct(tables)
    seat, other = await closed(tables, table, clock.now)
    person = ANA if other == BO else BO
    await noted(tables)
    clock.now += 2 * DAY
    await PersonStore(tables.changes.database).dm_opened(person, 99)
    for by in (other, person):
        with pytest.raises(NobodyOutOfReach):
            await tables.out_of_reach.stand_in(table.id, by, seat)
    assert await tables.out_of_reach.waiting() == []


async def test_a_day_begins_with_the_turn_and_leaves_out_vacations(tables: Tables, clock: Clock) -> None:
    table = await direct(tables)
    seat, other = await closed(tables, table, clock.now)
    person = ANA if other == BO else BO
    await noted(tables)
    await tables.vacations.begin(person, 3 * DAY)
    clock.now += 2 * DAY
    with pytest.raises(NotWaitedLong) as refused:
        await tables.out_of_reach.stand_in(table.id, other, seat)
    assert refused.value.at > clock.now + DAY
    # Others' turns and their own next one begin the day again; nobody hears it each time.
    chance = random.Random(3)
    while (now := await tables.get(table.id)).turn == seat:
        await play_on(tables, now, chance, moves=1)
    with pytest.raises(NobodyOutOfReach):
        await tables.out_of_reach.stand_in(table.id, other, seat)
    while (now := await tables.get(table.id)).turn != seat:
        await play_on(tables, now, chance, moves=1)
    await noted(tables)
    assert await told(tables) == [other]
    with pytest.raises(NotWaitedLong):
        await tables.out_of_reach.stand_in(table.id, other, seat)


async def test_nothing_changes_with_a_clock_in_a_channel_or_alone(tables: Tables, clock: Clock) -> None:
    with_clock, there = await direct(tables, turn_limit=DAY), await started(tables, ANA, BO, layout="2")
    order = Order(home=InDirectMessages(), host_id=CY, variant="classic", layout="2", turn_limit=None)
    alone = await tables.lobbies.open(order, NAMES[CY])
    await tables.lobbies.start(alone.id, CY, fill="easy")
    for person in (ANA, BO, CY):
        await PersonStore(tables.changes.database).dm_closed(person, clock.now)
    await noted(tables)
    assert await told(tables) == []
    clock.now += 2 * DAY
    for table in (with_clock, there):
        seat = (await tables.get(table.id)).to_move
        assert seat is not None
        with pytest.raises(NobodyOutOfReach):
            await tables.out_of_reach.stand_in(table.id, BO if seat.user_id == ANA else ANA, seat.number)


async def test_nothing_is_left_of_whoever_has_their_data_deleted(
    tables: Tables, database: Database, clock: Clock
) -> None:
    table = await direct(tables)
    seat, other = await closed(tables, table, clock.now)
    person = ANA if other == BO else BO
    await noted(tables)
    await Privacy(database, tables).delete(person)
    facts = [one.news for one in await tables.changes.notices.all()] + [
        entry.facts for entry in await tables.history(table.id)
    ]
    assert NAMES[person] not in str(facts)
    assert await tables.out_of_reach.waiting() == []
    clock.now += 2 * DAY
    with pytest.raises(NobodyOutOfReach):
        await tables.out_of_reach.stand_in(table.id, other, seat)
