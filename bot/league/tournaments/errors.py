"""Why a tournament refused something: one class per reason, with the facts that a sentence about it needs."""

from __future__ import annotations

from bot.data.tournaments import TournamentStage


class TournamentError(Exception):
    """A request to a tournament that can't be met; its kinds say why, and nothing was changed."""


class NoSuchTournament(TournamentError):
    """The server has no tournament of that number."""


class NoSuchEntry(TournamentError):
    """The tournament has no entry of that number, or of that person."""


class NoSuchMatch(TournamentError):
    """There is no such match, or none that is over."""


class NoSuchCorrection(TournamentError):
    """The tournament has no correction of that number."""


class NameTaken(TournamentError):
    """Another active tournament of the server has that name."""


class NotTwoSides(TournamentError):
    """Matches need a table with two sides of equally many seats, which stay the same."""


class WrongStage(TournamentError):
    """This can be done only while people sign up, or only while the tournament is played."""

    def __init__(self, status: TournamentStage) -> None:
        super().__init__(status)
        self.status = status


class EnteredAlready(TournamentError):
    """A person, called `name`, is in an entry already."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class WrongNumber(TournamentError):
    """An entry needs another number of players: `wanted`."""

    def __init__(self, wanted: int) -> None:
        super().__init__(wanted)
        self.wanted = wanted


class Full(TournamentError):
    """No more entries can join."""


class TooFew(TournamentError):
    """A tournament needs two entries at least."""


class StillOn(TournamentError):
    """The time at which the tournament starts has not been missed, or was decided on already."""


class NobodyPlays(TournamentError):
    """A tournament needs a person at least who takes part."""


class NotAsked(TournamentError):
    """Nobody is waiting for this person's answer: the question has been answered, or withdrawn."""


class LeftBefore(TournamentError):
    """The entry has left already; `back` says whether it can still come back."""

    def __init__(self, *, back: bool) -> None:
        super().__init__(back)
        self.back = back


class NoSuchRequest(TournamentError):
    """The request to the organiser is decided already, or its reason is gone."""


class StillIn(TournamentError):
    """The entry has not left."""


class CorrectionUndone(TournamentError):
    """The correction has been undone before, or another has followed it."""
