"""Standing orders in games: when they run, whom they concern, what ends them, and that nobody else can tell."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from dataclasses import replace
from itertools import pairwise

import pytest

from bot.canasta.moves import Move
from bot.data.standing_orders import SeatOrders, Stop
from bot.data.tables import InChannel, Status, Table
from bot.store import Database
from bot.store.database import put
from bot.tables import Tables
from bot.tables.errors import NoSuchOrders, NotSeated, WrongStatus
from bot.tables.rules.clock import DAY, HOUR, MINUTE, orders_waits
from bot.tables.rules.standing_orders import DrawChoice, Orders
from tests.tables.club import ANA, BO, CHANNEL, CY, DI, EVA, Clock, lobby, mover, play_on, started
from tests.tables.test_timers import Nights

FOUR = (ANA, BO, CY, DI)

Change = Callable[[Tables, int], Awaitable[object]]


@pytest.fixture
async def tables(database: Database, clock: Clock) -> Tables:
    return Tables(database, clock=clock, chance=random.Random(8), waits=random.Random(3))


async def timed(tables: Tables, limit: int | None = DAY, channel: int = CHANNEL) -> Table:
    table = await lobby(tables, *FOUR, channel=channel)
    await tables.lobbies.limit(table.id, ANA, limit)
    return await tables.lobbies.start(table.id, ANA)


async def plain_turn(tables: Tables, table: Table) -> Table:
    """Draw and discard for the person to move."""
    for verb in ("draw", "discard"):
        mine = (await tables.look(table.id, mover(table))).mine
        assert mine is not None
        move = next(move for move in mine.legal if move.verb == verb)
        table = (await tables.turns.play(table.id, mover(table), move)).table
    return table


async def until_turn_of(tables: Tables, table: Table, user_id: int) -> Table:
    while mover(table) != user_id:
        table = await plain_turn(tables, table)
    return table


async def before_turn_of(tables: Tables, table: Table, user_id: int) -> Table:
    """Play until it is the turn of whoever plays before this person."""
    seat = table.seat_of(user_id)
    assert seat is not None
    while table.turn != (seat.number - 1) % table.size:
        table = await plain_turn(tables, table)
    return table


async def orders_for(tables: Tables, table: Table, user_id: int, **more: object) -> Orders:
    """Draw, and discard anything that is in the hand now."""
    mine = (await tables.look(table.id, user_id)).mine
    assert mine is not None
    return replace(Orders(draw=DrawChoice.ALWAYS, discards=mine.hand[:8]), **more)  # type: ignore[arg-type]


async def ordered(tables: Tables, *, lasting: bool = False, limit: int | None = DAY, **more: object) -> Table:
    """Return a game in which Ana has given orders, and it is Ana's turn."""
    table = await before_turn_of(tables, await timed(tables, limit), ANA)
    await tables.standing_orders.give(table.id, ANA, await orders_for(tables, table, ANA, **more), lasting=lasting)
    return await plain_turn(tables, table)


def due(table: Table) -> int:
    assert table.orders_at is not None
    return table.orders_at


async def run(tables: Tables, table: Table, clock: Clock) -> bool:
    clock.now = max(clock.now, due(await tables.get(table.id)))
    return await tables.standing_orders.run(table.id)


async def by_whom(database: Database, table: Table, last: int) -> list[tuple[str, int | None]]:
    rows = await database.rows(
        "SELECT line, user_id FROM moves WHERE game_id = ? ORDER BY number DESC LIMIT ?", (table.id, last)
    )
    return [(row["line"].split()[1], row["user_id"]) for row in reversed(rows)]


