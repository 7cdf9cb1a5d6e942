"""Tournaments of each server: who takes part, the rounds and their pairings, and the outcomes of matches."""

from bot.league.tournaments.service import Organiser, fits
from bot.league.tournaments.state import TournamentState

__all__ = [
    "Organiser",
    "TournamentState",
    "fits",
]
