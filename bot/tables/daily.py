"""The deals of the day and of the week as people play them: one round of each person and deal, at a table of their own.

It has no channel and no server, and is shown in direct messages alone. The database holds the moves of the round; the game
is played up to there again.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Final, Protocol

from bot.canasta.cards import Card
from bot.canasta.game import Game
from bot.canasta.moves import Move, Ways, read_move
from bot.data.daily import BegunDeal, DailyRound, Every, Span, WorldRow
from bot.data.play import PlayedMove, StoredDeal
from bot.data.tables import InDirectMessages, Status, Table
from bot.store.daily import DailyStore
from bot.store.database import Lock
from bot.store.people import PersonStore
from bot.tables import daily_round
from bot.tables.changes import Changes
from bot.tables.daily_others import Other, others_turn
from bot.tables.daily_round import SEAT, DailyDeal
from bot.tables.errors import (
    DailyClosed,
    DailyKnown,
    DailyOpen,
    DealNotPast,
    NoSuchDeal,
    NoSuchTable,
    NotYourSeat,
    Stale,
    WrongStatus,
)
from bot.tables.games_in_memory import GameInMemory
from bot.tables.rules import daily_times, seat_plan, weekly_plan
from bot.tables.rules.daily_days import DailyDays
from bot.tables.rules.daily_times import DAILY, PAST, deal_at, deal_of_table
from bot.tables.thinkers import Thinkers
from bot.tables.views import (
    DailyBoard,
    DailyLook,
    DailyResult,
    Look,
    MoveOutcome,
    OthersTurn,
    WeekGame,
    WorldBoard,
    played_from,
)

#: How many lines a server's board has at most, apart from that of somebody who looks.
_MOST_ROWS: Final = 10
#: Among how many of the last days somebody is looked for as the best of a server.
_WON_DAYS: Final = 100
#: With how many rounds of others one is compared at most.
_COMPARED: Final = 2_000
#: The versions that each attempt at a past deal has for itself, so that a button of one is stale in another.
_VERSIONS: Final = 10_000
#: How many rounds are kept in memory, those that were used last. Others are played again from their stored moves.
_KEPT: Final = 200


@dataclass(slots=True)
class _Kept:
    """A round as it was left, for one at a time: what was stored of it, and the game to which its moves lead."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    stored: DailyRound | None = None
    live: GameInMemory | None = None


