"""The outcome of a game: its result, handed on once and in the transaction of the change that ends it."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.canasta.events import RoundSheet
from bot.canasta.game import Game
from bot.canasta.rules import load, load_rules
from bot.data.results import Result, ResultPerson, Role
from bot.data.tables import InChannel, Lost, Status, Table
from bot.store import Database
from bot.store.database import Transaction
from bot.store.opening import open_database
from bot.tables import Order, Tables
from bot.tables.rules import game_result
from bot.tables.rules.clock import DAY, HOUR, MINUTE
from tests import killed
from tests.stored import place
from tests.tables import test_killed
from tests.tables.club import ANA, BO, CY, DI, EVA, GUILD, NAMES, Clock, choice, lobby, mover, play_on, started
from tests.tables.test_absence import FAY, expire, stay_away
from tests.tables.test_computers import until_a_person_moves

QUICK = {"target": 1500}
TABLE = 1


class Recorder:
    """Keeps the results that it is given, and fails as long as a test says so."""

    def __init__(self) -> None:
        self.results: list[Result] = []
        self.failing = False

    async def __call__(self, tx: Transaction, result: Result) -> None:
        if self.failing:
            raise OSError("no room for results")
        self.results.append(result)

    @property
    def only(self) -> Result:
        [result] = self.results
        return result


@pytest.fixture
def recorder(tables: Tables) -> Recorder:
    recorder = Recorder()
    tables.changes.on_end(recorder)
    return recorder


def of(result: Result, user_id: int) -> ResultPerson:
    return next(one for one in result.people if one.user_id == user_id)


def roles(result: Result) -> dict[int, Role]:
    return {one.user_id: one.role for one in result.people}


async def one_turn(tables: Tables, clock: Clock, table: Table, seconds: int) -> Table:
    """Let the person to move take this many seconds for the whole turn."""
    user, number = mover(table), table.round
    clock.now += seconds - 1
    table = (await tables.turns.play(table.id, user, "draw")).table
    clock.now += 1
    while table.status is Status.PLAYING and mover(table) == user and table.round == number:
        look = await tables.look(table.id, user)
        assert look.mine is not None
        move = next(move for move in look.mine.legal if move.verb in ("discard", "answer"))
        table = (await tables.turns.play(table.id, user, move)).table
    return table


# Games that are played to their end


async def canastas_seen(tables: Tables, table: Table) -> list[Counter[str]]:
    """Return what lies on each side's table at the end of all rounds, as anybody sees it who looks back."""
    first = await tables.replays.scene(table.id, 0)
    found: list[Counter[str]] = [Counter() for _ in first.public.sides]
    for end in [*(one - 1 for one in first.rounds[1:]), first.stops - 1]:
        scene = await tables.replays.scene(table.id, end)
        for side in scene.public.sides:
            found[side.index].update(meld.canasta for meld in side.melds if meld.canasta is not None)
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("layout", "variant"), [("2", "classic"), ("4", "classic"), ("5-sitout", "classic"), ("4", "samba")]
)
async def test_a_game_that_is_played_to_its_end(
    tables: Tables, recorder: Recorder, clock: Clock, layout: str, variant: str
) -> None:
    people = [ANA, BO, CY, DI, EVA][: int(layout[0])]
    began = clock.now
    table = await lobby(tables, ANA)
    await tables.lobbies.set_up(table.id, ANA, variant=variant, layout=layout, house=QUICK)
    for one in people[1:]:
        await tables.lobbies.join(table.id, one, NAMES[one])
    table = await tables.lobbies.start(table.id, ANA)
    clock.now += HOUR
    outcomes = await play_on(tables, table, random.Random(3))
    table = await tables.get(table.id)
    result = recorder.only
    assert (result.game_id, result.guild_id, result.variant, result.layout) == (table.id, GUILD, variant, layout)
    assert (result.family, result.house, result.friendly, result.abandoned) == (variant, QUICK, False, False)
    assert (result.rounds, result.moves) == (table.round, len(outcomes))
    assert (result.began_at, result.ended_at) == (began, clock.now)
    assert tuple(side.points for side in result.sides) == table.scores
    assert [index for index, side in enumerate(result.sides) if side.rank == 1] == [table.winner]
    assert sorted(seat for side in result.sides for seat in side.seats) == list(range(len(people)))
    seats = {seat.user_id: seat.number for seat in table.seats}
    assert [(one.seat, one.user_id, one.name, one.role) for one in result.people] == [
        (seats[user], user, NAMES[user], Role.PLAYED) for user in people
    ]
    assert all(one.seat in result.sides[one.side].seats for one in result.people)
    finished = (await tables.look(table.id)).public
    assert finished is not None
    totals = [[0] * len(table.scores), *(list(one.scores) for one in finished.finished)]
    for index, side in enumerate(result.sides):
        gains = [after[index] - before[index] for before, after in pairwise(totals)]
        assert side.best_round == max(gains)
        assert sum(gains) == side.points
    assert [Counter(side.canastas) for side in result.sides] == await canastas_seen(tables, table)
    assert sum(map(len, (side.canastas for side in result.sides))) > 0
    assert sum(side.concealed for side in result.sides) == sum(one.concealed for one in finished.finished)
    assert [one.missed for one in result.people] == [0] * len(people)
    # As for the clock, an answer is a turn, and what the asker does afterwards another.
    turns = [(one.played.round, one.played.seat) for one in outcomes]
    changes = 1 + sum(one != other for one, other in pairwise(turns))
    assert sum(one.turns for one in result.people) == changes


