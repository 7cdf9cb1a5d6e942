"""A sentence for every refusal, which says what would work instead."""

from __future__ import annotations

from collections.abc import Callable

from bot.canasta.moves import IllegalMove, UnreadableMove
from bot.canasta.rules import RulesError
from bot.computer.levels import UnsupportedLevel
from bot.data.errors import StoreTrouble
from bot.data.stored import changed
from bot.data.tables import Status
from bot.league.errors import LeagueError
from bot.league.tournaments.errors import TournamentError
from bot.tables.errors import (
    AlreadySeated,
    Avoided,
    CalledNow,
    ChannelBusy,
    ComputerThere,
    DailyClosed,
    DailyKnown,
    DailyOpen,
    DealNotPast,
    Declined,
    EmptySeat,
    InMatch,
    KnowsPacks,
    LengthStays,
    LobbyOpen,
    NoAdviceHere,
    NobodyOutOfReach,
    NoClock,
    NoFreeSeat,
    NoSuchDeal,
    NoSuchInvitation,
    NoSuchOrders,
    NoSuchProposal,
    NoSuchSeat,
    NoSuchSeries,
    NoSuchTable,
    NotAllowed,
    NotAway,
    NotOver,
    NotSeated,
    NotWaitedLong,
    NotYourSeat,
    NotYourTurn,
    NoVacation,
    OffTheLesson,
    OthersPlay,
    PacksInPlay,
    PartnersStay,
    PositionGone,
    ReviewsWaiting,
    SatElsewhere,
    SeatsMissing,
    SeatTaken,
    Stale,
    TableError,
    TooManySeated,
    TooMuchProposed,
    Unplayable,
    WithoutHints,
    WrongStatus,
)
from bot.ui.i18n import _, ngettext
from bot.ui.typed_cards import NotHeld, Unheard
from bot.ui.typed_names import Ambiguous
from bot.ui.words import card_names, clock_text, league_text, lesson_text, move_text, person_names, tournament_text


