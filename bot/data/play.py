"""The rounds dealt and the moves made in each game: all that a game is rebuilt from."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StoredDeal:
    """One round's deal. `pack` is the record's text, first card = top; `pack` and `salt` hash to `commitment`."""

    number: int
    dealer: int
    pack: str
    salt: str
    commitment: str


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """One move: its place in the game from 1, its round, the table's version that it made, and the record's line.

    `user_id` is the person who made it, None for a computer.
    """

    number: int
    round: int
    version: int
    seat: int
    line: str
    user_id: int | None = None


@dataclass(frozen=True, slots=True)
class MadeMove:
    """The author and time of one move: a person, or a computer (`user_id` None), at `made_at` (seconds UTC)."""

    round: int
    version: int
    seat: int
    user_id: int | None
    made_at: int
