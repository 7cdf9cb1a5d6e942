"""The usage of a process: processor time, memory, and the files of its database."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from pathlib import Path

import psutil


class Usage:
    """A process, by default this one, and with `children` those that it has started."""

    def __init__(self, pid: int | None = None, *, children: bool = True) -> None:
        self._process = psutil.Process(pid)
        self._children = children
        self._before = 0.0

    def mark(self) -> None:
        """Count processor time from now on."""
        self._before = self._seconds()

    @property
    def processor_seconds(self) -> float:
        """The processor time since `mark`, in all threads."""
        return self._seconds() - self._before

    @property
    def megabytes(self) -> float:
        """The memory that is in use now (resident set)."""
        return sum(one.memory_info().rss for one in self._all()) / 1e6

    def _seconds(self) -> float:
        return sum(one.cpu_times().user + one.cpu_times().system for one in self._all())

    def _all(self) -> list[psutil.Process]:
        return [self._process, *(self._process.children(recursive=True) if self._children else ())]


def database_bytes(path: Path) -> int:
    """Return the size of an SQLite file and its log."""
    return sum(one.stat().st_size for one in path.parent.glob(f"{path.name}*") if one.suffix != ".lock")


def milliseconds(seconds: Sequence[float], percentile: int) -> float:
    """Return a percentile of times, in milliseconds."""
    parts = statistics.quantiles(seconds, n=100, method="inclusive") if len(seconds) > 1 else [*seconds] * 99
    return round(parts[percentile - 1] * 1000, 1)