@pytest.mark.slow
async def test_each_keeps_their_own_score_where_sides_change(tables: Tables, recorder: Recorder) -> None:
    table = await started(tables, ANA, BO, CY, layout="3-lone", house=QUICK)
    await play_on(tables, table, random.Random(1))
    table, result = await tables.get(table.id), recorder.only
    assert [side.seats for side in result.sides] == [(0,), (1,), (2,)]
    assert [one.side for one in result.people] == [0, 1, 2]
    assert [side.points for side in result.sides] == list(table.scores)
    ranked = sorted(result.sides, key=lambda side: side.rank)
    assert [side.points for side in ranked] == sorted(table.scores, reverse=True)


@pytest.mark.slow
async def test_a_game_that_has_to_be_rebuilt_has_the_same_result(tmp_path: Path, clock: Clock) -> None:
    """The process ends before the last move; the next one makes it with what is stored."""
    results: list[Result] = []
    for ends_early in (False, True):
        database = await open_database(place(tmp_path / f"{ends_early}.sqlite3"))
        tables, chance, recorder = Tables(database, clock=clock, chance=random.Random(8)), random.Random(3), Recorder()
        tables.changes.on_end(recorder)
        table = await started(tables, ANA, BO, CY, DI, house=QUICK)
        if ends_early:
            await play_on(tables, table, chance, moves=results[0].moves - 1)
            await tables.computers.close()
            tables = Tables(database, clock=clock)
            tables.changes.on_end(recorder)
            assert recorder.results == []
        await play_on(tables, await tables.get(table.id), chance)
        results.append(recorder.only)
        await tables.computers.close()
        await database.close()
    assert results[0] == results[1]
    assert sum(sum(side.canastas.values()) for side in results[0].sides) > 0


@given(st.lists(st.integers(-3, 3), min_size=2, max_size=2), st.sampled_from([None, 0, 1]))
def test_ranks_follow_the_points_but_for_the_winner(points: list[int], winner: int | None) -> None:
    game = Game(load_rules("classic", "4"), ["A", "B", "C", "D"])
    game.start_round(game.fresh_pack())
    table = Table(1, InChannel(2, 3), Status.FINISHED, 9, "classic", "4", 4, {}, ANA, (), 1, None, None, None, tuple(points), winner, 0, 0, 0)  # fmt: skip
    first, second = (side.rank for side in game_result._sides(table, game))
    if winner is not None:
        assert (first, second) == ((1, 2), (2, 1))[winner]
    elif points[0] == points[1]:
        assert (first, second) == (1, 1)
    else:
        assert (first, second) == ((1, 2) if points[0] > points[1] else (2, 1))


