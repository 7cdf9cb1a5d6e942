"""Standing orders: what a person has said is to be played for them in their next turn. Pure functions of what they see.

Nothing here knows more than the seat's own view and what everybody saw happen since its last turn.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.canasta.cards import NATURAL_RANKS, RANKS, Card, cards_text, read_cards
from bot.canasta.events import Event
from bot.canasta.moves import Move
from bot.canasta.views import SeatView
from bot.data.standing_orders import Stop

#: The pile sizes of which people can choose one: they are called when the pile has more cards.
PILE_SIZES = (3, 5, 8, 12, 20)

#: The most cards that can be named to be discarded.
MOST_DISCARDS = 10


class DrawChoice(StrEnum):
    """When the orders draw: never, whenever the rules let them, or only where nothing else can be done."""

    NEVER = "never"
    ALWAYS = "always"
    ALONE = "alone"


#: Reasons for which the owner can ask to be called, apart from a large pile.
CALLS = (Stop.FROZEN, Stop.OPENED, Stop.TAKEABLE, Stop.LAYABLE)


@dataclass(frozen=True, slots=True)
class Orders:
    """The moves to play, in this order.

    If the top card of the pile is of one of the ranks `take` (indices of `RANKS`), take it with all cards of that rank.
    Else draw, as `draw` says. Then, as nothing was laid, discard the first of `discards` that can be discarded.
    `calls` are what the owner wants to be called for before anything is played (`LAYABLE`: before the discard), as they
    do when the pile has more than `pile` cards (None: at no size).
    """

    take: tuple[int, ...] = ()
    draw: DrawChoice = DrawChoice.NEVER
    discards: tuple[Card, ...] = ()
    calls: frozenset[Stop] = frozenset()
    pile: int | None = None

    @property
    def empty(self) -> bool:
        """Whether there is nothing in them that could be played."""
        return not self.take and self.draw is DrawChoice.NEVER


def pack(orders: Orders) -> str:
    """Return orders as text, to be stored."""
    return json.dumps(
        {
            "take": "".join(RANKS[rank] for rank in orders.take),
            "draw": orders.draw,
            "discard": cards_text(orders.discards),
            "call": sorted(orders.calls),
            "pile": orders.pile,
        }
    )


def unpack(text: str) -> Orders:
    """Return the orders that were stored as a text. Raises `ValueError` where they aren't any."""
    try:
        stored = json.loads(text)
        return Orders(
            take=tuple(RANKS.index(rank) for rank in stored["take"]),
            draw=DrawChoice(stored["draw"]),
            discards=tuple(read_cards(stored["discard"])),
            calls=frozenset(map(Stop, stored["call"])),
            pile=stored["pile"],
        )
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError) as error:
        raise ValueError("these are no standing orders") from error


def fits(orders: Orders, hand: Iterable[Card]) -> bool:
    """Return whether somebody with this hand can give these orders: they name ranks, and cards of the hand."""
    held = not Counter(orders.discards) - Counter(hand)
    ranks = all(0 <= rank < NATURAL_RANKS for rank in orders.take)
    return held and ranks and orders.calls <= set(CALLS) and not orders.empty and len(orders.discards) <= MOST_DISCARDS


def next_move(orders: Orders, view: SeatView, since: Sequence[Event]) -> Move | Stop | None:
    """Return what the orders play now, why they stop, or None where they leave the turn to their owner.

    `since` are the events since the owner's last turn. The move is one of `view.legal`. A partner's question is never
    answered.
    """
    if not view.my_turn:
        return None
    if view.public.phase == "draw":
        return _called(orders, view, since) or _begin(orders, view)
    if view.public.phase == "play":
        return _finish(orders, view)
    return None


def _called(orders: Orders, view: SeatView, since: Sequence[Event]) -> Stop | None:
    """Return what the owner is to be called for before anything is played."""
    happened = {event.kind for event in since if event.seat != view.seat}
    if Stop.FROZEN in orders.calls and "frozen" in happened:
        return Stop.FROZEN
    if Stop.OPENED in orders.calls and "open" in happened:
        return Stop.OPENED
    if orders.pile is not None and len(view.public.pile) > orders.pile:
        return Stop.PILE
    return None


def _begin(orders: Orders, view: SeatView) -> Move | Stop | None:
    """Return how the orders begin a turn: they take the pile, or draw."""
    top = view.public.upcard
    takes = [move for move in view.legal if move.verb == "take"]
    if takes and top is not None and top >> 2 in orders.take:
        return _plainest(takes, top >> 2) or Stop.HOW_TO_TAKE
    if Stop.TAKEABLE in orders.calls and not {"take", "pick"}.isdisjoint(view.verbs):
        return Stop.TAKEABLE
    if orders.draw is DrawChoice.NEVER or (orders.draw is DrawChoice.ALONE and set(view.verbs) != {"draw"}):
        return None
    return next((move for move in view.legal if move.verb == "draw"), Stop.NO_DRAW)


def _plainest(takes: Sequence[Move], rank: int) -> Move | None:
    """Return the take that lays most cards of a rank and no card of another; None where none does, or more than one."""
    alike = [take for take in takes if all(card >> 2 == rank for card in take.cards)]
    size = max((len(take.cards) for take in alike), default=0)
    most = [take for take in alike if len(take.cards) == size]
    return most[0] if len(most) == 1 else None


def _finish(orders: Orders, view: SeatView) -> Move | Stop | None:
    """Return how the orders end a turn that they began."""
    if "take" in view.public.so_far:
        return Stop.TOOK
    if not orders.discards:
        return None
    if Stop.LAYABLE in orders.calls and not {"meld", "three"}.isdisjoint(view.verbs):
        return Stop.LAYABLE
    # With the last card the round may end, which nobody has ordered.
    discards = {move.card: move for move in view.legal if move.verb == "discard"} if len(view.hand) > 1 else {}
    return next((discards[card] for card in orders.discards if card in discards), Stop.NO_CARD)
