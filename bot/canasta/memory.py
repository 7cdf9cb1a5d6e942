"""The memory of a round: cards that anybody at the table saw, though they no longer lie open."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Final, NamedTuple

from .cards import Card
from .events import Event
from .moves import Move
from .pile import split_pile, to_hand
from .state import State


class SeatMemory(NamedTuple):
    """The memory of one seat in this round.

    `picked` are cards that are surely in its hand, in canonical order: they came with a pile, or were taken back, and
    have
    not been played since. `discards` are its discards, and `passed` the cards that lay on top of the pile when it drew,
    both in the order of play.
    """

    picked: tuple[Card, ...] = ()
    discards: tuple[Card, ...] = ()
    passed: tuple[Card, ...] = ()


class Memory:
    """The memory of every seat since the deal; empty for a round that began with a position."""

    def __init__(self, seats: int) -> None:
        self._seats: list[SeatMemory] = [SeatMemory()] * seats
        #: The moves that nobody has asked about yet, each with what lay open before it and its events.
        self._latest: list[tuple[Move, Before, Iterable[Event]]] = []

    @property
    def seats(self) -> list[SeatMemory]:
        """The memory of each seat."""
        for latest in self._latest:
            self._take_in(*latest)
        self._latest.clear()
        return self._seats

    def note(self, move: Move, facts: Before, events: Iterable[Event]) -> None:
        """Remember a move that was made in a position of which these `facts` were true, by its events."""
        self._latest.append((move, facts, (*events,)))

    def _take_in(self, move: Move, facts: Before, events: Iterable[Event]) -> None:
        picked, discards, passed = self._seats[move.seat]
        held = list(picked)
        if facts.top is not None:
            if move.verb == "draw":
                passed = (*passed, facts.top)
            elif not facts.free:
                held.append(facts.top)  # It is melded with cards of the hand, and among those of the event.
        for event in events:
            if held and event.seat == move.seat and event.kind in ("discard", "meld", "three", "caliente"):
                for card in event.cards:
                    if card in held:
                        held.remove(card)
            if event.kind == "discard":
                discards = (*discards, *event.cards)
            elif event.kind == "undo":
                held += event.cards
        held += facts.brought
        self._seats[move.seat] = SeatMemory(tuple(sorted(held)), discards, passed)


class Before(NamedTuple):
    """The open pile before a move that may take it.

    `top` is the top card of the pile, None if there is none or it lies face down; `brought` are the open cards that a
    take would bring to the hand, and `free` says that the top card goes there too.
    """

    top: Card | None = None
    brought: Sequence[Card] = ()
    free: bool = False


NOTHING: Final = Before()
new_before: Final = partial(tuple.__new__, Before)
#: The verbs by which a seat takes the pile, or leaves it.
PILE_VERBS: Final = frozenset(("draw", "take", "pick"))


def before(state: State, move: Move) -> Before:
    """Return what lies open before a move that takes the pile or leaves it, and is about to be made."""
    top = state.pile[-1] if len(state.pile) > state.face_down else None
    if move.verb == "draw":
        return new_before((top, (), False))
    brought: list[Card] = []
    if move.verb == "take" and state.pile:
        taken, stays = split_pile(state)
        lay_open = taken[max(0, state.face_down - len(stays)) :]
        brought = to_hand(state, lay_open)
    return Before(top, brought, state.rules.takes_freely)
