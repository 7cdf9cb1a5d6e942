"""Whether something was stored for the running task, which whoever asked for it hears when the rest fails."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

#: One entry for each change that was committed since `watch`; None where nobody watches.
_watched: ContextVar[list[None] | None] = ContextVar("watched", default=None)


def watch() -> None:
    """Start watching for `changed`: the running task, and those that it starts."""
    _watched.set([])


def changed() -> bool:
    """Return whether something was committed since `watch` by the running task, or by those that it started."""
    return bool(_watched.get())


def note() -> None:
    """Count one more change, which was committed just now."""
    watched = _watched.get()
    if watched is not None:
        watched.append(None)


@contextmanager
def unasked() -> Iterator[None]:
    """Keep what is committed inside from counting as a change: nobody asked for it."""
    before = _watched.set(None)
    try:
        yield
    finally:
        _watched.reset(before)
