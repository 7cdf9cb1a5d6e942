"""`python -m bot` with shuffles that come out the same every time: the seed is the setting CANASTA_TEST_SEED."""

from __future__ import annotations

import os
import random
import sys

from bot.__main__ import main

if __name__ == "__main__":
    seed = int(os.environ.pop("CANASTA_TEST_SEED"))
    random.SystemRandom = lambda: random.Random(seed)  # type: ignore[misc, assignment]
    sys.exit(main(["run"]))
