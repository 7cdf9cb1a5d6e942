"""Seasons: when each server's began and ended, and what was found at their end."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class Calendar(StrEnum):
    """When seasons end by themselves, by UTC: never, or at the end of a month or a quarter."""

    NONE = "none"
    MONTHLY = "monthly"
    QUARTERLY = "quarterly"


class Honour(StrEnum):
    """The things for which people are honoured at a season's end."""

    CHAMPION = "champion"
    PAIR = "pair"
    CANASTAS = "canastas"
    ROUND = "round"
    RELIABLE = "reliable"


@dataclass(frozen=True, slots=True)
class Award:
    """The people who were honoured, with names as they were then, and the figure.

    The figure is a rating (champion), the games won and all games together (pair), a number of canastas, a round's
    points, or the turns that a person played themselves and all their turns (reliable).
    """

    honour: Honour
    user_ids: tuple[int, ...]
    names: tuple[str, ...]
    figures: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PodiumPlace:
    """A place on the podium: `rank` from 1, equal ones possible; the name and the rating as they were then."""

    rank: int
    user_id: int
    name: str
    rating: int


@dataclass(frozen=True, slots=True)
class Closing:
    """The findings at a season's end: games that counted, people who played them, the first three, and awards.

    It stays as it was announced; later corrections change only the boards.
    """

    games: int
    players: int
    podium: tuple[PodiumPlace, ...] = ()
    awards: tuple[Award, ...] = ()


@dataclass(frozen=True, slots=True)
class Season:
    """One season of a server; times are whole seconds UTC.

    `number` counts from 1 within the server; `name` is '' where nobody chose one. The calendar closes it at `ends_at`
    (None: a moderator does). `closed_at` is None while it is open. `told` is where its end was posted: channel and
    message, 0 for a message that could not be posted; until that is known, `telling_in` is the channel where it may
    have been posted.
    """

    id: int
    guild_id: int
    number: int
    name: str
    opened_at: int
    ends_at: int | None = None
    closed_at: int | None = None
    closing: Closing | None = field(default=None, compare=False)
    told: tuple[int, int] | None = None
    telling_in: int | None = field(default=None, compare=False)

    @property
    def open(self) -> bool:
        """Whether games that end now belong to it."""
        return self.closed_at is None
