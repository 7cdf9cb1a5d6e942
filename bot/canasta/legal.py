"""The legal moves of the seat to move: every candidate without a problem.

Moves that differ only in suits where the rules don't care, or in how an opening larger than needed is put together,
are listed once. Every move listed is accepted; if any move of a verb is legal, at least one of it is listed.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Final

from .moves import Legal, Move
from .round import ACTIONS, Action
from .rules.model import Rules
from .state import Phase, State

_UNDO: Final = tuple(Move(seat, "undo") for seat in range(8))
_VERB: Final = attrgetter("verb")


def legal_moves(state: State) -> list[Move]:
    """Return the moves of the seat to move, up to equivalence.

    `undo` is left out: it is a verb, but no move that leads on.
    """
    if not state.listed:
        found = state.listed = list[Move]()
        for action in _actions(state.rules, state.phase):
            tried = action.candidates(state)
            if type(tried) is Legal:
                found += tried
                continue
            for move in tried:
                if action.problem(state, move) is None:
                    found.append(move)
    return state.listed.copy()


@functools.lru_cache(maxsize=1024)
def _actions(rules: Rules, phase: Phase) -> Sequence[Action]:
    """Return what may be tried in a phase of these rules."""
    return tuple([action for action in ACTIONS.values() if phase in action.phases(rules)])


def verbs(state: State, legal: Iterable[Move]) -> list[str]:
    """Return the verbs of the seat's legal moves, in the order of a turn, with `undo` where it is allowed."""
    found = list(dict.fromkeys(map(_VERB, legal)))
    if ACTIONS["undo"].problem(state, _UNDO[state.turn]) is None:
        found.append("undo")
    return found
