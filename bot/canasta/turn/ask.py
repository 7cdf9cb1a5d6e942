"""Asking one's partner for leave to go out."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from typing import Final

from ..events import Event
from ..going_out.ending import needs_leave
from ..moves import IllegalMove, Move, VerbMoves
from ..opening import is_open
from ..pile import pile_problem, taken_cards
from ..rules.model import Rules
from ..state import Phase, State
from . import take
from .taking import taking_groups
from .way_out import has_way_out, surely_stays

_ASKS: Final = tuple((Move(seat, "ask"),) for seat in range(8))


def phases(rules: Rules) -> tuple[Phase, ...]:
    """Return the phases in which games of these rules have this move."""
    if rules.out.ask == "no":
        return ()
    return ("draw", "play") if "after-melding" in rules.out.ask_when else ("play",)


def candidates(state: State) -> VerbMoves:
    """Return `ask` where the player may."""
    if state.phase == "play" and surely_stays(state):
        return ()
    return () if _refusal(state) is not None else _ASKS[state.turn]


def problem(state: State, move: Move) -> IllegalMove | None:
    """Return why the player may not ask now."""
    del move
    code = _refusal(state)
    return None if code is None else IllegalMove(code)


def _refusal(state: State) -> str | None:
    """Return the same refusal as an error code (docs/rules.md, Asking for leave)."""
    rules = state.rules.out
    late = "after-melding" in rules.ask_when
    if rules.ask == "no" or not state.mates(state.turn):
        return "no-partner"
    if state.phase != "play" and not late:
        return "draw-first"
    if state.answer is not None:
        return "already-asked"
    if "once-a-round" in rules.ask_when and state.turn in state.asked:
        return "already-asked-this-round"
    if state.phase == "draw":
        return None if needs_leave(state, state.turn) and _closes_by_taking(state) else "draw-first"
    if not late and ("meld" in state.so_far or (state.laid and any(len(stroke) > 1 for stroke in state.laid))):
        return "ask-before-melding"
    return None if has_way_out(state) else "cannot-go-out"


def _closes_by_taking(state: State) -> bool:
    """Return whether a take that would end the round is refused only because leave is missing.

    False where cards of the pile lie face down, as no player can see them.
    """
    if pile_problem(state) is not None or state.face_down or len(taken_cards(state)) > 1 or state.rules.takes_freely:
        return False
    refusals = (take.problem(state, move) for move in _takes(state))
    return any(refused is not None and refused.code == "ask-first" for refused in refusals)


def _takes(state: State) -> Iterable[Move]:
    """Return takes that might end the round. Where they must open the side, they are those that are legal with leave."""
    if is_open(state):
        return (Move(state.turn, "take", (group,)) for group in taking_groups(state))
    after = copy.copy(state)
    after.forget()
    after.answer = "yes"
    return take.candidates(after)


def apply(state: State, move: Move) -> list[Event]:
    """Ask; the partner is to answer. Return the events."""
    state.asked.add(move.seat)
    state.so_far.append("ask")
    state.asked_in = "draw" if state.phase == "draw" else "play"
    state.phase = "answer"
    return [Event("ask", move.seat)]
