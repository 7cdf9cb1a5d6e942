"""The arithmetic of turn clocks: which time counts for a player, when a turn falls due, how much vacation is left.

All times are whole seconds UTC, all lengths seconds. Nothing here knows the present: it is passed in.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta

from bot.data.tables import Seat, Status, Table
from bot.tables.rules.zones import ZoneInfo, zones

MINUTE, HOUR, DAY = 60, 3_600, 86_400

#: How long a turn may take; 0 is no limit.
LIMITS = (0, 10 * MINUTE, HOUR, 4 * HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY, 5 * DAY, 7 * DAY)

#: The limit where nobody has chosen one. A game of dozens of turns goes on at one a day; half of it, when the reminder
#: comes, is a night or a day at work; and people who once need longer have their reserve.
DEFAULT_LIMIT = DAY

#: The longest reserve of time that a player begins a game with; a reserve is otherwise as long as a turn.
_LONGEST_RESERVE = 3 * DAY

#: The longest quiet hours, in minutes: with longer ones, a turn's limit would last forever.
LONGEST_QUIET_MINUTES = 12 * 60

#: Vacation that everybody has in a quarter of the calendar (UTC), and the least that one vacation costs.
VACATION = 14 * DAY
SHORTEST_VACATION = DAY

#: Timers of a turn: the call that quiet hours or a vacation held back, the reminders, and its end.
CALL, HALF, TENTH, LAST, EXPIRY = "call", "half", "tenth", "last", "expiry"
REMINDERS = (HALF, TENTH, LAST)

_DAY_MINUTES = 24 * 60


def reserve(limit: int) -> int:
    """Return the time beyond the limit that each player of a game begins with; it isn't renewed."""
    return min(limit, _LONGEST_RESERVE)


@dataclass(frozen=True, slots=True)
class QuietHours:
    """Hours of every day, by the clocks of `zone` (an IANA name), in minutes after midnight.

    `end` is on the next day if it isn't later than `start`. Raises `ValueError` for no hours at all, more than
    `LONGEST_QUIET_MINUTES`, or an unknown zone.
    """

    start: int
    end: int
    zone: str

    def __post_init__(self) -> None:
        length = (self.end - self.start) % _DAY_MINUTES
        if not (
            0 <= self.start < _DAY_MINUTES and 0 <= self.end < _DAY_MINUTES and 0 < length <= LONGEST_QUIET_MINUTES
        ):
            raise ValueError(f"quiet hours from minute {self.start} to {self.end}")
        if self.zone not in zones():
            raise ValueError(f"no time zone: {self.zone}")

    def windows(self, at: int) -> Iterator[tuple[int, int]]:
        """Yield the quiet hours that end after `at`, in order, without end.

        A time that clocks skip in spring is as long after midnight as if they did not; hours that end at a time which
        comes twice in autumn end when it comes the second time.
        """
        zone = ZoneInfo(self.zone)
        day = datetime.fromtimestamp(at, zone).date() - timedelta(days=2)
        later = timedelta(days=self.end <= self.start)
        while True:
            start, end = _instant(day, self.start, zone, fold=0), _instant(day + later, self.end, zone, fold=1)
            if end > max(at, start):
                yield start, end
            day += timedelta(days=1)


def _instant(day: date, minute: int, zone: ZoneInfo, *, fold: int) -> int:
    """Return when the clocks of a zone show a minute of a day; `fold` 1 means the second time, if it comes twice."""
    local = datetime.combine(day, time(*divmod(minute, 60)), zone)
    first, second = (int(local.replace(fold=one).timestamp()) for one in (0, 1))
    # In a gap the opposite holds: fold 0, the later of the two, counts on from before the gap.
    return second if fold and second > first else first


