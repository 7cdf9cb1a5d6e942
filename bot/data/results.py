"""The results of games, and who had which seat in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from bot.data.corrections import Amendment


class Role(StrEnum):
    """How somebody had a seat: to the end, until they resigned or were replaced, or for somebody else.

    A substitute has the seat to the end, or hands it back.
    """

    PLAYED = "played"
    LEFT = "left"
    SUBSTITUTE = "substitute"


class Unrated(StrEnum):
    """The reasons why a game counts for no ratings."""

    FRIENDLY = "friendly"
    COMPUTERS = "computers"
    ABANDONED = "abandoned"
    NO_ROUND = "no-round"
    NO_SEASON = "no-season"
    NO_OPPONENTS = "no-opponents"
    DIRECT = "direct"
    VOID = "void"


class ResultSide(NamedTuple):
    """One side (where everybody scores alone, one seat). `rank` counts from 1, equal where points decided nothing.

    `canastas` are those of all scored rounds by the engine's kinds (`natural`, `mixed`, `wild`, `sequence`, `twos`),
    `concealed` is how often the side went out concealed, `best_round` its best round's points (0 if none was scored).
    """

    seats: tuple[int, ...]
    points: int
    rank: int
    canastas: Mapping[str, int]
    concealed: int
    best_round: int


class ResultPerson(NamedTuple):
    """Somebody who had a seat, with the turns of their time there.

    A computer played `missed` of these turns for them; for their own they took `seconds`. A substitute names the person
    that they `replaced`, and may have `handed_back` the seat to somebody who had it before. `solo` are the points that a game
    against computers brings to its one person, None for others. Ids below 0 are of people deleted.
    """

    seat: int
    user_id: int
    name: str
    side: int
    role: Role
    turns: int
    missed: int
    seconds: int
    replaced: int | None = None
    handed_back: bool = False
    solo: int | None = None

    @property
    def stayed(self) -> bool:
        """Whether they had the seat at the end."""
        return self.role is not Role.LEFT and not self.handed_back


class PlainGame(NamedTuple):
    """A rated game that nobody amended, in which one person had each seat, from the beginning to the end, and `played` it.

    `teams` are the ids of people by sides and seats. Most games are such, and this is all that ratings need of them.
    """

    id: int
    season_id: int | None
    family: str
    teams: tuple[tuple[int, ...], ...]
    ranks: tuple[int, ...]

    @property
    def users(self) -> set[int]:
        """The people who had a seat."""
        return {user_id for team in self.teams for user_id in team}


def played(turns: int, missed: int) -> bool:
    """Return whether somebody played a seat themselves: a computer no more than a quarter of their turns, if there were any."""
    return 4 * missed <= turns and turns > 0


def plain_teams(
    sides: Iterable[Sequence[int]], users: Mapping[int, int], people: int
) -> tuple[tuple[int, ...], ...] | None:
    """Return the teams of a game by its sides' seats if each seat has one person and each person one seat, else None.

    `users` are people by their seats, and `people` is how many there were.
    """
    teams = tuple([tuple([users.get(seat, 0) for seat in sorted(seats)]) for seats in sides])
    seated = {user_id for team in teams for user_id in team}
    return teams if len(seated) == len(users) == people and 0 not in seated else None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOutcome:
    """How a game has ended for whom: all that ratings need of its result. Its people may be without names, times and points.

    The league sets `season_id` and `unrated`, and the database `id`, which orders results. `sides` go by the score's
    index. They hold what was played, also where a moderator has put an `amendment` in its place; `standing_sides` have
    that worked in.
    """

    family: str
    abandoned: bool
    sides: tuple[ResultSide, ...]
    people: tuple[ResultPerson, ...]
    id: int = 0
    season_id: int | None = None
    unrated: Unrated | None = None
    amendment: Amendment | None = None

    @property
    def users(self) -> set[int]:
        """The people who had a seat."""
        return {person.user_id for person in self.people}

    @property
    def solo(self) -> int | None:
        """The points that it brings to its one person, None unless it was a game against computers."""
        return next((person.solo for person in self.people if person.solo is not None), None)

    @property
    def standing_sides(self) -> tuple[ResultSide, ...]:
        """The sides as they count: with the points and ranks that a moderator has set."""
        amendment = self.amendment
        if amendment is None or amendment.void:
            return self.sides
        return tuple(
            side._replace(points=points, rank=rank)
            for side, points, rank in zip(self.sides, amendment.points, amendment.ranks, strict=True)
        )

    @property
    def standing(self) -> Unrated | None:
        """Why the game does not count for ratings, with corrections worked in; None if it does."""
        return Unrated.VOID if self.amendment is not None and self.amendment.void else self.unrated

    @property
    def counts(self) -> bool:
        """Whether it counts on boards at all: a game among people, played to its end and not for fun alone.

        A game with computers from the start counts, though it may be unrated. An abandoned one counts for those who
        left.
        """
        return self.standing in (None, Unrated.COMPUTERS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Result(GameOutcome):
    """One game that was played and has ended. Times are whole seconds UTC.

    `guild_id` is the server in whose league the game is, or stands for the open league. A game in direct messages that isn't in that
    has none and is in no league. `computers` are the seats that computers had from the
    start (of a stored result, those that no person ever had). Of the results that are shown, `computer_names` are those of
    the computers by their seats.
    """

    game_id: int
    guild_id: int | None
    variant: str
    layout: str
    house: Mapping[str, object]
    friendly: bool
    rounds: int
    moves: int
    began_at: int
    ended_at: int
    computers: tuple[int, ...] = ()
    computer_names: Mapping[int, str] = field(default_factory=dict)

    @property
    def league(self) -> int:
        """The server in whose league the game is, or what stands for the open league; a game in no league must not be asked."""
        assert self.guild_id is not None
        return self.guild_id


class SoloRow(NamedTuple):
    """The points and games of somebody against computers in a server. Rows with equal points share their `rank`, from 1."""

    rank: int
    user_id: int
    points: int
    games: int
    won: int
    name: str
