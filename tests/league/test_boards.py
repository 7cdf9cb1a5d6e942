"""Places on boards: pages, ties, hidden people, profiles, two people, histories; of one server alone."""

from __future__ import annotations

import random

import pytest

from bot.data.results import Result
from bot.data.standings import Standing
from bot.league import ALL_TIME, PAGE, Board, By
from bot.league.boards import NextPlace
from bot.league.errors import NoSuchResult
from tests.league.games import DAY, GUILD, OTHER_GUILD, Club, game


async def season_of(club: Club, results: int, people: int = 25, guild_id: int = GUILD) -> None:
    """Many games of a server."""
    chance = random.Random(results)
    for _ in range(results):
        table = chance.sample(range(1, people + 1), 4)
        await club.play(
            game(
                table[:2],
                table[2:],
                points=chance.sample([1000, 2000, 3000], 2),
                guild_id=guild_id,
                family=chance.choice("ab"),
            )
        )


def value(standing: Standing, by: By) -> int:
    return {
        By.RATING: standing.rating,
        By.WINS: standing.wins,
        By.POINTS: standing.points,
        By.CANASTAS: standing.canastas,
    }[by]


async def pages(club: Club, season: int | None, scope: str, by: By) -> list[Board]:
    first = await club.league.boards.board(GUILD, season=season, scope=scope, by=by)
    return [
        first,
        *[
            await club.league.boards.board(GUILD, season=season, scope=scope, by=by, page=page)
            for page in range(2, first.pages + 1)
        ],
    ]


@pytest.mark.slow
@pytest.mark.parametrize("by", [By.RATING, By.WINS, By.POINTS, By.CANASTAS])
@pytest.mark.parametrize("scope", ["", "a"])
async def test_a_board_goes_on_page_by_page_with_equal_ranks_for_equals(club: Club, by: By, scope: str) -> None:
    await season_of(club, 60)
    boards = await pages(club, None, scope, by)
    rows = [row for board in boards for row in board.rows]
    assert [len(board.rows) for board in boards[:-1]] == [PAGE] * (len(boards) - 1)
    assert len(rows) == boards[0].total == len({row.user_ids for row in rows}) > 20
    values = [row.value for row in rows]
    assert values == sorted(values, reverse=True)
    assert [row.rank for row in rows] == [1 + sum(other > own for other in values) for own in values]
    assert len(set(values)) < len(values) or by in (By.RATING, By.CANASTAS)
    for row in rows:
        assert row.standing is not None
        assert row.value == value(row.standing, by)
        assert row.names == (f"P{row.user_ids[0]}",)
        board = await club.league.boards.board(GUILD, scope=scope, by=by, me=row.user_ids[0], page=2)
        assert board.me == row


async def test_a_page_beyond_the_last_is_the_last(club: Club) -> None:
    await season_of(club, 60)
    last = await club.league.boards.board(GUILD, page=99)
    assert (last.page, last.pages) == (3, 3)
    assert (await club.league.boards.board(GUILD, page=0)).page == 1


async def test_an_empty_board_has_one_empty_page(club: Club) -> None:
    board = await club.league.boards.board(GUILD, me=1)
    assert (board.rows, board.me, board.page, board.pages, board.total, board.season) == ((), None, 1, 1, 0, None)
    assert await club.league.boards.profile(GUILD, 1) is None
    assert (await club.league.boards.head_to_head(GUILD, 1, 2)).meeting.against == 0
    assert (await club.league.history(GUILD)).results == ()
    assert await club.league.boards.scopes(GUILD) == []


async def test_a_season_that_is_none_has_an_empty_board(club: Club) -> None:
    await club.play(game([1, 2], [3, 4]))
    board = await club.league.boards.board(GUILD, season=99, me=1)
    assert (board.rows, board.me, board.season) == ((), None, None)
    assert await club.league.boards.profile(GUILD, 1, season=99) is None
    assert (await club.league.boards.head_to_head(GUILD, 1, 2, season=99)).meeting.together == 0


