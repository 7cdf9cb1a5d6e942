"""The deals that everybody plays the same, of days and of weeks, and what people have played of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

DAY_SECONDS: Final = 86_400
#: Seconds after a deal's end in which those who have begun it may finish it.
GRACE_SECONDS: Final = 2 * 3_600
#: The deal of a week has a number greater by this than that of the deal of its Monday, so that all weeks come after all days.
WEEKS: Final = 1 << 32


class Every(StrEnum):
    """How often there is a new deal: a day's is open for that day, a week's from its Monday to its Sunday."""

    DAY = "day"
    WEEK = "week"


@dataclass(frozen=True, slots=True)
class BegunDeal:
    """A deal that has begun, with its secret and seal. `par` is None until somebody needs it.

    `number` is the day, counted from 1 January 1970, or for a week `WEEKS` and its Monday. `variant` is the id of
    its game. `closed` says that somebody has seen its end: it stays so if the clock is put back.
    """

    number: int
    secret: str = field(repr=False)
    seal: str
    par: int | None
    variant: str = "classic"
    closed: bool = False


@dataclass(frozen=True, slots=True)
class DailyRound:
    """A person's round of the `deal` with a number, under a name: everybody's moves as the record writes them.

    `points` are those of their side, None until the round is over. `attempt` counts from 1 how often they have begun the
    deal for fun once it was past; it is 0 for the round that counts.
    """

    deal: int
    user_id: int
    name: str
    moves: tuple[str, ...]
    points: int | None
    attempt: int = 0


@dataclass(frozen=True, slots=True)
class PastDeal:
    """A past deal as somebody may play it for fun: its game, par, if known, and their points when it counted and for fun.

    None where they haven't finished it.
    """

    number: int
    variant: str
    par: int | None
    points: int | None
    for_fun: int | None


@dataclass(frozen=True, slots=True)
class DailyPlace:
    """How many results of a deal are `better` than one, and `worse`, of how many in all (`total`, this one too)."""

    better: int
    worse: int
    total: int

    @property
    def percent(self) -> int:
        """The part of the other results that are worse, in percent, rounded down."""
        return 100 * self.worse // max(1, self.total - 1)


class Span(StrEnum):
    """The deals that a board counts: those of one day, of the days of a week from Monday, or of a month of the calendar; or
    the game of a week alone."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    GAME = "game"


@dataclass(frozen=True, slots=True)
class DailyRow:
    """A line of a server's board: the points `above` par (below it: negative) in the deals of some days, how many `days` these are.

    Those of equal points share a `place`.
    """

    place: int
    user_id: int
    name: str
    above: int
    days: int


@dataclass(frozen=True, slots=True)
class WorldRow:
    """A line of the board of all who have finished a deal. The `name` is None unless its person wants it to stand there.

    Those of equal points share a `place`.
    """

    place: int
    user_id: int
    name: str | None
    above: int


@dataclass(frozen=True, slots=True)
class Posting:
    """A post of a day's board that may have been made, in a channel, since a moment (seconds UTC)."""

    day: int
    channel_id: int
    at: int


@dataclass(frozen=True, slots=True)
class MorningPost:
    """A server's post of each morning, in a channel, at an `hour` from 0 to 23 of a time `zone` (an IANA name).

    `due_at` is when the next one is due (seconds UTC), None while it is switched off. `told_day` is the last day whose
    board was posted or refused, `told_at` when the last post was made as far as is known (0: never), and `refused` says that Discord didn't
    accept the last one.
    """

    guild_id: int
    channel_id: int
    hour: int
    zone: str
    due_at: int | None
    told_day: int
    told_at: int = 0
    posting: Posting | None = None
    refused: bool = False
