"""The players of the arena: a level, or a program."""

from __future__ import annotations

import random
from collections import Counter
from typing import Final

from bot.canasta.game import Game
from bot.canasta.moves import Move
from bot.canasta.rules import Rules
from bot.canasta.views import seat_view
from bot.computer.levels import LEVELS, MoveChooser, player_at
from bot.computer.safe import choose as choose_safely
from bot.computer.workshop.arena.programs import Fault, Program

#: The prefix of a playing program's command line.
PROGRAM: Final = "program:"


class UnknownEntrant(ValueError):
    """A name that nobody has who could play; `args[0]` says so in a sentence without full stop."""


def entrant(rules: Rules, name: str) -> MoveChooser | None:
    """Return the player with a name at a table, None for a program.

    Raises `UnknownEntrant`, and `UnsupportedLevel` for a level that can't play there.
    """
    if name.startswith(PROGRAM):
        return None
    if name in LEVELS:
        return player_at(rules, name)
    raise UnknownEntrant(
        f"there is no player {name!r}; there are {', '.join(LEVELS)}, and programs as {PROGRAM}COMMAND"
    )


class Seated:
    """An entrant at one seat, for one round. It must be closed.

    `faults` counts what a program did wrong: `illegal`, `nonsense`, `hung`, `died`. In place of such a move one is
    played that gives nothing away; a program that hung or died plays no more in this round.
    """

    def __init__(self, rules: Rules, name: str, chance: random.Random, limit: float) -> None:
        """Seat the entrant of that name. Raises what `entrant` does, and `OSError` for a program that can't start."""
        self._chance = chance
        self._player = entrant(rules, name)
        self._program = Program(name.removeprefix(PROGRAM), limit) if self._player is None else None
        self.faults: Counter[str] = Counter()

    def move(self, game: Game, seat: int) -> Move:
        """Return a legal move for the seat to move."""
        view = seat_view(game, seat)
        if self._player is not None:
            return self._player(view, self._chance)
        if self._program is not None:
            try:
                move = self._program.answer(view)
            except Fault as fault:
                kind = str(fault)
                if kind != "nonsense":
                    self.close()
            else:
                # A player who takes back and lays again could go on for ever.
                if move.seat == seat and move.verb != "undo" and game.problem(move) is None:
                    return move
                kind = "illegal"
            self.faults[kind] += 1
        return choose_safely(view, self._chance)

    def close(self) -> None:
        """End the program, if one plays."""
        if self._program is not None:
            self._program.close()
            self._program = None
