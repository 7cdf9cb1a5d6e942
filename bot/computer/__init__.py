"""Computer players: they see a `SeatView` and return one of its legal moves, nothing else."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from bot.canasta.moves import Move
from bot.canasta.views import SeatView
from bot.computer.normal import choose as choose_sensibly
from bot.computer.safe import choose as choose_safely

__all__ = ["LEVELS", "choose", "choose_safely"]


def _random(view: SeatView, chance: random.Random) -> Move:
    return chance.choice(view.legal)


_PLAYERS: Final[dict[str, Callable[[SeatView, random.Random], Move]]] = {"random": _random, "normal": choose_sensibly}

#: The levels of computers, weakest first.
LEVELS: Final = tuple(_PLAYERS)


def choose(view: SeatView, level: str, chance: random.Random) -> Move:
    """Return a move of `view.legal` for the seat of the view, which must be the one to move.

    `level` is one of `LEVELS`; `chance` decides between equally good moves, so that equal views, levels and chances
    give equal moves.
    """
    return _PLAYERS[level](view, chance)
