"""Standing orders: what people have said is to be played for them, each known to its owner alone."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Stop(StrEnum):
    """Why orders stop and their owner is called: what the owner asked to be called for, then what the orders can't do."""

    FROZEN = "frozen"
    OPENED = "opened"
    PILE = "pile"
    TAKEABLE = "takeable"
    LAYABLE = "layable"
    TOOK = "took"
    HOW_TO_TAKE = "how-to-take"
    NO_DRAW = "no-draw"
    NO_CARD = "no-card"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class SeatOrders:
    """The orders of a person (`user_id`) for their seat, as text.

    Unless they are `lasting` they are for one turn; those for `later` begin with the seat's next turn. `played_version`
    is the table's version that their last move made. `stopped` is why they run no more (None: they do), of which the
    owner knows (`told`) or not.
    """

    table_id: int
    seat: int
    user_id: int
    orders: str
    lasting: bool
    later: bool = False
    played_version: int | None = None
    stopped: Stop | None = None
    told: bool = False
