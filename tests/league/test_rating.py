"""Ratings: the same numbers as openskill gives when it is asked directly, and what they say of leavers and substitutes."""

from __future__ import annotations

import itertools
import random
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openskill.models import PlackettLuce
from openskill.models.weng_lin.plackett_luce import PlackettLuceRating

from bot.data.results import PlainGame, Result
from bot.league import tally
from bot.league.plackett_luce import rated
from bot.league.rating import COMPUTER, NEW, Lineup, Skill, lineup, next_season, play, rate, shown, sure
from bot.league.tally import ALL_TIME, TREND, Book, Ladder
from bot.store.results import OUTCOME, game_of
from tests.league.games import GUILD, Club, game, lent

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


@st.composite
def encounters(draw: st.DrawFn) -> tuple[list[list[tuple[float, float]]], list[int]]:
    """Return teams of any skills, and their ranks."""
    skill = st.tuples(st.floats(-20, 80), st.floats(0.05, 12)) | st.sampled_from(
        [(NEW.mu, NEW.sigma), (COMPUTER.mu, COMPUTER.sigma)]
    )
    teams = draw(st.lists(st.lists(skill, min_size=1, max_size=4), min_size=2, max_size=6))
    return teams, draw(st.lists(st.integers(1, 6), min_size=len(teams), max_size=len(teams)))


def bit_for_bit(teams: list[list[tuple[float, float]]], ranks: list[int]) -> None:
    model = PlackettLuce(mu=25.0, sigma=25.0 / 3, beta=25.0 / 6, kappa=0.0001, tau=25.0 / 300)
    after = model.rate([[model.rating(*one) for one in team] for team in teams], ranks=[*map(float, ranks)])
    assert rated(teams, ranks) == [[(one.mu, one.sigma) for one in team] for team in after]


@pytest.mark.slow
@settings(max_examples=1000, deadline=None)
@given(encounters())
def test_the_model_is_that_of_openskill_to_the_last_bit(
    encounter: tuple[list[list[tuple[float, float]]], list[int]],
) -> None:
    bit_for_bit(*encounter)


@pytest.mark.parametrize("size", [1, 2])
@pytest.mark.parametrize("ranks", [[1, 2], [2, 1], [1, 1]])
def test_two_players_and_two_pairs_are_rated_by_it_too(ranks: list[int], size: int) -> None:
    chance = random.Random(4)
    for _ in range(200):
        bit_for_bit([[(chance.uniform(-20, 80), chance.uniform(0.05, 12)) for _ in range(size)] for _ in "12"], ranks)


@pytest.mark.parametrize("shape", [(2, 2), (1, 1), (1, 2), (2, 2, 2)])
def test_a_game_that_counts_fully_is_rated_alike_in_both_ways(shape: tuple[int, ...]) -> None:
    chance = random.Random(5)
    for _ in range(100):
        teams, ranks = drawn(chance, *shape)
        line = lineup(game(*teams, points=[100 * (9 - rank) for rank in ranks], ranks=ranks))
        assert line.mixed is None
        known = {user: Skill(chance.uniform(10, 45), chance.uniform(0.4, 8.4)) for user in line.people}
        ladders: list[dict[int, list[tuple[float, float]]]] = [
            {user: [skill] for user, skill in known.items()} for _ in range(2)
        ]
        play(line.teams, line.ranks, ladders)
        assert ladders == [{user: [known[user], skill] for user, skill in rate(line, known).items()}] * 2


def test_a_ladder_keeps_few_skills_of_many_results_and_gives_the_same_ratings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = []
    for every in (4, 1_000):
        monkeypatch.setattr(tally, "_FORGET_EVERY", every)
        chance, ladder = random.Random(6), Ladder()
        for _ in range(90):
            teams, ranks = drawn(chance, *chance.choice([(2, 2), (1, 1), (1, 1, 1)]))
            one = game(*teams, points=[100 * (9 - rank) for rank in ranks], ranks=ranks)
            ladder.add(replace(one, season_id=1))
            assert every > 90 or max(map(len, ladder.climbs())) <= every + TREND
        found.append({climb.place: climb.rating for climb in ladder.climbs()})
    assert found[0] == found[1]


