"""The levels of computer players: their names, and which of them can play at a table."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from bot.canasta.moves import Move
from bot.canasta.rules import Rules
from bot.canasta.views import SeatView
from bot.computer import easy, hard, normal

#: A function that returns a move of `view.legal` for the seat to move; its second argument decides between equals.
MoveChooser = Callable[[SeatView, random.Random], Move]


class UnknownLevel(ValueError):
    """A name that no level has."""


class UnsupportedLevel(ValueError):
    """A level that can't play at a table; `args[0]` says so in a sentence without full stop."""


class Level(NamedTuple):
    """A level: its name, its player, the function that says if it can play by some rules, and if it thinks so long that
    it needs a process of its own.
    """

    name: str
    choose: MoveChooser
    supports: Callable[[Rules], bool]
    long: bool = False


def _random(view: SeatView, chance: random.Random) -> Move:
    return chance.choice(view.legal)


def _everywhere(_: Rules) -> bool:
    return True


_LEVELS: Final = (
    Level("random", _random, _everywhere),
    Level("easy", easy.choose, _everywhere),
    Level("normal", normal.choose, _everywhere),
    Level("hard", hard.choose, hard.supports, long=True),
)
_BY_NAME: Final = {level.name: level for level in _LEVELS}

#: By level, the tables where it is no better or worse than the one below or above it: a game's id, a space, and the
#: layout.
NOT_OFFERED: Final[Mapping[str, Sequence[str]]] = tomllib.loads(
    Path(__file__).with_name("levels.toml").read_text(encoding="utf-8")
)["not_offered"]

#: The level of computers where nobody has chosen one.
USUAL: Final = "normal"

#: The names of the levels, weakest first.
LEVELS: Final = tuple(_BY_NAME)


def levels_at(rules: Rules) -> tuple[str, ...]:
    """Return the names of the levels that can play at a table, weakest first."""
    return tuple(level.name for level in _LEVELS if level.supports(rules))


def offered_at(rules: Rules) -> tuple[str, ...]:
    """Return the names of the levels that people can choose at a table, weakest first.

    A level that can play there, but is no better or worse than the one below or above it, isn't offered.
    """
    table = f"{rules.id} {rules.layout}"
    return tuple(name for name in levels_at(rules) if name != "random" and table not in NOT_OFFERED.get(name, ()))


def thinks_long(level: str) -> bool:
    """Return whether a level takes so long to choose a move that it needs a process of its own."""
    return _BY_NAME[level].long


def player_at(rules: Rules, level: str) -> MoveChooser:
    """Return the player of a level at a table. Raises `UnknownLevel` and `UnsupportedLevel`."""
    if level not in _BY_NAME:
        raise UnknownLevel(level)
    if not _BY_NAME[level].supports(rules):
        raise UnsupportedLevel(f"{level} can't play {rules.name} at the table {rules.layout}")
    return _BY_NAME[level].choose
