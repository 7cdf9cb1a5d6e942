"""Many cases in one test: collecting each as a test of its own costs every worker more than most cases do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def case(*names: object) -> Iterator[None]:
    """Name the case in the error of a test that fails for it."""
    try:
        yield
    except BaseException as error:
        error.add_note(f"The case: {' '.join(map(str, names))}")
        raise


def in_one_test(cases: Iterable[object]) -> Callable[[Callable[..., None]], Callable[[], None]]:
    """Have a test try all cases, each a tuple of its parameters or the only one. It fails with all that fail, by name."""

    given = [each if isinstance(each, tuple) else (each,) for each in cases]

    def joined(test: Callable[..., None]) -> Callable[[], None]:
        def tries_all() -> None:
            failed: list[BaseException] = []
            for parameters in given:
                try:
                    with case(*parameters):
                        test(*parameters)
                except (Exception, pytest.fail.Exception) as error:
                    failed.append(error)
            assert given, "there are no cases"
            if failed:
                names = ", ".join(error.__notes__[-1].removeprefix("The case: ") for error in failed)
                raise BaseExceptionGroup(f"failed of {len(given)}: {names}", failed)

        # Not by `functools.wraps`: pytest would take the parameters for fixtures.
        tries_all.__name__, tries_all.__doc__, tries_all.__module__ = test.__name__, test.__doc__, test.__module__
        return tries_all

    return joined
