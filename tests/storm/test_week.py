"""Two days of a small club in which the bot is killed six times: nothing is lost, doubled, or stuck."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.storm import week

pytestmark = pytest.mark.slow

PLAN = week.Plan(days=2, people=12, tables=6, kills=6)
"""A small plan; `python -m tests.storm week` takes a week, forty people, thirty tables and two hundred kills."""


async def test_two_days(tmp_path: Path) -> None:
    report = await week.run(tmp_path / "canasta.sqlite3", PLAN, seed=3)
    assert not report.violations, str(report)
    assert report.counts["kills"] >= PLAN.kills - 2
    # Hands are dealt at random and kills come at random moments: between 44 and about 90 moves have been seen.
    assert report.counts["moves by people"] > 20
