"""Changes by the end of a game, and the games that count."""

from __future__ import annotations

import pytest

from bot.data.results import Result, Unrated
from bot.data.standings import Standing
from bot.league import ALL_TIME
from tests.league.games import DAY, GUILD, OTHER_GUILD, Club, game


async def standing(club: Club, user_id: int, season: int | None = ALL_TIME) -> Standing | None:
    profile = await club.league.boards.profile(GUILD, user_id, season=season)
    return None if profile is None else profile.standing


@pytest.mark.parametrize(
    ("result", "why"),
    [
        (game([1, 2], [3, 4]), None),
        (game([1, 2], [3, 4], friendly=True), Unrated.FRIENDLY),
        (game([1, 2], [3, 4], abandoned=True), Unrated.ABANDONED),
        (game([1, 2], [3, 4], abandoned=True, left={1: None}), None),
        (game([1, 2], [3, 4], rounds=0), Unrated.NO_ROUND),
        (game([1, 2], [3, 4], rounds=0, left={1: None}), Unrated.NO_ROUND),
        (game([1, None], [3, 4]), Unrated.COMPUTERS),
        (game([1, 2], [None, None]), Unrated.NO_OPPONENTS),
        (game([1], [None]), Unrated.NO_OPPONENTS),
        (game([1], [None], friendly=True), Unrated.FRIENDLY),
        (game([1], [2], left={2: None}), None),
    ],
)
async def test_which_games_are_rated(club: Club, result: Result, why: Unrated | None) -> None:
    stored = await club.play(result)
    assert stored.unrated is why
    assert stored.season_id is not None
    if why not in (None, Unrated.COMPUTERS):
        assert club.kept() == []


async def test_a_server_may_rate_games_with_computers(club: Club) -> None:
    await club.servers.set(GUILD, rate_computers=1)
    stored = await club.play(game([1, None], [3, 4]))
    assert (stored.unrated, stored.computers) == (None, (2,))
    assert (await club.play(game([1, 2], [None, None]))).unrated is Unrated.NO_OPPONENTS
    await club.servers.set(GUILD, rate_computers=0)
    assert (await club.play(game([1, None], [3, 4]))).unrated is Unrated.COMPUTERS
    one = await standing(club, 1)
    assert one is not None
    assert (one.games, one.rated) == (2, 1)


async def test_an_unrated_game_among_people_counts_but_changes_no_rating(club: Club) -> None:
    await club.play(game([1, None], [3, 4]))
    one = await standing(club, 1)
    assert one is not None
    assert (one.games, one.wins, one.rated, one.rating, one.trend) == (1, 1, 0, 1000, ())
    assert (await club.league.boards.board(GUILD)).rows == ()


async def test_a_result_is_stored_as_it_was_told(club: Club) -> None:
    told = game([1, 2], [3, None], left={2: 9}, missed={1: 3}, family="samba")
    stored = await club.play(told)
    assert stored.sides == told.sides
    assert set(stored.people) == set(told.people)
    assert (stored.family, stored.variant, stored.rounds, stored.computers) == ("samba", "samba", 3, told.computers)
    assert await club.league.result(GUILD, stored.id) == stored
    assert await club.league.result(OTHER_GUILD, stored.id) is None
    assert await club.league.result_of_game(OTHER_GUILD, stored.game_id) is None


async def test_what_a_game_adds_up_to(club: Club) -> None:
    canastas = [{"natural": 2, "mixed": 1, "wild": 1, "twos": 1}, {"sequence": 3}]
    await club.play(game([1, 2], [3, 4], points=(5000, -200), best_round=(1500, -50), canastas=canastas))
    await club.play(game([1, 3], [2, 4], points=(100, 100), family="samba", missed={1: 4}))
    one, three = await standing(club, 1), await standing(club, 3)
    assert one is not None
    assert three is not None
    assert (one.games, one.wins, one.ties, one.losses) == (2, 1, 1, 0)
    assert (three.games, three.wins, three.ties, three.losses) == (2, 0, 1, 1)
    assert (one.points, three.points, one.rounds) == (5100, -100, 6)
    assert (one.natural, one.mixed, one.wild, one.sequence, one.canastas) == (3, 3, 2, 0, 8)
    assert (three.sequence, three.canastas, three.best_round, one.best_round) == (3, 6, 50, 1500)
    assert (one.turns, one.missed, one.seconds, one.timeliness) == (40, 4, 2160, 0.9)
    assert one.concealed == 2
    assert len(one.trend) == 2
    assert one.change == one.trend[1] - one.trend[0]
    meeting = (await club.league.boards.head_to_head(GUILD, 1, 3)).meeting
    assert (meeting.together, meeting.together_tied, meeting.together_points) == (1, 1, 100)
    assert (meeting.against, meeting.against_won, meeting.against_margin) == (1, 1, 5200)
    mirrored = (await club.league.boards.head_to_head(GUILD, 3, 1)).meeting
    assert (mirrored.against, mirrored.against_won, mirrored.against_margin) == (1, 0, -5200)


