"""Melding: laying groups of cards from the hand."""

from __future__ import annotations

from itertools import chain, islice
from typing import Final

from ..events import Event
from ..hand import Hand
from ..melds import Table, other_groups
from ..melds.black_threes import black_three_groups
from ..melds.sets import set_groups, set_ranks
from ..moves import IllegalMove, Legal, Move
from ..opening import is_open, laid_for_free, opens_before_draw
from ..rules.model import Rules
from ..state import Phase, State
from .laying import lay_stroke, stroke_problem, surely_laid
from .openings import MOST_OPENINGS, openings
from .passing import after_laying
from .way_out import has_way_out, way_out

#: Where `State.offered` has what concerns all ranks, beside the ranks.
_WILDS: Final = -1


def phases(rules: Rules) -> tuple[Phase, ...]:
    """Return the phases in which games of these rules have this move."""
    return ("draw", "play") if rules.opening.before_draw else ("play",)


def candidates(state: State) -> Legal:
    """Return every meld of one group or, before the side has opened, openings (up to equivalence)."""
    if state.once(_timing) is not None:
        return Legal()
    if not is_open(state):
        return _openings(state)
    seat, table, hand = state.turn, state.turn_table(), state.turn_hand()
    moves, largest = _of_ranks(state, table, hand)
    # The melds only offer groups that fit; what is left to ask is if the turn can be ended after the largest of them.
    sure = surely_laid(state)
    if largest > sure:
        moves = Legal([move for move in moves if len(move.groups[0].cards) <= sure or problem(state, move) is None])
    # Black threes are laid by players who go out.
    threes = black_three_groups(state.rules, hand) if hand.blacks and has_way_out(state) else ()
    for group in chain(threes, other_groups(table, state.hands[seat], hand)):
        move = Move(seat, "meld", (group,))
        if problem(state, move) is None:
            moves.append(move)
    return moves


def _of_ranks(state: State, table: Table, hand: Hand) -> tuple[Legal, int]:
    """Return the melds of one rank, and the size of the largest.

    A rank's are those of last time while its cards, its melds and the wild cards are the same.
    """
    seat, by_rank, sets, least = state.turn, hand.by_rank, table.melds.sets, state.rules.melds.min_naturals
    wild = len(hand.spare) > 1
    wilds = hand.twos, hand.jokers, len(hand.spare), table.opening, table.barred
    offered = state.offered[seat]
    if offered.get(_WILDS) != wilds:
        offered = state.offered[seat] = {_WILDS: wilds}
    moves, largest = Legal(), 0
    for rank in set_ranks(state.rules):
        held = by_rank[rank]
        facts: object = held
        if rank in sets:
            if not (held or wild):
                continue
            facts = held, [(meld.naturals, meld.wilds) for meld in sets[rank]]
        elif len(held) < least:
            # It offers nothing: the side has no meld of it, and the hand too few cards for one.
            continue
        last = offered.get(rank)
        if last is None or last[0] != facts:
            groups = set_groups(table, state.sizes, hand, rank, sets.get(rank, ()))
            size = max([len(group.cards) for group in groups], default=0)
            last = offered[rank] = facts, [Move(seat, "meld", (group,)) for group in groups], size
        _, of_this, size = last
        if of_this:
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
