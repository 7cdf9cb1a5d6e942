"""What became of games: one result a game that was played and has ended, in the order in which they ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from bot.store.corrections import Amendment


class Role(StrEnum):
    """How somebody had a seat: to the end, until he resigned or was replaced, or in somebody's place to the end."""

    PLAYED = "played"
    LEFT = "left"
    SUBSTITUTE = "substitute"


class Unrated(StrEnum):
    """Why a game counts for no ratings."""

    FRIENDLY = "friendly"
    COMPUTERS = "computers"
    ABANDONED = "abandoned"
    NO_ROUND = "no-round"
    NO_SEASON = "no-season"
    NO_OPPONENTS = "no-opponents"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class ResultSide:
    """One side (where each keeps his own score, one seat): `rank` counts from 1, equal where points decided nothing.

    `canastas` are those of all scored rounds by the engine's kinds (`natural`, `mixed`, `wild`, `sequence`, `twos`), `concealed` how often
    the side went out concealed, `best_round` its best round's points (0 if none was scored).
    """

    seats: tuple[int, ...]
    points: int
    rank: int
    canastas: Mapping[str, int] = field(default_factory=dict)
    concealed: int = 0
    best_round: int = 0


@dataclass(frozen=True, slots=True)
class ResultPerson:
    """Somebody who had a seat: with the turns of his time there, those of them (`missed`) that a computer played for him,
    and the seconds he took for his own. A substitute names whom he `replaced`. Ids below 0 are of people deleted.
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


@dataclass(frozen=True, slots=True)
class Result:
    """One game that was played and has ended. Times are whole seconds UTC; `sides` go by the score's index.

    `computers` are the seats that computers had from the start. `season_id` and `unrated` are the league's to say, and
    `id`, which orders results, is the database's. `sides` hold what was played, also where a moderator has put an
    `amendment` in its place; `standing_sides` have that worked in.
    """

    game_id: int
    guild_id: int
    variant: str
    layout: str
    family: str
    house: Mapping[str, object]
    friendly: bool
    abandoned: bool
    rounds: int
    moves: int
    began_at: int
    ended_at: int
    sides: tuple[ResultSide, ...]
    people: tuple[ResultPerson, ...]
    computers: tuple[int, ...] = ()
    id: int = 0
    season_id: int | None = None
    unrated: Unrated | None = None
    amendment: Amendment | None = None

    @property
    def standing_sides(self) -> tuple[ResultSide, ...]:
        """The sides as they count: with the points and ranks that a moderator has set."""
        one = self.amendment
        if one is None or one.void:
            return self.sides
        return tuple(
            replace(side, points=points, rank=rank)
            for side, points, rank in zip(self.sides, one.points, one.ranks, strict=True)
        )

    @property
    def standing(self) -> Unrated | None:
        """Why the game does not count for ratings as things stand, None if it does."""
        return Unrated.VOID if self.amendment is not None and self.amendment.void else self.unrated

    @property
    def counts(self) -> bool:
        """Whether it counts on boards at all: a game among people, played to its end and not for fun alone.

        One with computers from the start does, though it may be unrated.
        """
        return self.standing in (None, Unrated.COMPUTERS)
