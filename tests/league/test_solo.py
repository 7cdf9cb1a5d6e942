"""Achievements of people alone against computers: counted game by game, whatever the league makes of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from bot import store
from bot.data.results import Result
from bot.league.solo import Badge, Solo, after, goal, solo_points
from bot.store.database import Row
from bot.store.postgresql import PostgreSQL
from bot.store.privacy import PrivacyStore
from tests.league.games import COMPUTERS, DAY, GUILD, OTHER_GUILD, Club, game

ANNA, BRUNO = 101, 102


def alone(points: int, theirs: int, **facts: Any) -> Result:
    """Return a game of Anna against a computer."""
    own = facts.pop("canastas", {})
    result = game([ANNA], [None], points=(points, theirs), **facts)
    first, *others = result.sides
    return replace(result, sides=(first._replace(canastas=own, concealed=0), *others))


def badges(solo: Any) -> list[tuple[str, int]]:
    return [(one.kind, one.number) for one in solo.badges]


async def test_a_streak_grows_with_each_win_and_ends_with_a_loss(club: Club) -> None:
    for points in (500, 510, 520):
        await club.play(alone(points, 100))
        club.clock.now += DAY
    solo = await club.league.solo.of(ANNA)
    assert (solo.games, solo.won, solo.streak, solo.longest) == (3, 3, 3, 3)
    assert badges(solo) == [("wins", 1), ("streak", 3)]
    assert solo.badges[1].at == solo.badges[0].at + 2 * DAY
    await club.play(alone(100, 500))
    solo = await club.league.solo.of(ANNA)
    assert (solo.games, solo.won, solo.streak, solo.longest) == (4, 3, 0, 3)
    assert solo.best_games["classic"].points == 520
    assert solo.best_rounds["classic"].points == 260
    assert badges(solo) == [("wins", 1), ("streak", 3)]


async def test_a_draw_and_a_game_given_up_win_nothing(club: Club) -> None:
    await club.play(alone(500, 100))
    await club.play(alone(300, 300, ranks=(1, 1)))
    assert (await club.league.solo.of(ANNA)).streak == 0
    await club.play(alone(500, 100))
    await club.play(alone(900, 0, abandoned=True, left={ANNA: None}))
    solo = await club.league.solo.of(ANNA)
    assert (solo.games, solo.won, solo.streak) == (4, 2, 0)


async def test_games_with_other_people_and_void_ones_are_left_out(club: Club) -> None:
    await club.play(game([ANNA], [BRUNO], points=(500, 100)))
    await club.play(game([ANNA, None], [BRUNO, None], points=(500, 100)))
    result = await club.play(alone(500, 100))
    await club.league.corrections.void(GUILD, result.id, by=BRUNO, reason="a trial")
    assert (await club.league.solo.of(ANNA)).games == 0
    assert await club.league.solo.by(ANNA, result.game_id) is None


async def test_all_servers_count_together_and_each_by_itself(club: Club) -> None:
    await club.play(alone(500, 100))
    await club.play(alone(500, 100, guild_id=OTHER_GUILD))
    assert (await club.league.solo.of(ANNA)).won == 2
    assert (await club.league.solo.of(ANNA, OTHER_GUILD)).won == 1
    assert (await club.league.solo.of(BRUNO)).games == 0


async def test_nothing_is_left_of_somebody_who_is_deleted(club: Club) -> None:
    await club.play(alone(500, 100))
    await club.forget(ANNA)
    assert (await club.league.solo.of(ANNA)).games == 0


async def test_badges_for_canastas_levels_and_different_games() -> None:
    solo = after(Solo(), alone(100, 500, canastas={"natural": 1}), frozenset({"hard"}))
    assert badges(solo) == [("natural", 0)]
    solo = after(solo, alone(500, 100), frozenset({"hard", "easy"}))
    assert ("hard", 0) not in badges(solo), "somebody easier sat there too"
    solo = after(solo, alone(500, 100), frozenset({"hard"}))
    assert ("hard", 0) in badges(solo)
    for variant in ("samba", "burraco"):
        solo = after(solo, replace(alone(500, 100), variant=variant), frozenset({"normal"}))
    assert ("games", 3) in badges(solo)
    assert solo.canastas == 1


async def board(club: Club, page: int = 1, me: int = ANNA, guild_id: int = GUILD) -> list[tuple[Any, ...]]:
    found = await club.league.solo.board(guild_id, page, me)
    return [(one.rank, one.user_id, one.points, one.games, one.won) for one in found.rows]


async def test_a_win_brings_more_points_against_stronger_computers(club: Club) -> None:
    for level, points in (("easy", 1), ("normal", 2), ("hard", 3)):
        before = await board(club)
        result = await club.play(alone(500, 100), level)
        assert result.solo == points
        assert [row[2] for row in await board(club)] == [sum(row[2] for row in before) + points]
    assert (await club.play(alone(100, 500), "hard")).solo == 0
    assert await board(club) == [(1, ANNA, 6, 4, 3)]


async def test_the_easiest_computer_at_the_table_counts(club: Club) -> None:
    result = game([ANNA, None], [None, None], points=(500, 100))
    assert (await club.play(result, "hard")).solo == 3
    assert solo_points(result, frozenset({"hard", "easy", "normal"})) == 1
    assert solo_points(result, frozenset({"hard", "normal"})) == 2


async def test_games_with_others_or_void_ones_or_of_other_servers_bring_nothing(club: Club) -> None:
    assert (await club.play(game([ANNA, None], [BRUNO, None], points=(500, 100)))).solo is None
    assert (await club.play(game([ANNA], [BRUNO], points=(500, 100)))).solo is None
    assert (await club.play(alone(0, 0, rounds=0))).solo is None
    assert (await club.play(alone(500, 100, abandoned=True))).solo is None
    assert await board(club) == []
    await club.play(alone(500, 100, guild_id=OTHER_GUILD))
    assert await board(club) == []
    result = await club.play(alone(500, 100))
    assert await board(club) == [(1, ANNA, 2, 1, 1)]
    await club.league.corrections.void(GUILD, result.id, by=BRUNO, reason="a trial")
    assert await board(club) == []


async def test_equal_points_share_a_rank_and_those_who_left_are_not_listed(club: Club) -> None:
    for user, wins in ((ANNA, 1), (BRUNO, 2), (103, 2), (104, 1)):
        for _ in range(wins):
            await club.play(game([user], [None], points=(500, 100)))
    assert await board(club) == [(1, BRUNO, 4, 2, 2), (1, 103, 4, 2, 2), (3, ANNA, 2, 1, 1), (3, 104, 2, 1, 1)]
    await club.league.members.note_gone(GUILD, 103)
    assert await board(club) == [(1, BRUNO, 4, 2, 2), (2, ANNA, 2, 1, 1), (2, 104, 2, 1, 1)]


async def test_the_board_has_pages_and_knows_ones_own_row(club: Club) -> None:
    for user in range(201, 213):
        await club.play(game([user], [None], points=(500, 100)))
    await club.play(alone(100, 500))
    first = await club.league.solo.board(GUILD, 1, ANNA)
    assert (first.page, first.pages, first.total, len(first.rows)) == (1, 2, 13, 10)
    assert first.me is not None
    assert (first.me.rank, first.me.points) == (13, 0)
    assert first.me not in first.rows
    last = await club.league.solo.board(GUILD, 99, ANNA)
    assert (last.page, len(last.rows)) == (2, 3)
    assert last.me in last.rows


def questions(database: store.Database) -> list[int]:
    """Return a list that grows with each question to a database by how many rows its answer has."""
    asked: list[int] = []
    rows = database.rows

    async def counted(sql: str, parameters: Sequence[object] = ()) -> list[Row]:
        found = await rows(sql, parameters)
        asked.append(len(found))
        return found

    database.rows = counted  # type: ignore[method-assign]
    return asked


async def test_a_page_of_the_board_is_all_that_is_read_however_many_have_played(club: Club) -> None:
    for user in range(201, 233):
        await club.play(game([user], [None], points=(500, 100)))
    asked = questions(club.database)
    await club.league.solo.board(GUILD, 2, 201)
    assert asked == [1, 10, 1]


async def test_what_somebody_has_achieved_takes_as_many_questions_after_many_games_as_after_one(club: Club) -> None:
    asked = questions(club.database)
    counts = []
    for _ in range(3):
        await club.play(alone(500, 100))
        asked.clear()
        solo = await club.league.solo.of(ANNA)
        counts.append(len(asked))
    assert solo.won == 3
    assert len(set(counts)) == 1


async def test_whoever_has_their_data_deleted_goes_from_the_board(club: Club) -> None:
    await club.play(alone(500, 100))
    await club.play(game([BRUNO], [None], points=(500, 100)))
    stored = await PrivacyStore(club.database).gather(ANNA)
    with closing(stored):
        assert [row["solo"] for table, row in stored if table == "result_people"] == [2], "they are told what is stored"
    await club.forget(ANNA)
    assert await board(club) == [(1, BRUNO, 2, 1, 1)]
    assert [row[0] for row in await club.database.rows("SELECT solo FROM result_people WHERE user_id < 0")] == [None]


async def test_canastas_of_all_games_earn_a_badge(club: Club) -> None:
    for _ in range(3):
        await club.play(alone(500, 100, canastas={"natural": 1, "mixed": 3}))
    assert ("canastas", 10) in badges(await club.league.solo.of(ANNA))


def test_the_nearest_badge_is_the_next_goal() -> None:
    first = goal(Solo())
    assert first is not None
    assert (first.badge.kind, first.badge.number, first.left) == ("wins", 1, 1)
    near = goal(Solo(won=1, streak=1, canastas=8, badges=(Badge("wins", 1), Badge("natural"))))
    assert near is not None
    assert (near.badge.kind, near.left) == ("canastas", 2)


async def test_results_that_are_shown_know_the_names_of_their_computers(club: Club) -> None:
    await club.play(game([ANNA, None], [None, None], points=(500, 100)))
    [shown] = (await club.league.history(GUILD, ANNA)).results
    assert shown.computer_names == {seat: COMPUTERS[seat] for seat in shown.computers}
    assert len(shown.computers) == 3


async def test_what_was_played_before_there_was_a_board_counts_as_it_would_now(club: Club) -> None:
    """The migration's own statement finds the same points as the league, in both dialects."""
    for level in ("easy", "normal", "hard"):
        await club.play(alone(500, 100), level)
    await club.play(alone(100, 500))
    await club.play(alone(300, 300, ranks=(1, 1)))
    await club.play(alone(900, 0, abandoned=True, left={ANNA: None}))
    await club.play(alone(900, 0, abandoned=True))
    await club.play(alone(0, 0, rounds=0))
    await club.play(game([ANNA, None], [None, None], points=(500, 100)))
    await club.play(game([None, ANNA], [None, None], points=(500, 100)))
    await club.play(game([ANNA, None], [BRUNO, None], points=(500, 100)))
    await club.play(game([ANNA], [BRUNO], points=(500, 100)))
    read = "SELECT result_id, seat, user_id, solo FROM result_people ORDER BY 1, 2, 3"
    before = [tuple(row) for row in await club.database.rows(read)]
    assert len({row[3] for row in before}) == 5
    folder = Path(store.__file__).parent / "migrations"
    script = (folder / ("postgresql" if isinstance(club.database, PostgreSQL) else "") / "0030_solo.sql").read_text(
        "utf-8"
    )
    [statement] = re.findall(r"^UPDATE .*?;$", script, re.MULTILINE | re.DOTALL)
    async with club.database.transaction() as tx:
        await tx.run("UPDATE result_people SET solo = NULL")
        await tx.run(statement.rstrip(";"))
    assert [tuple(row) for row in await club.database.rows(read)] == before
