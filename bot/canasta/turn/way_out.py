"""A way for the player to move to go out now."""

from __future__ import annotations

from ..going_out.ending import last_barred, leaving_table, mates_ready
from ..going_out.plan import OutPlan, is_hopeless, plan_out, plans_out
from ..opening import required
from ..state import State
from .laying import judge_stroke


def way_out(state: State) -> OutPlan | None:
    """Return a way to go out now, what an initial meld must be included; None without one."""
    return state.once(_way_out)


def _way_out(state: State) -> OutPlan | None:
    seat = state.turn
    if state.phase != "play" or state.answer == "no" or state.foot(seat) or not mates_ready(state, seat):
        return None
    side, hand = state.side_of[seat], state.hands[seat]
    if is_hopeless(state.rules, state.melds[side], hand):
        return None
    if required(state, seat) is None:
        return plan_out(leaving_table(state, seat), hand, state.reds(side), last_barred(state))
    # An opening can only be judged once the search has taken back what it laid on the table.
    plans = list(plans_out(leaving_table(state, seat), hand, state.reds(side), last_barred(state)))
    return next((plan for plan in plans if plan.groups and _opens_with(state, seat, plan)), None)


def _opens_with(state: State, seat: int, plan: OutPlan) -> bool:
    """Tell if a plan's groups open the side, looked at as if leave had been given."""
    answer = state.answer
    state.answer = "yes"
    try:
        return judge_stroke(state, seat, plan.groups) is None
    finally:
        state.answer = answer
