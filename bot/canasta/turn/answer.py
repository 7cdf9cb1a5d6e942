"""Answering a partner who asks for leave to go out."""

from __future__ import annotations

from collections.abc import Iterator

from ..events import Event
from ..going_out.ending import may_keep_one, must_go_out
from ..moves import IllegalMove, Move
from ..refill import caliente_waits
from ..rules.model import Rules
from ..state import Phase, State


def phases(rules: Rules) -> tuple[Phase, ...]:
    """Return the phases in which games of these rules have this move."""
    del rules
    return ("answer",)


def candidates(state: State) -> Iterator[Move]:
    """Yield both answers."""
    seat = state.actor()
    if seat is not None:
        for word in ("yes", "no"):
            yield Move(seat, "answer", word=word)


def problem(state: State, move: Move) -> IllegalMove | None:
    """Return why this can't be answered: nobody has asked, or a no would leave the asker no way to end their turn."""
    if state.phase != "answer":
        return IllegalMove("not-asked")
    return None if move.word == "yes" or _may_refuse(state) else IllegalMove("asker-must-go-out")


def _may_refuse(state: State) -> bool:
    asker = state.turn
    hand = state.hands[asker]
    keeps = state.asked_in == "draw" or len(hand) >= 2 or may_keep_one(state, asker)
    return (keeps or caliente_waits(state, asker, hand)) and not must_go_out(state, asker)


def apply(state: State, move: Move) -> list[Event]:
    """Answer the question; the turn goes on where it was asked. Return the events."""
    state.answer = "yes" if move.word == "yes" else "no"
    state.so_far.append("answer")
    state.phase = state.asked_in
    return [Event("answer", move.seat, word=move.word)]