class Daily:
    """The deals of all days and weeks."""

    def __init__(self, changes: Changes, thinkers: Thinkers) -> None:
        """`thinkers` play for par."""
        self._now: Callable[[], int] = changes.now
        self._chance = changes.chance
        self._database = changes.database
        self._stored = DailyStore(changes.database)
        self._people = PersonStore(changes.database)
        self._thinkers = thinkers
        self._one_par = asyncio.Lock()
        self._kept = OrderedDict[tuple[int, int], _Kept]()
        # The last deals that somebody began, by their seals, with everybody's moves before their first turn.
        self._opened = dict[Every, tuple[str, tuple[str, ...]]]()
        # The week that was asked for last, by its number.
        self._week: tuple[int, WeekGame] | None = None

    async def open(self, user_id: int, name: str, every: Every = Every.DAY, *, known: bool | None = None) -> Look:
        """Return the present deal as a person sees it, or the one before while they may still finish it; it begins if need be.

        `known` is as in `Lessons.open`. Raises `DailyKnown`, and `DailyClosed` where the clock was put back since the deal's end.
        """
        known = await self._people.known(user_id) if known is None else known
        now = self._now()
        number = deal_at(now, every)
        last = daily_times.before(number)
        before = await self._stored.of(last, user_id)
        if before is not None and before.points is None and not await self._closed(last):
            return await self.table(DAILY + last).look(user_id)
        begun = await self._stored.deal(number) or await self._begin_deal(number, now)
        own = await self._stored.of(number, user_id)
        if begun.closed and (own is None or own.points is None):
            raise DailyClosed
        if own is None:
            if await self._stored.knew(number, user_id):
                raise DailyKnown
            seal, moves = self._opened.get(every, ("", ()))
            if seal != begun.seal:
                moves = await asyncio.to_thread(opening, deal_of(begun))
                self._opened[every] = (begun.seal, moves)
            await self._stored.begin(number, user_id, name, moves, now, if_known=known)
        return await self.table(DAILY + number).look(user_id)

    def table(self, number: int) -> DealTable:
        """Return everybody's tables of the deal that a number of such tables stands for."""
        return DealTable(self, deal_of_table(number))

    async def version(self, number: int, user_id: int) -> int:
        """Return the version of a person's table of a deal, without a look at it. Raises `NoSuchTable` if they have none."""
        played = await self._stored.played(deal_of_table(number), user_id)
        if played is None:
            raise NoSuchTable
        return played

    async def week_game(self) -> WeekGame:
        """Return the game of the present week."""
        return await self._week_game(deal_at(self._now(), Every.WEEK))

    async def board(self, guild_id: int, user_id: int, span: Span) -> DailyBoard:
        """Return a server's board of the days up to the last deal of which a person may know how others did, or of one week.

        That is a deal which they have finished, or which is closed. A board of several days leaves out a deal before it that
        others can still finish and they haven't.
        """
        every, now = Every.WEEK if span is Span.GAME else Every.DAY, self._now()
        last, before = await self._last_seen(every, user_id), daily_times.before(deal_at(now, every))
        late = not await self._closed(before) and not await self._finished(before, user_id)
        first = last if every is Every.WEEK else daily_times.first_of(span, last)
        board = await self._board(guild_id, span, first, last, user_id, without=before if late else None)
        return replace(
            board,
            open_until=None if await self._closed(last) else daily_times.closes_at(last),
            next_at=daily_times.closes_at(before) if late and last < before else None,
        )

    async def world(self, user_id: int) -> WorldBoard:
        """Return the best of all in the last deal of a day of which a person may know how others did, and their own place."""
        last = await self._last_seen(Every.DAY, user_id)
        begun, own = await self._stored.deal(last), await self._stored.of(last, user_id)
        open_until = None if await self._closed(last) else daily_times.closes_at(last)
        when = daily_times.date_of(last)
        if begun is None:
            return WorldBoard(when, (), None, None, open_until)
        par = await self.par(begun)
        rows = tuple(await self._stored.best_of_all(last, par, _MOST_ROWS))
        if own is None or own.points is None:
            return WorldBoard(when, rows, None, None, open_until)
        place = await self._stored.place(last, own.points)
        row = WorldRow(place.better + 1, user_id, own.name, own.points - par)
        return WorldBoard(when, rows, row, place, open_until)

    async def _last_seen(self, every: Every, user_id: int) -> int:
        """Return the last deal of which a person may know how others did: one which they have finished, or which is closed."""
        last = deal_at(self._now(), every)
        while not (await self._closed(last) or await self._finished(last, user_id)):
            last = daily_times.before(last)
        return last

    async def _finished(self, deal: int, user_id: int) -> bool:
        own = await self._stored.of(deal, user_id)
        return own is not None and own.points is not None

    async def days_of(self, user_id: int, *, closed: bool = False) -> DailyDays:
        """Return the deals of days that a person has finished; `closed`: only those of which everybody may know."""
        now = self._now()
        last_closed, today = daily_times.last_closed(now), daily_times.day_at(now)
        results = await self._stored.days_of(user_id, last_closed if closed else today)
        first = last_closed - _WON_DAYS + 1
        won = bool(results) and await self._stored.has_won(user_id, first, last_closed)
        return DailyDays(tuple(results), last_closed, won)

    async def board_of(self, guild_id: int, deal: int) -> DailyBoard:
        """Return a server's board of a deal that is closed, as nobody's. Raises `DailyOpen` before that."""
        if not await self._closed(deal):
            raise DailyOpen
        found = await self._stored.deal(deal)
        if found is not None:
            # Somebody may have finished the deal and gone before the bot could play for par.
            await self.par(found)
        span = Span.DAY if daily_times.every_of(deal) is Every.DAY else Span.GAME
        return await self._board(guild_id, span, deal, deal)

    async def past(self, number: int, user_id: int) -> tuple[Table, Game]:
        """Return a person's round of a deal that is closed, with its table. Raises `NoSuchTable`, and `DailyOpen` before that."""
        async with self._round(deal_of_table(number), user_id) as (begun, own, live, _kept):
            if own.points is None or not await self._closed(begun.number):
                raise DailyOpen
            # A round that is over stays as it is, so others may read it.
            return table_of(begun, own, live), live.game

    async def others_turn(self, number: int, user_id: int, place: int) -> tuple[OthersTurn, int] | None:
        """Return what others did in the turn of a person's move at a `place` of a deal that is closed, and par.

        None if nobody else's round can be compared with theirs. Raises `NoSuchTable`, and `DailyOpen` before that.
        """
        deal = deal_of_table(number)
        begun, own = await self._found(deal, user_id)
        if own.points is None or not await self._closed(deal):
            raise DailyOpen
        rounds = [Other(*one) for one in await self._stored.rounds_of_others(deal, user_id, _COMPARED)]
        if not rounds:
            return None
        names = [seat.name for seat in _row(begun, own, version=0).seats]
        found = await asyncio.to_thread(
            others_turn, deal_of(begun), own.moves, own.points, place, rounds, rounds[0], names
        )
        return None if found is None else (found, await self.par(begun))

    async def dealt(self, number: int) -> StoredDeal:
        """Return a deal that is closed. Raises `NoSuchTable`, and `DailyOpen` before that."""
        begun = await self._stored.deal(deal_of_table(number))
        if begun is None:
            raise NoSuchTable
        if not await self._closed(begun.number):
            raise DailyOpen
        return deal_of(begun).dealt()

    async def closed_deal(self, number: int) -> BegunDeal:
        """Return a deal that is closed. Raises `NoSuchDeal` if nobody has begun it, and `DealNotPast` before that."""
        if not await self._closed(number):
            raise DealNotPast
        found = await self._stored.deal(number)
        if found is None:
            raise NoSuchDeal
        return found

    async def par(self, begun: BegunDeal) -> int:
        """Return the par of a deal. One process plays for it, once, when somebody needs it first."""
        if begun.par is not None:
            return begun.par
        async with self._one_par, self._database.locked(Lock.PAR, begun.number):
            again = await self._stored.deal(begun.number)
            if again is not None and again.par is not None:
                return again.par
            par = await self._thinkers.par(deal_of(begun))
            await self._stored.set_par(begun.number, par)
            return par

    # -- for `DealTable`

    async def look(self, number: int, user_id: int) -> Look:
        """Return a person's round as they see it. Raises `NoSuchTable` if they have none."""
        async with self._round(number, user_id) as (begun, own, live, _kept):
            result = None if own.points is None else await self._result(begun, own, live.game)
            now, week = self._now(), await self.week_game()
            daily = DailyLook(
                deal_of(begun).every,
                daily_times.date_of(daily_times.first_day(begun.number)),
                daily_times.date_of(daily_times.last_day(begun.number)),
                deal_of(begun).variant,
                begun.seal,
                daily_times.is_open(begun.number, now),
                daily_times.closes_at(begun.number),
                await self._closed(begun.number),
                result,
                week,
            )
            return await asyncio.to_thread(_look, begun, own, live, daily)

    async def play(self, number: int, user_id: int, move: Move | str, version: int | None) -> MoveOutcome:
        """Play a person's move, and the computers' until they are to move again; the arguments are as in `Turns.play`.

        Raises `NoSuchTable`, `DailyClosed`, `WrongStatus`, `Stale`, `NotYourSeat`, `UnreadableMove`, `IllegalMove`.
        """
        # The clock goes on meanwhile: a move that came in time counts.
        now = self._now()
        async with self._round(number, user_id) as (begun, own, live, kept):
            table = table_of(begun, own, live)
            if (again := played_from(live.recent, version, move)) is not None:
                return MoveOutcome(table, again, repeated=True)
            if own.points is None and (begun.closed or now >= daily_times.closes_at(begun.number)):
                raise DailyClosed
            move = tried(table, live, move, version)
            # Nothing stored is as the game from here on, unless the moves are stored.
            kept.stored = None
            made = await asyncio.to_thread(play_on, deal_of(begun), live, move)
            points = daily_round.points_of(live.game) if live.game.over else None
            if await self._stored.add(own, made, points, now):
                kept.stored = replace(own, moves=(*own.moves, *made), points=points)
                played = next(one for one in live.recent if one.version == table.version + 1)
                return MoveOutcome(table_of(begun, own, live), played, repeated=False)
        # Another process has played meanwhile: perhaps this very move.
        look = await self.look(number, user_id)
        if (again := played_from(look.recent, version, move)) is not None:
            return MoveOutcome(look.table, again, repeated=True)
        raise Stale(look.table)

    async def ways(self, number: int, user_id: int, verb: str, cards: Sequence[Card]) -> Ways:
        """Return the moves by which a person could lay exactly these cards now. Raises `NoSuchTable`."""
        async with self._round(number, user_id) as (_day, _own, live, _kept):
            return await asyncio.to_thread(live.game.ways, verb, cards)

    # -- steps

    async def _begin_deal(self, number: int, now: int) -> BegunDeal:
        """Draw the secret of a deal that opens, unless somebody else has."""
        drawn = BegunDeal(number, f"{self._chance.getrandbits(128):032x}", "", None, _planned(number))
        return await self._stored.begin_deal(replace(drawn, seal=deal_of(drawn).dealt().commitment), now)

    async def _week_game(self, number: int) -> WeekGame:
        """Return the game of a week, which keeps the one with which it has begun."""
        if self._week is None or self._week[0] != number:
            begun = await self._stored.deal(number)
            variant = _planned(number) if begun is None else begun.variant
            self._week = (number, WeekGame(variant, daily_times.date_of(daily_times.last_day(number))))
        return self._week[1]

    async def _board(
        self, guild_id: int, span: Span, first: int, last: int, user_id: int = 0, *, without: int | None = None
    ) -> DailyBoard:
        rows = await self._stored.board(guild_id, first, last, _MOST_ROWS, user_id, without=without)
        days = daily_times.date_of(daily_times.first_day(first)), daily_times.date_of(daily_times.last_day(last))
        variant = (await self._week_game(last)).variant if span is Span.GAME else daily_round.VARIANT
        return DailyBoard(span, *days, variant, _MOST_ROWS, tuple(rows))

    @asynccontextmanager
    async def _round(
        self, number: int, user_id: int
    ) -> AsyncIterator[tuple[BegunDeal, DailyRound, GameInMemory, _Kept]]:
        """Yield a deal, a person's round as it is stored, its game, and its place in memory, to one at a time.

        Raises `NoSuchTable`.
        """
        kept = self._kept_of(number, user_id)
        async with kept.lock:
            found, own = await self._found(number, user_id)
            live, kept.live = kept.live, None
            if live is None or kept.stored != own:
                live = await asyncio.to_thread(rebuilt, found, own)
                kept.stored = own
            yield found, own, live, kept
            kept.live = live

    def _kept_of(self, number: int, user_id: int) -> _Kept:
        kept = self._kept.setdefault((number, user_id), _Kept())
        self._kept.move_to_end((number, user_id))
        if len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return kept

    async def _found(self, number: int, user_id: int) -> tuple[BegunDeal, DailyRound]:
        found, own = await self._stored.deal(number), await self._stored.of(number, user_id)
        if found is None or own is None:
            raise NoSuchTable
        return found, own

    async def _result(self, begun: BegunDeal, own: DailyRound, game: Game) -> DailyResult:
        assert own.points is not None
        place = await self._stored.place(begun.number, own.points)
        every = daily_times.every_of(begun.number)
        streak = await self._stored.streak(own.user_id, begun.number) if every is Every.DAY else 0
        marks = await asyncio.to_thread(daily_round.marks_of, game)
        return DailyResult(own.points, await self.par(begun), place, streak, marks)

    async def close_past(self) -> None:
        """Close the deals that nobody can play any more."""
        for number in await self._stored.to_close(self._now()):
            await self._closed(number)

    async def _closed(self, number: int) -> bool:
        """Return whether nobody can play a deal any more, so that all of it may be known. It stays closed from then on."""
        begun = await self._stored.deal(number)
        if begun is not None and begun.closed:
            return True
        if self._now() < daily_times.closes_at(number):
            return False
        if begun is not None:
            await self._stored.close(number)
        return True


