"""Browsers in which somebody opened a table by a link made for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

#: Seconds for which a link that was made for somebody can be used.
LINK_SECONDS: Final = 120


@dataclass(frozen=True, slots=True)
class Browser:
    """A browser in which a person is known `until` a time. Times are seconds UTC; `seen_at` is right to an hour."""

    id: int
    user_id: int
    since: int
    seen_at: int
    until: int


@dataclass(frozen=True, slots=True)
class Entered:
    """A link that was used: whose it was, and the table that it opens."""

    user_id: int
    game_id: int
