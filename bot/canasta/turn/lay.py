"""Melding: laying groups of cards from the hand."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from ..events import Event
from ..going_out.ending import cards_enough
from ..hand import Hand
from ..melds import Meld, Set, Table, other_groups
from ..melds.sets import set_groups, set_ranks
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
    table, hand = state.turn_table(), state.turn_hand()
    of_ranks: dict[int, list[Meld]] = {}
    for meld in table.melds:
        if isinstance(meld, Set):
            of_ranks.setdefault(meld.rank, []).append(meld)
    # A rank offers nothing if the side has no meld of it and the hand too few cards for one.
    least, wild, by_rank = state.rules.melds.min_naturals, len(hand.spare) > 1, hand.by_rank
    moves, largest = Legal(), 0
    for rank in set_ranks(state.rules):
        held = by_rank[rank]
        if len(held) >= least or ((held or wild) and rank in of_ranks):
            of_this, size = _of_rank(state, table, hand, rank, of_ranks.get(rank, ()))
            moves += of_this
            largest = max(largest, size)
    # The melds only offer groups that fit; what is left to ask is if the turn can be ended after the largest of them.
    sure = -1 if table.room is not None else len(state.hands[state.turn]) - state.once(cards_enough)
    if largest > sure:
        moves = Legal([move for move in moves if len(move.groups[0].cards) <= sure or problem(state, move) is None])
    others = [Move(state.turn, "meld", (group,)) for group in other_groups(table, state.hands[state.turn], hand)]
    moves += [move for move in others if problem(state, move) is None]
    return moves


def _of_rank(state: State, table: Table, hand: Hand, rank: int, of_rank: Sequence[Meld]) -> tuple[Sequence[Move], int]:
    """Return the melds of one rank, and the size of the largest; those of last time if nothing relevant has changed."""
    lying = [(meld.naturals, meld.wilds) for meld in of_rank]
    facts = hand.by_rank[rank], hand.spare, lying, table.opening, rank in table.barred
    offered = state.offered[state.turn]
    last = offered.get(rank)
    if last is None or last[0] != facts:
        groups = set_groups(table, state.sizes, hand, rank, of_rank)
        moves = [Move(state.turn, "meld", (group,)) for group in groups]
        last = offered[rank] = facts, (moves, max([len(group.cards) for group in groups], default=0))
    return last[1]


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