class Rounds(Protocol):
    """The rounds that people play of deals, each known by the number of its deal and by its person."""

    async def look(self, number: int, user_id: int, /) -> Look:
        """Return a person's round as they see it."""

    async def play(self, number: int, user_id: int, move: Move | str, version: int | None, /) -> MoveOutcome:
        """Play a person's move."""

    async def ways(self, number: int, user_id: int, verb: str, cards: Sequence[Card], /) -> Ways:
        """Return the moves that lay exactly these cards."""


class DealTable:
    """The tables of a deal, one of each person."""

    def __init__(self, rounds: Rounds, number: int) -> None:
        self._rounds = rounds
        self._number = number

    async def look(self, user_id: int) -> Look:
        """Return a person's round as they see it."""
        return await self._rounds.look(self._number, user_id)

    async def play(self, user_id: int, move: Move | str, version: int | None) -> MoveOutcome:
        """Play a person's move, as `Turns.play` does."""
        return await self._rounds.play(self._number, user_id, move, version)

    async def ways(self, user_id: int, verb: str, cards: Sequence[Card]) -> Ways:
        """Return the moves that lay exactly these cards, as `Turns.ways` does."""
        return await self._rounds.ways(self._number, user_id, verb, cards)


def deal_of(begun: BegunDeal) -> DailyDeal:
    """Return the deal of a day or a week."""
    first, every = daily_times.first_day(begun.number), daily_times.every_of(begun.number)
    return DailyDeal(daily_times.date_of(first), begun.secret, every, begun.variant)


