"""Events that Discord sends over HTTP: what the bot heeds of them is that somebody takes the app away from their account."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

_ID = re.compile(r"[0-9]{1,19}")
_LARGEST_ID = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Deauthorized:
    """A person, and when they took the app away (seconds UTC)."""

    user_id: int
    at: int


def read(message: dict[str, Any]) -> Deauthorized | None:
    """Return what a message with an event says, None for an event that the bot doesn't heed.

    Raises `ValueError` for one that can't be read.
    """
    match message:
        case {"type": 1, "event": {"type": "APPLICATION_DEAUTHORIZED"}}:
            return _deauthorized(message["event"])
        case {"type": 1, "event": {"type": str()}}:
            return None
    raise ValueError


def _deauthorized(event: dict[str, Any]) -> Deauthorized:
    match event:
        case {"timestamp": str(timestamp), "data": {"user": {"id": str(user_id)}}} if _ID.fullmatch(user_id):
            if not 0 < int(user_id) <= _LARGEST_ID:
                raise ValueError
            moment = datetime.fromisoformat(timestamp)
            # Discord's own times have no zone, and are in UTC.
            moment = moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
            at = int(moment.timestamp())
            if at > 0:
                return Deauthorized(int(user_id), at)
    raise ValueError
