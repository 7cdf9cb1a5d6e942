"""Hints for people: what the strongest level of a table would do, and by how much it prefers that to the next best."""

from __future__ import annotations

import random
from typing import NamedTuple

from bot.canasta.moves import Move
from bot.canasta.views import SeatView
from bot.computer import ending, hard, normal
from bot.computer.compact import facts_of
from bot.computer.reading import Reading


class Hint(NamedTuple):
    """A move, what else could be done, and how many points more the move is expected to bring by the end of the round.

    `instead` and `points` are None where there is nothing to compare.
    """

    move: Move
    instead: Move | None = None
    points: int | None = None


def hint(view: SeatView, chance: random.Random) -> Hint:
    """Return the hint for the seat of a view, which must be the one to move. `chance` deals imagined hands.

    It is made from the seat's view.
    """
    usual = normal.choose(view, chance)
    if len(view.legal) == 1 or view.public.phase not in ("draw", "play"):
        return Hint(usual)
    reading = Reading(view)
    worths = (
        _imagined(view, reading, usual, chance) if hard.supports(view.public.rules) else weighed(view, reading, usual)
    )
    (best, worth), *others = worths
    alike = [other for other in others if other[0].verb == best.verb] or others
    if not alike:
        return Hint(best)
    instead, less = max(alike, key=lambda one: one[1])
    return Hint(best, instead, max(0, round(worth - less)))


def _imagined(view: SeatView, reading: Reading, usual: Move, chance: random.Random) -> list[tuple[Move, float]]:
    """Return the moves that `hard` thinks through with their worth, the one it makes first."""
    moves = hard.candidates(view, reading, usual)
    gains = hard.compare(view, facts_of(view.public.rules), moves, chance)
    best = max(range(len(moves)), key=lambda one: gains[one].surely)
    found = [(move, gain.average) for move, gain in zip(moves, gains, strict=True)]
    return [found.pop(best), *found]


def weighed(view: SeatView, reading: Reading, usual: Move) -> list[tuple[Move, float]]:
    """Return the moves that `normal` weighs with their worth, the one it makes first."""
    if view.public.phase == "draw":
        found = normal.gains(reading, view.legal)
    else:
        if (plan := ending.way_out(reading)) is not None and ending.next_step(plan, list(view.legal)) == usual:
            return [(usual, 0.0)]
        found = [one for some in normal.strokes(reading, view.legal) for one in some]
    worths = [(move, worth) for worth, move in found]
    first = next((one for one in worths if one[0] == usual), (usual, 0.0))
    return [first, *(one for one in worths if one[0] != usual)]
