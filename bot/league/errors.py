"""Why the league refused something: one class per reason, with the facts that a sentence about it needs."""

from __future__ import annotations

from bot.data.seasons import Season


class LeagueError(Exception):
    """A request to the league that can't be met; its kinds say why, and nothing was changed."""


class NoSuchResult(LeagueError):
    """This server has no result, or correction, of that number."""


class AlreadyUndone(LeagueError):
    """The correction has been undone before."""


class WrongScores(LeagueError):
    """Scores or ranks don't fit: there must be a number for each of `sides` sides, and ranks begin at 1."""

    def __init__(self, sides: int) -> None:
        super().__init__(sides)
        self.sides = sides


class SeasonOpen(LeagueError):
    """A season is open already: `season`."""

    def __init__(self, season: Season) -> None:
        super().__init__(season.id)
        self.season = season


class NoSeasonOpen(LeagueError):
    """No season is open."""
