"""Tournament standings: each way to be ahead by an example, and what holds of all."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.data.tournaments import Forfeit, TournamentKind
from bot.league.tournaments.matches import Entry, Fixture, MatchOutcome, entered
from bot.league.tournaments.pairing import pairings
from bot.league.tournaments.ranking import TournamentStanding, standings
from bot.league.tournaments.victory import Scale
from tests.league.events import events

SCALE = Scale(500, 3)


def won(number: int, first: int, second: int, vp: int, made: int = 1000) -> MatchOutcome:
    """`first` gets `vp` victory points of `second`, who makes `made` points, by the least margin for that."""
    return MatchOutcome(Fixture(number, first, second), (made + SCALE.least(vp), made), 3)


def table(entries: Sequence[Entry], outcomes: Iterable[MatchOutcome]) -> list[tuple[int, int]]:
    return [(standing.rank, standing.entry) for standing in standings(entries, outcomes, SCALE)]


def test_before_the_first_round_all_are_equal_in_the_order_of_their_seeds() -> None:
    entries = [Entry(5, 3), Entry(9, 1), Entry(7, 2)]
    assert table(entries, []) == [(1, 9), (1, 7), (1, 5)]


def test_victory_points_decide() -> None:
    outcomes = [won(1, 1, 2, 13), won(1, 3, 4, 16)]
    found = standings(entered([1, 2, 3, 4]), outcomes, SCALE)
    assert [(one.entry, one.vp) for one in found] == [(3, 16), (1, 13), (2, 7), (4, 4)]
    assert [(one.won, one.drew, one.lost) for one in found] == [(1, 0, 0), (1, 0, 0), (0, 0, 1), (0, 0, 1)]


def test_a_bye_and_a_forfeit_count_beside_what_was_played() -> None:
    outcomes = [
        won(1, 1, 2, 15),
        MatchOutcome(Fixture(1, 3, None)),
        MatchOutcome(Fixture(2, 2, 3), forfeit=Forfeit.FIRST),
        MatchOutcome(Fixture(2, 1, None)),
    ]
    first, second, third = standings(entered([1, 2, 3]), outcomes, SCALE)
    assert (first.entry, first.vp, first.won, first.byes, first.played) == (1, 29, 1, 1, 1)
    assert (second.entry, second.vp, second.won, second.byes, second.played) == (3, 28, 1, 1, 1)
    assert (third.entry, third.vp, third.lost, third.byes, third.played) == (2, 5, 2, 0, 2)
    assert first.margin == SCALE.least(15) + SCALE.least(14)


def test_of_two_with_as_many_the_winner_of_their_match_is_ahead() -> None:
    outcomes = [won(1, 4, 3, 11), won(1, 1, 2, 20), won(2, 2, 4, 20), won(2, 1, 3, 19)]
    # 2 lost to 1 and won 20; 3 and 4 have 10 and 11.
    assert table(entered([1, 2, 3, 4]), outcomes) == [(1, 1), (2, 2), (3, 4), (4, 3)]
    outcomes = [won(1, 2, 1, 12), won(1, 3, 4, 13), won(2, 1, 4, 18), won(2, 2, 3, 14)]
    # 1 and 2 have 26 each: 2 beat 1, though 1 has the greater margin.
    found = standings(entered([1, 2, 3, 4]), outcomes, SCALE)
    assert [(one.entry, one.vp, one.direct) for one in found[:2]] == [(2, 26, 12), (1, 26, 8)]
    assert found[1].margin > found[0].margin


def test_matches_among_equals_decide_only_if_all_have_met_equally_often() -> None:
    # 1, 2 and 3 have 32 each; 1 beat 2, but 3 met neither.
    outcomes = [won(1, 1, 2, 12), won(1, 3, 4, 16), won(2, 1, 5, 20), won(2, 3, 6, 16)]
    outcomes += [won(3, 2, 4, 12), won(4, 2, 5, 12)]
    found = {one.entry: one for one in standings(entered(range(1, 7)), outcomes, SCALE)}
    assert [found[one].vp for one in (1, 2, 3)] == [32, 32, 32]
    assert [found[one].direct for one in (1, 2, 3)] == [0, 0, 0]


def test_matches_among_equals_decide_nothing_if_some_met_more_often() -> None:
    # 1, 2 and 3 have 40 each of four matches; 1 and 2 have met twice.
    outcomes = [won(1, 1, 2, 12), won(2, 1, 2, 12), won(3, 1, 3, 12), won(4, 2, 3, 12)]
    outcomes += [won(4, 1, 4, 4), won(3, 2, 4, 12), won(1, 3, 4, 12), won(2, 3, 5, 12)]
    found = {one.entry: one for one in standings(entered(range(1, 6)), outcomes, SCALE)}
    assert [found[one].vp for one in (1, 2, 3)] == [40, 40, 40]
    assert [found[one].direct for one in (1, 2, 3)] == [0, 0, 0]


def test_three_equals_who_all_met_are_ranked_by_what_they_won_of_each_other() -> None:
    among = [won(1, 1, 2, 16), won(2, 2, 3, 12), won(3, 3, 1, 11)]
    others = [won(1, 3, 4, 13), won(2, 1, 4, 11), won(3, 2, 4, 20)]
    found = standings(entered([1, 2, 3, 4]), among + others, SCALE)
    assert [(one.entry, one.vp, one.direct) for one in found[:3]] == [(1, 36, 16), (2, 36, 4), (3, 32, 0)]
    others[0] = won(1, 3, 4, 17)
    found = standings(entered([1, 2, 3, 4]), among + others, SCALE)
    assert [(one.entry, one.vp, one.direct) for one in found[:3]] == [(1, 36, 25), (3, 36, 19), (2, 36, 16)]


def test_then_the_victory_points_of_the_opponents_decide() -> None:
    # 1 and 2 win 15 each, of 3 and 4; these have 5 each, but 4 wins 20 later.
    outcomes = [won(1, 1, 3, 15), won(1, 2, 4, 15), won(2, 4, 5, 20), won(2, 3, 6, 12)]
    found = standings(entered(range(1, 7)), outcomes, SCALE)
    places = {one.entry: one for one in found}
    assert (places[1].opponents, places[2].opponents) == (17, 25)
    assert places[2].rank < places[1].rank


def test_a_bye_counts_as_an_opponent_who_draws_every_round() -> None:
    outcomes = [
        MatchOutcome(Fixture(1, 1, None)),
        won(1, 2, 3, 15),
        won(2, 1, 2, 15),
        MatchOutcome(Fixture(2, 3, None)),
    ]
    found = {one.entry: one for one in standings(entered([1, 2, 3]), outcomes, SCALE)}
    assert found[1].opponents == 20 + 20
    assert found[3].opponents == 20 + 20


def test_opponents_count_a_draw_for_each_round_they_take_no_part_in() -> None:
    entries = [Entry(1, 1), Entry(2, 2, left=1), Entry(3, 3), Entry(4, 4), Entry(5, 5, joined=2)]
    outcomes = [won(1, 1, 2, 15), won(1, 3, 4, 15), won(2, 1, 3, 15), won(2, 4, 5, 15)]
    found = {one.entry: one for one in standings(entries, outcomes, SCALE)}
    assert found[1].opponents == (5 + 10) + 20
    assert found[4].opponents == 20 + (5 + 10)


def test_then_the_margin_decides_and_then_the_points_made() -> None:
    near, far = SCALE.least(15), SCALE.least(16) - 1
    outcomes = [MatchOutcome(Fixture(1, 1, 2), (near, 0), 3), MatchOutcome(Fixture(1, 3, 4), (far, 0), 3)]
    assert table(entered([1, 2, 3, 4]), outcomes) == [(1, 3), (2, 1), (3, 2), (4, 4)]
    outcomes = [MatchOutcome(Fixture(1, 1, 2), (near, 0), 3), MatchOutcome(Fixture(1, 3, 4), (near + 5, 5), 3)]
    assert table(entered([1, 2, 3, 4]), outcomes) == [(1, 3), (2, 1), (3, 4), (4, 2)]


def test_who_is_equal_in_everything_shares_a_rank() -> None:
    outcomes = [won(1, 1, 2, 15), won(1, 3, 4, 15)]
    entries = [Entry(1, 4), Entry(2, 3), Entry(3, 2), Entry(4, 1)]
    assert table(entries, outcomes) == [(1, 3), (1, 1), (3, 4), (3, 2)]


@pytest.mark.parametrize(
    "outcomes",
    [
        [won(1, 1, 9, 15)],
        [won(1, 1, 2, 15), won(1, 1, 3, 15)],
        [won(1, 1, 2, 15), MatchOutcome(Fixture(1, 2, None))],
    ],
)
def test_outcomes_that_do_not_fit_are_refused(outcomes: list[MatchOutcome]) -> None:
    with pytest.raises(ValueError, match=r"without having entered|two matches in round 1"):
        standings(entered([1, 2, 3]), outcomes, SCALE)


@settings(deadline=None)
@given(events())
def test_ranks_are_a_total_order_with_equals(event: tuple[list[Entry], list[MatchOutcome]]) -> None:
    entries, outcomes = event
    found = standings(entries, outcomes, SCALE)
    assert sorted(one.entry for one in found) == sorted(entry.id for entry in entries)
    seeds = {entry.id: entry.seed for entry in entries}

    def merit(standing: TournamentStanding) -> tuple[int, ...]:
        return standing.opponents, standing.margin, standing.made

    for place, one in enumerate(found):
        assert one.rank == 1 + sum(other.rank < one.rank for other in found)
        for other in found[place + 1 :]:
            assert (one.vp, one.direct) >= (other.vp, other.direct)
            if one.rank == other.rank:
                assert (one.vp, one.direct, merit(one)) == (other.vp, other.direct, merit(other))
    assert found == sorted(found, key=lambda one: (one.rank, seeds[one.entry]))


def test_the_matches_decide_again_among_those_who_are_still_equal() -> None:
    """1, 2 and 3 have beaten each other by as much, and 4 by as much; 3 made most points, then 2, then 1."""
    outcomes = [won(1, 1, 2, 13), won(1, 3, 4, 12, 1300), won(2, 2, 3, 13), won(2, 1, 4, 12, 1000), won(3, 3, 1, 13)]
    outcomes.append(won(3, 2, 4, 12, 1200))
    found = standings(entered([2, 1, 3, 4]), outcomes, SCALE)
    assert [(one.vp, one.direct, one.opponents, one.margin) for one in found[:3]] == [(32, 20, 88, found[0].margin)] * 3
    assert [one.entry for one in sorted(found[:3], key=lambda one: -one.made)] == [3, 2, 1]
    assert [(one.rank, one.entry) for one in found] == [(1, 3), (2, 1), (3, 2), (4, 4)], "1 beat 2"


@pytest.mark.slow
def test_nobody_stands_above_one_who_beat_them_and_is_equal_otherwise() -> None:
    """Random round robins of three to five, with so few kinds of results that many are tied."""
    chance, again, below = random.Random(7), 0, 0
    for _ in range(4_000):
        size = chance.choice((3, 4, 5, 6))
        entries, kinds = entered(range(1, size + 1)), chance.choice((_FEW, _FEW[1:3]))
        last = size - 1 + size % 2
        matches = [
            m for number in range(1, last + 1) for m in pairings(TournamentKind.ROUND_ROBIN, entries, [], number, SCALE)
        ]
        outcomes = [
            MatchOutcome(match) if match.second is None else MatchOutcome(match, chance.choice(kinds), 3)
            for match in matches
        ]
        points = {
            (side, other): award.vp
            for one in outcomes
            if one.fixture.second is not None
            for side, other, award in zip(one.fixture.sides, one.fixture.sides[::-1], SCALE.awards(one), strict=True)
        }
        found = standings(entries, outcomes, SCALE)
        places = {one.entry: place for place, one in enumerate(found)}
        for tied in parts([one.entry for one in found], {one.entry: one.vp for one in found}):
            for upper, lower, among in decided(tied, points):
                assert places[upper] < places[lower]
                again += among < len(tied)
        for ahead, behind in itertools.pairwise(found):
            if ahead.rank != behind.rank and (ahead.vp, ahead.direct) == (behind.vp, behind.direct):
                tied = [one.entry for one in found if one.vp == ahead.vp]
                # The matches of three who are equal in them go round in a circle, or are draws.
                assert len(tied) > 3 or points[ahead.entry, behind.entry] >= points[behind.entry, ahead.entry]
                below += points[ahead.entry, behind.entry] > points[behind.entry, ahead.entry]
    assert again > 20
    assert below > 50


#: Won by 600 points or lost by as many, or a draw, each by many points or few.
_FEW = [(first, second) for first in (1000, 1600) for second in (1000, 1600)] + [(0, 600), (600, 0)]


def parts(ids: Sequence[int], values: Mapping[int, int]) -> list[list[int]]:
    return [
        [one for one in ids if values[one] == value] for value in sorted({values[one] for one in ids}, reverse=True)
    ]


def decided(tied: Sequence[int], points: Mapping[tuple[int, int], int]) -> Iterator[tuple[int, int, int]]:
    """Yield who must be above whom by the matches of those tied, and by how many people's, counted again in each part."""
    found = parts(tied, {one: sum(points[one, other] for other in tied if other != one) for one in tied})
    for above, below in itertools.combinations(found, 2):
        yield from ((one, other, len(tied)) for one in above for other in below)
    if len(found) > 1:
        for part in found:
            yield from decided(part, points)