async def test_a_player_who_left_loses_and_has_no_share_in_what_their_side_did(club: Club) -> None:
    await club.play(game([1, 2], [3, 4], left={1: 9}))
    left, substitute, partner = await standing(club, 1), await standing(club, 9), await standing(club, 2)
    assert left is not None
    assert substitute is not None
    assert partner is not None
    assert (left.games, left.losses, left.left_games, left.points, left.canastas) == (1, 1, 1, 0, 0)
    assert (substitute.games, substitute.wins, substitute.points) == (1, 1, 5000)
    assert (left.rating, left.rated) < (1000, 2)
    assert partner.rating > 1000 < substitute.rating
    assert (await club.league.boards.head_to_head(GUILD, 1, 3)).meeting.against_won == 0
    assert (await club.league.boards.head_to_head(GUILD, 3, 1)).meeting.against_won == 1
    assert (await club.league.boards.head_to_head(GUILD, 1, 2)).meeting.together == 0
    assert (await club.league.boards.head_to_head(GUILD, 9, 2)).meeting.together_won == 1


async def test_a_failure_while_recording_leaves_nothing(club: Club) -> None:
    with pytest.raises(Exception, match=r"(?i)foreign key"):
        async with club.database.transaction() as tx:
            await club.league.record(tx, game([1, 2], [3, 4]))
    assert club.kept() == []
    assert await club.league.seasons.of_guild(GUILD) == []


async def test_ratings_are_those_of_one_server(club: Club) -> None:
    await club.play(game([1, 2], [3, 4]))
    await club.play(game([3, 4], [1, 2], guild_id=OTHER_GUILD))
    ours, theirs = await club.league.boards.board(GUILD, me=3), await club.league.boards.board(OTHER_GUILD, me=3)
    assert [one.rank for one in (*ours.rows, *theirs.rows)] == [1, 1, 3, 3, 1, 1, 3, 3]
    assert ours.me is not None
    assert theirs.me is not None
    assert (ours.me.rank, theirs.me.rank) == (3, 1)
    assert {one.user_ids for one in ours.rows[:2]} == {(1,), (2,)}


async def test_a_season_begins_where_the_last_one_ended_but_for_a_reset(club: Club) -> None:
    await club.play(game([1], [2]))
    before = await standing(club, 1, None)
    await club.league.seasons.close(GUILD)
    await club.league.seasons.open(GUILD)
    await club.play(game([3], [4]))
    await club.league.seasons.close(GUILD)
    await club.league.seasons.open(GUILD)
    await club.play(game([1], [None]))
    assert await standing(club, 1, None) is None
    await club.play(game([1, None], [2]))
    after, forever = await standing(club, 1, None), await standing(club, 1)
    assert before is not None
    assert after is not None
    assert forever is not None
    assert (after.rated, after.games, forever.games) == (0, 1, 2)
    assert after.mu - 25 == pytest.approx((before.mu - 25) * 0.75)
    assert before.sigma < after.sigma <= 25 / 3
    assert (forever.mu, forever.sigma) == (before.mu, before.sigma)


async def test_many_days_of_nothing_do_no_harm(club: Club) -> None:
    await club.play(game([1], [2]))
    club.clock.now += 800 * DAY
    stored = await club.play(game([1], [2]))
    seasons = await club.league.seasons.of_guild(GUILD)
    assert [(one.number, one.open) for one in seasons] == [(2, True), (1, False)]
    assert stored.season_id == seasons[0].id
