"""The whole trial: `python -m tests.fuzz --inputs 100000`."""

from __future__ import annotations

import argparse
import logging
import sys
import tempfile
import time
from pathlib import Path

from tests.fuzz.run import run


def main() -> int:
    """Run the trial and print its report; return 1 if a reader raised what it doesn't declare, else 0."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--inputs", type=int, default=10_000, metavar="N", help="how many (default %(default)s)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="which ones (default %(default)s)")
    asked = parser.parse_args()
    logging.disable()  # that a request could not be read would be said a hundred thousand times
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        report = run(asked.inputs, asked.seed, Path(folder))
    print(report)
    print(f"{asked.inputs:,} inputs in {time.perf_counter() - began:,.0f} s")
    return bool(report.violations)


if __name__ == "__main__":
    sys.exit(main())
