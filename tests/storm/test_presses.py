"""Whatever people press, the bot sends nothing that Discord would refuse, nothing fails, and everything is answered."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.storm import presses

pytestmark = pytest.mark.slow

STEPS = 120
"""How many steps are made; `python -m tests.storm presses` goes on for minutes, at tables of any variant."""


@pytest.mark.parametrize(("variant", "seed"), [("classic", 5), ("samba", 6)])
async def test_presses(tmp_path: Path, variant: str, seed: int) -> None:
    report = await presses.run(tmp_path / "canasta.sqlite3", presses.Plan(variant, steps=STEPS), seed)
    assert not report.violations, str(report)
    assert sum(count for what, count in report.counts.items() if what.startswith("press ")) > STEPS / 3
    assert report.counts["tables begun"]
    assert report.counts["moves: draw"]
