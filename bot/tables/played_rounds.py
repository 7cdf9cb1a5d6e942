"""Rounds that are over, played again move by move: for other processes, which get nothing else of a table."""

from __future__ import annotations

import random
from typing import Final, NamedTuple

from bot.canasta.game import Deal, Game
from bot.canasta.rules import Rules
from bot.canasta.scoring import score_round
from bot.canasta.state import State
from bot.canasta.views import seat_view
from bot.computer.review import Better, judge

#: The lines of a sheet that count cards which don't lie on the table.
_IN_HAND: Final = ("hand", "held")


class PlayedRound(NamedTuple):
    """A round that is over, as it can be played again: its rules, the scores and number of rounds before it, its deal."""

    rules: Rules
    scores: tuple[int, ...]
    played: int
    deal: Deal


class PlayedTurn(NamedTuple):
    """Moves of one seat in a row: the first and the one after the last by their places, and what every seat's side had then.

    The `points` are what cards and bonuses on the table count; after the last turn they are the round's.
    """

    seat: int
    first: int
    end: int
    points: tuple[int, ...]


def better_at(played: PlayedRound, place: int, chance: random.Random) -> Better | None:
    """Return what would have been better than the move at a place, None if nothing surely was.

    `chance` deals imagined hands. This takes some tenths of a second.
    """
    game = _begun(played)
    moves = played.deal.moves
    for move in moves[:place]:
        game.apply(move)
    return judge(seat_view(game, moves[place].seat), moves[place], chance)


def turns_of(played: PlayedRound) -> tuple[PlayedTurn, ...]:
    """Return the turns of a round, with what every seat's side had after each."""
    game, moves = _begun(played), played.deal.moves
    turns: list[PlayedTurn] = []
    first = 0
    for place, move in enumerate(moves, 1):
        game.apply(move)
        if game.rounds or moves[place].seat != move.seat:
            assert game.round is not None
            turns.append(PlayedTurn(move.seat, first, place, _points(game.round, finished=bool(game.rounds))))
            first = place
    return tuple(turns)


def _begun(played: PlayedRound) -> Game:
    """Return the round as it was dealt."""
    rules, scores, before, deal = played
    game = Game(rules, [str(seat) for seat in range(rules.seats)], scores, before)
    game.start_round(deal.pack, deal.dealer, deal.cut)
    return game


def _points(state: State, *, finished: bool) -> tuple[int, ...]:
    """Return what every seat's side has on the table, or has scored once the round is `finished`."""
    sheets = [
        sum(points for line, points in sheet.lines if finished or line not in _IN_HAND)
        for sheet in score_round(state).sides
    ]
    return tuple(sheets[state.entry(seat)] for seat in range(state.rules.seats))
