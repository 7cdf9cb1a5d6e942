"""Invitations to tables in direct messages: their codes, and how long they hold. Pure functions."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from typing import Final

from bot.data.tables import Home, InDirectMessages, Invitation
from bot.tables.rules.numbers import plain

#: Seconds for which an invitation holds.
HOLDS: Final = 7 * 24 * 3600
#: The characters of a code, without those that look like others, and how many a code has: nobody finds one by trying, a few a minute.
_CHARACTERS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
_LENGTH: Final = 8
_PART: Final = 4
#: A code within other words, as somebody passes it on. Between its parts stands one of the dashes of keyboards and phones.
_WITHIN: Final = re.compile(rf"\b([{_CHARACTERS}]{{{_PART}}})[-‐–—−]([{_CHARACTERS}]{{{_LENGTH - _PART}}})\b")


def drawn(chance: random.Random, now: int) -> Invitation:
    """Return a new invitation, from now on (seconds UTC)."""
    return Invitation("".join(chance.choice(_CHARACTERS) for _each in range(_LENGTH)), now + HOLDS)


def written(code: str) -> str:
    """Return a code as people read it, in two parts."""
    return f"{code[:_PART]}-{code[_PART:]}"


def read(text: str) -> str | None:
    """Return the code that somebody typed or copied, however they write it; None for a text without one, or with two."""
    signs = plain(text).upper()
    code = "".join(filter(str.isalnum, signs))
    if len(code) == _LENGTH and set(code) <= set(_CHARACTERS):
        return code
    found = {"".join(parts) for parts in _WITHIN.findall(signs)}
    return found.pop() if len(found) == 1 else None


def closed(home: Home) -> Home:
    """Return the home of a table to which nobody can come any more."""
    return replace(home, invitation=None) if isinstance(home, InDirectMessages) else home
