"""A way for the player to move to go out now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..cards import Card
from ..going_out.ending import last_barred, leaving_conditions, mates_ready
from ..going_out.plan import OutPlan, has_plan_out, is_hopeless, plan_out, plans_out
from ..melds import lay, unlay
from ..melds.black_threes import black_threes_needed
from ..moves import Group, IllegalMove, Move
from ..opening import is_open
from ..pile import taken_cards
from ..state import State
from .laying import judge_stroke
from .taking import groups_to_lay, opens_from_hand


def way_out(state: State) -> OutPlan | None:
    """Return a way to go out now, which must be enough for an initial meld if one is due; None without one."""
    return state.once(_way_out)


def has_way_out(state: State) -> bool:
    """Return whether there is a way to go out now, which takes less time than finding it."""
    return state.once(_has_way_out)


def surely_stays(state: State) -> bool:
    """Return whether a look at the numbers of the hand's cards tells that the player to move can't go out."""
    seat = state.turn
    return is_hopeless(state.rules, state.melds[state.side_of[seat]].sets, state.hands[seat].counts)


def _has_way_out(state: State) -> bool:
    if not is_open(state):
        return way_out(state) is not None
    seat = state.turn
    if _is_barred(state, seat):
        return False
    reds = state.reds(state.side_of[seat])
    return has_plan_out(leaving_conditions(state, seat), state.hands[seat], reds, last_barred(state))


def _way_out(state: State) -> OutPlan | None:
    seat = state.turn
    if _is_barred(state, seat):
        return None
    hand, reds = state.hands[seat], state.reds(state.side_of[seat])
    if is_open(state):
        return plan_out(leaving_conditions(state, seat), hand, reds, last_barred(state))
    # An opening can only be judged once the search has taken back what it laid on the table.
    plans = list(plans_out(leaving_conditions(state, seat), hand, reds, last_barred(state)))
    return next((plan for plan in plans if plan.groups and _opens_with(state, seat, plan)), None)


def _is_barred(state: State, seat: int) -> bool:
    """Return whether the seat can't go out for another reason than its melds, or its hand looks hopeless.

    Before the draw a way out is looked for only with black threes: the openings that are tried one by one include any other.
    """
    if state.phase == "draw" and not _holds_threes(state):
        return True
    if surely_stays(state):
        return True
    return state.answer == "no" or bool(state.foot(seat)) or not mates_ready(state, seat)


def _opens_with(state: State, seat: int, plan: OutPlan) -> bool:
    """Return whether a plan's groups open the side, judged as if leave had been given."""
    answer = state.answer
    state.answer = "yes"
    try:
        return judge_stroke(state, seat, plan.groups) is None
    finally:
        state.answer = answer


def takes_with_threes(state: State, groups: Iterable[Group]) -> Iterator[Move]:
    """Yield takes whose opening includes the black threes of the hand, so that the player must go out; they may be refused.

    `groups` are those that take the pile.
    """
    for group in groups if _holds_threes(state) else ():
        left = list(state.hands[state.turn])
        for card in group.cards:
            left.remove(card)
        for plan in _plans_with_pile(state, group, left):
            yield Move(state.turn, "take", (group, *_parts(plan.groups, left)))


def _holds_threes(state: State) -> bool:
    """Return whether the hand to move holds enough black threes for a meld."""
    needed = black_threes_needed(state.rules)
    return needed is not None and len(state.hands[state.turn].blacks) >= needed


def _plans_with_pile(state: State, group: Group, left: list[Card]) -> list[OutPlan]:
    """Return ways to lay out what a hand has `left`, and what the pile brings, after a group has taken it."""
    seat, top, cards = state.turn, state.pile[-1], [*left, *taken_cards(state)]
    melds, conditions, reds = state.side(seat), leaving_conditions(state, seat), state.reds(state.side_of[seat])
    if opens_from_hand(state) and not group.cards:
        return list(plans_out(conditions, [*cards, top], reds, last_barred(state)))
    changes = melds.changes
    try:
        laid = lay(conditions, groups_to_lay(state, seat, (group,))[0], top)
    except IllegalMove:
        return []
    try:
        return list(plans_out(conditions, cards, reds, last_barred(state)))
    finally:
        unlay(melds, laid)
        melds.changes = changes


def _parts(groups: Iterable[Group], held: Iterable[Card]) -> Iterator[Group]:
    """Yield what the hand lays itself of each group, unless that is one or two cards of a larger one."""
    held = list(held)
    for group in groups:
        cards: list[Card] = []
        for card in group.cards:
            if card in held:
                held.remove(card)
                cards.append(card)
        if len(cards) >= min(3, len(group.cards)):
            yield Group(tuple(cards), group.name, group.below)