def version_of(own: DailyRound) -> int:
    """Return the version of the table of a round as it stands."""
    return own.attempt * _VERSIONS + len(own.moves)


def _planned(number: int) -> str:
    """Return the game that a deal has when it opens."""
    if daily_times.every_of(number) is Every.DAY:
        return daily_round.VARIANT
    return weekly_plan.game_of(daily_times.first_day(number))


# Slow functions, not for the event loop


def opening(deal: DailyDeal) -> tuple[str, ...]:
    """Return the moves before the person's first turn, which are everybody's."""
    game, made = deal.begun(), list[str]()
    while (move := deal.answer(game)) is not None:
        game.apply(move)
        made.append(str(move))
    return tuple(made)


def rebuilt(begun: BegunDeal, own: DailyRound) -> GameInMemory:
    """Return the game to which a round's moves lead. Raises `Unplayable`, `ValueError`."""
    first = version_of(own) - len(own.moves) + 1
    moves = [
        PlayedMove(number, 1, number, int(line.split()[0]), line, own.user_id)
        for number, line in enumerate(own.moves, first)
    ]
    return GameInMemory.rebuild(_row(begun, own, version=version_of(own)), [deal_of(begun).dealt()], moves)


def tried(table: Table, live: GameInMemory, move: Move | str, version: int | None) -> Move:
    """Return a person's move as it can be tried, where their message showed a `version` of the table (None: no message).

    Raises `WrongStatus`, `Stale`, `NotYourSeat`, `UnreadableMove`.
    """
    if table.status is not Status.PLAYING:
        raise WrongStatus(table)
    if version not in (None, table.version):
        raise Stale(table)
    if isinstance(move, str):
        move = read_move(move, live.seat(SEAT).hand, SEAT)
    if move.seat != SEAT:
        raise NotYourSeat(SEAT)
    return move


