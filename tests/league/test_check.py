"""Tournaments that contradict themselves, or count otherwise than they were played, are found and no others."""

from __future__ import annotations

import asyncio
import random
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from bot.data.results import Result
from bot.data.tournaments import Match, Played, Player, TournamentStage
from bot.league import League, check
from bot.league.tournaments import Organiser
from bot.store import soundness
from bot.store.database import Transaction
from bot.store.opening import open_database
from bot.tables import Tables
from tests.league.test_tournament import begun, person, wanted
from tests.store.test_soundness import careless
from tests.stored import rows
from tests.tables.club import ANA, BO, CY, DI, Clock
from tests.test_main import bot_here

pytestmark = pytest.mark.sqlite

THREAD = 700


async def tournaments(path: Path) -> None:
    """Make a tournament of three entries that was played out and corrected, and four others.

    One goes on, one was broken off, one is open, one was cancelled.
    """
    database = await open_database(path)
    clock = Clock()
    tables = Tables(database, clock=clock, chance=random.Random(5))
    league = League(database, clock=clock)
    one = Organiser(database, tables, clock=clock, chance=random.Random(5))

    async def record(tx: Transaction, result: Result) -> None:
        await league.record(tx, result)
        await one.match_tables.record(tx, result)

    tables.changes.on_end(record)

    async def seated(number: int, match: Match) -> int:
        return await one.match_tables.seat(number, match, THREAD + 10 * number + match.round)

    async def open_match(number: int) -> Match:
        (match,) = [match for match in (await one.state(number)).matches if match.played is None]
        return match

    number = (await one.open(wanted(same_packs=True))).id
    for entry in (Player("One", level="random"), Player("Two", level="random"), person(ANA)):
        await one.entries.enter(number, [entry])
    await one.rounds.start(number)
    while (await one.state(number)).tournament.status is TournamentStage.RUNNING:
        match = await open_match(number)
        game = await seated(number, match)
        while game in tables.computers._tasks:
            await tables.computers._tasks[game]
        await one.match_tables.call_time(number, replace(match, game_id=game))
        await one.rounds.advance(number)
    for points in ((5, 7), (50, 70), (500, 700)):
        await one.corrections.correct(
            number, 1, (await pair(one, number)).first, Played(points, 1), by=ANA, reason="so"
        )
    await one.corrections.undo(number, 3, by=ANA)

    number = await begun(one, ANA, BO, CY, name="Two")
    await one.match_tables.call_time(number, await open_match(number))
    await one.rounds.advance(number)
    await seated(number, await open_match(number))
    await one.entries.withdraw(number, 1)
    await one.entries.enter(number, [person(DI)])

    number = await begun(one, ANA, BO, name="Three")
    await seated(number, await open_match(number))
    await one.cancel(number)

    await one.entries.enter((await one.open(wanted(name="Four"))).id, [person(ANA)])
    await one.cancel((await one.open(wanted(name="Five"))).id)
    await tables.computers.close()
    await database.close()


async def pair(organiser: Organiser, number: int) -> Match:
    return next(match for match in (await organiser.state(number)).of_round(1) if match.second is not None)


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tournaments") / "canasta.sqlite3"
    asyncio.run(tournaments(path))
    return path


@pytest.fixture
def path(template: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(template, tmp_path / "canasta.sqlite3"))


async def found(path: Path) -> list[str]:
    return [one async for one in check.failures(path)] + list(soundness.contradictions(path))


def harm(path: Path, sql: str) -> None:
    with careless(path) as connection:
        assert connection.execute(sql).rowcount >= 1


@pytest.mark.slow
async def test_nothing_is_wrong_with_tournaments_as_the_bot_leaves_them(path: Path) -> None:
    assert {status for (status,) in rows(path, "SELECT status FROM tournaments")} == set(TournamentStage)
    assert rows(path, "SELECT count(DISTINCT rounds > 0) FROM results") == [(2,)]
    assert await found(path) == []


#: Something done to a database behind the bot's back, and the tournaments with which something is wrong then.
HARM = {
    "who meets or has a bye there has not all entered": (
        "UPDATE tournament_matches SET second = 9 WHERE tournament_id = 3",
        [3],
    ),
    "an entry has two matches in a round, or one in a round in which it takes no part": (
        "UPDATE tournament_entries SET joined = 2 WHERE tournament_id = 3 AND entry = 1",
        [3],
    ),
    "its entries are not of as many players each": (
        "DELETE FROM tournament_players WHERE tournament_id = 2 AND entry = 1",
        [2],
    ),
    "its rounds are not those that have begun": ("UPDATE tournaments SET round = round + 1 WHERE id IN (2, 4)", [2, 4]),
    "a round of it goes on though the next has begun or it is finished": (
        "UPDATE tournament_rounds SET ended_at = NULL WHERE number = 1 AND tournament_id < 3",
        [1, 2],
    ),
    "a round of it is over, and a match of that is not": (
        "UPDATE tournament_rounds SET ended_at = 1 WHERE tournament_id = 3",
        [3],
    ),
    "a table of it plays something else, in another server, or with other packs": (
        "UPDATE tournament_rounds SET series = NULL WHERE tournament_id = 1 AND number = 2",
        [1],
    ),
    "a match of it is over, and its table has no result": (
        "DELETE FROM results WHERE game_id IN (SELECT game_id FROM tournament_matches WHERE tournament_id = 1)",
        [1],
    ),
    "a moderator corrected what is no match of it that is over": (
        "UPDATE tournament_corrections SET round = 9 WHERE id = 3",
        [1],
    ),
    "it is over without a time at which it ended, or has one and is not over": (
        "UPDATE tournaments SET ended_at = CASE WHEN id = 1 THEN NULL ELSE 1 END",
        [1, 2, 4],
    ),
    "more of it is shown than happened": ("UPDATE tournaments SET shown_version = version + 1 WHERE id = 4", [4]),
}


