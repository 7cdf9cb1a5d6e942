"""Laying groups of cards: why a stroke is refused, and doing it. Melding, taking the pile and picking its top card share this."""

from __future__ import annotations

from collections.abc import Sequence

from ..cards import Card
from ..going_out.ending import cards_enough, end_problem, may_leave, must_go_out
from ..melds import BlackThrees, Laid, lay, place, unlay
from ..moves import Group, IllegalMove
from ..opening import is_open, opening_for
from ..pile import replaced_count, taken_cards
from ..state import State
from .extra import extra_waits
from .passing import earned_foot


def stroke_problem(
    state: State, seat: int, groups: Sequence[Group], top: Card | None = None, *, alone: bool = False
) -> IllegalMove | None:
    """Return why groups can't be laid in one stroke, the first with `top`; None if they can.

    The melds must be legal, the side's opening what it must be, and the turn must have an end. `alone`: the top card
    comes without the rest of the pile. What was found out is remembered until the next move.
    """
    if len(groups) == 1 and (groups[0].cards or top is not None) and is_open(state):
        try:
            if _is_enough(state, seat, groups[0], top):
                return None
        except IllegalMove as refused:
            return refused
    key = *groups, top, alone
    if key not in state.known:
        state.known[key] = judge_stroke(state, seat, groups, top, alone=alone)
    found: IllegalMove | None = state.known[key]
    return found


def note_legal(state: State, groups: Sequence[Group]) -> None:
    """Remember that groups can be laid in one stroke."""
    state.known[*groups, None, False] = None


def judge_stroke(
    state: State, seat: int, groups: Sequence[Group], top: Card | None = None, *, alone: bool = False
) -> IllegalMove | None:
    """Return the same as `stroke_problem`, worked out anew."""
    hand, laid = state.hands[seat], list[Laid]()
    before = hand.copy()
    try:
        _lay(state, seat, groups, top, laid, alone=alone)
    except IllegalMove as refused:
        return refused
    finally:
        for one in reversed(laid):
            unlay(state.side(seat), one)
        hand[:] = before
    return None


def _is_enough(state: State, seat: int, group: Group, top: Card | None) -> bool:
    """Tell if a group's meld is legal and there is nothing else to look at: cards enough are left to go on with.

    Raises `IllegalMove` if the meld is not legal. The side has opened.
    """
    left = state.hands[seat].copy()
    for card in group.cards:
        if card not in left:
            raise IllegalMove("card-not-in-hand", card=card)
        left.remove(card)
    found = place(state.turn_table(), group, top)
    return not isinstance(found.meld, BlackThrees) and len(left) >= state.once(cards_enough)


def lay_stroke(
    state: State, seat: int, groups: Sequence[Group], top: Card | None = None, *, alone: bool = False
) -> list[Laid]:
    """Lay groups that `stroke_problem` lets pass."""
    laid: list[Laid] = []
    _lay(state, seat, groups, top, laid, alone=alone, judged=True)
    return laid


def _lay(
    state: State,
    seat: int,
    groups: Sequence[Group],
    top: Card | None,
    laid: list[Laid],
    *,
    alone: bool,
    judged: bool = False,
) -> None:
    """Lay groups one by one; `laid` is what lies there when `IllegalMove` is raised. What was `judged` is but laid."""
    if not groups or not all(group.cards for group in groups[0 if top is None else 1 :]):
        raise IllegalMove("meld-too-small")
    hand = state.hands[seat]
    held = len(hand)
    opening = opening_for(state, seat)
    hand_first = top is not None and opening is not None and state.rules.opening.with_pile == "first-from-hand"
    table = state.turn_table()
    for group in groups:
        for card in group.cards:
            if card not in hand:
                raise IllegalMove("card-not-in-hand", card=card)
            hand.remove(card)
    takes = top is not None and not alone and not judged
    gained, unseen = (taken_cards(state), replaced_count(state)) if takes else ([], 0)
    for nth, group in enumerate(groups):
        if nth or not hand_first:
            laid.append(lay(table, group, None if nth else top))
    if opening is not None and not judged:
        shapes = [opening.shape_of_laid(one) for one in laid]
        refused = opening.problem(shapes, free=False)
        left = len(hand) if hand_first else len(hand) + len(gained)
        if refused is not None and top is None and left <= 1 and _is_free(state, seat, laid):
            refused = opening.problem(shapes, free=True)
        if refused is not None:
            raise refused
    if hand_first:
        laid.append(lay(table._replace(opening=False), groups[0], top))
    if judged:
        return
    extra = extra_waits(state, seat, laid) and not must_go_out(state, seat)
    draws = extra or (top is None and state.phase == "draw")
    unseen += len(earned_foot(state, seat, laid))
    refused = end_problem(state, seat, gained, draws=draws, laid=held - len(hand), unseen=unseen)
    if refused is not None:
        raise refused


def _is_free(state: State, seat: int, laid: Sequence[Laid]) -> bool:
    """Tell if a hand laid whole after drawing may open below the minimum (docs/rules.md, Going out concealed)."""
    rules = state.rules.opening
    if not rules.concealed_free or seat in state.melded_by or state.foot(seat):
        return False
    if earned_foot(state, seat, laid):
        return False
    own = rules.concealed_partner or any(one.meld.canasta is not None for one in laid)
    return own and may_leave(state, seat)
