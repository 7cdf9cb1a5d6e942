"""The command `python -m bot verify`: checks that no deal of a recorded game was changed after it was dealt."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from bot.canasta.reading import BadRecord
from bot.commands.options import read_json
from bot.tables.rules.seals import read_seals
from bot.tables.tools.verify import verify


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("record", metavar="RECORD", help="a record; - for standard input")
    parser.add_argument(
        "--seals", type=Path, metavar="FILE", help="its seals (default: the file beside it named like it, with -seals)"
    )
    parser.add_argument(
        "--commitment",
        action="append",
        default=[],
        metavar="[ROUND:]HEX",
        help="what you noted when the cards were dealt, 16 digits or more; can be given several times",
    )


def run(options: argparse.Namespace) -> int:
    """Run the command and return its exit status."""

    def read(name: str | Path, otherwise: str) -> object:
        try:
            return read_json(name)
        except FileNotFoundError:
            raise BadRecord(f"{name}: there is no such file{otherwise}") from None
        except OSError as error:
            raise BadRecord(f"{name}: {error.strerror}") from None
        except (ValueError, RecursionError):
            raise BadRecord(f"{name}: that is no JSON document") from None

    try:
        if options.record == "-" and options.seals is None:
            raise BadRecord("--seals must say where the seals are of a record that comes from standard input")
        document = read(options.record, "")
        beside = options.seals or Path(options.record).with_name(f"{Path(options.record).stem}-seals.json")
        seals = read_seals(read(beside, "; the seals come with the record, and --seals says where they are"))
        findings = list(verify(document, seals, options.commitment))
    except BadRecord as error:
        print(f"verify: {error}.", file=sys.stderr)
        return 2
    for finding in findings:
        print(finding.text)
    honest = all(finding.good for finding in findings)
    print("Every deal is the one that was sealed." if honest else "Not everything agrees.")
    return 0 if honest else 1
