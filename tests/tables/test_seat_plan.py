"""The seats when a game is played again."""

from __future__ import annotations

import pytest

from bot.tables.rules import seat_plan
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


def test_no_two_names_are_read_as_the_same() -> None:
    dealt = seat_plan.seats_for(
        [
            (1, "Kim (2)"),
            (2, "Kim"),
            (3, "KIM"),
            ("easy", "kim"),
            (4, "K\u200bim"),
            (5, "\uff2b\uff49\uff4d "),
            (6, "Kim\ufe0f"),
            (7, "K\u034fim\u3164"),
        ]
    )
    read = [seat_plan._as_read(seat.name) for seat in dealt]
    assert len(set(read)) == len(read), [seat.name for seat in dealt]
