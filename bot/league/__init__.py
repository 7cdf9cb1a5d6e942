"""The league: results, ratings, seasons, standings and tournaments of each server."""

from bot.league.boards import PAGE, Board, BoardRow, By, HeadToHead, Partner, Profile
from bot.league.errors import AlreadyUndone, LeagueError, NoSeasonOpen, NoSuchResult, SeasonOpen, WrongScores
from bot.league.rating import spread, sure
from bot.league.service import History, League
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