async def test_a_stored_game_is_rated_as_the_one_that_ended(club: Club) -> None:
    ended = [
        game([1, 2], [3, 4], points=(5000, 3000)),
        game([1], [3], points=(100, 100)),
        game([5], [3], [1], points=(100, 300, 200)),
        game([1, 2], [3, 4], points=(100, 200), left={1: 5}),
        game([1, 2], [3, 4], points=(100, 200), left={1: None}),
        game([1, 2], [3, 4], points=(100, 200), missed={4: 20}),
        game([1, 2], [3, None], points=(100, 200)),
        game([1, 2], [3, 4], points=(300, 200), left={1: None}, abandoned=True),
    ]
    stored = [await club.play(one) for one in ended]
    await club.league.corrections.void(GUILD, stored[1].id, by=9, reason="test")
    found = [game_of(row) for row in await club.database.rows(f"{OUTCOME} ORDER BY id")]
    assert [isinstance(one, PlainGame) for one in found] == [True, False, True, *[False] * 5]
    for one, result in zip(found, stored, strict=True):
        assert (one.id, one.season_id, one.family, one.users) == (
            result.id,
            result.season_id,
            result.family,
            result.users,
        )
        if isinstance(one, PlainGame):
            assert lineup(result) == Lineup(one.teams, one.teams, one.ranks, None)
        else:
            assert lineup(one) == lineup(result)
            assert result.id == stored[1].id or lineup(result).mixed is not None


def skills(result: Result, **known: Skill) -> dict[int, Skill]:
    return {user: known.get(f"p{user}", NEW) for user in lineup(result).people}


def test_a_player_who_leaves_is_rated_as_if_their_side_had_come_last() -> None:
    won = game([1, 2], [3, 4], [5, 6], points=(500, 400, 300), left={1: None})
    lost = game([1, 2], [3, 4], [5, 6], points=(100, 400, 300))
    found = rate(lineup(won), skills(won))
    assert found[1] == rate(lineup(lost), skills(lost))[1]
    assert found[1].mu < NEW.mu


def test_a_substitute_only_gains_and_for_the_leavers_partner_the_game_counts_as_it_ended() -> None:
    won = game([1, 2], [3, 4], left={1: 9})
    found = rate(lineup(won), skills(won))
    assert found[2].mu > NEW.mu
    assert found[9].mu > NEW.mu
    assert found[1].mu < NEW.mu
    for substitute in (9, None):
        lost = game([3, 4], [1, 2], left={1: substitute})
        found = rate(lineup(lost), skills(lost))
        assert found.keys() == {1, 2, 3, 4}
        assert found[2] == rate(lineup(game([3, 4], [1, 2])), skills(lost))[2]


@pytest.mark.parametrize("missed", [0, 1])
def test_a_substitute_who_gave_the_seat_back_only_gains_and_spares_nobody(missed: int) -> None:
    for teams in ([[1, 2], [3, 4]], [[3, 4], [1, 2]]):
        usual = game(*teams)
        swapped = lent(lent(usual, 1, 9), 2, 8)
        helper = swapped.people[-1]._replace(missed=missed)
        swapped = replace(swapped, people=(*swapped.people[:-1], helper))
        found, plain = rate(lineup(swapped), skills(swapped)), rate(lineup(usual), skills(usual))
        assert {user: found[user] for user in (1, 2, 3, 4)} == plain
        won = teams[0] == [1, 2]
        assert (9 in found) is won
        assert (8 in found) is (won and not missed)
        assert all(found[user].mu > NEW.mu for user in (8, 9) if user in found)
        book = Book(())
        book.add(replace(swapped, season_id=1))
        assert {one.left_games for one in book.standings.values()} == {0}


async def test_a_seat_that_was_lent_is_read_again_as_it_was_stored(club: Club) -> None:
    played = await club.play(lent(game([1, 2], [3, 4]), 1, 9))
    assert [(one.user_id, one.stayed) for one in played.people if one.seat == 0] == [(1, True), (9, False)]
    before = club.kept()
    assert (await club.league.corrections.rerate(GUILD)).rows == 0
    assert club.kept() == before


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


@pytest.mark.parametrize(("missed", "gains"), [(0, True), (5, True), (6, False), (20, False)])
def test_who_had_the_computer_play_more_than_a_quarter_can_only_lose(missed: int, gains: bool) -> None:
    for user in (1, 3):
        one = game([1, 2], [3, 4], missed={user: missed})
        found = rate(lineup(one), skills(one))
        usual = rate(lineup(game([1, 2], [3, 4])), skills(one))
        assert (user in found) is (gains or user == 3)
        assert found == {each: skill for each, skill in usual.items() if each in found}


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


