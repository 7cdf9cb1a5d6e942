"""The days of the deals: when they begin and close, and the numbers of the tables at which they are played."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final

from bot.data.daily import DAY_SECONDS, GRACE_SECONDS, Span

#: The number of everybody's table of 1 January 1970; each later day has the next one. No stored table comes near it.
DAILY: Final = 1 << 41
#: The days after which there are no more such tables.
_LAST_DAY: Final = 1 << 32


def day_at(seconds: int) -> int:
    """Return the day of a time (seconds UTC), counted from 1 January 1970."""
    return seconds // DAY_SECONDS


def closes_at(day: int) -> int:
    """Return when a day's deal is no secret any more (seconds UTC)."""
    return (day + 1) * DAY_SECONDS + GRACE_SECONDS


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
