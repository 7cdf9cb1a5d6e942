"""Invitations to tables in direct messages: their codes, and how long they hold. Pure functions."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Final

from bot.data.tables import Home, InDirectMessages, Invitation

#: Seconds for which an invitation holds.
HOLDS: Final = 7 * 24 * 3600
#: The characters of a code, without those that look like others, and how many a code has: nobody finds one by trying, a few a minute.
_CHARACTERS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
_LENGTH: Final = 8
_PART: Final = 4


def drawn(chance: random.Random, now: int) -> Invitation:
    """Return a new invitation, from now on (seconds UTC)."""
    return Invitation("".join(chance.choice(_CHARACTERS) for _each in range(_LENGTH)), now + HOLDS)


def written(code: str) -> str:
    """Return a code as people read it, in two parts."""
    return f"{code[:_PART]}-{code[_PART:]}"


def read(text: str) -> str | None:
    """Return the code that somebody typed, however they write it; None for a text that is none."""
    code = "".join(filter(str.isalnum, text)).upper()
    return code if len(code) == _LENGTH and set(code) <= set(_CHARACTERS) else None


def closed(home: Home) -> Home:
    """Return the home of a table to which nobody can come any more."""
    return replace(home, invitation=None) if isinstance(home, InDirectMessages) else home
