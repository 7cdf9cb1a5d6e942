"""How fast the engine plays on one core: random rounds of four-player classic, the sensible player's, and random ones with runs.

Rounds with runs take longer, so that a tenth of them is played.

`python -m tests.bench engine [--rounds N] [--repeats N] [--profile]`
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import random
import statistics
import time

from bot.canasta.game import Game
from bot.canasta.rules import Rules, load_rules
from bot.canasta.views import seat_view
from bot.computer import choose


def new_round(rules: Rules, chance: random.Random, dealer: int) -> Game:
    """Return a game whose first round is dealt from a pack that `chance` shuffles."""
    game = Game(rules, ["player"] * rules.seats)
    pack = game.fresh_pack()
    chance.shuffle(pack)
    game.start_round(pack, dealer)
    return game


def random_rounds(rules: Rules, rounds: int, chance: random.Random) -> int:
    """Play rounds by moves drawn evenly from the legal ones, and return how many moves that took."""
    moves = 0
    for number in range(rounds):
        game = new_round(rules, chance, number % rules.seats)
        while game.turn is not None:
            game.apply(chance.choice(game.legal_moves()))
            moves += 1
    return moves


def sensible_rounds(rules: Rules, rounds: int, chance: random.Random) -> int:
    """Return the same by the level `normal`, which sees views."""
    moves = 0
    for number in range(rounds):
        game = new_round(rules, chance, number % rules.seats)
        while (seat := game.turn) is not None:
            game.apply(choose(seat_view(game, seat), "normal", chance))
            moves += 1
    return moves


def main(arguments: list[str]) -> int:
    """Print rounds and moves per second, the median of the repeats."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench engine", description=__doc__)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--profile", action="store_true", help="show where the time goes instead")
    options = parser.parse_args(arguments)
    benches = (
        ("random", "classic", random_rounds, options.rounds),
        ("normal", "classic", sensible_rounds, options.rounds),
        ("samba", "samba", random_rounds, max(1, options.rounds // 10)),
        ("burraco", "burraco", random_rounds, max(1, options.rounds // 10)),
    )
    for name, variant, play, rounds in benches:
        rules = load_rules(variant, "4")
        if options.profile:
            with cProfile.Profile() as profile:
                play(rules, rounds, random.Random(0))
            pstats.Stats(profile).sort_stats("tottime").print_stats(25)
            continue
        times, moves = [], 0
        for _ in range(options.repeats):
            started = time.process_time()
            moves = play(rules, rounds, random.Random(0))
            times.append(time.process_time() - started)
        seconds = statistics.median(times)
        print(
            f"{name}: {rounds / seconds:.0f} rounds/s, {moves / seconds:.0f} moves/s, "
            f"{moves / rounds:.0f} moves a round "
            f"(median of {options.repeats} × {rounds} rounds, best {rounds / min(times):.0f} rounds/s)"
        )
    return 0
