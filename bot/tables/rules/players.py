"""The maker of a move: the player that its seat had then, or a computer for them. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence

from bot.computer.levels import USUAL
from bot.data.play import PlayedMove
from bot.data.tables import Seat, Sitting


def mover(seat: Seat, user_id: int | None) -> Seat:
    """Return who plays a move from a seat as it is: by a person (`user_id`), or a computer if None.

    A computer that plays for the person of the seat is said to sit in. Nothing else of the seat is kept: its clock goes on.
    """
    stands_in = seat.user_id is not None and user_id is None
    return Seat(seat.number, seat.user_id, seat.level, seat.name, sitting_in=USUAL if stands_in else None)


def mover_of(sittings: Sequence[Sitting], move: PlayedMove) -> Seat | None:
    """Return who made a stored move, by all who have had the seats of its game; None if nobody had its seat."""
    for one in sittings:
        if one.seat == move.seat and one.since < move.version and (one.until is None or move.version < one.until):
            return mover(Seat(one.seat, one.user_id, one.level, one.name), move.user_id)
    return None
