"""The deal of the day at tables of people's own: kept in memory, and checked."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Iterator
from datetime import date
from pathlib import Path
from unittest import mock

import pytest

from bot.computer import choose
from bot.data.daily import Every, Span
from bot.data.tables import Status
from bot.store import Database, soundness
from bot.store.opening import open_database
from bot.store.privacy import PrivacyStore
from bot.tables import Look, Tables
from bot.tables.errors import DailyClosed, DailyKnown
from bot.tables.games_in_memory import GameInMemory
from bot.tables.privacy import Privacy
from bot.tables.rules import weekly_plan
from bot.tables.rules.daily_times import closes_at, date_of, deal_at, deal_of_table, first_of
from bot.tables.thinkers import Thinkers
from bot.tables.tools import check
from tests.secrecy import cards_in
from tests.store.test_soundness import careless
from tests.stored import make_empty, place
from tests.tables.club import ANA, BO, CY, Clock


@pytest.fixture(autouse=True)
def par() -> Iterator[None]:
    with mock.patch.object(Thinkers, "par", mock.AsyncMock(return_value=400)):
        yield


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    path = place(tmp_path / "canasta.sqlite3")
    await make_empty(path)
    database = await open_database(path)
    yield database
    await database.close()


def served(database: Database, clock: Clock | None = None) -> Tables:
    """Return the tables as one more process on that database serves them."""
    return Tables(database, clock=clock or Clock(), chance=random.Random(5), waits=random.Random(5))


async def play(
    tables: Tables, user_id: int, moves: int | None = None, *, seed: int = 1, every: Every = Every.DAY
) -> Look:
    """Play on in the present deal until the round is over or this many moves are made."""
    chance, made, look = random.Random(seed), 0, await tables.daily.open(user_id, f"Person {user_id}", every)
    while look.table.status is Status.PLAYING and (moves is None or made < moves):
        assert look.mine is not None
        move = choose(look.mine, "easy", chance)
        await tables.turns.play(look.table.id, user_id, move, version=look.table.version)
        look, made = await tables.look(look.table.id, user_id), made + 1
    return look


async def test_a_move_is_played_in_the_game_as_it_is_kept(database: Database) -> None:
    tables = served(database)
    await play(tables, ANA, 1)
    with mock.patch.object(GameInMemory, "rebuild", side_effect=AssertionError):
        look = await play(tables, ANA, 4)
    again = await served(database).look(look.table.id, ANA)
    assert (again.table, again.public, again.mine) == (look.table, look.public, look.mine)


async def test_a_kept_game_follows_what_another_process_has_played(database: Database) -> None:
    one, other = served(database), served(database)
    before = await play(one, ANA, 2)
    after = await play(other, ANA, 2)
    assert after.table.version > before.table.version
    assert await one.look(before.table.id, ANA) == after
    # The same person as somebody new, who plays otherwise.
    assert await PrivacyStore(database).forget(ANA, 5) is not None
    await database.write("DELETE FROM daily_known")
    anew = await play(other, ANA, 3, seed=7)
    assert await one.look(before.table.id, ANA) == anew
    assert await play(one, ANA, 1) == await other.look(before.table.id, ANA)


@pytest.mark.parametrize("every", list(Every))
async def test_a_deal_whose_end_was_seen_stays_closed_when_the_clock_is_put_back(
    database: Database, every: Every
) -> None:
    clock = Clock()
    tables = served(database, clock)
    before = await play(tables, ANA, 2, every=every)
    over = await play(tables, BO, every=every)
    number = over.table.id
    end = closes_at(deal_of_table(number))
    clock.now = end
    assert (await tables.daily.dealt(number)).salt, "salt and deck are given out"
    for back in (60, 3_600, 86_400):
        clock.now = end - back
        for process in (tables, served(database, clock)):
            assert before.mine is not None
            with pytest.raises(DailyClosed):
                await process.turns.play(number, ANA, choose(before.mine, "easy", random.Random(1)))
            assert (await process.daily.dealt(number)).salt
            assert (await process.look(number, BO)).daily.closed  # type: ignore[union-attr]
            if deal_at(clock.now, every) == deal_of_table(number):
                for somebody in (ANA, CY):
                    with pytest.raises(DailyClosed):
                        await process.daily.open(somebody, "Somebody", every)
            else:
                assert (await process.daily.open(ANA, "Ana", every)).table.id != number


async def test_nobody_plays_the_same_deal_again_by_having_their_data_deleted(database: Database) -> None:
    clock = Clock()
    tables = served(database, clock)
    number = (await play(tables, ANA)).table.id
    await play(tables, BO, 2)
    for somebody in (ANA, BO):
        await Privacy(database, tables).delete(somebody)
        with pytest.raises(DailyKnown):
            await tables.daily.open(somebody, "Somebody")
    clock.now += 86_400
    assert (await tables.daily.open(ANA, "Ana")).table.id == number + 1
    clock.now = closes_at(deal_of_table(number))
    await tables.daily.close_past()
    assert await database.rows("SELECT day FROM daily_known ORDER BY day") == []


async def test_what_could_not_be_stored_is_not_kept(database: Database) -> None:
    tables = served(database)
    before = await play(tables, ANA, 2)
    assert before.mine is not None
    move = choose(before.mine, "easy", random.Random(1))
    with mock.patch.object(type(database), "transaction", side_effect=OSError), pytest.raises(OSError):  # noqa: PT011
        await tables.turns.play(before.table.id, ANA, move)
    assert await tables.look(before.table.id, ANA) == before
    await tables.turns.play(before.table.id, ANA, move)
    assert (await tables.look(before.table.id, ANA)).table.version > before.table.version


_played: list[bytes] = []


@pytest.fixture
async def played(tmp_path: Path) -> Path:
    """Return a database with a day of which one round is over, one isn't, and one has no moves any more."""
    path = tmp_path / "canasta.sqlite3"
    if not _played:
        database = await open_database(path)
        tables = served(database)
        for user_id in (ANA, 7):
            await play(tables, user_id)
        await play(tables, BO, 3)
        await play(tables, 8, every=Every.WEEK)
        await play(tables, 9, 3, every=Every.WEEK)
        assert await PrivacyStore(database).forget(7, 5) is not None
        await database.close()
        _played.append(path.read_bytes())
    path.write_bytes(_played[0])
    return path


