"""When seasons end by themselves, and what is found at the end of one."""

from __future__ import annotations

from datetime import UTC, datetime

from bot.store.seasons import Calendar

#: How many months each calendar's seasons last; they begin with the year.
_MONTHS = {Calendar.MONTHLY: 1, Calendar.QUARTERLY: 3}


def calendar_of(setting: str | None) -> Calendar:
    """A server's calendar; quarters where nobody chose one, so that every league has a last spring."""
    return Calendar.QUARTERLY if setting is None else Calendar(setting)


def end_of(calendar: Calendar, now: int) -> int | None:
    """When a season ends that is open at `now` (both seconds UTC): with the month or quarter, by UTC; None: never.

    Servers have no time zone of their own, and one moment for all is understood by all.
    """
    if calendar is Calendar.NONE:
        return None
    today = datetime.fromtimestamp(now, UTC)
    length = _MONTHS[calendar]
    month = today.month - 1 - (today.month - 1) % length + length
    return int(datetime(today.year + month // 12, month % 12 + 1, 1, tzinfo=UTC).timestamp())