async def test_the_board_of_pairs(club: Club) -> None:
    for _ in range(3):
        await club.play(game([1, 2], [3, 4]))
    await club.play(game([1, 3], [2, 4]))
    board = await club.league.boards.board(GUILD, by=By.PAIRS, me=4)
    assert [row.user_ids for row in board.rows] == [(1, 2), (1, 3), (2, 4), (3, 4)]
    assert [row.rank for row in board.rows] == [1, 2, 3, 4]
    assert board.rows[0].pair is not None
    assert (board.rows[0].pair.together, board.rows[0].pair.together_won) == (3, 3)
    assert board.me == board.rows[2]
    # Three games won of three are worth less than many of more.
    for number in range(30):
        await club.play(game([5, 6], [7, 8], points=(1, 2) if number % 10 == 0 else (2, 1)))
    assert (await club.league.boards.board(GUILD, by=By.PAIRS)).rows[0].user_ids == (5, 6)


@pytest.mark.slow
async def test_who_has_left_is_on_no_board_but_in_histories(club: Club) -> None:
    await season_of(club, 60)
    before = await pages(club, None, "", By.RATING)
    best = before[0].rows[0].user_ids[0]
    await club.league.members.note_gone(GUILD, best)
    for by in By:
        boards = await pages(club, None, "", by)
        assert all(best not in row.user_ids for board in boards for row in board.rows)
        assert (await club.league.boards.board(GUILD, by=by, me=best)).me is None or by is By.PAIRS
    assert (await club.league.boards.board(GUILD)).total == before[0].total - 1
    assert (await club.league.boards.board(GUILD)).rows[0].rank == 1
    profile = await club.league.boards.profile(GUILD, best)
    assert profile is not None
    assert profile.rank is None
    assert (await club.league.history(GUILD, best)).results
    table = [user for user in range(1, 26) if user != best][:3]
    await club.play(game([best, table[0]], [table[1], table[2]]))
    assert all(best not in row.user_ids for board in await pages(club, None, "", By.PAIRS) for row in board.rows)
    await club.league.members.note_present(GUILD, best, "back again")
    after = await club.league.boards.board(GUILD, by=By.PAIRS, me=best)
    assert after.me is not None
    assert "back again" in after.me.names


async def test_a_pair_stays_hidden_as_long_as_either_is_gone(club: Club) -> None:
    await club.play(game([1, 2], [3, 4]))
    await club.league.members.note_gone(GUILD, 1)
    await club.league.members.note_gone(GUILD, 2)
    await club.league.members.note_present(GUILD, 1, "P1")
    assert [row.user_ids for row in (await club.league.boards.board(GUILD, by=By.PAIRS)).rows] == [(3, 4)]
    await club.league.members.note_present(GUILD, 2, "P2")
    assert (await club.league.boards.board(GUILD, by=By.PAIRS)).total == 2


async def test_who_was_asked_after_when(club: Club) -> None:
    await club.play(game([1, 2], [3, 4]))
    assert await club.league.members.to_check(GUILD, [1, 2, 5], older_than=0) == [1, 2]
    club.clock.now += DAY
    await club.league.members.note_present(GUILD, 1, "Ana")
    await club.league.members.note_gone(GUILD, 5)
    assert await club.league.members.to_check(GUILD, [1, 2, 5], older_than=DAY) == [2]
    assert await club.league.members.to_check(OTHER_GUILD, [1, 2, 5], older_than=0) == []


async def test_a_profile(club: Club) -> None:
    for _ in range(3):
        await club.play(game([1, 2], [3, 4]))
    await club.play(game([1, 3], [2, 4], family="samba"))
    profile = await club.league.boards.profile(GUILD, 1)
    assert profile is not None
    assert profile.season is not None
    assert (profile.name, profile.rank, profile.ranked) == ("P1", 1, 4)
    assert [(one.scope, one.games) for one in profile.families] == [("classic", 3), ("samba", 1)]
    assert profile.standing.games == 4
    assert len(profile.standing.trend) == 4
    assert profile.partner is not None
    assert (profile.partner.name, profile.partner.meeting.together) == ("P2", 3)
    assert await club.league.boards.scopes(GUILD) == ["classic", "samba"]


