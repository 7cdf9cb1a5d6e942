"""Ratings: the same numbers as openskill gives when it is asked directly, and what they say of leavers and substitutes."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import PlackettLuce
from openskill.models.weng_lin.plackett_luce import PlackettLuceRating

from bot.league.rating import COMPUTER, NEW, Skill, lineup, next_season, rate, shown
from bot.league.tally import ALL_TIME, Book
from bot.store.results import Result
from tests.league.games import GUILD, Club, game

History = list[tuple[list[list[int]], list[int]]]


def directly(history: History) -> dict[int, tuple[float, float]]:
    """Return what openskill makes of games of teams of people, each with its ranks, when nobody else is asked."""
    model = PlackettLuce()
    ratings: dict[int, PlackettLuceRating] = {}
    for teams, ranks in history:
        before = [[ratings.setdefault(user, model.rating()) for user in team] for team in teams]
        after = model.rate(before, ranks=[float(rank) for rank in ranks])
        for team, new in zip(teams, after, strict=True):
            ratings.update(zip(team, new, strict=True))
    return {user: (one.mu, one.sigma) for user, one in ratings.items()}


def drawn(chance: random.Random, *shape: int) -> tuple[list[list[int]], list[int]]:
    """Return a game of sides of those sizes, with ranks that may be tied."""
    people = chance.sample(range(1, 13), sum(shape))
    teams = [[people.pop() for _ in range(size)] for size in shape]
    points = [chance.choice((1000, 2000, 3000)) for _ in shape]
    return teams, [1 + sum(other > own for other in points) for own in points]


@pytest.mark.slow
@pytest.mark.parametrize(
    "shapes",
    [
        pytest.param([(2, 2)], id="pairs"),
        pytest.param([(1, 1)], id="two players"),
        pytest.param([(2, 2, 2)], id="three sides"),
        pytest.param([(1, 1, 1)], id="three players"),
        pytest.param([(1, 2)], id="one against two"),
        pytest.param([(3, 2), (2, 1, 1), (3, 3)], id="uneven"),
        pytest.param([(1, 1), (2, 2), (1, 2), (2, 2, 2), (1, 1, 1, 1, 1)], id="all together"),
    ],
)
async def test_ratings_are_those_of_openskill(club: Club, shapes: Sequence[tuple[int, ...]]) -> None:
    chance = random.Random(3)
    history = [drawn(chance, *chance.choice(shapes)) for _ in range(40)]
    assert any(len(set(ranks)) < len(ranks) for _, ranks in history)
    assert any(len(set(ranks)) == len(ranks) for _, ranks in history)
    for teams, ranks in history:
        await club.play(game(*teams, points=[100 * (9 - rank) for rank in ranks], ranks=ranks))
    expected = directly(history)
    for season in (None, ALL_TIME):
        profiles = {user: await club.league.boards.profile(GUILD, user, season=season) for user in expected}
        found = {user: (one.standing.mu, one.standing.sigma) for user, one in profiles.items() if one is not None}
        assert found == expected
    await club.league.corrections.rerate(GUILD)
    board = await club.league.boards.board(GUILD)
    assert {one.standing.user_id: one.standing.mu for one in board.rows if one.standing} == {
        user: expected[user][0] for one in board.rows for user in one.user_ids
    }


def skills(result: Result, **known: Skill) -> dict[int, Skill]:
    return {user: known.get(f"p{user}", NEW) for user in lineup(result).people}


def test_a_player_who_leaves_is_rated_as_if_their_side_had_come_last() -> None:
    won = game([1, 2], [3, 4], [5, 6], points=(500, 400, 300), left={1: None})
    lost = game([1, 2], [3, 4], [5, 6], points=(100, 400, 300))
    found = rate(lineup(won), skills(won))
    assert found[1] == rate(lineup(lost), skills(lost))[1]
    assert found[1].mu < NEW.mu


def test_a_leavers_partner_and_their_substitute_only_gain() -> None:
    won = game([1, 2], [3, 4], left={1: 9})
    found = rate(lineup(won), skills(won))
    assert found[2].mu > NEW.mu
    assert found[9].mu > NEW.mu
    assert found[1].mu < NEW.mu
    lost = game([3, 4], [1, 2], left={1: 9})
    found = rate(lineup(lost), skills(lost))
    assert found.keys() == {1, 3, 4}


def test_opponents_play_against_those_who_sat_there_at_the_end() -> None:
    strong = Skill(35.0, 2.0)
    replaced = game([3, 4], [1, 2], left={1: 9})
    usual = game([3, 4], [9, 2])
    known = {user: strong if user == 9 else NEW for user in (1, 2, 3, 4, 9)}
    found = rate(lineup(replaced), known)
    assert found[3] == rate(lineup(usual), known)[3]
    assert found[3] != rate(lineup(game([3, 4], [1, 2])), known)[3]


def test_a_seat_that_a_computer_had_at_the_end_stands_for_the_player_who_left_it() -> None:
    left = game([3, 4], [1, 2], left={1: None})
    found = rate(lineup(left), skills(left))
    usual = rate(lineup(game([3, 4], [1, 2])), skills(left))
    assert {user: found[user] for user in (3, 4)} == {user: usual[user] for user in (3, 4)}


@pytest.mark.parametrize(("missed", "rated"), [(0, True), (5, True), (6, False), (20, False)])
def test_who_had_the_computer_play_more_than_a_quarter_is_not_rated(missed: int, rated: bool) -> None:
    one = game([1, 2], [3, 4], missed={3: missed})
    found = rate(lineup(one), skills(one))
    assert (3 in found) is rated
    usual = rate(lineup(game([1, 2], [3, 4])), skills(one))
    assert {user: found[user] for user in (1, 2, 4)} == {user: usual[user] for user in (1, 2, 4)}


def test_who_left_takes_the_loss_however_much_the_computer_played() -> None:
    one = game([1, 2], [3, 4], left={1: None}, missed={1: 10})
    assert rate(lineup(one), skills(one))[1].mu < NEW.mu


def test_a_computer_is_an_average_player_who_never_changes() -> None:
    one = game([1, None], [2, 3])
    model = PlackettLuce()
    team = [model.rating(), model.rating(COMPUTER.mu, COMPUTER.sigma)]
    after = model.rate([team, [model.rating(), model.rating()]], ranks=[1, 2])
    found = rate(lineup(one), skills(one))
    assert found == {
        1: Skill(after[0][0].mu, after[0][0].sigma),
        2: Skill(after[1][0].mu, after[1][0].sigma),
        3: Skill(after[1][1].mu, after[1][1].sigma),
    }


def test_an_abandoned_game_is_lost_by_those_who_had_left_and_nothing_to_the_others() -> None:
    one = replace(game([1, 2], [3, 4], left={1: None}, abandoned=True), season_id=1)
    assert rate(lineup(one), skills(one)).keys() == {1}
    book = Book(gone=())
    book.add(one)
    assert {user for _, _, user in book.standings} == {1}
    assert {(one.games, one.losses, one.left_games, one.points) for one in book.standings.values()} == {(1, 1, 1, 0)}
    assert not book.meetings


def test_a_newcomer_is_shown_a_thousand() -> None:
    assert shown(NEW) == 1000
    assert shown(Skill(30.0, 2.0)) == 1600


@given(st.floats(-20, 80), st.floats(0.1, 9))
def test_a_new_season_draws_towards_the_average_and_knows_less(mu: float, sigma: float) -> None:
    before = Skill(mu, sigma)
    after = next_season(before)
    assert abs(after.mu - NEW.mu) == pytest.approx(abs(mu - NEW.mu) * 0.75)
    assert min(sigma, NEW.sigma) <= after.sigma <= NEW.sigma