async def test_a_turn_is_played_as_ordered_once_its_time_has_come(
    tables: Tables, clock: Clock, database: Database
) -> None:
    nights = Nights(clock)
    table = await ordered(tables)
    begun, wait = clock.now, due(table) - clock.now
    assert orders_waits(DAY)[0] <= wait <= orders_waits(DAY)[1] < DAY // 5
    worker = nights.begin(tables, [])
    await nights.pass_until(due(table) - 1)
    assert await tables.get(table.id) == table
    await nights.pass_until(begun + wait)
    drawn = await tables.get(table.id)
    assert (drawn.turn, drawn.version, drawn.updated_at) == (table.turn, table.version + 1, begun + wait)
    assert 5 <= due(drawn) - clock.now <= 25
    await nights.pass_until(due(drawn))
    await worker.close()
    after = await tables.get(table.id)
    assert (mover(after), after.version) == (BO, table.version + 2)
    assert await by_whom(database, table, 2) == [("draw", ANA), ("discard", ANA)]
    assert await tables.standing_orders.of(table.id, ANA) is None, "they were for one turn"


async def test_lasting_orders_play_every_turn_of_the_round_and_no_more(
    tables: Tables, clock: Clock, database: Database
) -> None:
    table = await ordered(tables, lasting=True, discards=())
    for _ in range(2):
        assert await run(tables, table, clock)
        assert not await run(tables, table, clock), "nothing more is ordered"
        table = await tables.get(table.id)
        assert (mover(table), table.orders_at) == (ANA, None)
        [outcome] = [await tables.turns.play(table.id, ANA, await _discard(tables, table))]
        table = await until_turn_of(tables, outcome.table, ANA)
    assert await tables.standing_orders.of(table.id, ANA) is not None
    await play_on(tables, table, random.Random(4), rounds=1)
    assert await database.rows("SELECT * FROM standing_orders") == []


async def _discard(tables: Tables, table: Table) -> Move:
    mine = (await tables.look(table.id, mover(table))).mine
    assert mine is not None
    return next(move for move in mine.legal if move.verb == "discard")


async def test_moving_oneself_cancels_them_for_that_turn(tables: Tables, clock: Clock) -> None:
    table = await ordered(tables, lasting=True)
    table = (await tables.turns.play(table.id, ANA, "draw")).table
    assert not await run(tables, table, clock)
    assert (await tables.get(table.id)).version == table.version
    table = (await tables.turns.play(table.id, ANA, await _discard(tables, table))).table
    table = await until_turn_of(tables, table, ANA)
    assert await run(tables, table, clock), "they hold in the next one"


async def test_orders_that_are_withdrawn_between_two_moves_leave_the_rest_to_their_owner(
    tables: Tables, clock: Clock
) -> None:
    table = await ordered(tables)
    assert await run(tables, table, clock)
    await tables.standing_orders.withdraw(table.id, ANA)
    table = await tables.get(table.id)
    assert not await run(tables, table, clock)
    assert (await tables.get(table.id)).version == table.version


async def test_orders_given_too_late_in_a_turn_are_for_the_next_one(tables: Tables, clock: Clock) -> None:
    table = await until_turn_of(tables, await timed(tables), ANA)
    table = (await tables.turns.play(table.id, ANA, "draw")).table
    given = await tables.standing_orders.give(table.id, ANA, await orders_for(tables, table, ANA), lasting=False)
    assert given.later
    assert not await run(tables, table, clock)
    table = (await tables.turns.play(table.id, ANA, await _discard(tables, table))).table
    table = await until_turn_of(tables, table, ANA)
    assert await run(tables, table, clock)


async def test_orders_given_in_time_are_for_the_turn_that_has_begun(tables: Tables, clock: Clock) -> None:
    table = await until_turn_of(tables, await timed(tables), ANA)
    given = await tables.standing_orders.give(table.id, ANA, await orders_for(tables, table, ANA), lasting=False)
    assert not given.later
    assert await run(tables, table, clock)


async def test_a_restart_draws_no_other_time(tables: Tables, clock: Clock, database: Database) -> None:
    table = await ordered(tables)
    again = Tables(database, clock=clock, chance=random.Random(9), waits=random.Random(9))
    assert (await again.get(table.id)).orders_at == table.orders_at
    assert await run(again, table, clock)
    drawn = await tables.get(table.id)
    third = Tables(database, clock=clock, chance=random.Random(10), waits=random.Random(10))
    assert (await third.get(table.id)).orders_at == drawn.orders_at
    assert await run(third, drawn, clock), "a turn that another process began"
    assert mover(await tables.get(table.id)) == BO


