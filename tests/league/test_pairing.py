"""Pairings: examples of each kind, what may never happen, and all the ways there are compared for small numbers."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.data.tournaments import TournamentKind
from bot.league.tournaments.matches import Entry, Fixture, MatchOutcome, entered
from bot.league.tournaments.pairing import NoPlaceLeft, pairings, rounds
from bot.league.tournaments.ranking import standings
from bot.league.tournaments.victory import Scale
from tests.league.events import events, result

SCALE = Scale(500, 3)
BY_STANDINGS = (TournamentKind.SWISS, TournamentKind.DANISH)


def pairs(
    kind: TournamentKind, entries: Collection[Entry], outcomes: Iterable[MatchOutcome], number: int
) -> list[tuple[int, ...]]:
    return [match.sides for match in pairings(kind, entries, outcomes, number, SCALE)]


def upper_wins(matches: Iterable[Fixture], margin: int = 300) -> list[MatchOutcome]:
    """In all matches the side with the smaller id wins."""
    return [
        MatchOutcome(one)
        if one.second is None
        else MatchOutcome(one, (margin, 0) if one.first < one.second else (0, margin), 3)
        for one in matches
    ]


# Conditions for every kind


def playing(entries: Iterable[Entry], number: int) -> list[int]:
    return sorted(entry.id for entry in entries if entry.takes_part(number))


def past_byes(outcomes: Iterable[MatchOutcome]) -> Counter[int]:
    return Counter(one.fixture.first for one in outcomes if one.fixture.second is None)


def past_meetings(outcomes: Iterable[MatchOutcome]) -> dict[frozenset[int], list[int]]:
    """Return the rounds in which each two met."""
    met: dict[frozenset[int], list[int]] = {}
    for one in outcomes:
        if one.fixture.second is not None:
            met.setdefault(frozenset(one.fixture.sides), []).append(one.fixture.round)
    return met


def can_do_without_rematch(entries: Sequence[Entry], outcomes: Sequence[MatchOutcome], number: int) -> bool:
    """Return whether any pairing with a fair bye has no rematch: by Tutte's theorem, a graph with a perfect matching is one
    whose skew-symmetric matrix of unknowns isn't singular, which numbers drawn for these show all but surely."""
    prime, chance = 2**61 - 1, random.Random(number)
    met, byes = past_meetings(outcomes), past_byes(outcomes)
    nodes: list[int | None] = list(playing(entries, number))
    fewest = min((byes[one] for one in nodes if one is not None), default=0)
    if len(nodes) % 2:
        nodes.append(None)
    matrix = [[0] * len(nodes) for _ in nodes]
    for (row, one), (column, other) in combinations(enumerate(nodes), 2):
        if (other is None and one is not None and byes[one] == fewest) or (
            other is not None and frozenset((one, other)) not in met
        ):
            matrix[row][column] = chance.randrange(1, prime)
            matrix[column][row] = prime - matrix[row][column]
    for step in range(len(nodes)):
        pivot = next((row for row in range(step, len(nodes)) if matrix[row][step]), None)
        if pivot is None:
            return False
        matrix[step], matrix[pivot] = matrix[pivot], matrix[step]
        inverse = pow(matrix[step][step], -1, prime)
        for row in range(step + 1, len(nodes)):
            factor = matrix[row][step] * inverse % prime
            matrix[row] = [(x - factor * y) % prime for x, y in zip(matrix[row], matrix[step], strict=True)]
    return True


def check(entries: Sequence[Entry], outcomes: Sequence[MatchOutcome], number: int, matches: Sequence[Fixture]) -> None:
    """Check that everybody plays once, byes are fair, and no rematch could have been avoided."""
    assert sorted(side for match in matches for side in match.sides) == playing(entries, number)
    assert {match.round for match in matches} <= {number}
    byes, met = past_byes(outcomes), past_meetings(outcomes)
    resting = [match.first for match in matches if match.second is None]
    assert len(resting) == len(playing(entries, number)) % 2
    for one in resting:
        assert byes[one] == min(byes[other] for other in playing(entries, number))
    rematches = [match for match in matches if match.second is not None and frozenset(match.sides) in met]
    assert bool(rematches) != can_do_without_rematch(entries, outcomes, number)


