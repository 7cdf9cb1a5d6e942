"""One round: making a move, or saying why it is refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Protocol

from .events import Event
from .moves import IllegalMove, Move, VerbMoves
from .rules.model import Rules
from .state import Phase, State
from .turn import (
    answer,
    ask,
    caliente,
    discard,
    draw,
    extra,
    floating,
    keep,
    lay,
    pick,
    special,
    take,
    three,
    undo,
)


class VerbModule(Protocol):
    """The interface of a verb's module.

    `phases` says when it is tried at all. `candidates` are moves, enough of them that one is legal if any is: those
    that a generator yields are to be tried, and those of a sequence were judged already. `problem` says why a move is
    refused, None if it isn't; it changes nothing. `apply` makes a move that has no problem.
    """

    def phases(self, rules: Rules) -> tuple[Phase, ...]:
        """Return the phases in which games of these rules have this move."""

    def candidates(self, state: State) -> VerbMoves | Iterator[Move]:
        """Return legal moves, or yield moves to try."""

    def problem(self, state: State, move: Move) -> IllegalMove | None:
        """Return why a move is refused."""

    def apply(self, state: State, move: Move) -> list[Event]:
        """Make a move and return what the table saw."""


#: The verbs in the order of a turn, each with its module.
ACTIONS: Final[dict[str, VerbModule]] = {
    "draw": draw,
    "take": take,
    "pick": pick,
    "three": three,
    "meld": lay,
    "extra": extra,
    "caliente": caliente,
    "special": special,
    "float": floating,
    "ask": ask,
    "answer": answer,
    "keep": keep,
    "discard": discard,
    "undo": undo,
}


def problem(state: State, move: Move) -> IllegalMove | None:
    """Return why a move is refused now, None if it isn't."""
    refused = _problem(state, move)
    if refused is not None:
        refused.alone = not state.rules.has_partners
    return refused


def _problem(state: State, move: Move) -> IllegalMove | None:
    if state.phase == "over":
        return IllegalMove("round-over")
    if move.seat != state.actor():
        asked = state.phase == "answer" and move.seat in state.order
        return IllegalMove("answer-first" if asked else "not-your-turn", seat=state.actor())
    if state.phase == "answer" and move.verb != "answer":
        return IllegalMove("answer-first", seat=state.actor())
    if state.phase == "pass" and move.verb != "keep":
        return IllegalMove("keep-first")
    action = ACTIONS.get(move.verb)
    return IllegalMove("not-in-this-game", verb=move.verb) if action is None else action.problem(state, move)


def apply(state: State, move: Move) -> list[Event]:
    """Make a move and return what the table saw. Raises `IllegalMove`, and then nothing has changed."""
    listed = state.listed
    if (listed is None or move not in listed) and (refused := problem(state, move)) is not None:
        # The error may be remembered and raised again: tracebacks of earlier times must not pile up in it.
        raise refused.with_traceback(None)
    state.forget()
    try:
        return ACTIONS[move.verb].apply(state, move)
    finally:
        state.forget()
