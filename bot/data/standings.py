"""The sums kept of each person and of each two people by season."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Standing:
    """A person's sums in a season (0: all of a server's time) and scope ('': every variant, else a family of them).

    `rating` is the shown number, `mu` and `sigma` what it is made of; `trend` are the shown numbers after their last
    rated games, the latest last. `rated` games changed their rating, of `games` that count, and `earlier` ones that of
    the seasons before; those that they left are in `left_games` and `losses`. `points`, `rounds` and canastas are their side's. A computer played `missed` of their
    `turns`; for those that they played themselves they took `seconds`. A `hidden` person stands on no board. `began`
    is the course of the person's standing of all time before the season's first game, '' where that isn't known and in one of
    all time. A standing is changed only while results are added up.
    """

    season_id: int
    scope: str
    user_id: int
    mu: float
    sigma: float
    rating: int
    rated: int = 0
    earlier: int = 0
    games: int = 0
    wins: int = 0
    losses: int = 0
    ties: int = 0
    points: int = 0
    rounds: int = 0
    canastas: int = 0
    natural: int = 0
    mixed: int = 0
    wild: int = 0
    sequence: int = 0
    concealed: int = 0
    best_round: int = 0
    turns: int = 0
    missed: int = 0
    seconds: int = 0
    left_games: int = 0
    trend: tuple[int, ...] = ()
    hidden: bool = False
    began: str = ""

    @property
    def change(self) -> int | None:
        """How much the last rated game changed the shown number, None before the second."""
        return self.trend[-1] - self.trend[-2] if len(self.trend) > 1 else None

    @property
    def timeliness(self) -> float | None:
        """The share of their turns that a person played themselves, None before the first."""
        return 1 - self.missed / self.turns if self.turns else None


@dataclass(slots=True)
class Meeting:
    """The record of a person with another in a season (0: all of a server's time), seen from `user_id`.

    `together` counts games on one side, `against` those on different ones; games neither won nor tied were lost.
    `together_points` are their side's, `against_margin` is how many points more `user_id` had than the other. `recent`
    are the ids of the last results in which they met, the latest last. `worth` orders pairs: the share of games won
    together, in hundredths of a per cent, drawn towards one half while the games are few. A meeting is changed only
    while results are added up.
    """

    season_id: int
    user_id: int
    other_id: int
    together: int = 0
    together_won: int = 0
    together_tied: int = 0
    together_points: int = 0
    against: int = 0
    against_won: int = 0
    against_tied: int = 0
    against_margin: int = 0
    recent: tuple[int, ...] = ()
    worth: int = 0
    hidden: bool = False

    @property
    def together_lost(self) -> int:
        """Games lost on one side."""
        return self.together - self.together_won - self.together_tied

    @property
    def against_lost(self) -> int:
        """Games that `user_id` lost against the other."""
        return self.against - self.against_won - self.against_tied


#: The last ratings of somebody, the latest last.
Trend = tuple[int, ...]

#: Where a standing stands: season, scope and person. Where a meeting does: season and both people.
StandingKey = tuple[int, str, int]
MeetingKey = tuple[int, int, int]