@dataclass(frozen=True, slots=True)
class Rest:
    """When no time counts for a player: their quiet hours, and their vacations from beginning to end."""

    quiet: QuietHours | None = None
    vacations: tuple[tuple[int, int], ...] = ()

    def counted(self, start: int, end: int) -> int:
        """Return how much of the time from `start` to `end` counts."""
        total = 0
        for begin, stop in self._running(start):
            if begin >= end:
                break
            total += (end if stop is None else min(stop, end)) - begin
        return total

    def due(self, start: int, seconds: int) -> int:
        """Return the first instant, not before `start`, at which `seconds` have counted since then."""
        if seconds <= 0:
            return start
        for begin, stop in self._running(start):
            if stop is None or stop - begin >= seconds:
                return begin + seconds
            seconds -= stop - begin
        raise AssertionError("time always goes on")

    def resumes(self, at: int) -> int:
        """Return when time counts again: `at` itself unless the player rests then."""
        return next(self._running(at))[0]

    def _running(self, start: int) -> Iterator[tuple[int, int | None]]:
        """Yield the stretches, from `start` on, in which time counts; the last one may have no end."""
        quiet: Iterator[tuple[int, int]] = iter(()) if self.quiet is None else self.quiet.windows(start)
        for begin, end in heapq.merge(quiet, sorted(self.vacations)):
            if begin > start:
                yield start, begin
            start = max(start, end)
        yield start, None


