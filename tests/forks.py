"""The context of processes that begin as copies of one which has everything loaded and no threads.

There is one such process for all tests of a process, so they have to agree on what it loads.
"""

from __future__ import annotations

import multiprocessing

CONTEXT = multiprocessing.get_context("forkserver")
CONTEXT.set_forkserver_preload(
    [
        "tests.killed",
        "tests.tables.test_killed",
        "tests.tables.test_midnights",
        "tests.store.test_tools",
        "tests.forked_bot",
        "tests.warm",
    ]
)
