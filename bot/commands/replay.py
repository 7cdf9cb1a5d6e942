"""The command `python -m bot replay`: plays recorded games again and prints where they lead."""

from __future__ import annotations

import argparse

from bot.canasta.position import Document
from bot.canasta.record import replay
from bot.commands.options import print_document, read_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="a record; - for standard input")
    parser.add_argument("--trace", action="store_true", help="print the state after every move as well")


def run(options: argparse.Namespace) -> int:
    """Run the command and return its exit status."""

    def trace(move: str, state: Document | None) -> None:
        print_document({"move": move, "state": state})

    status = 0
    for name in options.files:
        try:
            document = read_json(name)
        except (OSError, ValueError, RecursionError) as error:
            ended, answer = 2, {"ok": False, "error": {"code": "bad-record", "message": f"{name}: {error}"}}
        else:
            ended, answer = replay(document, trace if options.trace else None)
        print_document(answer)
        status = max(status, ended)
    return status
