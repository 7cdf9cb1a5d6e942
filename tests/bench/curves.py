"""How cost grows: a move by round, a start by stored games, a board by results, the lister by cards, a review by length.

`python -m tests.bench curves [--rounds N] [--games N,N] [--results N,N] [--cards N,N] [--moves N,N] [--folder DIR]
[--picture FILE]`

All is processor time of the bot alone. With `--folder` the files with many games and results are kept there, and used if
they are there. Of stored games a tenth is in progress, and the others are over.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from bot.canasta.rules import load_rules
from bot.canasta.views import seat_view
from bot.computer import choose, review
from bot.data.tables import InChannel, Status
from bot.league import By, League
from bot.store.opening import open_database
from bot.tables import Order, Tables
from tests import bulk
from tests.bench import league, load
from tests.bench.engine import new_round
from tests.curves_picture import Curve, render
from tests.league.games import BEGIN, DAY, GUILD, Clock

#: The moves of these rounds are shown, and those of the last one.
_SHOWN_ROUNDS: Final = (1, 2, 5, 10, 20, 30, 40)
#: How many games each server of a file has: finished ones and those in progress.
_FINISHED, _RUNNING = 18, 2
#: The finished ones are played to this many points: the bot doesn't read their moves when it starts.
_POINTS: Final = 500
#: How often what is over at once is done, for the median.
_REPEATS: Final = 30
_TARGET: Final = 100_000


def _milliseconds(began: float) -> float:
    return (time.process_time() - began) * 1000


async def by_round(folder: Path, rounds: int) -> Curve:
    """Return what a move costs, committed, in each round of a game that has no end."""
    database = await open_database(folder / "moves.sqlite3")
    try:
        tables = Tables(database, clock=lambda: 0, chance=random.Random(1))
        people = [(number, f"Player {number}") for number in range(1, 5)]
        order = Order(home=InChannel(1, 1), host_id=1, layout="4", house={"target": _TARGET})
        table = await tables.lobbies.begin(order, people)
        chance, costs = random.Random(1), dict[int, list[float]]()
        while table.round <= rounds and table.status is Status.PLAYING:
            assert table.to_move is not None
            assert table.to_move.user_id is not None
            look = await tables.look(table.id, table.to_move.user_id)
            assert look.mine is not None
            move, made_in, began = choose(look.mine, "easy", chance), table.round, time.process_time()
            table = (await tables.turns.play(table.id, table.to_move.user_id, move)).table
            costs.setdefault(made_in, []).append(_milliseconds(began))
    finally:
        await database.close()
    shown = [number for number in costs if number in _SHOWN_ROUNDS or number == rounds]
    return Curve("A move, by round", tuple((number, statistics.median(costs[number])) for number in shown))


async def by_games(folder: Path, sizes: Sequence[int]) -> Curve:
    """Return what a start costs until somebody sees their hand, by how many games are stored."""
    points = []
    for size in sizes:
        servers = max(1, size // (_FINISHED + _RUNNING))
        kept, file = folder / f"games-{size}.sqlite3", folder / "start.sqlite3"
        if not kept.exists():
            filled = partial(bulk.fill, servers=servers, finished=_FINISHED, running=_RUNNING, points=_POINTS)
            await asyncio.to_thread(filled, kept)
        shutil.copyfile(kept, file)
        async with load.MeasuredCrowd(file) as world:
            await world.kill()
            _, spent = await load.started(world)
        file.unlink()
        points.append((size, spent * 1000))
    return Curve("A start, by stored games", tuple(points))


async def by_results(folder: Path, sizes: Sequence[int]) -> Curve:
    """Return what the first page of a season's board costs, by the results of the server."""
    points = []
    for size in sizes:
        club = league.Club(size, 300)
        path = await asyncio.to_thread(league.build, folder, club)
        database = await open_database(path)
        try:
            boards, costs = League(database, clock=Clock(BEGIN + league.SEASONS * league.QUARTER - DAY)).boards, []
            for _ in range(_REPEATS):
                began = time.process_time()
                await boards.board(GUILD, season=None, by=By.RATING, page=1, me=club.player())
                costs.append(_milliseconds(began))
        finally:
            await database.close()
        points.append((size, statistics.median(costs)))
    return Curve("A board, by results", tuple(points))


def by_cards(sizes: Sequence[int]) -> Curve:
    """Return what listing all moves after a draw costs, by the cards in hand: two play classic with four decks."""
    rules, points = load_rules("classic", "2"), []
    for size in sizes:
        dealt = replace(rules, deal=replace(rules.deal, hand=size - rules.turn.draw), pack=replace(rules.pack, decks=4))
        chance, costs = random.Random(size), []
        for _ in range(_REPEATS):
            game = new_round(dealt, chance, 0)
            game.apply(next(move for move in game.legal_moves() if move.verb == "draw"))
            began = time.process_time()
            game.legal_moves()
            costs.append(_milliseconds(began))
        points.append((size, statistics.median(costs)))
    return Curve("The list of all moves, by cards in hand", tuple(points))


def by_moves(lengths: Sequence[int]) -> Curve:
    """Return what the review of somebody's first moves costs, by how many they are."""
    rules, chance, points = load_rules("classic", "4"), random.Random(1), []
    spent, judged = 0.0, 0
    while judged < max(lengths):
        game = new_round(rules, chance, 0)
        while (seat := game.turn) is not None and judged < max(lengths):
            view = seat_view(game, seat)
            move = choose(view, "normal", chance)
            if seat == 0 and move.verb in review.JUDGED:
                began = time.process_time()
                review.judge(view, move, random.Random(judged))
                spent, judged = spent + _milliseconds(began), judged + 1
                if judged in lengths:
                    points.append((judged, spent))
            game.apply(move)
    return Curve("A review, by moves judged", tuple(points))


def _sizes(text: str) -> list[int]:
    return sorted(int(one) for one in text.split(","))


def main(arguments: list[str]) -> int:
    """Print all curves, and draw them where it is wanted."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench curves", description=__doc__)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--games", type=_sizes, default=[1_000, 10_000, 100_000], metavar="N,N")
    parser.add_argument("--results", type=_sizes, default=[1_000, 10_000, 100_000], metavar="N,N")
    parser.add_argument("--cards", type=_sizes, default=[5, 10, 15, 20, 30, 40, 50, 60], metavar="N,N")
    parser.add_argument("--moves", type=_sizes, default=[1, 5, 10, 20, 40], metavar="N,N")
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--picture", type=Path, help="draw them into this file")
    options = parser.parse_args(arguments)
    curves: list[Curve] = []
    with tempfile.TemporaryDirectory() as own:
        kept = options.folder or Path(own)
        measures: tuple[Callable[[], Curve], ...] = (
            lambda: asyncio.run(by_round(Path(own), options.rounds)),
            lambda: asyncio.run(by_games(kept, options.games)),
            lambda: asyncio.run(by_results(kept, options.results)),
            lambda: by_cards(options.cards),
            lambda: by_moves(options.moves),
        )
        for measure in measures:
            curves.append(measure())
            print(curves[-1].line(), flush=True)
    if options.picture is not None:
        options.picture.write_bytes(render(curves).png)
    return 0