def test_going_out_concealed_counts_for_the_player_whose_score_it_was() -> None:
    game = Game(load_rules("classic", "3-lone"), ["A", "B", "C"])
    game.start_round(game.fresh_pack())
    plain = RoundSheet(1, 2, "out", False, (), (0, 0, 0), ((), (), ()))
    game.rounds = [
        replace(plain, concealed=True, canastas=((("mixed", 2),), (), (("mixed", 1), ("natural", 1)))),
        plain,
        replace(plain, out=None, ending="stock", canastas=((), (), (("mixed", 4),))),
        replace(plain, concealed=True, out=0),
        replace(plain, concealed=True),
    ]
    table = Table(1, InChannel(2, 3), Status.FINISHED, 9, "classic", "3-lone", 3, {}, ANA, (), 1, None, None, None, (0, 0, 0), None, 0, 0, 0)  # fmt: skip
    sides = game_result._sides(table, game)
    assert [side.concealed for side in sides] == [1, 0, 2]
    assert [side.canastas for side in sides] == [{"mixed": 2}, {}, {"mixed": 5, "natural": 1}]


@pytest.mark.parametrize("gone", [False, True])
async def test_an_operators_variant_is_of_its_bases_family(
    tables: Tables, recorder: Recorder, tmp_path: Path, gone: bool
) -> None:
    """Also where its file is gone by the end of the game."""
    own = tmp_path / "own"
    own.mkdir()
    text = 'name = "Club Samba"\nsource = "our club"\nbase = "samba"\n[layouts.4]\nseats = 4\n'
    (own / "club-samba.toml").write_text(text, encoding="utf-8")
    load.use_folder(own)
    try:
        table = await tables.lobbies.begin(
            Order(home=InChannel(GUILD, 1), host_id=ANA, variant="club-samba"), [(ANA, "Ana"), *["random"] * 3]
        )
        if gone:
            load._folders.remove(own)
            load._forget()
        await tables.endings.cancel(table.id, DI, moderator=True)
    finally:
        if own in load._folders:
            load._folders.remove(own)
            load._forget()
    assert (recorder.only.variant, recorder.only.family) == ("club-samba", "samba")


# Games that are ended otherwise


async def test_a_lobby_that_is_cancelled_has_no_result(tables: Tables, recorder: Recorder) -> None:
    await lobby(tables, ANA, BO)
    await tables.endings.cancel(TABLE, ANA)
    assert recorder.results == []


@pytest.mark.slow
async def test_what_all_agree_to_end_counts_as_it_stands(tables: Tables, recorder: Recorder) -> None:
    table = await started(tables, ANA, BO, CY, DI)
    await play_on(tables, table, random.Random(3), rounds=1)
    table = await tables.get(table.id)
    await play_on(tables, table, random.Random(4), moves=7)
    for user_id in (ANA, BO, CY):
        await tables.proposals.abandon(table.id, user_id)
    assert recorder.results == []
    await tables.proposals.abandon(table.id, DI)
    result = recorder.only
    assert (result.abandoned, result.rounds) == (True, 1)
    assert [side.points for side in result.sides] == list(table.scores)
    assert [side.rank for side in result.sides] == [1 + (mine < max(table.scores)) for mine in table.scores]
    assert set(roles(result).values()) == {Role.PLAYED}


async def test_where_no_round_was_scored_nobody_was_better(tables: Tables, recorder: Recorder) -> None:
    table = await started(tables, ANA, BO, fill="random")
    await tables.endings.cancel(table.id, EVA, moderator=True)
    result = recorder.only
    assert (result.abandoned, result.rounds, [side.rank for side in result.sides]) == (True, 0, [1, 1])
    assert [(side.points, side.best_round, side.canastas) for side in result.sides] == [(0, 0, {})] * 2
    assert result.computers == (2, 3)
    assert roles(result) == {ANA: Role.PLAYED, BO: Role.PLAYED}


async def test_who_resigns_has_left_also_if_that_ends_the_game(tables: Tables, recorder: Recorder) -> None:
    table = await started(tables, ANA, BO, CY, DI)
    for user_id in (CY, ANA, DI):
        await tables.seating.resign(table.id, user_id)
    assert recorder.results == []
    await tables.seating.resign(table.id, BO)
    assert recorder.only.abandoned
    assert roles(recorder.only) == dict.fromkeys((ANA, BO, CY, DI), Role.LEFT)
    assert recorder.only.computers == ()


async def test_a_missed_turn_that_settles_the_end_ends_it_with_a_result(tables: Tables, recorder: Recorder) -> None:
    table = await started(tables, ANA, BO, layout="2")
    gone = mover(table)
    await tables.proposals.abandon(table.id, BO if gone == ANA else ANA)
    await stay_away(tables, table, gone)
    result = recorder.only
    assert result.abandoned
    assert (of(result, gone).turns, of(result, gone).missed) == (3, 3)
    assert result.moves == (await tables.replays.scene(table.id, 0)).moves


