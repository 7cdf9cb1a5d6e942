"""Changes of results by moderators: as if it had always been so, and undone to the last bit."""

from __future__ import annotations

import asyncio
import itertools
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import psycopg
import pytest

from bot.data.corrections import Amendment
from bot.data.errors import StoreTrouble
from bot.data.results import Result, Unrated
from bot.league import amend as module
from bot.league import remake, tally
from bot.league.errors import AlreadyUndone, NoSuchResult, WrongScores
from bot.store.database import Database, Found, Side
from bot.store.opening import open_database
from bot.store.people import PersonStore
from bot.store.sqlite import SQLite
from tests.league.games import DAY, GUILD, OTHER_GUILD, Club, game
from tests.store.test_failures import ON_FILES
from tests.stored import place, rows

HISTORY = [
    game([1, 2], [3, 4], points=(5000, 3000)),
    game([1, 3], [2, 4], points=(2000, 3000)),
    game([1], [3], points=(100, 100)),
    game([2, 4], [1, 3], points=(7000, 1000), family="samba"),
]


#: The first of them as it would have been with the sides' points exchanged.
REVERSED = replace(
    HISTORY[0],
    sides=tuple(
        side._replace(points=points, rank=rank)
        for side, points, rank in zip(HISTORY[0].sides, (3000, 5000), (2, 1), strict=True)
    ),
)


async def play(club: Club, history: list[Result]) -> list[Result]:
    stored = []
    for one in history:
        club.clock.now += 60 * DAY
        stored.append(await club.play(one))
    return stored


async def other(tmp_path: Path, history: list[Result]) -> list[tuple[object, ...]]:
    """Return what is kept where history was like that from the beginning."""
    path = place(tmp_path / "other.sqlite3")
    database = await open_database(path)
    try:
        club = Club(database, path)
        await play(club, history)
        return club.kept()
    finally:
        await database.close()


async def test_corrected_points_count_as_if_they_had_always_been_so(club: Club, tmp_path: Path) -> None:
    stored = await play(club, HISTORY)
    before = club.kept()
    correction = await club.league.corrections.correct(
        GUILD, stored[0].id, by=9, reason="added up wrong", points=(3000, 5000)
    )
    assert club.kept() != before
    assert club.kept() == await other(tmp_path, [REVERSED, *HISTORY[1:]])
    result = await club.league.result(GUILD, stored[0].id)
    assert result is not None
    assert [(side.points, side.rank) for side in result.sides] == [(5000, 1), (3000, 2)]
    assert [(side.points, side.rank) for side in result.standing_sides] == [(3000, 2), (5000, 1)]
    undone = await club.league.corrections.undo(GUILD, correction.id, by=8)
    assert club.kept() == before
    assert await club.league.result(GUILD, stored[0].id) == stored[0]
    assert await club.league.corrections.page(GUILD) == [undone]
    assert (undone.undone_by, undone.user_id, undone.reason) == (8, 9, "added up wrong")
    with pytest.raises(AlreadyUndone):
        await club.league.corrections.undo(GUILD, correction.id, by=8)
    assert club.kept() == before


async def test_a_void_result_counts_for_nothing_and_stays_in_history(club: Club) -> None:
    stored = await play(club, HISTORY)
    before = club.kept()
    for one in stored:
        await club.league.corrections.void(GUILD, one.id, by=9, reason="cheated")
    assert club.kept() == []
    history = (await club.league.history(GUILD, 1)).results
    assert [one.id for one in history] == [one.id for one in reversed(stored)]
    assert {one.standing for one in history} == {Unrated.VOID}
    for correction in await club.league.corrections.page(GUILD):
        await club.league.corrections.undo(GUILD, correction.id, by=9)
    assert club.kept() == before


