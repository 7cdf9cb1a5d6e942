"""Plays a turn for somebody who missed it: nothing that they might regret, only what the rules require.

It draws, lays threes that are laid by themselves elsewhere, and discards what the next player can least use. It never
opens, melds, asks or goes out unless it must, and never takes back what the player has laid themselves.
"""

from __future__ import annotations

import random

from bot.canasta.cards import NATURAL_RANKS, Card, is_natural, is_wild
from bot.canasta.moves import Move
from bot.canasta.views import SeatView
from bot.computer.goals import canastas_of
from bot.computer.reading import Reading, run_with_room

#: Moves by their effect on the game, the most harmless first; verbs without a name here come after these.
_HARMLESS = ("three", "draw", "keep", "answer", "discard", "float", "take", "pick", "meld")


def choose(view: SeatView, chance: random.Random) -> Move:
    """Return the most harmless move of `view.legal`; `chance` decides between equals."""
    reading = Reading(view)
    worths = {move: _harm(reading, move) for move in view.legal}
    least = min(worths.values())
    return chance.choice([move for move, harm in worths.items() if harm == least])


def _harm(reading: Reading, move: Move) -> tuple[float, ...]:
    """Return what a move gives away, to be compared entry by entry: round's end, opening, kind of move, cards."""
    kind = _HARMLESS.index(move.verb) if move.verb in _HARMLESS else len(_HARMLESS)
    ends, opens = _goes_out(reading, move), bool(move.groups) and not reading.opened
    if move.card is not None and move.verb == "discard":
        return (ends, opens, kind, *_given_away(reading, move.card))
    return (ends, opens, kind, move.word == "yes", sum(len(group.cards) for group in move.groups))


def _goes_out(reading: Reading, move: Move) -> bool:
    """Return whether the round may end by a move: no card is left after it, or it may make the last canasta."""
    if move.verb == "special" or (move.verb == "answer" and move.word == "yes"):
        return True
    laid = sum(len(group.cards) for group in move.groups) + (1 if move.verb == "discard" else 0)
    gained = len(reading.view.public.pile) - 1 if move.verb == "take" else 0
    enough = reading.rules.canastas.automatic
    if enough is not None and move.groups and canastas_of(reading.side) >= enough - 1:
        return True
    return laid > 0 and laid >= len(reading.view.hand) + gained and not (reading.me.foot_size and reading.feet_wait)


def _given_away(reading: Reading, card: Card) -> tuple[float, ...]:
    """Return what a discard is worth to others, and then to its holder.

    Wild cards are kept as long as there is anything else.
    """
    rank = card >> 2
    kept = 0.0
    if rank < NATURAL_RANKS:
        count, meld = reading.hand[rank], reading.sets.get(rank)
        kept = reading.hand_worth(rank, count, meld) - reading.hand_worth(rank, count - 1, meld)
    return (is_wild(card), round(danger(reading, card), 1), kept)


def danger(reading: Reading, card: Card) -> float:
    """Return about how likely an opponent can use a discard: the next player for the pile, or any of them for a run."""
    return 1.0 if _joins_a_run(reading, card) else reading.taker.danger(card)


def _joins_a_run(reading: Reading, card: Card) -> bool:
    """Return whether an opponent may take this card for a run on the table."""
    if not is_natural(card) or reading.rules.pile.sequences == "no" or reading.view.public.frozen:
        return False
    return any(run_with_room(reading.rules, side.melds, card) for side in reading.rivals)
