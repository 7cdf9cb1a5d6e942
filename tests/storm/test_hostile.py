"""Every hostile input is answered by a sentence.

No error gets into the log, and nothing changes that the sender may not change.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.storm import hostile

pytestmark = pytest.mark.slow

COUNT = 1_200
"""How many inputs are sent; `python -m tests.storm hostile` sends a hundred thousand."""


async def test_hostile_inputs(tmp_path: Path, recwarn: pytest.WarningsRecorder) -> None:
    report = (await hostile.run(tmp_path / "canasta.sqlite3", COUNT, seed=7)).report
    assert not report.violations, str(report)
    # How many there are of each depends on the ids that it has learned so far, and so on how soon the bot answers.
    assert min(report.counts[kind] for kind in ("/canasta", "completing", "press", "form", "lawful changes")) > 0
    # The bot doesn't even begin what a forged press asks for.
    assert [str(one.message) for one in recwarn if "never awaited" in str(one.message)] == []
