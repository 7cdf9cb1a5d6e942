"""The line: people who wait for others to play with, and tables that have come together out of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class LineStage(StrEnum):
    """How far somebody has come: they wait, a table calls them, they have said yes to it, or they have lost their place.

    They lose it because they `MISSED` a call, weren't `UNREACHED` by it, or their time is `OVER`.
    """

    WAITING = "waiting"
    CALLED = "called"
    READY = "ready"
    MISSED = "missed"
    UNREACHED = "unreached"
    OVER = "over"

    @property
    def in_line(self) -> bool:
        """Whether they have a place."""
        return self in (LineStage.WAITING, LineStage.CALLED, LineStage.READY)


class LineLetter(StrEnum):
    """The kind of a message to somebody in the line: a table calls, they wait again, or they have lost their place."""

    CALL = "call"
    AGAIN = "again"
    MISSED = "missed"
    OVER = "over"


class RatedWish(StrEnum):
    """Whether somebody wants a game that counts in the open league: both suit them, only such a one, or none."""

    ANY = "any"
    YES = "yes"
    NO = "no"


@dataclass(frozen=True, slots=True)
class Wish:
    """A game that somebody wants: a `variant` ('': any), how many `players` (0: any), seconds for a turn (`pace`, 0: any).

    `here`: only with people who are in the line from the same server. `rated`: whether it is to count in the open league.
    """

    variant: str = ""
    players: int = 0
    pace: int = 0
    here: bool = False
    rated: RatedWish = RatedWish.ANY


@dataclass(frozen=True, slots=True)
class InLine:
    """The place of a person, called `name`, who got in line in a server (None: in direct messages). Times are seconds UTC.

    They have waited `since` then, will do so `until` then, and for people alone `patient_since`. `version` is another one
    with each new wish. While a table calls them, `gathering_id` is its number. `letter` is what they still have to be
    written of the change at `changed_at`; once that is written, `changed_at` is when. `unheard` calls in a row didn't reach them.
    """

    user_id: int
    name: str
    guild_id: int | None
    wish: Wish
    since: int
    until: int
    patient_since: int
    version: int = 1
    stage: LineStage = LineStage.WAITING
    gathering_id: int | None = None
    letter: LineLetter | None = None
    changed_at: int = 0
    unheard: int = 0


@dataclass(frozen=True, slots=True)
class Gathering:
    """A table for `size` that has come together, of whom some are `computers`. The people whom it calls answer `until` then.

    A `rated` one counts in the open league.
    """

    id: int
    variant: str
    size: int
    pace: int
    computers: int
    made_at: int
    until: int
    rated: bool = False

    @property
    def people(self) -> int:
        """How many people it calls."""
        return self.size - self.computers


class LineTrouble(StrEnum):
    """Why a server's message of the line was given up: its channel is `CLOSED` to the bot, or it was `DELETED` again and again."""

    CLOSED = "closed"
    DELETED = "deleted"


@dataclass(frozen=True, slots=True)
class StandingPost:
    """A message that shows the line, in a channel, with the `digest` of its page; it may be edited from a moment on (seconds UTC)."""

    channel_id: int
    message_id: int
    digest: str
    edit_from: int


@dataclass(frozen=True, slots=True)
class LinePosting:
    """A message that may have been posted, in a channel, since a moment (seconds UTC)."""

    channel_id: int
    at: int


@dataclass(frozen=True, slots=True)
class LinePost:
    """A server's message of the line, in a channel (None: it wants none).

    `standing` is the one that stands, perhaps still in another channel. `again_at` is when it was last posted again, as somebody had
    deleted it (seconds UTC; 0: never). `trouble` says why it was given up.
    """

    guild_id: int
    channel_id: int | None
    trouble: LineTrouble | None = None
    standing: StandingPost | None = None
    posting: LinePosting | None = None
    again_at: int = 0
