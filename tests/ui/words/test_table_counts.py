"""Where a table's result counts, in one sentence for each case."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.data.tables import Home, InChannel, InDirectMessages, Seat, Table
from bot.tables import Order
from bot.ui.words import league_text

SERVER, DIRECT = InChannel(1, 2), InDirectMessages()
PEOPLE = tuple(Seat(number, number + 1, None, f"Person {number}") for number in range(4))


def table(home: Home, *, friendly: bool = False, rated: bool = False, seats: tuple[Seat, ...] = PEOPLE) -> Table:
    order = Order(home=home, host_id=1, friendly=friendly, in_open_league=rated)
    return replace(order.lobby(order.rules(), 0), seats=seats)


@pytest.mark.parametrize(
    ("one", "said"),
    [
        (table(SERVER), "Rated: it counts in this server's league while a season is open."),
        (table(SERVER, friendly=True), "For fun: not counted in the league."),
        (table(SERVER, rated=True), "Rated: it counts in the open league."),
        (table(DIRECT), "Counts in no league, only in your own record."),
        (table(DIRECT, rated=True), "Rated: it counts in the open league."),
        (table(SERVER, seats=(*PEOPLE[:3], Seat(3, None, "normal", "Ada"))), None),
    ],
)
def test_a_table_says_where_it_counts(one: Table, said: str | None) -> None:
    assert league_text.table_counts(one) == said
