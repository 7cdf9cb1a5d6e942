"""How long a computer of a level thinks: the processor time of its decisions, with that level in every seat.

`python -m tests.bench decisions [--level LEVEL] [--variant V] [--layout L] [--rounds N]`; moves that are the only legal ones
aren't counted.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time

from bot.canasta.rules import Rules, load_rules
from bot.canasta.views import seat_view
from bot.computer import player_at
from tests.bench.engine import new_round


def decision_times(rules: Rules, level: str, rounds: int) -> list[float]:
    """Return the seconds of processor time that each decision of these rounds took."""
    choose, times = player_at(rules, level), []
    for number in range(rounds):
        chance = random.Random(f"decisions {number}")
        game = new_round(rules, chance, 0)
        while (seat := game.turn) is not None:
            view = seat_view(game, seat)
            started = time.process_time()
            move = choose(view, chance)
            if len(view.legal) > 1:
                times.append(time.process_time() - started)
            game.apply(move)
    return times


def main(arguments: list[str]) -> int:
    """Print the median, the 95th percentile and the maximum."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench decisions", description=__doc__)
    parser.add_argument("--level", default="hard")
    parser.add_argument("--variant", default="classic")
    parser.add_argument("--layout", default="4")
    parser.add_argument("--rounds", type=int, default=10)
    options = parser.parse_args(arguments)
    times = decision_times(load_rules(options.variant, options.layout), options.level, options.rounds)
    late = statistics.quantiles(times, n=20)[-1]
    print(
        f"{options.level}: {len(times)} decisions in {options.rounds} rounds, median {statistics.median(times) * 1000:.0f} ms, "
        f"95th percentile {late * 1000:.0f} ms, maximum {max(times) * 1000:.0f} ms"
    )
    return 0