async def test_two_people(club: Club) -> None:
    results = [await club.play(game([1, 2], [3, 4])) for _ in range(4)]
    results += [await club.play(game([1, 3], [2, 4])) for _ in range(3)]
    await club.play(game([2], [4]))
    found = await club.league.boards.head_to_head(GUILD, 1, 2)
    assert found.names == ("P1", "P2")
    meeting = found.meeting
    assert (meeting.together, meeting.together_won, meeting.together_lost) == (4, 4, 0)
    assert (meeting.against, meeting.against_won, meeting.against_lost) == (3, 3, 0)
    assert found.recent == tuple(reversed(results))[:5]
    assert found.standings[0] is not None
    assert found.standings[0].games == 7


async def test_a_history_goes_on_page_by_page(club: Club) -> None:
    results = [await club.play(game([1, 2], [3, 4 + number % 2], friendly=number % 3 == 0)) for number in range(25)]
    for user_id, expected in ((None, results), (4, results[::2])):
        found: list[Result] = []
        before = None
        while True:
            page = await club.league.history(GUILD, user_id, before=before)
            found += page.results
            if page.before is None:
                break
            assert len(page.results) == PAGE
            before = page.before
        assert found == expected[::-1]


async def test_nothing_is_told_of_another_server(club: Club) -> None:
    await season_of(club, 30)
    result = (await club.league.history(GUILD)).results[0]
    correction = await club.league.corrections.void(GUILD, result.id, by=1, reason="x")
    season = await club.league.seasons.get(GUILD)
    assert season is not None
    league = club.league
    for which in (None, ALL_TIME, season.id):
        for by in By:
            board = await league.boards.board(OTHER_GUILD, season=which, by=by, me=1)
            assert (board.rows, board.me, board.total, board.season) == ((), None, 0, None)
        assert await league.boards.profile(OTHER_GUILD, 1, season=which) is None
    assert await league.seasons.get(OTHER_GUILD, season.id) is None
    found = await league.boards.head_to_head(OTHER_GUILD, 1, 2, season=season.id)
    assert (found.names, found.standings, found.recent, found.season) == (("", ""), (None, None), (), None)
    assert (await league.history(OTHER_GUILD)).results == (await league.history(OTHER_GUILD, 1)).results == ()
    assert await league.corrections.page(OTHER_GUILD) == []
    assert await league.seasons.of_guild(OTHER_GUILD) == []
    kept = club.kept()
    for refused in (
        league.corrections.void(OTHER_GUILD, result.id, by=1, reason="x"),
        league.corrections.correct(OTHER_GUILD, result.id, by=1, reason="x", points=(1, 2)),
        league.corrections.undo(OTHER_GUILD, correction.id, by=1),
    ):
        with pytest.raises(NoSuchResult):
            await refused
    assert club.kept() == kept


async def test_the_next_place_is_that_of_the_nearest_who_is_rated_higher(club: Club) -> None:
    boards = club.league.boards
    assert await boards.next_place(GUILD, 1) is None, "nobody has a place yet"
    for winner, loser in ((1, 2), (1, 3), (2, 3)):
        await club.play(game([winner], [loser], points=(500, 100)))
    ratings = {row.user_ids[0]: row.value for row in (await boards.board(GUILD)).rows}
    assert ratings[1] > ratings[2] > ratings[3]
    assert await boards.next_place(GUILD, 1) is None, "nobody is better than the first"
    assert await boards.next_place(GUILD, 2) == NextPlace(1, ratings[1] - ratings[2])
    assert await boards.next_place(GUILD, 3) == NextPlace(2, ratings[2] - ratings[3])
    await club.league.members.note_gone(GUILD, 2)
    assert await boards.next_place(GUILD, 3) == NextPlace(1, ratings[1] - ratings[3])
    assert await boards.next_place(GUILD, 2) is None
