"""The output of the tables: looks at games in play and at finished ones, outcomes of moves, and news of changes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from enum import Enum

from bot.canasta.cards import Card
from bot.canasta.events import Event
from bot.canasta.moves import Move
from bot.canasta.views import PublicView, SeatView
from bot.data.daily import DailyPlace, DailyRow, Every, PastDeal, Span, WorldRow
from bot.data.log import LogEntry
from bot.data.tables import Seat, Table
from bot.tables.played_rounds import PlayedTurn
from bot.tables.rules.seals import Seal


@dataclass(frozen=True, slots=True)
class Happening:
    """One move as everybody at the table saw it.

    `version` is the table's version that it made; `line` is the record's text. `events` are what it showed, a discard and its
    card for example; a move that ended a round carries those of the next deal too, but has the number of the round that it ended.
    """

    version: int
    round: int
    seat: int
    line: str
    events: tuple[Event, ...]
    mover: Seat | None = None
    """The person or computer who made it: the player that the seat had then, with a computer that sits in if that
    played for them. None: who has it now."""


def played_from(recent: Iterable[Happening], version: int | None, move: Move | str) -> Happening | None:
    """Return this move if it is the one that was played from a version, None if another or none was.

    At a table where one person plays, it is the same move sent again. Text may leave the seat out.
    """
    return next(
        (
            played
            for played in recent
            if version is not None
            and played.version == version + 1
            and str(move) in (played.line, played.line.partition(" ")[2])
        ),
        None,
    )


@dataclass(frozen=True, slots=True)
class Lesson:
    """How far a lesson has come: its course, how many of its steps are done, and the move that goes on (None: all are)."""

    course: str
    done: int
    steps: int
    move: Move | None


@dataclass(frozen=True, slots=True)
class WhatIf:
    """A position from which somebody plays on: the round with a number of a table, and the scores before and after it,
    by score index."""

    table: int
    round: int
    before: tuple[int, ...]
    after: tuple[int, ...]


class Mark(Enum):
    """The course of a turn in the deal of a day or a week, without its cards; `THEIRS` is a canasta of the opponents."""

    DREW = "drew"
    MELDED = "melded"
    TOOK = "took"
    FOOT = "foot"
    CANASTA = "canasta"
    OUT = "out"
    THEIRS = "theirs"


@dataclass(frozen=True, slots=True)
class DailyResult:
    """A person's result in the deal of a day or a week: the points of their side, and par.

    `place` is that among all who have finished it by now, `streak` the days in a row that they have, up to this one (0 for
    a week), and `marks` say how their round went.
    """

    points: int
    par: int
    place: DailyPlace
    streak: int
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class WeekGame:
    """The game of a week that ends on the `last` day, a Sunday."""

    variant: str
    last: date


@dataclass(frozen=True, slots=True)
class DailyLook:
    """The deal of a day, or of a week from its `first` day to its `last`, at somebody's table, with its game and seal.

    `current` says that it is open: there is no later one. It can be finished until it `closes_at` (seconds UTC): then it
    is `closed`, and its cards are no secret any more. `result` is None until the round is over. `week` is the game of the
    present week.
    """

    every: Every
    first: date
    last: date
    variant: str
    seal: str
    current: bool
    closes_at: int
    closed: bool
    result: DailyResult | None
    week: WeekGame


@dataclass(frozen=True, slots=True)
class PastDealResult:
    """The `points` of a past deal that somebody has played for fun, and par.

    `was` is what they scored when it counted, None if they didn't finish it, and `best` the best that counted, None if
    nobody did.
    """

    points: int
    par: int
    was: int | None
    best: int | None


@dataclass(frozen=True, slots=True)
class PastDealLook:
    """The past deal of a day, or of a week from its `first` day to its `last`, that somebody plays for fun, with its game.

    `result` is None until the round is over.
    """

    every: Every
    first: date
    last: date
    variant: str
    result: PastDealResult | None = None


@dataclass(frozen=True, slots=True)
class PastDealList:
    """Past deals of days or of weeks that somebody may play for fun, newest first.

    `earlier` and `later` are the numbers of the last deals of other pages.
    """

    every: Every
    deals: tuple[PastDeal, ...]
    earlier: int | None
    later: int | None


@dataclass(frozen=True, slots=True)
class TurnMade:
    """A turn by its moves, without those that were taken back; `count` of the others made it, or one of them with `points`."""

    moves: tuple[Move, ...]
    same: bool
    count: int = 1
    points: int = 0


@dataclass(frozen=True, slots=True)
class OthersTurn:
    """A turn of somebody's, the one with a `number` from 1 among their own, and what others did in its position.

    These are `count` people. `parted`: nobody was in the position of the costliest turn, so this is the turn in which the
    person's round parted from that of the best of all. `best` is the turn of the one of them with most points, None if these
    are fewer than the person's own; `most` is the turn that most of them made. `whole`: the best of them is the best of all.
    """

    number: int
    before: SeatView
    own: TurnMade
    count: int
    parted: bool
    best: TurnMade | None
    most: TurnMade
    whole: bool


@dataclass(frozen=True, slots=True)
class DailyBoard:
    """A server's board of the deals from a `first` day to a `last` one, all of one `variant`, best first.

    There are `most` rows, and below them that of the person who looks if it isn't among them.
    """

    span: Span
    first: date
    last: date
    variant: str
    most: int
    rows: tuple[DailyRow, ...]
    open_until: int | None = None
    """Until when the last of the deals can still be finished (seconds UTC); None: it is over."""
    next_at: int | None = None
    """When the deal after the last one joins the board (seconds UTC), if it is over and only its latecomers still play."""


@dataclass(frozen=True, slots=True)
class WorldBoard:
    """The best of all who have finished the deal of a `day`, and the place of the person who looks, if they have.

    `own` is their row; `open_until` is as that of `DailyBoard`.
    """

    day: date
    rows: tuple[WorldRow, ...]
    own: WorldRow | None
    place: DailyPlace | None
    open_until: int | None


@dataclass(frozen=True, slots=True)
class Look:
    """A table and its views, all of one version."""

    table: Table
    public: PublicView | None
    """The view of everybody; None before the first deal."""
    mine: SeatView | None
    """The view of the person who looks; None also if they don't sit there."""
    recent: tuple[Happening, ...]
    """The last moves, oldest first: a few dozen, those of the round before among them."""
    deeds: tuple[LogEntry, ...] = ()
    """Other events since everybody last had a turn."""
    dealt: tuple[Event, ...] = ()
    """The round's deal as everybody saw it."""
    lesson: Lesson | None = None
    """Set where the table is a lesson."""
    what_if: WhatIf | None = None
    """Set where somebody plays on from a position of a round that is over."""
    daily: DailyLook | None = None
    """Set where the table is one of the deal of a day or a week."""
    past_deal: PastDealLook | None = None
    """Set where somebody plays the deal of a past day for fun."""

    @property
    def own(self) -> bool:
        """Whether the table is the person's own, as lessons and the deal of the day are."""
        return any(kind is not None for kind in (self.lesson, self.what_if, self.daily, self.past_deal))

    @property
    def last_move(self) -> int:
        """The version that the last move made; before the first one, the present version."""
        return self.recent[-1].version if self.recent else self.table.version


