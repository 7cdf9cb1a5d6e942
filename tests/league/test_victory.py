"""Victory points: the clubs' own table, what holds of every scale, and what matches give that weren't played."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.data.tournaments import Forfeit
from bot.league.tournaments.matches import Fixture, MatchOutcome
from bot.league.tournaments.victory import MatchShare, Scale

#: Burraco in three deals as Italian clubs score it: the greatest margin for 10:10, 11:9 … 19:1.
BURRACO = (50, 150, 250, 350, 500, 650, 800, 1000, 1250, 1500)

scales = st.builds(Scale, st.integers(1, 5000), st.integers(1, 12))
margins = st.integers(-200_000, 200_000)
numbers = st.integers(1, 12)


def burraco() -> Scale:
    return Scale.of_target(2005, 3)


def played(first: int, second: int, deals: int = 3) -> MatchOutcome:
    return MatchOutcome(Fixture(1, 7, 8), (first, second), deals)


def test_three_deals_of_burraco_give_what_the_clubs_table_says() -> None:
    scale = burraco()
    for vp, most in enumerate(BURRACO, 10):
        assert (scale.vp(most, 3), scale.vp(-most, 3)) == (vp, 20 - vp)
        assert (scale.vp(most + 1, 3), scale.vp(-most - 1, 3)) == (vp + 1, 19 - vp)
    assert scale.vp(100_000, 3) == 20


def test_four_deals_of_burraco_are_won_20_to_0_beyond_2000() -> None:
    assert (burraco().vp(2000, 4), burraco().vp(2001, 4)) == (19, 20)


@given(scales, margins, numbers)
def test_both_sides_share_twenty(scale: Scale, margin: int, deals: int) -> None:
    assert 0 <= scale.vp(margin, deals) <= 20
    assert scale.vp(margin, deals) + scale.vp(-margin, deals) == 20


@given(scales, margins, margins, numbers)
def test_more_points_never_give_less(scale: Scale, one: int, other: int, deals: int) -> None:
    assert scale.vp(min(one, other), deals) <= scale.vp(max(one, other), deals)


@given(scales, margins, numbers)
def test_a_margin_is_worth_less_in_more_deals(scale: Scale, margin: int, deals: int) -> None:
    assert abs(scale.vp(margin, deals + 1) - 10) <= abs(scale.vp(margin, deals) - 10)


@given(scales, margins, numbers, st.integers(1, 10**9))
def test_only_the_proportion_of_margin_and_scale_matters(scale: Scale, margin: int, deals: int, times: int) -> None:
    assert Scale(scale.deal * times, 3).vp(margin * times, deals) == scale.vp(margin, deals)


@given(scales, numbers)
def test_no_margin_is_a_draw(scale: Scale, deals: int) -> None:
    assert scale.vp(0, deals) == 10


@given(st.integers(30, 5000), numbers, st.integers(0, 20))
def test_the_least_margin_is_the_least(deal: int, deals: int, vp: int) -> None:
    scale = Scale(deal, deals)
    least = scale.least(vp)
    assert scale.vp(least, deals) == vp
    if vp != 10:
        nearer = scale.vp(least - 1 if least > 0 else least + 1, deals)
        assert abs(nearer - 10) == abs(vp - 10) - 1


@pytest.mark.parametrize("wrong", [(0, 3), (500, 0), (-1, 3), (500, -2)])
def test_a_scale_needs_points_and_deals(wrong: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="points and deals"):
        Scale(*wrong)


def test_a_match_gives_points_margin_and_victory_points_to_both() -> None:
    assert burraco().awards(played(1700, 1400)) == (MatchShare(13, 300, 1700), MatchShare(7, -300, 1400))
    assert burraco().awards(played(-55, 100)) == (MatchShare(8, -155, -55), MatchShare(12, 155, 100))


def test_a_margin_counts_no_further_than_20_to_0() -> None:
    first, second = burraco().awards(played(9000, 200))
    assert (first, second) == (MatchShare(20, 1501, 9000), MatchShare(0, -1501, 200))


def test_what_was_broken_off_counts_as_it_stands() -> None:
    assert [award.vp for award in burraco().awards(played(700, 0, 1))] == [20, 0]
    assert [award.vp for award in burraco().awards(played(700, 0, 2))] == [18, 2]
    assert burraco().awards(MatchOutcome(Fixture(1, 7, 8))) == (MatchShare(10, 0, 0), MatchShare(10, 0, 0))


def test_a_bye_is_worth_seven_tenths_with_the_least_margin_for_it() -> None:
    assert burraco().awards(MatchOutcome(Fixture(1, 7, None))) == (MatchShare(14, 351, 0),)


@pytest.mark.slow
@given(scales, margins, numbers)
def test_who_forfeits_gets_no_more_than_for_any_match_played(scale: Scale, margin: int, deals: int) -> None:
    match = Fixture(1, 7, 8)
    absent, ready = scale.awards(MatchOutcome(match, forfeit=Forfeit.FIRST))
    assert scale.awards(MatchOutcome(match, forfeit=Forfeit.SECOND)) == (ready, absent)
    assert scale.awards(MatchOutcome(match, forfeit=Forfeit.BOTH)) == (absent, absent)
    assert (ready,) == scale.awards(MatchOutcome(Fixture(1, 7, None)))
    assert ready.vp == 14
    assert absent.vp == 0
    worst = scale.awards(MatchOutcome(match, (margin, 0), deals))[0]
    assert absent.vp <= worst.vp
    assert absent.margin == -(scale.deal * scale.deals + 1)


@pytest.mark.parametrize(
    ("match", "points", "deals", "forfeit", "why"),
    [
        (Fixture(1, 7, 8), (100, 0), 0, None, "made in deals"),
        (Fixture(1, 7, 8), (0, 0), -1, None, "made in deals"),
        (Fixture(1, 7, 8), (100, 0), 1, Forfeit.FIRST, "forfeited"),
        (Fixture(1, 7, None), (100, 0), 1, None, "bye"),
        (Fixture(1, 7, None), (0, 0), 0, Forfeit.FIRST, "bye"),
    ],
)
def test_outcomes_that_cannot_be_are_refused(
    match: Fixture, points: tuple[int, int], deals: int, forfeit: Forfeit | None, why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        MatchOutcome(match, points, deals, forfeit)


def test_each_step_of_a_scale_is_reached_in_turn() -> None:
    scale = Scale(1250, 3)
    reached = [scale.vp(margin, 3) for margin in range(4000)]
    assert reached[0] == 10
    assert reached[-1] == 20
    assert all(after - before in (0, 1) for before, after in pairwise(reached))
