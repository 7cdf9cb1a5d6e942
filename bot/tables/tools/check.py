"""Checks that all games of a database, and all rounds of the deals of days, can be played again, and lead to what is stored."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any, TypeVar

from bot.canasta.moves import IllegalMove, UnreadableMove
from bot.data.daily import BegunDeal, DailyRound, Every
from bot.data.errors import DatabaseError
from bot.data.play import PlayedMove, StoredDeal
from bot.data.tables import Status, Table
from bot.store.daily import DailyStore
from bot.store.games import GameStore
from bot.store.log import LogStore
from bot.store.opening import open_database
from bot.store.play import PlayStore
from bot.store.soundness import begun, deals, rounds_of_deals
from bot.tables.daily import deal_of, rebuilt
from bot.tables.daily_round import points_of
from bot.tables.errors import Unplayable
from bot.tables.games_in_memory import GameInMemory
from bot.tables.rules.seals import commitment

#: The number of a table, or the day and the person of a round.
_Known = TypeVar("_Known", int, tuple[int, int])
_Found = Coroutine[Any, Any, list[str]]
#: A search for failures, with the games or rounds in which it looks.
_Part = tuple[Callable[[Path, Any], _Found], Sequence[Any]]

#: Games that a process plays again before it reports them. Fewer are done before another process has begun.
_PART = 100


async def failures(copy: Path, tell: Callable[[int, int], None] = lambda done, of: None) -> AsyncIterator[str]:
    """Yield what can't be played again or leads to something else, in sentences that name no card.

    `copy` must belong to the caller alone: it is brought up to the newest schema. Where there are many games, each core
    plays a part of them, and `tell` is called with the number that are done, and with that of all. Raises `DatabaseError`.
    """
    await (await open_database(copy)).close()
    for found in await _seals_of_deals(copy):
        yield found
    parts: list[_Part] = [*_parts(_of, [*begun(copy)]), *_parts(_of_rounds, [*rounds_of_deals(copy)])]
    if len(parts) <= 1:
        for work, numbers in parts:
            for found in await work(copy, numbers):
                yield found
        return
    loop, done, of = asyncio.get_running_loop(), 0, sum(len(numbers) for _work, numbers in parts)
    with ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn")) as processes:
        waiting = deque(
            [(loop.run_in_executor(processes, _in_process, work, copy, part), len(part)) for work, part in parts]
        )
        while waiting:
            checked, size = waiting.popleft()
            try:
                findings = await checked
            except BrokenProcessPool as error:
                # All of them have failed with it.
                await asyncio.gather(*(one for one, _size in waiting), return_exceptions=True)
                raise DatabaseError(
                    "A process that played games again was ended from outside, perhaps as memory ran out. Try it once more."
                ) from error
            for found in findings:
                yield found
            done += size
            tell(done, of)


def _parts(work: Callable[[Path, Sequence[_Known]], _Found], known: Sequence[_Known]) -> Iterator[_Part]:
    """Yield parts of the games or rounds that are known by these numbers, with what finds their failures."""
    for start in range(0, len(known), _PART):
        yield work, known[start : start + _PART]


def _in_process(work: Callable[[Path, Sequence[_Known]], _Found], copy: Path, part: Sequence[_Known]) -> list[str]:
    return asyncio.run(work(copy, part))


async def _of(copy: Path, numbers: Sequence[int]) -> list[str]:
    """Return what is wrong with some games."""
    database = await open_database(copy)
    try:
        games, play, log = GameStore(database), PlayStore(database), LogStore(database)
        found = []
        for number in numbers:
            table = await games.get(number)
            assert table is not None
            deals, moves = await play.deals(number), await play.moves(number)
            stopped = await log.stopped(number)
            found += [f"Table {number}: {failure}." for failure in _failures(table, deals, moves, stopped=stopped)]
        return found
    finally:
        await database.close()


async def _seals_of_deals(copy: Path) -> list[str]:
    """Return which deals of days and weeks are not the ones that were sealed."""
    database = await open_database(copy)
    try:
        stored = DailyStore(database)
        found = [await stored.deal(number) for number in [*deals(copy)]]
        return [
            f"The deal of {_named(sealed)}: it is not the one that was sealed."
            for sealed in found
            if sealed is not None and deal_of(sealed).dealt().commitment != sealed.seal
        ]
    finally:
        await database.close()


async def _of_rounds(copy: Path, rounds: Sequence[tuple[int, int]]) -> list[str]:
    """Return what is wrong with some rounds, each known by its deal and person."""
    database = await open_database(copy)
    try:
        stored, found = DailyStore(database), []
        for number, user_id in rounds:
            sealed, own = await stored.deal(number), await stored.of(number, user_id)
            assert sealed is not None
            assert own is not None
            whose = f"The deal of {_named(sealed)}, as person {user_id} played it"
            found += [f"{whose}: {failure}." for failure in _failures_of_round(sealed, own)]
        return found
    finally:
        await database.close()


def _named(sealed: BegunDeal) -> str:
    deal = deal_of(sealed)
    return deal.first.isoformat() if deal.every is Every.DAY else f"the week from {deal.first.isoformat()}"


def _failures_of_round(sealed: BegunDeal, own: DailyRound) -> list[str]:
    try:
        game = rebuilt(sealed, own).game
    except (Unplayable, ValueError, LookupError) as error:
        return [_why_not(error)]
    if not game.over:
        return [] if own.points is None else ["it has points, and played again it isn't over"]
    if own.points is None:
        return ["played again it is over, and it has no points"]
    return [] if own.points == points_of(game) else ["played again it leads to other points"]


def _failures(table: Table, deals: Sequence[StoredDeal], moves: Sequence[PlayedMove], *, stopped: bool) -> list[str]:
    found = [
        f"the deal of round {deal.number} is not the one that was sealed"
        for deal in deals
        if commitment(deal.pack, deal.salt) != deal.commitment
    ]
    try:
        live = GameInMemory.rebuild(table, deals, moves, stopped=stopped)
    except (Unplayable, ValueError, LookupError) as error:
        return [*found, _why_not(error)]
    return [*found, *_differences(table, live)]


def _why_not(error: Exception) -> str:
    """Return why a game can't be played again. An error's reason may name cards; its code doesn't."""
    match error, error.__cause__:
        case Unplayable(), IllegalMove() as refused:
            why = f"a move is refused ({refused.code})"
        case Unplayable(), UnreadableMove():
            why = "a move can't be read"
        case Unplayable(), _:
            why = "its rules can't be read"
        case _:
            why = f"a deal or a move can't be read ({type(error).__name__})"
    return f"it can't be played again: {why}"


def _differences(table: Table, live: GameInMemory) -> list[str]:
    """Return where a game leads to something else than its row says."""
    game = live.game
    stored = {"scores": table.scores, "winner": table.winner, "number of rounds": table.round}
    played = {"scores": tuple(game.scores), "winner": game.winner, "number of rounds": len(game.deals)}
    if table.status is Status.PLAYING:
        stored["turn"], played["turn"] = table.turn, game.turn
    found = [f"played again it leads to another {name}" for name in stored if stored[name] != played[name]]
    if table.status is Status.FINISHED and game.turn is not None:
        found.append("it is finished, and played again it isn't over")
    return found
