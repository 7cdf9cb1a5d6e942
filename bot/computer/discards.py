"""Advice on discards: what a player could know of each card before they throw it."""

from __future__ import annotations

from typing import NamedTuple

from bot.canasta.cards import THREE, Card, is_natural, is_wild
from bot.canasta.melds import CANASTA
from bot.canasta.rules import Rules
from bot.canasta.views import SeatView
from bot.computer.reading import Reading
from bot.computer.safe import danger


class Advice(NamedTuple):
    """The visible facts about one card: from the table, from what everybody saw, and from the player's own hand.

    `danger` is about how likely the next player takes the pile by it, from 0 to 1. `safe`: they surely can't.
    `completes` and `collected` are the side whose canasta it would complete, and the one that has melded its rank.
    `picked` is the opponent who has surely taken cards of its rank into their hand. All three are None where there is
    none.
    """

    danger: float
    safe: bool
    completes: int | None = None
    collected: int | None = None
    picked: int | None = None


def advice(view: SeatView) -> dict[Card, Advice]:
    """Return the advice on each card that the player to move may discard."""
    reading = Reading(view)
    cards = dict.fromkeys(move.card for move in view.legal if move.verb == "discard")
    return {card: _on(reading, card) for card in cards if card is not None}


def _on(reading: Reading, card: Card) -> Advice:
    chance, rank = round(danger(reading, card), 1), card >> 2
    if is_wild(card) or rank == THREE:
        return Advice(chance, safe=not is_wild(card) and _surely_safe(reading, card))
    theirs = [
        (side.index, meld) for side in reading.rivals for meld in side.melds if meld.kind == "set" and meld.rank == rank
    ]
    picked = [one.seat for one in reading.opponents if rank in {held >> 2 for held in _picked(reading, one.seat)}]
    return Advice(
        chance,
        safe=_surely_safe(reading, card),
        completes=next((side for side, meld in theirs if len(meld.cards) == CANASTA - 1), None),
        collected=next((side for side, _ in theirs), None),
        picked=picked[0] if picked else None,
    )


def _picked(reading: Reading, seat: int) -> tuple[Card, ...]:
    memory = reading.view.public.memory
    return memory[seat].picked if memory else ()


def _surely_safe(reading: Reading, card: Card) -> bool:
    """Return whether the next player can't take the pile with this card on top, whatever they hold."""
    rules, taker = reading.rules, reading.taker
    if not is_natural(card) or rules.takes_freely or _may_stand_in_a_run(rules, card):
        return False
    if card in taker.closing or card >> 2 in taker.useless:
        return True
    needed = 1 if rules.pile.natural_and_wild or rules.pile.wild_helps else 2
    # Where pairs form in the course of a round, the next player's side may still become another.
    melds = [meld for side in reading.rivals for meld in side.melds] + [*taker.sets.values()]
    grows = any(meld.kind == "set" and meld.rank == card >> 2 for meld in melds)
    return not grows and reading.unseen[card >> 2] < needed


def _may_stand_in_a_run(rules: Rules, card: Card) -> bool:
    return bool(rules.sequences.allowed) and rules.pile.sequences != "no" and card >> 2 != THREE
