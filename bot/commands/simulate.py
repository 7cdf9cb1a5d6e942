"""The command `python -m bot simulate`: lets computer players play, and checks every move."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from bot.canasta.rules import RulesError
from bot.commands.options import print_document
from bot.computer.workshop.simulate import SimulationError, simulate, tables
from bot.tables.rules import house_rules


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("--variant", default="classic", help="what to play; all: every table, a line for each")
    parser.add_argument(
        "--layout",
        help="the table, by its name in the list of `variants` (default: the one for four, or else its first)",
    )
    parser.add_argument("--house", default="none", metavar="RULES", help="house rules, a list or a code: target=1500")
    parser.add_argument("--games", type=int, default=100, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument(
        "--players", default="random", metavar="LEVEL[,LEVEL...]", help="one level for all, or one a seat or side"
    )
    parser.add_argument(
        "--most-rounds",
        type=int,
        default=300,
        metavar="N",
        help="leave a game unfinished after so many (default %(default)s)",
    )
    parser.add_argument(
        "--thorough",
        type=int,
        default=10,
        metavar="N",
        help="in one game of N, try every offered move and replay the record (default %(default)s)",
    )
    parser.add_argument("--records", type=Path, metavar="DIR", help="write every game into this directory")


def run(options: argparse.Namespace) -> int:
    """Run the command and return its exit status."""
    status = 0
    try:
        for rules in tables(options.variant, options.layout, house_rules.read(options.house)):
            report = simulate(
                rules,
                games=options.games,
                seed=options.seed,
                players=options.players.split(","),
                most_rounds=options.most_rounds,
                thorough=options.thorough,
                records=options.records,
            )
            print_document(report)
            status = 1 if report["violations"] else status
    except (RulesError, SimulationError) as error:
        sys.exit(f"simulate: {str(error).rstrip('.')}.")
    return status
