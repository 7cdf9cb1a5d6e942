"""Comparison of people's rounds of one deal: the choices of others where one's own turn cost most.

Rounds can be compared only as long as they are the same: with the same moves of everybody in all turns before, so that hand,
table and pile are the same too. Melds of a turn count in any order, and those that were taken back don't count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from bot.canasta.moves import read_move
from bot.canasta.views import seat_view
from bot.tables.daily_round import SEAT, DailyDeal
from bot.tables.views import OthersTurn, TurnMade

#: A turn as it is compared: its moves, the melds last and in one order.
_Key = tuple[str, ...]


class Other(NamedTuple):
    """Somebody else's round that is over: everybody's moves as the record writes them, and its points."""

    moves: tuple[str, ...]
    points: int


class _Turn(NamedTuple):
    """A turn with the moves that are `left` of it; those that were made are from `first` to before `end`."""

    seat: int
    key: _Key
    left: tuple[str, ...]
    first: int
    end: int


def others_turn(
    deal: DailyDeal,
    own: Sequence[str],
    points: int,
    place: int,
    others: Sequence[Other],
    best: Other,
    names: Sequence[str],
) -> OthersTurn | None:
    """Return what others did in the turn of the move at a `place`, or else where one parted from the best of all.

    `names` are those of the seats. None if one's round is the same as the best one. Slow: not for the event loop.
    """
    mine = _turns(own)
    turn = next(number for number, one in enumerate(mine) if place < one.end)
    theirs = [(one, _turns(one.moves)) for one in others]
    alike = _alike(mine, theirs, turn)
    parted = not alike
    if parted:
        best_turns = _turns(best.moves)
        differing = [number for number in range(len(mine)) if not _same(mine, best_turns, number + 1)]
        if not differing or mine[differing[0]].seat != SEAT:
            return None
        turn = differing[0]
        alike = _alike(mine, theirs, turn) or [(best, best_turns)]
    counts = Counter(turns[turn].key for _one, turns in alike)
    usual, count = max(counts.items(), key=lambda found: (found[1], found[0] == mine[turn].key, found[0]))
    top, top_turns = max(alike, key=lambda found: found[0].points)
    game = deal.begun()
    game.names = tuple(names)
    for line in own[: mine[turn].first]:
        game.apply(read_move(line))
    before = seat_view(game, SEAT)

    def made(turns: Sequence[_Turn], count: int = 1, points: int = 0) -> TurnMade:
        moves = tuple(map(read_move, turns[turn].left))
        return TurnMade(moves, turns[turn].key == mine[turn].key, count, points)

    return OthersTurn(
        number=sum(one.seat == SEAT for one in mine[: turn + 1]),
        before=before,
        own=made(mine),
        count=len(alike),
        parted=parted,
        best=made(top_turns, points=top.points) if top.points > points else None,
        most=made(next(turns for _one, turns in alike if turns[turn].key == usual), count),
        whole=top.points >= best.points,
    )


def _alike(
    mine: Sequence[_Turn], theirs: Sequence[tuple[Other, list[_Turn]]], turn: int
) -> list[tuple[Other, list[_Turn]]]:
    """Return the rounds of others that are the same before a turn."""
    return [(one, turns) for one, turns in theirs if _same(mine, turns, turn) and len(turns) > turn]


def _same(mine: Sequence[_Turn], turns: Sequence[_Turn], many: int) -> bool:
    """Return whether the first turns are the same."""
    return [one.key for one in mine[:many]] == [one.key for one in turns[:many]]


def _turns(moves: Sequence[str]) -> list[_Turn]:
    turns, first = [], 0
    for seat, group in groupby(moves, key=lambda line: line.split(" ", 1)[0]):
        lines = [*group]
        left: list[str] = []
        for line in lines:
            if line.split(" ", 2)[1] == "undo":
                left.pop()
            else:
                left.append(line)
        melds = sorted(line for line in left if line.split(" ", 2)[1] == "meld")
        key = (*(line for line in left if line.split(" ", 2)[1] != "meld"), *melds)
        turns.append(_Turn(int(seat), key, tuple(left), first, first + len(lines)))
        first += len(lines)
    return turns
