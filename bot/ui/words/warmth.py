"""Warm words on moments that people feel: a draw, a comeback, a clean review, a first win.

Each moment has a few sentences, so that they don't wear out. A number, such as the table's, chooses one, so that
everybody reads the same.
"""

from __future__ import annotations

from bot.ui.i18n import _


def drawn(number: int) -> str:
    """Return a word on a game without a winner."""
    return _one_of(
        number,
        _("Not a point apart at the top: what a game!"),
        _("So close that nobody lost. Play it off?"),
        _("Well matched! A rematch will tell."),
    )


def came_back(number: int, points: str) -> str:
    """Return a word on those who lead now, and were some points behind."""
    return _one_of(
        number,
        _("What a comeback: they were {points} behind!"),
        _("From {points} behind to the top!"),
        _("{points} behind, and now in front!"),
    ).format(points=points)


def gained(number: int) -> str:
    """Return a word to those who gained most in a round."""
    return _one_of(number, _("Well played!"), _("Nicely done!"), _("What a round!"))


def gained_less(number: int) -> str:
    """Return a word to those who didn't gain most in a round."""
    return _one_of(
        number, _("Better luck with the next cards!"), _("New cards, new luck!"), _("The next round can be yours!")
    )


def clean(number: int) -> str:
    """Return a word to somebody whose review finds no costly move."""
    return _one_of(
        number,
        _("You made no costly mistake. Well played!"),
        _("Not one costly mistake: be proud of that round!"),
        _("A clean round: nothing that cost you points!"),
    )


def first_win(number: int) -> str:
    """Return a word on somebody's first win."""
    return _one_of(number, _("Your first win: congratulations!"), _("The first win is yours. May many follow!"))


def back(number: int) -> str:
    """Return a word on somebody who plays again, with `{name}` in place of their name."""
    return _one_of(number, _("**{name}** is back."), _("**{name}** is back: good to see you!"))


def _one_of(number: int, *sentences: str) -> str:
    return sentences[number % len(sentences)]
