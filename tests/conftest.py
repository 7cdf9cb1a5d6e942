"""Settings of all tests: compiled modules are kept for the processes that tests start, and slow tests come first."""

from __future__ import annotations

import gc
import inspect
import os
import re
import sys
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest

from bot.store import postgresql
from tests import postgresql_server, stored
from tests.processor_time import ProcessorTime

if sys.dont_write_bytecode:
    # Otherwise every worker and every process that a test starts would compile all modules again, which takes seconds.
    sys.dont_write_bytecode = False
    sys.pycache_prefix = str(Path(__file__).parents[1] / ".pytest_cache" / "bytecode")
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


#: The server of a busy machine may take long to notice that a bot has ended.
postgresql._ENDING_SECONDS = 100.0

#: The tests for PostgreSQL unless tests are named.
ON_POSTGRESQL = ("tests/store", "tests/tables", "tests/league", "tests/test_whole_game.py")

#: How much makes the garbage collector go over its three generations.
SWEPT_AFTER = (10_000, 10, 10)

#: The expression that leaves the slow tests out, and the line by which all tests of a file are slow.
QUICK = "not slow"
_ALL_SLOW = re.compile(r"^pytestmark = .*\bmark\.slow\b", re.MULTILINE)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let tests be run on either store, and be measured."""
    parser.addoption("--store", choices=("sqlite", "postgresql"), default="sqlite", help="where tests keep games")
    parser.addoption(
        "--processor-time", action="store_true", help="say what tests cost, and which slow marks are wrong"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Choose the tests and, in the process that starts all others, say what they run on."""
    if config.getoption("store") == "postgresql" and config.args_source is pytest.Config.ArgsSource.TESTPATHS:
        config.args[:] = ON_POSTGRESQL
    if config.getoption("processor_time"):
        config.pluginmanager.register(ProcessorTime())
    if not hasattr(config, "workerinput"):
        os.environ[stored.STORE] = config.getoption("store")
        postgresql_server.prepare()


def pytest_unconfigure(config: pytest.Config) -> None:
    """Stop what was started for all processes."""
    if not hasattr(config, "workerinput"):
        postgresql_server.stop()


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Return how many processes run tests.

    Some slow tests wait for other processes: five of ours at a time keep two cores busy. Quick ones wait for nothing, and
    each process has to collect them first, which takes as long as a fifth of them all.
    """
    cores = max(2, os.cpu_count() or 2)
    return cores if config.getoption("markexpr") == QUICK else max(5, cores)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out files of slow tests alone where only quick ones are wanted, with all that they would import."""
    if config.getoption("markexpr") != QUICK or not collection_path.match("test_*.py"):
        return None
    return True if _ALL_SLOW.search(collection_path.read_text(encoding="utf-8")) else None


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Have the garbage collector sweep seldom, and leave modules and tests out: each world that ends would go over all of them."""
    gc.set_threshold(*SWEPT_AFTER)
    _leave_out()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Leave out what a file's tests have loaded, too: catalogues, sprites, Discord's description of its API."""
    if nextitem is not None and nextitem.path != item.path:
        _leave_out()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Show what a failed test says of itself: often which command mends it."""
    report = yield
    said = getattr(getattr(item, "function", None), "__doc__", None)
    if report.failed and said:
        report.sections.append(("What the test says", inspect.cleandoc(said)))
    return report


def _leave_out() -> None:
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def _cleared() -> Iterator[None]:
    """Delete what a test has left on a server."""
    yield
    stored.clear()


def _keeps_games(item: pytest.Item) -> bool:
    """Return whether a test keeps games where `place` says: no one does that has no folder of its own."""
    return "tmp_path" in getattr(item, "fixturenames", ()) and not item.get_closest_marker("sqlite")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what keeps no games, or is about SQLite's own files, where tests run on PostgreSQL, and deal the others."""
    if config.getoption("store") == "postgresql":
        left_out = [item for item in items if not _keeps_games(item)]
        items[:] = [item for item in items if _keeps_games(item)]
        config.hook.pytest_deselected(items=left_out)
    items[:] = _dealt(items, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))


def _dealt(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """Return tests in an order of which each worker takes an equal part, one after another.

    Each part begins with its slow tests, so that no worker ends alone with one of them. A worker gets all tests of a
    file, of those with slow ones: what they share is then made once.
    """
    files: dict[Path, tuple[list[pytest.Item], list[pytest.Item]]] = {}
    for item in items:
        slow, quick = files.setdefault(item.path, ([], []))
        (slow if item.get_closest_marker("slow") else quick).append(item)
    parts: list[tuple[list[pytest.Item], list[pytest.Item]]] = [([], []) for _ in range(workers)]
    for slow, quick in sorted(files.values(), key=lambda both: len(both[0]), reverse=True):
        sizes = [len(first) if slow else len(first) + len(last) for first, last in parts]
        first, last = parts[sizes.index(min(sizes))]
        first.extend(slow)
        last.extend(quick)
    shares = [(len(items) + number) // workers for number in range(workers)]
    spare: list[pytest.Item] = []
    for share, (first, last) in zip(shares, parts, strict=True):
        kept = max(0, share - len(first))
        spare += last[kept:]
        del last[kept:]
    for share, (first, last) in zip(shares, parts, strict=True):
        missing = max(0, share - len(first) - len(last))
        last.extend(spare[:missing])
        del spare[:missing]
    return [item for first, last in parts for item in (*first, *last)] + spare
