"""Faults of written rules, as data: the rule, the reason, and what would work."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence

from ..errors import reason

#: The most characters of what was written that a message repeats.
ECHO = 40


class RulesError(ValueError):
    """A rule set that can't be read or can't work.

    `code` is stable and translatable (`errors.REASONS` has a sentence for each), `facts` fill that sentence. `place` is
    where it was read (a file, "house rules"), empty if that is clear anyway. `str` gives the whole sentence in English.
    `others` are what else is wrong there, for the author of a file.
    """

    def __init__(self, code: str, place: str = "", **facts: object) -> None:
        super().__init__(code)
        self.code = code
        self.place = place
        self.facts = facts
        self.others: list[RulesError] = []

    def __str__(self) -> str:
        said = reason(self.code, self.facts)
        return f"{self.place}: {said}" if self.place else said

    def lines(self) -> list[str]:
        """Return all that is wrong, one text for each fault."""
        return list(dict.fromkeys(map(str, [self, *self.others])))


def raise_all(errors: Sequence[RulesError]) -> None:
    """Raise the first of these errors, if there are any, with the others in it."""
    if errors:
        first = errors[0]
        first.others = [other for error in errors for other in (error, *error.others) if other is not first]
        raise first


def close_to(written: object, names: Iterable[str]) -> dict[str, str]:
    """Return the fact of a `RulesError` that gives the name that is probably meant; no fact if none is similar."""
    found = difflib.get_close_matches(str(written)[:ECHO], names, 1)
    return {"close": found[0]} if found else {}