@dataclass(frozen=True, slots=True)
class PendingOrders:
    """A person's standing orders that will still be played.

    `at` is the time in the present turn at which they are (seconds UTC); None if they wait for the person's next turn.
    """

    at: int | None


@dataclass(frozen=True, slots=True)
class MoveOutcome:
    """A move that was played.

    `repeated` says that it had been played before, by the same interaction or the same press, so it was not played again. `table` is the table as
    it is now (after a repeat, others may have moved since).
    """

    table: Table
    played: Happening
    repeated: bool


@dataclass(frozen=True, slots=True)
class Change:
    """A committed change: the table as it now is, and what happened (empty for seats, settings and status)."""

    table: Table
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Proof:
    """A `canasta-record/1` document, and the seals of the deals of its rounds."""

    table: Table
    record: dict[str, object]
    seals: tuple[Seal, ...]


@dataclass(frozen=True, slots=True)
class RoundStory:
    """A scored round, as it may be shown once its cards are no secret: its moves, and what each seat had left.

    `left` are the cards in hands, `feet` those of feet that counted like hands, both by seat; `feet` is empty where
    none do.
    """

    moves: tuple[Happening, ...]
    left: tuple[tuple[Card, ...], ...]
    feet: tuple[tuple[Card, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Scene:
    """A game that is over as it stood at one stop: after a deal (a stop of its own) or after a move."""

    table: Table
    stop: int
    """Counted from 0, of `stops` in all."""
    stops: int
    move: int
    """Counted within the round, 0 after the deal, of `moves`."""
    moves: int
    public: PublicView
    mine: SeatView | None
    """The view of a seat, if one was asked for."""
    recent: tuple[Happening, ...]
    """The round's moves up to here."""
    rounds: tuple[int, ...]
    """The stops at which rounds begin."""
    turn_before: int
    """The nearest stop before this one at which a turn ends."""
    turn_after: int
    """The nearest stop after this one at which a turn ends."""


@dataclass(frozen=True, slots=True)
class CostlyMove:
    """A move of somebody in a round that was scored: its place from 0, its player's view before it, and a better move,
    with the gain in points at the end of the round.
    """

    place: int
    before: SeatView
    better: Move
    points: int


@dataclass(frozen=True, slots=True)
class Puzzle:
    """The costliest of somebody's moves as a question: what would they play?

    It was made in their own turn of this number, from 1; `choices` are moves to choose from, of which one is `best` and
    one was `made`, by their places.
    """

    move: CostlyMove
    turn: int
    choices: tuple[Move, ...]
    best: int
    made: int


@dataclass(frozen=True, slots=True)
class RoundReview:
    """A round that was scored, for the person in a `seat`.

    `number` is the round's, from 1, and `scored` says how many rounds of the game have been scored. `costliest` are the
    person's costliest moves, the costliest first, and `turns` all turns of the round; both count `moves` from 0. `public`
    is the round as it ended. Without a costly move there is no `puzzle`.
    """

    table: Table
    number: int
    scored: int
    seat: int
    public: PublicView
    moves: tuple[Happening, ...]
    costliest: tuple[CostlyMove, ...]
    turns: tuple[PlayedTurn, ...]
    puzzle: Puzzle | None = None

    def turn_of(self, place: int) -> int:
        """Return the number of the turn, from 1, that a move belongs to."""
        return next(number for number, turn in enumerate(self.turns, 1) if place < turn.end)

    @property
    def leads(self) -> tuple[int, ...]:
        """By how many points the side of the seat was ahead of the best other one after each turn."""
        side = {player.seat: player.side for player in self.public.players}
        own = self.seat
        return tuple(
            turn.points[own] - max(turn.points[seat] for seat in side if side[seat] != side[own]) for turn in self.turns
        )


@dataclass(frozen=True, slots=True)
class Vacation:
    """A person's vacation. Times are seconds UTC.

    The vacation lasts `until` (None: they have none now). Of the allowance, `left` seconds remain until it is
    `renewed`; what the present vacation will take is not part of `left`.
    """

    until: int | None
    left: int
    renewed: int
