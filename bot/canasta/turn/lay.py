"""Melding: laying groups of cards from the hand."""

from __future__ import annotations

from itertools import chain, islice

from ..cards import THREE
from ..events import Event
from ..going_out.ending import only_leaving_ends
from ..going_out.plan import lacks_canastas
from ..hand import Hand
from ..melds import LayConditions, other_groups
from ..melds.black_threes import black_three_groups
from ..melds.sets import SetMoves, SetShape
from ..moves import IllegalMove, Legal, Move, VerbMoves, one_group_moves
from ..opening import is_open, laid_for_free, opens_before_draw, whole_hand_is_free
from ..rules.model import Rules
from ..state import Phase, State
from .laying import lay_stroke, stroke_problem, surely_laid
from .openings import MOST_OPENINGS, openings
from .passing import after_laying
from .way_out import has_way_out, surely_stays, way_out


def phases(rules: Rules) -> tuple[Phase, ...]:
    """Return the phases in which games of these rules have this move."""
    return ("draw", "play") if rules.opening.before_draw else ("play",)


def candidates(state: State) -> VerbMoves:
    """Return every meld of one group or, before the side has opened, openings (up to equivalence)."""
    if _timing(state) is not None:
        return ()
    if not is_open(state):
        return _openings(state)
    moves, hand = _of_ranks(state), state.hands[state.turn]
    # Black threes are laid by players who go out.
    if state.rules.melds_ranks_only and (hand.counts[THREE] < 3 or surely_stays(state)):
        return moves
    others = _others(state, hand)
    return Legal([moves, others]) if moves and others else moves or others


def _of_ranks(state: State) -> VerbMoves:
    """Return every meld of cards of one rank."""
    conditions, hand = state.turn_conditions(), state.hands[state.turn]
    shapes = state.sizes.of_hand(conditions, hand)
    if not any(shapes):
        return ()
    moves, largest = SetMoves(state.turn, "meld", hand, shapes), hand.largest
    sure = surely_laid(state, largest)
    # The melds only offer groups that fit; what is left to ask is if the turn can be ended after the largest of them.
    if largest <= sure:
        return moves
    most = _laid_at_most(state, conditions, hand)

    def may_lay(rank: int, shape: SetShape) -> bool:
        size = sum(shape[1:])
        return size <= sure or (size <= most and problem(state, moves.made(rank, shape)) is None)

    return moves.fitting(may_lay)


def _others(state: State, hand: Hand) -> list[Move]:
    """Return every meld of one group that isn't of one rank."""
    rules, threes = state.rules, black_three_groups(state.rules, hand)
    if threes and not has_way_out(state):
        threes = ()
    groups = chain(threes, other_groups(state.turn_conditions(), hand, hand))
    # Runs fit as well, unless wild cards may have to go elsewhere.
    judged = threes or rules.wilds.allowed or rules.twos.allowed
    sure = -1 if judged else surely_laid(state, len(hand))
    moves = one_group_moves(state.turn, "meld", groups)
    return [move for move in moves if len(move.groups[0].cards) <= sure or problem(state, move) is None]


def _laid_at_most(state: State, conditions: LayConditions, hand: Hand) -> int:
    """Return how many cards of a hand can be laid at most: all but two where its player surely can't go out, but must."""
    size = len(state.hands[state.turn])
    if not only_leaving_ends(state):
        return size
    # Among ways to lay a whole hand out is any that begins with one group; only runs are not all searched through.
    stays = lacks_canastas(conditions, hand.counts) or not (state.rules.sequences.allowed or has_way_out(state))
    return size - 2 if stays else size


def problem(state: State, move: Move) -> IllegalMove | None:
    """Return why groups can't be melded now."""
    code = _timing(state)
    return IllegalMove(code) if code is not None else stroke_problem(state, move.seat, move.groups)


def _timing(state: State) -> str | None:
    """Return why nothing can be melded now, as an error code."""
    if state.phase == "draw" and not opens_before_draw(state, state.turn):
        return "draw-first"
    if state.rules.opening.before_draw and state.phase == "play" and not is_open(state):
        return "open-before-drawing"
    if not state.laid or not whole_hand_is_free(state):
        return None
    return "discard-the-last" if state.once(laid_for_free) else None


def apply(state: State, move: Move) -> list[Event]:
    """Lay the groups. Return the events."""
    return after_laying(state, move.seat, lay_stroke(state, move.seat, move.groups), "meld")


def _openings(state: State) -> VerbMoves:
    """Return openings that reach the requirement or, where there are none, a way out that needs no minimum."""
    found = [*islice(openings(state), MOST_OPENINGS)]
    if not found and (plan := way_out(state)) is not None and plan.groups:
        move = Move(state.turn, "meld", plan.groups)
        return [move] if problem(state, move) is None else []
    return found
