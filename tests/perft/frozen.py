"""Reads the frozen rounds, and says where one goes otherwise now."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.perft.walk import Start, Walk, walk

FILE = Path(__file__).parent / "rounds.jsonl"
"""A round a line: table, house rules, seed, number of moves listed, digest, and the trace with a letter for each step."""


@dataclass(frozen=True)
class Frozen:
    """A round, and what it came to when it was frozen."""

    start: Start
    walk: Walk

    def document(self) -> list[Any]:
        """Return the line of the file."""
        start, walked = self.start, self.walk
        return [start.variant, start.layout, start.house, start.seed, walked.listed, walked.digest, walked.trace]


def frozen_rounds() -> list[Frozen]:
    """Return all rounds of the file, in its order."""
    rounds = []
    for line in FILE.read_text(encoding="utf-8").splitlines():
        variant, layout, house, seed, listed, digest, trace = json.loads(line)
        rounds.append(Frozen(Start(variant, layout, house, seed), Walk(trace, listed, digest)))
    return rounds


def difference(frozen: Frozen) -> str:
    """Return where a round goes otherwise than it was frozen, in words; empty if nowhere."""
    now, start = walk(frozen.start), frozen.start
    if now == frozen.walk:
        return ""
    both = zip(now.trace, frozen.walk.trace, strict=False)
    step = next((place for place, (one, other) in enumerate(both) if one != other), None)
    where = f"at step {step}" if step is not None else f"after {min(len(now.trace), len(frozen.walk.trace))} steps"
    house = ", ".join(f"{name}={value}" for name, value in start.house.items())
    return f"{start.variant} {start.layout} {house or 'without house rules'}, seed {start.seed}: differs {where}"
