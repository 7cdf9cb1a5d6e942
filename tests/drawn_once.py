"""Pictures that worlds of this process have drawn: the same view in the same looks is drawn once for all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any
from unittest import mock

from bot.ui import pictures

#: How many are kept, the last ones.
_KEPT = 1000
_drawn: dict[object, Any] = {}


@contextmanager
def drawn_once() -> Iterator[None]:
    """Have the bot take a picture that was drawn before in this process: many tests begin with the same deal.

    The translation is a part of the looks, so that a test with texts of its own gets pictures of its own.
    """

    def remembering(draw: Callable[[partial[Any]], Any]) -> Callable[[partial[Any]], Any]:
        def once(work: partial[Any]) -> Any:
            wanted = (work.func, work.args, tuple(work.keywords.items()))
            picture = _drawn.pop(wanted, None)
            if picture is None:
                picture = draw(work)
                while len(_drawn) >= _KEPT:
                    _drawn.pop(next(iter(_drawn)), None)
            _drawn[wanted] = picture
            return picture

        return once

    with (
        mock.patch.object(pictures, "_timed", remembering(pictures._timed)),
        # Cards that no picture shows are not drawn ahead.
        mock.patch.object(pictures, "prewarm", return_value=None),
    ):
        yield
