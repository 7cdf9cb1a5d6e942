"""The frozen rounds in a short form; `python -m tests.perft` plays all of them."""

from __future__ import annotations

import pytest

from bot.canasta.rules import list_variants, parameters
from bot.canasta.rules.stored import present_names
from tests.perft.frozen import Frozen, difference, frozen_rounds
from tests.perft.rule_sets import SHAPES_OF_TABLES

ROUNDS = frozen_rounds()
EVERY = 31


@pytest.mark.parametrize(
    "frozen", ROUNDS[::EVERY], ids=lambda one: f"{one.start.variant}-{one.start.layout}-{one.start.seed}"
)
def test_a_frozen_round_is_played_as_before(frozen: Frozen) -> None:
    assert difference(frozen) == ""


def test_every_table_and_nearly_every_rule_is_frozen() -> None:
    tables = {(one.start.variant, one.start.layout) for one in ROUNDS if not one.start.house}
    assert tables == {(one.id, layout.name) for one in list_variants(own=False) for layout in one.layouts}
    families = {one.name: one.family for one in parameters()}
    ruled = {families[name] for one in ROUNDS for old in one.start.house for name in present_names(old)}
    assert {*families.values()} - ruled == set(SHAPES_OF_TABLES)
