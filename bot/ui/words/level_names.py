"""The levels of computers as people read them: a name, and what such a computer is like."""

from __future__ import annotations

from collections.abc import Callable

from bot.ui.i18n import N_, _, pgettext

_NAMES: dict[str, Callable[[], str]] = {
    "random": lambda: pgettext("level of a computer player", "random"),
    "easy": lambda: pgettext("level of a computer player", "easy"),
    "normal": lambda: pgettext("level of a computer player", "normal"),
    "hard": lambda: pgettext("level of a computer player", "hard"),
}
_LIKE = {
    "easy": N_("Plays as beginners do, mistakes included"),
    "normal": N_("Plays soundly, but doesn't think far ahead"),
    "hard": N_("Remembers what was played and thinks through how the round may go"),
}


def level_name(level: str) -> str:
    """Return the name of a level."""
    return _NAMES[level]()


def level_description(level: str) -> str:
    """Return what computers of a level that people can choose are like, in one sentence without full stop."""
    return _(_LIKE[level])
