"""The deal, and the stock: what is drawn from it, and how the pile becomes a new one."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from bot.canasta.cards import ACE, NATURAL_RANKS, RANKS, RED_THREES, THREE, TWO, Card, cards_of, cards_text, is_wild
from bot.canasta.views import Event

if TYPE_CHECKING:
    from bot.canasta.round import Round

#: How many cards lie face down for an upcard of each rank (romanian: italian AI.1; wikipedia: la-filanda, Pack).
#: A joker or caliente, where a house rule leaves it uncovered, says none.
_RANK_NUMBERS: Final = {rank: rank + 4 for rank in range(NATURAL_RANKS)} | {ACE: 14, TWO: 2, THREE: 3}


class MissingReshuffle(ValueError):
    """The pile had to be shuffled, and the record that is replayed does not say how it lay then."""


def deal(now: Round, pack: Sequence[Card], cut: int | None = None) -> list[Event]:
    """Deal from the pack's top (record.md, "pack"; each game's Pack, deal, opening), red threes laid."""
    rules = now.rules.deal
    now.pack_key = hashlib.sha256(cards_text(pack).encode()).digest()
    now.stock = list(reversed(pack))
    first = (now.order.index(now.dealer) + 1) % len(now.order)
    now.order = seats = now.order[first:] + now.order[:first]
    now.turn = seats[0]
    with_foot = [seat for seat in seats if now.foot_of[seat] == seat]
    for packet, size, takers in ((now.hands, rules.hand, seats), (now.feet, rules.foot, with_foot)):
        for _ in range(size):
            for seat in takers:
                packet[seat].append(now.stock.pop())
    now.talons_left = [[now.stock.pop() for _ in range(size)] for size in rules.talons]
    now.cut = cut == len(pack) - len(now.stock)
    _choose_feet(now)
    events = [Event("deal", now.dealer, count=rules.hand)]
    if rules.red_threes_first:
        events += _lay_dealt_threes(now)
        _turn_upcard(now)
    else:
        _turn_upcard(now)
        events += _lay_dealt_threes(now)
    if now.pile and rules.mirror_bonus:
        now.mirror = {seat for seat in seats if now.pile[-1] in now.hands[seat]}
    if rules.foot and rules.foot_choice == "pass":
        now.phase = "pass"
    else:
        for hand in now.hands:
            hand.sort()
        now.begin_turn()
    return events


def _choose_feet(now: Round) -> None:
    """Swap packets where the one with the lower bottom card is played first (wikipedia: hand-and-foot, Deal)."""
    if not now.rules.deal.foot or now.rules.deal.foot_choice != "low-bottom":
        return
    for seat in now.order:
        if _bottom_order(now.feet[seat][0]) < _bottom_order(now.hands[seat][0]):
            now.hands[seat], now.feet[seat] = now.feet[seat], now.hands[seat]


def _turn_upcard(now: Round) -> None:
    """Start the pile: cards face down, the upcard, and cards drawn after it and put beneath (record.md, pack)."""
    rules = now.rules.deal
    if not rules.upcard:
        return
    now.pile = [now.stock.pop() for _ in range(rules.face_down)]
    _turn_over(now)
    if rules.face_down_by_rank:
        count = min(_RANK_NUMBERS.get(now.pile[-1] >> 2, 0), len(now.stock))
        now.pile = [now.stock.pop() for _ in range(count)] + now.pile
        now.face_down = count
    else:
        now.face_down = rules.face_down
    now.top_was_turned = True


def _turn_over(now: Round) -> None:
    """Turn cards from the stock onto the pile until one need not be covered."""
    cover = cards_of(now.rules.deal.cover)
    while now.stock:
        card = now.stock.pop()
        now.pile.append(card)
        if card not in cover:
            return
        if now.rules.deal.cover_freezes and (is_wild(card) or card in RED_THREES):
            now.frozen = True


def _lay_dealt_threes(now: Round) -> list[Event]:
    rules, threes = now.rules, now.at_once
    if rules.deal.red_threes_first and rules.threes.red == "held":
        threes = now.layable  # obligatory at the deal, to be held afterwards (romanian: italian AI.8)
    events = []
    for seat in now.order:
        laid: list[Card] = []
        while found := [card for card in now.hands[seat] if card in threes]:
            now.hands[seat] = [card for card in now.hands[seat] if card not in threes]
            now.threes[now.entry(seat)] += found
            more, replaced = draw(now, seat, len(found))
            now.hands[seat] += more
            laid += found + replaced
        if laid:
            events.append(Event("three", seat, tuple(laid)))
    return events


def draw(now: Round, seat: int, count: int, *, reshuffle: bool = True) -> tuple[list[Card], list[Card]]:
    """Take up to `count` cards from the stock, threes laid and replaced at once: (cards gained, threes laid).

    Without `reshuffle`, what the stock holds is all there is.
    """
    gained: list[Card] = []
    laid: list[Card] = []
    while len(gained) < count and (now.stock or (reshuffle and _recycle(now))):
        card = now.stock.pop()
        (laid if card in now.at_once else gained).append(card)
    if laid:
        now.threes[now.entry(seat)] += laid
    return gained, laid


def stock_is_out(now: Round) -> bool:
    """Whether nothing can be drawn any more."""
    return not now.stock and not _may_recycle(now)


def _may_recycle(now: Round) -> bool:
    if now.rules.stock.end == "round" or now.recycles >= now.rules.stock.recycles:
        return False
    return len(now.pile) > (1 if now.rules.stock.end == "reshuffle" else 0)


def _recycle(now: Round) -> bool:
    """Make the pile the stock, if the rules do (romanian: classic-ro, Stock exhaustion; wikipedia: uruguay)."""
    if not _may_recycle(now):
        return False
    now.recycles += 1
    now.closed_by = None
    now.frozen = False
    cards, now.pile, now.face_down = now.pile, [], 0
    if now.rules.stock.end == "flip":
        now.stock = cards[::-1]
        return True
    if now.given_reshuffles is None:
        order = _shuffled(cards, now.pack_key, now.recycles)
    elif now.recycles <= len(now.given_reshuffles):
        order = now.given_reshuffles[now.recycles - 1]
    else:
        raise MissingReshuffle(f"reshuffle {now.recycles} is missing")
    if sorted(order) != sorted(cards):
        raise MissingReshuffle(f"reshuffle {now.recycles} must hold exactly the {len(cards)} cards of the pile")
    now.reshuffles.append(list(order))
    now.stock = list(reversed(order))
    _turn_over(now)
    return bool(now.stock)


def _shuffled(cards: Sequence[Card], key: bytes, number: int) -> list[Card]:
    """The pile as a new stock, in an order that only the secret pack of the round decides."""
    keyed = [
        (hashlib.sha256(key + bytes((number, place >> 8, place & 255))).digest(), card)
        for place, card in enumerate(cards)
    ]
    return [card for _, card in sorted(keyed)]


def _bottom_order(card: Card) -> int:
    return "3456789TJQKA2*!".index(RANKS[card >> 2])
