"""Everything that reads what people or files say refuses what it can't read by a sentence, and raises nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz.readers import readers
from tests.fuzz.run import run

pytestmark = pytest.mark.slow

INPUTS = 1_500
"""How many inputs are read; `python -m tests.fuzz --inputs 100000` has more of them read."""


def test_readers_refuse_what_they_cant_read(tmp_path: Path) -> None:
    report = run(INPUTS, seed=1, folder=tmp_path)
    assert not report.violations, str(report)
    # The damage is small enough that much is read all the same, and large enough that much is refused.
    for reader in readers(tmp_path):
        assert report.counts[f"{reader.name}, read"] or report.counts[f"{reader.name}, refused"]
    for name in ("records", "house rules", "typed melds", "moves", "custom ids", "requests over HTTP"):
        assert report.counts[f"{name}, read"] > 0
        assert report.counts[f"{name}, refused"] > 0