async def test_the_latest_correction_that_was_not_undone_holds(club: Club) -> None:
    (stored,) = await play(club, [HISTORY[0]])
    states = [club.kept()]
    first = await club.league.corrections.correct(GUILD, stored.id, by=9, reason="a", points=(1, 2))
    states.append(club.kept())
    second = await club.league.corrections.correct(GUILD, stored.id, by=9, reason="b", points=(3, 3))
    states.append(club.kept())
    third = await club.league.corrections.void(GUILD, stored.id, by=9, reason="c")
    assert (third.before, third.after) == (second.after, Amendment(void=True))
    await club.league.corrections.undo(GUILD, second.id, by=9)
    assert club.kept() == []
    await club.league.corrections.undo(GUILD, third.id, by=9)
    assert club.kept() == states[1]
    await club.league.corrections.undo(GUILD, first.id, by=9)
    assert club.kept() == states[0]


async def test_other_ranks_may_stand_beside_the_points(club: Club) -> None:
    (stored,) = await play(club, [HISTORY[0]])
    one = await club.league.corrections.correct(GUILD, stored.id, by=9, reason="agreed on a draw", ranks=(1, 1))
    assert one.after == Amendment(points=(5000, 3000), ranks=(1, 1))
    profile = await club.league.boards.profile(GUILD, 1)
    assert profile is not None
    assert (profile.standing.ties, profile.standing.points) == (1, 5000)


@pytest.mark.parametrize(
    ("points", "ranks"), [((1, 2, 3), None), ((), None), ((1, 2), (1,)), ((1, 2), (2, 3)), (None, (0, 1)), (None, ())]
)
async def test_scores_that_do_not_fit_change_nothing(
    club: Club, points: tuple[int, ...] | None, ranks: tuple[int, ...] | None
) -> None:
    (stored,) = await play(club, [HISTORY[0]])
    before = club.kept()
    with pytest.raises(WrongScores):
        await club.league.corrections.correct(GUILD, stored.id, by=9, reason="x", points=points, ranks=ranks)
    assert club.kept() == before
    assert await club.league.corrections.page(GUILD) == []


async def test_what_is_not_there_can_not_be_corrected(club: Club) -> None:
    with pytest.raises(NoSuchResult):
        await club.league.corrections.void(GUILD, 1, by=9, reason="x")
    with pytest.raises(NoSuchResult):
        await club.league.corrections.undo(GUILD, 1, by=9)


