"""Moments that people feel have a few sentences each, and everybody at a table reads the same one."""

from __future__ import annotations

import itertools
from collections.abc import Callable

from bot.ui.i18n import languages, speaking
from bot.ui.words import warmth
from tests.cases import in_one_test

SAID: dict[str, Callable[[int], str]] = {
    "a draw": warmth.drawn,
    "a comeback": lambda number: warmth.came_back(number, "900 points"),
    "a good round": warmth.gained,
    "a bad round": warmth.gained_less,
    "a clean review": warmth.clean,
    "a first win": warmth.first_win,
    "somebody is back": warmth.back,
}


@in_one_test(itertools.product(languages(), SAID))
def test_a_moment_has_some_sentences_chosen_by_a_number(language: str, moment: str) -> None:
    with speaking(language):
        said = [SAID[moment](number) for number in range(12)]
    assert said[:6] == said[6:], "the same number is the same sentence"
    assert len(set(said)) in (2, 3)
    assert all(2 < len(one) < 90 for one in said)
