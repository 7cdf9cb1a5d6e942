"""A turn costs no more than it should, in counts that no busy machine changes."""

from __future__ import annotations

import pytest

from tests.bench import turn


@pytest.mark.slow
async def test_what_a_turn_of_four_people_costs() -> None:
    costs = await turn.measure(2)
    assert costs["statements of the discard"] <= 15
    assert costs["transactions of the discard"] <= 3
    assert costs["statements"] <= 30
    assert costs["pictures"] > 3
    assert costs["pictures drawn before"] == 0
