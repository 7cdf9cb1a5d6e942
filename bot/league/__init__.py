"""The league: results, ratings, seasons, standings and tournaments of each server."""

from bot.league.service import (
    ALL_TIME,
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
]
