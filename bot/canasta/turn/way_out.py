"""A way for the player to move to go out now."""

from __future__ import annotations

from ..going_out.ending import last_barred, leaving_table, mates_ready
from ..going_out.plan import OutPlan, has_plan_out, is_hopeless, plan_out, plans_out
from ..opening import is_open
from ..state import State
from .laying import judge_stroke


def way_out(state: State) -> OutPlan | None:
    """Return a way to go out now, which must be enough for an initial meld if one is due; None without one."""
    return state.once(_way_out)


def has_way_out(state: State) -> bool:
    """Return whether there is a way to go out now, which takes less time than finding it."""
    return state.once(_has_way_out)


def _has_way_out(state: State) -> bool:
    if not is_open(state):
        return way_out(state) is not None
    seat = state.turn
    if _is_barred(state, seat):
        return False
    reds = state.reds(state.side_of[seat])
    return has_plan_out(leaving_table(state, seat), state.hands[seat], reds, last_barred(state))


def _way_out(state: State) -> OutPlan | None:
    seat = state.turn
    if _is_barred(state, seat):
        return None
    hand, reds = state.hands[seat], state.reds(state.side_of[seat])
    if is_open(state):
        return plan_out(leaving_table(state, seat), hand, reds, last_barred(state))
    # An opening can only be judged once the search has taken back what it laid on the table.
    plans = list(plans_out(leaving_table(state, seat), hand, reds, last_barred(state)))
    return next((plan for plan in plans if plan.groups and _opens_with(state, seat, plan)), None)


def _is_barred(state: State, seat: int) -> bool:
    """Return whether the seat can't go out for another reason than its melds, or its hand looks hopeless."""
    if state.phase != "play" or state.answer == "no" or state.foot(seat) or not mates_ready(state, seat):
        return True
    return is_hopeless(state.rules, state.side(seat).sets, list(map(len, state.turn_hand().by_rank)))


def _opens_with(state: State, seat: int, plan: OutPlan) -> bool:
    """Return whether a plan's groups open the side, judged as if leave had been given."""
    answer = state.answer
    state.answer = "yes"
    try:
        return judge_stroke(state, seat, plan.groups) is None
    finally:
        state.answer = answer
