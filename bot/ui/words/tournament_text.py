"""Sentences about tournaments: how many take part, and why something was refused."""

from __future__ import annotations

from bot.league.tournament import (
    AlreadyUndone,
    EnteredAlready,
    Full,
    NameTaken,
    NoSuchCorrection,
    NoSuchEntry,
    NoSuchMatch,
    NoSuchTournament,
    NotAgreed,
    NotTwoSides,
    TooFew,
    TournamentError,
    WrongNumber,
    WrongProgress,
)
from bot.store.tournaments import Progress, Tournament
from bot.ui.i18n import _, ngettext
from bot.ui.words.person_names import plain


class Several(TournamentError):
    """Several tournaments are going on, and nobody said which one is meant."""


class NotAPerson(TournamentError):
    """A bot was named as a player: `name`."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class NoOutcome(TournamentError):
    """A correction has neither the points of both sides nor the side that forfeits."""


class Trouble(TournamentError):
    """Something must be done before the tournament can start; the text says what."""


def entered(one: Tournament) -> str:
    """Return how many entries take part now."""
    return ngettext(
        "{count} entry takes part in **{name}** now.", "{count} entries take part in **{name}** now.", len(one.teams)
    ).format(count=len(one.teams), name=plain(one.name))


def refusal(error: TournamentError) -> str:
    """Return why something was refused, as told to the person who asked for it."""
    match error:
        case NoSuchTournament():
            return _("There is no such tournament here. `/tournament list` shows those there are.")
        case Several():
            return _("Several tournaments go on here: say which you mean.")
        case NoSuchEntry():
            return _("Whoever that is does not take part. `/tournament standings` shows who does.")
        case NoSuchMatch():
            return _("There is no such match, or it is not over yet: choose from the list.")
        case NoSuchCorrection():
            return _("That tournament has no such correction: choose from the list. `/tournament log` shows them all.")
        case NameTaken():
            return _("Another tournament of that name goes on here: choose another name.")
        case NotTwoSides():
            return _("Matches need a table with two sides: choose for example 2 or 4 players.")
        case WrongProgress(status=Progress.OPEN):
            return _("It has not begun yet.")
        case WrongProgress(status=Progress.RUNNING):
            return _("It has begun already.")
        case WrongProgress():
            return _("That tournament is over.")
        case EnteredAlready(name=name):
            return _("{name} takes part already.").format(name=plain(name))
        case WrongNumber(wanted=wanted):
            return ngettext(
                "Here everybody plays alone: name one player.", "Here {count} play together: name all of them.", wanted
            ).format(count=wanted)
        case Full():
            return _("Nobody can join any more: every place is taken, or the last round is played.")
        case TooFew():
            return _("It takes two entries at least. `/tournament add` can enter computers too.")
        case NotAgreed(names=names):
            return _(
                "These have not said yes yet: {names}. They press **Yes, I play along**, or you have them leave."
            ).format(names=", ".join(map(plain, names)))
        case AlreadyUndone():
            return _("That has been undone already, or a later correction stands: undo that first.")
        case NotAPerson(name=name):
            return _("{name} is a bot. Choose a person.").format(name=plain(name))
        case NoOutcome():
            return _("Give the points of both sides, or say who forfeits.")
        case _:
            return str(error)