@pytest.mark.parametrize("wrong", HARM)
async def test_each_contradiction_is_found_where_it_is(path: Path, wrong: str) -> None:
    sql, numbers = HARM[wrong]
    harm(path, sql)
    assert [one for one in await found(path) if one.endswith(f": {wrong}.")] == [
        f"Tournament {number}: {wrong}." for number in numbers
    ]


def test_all_contradictions_are_tried() -> None:
    assert [wrong for wrong, _ in soundness._OF_TOURNAMENTS] == list(HARM)


async def test_a_match_without_its_table_is_found(path: Path) -> None:
    harm(path, "UPDATE tournament_matches SET game_id = 99 WHERE tournament_id = 3")
    assert await found(path) == [
        "In tournament_matches there is something that refers to something in games which isn't there."
    ]


_MATCH = "UPDATE tournament_matches SET {} WHERE tournament_id = 1 AND round = {}"
_ASTRAY = "its standings are not those that its tables and corrections lead to"


@pytest.mark.parametrize(
    ("sql", "failures"),
    [
        (
            _MATCH.format("points_first = points_first + 1000", "3 AND second > 0"),
            ["match 3.2 counts otherwise than its table was played", _ASTRAY],
        ),
        (
            "UPDATE results SET sides = json_set(sides, '$[0].points', 9999) WHERE game_id = 3",
            ["match 3.2 counts otherwise than its table was played", _ASTRAY],
        ),
        (
            _MATCH.format("forfeit = 'first'", "2 AND second > 0"),
            ["match 2.1 counts otherwise than its table was played", _ASTRAY],
        ),
        (
            _MATCH.format("over = 0", "2 AND second > 0"),
            ["match 2.1 is not over, and its table has a result", _ASTRAY],
        ),
        (
            "UPDATE tournament_matches SET points_first = 40, deals = 1 WHERE tournament_id = 2 AND first = 3",
            ["match 1.3 has points or a forfeit, and no table with a result", _ASTRAY],
        ),
        (
            _MATCH.format("points_first = 5", "1 AND second > 0"),
            ["match 1.3 counts otherwise than it was corrected", _ASTRAY],
        ),
        (
            "UPDATE tournament_corrections SET undone_at = NULL WHERE id = 3",
            ["match 1.3 counts otherwise than it was corrected", _ASTRAY],
        ),
        (
            "UPDATE tournament_corrections SET before = '[1, 2, 1, null]' WHERE id = 2",
            ["match 1.3 was corrected from another outcome than it had"],
        ),
        (
            "UPDATE tournament_corrections SET before = '[1, 2, 1, null]' WHERE id = 1",
            ["match 1.3 counts otherwise than its table was played"],
        ),
        (
            _MATCH.format("deals = 0", "3 AND second > 0"),
            ["match 3.2 counts otherwise than its table was played", "its standings can't be worked out"],
        ),
        ("UPDATE tournament_corrections SET before = '[]' WHERE id = 2", ["it can't be read (ValueError)"]),
    ],
)
async def test_what_counts_otherwise_than_it_was_played_is_found(path: Path, sql: str, failures: list[str]) -> None:
    harm(path, sql)
    number = 2 if "tournament_id = 2" in sql else 1
    assert [one async for one in check.failures(path)] == [f"Tournament {number}: {one}." for one in failures]


def test_the_command_line_says_what_is_wrong(path: Path) -> None:
    sound = bot_here(path.parent, "database", "check", path.name)
    assert (sound.returncode, sound.stderr) == (0, "")
    rows(path, "UPDATE tournament_matches SET points_first = 40, deals = 1 WHERE tournament_id = 2 AND first = 3")
    rows(path, "UPDATE tournaments SET shown_version = version + 1 WHERE id = 4")
    wrong = bot_here(path.parent, "database", "check", path.name)
    assert (wrong.returncode, wrong.stderr) == (1, "")
    assert wrong.stdout.splitlines() == [
        "Tournament 2: match 1.3 has points or a forfeit, and no table with a result.",
        f"Tournament 2: {_ASTRAY}.",
        "Tournament 4: more of it is shown than happened.",
    ]
