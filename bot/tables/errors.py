"""Why a table refused something: one class per reason, with the facts that a sentence about it needs.

The engine's `RulesError`, `IllegalMove` and `UnreadableMove` are raised as well, unchanged.
"""

from __future__ import annotations

from bot.canasta.moves import Move
from bot.canasta.views import SeatView
from bot.data.tables import Seat, Table


class TableError(Exception):
    """A request to a table that can't be met now; nothing has changed."""


class NoSuchTable(TableError):
    """No table has that number."""


class OffTheLesson(TableError):
    """A legal move, but not the one with which the lesson goes on: that is `move`, from the hand in `view`."""

    def __init__(self, view: SeatView, move: Move) -> None:
        super().__init__()
        self.view = view
        self.move = move


class ChannelBusy(TableError):
    """The channel has an active table already: `table`."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table


class LobbyOpen(TableError):
    """The person has a table in direct messages already that waits for players."""


class NoSuchInvitation(TableError):
    """No table that waits for players has that code, or it holds no longer."""


class CalledNow(TableError):
    """A table calls the person just now, so that they can't change what they wait for."""


class WrongStatus(TableError):
    """The status of `table` doesn't allow this: a started game can't be joined, a lobby can't be played."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table


class AlreadySeated(TableError):
    """The person sits here already, in `seat`."""

    def __init__(self, seat: int) -> None:
        super().__init__()
        self.seat = seat


class NotSeated(TableError):
    """The person doesn't sit at this table."""


class NoFreeSeat(TableError):
    """Every seat of this lobby is taken."""


class SeatTaken(TableError):
    """The seat (its number is `seat`) belongs to another person, called `name`."""

    def __init__(self, seat: int, name: str) -> None:
        super().__init__()
        self.seat = seat
        self.name = name


class NoSuchSeat(TableError):
    """No seat has that number; the table has `seats` of them, numbered from 0."""

    def __init__(self, seats: int) -> None:
        super().__init__()
        self.seats = seats


class EmptySeat(TableError):
    """Nobody sits in the seat that was named."""


class TooManySeated(TableError):
    """The wanted layout has `seats` seats, fewer than the people and computers that sit here (`seated`)."""

    def __init__(self, seats: int, seated: int) -> None:
        super().__init__()
        self.seats = seats
        self.seated = seated


class SeatsMissing(TableError):
    """The game can't start: `free` seats are empty."""

    def __init__(self, free: int) -> None:
        super().__init__()
        self.free = free


class NotAllowed(TableError):
    """Only the host (`host_id`), or a moderator, may do this."""

    def __init__(self, host_id: int) -> None:
        super().__init__()
        self.host_id = host_id


class PartnersStay(TableError):
    """The host (`host_id`) has opened the table for the next game with partners as they were."""

    def __init__(self, host_id: int) -> None:
        super().__init__()
        self.host_id = host_id


class LengthStays(TableError):
    """The host (`host_id`) has opened the table for the next game with another length."""

    def __init__(self, host_id: int) -> None:
        super().__init__()
        self.host_id = host_id


class NoAdviceHere(TableError):
    """The game counts in the league and its server allows no advice in such games, or it belongs to a tournament."""


class WithoutHints(TableError):
    """Something is rated at the table, and it has no advice, so nobody gets hints at it."""


class NotAway(TableError):
    """No computer sits in at this seat."""


class NobodyOutOfReach(TableError):
    """The game doesn't wait for the person in that seat, or they can be reached."""


class NotWaitedLong(TableError):
    """The game has waited for a person for less than a day; the day ends `at` that time (seconds UTC)."""

    def __init__(self, at: int) -> None:
        super().__init__()
        self.at = at


class OthersPlay(TableError):
    """Others play this game too, so that its host can't end it alone."""


class ComputerThere(TableError):
    """A computer plays that seat already."""


class NoClock(TableError):
    """No clock runs now: the game has none, or no person is to move."""


class SatElsewhere(TableError):
    """The person has had another seat of this game, and knows what was in that hand."""


class NoSuchProposal(TableError):
    """No such proposal is open at this table (any more)."""


class InMatch(TableError):
    """At the table of a tournament's match the organiser decides that."""


class Avoided(TableError):
    """The person avoids somebody with whom they would play, called `name`."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name


class Declined(TableError):
    """Somebody at the table has said no to this newcomer: only the people there can propose them again."""


class TooMuchProposed(TableError):
    """The table has the most proposals that it can have at a time."""


class NoSuchOrders(TableError):
    """Standing orders that name cards that the person doesn't hold, or nothing that could be played."""


class NotYourTurn(TableError):
    """Another seat is to move: `player`, who has the number `seat`."""

    def __init__(self, player: Seat) -> None:
        super().__init__()
        self.player = player
        self.seat = player.number


class NotYourSeat(TableError):
    """The move names a seat other than the mover's own (`own`)."""

    def __init__(self, own: int) -> None:
        super().__init__()
        self.own = own


class NoVacation(TableError):
    """The person has less vacation left than the shortest takes: `left` seconds, until `renewed` (seconds UTC)."""

    def __init__(self, left: int, renewed: int) -> None:
        super().__init__()
        self.left = left
        self.renewed = renewed


class Stale(TableError):
    """The table has changed since the version that the press was made against; `table` is the current one."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table


class NotOver(TableError):
    """The game is not over yet, so its packs are secret."""


class PacksInPlay(NotOver):
    """Other tables with the same packs have not finished, so these packs are still secret."""


class DailyOpen(NotOver):
    """Others may still play the deal of that day, so its cards are secret."""


class PositionGone(TableError):
    """The position that the person played on from isn't kept any more."""


class DealNotPast(TableError):
    """Others may still play that deal, or it is still to come, so nobody plays it for fun."""


class NoSuchDeal(TableError):
    """The day or the week had no deal: nobody has opened it."""


class DailyClosed(TableError):
    """The day of the deal is over, and so is the time in which it could be finished."""


class DailyKnown(TableError):
    """The person had begun this deal before their data was deleted, so they know its cards."""


class ReviewsWaiting(TableError):
    """Too many reviews are waiting, so nobody can ask for another one yet."""


class KnowsPacks(TableError):
    """The person plays, or has played, at another table with the same packs."""


class NoSuchSeries(TableError):
    """No series has that number."""


class Unplayable(TableError):
    """This version of the bot can't continue the game, for this `reason`; what is stored of it stays as it is."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
