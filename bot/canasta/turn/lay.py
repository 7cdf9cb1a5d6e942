"""Melding: laying groups of cards from the hand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ..cards import NATURAL_RANKS
from ..events import Event
from ..melds import Meld, Set, other_groups, sorted_hand
from ..melds.sets import set_groups
from ..moves import IllegalMove, Move
from ..opening import laid_for_free, opens_before_draw, required
from ..state import State
from .laying import lay_stroke, stroke_problem
from .openings import MOST_OPENINGS, openings
from .passing import after_laying
from .way_out import way_out


def candidates(state: State) -> Iterator[Move]:
    """Yield every meld of one group, or before the side has opened, openings (up to equivalence)."""
    seat = state.turn
    if _timing(state, seat) is not None:
        return
    if required(state, seat) is not None:
        yield from _openings(state)
        return
    table, cards = state.table(state.side_of[seat]), state.hands[seat]
    hand = sorted_hand(table, cards)
    of_ranks: list[list[Meld]] = [[] for _ in range(NATURAL_RANKS)]
    for meld in table.melds:
        if isinstance(meld, Set):
            of_ranks[meld.rank].append(meld)
    for rank, of_rank in enumerate(of_ranks):
        if hand.naturals[rank] or of_rank:
            for group in set_groups(table, state.sizes, hand, rank, of_rank):
                yield Move(seat, "meld", (group,))
    for group in other_groups(table, cards, hand):
        yield Move(seat, "meld", (group,))


def problem(state: State, move: Move) -> IllegalMove | None:
    """Return why groups can't be melded now."""
    code = _timing(state, move.seat)
    return IllegalMove(code) if code is not None else stroke_problem(state, move.seat, move.groups)


def _timing(state: State, seat: int) -> str | None:
    """Return why nothing can be melded now, as an error code."""
    if state.phase == "draw" and not opens_before_draw(state, seat):
        return "draw-first"
    if state.rules.opening.before_draw and state.phase == "play" and required(state, seat) is not None:
        return "open-before-drawing"
    return "discard-the-last" if laid_for_free(state) else None


def apply(state: State, move: Move) -> list[Event]:
    """Lay the groups."""
    return after_laying(state, move.seat, lay_stroke(state, move.seat, move.groups), "meld")


def _openings(state: State) -> Iterator[Move]:
    """Yield groups that reach the requirement, or where there are none a way out that needn't."""
    found = list(islice(openings(state), MOST_OPENINGS))
    yield from found
    if not found and (plan := way_out(state)) is not None and plan.groups:
        yield Move(state.turn, "meld", plan.groups)