class Refused(Exception):
    """A refusal whose sentence is written where it is raised: by its `text`."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


#: The errors that refuse something to a person. Any other error is a bug.
REFUSED = (
    StoreTrouble,
    UnsupportedLevel,
    TableError,
    IllegalMove,
    UnreadableMove,
    RulesError,
    Unheard,
    NotHeld,
    Ambiguous,
    LeagueError,
    TournamentError,
    Refused,
)

#: How many characters of a typed text are repeated in the answer.
_ECHO = 60


def sentence(error: Exception) -> str:
    """Return why something was refused, in the words for the person who asked for it."""
    match error:
        case Refused(text=text):
            return text
        case Ambiguous(name=name):
            text = _(
                "Several here are called “{name}”. Choose the one you mean from the list that appears while you type."
            )
            return text.format(name=person_names.plain(name[:_ECHO]))
        case StoreTrouble():
            return not_stored()
        case LeagueError():
            return league_text.refusal(error)
        case TournamentError():
            return tournament_text.refusal(error)
        case IllegalMove():
            return move_text.refusal(error)
        case Unheard(part=part, single=True):
            return _("I can't find “{part}” among your cards. Write one card, for example 7 or 7♠.").format(
                part=part[:_ECHO]
            )
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
            return _("I can't read that. Write the cards like K K 2, for example, or choose from the list.")
        case RulesError():
            return _("That game can't be set up: {reason}.").format(reason=move_text.reason(error))
        case Unplayable(reason=reason):
            return stands_still(reason)
        case ChannelBusy(table=table) if table.channel_id is None:
            return _("The next game has begun without you. `/play` opens another table.")
        case WrongStatus(table=table):
            return _status(table.status)
        case OffTheLesson(view=view, move=move):
            return lesson_text.off(view, move)
        case NotYourTurn(player=player):
            return _("It's {name}'s turn. You will get a message when it's your turn.").format(
                name=person_names.name_of(player)
            )
        case SeatTaken(name=name):
            return _("{name} sits there. Choose a free seat, or ask the host to swap you.").format(
                name=person_names.plain(name)
            )
        case Avoided(name=name):
            return _(
                "You avoid {name}. If you want to play at one table all the same, take them off your list first: `/canasta avoid`."
            ).format(name=person_names.plain(name))
        case SeatsMissing(free=free):
            return ngettext(
                "{count} seat is still free: wait for somebody to join, or let a computer play.",
                "{count} seats are still free: wait for somebody to join, or let computers play.",
                free,
            ).format(count=free)
        case TooManySeated(seats=seats, seated=seated):
            return _("{seated} people are sitting here, and that game has only {seats} seats.").format(
                seated=seated, seats=seats
            )
        case NoSuchSeat(seats=seats):
            return _("The seats are numbered from 1 to {seats}.").format(seats=seats)
        case NoVacation(left=left, renewed=renewed):
            return _(
                "You have {left} of vacation left this quarter, and a vacation takes at least a day. On <t:{renewed}:D> you get two weeks again."
            ).format(left=clock_text.span(left) if left else _("nothing"), renewed=renewed)
        case NotWaitedLong(at=at):
            return _("The game hasn't waited a day yet: a computer can play from <t:{at}:f> (<t:{at}:R>).").format(
                at=at
            )
        case NotAllowed(host_id=host):
            return _("Only the host, {host}, or a moderator can do that.").format(host=person_names.mention(host))
        case PartnersStay(host_id=host):
            return _(
                "{host} has opened the table with the same partners. To join, press **Play again**; the host can swap people under **Change seats**."
            ).format(host=person_names.mention(host))
        case LengthStays(host_id=host):
            return _(
                "{host} has opened the table already. To join, press **Play again**; the host can choose how long the game is."
            ).format(host=person_names.mention(host))
        case _:
            return _PLAIN[type(error)]()


def _status(status: Status) -> str:
    match status:
        case Status.LOBBY:
            return _("The game hasn't begun yet: press Start under the list of seats.")
        case Status.PLAYING:
            return _("The game has already begun.")
        case _:
            return _("This game is over. `/play` starts another.")


_PLAIN: dict[type[Exception], Callable[[], str]] = {
    AlreadySeated: lambda: _("You are already at this table."),
    CalledNow: lambda: _("A table is calling you: answer it first, or leave the line."),
    ChannelBusy: lambda: _("There is already a game in this channel."),
    LobbyOpen: lambda: _(
        "Your table in direct messages is still waiting for players: start or cancel it, then open another."
    ),
    NoSuchInvitation: lambda: _(
        "No table is waiting for players under this code: ask the person who invited you for a new one."
    ),
    EmptySeat: lambda: _("Nobody sits there."),
    NoAdviceHere: lambda: _(
        "Hints are for games outside the league. `/settings` can allow them in league games too, but never in "
        "tournaments."
    ),
    WithoutHints: lambda: _(
        "There are no hints in this game, as it counts. You get them against computers alone, and in games for fun: `/play` with the option “friendly”."
    ),
    UnsupportedLevel: lambda: _("Computers of that level don't know this game. Choose another level."),
    NoFreeSeat: lambda: _("Every seat is taken. `/play` in another channel opens another table."),
    NoSuchTable: lambda: _("That game no longer exists. `/canasta list` shows yours."),
    ComputerThere: lambda: _("A computer is already playing there."),
    Declined: lambda: _("Somebody at the table said no. Ask one of the players to propose you."),
    KnowsPacks: lambda: _(
        "You have played at another table with the same decks, so you know the cards and can't step in here."
    ),
    NoClock: lambda: _("No clock is running: this game has no time limit, or it's a computer's turn."),
    NoSuchOrders: lambda: _("You no longer hold all of these cards, or there are no orders. Choose again."),
    NoSuchProposal: lambda: _("That proposal is no longer open."),
    NotAway: lambda: _("The player has that seat: no computer is playing for them."),
    InMatch: lambda: _(
        "In a tournament the organiser decides that: `/canasta abandon` and `/canasta substitute` ask them."
    ),
    NobodyOutOfReach: lambda: _("No computer is needed: the game isn't waiting for somebody whom I can't reach."),
    OthersPlay: lambda: _("Others are playing this game too: `/canasta abandon` asks them to agree to end it."),
    SatElsewhere: lambda: _(
        "You have already had another seat in this game and know its cards: you can only take that seat again."
    ),
    TooMuchProposed: lambda: _(
        "This table already has enough open proposals. Answer those first; a single No cancels one."
    ),
    NoSuchSeries: lambda: _("There is no such series of games."),
    PositionGone: lambda: _("This position has been put away. `/canasta review` brings it back."),
    PacksInPlay: lambda: _(
        "Other tables are still playing with the same decks: what was dealt here is shown once all of them have finished."
    ),
    DailyClosed: lambda: _("The time for this deal is over. `/canasta daily` opens the one of today."),
    DailyKnown: lambda: _(
        "You had already begun this deal before your data was deleted, so you know its cards. Once it is over for everybody, you can play it for fun."
    ),
    DailyOpen: lambda: _(
        "Others can still play these cards: review, replay and record open two hours after the deal ends."
    ),
    DealNotPast: lambda: _(
        "A deal can be played for fun once it is over for everybody: two hours after the end of its day or week by UTC."
    ),
    NoSuchDeal: lambda: _("That day or week has no deal, as nobody played it. Choose another one."),
    ReviewsWaiting: lambda: _("Many reviews are waiting already. Try again in a minute."),
    NotOver: lambda: _(
        "This shows everybody's cards, so it opens once the game is over. The deal of one round opens once that "
        "round is over."
    ),
    NotSeated: lambda: _("You don't sit at this table."),
    NotYourSeat: lambda: _("That isn't your seat."),
    Stale: lambda: _("The table has moved on in the meantime. Here is how it stands now."),
}


def stands_still(reason: str) -> str:
    """Return a sentence that says why a game can't be continued, and what its players can do about it."""
    return _(
        "This game can't go on with the bot as it is now: {reason}. Nothing is lost; please tell whoever runs the bot."
    ).format(reason=reason.rstrip("."))


def not_stored() -> str:
    """Return a sentence that says that the database takes nothing at the moment.

    It also says if something was stored before that.
    """
    if changed():
        return _(
            "A change was stored, but nothing more can be read or stored right now. In a few minutes, before you try again, look at the game with `/hand` or `/table`."
        )
    return _("Games can't be stored right now, so nothing was changed. Please try again in a few minutes.")
