"""Standing orders in positions of every kind: the moves that they play, and when they call their owner instead."""

from __future__ import annotations

import pytest

from bot.canasta.cards import KING, NATURAL_RANKS, QUEEN, read_cards
from bot.canasta.events import Event
from bot.canasta.record import game_from_record
from bot.canasta.views import SeatView, seat_view
from bot.data.standing_orders import Stop
from bot.tables.rules.standing_orders import CALLS, DrawChoice, Orders, fits, next_move, pack, unpack
from tests.canasta.play import classic, with_moves
from tests.computer.positions import view_of

ALL = frozenset(CALLS)
DISCARDS = tuple(read_cards("4C 5D KS"))
USUAL = Orders(draw=DrawChoice.ALWAYS, discards=DISCARDS)


def choice(orders: Orders, view: SeatView, *since: Event) -> str | Stop | None:
    found = next_move(orders, view, since)
    if found is None or isinstance(found, Stop):
        return found
    assert found in view.legal
    return str(found)


@pytest.mark.parametrize(
    ("orders", "hand", "pile", "expected"),
    [
        (USUAL, "4C 5D KS 9H", "4S", "0 draw"),
        (Orders(draw=DrawChoice.ALONE), "4C 5D KS 9H", "4S", "0 draw"),
        # The pile could be taken, so drawing isn't all that can be done.
        (Orders(draw=DrawChoice.ALONE), "KS KH KD QS QH QD 4C 5C 7C", "KC", None),
        (USUAL, "KS KH KD QS QH QD 4C 5C 7C", "KC", "0 draw"),
        (Orders(draw=DrawChoice.ALWAYS, calls=ALL), "KS KH KD QS QH QD 4C 5C 7C", "KC", Stop.TAKEABLE),
        (Orders(take=(KING,)), "KS KH KD KC AS AH AD", "QC", None),
        (Orders(take=(KING,), draw=DrawChoice.ALWAYS), "KS KH KD KC 9S 9H 8D", "QC", "0 draw"),
        # Kings were thrown, and nobody can take them.
        (Orders(take=(KING,)), "KS 4H 5D 6C 7S 7H 8D", "KC", None),
        # The first melds need more points than kings alone have.
        (Orders(take=(KING, QUEEN)), "KS KH KD AS AH AD 7H 8D", "KC", Stop.HOW_TO_TAKE),
    ],
)
def test_how_a_turn_begins(orders: Orders, hand: str, pile: str, expected: str | Stop | None) -> None:
    view = view_of([hand, "5S 5H", "6S 6H", "7S 7H"], pile=pile, phase="draw")
    assert choice(orders, view) == expected


@pytest.mark.parametrize(
    ("hand", "melds", "pile", "expected"),
    [
        # All kings go, as many as there are; the meld of the side alone would have been enough.
        ("KS KH 4D 5D 6D", ["QS QH QD"], "KC", "0 take KS KH"),
        ("KS KH KD 4D 5D 6D", ["QS QH QD"], "KC", "0 take KS KH KD"),
        ("KS KH 4D 5D 6D", ["KS KD KD"], "KC", "0 take KS KH"),
        ("4S 4H 4D 5D 6D", ["KS KD KD"], "KC", "0 take"),
        # With one king and a wild card it would be another take than the one ordered.
        ("KS 2H 4D 5D 6D", ["QS QH QD"], "KC", Stop.HOW_TO_TAKE),
    ],
)
def test_the_pile_is_taken_with_cards_of_its_own_rank(
    hand: str, melds: list[str], pile: str, expected: str | Stop
) -> None:
    view = view_of([hand, "5S 5H", "6S 6H", "7S 7H"], melds=[melds, []], pile=pile, phase="draw")
    assert choice(Orders(take=(KING,), draw=DrawChoice.ALWAYS, calls=ALL), view) == expected


@pytest.mark.parametrize(
    ("orders", "since", "expected"),
    [
        (Orders(draw=DrawChoice.ALWAYS, calls=ALL), [Event("frozen", 1)], Stop.FROZEN),
        (Orders(draw=DrawChoice.ALWAYS, calls=ALL), [Event("open", 3, count=60)], Stop.OPENED),
        (Orders(draw=DrawChoice.ALWAYS, calls=ALL), [Event("discard", 1), Event("draw", 2)], "0 draw"),
        (Orders(draw=DrawChoice.ALWAYS), [Event("frozen", 1), Event("open", 3, count=60)], "0 draw"),
        # One's own act is no news.
        (Orders(draw=DrawChoice.ALWAYS, calls=ALL), [Event("frozen", 0)], "0 draw"),
        (Orders(draw=DrawChoice.ALWAYS, pile=3), [], "0 draw"),
        (Orders(draw=DrawChoice.ALWAYS, pile=2), [], Stop.PILE),
        # Called before anything is played, even if it could be taken as ordered.
        (Orders(take=(KING,), draw=DrawChoice.ALWAYS, pile=2), [], Stop.PILE),
    ],
)
def test_the_owner_is_called_for_what_they_asked_to_be_called_for(
    orders: Orders, since: list[Event], expected: str | Stop
) -> None:
    view = view_of(["KS KH 4C 5D", "5S 5H", "6S 6H", "7S 7H"], pile="9S TS JS", phase="draw")
    assert choice(orders, view, *since) == expected


