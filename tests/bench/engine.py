"""How fast the engine plays on one core: random rounds of four-player classic, the sensible player's, and random ones with runs.

Rounds with runs take longer, so that a tenth of them is played.

Where others use the machine, `--least` is steadier: of each move it counts the shortest time in all repeats, and so leaves
out what the others took. With 30 rounds played 12 times, the lines of classic differed by less than 5% on two cores
that two dozen processes wanted.

`python -m tests.bench engine [--rounds N] [--repeats N] [--least] [--profile]`
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import random
import statistics
import time
from collections.abc import Callable

from bot.canasta.game import Game
from bot.canasta.rules import Rules, load_rules
from bot.canasta.views import seat_view
from bot.computer import choose

#: A function that makes the next move of a game.
MakeMove = Callable[[Game, random.Random], None]


def new_round(rules: Rules, chance: random.Random, dealer: int) -> Game:
    """Return a game whose first round is dealt from a pack that `chance` shuffles."""
    game = Game(rules, ["player"] * rules.seats)
    pack = game.fresh_pack()
    chance.shuffle(pack)
    game.start_round(pack, dealer)
    return game


def random_move(game: Game, chance: random.Random) -> None:
    """Make a move that is drawn evenly from the legal ones."""
    game.apply(chance.choice(game.legal_moves()))


def sensible_move(game: Game, chance: random.Random) -> None:
    """Make the move of the level `normal`, which sees a view."""
    seat = game.turn
    assert seat is not None
    game.apply(choose(seat_view(game, seat), "normal", chance))


def played(make: MakeMove, rules: Rules, rounds: int, chance: random.Random) -> int:
    """Play rounds, and return how many moves that took."""
    moves = 0
    for number in range(rounds):
        game = new_round(rules, chance, number % rules.seats)
        while game.turn is not None:
            make(game, chance)
            moves += 1
    return moves


def timed(make: MakeMove, rules: Rules, rounds: int, chance: random.Random) -> list[float]:
    """Play rounds, and return how many seconds each move took; deals aren't counted."""
    times = list[float]()
    for number in range(rounds):
        game = new_round(rules, chance, number % rules.seats)
        while game.turn is not None:
            begun = time.perf_counter()
            make(game, chance)
            times.append(time.perf_counter() - begun)
    return times


def main(arguments: list[str]) -> int:
    """Print rounds and moves per second, the median of the repeats."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench engine", description=__doc__)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--least", action="store_true", help="count the shortest time of each move")
    parser.add_argument("--profile", action="store_true", help="show where the time goes instead")
    options = parser.parse_args(arguments)
    benches = (
        ("random", "classic", random_move, options.rounds),
        ("normal", "classic", sensible_move, options.rounds),
        ("samba", "samba", random_move, max(1, options.rounds // 10)),
        ("burraco", "burraco", random_move, max(1, options.rounds // 10)),
    )
    for name, variant, make, rounds in benches:
        rules = load_rules(variant, "4")
        if options.profile:
            with cProfile.Profile() as profile:
                played(make, rules, rounds, random.Random(0))
            pstats.Stats(profile).sort_stats("tottime").print_stats(25)
            continue
        if options.least:
            repeats = (timed(make, rules, rounds, random.Random(0)) for _ in range(options.repeats))
            least = [min(one) for one in zip(*repeats, strict=True)]
            print(
                f"{name}: {sum(least) / rounds * 1e3:.2f} ms a round, {sum(least) / len(least) * 1e6:.0f} µs a move "
                f"(each move's least of {options.repeats}, {rounds} rounds)"
            )
            continue
        times, moves = [], 0
        for _ in range(options.repeats):
            started = time.process_time()
            moves = played(make, rules, rounds, random.Random(0))
            times.append(time.process_time() - started)
        seconds = statistics.median(times)
        print(
            f"{name}: {rounds / seconds:.0f} rounds/s, {moves / seconds:.0f} moves/s, "
            f"{moves / rounds:.0f} moves a round "
            f"(median of {options.repeats} × {rounds} rounds, best {rounds / min(times):.0f} rounds/s)"
        )
    return 0
