"""The stock: what is drawn from it, and how the pile becomes a new one."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from .cards import RED_THREES, Card, cards_of, is_wild
from .events import Event
from .state import State


class MissingReshuffle(ValueError):
    """The pile had to be shuffled, and the record that is replayed does not say in which order."""


def draw(state: State, seat: int, count: int, *, reshuffle: bool = True) -> tuple[list[Card], list[Card], list[Event]]:
    """Take up to `count` cards from the stock, and return the cards gained, the threes laid, and events of new stocks.

    Threes are laid and replaced at once. Without `reshuffle`, no more cards are drawn than the stock holds.
    """
    gained: list[Card] = []
    laid: list[Card] = []
    before: tuple[int, int] | None = None
    while len(gained) < count:
        if not state.stock:
            before = before or _renewals(state)
            if not (reshuffle and _renew(state, seat)):
                break
        card = state.stock.pop()
        (laid if card in state.cards.at_once else gained).append(card)
    if laid:
        state.lay_threes(seat, laid)
    return gained, laid, [] if before is None else _renewed(state, before)


def stock_is_out(state: State) -> bool:
    """Return whether nothing can be drawn any more."""
    return not state.stock and not (_may_recycle(state) or _spare_foot(state, state.turn) is not None)


def _renewals(state: State) -> tuple[int, int]:
    """Return figures that change when a new stock comes: how often the pile became one, and how many feet wait."""
    return state.recycles, sum(map(bool, state.feet))


def _renewed(state: State, before: tuple[int, int]) -> list[Event]:
    """Return the events of new stocks since `_renewals` returned `before`."""
    recycles, feet = before
    now = sum(map(bool, state.feet))
    found = [Event("reshuffle")] if state.recycles > recycles else []
    return [*found, Event("foot-stock", count=feet - now)] if now < feet else found


def _spare_foot(state: State, seat: int) -> int | None:
    """Return where the foot lies that becomes the stock when a seat must draw, its own side's first; None if none."""
    if state.rules.stock.end != "foot":
        return None
    others = [one for one in state.order if state.side_of[one] != state.side_of[seat]]
    places = [state.foot_of[one] for one in (seat, *state.mates(seat), *others)]
    return next((place for place in places if state.feet[place]), None)


def _renew(state: State, seat: int) -> bool:
    """Make a foot or the pile the stock where the rules say so. Return whether there is a new stock."""
    place = _spare_foot(state, seat)
    if place is None:
        return _recycle(state)
    state.stock, state.feet[place] = state.feet[place], []
    return True


def _may_recycle(state: State) -> bool:
    if state.rules.stock.end not in ("reshuffle", "flip") or state.recycles >= state.rules.stock.recycles:
        return False
    return len(state.pile) > (1 if state.rules.stock.end == "reshuffle" else 0)


def _recycle(state: State) -> bool:
    """Make the pile the stock where the rules say so (docs/rules.md, Draws and the end of the stock).

    Return whether there is a new stock. Raises `MissingReshuffle`.
    """
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
