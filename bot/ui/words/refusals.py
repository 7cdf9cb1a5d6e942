"""A sentence for every refusal, which says what would work instead."""

from __future__ import annotations

from collections.abc import Callable

from bot.canasta.moves import IllegalMove, UnreadableMove
from bot.canasta.rules import RulesError
from bot.league import LeagueError
from bot.league.tournament import TournamentError
from bot.store import StoreTrouble
from bot.store.database import changed
from bot.store.games import Status
from bot.tables.errors import (
    AlreadySeated,
    ChannelBusy,
    ComputerThere,
    Declined,
    EmptySeat,
    KnowsPacks,
    NoClock,
    NoFreeSeat,
    NoSuchOrders,
    NoSuchProposal,
    NoSuchSeat,
    NoSuchSeries,
    NoSuchTable,
    NotAllowed,
    NotAway,
    NotOver,
    NotSeated,
    NotYourSeat,
    NotYourTurn,
    NoVacation,
    OthersPlay,
    PacksInPlay,
    SatElsewhere,
    SeatsMissing,
    SeatTaken,
    Stale,
    TableError,
    TooManySeated,
    TooMuchProposed,
    Unplayable,
    WrongStatus,
)
from bot.ui.i18n import _, ngettext
from bot.ui.typed_cards import NotHeld, Unheard
from bot.ui.words import card_names, clock_text, league_text, move_text, person_names, tournament_text


class Refused(Exception):
    """A refusal that is told where it is raised: by its `text`."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


#: The errors that refuse something to a person. Any other error is a bug.
REFUSED = (
    StoreTrouble,
    TableError,
    IllegalMove,
    UnreadableMove,
    RulesError,
    Unheard,
    NotHeld,
    LeagueError,
    TournamentError,
    Refused,
)

#: How many characters of a typed text are repeated in the answer.
_ECHO = 60


def sentence(error: Exception) -> str:
    """Return why something was refused, as told to the person who asked for it."""
    match error:
        case Refused(text=text):
            return text
        case StoreTrouble():
            return not_stored()
        case LeagueError():
            return league_text.refusal(error)
        case TournamentError():
            return tournament_text.refusal(error)
        case IllegalMove():
            return move_text.refusal(error)
        case Unheard(part=part):
            return _("I can't find “{part}” among your cards. Write for example K K 2, or 10 10 10.").format(
                part=part[:_ECHO]
            )
        case NotHeld(cards=(), rank=rank, held=0):
            return _("You have no {rank}.").format(rank=card_names.rank(rank, 2))
        case NotHeld(cards=(), rank=rank, held=held):
            return _("You have only {cards}.").format(cards=card_names.counted(rank, held))
        case NotHeld(cards=cards):
            return _("You don't have {cards}.").format(cards=card_names.cards(cards))
        case UnreadableMove():
            return _("I can't read that. Write the cards for example as K K 2, or choose from the list.")
        case RulesError():
            return _("That game can't be set up: {reason}.").format(reason=move_text.reason(error))
        case Unplayable(reason=reason):
            return stands_still(reason)
        case WrongStatus(table=table):
            return _status(table.status)
        case NotYourTurn(player=player):
            return _("It is the turn of {name}; you will get a message when it is yours.").format(
                name=person_names.name_of(player)
            )
        case SeatTaken(name=name):
            return _("{name} sits there. Choose a free seat; the host can swap two people.").format(
                name=person_names.plain(name)
            )
        case SeatsMissing(free=free):
            return ngettext(
                "{count} seat is still free: wait for somebody to join, or let a computer play.",
                "{count} seats are still free: wait for somebody to join, or let computers play.",
                free,
            ).format(count=free)
        case TooManySeated(seats=seats, seated=seated):
            return _("{seated} sit here already, and that game seats {seats}.").format(seated=seated, seats=seats)
        case NoSuchSeat(seats=seats):
            return _("The seats are numbered from 1 to {seats}.").format(seats=seats)
        case NoVacation(left=left, renewed=renewed):
            return _(
                "You have {left} of vacation left this quarter, and a vacation takes a day at least. "
                "From <t:{renewed}:D> on you have two weeks again."
            ).format(left=clock_text.span(left) if left else _("nothing"), renewed=renewed)
        case NotAllowed(host_id=host):
            return _("Only <@{host}>, who opened the table, or a moderator can do that.").format(host=host)
        case _:
            return _PLAIN[type(error)]()


def _status(status: Status) -> str:
    match status:
        case Status.LOBBY:
            return _("The game has not begun yet: press Start under the list of seats.")
        case Status.PLAYING:
            return _("The game has begun already.")
        case _:
            return _("This game is over. `/canasta new` starts another.")


_PLAIN: dict[type[Exception], Callable[[], str]] = {
    AlreadySeated: lambda: _("You sit at this table already."),
    ChannelBusy: lambda: _("There is a game in this channel already."),
    EmptySeat: lambda: _("Nobody sits there."),
    NoFreeSeat: lambda: _("Every seat is taken. `/canasta new` in another channel opens another table."),
    NoSuchTable: lambda: _("There is no such game any more. `/canasta list` shows yours."),
    ComputerThere: lambda: _("A computer plays there already."),
    Declined: lambda: _("Somebody at the table said no. Ask one of those who play to propose you."),
    KnowsPacks: lambda: _("Who has played at another table with the same packs knows them, and can't step in here."),
    NoClock: lambda: _("No clock runs now: this game has none, or a computer is to move."),
    NoSuchOrders: lambda: _("You don't hold all of these cards any more, or nothing is ordered. Choose again."),
    NoSuchProposal: lambda: _("That isn't proposed any more."),
    NotAway: lambda: _("No computer sits in there: the seat is played by its own player."),
    OthersPlay: lambda: _("Others play this game too: `/canasta abandon` asks them whether to end it."),
    SatElsewhere: lambda: _("Who has had another seat in this game knows its cards, and can only take that one again."),
    TooMuchProposed: lambda: _("Enough is proposed at this table. Answer that first: a No does away with a proposal."),
    NoSuchSeries: lambda: _("There is no such series of games."),
    PacksInPlay: lambda: _(
        "Other tables still play the same packs: what was dealt here is shown once all of them have finished."
    ),
    NotOver: lambda: _(
        "That can be had when the game is over (of one round's deal: when the round is), as it tells everybody's cards."
    ),
    NotSeated: lambda: _("You don't sit at this table."),
    NotYourSeat: lambda: _("That isn't your seat."),
    Stale: lambda: _("The table has moved on meanwhile; this is how it stands now."),
}


def stands_still(reason: str) -> str:
    """Return a sentence that says why a game can't be continued, and what its players can do about it."""
    return _(
        "This game can't go on with the bot as it is now: {reason}. Nothing of it is lost; tell whoever runs the bot."
    ).format(reason=reason.rstrip("."))


def not_stored() -> str:
    """Return a sentence that says that the database takes nothing at the moment.

    It also says if something was stored before that.
    """
    if changed():
        return _(
            "A change was stored, but nothing more can be read or stored just now. In a few minutes, before you try "
            "again, see how it stands, at a game with `/hand` or `/table`."
        )
    return _("The games can't be stored just now, so nothing was changed. Please try again in a few minutes.")
