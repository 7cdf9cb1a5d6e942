"""A chapter of the rules of a table, and phrases that several chapters share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.canasta.cards import RANK_NAMES, SET_RANKS
from bot.canasta.rules import Rules
from bot.canasta.rules.model import RankRules
from bot.ui.i18n import _
from bot.ui.words import rule_values

#: How many cards a run from ace to king has: all of a suit.
ACE_TO_KING = 13


class Chapter(NamedTuple):
    """A heading and what stands under it, line by line; the lines of a `numbered` chapter are steps."""

    heading: str
    lines: list[str]
    numbered: bool = False


def by_sides(rules: Rules, side: str, alone: str) -> str:
    """Return what is said of a side, or what is said to a player who never has a partner in this game."""
    return side if rules.has_partners else alone


def table(intro: str, rows: Sequence[str]) -> str:
    """Return a line with rows below it."""
    return "\n  - ".join([intro, *rows])


def special_ranks(rules: Rules) -> list[tuple[str, RankRules]]:
    """Return each rank that may have rules of its own, with its name in rules."""
    return [(RANK_NAMES[rank], rules.ranks[rank]) for rank in SET_RANKS]


def melds_of(name: str, own: RankRules) -> str:
    """Return the melds that a rank's special rules are about."""
    ranks = rule_values.rank(name)
    return _("{ranks} without wild cards").format(ranks=ranks) if own.concerns == "natural" else ranks


def kinds_listed(kinds: Sequence[str]) -> str:
    """Return kinds of cards by their names, as a list."""
    return ", ".join(rule_values.CARDS[kind]() for kind in kinds)