@pytest.mark.parametrize(
    ("orders", "hand", "so_far", "expected"),
    [
        (USUAL, "4C 5D KS 9H", ["draw"], "0 discard 4C"),
        (USUAL, "5D KS 9H", ["draw"], "0 discard 5D"),
        (USUAL, "6H 9H", ["draw"], Stop.NO_CARD),
        (Orders(draw=DrawChoice.ALWAYS), "4C 5D", ["draw"], None),
        # One card left: that would be going out.
        (USUAL, "4C", ["draw"], Stop.NO_CARD),
        (
            Orders(draw=DrawChoice.ALWAYS, discards=DISCARDS, calls=ALL),
            "QS QH QD QC KS KH KD 4C",
            ["draw"],
            Stop.LAYABLE,
        ),
        (USUAL, "QS QH QD QC KS KH KD 4C", ["draw"], "0 discard 4C"),
        (USUAL, "4C 5D KS 9H", ["take"], Stop.TOOK),
    ],
)
def test_how_a_turn_ends(orders: Orders, hand: str, so_far: list[str], expected: str | Stop | None) -> None:
    view = view_of([hand, "5S 5H", "6S 6H", "7S 7H"], so_far=so_far)
    assert choice(orders, view) == expected


def test_a_stock_that_is_out_leaves_nothing_to_draw() -> None:
    """Where the pile must be taken, orders to draw call their owner."""
    view = view_of(["KS KH 4D 5D 6D", "5S", "6S", "7S"], melds=[["KS KD KD"], []], pile="KC", stock="", phase="draw")
    assert "draw" not in view.verbs
    assert choice(USUAL, view) is Stop.NO_DRAW


def test_nothing_is_played_in_the_turn_of_another_nor_answered_for_a_partner() -> None:
    ready = classic(hands=["9S 9H 9D"], melds=[["KS KH KD KC KS KH KD"]], pile="7H", stock="5S 8D 8C 6D 4H")
    game = game_from_record(with_moves(ready, "0 draw", "0 ask"))
    anything = Orders(take=tuple(range(NATURAL_RANKS)), draw=DrawChoice.ALWAYS, discards=tuple(read_cards("9S 9D TD")))
    asker, asked = seat_view(game, 0), seat_view(game, 2)
    assert (asker.my_turn, asked.my_turn, asked.public.phase) == (False, True, "answer")
    assert choice(anything, asker) is choice(anything, asked) is None


@pytest.mark.parametrize(
    "orders",
    [
        USUAL,
        Orders(take=(KING, QUEEN), draw=DrawChoice.ALONE, calls=ALL, pile=8),
        Orders(take=(KING,), discards=tuple(read_cards("* 2S 3H 3S TD")), calls=frozenset({Stop.FROZEN})),
    ],
)
def test_orders_come_back_from_their_text(orders: Orders) -> None:
    assert unpack(pack(orders)) == orders


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"take": "?"}', pack(USUAL).replace("always", "ever")])
def test_another_text_is_no_orders(text: str) -> None:
    with pytest.raises(ValueError, match="no standing orders"):
        unpack(text)


@pytest.mark.parametrize(
    ("orders", "expected"),
    [
        (USUAL, True),
        (Orders(take=(KING,)), True),
        (Orders(discards=DISCARDS), False),
        (Orders(), False),
        (Orders(draw=DrawChoice.ALWAYS, discards=tuple(read_cards("4C 4C"))), False),
        (Orders(draw=DrawChoice.ALWAYS, discards=tuple(read_cards("6C"))), False),
        (Orders(draw=DrawChoice.ALWAYS, calls=frozenset({Stop.NO_CARD})), False),
        (Orders(take=(99,)), False),
    ],
)
def test_orders_name_cards_of_the_hand(orders: Orders, expected: bool) -> None:
    assert fits(orders, read_cards("4C 5D KS 9H")) is expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[" * 100_000,
        pack(USUAL).replace('"always"', '"often"'),
        '{"take": "7", "draw": "always", "discard": 5}',
    ],
)
def test_what_is_no_orders_is_not_read(text: str) -> None:
    with pytest.raises(ValueError, match="no standing orders"):
        unpack(text)