@pytest.mark.sqlite
async def test_a_game_that_cannot_be_played_any_more_can_be_ended(
    tables: Tables, recorder: Recorder, database: Database
) -> None:
    """Nobody knows its scores, so it has no result."""
    table = await started(tables, ANA, BO, layout="2")
    await play_on(tables, table, random.Random(1), moves=2)
    await database.write("UPDATE games SET rules = json_set(rules, '$.parameters.target', 'high')")
    tables.changes.in_memory.drop_all()
    assert (await tables.endings.cancel(table.id, EVA, moderator=True)).status is Status.ABANDONED
    assert recorder.results == []


# People


@pytest.mark.slow
async def test_who_came_and_went(tables: Tables, recorder: Recorder) -> None:
    """Ana leaves and a computer plays on until Eva takes the seat, who gives way to Fay; Bo is back in the seat of the beginning."""
    table = await started(tables, ANA, BO, CY, DI, house=QUICK)
    chance = random.Random(3)
    await play_on(tables, table, chance, moves=8)
    table = await tables.seating.resign(table.id, ANA)
    await until_a_person_moves(tables, table.id)
    await tables.moderation.replace_player(table.id, DI, 0, EVA, "Eva")
    await tables.seating.resign(table.id, BO)
    await tables.moderation.replace_player(table.id, DI, 1, BO, "Bobo")
    await play_on(tables, await tables.get(table.id), chance, moves=8)
    await tables.moderation.replace_player(table.id, DI, 0, FAY, "Fay")
    await play_on(tables, await until_a_person_moves(tables, table.id), chance)
    result = recorder.only
    assert [(one.seat, one.user_id, one.name, one.role, one.replaced) for one in result.people] == [
        (0, ANA, "Ana", Role.LEFT, None),
        (0, EVA, "Eva", Role.LEFT, ANA),
        (0, FAY, "Fay", Role.SUBSTITUTE, EVA),
        (1, BO, "Bobo", Role.PLAYED, None),
        (2, CY, "Cy", Role.PLAYED, None),
        (3, DI, "Di", Role.PLAYED, None),
    ]
    assert result.computers == ()


@pytest.mark.parametrize(
    ("came", "left"),
    [
        ([EVA, BO], []),
        ([EVA, FAY, BO], [EVA]),
        ([EVA, BO, FAY, BO], []),
        ([EVA, BO, EVA], [BO]),
        ([EVA, None, BO], [EVA]),
    ],
)
async def test_who_gives_a_seat_back_to_whom_they_had_it_from_has_not_left(
    tables: Tables, recorder: Recorder, clock: Clock, came: list[int | None], left: list[int]
) -> None:
    """Bo's seat goes from one to the other, None being a computer, and each person plays a turn."""
    table = await started(tables, ANA, BO, layout="2")
    seat = table.seat_of(BO)
    assert seat is not None
    holder = BO
    for newcomer in came:
        if holder:
            table = await one_turn(tables, clock, await one_turn(tables, clock, table, 5), 5)
        if newcomer is None:
            await tables.seating.resign(table.id, holder)
            holder = 0
        else:
            holder = newcomer
            await tables.moderation.replace_player(table.id, DI, seat.number, newcomer, NAMES.get(newcomer, "Fay"))
        table = await until_a_person_moves(tables, table.id)
    await tables.endings.cancel(table.id, DI, moderator=True)
    result = recorder.only
    assert [user for user, role in roles(result).items() if role is Role.LEFT] == left
    assert of(result, ANA).role is Role.PLAYED
    assert roles(result)[holder] is (Role.PLAYED if holder == BO else Role.SUBSTITUTE)


async def test_a_newcomer_in_a_computers_seat_replaces_nobody(tables: Tables, recorder: Recorder) -> None:
    table = await started(tables, ANA, fill="random")
    await tables.moderation.replace_player(table.id, DI, 1, EVA, "Eva")
    await tables.endings.cancel(table.id, DI, moderator=True)
    assert recorder.only.computers == (1, 2, 3)
    assert (of(recorder.only, EVA).role, of(recorder.only, EVA).replaced) == (Role.SUBSTITUTE, None)


