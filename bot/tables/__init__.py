"""Games in play: lobby, seats, deals and moves, each stored before anybody is told."""

from bot.store.games import Seat, Status, Table
from bot.tables.errors import (
    AlreadySeated,
    ChannelBusy,
    EmptySeat,
    NoFreeSeat,
    NoSuchSeat,
    NoSuchTable,
    NotAllowed,
    NotOver,
    NotSeated,
    NotYourSeat,
    NotYourTurn,
    SeatsMissing,
    SeatTaken,
    Stale,
    TableError,
    TooManySeated,
    WrongStatus,
)
from bot.tables.model import Change, Happening, Look, Outcome
from bot.tables.service import Tables

__all__ = [
    "AlreadySeated",
    "Change",
    "ChannelBusy",
    "EmptySeat",
    "Happening",
    "Look",
    "NoFreeSeat",
    "NoSuchSeat",
    "NoSuchTable",
    "NotAllowed",
    "NotOver",
    "NotSeated",
    "NotYourSeat",
    "NotYourTurn",
    "Outcome",
    "Seat",
    "SeatTaken",
    "SeatsMissing",
    "Stale",
    "Status",
    "Table",
    "TableError",
    "Tables",
    "TooManySeated",
    "WrongStatus",
]
