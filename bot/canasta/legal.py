"""The legal moves of the seat to move: every candidate without a problem.

Moves that differ only in suits where the rules don't care, or in how an opening larger than needed is put together,
are listed once. Every move listed is accepted; if any move of a verb is legal, at least one of it is listed.
"""

from __future__ import annotations

from collections.abc import Iterable

from .moves import Legal, Move
from .round import ACTIONS
from .state import State


def legal_moves(state: State) -> list[Move]:
    """Return the moves of the seat to move, up to equivalence.

    `undo` is left out: it is a verb, but no move that leads on.
    """
    if not state.listed:
        if state.phase not in state.verbs:
            phase = [verb for verb, action in ACTIONS.items() if state.phase in action.phases(state.rules)]
            state.verbs[state.phase] = tuple(phase)
        found: list[Move] = []
        for verb in state.verbs[state.phase]:
            action = ACTIONS[verb]
            tried = action.candidates(state)
            if not isinstance(tried, Legal):
                problem = action.problem
                tried = [move for move in tried if problem(state, move) is None]
            found += tried
        state.listed = found
    return state.listed.copy()


def verbs(state: State, legal: Iterable[Move]) -> list[str]:
    """Return the verbs of the seat's legal moves, in the order of a turn, with `undo` where it is allowed."""
    found = list(dict.fromkeys([move.verb for move in legal]))
    undo = Move(state.turn, "undo")
    return [*found, "undo"] if ACTIONS["undo"].problem(state, undo) is None else found
