"""The days of the deals: when they begin and close, and the numbers of the tables at which they are played."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import Final

from bot.data.daily import DAY_SECONDS, GRACE_SECONDS, Span
from bot.tables.rules.zones import ZoneInfo

#: The number of everybody's table of 1 January 1970; each later day has the next one. No stored table comes near it.
DAILY: Final = 1 << 41
#: For how many seconds a morning post waits for a deal to close: by so much clocks are put forward.
LATE_SECONDS: Final = 3600
#: The days after which there are no more such tables.
_LAST_DAY: Final = 1 << 32


def day_at(seconds: int) -> int:
    """Return the day of a time (seconds UTC), counted from 1 January 1970."""
    return seconds // DAY_SECONDS


def closes_at(day: int) -> int:
    """Return when a day's deal is no secret any more (seconds UTC)."""
    return (day + 1) * DAY_SECONDS + GRACE_SECONDS


def last_closed(now: int) -> int:
    """Return the last day whose deal is closed at a time (seconds UTC)."""
    return day_at(now - GRACE_SECONDS) - 1


def hour_after(after: int, hour: int, zone: str) -> int:
    """Return the next time after one (seconds UTC) at which the clocks of a zone show a full hour.

    An hour that the clocks leave out on a day comes when they have gone on; one that comes twice counts the first time.
    """
    there = ZoneInfo(zone)
    today = datetime.fromtimestamp(after, there).date()
    times = (int(datetime.combine(today + timedelta(days), time(hour), there).timestamp()) for days in range(3))
    return next(at for at in times if at > after)


def first_of(span: Span, day: int) -> int:
    """Return the first day of the week or month of a day, or that day itself."""
    match span:
        case Span.DAY:
            return day
        case Span.WEEK:
            return day - date_of(day).weekday()
        case Span.MONTH:
            return day - date_of(day).day + 1


def is_daily(table_id: int) -> bool:
    """Return whether a table's number stands for everybody's table of a day."""
    return DAILY <= table_id < DAILY + _LAST_DAY


def date_of(day: int) -> date:
    """Return the date of a day."""
    return date(1970, 1, 1) + timedelta(day)


def day_of_table(table_id: int) -> int:
    """Return the day of such a table."""
    return table_id - DAILY
