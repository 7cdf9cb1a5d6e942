"""The league: results, ratings, seasons, standings and tournaments of each server."""

from bot.league.boards import PAGE, Board, BoardRow, By, HeadToHead, Partner, Profile
from bot.league.rating import spread, sure
from bot.league.service import History, League
from bot.league.tally import ALL_TIME

__all__ = [
    "ALL_TIME",
    "PAGE",
    "Board",
    "BoardRow",
    "By",
    "HeadToHead",
    "History",
    "League",
    "Partner",
    "Profile",
    "spread",
    "sure",
]