# Round robin


@pytest.mark.parametrize("number", range(2, 20))
def test_a_round_robin_brings_everybody_together_once(number: int) -> None:
    entries = entered(range(1, number + 1))
    met: Counter[frozenset[int]] = Counter()
    byes: Counter[int] = Counter()
    for this in range(1, rounds(entries) + 1):
        matches = pairings(TournamentKind.ROUND_ROBIN, entries, [], this, SCALE)
        assert sorted(side for match in matches for side in match.sides) == list(range(1, number + 1))
        met.update(frozenset(match.sides) for match in matches if match.second is not None)
        byes.update(match.first for match in matches if match.second is None)
    assert met == {frozenset(two): 1 for two in combinations(range(1, number + 1), 2)}
    assert byes == (dict.fromkeys(range(1, number + 1), 1) if number % 2 else {})
    assert rounds(entries) == (number if number % 2 else number - 1)


@pytest.mark.parametrize("number", range(2, 20))
def test_a_second_leg_exchanges_first_and_second(number: int) -> None:
    entries = entered(range(1, number + 1))
    leg = rounds(entries)
    first: Counter[int] = Counter()
    for this in range(1, leg + 1):
        there, back = (pairings(TournamentKind.ROUND_ROBIN, entries, [], one, SCALE) for one in (this, this + leg))
        assert [match.sides[::-1] for match in there] == [match.sides for match in back]
        first.update(match.first for match in there if match.second is not None)
    assert max(first.values()) - min(first[one] for one in range(1, number + 1)) <= 1


def test_whose_opponent_left_a_round_robin_has_a_bye() -> None:
    entries = entered(range(1, 7))
    before = [pairings(TournamentKind.ROUND_ROBIN, entries, [], this, SCALE) for this in range(1, 6)]
    entries[2] = replace(entries[2], left=2)
    after = [pairings(TournamentKind.ROUND_ROBIN, entries, [], this, SCALE) for this in range(1, 6)]
    assert after[:2] == before[:2]
    for then, now in zip(before[2:], after[2:], strict=True):
        assert set(now) - set(then) == {
            Fixture(one.round, other, None) for one in then if 3 in one.sides for other in one.sides if other != 3
        }
        assert now[-1].second is None


def test_a_late_entry_takes_the_place_of_the_bye() -> None:
    entries = entered(range(1, 6))
    late = [*entries, Entry(9, 0, joined=3)]
    assert rounds(late) == rounds(entries) == 5
    for this in (1, 2):
        assert pairings(TournamentKind.ROUND_ROBIN, late, [], this, SCALE) == pairings(
            TournamentKind.ROUND_ROBIN, entries, [], this, SCALE
        )
    for this in (3, 4, 5):
        then = pairings(TournamentKind.ROUND_ROBIN, entries, [], this, SCALE)
        now = pairings(TournamentKind.ROUND_ROBIN, late, [], this, SCALE)
        assert {frozenset(match.sides) - {9} for match in now} == {frozenset(match.sides) for match in then}
        assert playing(late, this) == sorted(side for match in now for side in match.sides)


@pytest.mark.parametrize(("number", "late"), [(4, 1), (5, 2), (0, 1)])
def test_a_full_round_robin_takes_no_late_entries(number: int, late: int) -> None:
    entries = [*entered(range(1, number + 1)), *(Entry(90 + one, 90, joined=2) for one in range(late))]
    with pytest.raises(NoPlaceLeft):
        pairings(TournamentKind.ROUND_ROBIN, entries, [], 2, SCALE)


# Swiss


def test_the_first_round_of_swiss_pairs_the_upper_half_with_the_lower() -> None:
    assert pairs(TournamentKind.SWISS, entered(range(1, 9)), [], 1) == [(1, 5), (2, 6), (3, 7), (4, 8)]
    assert pairs(TournamentKind.SWISS, entered(range(1, 8)), [], 1) == [(1, 4), (2, 5), (3, 6), (7,)]


