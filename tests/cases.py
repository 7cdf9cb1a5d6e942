"""Many cases in one test: collecting each as a test of its own costs every worker more than most cases do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def case(*names: object) -> Iterator[None]:
    """Name the case in the error of a test that fails for it."""
    try:
        yield
    except BaseException as error:
        error.add_note(f"The case: {' '.join(map(str, names))}")
        raise
