"""The process is killed between any two writes: each change is there wholly or not at all, and once."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from bot.data.tables import Status
from bot.store.people import PersonStore
from bot.tables import Tables
from bot.tables.rules.clock import DAY, MINUTE
from bot.tables.rules.standing_orders import DrawChoice, Orders
from tests import killed
from tests.tables.club import ANA, BO, CHANNEL, CY, DI, EVA, Clock, choice, lobby, mover, started

pytestmark = pytest.mark.sqlite

TABLE = 1


# The work that is killed; done again afterwards it must come to the same.


async def opens_a_lobby(tables: Tables) -> None:
    if await tables.games.in_channel(CHANNEL) is None:
        await lobby(tables, ANA)


async def joins(tables: Tables) -> None:
    if (await tables.get(TABLE)).seat_of(DI) is None:
        await tables.lobbies.join(TABLE, DI, "Di")


async def starts(tables: Tables) -> None:
    if (await tables.get(TABLE)).status is Status.LOBBY:
        await tables.lobbies.start(TABLE, ANA, fill="random")


async def resigns(tables: Tables) -> None:
    table = await tables.get(TABLE)
    if table.status is Status.PLAYING and table.seat_of(DI) is not None:
        await tables.seating.resign(TABLE, DI)


async def cancels(tables: Tables) -> None:
    if (await tables.get(TABLE)).active:
        await tables.endings.cancel(TABLE, EVA, moderator=True)


async def is_back(tables: Tables) -> None:
    seat = (await tables.get(TABLE)).seat_of(BO)
    if seat is not None and seat.sitting_in:
        await tables.seating.back(TABLE, BO)


async def takes_the_seat(tables: Tables) -> None:
    table = await tables.get(TABLE)
    seat = table.seat_of(BO)
    if seat is not None:
        await tables.proposals.substitute(TABLE, DI, seat.number, EVA)


async def agrees_to_end_it(tables: Tables) -> None:
    if (await tables.get(TABLE)).status is Status.PLAYING:
        await tables.proposals.abandon(TABLE, DI)


async def misses_a_turn(tables: Tables) -> None:
    """As the clock has it: as long as the turn is the one whose time was up."""
    table = await tables.get(TABLE)
    if table.seats[0].missed == table.seats[1].missed == 0:
        await tables.turns.expire(TABLE, table.version)


async def gives_orders(tables: Tables) -> None:
    person = mover(await tables.get(TABLE))
    if await tables.standing_orders.of(TABLE, person) is None:
        await tables.standing_orders.give(TABLE, person, await draw_and_discard(tables, person), lasting=False)


async def plays_as_ordered(tables: Tables) -> None:
    """As the clock has it: what is due, and what is due a little later."""
    clock = tables.now
    assert isinstance(clock, Clock)
    for seconds in (DAY // 5, MINUTE):
        clock.now += seconds
        while await tables.standing_orders.run(TABLE):
            pass


async def goes_on_vacation(tables: Tables) -> None:
    person = mover(await tables.get(TABLE))
    if (await tables.vacations.of(person)).until is None:
        await tables.vacations.begin(person, 2 * DAY)


async def sleeps_at_night(tables: Tables) -> None:
    person = mover(await tables.get(TABLE))
    if (await PersonStore(tables.changes.database).get(person)).quiet_from is None:
        await tables.preferences.set(person, quiet_from=22 * 60, quiet_until=8 * 60, time_zone="Europe/Rome")


async def presses(tables: Tables, user_id: int, line: str, version: int) -> None:
    """Make the same press, interaction and all, each time."""
    await tables.turns.play(TABLE, user_id, line, version=version, interaction_id=77)


# The contents of the database before them.


async def nothing(_: Tables) -> None:
    pass


async def three_wait(tables: Tables) -> None:
    await lobby(tables, ANA, BO, CY)


async def three_wait_for_a_game_with_a_clock(tables: Tables) -> None:
    await three_wait(tables)
    await tables.lobbies.limit(TABLE, ANA, DAY)


async def four_play_by_the_clock(tables: Tables) -> None:
    await three_wait_for_a_game_with_a_clock(tables)
    await tables.lobbies.join(TABLE, DI, "Di")
    await tables.lobbies.start(TABLE, ANA)


async def four_play(tables: Tables) -> None:
    await started(tables, ANA, BO, CY, DI, house={"target": 1500})


async def four_play_and_one_has_given_orders(tables: Tables) -> None:
    await four_play_by_the_clock(tables)
    await gives_orders(tables)


async def draw_and_discard(tables: Tables, person: int) -> Orders:
    mine = (await tables.look(TABLE, person)).mine
    assert mine is not None
    return Orders(draw=DrawChoice.ALWAYS, discards=mine.hand[:10])


async def one_is_away(tables: Tables) -> None:
    table = await started(tables, ANA, BO, CY, DI)
    number = next(seat.number for seat in table.seats if seat.user_id == BO)
    await tables.moderation.sit_in(TABLE, EVA, number)


async def all_but_one_agree(tables: Tables) -> None:
    """Propose both to end the game and to let Eva play for Bo, and have all but one agree."""
    await one_is_away(tables)
    for user_id in (ANA, CY):
        await tables.proposals.abandon(TABLE, user_id)
        await tables.proposals.substitute(TABLE, user_id, 1, EVA, "Eva")
    await tables.proposals.substitute(TABLE, EVA, 1, EVA, "Eva")


async def two_play(tables: Tables) -> None:
    await started(tables, ANA, BO, layout="2")


async def plays_until(tables: Tables, number: int) -> None:
    """Play the game of `four_play` until `number` moves have been made."""
    await four_play(tables)
    chance = random.Random(6)
    for _ in range(number):
        table = await tables.get(TABLE)
        await tables.turns.play(TABLE, mover(table), await choice(tables, table, chance))


async def tells_its_moves(tables: Tables, report: Path) -> None:
    """Play a whole game as `plays_until` does and write down each move: round, user, line, version it was made at."""
    await four_play(tables)
    chance = random.Random(6)
    table = await tables.get(TABLE)
    with report.open("w") as file:
        while table.status is Status.PLAYING:
            outcome = await tables.turns.play(TABLE, mover(table), await choice(tables, table, chance))
            file.write(f"{outcome.played.round}\t{mover(table)}\t{outcome.played.line}\t{table.version}\n")
            table = outcome.table


def each_kill(before: Path, work: killed.Work) -> int:
    """Kill `work` before each of its statements in turn, on a copy of `before`; how many kills that took."""
    done = before.with_name("done.sqlite3")
    shutil.copy(before, done)
    assert killed.run(done, work)
    states = {"before": killed.content(before), "after": killed.content(done)}
    assert states["before"] != states["after"]
    for kill_at in killed.moments():
        path = before.with_name(f"killed-{kill_at}.sqlite3")
        shutil.copy(before, path)
        finished = killed.run(path, work, kill_at)
        left = killed.content(path)
        assert left in states.values(), f"half a change was left by a kill before statement {kill_at}"
        assert killed.run(path, work)
        assert killed.content(path) == states["after"], f"done twice after a kill before statement {kill_at}"
        if finished:
            return kill_at - 1
    raise AssertionError("moments have no end")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("before", "work"),
    [
        (nothing, opens_a_lobby),
        (three_wait, joins),
        (three_wait, starts),
        (three_wait_for_a_game_with_a_clock, starts),
        (four_play_by_the_clock, goes_on_vacation),
        (four_play_by_the_clock, sleeps_at_night),
        (four_play, resigns),
        (four_play, cancels),
        (one_is_away, is_back),
        (all_but_one_agree, takes_the_seat),
        (all_but_one_agree, agrees_to_end_it),
    ],
)
def test_a_change_killed_between_any_two_writes(tmp_path: Path, before: killed.Work, work: killed.Work) -> None:
    path = tmp_path / "canasta.sqlite3"
    assert killed.run(path, before)
    assert each_kill(path, work) >= 3


def test_a_turn_that_is_played_for_somebody_killed_between_any_two_writes(tmp_path: Path) -> None:
    """Its moves are stored one by one; however often it is begun, it is one turn, and one that was missed."""
    before = tmp_path / "canasta.sqlite3"
    assert killed.run(before, two_play)
    for kill_at in killed.moments():
        path = tmp_path / f"killed-{kill_at}.sqlite3"
        shutil.copy(before, path)
        finished = killed.run(path, misses_a_turn, kill_at)
        assert killed.run(path, misses_a_turn)
        with closing(sqlite3.connect(path)) as connection:
            moves = connection.execute("SELECT line, user_id FROM moves ORDER BY number").fetchall()
            assert [(line.split()[1], user) for line, user in moves] == [("draw", None), ("discard", None)]
            assert connection.execute("SELECT sum(missed) FROM seats").fetchone() == (1,)
            assert connection.execute("SELECT kind FROM log").fetchall() == [("missed",)]
        if finished:
            break
    assert kill_at > 10


def test_orders_that_are_killed_between_any_two_writes_are_played_once(tmp_path: Path) -> None:
    """However often they are begun, they draw once and discard once, as their owner."""
    before = tmp_path / "canasta.sqlite3"
    assert killed.run(before, four_play_and_one_has_given_orders)
    for kill_at in killed.moments():
        path = tmp_path / f"killed-{kill_at}.sqlite3"
        shutil.copy(before, path)
        finished = killed.run(path, plays_as_ordered, kill_at)
        assert killed.run(path, plays_as_ordered)
        with closing(sqlite3.connect(path)) as connection:
            [(owner,)] = connection.execute("SELECT DISTINCT user_id FROM moves").fetchall()
            moves = connection.execute("SELECT line, user_id FROM moves ORDER BY number").fetchall()
            assert [(line.split()[1], user) for line, user in moves] == [("draw", owner), ("discard", owner)]
            assert connection.execute("SELECT * FROM standing_orders").fetchall() == []
        if finished:
            break
    assert kill_at > 10


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["first", "ends-round", "ends-game"])
def test_a_move_killed_between_any_two_writes(tmp_path: Path, kind: str) -> None:
    report = tmp_path / "moves.txt"
    assert killed.run(tmp_path / "whole.sqlite3", partial(tells_its_moves, report=report))
    moves = [line.split("\t") for line in lines_of(report)]
    last_of_round = next(n for n, move in enumerate(moves) if move[0] != moves[n + 1][0])
    number = {"first": 0, "ends-round": last_of_round, "ends-game": len(moves) - 1}[kind]
    _, user_id, line, version = moves[number]
    path = tmp_path / "canasta.sqlite3"
    assert killed.run(path, partial(plays_until, number=number))
    press = partial(presses, user_id=int(user_id), line=line, version=int(version))
    assert each_kill(path, press) >= 4
    with closing(sqlite3.connect(tmp_path / "done.sqlite3")) as connection:
        rounds, status = connection.execute("SELECT round, status FROM games").fetchone()
    assert status == ("finished" if kind == "ends-game" else "playing")
    assert rounds == int(moves[number][0]) + (kind == "ends-round")


def lines_of(log: Path) -> list[str]:
    return log.read_text().splitlines() if log.exists() else []


async def presses_on(tables: Tables, log: Path) -> None:
    """Press the last intended move again, then go on pressing; each move is written down before it is pressed."""
    pressed = lines_of(log)
    with log.open("a", buffering=1) as file:
        if pressed:
            user_id, version, line = pressed[-1].split("\t")
            await tables.turns.play(TABLE, int(user_id), line, version=int(version), interaction_id=len(pressed))
        number = len(pressed)
        while (table := await tables.get(TABLE)).status is Status.PLAYING and table.round < 2:
            number += 1
            move = await choice(tables, table, random.Random(number))
            file.write(f"{mover(table)}\t{table.version}\t{move}\n")
            os.fsync(file.fileno())
            await tables.turns.play(TABLE, mover(table), move, version=table.version, interaction_id=number)


@pytest.mark.slow
def test_a_round_killed_after_every_few_statements(tmp_path: Path) -> None:
    path, log = tmp_path / "canasta.sqlite3", tmp_path / "pressed.txt"
    assert killed.run(path, two_play)
    kills = 0
    most = 17 if killed.LONG else 67
    while not killed.run(path, partial(presses_on, log=log), kill_at=1 + (kills * 4) % most):
        kills += 1
    assert kills > 8
    with closing(sqlite3.connect(path)) as connection:
        moves = connection.execute("SELECT number, interaction_id, user_id, version, line FROM moves ORDER BY number")
        stored = moves.fetchall()
        table_version = connection.execute("SELECT version FROM games").fetchone()
    pressed = [line.split("\t") for line in lines_of(log)]
    assert [(n, str(user), str(version - 1), line) for _, n, user, version, line in stored] == [
        (n, *press) for n, press in enumerate(pressed, start=1)
    ]
    assert [number for number, *_ in stored] == list(range(1, len(pressed) + 1))
    assert table_version == (stored[-1][3],)
