"""When the deals that everybody plays the same open and close, and the numbers of the tables at which they are played."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import Final

from bot.data.daily import DAY_SECONDS, GRACE_SECONDS, WEEKS, Every, Span
from bot.tables.rules.zones import ZoneInfo

#: A deal's number and this one make the number of everybody's table of it. No stored table comes near it.
DAILY: Final = 1 << 41
#: A deal's number and this one make the number of everybody's tables of it, played for fun.
PAST: Final = 1 << 42
#: For how many seconds a morning post waits for a deal to close: by so much clocks are put forward.
LATE_SECONDS: Final = 3600


def day_at(seconds: int) -> int:
    """Return the day of a time (seconds UTC), counted from 1 January 1970."""
    return seconds // DAY_SECONDS


def deal_at(seconds: int, every: Every) -> int:
    """Return the number of the deal of the day or the week of a time (seconds UTC)."""
    day = day_at(seconds)
    return day if every is Every.DAY else WEEKS + first_of(Span.WEEK, day)


def every_of(deal: int) -> Every:
    """Return whether a deal is that of a day or of a week."""
    return Every.DAY if deal < WEEKS else Every.WEEK


def first_day(deal: int) -> int:
    """Return the day, or the Monday, on which a deal opens at midnight."""
    return deal if deal < WEEKS else deal - WEEKS


def last_day(deal: int) -> int:
    """Return the day, or the Sunday, at whose end a deal can't be begun any more."""
    return deal if deal < WEEKS else deal - WEEKS + 6


def first_number(every: Every) -> int:
    """Return the least number that a deal of a day or of a week can have."""
    return 0 if every is Every.DAY else WEEKS


def before(deal: int) -> int:
    """Return the deal of the day or the week before."""
    return deal - (1 if deal < WEEKS else 7)


def is_open(deal: int, now: int) -> bool:
    """Return whether a deal can be begun at a time (seconds UTC)."""
    return first_day(deal) <= day_at(now) <= last_day(deal)


def closes_at(deal: int) -> int:
    """Return when a deal is no secret any more (seconds UTC)."""
    return (last_day(deal) + 1) * DAY_SECONDS + GRACE_SECONDS


def last_closed(now: int, every: Every = Every.DAY) -> int:
    """Return the last deal of a day or a week that is closed at a time (seconds UTC)."""
    return before(deal_at(now - GRACE_SECONDS, every))


def hour_after(after: int, hour: int, zone: str, done: int = 0) -> int:
    """Return the next time after one (seconds UTC) at which the clocks of a zone show a full hour, on another day there than `done`.

    An hour that the clocks leave out on a day comes when they have gone on; one that comes twice counts the first time.
    """
    there = ZoneInfo(zone)
    today, not_on = (datetime.fromtimestamp(at, there).date() for at in (after, done))
    days = (today + timedelta(later) for later in range(4))
    times = (int(datetime.combine(day, time(hour), there).timestamp()) for day in days if day != not_on)
    return next(at for at in times if at > after)


def first_of(span: Span, day: int) -> int:
    """Return the first day of the week or month of a day, or that day itself."""
    match span:
        case Span.DAY:
            return day
        case Span.WEEK | Span.GAME:
            return day - date_of(day).weekday()
        case Span.MONTH:
            return day - date_of(day).day + 1


def is_daily(table_id: int) -> bool:
    """Return whether a table's number stands for everybody's table of a deal."""
    return DAILY <= table_id < DAILY + 2 * WEEKS


def is_past(table_id: int) -> bool:
    """Return whether a table's number stands for everybody's tables of a past deal, played for fun."""
    return PAST <= table_id < PAST + 2 * WEEKS


def date_of(day: int) -> date:
    """Return the date of a day."""
    return date(1970, 1, 1) + timedelta(day)


def deal_of_table(table_id: int) -> int:
    """Return the number of the deal of such a table."""
    return table_id - DAILY
