"""Reviews of rounds that are over: the moves that cost somebody most, and what each side had on the table after each turn.

A move is judged by what its player could see when they made it: by their view, and nothing else.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from bot.canasta.game import Deal, Game
from bot.canasta.moves import Move
from bot.canasta.rules import Rules
from bot.canasta.scoring import score_round
from bot.canasta.state import State
from bot.canasta.views import SeatView, seat_view
from bot.computer import hard, hints, normal
from bot.computer.compact import facts_of
from bot.computer.reading import Reading

#: How many of the costliest moves are told, and the fewest points that a move must have cost to be one of them.
MOST: Final = 3
LEAST: Final = 20
#: Moves that can be judged; answers, questions and what a rule asks for have no points of their own.
_JUDGED: Final = ("draw", "take", "meld", "discard")
#: The lines of a sheet that count cards which don't lie on the table.
_IN_HAND: Final = ("hand", "held")


class PlayedRound(NamedTuple):
    """A round that is over, as it can be played again: its rules, the scores and number of rounds before it, its deal."""

    rules: Rules
    scores: tuple[int, ...]
    played: int
    deal: Deal


class Better(NamedTuple):
    """What would have been better than a move, and by about how many points at the end of the round."""

    move: Move
    points: int


class Costly(NamedTuple):
    """A move of a round, by its place from 0, and what would have been better."""

    place: int
    better: Better


class Turn(NamedTuple):
    """Moves of one seat in a row: the first and the one after the last by their places, and what every seat's side had then.

    The `points` are what cards and bonuses on the table count; after the last turn they are the round's.
    """

    seat: int
    first: int
    end: int
    points: tuple[int, ...]


def judged_places(deal: Deal, own: Iterable[int]) -> list[int]:
    """Return the places of those of somebody's `own` moves that can be judged: no answers, nothing that was taken back."""
    moves = deal.moves
    undone = {place - 1 for place, move in enumerate(moves) if move.verb == "undo"}
    return [place for place in own if moves[place].verb in _JUDGED and place not in undone]


def better_at(played: PlayedRound, place: int, chance: random.Random) -> Better | None:
    """Return what would have been better than the move at a place, None if nothing surely was.

    `chance` deals imagined hands. This takes some tenths of a second.
    """
    game = _begun(played)
    moves = played.deal.moves
    for move in moves[:place]:
        game.apply(move)
    return judge(seat_view(game, moves[place].seat), moves[place], chance)


def costliest(found: Mapping[int, Better | None]) -> tuple[Costly, ...]:
    """Return the costliest of somebody's moves, the costliest first, by what would have been better than each."""
    costly = [Costly(place, better) for place, better in found.items() if better is not None]
    return tuple(sorted(costly, key=lambda one: -one.better.points)[:MOST])


def turns_of(played: PlayedRound) -> tuple[Turn, ...]:
    """Return the turns of a round, with what every seat's side had after each."""
    game, moves = _begun(played), played.deal.moves
    turns: list[Turn] = []
    first = 0
    for place, move in enumerate(moves, 1):
        game.apply(move)
        if game.rounds or moves[place].seat != move.seat:
            assert game.round is not None
            turns.append(Turn(move.seat, first, place, _points(game.round, finished=bool(game.rounds))))
            first = place
    return tuple(turns)


def _begun(played: PlayedRound) -> Game:
    """Return the round as it was dealt."""
    rules, scores, before, deal = played
    game = Game(rules, [str(seat) for seat in range(rules.seats)], scores, before)
    game.start_round(deal.pack, deal.dealer, deal.cut)
    return game


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


def _points(state: State, *, finished: bool) -> tuple[int, ...]:
    """Return what every seat's side has on the table, or has scored once the round is `finished`."""
    sheets = [
        sum(points for line, points in sheet.lines if finished or line not in _IN_HAND)
        for sheet in score_round(state).sides
    ]
    return tuple(sheets[state.entry(seat)] for seat in range(state.rules.seats))
