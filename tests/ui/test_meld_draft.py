"""Groups of cards as text, and choices whose order changes nothing."""

from __future__ import annotations

import itertools

import pytest

from bot.canasta.moves import read_name
from bot.tables.rules.standing_orders import Orders
from bot.ui import meld_draft
from bot.ui.actions import Unreadable
from bot.ui.pages import orders_page
from bot.ui.pages.orders_page import OrdersChange


def test_a_new_meld_has_no_number() -> None:
    assert str(read_name("K2+")) == "K+"
    (group,) = meld_draft.unpack("K2+=C")
    assert meld_draft.unpack(meld_draft.pack((group,))) == (group,)


@pytest.mark.parametrize("text", ["=", ".", "=.=", "A."])
def test_a_group_of_nothing_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable):
        meld_draft.unpack(text)


def test_the_order_in_which_a_client_sends_what_was_chosen_changes_nothing() -> None:
    for ranks in itertools.permutations(("9", "5", "7")):
        orders, _lasting = orders_page.changed(Orders(), False, OrdersChange.TAKE, ranks)
        assert orders.take == (1, 3, 5)
