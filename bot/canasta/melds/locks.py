"""Unfinished melds that keep wild cards, or twos, from all other melds."""

from __future__ import annotations

from collections.abc import Iterable

from ..cards import JOKER, JOKER_RANK, TWO, Card, is_wild
from ..hand import Hand
from ..moves import IllegalMove
from ..rules.model import Rules
from .base import CANASTA, LayConditions, Meld


def is_unfinished(size: int) -> bool:
    """Return whether a wild meld, or one of twos, of this many cards may keep wild cards from all others."""
    return size < CANASTA


def wild_open(melds: Iterable[Meld]) -> bool:
    """Return whether one of the melds is a wild meld that is no canasta yet."""
    return any(one.kind == "wild" and is_unfinished(len(one.cards)) for one in melds)


def locked(rules: Rules, melds: Iterable[Meld]) -> bool:
    """Return whether wild cards may go to no other meld than an unfinished wild meld (docs/rules.md, Wild melds)."""
    return rules.wilds.allowed and "other-melds" in rules.wilds.bars and wild_open(melds)


def twos_locked(rules: Rules, melds: Iterable[Meld]) -> bool:
    """Return whether twos may go to no other meld than an unfinished one of twos (docs/rules.md, Melds of twos)."""
    return rules.twos.allowed and any(one.kind == "twos" and is_unfinished(len(one.cards)) for one in melds)


def free_wilds(conditions: LayConditions, hand: Hand) -> tuple[int, int]:
    """Return how many twos and jokers of a hand melds of one rank may get now."""
    rules, twos, jokers = conditions.rules, hand.counts[TWO], hand.counts[JOKER_RANK]
    if rules.melds_ranks_only:
        return twos, jokers
    melds = conditions.melds
    if locked(rules, melds):
        return 0, 0
    return 0 if twos_locked(rules, melds) else twos, jokers


def refuse_locked(conditions: LayConditions, cards: Iterable[Card]) -> None:
    """Raise `IllegalMove` if wild cards of these must go to an unfinished wild meld, or to one of twos."""
    if conditions.rules.melds_ranks_only:
        return
    if locked(conditions.rules, conditions.melds) and any(map(is_wild, cards)):
        raise IllegalMove("wilds-locked")
    if twos_locked(conditions.rules, conditions.melds) and any(is_wild(card) and card != JOKER for card in cards):
        raise IllegalMove("twos-locked")
