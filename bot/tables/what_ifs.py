"""A position to play on from: a position of a round that was scored, played on by one person against computers. It
counts nowhere."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Final

from bot.canasta.cards import Card
from bot.canasta.game import Game
from bot.canasta.moves import Move, Ways, read_move
from bot.computer import USUAL, choose
from bot.data.tables import InDirectMessages, Seat, Status, Table
from bot.tables.errors import NotOver, NotYourSeat, PositionGone, Stale
from bot.tables.games_in_memory import GameInMemory
from bot.tables.past_games import PastGames
from bot.tables.replays import round_again
from bot.tables.rules import seat_plan
from bot.tables.views import Happening, Look, MoveOutcome, WhatIf

#: The number under which everybody finds the position that they play on from. No stored table comes near it.
WHAT_IF: Final = 1 << 40
#: Of how many people it is kept how they play on, the last ones. After a restart they begin at the position again.
_KEPT: Final = 200


@dataclass(slots=True)
class _Tried:
    """How one person plays on: the game, their seat, and what they play on from."""

    table: Table
    live: GameInMemory
    seat: int
    origin: WhatIf
    chance: random.Random
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    def begin(self, game: Game, index: int, place: int, version: int) -> None:
        """Bring the game to a position. Slow: not for the event loop."""
        again, seen = round_again(game, index, place)
        again.names, again.rounds, again.played = self.live.game.names, [], again.played + index
        self.live.game, self.live.version = again, version
        self.live.dealt = seen[0].events
        self.live.recent.extend(replace(one, version=0) for one in seen[1:])

    def play(self, move: Move, versions: Iterator[int]) -> Happening:
        """Make a move, have computers make theirs until the person is to move again, and return the first. Slow.

        Raises `IllegalMove`, and then nothing has changed.
        """
        played = self._apply(move, next(versions))
        game = self.live.game
        while game.turn is not None and game.turn != self.seat:
            answer = choose(self.live.seat(game.turn), USUAL, self.chance)
            self._apply(answer, next(versions))
        if game.needs_deal:
            self.live.stop()
        return played

    def _apply(self, move: Move, version: int) -> Happening:
        events = tuple(self.live.apply(move))
        happening = Happening(version, self.table.round, move.seat, str(move), events)
        self.live.recent.append(happening)
        self.live.version = version
        return happening

    def look(self) -> Look:
        """Return the game as its person sees it. Slow: not for the event loop."""
        live, public = self.live, self.live.public()
        table = replace(
            self.table,
            status=Status.FINISHED if public.over else Status.PLAYING,
            version=live.version,
            turn=public.turn,
            scores=public.scores,
        )
        return Look(table, public, live.explained(self.seat), tuple(live.recent), dealt=live.dealt, what_if=self.origin)


class WhatIfs:
    """The positions that people play on from, one for each person. They are in memory only."""

    def __init__(self, past: PastGames, *, shared: bool) -> None:
        """`shared` says that several processes use the database."""
        self._past = past
        self._tried: OrderedDict[int, _Tried] = OrderedDict()
        # No two positions ever share a version, so that a button of one is stale in all others: those of other workers, too.
        self._versions = count(secrets.randbelow(1 << 40) if shared else 1)

    async def open(self, table_id: int, user_id: int, number: int, place: int) -> Look:
        """Return the position before the move at a `place` of round `number` (from 1), to be played on by its player.

        All cards lie as they did: they may be known once the round was scored. Raises `NotSeated`, `PacksInPlay`, and
        `NotOver` where there is no such move of theirs.
        """
        table, game = await self._past.of(table_id, user_id)
        seat = seat_plan.own_seat(table, user_id)
        if not 1 <= number <= len(game.rounds):
            raise NotOver
        moves = game.deals[number - 1].moves
        if not 0 <= place < len(moves) or moves[place].seat != seat.number:
            raise NotOver
        before = game.scores_before(number - 1)
        seats = tuple(_plays_on(one, by_computer=one.number != seat.number) for one in table.seats)
        own = replace(
            table, id=WHAT_IF, home=InDirectMessages(), seats=seats, round=number, commitment=None, agreements=(),
            turn_limit=None, timers={}, lost=None, friendly=True, series=None, advice=False,
        )  # fmt: skip
        origin = WhatIf(table_id, number, before, game.rounds[number - 1].scores)
        tried = _Tried(own, GameInMemory(own), seat.number, origin, random.Random(f"{table_id}/{number}/{place}"))
        await asyncio.to_thread(tried.begin, game, number - 1, place, next(self._versions))
        self._tried[user_id] = tried
        self._tried.move_to_end(user_id)
        if len(self._tried) > _KEPT:
            self._tried.popitem(last=False)
        return await self.look(user_id)

    async def look(self, user_id: int) -> Look:
        """Return what a person plays on, as it stands now. Raises `PositionGone` if that isn't kept any more."""
        tried = self._of(user_id)
        async with tried.lock:
            return await asyncio.to_thread(tried.look)

    async def play(self, user_id: int, move: Move | str, version: int | None) -> MoveOutcome:
        """Play a move of a person, and the computers' moves until they are to move again.

        The arguments are as in `Turns.play`. Raises `PositionGone`, `Stale`, `NotYourSeat`, `UnreadableMove`,
        `IllegalMove`.
        """
        tried = self._of(user_id)
        async with tried.lock:
            before = await asyncio.to_thread(tried.look)
            if version not in (None, before.table.version):
                raise Stale(before.table)
            if isinstance(move, str):
                move = read_move(move, tried.live.seat(tried.seat).hand, tried.seat)
            if move.seat != tried.seat:
                raise NotYourSeat(tried.seat)
            played = await asyncio.to_thread(tried.play, move, self._versions)
            return MoveOutcome((await asyncio.to_thread(tried.look)).table, played, repeated=False)

    async def ways(self, user_id: int, verb: str, cards: Sequence[Card]) -> Ways:
        """Return the moves by which a person could lay exactly these cards now. Raises `PositionGone`."""
        tried = self._of(user_id)
        async with tried.lock:
            return await asyncio.to_thread(tried.live.game.ways, verb, cards)

    def forget(self, user_id: int) -> None:
        """Drop what a person plays on."""
        self._tried.pop(user_id, None)

    def _of(self, user_id: int) -> _Tried:
        if user_id not in self._tried:
            raise PositionGone
        return self._tried[user_id]


def _plays_on(seat: Seat, *, by_computer: bool) -> Seat:
    """Return a seat as its player, or a computer under the same name, plays on from a position."""
    if by_computer:
        return replace(seat, user_id=None, level=USUAL, sitting_in=None, missed=0)
    return replace(seat, sitting_in=None, missed=0)
