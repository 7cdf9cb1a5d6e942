"""The cost of tests: `pytest --processor-time` says the processor time of files, tests and collecting, and which `slow`
marks are wrong.

Processor time hardly depends on what else the machine does. That of all processes which a test starts is counted on
Linux, elsewhere only that of processes which have ended.
"""

from __future__ import annotations

import contextlib
import os
import resource
from collections import Counter, defaultdict
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from _pytest.terminal import TerminalReporter

#: Seconds from which a test is slow, and under which it is quick; between them it may be either, as no two runs cost the same.
SLOW, QUICK = 0.5, 0.25
#: How many of the dearest files and tests are named.
NAMED = 40


def spent() -> float:
    """Return the processor seconds of this process so far, and of all that it has started."""
    own, ended = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    running = sum(map(_of_process, _children("self")))
    return own.ru_utime + own.ru_stime + ended.ru_utime + ended.ru_stime + running


def _of_process(number: str) -> float:
    """Return the processor seconds of a process and of all that it has started."""
    try:
        fields = Path("/proc", number, "stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return 0.0
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK") + sum(map(_of_process, _children(number)))


def _children(number: str) -> list[str]:
    """Return the numbers of the processes that a process has started and that have not ended."""
    found: list[str] = []
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        for each in Path("/proc", number, "task").glob("*/children"):
            found += each.read_text().split()
    return found


class ProcessorTime:
    """A plugin of pytest that measures in the processes which run tests, and adds up in the one that shows results."""

    def __init__(self) -> None:
        self._since = spent()
        self._tests = Counter[str]()
        self._marked: set[str] = set()
        self._starts = Counter[str]()

    def pytest_runtestloop(self) -> None:
        """Begin to measure tests, now that they are collected."""
        self._since = spent()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Note in a report what its part of a test has cost, and what was done between that test and the one before it."""
        report = yield
        before, self._since = self._since, spent()
        report.processor_time = self._since - before  # type: ignore[attr-defined]
        report.slow = item.get_closest_marker("slow") is not None  # type: ignore[attr-defined]
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add a report up, which may come from another process, unless that process has died in the test."""
        cost: Any = getattr(report, "processor_time", 0)
        self._tests[report.nodeid] += cost
        if getattr(report, "slow", False):
            self._marked.add(report.nodeid)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Send a worker's time for its start and for collecting to the process that shows results."""
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput["collecting"] = spent()

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Take the times that a worker has sent."""
        self._starts[node.gateway.id] = getattr(node, "workeroutput", {}).get("collecting", 0.0)

    def pytest_terminal_summary(self, terminalreporter: TerminalReporter) -> None:
        """Say what was measured."""
        tell = terminalreporter
        files, numbers = Counter[str](), defaultdict[str, int](int)
        for test, seconds in self._tests.items():
            file = test.partition("::")[0]
            files[file] += seconds
            numbers[file] += 1
        quick = sum(seconds for test, seconds in self._tests.items() if test not in self._marked)
        tell.section("processor time")
        tell.line(
            f"{sum(files.values()):.0f} s in {len(self._tests)} tests, {quick:.0f} s of them in quick ones;"
            f" {sum(self._starts.values()):.0f} s to start and collect in {len(self._starts)} processes"
        )
        for file, seconds in files.most_common(NAMED):
            tell.line(f"{seconds:8.1f} s  {numbers[file]:5} tests  {file}")
        for test, seconds in self._tests.most_common(NAMED):
            tell.line(f"{seconds:8.1f} s  {test}")
        wrong = [
            (seconds, test, "slow" if test in self._marked else "quick")
            for test, seconds in self._tests.most_common()
            if (seconds >= SLOW and test not in self._marked) or (seconds < QUICK and test in self._marked)
        ]
        tell.line(f"{len(wrong)} tests are marked slow and are not, or the other way round")
        for seconds, test, mark in wrong:
            tell.line(f"{seconds:8.2f} s  {mark}  {test}")
