"""`python -m tests.perft` plays all frozen rounds again, and says which go otherwise.

`--every N` takes each Nth only; `--show NUMBER` prints what a round offers at each step. `--freeze` adds rounds for tables and
rules that have none yet, and leaves all others as they are. Where a rule was corrected on purpose, `--freeze --again` writes
every round as the engine plays it now.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import islice

from bot.canasta.rules import list_variants, parameters
from bot.canasta.rules.stored import present_names
from bot.computer.children import end_with_parent
from tests.perft.frozen import FILE, Frozen, difference, frozen_rounds
from tests.perft.rule_sets import SHAPES_OF_TABLES, draw
from tests.perft.walk import Start, begin, by_shape, drawn, plainest, walk

ROUNDS_A_TABLE = 8
RULE_SETS = 500
RULE_SETS_A_NEW_RULE = 8
ROUNDS_A_RULE_SET = 2
SECONDS_BETWEEN_WORDS = 5


def main(arguments: Sequence[str]) -> int:
    """Check, show or freeze; return 1 if a round went otherwise."""
    parser = argparse.ArgumentParser(prog="python -m tests.perft", description=__doc__)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--show", type=int)
    parser.add_argument("--freeze", action="store_true")
    parser.add_argument("--again", action="store_true")
    options = parser.parse_args(arguments)
    if options.again and not options.freeze:
        parser.error("--again goes with --freeze: it freezes all rounds again.")
    if options.freeze:
        _freeze(again=options.again)
        return 0
    rounds = list(enumerate(frozen_rounds()))
    if options.show is not None:
        _show(rounds[options.show][1].start)
        return 0
    chosen = rounds[:: options.every]
    with ProcessPoolExecutor(initializer=end_with_parent) as workers:
        found = list(workers.map(difference, [one for _, one in chosen], chunksize=8))
    wrong = [f"{number}: {text}" for (number, _), text in zip(chosen, found, strict=True) if text]
    print("\n".join(wrong))
    listed = sum(one.walk.listed for _, one in chosen)
    steps = sum(len(one.walk.trace) for _, one in chosen)
    print(f"{len(chosen)} rounds, {steps} states, {listed} legal moves: {len(wrong)} rounds differ")
    return 1 if wrong else 0


def _freeze(*, again: bool) -> None:
    old = frozen_rounds()
    new = _missing([one.start for one in old])
    played = _played([*(one.start for one in old), *new] if again else new)
    lines = [json.dumps(one.document(), separators=(",", ":")) for one in (played if again else [*old, *played])]
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{len(new)} new rounds, {len(lines)} in all, {FILE.stat().st_size} bytes")


def _missing(starts: Sequence[Start]) -> list[Start]:
    """Return rounds for tables, sets of house rules, and rules that have none among `starts`."""
    starts = list(starts)
    there = len(starts)
    frozen = {(one.variant, one.layout) for one in starts if not one.house}
    tables = [(one.id, layout.name) for one in list_variants(own=False) for layout in one.layouts]
    new = [table for table in tables if table not in frozen for _ in range(ROUNDS_A_TABLE)]
    starts += [Start(*table, {}, len(starts) + number) for number, table in enumerate(new)]
    ruled = len({(one.variant, one.layout, str(one.house)) for one in starts if one.house})
    more = [table for table in islice(draw(len(starts)), max(0, RULE_SETS - ruled)) for _ in range(ROUNDS_A_RULE_SET)]
    starts += [Start(*table, len(starts) + number) for number, table in enumerate(more)]
    families = {one.name: one.family for one in parameters()}
    defaults = {one.name: list(one.default) if isinstance(one.default, tuple) else one.default for one in parameters()}

    def ruled_by(house: Mapping[str, object]) -> set[str]:
        """Return the rules that have another value in these house rules than their default."""
        names = ((name, value) for old, value in house.items() for name in present_names(old))
        return {families[name] for name, value in names if value != defaults[name]}

    named = set[str]().union(*(ruled_by(one.house) for one in starts))
    for rule in dict.fromkeys(one for one in families.values() if one not in {*named, *SHAPES_OF_TABLES}):
        having = (table for table in draw(len(starts)) if rule in ruled_by(table[2]))
        more = [table for table in islice(having, RULE_SETS_A_NEW_RULE) for _ in range(ROUNDS_A_RULE_SET)]
        starts += [Start(*table, len(starts) + number) for number, table in enumerate(more)]
    return starts[there:]


def _played(starts: Sequence[Start]) -> list[Frozen]:
    """Play rounds in all processes, and say now and then how many are played and how long the rest will take."""
    played, begun, spoken = list[Frozen](), time.monotonic(), time.monotonic()
    with ProcessPoolExecutor(initializer=end_with_parent) as workers:
        for start, one in zip(starts, workers.map(walk, starts, chunksize=4), strict=True):
            played.append(Frozen(start, one))
            now = time.monotonic()
            if now - spoken > SECONDS_BETWEEN_WORDS:
                spoken = now
                left = (now - begun) / len(played) * (len(starts) - len(played))
                print(f"{len(played)} of {len(starts)} rounds played, about {left:.0f} s to go", flush=True)
    return played


def _show(start: Start) -> None:
    import random

    chance, game = random.Random(f"walk {start.seed}"), begin(start)
    print(start)
    for number in range(len(walk(start).trace)):
        shapes = by_shape(game)
        shape = drawn(shapes, game, chance)
        print(f"{number}: {list(shapes)}\n   plays {shape}")
        game.apply(plainest(game, shapes[shape][0]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