async def test_turns_are_of_those_who_had_the_seat(tables: Tables, recorder: Recorder, clock: Clock) -> None:
    """A player who is replaced in the middle of a turn has had it, and the one who comes has it too."""
    table = await started(tables, ANA, BO, layout="2")
    first, other = mover(table), ANA + BO - mover(table)
    table = await one_turn(tables, clock, table, 100)
    table = await one_turn(tables, clock, table, 10)
    await tables.turns.play(table.id, first, "draw")
    seat = table.seat_of(first)
    assert seat is not None
    clock.now += 50
    table = await tables.moderation.replace_player(table.id, DI, seat.number, EVA, "Eva")
    clock.now += 7
    look = await tables.look(table.id, EVA)
    assert look.mine is not None
    table = (
        await tables.turns.play(table.id, EVA, next(one for one in look.mine.legal if one.verb == "discard"))
    ).table
    table = await one_turn(tables, clock, table, 20)
    await tables.endings.cancel(table.id, DI, moderator=True)
    result = recorder.only
    told = {one.user_id: (one.turns, one.missed, one.seconds) for one in result.people}
    assert told == {first: (2, 0, 100), other: (2, 0, 30), EVA: (1, 0, 7)}


async def test_turns_that_a_computer_played_are_missed_and_their_time_is_not_theirs(
    tables: Tables, recorder: Recorder, clock: Clock
) -> None:
    """Of one that was begun, the rest; of those after the third, all; and turns that a moderator skips."""
    table = await started(tables, ANA, BO, layout="2")
    gone = mover(table)
    table = await one_turn(tables, clock, table, 30)
    table = await one_turn(tables, clock, table, 30)
    await tables.turns.play(table.id, gone, "draw")
    clock.now += DAY
    table = await expire(tables, table)
    table = await stay_away(tables, table, gone, 2)
    table = await one_turn(tables, clock, table, 30)
    table = await until_a_person_moves(tables, table.id)
    table = await tables.moderation.skip(table.id, DI)
    table = await until_a_person_moves(tables, table.id)
    table = await tables.seating.back(table.id, gone)
    await tables.endings.cancel(table.id, DI, moderator=True)
    one = of(recorder.only, gone)
    assert (one.turns - one.missed, one.seconds, one.role) == (1, 30, Role.PLAYED)
    assert one.missed == 5
    assert of(recorder.only, ANA + BO - gone).missed == 1


async def test_no_time_counts_that_does_not_count_for_the_clock(
    tables: Tables, recorder: Recorder, clock: Clock
) -> None:
    """Quiet hours, a vacation, and the time in which the game could not be shown. It begins at eight in the morning."""
    table = await started(tables, ANA, BO, layout="2")
    first, other = mover(table), ANA + BO - mover(table)
    await tables.preferences.set(first, quiet_from=9 * 60, quiet_until=11 * 60, time_zone="UTC")
    table = await one_turn(tables, clock, table, 4 * HOUR)
    clock.now += MINUTE
    await tables.vacations.begin(other)
    table = await one_turn(tables, clock, table, 2 * DAY)
    clock.now += HOUR
    await tables.channels.lose(table.id, Lost.LOCKED)
    clock.now += HOUR
    await tables.channels.lose(table.id, Lost.GONE)
    clock.now += HOUR
    table = await tables.channels.find(table.id)
    await one_turn(tables, clock, table, 5 * MINUTE)
    await tables.endings.cancel(table.id, DI, moderator=True)
    told = {one.user_id: (one.turns, one.seconds) for one in recorder.only.people}
    # The first move ends the vacation; the second comes a second later.
    assert told == {first: (2, 3 * HOUR + 5 * MINUTE), other: (1, MINUTE + 1)}


async def test_who_is_back_takes_only_the_time_since(tables: Tables, recorder: Recorder, database: Database) -> None:
    clock = Clock()
    slow = Tables(database, clock=clock, chance=random.Random(8), pace=3600.0, sleep=_never)
    slow.changes.on_end(recorder)
    table = await started(slow, ANA, BO, layout="2")
    gone = mover(table)
    seat = table.seat_of(gone)
    assert seat is not None
    await slow.moderation.sit_in(table.id, DI, seat.number)
    clock.now += HOUR
    table = await slow.seating.back(table.id, gone)
    table = await one_turn(slow, clock, table, 40)
    await slow.endings.cancel(table.id, DI, moderator=True)
    assert (of(recorder.only, gone).turns, of(recorder.only, gone).missed, of(recorder.only, gone).seconds) == (
        1,
        0,
        40,
    )
    await slow.computers.close()