def test_swiss_pairs_by_halves_among_those_who_won_as_often() -> None:
    entries = entered(range(1, 9))
    outcomes = upper_wins(pairings(TournamentKind.SWISS, entries, [], 1, SCALE))
    assert pairs(TournamentKind.SWISS, entries, outcomes, 2) == [(1, 3), (2, 4), (5, 7), (6, 8)]
    outcomes += upper_wins(pairings(TournamentKind.SWISS, entries, outcomes, 2, SCALE))
    # 1 and 2 won twice, 3 to 6 once, 7 and 8 never; nobody of these has met another yet.
    assert {frozenset(one) for one in pairs(TournamentKind.SWISS, entries, outcomes, 3)} == {
        frozenset(one) for one in ((1, 2), (3, 5), (4, 6), (7, 8))
    }


def test_swiss_lets_the_lowest_of_an_odd_group_meet_the_highest_below() -> None:
    entries = entered(range(1, 7))
    outcomes = upper_wins(pairings(TournamentKind.SWISS, entries, [], 1, SCALE))
    assert [one.fixture.sides for one in outcomes] == [(1, 4), (2, 5), (3, 6)]
    assert pairs(TournamentKind.SWISS, entries, outcomes, 2) == [(1, 2), (3, 4), (5, 6)]


def test_swiss_goes_by_matches_won_though_others_have_more_victory_points() -> None:
    entries = entered([1, 2, 3, 4])
    first = pairings(TournamentKind.SWISS, entries, [], 1, SCALE)
    outcomes = [MatchOutcome(first[0], (60, 0), 3), MatchOutcome(first[1], (0, 2000), 3)]
    assert pairs(TournamentKind.SWISS, entries, outcomes, 2) == [(4, 1), (3, 2)]


def test_swiss_gives_a_leader_the_best_there_is_below() -> None:
    entries = entered(range(1, 17))
    outcomes: list[MatchOutcome] = []
    for number in range(1, 5):
        outcomes += upper_wins(pairings(TournamentKind.SWISS, entries, outcomes, number, SCALE))
    won = {one.entry: one.won for one in standings(entries, outcomes, SCALE)}
    assert sorted(won.values()) == [0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 4]
    falls = [abs(won[one] - won[other]) for one, other in pairs(TournamentKind.SWISS, entries, outcomes, 5)]
    assert sorted(falls) == [0, 0, 0, 0, 1, 1, 1, 1]


def test_a_bye_is_a_match_won_for_swiss() -> None:
    entries = [*entered([1, 2, 3, 4, 5]), Entry(6, 6, joined=2)]
    outcomes = upper_wins(pairings(TournamentKind.SWISS, entries, [], 1, SCALE))
    # 1, 2 and 5, who rested, have won; 3, 4 and 6, who is new, haven't.
    assert {frozenset(one) for one in pairs(TournamentKind.SWISS, entries, outcomes, 2)} == {
        frozenset(one) for one in ((5, 1), (2, 3), (4, 6))
    }


