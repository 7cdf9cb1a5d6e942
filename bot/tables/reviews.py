"""Reviews of rounds that were scored, for the people who played them."""

from __future__ import annotations

import asyncio
import random
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

from bot.canasta.game import Game
from bot.canasta.views import public_view, seat_view
from bot.computer.review import Costly, choices, costliest, judged_places
from bot.data.tables import Seat, Table
from bot.tables.errors import NotOver, ReviewsWaiting
from bot.tables.past_games import PastGames
from bot.tables.played_rounds import PlayedRound, PlayedTurn
from bot.tables.replays import round_again
from bot.tables.rules import seat_plan
from bot.tables.thinkers import Thinkers
from bot.tables.views import CostlyMove, Puzzle, RoundReview

#: Of how many reviews it is kept what was thought, the last ones. It can be thought again from the stored moves.
_KEPT: Final = 256
#: How many reviews may wait to be thought at once: of one person, of one server, and at all.
_MOST_OF_PERSON, _MOST_OF_SERVER, _MOST = 2, 5, 20
#: The finished thoughts about a round: its turns, and the costliest of somebody's moves.
_Thought = tuple[tuple[PlayedTurn, ...], tuple[Costly, ...]]


@dataclass(eq=False)
class _Waiting:
    """A review that is being thought, or is to be."""

    user_id: int
    guild_id: int | None


class Reviews:
    """The reviews of all tables, which worker processes think about. Of packs that are still played elsewhere there is none."""

    def __init__(self, past: PastGames, thinkers: Thinkers) -> None:
        self._past = past
        self._thinkers = thinkers
        self._kept: OrderedDict[tuple[int, int, int], _Thought] = OrderedDict()
        # One at a time and move by move: computers that are to move, and hints, are not kept waiting by many. The first one
        # is being thought; each is known by its person and server.
        self._line: list[_Waiting] = []
        self._moved = asyncio.Condition()

    async def of(
        self,
        table_id: int,
        user_id: int,
        number: int | None = None,
        waits: Callable[[int], Awaitable[object]] | None = None,
        begins: Callable[[Table, int, int], Awaitable[object]] | None = None,
    ) -> RoundReview:
        """Return the review of round `number` (from 1; None: the last one that was scored) for somebody who sits there.

        Where it must be thought first, `begins` is called with the table, the round's number, and how many moves are looked
        at. While others come first, `waits` is called with their number, and again whenever it has become smaller. Raises
        `NotSeated`, `NotOver` where no such round has been scored, `PacksInPlay`, and `ReviewsWaiting`.
        """
        table, game = await self._past.of(table_id, user_id)
        seat, scored = seat_plan.own_seat(table, user_id).number, len(game.rounds)
        number = scored if number is None else number
        if not 1 <= number <= scored:
            raise NotOver
        own = await self._past.own_moves(table_id, user_id, number, game)
        movers = await self._past.movers(table_id, number)
        key = (table_id, number, user_id)
        if key not in self._kept:
            self._check_room(user_id, table.guild_id)
            if begins is not None:
                await begins(table, number, len(judged_places(game.deals[number - 1].moves, own)))
            async with self._first_in_line(_Waiting(user_id, table.guild_id), waits):
                if key not in self._kept:  # the same one may have come before
                    self._kept[key] = await self._think(game, number, own, f"{table_id}/{number}")
            if len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        turns, costly = self._kept[key]
        return await asyncio.to_thread(_reviewed, table, game, number, seat, costly, turns, movers)

    @asynccontextmanager
    async def _first_in_line(
        self, waiting: _Waiting, waits: Callable[[int], Awaitable[object]] | None
    ) -> AsyncIterator[None]:
        """Wait until a review is the first in line, telling how many come before it, and be it inside.

        Raises `ReviewsWaiting` if too many wait.
        """
        self._check_room(waiting.user_id, waiting.guild_id)
        self._line.append(waiting)
        try:
            while before := self._line.index(waiting):
                if waits is not None:
                    await waits(before)
                async with self._moved:
                    while self._line.index(waiting) == before:
                        await self._moved.wait()
            yield
        finally:
            self._line.remove(waiting)
            async with self._moved:
                self._moved.notify_all()

    def _check_room(self, user_id: int, guild_id: int | None) -> None:
        """Raise `ReviewsWaiting` if too many wait for one more of a person in a server, or outside of all (None)."""
        of_person = sum(one.user_id == user_id for one in self._line)
        of_server = sum(one.guild_id == guild_id for one in self._line)
        crowded = guild_id is not None and of_server >= _MOST_OF_SERVER
        if of_person >= _MOST_OF_PERSON or crowded or len(self._line) >= _MOST:
            raise ReviewsWaiting

    async def _think(self, game: Game, number: int, own: list[int], seed: str) -> _Thought:
        """Return the turns of a round, and the costliest of somebody's own moves."""
        before = game.scores_before(number - 1)
        played = PlayedRound(game.rules, before, game.played + number - 1, game.deals[number - 1])
        turns = await self._thinkers.turns(played)
        places = judged_places(played.deal.moves, own)
        found = {place: await self._thinkers.better(played, place, f"{seed}/{place}") for place in places}
        return turns, costliest(found, (range(turn.first, turn.end) for turn in turns))


def _reviewed(
    table: Table,
    game: Game,
    number: int,
    seat: int,
    costly: tuple[Costly, ...],
    turns: tuple[PlayedTurn, ...],
    movers: Sequence[Seat | None],
) -> RoundReview:
    """Return a review with what was seen of its moves, and what their player saw. Slow: not for the event loop."""
    again, seen = round_again(game, number - 1, len(game.deals[number - 1].moves), movers)
    moves = []
    for place, better in costly:
        before, _ = round_again(game, number - 1, place)
        mover = game.deals[number - 1].moves[place].seat
        moves.append(CostlyMove(place, seat_view(before, mover), better.move, better.points))
    puzzle = _puzzle(game, number, moves[0], turns) if moves else None
    return RoundReview(
        table, number, len(game.rounds), seat, public_view(again), tuple(seen[1:]), tuple(moves), turns, puzzle
    )


def _puzzle(game: Game, number: int, costly: CostlyMove, turns: tuple[PlayedTurn, ...]) -> Puzzle:
    """Return a costly move as a question. It is the same at any time."""
    made = game.deals[number - 1].moves[costly.place]
    chance = random.Random(f"{number}/{costly.place}")
    offered = choices(costly.before, costly.better, made, chance)
    turn = sum(turn.seat == made.seat for turn in turns if turn.first <= costly.place)
    return Puzzle(costly, turn, offered, offered.index(costly.better), offered.index(made))
