"""Sentences about tournaments: how many take part, and why something was refused."""

from __future__ import annotations

from bot.data.tournaments import Tournament, TournamentStage
from bot.league.tournaments.errors import (
    CorrectionUndone,
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
    StillOn,
    TooFew,
    TournamentError,
    WrongNumber,
    WrongStage,
)
from bot.ui.i18n import _, ngettext
from bot.ui.words.person_names import plain


class Several(TournamentError):
    """Several tournaments are going on, and nobody said which one is meant."""


class NotAPerson(TournamentError):
    """A bot was named as a player: `name`."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class NoStart(TournamentError):
    """A text isn't a time at which a tournament can start; `example` is one, in the person's zone."""

    def __init__(self, example: str) -> None:
        super().__init__(example)
        self.example = example


class NoOutcome(TournamentError):
    """A correction has neither the points of both sides nor the side that forfeits."""


def entered(tournament: Tournament) -> str:
    """Return how many entries take part now."""
    return ngettext(
        "**{name}** now has {count} team.", "**{name}** now has {count} teams.", len(tournament.teams)
    ).format(count=len(tournament.teams), name=plain(tournament.name))


def refusal(error: TournamentError) -> str:
    """Return why something was refused, in the words for the person who asked for it."""
    match error:
        case NoSuchTournament():
            return _("That tournament doesn't exist here. `/tournament` shows the ones that do.")
        case Several():
            return _("Several tournaments are running here: say which one you mean.")
        case NoSuchEntry():
            return _("That player or team isn't in this tournament. `/tournament standings` shows who is.")
        case NoSuchMatch():
            return _("That match doesn't exist or isn't over yet: choose from the list.")
        case NoSuchRequest():
            return _("That request isn't open any more.")
        case NoSuchCorrection():
            return _(
                "That tournament has no such correction: choose from the list. `/tournament-admin log` shows them all."
            )
        case NameTaken():
            return _("Another tournament with that name is running here: choose another name.")
        case NotTwoSides():
            return _("Matches need a table with two sides: choose for example 2 or 4 players.")
        case WrongStage(status=TournamentStage.OPEN):
            return _("The tournament hasn't begun yet.")
        case WrongStage(status=TournamentStage.RUNNING):
            return _("The tournament has already begun.")
        case WrongStage():
            return _("That tournament is over.")
        case EnteredAlready(name=name):
            return _("{name} is already in the tournament.").format(name=plain(name))
        case WrongNumber(wanted=wanted):
            return ngettext(
                "Here everybody plays alone: name one player.", "Here {count} play together: name all of them.", wanted
            ).format(count=wanted)
        case Full():
            return _("Nobody can join any more: every place is taken, or the last round is under way.")
        case NobodyPlays():
            return _("A tournament needs at least one person who plays: computers alone can't hold one.")
        case TooFew():
            return _("A tournament needs at least two teams. `/tournament-admin add` can add computers too.")
        case NotAsked():
            return _("This question isn't open any more: it was answered, or taken back.")
        case LeftBefore(back=True):
            return _("That team has left. Until the next round is paired, `/tournament-admin add` brings it back.")
        case LeftBefore():
            return _("That team has left, and the next round was paired without it.")
        case StillIn():
            return _("That team hasn't left: it is still in the tournament.")
        case StillOn():
            return _("That has been decided already: the tournament's message says when it starts.")
        case CorrectionUndone():
            return _("That has already been undone, or there is a later correction: undo that one first.")
        case NotAPerson(name=name):
            return _("{name} is a bot. Choose a person.").format(name=plain(name))
        case NoStart(example=example):
            return _(
                "That isn't a time to start at: choose from the list, or write one within a year, such as `{example}`, or a number of days."
            ).format(example=example)
        case NoOutcome():
            return _("Give the points of both sides, or say who forfeits.")
        case _:
            raise error