@pytest.mark.slow
@settings(deadline=None)
@given(st.lists(st.integers(0, 4), min_size=1, max_size=12), st.integers(0, 2**32))
@example([2, 2, 2, 1, 1, 1, 1, 1, 1, 0, 0, 0], 1)
@example([2, 1, 1, 1, 1, 1, 1, 1, 1, 0], 2)
@example([2, 1, 1, 1, 1, 1, 1, 0], 3)
def test_where_nobody_has_met_swiss_is_what_one_would_do_by_hand(wins: list[int], seed: int) -> None:
    """Everybody's opponents so far have left."""
    chance = random.Random(seed)
    entries = entered(range(1, 2 * (len(wins) // 2) + 1))
    outcomes = []
    for entry, won in zip(list(entries), wins, strict=False):
        for number in range(1, 5):
            gone = Entry(1000 * number + entry.id, 99, left=number)
            entries.append(gone)
            points = chance.randrange(60, 2000)
            outcomes.append(
                MatchOutcome(Fixture(number, entry.id, gone.id), (points if number <= won else -points, 0), 3)
            )
    table = [one for one in standings(entries, outcomes, SCALE) if one.entry < 1000]
    expected: set[frozenset[int]] = set()
    floating: list[int] = []
    for score in sorted({one.won for one in table}, reverse=True):
        group = [one.entry for one in table if one.won == score]
        if floating:
            expected.add(frozenset((floating.pop(), group.pop(0))))
        if len(group) % 2:
            floating.append(group.pop())
        half = len(group) // 2
        expected |= {frozenset(two) for two in zip(group[:half], group[half:], strict=True)}
    assert not floating
    assert {frozenset(one) for one in pairs(TournamentKind.SWISS, entries, outcomes, 5)} == expected


# Danish


def test_danish_pairs_neighbours_in_the_standings() -> None:
    entries = entered(range(1, 9))
    assert pairs(TournamentKind.DANISH, entries, [], 1) == [(1, 2), (3, 4), (5, 6), (7, 8)]
    outcomes = upper_wins(pairings(TournamentKind.DANISH, entries, [], 1, SCALE))
    assert pairs(TournamentKind.DANISH, entries, outcomes, 2) == [(1, 3), (5, 7), (2, 4), (6, 8)]


def test_danish_gives_up_neighbours_above_rather_than_have_a_rematch_below() -> None:
    entries = entered([1, 2, 3, 4])
    outcomes = [MatchOutcome(Fixture(1, 1, None)), MatchOutcome(Fixture(1, 2, None)), MatchOutcome(Fixture(1, 3, 4))]
    assert [one.entry for one in standings(entries, outcomes, SCALE)] == [1, 2, 3, 4]
    assert pairs(TournamentKind.DANISH, entries, outcomes, 2) == [(1, 3), (2, 4)]


def test_those_who_are_kept_apart_do_not_meet_where_all_else_is_equal() -> None:
    entries = [*entered([1, 2, 3, 4]), Entry(5, 5, joined=2), Entry(6, 6, joined=2)]
    outcomes = [MatchOutcome(Fixture(1, 1, None)), MatchOutcome(Fixture(1, 2, None)), MatchOutcome(Fixture(1, 3, 4))]
    assert [one.entry for one in standings(entries, outcomes, SCALE)] == [1, 2, 3, 4, 5, 6]

    def paired(*apart: tuple[int, int]) -> list[tuple[int, ...]]:
        found = pairings(TournamentKind.DANISH, entries, outcomes, 2, SCALE, apart=[frozenset(two) for two in apart])
        return [match.sides for match in found]

    upper, lower = [(1, 3), (2, 4), (5, 6)], [(1, 2), (3, 5), (4, 6)]
    assert paired((1, 2)) == paired((4, 6)) == upper
    assert paired((1, 3)) == paired((5, 6)) == lower
    assert paired((5, 6), (4, 6)) in (upper, lower), "where both ways have such a pair, one of them is taken"
    assert paired((2, 3), (1, 6)) == paired(), "nobody can see that two were to be kept apart who wouldn't have met"


def test_when_all_have_met_the_longest_ago_meet_again_and_nobody_a_third_time() -> None:
    entries = entered([1, 2, 3, 4])
    for kind in BY_STANDINGS:
        outcomes: list[MatchOutcome] = []
        for number in range(1, 10):
            outcomes += upper_wins(pairings(kind, entries, outcomes, number, SCALE), 300 * number)
        by_round = [
            {frozenset(one.fixture.sides) for one in outcomes if one.fixture.round == this} for this in range(1, 10)
        ]
        assert by_round[:3] == by_round[3:6] == by_round[6:]
        assert len({frozenset(one) for one in by_round[:3]}) == 3


def test_danish_keeps_the_sum_of_all_distances_small_even_by_one_great_one() -> None:
    played = [
        [(1, 8, 600), (3, 4, 300), (6, 7, 600), (2, 5, 600)],
        [(6, 4, 900), (8, 1, 600), (7, 5, 600), (3, 2, 900)],
        [(4, 8, 600), (7, 6, 600), (5, 3, 300), (2, 1, 600)],
        [(3, 6, 300), (4, 1, 300), (5, 2, 900), (8, 7, 300)],
    ]
    outcomes = [
        MatchOutcome(Fixture(number, first, second), (margin, 0), 3)
        for number, matches in enumerate(played, 1)
        for first, second, margin in matches
    ]
    entries = entered(range(1, 9))
    assert [one.entry for one in standings(entries, outcomes, SCALE)] == [3, 6, 7, 5, 4, 8, 2, 1]
    # Apart by 2, 1, 1 and 6; with the squares least it would be 4, 2, 4 and 2.
    assert {frozenset(one) for one in pairs(TournamentKind.DANISH, entries, outcomes, 5)} == {
        frozenset(one) for one in ((3, 7), (4, 5), (2, 8), (1, 6))
    }


def pair_again(*history: Sequence[tuple[int, int]]) -> list[MatchOutcome]:
    """Draws, in the order given, from round 1."""
    return [MatchOutcome(Fixture(number, *pair)) for number, matches in enumerate(history, 1) for pair in matches]


def test_of_rematches_the_fewest_then_the_rarest_then_the_oldest_are_taken() -> None:
    one, two, three = ((1, 2), (3, 4)), ((1, 3), (2, 4)), ((1, 4), (2, 3))
    entries = entered([1, 2, 3, 4])
    late = [Entry(1, 1), Entry(2, 2), Entry(3, 3, joined=4), Entry(4, 4, joined=4)]
    for kind in BY_STANDINGS:
        # 1 and 2 have met three times, but 3 and 4 never: each other way has two rematches.
        outcomes = pair_again([one[0]], [one[0]], [one[0]], two, three)
        assert {frozenset(pair) for pair in pairs(kind, late, outcomes, 6)} == {frozenset(pair) for pair in one}
        outcomes = pair_again(one, one, two, three)
        assert {frozenset(pair) for pair in pairs(kind, entries, outcomes, 5)} == {frozenset(pair) for pair in two}
        outcomes = pair_again(one, two, three, three, two, one)[::-1]
        assert {frozenset(pair) for pair in pairs(kind, entries, outcomes, 7)} == {frozenset(pair) for pair in three}


# Byes


@pytest.mark.parametrize("kind", BY_STANDINGS)
def test_the_bye_goes_to_the_lowest_who_had_none(kind: TournamentKind) -> None:
    entries = entered([1, 2, 3, 4, 5])
    outcomes = upper_wins(pairings(kind, entries, [], 1, SCALE))
    assert outcomes[-1].fixture == Fixture(1, 5, None)
    lowest = [one.entry for one in standings(entries, outcomes, SCALE) if one.entry != 5][-1]
    for number in range(2, 6):
        outcomes += upper_wins(pairings(kind, entries, outcomes, number, SCALE))
        if number == 2:
            assert outcomes[-1].fixture == Fixture(2, lowest, None)
    assert past_byes(outcomes) == dict.fromkeys(range(1, 6), 1)


def test_nobody_rests_again_even_to_avoid_a_rematch() -> None:
    entries = entered([1, 2, 3])
    outcomes = upper_wins([Fixture(1, 1, 2), Fixture(1, 3, None), Fixture(2, 1, 3), Fixture(2, 2, None)])
    outcomes += upper_wins([Fixture(3, 2, 3), Fixture(3, 1, None), Fixture(4, 1, 2), Fixture(4, 3, None)])
    for kind in BY_STANDINGS:
        assert pairings(kind, entries, outcomes, 5, SCALE)[-1].first in (1, 2)


def test_somebody_late_may_rest_and_somebody_who_left_is_not_waited_for() -> None:
    entries = [Entry(1, 1), Entry(2, 2), Entry(3, 3, left=1), Entry(4, 4, joined=2)]
    outcomes = upper_wins([Fixture(1, 1, 2), Fixture(1, 3, None)])
    for kind in BY_STANDINGS:
        assert pairs(kind, entries, outcomes, 2) == [(1, 2), (4,)] or pairs(kind, entries, outcomes, 2) == [
            (1, 4),
            (2,),
        ]


# All kinds


@pytest.mark.slow
@settings(max_examples=400, deadline=None)
@given(st.sampled_from(BY_STANDINGS), events())
def test_of_all_pairings_there_are_the_best_is_chosen(
    kind: TournamentKind, event: tuple[list[Entry], list[MatchOutcome]]
) -> None:
    """Where no round follows: what later rounds need comes before the bye's place and the kind's own order."""
    entries, outcomes = event
    number = 1 + max((one.fixture.round for one in outcomes), default=0)
    matches = pairings(kind, entries, outcomes, number, SCALE, last=number)
    check(entries, outcomes, number, matches)
    byes, met = past_byes(outcomes), past_meetings(outcomes)
    found = standings(entries, outcomes, SCALE)
    here = set(playing(entries, number))
    place = {one.entry: place for place, one in enumerate(one for one in found if one.entry in here)}
    score = {one.entry: one.won + one.byes + one.drew / 2 for one in found}

    def worth(pairing: Iterable[tuple[int, ...]]) -> tuple[float, ...]:
        pairing = list(pairing)
        resting = [one[0] for one in pairing if len(one) == 1]
        two = [(one[0], one[1]) for one in pairing if len(one) == 2]
        again = [met[frozenset(one)] for one in two if frozenset(one) in met]
        fair = (
            sum(byes[one] for one in resting),
            len(again),
            sum(len(one) for one in again),
            sum(one[-1] for one in again),
            -sum(place[one] for one in resting),
        )
        apart = [abs(place[one] - place[other]) for one, other in two]
        falls = [abs(score[one] - score[other]) for one, other in two]
        if kind is TournamentKind.DANISH:
            return (*fair, sum(apart), sum(one**2 for one in apart))
        return (*fair, sum(one**2 for one in falls))

    assert worth(match.sides for match in matches) == min(map(worth, every_pairing(sorted(here))))


def every_pairing(ids: Sequence[int]) -> Iterator[list[tuple[int, ...]]]:
    """Yield all ways to make pairs of `ids`, with one left over if they are odd."""
    if not ids:
        yield []
    elif len(ids) % 2:
        for one in ids:
            yield from ([*pairing, (one,)] for pairing in every_pairing([other for other in ids if other != one]))
    else:
        for other in ids[1:]:
            rest = [one for one in ids[1:] if one != other]
            yield from ([(ids[0], other), *pairing] for pairing in every_pairing(rest))


@pytest.mark.slow
@settings(deadline=None)
@given(st.sampled_from(TournamentKind), events(), st.randoms(use_true_random=False))
def test_equal_arguments_give_equal_pairings_in_any_order(
    kind: TournamentKind, event: tuple[list[Entry], list[MatchOutcome]], chance: random.Random
) -> None:
    entries, outcomes = event
    if kind is TournamentKind.ROUND_ROBIN:
        entries = [replace(entry, joined=1) for entry in entries]
        outcomes = []
    for number in (1, 3, 7):
        matches = pairings(kind, entries, outcomes, number, SCALE)
        chance.shuffle(entries)
        chance.shuffle(outcomes)
        assert pairings(kind, entries, outcomes, number, SCALE) == matches
        earlier = [one for one in outcomes if one.fixture.round < number]
        assert pairings(kind, entries, earlier, number, SCALE) == matches


@pytest.mark.slow
@pytest.mark.parametrize("kind", BY_STANDINGS)
@settings(max_examples=15, deadline=None)
@given(st.integers(2, 24), st.integers(0, 2**32))
def test_no_rematch_and_no_unfair_bye_while_avoidable_to_the_last_round(
    kind: TournamentKind, number: int, seed: int
) -> None:
    chance = random.Random(seed)
    entries = entered(range(1, number + 1), chance)
    outcomes: list[MatchOutcome] = []
    for this in range(1, rounds(entries) + 3):
        matches = pairings(kind, entries, outcomes, this, SCALE)
        check(entries, outcomes, this, matches)
        outcomes += [result(match, chance) for match in matches]


@pytest.mark.parametrize("kind", TournamentKind)
@pytest.mark.parametrize("seed", range(3))
def test_sixteen_pairs_play_a_whole_tournament(kind: TournamentKind, seed: int) -> None:
    chance = random.Random(seed)
    entries = entered(range(101, 117), chance)
    outcomes: list[MatchOutcome] = []
    for number in range(1, 16):
        if number in (4, 9):
            leaving = chance.randrange(16)
            entries[leaving] = replace(entries[leaving], left=number - 1)
        if number == 6 and kind is not TournamentKind.ROUND_ROBIN:
            entries.append(Entry(200, 17, joined=6))
        matches = pairings(kind, entries, outcomes, number, SCALE)
        if kind is TournamentKind.ROUND_ROBIN:
            assert sorted(side for match in matches for side in match.sides) == playing(entries, number)
            assert not {frozenset(one.sides) for one in matches if one.second} & past_meetings(outcomes).keys()
        else:
            check(entries, outcomes, number, matches)
        outcomes += [result(match, chance) for match in matches]
    met = past_meetings(outcomes)
    stayed = [entry.id for entry in entries if entry.left is None and entry.joined == 1]
    if kind is TournamentKind.ROUND_ROBIN:
        assert all(len(met[frozenset(two)]) == 1 for two in combinations(stayed, 2))
    found = standings(entries, outcomes, SCALE)
    assert [one.rank for one in found] == sorted(one.rank for one in found)
    assert {one.played + one.byes for one in found if one.entry in stayed} == {15}


def test_the_draw_is_chances_and_nothing_elses() -> None:
    ids = [31, 7, 19, 4, 88]
    drawn = entered(ids, random.Random(5))
    assert entered(sorted(ids), random.Random(5)) == drawn
    assert sorted(entry.id for entry in drawn) == sorted(ids)
    assert [entry.seed for entry in drawn] == [1, 2, 3, 4, 5]
    assert len({tuple(entry.id for entry in entered(ids, random.Random(one))) for one in range(20)}) > 10
    assert [entry.id for entry in entered(ids)] == ids


@pytest.mark.parametrize("kind", TournamentKind)
def test_one_entry_rests_and_none_have_no_match(kind: TournamentKind) -> None:
    assert pairings(kind, [], [], 1, SCALE) == []
    assert pairings(kind, entered([5]), [], 1, SCALE) == [Fixture(1, 5, None)]
    assert rounds([]) == 0


def course(kind: TournamentKind, size: int, last: int, seed: int) -> tuple[list[Fixture], list[Entry]]:
    """Return the matches of a tournament of this many entries and rounds; every match is drawn where `seed` is 0."""
    chance, entries = random.Random(seed), entered(range(1, size + 1))
    outcomes: list[MatchOutcome] = []
    for number in range(1, last + 1):
        for match in pairings(kind, entries, outcomes, number, SCALE, last):
            points = (chance.randrange(0, 3000, 50), 1500) if seed else (0, 0)
            outcomes.append(MatchOutcome(match) if match.second is None else MatchOutcome(match, points, 3))
    return [outcome.fixture for outcome in outcomes], entries


@pytest.mark.slow
@pytest.mark.parametrize("kind", [TournamentKind.SWISS, TournamentKind.DANISH])
@pytest.mark.parametrize("size", range(3, 13))
def test_nobody_meets_twice_in_any_number_of_rounds_that_go_without(kind: TournamentKind, size: int) -> None:
    for last in range(2, size + size % 2):
        for seed in range(4 if size <= 8 else 1):
            matches, entries = course(kind, size, last, seed)
            met = Counter(frozenset(match.sides) for match in matches)
            assert max(met.values()) == 1, (last, seed)
            assert len(matches) == last * ((len(entries) + 1) // 2)


def test_six_who_draw_all_matches_meet_in_four_rounds_without_a_rematch() -> None:
    for kind in (TournamentKind.SWISS, TournamentKind.DANISH):
        matches, _entries = course(kind, 6, 4, 0)
        assert len({frozenset(match.sides) for match in matches}) == 12
