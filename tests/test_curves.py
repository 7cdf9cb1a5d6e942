"""The measurement of how cost grows, in its short form."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bench import curves
from tests.curves_picture import Curve, render


def test_curves_are_drawn_and_said_in_units_that_suit_them() -> None:
    picture = render([Curve("A move", ((1, 0.5), (40, 6.25))), Curve("A start", ((1_000, 250.0), (100_000, 2_500.0)))])
    assert picture.alt == "A move: 1 500 µs, 40 6.2 ms. A start: 1,000 250 ms, 100,000 2.5 s."


def test_the_lister_is_measured_with_as_many_cards_as_asked() -> None:
    curve = curves.by_cards([5, 30])
    assert [size for size, _ in curve.points] == [5, 30]
    assert all(cost > 0 for _, cost in curve.points)


@pytest.mark.slow
def test_a_review_costs_more_the_more_is_judged() -> None:
    curve = curves.by_moves([1, 3])
    assert [size for size, _ in curve.points] == [1, 3]
    assert curve.points[0][1] <= curve.points[1][1]


@pytest.mark.slow
@pytest.mark.sqlite
async def test_moves_and_boards_are_measured(tmp_path: Path) -> None:
    for curve in (await curves.by_round(tmp_path, 1), await curves.by_results(tmp_path, [20])):
        assert all(cost > 0 for _, cost in curve.points)
        assert curve.points
