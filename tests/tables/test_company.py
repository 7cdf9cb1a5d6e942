"""Ways into a seat beside somebody whom one avoids: each is shut by one's own list, and tells nobody of anybody else's."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.data.people import NamedPerson
from bot.data.tables import InDirectMessages, Status, Table
from bot.store.avoid import AvoidStore
from bot.store.opening import open_database
from bot.tables import Order, Tables
from bot.tables.errors import Avoided
from bot.tables.privacy import Privacy
from tests.stored import place
from tests.tables.club import ANA, BO, CY, DI, EVA, NAMES, Clock, lobby, started
from tests.tables.test_absence import stay_away

FOUR = (ANA, BO, CY, DI)


async def avoids(tables: Tables, user_id: int, other: int) -> None:
    assert await AvoidStore(tables.changes.database).add(user_id, NamedPerson(other, NAMES[other]))


async def ask(tables: Tables, table: Table, *people: int, seat: int = 1) -> Table:
    """Have people agree that Eva plays a seat."""
    for user_id in people:
        table = await tables.proposals.substitute(table.id, user_id, seat, EVA, "Eva")
    return table


async def with_free_seat(tables: Tables) -> Table:
    """Return a game of three people, in which a computer plays seat 1."""
    table = await started(tables, *FOUR)
    return await tables.seating.resign(table.id, BO)


async def test_for_others_an_avoided_newcomer_is_one_whose_question_is_open(tables: Tables, tmp_path: Path) -> None:
    """All steps that others take end alike, whoever is on the list of somebody who hasn't answered."""
    seen = []
    for number, listed in enumerate((False, True)):
        database = await open_database(place(tmp_path / f"{number}.sqlite3"))
        twin = Tables(database, clock=Clock(), chance=tables.changes.chance)
        table = await with_free_seat(twin)
        if listed:
            await avoids(twin, CY, EVA)
        table = await ask(twin, table, EVA, ANA, DI)
        log = [(one.deed, one.user_id, dict(one.facts)) for one in await twin.history(table.id)]
        seen.append((table.agreements, table.version, [str(one) for one in log]))
        if listed:
            with pytest.raises(Avoided) as refused:
                await ask(twin, table, CY)
            assert refused.value.name == "Eva"
            assert (await twin.get(table.id)).seat_of(EVA) is None
            # A No is possible, and so is a Yes once Eva is off the list.
            await AvoidStore(database).remove(CY, EVA)
        assert (await ask(twin, table, CY)).seat_of(EVA) is not None
        await twin.computers.close()
        await database.close()
    assert seen[0] == seen[1]


async def test_a_newcomer_takes_no_seat_beside_somebody_whom_they_avoid(tables: Tables) -> None:
    table = await with_free_seat(tables)
    await avoids(tables, EVA, DI)
    with pytest.raises(Avoided):
        await ask(tables, table, EVA)
    # Others may propose them; they still can't say yes, not even while a computer plays for the other.
    await ask(tables, table, ANA)
    await tables.moderation.sit_in(table.id, CY, 3)
    with pytest.raises(Avoided):
        await ask(tables, table, EVA)
    assert (await tables.get(table.id)).seat_of(EVA) is None


async def test_nobody_proposes_somebody_whom_they_avoid(tables: Tables) -> None:
    table = await with_free_seat(tables)
    await avoids(tables, ANA, EVA)
    with pytest.raises(Avoided):
        await ask(tables, table, ANA)
    assert (await tables.get(table.id)).agreements == ()


async def test_a_yes_counts_no_longer_once_its_person_avoids_the_newcomer(tables: Tables) -> None:
    table = await with_free_seat(tables)
    await ask(tables, table, ANA, CY, EVA)
    await avoids(tables, CY, EVA)
    table = await ask(tables, table, DI)
    assert table.seat_of(EVA) is None
    assert {one.user_id for one in (await tables.get(table.id)).agreements} == {ANA, DI, EVA}


@pytest.mark.parametrize("listed", [(CY, EVA), (EVA, CY)])
@pytest.mark.parametrize("how", ["away", "gone", "missed"])
async def test_nor_when_the_last_who_has_not_answered_goes_away(
    tables: Tables, listed: tuple[int, int], how: str
) -> None:
    table = await ask(tables, await with_free_seat(tables), ANA, CY, EVA)
    await avoids(tables, *listed)
    if how == "away":
        table = await tables.seating.away(table.id, DI)
    elif how == "gone":
        table = await tables.seating.note_gone(table.id, DI)
    else:
        table = await stay_away(tables, table, DI)
    assert table.seat_of(EVA) is None
    assert {one.user_id for one in table.agreements} == {ANA, CY, EVA} - {listed[0]}
    await AvoidStore(tables.changes.database).remove(*listed)
    assert (await ask(tables, table, listed[0])).seat_of(EVA) is not None


async def test_a_person_who_leaves_the_seat_may_give_it_to_anybody(tables: Tables) -> None:
    table = await started(tables, *FOUR)
    await avoids(tables, BO, EVA)
    assert (await ask(tables, table, EVA, *FOUR)).seat_of(EVA) is not None


async def test_nobody_comes_back_by_having_their_data_deleted(tables: Tables) -> None:
    table = await with_free_seat(tables)
    await avoids(tables, CY, EVA)
    await Privacy(tables.changes.database, tables).delete(EVA)
    await ask(tables, table, EVA, ANA, DI)
    with pytest.raises(Avoided):
        await ask(tables, table, CY)


async def test_a_moderator_decides_alone(tables: Tables) -> None:
    table = await with_free_seat(tables)
    await avoids(tables, CY, EVA)
    assert (await tables.moderation.replace_player(table.id, ANA, 1, EVA, "Eva")).seat_of(EVA) is not None


async def test_one_joins_no_lobby_where_somebody_sits_whom_one_avoids(tables: Tables) -> None:
    table = await lobby(tables, ANA, BO)
    await avoids(tables, EVA, BO)
    with pytest.raises(Avoided) as refused:
        await tables.lobbies.join(table.id, EVA, "Eva")
    assert refused.value.name == "Bo"
    # A refusal of somebody on a list would tell of it: those who sit there see who comes, and can go.
    await avoids(tables, BO, CY)
    assert (await tables.lobbies.join(table.id, CY, "Cy")).seat_of(CY) is not None


async def test_nor_one_in_direct_messages_by_its_code(tables: Tables) -> None:
    table = await tables.lobbies.open(Order(home=InDirectMessages(), host_id=ANA, layout="2"), "Ana")
    assert isinstance(table.home, InDirectMessages)
    assert table.home.invitation is not None
    await avoids(tables, EVA, ANA)
    with pytest.raises(Avoided):
        await tables.lobbies.join_by(table.home.invitation.code, EVA, "Eva")
    await avoids(tables, ANA, BO)
    assert (await tables.lobbies.join_by(table.home.invitation.code, BO, "Bo")).seat_of(BO) is not None


async def test_nor_the_next_game_with_the_same_people(tables: Tables) -> None:
    table = await started(tables, ANA, BO, layout="2")
    await tables.endings.cancel(table.id, ANA, moderator=True)
    assert (await tables.get(table.id)).status is Status.ABANDONED
    await tables.lobbies.again(table.id, ANA)
    await avoids(tables, BO, ANA)
    with pytest.raises(Avoided):
        await tables.lobbies.again(table.id, BO)
    await AvoidStore(tables.changes.database).remove(BO, ANA)
    await avoids(tables, ANA, BO)
    assert (await tables.lobbies.again(table.id, BO)).status is Status.PLAYING