def falls_due(limit: int | None, bank: int, spent: int, at: int, rest: Rest) -> dict[str, int]:
    """Return what will fall due in a turn of which `spent` seconds had counted at `at`, and when.

    The turn ends when `limit` and `bank` are both used up. Its player is reminded at half of the limit if that is a day
    or more, when a tenth of it is left, and where the bank is more than that, when a tenth of all is left.
    """
    times = {}
    if (call := rest.resumes(at)) > at:
        times[CALL] = call
    if limit is not None:
        reminders = {TENTH: limit - limit // 10} | ({HALF: limit // 2} if limit >= DAY else {})
        if bank > limit // 10:
            reminders[LAST] = limit + bank - (limit + bank) // 10
        times |= {kind: rest.due(at, after - spent) for kind, after in reminders.items() if after > spent}
        times[EXPIRY] = rest.due(at, limit + bank - spent)
    return times


def orders_waits(limit: int | None) -> tuple[int, int]:
    """Return the least and the most seconds of a turn after which standing orders run; `limit` is how long it may take.

    They leave others time to wonder, and their owner time to play.
    """
    day = min(limit or DAY, DAY)
    return day // 100, day // 10


def with_clock(before: Table, after: Table, old: Rest, new: Rest, wait: int) -> Table:
    """Return `after`, which follows on `before`, with its clock as it then stands.

    `old` is when the player to move before rests, `new` when the player to move after does. A turn that has ended takes
    the time beyond its limit from its player's bank; the new turn begins to count, and standing orders run in it after
    `wait` seconds. A new player in a seat gets a full bank.
    """
    now, spent, same = after.updated_at, spent_by(before, old, after.updated_at), _turn(before) == _turn(after)
    if not same:
        seats = tuple(_banked(before, after, seat, spent) for seat in after.seats)
        after, spent = replace(after, seats=seats, orders_wait=wait), 0
    going = _with_running_clock(after, spent, now, new)
    if same and None not in (before.orders_at, going.orders_at) and after.orders_wait == before.orders_wait:
        going = replace(going, orders_at=before.orders_at)
    settled = {kind: at for kind, at in before.timers.items() if at > now or kind == EXPIRY}
    same = same and going.clock_at is not None and before.clock_at is not None
    if same and before.to_move is not None and after.to_move is not None and before.to_move.bank == after.to_move.bank:
        # The player is here: calls up to now are settled, and the rest stays as it is.
        return replace(going, turn_spent=before.turn_spent, clock_at=before.clock_at, timers=settled)
    return going


def with_changed_rest(before: Table, after: Table, old: Rest, new: Rest) -> Table:
    """Return `after`, which is the same turn as `before`, when its player's rest changes now from `old` to `new`."""
    return _with_running_clock(after, spent_by(before, old, after.updated_at), after.updated_at, new)


def people_wait(table: Table) -> bool:
    """Return whether people wait for each other: more than one plays their seat themselves."""
    return sum(seat.computer is None for seat in table.seats) > 1


def one_person(table: Table) -> bool:
    """Return whether one person plays with computers alone, which have held all other seats from the start."""
    computers = [seat for seat in table.seats if seat.level is not None]
    return len(computers) == len(table.seats) - 1 and not any(seat.since for seat in table.seats)


def is_awaited(table: Table) -> bool:
    """Return whether a person is to move and another waits for them; both must play their seats themselves."""
    to_move = table.to_move
    return to_move is not None and to_move.computer is None and people_wait(table)


def _with_running_clock(table: Table, spent: int, now: int, rest: Rest) -> Table:
    """Return a table with a clock that goes on from now.

    It stands still for computers, in a lost game, and if nobody waits.
    """
    to_move = table.to_move
    if to_move is None or to_move.computer is not None or table.lost is not None:
        return replace(table, turn_spent=spent, clock_at=None, timers={}, orders_at=None)
    awaited = is_awaited(table)
    due = falls_due(table.turn_limit if awaited else None, to_move.bank, spent, now, rest)
    orders = None if table.orders_wait is None else rest.due(now, table.orders_wait - spent)
    return replace(table, turn_spent=spent, clock_at=now if awaited else None, timers=due, orders_at=orders)


def spent_by(table: Table, rest: Rest, now: int) -> int:
    """Return how much time has counted of a table's present turn by now."""
    return table.turn_spent + (0 if table.clock_at is None else rest.counted(table.clock_at, now))


def _turn(table: Table) -> tuple[object, ...]:
    """Return what tells one turn from another: the seat, the round, and the person or computer that plays it."""
    to_move = table.to_move
    return () if to_move is None else (table.round, to_move.number, to_move.user_id, to_move.computer)


def _banked(before: Table, after: Table, seat: Seat, spent: int) -> Seat:
    """Return a seat with what it has in its bank after a turn that took `spent` seconds."""
    old = before.seat(seat.number)
    if before.status is Status.LOBBY or old is None or old.user_id != seat.user_id:
        return replace(seat, bank=after.bank if seat.user_id is not None else 0)
    if before.turn_limit is not None and before.turn == seat.number:
        return replace(seat, bank=bank_left(before.turn_limit, seat.bank, spent))
    return seat


def bank_left(limit: int, bank: int, spent: int) -> int:
    """Return what a turn that took `spent` seconds leaves of its player's bank."""
    return max(0, bank - max(0, spent - limit))


def vacation_left(vacations: Sequence[tuple[int, int]], at: int) -> int:
    """Return the vacation that is left in the quarter of `at` to somebody with these vacations (beginning and end)."""
    first, last = _quarter(at)
    taken = 0
    for begin, end in vacations:
        taken += max(0, min(last, max(end, begin + SHORTEST_VACATION)) - max(first, begin))
    return max(0, VACATION - taken)


def longest_vacation(vacations: Sequence[tuple[int, int]], at: int) -> int:
    """Return how long a vacation that begins at `at` can be.

    One that lasts into the next quarter also uses that quarter's allowance.
    """
    left, rest_of_quarter = vacation_left(vacations, at), _quarter(at)[1] - at
    return left if left < rest_of_quarter else rest_of_quarter + vacation_left(vacations, at + rest_of_quarter)


def vacation_renewed(at: int) -> int:
    """Return when the next quarter begins."""
    return _quarter(at)[1]


def _quarter(at: int) -> tuple[int, int]:
    """Return beginning and end of the quarter of the year that holds an instant."""
    now = datetime.fromtimestamp(at, UTC)
    first = datetime(now.year, (now.month - 1) // 3 * 3 + 1, 1, tzinfo=UTC)
    after = first + timedelta(days=93)
    return int(first.timestamp()), int(after.replace(day=1).timestamp())
