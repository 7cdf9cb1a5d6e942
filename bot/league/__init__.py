"""The league: results, ratings, seasons, standings and tournaments of each server."""

from bot.league.rating import spread, sure
from bot.league.service import (
    PAGE,
    AlreadyUndone,
    Board,
    BoardRow,
    By,
    HeadToHead,
    History,
    League,
    LeagueError,
    NoSeasonOpen,
    NoSuchResult,
    Partner,
    Profile,
    SeasonOpen,
    WrongScores,
)
from bot.league.tally import ALL_TIME

__all__ = [
    "ALL_TIME",
    "PAGE",
    "AlreadyUndone",
    "Board",
    "BoardRow",
    "By",
    "HeadToHead",
    "History",
    "League",
    "LeagueError",
    "NoSeasonOpen",
    "NoSuchResult",
    "Partner",
    "Profile",
    "SeasonOpen",
    "WrongScores",
    "spread",
    "sure",
]
