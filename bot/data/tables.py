"""Tables and their seats, as everybody at the table may know them: no packs, no hands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple


class Status(StrEnum):
    """The state of a table. `LOBBY` and `PLAYING` are active: a channel has at most one such table."""

    LOBBY = "lobby"
    PLAYING = "playing"
    FINISHED = "finished"
    CANCELLED = "cancelled"
    ABANDONED = "abandoned"


@dataclass(frozen=True, slots=True)
class InChannel:
    """The home of a table that everybody sees in a channel of a server."""

    guild_id: int
    channel_id: int


@dataclass(frozen=True, slots=True)
class Invitation:
    """The code by which people come to a table in direct messages, until a time (seconds UTC)."""

    code: str = field(repr=False)
    until: int


@dataclass(frozen=True, slots=True)
class InDirectMessages:
    """The home of a table that only its players see, each of them in their direct messages.

    It has an `invitation` as long as people can sit down. `follows` is the number of the game that it plays again.
    """

    invitation: Invitation | None = None
    follows: int | None = None


#: Where a table is shown.
Home = InChannel | InDirectMessages


class Lost(StrEnum):
    """Why a game can't be shown: its channel was deleted, takes nothing from the bot, or the bot was removed."""

    GONE = "gone"
    BARRED = "barred"
    LOCKED = "locked"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class Seat:
    """The player of a seat now: a person (`user_id`) or a computer (`level`).

    A computer has played the last `missed` turns of a person in a row. Where the level `sitting_in` is set, it plays
    until the person is back. `bank` is how many seconds the person may still take beyond the limit of their turns. The
    present player of the seat, person or computer, has played it since version `since` of the table. A person who is `gone`
    has left the server, as far as is known.
    """

    number: int
    user_id: int | None
    level: str | None
    name: str
    bank: int = 0
    missed: int = 0
    sitting_in: str | None = None
    since: int = 0
    gone: bool = False

    @property
    def computer(self) -> str | None:
        """The level of the computer that plays this seat now, None if a person does."""
        return self.level or self.sitting_in


@dataclass(frozen=True, slots=True)
class Agreement:
    """One person (`user_id`) agrees to `abandon` the game, or that somebody `substitute`s for a seat.

    `seat` and the newcomer's id and name go with the latter; `seat` is -1 otherwise. `version` is the table's when the
    person agreed, or when another person took back their agreement to the same thing.
    """

    kind: str
    user_id: int
    version: int
    seat: int = -1
    newcomer_id: int = 0
    newcomer: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """One table as the database has it. Ids are Discord's snowflakes, times whole seconds UTC.

    `version` grows by one with every change that a message could show. `seats` are the taken ones, by number; `size` is
    how many the layout has. `turn` is the seat to move, None unless playing; `turn_since` is when its turn began.
    `round` counts from 1, 0 before the first deal; `commitment` is its pack's SHA-256. `scores` and `winner` go by
    score index, as in the engine's views. `house` are the house rules by parameter name; `rules` are all the rules as
    text, from the moment the game has begun (None before, and in games begun by the first versions).

    A turn may take `turn_limit` seconds (None: any time) and then what is left of its seat's bank, which is `bank` at
    the beginning. `turn_spent` seconds of the present turn had counted by `clock_at`, None while no person is to move.
    `timers` say what falls due in it and when, by the kinds of `bot.tables.rules.clock`. While the game is `lost` its
    clock stands still. Standing orders, if there are any, run once `orders_wait` seconds of the turn have counted,
    which is at `orders_at`: no one but the bot itself may know when (None: no orders run any more in this turn).

    `computers` is the level of the computers that take seats or sit in. With `advice` everybody at the table gets advice.
    A `friendly` game counts for nothing but fun. All tables of a `series` play with the same packs.
    In a tournament's match (`in_match`) the organiser decides what people agree on elsewhere. A table in direct messages may count
    in the open league (`in_open_league`).
    """

    id: int
    home: Home
    status: Status
    version: int
    variant: str
    layout: str
    size: int
    house: Mapping[str, object]
    host_id: int
    seats: tuple[Seat, ...]
    round: int
    commitment: str | None
    turn: int | None
    turn_since: int | None
    scores: tuple[int, ...]
    winner: int | None
    created_at: int
    updated_at: int
    ended_at: int | None
    rules: str | None = None
    agreements: tuple[Agreement, ...] = ()
    turn_limit: int | None = None
    bank: int = 0
    turn_spent: int = 0
    clock_at: int | None = None
    timers: Mapping[str, int] = field(default_factory=dict)
    lost: Lost | None = None
    friendly: bool = False
    series: int | None = None
    computers: str = "normal"
    advice: bool = False
    in_match: bool = False
    in_open_league: bool = False
    orders_wait: int | None = field(default=None, repr=False)
    orders_at: int | None = field(default=None, repr=False)

    @property
    def guild_id(self) -> int | None:
        """The id of its server, None in direct messages."""
        return self.home.guild_id if isinstance(self.home, InChannel) else None

    @property
    def channel_id(self) -> int | None:
        """The id of its channel, None in direct messages."""
        return self.home.channel_id if isinstance(self.home, InChannel) else None

    @property
    def active(self) -> bool:
        """Whether this table is open or in play, so that its channel can have no other."""
        return self.status in (Status.LOBBY, Status.PLAYING)

    @property
    def free(self) -> tuple[int, ...]:
        """The numbers of the empty seats."""
        taken = {seat.number for seat in self.seats}
        return tuple(number for number in range(self.size) if number not in taken)

    @property
    def deadline(self) -> int | None:
        """When the present turn's time is up (its player's rest and bank are counted in); None without a limit."""
        return self.timers.get("expiry")

    @property
    def to_move(self) -> Seat | None:
        """The seat to move, None unless playing."""
        return None if self.turn is None else self.seat(self.turn)

    def seat(self, number: int) -> Seat | None:
        """Return the seat of that number, None if nobody sits there."""
        # A loop takes half as long as a generator, and a press asks for dozens.
        for seat in self.seats:
            if seat.number == number:
                return seat
        return None

    def seat_of(self, user_id: int) -> Seat | None:
        """Return the seat of a person, None if they don't sit here."""
        return next((seat for seat in self.seats if seat.user_id == user_id), None)


class TablePlace(NamedTuple):
    """Where a table is (`guild_id`, `channel_id`), and why its game can't be shown there, if it can't."""

    table_id: int
    guild_id: int
    channel_id: int
    lost: Lost | None


@dataclass(frozen=True, slots=True)
class Sitting:
    """The time in which a person (`user_id`) or a computer (`level`) had a seat.

    They made the seat's changes that led to versions of the table after `since` (0: from the start) and before `until`
    (None: to the end).
    """

    seat: int
    since: int
    until: int | None
    user_id: int | None
    level: str | None
    name: str
