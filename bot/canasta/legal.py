"""The legal moves of the seat to move: every candidate without a problem.

Moves that differ only in suits where the rules don't care, or in how an opening larger than needed is put together,
are listed once. Every move listed is accepted; if any move of a verb is legal, at least one of it is listed.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter
from typing import Final

from .moves import Legal, Move
from .round import ACTIONS
from .state import State

_UNDO: Final = tuple(Move(seat, "undo") for seat in range(8))
_VERB: Final = attrgetter("verb")


def legal_moves(state: State) -> list[Move]:
    """Return the moves of the seat to move, up to equivalence.

    `undo` is left out: it is a verb, but no move that leads on.
    """
    if not state.listed:
        if state.phase not in state.verbs:
            phase = [verb for verb, action in ACTIONS.items() if state.phase in action.phases(state.rules)]
            state.verbs[state.phase] = tuple(phase)
        found = state.listed = list[Move]()
        for verb in state.verbs[state.phase]:
            action = ACTIONS[verb]
            tried = action.candidates(state)
            if type(tried) is Legal:
                found += tried
                continue
            for move in tried:
                if action.problem(state, move) is None:
                    found.append(move)
    return state.listed.copy()


def verbs(state: State, legal: Iterable[Move]) -> list[str]:
    """Return the verbs of the seat's legal moves, in the order of a turn, with `undo` where it is allowed."""
    found = list(dict.fromkeys(map(_VERB, legal)))
    if ACTIONS["undo"].problem(state, _UNDO[state.turn]) is None:
        found.append("undo")
    return found