async def failures(path: Path) -> list[str]:
    found = [one async for one in check.failures(path)] + list(soundness.contradictions(path))
    assert not cards_in(" ".join(found))
    return found


@pytest.mark.sqlite
@pytest.mark.parametrize("part", [pytest.param(1, marks=pytest.mark.slow), 100])
async def test_a_day_as_people_played_it_is_sound(played: Path, part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "_PART", part)
    assert await failures(played) == []


DATE = "2027-01-15"
ROUND = f"The deal of {DATE}, as person {ANA} played it"


@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("UPDATE daily_rounds SET points = points + 5", f"{ROUND}: played again it leads to other points"),
        (
            "UPDATE daily_rounds SET points = NULL, ended_at = NULL",
            f"{ROUND}: played again it is over, and it has no points",
        ),
        (
            "UPDATE daily_rounds SET moves = substr(moves, 1, 40), points = 500",
            f"{ROUND}: it can't be played again: ",
        ),
        ("UPDATE daily_rounds SET moves = moves || 'x'", f"{ROUND}: it can't be played again: a deal or a move can't"),
        ("UPDATE daily_rounds SET moves = ''", f"The deal of {DATE}: a round of it has points without moves"),
        (
            "UPDATE daily_rounds SET played = played + 1",
            f"The deal of {DATE}: a round of it has more or fewer moves than it says",
        ),
        (
            "UPDATE daily_rounds SET ended_at = NULL",
            f"The deal of {DATE}: a round of it has points without a time at which it ended",
        ),
        ("UPDATE daily_rounds SET points = 10005", f"The deal of {DATE}: a round of it has points that can't be"),
        (
            "UPDATE daily_rounds SET began_at = began_at - 86400",
            f"The deal of {DATE}: a round of it was played when the deal wasn't open",
        ),
        (
            "UPDATE daily_rounds SET ended_at = ended_at + 2 * 86400",
            f"The deal of {DATE}: a round of it was played when the deal wasn't open",
        ),
    ],
)
async def test_what_was_changed_in_a_round_is_found(played: Path, sql: str, said: str) -> None:
    with careless(played) as connection:
        assert connection.execute(f"{sql} WHERE user_id = ?", (ANA,)).rowcount == 1
    assert any(one.startswith(said) for one in await failures(played)), await failures(played)


