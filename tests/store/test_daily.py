"""The stored deals of the days: places, boards, streaks, and what deletion leaves."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.data.daily import BegunDeal, DailyPlace, DailyRow
from bot.store import Database
from bot.store.daily import DailyStore
from bot.store.members import MemberStore
from bot.store.opening import open_database
from bot.store.privacy import PrivacyStore
from bot.tables.rules.daily_times import closes_at
from tests.stored import gathered, make_empty, place, stored

DAY = 20_000
#: The last schema in which results weren't counted by their points.
_UNCOUNTED = 42


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    path = place(tmp_path / "canasta.sqlite3")
    await make_empty(path)
    database = await open_database(path)
    yield database
    await database.close()


async def filled(database: Database, points: dict[int, int | None], day: int = DAY) -> DailyStore:
    """Return the store with results of a day by people; None is a round that isn't over."""
    store = DailyStore(database)
    await store.begin_deal(BegunDeal(day, "5" * 32, "sealed", None), 1)
    for user_id, scored in points.items():
        await store.begin(day, user_id, f"Person {user_id}", ["1 draw"], 1)
        begun = await store.of(day, user_id)
        assert begun is not None
        assert await store.add(begun, ["0 draw"], scored, 2)
    return store


async def test_a_place_counts_those_who_have_finished_and_ties_share_it(database: Database) -> None:
    store = await filled(database, {1: 100, 2: 300, 3: 300, 4: -50, 5: None})
    assert await store.place(DAY, 300) == DailyPlace(better=0, worse=2, total=4)
    assert await store.place(DAY, 100) == DailyPlace(better=2, worse=1, total=4)
    assert [(await store.place(DAY, points)).percent for points in (300, 100, -50)] == [66, 33, 0]
    assert await store.place(DAY + 1, 300) == DailyPlace(0, 0, 0)


async def test_a_result_is_counted_once_among_those_of_its_points(database: Database) -> None:
    store = await filled(database, {1: 100, 2: 300})
    await store.begin(DAY, 3, "Somebody", ["1 draw"], 1)
    before = await store.of(DAY, 3)
    assert before is not None
    assert [await store.add(before, ["0 draw"], points, 2) for points in (300, 300, 500)] == [True, False, False]
    rows = await database.rows("SELECT day, points, results FROM daily_scores ORDER BY points")
    assert [tuple(row) for row in rows] == [(DAY, 100, 1), (DAY, 300, 2)]
    await PrivacyStore(database).forget(3, 5)
    assert await store.place(DAY, 300) == DailyPlace(better=0, worse=1, total=3), "others keep their places"


@pytest.mark.sqlite
async def test_results_from_before_they_were_counted_have_places(tmp_path: Path) -> None:
    path = stored(tmp_path / "canasta.sqlite3", _UNCOUNTED)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("INSERT INTO days VALUES (?, 'secret', 'seal', 0, 400, 'classic')", (DAY,))
        for user_id, points in ((1, 300), (2, 300), (3, 100), (4, None)):
            connection.execute(
                "INSERT INTO daily_rounds VALUES (?, ?, 'Somebody', '', 0, 0, ?, ?)", (DAY, user_id, points, points)
            )
    database = await open_database(path)
    try:
        assert await DailyStore(database).place(DAY, 300) == DailyPlace(better=0, worse=1, total=3)
    finally:
        await database.close()


async def test_a_servers_board_has_its_members_best_first(database: Database) -> None:
    store = await filled(database, {1: 100, 2: 300, 3: 300, 4: -50, 5: None, 6: 900})
    members = MemberStore(database)
    async with database.transaction() as tx:
        await members.played(tx, 10, {number: f"Name {number}" for number in (1, 2, 3, 5)}, 1)
        await members.played(tx, 11, {6: "Elsewhere"}, 1)
    assert await store.board(10, DAY, DAY, 9) == [], "par isn't known"
    await store.set_par(DAY, 200)
    two, three, one = (
        DailyRow(place, number, f"Name {number}", above, 1)
        for place, number, above in ((1, 2, 100), (1, 3, 100), (3, 1, -100))
    )
    assert await store.board(10, DAY, DAY, 9) == [two, three, one]
    assert await store.board(10, DAY, DAY, 1, me=1) == [two, one]
    assert await store.board(10, DAY, DAY, 2, me=3) == [two, three]
    assert await store.board(10, DAY + 1, DAY + 2, 9) == []


