"""Computer players: they move when it is their turn, whatever happens around them."""

from __future__ import annotations

import asyncio
import logging
import random

import pytest

from bot.canasta.moves import Move
from bot.canasta.views import SeatView
from bot.data.tables import Status, Table
from bot.store import Database
from bot.tables import Change, Tables, thinkers
from bot.tables import computers as module
from tests.tables.club import ANA, BO, CHANNEL, Clock, choice, mover, started


async def until_a_person_moves(tables: Tables, table_id: int) -> Table:
    """Return the table once no computer is to move."""
    while table_id in tables.computers._tasks:
        await asyncio.wait({tables.computers._tasks[table_id]})
    return await tables.get(table_id)


async def play_with_computers(tables: Tables, table: Table, chance: random.Random, moves: int) -> Table:
    for _ in range(moves):
        table = await until_a_person_moves(tables, table.id)
        if table.status is not Status.PLAYING:
            break
        table = (await tables.turns.play(table.id, mover(table), await choice(tables, table, chance))).table
    return await until_a_person_moves(tables, table.id)


async def test_computers_play_until_the_person_is_to_move(tables: Tables, database: Database) -> None:
    heard: list[Change] = []
    tables.changes.on_change(heard.append)
    table = await started(tables, ANA, fill="random")
    table = await until_a_person_moves(tables, table.id)
    assert mover(table) == ANA
    assert (await database.rows("SELECT count(*) FROM moves WHERE user_id IS NULL"))[0][0] > 0
    assert (await database.rows("SELECT count(*) FROM moves WHERE user_id IS NOT NULL"))[0][0] == 0
    assert [change.table.version for change in heard] == list(range(1, table.version + 1))


@pytest.mark.slow
@pytest.mark.parametrize("layout", ["2", "3-lone", "4", "5-sitout", "6-pairs", "6-trios"])
async def test_one_person_plays_a_whole_game_with_computers(tables: Tables, layout: str) -> None:
    table = await started(tables, ANA, layout=layout, fill="random", house={"target": 500})
    table = await play_with_computers(tables, table, random.Random(2), moves=2000)
    assert table.status is Status.FINISHED


@pytest.mark.slow
async def test_a_computer_partner_answers_when_asked(tables: Tables) -> None:
    table = await started(tables, ANA, fill="random", house={"target": 100000})
    chance = random.Random(3)
    while True:
        table = await until_a_person_moves(tables, table.id)
        mine = (await tables.look(table.id, ANA)).mine
        assert mine is not None
        ask = next((move for move in mine.legal if move.verb == "ask"), None)
        if ask is not None:
            break
        await tables.turns.play(table.id, ANA, chance.choice(mine.legal))
    own = table.turn
    await tables.turns.play(table.id, ANA, ask)
    table = await until_a_person_moves(tables, table.id)
    assert table.turn == own
    answered = (await tables.look(table.id)).recent[-1]
    assert answered.line.split()[1] == "answer"
    assert answered.seat != own


async def test_computers_go_on_after_a_restart(tables: Tables, database: Database, clock: Clock) -> None:
    table = await started(tables, ANA, fill="random")
    await tables.computers.close()
    waiting = await tables.get(table.id)
    assert waiting.to_move is not None
    assert waiting.to_move.level == "random"
    again = Tables(database, clock=clock, chance=random.Random(7))
    await again.computers.resume()
    table = await until_a_person_moves(again, table.id)
    assert mover(table) == ANA
    await again.computers.close()


async def test_each_move_of_a_computer_waits_its_pace(database: Database, clock: Clock) -> None:
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    tables = Tables(database, clock=clock, chance=random.Random(7), pace=1.5, sleep=sleep)
    table = await started(tables, ANA, fill="random")
    table = await until_a_person_moves(tables, table.id)
    made = (await database.rows("SELECT count(*) FROM moves"))[0][0]
    assert waited == [1.5] * made
    await tables.computers.close()


async def test_a_turn_in_which_somebody_resigns_is_played(tables: Tables) -> None:
    table = await started(tables, ANA, BO, layout="2")
    gone = mover(table)
    await tables.seating.resign(table.id, gone)
    table = await until_a_person_moves(tables, table.id)
    assert mover(table) != gone


async def test_a_game_ended_while_a_computer_thinks_stays_ended(
    tables: Tables, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await started(tables, ANA, fill="random")
    table = await until_a_person_moves(tables, table.id)
    loop = asyncio.get_running_loop()
    thinking = asyncio.Event()
    ended = asyncio.Event()

    def slow(view: SeatView, level: str, chance: random.Random) -> Move:
        loop.call_soon_threadsafe(thinking.set)
        asyncio.run_coroutine_threadsafe(ended.wait(), loop).result()
        return chance.choice(view.legal)

    monkeypatch.setattr(thinkers, "choose", slow)
    chance = random.Random(4)
    while not thinking.is_set():
        table = await tables.get(table.id)
        if table.to_move is not None and table.to_move.user_id is not None:
            await tables.turns.play(table.id, ANA, await choice(tables, table, chance))
        await asyncio.sleep(0)
    cancelled = await tables.endings.cancel(table.id, ANA)
    ended.set()
    assert await until_a_person_moves(tables, table.id) == cancelled
    moves = await database.rows("SELECT max(version) FROM moves")
    assert moves[0][0] < cancelled.version


@pytest.mark.parametrize("fault", ["raises", "cheats"])
async def test_a_computer_that_chooses_badly_plays_something_legal(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, fault: str
) -> None:
    def badly(view: SeatView, level: str, chance: random.Random) -> Move:
        if fault == "raises":
            raise RuntimeError("lost count")
        return Move(view.seat, "float")

    monkeypatch.setattr(thinkers, "choose", badly)
    with caplog.at_level(logging.ERROR):
        table = await started(tables, ANA, fill="normal")
        table = await until_a_person_moves(tables, table.id)
    assert mover(table) == ANA
    assert any("computer" in record.getMessage() for record in caplog.records)


async def test_a_computer_tries_again_when_its_move_was_not_stored(
    database: Database, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)
        patch.undo()

    tables = Tables(database, clock=clock, chance=random.Random(7), sleep=sleep)
    table = await started(tables, ANA, BO, layout="2")

    async def full(*_args: object, **_options: object) -> None:
        raise OSError("no room on the disk")

    patch = pytest.MonkeyPatch()
    await tables.seating.resign(table.id, mover(table))
    patch.setattr(tables.changes.play, "append", full)
    with caplog.at_level(logging.ERROR):
        table = await until_a_person_moves(tables, table.id)
    assert waited == [module.RETRY_SECONDS]
    assert table.to_move is not None
    assert table.to_move.user_id is not None
    await tables.computers.close()


async def test_computers_of_many_tables_play_side_by_side(tables: Tables) -> None:
    games = [await started(tables, ANA, channel=CHANNEL + n, fill="random") for n in range(20)]
    for game in games:
        assert mover(await until_a_person_moves(tables, game.id)) == ANA
