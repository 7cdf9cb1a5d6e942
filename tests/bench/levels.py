"""Every level against the one below it, at every table: `python -m tests.bench levels [--pairs N] [--folder FOLDER]
[VARIANT …]`.

It prints the table of `docs/computers.md`: by how many points a round each level beats the one below it, with the half
of the 95% interval, how many rounds and pairs `normal` wins against `random`, and how many rounds of `normal` against
itself end on the stock. A margin of no more than two standard errors above 0 is marked by `?`. `--folder` keeps what
was played, so that the same command goes on there.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from bot.canasta.rules import Rules, list_variants, load_rules
from bot.computer import levels_at
from bot.computer.workshop.arena.contest import contest
from bot.computer.workshop.arena.pairs import ArenaMatch
from bot.computer.workshop.arena.summary import WIDTH, Summary, summary

#: The contests, the stronger player first.
CONTESTS = (("easy", "random"), ("normal", "easy"), ("hard", "normal"), ("normal", "random"), ("normal", "normal"))


class Options(NamedTuple):
    """The games to play: how many pairs, of which deals, in how many processes, and the folder where they are kept."""

    pairs: int
    seed: int
    reserved: bool
    processes: int
    folder: Path | None


def tables(variants: list[str]) -> Iterator[Rules]:
    """Yield every table of these variants; of all, if none is named."""
    for info in list_variants():
        if not variants or info.id in variants:
            for layout in info.layouts:
                yield load_rules(info.id, layout.name)


def played(rules: Rules, a: str, b: str, options: Options) -> Summary | None:
    """Return what a contest comes to, None where one of the levels can't play."""
    if not {a, b} <= {*levels_at(rules)}:
        return None
    match = ArenaMatch(rules, (a, b), options.seed, options.reserved)
    file = None
    if options.folder is not None:
        file = options.folder / f"{a}-{b}-{rules.id}-{rules.layout}-{options.seed}.jsonl"
    pairs = contest(match, options.pairs, processes=options.processes, file=file)
    return summary(pairs, rules.target)


def gain(found: Summary | None) -> str:
    """Return by how much the first level of a contest beats the second, marked if that may be chance."""
    if found is None:
        return "–"
    half = 0.0 if found.high is None else found.high - found.points
    sure = found.points > 2 * half / WIDTH
    return f"{found.points:+.0f} ± {half:.0f}{'' if sure else ' ?'}".replace("-", "−")


def row(rules: Rules, options: Options) -> str:
    """Return the line of one table."""
    found = {(a, b): played(rules, a, b, options) for a, b in CONTESTS}
    race, alone = found["normal", "random"], found["normal", "normal"]
    assert race is not None
    assert alone is not None
    return (
        f"| {rules.id} {rules.layout} | {' | '.join(gain(found[pair]) for pair in CONTESTS[:3])} "
        f"| {race.rounds_won / (2 * race.pairs):.0%}, {race.pairs_won / race.pairs:.0%} | {alone.by_stock:.0%} |"
    )


def main(arguments: list[str]) -> int:
    """Print a line for each table."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench levels", description=__doc__)
    parser.add_argument("variants", nargs="*", metavar="VARIANT", help="only these games")
    parser.add_argument("--pairs", type=int, default=40, metavar="N", help="deals a contest (default %(default)s)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="which deals (default %(default)s)")
    parser.add_argument("--reserved", action="store_true", help="deals that no tuning may see")
    parser.add_argument("--processes", type=int, default=1, metavar="N", help="rounds at once (default %(default)s)")
    parser.add_argument("--folder", type=Path, metavar="FOLDER", help="keep every pair there, and go on with them")
    options = parser.parse_args(arguments)
    if options.folder is not None:
        options.folder.mkdir(parents=True, exist_ok=True)
    chosen = Options(options.pairs, options.seed, options.reserved, options.processes, options.folder)
    print(
        "| table | easy over random | normal over easy | hard over normal | normal beats random | ends on the stock |"
    )
    print("|---|---|---|---|---|---|")
    for rules in tables(options.variants):
        print(row(rules, chosen), flush=True)
    return 0
