"""Processes that computers think in: none outlives the one that began it."""

from __future__ import annotations

import multiprocessing
import os
import threading


def end_with_parent() -> None:
    """Have this process end as soon as the one that began it has ended, in whatever way; do nothing where none did.

    A pool's processes would wait for ever: each holds the other end of the pipe that its work comes through.
    """
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def wait() -> None:
        # The process waits for a pipe that closes with the parent, or on Windows for the parent itself.
        parent.join()
        os._exit(1)

    threading.Thread(target=wait, name="end with parent", daemon=True).start()
