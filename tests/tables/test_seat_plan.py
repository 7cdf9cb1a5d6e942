"""Who sits where when a game is played again."""

from __future__ import annotations

import pytest

from bot.tables.rules.seat_plan import moved_up


@pytest.mark.parametrize("size", [4, 6])
def test_who_swaps_partners_has_each_of_the_others_once(size: int) -> None:
    seats, partners = list(range(size)), set()
    for _game in range(size - 1):
        partners.add(seats[size // 2])
        seats = [
            next(who for number, who in enumerate(seats) if moved_up(number, size) == place) for place in range(size)
        ]
    assert partners == set(range(1, size))
    assert seats == list(range(size))
