"""Looking back: every position of a replay is the one that people saw when it was played, and a record waits for the end."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.canasta.views import PublicView, SeatView
from bot.data.tables import InChannel, Status, Table
from bot.store import Database
from bot.tables import Order, Tables
from bot.tables.errors import NotOver
from tests.tables.club import ANA, BO, CHANNEL, CY, DI, GUILD, Clock, choice, lobby, mover, started


async def opened(tables: Tables, variant: str, house: dict[str, object]) -> Table:
    table = await tables.lobbies.open(
        Order(home=InChannel(GUILD, CHANNEL), host_id=ANA, variant=variant, layout="2", house=house), "Ana"
    )
    await tables.lobbies.join(table.id, BO, "Bo")
    return await tables.lobbies.start(table.id, ANA)


async def seen(tables: Tables, table: Table) -> tuple[PublicView, tuple[SeatView, ...]]:
    """Return what everybody saw, and what each of the two saw."""
    looks = [await tables.look(table.id, user) for user in (ANA, BO)]
    assert looks[0].public is not None
    return looks[0].public, tuple(look.mine for look in looks if look.mine is not None)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("variant", "house"),
    [
        ("classic", {"target": 1000}),
        ("classic", {"target": 300, "stock.end": "reshuffle"}),
        ("hand-and-foot", {"target": 500, "deal.foot_choice": "pass"}),
        ("caliente", {"target": 300}),
    ],
)
async def test_every_stop_is_what_was_seen_when_it_was_played(
    variant: str, house: dict[str, Any], tables: Tables
) -> None:
    chance = random.Random(4)
    table = await opened(tables, variant, house)
    lived = [await seen(tables, table)]
    rounds = [0]
    while table.status is Status.PLAYING:
        before = table.round
        table = (await tables.turns.play(table.id, mover(table), await choice(tables, table, chance))).table
        if table.round != before:
            lived.append(())  # type: ignore[arg-type]  # the round's last stop, when the new deal was seen already
            rounds.append(len(lived))
        lived.append(await seen(tables, table))

    first = await tables.replays.scene(table.id, 0)
    assert (first.stops, first.rounds) == (len(lived), tuple(rounds))
    for stop, live in enumerate(lived):
        scene = await tables.replays.scene(table.id, stop, stop % 2)
        assert (scene.stop, scene.move) == (stop, stop - max(begin for begin in rounds if begin <= stop))
        if not live:
            assert scene.public.phase == "over"
            continue
        public, mine = live
        assert scene.public == public
        # A replay shows what could be done, not why the pile couldn't be taken.
        assert scene.mine == mine[stop % 2]._replace(untaken=None)
        assert (await tables.replays.scene(table.id, stop)).mine is None


@pytest.mark.slow
async def test_steps_by_turns_end_where_another_is_to_move_and_stay_within_the_game(tables: Tables) -> None:
    chance = random.Random(9)
    table = await opened(tables, "classic", {"target": 500})
    while table.status is Status.PLAYING:
        table = (await tables.turns.play(table.id, mover(table), await choice(tables, table, chance))).table
    scene = await tables.replays.scene(table.id, 0)
    assert scene.turn_before == 0
    ends = [0]
    while scene.turn_after != scene.stop:
        later = await tables.replays.scene(table.id, scene.turn_after)
        assert later.turn_before == scene.stop
        if later.move:
            movers = {happening.seat for happening in later.recent[scene.move + 1 if scene.move < later.move else 1 :]}
            assert len(movers) == 1
        scene = later
        ends.append(scene.stop)
    assert ends[-1] == scene.stops - 1
    assert ends == sorted(set(ends))
    assert (await tables.replays.scene(table.id, 10**9)).stop == scene.stops - 1
    assert (await tables.replays.scene(table.id, 0, 99)).mine is None


@pytest.mark.slow
async def test_nothing_is_told_of_a_game_in_play_but_its_finished_rounds(tables: Tables) -> None:
    chance = random.Random(2)
    table = await opened(tables, "classic", {"target": 100_000})
    with pytest.raises(NotOver):
        await tables.replays.proof(table.id, 1)
    while table.round < 3:
        table = (await tables.turns.play(table.id, mover(table), await choice(tables, table, chance))).table
    for through in (None, 0, 3, 4, -1):
        with pytest.raises(NotOver):
            await tables.replays.proof(table.id, through)
    with pytest.raises(NotOver):
        await tables.replays.scene(table.id, 0)
    proof = await tables.replays.proof(table.id, 2)
    assert [seal.round for seal in proof.seals] == [1, 2]
    assert len(proof.record["rounds"]) == 2  # type: ignore[arg-type]
    table = await tables.endings.cancel(table.id, ANA, moderator=True)
    assert table.status is Status.ABANDONED
    assert len((await tables.replays.proof(table.id)).seals) == 3
    assert (await tables.replays.scene(table.id, 10**6)).public.phase != "over"


async def test_a_lobby_has_nothing_to_look_back_at(tables: Tables) -> None:
    table = await lobby(tables, ANA)
    for refused in (
        tables.replays.proof(table.id),
        tables.replays.proof(table.id, 1),
        tables.replays.scene(table.id, 0),
    ):
        with pytest.raises(NotOver):
            await refused


async def test_ended_games_of_a_channel_come_first_then_ones_own(
    tables: Tables, database: Database, clock: Clock
) -> None:
    ends: list[Table] = []
    for channel, people in ((70, (ANA, BO)), (71, (ANA, BO)), (72, (CY, DI)), (70, (CY, DI))):
        table = await started(tables, *people, channel=channel, layout="2")
        clock.now += 60
        ends.append(await tables.endings.cancel(table.id, people[0], moderator=True))
    await lobby(tables, ANA, channel=70)
    one, two, _three, four = (table.id for table in ends)
    assert [table.id for table in await tables.games.ended(70, ANA, 25)] == [four, one, two]
    assert [table.id for table in await tables.games.ended(70, ANA, 2)] == [four, one]
    assert [table.id for table in await tables.games.ended(99, ANA, 25)] == [two, one]