async def test_a_board_of_several_days_adds_up_what_was_above_par(database: Database) -> None:
    for day, par, points in (
        (DAY - 2, 100, {1: 900}),
        (DAY - 1, 200, {1: 250, 2: 100}),
        (DAY, 300, {1: 200, 2: 700, 3: None}),
    ):
        store = await filled(database, dict(points), day)
        await store.set_par(day, par)
    async with database.transaction() as tx:
        await MemberStore(database).played(tx, 10, {number: f"Name {number}" for number in (1, 2, 3)}, 1)
    assert await store.board(10, DAY - 1, DAY, 9) == [
        DailyRow(1, 2, "Name 2", 300, 2),
        DailyRow(2, 1, "Name 1", -50, 2),
    ]
    assert [row.above for row in await store.board(10, DAY - 2, DAY, 9)] == [750, 300]


async def test_the_rounds_of_others_are_the_best_one_and_a_sample_of_old_and_new_accounts(database: Database) -> None:
    # Ids as Discord gives them, by the time of an account's birth.
    people = [number * 86_400_000 << 22 for number in range(1, 41)]
    store = await filled(database, {one: place for place, one in enumerate(people)})
    rounds = await store.rounds_of_others(DAY, people[0], 10)
    points = [scored for _moves, scored in rounds]
    assert points[0] == 39
    assert len(points) in (10, 11)
    assert 2 <= sum(scored < 20 for scored in points[1:]) <= 8, points
    assert await store.rounds_of_others(DAY, people[0], 10) == rounds
    assert len(await store.rounds_of_others(DAY, people[0], 100)) == 39


async def test_a_streak_ends_at_a_day_that_was_missed_or_not_finished(database: Database) -> None:
    for day, points in ((DAY - 5, 1), (DAY - 3, 1), (DAY - 2, 2), (DAY - 1, 3), (DAY, None)):
        store = await filled(database, {1: points}, day)
    assert [await store.streak(1, day) for day in (DAY, DAY - 1, DAY - 3, DAY - 4, DAY - 5)] == [0, 3, 1, 0, 1]
    assert await store.streak(2, DAY) == 0


async def test_a_round_is_begun_once_and_goes_on_from_where_it_stood(database: Database) -> None:
    store = await filled(database, {1: None})
    before = await store.of(DAY, 1)
    assert before is not None
    assert before.moves == ("1 draw", "0 draw")
    await store.begin(DAY, 1, "Somebody else", [], 9)
    assert await store.of(DAY, 1) == before
    assert await store.add(before, ["0 discard KS", "1 draw"], 70, 9)
    assert not await store.add(before, ["0 discard 4S"], 500, 9)
    after = await store.of(DAY, 1)
    assert after is not None
    assert (after.moves[-2:], after.points) == (("0 discard KS", "1 draw"), 70)
    assert not await store.add(after, ["0 draw"], 80, 9), "what is over stays as it is"


async def test_a_round_does_not_end_before_it_began_where_the_clock_was_put_back(database: Database) -> None:
    store = await filled(database, {})
    for user_id, ended in ((1, 3_000), (2, 8_000)):
        await store.begin(DAY, user_id, "Somebody", ["1 draw"], 5_000)
        begun = await store.of(DAY, user_id)
        assert begun is not None
        assert await store.add(begun, ["0 draw"], 70, ended)
    rows = await database.rows("SELECT began_at, ended_at FROM daily_rounds ORDER BY user_id")
    assert [tuple(row) for row in rows] == [(5_000, 5_000), (5_000, 8_000)]


async def test_par_is_stored_once_and_a_second_secret_is_not(database: Database) -> None:
    store = await filled(database, {})
    await store.set_par(DAY, 300)
    await store.set_par(DAY, 400)
    assert await store.begin_deal(BegunDeal(DAY, "6" * 32, "other", None), 2) == BegunDeal(DAY, "5" * 32, "sealed", 300)