#: How a pair can lose a game that it is about to lose: as arguments of `game`, by a number that counts those games.
_WAYS: dict[str, Callable[[int], dict[str, Any]]] = {
    "plays on": lambda _number: {},
    "the partner gives up": lambda _number: {"left": {2: None}},
    "they give up in turn": lambda number: {"left": {1 + number % 2: None}},
    "both give up": lambda _number: {"left": {1: None, 2: None}},
    "a friend takes the partner's seat": lambda _number: {"left": {2: 90}},
    "friends take their seats in turn": lambda number: {"left": {1 + number % 2: 90 + number % 3}},
    "the partner lets the time run out": lambda _number: {"missed": {2: 20}},
    "they let the time run out in turn": lambda number: {"missed": {1 + number % 2: 20}},
    "both let the time run out": lambda _number: {"missed": {1: 20, 2: 20}},
}


def season_of(way: Callable[[int], dict[str, Any]], seed: int) -> tuple[dict[int, int], float]:
    """Return the ratings after 120 games of a pair (1 and 2) in a field of 20 who play honestly, and the field's mean.

    Everybody wins half of their games, and the pair loses in that `way`.
    """
    chance = random.Random(seed)
    known: defaultdict[int, Skill] = defaultdict(lambda: NEW)
    field, lost = range(10, 30), 0

    def played(result: Result) -> None:
        line = lineup(result)
        known.update(rate(line, {user: known[user] for user in line.people}))

    for _ in range(120):
        others = chance.sample(field, 18)
        opponents, rest = others[:2], others[2:]
        if chance.random() < 0.5:
            played(game([1, 2], opponents))
        else:
            lost += 1
            played(game(opponents, [1, 2], **way(lost)))
        while rest:
            played(game([rest.pop(), rest.pop()], [rest.pop(), rest.pop()]))
    ratings = {user: shown(known[user]) for user in (1, 2, *field)}
    return ratings, sum(ratings[user] for user in field) / len(field)


@pytest.mark.slow
@pytest.mark.parametrize("way", _WAYS)
def test_a_pair_that_gives_up_lost_games_ends_no_higher_than_by_playing_on(way: str) -> None:
    for seed in range(3):
        plain, mean = season_of(_WAYS["plays on"], seed)
        found, drifted = season_of(_WAYS[way], seed)
        assert max(found[1], found[2]) <= max(plain[1], plain[2])
        assert drifted <= mean + 15, "the rest of the field doesn't drift up"


def shape(chance: random.Random) -> tuple[list[list[int]], list[int]]:
    return drawn(chance, *chance.choice([(1, 1), (2, 2), (1, 1, 1), (2, 2, 2), (1, 2), (3, 3)]))


def test_a_win_never_lowers_the_number_that_is_shown() -> None:
    favourite = {1: Skill(40.0, 1.5), 2: Skill(40.0, 1.5), 3: Skill(25.0, 1.5), 4: Skill(25.0, 1.5)}
    assert shown(rate(lineup(game([1, 2], [3, 4])), favourite)[1]) >= shown(favourite[1])
    chance = random.Random(11)
    for _ in range(2_000):
        teams, ranks = shape(chance)
        one = game(*teams, points=[100 * (9 - rank) for rank in ranks], ranks=ranks)
        known = {user: Skill(chance.uniform(10, 45), chance.uniform(0.8, 8.4)) for user in lineup(one).people}
        found = rate(lineup(one), known)
        for side, rank in enumerate(ranks):
            for user in teams[side]:
                if rank == 1 and ranks.count(1) == 1:
                    assert shown(found[user]) >= shown(known[user])
                assert shown(found[user]) >= shown(known[user]) or found[user].mu < known[user].mu


@pytest.mark.parametrize("teams", [1, 2])
@pytest.mark.parametrize("sides", [2, 3])
@pytest.mark.parametrize("place", ["first", "last"])
async def test_ten_games_make_a_rating_more_than_provisional(club: Club, teams: int, sides: int, place: str) -> None:
    newcomers = itertools.count(10)
    for number in range(1, 13):
        others = [[next(newcomers) for _ in range(teams)] for _ in range(sides - 1)]
        own = [*range(1, teams + 1)]
        await club.play(game(*([own, *others] if place == "first" else [*others, own])))
        if number == 6:
            await club.league.seasons.close(GUILD)
            await club.league.seasons.open(GUILD)
        for season in (None, ALL_TIME) if number != 6 else (ALL_TIME,):
            profile = await club.league.boards.profile(GUILD, 1, season=season)
            assert profile is not None
            assert sure(profile.standing) is (number >= 10)
    before = club.kept()
    assert (await club.league.corrections.rerate(GUILD)).rows == 0
    assert club.kept() == before


def test_an_abandoned_game_is_lost_by_those_who_had_left_and_nothing_to_the_others() -> None:
    one = replace(game([1, 2], [3, 4], left={1: None}, abandoned=True), season_id=1)
    assert rate(lineup(one), skills(one)).keys() == {1}
    book = Book(())
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
