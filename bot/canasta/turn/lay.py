"""Melding: laying groups of cards from the hand."""

from __future__ import annotations

from itertools import islice

from ..events import Event
from ..going_out.ending import cards_enough
from ..melds import Meld, Set, other_groups, sorted_hand
from ..melds.sets import set_groups, set_ranks
from ..moves import Group, IllegalMove, Move
from ..opening import is_open, laid_for_free, opens_before_draw
from ..rules.model import Rules
from ..state import Phase, State
from .laying import lay_stroke, stroke_problem
from .openings import MOST_OPENINGS, openings
from .passing import after_laying
from .way_out import way_out


def phases(rules: Rules) -> tuple[Phase, ...]:
    """Return the phases in which games of these rules have this move."""
    return ("draw", "play") if rules.opening.before_draw else ("play",)


def candidates(state: State) -> list[Move]:
    """Return every meld of one group, or before the side has opened, openings (up to equivalence)."""
    seat = state.turn
    if state.once(_timing) is not None:
        return []
    if not is_open(state):
        return _openings(state)
    table, cards = state.turn_table(), state.hands[seat]
    hand = sorted_hand(table, cards)
    of_ranks: dict[int, list[Meld]] = {rank: [] for rank in set_ranks(state.rules)}
    for meld in table.melds:
        if isinstance(meld, Set):
            of_ranks[meld.rank].append(meld)
    # A rank that neither lies there nor is held often enough for a meld offers nothing.
    least = state.rules.melds.min_naturals
    groups: list[Group] = []
    for rank, of_rank in of_ranks.items():
        held = len(hand.by_rank[rank])
        if held >= least or (of_rank and (held or len(hand.spare) > 1)):
            groups += set_groups(table, state.sizes, hand, rank, of_rank)
    if table.room is None:
        state.fitting.update(groups)
    groups += other_groups(table, cards, hand)
    return [Move(seat, "meld", (group,)) for group in groups]


def problem(state: State, move: Move) -> IllegalMove | None:
    """Return why groups can't be melded now."""
    if len(move.groups) == 1 and move.groups[0] in state.fitting:
        left = len(state.hands[move.seat]) - len(move.groups[0].cards)
        if left >= (state.known.get(cards_enough) or state.once(cards_enough)):
            return None
    code = state.once(_timing)
    return IllegalMove(code) if code is not None else stroke_problem(state, move.seat, move.groups)


def _timing(state: State) -> str | None:
    """Return why nothing can be melded now, as an error code."""
    seat = state.turn
    if state.phase == "draw" and not opens_before_draw(state, seat):
        return "draw-first"
    if state.rules.opening.before_draw and state.phase == "play" and not is_open(state):
        return "open-before-drawing"
    return "discard-the-last" if laid_for_free(state) else None


def apply(state: State, move: Move) -> list[Event]:
    """Lay the groups."""
    return after_laying(state, move.seat, lay_stroke(state, move.seat, move.groups), "meld")


def _openings(state: State) -> list[Move]:
    """Return groups that reach the requirement, or where there are none a way out that needn't."""
    found = list(islice(openings(state), MOST_OPENINGS))
    if not found and (plan := way_out(state)) is not None and plan.groups:
        return [Move(state.turn, "meld", plan.groups)]
    return found