def play_on(deal: DailyDeal, live: GameInMemory, move: Move) -> list[str]:
    """Make a move and the computers' after it, and return them. Raises `IllegalMove`, and then nothing has changed."""
    made, numbers = list[str](), count(live.version + 1)
    next_one: Move | None = move
    while next_one is not None:
        events, number = live.apply(next_one), next(numbers)
        line = str(next_one)
        live.record(PlayedMove(number, 1, number, next_one.seat, line), events, None)
        made.append(line)
        next_one = deal.answer(live.game)
    return made


def _look(begun: BegunDeal, own: DailyRound, live: GameInMemory, daily: DailyLook) -> Look:
    table = table_of(begun, own, live)
    return Look(table, live.public(), live.explained(SEAT), tuple(live.recent), dealt=live.dealt, daily=daily)


def table_of(begun: BegunDeal, own: DailyRound, live: GameInMemory) -> Table:
    """Return the table of a round as it stands."""
    game = live.game
    status = Status.FINISHED if game.over else Status.PLAYING
    return _row(
        begun, own, version=live.version, status=status, turn=game.turn, scores=tuple(game.scores), winner=game.winner
    )


def _row(
    begun: BegunDeal,
    own: DailyRound,
    *,
    version: int,
    status: Status = Status.PLAYING,
    turn: int | None = None,
    scores: tuple[int, ...] = (),
    winner: int | None = None,
) -> Table:
    rules = deal_of(begun).rules
    return Table(
        id=(PAST if own.attempt else DAILY) + begun.number,
        home=InDirectMessages(),
        status=status,
        version=version,
        variant=rules.id,
        layout=rules.layout,
        size=rules.seats,
        house=daily_round.HOUSE,
        host_id=own.user_id,
        seats=seat_plan.seats_for([(own.user_id, own.name), *[daily_round.LEVEL] * (rules.seats - 1)]),
        round=1,
        commitment=begun.seal,
        turn=turn,
        turn_since=None,
        scores=scores,
        winner=winner,
        created_at=0,
        updated_at=0,
        ended_at=None,
        friendly=True,
        computers=daily_round.LEVEL,
    )