async def test_a_turn_whose_time_was_up_while_nothing_ran_is_played_as_ordered(
    tables: Tables, clock: Clock, database: Database
) -> None:
    table = await ordered(tables)
    clock.now += 30 * DAY
    nights = Nights(clock)
    worker = nights.begin(tables, [])
    await nights.calm()
    await worker.close()
    assert await by_whom(database, table, 2) == [("draw", ANA), ("discard", ANA)]
    assert (await tables.get(table.id)).seat_of(ANA).missed == 0  # type: ignore[union-attr]


async def test_quiet_hours_and_vacations_are_waited_out(tables: Tables, clock: Clock) -> None:
    table = await ordered(tables)
    wait = due(table) - clock.now
    await tables.vacations.begin(ANA, 3 * DAY)
    resting = await tables.get(table.id)
    assert due(resting) == clock.now + 3 * DAY + wait
    clock.now += DAY
    await tables.vacations.end(ANA)
    assert due(await tables.get(table.id)) == clock.now + wait
    now = clock.now % DAY // MINUTE
    await tables.preferences.set(ANA, quiet_from=now, quiet_until=(now + 60) % (24 * 60), time_zone="UTC")
    assert clock.now + HOUR <= due(await tables.get(table.id)) <= clock.now + HOUR + wait


async def test_orders_that_fell_due_in_quiet_hours_while_nothing_ran_wait_for_their_end(
    tables: Tables, clock: Clock
) -> None:
    table = await ordered(tables)
    clock.now = due(table)
    # No message mentions a rest that another process stored.
    minutes = clock.now % DAY // MINUTE
    async with tables.changes.database.transaction() as tx:
        await tx.run(
            put("people", ["user_id", "quiet_from", "quiet_until", "time_zone"], ["user_id"]),
            (ANA, minutes, (minutes + 60) % (24 * 60), "UTC"),
        )
    assert not await run(tables, table, clock)
    put_off = await tables.get(table.id)
    assert (put_off.version, due(put_off) > clock.now + 50 * MINUTE) == (table.version, True)
    assert await run(tables, table, clock)


async def test_every_turn_has_a_time_that_depends_on_nothing_that_is_ordered(database: Database, clock: Clock) -> None:
    """A stored table, in which seats without orders look like seats with orders of any kind."""
    seen = []
    for channel, kind in enumerate(("none", "draw", "take", "stop"), CHANNEL):
        tables = Tables(database, clock=Clock(), chance=random.Random(8), waits=random.Random(3))
        # Each in a channel of its own: in the same one, the next dealer would deal.
        table = await before_turn_of(tables, await timed(tables, channel=channel), ANA)
        before = await tables.get(table.id)
        orders = {
            "draw": await orders_for(tables, table, ANA),
            "take": Orders(take=(3, 4)),
            "stop": await orders_for(tables, table, ANA, pile=0),
        }.get(kind)
        if orders is not None:
            await tables.standing_orders.give(table.id, ANA, orders, lasting=True)
        assert await tables.get(table.id) == before
        table = await plain_turn(tables, table)
        seen.append(replace(table, id=0, home=InChannel(1, CHANNEL)))
        await tables.endings.cancel(table.id, EVA, moderator=True)
    assert all(one == other for one, other in pairwise(seen))


@pytest.mark.parametrize("limit", [None, 10 * MINUTE, 7 * DAY])
async def test_orders_run_well_before_the_deadline(tables: Tables, clock: Clock, limit: int | None) -> None:
    table = await timed(tables, limit)
    for _ in range(3):
        wait = due(table) - clock.now
        assert 0 < wait <= (limit or DAY) // 10
        table = await plain_turn(tables, table)


