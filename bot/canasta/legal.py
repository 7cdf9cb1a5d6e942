"""The legal moves of the seat to move: every candidate without a problem.

Moves that differ only in suits where the rules don't care, or in how an opening larger than needed is put together,
are listed once. Every move listed is accepted; if any move of a verb is legal, at least one of it is listed.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from types import GeneratorType
from typing import Any, Final

from .moves import Legal, Move, VerbMoves
from .round import ACTIONS
from .rules.model import Rules
from .state import Phase, State

#: The functions of the verbs that may be tried in a phase, which list moves and judge them.
_Tried = Sequence[tuple[Callable[[State], Any], Callable[[State, Move], Any]]]
_UNDO: Final = tuple(Move(seat, "undo") for seat in range(8))


def legal_moves(state: State) -> Legal:
    """Return the moves of the seat to move, up to equivalence.

    `undo` is left out: it is a verb, but no move that leads on.
    """
    listed = state.listed
    if listed is None:
        parts = list[VerbMoves]()
        actions: _Tried | None = state.tried.get(state.phase)
        if actions is None:
            actions = state.tried[state.phase] = _actions(state.rules, state.phase)
        for candidates, problem in actions:
            moves = candidates(state)
            if isinstance(moves, GeneratorType):
                moves = [move for move in moves if problem(state, move) is None]
            if moves:
                parts.append(moves)
        listed = state.listed = Legal(parts)
    return listed


@functools.lru_cache(maxsize=1024)
def _actions(rules: Rules, phase: Phase) -> _Tried:
    """Return what may be tried in a phase of these rules: `candidates` and `problem` of each verb."""
    return tuple([(action.candidates, action.problem) for action in ACTIONS.values() if phase in action.phases(rules)])


def verbs(state: State) -> list[str]:
    """Return the verbs of the seat's legal moves, in the order of a turn, with `undo` where it is allowed."""
    found = [part[0].verb for part in legal_moves(state).parts]
    if ACTIONS["undo"].problem(state, _UNDO[state.turn]) is None:
        found.append("undo")
    return found
