"""The sets of cards that rules speak of, worked out once for a table."""

from __future__ import annotations

import functools
from typing import NamedTuple

from ..cards import BLACK_THREES, RED_THREES, SET_RANKS, Card, cards_of
from .model import Rules


class CardSets(NamedTuple):
    """Cards that block the pile on top, freeze it, close it, are laid at once, and may be laid by `three`.

    `down` are those of a taken pile that are laid on the table and `aside` those set aside for their bonus; neither come
    to the hand. `withheld` are those that may be discarded only once there is a canasta of their rank.
    """

    blocking: frozenset[Card]
    freezing: frozenset[Card]
    closing: frozenset[Card]
    at_once: frozenset[Card]
    layable: frozenset[Card]
    down: frozenset[Card]
    aside: frozenset[Card]
    withheld: frozenset[Card]


@functools.cache
def card_sets(rules: Rules) -> CardSets:
    """Return the sets of cards of these rules."""
    threes = rules.threes
    at_once = set(RED_THREES) if threes.red == "at-once" else set()
    layable = set(RED_THREES) if threes.red in ("held", "optional") else set()
    if threes.black == "like-red":
        (at_once if threes.red == "at-once" else layable).update(BLACK_THREES)
    elif threes.black == "may-be-laid":
        layable.update(BLACK_THREES)
    wild_top = cards_of(("joker", "two")) if rules.pile.wild_top else frozenset()
    return CardSets(
        blocking=cards_of(rules.discards.block) - wild_top,
        freezing=cards_of(rules.discards.freeze),
        closing=cards_of(rules.discards.close),
        at_once=frozenset(at_once),
        layable=frozenset(layable),
        down=frozenset(at_once.union(RED_THREES if threes.red in ("held", "optional") else ())),
        aside=frozenset(BLACK_THREES if threes.set_aside else ()),
        withheld=frozenset(
            rank * 4 + suit for rank in SET_RANKS if rules.ranks[rank].discard != "free" for suit in range(4)
        ),
    )