async def test_games_that_end_while_ratings_are_worked_out_count_too(
    club: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored = await play(club, HISTORY[:1])
    read, left = module._read, list(HISTORY[1:])

    async def interrupted(database: Database, work: module._Work) -> None:
        await read(database, work)
        if left:
            club.clock.now += 60 * DAY
            await club.play(left.pop(0))

    monkeypatch.setattr(module, "_read", interrupted)
    await club.league.corrections.correct(GUILD, stored[0].id, by=9, reason="x", points=(3000, 5000))
    # One came before all was read again, one after that.
    assert left == HISTORY[3:]
    await play(club, left)
    assert club.kept() == await other(tmp_path, [REVERSED, *HISTORY[1:]])


@pytest.mark.parametrize("what", [module, remake], ids=["correct", "rerate"])
async def test_a_change_ends_however_fast_results_come(
    club: Club, monkeypatch: pytest.MonkeyPatch, what: ModuleType
) -> None:
    stored = await play(club, HISTORY)
    read, reads = what._read, 0

    async def interrupted(database: Database, work: object) -> None:
        nonlocal reads
        await read(database, work)
        reads += 1
        assert reads < 20
        if not club.database._one_at_a_time.locked():
            await club.play(HISTORY[reads % 4])

    monkeypatch.setattr(what, "_read", interrupted)
    if what is module:
        await club.league.corrections.void(GUILD, stored[0].id, by=9, reason="x")
    else:
        await club.league.corrections.rerate(GUILD)
    monkeypatch.undo()
    kept = club.kept()
    assert (await club.league.corrections.rerate(GUILD)).rows == 0
    assert club.kept() == kept


async def test_a_correction_does_not_wait_for_that_of_another_server(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, another = await play(club, [HISTORY[0], replace(HISTORY[0], guild_id=OTHER_GUILD)])
    read, held, go_on = module._read, asyncio.Event(), asyncio.Event()

    async def waiting(database: Database, work: module._Work) -> None:
        if not held.is_set():
            held.set()
            await go_on.wait()
        await read(database, work)

    monkeypatch.setattr(module, "_read", waiting)
    first = asyncio.create_task(club.league.corrections.void(GUILD, one.id, by=9, reason="x"))
    await held.wait()
    await asyncio.wait_for(club.league.corrections.void(OTHER_GUILD, another.id, by=9, reason="y"), 60)
    assert not first.done()
    go_on.set()
    await first


async def test_ratings_are_worked_out_from_the_season_of_the_result_on(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored = await play(club, HISTORY * 3)
    seasons = [one.season_id for one in stored]
    assert len(set(seasons)) > 2
    add, added = tally.Ladder.add, []

    def noted(ladder: tally.Ladder, result: Result) -> None:
        added.append(result.season_id)
        add(ladder, result)

    monkeypatch.setattr(tally.Ladder, "add", noted)
    await club.league.corrections.void(GUILD, stored[-1].id, by=9, reason="x")
    assert set(added) == {seasons[-1]}
    added.clear()
    # Of a database that an earlier version has left, it isn't known how all stood then.
    rows(club.path, "UPDATE standings SET began = ''")
    await club.league.corrections.void(GUILD, stored[-2].id, by=9, reason="x")
    assert set(added) == set(seasons)
    await club.league.corrections.rerate(GUILD)
    assert (await club.league.corrections.rerate(GUILD)).rows == 0


async def test_a_correction_of_points_alone_rates_nobody_again(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    stored = await play(club, HISTORY)

    def rated(_: tally.Ladder, __: Result) -> None:
        raise AssertionError

    monkeypatch.setattr(tally.Ladder, "add", rated)
    await club.league.corrections.correct(GUILD, stored[0].id, by=9, reason="x", points=(5100, 3000))
    monkeypatch.undo()
    kept = club.kept()
    assert (await club.league.corrections.rerate(GUILD)).rows == 0
    assert club.kept() == kept


async def test_whatever_else_changes_meanwhile_has_it_begin_again(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    stored = await play(club, HISTORY)
    read, works = module._read, []

    async def interrupted(database: Database, work: module._Work) -> None:
        await read(database, work)
        if work not in works:
            works.append(work)
        if not club.database._one_at_a_time.locked():
            if len(works) % 2:
                await club.league.members.note_gone(GUILD, 1)
            else:
                await club.league.members.note_present(GUILD, 1, "P1")

    monkeypatch.setattr(module, "_read", interrupted)
    await club.league.corrections.void(GUILD, stored[0].id, by=9, reason="x")
    # Three times beside the bot, then while nothing else can be written.
    assert len(works) == 4
    monkeypatch.undo()
    kept = club.kept()
    assert (await club.league.corrections.rerate(GUILD)).rows == 0
    assert club.kept() == kept


@pytest.mark.parametrize("by", [2, 9], ids=["who played", "who did not"])
async def test_people_who_are_deleted_while_all_is_made_again_stay_deleted(
    club: Club, monkeypatch: pytest.MonkeyPatch, by: int
) -> None:
    stored = await play(club, HISTORY)
    one = await club.league.corrections.void(GUILD, stored[0].id, by=by, reason="x")
    await club.database.write("DELETE FROM notices")
    await PersonStore(club.database).heard(by, "en")
    read, deleting = module._read, [1, by]

    async def interrupted(database: Database, work: module._Work) -> None:
        await read(database, work)
        while deleting:
            await club.forget(deleting.pop())

    monkeypatch.setattr(module, "_read", interrupted)
    await club.league.corrections.void(GUILD, stored[1].id, by=by, reason="x")
    deleting[:] = [3]
    await club.league.corrections.undo(GUILD, one.id, by=10)
    told = {row[0] for row in await club.database.rows("SELECT user_id FROM notices")}
    assert told == {2, 4} - {by}
    columns = [(table, name) for table, form in (await club.database.forms()).items() for name in form.columns]
    for table, name in columns:
        if name in ("user_id", "by", "undone_by", "other_id", "host_id", "newcomer_id"):
            left = await club.database.rows(f"SELECT {name} FROM {table} WHERE {name} IN (?, ?)", (3, by))
            assert left == [], (table, name)
    made = await club.league.corrections.page(GUILD)
    assert [correction.user_id > 0 for correction in made] == [False, False]


async def test_two_moderators_at_once(club: Club) -> None:
    stored = await play(club, HISTORY)
    before = club.kept()
    one, another = await asyncio.gather(
        club.league.corrections.void(GUILD, stored[0].id, by=8, reason="x"),
        club.league.corrections.correct(GUILD, stored[1].id, by=9, reason="y", points=(1, 2)),
    )
    assert (await club.league.corrections.rerate(GUILD)).rows == 0
    await asyncio.gather(*[club.league.corrections.undo(GUILD, correction.id, by=9) for correction in (one, another)])
    assert club.kept() == before


async def test_a_correction_that_is_broken_off_has_not_happened(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    stored = await play(club, HISTORY)
    before = club.kept()
    begun = asyncio.Event()
    loop = asyncio.get_running_loop()
    read = module._Work.read

    def slow(work: module._Work) -> None:
        loop.call_soon_threadsafe(begun.set)
        while not work._stopped:
            pass
        read(work)

    monkeypatch.setattr(module._Work, "read", slow)
    task = asyncio.create_task(club.league.corrections.void(GUILD, stored[0].id, by=9, reason="x"))
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert club.kept() == before
    assert await club.league.corrections.page(GUILD) == []


def failure(database: Database) -> Exception:
    """Return an error of a connection that is lost."""
    return ON_FILES[1]() if isinstance(database, SQLite) else psycopg.OperationalError("lost")


class _Failing:
    """A connection beside the bot's that is lost at one of its statements (from 1)."""

    def __init__(self, side: Side, lost: Callable[[], None]) -> None:
        self._side, self._lost = side, lost

    def execute(self, sql: str, parameters: Sequence[Any] = (), /) -> Found:
        self._lost()
        return self._side.execute(sql, parameters)

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]], /) -> object:
        self._lost()
        return self._side.executemany(sql, rows)

    def close(self) -> None:
        self._side.close()


@pytest.mark.parametrize("what", ["correct", "rerate"])
async def test_a_correction_that_is_cancelled_while_it_connects_leaves_no_connection_behind(
    club: Club, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    stored = await play(club, HISTORY[:2])
    corrections, beside = club.league.corrections, club.database.beside
    connecting, go_on, closed = threading.Event(), threading.Event(), threading.Event()

    class Watched(_Failing):
        def close(self) -> None:
            super().close()
            closed.set()

    def slowly() -> Side:
        connecting.set()
        go_on.wait()
        return Watched(beside(), lambda: None)

    monkeypatch.setattr(club.database, "beside", slowly)
    act = corrections.correct(GUILD, stored[0].id, by=9, reason="", points=(3000, 5000))
    task = asyncio.create_task(act if what == "correct" else corrections.rerate(GUILD))
    if what == "rerate":
        act.close()
    await asyncio.to_thread(connecting.wait)
    task.cancel()
    go_on.set()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert closed.is_set()


@pytest.mark.slow
@pytest.mark.parametrize("what", ["correct", "rerate"])
async def test_a_correction_whose_connection_is_lost_at_any_moment_changes_nothing(
    club: Club, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    stored = await play(club, HISTORY)
    corrections, beside = club.league.corrections, club.database.beside
    left = 0

    def lost() -> None:
        nonlocal left
        left -= 1
        if left == 0:
            raise failure(club.database)

    def failing() -> Side:
        lost()
        return _Failing(beside(), lost)

    async def act() -> None:
        if what == "correct":
            await corrections.correct(GUILD, stored[0].id, by=9, reason="", points=(3000, 5000))
        else:
            await corrections.rerate(GUILD)

    before = club.kept()
    monkeypatch.setattr(club.database, "beside", failing)
    for at in itertools.count(1):
        left = at
        try:
            await act()
        except StoreTrouble:
            assert club.kept() == before
            assert await corrections.page(GUILD) == []
            assert await club.database.works()
            continue
        break
    assert at > 5
    assert (club.kept() != before) == (what == "correct")
