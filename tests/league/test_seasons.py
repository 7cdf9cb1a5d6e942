"""Seasons: who opens and closes them, what the calendar does, and what is found at their end."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.data.results import Unrated
from bot.data.seasons import Award, Calendar, Honour, PodiumPlace
from bot.league import ALL_TIME
from bot.league.errors import NoSeasonOpen, SeasonOpen
from bot.league.seasons import calendar_of, end_of
from tests.league.games import BEGIN, DAY, GUILD, OTHER_GUILD, Club, game


def day(year: int, month: int, of_month: int = 1) -> int:
    return int(datetime(year, month, of_month, tzinfo=UTC).timestamp())


@pytest.mark.parametrize(
    ("calendar", "now", "end"),
    [
        (Calendar.NONE, day(2027, 1, 15), None),
        (Calendar.MONTHLY, day(2027, 1, 15), day(2027, 2)),
        (Calendar.MONTHLY, day(2027, 12, 31), day(2028, 1)),
        (Calendar.MONTHLY, day(2028, 1) - 1, day(2028, 1)),
        (Calendar.MONTHLY, day(2028, 1), day(2028, 2)),
        (Calendar.QUARTERLY, day(2027, 1), day(2027, 4)),
        (Calendar.QUARTERLY, day(2027, 3, 31), day(2027, 4)),
        (Calendar.QUARTERLY, day(2027, 11, 22), day(2028, 1)),
    ],
)
def test_when_a_season_ends(calendar: Calendar, now: int, end: int | None) -> None:
    assert end_of(calendar, now) == end


@given(st.integers(BEGIN, BEGIN + 4000 * DAY), st.sampled_from([Calendar.MONTHLY, Calendar.QUARTERLY]))
def test_a_season_ends_soon_and_at_its_end_another_begins(now: int, calendar: Calendar) -> None:
    end = end_of(calendar, now)
    assert end is not None
    assert now < end <= now + (31 if calendar is Calendar.MONTHLY else 92) * DAY
    assert end_of(calendar, end - 1) == end
    assert end_of(calendar, end) != end


def test_quarters_where_nobody_chose() -> None:
    assert calendar_of(None) is Calendar.QUARTERLY
    assert calendar_of(Calendar.NONE) is Calendar.NONE


async def test_the_first_game_opens_the_first_season(club: Club) -> None:
    stored = await club.play(game([1, 2], [3, 4]))
    season = await club.league.seasons.get(GUILD)
    assert season is not None
    assert (season.id, season.number, season.name, season.open) == (stored.season_id, 1, "", True)
    assert (season.opened_at, season.ends_at) == (BEGIN, day(2027, 4))
    assert await club.league.seasons.get(OTHER_GUILD) is None


async def test_the_calendar_closes_a_season_and_the_next_game_opens_another(club: Club) -> None:
    await club.play(game([1, 2], [3, 4]))
    assert await club.league.seasons.close_due() == []
    club.clock.now = day(2027, 4, 1)
    (closed,) = await club.league.seasons.close_due()
    assert (closed.closed_at, closed.open) == (day(2027, 4), False)
    assert await club.league.seasons.close_due() == []
    assert await club.league.seasons.unannounced() == [closed]
    club.clock.now = day(2027, 4, 20)
    stored = await club.play(game([1, 2], [3, 4]))
    second, first = await club.league.seasons.of_guild(GUILD)
    assert first == closed
    assert (second.number, second.id, second.opened_at) == (2, stored.season_id, day(2027, 4))
    assert (await club.league.boards.board(GUILD)).season == second
    assert (await club.league.boards.board(GUILD, season=first.id)).season == first


async def test_a_game_that_ends_after_the_seasons_end_closes_it_by_itself(club: Club) -> None:
    await club.play(game([1, 2], [3, 4]))
    club.clock.now = day(2027, 8, 3)
    stored = await club.play(game([1, 2], [3, 4]))
    second, first = await club.league.seasons.of_guild(GUILD)
    assert (first.closed_at, second.opened_at, second.ends_at) == (day(2027, 4), day(2027, 8, 3), day(2027, 10))
    assert stored.season_id == second.id
    assert first.closing is not None
    assert first.closing.games == 1


async def test_between_a_season_that_a_moderator_closed_and_the_next_nothing_counts(club: Club) -> None:
    await club.play(game([1, 2], [3, 4]))
    with pytest.raises(SeasonOpen):
        await club.league.seasons.open(GUILD)
    await club.league.seasons.close(GUILD)
    with pytest.raises(NoSeasonOpen):
        await club.league.seasons.close(GUILD)
    kept = club.kept()
    stored = await club.play(game([1, 2], [3, 4]))
    assert (stored.unrated, stored.season_id) == (Unrated.NO_SEASON, None)
    assert club.kept() == kept
    opened = await club.league.seasons.open(GUILD, "Spring")
    assert (opened.number, opened.name, opened.ends_at) == (2, "Spring", day(2027, 4))
    assert (await club.play(game([1, 2], [3, 4]))).season_id == opened.id
    with pytest.raises(NoSeasonOpen):
        await club.league.seasons.close(OTHER_GUILD)


async def test_opening_a_season_closes_one_that_the_calendar_has_ended(club: Club) -> None:
    await club.play(game([1, 2], [3, 4]))
    club.clock.now = day(2027, 4, 2)
    opened = await club.league.seasons.open(GUILD, "Spring")
    second, first = await club.league.seasons.of_guild(GUILD)
    assert (second, first.closed_at) == (opened, day(2027, 4))


async def test_another_calendar_moves_the_open_seasons_end(club: Club) -> None:
    await club.play(game([1, 2], [3, 4]))
    for calendar, end in (("monthly", day(2027, 2)), ("none", None), ("quarterly", day(2027, 4))):
        await club.servers.set(GUILD, calendar=calendar)
        await club.league.seasons.calendar_changed(GUILD)
        season = await club.league.seasons.get(GUILD)
        assert season is not None
        assert season.ends_at == end


async def test_what_is_found_at_a_seasons_end(club: Club) -> None:
    for number in range(4):
        await club.play(
            game(
                [1, 2], [3, 4], points=(5000, 4000), turns=30, missed={1: 1, 2: 2, 4: 1 if number else 0},
                canastas=({"natural": 1}, {"mixed": 3}), best_round=(1200 + number, 1000),
            )
        )  # fmt: skip
    await club.play(game([1, 3], [2, 4], turns=20, missed={1: 20}, points=(6000, 1)))
    await club.play(game([1, 2], [5, 6], friendly=True, best_round=(9999, 0)))
    closed = await club.league.seasons.close(GUILD)
    closing = closed.closing
    assert closing is not None
    board = await club.league.boards.board(GUILD, season=closed.id)
    assert (closing.games, closing.players) == (5, 4)
    assert closing.podium == tuple(
        PodiumPlace(row.rank, row.user_ids[0], row.names[0], row.value) for row in board.rows[:3]
    )
    first = closing.podium[0]
    assert closing.awards == (
        Award(Honour.CHAMPION, (first.user_id,), (first.name,), (first.rating,)),
        Award(Honour.PAIR, (1, 2), ("P1", "P2"), (4, 4)),
        Award(Honour.CANASTAS, (3, 4), ("P3", "P4"), (15,)),
        Award(Honour.ROUND, (1, 3), ("P1", "P3"), (3000,)),
        Award(Honour.RELIABLE, (3,), ("P3",), (140, 140)),
    )
    assert (await club.league.seasons.of_guild(GUILD))[0].closing == closing


async def test_awards_stay_as_they_were_announced(club: Club) -> None:
    result = await club.play(game([1, 2], [3, 4]))
    closed = await club.league.seasons.close(GUILD)
    await club.league.corrections.void(GUILD, result.id, by=1, reason="x")
    assert [one.closing for one in await club.league.seasons.of_guild(GUILD)] == [closed.closing]
    assert (await club.league.boards.board(GUILD, season=closed.id)).rows == ()


async def test_whoever_is_gone_or_forgotten_is_not_honoured(club: Club) -> None:
    await club.play(game([1], [2]))
    await club.league.members.note_gone(GUILD, 1)
    closed = await club.league.seasons.close(GUILD)
    assert closed.closing is not None
    assert [one.user_id for one in closed.closing.podium] == [2]
    ghost = await club.forget(2)
    (season,) = await club.league.seasons.of_guild(GUILD)
    assert season.closing is not None
    assert [(one.user_id, one.name) for one in season.closing.podium] == [(ghost, "")]
    assert {(one.user_ids, one.names) for one in season.closing.awards} == {((ghost,), ("",))}


async def test_an_end_is_told_once(club: Club) -> None:
    await club.play(game([1], [2]))
    await club.play(game([1], [2], guild_id=OTHER_GUILD))
    ours, theirs = await club.league.seasons.close(GUILD), await club.league.seasons.close(OTHER_GUILD)
    assert await club.league.seasons.unannounced() == [ours, theirs]
    await club.league.seasons.note_announcement(ours.id, 50, 60)
    await club.league.seasons.note_announcement(theirs.id, 0, 0)
    assert await club.league.seasons.unannounced() == []
    assert (await club.league.seasons.of_guild(GUILD))[0].told == (50, 60)


async def test_a_closed_season_stays_as_it_was(club: Club) -> None:
    await club.play(game([1], [2]))
    closed = await club.league.seasons.close(GUILD)
    board = await club.league.boards.board(GUILD, season=closed.id)
    await club.league.seasons.open(GUILD)
    await club.play(game([2], [1]))
    assert await club.league.boards.board(GUILD, season=closed.id) == board
    assert (await club.league.boards.board(GUILD, season=ALL_TIME)).rows != board.rows
