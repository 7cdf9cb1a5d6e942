"""Signs of texts that people write: those that nobody sees."""

from __future__ import annotations

import functools
import unicodedata

#: Signs that are drawn as nothing, though they count as letters, marks or symbols: people take them for a name that nobody sees.
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")


@functools.lru_cache(maxsize=4096)
def is_invisible(sign: str) -> bool:
    """Return whether a sign is drawn as nothing, or only says how others look: variation selectors, joiners, directions, keycaps."""
    return unicodedata.category(sign) in ("Cf", "Me") or "\ufe00" <= sign <= "\ufe0f" or sign in _BLANK


def has_visible(text: str) -> bool:
    """Return whether a text has a sign that is seen by itself."""
    return any(not is_invisible(sign) and unicodedata.category(sign)[0] not in "CMZ" for sign in text)
