"""Replays: the record of a game, the seals of its deals, and a game that is over, move by move."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from itertools import pairwise, zip_longest

from bot.canasta.game import Deal, Game
from bot.canasta.record import record_of
from bot.canasta.views import public_view, seat_view
from bot.data.tables import Seat, Table
from bot.tables.changes import Changes
from bot.tables.daily import Daily
from bot.tables.errors import NotOver, PacksInPlay
from bot.tables.rules.daily_times import is_daily
from bot.tables.rules.seals import Seal
from bot.tables.views import Happening, Proof, RoundStory, Scene


class Replays:
    """Views of games that were played. Tables of a series can be looked back at once the series is open."""

    def __init__(self, changes: Changes, daily: Daily) -> None:
        self._changes = changes
        self._daily = daily

    async def proof(self, table_id: int, through: int | None = None, user_id: int = 0) -> Proof:
        """Return the record of a game that is over, or of any game `through` a round (from 1) that has been scored.

        A record tells all packs. Of the deal of a day it is that of the person `user_id`. Raises `NotOver` where they are
        still secret, and `PacksInPlay`.
        """
        if is_daily(table_id):
            table, game = await self._daily.past(table_id, user_id)
            deal = await self._daily.dealt(table_id)
            record = await asyncio.to_thread(record_of, game)
            return Proof(table, record, (Seal(deal.number, deal.salt, deal.commitment),))
        async with self._changes.looking(table_id) as table:
            await self._changes.series.check_open(table)
            scored = table.round - 1 if table.active else table.round
            rounds = scored if through is None else through
            if not 1 <= rounds <= scored or (through is None and table.active):
                raise NotOver
            live = await self._changes.in_memory.of(table)
            record = await asyncio.to_thread(record_of, live.game)
            deals = await self._changes.play.deals(table_id)
        entries = record["rounds"]
        assert isinstance(entries, list)
        seals = tuple(Seal(one.number, one.salt, one.commitment) for one in deals[:rounds])
        return Proof(table, record | {"rounds": entries[:rounds]}, seals)

    async def story(self, table_id: int, number: int) -> RoundStory | None:
        """Return what happened in round `number` (from 1), which has been scored.

        None where its packs are still in play at another table.
        """
        async with self._changes.looking(table_id) as table:
            try:
                await self._changes.series.check_open(table)
            except PacksInPlay:
                return None
            live = await self._changes.in_memory.of(table)
            movers = await self._changes.movers(table_id, number)
        # A round that was scored stays as it is, so no lock is needed to read it.
        return await asyncio.to_thread(_story, live.game, number - 1, movers)

    async def scene(
        self,
        table_id: int,
        stop: int,
        seat: int | None = None,
        user_id: int = 0,
        *,
        first: int | None = None,
        scored: bool = False,
    ) -> Scene:
        """Return a game that is over as it stood at the stop nearest to `stop`, with what `seat` saw (None: nothing).

        `stop` counts from the beginning of round `first` (from 1) if it is given. With `scored`, of a game that goes on
        the rounds that were scored are a game that is over. Of the deal of a day it is that of the person `user_id`. Raises
        `NotOver` for any other game, and `PacksInPlay`.
        """
        if is_daily(table_id):
            return await asyncio.to_thread(_scene, *await self._daily.past(table_id, user_id), stop, seat, ())
        async with self._changes.looking(table_id) as table:
            rounds = table.round - 1 if table.active else table.round
            if rounds < 1 or (table.active and not scored):
                raise NotOver
            await self._changes.series.check_open(table)
            live = await self._changes.in_memory.of(table)
            firsts = _first_stops(live.game.deals[:rounds])
            if first is not None:
                stop += firsts[min(max(first, 1), rounds) - 1]
            movers = await self._changes.movers(table_id, max(1, sum(begin <= stop for begin in firsts)))
        # Rounds that were scored stay as they are, so no lock is needed to read them.
        return await asyncio.to_thread(_scene, table, live.game, stop, seat, movers, rounds)


def _scene(
    table: Table, game: Game, stop: int, seat: int | None, movers: Sequence[Seat | None], rounds: int | None = None
) -> Scene:
    """Play the round of a stop among the first `rounds` again up to that stop: a few milliseconds, however long the game was."""
    deals = game.deals[:rounds]
    firsts = _first_stops(deals)
    stops = firsts[-1] + len(deals[-1].moves) + 1
    stop = min(max(stop, 0), stops - 1)
    index = max(place for place, first in enumerate(firsts) if first <= stop)
    deal, move = deals[index], stop - firsts[index]
    again, recent = round_again(game, index, move, movers)
    if game.over and stop == stops - 1:
        # A game that was ended as it stood has no move that ended it.
        again.stop()
    ends = _turn_ends(deals, firsts)
    return Scene(
        table=table,
        stop=stop,
        stops=stops,
        move=move,
        moves=len(deal.moves),
        public=public_view(again),
        mine=None if seat is None or seat >= game.rules.seats else seat_view(again, seat),
        recent=tuple(recent),
        rounds=tuple(firsts),
        turn_before=max((end for end in ends if end < stop), default=0),
        turn_after=min((end for end in ends if end > stop), default=stops - 1),
    )


def _story(game: Game, index: int, movers: Sequence[Seat | None]) -> RoundStory:
    again, moves = round_again(game, index, len(game.deals[index].moves), movers)
    now = again.round
    if now is None:
        return RoundStory(tuple(moves), ())
    feet = now.feet if "feet" in game.rules.score.against else []
    return RoundStory(tuple(moves), tuple(map(tuple, now.hands)), tuple(map(tuple, feet)))


def round_again(game: Game, index: int, moves: int, movers: Sequence[Seat | None] = ()) -> tuple[Game, list[Happening]]:
    """Play `moves` moves of the round with that index again; return the game that stands there, and what was seen.

    `movers` are the makers of the round's moves, if they are to be named.
    """
    deal = game.deals[index]
    again = Game(game.rules, game.names, game.scores_before(index), game.played)
    again.rounds = game.rounds[:index]
    seen = [Happening(0, index + 1, deal.dealer, "", tuple(again.start_round(deal.pack, deal.dealer, deal.cut)))]
    for made, mover in zip_longest(deal.moves[:moves], movers[:moves]):
        seen.append(Happening(0, index + 1, made.seat, str(made), tuple(again.apply(made)), mover))
    return again, seen


def _first_stops(deals: Sequence[Deal]) -> list[int]:
    firsts = [0]
    for deal in deals[:-1]:
        firsts.append(firsts[-1] + len(deal.moves) + 1)
    return firsts


def _turn_ends(deals: Sequence[Deal], firsts: Sequence[int]) -> list[int]:
    """Return the stops after which another seat moves, or nobody; a deal is a turn of its own."""
    ends = []
    for first, deal in zip(firsts, deals, strict=True):
        ends.append(first)
        seats = [made.seat for made in deal.moves]
        ends += [
            first + place for place, (mover, next_one) in enumerate(pairwise([*seats, -1]), 1) if mover != next_one
        ]
    return ends
