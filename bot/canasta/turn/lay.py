"""Melding: laying groups of cards from the hand."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from ..events import Event
from ..going_out.ending import cards_enough
from ..melds import other_groups
from ..melds.sets import set_groups, set_ranks, sets_of
from ..moves import IllegalMove, Legal, Move
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


def candidates(state: State) -> Legal:
    """Return every meld of one group or, before the side has opened, openings (up to equivalence)."""
    if state.once(_timing) is not None:
        return Legal()
    if not is_open(state):
        return _openings(state)
    moves, largest = _of_ranks(state)
    # The melds only offer groups that fit; what is left to ask is if the turn can be ended after the largest of them.
    hand = state.hands[state.turn]
    sure = -1 if state.turn_table().room is not None else len(hand) - state.once(cards_enough)
    if largest > sure:
        moves = Legal([move for move in moves if len(move.groups[0].cards) <= sure or problem(state, move) is None])
    for group in other_groups(state.turn_table(), hand, state.turn_hand()):
        move = Move(state.turn, "meld", (group,))
        if problem(state, move) is None:
            moves.append(move)
    return moves


def _of_ranks(state: State) -> tuple[Legal, int]:
    """Return the melds of one rank, and the size of the largest; those of last time while the groups are the same."""
    table, hand, offered = state.turn_table(), state.turn_hand(), state.offered[state.turn]
    # A rank offers nothing if the side has no meld of it and the hand too few cards for one.
    least, wild, sets, by_rank = state.rules.melds.min_naturals, len(hand.spare) > 1, table.melds.sets, hand.by_rank
    moves, largest = Legal(), 0
    ranks: Iterable[int] = set_ranks(state.rules)
    for rank in ranks if wild else filter(by_rank.__getitem__, ranks):
        if rank not in sets and len(by_rank[rank]) < least:
            continue
        groups = set_groups(table, state.sizes, hand, rank, sets_of(table.melds, rank))
        last = offered.get(rank)
        if last is None or last[0] is not groups:
            size = max([len(group.cards) for group in groups], default=0)
            last = offered[rank] = groups, [Move(state.turn, "meld", (group,)) for group in groups], size
        _, of_this, size = last
        moves += of_this
        largest = max(largest, size)
    return moves, largest


def problem(state: State, move: Move) -> IllegalMove | None:
    """Return why groups can't be melded now."""
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
    """Lay the groups. Return the events."""
    return after_laying(state, move.seat, lay_stroke(state, move.seat, move.groups), "meld")


def _openings(state: State) -> Legal:
    """Return openings that reach the requirement or, where there are none, a way out that needs no minimum."""
    found = Legal(islice(openings(state), MOST_OPENINGS))
    if not found and (plan := way_out(state)) is not None and plan.groups:
        move = Move(state.turn, "meld", plan.groups)
        return Legal([move] if problem(state, move) is None else [])
    return found
