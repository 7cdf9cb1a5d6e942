"""Laying groups of cards: why a stroke is refused, and doing it.

Melding, taking the pile and picking its top card use this.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..cards import Card
from ..going_out.ending import cards_enough, end_problem, may_leave, must_go_out
from ..hand import Hand
from ..melds import BlackThrees, Laid, LayConditions, lay, place, unlay
from ..moves import Group, IllegalMove
from ..opening import is_open, opening_due, whole_hand_is_free
from ..pile import replaced_count, taken_cards
from ..state import State
from .extra import extra_waits
from .passing import earned_foot


def stroke_problem(
    state: State, seat: int, groups: Sequence[Group], top: Card | None = None, *, alone: bool = False
) -> IllegalMove | None:
    """Return why groups can't be laid in one stroke, the first with `top`; None if they can.

    The melds must be legal, an opening must be enough, and the turn must have an end. `alone` says that the top card
    comes without the rest of the pile. It remembers its findings until the next move.
    """
    single = len(groups) == 1 and (groups[0].cards or top is not None)
    if single and is_open(state) and enough_stay(state, len(groups[0].cards)):
        try:
            _take_out(state.hands[seat].copy(), groups)
            if not isinstance(place(state.turn_conditions(), groups[0], top).meld, BlackThrees):
                return None
        except IllegalMove as refused:
            return refused
    key = *groups, top, alone
    if key not in state.known:
        state.known[key] = judge_stroke(state, seat, groups, top, alone=alone)
    found: IllegalMove | None = state.known[key]
    return found


def judge_stroke(
    state: State, seat: int, groups: Sequence[Group], top: Card | None = None, *, alone: bool = False
) -> IllegalMove | None:
    """Return the same as `stroke_problem`, without using what is remembered."""
    hand, melds = state.hands[seat], state.side(seat)
    laid: list[Laid] = []
    changes = melds.changes
    state.hands[seat] = Hand(hand, hand.counts)
    try:
        return _judge(state, seat, groups, top, laid, alone=alone)
    except IllegalMove as refused:
        return refused
    finally:
        for one in reversed(laid):
            unlay(melds, one)
        state.hands[seat], melds.changes = hand, changes


def enough_stay(state: State, laid: int) -> bool:
    """Return whether the seat to move keeps this many cards after laying some that its turn surely has an end."""
    left = len(state.hands[state.turn]) - laid
    return left >= cards_enough(state, left)


def surely_laid(state: State, wanted: int) -> int:
    """Return up to how many cards of the hand a group that fits can surely be laid: the turn has an end then; -1 if never.

    It may be fewer than surely could, if that is no fewer than `wanted`.
    """
    if state.turn_conditions().room is not None:
        return -1
    size = len(state.hands[state.turn])
    return size - cards_enough(state, size - wanted)


def lay_stroke(state: State, seat: int, groups: Sequence[Group], top: Card | None = None) -> list[Laid]:
    """Lay groups that `stroke_problem` accepts, and return what was laid."""
    laid: list[Laid] = []
    _take_out(state.hands[seat], groups)
    if _is_hand_first(state, top):
        _lay_each(state.turn_conditions(), groups[1:], None, laid)
        _lay_each(replace(state.turn_conditions(), opening=False), groups[:1], top, laid)
    else:
        _lay_each(state.turn_conditions(), groups, top, laid)
    return laid


def _judge(
    state: State, seat: int, groups: Sequence[Group], top: Card | None, laid: list[Laid], *, alone: bool
) -> IllegalMove | None:
    """Lay groups on trial and return why they can't be laid, None if they can.

    `laid` gets what lies there then, also if `IllegalMove` is raised.
    """
    if not groups or not all(group.cards for group in groups[0 if top is None else 1 :]):
        return IllegalMove("meld-too-small")
    hand, conditions = state.hands[seat], state.turn_conditions()
    held, opening, hand_first = len(hand), opening_due(state), _is_hand_first(state, top)
    _take_out(hand, groups)
    gained, unseen = ([], 0) if top is None or alone else (taken_cards(state), replaced_count(state))
    _lay_each(conditions, groups[1:] if hand_first else groups, None if hand_first else top, laid)
    if opening is not None:
        shapes = [opening.shape_of_laid(one) for one in laid]
        refused = opening.problem(shapes, free=False)
        left = len(hand) if hand_first else len(hand) + len(gained)
        if refused is not None and left <= 1 and whole_hand_is_free(state) and _lets_leave(state, seat, laid):
            refused = opening.problem(shapes, free=True)
        if refused is not None:
            return refused
    if hand_first:
        _lay_each(replace(conditions, opening=False), groups[:1], top, laid)
    extra = extra_waits(state, seat, laid) and not must_go_out(state, seat)
    draws = extra or (top is None and state.phase == "draw")
    unseen += len(earned_foot(state, seat, laid))
    return end_problem(state, seat, gained, draws=draws, laid=held - len(hand), unseen=unseen)


def _is_hand_first(state: State, top: Card | None) -> bool:
    """Return whether the groups of the hand must open before the first one gets the pile's top card."""
    return top is not None and state.rules.opening.with_pile == "first-from-hand" and not is_open(state)


def _take_out(hand: list[Card], groups: Sequence[Group]) -> None:
    """Take the cards of groups out of a hand. Raises `IllegalMove` at the first that it doesn't hold."""
    for group in groups:
        for card in group.cards:
            try:
                hand.remove(card)
            except ValueError:
                raise IllegalMove("card-not-in-hand", card=card) from None


def _lay_each(conditions: LayConditions, groups: Sequence[Group], top: Card | None, laid: list[Laid]) -> None:
    """Lay groups one by one, the first with the pile's top card if there is one, and add them to `laid`."""
    for group in groups:
        laid.append(lay(conditions, group, top))
        top = None


def _lets_leave(state: State, seat: int, laid: Sequence[Laid]) -> bool:
    """Return whether a player who lays the whole hand goes out by it, with a canasta of their own where one is asked for."""
    if seat in state.melded_by or state.foot(seat) or earned_foot(state, seat, laid):
        return False
    own = state.rules.opening.whole_hand == "free" or any(one.meld.canasta is not None for one in laid)
    return own and may_leave(state, seat)