async def _never(_: float) -> None:
    await asyncio.Event().wait()


# Once, and with the change that ends the game


@pytest.mark.slow
async def test_what_cannot_be_recorded_has_not_happened(tables: Tables, recorder: Recorder, database: Database) -> None:
    table = await started(tables, ANA, BO, CY, DI, house=QUICK)
    chance, told = random.Random(3), []
    recorder.failing = True
    with pytest.raises(OSError, match="results"):
        await play_on(tables, table, chance)
    tables.changes.on_change(lambda change: told.append(change.table.status))
    before = await tables.get(table.id)
    assert before.status is Status.PLAYING
    stored = await database.rows("SELECT count(*) AS moves FROM moves")
    with pytest.raises(OSError, match="results"):
        await tables.endings.cancel(table.id, DI, moderator=True)
    assert await tables.get(table.id) == before
    assert told == []
    recorder.failing = False
    made = await play_on(tables, before, chance)
    assert recorder.only.moves == stored[0]["moves"] + len(made)
    assert told[-1] is Status.FINISHED


@pytest.mark.slow
async def test_a_press_that_is_repeated_records_nothing_again(tables: Tables, recorder: Recorder) -> None:
    table = await started(tables, ANA, BO, CY, DI, house=QUICK)
    chance = random.Random(3)
    while table.status is Status.PLAYING:
        user, version, move = mover(table), table.version, await choice(tables, table, chance)
        table = (await tables.turns.play(table.id, user, move, version=version, interaction_id=version)).table
    assert recorder.only.rounds == table.round
    outcome = await tables.turns.play(table.id, user, move, version=version, interaction_id=version)
    assert outcome.repeated
    assert len(recorder.results) == 1


async def records(tables: Tables, work: Callable[[Tables], object]) -> None:
    """Do some work with results written where the league keeps them."""
    tables.changes.on_end(_write)
    await work(tables)  # type: ignore[misc]


async def _write(tx: Transaction, result: Result) -> None:
    await tx.insert(
        "INSERT INTO results (game_id, guild_id, variant, layout, family, house, abandoned, rounds, moves, began_at, ended_at,"
        " sides) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (result.game_id, result.guild_id, result.variant, result.layout, result.family, json.dumps(result.house),
         result.abandoned, result.rounds, result.moves, result.began_at, result.ended_at, json.dumps(repr(result))),
    )  # fmt: skip


async def the_last_resigns(tables: Tables) -> None:
    if (await tables.get(TABLE)).status is Status.PLAYING:
        await tables.seating.resign(TABLE, ANA)


async def one_plays_with_computers(tables: Tables) -> None:
    await started(tables, ANA, fill="random")


@pytest.mark.sqlite
@pytest.mark.slow
@pytest.mark.parametrize(
    ("before", "work"),
    [
        (test_killed.four_play, test_killed.cancels),
        (test_killed.all_but_one_agree, test_killed.agrees_to_end_it),
        (one_plays_with_computers, the_last_resigns),
    ],
)
def test_an_end_killed_between_any_two_writes(tmp_path: Path, before: killed.Work, work: killed.Work) -> None:
    path = tmp_path / "canasta.sqlite3"
    assert killed.run(path, before)
    assert test_killed.each_kill(path, partial(records, work=work)) >= 4
    assert results_in(tmp_path / "done.sqlite3") == 1


@pytest.mark.sqlite
@pytest.mark.slow
def test_a_last_move_killed_between_any_two_writes(tmp_path: Path) -> None:
    report, path = tmp_path / "moves.txt", tmp_path / "canasta.sqlite3"
    assert killed.run(tmp_path / "whole.sqlite3", partial(test_killed.tells_its_moves, report=report))
    moves = [line.split("\t") for line in test_killed.lines_of(report)]
    _, user_id, line, version = moves[-1]
    assert killed.run(path, partial(test_killed.plays_until, number=len(moves) - 1))
    press = partial(test_killed.presses, user_id=int(user_id), line=line, version=int(version))
    assert test_killed.each_kill(path, partial(records, work=press)) >= 5
    assert results_in(tmp_path / "done.sqlite3") == 1


def results_in(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        (count,) = connection.execute("SELECT count(*) FROM results").fetchone()
        return int(count)
