"""The lobby: who sits where, who may do what, and what is refused."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.canasta.rules import RulesError
from bot.data.tables import InChannel, InDirectMessages, Status, Table
from bot.tables import Order, Tables
from bot.tables.errors import (
    AlreadySeated,
    ChannelBusy,
    EmptySeat,
    LobbyOpen,
    NoFreeSeat,
    NoSuchSeat,
    NoSuchTable,
    NotAllowed,
    NotSeated,
    OthersPlay,
    SeatsMissing,
    SeatTaken,
    TooManySeated,
    WrongStatus,
)
from tests.tables.club import ANA, BO, CHANNEL, CY, DI, EVA, GUILD, Clock, lobby, started


def sitting(table: Table) -> list[tuple[int, str]]:
    return [(seat.number, seat.name) for seat in table.seats]


async def test_a_new_lobby_seats_its_host(tables: Tables, clock: Clock) -> None:
    table = await lobby(tables, ANA, house={"target": 3000})
    assert (table.status, table.version) == (Status.LOBBY, 1)
    assert (table.variant, table.layout, table.size, table.house) == ("classic", "4", 4, {"target": 3000})
    assert sitting(table) == [(0, "Ana")]
    assert (table.guild_id, table.channel_id, table.host_id) == (GUILD, CHANNEL, ANA)
    assert (table.created_at, table.ended_at, table.turn, table.round) == (clock.now, None, None, 0)
    assert await tables.get(table.id) == table
    assert await tables.games.in_channel(CHANNEL) == table


@pytest.mark.parametrize(
    "options", [{"variant": "whist"}, {"layout": "11"}, {"house": {"target": "much"}}, {"house": {"nonsense": 1}}]
)
async def test_rules_that_cannot_work_open_nothing(tables: Tables, options: dict[str, Any]) -> None:
    with pytest.raises(RulesError):
        await tables.lobbies.open(Order(home=InChannel(GUILD, CHANNEL), host_id=ANA, **options), "Ana")
    assert await tables.games.active() == []


async def test_the_next_dealer_deals_the_game_that_is_played_again_however_it_is_begun(tables: Tables) -> None:
    table = await started(tables, ANA, BO, CY, DI)
    dealers = [(await tables.changes.play.deals(table.id))[0].dealer]
    for _game in range(5):
        await tables.endings.cancel(table.id, ANA, moderator=True)
        table = await tables.lobbies.again(table.id, ANA)
        for guest, name in ((BO, "Bo"), (CY, "Cy"), (EVA, "Eva")):
            table = await tables.lobbies.join(table.id, guest, name)
        table = await tables.lobbies.start(table.id, CY)
        dealers.append((await tables.changes.play.deals(table.id))[0].dealer)
    assert dealers == [(dealers[0] + game) % 4 for game in range(6)]


async def test_one_active_table_a_channel(tables: Tables) -> None:
    table = await lobby(tables, ANA)
    with pytest.raises(ChannelBusy) as refused:
        await lobby(tables, BO)
    assert refused.value.table == table
    elsewhere = await lobby(tables, BO, channel=CHANNEL + 1)
    await tables.endings.cancel(table.id, ANA)
    again = await lobby(tables, BO)
    assert await tables.games.active() == [elsewhere, again]
    assert await tables.games.last_in_channel(CHANNEL) == again


async def test_two_lobbies_opened_at_once_in_one_channel(tables: Tables) -> None:
    results = await asyncio.gather(lobby(tables, ANA), lobby(tables, BO), return_exceptions=True)
    assert sorted(type(result).__name__ for result in results) == ["ChannelBusy", "Table"]


async def test_joining_takes_the_first_free_seat_or_the_one_wanted(tables: Tables) -> None:
    table = await lobby(tables, ANA)
    table = await tables.lobbies.join(table.id, BO, "Bo", seat=2)
    table = await tables.lobbies.join(table.id, CY, "Cy")
    assert sitting(table) == [(0, "Ana"), (1, "Cy"), (2, "Bo")]
    with pytest.raises(AlreadySeated) as seated:
        await tables.lobbies.join(table.id, BO, "Bo")
    assert seated.value.seat == 2
    with pytest.raises(SeatTaken) as taken:
        await tables.lobbies.join(table.id, DI, "Di", seat=1)
    assert (taken.value.seat, taken.value.name) == (1, "Cy")
    for wrong in (4, -1):
        with pytest.raises(NoSuchSeat) as missing:
            await tables.lobbies.join(table.id, DI, "Di", seat=wrong)
        assert missing.value.seats == 4
    await tables.lobbies.join(table.id, DI, "Di")
    with pytest.raises(NoFreeSeat):
        await tables.lobbies.join(table.id, EVA, "Eva")
    assert (await tables.get(table.id)).version == 4


async def test_the_last_free_seat_goes_to_one_of_two(tables: Tables) -> None:
    table = await lobby(tables, ANA, BO, CY)
    results = await asyncio.gather(
        tables.lobbies.join(table.id, DI, "Di"), tables.lobbies.join(table.id, EVA, "Eva"), return_exceptions=True
    )
    assert sorted(type(result).__name__ for result in results) == ["NoFreeSeat", "Table"]


async def test_leaving_passes_the_host_on_and_the_last_one_cancels(tables: Tables) -> None:
    table = await lobby(tables, ANA, BO)
    await tables.lobbies.add_computer(table.id, ANA, "random")
    table = await tables.lobbies.leave(table.id, ANA)
    assert (table.host_id, table.status) == (BO, Status.LOBBY)
    assert sitting(table) == [(1, "Bo"), (2, "Ada")]
    with pytest.raises(NotSeated):
        await tables.lobbies.leave(table.id, ANA)
    table = await tables.lobbies.leave(table.id, BO)
    assert table.status is Status.CANCELLED
    assert table.ended_at is not None
    with pytest.raises(WrongStatus) as refused:
        await tables.lobbies.join(table.id, BO, "Bo")
    assert refused.value.table == table


async def test_computers_come_with_names_of_their_own_and_go(tables: Tables) -> None:
    table = await tables.lobbies.open(Order(home=InChannel(GUILD, CHANNEL), host_id=ANA), "Ada")
    with pytest.raises(NotSeated):
        await tables.lobbies.add_computer(table.id, BO, "random")
    table = await tables.lobbies.add_computer(table.id, ANA, "random", seat=3)
    table = await tables.lobbies.add_computer(table.id, ANA, "normal")
    assert sitting(table) == [(0, "Ada"), (1, "Carla"), (3, "Bruno")]
    assert [seat.level for seat in table.seats] == [None, "normal", "random"]
    with pytest.raises(EmptySeat):
        await tables.lobbies.remove(table.id, ANA, 2)
    with pytest.raises(NoSuchSeat):
        await tables.lobbies.remove(table.id, ANA, 9)
    with pytest.raises(NotSeated):
        await tables.lobbies.remove(table.id, BO, 1)
    table = await tables.lobbies.remove(table.id, ANA, 1)
    table = await tables.lobbies.remove(table.id, BO, 3, moderator=True)
    assert sitting(table) == [(0, "Ada")]


async def test_only_the_host_or_a_moderator_removes_people(tables: Tables) -> None:
    table = await lobby(tables, ANA, BO, CY)
    with pytest.raises(NotAllowed) as refused:
        await tables.lobbies.remove(table.id, BO, 2)
    assert refused.value.host_id == ANA
    table = await tables.lobbies.remove(table.id, ANA, 2)
    table = await tables.lobbies.remove(table.id, EVA, 0, moderator=True)
    assert sitting(table) == [(1, "Bo")]
    assert table.host_id == BO


async def test_changing_seats(tables: Tables) -> None:
    table = await lobby(tables, ANA, BO)
    table = await tables.lobbies.change_seat(table.id, ANA, 3)
    assert sitting(table) == [(1, "Bo"), (3, "Ana")]
    table = await tables.lobbies.add_computer(table.id, ANA, "random")
    table = await tables.lobbies.change_seat(table.id, BO, 0)
    assert sitting(table) == [(0, "Bo"), (1, "Ada"), (3, "Ana")]
    with pytest.raises(SeatTaken):
        await tables.lobbies.change_seat(table.id, ANA, 0)
    with pytest.raises(NoSuchSeat):
        await tables.lobbies.change_seat(table.id, ANA, 4)
    with pytest.raises(NotSeated):
        await tables.lobbies.change_seat(table.id, CY, 2)
    with pytest.raises(NotAllowed):
        await tables.lobbies.swap(table.id, BO, 0, 3)
    table = await tables.lobbies.swap(table.id, ANA, 0, 3)
    assert sitting(table) == [(0, "Ana"), (1, "Ada"), (3, "Bo")]


async def test_another_layout_moves_people_up(tables: Tables) -> None:
    table = await lobby(tables, ANA)
    table = await tables.lobbies.join(table.id, BO, "Bo", seat=3)
    with pytest.raises(NotAllowed):
        await tables.lobbies.set_up(table.id, BO, variant="classic", layout="2")
    table = await tables.lobbies.set_up(table.id, ANA, variant="classic", layout="2", house={"target": 1000})
    assert (table.layout, table.size, table.house) == ("2", 2, {"target": 1000})
    assert sitting(table) == [(0, "Ana"), (1, "Bo")]
    table = await tables.lobbies.set_up(table.id, ANA, variant="classic", layout="6-pairs")
    table = await tables.lobbies.join(table.id, CY, "Cy")
    with pytest.raises(TooManySeated) as refused:
        await tables.lobbies.set_up(table.id, ANA, variant="classic", layout="2")
    assert (refused.value.seats, refused.value.seated) == (2, 3)


async def test_starting_needs_every_seat(tables: Tables) -> None:
    table = await lobby(tables, ANA, BO)
    with pytest.raises(SeatsMissing) as refused:
        await tables.lobbies.start(table.id, ANA)
    assert refused.value.free == 2
    with pytest.raises(NotSeated):
        await tables.lobbies.start(table.id, EVA, fill="random")
    assert (await tables.get(table.id)).version == table.version
    table = await tables.lobbies.start(table.id, BO, fill="random")
    assert [seat.level for seat in table.seats] == [None, None, "random", "random"]
    assert (table.status, table.round, table.scores) == (Status.PLAYING, 1, (0, 0))
    with pytest.raises(WrongStatus):
        await tables.lobbies.start(table.id, ANA)


@pytest.mark.parametrize("layout", ["2", "3-lone", "4", "5-sitout", "6-pairs", "6-trios"])
async def test_every_layout_starts(tables: Tables, layout: str) -> None:
    table = await started(tables, ANA, layout=layout, fill="random")
    assert table.turn is not None
    assert len(table.seats) == table.size


async def test_who_ends_a_table(tables: Tables) -> None:
    table = await lobby(tables, ANA, BO)
    with pytest.raises(NotAllowed):
        await tables.endings.cancel(table.id, BO)
    assert (await tables.endings.cancel(table.id, EVA, moderator=True)).status is Status.CANCELLED
    table = await started(tables, ANA, BO, layout="2")
    with pytest.raises(NotAllowed):
        await tables.endings.cancel(table.id, BO)
    with pytest.raises(OthersPlay):
        await tables.endings.cancel(table.id, ANA)
    table = await tables.endings.cancel(table.id, EVA, moderator=True)
    assert (table.status, table.turn) == (Status.ABANDONED, None)
    with pytest.raises(WrongStatus):
        await tables.endings.cancel(table.id, EVA, moderator=True)
    alone = await started(tables, ANA, fill="random")
    assert (await tables.endings.cancel(alone.id, ANA)).status is Status.ABANDONED


async def test_a_table_that_is_not_there(tables: Tables) -> None:
    with pytest.raises(NoSuchTable):
        await tables.get(99)
    with pytest.raises(NoSuchTable):
        await tables.lobbies.join(99, ANA, "Ana")
    assert await tables.games.in_channel(1) is None
    assert await tables.games.last_in_channel(1) is None


async def test_a_lobby_anew_and_one_played_again_by_the_same_host_are_one(tables: Tables) -> None:
    """Both in direct messages, in the same moment: the host has one of them, and the other is refused."""
    players = [(ANA, "Ana"), (BO, "Bo")]
    old = await tables.lobbies.begin(Order(home=InDirectMessages(), host_id=ANA, layout="2"), players)
    await tables.endings.end_as_it_stands(old.id, None)
    outcomes = await asyncio.gather(
        tables.lobbies.open(Order(home=InDirectMessages(), host_id=ANA, layout="2"), "Ana"),
        tables.lobbies.again(old.id, ANA),
        return_exceptions=True,
    )
    assert [type(one) for one in outcomes if isinstance(one, BaseException)] == [LobbyOpen]
    assert len(await tables.games.of_person(ANA)) == 1
