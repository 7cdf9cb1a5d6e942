"""The cards that a caliente brings: a hand refilled from the stock."""

from __future__ import annotations

from collections.abc import Sequence

from .cards import CALIENTE, Card
from .state import State
from .stock import stock_is_out


def may_refill(state: State, side: int) -> bool:
    """Return whether a side has no more melds than any other, as playing a caliente needs (docs/rules.md, Calientes)."""
    others = {one for one in state.side_of if one != side}
    return all(len(state.melds[side]) <= len(state.melds[other]) for other in others)


def refill_size(state: State, seat: int, laid: int = 0) -> int:
    """Return how many cards a hand has after a caliente refills it; `laid` cards of it are being laid just now."""
    if state.rules.extra.caliente_to_deal:
        return state.rules.deal.hand
    before = sum(len(one.cards) for stroke in state.laid for one in stroke)
    if state.rules.pile.needs == "top-card":
        before -= state.so_far.count("take")
    return len(state.hands[seat]) - len(state.drawn) + before + state.so_far.count("caliente") + laid


def caliente_waits(state: State, seat: int, cards: Sequence[Card], laid: int = 0) -> bool:
    """Return whether these cards are a caliente alone, and playing it brings a hand to go on with."""
    if len(cards) != 1 or cards[0] != CALIENTE or not may_refill(state, state.side_of[seat]):
        return False
    # A taken pile can't become the stock any more.
    stock = bool(state.stock) if state.phase == "draw" else not stock_is_out(state)
    return stock and refill_size(state, seat, laid) >= 2
