"""The outcome of a trial."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

_SHOWN = 40


@dataclass
class Report:
    """The happenings, in numbers, and forbidden ones, in sentences."""

    counts: Counter[str] = field(default_factory=Counter)
    violations: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        lines = [f"{count:>8,} {what}" for what, count in sorted(self.counts.items())]
        return "\n".join([*lines, f"{len(self.violations):>8,} violations", *self.violations[:_SHOWN]])
