"""The search for a way out lays runs on the table: it must take them back however it ends, and whoever still holds it."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing
from typing import Any

import pytest

from bot.canasta.cards import read_cards
from bot.canasta.going_out import plan
from bot.canasta.going_out.run_search import run_plays
from bot.canasta.melds import LayConditions, Melds
from bot.canasta.rules import load_rules


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Return a list that goes on holding each search for runs, so that it isn't closed for want of anybody who holds it."""
    searches: list[object] = []

    def holding(table: LayConditions, hand: Sequence[int]) -> Generator[Any]:
        search = run_plays(table, hand)
        searches.append(search)
        return search

    monkeypatch.setattr(plan, "run_plays", holding)
    return searches


HAND = tuple(read_cards("4S 5S 6S 7S 8S 9S TS"))


def table() -> LayConditions:
    return LayConditions(load_rules("samba", "4", house={"out.canastas": 1}), Melds())


def test_a_plan_leaves_no_runs_on_the_table(held: list[object]) -> None:
    empty = table()
    assert plan.plan_out(empty, HAND, 0) is not None
    assert held
    assert not list(empty.melds)


def test_knowing_that_there_is_a_plan_leaves_no_runs_on_the_table(held: list[object]) -> None:
    empty = table()
    assert plan.has_plan_out(empty, HAND, 0)
    assert held
    assert not list(empty.melds)


def test_plans_that_are_not_used_up_leave_no_runs_on_the_table(held: list[object]) -> None:
    empty = table()
    with closing(plan.plans_out(empty, HAND, 0)) as plans:
        next(plans)
        assert list(empty.melds)
    assert held
    assert not list(empty.melds)
