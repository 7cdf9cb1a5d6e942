"""The command `python -m bot arena`: two players against each other, and what came of it."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bot.canasta.rules import RulesError, load_rules
from bot.commands.options import count
from bot.computer.workshop.arena.contest import contest
from bot.computer.workshop.arena.pairs import ArenaMatch
from bot.computer.workshop.arena.summary import Summary, summary
from bot.tables.rules import house_rules
from renderer.arena import ArenaView, render
from renderer.canvas import Style

#: The length of the progress bar, in characters.
_BAR = 30


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    for name in ("a", "b"):
        parser.add_argument(name, metavar=name.upper(), help="a level, a player of the past, or program:COMMAND")
    parser.add_argument("--variant", default="classic", help="what to play (default classic)")
    parser.add_argument(
        "--layout",
        help="the table, by its name in the list of `variants` (default: the one for four, or else its first)",
    )
    parser.add_argument("--house", default="none", metavar="RULES", help="house rules, a list or a code: target=1500")
    parser.add_argument("--pairs", type=count, default=100, metavar="N", help="how many deals (default %(default)s)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="which deals (default %(default)s)")
    parser.add_argument("--reserved", action="store_true", help="deals kept for tests, which no tuning may see")
    parser.add_argument("--score", type=int, default=0, metavar="N", help="both sides' points before each round")
    parser.add_argument(
        "--processes",
        type=count,
        default=os.cpu_count() or 1,
        metavar="N",
        help="how many at once (default %(default)s)",
    )
    parser.add_argument(
        "--limit", type=float, default=10.0, metavar="SECONDS", help="a program's time for a move (default %(default)s)"
    )
    parser.add_argument("--file", type=Path, metavar="FILE", help="keep every pair there, and go on with what it holds")
    parser.add_argument("--picture", type=Path, metavar="FILE", help="draw the result into this PNG file")
    parser.add_argument("--json", action="store_true", help="print a last line for programs")


def run(options: argparse.Namespace) -> int:
    """Run the command and return its exit status."""
    try:
        rules = load_rules(options.variant, options.layout, house=house_rules.read(options.house))
        match = ArenaMatch(rules, (options.a, options.b), options.seed, options.reserved, options.score, options.limit)
        _play(
            match,
            options.pairs,
            processes=options.processes,
            file=options.file,
            picture=options.picture,
            as_json=options.json,
        )
    except (RulesError, ValueError, OSError) as error:
        sys.exit(f"arena: {str(error).rstrip('.')}.")
    return 0


def _play(
    match: ArenaMatch, pairs: int, *, processes: int, file: Path | None, picture: Path | None, as_json: bool
) -> None:
    """Play a contest and print what it came to. Raises what `contest` raises, and `OSError`."""
    played = contest(match, pairs, processes=processes, file=file, told=_progress(pairs))
    found = summary(played, match.rules.target, match.score)
    print("\n".join(_lines(match, found)))
    if picture is not None:
        picture.write_bytes(render(_view(match, found), Style()).png)
    if as_json:
        print(json.dumps(_document(match, found)))


def _progress(pairs: int) -> Callable[[int], None]:
    """Return a function that shows how many pairs are played; nothing where nobody watches."""

    def show(done: int) -> None:
        if sys.stderr.isatty():
            filled = _BAR * done // pairs
            end = "\n" if done == pairs else ""
            print(
                f"\r[{'#' * filled}{'.' * (_BAR - filled)}] {done} of {pairs} pairs",
                end=end,
                file=sys.stderr,
                flush=True,
            )

    return show


def _result(found: Summary) -> str:
    half = "" if found.high is None else f" ± {found.high - found.points:.0f}"
    return f"{found.points:+.0f}{half}".replace("-", "−")


def _lines(match: ArenaMatch, found: Summary) -> list[str]:
    """Return the report in words."""
    a, b = match.entrants
    rules = match.rules
    lines = [
        f"{a} against {b}: {rules.name}, table {rules.layout}, {found.pairs} pairs"
        f" ({'reserved deals' if match.reserved else 'deals for tuning'}, seed {match.seed})",
        f"{_result(found)} points a round for {a}, with the 95 % interval of pair means",
        f"rounds {found.rounds_won} : {found.rounds_lost}, pairs {found.pairs_won} : {found.pairs_lost},"
        f" matches to {rules.target:,} {found.matches_won} : {found.matches_lost}",
        f"{found.by_stock:.0%} of rounds ended by the stock",
        f"{'':24}{a[:14]:>16}{b[:14]:>16}",
        *(f"{label:24}{_text(one):>16}{_text(other):>16}" for label, one, other in found.figures),
    ]
    for name, faults in zip(match.entrants, found.faults, strict=True):
        if faults:
            lines.append(f"faults of {name}: {', '.join(f'{kind} {count}' for kind, count in sorted(faults.items()))}")
    return lines


def _text(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def _document(match: ArenaMatch, found: Summary) -> dict[str, Any]:
    """Return the last line of `--json`."""
    return {
        "a": match.entrants[0],
        "b": match.entrants[1],
        "pairs": found.pairs,
        "points": round(found.points, 1),
        "low": None if found.low is None else round(found.low, 1),
        "high": None if found.high is None else round(found.high, 1),
        "rounds_won": found.rounds_won,
        "pairs_won": found.pairs_won,
    }


def _view(match: ArenaMatch, found: Summary) -> ArenaView:
    a, b = match.entrants
    return ArenaView(
        title=f"{a} against {b}",
        subtitle=f"{match.rules.name}, table {match.rules.layout}: points a round over {found.pairs} pairs of deals",
        result=_result(found),
        course=found.course,
        names=(a, b),
        figures=tuple((label, _text(one), _text(other)) for label, one, other in found.figures),
    )
