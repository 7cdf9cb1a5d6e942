"""The stock: what is drawn from it, and how the pile becomes a new one."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from .cards import RED_THREES, Card, cards_of, is_wild
from .state import State


class MissingReshuffle(ValueError):
    """The pile had to be shuffled, and the record that is replayed does not say how it lay then."""


def draw(state: State, seat: int, count: int, *, reshuffle: bool = True) -> tuple[list[Card], list[Card]]:
    """Take up to `count` cards from the stock, threes laid and replaced at once: (cards gained, threes laid).

    Without `reshuffle`, what the stock holds is all there is.
    """
    gained: list[Card] = []
    laid: list[Card] = []
    while len(gained) < count and (state.stock or (reshuffle and _recycle(state))):
        card = state.stock.pop()
        (laid if card in state.cards.at_once else gained).append(card)
    if laid:
        state.lay_threes(seat, laid)
    return gained, laid


def stock_is_out(state: State) -> bool:
    """Tell if nothing can be drawn any more."""
    return not state.stock and not _may_recycle(state)


def _may_recycle(state: State) -> bool:
    if state.rules.stock.end == "round" or state.recycles >= state.rules.stock.recycles:
        return False
    return len(state.pile) > (1 if state.rules.stock.end == "reshuffle" else 0)


def _recycle(state: State) -> bool:
    """Make the pile the stock, if the rules do (docs/rules.md, Draws and the end of the stock)."""
    if not _may_recycle(state):
        return False
    state.recycles += 1
    state.closed_by = None
    state.frozen = False
    cards, state.pile, state.face_down = state.pile, [], 0
    if state.rules.stock.end == "flip":
        state.stock = cards[::-1]
        return True
    if state.given_reshuffles is None:
        order = _shuffled(cards, state.pack_key, state.recycles)
    elif state.recycles <= len(state.given_reshuffles):
        order = state.given_reshuffles[state.recycles - 1]
    else:
        raise MissingReshuffle(f"reshuffle {state.recycles} is missing")
    if sorted(order) != sorted(cards):
        raise MissingReshuffle(f"reshuffle {state.recycles} must hold exactly the {len(cards)} cards of the pile")
    state.reshuffles.append(list(order))
    state.stock = list(reversed(order))
    turn_over(state)
    return bool(state.stock)


def _shuffled(cards: Sequence[Card], key: bytes, number: int) -> list[Card]:
    """Return the pile as a new stock, in an order that only the secret pack of the round decides."""
    keyed = [
        (hashlib.sha256(key + bytes((number, place >> 8, place & 255))).digest(), card)
        for place, card in enumerate(cards)
    ]
    return [card for _, card in sorted(keyed)]


def turn_over(state: State) -> None:
    """Turn cards from the stock onto the pile until one need not be covered."""
    cover = cards_of(state.rules.deal.cover)
    while state.stock:
        card = state.stock.pop()
        state.pile.append(card)
        if card not in cover:
            return
        if state.rules.deal.cover_freezes and (is_wild(card) or card in RED_THREES):
            state.frozen = True
