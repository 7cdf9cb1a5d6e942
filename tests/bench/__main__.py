"""Measurements: `python -m tests.bench NAME` runs `tests/bench/NAME.py`.

`python -m tests.bench NAME --against COMMIT [--passes N]` runs it in that commit and in this tree by turns, and prints
both's figures with their ratios.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from pathlib import Path

from tests.bench._against import compare

_HERE = Path(__file__).parent


def main(arguments: list[str]) -> int:
    """Run the measurement that `arguments` names and return its exit status."""
    names = sorted(path.stem for path in _HERE.glob("[a-z]*.py"))
    if not arguments or arguments[0] not in names:
        sys.exit(f"What to measure: {', '.join(names)}.")
    name = arguments[0]
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--against", metavar="COMMIT")
    parser.add_argument("--passes", type=int, default=3)
    both, rest = parser.parse_known_args(arguments[1:])
    if both.against is not None:
        return compare(name, both.against, both.passes, rest, _HERE.parent.parent)
    module = importlib.import_module(f"tests.bench.{name}")
    status: int = module.main(rest)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