@pytest.mark.parametrize(
    "change",
    [
        lambda tables, table_id: tables.moderation.sit_in(table_id, EVA, 0),
        lambda tables, table_id: tables.moderation.replace_player(table_id, EVA, 0, EVA, "Eva"),
    ],
)
async def test_neither_a_stand_in_nor_a_substitute_plays_by_them(
    tables: Tables, clock: Clock, change: Change, database: Database
) -> None:
    table = await ordered(tables, lasting=True)
    assert table.turn == 0
    await tables.computers.close()
    await change(tables, table.id)
    tables.computers.interrupt(table.id)
    clock.now += DAY // 2
    version = (await tables.get(table.id)).version
    assert not await tables.standing_orders.run(table.id)
    assert (await tables.get(table.id)).version == version
    assert await tables.standing_orders.of(table.id, EVA) is None
    if (await tables.get(table.id)).seat_of(ANA) is None:
        assert await database.rows("SELECT * FROM standing_orders") == []


async def test_a_turn_played_as_ordered_is_no_missed_turn(tables: Tables, clock: Clock) -> None:
    table = await until_turn_of(tables, await timed(tables), ANA)
    clock.now += 3 * DAY
    table = await tables.turns.expire(table.id, table.version)
    assert table.seat_of(ANA).missed == 1  # type: ignore[union-attr]
    table = await before_turn_of(tables, table, ANA)
    await tables.standing_orders.give(table.id, ANA, await orders_for(tables, table, ANA), lasting=False)
    table = await plain_turn(tables, table)
    assert await run(tables, table, clock)
    assert (await tables.get(table.id)).seat_of(ANA).missed == 0  # type: ignore[union-attr]


async def test_orders_that_stop_call_their_owner_once_and_leave_the_table_as_it_is(
    tables: Tables, clock: Clock
) -> None:
    stopped: list[SeatOrders] = []
    tables.standing_orders.on_stop(stopped.append)
    table = await ordered(tables, lasting=True, pile=0)
    changes: list[object] = []
    tables.changes.on_change(changes.append)
    assert not await run(tables, table, clock)
    [standing] = stopped
    assert (standing.user_id, standing.stopped) == (ANA, Stop.PILE)
    assert await tables.standing_orders.untold() == stopped
    assert (await tables.get(table.id)).version == table.version
    await tables.standing_orders.told(standing)
    assert await tables.standing_orders.untold() == []
    assert not await tables.standing_orders.run(table.id)
    assert (len(stopped), changes) == (1, [])
    # They run no more until they are given again.
    table = await until_turn_of(tables, await plain_turn(tables, table), ANA)
    assert not await run(tables, table, clock)


@pytest.mark.parametrize(
    ("user", "orders", "refusal"),
    [
        (EVA, Orders(draw=DrawChoice.ALWAYS), NotSeated),
        (ANA, Orders(), NoSuchOrders),
        (ANA, Orders(draw=DrawChoice.ALWAYS, discards=(0,) * 9), NoSuchOrders),
    ],
)
async def test_what_cannot_be_ordered(tables: Tables, user: int, orders: Orders, refusal: type[Exception]) -> None:
    table = await timed(tables)
    with pytest.raises(refusal):
        await tables.standing_orders.give(table.id, user, orders, lasting=True)
    assert await tables.standing_orders.of(table.id, user) is None


async def test_only_games_in_play_take_orders_and_they_end_with_them(tables: Tables, database: Database) -> None:
    waiting = await lobby(tables, *FOUR)
    with pytest.raises(WrongStatus):
        await tables.standing_orders.give(waiting.id, ANA, Orders(draw=DrawChoice.ALWAYS), lasting=True)
    table = await started(tables, *FOUR, channel=CHANNEL + 1)
    await tables.standing_orders.give(table.id, ANA, Orders(draw=DrawChoice.ALWAYS), lasting=True)
    table = await tables.endings.cancel(table.id, EVA, moderator=True)
    assert table.status is Status.ABANDONED
    assert await database.rows("SELECT * FROM standing_orders") == []
