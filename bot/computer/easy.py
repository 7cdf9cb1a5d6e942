"""The player who has just learnt the rules: sees their own cards and melds, and hardly anything else.

Its mistakes are a beginner's. It overlooks that a pair takes the pile, unless that is large, keeps no pairs for it, looks
only at the top card of a small pile that anyone may take, lays whatever can be laid as soon as it can, wild cards too, gets
rid of cards that count much without a look at what the next player collects, and goes out the moment it may.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Final

from bot.canasta.cards import NATURAL_RANKS, Card, is_red_three, is_wild
from bot.canasta.melds import CANASTA
from bot.canasta.moves import Group, Move
from bot.canasta.views import SeatView
from bot.computer import ending
from bot.computer.normal import WELCOME, completes, fits, target
from bot.computer.reading import Reading

#: How many cards it keeps, beside the discard, unless it goes out: even beginners learn that at their first round.
_KEPT: Final = 2
#: From how many cards on a pile is so large that it is worth a thought.
_TEMPTING: Final = 6


def choose(view: SeatView, chance: random.Random) -> Move:
    """Return the legal move that a beginner would make; `chance` decides between equals."""
    moves = list(view.legal)
    if len(moves) == 1:
        return moves[0]
    if view.public.phase == "answer":
        return next(move for move in moves if move.word == "yes")
    for verb in WELCOME:
        if verb in view.verbs:
            return next(move for move in moves if move.verb == verb)
    reading = Reading(view)
    if view.public.phase == "draw":
        return _before_play(reading, moves, chance)
    return _play(reading, moves, chance)


def _before_play(reading: Reading, moves: list[Move], chance: random.Random) -> Move:
    """Take the pile where there is a way to; lay down what may only be laid before the draw."""
    melds = [move for move in moves if move.verb == "meld"]
    if melds:
        return _largest(reading, melds, chance)
    pile = reading.view.public.pile
    tempting = len(pile) >= _TEMPTING
    top = pile[-1] if pile else None
    seen = tempting or not reading.rules.takes_freely or (top is not None and fits(reading, top))
    takes = [
        move
        for move in moves
        if move.verb in ("take", "pick")
        and seen
        and (tempting or not move.groups[0].cards)
        and not _costs(reading, move)
    ]
    if takes:
        return _largest(reading, takes, chance)
    return next((move for move in moves if move.verb == "draw"), moves[0])


def _play(reading: Reading, moves: list[Move], chance: random.Random) -> Move:
    plan = ending.way_out(reading)
    if plan is not None:
        step = ending.next_step(plan, moves)
        if step is not None:
            return step
        asks = [move for move in moves if move.verb == "ask"]
        if asks:
            return asks[0]
    melds = [
        move
        for move in moves
        if move.groups
        and _leaves_enough(reading, move)
        and not _costs(reading, move)
        and not any(_spoils(reading, group) for group in move.groups)
    ]
    if melds:
        return _largest(reading, melds, chance)
    ends = [move for move in moves if move.verb in ("discard", "float")]
    if not ends:
        return _largest(reading, [move for move in moves if move.groups] or moves, chance)
    least = min(_needed(reading, move.card) for move in ends)
    return chance.choice([move for move in ends if _needed(reading, move.card) == least])


def _leaves_enough(reading: Reading, move: Move) -> bool:
    left = len(reading.view.hand) - len(move.cards)
    return left >= _KEPT or reading.foot > 0


def _costs(reading: Reading, move: Move) -> bool:
    """Return whether a move begins a meld that costs points unless it becomes a canasta, and is far from one."""
    for group in move.groups:
        ranks = {card >> 2 for card in group.cards if not is_wild(card)}
        wilds = sum(map(is_wild, group.cards))
        kind = "wild" if not ranks else "set" if len(ranks) == 1 else "sequence"
        rank = ranks.pop() if kind == "set" else None
        begun = rank in reading.sets if rank is not None else any(meld.kind == kind for meld in reading.side.melds)
        if not begun and len(group.cards) < CANASTA - 1 and reading.penalty(kind, wilds, rank):
            return True
    return False


def _largest(reading: Reading, moves: list[Move], chance: random.Random) -> Move:
    """Return the move that lays the most points, without wild cards where others lay some; canastas come first."""

    def worth(move: Move) -> tuple[bool, int, int]:
        wilds = sum(map(is_wild, move.cards))
        canasta = any(completes(reading, group) for group in move.groups)
        return canasta, -wilds, sum(reading.values[card >> 2] for card in move.cards)

    best = max(map(worth, moves))
    return chance.choice([move for move in moves if worth(move) == best])


def _spoils(reading: Reading, group: Group) -> bool:
    """Return whether a group puts a wild card on a natural canasta."""
    meld, _kind, _rank = target(reading, group)
    return meld is not None and meld.canasta == "natural" and any(map(is_wild, group.cards))


def _needed(reading: Reading, card: Card | None) -> tuple[int, int]:
    """Return how much a beginner wants to keep a card: what it makes with others of the hand, then its points."""
    if card is None:
        return 0, 0
    if is_wild(card):
        return 9, 0
    if is_red_three(card) and reading.rules.threes.costs("red"):
        return -2, 0
    rank = card >> 2
    if rank >= NATURAL_RANKS:
        return -1, 0
    alike = reading.hand[rank]
    neighbours = 0
    if reading.rules.sequences.allowed:
        held = Counter(other >> 2 for other in reading.view.hand if other & 3 == card & 3)
        neighbours = sum(1 for other in (rank - 2, rank - 1, rank + 1, rank + 2) if held[other])
    makes = (alike > 2) + (neighbours > 1) + 2 * (rank in reading.sets)
    return makes, -reading.values[rank]