@settings(deadline=None)
@given(events())
def test_every_match_that_was_played_gives_twenty(event: tuple[list[Entry], list[MatchOutcome]]) -> None:
    entries, outcomes = event
    given_away = {None: 20, Forfeit.FIRST: 14, Forfeit.SECOND: 14, Forfeit.BOTH: 0}
    expected = sum(14 if one.fixture.second is None else given_away[one.forfeit] for one in outcomes)
    found = standings(entries, outcomes, SCALE)
    assert sum(one.vp for one in found) == expected
    assert sum(one.played for one in found) == 2 * sum(one.fixture.second is not None for one in outcomes)
    assert sum(one.byes for one in found) == sum(one.fixture.second is None for one in outcomes)


@settings(deadline=None)
@given(events(), st.randoms(use_true_random=False))
def test_the_order_in_which_things_are_told_does_not_matter(
    event: tuple[list[Entry], list[MatchOutcome]], chance: random.Random
) -> None:
    entries, outcomes = event
    found = standings(entries, outcomes, SCALE)
    chance.shuffle(entries)
    chance.shuffle(outcomes)
    assert standings(entries, outcomes, SCALE) == found


@settings(deadline=None)
@given(events(), st.integers(-3000, 3000))
def test_another_result_takes_nothing_away_and_gives_its_winner_more(
    event: tuple[list[Entry], list[MatchOutcome]], margin: int
) -> None:
    entries, outcomes = event
    if len(entries) < 2:
        return
    first, second = entries[0].id, entries[-1].id
    before = {one.entry: one.vp for one in standings(entries, outcomes, SCALE)}
    more = [*outcomes, MatchOutcome(Fixture(99, first, second), (margin, 0), 3)]
    after = {one.entry: one.vp for one in standings(entries, more, SCALE)}
    assert all(after[one] >= vp for one, vp in before.items())
    assert after[first if margin >= 0 else second] - before[first if margin >= 0 else second] >= 10
    assert {one for one in before if after[one] != before[one]} <= {first, second}
