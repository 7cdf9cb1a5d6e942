"""Times as people type them, by the clocks of a zone: `2027-01-31 20:00`, `31.1. 20:00`, or a number of days from now."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from bot.tables.rules.clock import DAY
from bot.tables.rules.zones import ZoneInfo
from bot.ui.i18n import labelled
from bot.ui.typed_names import Offer, folded
from bot.ui.words.clock_text import limit

#: The hour in the evening that is meant where a day is named without one.
_HOUR = 20
#: After how many days a time is offered.
_DAYS = (1, 2, 3, 5, 7, 10, 14, 21, 28)
_CLOCK = r"(?:[ t,]+(?P<hour>\d{1,2})[:.h](?P<minute>\d{2}))?"
_DATES = (
    re.compile(rf"(?P<year>\d{{4}})-(?P<month>\d{{1,2}})-(?P<day>\d{{1,2}}){_CLOCK}"),
    re.compile(rf"(?P<day>\d{{1,2}})\. ?(?P<month>\d{{1,2}})\.(?: ?(?P<year>\d{{4}}))?{_CLOCK}"),
)
#: As Discord writes times.
_INSTANT = re.compile(r"<t:(\d{1,12})(?::[a-z])?>")
#: A number of days, with words around it in any language.
_AFTER = re.compile(r"[^\d:./<-]*(\d{1,4})[^\d:./>-]*")


def read(text: str, now: int, zone: str | None) -> int | None:
    """Return the time that was typed, None if it is none. Times are seconds UTC; without a `zone` clocks show UTC.

    Where no hour is named, it is the evening; where no year is, the next time that this day comes.
    """
    typed = folded(text)
    if instant := _INSTANT.fullmatch(typed):
        return int(instant[1])
    there = datetime.fromtimestamp(now, ZoneInfo(zone or "UTC"))
    try:
        for pattern in _DATES:
            if found := pattern.fullmatch(typed):
                return _read_date(found, there)
        if after := _AFTER.fullmatch(typed):
            return int(_evening(there + timedelta(days=int(after[1]))).timestamp())
    except (ValueError, OverflowError):
        # There is no such day.
        pass
    return None


def written(at: int, zone: str | None) -> str:
    """Return a time as it is shown by the clocks of a zone and can be typed."""
    return f"{datetime.fromtimestamp(at, ZoneInfo(zone or 'UTC')):%Y-%m-%d %H:%M}"


def offers(typed: str, now: int, zone: str | None) -> list[Offer]:
    """Return times that a command's option can offer: the one that was typed, if it lies ahead, and evenings to come."""
    there = datetime.fromtimestamp(now, ZoneInfo(zone or "UTC"))
    at = read(typed, now, zone)
    found = [] if at is None or at <= now else [Offer(written(at, zone), written(at, zone), also=typed)]
    for days in _DAYS:
        evening = written(int(_evening(there + timedelta(days=days)).timestamp()), zone)
        found.append(Offer(labelled(limit(days * DAY), evening), evening))
    return found


def _evening(there: datetime) -> datetime:
    return there.replace(hour=_HOUR, minute=0, second=0, microsecond=0)


def _read_date(found: re.Match[str], there: datetime) -> int:
    """Return the time that a text names. Raises `ValueError`, `OverflowError` if there is none."""
    day = there.replace(
        year=int(found["year"] or there.year), month=int(found["month"]), day=int(found["day"]), second=0, microsecond=0
    )
    at = day.replace(hour=int(found["hour"] or _HOUR), minute=int(found["minute"] or 0))
    if found["year"] is None and at < there:
        at = at.replace(year=at.year + 1)
    return int(at.timestamp())
