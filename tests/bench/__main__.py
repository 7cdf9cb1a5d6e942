"""Measurements: `python -m tests.bench NAME` runs `tests/bench/NAME.py`."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path


def main(arguments: list[str]) -> int:
    """Run the measurement that `arguments` names and return its exit status."""
    names = sorted(path.stem for path in Path(__file__).parent.glob("[a-z]*.py"))
    if not arguments or arguments[0] not in names:
        sys.exit(f"What to measure: {', '.join(names)}.")
    module = importlib.import_module(f"tests.bench.{arguments[0]}")
    status: int = module.main(arguments[1:])
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
