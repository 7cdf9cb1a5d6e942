"""Computer players: they see a `SeatView` and return one of its legal moves, nothing else."""

from __future__ import annotations

import random

from bot.canasta.moves import Move
from bot.canasta.views import SeatView
from bot.computer.levels import (
    LEVELS,
    USUAL,
    UnknownLevel,
    UnsupportedLevel,
    levels_at,
    offered_at,
    player_at,
    thinks_long,
)
from bot.computer.safe import choose as choose_safely

__all__ = [
    "LEVELS",
    "USUAL",
    "UnknownLevel",
    "UnsupportedLevel",
    "choose",
    "choose_safely",
    "levels_at",
    "offered_at",
    "player_at",
    "thinks_long",
]


def choose(view: SeatView, level: str, chance: random.Random) -> Move:
    """Return the move of a level for the seat of a view, which must be the one to move: one of `view.legal`.

    `level` is one of `levels_at` of the rules, otherwise `UnknownLevel` or `UnsupportedLevel` is raised. `chance`
    decides between equally good moves, so that equal views, levels and chances give equal moves.
    """
    return player_at(view.public.rules, level)(view, chance)
