"""The deal: packets, feet and talons, red threes, and the card that starts the pile."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Final

from .cards import ACE, NATURAL_RANKS, RANKS, THREE, TWO, Card, cards_text
from .events import Event
from .hand import Hand
from .state import State
from .stock import draw, turn_over
from .turn.passing import begin_turn

#: How many cards lie face down for an upcard of each rank (docs/rules.md, The upcard). A joker or caliente, where a
#: house rule leaves it uncovered, has no number.
_RANK_NUMBERS: Final = {rank: rank + 4 for rank in range(NATURAL_RANKS)} | {ACE: 14, TWO: 2, THREE: 3}


def deal(state: State, pack: Sequence[Card], cut: int | None = None) -> list[Event]:
    """Deal from the pack's top, lay red threes, and return the events.

    See docs/record-format.md, The pack and the deal.
    """
    rules = state.rules.deal
    state.pack_key = hashlib.sha256(cards_text(pack).encode()).digest()
    state.stock = list(reversed(pack))
    first = (state.order.index(state.dealer) + 1) % len(state.order)
    state.order = seats = state.order[first:] + state.order[:first]
    state.turn = seats[0]
    with_foot = [seat for seat in seats if state.foot_of[seat] == seat]
    hands = [list[Card]() for _ in state.hands]
    for packets, size, takers in ((hands, rules.hand, seats), (state.feet, rules.foot, with_foot)):
        for _ in range(size):
            for seat in takers:
                packets[seat].append(state.stock.pop())
    state.hands = [*map(Hand, hands)]
    state.talons_left = [[state.stock.pop() for _ in range(size)] for size in rules.talons]
    state.cut = cut == len(pack) - len(state.stock)
    _choose_feet(state)
    events = [Event("deal", state.dealer, count=rules.hand)]
    if rules.red_threes_first:
        events += _lay_dealt_threes(state)
        _turn_upcard(state)
    else:
        _turn_upcard(state)
        events += _lay_dealt_threes(state)
    if state.pile and state.rules.sequences.trump:
        state.trump = state.pile[-1] & 3
    if state.pile and rules.bonus("twin"):
        state.mirror = {seat for seat in seats if state.pile[-1] in state.hands[seat]}
    if rules.foot and rules.foot_of == "pass":
        state.phase = "pass"
    else:
        for hand in state.hands:
            hand.sort()
        begin_turn(state)
    return events


def _choose_feet(state: State) -> None:
    """Swap packets where the one with the lower bottom card is played first (docs/rules.md, Hand and foot)."""
    if not state.rules.deal.foot or state.rules.deal.foot_of != "low-bottom":
        return
    for seat in state.order:
        if _bottom_order(state.feet[seat][0]) < _bottom_order(state.hands[seat][0]):
            state.hands[seat], state.feet[seat] = Hand(state.feet[seat]), [*state.hands[seat]]


def _turn_upcard(state: State) -> None:
    """Start the pile: cards face down, the upcard, and later cards that go under it (docs/rules.md, The upcard)."""
    rules = state.rules.deal
    if not rules.upcard:
        return
    state.pile = [state.stock.pop() for _ in range(rules.face_down)]
    turn_over(state)
    if rules.face_down_by_rank:
        count = min(_RANK_NUMBERS.get(state.pile[-1] >> 2, 0), len(state.stock))
        state.pile = [state.stock.pop() for _ in range(count)] + state.pile
        state.face_down = count
    else:
        state.face_down = rules.face_down
    state.top_was_turned = True


def _lay_dealt_threes(state: State) -> list[Event]:
    rules, threes = state.rules, state.cards.at_once
    if rules.deal.red_threes_first and rules.threes.red == "held":
        threes = state.cards.layable  # obligatory at the deal, to be held afterwards (docs/rules.md, Threes)
    events = []
    for seat in state.order:
        laid: list[Card] = []
        while found := [card for card in state.hands[seat] if card in threes]:
            left = [card for card in state.hands[seat] if card not in threes]
            state.lay_threes(seat, found)
            more, replaced, _ = draw(state, seat, len(found))
            state.hands[seat] = Hand([*left, *more])
            laid += found + replaced
        if laid:
            events.append(Event("three", seat, tuple(laid)))
    return events


def _bottom_order(card: Card) -> int:
    return "3456789TJQKA2*!".index(RANKS[card >> 2])
