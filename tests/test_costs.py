"""A turn costs no more than it should, in counts that no busy machine changes."""

from __future__ import annotations

import pytest

from tests.bench import _whole, presses, turn

pytestmark = pytest.mark.slow


async def test_what_a_turn_of_four_people_costs() -> None:
    # Alt texts that are read as sentences take nearly a thousand bytes of these.
    costs = await turn.measure(12)
    assert costs["statements of the discard"] <= 11
    assert costs["transactions of the discard"] <= 3
    assert costs["statements"] <= 20
    assert costs["pictures"] > 3
    assert costs["pictures drawn before"] == 0
    assert costs["requests"] <= 11.1
    assert costs["uploads"] <= 5
    assert costs["bytes"] <= 55_000


async def test_what_a_turn_by_buttons_costs() -> None:
    costs = await turn.measure(2, by_buttons=True)
    # A look at what falls due takes three, and can come between.
    assert costs["statements of the discard"] <= 13
    assert costs["statements"] <= 19
    assert costs["requests"] <= 7.5
    assert costs["uploads"] <= 5
    assert costs["bytes"] <= 55_296
    assert costs["transactions of the discard"] <= 3


async def test_what_a_turn_costs_that_is_counted_whole() -> None:
    costs = await _whole.measure(2)
    announced = costs.pop("announcements of an answer", 0)
    # A busy machine announces more answers than an idle one.
    assert costs.pop("requests") - announced <= 11
    assert costs.pop("uploads") <= 8
    assert costs.pop("bytes") <= 100_000
    assert costs["presses"] >= 2
    assert costs["direct messages posted"] == 1


async def test_what_a_turn_costs_that_two_spectators_look_at() -> None:
    costs = await turn.measure(4, spectators=2)
    assert costs["requests"] <= 12 + 2 * 2
    assert costs["uploads"] <= 5 + 2
    assert costs["bytes"] <= 55_296 + 2 * 12_288


@pytest.mark.parametrize(
    ("what", "most"),
    [
        ("draw and discard", 2),
        ("one meld that is suggested", 3),
        ("one meld of one's own choice", 7),
        ("one of two cards added to a meld, that alone", 2),
        ("a wild card added to a meld, that alone", 2),
        ("three melds that are suggested", 5),
        ("open with the pile, in one of several ways", 4),
    ],
)
async def test_how_many_presses_a_turn_takes(what: str, most: int) -> None:
    assert await presses.presses(presses.TURNS[what]) <= most


async def test_how_many_messages_a_round_by_commands_leaves() -> None:
    assert await presses.messages_left() <= 12
