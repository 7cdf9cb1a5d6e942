"""Which cards may be discarded, and what they do to the pile."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from bot.canasta.cards import ACE, SEVEN, THREE, TWO, Card, cards_of, is_wild
from bot.canasta.leaving import needs_leave, out_plan
from bot.canasta.melds import CANASTA, wild_open
from bot.canasta.moves import Group, MeldName, Move
from bot.canasta.rules import Rules

if TYPE_CHECKING:
    from bot.canasta.round import Round


def unrestricted(rules: Rules) -> bool:
    """Whether any card may go at any time."""
    limits = rules.discards
    free = limits.wilds == "free" and limits.threes == "free" and not rules.wilds.binds
    return free and not (limits.empty_pile_ban or limits.safe_ban or limits.no_black_first)


def discardable(now: Round, seat: int) -> dict[Card, str | None]:
    """Each card of the hand with the reason why it can't be discarded while others are kept, or None if it can.

    Where the restrictions would leave nothing, and the player can neither go out nor feed a wild meld that binds him,
    wild cards may go, and threes if there is nothing else and none can be laid (pagat: american-modern, Discard
    restrictions and ambiguity 4; wikipedia: american, ambiguity 15, and la-filanda, ambiguity 15).
    """
    hand = now.hands[seat]
    if now.free_discards:
        return dict.fromkeys(hand)
    found = {card: _problem(now, seat, card) for card in hand}
    if now.rules.discards.safe_ban and not now.pile and _any_may_go(found):
        banned = {card: why or ("safe-card" if _is_safe(now, seat, card) else None) for card, why in found.items()}
        if _any_may_go(banned):
            found = banned
    if _any_may_go(found) or _wild_meld_takes_one(now, seat):
        return found
    if not needs_leave(now, seat) and out_plan(now) is not None:
        return found
    found = {card: None if is_wild(card) else why for card, why in found.items()}
    if not _any_may_go(found) and not any(now.may_lay_three(seat, card) for card in hand):
        found = dict.fromkeys(hand)
    return found


def _any_may_go(found: Mapping[Card, str | None]) -> bool:
    return any(why is None for why in found.values())


def _problem(now: Round, seat: int, card: Card) -> str | None:
    limits, hand = now.rules.discards, now.hands[seat]
    if is_wild(card):
        if _bound_by_wild_meld(now, seat):
            return "wild-meld-open"
        return None if limits.wilds == "free" or all(map(is_wild, hand)) else "wild-discard"
    if card >> 2 == THREE:
        if limits.no_black_first and now.no_turn_yet and card in cards_of(("black-three",)):
            return "black-three-early"
        return "three-discard" if limits.threes == "last" else None
    if limits.empty_pile_ban and not now.pile and card >> 2 in (ACE, SEVEN):
        others = (one for one in hand if one < TWO * 4 and one >> 2 not in (ACE, SEVEN))
        return "ace-or-seven" if any(True for _ in others) else None
    return None


def _bound_by_wild_meld(now: Round, seat: int) -> bool:
    return now.rules.wilds.binds and wild_open(now.melds[now.side_of[seat]])


def _wild_meld_takes_one(now: Round, seat: int) -> bool:
    """Whether a wild card that may not be discarded could be laid on the unfinished wild meld instead."""
    if not _bound_by_wild_meld(now, seat):
        return False
    groups = (Group((card,), MeldName("wild")) for card in set(now.hands[seat]) if is_wild(card))
    return any(now.is_legal(Move(seat, "meld", (group,))) for group in groups)


def _is_safe(now: Round, seat: int, card: Card) -> bool:
    """Whether the next player could not use a card (pagat: am-safe-card-ban)."""
    for side, melds in enumerate(now.melds):
        for meld in melds:
            if meld.kind == "set" and meld.rank == card >> 2:
                size = len(meld.cards)
                if size >= CANASTA or (side != now.side_of[seat] and size >= CANASTA - 2):
                    return True
    return False
