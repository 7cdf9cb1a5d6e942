"""Tournaments of each server: who takes part, the rounds and their pairings, and the outcomes of matches."""

from bot.league.tournaments.errors import (
    AlreadyUndone,
    EnteredAlready,
    Full,
    LeftBefore,
    NameTaken,
    NobodyPlays,
    NoSuchCorrection,
    NoSuchEntry,
    NoSuchMatch,
    NoSuchRequest,
    NoSuchTournament,
    NotAsked,
    NotTwoSides,
    StillIn,
    TooFew,
    TournamentError,
    WrongNumber,
    WrongProgress,
)
from bot.league.tournaments.service import Organiser, fits
from bot.league.tournaments.state import TournamentState

__all__ = [
    "AlreadyUndone",
    "EnteredAlready",
    "Full",
    "LeftBefore",
    "NameTaken",
    "NoSuchCorrection",
    "NoSuchEntry",
    "NoSuchMatch",
    "NoSuchRequest",
    "NoSuchTournament",
    "NobodyPlays",
    "NotAsked",
    "NotTwoSides",
    "Organiser",
    "StillIn",
    "TooFew",
    "TournamentError",
    "TournamentState",
    "WrongNumber",
    "WrongProgress",
    "fits",
]