@pytest.mark.sqlite
async def test_another_secret_or_seal_than_was_drawn_is_found(played: Path) -> None:
    with careless(played) as connection:
        connection.execute("UPDATE days SET seal = ?", ("0" * 64,))
    assert await failures(played) == [
        f"The deal of {of}: it is not the one that was sealed." for of in (DATE, "the week from 2027-01-11")
    ]


@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("points = points + 5", ", as person 8 played it: played again it leads to other points"),
        ("points = 100005", ": a round of it has points that can't be"),
        ("began_at = began_at - 7 * 86400", ": a round of it was played when the deal wasn't open"),
        ("ended_at = ended_at + 7 * 86400", ": a round of it was played when the deal wasn't open"),
    ],
)
async def test_what_was_changed_in_a_round_of_a_week_is_found(played: Path, sql: str, said: str) -> None:
    with careless(played) as connection:
        assert connection.execute(f"UPDATE daily_rounds SET {sql} WHERE user_id = 8").rowcount == 1
    assert any(one.startswith(f"The deal of the week from 2027-01-11{said}") for one in await failures(played))


@pytest.mark.sqlite
@pytest.mark.parametrize(
    "sql", ["UPDATE daily_scores SET results = results + 1 WHERE day = {}", "DELETE FROM daily_scores WHERE day = {}"]
)
async def test_results_that_are_not_counted_as_they_are_are_found(played: Path, sql: str) -> None:
    with careless(played) as connection:
        [[deal]] = connection.execute("SELECT day FROM daily_rounds WHERE user_id = 8").fetchall()
        assert connection.execute(sql.format(deal)).rowcount == 1
    assert await failures(played) == ["The deal of the week from 2027-01-11: its results are not counted as they are."]


def test_a_week_begins_on_monday_and_a_month_on_its_first_day() -> None:
    monday = (date(2026, 11, 30) - date(1970, 1, 1)).days
    assert [first_of(Span.WEEK, monday + more) - monday for more in (-1, 0, 6, 7)] == [-7, 0, 0, 7]
    assert [str(date_of(first_of(Span.MONTH, monday + more))) for more in (0, 1)] == ["2026-11-01", "2026-12-01"]
    assert first_of(Span.DAY, monday) == monday


async def test_a_week_keeps_its_game_when_the_plan_is_changed(database: Database) -> None:
    before = await play(served(database), ANA, 2, every=Every.WEEK)
    assert before.table.variant == "american"
    with mock.patch.object(weekly_plan, "GAMES", ("burraco",)):
        later = served(database)
        assert (await later.daily.week_game()).variant == "american"
        assert await later.look(before.table.id, ANA) == before
        assert (await later.daily.open(BO, "Bo", Every.WEEK)).table.variant == "american"
        next_week = Clock()
        next_week.now += 7 * 86_400
        following = served(database, next_week)
        assert (await following.daily.open(ANA, "Ana", Every.WEEK)).table.variant == "burraco"
