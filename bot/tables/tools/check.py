"""Checks that all games of a database can be played again, and lead to what is stored of them."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

from bot.canasta.moves import IllegalMove, UnreadableMove
from bot.data.errors import DatabaseError
from bot.data.play import PlayedMove, StoredDeal
from bot.data.tables import Status, Table
from bot.store.games import GameStore
from bot.store.log import LogStore
from bot.store.opening import open_database
from bot.store.play import PlayStore
from bot.store.soundness import begun
from bot.tables.errors import Unplayable
from bot.tables.games_in_memory import GameInMemory
from bot.tables.rules.seals import commitment

#: Games that a process plays again before it reports them. Fewer are done before another process has begun.
_PART = 100


async def failures(copy: Path, tell: Callable[[int, int], None] = lambda done, of: None) -> AsyncIterator[str]:
    """Yield what can't be played again or leads to something else, in sentences that name no card.

    `copy` must belong to the caller alone: it is brought up to the newest schema. Where there are many games, each core
    plays a part of them, and `tell` is called with the number that are done, and with that of all. Raises `DatabaseError`.
    """
    await (await open_database(copy)).close()
    numbers = [*begun(copy)]
    parts = [numbers[start : start + _PART] for start in range(0, len(numbers), _PART)]
    if len(parts) <= 1:
        for found in await _of(copy, numbers):
            yield found
        return
    loop, done = asyncio.get_running_loop(), 0
    with ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn")) as processes:
        waiting = deque([loop.run_in_executor(processes, _in_process, copy, part) for part in parts])
        while waiting:
            try:
                findings = await waiting.popleft()
            except BrokenProcessPool as error:
                # All of them have failed with it.
                await asyncio.gather(*waiting, return_exceptions=True)
                raise DatabaseError(
                    "A process that played games again was ended from outside, perhaps as memory ran out. Try it once more."
                ) from error
            for found in findings:
                yield found
            done += 1
            tell(min(done * _PART, len(numbers)), len(numbers))


def _in_process(copy: Path, numbers: Sequence[int]) -> list[str]:
    return asyncio.run(_of(copy, numbers))


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


def _failures(table: Table, deals: Sequence[StoredDeal], moves: Sequence[PlayedMove], *, stopped: bool) -> list[str]:
    found = [
        f"the deal of round {deal.number} is not the one that was sealed"
        for deal in deals
        if commitment(deal.pack, deal.salt) != deal.commitment
    ]
    try:
        live = GameInMemory.rebuild(table, deals, moves, stopped=stopped)
    except Unplayable as error:
        # The reason may name cards; its code doesn't.
        match error.__cause__:
            case IllegalMove() as refused:
                why = f"a move is refused ({refused.code})"
            case UnreadableMove():
                why = "a move can't be read"
            case _:
                why = "its rules can't be read"
        return [*found, f"it can't be played again: {why}"]
    except (ValueError, LookupError) as error:
        return [*found, f"it can't be played again: a deal or a move can't be read ({type(error).__name__})"]
    return [*found, *_differences(table, live)]


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
