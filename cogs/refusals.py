"""A sentence for everything that can be refused, saying what would work instead."""

from __future__ import annotations

from collections.abc import Callable

from bot.canasta.errors import SENTENCES, fact_texts
from bot.canasta.moves import IllegalMove, UnreadableMove
from bot.canasta.rules import RulesError
from bot.tables import (
    AlreadySeated,
    ChannelBusy,
    EmptySeat,
    NoFreeSeat,
    NoSuchSeat,
    NoSuchTable,
    NotAllowed,
    NotOver,
    NotSeated,
    NotYourSeat,
    NotYourTurn,
    SeatsMissing,
    SeatTaken,
    Stale,
    Status,
    TableError,
    TooManySeated,
    WrongStatus,
    words,
)
from bot.texts import _, ngettext
from cogs.typed import Unheard

#: Everything that a person may be refused; anything else is an error of the bot.
REFUSED = (TableError, IllegalMove, UnreadableMove, RulesError, Unheard)


def sentence(error: Exception) -> str:
    """Why something was refused, to the person who asked for it."""
    match error:
        case IllegalMove():
            return _illegal(error)
        case Unheard(part=part):
            return _("I can't find “{part}” among your cards. Write for example K K 2, or 10 10 10.").format(part=part)
        case UnreadableMove():
            return _("I can't read that. Write the cards for example as K K 2, or choose from the list.")
        case RulesError():
            return _("That game can't be set up: {reason}.").format(reason=str(error).rstrip("."))
        case WrongStatus(table=table):
            return _status(table.status)
        case NotYourTurn(name=name):
            return _("It is the turn of {name}; you will get a message when it is yours.").format(name=name)
        case SeatTaken(name=name):
            return _("{name} sits there. Choose a free seat; the host can swap two people.").format(name=name)
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
        case NotAllowed(host_id=host):
            return _("Only <@{host}>, who opened the table, or a moderator can do that.").format(host=host)
        case _:
            return _PLAIN[type(error)]()


def _illegal(error: IllegalMove) -> str:
    """The engine's sentence, with its cards as players write them."""
    facts = fact_texts(error.facts)
    for name, value in error.facts.items():
        if name in ("card", "top") and isinstance(value, int):
            facts[name] = words.card(value)
        elif name == "cards" and isinstance(value, tuple):
            facts[name] = words.cards(value)
        elif name == "rank" and isinstance(value, int):
            facts[name] = words.rank(value, 2)
    return _(SENTENCES[error.code]).format_map(facts)


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
    NotOver: lambda: _("The record can be had when the game is over, as it tells everybody's cards."),
    NotSeated: lambda: _("You don't sit at this table."),
    NotYourSeat: lambda: _("That isn't your seat."),
    Stale: lambda: _("The table has moved on meanwhile; this is how it stands now."),
}
