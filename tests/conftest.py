"""What concerns all tests: compiled modules are kept for the processes that tests start, and slow tests come first."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

if sys.dont_write_bytecode:
    # Otherwise every worker and every process that a test starts would compile all modules again, which takes seconds.
    sys.dont_write_bytecode = False
    sys.pycache_prefix = str(Path(__file__).parents[1] / ".pytest_cache" / "bytecode")
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put a share of the slow tests at the beginning of each worker's part, so that none ends alone with one of them."""
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    slow = [item for item in items if item.get_closest_marker("slow")]
    quick = [item for item in items if not item.get_closest_marker("slow")]
    share = -(-len(quick) // workers)
    items[:] = [
        item
        for worker in range(workers)
        for item in slow[worker::workers] + quick[worker * share : (worker + 1) * share]
    ]
