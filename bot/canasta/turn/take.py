"""Taking the discard pile with cards of the hand, or with a meld of one's side."""

from __future__ import annotations

from itertools import islice
from typing import Final

from ..events import Event
from ..going_out.ending import end_problem
from ..melds.sets import SetMoves, set_ranks
from ..moves import Group, IllegalMove, Move, VerbMoves, one_group_moves
from ..opening import is_open
from ..pile import (
    freezes,
    pile_problem,
    replaced_count,
    split_pile,
    taken_cards,
    to_hand,
)
from ..rules.model import Rules
from ..state import Phase, State
from ..stock import draw, stock_is_out
from .bound import could_meld
from .laying import lay_stroke, stroke_problem, surely_laid
from .openings import MOST_OPENINGS, openings
from .passing import after_laying, form_pair
from .taking import LAST_NATURAL, groups_apart, groups_to_lay, opens_from_hand, taking_groups, taking_shapes
from .way_out import takes_with_threes

#: The most openings (about) that take the pile and are listed, however many ways there are to take it.
_MOST_TAKES: Final = 1000


def phases(rules: Rules) -> tuple[Phase, ...]:
    """Return the phases in which games of these rules have this move."""
    return ("draw",) if rules.pile.can_be_taken else ()


def candidates(state: State) -> VerbMoves:
    """Return every way to take the pile (up to equivalence), with an initial meld where one is due."""
    if _is_out_of_reach(state) or pile_problem(state) is not None:
        return ()
    if not (state.rules.takes_freely or is_open(state)):
        return _openings(state)
    if _all_fit(state):
        return _of_rank(state)
    moves = one_group_moves(state.turn, "take", taking_groups(state))
    return [move for move in moves if problem(state, move) is None]


def _of_rank(state: State) -> VerbMoves:
    """Return every way to take the pile in a meld of the top card's rank, where all of them fit."""
    rank, hand, shapes = state.pile[-1] >> 2, state.hands[state.turn], taking_shapes(state)
    if not shapes:
        return ()
    moves = SetMoves(state.turn, "take", hand, [*[()] * rank, shapes])
    largest = max([sum(shape[1:]) for shape in shapes])
    sure = surely_laid(state, largest)
    if largest <= sure:
        return moves
    return moves.fitting(lambda _, shape: sum(shape[1:]) <= sure or problem(state, moves.made(rank, shape)) is None)


def _is_out_of_reach(state: State) -> bool:
    """Return whether a quick look tells that the hand can't take the pile: it has nothing to do with the top card's rank."""
    if not state.pile or state.rules.takes_freely or state.pile[-1] > LAST_NATURAL:
        return False
    rank, seat = state.pile[-1] >> 2, state.turn
    if state.rules.pile.sequences == "whole":
        return False
    return not state.hands[seat].counts[rank] and not state.melds[state.side_of[seat]].lying[rank]


def _all_fit(state: State) -> bool:
    """Return whether all groups tried are known to take the pile: those of one rank fit, unless the rank is barred."""
    if state.rules.takes_freely or state.rules.sequences.allowed or state.turn_conditions().barred:
        return False
    return state.pile[-1] >> 2 in set_ranks(state.rules)


def _openings(state: State) -> VerbMoves:
    """Return the initial melds that take the pile or, where there are none, those by which a player goes out."""
    groups = groups_apart(state) if opens_from_hand(state) else taking_groups(state)
    most = min(MOST_OPENINGS, max(10, _MOST_TAKES // max(1, len(groups))))
    found = [move for group in groups for move in islice(openings(state, group), most)]
    return found or [move for move in takes_with_threes(state, groups) if problem(state, move) is None]


def problem(state: State, move: Move) -> IllegalMove | None:
    """Return why the pile can't be taken with these cards."""
    if state.phase != "draw":
        return IllegalMove("already-drawn")
    if state.rules.takes_freely:
        return _free_problem(state, move)
    try:
        groups = groups_to_lay(state, move.seat, move.groups)
    except IllegalMove as refused:
        # It is kept with the view, and would keep with it all that was at hand where it was raised.
        return refused.with_traceback(None)
    return stroke_problem(state, move.seat, groups, state.pile[-1])


def _free_problem(state: State, move: Move) -> IllegalMove | None:
    """Return why the pile can't be taken into the hand (docs/rules.md, A pile taken freely)."""
    refused = pile_problem(state)
    if refused is not None:
        return IllegalMove(refused, top=state.pile[-1] if state.pile else None)
    if move.groups != (Group(()),):
        return IllegalMove("take-alone")
    if state.rules.pile.needs == "meld" and not could_meld(state):
        return IllegalMove("nothing-to-meld")
    return end_problem(state, move.seat, taken_cards(state), unseen=replaced_count(state))


def apply(state: State, move: Move) -> list[Event]:
    """Lay the cards with the pile's top card, where that is melded, and take what a take brings. Return the events."""
    seat, top, count = move.seat, state.pile[-1], len(state.pile)
    free = state.rules.takes_freely
    laid = [] if free else lay_stroke(state, seat, groups_to_lay(state, move.seat, move.groups), top)
    taken, state.pile = split_pile(state)
    state.face_down = min(state.face_down, len(state.pile))
    down, aside = state.cards.down, state.cards.aside
    threes = [card for card in taken if card in down]
    if aside:
        state.set_aside[state.side_of[seat]] += [card for card in taken if card in aside]
    kept = to_hand(state, taken)
    state.lay_threes(seat, threes)
    short = False
    renewed: list[Event] = []
    if threes and state.rules.threes.pile_replaced:
        more, replaced, renewed = draw(state, seat, len(threes))
        short = len(more) < len(threes)
        kept += more
        threes += replaced
    if free and "lone-card" in state.rules.discards.barred and len(kept) == 1 and kept[0] not in state.hands[seat]:
        state.whole_pile = kept[0]
    state.hands[seat].gain(kept)
    state.drawn = kept
    state.frozen = state.frozen and freezes(state)
    state.top_was_turned = False
    state.phase = "play"
    events = [Event("take", seat, (top,), count=count - len(state.pile))]
    if threes:
        events.append(Event("three", seat, tuple(threes)))
    events += renewed
    if state.rules.side.mode in ("lone", "alliance") and state.lone is None:
        form_pair(state, seat)
        events.append(Event("alliance", seat))
    return events + after_laying(state, seat, laid, "take", short=short)


def must_take(state: State) -> bool:
    """Return whether an empty stock forces the player to take the pile (docs/rules.md, Draws and the end of the stock)."""
    rule = state.rules.stock.forced_take
    if rule == "no" or not state.pile or not stock_is_out(state):
        return False
    seat = state.turn
    if pile_problem(state) is not None or not is_open(state):
        return False
    joins = not state.rules.takes_freely
    groups = (group for group in taking_groups(state) if rule == "any" or (joins and not group.cards))
    return any(problem(state, Move(seat, "take", (group,))) is None for group in groups)
