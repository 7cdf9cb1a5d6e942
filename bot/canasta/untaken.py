"""Why a hand can't take the pile: of all that it could try, the refusal that is nearest to success."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final, NamedTuple

from .cards import Card, is_wild
from .legal import legal_moves
from .moves import Group, IllegalMove, Move
from .opening import required
from .pile import pile_problem
from .round import problem
from .state import State
from .turn.openings import openings
from .turn.taking import groups_apart, opens_from_hand, taking_groups

#: Points of cards are multiples of the first; for each sum, the second is how many openings that are too low are tried.
_POINTS: Final = 5
_TOO_LOW: Final = 5


class Untaken(NamedTuple):
    """A take that the rules refuse: the cards of the hand that were to take the pile, and why it is refused."""

    cards: tuple[Card, ...]
    error: IllegalMove


def take_refusal(state: State) -> Untaken | None:
    """Return why the hand to draw can't take the pile, None where it can.

    Of the refusals of all that the hand could try, it is the one nearest to success. It is slow: for people who wonder,
    not for programs that compute.
    """
    if any(move.verb == "take" for move in legal_moves(state)):
        return None
    nearest: Untaken | None = None
    for move in _tried_takes(state):
        refused = problem(state, move)
        if refused is None:
            return None
        untaken = Untaken(move.groups[0].cards, refused)
        if nearest is None or _nearness(untaken) > _nearness(nearest):
            nearest = untaken
    return nearest


def _nearness(refusal: Untaken) -> tuple[bool, bool, int]:
    """Return how near to success a refused take came, to be compared entry by entry.

    First cards that take the pile count, then an initial meld that is no problem, then as many points as possible.
    """
    code, points = refusal.error.code, refusal.error.facts.get("points")
    takes_it = not code.startswith("pile-") and code != "take-with-other-ranks"
    return takes_it, code != "initial-meld-too-low", points if isinstance(points, int) else 0


def _tried_takes(state: State) -> Iterator[Move]:
    """Yield takes of the pile that a hand could try, though they may be refused: its rank, wild cards, openings."""
    seat = state.turn
    yield Move(seat, "take", (Group(()),))
    if pile_problem(state) is not None or state.rules.takes_freely:
        return
    cards, top = state.hands[seat], state.pile[-1]
    able: Iterable[Group] = groups_apart(state) if opens_from_hand(state) else taking_groups(state)
    if not able:
        same = [card for card in cards if card >> 2 == top >> 2]
        wilds = [card for card in cards if is_wild(card) and card >> 2 != top >> 2]
        able = [
            Group((*same[:naturals], *wilds[:wild]))
            for naturals in range(len(same) + 1)
            for wild in range(len(wilds) + 1)
        ]
    yield from (Move(seat, "take", (group,)) for group in able)
    needed = required(state, seat)
    if isinstance(needed, int):
        for lower in range(needed, 0, -_POINTS):
            tries = [move for group in able for move in islice(openings(state, group, lower), _TOO_LOW)]
            yield from tries
            if tries:
                return
