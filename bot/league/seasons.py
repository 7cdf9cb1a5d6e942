"""When seasons end by themselves."""

from __future__ import annotations

from datetime import UTC, datetime

from bot.store.seasons import Calendar

#: How many months each calendar's seasons last; they begin with the year.
_MONTHS = {Calendar.MONTHLY: 1, Calendar.QUARTERLY: 3}


def calendar_of(setting: str | None) -> Calendar:
    """Return a server's calendar; quarters where nobody chose one, so that every league's seasons have an end."""
    return Calendar.QUARTERLY if setting is None else Calendar(setting)


def end_of(calendar: Calendar, now: int) -> int | None:
    """Return when a season ends that is open at `now` (both seconds UTC); None: never.

    It ends with the month or quarter, by UTC. Servers have no time zone of their own, and everybody understands one
    moment for all.
    """
    if calendar is Calendar.NONE:
        return None
    today = datetime.fromtimestamp(now, UTC)
    length = _MONTHS[calendar]
    month = today.month - 1 - (today.month - 1) % length + length
    return int(datetime(today.year + month // 12, month % 12 + 1, 1, tzinfo=UTC).timestamp())