async def test_deletion_keeps_the_places_of_others_and_nothing_else(database: Database) -> None:
    store = await filled(database, {1: 100, 2: 300, 3: None})
    [row] = (await gathered(database, 2))["daily_rounds"]
    assert (row["name"], row["points"], row["moves"]) == ("Person 2", 300, "1 draw\n0 draw\n")
    privacy = PrivacyStore(database)
    for user_id in (2, 3):
        assert await privacy.forget(user_id, 5) is not None
        assert await gathered(database, user_id) == {}
    assert await store.place(DAY, 100) == DailyPlace(better=1, worse=0, total=2)
    rows = await database.rows("SELECT user_id < 0, name, moves, points FROM daily_rounds ORDER BY points DESC")
    assert [tuple(row) for row in rows] == [(True, "", "", 300), (False, "Person 1", "1 draw\n0 draw\n", 100)]


async def test_a_closed_deal_stays_closed_and_its_results_are_counted_again(database: Database) -> None:
    """A process of an earlier version, in an update one by one, writes results without counting them."""
    store = await filled(database, {1: 100, 2: 300, 3: 300, 4: None})
    await database.write("UPDATE daily_scores SET results = 1 WHERE points = 300")
    await database.write("DELETE FROM daily_scores WHERE points = 100")
    await database.write("INSERT INTO daily_scores (day, points, results) VALUES (?, 700, 2)", (DAY,))
    end = closes_at(DAY)
    assert (await store.to_close(end - 1), await store.to_close(end)) == ([], [DAY])
    await store.close(DAY)
    rows = await database.rows("SELECT day, points, results FROM daily_scores ORDER BY points")
    assert [tuple(row) for row in rows] == [(DAY, 100, 1), (DAY, 300, 2)]
    assert await store.to_close(end) == []
    assert (await store.deal(DAY)).closed  # type: ignore[union-attr]


async def test_somebody_whose_data_was_deleted_is_known_again_until_the_deal_closes(database: Database) -> None:
    for day in (DAY - 1, DAY):
        store = await filled(database, {1: 100, 2: None, 3: 5}, day)
    await store.close(DAY - 1)
    for user_id in (1, 2):
        assert await PrivacyStore(database).forget(user_id, 5) is not None
    assert [await store.knew(DAY, user_id) for user_id in (1, 2, 3)] == [True, True, False]
    assert not await store.knew(DAY - 1, 1), "nothing is kept of a deal that is closed"
    kept = await database.rows("SELECT day, stands_for FROM daily_known ORDER BY day, stands_for")
    assert [row[0] for row in kept] == [DAY, DAY]
    assert all(row[1] < 0 for row in kept)
    assert len({row[1] for row in kept}) == 2
    # They may come back to an older process, and have it deleted again.
    await store.begin(DAY, 1, "Somebody", ["1 draw"], 1)
    assert await PrivacyStore(database).forget(1, 6) is not None
    await store.close(DAY)
    assert await database.rows("SELECT day, stands_for FROM daily_known ORDER BY day, stands_for") == []


@pytest.mark.sqlite
async def test_boards_go_over_the_results_of_one_day_alone(database: Database) -> None:
    store = await filled(database, {1: 100})
    asked: list[str] = []
    rows = database.rows

    async def noted(sql: str, parameters: tuple[object, ...] = ()) -> object:
        asked.append(sql)
        return await rows(sql, parameters)

    database.rows = noted  # type: ignore[assignment, method-assign]
    await store.place(DAY, 100)
    assert "daily_rounds" not in asked[-1], "a place is known without a look at each result"
    await store.board(10, DAY, DAY, 5)
    await store.streak(1, DAY)
    await store.best_of_all(DAY, 100, 5)
    with closing(database.beside()) as side:
        steps = [
            str(row[3])
            for sql in asked
            for row in side.execute(f"EXPLAIN QUERY PLAN {sql}", (1, 2, 3, 4, 5, 6)[: 6 if "?6" in sql else 2])
        ]
    assert any("SEARCH daily_scores USING PRIMARY KEY (day=?)" in step for step in steps)
    assert any("SEARCH daily_rounds USING INDEX daily_board (day=?" in step for step in steps), steps
    assert [step for step in steps if step.startswith(("SCAN daily", "SCAN members"))] == []
