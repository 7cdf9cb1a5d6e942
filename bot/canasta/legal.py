"""The legal moves of the seat to move: every candidate without a problem.

Moves that differ only in suits where the rules don't care, or in how an opening larger than needed is put together,
are listed once. Every move listed is accepted; if any move of a verb is legal, at least one of it is listed.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from inspect import isgeneratorfunction
from typing import Any, Final

from .moves import Legal, Move, VerbMoves
from .round import ACTIONS, VerbModule
from .rules.model import Rules
from .state import Phase, State

#: The verbs that may be tried in a phase, each with the function that lists its legal moves.
_Tried = Sequence[tuple[str, Callable[[State], VerbMoves]]]
_UNDO: Final = tuple(Move(seat, "undo") for seat in range(8))


def legal_moves(state: State) -> Legal:
    """Return the moves of the seat to move, up to equivalence.

    `undo` is left out: it is a verb, but no move that leads on.
    """
    listed = state.listed
    if listed is None:
        tried: _Tried | None = state.tried.get(state.phase)
        if tried is None:
            tried = state.tried[state.phase] = _tried(state.rules, state.phase)
        parts: list[VerbMoves] = []
        verbs: list[str] = []
        for verb, candidates in tried:
            moves = candidates(state)
            if moves:
                parts.append(moves)
                verbs.append(verb)
        listed = state.listed = Legal(parts, verbs)
    return listed


@functools.lru_cache(maxsize=1024)
def _tried(rules: Rules, phase: Phase) -> _Tried:
    """Return the verbs that may be tried in a phase of these rules."""
    return tuple([(verb, _lister(action)) for verb, action in ACTIONS.items() if phase in action.phases(rules)])


def _lister(action: VerbModule) -> Callable[[State], Any]:
    """Return the function that lists the legal moves of a verb."""
    candidates, problem = action.candidates, action.problem
    if not isgeneratorfunction(candidates):
        return candidates

    def judged(state: State) -> list[Move]:
        return [move for move in candidates(state) if problem(state, move) is None]

    return judged


def verbs(state: State) -> list[str]:
    """Return the verbs of the seat's legal moves, in the order of a turn, with `undo` where it is allowed."""
    found = [*legal_moves(state).verbs]
    if ACTIONS["undo"].problem(state, _UNDO[state.turn]) is None:
        found.append("undo")
    return found
