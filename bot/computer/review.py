"""Reviews of moves that were made: what would have been better, and by how many points.

A move is judged by what its player could see when they made it: by their view, and nothing else.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from bot.canasta.moves import Move
from bot.canasta.views import SeatView
from bot.computer import hard, hints, normal
from bot.computer.compact import facts_of
from bot.computer.reading import Reading

#: How many of the costliest moves are shown, and the fewest points that a move must have cost to be one of them.
MOST: Final = 3
LEAST: Final = 20
#: How many moves are offered to choose from where a position is a puzzle.
CHOICES: Final = 4
#: Moves that can be judged; answers, questions and what a rule asks for have no points of their own.
JUDGED: Final = ("draw", "take", "meld", "discard")


class Better(NamedTuple):
    """A better move, and by about how many points at the end of the round."""

    move: Move
    points: int


class Costly(NamedTuple):
    """A move of a round, by its place from 0, and what would have been better."""

    place: int
    better: Better


def judged_places(moves: Sequence[Move], own: Iterable[int]) -> list[int]:
    """Return which of somebody's `own` moves of a round can be judged, by their places: no answers, nothing that was taken back."""
    undone = {place - 1 for place, move in enumerate(moves) if move.verb == "undo"}
    return [place for place in own if moves[place].verb in JUDGED and place not in undone]


def costliest(found: Mapping[int, Better | None], turns: Iterable[range]) -> tuple[Costly, ...]:
    """Return somebody's costliest moves, one of a turn, the costliest first, by what would have been better than each.

    `turns` are the places of the moves of each turn.
    """
    costly = []
    for turn in turns:
        own = [Costly(place, better) for place in turn if (better := found.get(place)) is not None]
        costly += sorted(own, key=_cost)[-1:]
    return tuple(sorted(costly, key=_cost, reverse=True)[:MOST])


def choices(view: SeatView, better: Move, made: Move, chance: random.Random) -> tuple[Move, ...]:
    """Return moves to choose from where a move was `made` and another was `better`: these, and others that may well be thought of.

    Their order tells nothing: it is that in which the view lists them.
    """
    usual, reading = normal.choose(view, chance), Reading(view)
    if hard.supports(view.public.rules):
        likely = hard.candidates(view, reading, usual)
    else:
        likely = [move for move, _worth in sorted(hints.weighed(view, reading, usual), key=lambda one: -one[1])]
    alike = [move for move in view.legal if move.verb in (better.verb, made.verb)]
    found: dict[object, Move] = {}
    for move in (better, made, *likely, *alike):
        if move.verb in JUDGED:
            found.setdefault(hard.comes_to(move), move)
    places = {hard.comes_to(move): place for place, move in enumerate(view.legal)}
    shown = list(found.values())[:CHOICES]
    return tuple(sorted(shown, key=lambda move: (places.get(hard.comes_to(move), len(places)), str(move))))


def _cost(costly: Costly) -> int:
    return costly.better.points


def judge(view: SeatView, move: Move, chance: random.Random) -> Better | None:
    """Return what would have been better than a move, by the view of its player before it; None if nothing surely was."""
    if len(view.legal) == 1:
        return None
    usual = normal.choose(view, chance)
    reading = Reading(view)
    if hard.supports(view.public.rules):
        better = _imagined(view, hard.candidates(view, reading, usual), move, chance)
    else:
        better = _weighed(hints.weighed(view, reading, usual), move)
    return better if better is not None and better.points >= LEAST else None


def _imagined(view: SeatView, candidates: Sequence[Move], made: Move, chance: random.Random) -> Better | None:
    """Return the best candidate if it surely beats what was made, in worlds and then in others that nothing was chosen by."""
    others = [one for one in candidates if hard.comes_to(one) != hard.comes_to(made)]
    if not others or not hard.is_comparable(made) or not all(map(hard.is_comparable, others)):
        return None
    facts = facts_of(view.public.rules)
    gains = hard.compare(view, facts, [made, *others], chance)[1:]
    best = max(range(len(others)), key=lambda one: gains[one].surely)
    if not gains[best].surely:
        return None
    again = hard.compare(view, facts, [made, others[best]], chance)[1]
    return Better(others[best], round(again.average)) if again.surely else None


def _weighed(worths: Sequence[tuple[Move, float]], made: Move) -> Better | None:
    """Return the best of the moves that can be weighed against what was made, if that is among them.

    Melds are not judged: what would have been laid instead may have been laid next.
    """
    if made.verb == "meld":
        return None
    exactly = [worth for one, worth in worths if one == made]
    alike = [worth for one, worth in worths if hard.comes_to(one) == hard.comes_to(made)]
    worth = next(iter([*exactly, *alike]), None)
    if worth is None:
        return None
    # Drawing and taking are weighed alike; what is laid and what ends the turn are not.
    move, most = max([one for one in worths if made.verb in ("draw", "take", one[0].verb)], key=lambda one: one[1])
    return Better(move, round(most - worth))
